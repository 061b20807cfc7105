// pool.js: a tray that holds many pieces, such as a reserve: how many there are of each formation; the pieces themselves
// behind a click, and at once where one of them may be chosen.
// @ts-check
import { h } from './dom.js';
import { strengthOf } from './shown.js';

/** More than this are counted instead of shown. */
const MANY = 8;

/** @typedef {import('./shown.js').Piece} Piece */

/** @param {Piece[]} pieces */
export const isPool = (pieces) => pieces.length > MANY;

/**
 * @param {import('./table.js').Table} t @param {Piece[]} pieces @param {(p: Piece) => any} show how one is shown
 * @param {Set<string>} open formations that were open before
 */
export function pool(t, pieces, show, open) {
    const by = /** @type {Map<string, Piece[]>} */ (new Map());
    for (const p of pieces)
        by.set(p.formation || p.class, [...(by.get(p.formation || p.class) || []), p]);
    return h('div.pool', {}, [...by].map(([id, list]) => {
        const f = t.box.formation(id), strength = list.reduce((n, p) => n + (strengthOf(p) || 0), 0);
        const may = list.some((p) => t.choices.units.has(p.id) || p.id === t.select.subject), shown = may || open.has(id);
        const d = h('details', { 'data-pool': id, 'open': shown ? true : null }, h('summary', { title: strength ? `strength ${strength}` : null }, h('i.dot', { vars: { '--c': f?.colour || t.box.colour(list[0].army) } }), h('span', {}, f?.title || id), h('b', {}, `${list.length}`)),
            shown ? h('div', {}, list.map(show)) : null);
        d.addEventListener('toggle', () => d.open && !d.querySelector('div') && d.append(h('div', {}, list.map(show))));
        return d;
    }));
}
