// sheet.js: a calculation as it is shown before the die and kept in the log.
// @ts-check
import { h, figures } from './dom.js';

/** Lines with their cases, the sums, and the chance of each result. @param {any} sheet @param {any} mod @param {(c: string) => void} open @param {any} books */
export function sheetRows(sheet, mod, open, books) {
    const sums = Object.entries(sheet).filter(([k, v]) => !['title', 'lines', 'chances', 'total'].includes(k) && typeof v !== 'object');
    const order = ['odds', 'column', 'difference', 'modifier', 'points', 'hits', 'attack', 'defence', 'strength', 'result'];
    const heads = order.flatMap((k) => sums.filter(([x, v]) => x === k && !(k === 'column' && v === sheet.odds))).slice(0, 3);
    const total = sheet.total || (sheet.chances || []).reduce((/** @type {number} */ n, /** @type {any} */ c) => n + c.weight, 0) || 1;
    const last = (sheet.lines || []).length - 1;
    return [
        h('table.ln', {}, h('caption.vh', {}, 'How it is computed'), h('tbody', {}, (sheet.lines || []).map((/** @type {any} */ l, /** @type {number} */ i) => h(`tr${i === last || /odds|column|differ|fractions|total/i.test(l.what) ? '.s' : ''}`, {},
            h('td', {}, l.what), h('td.v', {}, l.value === '?' ? h('i.q', {}, '?') : figures(l.value ?? '')), h('td.k', {}, l.case ? h('button.case', { type: 'button', onclick: () => open(l.case) }, l.case) : ''))))),
        heads.length ? h('p.tot', {}, heads.map(([k, v]) => h('span', {}, `${k[0].toUpperCase()}${k.slice(1)} `, h('b', {}, k === 'modifier' && Number(v) > 0 ? `+${v}` : figures(v)))), books.reconstructed() ? h('span.rec', { title: 'The table behind this is not in the rulebook; it was made here (see Charts).' }, 'reconstructed') : null) : null,
        (sheet.chances || []).length ? h('ul.bars', { 'aria-label': 'Chance of each result' }, sheet.chances.map((/** @type {any} */ c) => {
            const r = mod.result(String(c.result)), pc = Math.round(100 * c.weight / total);
            return h('li', { vars: { '--c': r.colour || 'var(--link)' } }, h('span.rc', {}, h('b', {}, c.result)), h('span', {}, h('span.rt', {}, r.text || c.text || ''), h('span.rb', {}, h('i', { vars: { '--w': `${pc}%` } }))), h('span.rp', {}, `${pc} %`));
        })) : null,
    ];
}
