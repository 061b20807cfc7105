// forecast.js: what ending the phase would do, said before: a line beside the buttons whose places light up, one question
// if there is something to lose, and phases in which there is nothing to decide. The server knows; here it is asked and shown.
// @ts-check
import { $, h, fill, capital } from './dom.js';
import { get, setting } from './api.js';
import { ends, quiet } from './act.js';

/** What comes first is read first. */
const ORDER = ['bars', 'loses', 'tells'];
/** Of more than so many pieces a line names only the first few. */
const MANY = 5, FEW = 3;

export class Forecast {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {{seq: number, asks: boolean, lines: any[]}|null} of the state with that number */
        this.now = null;
        /** The entries when a phase was last skipped: who takes that back is left to decide. */
        this.skipped = -1;
        /** @type {{a: any, seq: number}|null} what was asked and not yet answered: the same state may come twice */
        this.asked = null;
    }

    /** Is the question open: end anyway? */
    get asking() { return this.t.bubble.open && !!document.getElementById('end-anyway'); }

    /** Is it a phase that this seat is asked about, now? */
    get phase() { return !!this.t.state?.mine && !!this.t.state.asks?.phase && this.t.replay.at === null; }

    /** A new state is shown. */
    renew() {
        if (this.now?.seq !== this.t.state.seq)
            this.now = null;
        this.draw();
        if (this.asked && this.now && this.asked.seq === this.now.seq)
            this.question(this.asked.a, this.now);
        else if (this.phase && !this.skip())
            this.fetch();
    }

    /** It is not ended. @returns {boolean} was that asked? */
    stay() {
        const { asking } = this;
        this.asked = null;
        return asking && this.t.bubble.close();
    }

    /** @returns {Promise<any>} the forecast of what is shown, or null */
    async fetch() {
        const { t } = this, { seq } = t.state;
        if (this.now?.seq === seq)
            return this.now;
        try {
            const { forecast } = await get(`match/${t.match}/forecast`, t.token);
            if (t.state.seq !== seq)
                return null;
            const lines = (forecast?.lines || []).sort((/** @type {any} */ a, /** @type {any} */ b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
            this.now = { seq, asks: !!forecast?.asks, lines };
            this.draw();
            t.marks.places();
            return this.now;
        } catch {
            return null;
        }
    }

    /** Who can act, as far as the server has said; null: it has not. @returns {Set<string>|null} */
    able() {
        const able = this.now?.lines.filter((l) => l.able || l.kind === 'loses').flatMap((l) => l.units);
        return able ? new Set(able) : null;
    }

    // ---- the line ----

    draw() {
        const lines = this.phase ? this.now?.lines || [] : [], barred = lines[0]?.kind === 'bars', box = $('forecast');
        box.hidden = !lines.length;
        fill(box, lines.length ? h('span', {}, barred ? 'Not yet: ' : 'If you end now: ') : null, lines.map((l, i) => [i ? '; ' : '', this.part(l)]));
        box.title = lines.map((l) => l.text).join('; ');
        $('say').classList.toggle('foretold', lines.length > 0);
    }

    /** Of many the first few: the rest light up. @param {any} l */
    brief(l) {
        const names = l.units.map((/** @type {string} */ u) => this.t.nameOf(u)), at = l.text.indexOf(names[FEW]);
        return names.length > MANY && at > 0 ? `${l.text.slice(0, at).replace(/,? (and )?$/, '')} and ${names.length - FEW} more` : l.text;
    }

    /** Lights up whom it is about; a click goes there. @param {any} l */
    part(l) {
        const { t } = this, lit = () => t.select.light(l.units, l.places), dark = () => t.select.light([], []);
        return h(`button.fp.${l.kind}`, { 'type': 'button', 'onmouseenter': lit, 'onmouseleave': dark, 'onfocus': lit, 'onblur': dark, 'onclick': () => this.go(l) }, this.brief(l));
    }

    /** While a phase may not be ended: what has to be done first, on the board. A place that is owed something has a dotted rim; whoever owes it a sign. */
    drawn() {
        const { board } = this.t, lines = this.phase && this.now?.lines[0]?.kind === 'bars' ? this.now.lines.filter((l) => l.kind !== 'bars' && !l.able) : [];
        const cells = (/** @type {any[]} */ some) => [...new Set(some.flatMap((l) => l.places))].map((p) => board.cell(p)).filter(Boolean), r = board.hex * 0.13;
        return cells(lines.filter((l) => !l.units.length)).map((c) => `<path class="duty" d="${c?.d}"/>`).join('')
            + cells(lines.filter((l) => l.units.length)).map((c) => c ? `<g class="owes" transform="translate(${c.x - board.hex * 0.36} ${c.y - board.hex * 0.2})"><circle r="${r}"/><text y="${r * 0.62}" font-size="${r * 1.8}">!</text></g>` : '').join('');
    }

    /** To whom it is about; of what bars the phase, to what is owed. @param {any} l */
    go(l) {
        const owed = (this.now?.lines || []).filter((x) => x.kind !== 'bars' && !x.able), about = l.places.length || l.units.length ? l : owed[0] || l;
        const place = about.places.find((/** @type {string} */ p) => this.t.board.cell(p));
        if (place)
            this.t.board.show(place);
        this.t.select.light(about.units, about.places);
    }

    // ---- ending ----

    /** What ends the step: at once, or of a phase after a question if something would be lost. @param {any} a */
    async end(a) {
        const { t } = this;
        if (!this.phase || this.asking || setting('endings', 'lost') === 'never')
            return this.close(a);
        const now = await this.fetch();
        if (!now || !t.choices.legal.some((x) => x.do === a.do))
            return;
        if (now.asks || (setting('endings', 'lost') === 'left' && now.lines.length))
            return this.question(a, now);
        return this.close(a);
    }

    /** @param {any} a */
    close(a) {
        this.asked = null;
        this.t.bubble.close();
        return this.t.decide.commit(a);
    }

    /** Asked once: E again, or the button, ends it. @param {any} a @param {{lines: any[]}} now */
    question(a, now) {
        const { t } = this, stay = h('button.b2', { type: 'button', onclick: () => this.stay() }, 'Not yet', h('kbd', {}, 'Esc'));
        const row = (/** @type {any} */ l) => h(`li.${l.kind}`, {}, this.part({ ...l, text: capital(l.text) }),
            l.case ? t.reader.link(l.case) : null);
        t.bubble.show(null, true, [h('h3', {}, `${t.labelOf(a)}?`), h('ul.fq', {}, now.lines.map(row)),
            h('div.row', {}, h('button.b2', { 'type': 'button', 'id': 'end-anyway', 'onclick': () => this.close(a) }, 'End anyway', h('kbd', {}, 'E')), stay)]);
        this.asked = { a, seq: t.state.seq };
        $('here').textContent = `${t.labelOf(a)}? ${now.lines.map((l) => l.text).join('; ')}. E ends it anyway, Escape does not.`;
        stay.focus();
    }

    /** Nothing but the end, or the order of stacks, can be chosen: the person may have such phases end by themselves. */
    skip() {
        const { t } = this, { legal, ender } = t.choices;
        if (!setting('skip', false) || !ender || t.live.entries <= this.skipped || !legal.every((a) => ends(a) || quiet(a)))
            return false;
        this.skipped = t.live.entries;
        t.decide.act(ender);
        return true;
    }
}
