// lesson.js: a guided game: what the lesson says now, beside the place that it is about, and what it asks for.
//
// The server says all of it (the state's `lesson`): the beats since the last thing done, up to the one that asks for something. How
// far one has read in these is kept here.
// @ts-check
import { $, h, fill, icon } from './dom.js';

/** Room between the bubble and what it points at, and to the window's edge. */
const GAP = 14, EDGE = 8;
/** Beside the buttons in the lower corner. */
const CLEAR = 60;

export class Lesson {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        this.at = 0;
        /** The stretch that is being read. */
        this.stretch = '';
        /** What was to be tried has been, and was refused. */
        this.tried = false;
        this.hidden = false;
        /** The state that was shown last: the board goes to each beat once. */
        this.shown = '';
    }

    /** @returns {any} the lesson, if it is shown */
    get now() {
        const { t } = this;
        return t.state && t.replay.at === null && !t.curtain.down && t.state.lesson?.beats.length ? t.state.lesson : null;
    }

    /** @returns {any} */
    get beat() { return this.now?.beats[this.at]; }

    /** What is asked for next, an action. @returns {any} */
    get asked() { return this.beat?.kind === 'do' && this.t.state.mine ? this.beat.asks[0] : null; }

    draw() {
        const l = this.now, stretch = l ? `${l.beats[0].n}-${l.beats.at(-1).n}` : '';
        if (stretch !== this.stretch)
            Object.assign(this, { stretch, at: 0, tried: false, hidden: false });
        this.show();
    }

    show() {
        const e = $('lesson'), l = this.now, b = this.beat;
        e.hidden = !b;
        for (const x of document.querySelectorAll('#acts [data-do]'))
            x.classList.toggle('lesson-asks', x.getAttribute('data-do') === this.asked?.do);
        if (!b)
            return;
        e.classList.toggle('small', this.hidden);
        fill(e, this.hidden ? h('button.b2', { type: 'button', onclick: () => this.hide(false) }, icon('ui-book', 16), 'Lesson') : this.bubble(l, b));
        const key = `${this.stretch} ${this.at} ${this.tried}`;
        if (key !== this.shown && this.places[0])
            this.t.board.show(this.places[0]);
        this.shown = key;
        this.t.marks.places();
        this.settle();
    }

    /** @param {any} l @param {any} b */
    bubble(l, b) {
        const last = this.at === l.beats.length - 1, done = b.kind === 'try' && this.tried;
        const button = (/** @type {string} */ cls, /** @type {string} */ id, /** @type {string} */ words, /** @type {() => any} */ f) => h(`button.${cls}`, { type: 'button', 'data-lesson': id, onclick: f }, words);
        return [h('header', {}, h('b', {}, l.title), h('span', {}, `${b.n} of ${l.of}`), h('button.qb', { 'type': 'button', 'data-lesson': 'hide', 'aria-label': 'Hide the lesson', 'onclick': () => this.hide(true) }, icon('ui-minus', 16))),
            h('p', { 'aria-live': 'polite' }, done ? 'Refused, as it should be: the bubble names the case. ' : this.t.reader.linked(b.say)),
            h('footer', {}, b.cases.map((/** @type {string} */ c) => this.t.reader.link(c)), h('i', {}),
                this.at ? button('b3', 'back', 'Back', () => this.go(-1)) : null,
                b.kind === 'do' ? button('b3', 'forme', 'Do it for me', () => this.doIt()) : null,
                b.kind === 'try' && !done ? [button('b3', 'forme', 'Try it for me', () => this.t.decide.whyAction(b.tries.do, this.places[0] || null)), button('b3', 'next', 'Skip', () => this.go(1))] : null,
                b.kind === 'read' || done ? (last ? [h('a.b3', { href: './' }, 'To the lobby'), this.t.state.over ? null : button('b1', 'play', 'Play on', () => this.hide(true))] : button('b1', 'next', 'Go on', () => this.go(1))) : null)];
    }

    /** @param {number} by */
    go(by) {
        this.at = Math.max(0, Math.min(this.at + by, this.now.beats.length - 1));
        this.tried = false;
        this.t.bubble.close();
        this.show();
        $('lesson').querySelector('[data-lesson=next]')?.focus();
    }

    /** @param {boolean} hidden */
    hide(hidden) {
        this.hidden = hidden;
        this.show();
    }

    async doIt() {
        const a = this.asked;
        if (a)
            await this.t.decide.act(a);
    }

    /** The rules have said no, with a case: perhaps that was to be tried. @param {string|undefined} id */
    refused(id) {
        const b = this.beat;
        if (b?.kind !== 'try' || id !== b.refused || this.tried)
            return;
        this.tried = true;
        this.show();
    }

    /** The places that it is about, the first foremost. @returns {string[]} */
    get places() {
        const { t } = this, b = this.beat, a = b?.tries || this.asked;
        if (!b)
            return [];
        const where = b.where.map((/** @type {any} */ w) => w.place || t.placeOf(w.piece));
        const acts = a ? [...a.units.map((/** @type {string} */ u) => t.placeOf(u)), ...a.places] : [];
        return [...new Set([...where, ...acts])].filter((p) => t.board.cell(p));
    }

    /** What is drawn on the board: rings around the places. */
    drawn() {
        return this.hidden ? '' : this.places.map((p) => `<path class="lesson-ring" d="${this.t.board.cell(p)?.d}"/>`).join('');
    }

    /** Beside its place, where it covers none of those that one needs. */
    settle() {
        const e = $('lesson'), { board } = this.t, cells = this.places.map((p) => board.cell(p));
        if (e.hidden || this.hidden || getComputedStyle(e).position === 'fixed') {
            for (const side of ['left', 'top', 'bottom'])
                e.style.removeProperty(side);
            return;
        }
        e.style.bottom = 'auto';
        const r = $('view').getBoundingClientRect(), w = e.offsetWidth, high = e.offsetHeight, half = board.hex * board.k / 2 + GAP;
        const box = (/** @type {number} */ weight) => (/** @type {any} */ c) => ({ ...board.screen(c), rx: board.hex * board.k / 2, ry: board.hex * board.k / 2, weight });
        const boxes = cells.map(box(10)), all = [...boxes, ...this.answer(), ...this.tools(r), ...[...this.t.pieces.at.keys()].map((p) => board.cell(p)).filter(Boolean).map(box(1))];
        const { x, y } = boxes[0] || { x: r.width / 2, y: r.height / 3 };
        const around = boxes.length ? [[x + half, y - high / 2], [x - half - w, y - high / 2], [x - w / 2, y + half], [x - w / 2, y - half - high]] : [];
        const spots = [...around, [EDGE, r.height - high - EDGE], [CLEAR, r.height - high - EDGE], [r.width - w - EDGE, r.height - high - EDGE], [EDGE, 48], [r.width - w - EDGE, 48], [r.width - w - CLEAR, 48]]
            .map(([a, b]) => ({ a: Math.min(Math.max(a, EDGE), r.width - w - EDGE), b: Math.min(Math.max(b, EDGE), r.height - high - EDGE) }));
        const cost = (/** @type {any} */ s) => all.reduce((n, p) => n + p.weight * Math.max(0, Math.min(s.a + w, p.x + p.rx) - Math.max(s.a, p.x - p.rx)) * Math.max(0, Math.min(s.b + high, p.y + p.ry) - Math.max(s.b, p.y - p.ry)), 0);
        const best = spots.reduce((s, o) => cost(o) < cost(s) - 1 ? o : s);
        e.style.left = `${best.a}px`;
        e.style.top = `${best.b}px`;
    }

    /** What else lies over the board and is clicked on. @param {DOMRect} r the board's */
    tools(r) {
        return [...document.querySelectorAll('.orders-open, .zoom, .lay, .mini, .news')].map((e) => e.getBoundingClientRect()).filter((q) => q.width)
            .map((q) => ({ x: q.left - r.left + q.width / 2, y: q.top - r.top + q.height / 2, rx: q.width / 2, ry: q.height / 2, weight: 40 }));
    }

    /** The table's own bubble, which lies above this one: its answer and these buttons are both needed. */
    answer() {
        const b = $('bubble'), rx = b.offsetWidth / 2, ry = b.offsetHeight / 2;
        return b.hidden ? [] : [{ x: b.offsetLeft + rx, y: b.offsetTop + ry, rx, ry, weight: 100 }];
    }
}
