// scout.js: what one can know of the enemy by looking on and remembering: how strong each of his places is, at the least
// and at the most, and who was seen to go where he is not seen any more. The server finds it out from what this seat
// may know (docs/table-api.md); here it is asked for when it is wanted, once a state.
// @ts-check
import { h, listed } from './dom.js';
import { get } from './api.js';

/** @typedef {{place: string, side: string, hidden: boolean, known: number, least: number, most: number, likely: number}} Enemy */
/** @typedef {{place: string, unit: string, name: string, turn: number, n: number, with?: string}} Seen */

/** "6 to 17", or "6" @param {Enemy} e */
export const range = (e) => e.least === e.most ? String(e.least) : `${e.least} to ${e.most}`;

export class Scout {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** Of which state the answer is, and of which it was asked. */
        this.key = '';
        this.asked = '';
        /** @type {Enemy[]} */
        this.enemy = [];
        /** @type {Seen[]} */
        this.seen = [];
        /** Is the strength of all places shown on the board? */
        this.shown = false;
    }

    now() { const s = this.t.live; return `${s.match}/${s.seq}/${s.viewer}`; }

    /** Is there anything to ask: a seat that looks at the present? */
    get may() { const { t } = this; return !!t.live && !t.live.over && t.live.you !== 'spectator' && t.replay.at === null; }

    /** Asks unless it is known. True: it is known now. */
    async ask() {
        const key = this.now(), { t } = this;
        if (this.key === key)
            return true;
        if (!this.may || this.asked === key)
            return false;
        this.asked = key;
        try {
            const r = await get(`match/${t.match}/scout`, t.token);
            if (key !== this.now())
                return false;
            Object.assign(this, { key, enemy: r.enemy, seen: r.seen });
            return true;
        } catch {
            return false;       // then it is not shown
        }
    }

    /** What is known of a place, for the inspector; asked for if need be. @param {string} place */
    line(place) {
        const { t } = this, holds = t.state.view.stacks?.[place];
        if (!this.may || !(holds?.hidden || t.stackIn(place).some((p) => !p.own)))
            return null;
        if (this.key !== this.now()) {
            this.ask().then((known) => { if (known && t.select.place === place) t.inspector.draw(); });
            return null;
        }
        return this.enemy.filter((e) => e.place === place).map((e) => this.strength(e)).concat(this.memory(place));
    }

    /** @param {Enemy} e */
    strength(e) {
        return e.most && (e.hidden || e.least !== e.known) ? h('p.sum.scout', {}, `Strength: ${e.known ? `${e.known} seen, ` : ''}`, h('b', {}, range(e)), ` possible${e.least === e.most ? '' : `, about ${Math.round(e.likely)}`}.`) : null;
    }

    /** @param {string} place */
    memory(place) {
        const { t } = this, list = this.seen.filter((x) => x.place === place);
        const one = (/** @type {Seen} */ x) => `${x.name} (turn ${x.turn}${x.with ? `, perhaps with ${t.nameOf(x.with)}` : ''})`;
        return list.length ? h('p.sum.scout', { id: 'seen-here' }, 'Seen to go there, not seen since: ', h('b', {}, listed(list.map(one))), '.') : null;
    }

    // ---- all places ----

    /** For the summary. */
    table() {
        const { t } = this, list = this.enemy.filter((e) => e.most).sort((a, b) => b.most - a.most);
        if (!list.length)
            return null;
        const th = (/** @type {string} */ w) => h('th', { scope: 'col' }, w);
        return [h('h3', {}, 'Strength of the enemy'), h('button.b2', { 'type': 'button', 'id': 'scout-board', 'aria-pressed': String(this.shown), 'onclick': () => this.toggle() }, this.shown ? 'Hide on the board' : 'Show on the board'),
            h('table', {}, h('thead', {}, h('tr', {}, th('Where'), th('Seen'), th('Possible'), th('Likely'))), h('tbody', {}, list.map((e) => h('tr', {},
                h('th', { scope: 'row' }, t.chronicle.link({ word: e.place, place: e.place }), ` ${t.ground[e.place]?.name || ''}`), h('td.n', {}, e.known || '–'), h('td.n', {}, range(e)), h('td.n', {}, Math.round(e.likely))))))];
    }

    toggle() {
        this.shown = !this.shown;
        document.getElementById('scout-board')?.setAttribute('aria-pressed', String(this.shown));
        const b = document.getElementById('scout-board');
        if (b)
            b.textContent = this.shown ? 'Hide on the board' : 'Show on the board';
        this.t.marks.places();
    }

    /** Over the pieces of each enemy place: how strong it is. */
    drawn() {
        const { t } = this, { board: b } = t;
        if (!this.shown || !this.may)
            return '';
        if (this.key !== this.now()) {
            this.ask().then((known) => known && t.marks.places());
            return '';
        }
        return this.enemy.filter((e) => e.most).map((e) => {
            const c = b.cell(e.place), words = e.least === e.most ? `${e.least}` : `${e.least}–${e.most}`, w = 12 + 8.5 * words.length;
            return c ? `<g class="might" transform="translate(${c.x} ${c.y - 34})"><rect x="${-w / 2}" y="-10" width="${w}" height="20" rx="10"/><text y="5.2">${words}</text></g>` : '';
        }).join('');
    }
}
