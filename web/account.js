// account.js: when it is over: how it came about. Who stood how in each turn, losses by corps and turn, ground, luck of
// the dice against what was to be expected, and the moments that turned it, each a link to the board as it was.
// @ts-check
import { $, h, svg, capital, esc, sentence } from './dom.js';
import { get } from './api.js';

const W = 640, H = 150, LEFT = 34, BOTTOM = 20;
/** Thousandths of a victory, in words. @param {number} n */
const percent = (n) => `${n > 0 ? '+' : n < 0 ? '−' : ''}${Math.abs(n / 10).toFixed(1)} %`;

export class Account {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    /** The button, once it is over. @param {any} s */
    button(s) { return s.over && s.entries ? h('button.b2', { type: 'button', id: 'account', onclick: () => this.open() }, 'How it came about') : null; }

    async open() {
        const { t } = this, r = await t.decide.ask(() => get(`match/${t.match}/account`, t.token)), thought = r && t.thoughts.page(await t.thoughts.ask());
        if (r)
            t.dialogs.open('How it came about', this.page(r.account, thought && [h('h3', {}, 'What the computers thought'), thought]));
    }

    /** @param {any} a @param {any} thought */
    page(a, thought) {
        const turns = Array.from({ length: Math.max(0, a.turns - a.first + 1) }, (_, i) => a.first + i);
        return h('div.account', {}, h('p', {}, this.result()), this.turning(a.turning), this.curve(a, turns), this.losses(a, turns), this.table('How it stood', a.measures.filter((/** @type {any} */ m) => m.kind === 'standing'), turns),
            this.table('Ground: places where their troops stood last', a.sides.map((/** @type {any} */ x) => ({ title: x.title, side: x.side, turns: x.ground })), turns), this.luck(a), thought);
    }

    result() {
        const { result } = this.t.live;
        return `${sentence(capital(result?.text || ''))} ${this.t.box.won(result)}`.trim();
    }

    /** A colour with its side's name. @param {string} side @param {string} words */
    of(side, words) { return [h('i.dot', { vars: { '--c': this.t.box.colour(side) } }), words]; }

    // ---- moments ----

    /** @param {any[]} list */
    turning(list) {
        return list.length ? [h('h3', {}, 'What turned it'), h('ol.turning', {}, list.map((d) => this.moment(d, `${this.t.box.side(d.side)} ${percent(d.gain)}`)))] : null;
    }

    /** @param {any} d @param {string} words */
    moment(d, words) {
        const go = () => { $('dialog').close(); this.t.replay.go(d.n); };
        return h('li', {}, h('button.case', { 'type': 'button', 'data-moment': d.n, 'onclick': go, 'title': 'See the board as it was' }, `Turn ${d.turn}`), ' ', this.of(d.side, h('b', {}, words)), ` ${sentence(capital(d.text))}`);
    }

    // ---- turn by turn ----

    /** How likely the first side was to win. @param {any} a @param {number[]} turns */
    curve(a, turns) {
        const [first, second] = a.sides, points = [first.began, ...first.stood], n = points.length - 1;
        if (n < 1)
            return null;
        const x = (/** @type {number} */ i) => LEFT + (W - LEFT - 8) * i / n, y = (/** @type {number} */ v) => 8 + (H - BOTTOM - 8) * (1 - v / 1000);
        const line = points.map((/** @type {number} */ v, /** @type {number} */ i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('');
        const label = (/** @type {number} */ v, /** @type {string} */ words) => `<text class="ax" x="${LEFT - 6}" y="${y(v) + 4}" text-anchor="end">${words}</text>`;
        const every = Math.ceil(turns.length / 16);
        const inner = `<path class="even" d="M${LEFT} ${y(500)}H${W - 8}"/>${label(1000, '100')}${label(500, '50')}${label(0, '0')}`
            + turns.map((turn, i) => (i + 1) % every ? '' : `<text class="ax" x="${x(i + 1)}" y="${H - 4}" text-anchor="middle">${turn}</text>`).join('')
            + `<path class="stood" stroke="${esc(this.t.box.colour(first.side))}" d="${line}"/>` + points.map((/** @type {number} */ v, /** @type {number} */ i) => `<circle fill="${esc(this.t.box.colour(first.side))}" cx="${x(i)}" cy="${y(v)}" r="3.5"/>`).join('');
        const words = `Chance of victory of ${first.title}, in per cent, at the beginning and as each turn ended: ${points.map((/** @type {number} */ v) => Math.round(v / 10)).join(', ')}`;
        return [h('h3', {}, `How likely ${this.t.box.play(first.side)} were to win, as the computer judges it`),
            svg('svg', { 'viewBox': `0 0 ${W} ${H}`, 'class': 'curve', 'role': 'img', 'aria-label': words }, inner), second && a.sides.length > 2 ? h('p.hint', {}, second.title) : null];
    }

    /** @param {any} a @param {number[]} turns */
    losses(a, turns) {
        const all = a.measures.filter((/** @type {any} */ m) => m.kind === 'losses' && m.whole > 0), broken = new Set(a.measures.filter((/** @type {any} */ m) => m.kind === 'broken' && m.turns.at(-1)).map((/** @type {any} */ m) => m.title));
        return this.table('Losses by corps, as each turn ended', all.map((/** @type {any} */ m) => ({ ...m, note: broken.has(m.title) ? 'broken' : '' })), turns, true);
    }

    /** Rows of numbers by turn. @param {string} title @param {any[]} rows @param {number[]} turns @param {boolean} [whole] is there something to lose */
    table(title, rows, turns, whole) {
        if (!rows.length || !turns.length)
            return null;
        const cell = (/** @type {any} */ m, /** @type {number} */ v, /** @type {number} */ i) => h(`td.n${i && v > m.turns[i - 1] ? '.up' : ''}`, { vars: whole ? { '--f': `${Math.min(100, 100 * v / m.whole)}%` } : {} }, v || '·');
        return [h('h3', {}, title), h('div.wide', { 'tabindex': '0', 'role': 'region', 'aria-label': title }, h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Turn'), turns.map((n) => h('th', { scope: 'col' }, n)), whole ? h('th', { scope: 'col' }, 'Of') : null)),
            h('tbody', {}, rows.map((m) => h(`tr${m.army ? '.army' : ''}`, {}, h('th', { scope: 'row' }, this.of(m.side, m.title), m.note ? h('em.bad', {}, ` ${m.note}`) : null), m.turns.map((/** @type {number} */ v, /** @type {number} */ i) => cell(m, v, i)), whole ? h('td.n', {}, m.whole) : null)))))];
    }

    // ---- luck ----

    /** @param {any} a */
    luck(a) {
        const best = [...a.sides].sort((x, y) => y.luck - x.luck)[0], { thrown, mean, expected } = a.dice;
        if (!a.throws.length && !thrown)
            return null;
        const words = best.luck > 0 ? `Luck was with ${this.t.box.play(best.side)}: it was worth ${percent(best.luck)} of a victory.` : 'Luck was with nobody.';
        return [h('h3', {}, 'Luck'), h('p', { id: 'luck' }, words, thrown ? ` ${thrown} dice fell, ${mean.toFixed(2)} on average where ${expected.toFixed(2)} were to be expected.` : ''),
            h('p.hint', {}, 'Each outcome is held against the mean of all that could have been; what a player decided has no part in it.'),
            a.throws.length ? h('ol.turning', {}, a.throws.slice(0, 3).map((/** @type {any} */ d) => this.moment(d, `${this.t.box.side(d.side)} ${percent(d.luck)}`))) : null];
    }
}
