// sheet.js: a calculation as it is shown before the die and kept in the log.
// @ts-check
import { h, capital, figures } from './dom.js';

/** Sums that stand below the lines, in this order, three at most. */
const HEADS = ['odds', 'column', 'difference', 'modifier', 'points', 'hits', 'attack', 'defence', 'strength', 'result'];

/** @param {any} line @param {boolean} sum @param {(c: string) => void} open */
function row(line, sum, open) {
    const value = line.value === '?' ? h('i.q', {}, '?') : figures(line.value ?? '');
    const cites = line.case ? h('button.case', { type: 'button', onclick: () => open(line.case) }, line.case) : '';
    return h(`tr${sum ? '.s' : ''}`, {}, h('td', {}, line.what), h('td.v', {}, value), h('td.k', {}, cites));
}

/** Those of the charts it was read from that are not in the rulebook. @param {any} sheet */
function sources(sheet) {
    const ours = (sheet.charts || []).filter((/** @type {any} */ c) => c.source !== 'rulebook');
    return ours.length ? h('p.src', {}, ours.map((/** @type {any} */ c) => h('span', {}, `${c.title}: `, h('span.rec', { title: 'This chart is not in the rulebook; it was made here (see Charts).' }, c.source)))) : null;
}

/** @param {any} sheet */
function heads(sheet) {
    const shown = HEADS.filter((k) => sheet[k] !== undefined && typeof sheet[k] !== 'object' && !(k === 'column' && sheet.column === sheet.odds)).slice(0, 3);
    const signed = (/** @type {string} */ k) => k === 'modifier' && Number(sheet[k]) > 0 ? `+${sheet[k]}` : figures(sheet[k]);
    return shown.length ? h('p.tot', {}, shown.map((k) => h('span', {}, `${capital(k)} `, h('b', {}, signed(k))))) : null;
}

/** @param {any} sheet @param {import('./box.js').Box} box */
function bars(sheet, box) {
    const chances = sheet.chances || [], total = chances.reduce((/** @type {number} */ n, /** @type {any} */ c) => n + c.weight, 0);
    const bar = (/** @type {any} */ c) => {
        const r = box.result(String(c.result)), percent = Math.round(100 * c.weight / total);
        return h('li', { vars: { '--c': r.colour || 'var(--link)' } }, h('span.rc', {}, h('b', {}, c.result)),
            h('span', {}, h('span.rt', {}, r.text || c.text || ''), h('span.rb', {}, h('i', { vars: { '--w': `${percent}%` } }))), h('span.rp', {}, `${percent} %`));
    };
    return chances.length ? h('ul.bars', { 'aria-label': 'Chance of each result' }, chances.map(bar)) : null;
}

/** Lines with their cases, the sums, the chance of each result, and which charts are ours. @param {any} sheet @param {import('./box.js').Box} box @param {(c: string) => void} open */
export function sheetRows(sheet, box, open) {
    const lines = sheet.lines || [], sums = ['odds', 'column', 'difference'].map((k) => sheet[k]).filter(Boolean);
    const sum = (/** @type {any} */ l) => l.sum || l === lines.at(-1) || sums.includes(l.value);
    return [
        h('table.ln', {}, h('caption.vh', {}, 'How it is computed'), h('tbody', {}, lines.map((/** @type {any} */ l) => row(l, sum(l), open)))),
        heads(sheet), bars(sheet, box), sources(sheet),
    ];
}
