// advice.js: what the strongest computer would do in one's place, what it compared and why, and what it thinks of one's last decision; and whether
// that is allowed where others play.
// @ts-check
import { $, h, fill, icon, capital, sentence } from './dom.js';
import { post } from './api.js';

/** Thousandths as a percentage. @param {number} x */
const percent = (x) => Math.round(x / 10);

export class Advice {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {{seq: number, reply: any}|null} what was said, and of which state */
        this.said = null;
        this.asking = false;
    }

    /** The computer that is asked. @returns {string} */
    get who() { return capital([...this.t.bots].sort((a, b) => b.level - a.level)[0]?.name || 'computer'); }

    /** It can be asked for now. */
    get may() { const s = this.t.state; return s.mine && !s.over && s.advice?.can && this.t.choices.legal.length > 1 && this.t.replay.at === null; }

    /** The button beside the choices. */
    button() {
        return this.may ? h('button.b3', { 'type': 'button', 'id': 'advise', 'title': `What would ${this.who} do? (I)`, 'aria-label': `What would ${this.who} do?`, 'aria-disabled': String(this.asking), 'onclick': () => this.ask() }, icon('ui-help', 18), h('span.adv', {}, this.asking ? 'Thinking…' : 'Advice')) : null;
    }

    async ask() {
        const { t } = this;
        if (!this.may)
            return t.state.mine && !t.state.advice?.can ? this.barred() : null;
        if (this.asking)
            return null;
        const { seq } = t.live;
        this.asking = true;
        t.head.acts();
        const reply = await t.decide.ask(() => post(`match/${t.match}/advise`, String(seq), t.token));
        this.asking = false;
        t.head.acts();
        if (reply && t.live.seq === seq && t.state.mine)
            this.open(seq, reply);
    }

    /** One's last decision in which there was a choice may be judged. @param {any} s */
    mayJudge(s) { return s.you !== 'spectator' && s.entries > 0 && (s.over || s.advice?.can); }

    /** What it left of the chance to win. */
    async judge() {
        const { t } = this, { seq } = t.live;
        if (this.asking)
            return;
        this.asking = true;
        t.head.acts();
        const reply = await t.decide.ask(() => post(`match/${t.match}/judge`, '', t.token));
        this.asking = false;
        t.head.acts();
        if (reply && t.live.seq === seq)
            this.open(seq, reply);
    }

    /** Against people: both must allow it. */
    barred() { this.t.bubble.tell('Advice is for matches against the computer, unless both sides allow it: see Match.'); }

    /** What the two sides have agreed on. @param {any} s @returns {'free'|'asked'|'wished'|'none'} */
    consent(s) {
        const by = new Set(s.advice?.allowed_by || []), mine = s.seats.filter((/** @type {any} */ x) => x.you).map((/** @type {any} */ x) => x.side);
        return s.advice?.can ? 'free' : mine.some((/** @type {string} */ x) => by.has(x)) ? 'wished' : by.size ? 'asked' : 'none';
    }

    /** @param {'allow'|'refuse'} how */
    agree(how) { return this.t.decide.change('advise', how); }

    /** Between people: what can be agreed on, for the dialog of the match. @param {any} s @param {(label: string, f: () => any) => any} b */
    choices(s, b) {
        const is = this.consent(s), alone = is === 'free' && !s.advice.allowed_by.length;
        if (alone)
            return null;
        return is === 'free' || is === 'wished' ? b('Allow no advice', () => this.agree('refuse')) : b('Allow advice to both', () => this.agree('allow'));
    }

    // ---- the answer ----

    /** @param {number} seq @param {any} reply */
    open(seq, reply) {
        this.said = { seq, reply };
        this.show();
        $('here').textContent = $('advice').querySelector('h2').textContent;
    }

    draw() {
        if (this.said && (this.said.seq !== this.t.live.seq || this.t.replay.at !== null))
            this.close();
    }

    /** What an action is called here. @param {any} a */
    label(a) {
        const known = this.t.choices.legal.find((x) => x.do === a.do);
        return known ? this.t.labelOf(known) : capital(a.label);
    }

    /** @param {string} words */
    head(words) { return h('header', {}, h('h2', {}, words), h('button.qb', { 'type': 'button', 'aria-label': 'Close the advice', 'onclick': () => this.close() }, icon('ui-x', 16))); }

    show() {
        const { reply } = /** @type {any} */ (this.said);
        return reply.judged ? this.verdict(reply) : this.advise(reply);
    }

    /** @param {any} v */
    verdict(v) {
        fill($('advice'), this.head(`${capital(v.bot)} on: ${sentence(capital(v.judged.label))}`), h('p.why', { id: 'verdict' }, v.text),
            h('footer', {}, h('button.b2', { 'type': 'button', 'id': 'judged', 'onclick': () => { this.close(); this.t.replay.go(v.entry - 1); } }, 'See the board before it'), h('span', {}, 'Its numbers are estimates.')));
        $('advice').hidden = false;
    }

    /** The plan of the turn, and what is expected of the enemy. @param {any} why */
    reasons(why) { return [why?.said.plan, why?.said.enemy].filter(Boolean).map((x) => h('p.why', {}, x)); }

    /** @param {any} reply */
    advise(reply) {
        const e = $('advice'), all = reply.compared, thought = all.some((/** @type {any} */ c) => c.courses);
        const courses = all.reduce((/** @type {number} */ n, /** @type {any} */ c) => n + c.courses, 0);
        fill(e, this.head(`${capital(reply.bot)}: ${sentence(this.label(reply))}`),
            h('p', {}, all.length < 2 ? 'There was nothing to compare it with.' : thought ? `What it compared, playing ${courses} courses of the battle on in its mind, from what your side knows: how likely you are to win after each.` : 'What it likes, the best first.'),
            h('ol', {}, all.map((/** @type {any} */ c) => this.row(c))), this.reasons(reply.why),
            h('footer', {}, h('button.b2', { 'type': 'button', 'id': 'advised', 'onclick': () => this.obey(reply) }, 'Do that'), this.mayJudge(this.t.live) ? h('button.b2', { 'type': 'button', 'id': 'judge', 'onclick': () => this.judge() }, 'Judge my last decision') : null, h('span', {}, thought ? 'Its numbers are estimates: small differences mean nothing.' : '')));
        e.hidden = false;
        const first = [...reply.places, ...reply.units.map((/** @type {string} */ u) => this.t.placeOf(u))].find((p) => this.t.board.cell(p));
        if (first && !this.t.board.inSight(first))
            this.t.board.show(first, true);
    }

    /** @param {any} c */
    row(c) {
        const { t } = this, lit = () => t.select.light(c.units, c.places), dark = () => t.select.light([], []);
        const chance = c.courses ? [h('span.ab', { 'aria-hidden': 'true' }, h('i', { vars: { '--w': `${percent(c.chance)}%` } })), h('span.ap', {}, `${percent(c.chance)} %`, c.doubt > 5 ? h('small', {}, ` ± ${percent(c.doubt)}`) : null)] : null;
        return h('li', { onmouseenter: lit, onmouseleave: dark }, h('span.al', {}, this.label(c)), chance);
    }

    /** @param {any} reply */
    obey(reply) {
        const a = this.t.choices.legal.find((x) => x.do === reply.do);
        this.close();
        return a ? this.t.decide.act(a) : null;
    }

    /** @returns {boolean} was it open? */
    close() {
        const had = !!this.said;
        this.said = null;
        $('advice').hidden = true;
        this.t.select.light([], []);
        return had;
    }
}
