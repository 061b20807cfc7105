// side.js: the right panel: tabs, tracks of morale and losses, the order of battle; on small screens the drawers.
// @ts-check
import { $, h, fill, icon, capital } from './dom.js';
import { on as inkOn } from './counters.js';
import { headingOf, strengthOf } from './shown.js';

const TABS = [['chronicle', 'Chronicle'], ['forces', 'Forces'], ['charts', 'Charts'], ['rules', 'Rules']];
const DOCK = [['left', 'ui-flag', 'Stack'], ['chronicle', 'ui-list', 'Chronicle'], ['forces', 'ui-chart', 'Forces'], ['charts', 'ui-menu', 'Charts'], ['rules', 'ui-book', 'Rules'], ['rep', 'ui-play', 'Replay']];
const narrow = () => matchMedia('(max-width:1100px)').matches;

export class Side {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        this.tab = 'chronicle';
    }

    frame() {
        fill($('tabs'), TABS.map(([id, label]) => h('button', {
            'type': 'button', 'role': 'tab', 'id': `tab-${id}`, 'aria-selected': 'false', 'aria-controls': 'page', 'tabindex': '-1',
            'onclick': () => this.openTab(id), 'onkeydown': (/** @type {KeyboardEvent} */ e) => this.arrow(e),
        }, label)));
        fill($('dock'), DOCK.map(([id, ic, label]) => h('button', { 'type': 'button', 'data-dock': id, 'aria-pressed': 'false', 'aria-label': label, 'onclick': () => this.openDrawer(id) }, icon(ic, 18), h('span', {}, label))));
    }

    /** @param {KeyboardEvent} e */
    arrow(e) {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key], next = by && TABS[TABS.findIndex(([x]) => x === this.tab) + by];
        if (!next)
            return;
        e.stopPropagation();
        this.openTab(next[0]);
        $(`tab-${next[0]}`).focus();
    }

    /** @param {string} id */
    openTab(id) {
        this.tab = id;
        if (narrow())
            $('app').dataset.drawer = 'right';
        this.show();
    }

    /** On a tablet or phone: the same button shows and hides. @param {string} id */
    openDrawer(id) {
        const app = $('app'), kind = id === 'left' || id === 'rep' ? id : 'right';
        const same = app.dataset.drawer === kind && (kind !== 'right' || this.tab === id);
        if (kind === 'right')
            this.openTab(id);
        app.dataset.drawer = same ? '' : kind;
        this.pressed();
    }

    pressed() {
        const { drawer } = $('app').dataset;
        for (const b of $('dock').children)
            b.setAttribute('aria-pressed', String(b.dataset.dock === (drawer === 'right' ? this.tab : drawer)));
    }

    /** @param {string} id */
    async openCase(id) {
        if (!this.t.books.rules)
            await this.t.books.load();
        this.t.books.hit = id;
        this.t.books.words = '';
        $('page').dataset.tab = '';
        this.openTab('rules');
    }

    show() {
        if (!this.t.state || this.t.curtain.down)
            return;
        const page = $('page'), was = page.dataset.tab, at = document.activeElement;
        for (const b of $('tabs').children) {
            const on = b.id === `tab-${this.tab}`;
            b.setAttribute('aria-selected', String(on));
            b.tabIndex = on ? 0 : -1;
        }
        this.pressed();
        if (was === this.tab && at?.tagName === 'INPUT' && page.contains(at))
            return;
        page.setAttribute('aria-label', capital(this.tab));
        page.dataset.tab = this.tab;
        if (this.tab === 'chronicle')
            this.t.chronicle.show(page);
        else if (this.tab === 'forces')
            fill(page, this.tracks(), this.forces());
        else if (was !== this.tab)
            this.tab === 'rules' ? this.t.books.showRules(page) : this.t.books.showCharts(page);
    }

    // ---- tracks ----

    tracks() {
        const rows = this.t.state.view.tracks || [], kinds = this.levels(rows);
        return rows.length ? h('div.morw', {}, rows.map((/** @type {any} */ r) => this.track(r, kinds)),
            kinds.length ? h('p.key', {}, kinds.map((title, i) => h('span', {}, h(i ? 'i.d2' : 'i', {}), title))) : null) : null;
    }

    /** What the levels on the tracks are called; the longest row names them in order. @param {any[]} rows @returns {string[]} */
    levels(rows) {
        const most = rows.reduce((a, r) => r.levels.length > a.length ? r.levels : a, []);
        return most.map((/** @type {any} */ l) => l.title);
    }

    /** @param {any} r @param {string[]} kinds of levels */
    track(r, kinds) {
        const words = `${r.title}: ${r.value}${r.state ? `, ${r.state}` : ''}`, f = this.t.box.formation(r.formation), band = f?.colour || '#888888';
        const mark = (/** @type {any} */ l) => h(kinds.indexOf(l.title) > 0 ? 'i.ds' : 'i.dm', { vars: { '--w': `${Math.min(99, l.at / 10)}%` } });
        return h(`div.trk${r.sub ? '.sub' : '.ar'}${r.state ? '.fallen' : ''}`, { title: words },
            f ? h('span.cl', { vars: { '--c': band, '--k': f.guard ? '#f2c94c' : inkOn(band) } }, f.label) : h('span.tt', {}, r.title),
            h('span.tk', { 'role': 'img', 'aria-label': words }, h('i.fl', { vars: { '--w': `${Math.min(100, r.part / 10)}%` } }), r.levels.map(mark)),
            h('span.nn', {}, r.value), r.note ? h('span.stt', {}, r.note) : null);
    }

    // ---- the order of battle ----

    forces() {
        /** @type {Map<string, any[]>} */
        const by = new Map();
        for (const p of this.t.list)
            if (!p.unseen) {
                const title = headingOf(p, this.t.box);
                by.set(title, [...(by.get(title) || []), p]);
            }
        const th = (/** @type {string} */ w) => h('th', { scope: 'col' }, w);
        return h('div.pad.oob', {}, [...by].map(([title, list]) => [h('h3', {}, title, ' ', h('small', {}, this.total(list))), h('table', {},
            h('thead', {}, h('tr', {}, th('Unit'), th('Strength'), th('Where'))), h('tbody', {}, list.map((p) => this.unit(p))))]));
    }

    /** @param {any[]} list */
    total(list) {
        const known = list.filter((p) => strengthOf(p) !== undefined), others = list.some((p) => p.veiled && p.kind !== 'leader');
        return known.length ? `strength ${known.reduce((n, p) => n + strengthOf(p), 0)}${others ? ' and what is unseen' : ''}` : '';
    }

    /** @param {any} p */
    unit(p) {
        const { t } = this, off = t.box.boxes.get(p.off || '');
        const where = p.place ? t.chronicle.link({ word: p.place, place: p.place }) : p.due ? `turn ${p.due}` : p.at ? 'to set up' : off?.title || 'unseen';
        return h(`tr${off?.group === 'Losses' ? '.out' : ''}`, {}, h('td', {}, t.chronicle.link({ word: p.name, unit: p.id })),
            h('td.n', {}, p.kind === 'leader' ? '★' : `${strengthOf(p) ?? '?'}${p.numbers.losses ? ` (−${p.numbers.losses})` : ''}`), h('td', {}, where));
    }
}
