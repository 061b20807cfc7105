// sheet.js: a calculation as it is shown before the die and kept in the log.
// @ts-check
import { h, capital, figures } from './dom.js';

/** Sums that stand below the lines, in this order, three at most. */
const HEADS = ['head', 'difference', 'modifier', 'points', 'hits', 'attack', 'defence', 'strength', 'result'];

/** @param {any} line @param {boolean} sum @param {import('./reader.js').Reader} reader */
function row(line, sum, reader) {
    const value = line.value === '?' ? h('i.q', {}, '?') : figures(line.value ?? '');
    return h(`tr${sum ? '.s' : ''}`, {}, h('td', {}, reader.linked(line.what)), h('td.v', {}, value), h('td.k', {}, line.case ? reader.link(line.case) : ''));
}

/** Those of the charts it was read from that are not in the rulebook. @param {any} sheet */
function sources(sheet) {
    const ours = (sheet.charts || []).filter((/** @type {any} */ c) => c.source !== 'rulebook');
    return ours.length ? h('p.src', {}, ours.map((/** @type {any} */ c) => h('span', {}, `${c.title}: `, h('span.rec', { title: 'This chart is not in the rulebook; it was made here (see Charts).' }, c.source)))) : null;
}

/** @param {any} sheet */
function heads(sheet) {
    const shown = HEADS.filter((k) => sheet[k] !== undefined && typeof sheet[k] !== 'object').slice(0, 3), title = (/** @type {string} */ k) => k === 'head' ? 'Comes to' : capital(k);
    const signed = (/** @type {string} */ k) => k === 'modifier' && Number(sheet[k]) > 0 ? `+${sheet[k]}` : figures(sheet[k]);
    return shown.length ? h('p.tot', {}, shown.map((k) => h('span', {}, `${title(k)} `, h('b', {}, signed(k))))) : null;
}

/** @param {any} sheet @param {import('./box.js').Box} box */
export function bars(sheet, box) {
    const chances = sheet.chances || [], total = chances.reduce((/** @type {number} */ n, /** @type {any} */ c) => n + c.weight, 0);
    const bar = (/** @type {any} */ c) => {
        const r = box.result(String(c.result)), percent = Math.round(100 * c.weight / total);
        return h('li', { vars: { '--c': r.colour || 'var(--link)' } }, h('span.rc', {}, h('b', {}, c.result)),
            h('span', {}, h('span.rt', {}, r.text || c.text || ''), h('span.rb', {}, h('i', { vars: { '--w': `${percent}%` } }))), h('span.rp', {}, `${percent} %`));
    };
    return chances.length ? h('ul.bars', { 'aria-label': 'Chance of each result' }, chances.map(bar)) : null;
}

/** Lines with their cases, and which charts are ours. @param {any} sheet @param {import('./box.js').Box} _box @param {import('./reader.js').Reader} reader */
export function sheetLines(sheet, _box, reader) {
    const lines = sheet.lines || [], sums = ['odds', 'column', 'difference'].map((k) => sheet[k]).filter(Boolean);
    const sum = (/** @type {any} */ l) => l.sum || l === lines.at(-1) || sums.includes(l.value);
    return [h('table.ln', {}, h('caption.vh', {}, 'How it is computed'), h('tbody', {}, lines.map((/** @type {any} */ l) => row(l, sum(l), reader)))), sources(sheet)];
}

/** What is told besides the sum. @param {any} sheet @param {import('./reader.js').Reader} reader */
const notes = (sheet, reader) => [...(sheet.notes || []), ...(sheet.aside || [])].map((/** @type {any} */ x) => h('p.nt', {}, reader.linked(`${x.text} `), x.case ? reader.link(x.case) : null));

/** All of it: lines, sums, the chance of each result. @param {any} sheet @param {import('./box.js').Box} box @param {import('./reader.js').Reader} reader */
export function sheetRows(sheet, box, reader) {
    return [...sheetLines(sheet, box, reader), heads(sheet), bars(sheet, box), ...notes(sheet, reader)];
}
