// summary.js: what has changed between two views of the board, and all that the others did, in a page: who moved, where
// there was fighting, what was lost, who was seen.
// @ts-check
import { h, capital, sentence } from './dom.js';
import { strengthOf } from './shown.js';

/** @typedef {import('./shown.js').Piece} Piece */

/**
 * What was lost, and which enemies are seen that were not: from two views of the same eyes.
 * @param {Piece[]} then @param {Piece[]} now @param {import('./box.js').Box} box
 */
export function changes(then, now, box) {
    const was = new Map(then.filter((p) => !p.unseen).map((p) => [p.id, p])), lost = /** @type {{piece: Piece, by: number, gone: boolean}[]} */ ([]), seen = /** @type {Piece[]} */ ([]);
    for (const p of now) {
        const old = was.get(p.id), gone = !!old?.place && !p.place && box.boxes.get(p.off || '')?.group === 'Losses';
        const before = old && strengthOf(old), after = strengthOf(p), by = before !== undefined && after !== undefined && !p.veiled && !old?.veiled ? before - after : 0;
        if (p.unseen)
            continue;
        if (gone || by > 0)
            lost.push({ piece: p, by, gone });
        if (!p.own && p.place && (!old?.place || (old.veiled && !p.veiled)) && !(old && box.boxes.get(old.off || '')))
            seen.push(p);
    }
    return { lost, seen };
}

export class Summary {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    async open() {
        const { t } = this;
        await t.scout.ask();
        t.dialogs.open('What the others did', this.page());
    }

    page() {
        const { t } = this, { news } = t, { lost, seen } = news;
        const list = (/** @type {string} */ title, /** @type {any[]} */ rows, /** @type {string} */ none) => [h('h3', {}, title), rows.length ? h('ul', {}, rows.map((r) => h('li', {}, r))) : h('p.hint', {}, none)];
        return h('div.summary', {}, list('Moved', news.ways.map((w) => this.way(w)), 'Nobody was seen to move.'), list('Attacked', this.fights(), 'There was no fighting.'),
            list('Lost', lost.map((x) => this.loss(x)), 'Nothing was lost.'), list('Seen', seen.map((p) => [this.dot(p.army), this.unit(p), ' at ', this.place(p.place || '')]), 'Nothing new was seen.'), t.scout.table());
    }

    /** @param {string} id of an army or side */
    dot(id) { return h('i.dot', { vars: { '--c': this.t.box.colour(id) } }); }
    /** @param {string} place */
    place(place) { return this.t.chronicle.link({ word: place, place }); }
    /** @param {Piece} p */
    unit(p) { return this.t.chronicle.link({ word: p.name, unit: p.id }); }

    /** @param {import('./news.js').Way} w */
    way(w) {
        const { t } = this;
        return [this.dot(w.unit ? t.armyOf(w.unit) : w.who), w.unit ? t.chronicle.link({ word: t.nameOf(w.unit), unit: w.unit }) : 'Somebody', ' ', w.places.flatMap((p, i) => [i ? ' – ' : '', this.place(p)])];
    }

    /** What was told of each fight. */
    fights() {
        const { t } = this, out = [];
        for (const e of t.news.entries)
            for (const x of e.events || [])
                if (x.role === 'fight' && x.text)
                    out.push([h('button.case', { 'type': 'button', 'title': 'See the board as it was', 'onclick': () => { document.querySelector('dialog')?.close(); t.replay.go(e.n); } }, 'see'), ' ', ...t.chronicle.linked(sentence(capital(x.text)), x.units, x.places)]);
        return out;
    }

    /** @param {{piece: Piece, by: number, gone: boolean}} x */
    loss(x) {
        const p = x.piece, left = strengthOf(p);
        return [this.dot(p.army), this.unit(p), x.gone ? ': lost' : ` −${x.by}${left !== undefined ? `, ${left} left` : ''}`];
    }
}
