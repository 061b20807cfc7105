// replay.js: the slider over the whole match: any moment, from one's own view, or from any when it is over.
// @ts-check
import { h, fill, icon } from './dom.js';
import { get, keep, setting } from './api.js';

/** How long each moment is shown, in ms, by what it is called. */
const PACES = /** @type {[string, number][]} */ ([['½×', 1800], ['1×', 900], ['2×', 450], ['4×', 225], ['8×', 110]]);
/** Events that are parts of the same move. */
const MOVES = ['march', 'goes'];

/**
 * Moments worth a look: where a move ends, a fight, anything else that is told. A march of many steps is one.
 * @param {any[]} entries of the chronicle @returns {number[]}
 */
export function stops(entries) {
    const told = entries.filter((e) => e.n > 0 && e.events?.length);
    const mover = (/** @type {any} */ e) => e && e.events.length === 1 && MOVES.includes(e.events[0].role) ? `${e.who}/${e.events[0].units?.join() || e.events[0].places?.[0]}` : '';
    return told.filter((e, i) => !mover(e) || mover(e) !== mover(told[i + 1])).map((e) => e.n);
}

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
        this.pace = h('select', { 'aria-label': 'Speed', 'id': 'pace', 'title': 'Speed', 'onchange': () => this.setPace() }, PACES.map(([name]) => h('option', { value: name, selected: name === setting('pace', '1×') }, name)));
        this.views = h('select', { 'aria-label': 'Whose view', 'hidden': true, 'onchange': () => { this.as = this.views.value; this.go(this.at ?? this.t.live.entries); } });
        fill(bar, b('ui-first', 'To the beginning (Home)', () => this.go(0)), b('ui-prev', 'Step back ([)', () => this.step(-1)), this.play, b('ui-next', 'Step forward (])', () => this.step(1)),
            h('button.mv', { 'type': 'button', 'aria-label': 'Move back (Shift-[)', 'title': 'Back by a whole move (Shift-[)', 'onclick': () => this.move(-1) }, '‹ Move'),
            h('button.mv', { 'type': 'button', 'id': 'next-move', 'aria-label': 'Next move (Shift-])', 'title': 'On by a whole move (Shift-])', 'onclick': () => this.move(1) }, 'Move ›'), this.pace,
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

    /** The next moment worth a look for this seat. @param {number} n */
    next(n) { return stops(this.t.chronicle.entries).find((k) => k > n) ?? this.t.live.entries; }

    /** On or back by a whole move. @param {number} by */
    move(by) {
        const all = stops(this.t.chronicle.entries), at = this.at ?? this.t.live.entries;
        this.stop();
        this.go(by > 0 ? this.next(at) : all.findLast((k) => k < at) ?? 0);
    }

    setPace() {
        keep('pace', this.pace.value);
        if (this.timer) {
            this.stop();
            this.toggle();
        }
    }

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
        this.timer = window.setInterval(() => this.at === null ? this.stop() : this.go(this.next(this.at)), PACES.find(([name]) => name === this.pace.value)?.[1] ?? 900);
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
