// news.js: what the others have done since this seat last decided: how they went, as lines on the board; where they
// fought; how much it was, in a line; and all of it again, step by step. It goes away with the next decision, or when it
// is hidden, and comes back with later deeds only.
// @ts-check
import { $, h, fill, icon } from './dom.js';
import { get, setting } from './api.js';
import { piecesOf } from './shown.js';
import { changes } from './summary.js';

/** @typedef {{who: string, unit: string|null, places: string[]}} Way */

/**
 * The ways of pieces, and the places where there was fighting.
 * @param {any[]} entries of the chronicle @param {Map<string, string|null>} from where pieces stood before
 */
export function ways(entries, from) {
    const at = new Map(from), list = /** @type {Way[]} */ ([]), fights = /** @type {string[]} */ ([]);
    for (const e of entries)
        for (const x of e.events || []) {
            const to = x.places?.at(-1);
            if (x.role === 'fight' && to)
                fights.push(x.places[0]);
            if ((x.role !== 'march' && x.role !== 'goes') || !to)
                continue;
            for (const unit of x.units?.length ? x.units : [null]) {
                const start = x.places.length > 1 ? x.places[0] : at.get(unit);
                const gone = list.find((w) => w.unit === unit && w.places.at(-1) === start);
                if (gone)
                    gone.places.push(to);
                else
                    list.push({ who: e.who, unit, places: start && start !== to ? [start, to] : [to] });
                if (unit)
                    at.set(unit, to);
            }
        }
    return { ways: list, fights: [...new Set(fights)] };
}

/** "1 move", "3 moves" @param {number} n @param {string} what */
const some = (n, what) => n ? `${n} ${what}${n > 1 ? 's' : ''}` : '';

export class News {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {Way[]} */
        this.ways = [];
        /** @type {string[]} */
        this.fights = [];
        /** @type {any[]} the entries that tell of it */
        this.entries = [];
        /** @type {ReturnType<typeof changes>['lost']} */
        this.lost = [];
        /** @type {ReturnType<typeof changes>['seen']} */
        this.seen = [];
        /** After this entry they begin; -1: none. */
        this.since = -1;
        /** The last of them. */
        this.last = 0;
        /** Up to this entry they were put away. */
        this.hidden = 0;
        this.asked = 0;
    }

    /** The sides of this seat; several: a hot seat, where everybody looks on. @param {any} s */
    own(s) { return new Set(s.seats.filter((/** @type {any} */ x) => x.you).map((/** @type {any} */ x) => x.side)); }

    /** Entries of others since the own last decision, and since they were hidden. @param {any} s */
    fresh(s) {
        const own = this.own(s), all = this.t.chronicle.entries, last = all.findLast((e) => own.has(e.who));
        if (own.size !== 1 || !s.mine || s.over || !setting('follow', true))
            return [];
        return all.filter((e) => e.n > Math.max(last?.n ?? 0, this.hidden) && e.turn > 0 && e.events?.length);
    }

    /** A newer state, or a fuller chronicle. @param {any} s */
    async look(s) {
        this.hidden = Math.min(this.hidden, s.entries);     // what was taken back and done again is new
        const fresh = this.fresh(s), asked = ++this.asked, since = fresh.length ? fresh[0].n - 1 : -1;
        if (since === this.since)
            return;
        this.clear();
        if (since < 0)
            return;
        let before = /** @type {import('./shown.js').Piece[]} */ ([]);
        try {
            before = piecesOf((await get(`match/${this.t.match}/at/${since}`, this.t.token)).view);
        } catch { /* then lines begin where they end */ }
        if (asked !== this.asked)
            return;
        this.since = since;
        this.last = fresh[fresh.length - 1].n;
        this.entries = fresh;
        Object.assign(this, ways(fresh, new Map(before.map((p) => [p.id, p.place]))), before.length ? changes(before, piecesOf(s.view), this.t.box) : { lost: [], seen: [] });
        this.card();
        this.t.marks.places();
    }

    clear() {
        this.since = -1;
        Object.assign(this, { ways: [], fights: [], entries: [], lost: [], seen: [] });
        $('news').hidden = true;
        this.t.marks.places();
    }

    hide() {
        this.hidden = this.last;
        this.clear();
    }

    card() {
        const words = [some(this.ways.length, 'move'), some(this.fights.length, 'fight'), this.lost.length ? `${this.lost.length} lost strength` : '', this.seen.length ? `${this.seen.length} newly seen` : ''].filter(Boolean).join(', ');
        $('news').hidden = !words;
        fill($('news'), h('span', {}, `Since your last decision: ${words}`),
            h('button.b2', { type: 'button', id: 'summary', title: 'Who moved, fought, lost and was seen', onclick: () => this.t.summary.open() }, 'Summary'),
            h('button.b2', { type: 'button', id: 'watch', title: 'Watch it again, step by step (B)', onclick: () => this.watch() }, icon('ui-play', 16), 'Watch', h('kbd', {}, 'B')),
            h('button.qb', { 'type': 'button', 'aria-label': 'Hide', 'onclick': () => this.hide() }, icon('ui-x', 16)));
    }

    /** What others did, from the beginning of it. */
    watch() {
        if (this.since >= 0)
            this.t.replay.playFrom(this.since);
    }

    /** As lines on the board, under the pieces. */
    drawn() {
        const { board: b, box } = this.t;
        if (this.t.replay.at !== null)
            return '';
        const line = (/** @type {Way} */ w) => {
            const cells = w.places.map((p) => b.cell(p)).filter(Boolean), d = cells.map((c, i) => `${i ? 'L' : 'M'}${c?.x} ${c?.y}`).join('');
            return cells.length > 1 ? `<path class="way2" d="${d}"/><path class="way" stroke="${box.colour(w.who)}" d="${d}"/><circle class="way0" fill="${box.colour(w.who)}" cx="${cells[0]?.x}" cy="${cells[0]?.y}" r="7"/>` : '';
        };
        return this.ways.map(line).join('') + this.fights.map((p) => b.cell(p) ? `<path class="fought" d="${b.cell(p)?.d}"/>` : '').join('');
    }
}
