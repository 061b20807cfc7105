// decide.js: what this seat asks of the server: decisions, marches, undo, draw, resignation, reasons.
// @ts-check
import { $, download } from './dom.js';
import { get, post, text, requestId, setting, word, Refusal } from './api.js';
import { part } from './act.js';

export class Decide {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        this.busy = 0;
        /** Of which step and verb it was learned that they have no sheet to show before they are done. */
        this.noSheet = new Set();
    }

    /** @param {() => Promise<any>} request @param {string} [place] that it is about @returns {Promise<any>} its answer, or null: it has been said why not */
    async ask(request, place) {
        this.busy++;
        const timer = setTimeout(() => $('app').classList.add('waiting'), 300);
        try {
            return await request();
        } catch (e) {
            if (e instanceof Refusal && e.status === 409 && e.reply.state) {
                this.t.receive(e.reply.state);
                this.t.bubble.tell('The match had moved on; this is how it stands now.');
            } else if (!(e instanceof Refusal))
                this.t.bubble.tell('The server was not reached. Nothing is lost: what is in the hand stays there, and what was heard is shown when the connection is back.');
            else if (place)
                this.refuse(e, place);
            else
                this.t.bubble.complain(e);
            return null;
        } finally {
            clearTimeout(timer);
            if (!--this.busy)
                $('app').classList.remove('waiting');
        }
    }

    /** A change of the match: the answer is the state after it. @param {string} path @param {string} [words] @param {string} [place] */
    async change(path, words = '', place) {
        const body = `${this.t.live.seq} @${requestId()} ${words}`.trim();
        const s = await this.ask(() => post(`match/${this.t.match}/${path}`, body, this.t.token), place);
        if (s)
            this.t.receive(s);
        return s;
    }

    /** One thing after another: a click that comes too soon waits, and counts if it still may be done. @param {any} [a] */
    async idle(a) {
        this.t.present();
        for (let i = 0; this.busy && i < 250; i++)
            await new Promise((r) => setTimeout(r, 20));
        return !this.busy && (!a || (this.t.state?.mine && this.t.choices.legal.some((x) => x.do === a.do)));
    }

    // ---- decisions ----

    /** Does it, or shows its sheet first if it has one. A part of a whole is done: the sheet of the whole is shown beside. @param {any} a */
    async commit(a) {
        if (a.role === 'pick' && !a.places.length)
            return this.t.select.takeAs(a);
        if (a.role === 'march' && !this.passes(a))
            return this.t.party.send(a.units[0], a.places[0]);
        if (!await this.idle(a) || (this.t.composer.takes(a) && await this.t.composer.open(this.t.composer.aimOf(a), [a.do])))
            return;
        const key = `${this.t.state.asks?.step} ${a.verb}`;
        if (!part(a) && !this.noSheet.has(key)) {
            const sheet = await this.preview(a);
            if (sheet)
                return this.t.sum.propose(a, sheet);
            this.noSheet.add(key);
        }
        return this.act(a);
    }

    /** A step into a place where the march could not end: it is taken by itself, and the march goes on from there. @param {any} a */
    passes(a) {
        const { party, select, choices } = this.t;
        return party.has(a.units[0]) && !select.reach.has(a.places[0]) && choices.legal.some((x) => x.do === a.do);
    }

    /** @param {any} a */
    async preview(a) {
        try {
            return (await post(`match/${this.t.match}/preview`, a.do, this.t.token)).sheet;
        } catch {
            return null;
        }
    }

    /** @param {any} a */
    async act(a) {
        if (!await this.idle(a))
            return;
        const { party } = this.t, before = this.t.live.entries;
        party.acting = true;
        const s = await this.change('do', a.do);
        party.acting = false;
        if (s)
            party.did(before, s.entries);
        return s;
    }

    /** @param {string} question @param {string|null} place */
    async whyNot(question, place) { return this.explain(() => get(`match/${this.t.match}/${question}`, this.t.token), place); }

    /** Why this very action is not possible. @param {string} action @param {string|null} place */
    async whyAction(action, place) { return this.explain(() => post(`match/${this.t.match}/why`, action, this.t.token), place); }

    /** @param {() => Promise<any>} ask @param {string|null} place */
    async explain(ask, place) {
        let r;
        try {
            r = await ask();
        } catch (e) {
            r = { why: /** @type {Error} */ (e).message, case: /** @type {any} */ (e).case };
        }
        if (!r.legal && r.why)
            this.refuse(r, place);
    }

    /** @param {any} e @param {string|null} place */
    refuse(e, place) {
        this.t.bubble.refuse('Not allowed', e, place);
        this.t.marks.no = place;
        this.t.marks.places();
    }

    // ---- taking back, ending ----

    async undo() {
        if (!await this.idle() || !this.t.live)
            return;
        const { since } = this.t.party;
        if (this.t.live.undo.can) {
            if (await this.change('undo', since ? `to ${since.from}` : ''))
                await this.t.party.back(since?.ids || []);
        }
        else
            this.t.bubble.tell('The last decision cannot be taken back by yourself: dice have fallen, something was seen, or others have decided. Shift-U asks the opponent.');
    }

    /** @param {'ask'|'grant'|'refuse'} how */
    async consent(how) {
        const s = await this.change('undo', how);
        if (s && how === 'ask')
            this.t.bubble.tell(s.undo.asked_by ? 'The opponent has been asked.' : 'Taken back.');
    }

    resign() { return this.change('resign'); }

    /** @param {'offer'|'accept'|'refuse'} how */
    async drawGame(how) {
        const s = await this.change('draw', how);
        if (s && how === 'offer' && !s.over)
            this.t.bubble.tell(s.draw.offered_by.length ? 'A draw has been offered.' : 'The computer plays on.');
    }

    /** @param {string} how `seat NAME` or `invitation KEY` */
    async join(how) {
        try {
            const name = word(setting('name', '') || 'Guest');
            const r = await post(`match/${this.t.match}/join`, `${how}\nname ${name}\n`);
            const there = `table.html?match=${this.t.match}`, invited = !location.href.split('#')[0].endsWith(there);
            location.replace(`${there}#${r.token}`);
            if (!invited)
                location.reload();
            return true;
        } catch (e) {
            this.t.bubble.complain(e);
            return false;
        }
    }

    // ---- saving ----

    async saveChronicle() {
        const words = await this.ask(() => text(`match/${this.t.match}/log?text=1`, this.t.token));
        if (words !== null)
            download(`grognard-${this.t.match}.txt`, words);
    }

    async saveJournal() {
        const words = await this.journal();
        if (words !== null)
            download(`${this.t.match}.grognard`, words);
    }

    journal() { return this.ask(() => text(`match/${this.t.match}/journal`, this.t.token)); }

    dice() { return this.ask(() => get(`match/${this.t.match}/dice`, this.t.token)); }
}
