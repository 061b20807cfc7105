// reader.js: the rules to be read at the table: the cases of what is asked now on top, chapters folded below, a search; and every
// number of a case in a text as a link to it. What the cases say, their chapters and our rulings on them come from the server.
// @ts-check
import { h, fill, capital, sentence } from './dom.js';
import { get } from './api.js';

/** @typedef {{case: string, kind: string, chapter: string, title: string, requirement: string, rulings: string[]}} Rule */
/** @typedef {{id: string, about: string, text: string}} Ruling */

/** Where our rulings stand: a chapter of their own, at the end. */
const OURS = 'Our rulings, where the book leaves a doubt';
/** What might be the number of a case or ruling: a figure in it, and more than a figure. */
const WORD = /[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)+/g;
/** Without the letters that part a case. @param {string} id */
const whole = (id) => id.replace(/[a-z]+$/, '');

export class Reader {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {Rule[]} */
        this.rules = [];
        /** @type {string[]} */
        this.chapters = [];
        /** @type {Map<string, Ruling>} */
        this.rulings = new Map();
        /** @type {Set<string>} numbers that can be read up */
        this.known = new Set();
        this.words = '';
        /** The case that was asked for. */
        this.hit = '';
    }

    async load() {
        try {
            const r = await get(`game/${this.t.game.id}/rules`);
            this.rules = r.rules;
            this.chapters = [...new Set([...r.chapters, ...r.rules.map((/** @type {Rule} */ x) => x.chapter)])].filter(Boolean);
            this.rulings = new Map(r.rulings.map((/** @type {Ruling} */ x) => [x.id, x]));
            this.known = new Set([...this.rules.flatMap((x) => [x.case, whole(x.case)]), ...this.rulings.keys()]);
        } catch { /* a table without its book */ }
    }

    /** @param {string} id a case as cited: the catalogue may have it in parts @returns {Rule[]} */
    find(id) { return this.rules.filter((r) => r.case === id || whole(r.case) === id || whole(id) === r.case); }

    // ---- links ----

    /** A number that opens its case. @param {string} id @param {string} [words] */
    link(id, words = id) { return h('button.case', { 'type': 'button', 'data-case': id, 'title': `Read case ${id}`, 'onclick': () => this.t.side.openCase(id) }, words); }

    /** A text with the numbers of its cases as links. @param {any} text what is no text stays as it is @returns {any[]} */
    linked(text) {
        if (typeof text !== 'string')
            return [text];
        const parts = [];
        let from = 0;
        for (const m of text.matchAll(WORD))
            if (/\d/.test(m[0]) && this.known.has(m[0])) {
                parts.push(text.slice(from, m.index), this.link(m[0]));
                from = m.index + m[0].length;
            }
        return [...parts, text.slice(from)];
    }

    // ---- the page ----

    /** @param {Element} page */
    async show(page) {
        if (!this.rules.length)
            await this.load();
        const input = h('input', { 'type': 'search', 'id': 'rulesearch', 'aria-label': 'Search the rules', 'placeholder': 'Search the rules', 'value': this.words, 'oninput': () => { this.words = input.value; this.list(); } });
        fill(page, h('div.flt', {}, input), h('section.pad.now', { 'id': 'rules-now', 'aria-label': 'Cases of what is asked now' }), h('div.pad', { id: 'rules-list' }));
        this.now();
        this.list();
        const hit = page.querySelector('#rules-list .hit') || page.querySelector('.hit');
        if (hit)
            hit.scrollIntoView({ block: 'center' });
    }

    /** The cases of the present step. */
    now() {
        const box = document.getElementById('rules-now'), asks = this.t.state?.asks;
        if (!box)
            return;
        const cases = (asks?.cases || '').split(' ').filter(Boolean), list = [...new Set(cases.flatMap((/** @type {string} */ c) => this.find(c)))];
        box.hidden = !list.length || !!this.words.trim();
        fill(box, h('h2', {}, 'Asked now'), h('p.hint', {}, asks ? sentence(capital(asks.prompt)) : ''), list.map((r) => this.article(r, false)));
    }

    /** Chapters with what was found in them; nothing is looked for: all, folded. */
    list() {
        const box = /** @type {Element} */ (document.getElementById('rules-list')), words = this.words.trim().toLowerCase().split(/\s+/).filter(Boolean);
        const has = (/** @type {string} */ text) => words.every((w) => text.toLowerCase().includes(w));
        const found = this.rules.filter((r) => has(`${r.case} ${r.title} ${r.requirement} ${r.rulings.map((x) => this.rulings.get(x)?.text || '').join(' ')}`));
        const ours = [...this.rulings.values()].filter((x) => has(`${x.about} ${x.text}`));
        const hits = new Set(this.hit ? this.find(this.hit) : []);
        const chapter = (/** @type {string} */ title) => this.chapter(title, found.filter((r) => r.chapter === title), (r) => this.article(r, hits.has(r)), words.length > 0 || [...hits].some((r) => r.chapter === title));
        fill(box, this.chapters.map(chapter), this.chapter('', found.filter((r) => !r.chapter), (r) => this.article(r, hits.has(r)), true),
            this.chapter(OURS, ours, (x) => this.ruling(x), words.length > 0 || this.rulings.has(this.hit)),
            found.length || ours.length ? null : h('p.hint', {}, 'No case has these words.'));
        this.now();
    }

    /** @template T @param {string} title @param {T[]} list @param {(x: T) => any} draw @param {boolean} open */
    chapter(title, list, draw, open) {
        if (!list.length)
            return null;
        if (!title)
            return list.map(draw);
        const d = h('details.chap', { 'data-chapter': title, 'open': open ? true : null }, h('summary', {}, title, h('span', {}, String(list.length))), open ? list.map(draw) : null);
        d.addEventListener('toggle', () => d.open && !d.querySelector('article') && d.append(...list.map(draw)));
        return d;
    }

    /** @param {Rule} r @param {boolean} hit */
    article(r, hit) {
        const ours = r.rulings.map((id) => this.rulings.get(id)).filter(Boolean);
        return h(`article.rule${hit ? '.hit' : ''}`, { 'data-rule': r.case }, h('b', {}, h('span', {}, r.case), r.title, r.kind === 'option' ? h('small', {}, 'optional') : null), h('p', {}, this.linked(r.requirement)),
            ours.map((x) => h('p.ours', {}, h('b', {}, 'Our ruling: '), this.linked(/** @type {Ruling} */ (x).text))));
    }

    /** @param {Ruling} x */
    ruling(x) { return h(`article.rule${x.id === this.hit ? '.hit' : ''}`, { 'data-ruling': x.id }, h('b', {}, this.linked(x.about)), h('p', {}, this.linked(x.text))); }
}
