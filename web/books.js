// books.js: the charts, searchable.
// @ts-check
import { h, fill, icon, openDialog } from './dom.js';
import { get } from './api.js';

/** Signs as they are printed. @param {any} v */
const sign = (v) => String(v).replace(/^<=/, '≤ ').replace(/^>=/, '≥ ').replace(/-(?=\d)/, '−');

export class Books {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {any[]|null} */
        this.charts = null;
    }

    async load() {
        this.charts = await get(`game/${this.t.live.game}/charts`).then((c) => c.charts, () => []);
    }

    /** @param {Element} page */
    async showCharts(page) {
        if (!this.charts)
            await this.load();
        const list = h('div.pad', {}), all = this.charts || [];
        const draw = (/** @type {string} */ w) => {
            const found = all.filter((c) => JSON.stringify(c).toLowerCase().includes(w.trim().toLowerCase()));
            fill(list, found.length ? found.map((c) => this.chart(c)) : h('p.hint', {}, all.length ? 'No chart has these words.' : 'This game has no charts.'));
        };
        fill(page, h('div.flt', {}, h('input', { 'type': 'search', 'id': 'chartsearch', 'aria-label': 'Search the charts', 'placeholder': 'Search the charts', 'oninput': (/** @type {any} */ e) => draw(e.target.value) })), list);
        draw('');
    }

    /** @param {any} c */
    chart(c) {
        const cols = c.columns || [], rows = c.rows || [];
        const cell = (/** @type {any} */ r, /** @type {number} */ i, /** @type {number} */ j) => (c.cells?.[i]?.[j]) ?? r.cells?.[j] ?? '';
        const large = () => openDialog(c.title || c.id, h('figure.chart', {}, /** @type {any} */ (figure).querySelector('table').cloneNode(true)));
        const figure = h('figure.chart', { 'tabindex': '0', 'aria-label': c.title || c.id }, h('button.qb', { 'type': 'button', 'aria-label': `Enlarge ${c.title || c.id}`, 'title': 'Enlarge', 'onclick': large }, icon('ui-fit', 16)), h('table', {}, h('caption', {}, c.title || c.id || c.name, ' ', c.source && c.source !== 'rulebook' ? h('span.rec', { title: 'This chart is not printed in the rulebook; it was made here.' }, c.source) : null),
            h('thead', {}, h('tr', {}, h('td', {}, ''), cols.map((/** @type {any} */ x) => h('th', { scope: 'col' }, sign(x.name ?? x))))),
            h('tbody', {}, rows.map((/** @type {any} */ r, /** @type {number} */ i) => h('tr', {}, h('th', { scope: 'row' }, sign(r.name ?? r.row ?? r)), cols.map((/** @type {any} */ _x, /** @type {number} */ j) => h('td', {}, sign(cell(r, i, j)))))))));
        return figure;
    }
}
