// replay.js: the slider over the whole match: any moment, from one's own view, or from any when it is over.
// @ts-check
import { h, fill, icon } from './dom.js';
import { get } from './api.js';

export class Replay {
    /** @param {import('./table.js').Table} table @param {Element} bar */
    constructor(table, bar) {
        this.t = table;
        this.bar = bar;
        /** @type {number|null} entry that is shown; null: now */
        this.at = null;
        this.as = '';
        this.timer = 0;
        this.asked = 0;
        const b = (/** @type {string} */ ic, /** @type {string} */ label, /** @type {() => void} */ f) => h('button', { 'type': 'button', 'aria-label': label, 'title': label, 'onclick': f }, icon(ic, 18));
        this.play = b('ui-play', 'Play', () => this.toggle());
        this.slider = h('input', { 'type': 'range', 'min': 0, 'max': 0, 'value': 0, 'aria-label': 'Moment of the match', 'id': 'slider', 'oninput': () => this.go(Number(this.slider.value)) });
        this.marks = h('span.ticks', { 'aria-hidden': 'true' });
        this.label = h('span', { 'aria-live': 'off' }, '');
        this.views = h('select', { 'aria-label': 'Whose view', 'hidden': true, 'onchange': () => { this.as = this.views.value; this.go(this.at ?? this.t.live.entries); } });
        fill(bar, b('ui-first', 'To the beginning (Home)', () => this.go(0)), b('ui-prev', 'Step back ([)', () => this.step(-1)), this.play, b('ui-next', 'Step forward (])', () => this.step(1)),
            h('span.sl', {}, this.marks, this.slider), this.label, this.views, b('ui-last', 'Now (End)', () => this.now()), b('ui-link', 'Copy a link to this moment (K)', () => this.link()));
    }

    /** The live state has changed. @param {any} s */
    live(s) {
        this.slider.max = String(s.entries);
        if (this.at === null)
            this.slider.value = String(s.entries);
        if (s.over && !this.views.options.length) {
            for (const v of ['', 'referee', ...new Set(s.seats.map((/** @type {any} */ x) => x.side))])
                this.views.append(h('option', { value: v }, v === '' ? 'Own view' : v === 'referee' ? 'All seen' : `View: ${v}`));
        }
        this.views.hidden = !s.over;
        this.ticks();
        this.words();
    }

    /** A tick where a turn begins. */
    ticks() {
        const all = this.t.live?.entries || 1, first = new Map();
        for (const e of this.t.chronicle.entries)
            if (e.turn && !first.has(e.turn))
                first.set(e.turn, e.n);
        fill(this.marks, [...first].map(([turn, n]) => h('i', { title: `Turn ${turn}`, vars: { '--w': `${n / all * 100}%` } })));
    }

    words() {
        const n = this.t.live?.entries || 0;
        this.label.textContent = this.at === null ? `Now · entry ${n}` : `Entry ${this.at} of ${n}`;
    }

    /** @param {number} by */
    step(by) {
        const n = this.t.live.entries;
        this.go(Math.min(n, Math.max(0, (this.at ?? n) + by)));
    }

    /** @param {number} n */
    async go(n) {
        const all = this.t.live.entries;
        if (n >= all && !this.as)
            return this.now();
        this.at = n;
        this.slider.value = String(n);
        this.words();
        const mine = ++this.asked;
        try {
            const s = await get(`match/${this.t.match}/at/${n}${this.as ? `?as=${this.as}` : ''}`, this.t.token);
            if (mine === this.asked && this.at === n)
                this.past(s);
        } catch (e) {
            this.t.bubble.complain(e);
            this.stop();
        }
    }

    /** The moment, with what has just been done in it lit. @param {any} s */
    past(s) {
        const { t } = this, events = t.chronicle.entries.find((e) => e.n === this.at)?.events || [];
        const places = events.flatMap((/** @type {any} */ x) => x.places || []).filter((/** @type {string} */ p) => t.board.cell(p));
        t.select.lit = { units: events.flatMap((/** @type {any} */ x) => x.units || []), places };
        if (this.timer && places.length)
            t.board.show(places.at(-1));
        t.showPast(s);
    }

    now() {
        this.stop();
        this.asked++;
        this.at = null;
        this.as = '';
        this.views.value = '';
        this.slider.value = String(this.t.live.entries);
        this.words();
        this.t.select.lit = { units: [], places: [] };
        this.t.showNow();
    }

    /** The next entry that shows anything to this seat. @param {number} n */
    next(n) { return this.t.chronicle.entries.find((e) => e.n > n && e.events?.length)?.n ?? this.t.live.entries; }

    /** @param {number} n entry after which it begins */
    playFrom(n) {
        this.stop();
        this.go(n);
        this.toggle();
    }

    toggle() {
        if (this.timer)
            return this.stop();
        if (this.at === null)
            this.go(0);
        this.play.setAttribute('aria-label', 'Pause');
        this.play.title = 'Pause';
        this.play.replaceChildren(icon('ui-pause', 18));
        this.timer = window.setInterval(() => this.at === null ? this.stop() : this.go(this.next(this.at)), 900);
    }

    stop() {
        clearInterval(this.timer);
        this.timer = 0;
        this.play.setAttribute('aria-label', 'Play');
        this.play.title = 'Play';
        this.play.replaceChildren(icon('ui-play', 18));
    }

    async link() {
        const url = new URL(`table.html?match=${this.t.match}&at=${this.at ?? this.t.live.entries}`, location.href).href;
        try {
            await navigator.clipboard.writeText(url);
            this.t.bubble.tell('Copied: whoever opens this link sees this moment as a spectator.');
        } catch {
            this.t.bubble.tell(url);
        }
    }
}
