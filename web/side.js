// side.js: the right panel: tabs, tracks of morale and losses, the order of battle; on small screens the drawers.
// @ts-check
import { $, h, fill, icon, svg, capital } from './dom.js';
import { on as inkOn } from './counters.js';
import { headingOf, strengthOf } from './shown.js';

const TABS = [['chronicle', 'Chronicle'], ['letters', 'Letters'], ['forces', 'Forces'], ['charts', 'Charts'], ['rules', 'Rules']];
const DOCK = [['left', 'ui-flag', 'Stack'], ['chronicle', 'ui-list', 'Chronicle'], ['letters', 'ui-chat', 'Letters'], ['forces', 'ui-chart', 'Forces'], ['charts', 'ui-menu', 'Charts'], ['rules', 'ui-book', 'Rules'], ['rep', 'ui-play', 'Replay'], ['lay', 'ui-eye', 'Overlays']];
/** What is said of a chit: of one that all draw from, of one's own. */
const POOL = { in: 'in the pool', now: 'drawn', out: 'drawn before' }, HAND = { in: 'in the cup', now: 'in play', out: 'in hand' };
/** More tracks than this stand in two columns. */
const TRACKS = 8;
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
        const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key], open = TABS.filter(([x]) => !$(`tab-${x}`).hidden), next = by && open[open.findIndex(([x]) => x === this.tab) + by];
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
        const app = $('app'), kind = ['left', 'rep', 'lay'].includes(id) ? id : 'right';
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
    openCase(id) {
        /** @type {any} */ (document.querySelector('dialog[open]'))?.close();
        Object.assign(this.t.reader, { hit: id, words: '' });
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
        this.t.letters.frame();
        if (was === this.tab && this.tab === 'rules')
            this.t.reader.now();
        if (was === this.tab && ['INPUT', 'TEXTAREA'].includes(at?.tagName || '') && page.contains(at))
            return;
        page.setAttribute('aria-label', capital(this.tab));
        page.dataset.tab = this.tab;
        if (this.tab === 'chronicle')
            this.t.chronicle.show(page);
        else if (this.tab === 'letters')
            this.t.letters.show(page);
        else if (this.tab === 'forces')
            fill(page, this.tracks(), this.forces());
        else if (was !== this.tab)
            this.tab === 'rules' ? this.t.reader.show(page) : this.t.books.showCharts(page);
    }

    // ---- tracks ----

    /** Whose chit was drawn, which are left, who has acted. */
    chits() {
        const { t } = this, all = /** @type {any[]} */ (t.state.view.chits || []), now = all.find((c) => c.state === 'now'), left = all.filter((c) => c.state === 'in').length;
        if (!all.length)
            return null;
        if (all.every((c) => !c.formation))
            return this.hands(all);
        const acts = all.find((c) => c.acts && c !== now), alike = (/** @type {any} */ c) => all.some((x) => x !== c && !x.formation && x.title[0] === c.title[0]), one = (/** @type {any} */ c) => this.chit(c, alike(c) ? 2 : 1);
        return h('div.chits', {}, h('p', {}, now ? [h('b', {}, capital(now.title)), ' drawn', acts ? `, ${acts.title} acts` : '', ' · '] : '', `${left} ${left === 1 ? 'chit' : 'chits'} in the pool`),
            h('ul', {}, now ? one(now) : null, all.filter((c) => c !== now && c.state === 'out').map(one), all.filter((c) => c.state === 'in').map(one)));
    }

    /** Where each side has a cup and a hand of its own: a row each; in play, held, in the cup. @param {any[]} all */
    hands(all) {
        const armies = [...new Set(all.map((c) => c.army))], some = (/** @type {string} */ army, /** @type {string} */ state) => all.filter((c) => c.army === army && c.state === state);
        const cell = (/** @type {any[]} */ list) => h('td', {}, list.length ? h('ul', {}, list.map((c) => this.chit(c, 3, HAND))) : '–');
        return h('table.chits.hands', {}, h('thead', {}, h('tr', {}, ['In play', 'Hand', 'Cup'].map((x) => h('th', { scope: 'col' }, x)))),
            h('tbody', {}, armies.map((a) => h('tr', { title: this.t.box.side(this.t.box.armies.get(a)?.side || a) }, ['now', 'out', 'in'].map((s) => cell(some(a, s)))))));
    }

    /** @param {any} c @param {number} [letters] of a commander's name @param {Record<string, string>} [where] */
    chit(c, letters = 1, where = POOL) {
        const f = this.t.box.formation(c.formation), livery = this.t.box.livery(c.army), band = f?.colour || '#f2c94c';
        const words = `${c.title}: ${where[c.state]}${c.note ? `, ${c.note}` : ''}`;
        return h(`li.${c.state}${f ? '' : '.chief'}`, { title: words, vars: { '--c': band, '--k': f?.guard ? '#f2c94c' : inkOn(band), '--a': livery.body } }, h('span', { 'aria-hidden': 'true' }, f?.label || (c.title.length < 4 ? c.title : c.title.slice(0, letters))), h('span.vh', {}, words));
    }

    tracks() {
        const rows = this.t.state.view.tracks || [], kinds = this.levels(rows);
        return rows.length ? h(`div.morw${rows.length > TRACKS && rows.every((/** @type {any} */ r) => !r.does && !r.note && !r.sub) ? '.many' : ''}`, this.t.state.view.chits?.length ? { 'tabindex': 0, 'role': 'group', 'aria-label': 'How it stands' } : {}, this.chits(), rows.map((/** @type {any} */ r) => this.track(r, kinds)),
            kinds.length ? h('p.key', {}, h('span', {}, h('i.f', {}), 'so far'), kinds.map((title, i) => h('span', {}, h(i ? 'i.d2' : 'i', {}), title))) : null) : null;
    }

    /** What the levels on the tracks are called; the longest row names them in order. @param {any[]} rows @returns {string[]} */
    levels(rows) {
        const most = rows.reduce((a, r) => r.levels.length > a.length ? r.levels : a, []);
        return most.map((/** @type {any} */ l) => l.title);
    }

    /** @param {any} r @param {string[]} kinds of levels */
    track(r, kinds) {
        const order = r.does ? `, ${r.does}${r.will ? `, then ${r.will}${r.chance ? `: ${r.chance} %` : ''}` : ''}` : '';
        const words = `${r.title}: ${r.value}${r.state ? `, ${r.state}` : ''}${order}`, f = this.t.box.formation(r.formation), band = f?.colour || '#888888';
        const mark = (/** @type {any} */ l) => h(kinds.indexOf(l.title) > 0 ? 'i.ds' : 'i.dm', { vars: { '--w': `${Math.min(99, l.at / 10)}%` } });
        return h(`div.trk${r.sub ? '.sub' : '.ar'}${r.state ? '.fallen' : ''}`, { title: words },
            f ? h('span.cl', { vars: { '--a': this.t.box.livery(r.army).body, '--c': band, '--k': f.guard ? '#f2c94c' : inkOn(band) } }, f.label) : h('span.tt', {}, r.title),
            r.does ? h('span.ord', {}, h('b', {}, r.does), r.will ? [h('i', {}, '→'), h('em', {}, r.will), r.chance ? h('small', {}, `${r.chance} %`) : null] : null) : null,
            h(`span.tk${r.cells ? '.cells' : r.left ? '.rest' : ''}`, { 'role': 'img', 'aria-label': words, 'vars': r.cells || r.left ? { '--n': r.cells || 0, '--c': this.t.box.colour(r.army) } : {} }, h('i.fl', { vars: { '--w': `${Math.min(100, r.part / 10)}%` } }),
                r.more ? h('i.mo', { vars: { '--w': `${r.part / 10}%`, '--m': `${r.more / 10}%` } }) : null, r.levels.map(mark)),
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
        const s = t.mod.status?.(p, t.box), name = t.chronicle.link({ word: p.name, unit: p.id }), strength = strengthOf(p) ?? (p.numbers.guns === undefined ? '?' : `${t.box.label('guns')} ${p.numbers.guns}`);
        const line = s && svg('svg', { 'class': 'stat', 'viewBox': `0 0 ${s.width} 16`, 'role': 'img', 'aria-label': s.words }, `<title>${s.words}</title>${s.art}`);
        return h(`tr${off?.group === 'Losses' ? '.out' : ''}${s?.plain ? '.plain' : ''}`, {}, line ? h('td', { colspan: 2 }, name, line)
            : [h('td', {}, name), h('td.n', {}, p.kind === 'leader' ? '★' : `${strength}${p.numbers.losses ? ` (−${p.numbers.losses})` : ''}`)], h('td', {}, where));
    }
}
