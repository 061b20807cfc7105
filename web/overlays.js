// overlays.js: ways of looking at the board: reach, ground only, and whatever the game offers (command, sight,
// zones …). The server answers which places; each kind has a pattern of its own, so that no colour is needed.
// Also the small map that shows which part of the board is in the window.
// @ts-check
import { $, h, fill, icon, svg } from './dom.js';
import { get, keep, setting, theme } from './api.js';
import { DANGER, askDanger, dangerMarks, dangerWords } from './danger.js';

const INK = ['#0b4f9c', '#b3480b', '#5b2a86', '#1d1a16', '#00695c', '#8a0f4d', '#6b5a00', '#3d3d3d'];
/** Patterns of 18 units, by key. @type {((c: string) => string)[]} */
const PATTERN = [
    (c) => `<path d="M-4 4L4-4M0 18L18 0M14 22L22 14" stroke="${c}" stroke-width="3.4"/>`,
    (c) => `<path d="M-4 14L4 22M0 0L18 18M14-4L22 4" stroke="${c}" stroke-width="3.4"/>`,
    (c) => `<circle cx="5" cy="5" r="3" fill="${c}"/><circle cx="14" cy="14" r="3" fill="${c}"/>`,
    (c) => `<path d="M0 9H18M9 0V18" stroke="${c}" stroke-width="2.4"/>`,
    (c) => `<path d="M0 4H18M0 13H18" stroke="${c}" stroke-width="2.6"/>`,
    (c) => `<path d="M4 0V18M13 0V18" stroke="${c}" stroke-width="2.6"/>`,
    (c) => `<path d="M0 9L9 0 18 9 9 18z" fill="none" stroke="${c}" stroke-width="2"/>`,
    (c) => `<rect x="5" y="5" width="8" height="8" fill="none" stroke="${c}" stroke-width="2.4"/>`,
];

/** How lines are dashed, by how many kinds of them stand before. */
const DASH = ['', '16 7', '3 8', '10 6 3 6', '1 9', '22 6', '6 6', '14 5 2 5 2 5'];

export class Overlays {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        this.shown = setting('overlays', { reach: true });
        /** @type {string} the game's overlay that is shown, or '' */
        this.name = '';
        /** @type {any} its last answer */
        this.answer = null;
        this.asked = 0;
        /** The picture of the small map that is on its way. */
        this.painted = '';
    }

    /** @param {string} id */
    on(id) { return id === this.name || !!this.shown[id]; }

    /** The game's, and what is the same in all of them for whoever plays. */
    get all() { return [...this.t.game.overlays || [], ...(this.t.state?.you !== 'spectator' && !this.t.state?.over ? [DANGER] : [])]; }

    frame() {
        const b = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ f) =>
            h('button', { 'type': 'button', 'id': `lay-${id}`, 'title': title, 'aria-pressed': String(this.on(id)), 'onclick': f }, this.on(id) ? icon('ui-eye', 16) : null, label);
        fill($('layers'), b('reach', 'Reach', 'Where the chosen piece can go, and for how much', () => this.toggle('reach')),
            this.all.map((/** @type {any} */ o) => b(o.name, o.title, `${o.about} (V)`, () => this.look(o.name === this.name ? '' : o.name))),
            b('bare', 'Ground only', 'Hide all pieces (hold H)', () => this.toggle('bare')));
        this.t.marks.bare(this.on('bare'));
        this.map();
    }

    /** @param {'reach'|'bare'} id */
    toggle(id) {
        this.shown[id] = !this.shown[id];
        keep('overlays', this.shown);
        this.frame();
        this.t.marks.places();
    }

    /** @param {string} name one of the game's overlays, or '' */
    look(name) {
        this.name = name;
        this.answer = null;
        this.frame();
        this.draw();
        return this.ask();
    }

    /** The next one, or after the last none. */
    next() {
        const names = ['', ...this.all.map((/** @type {any} */ o) => o.name)];
        return this.look(names[(names.indexOf(this.name) + 1) % names.length]);
    }

    /** The place that it is asked about. */
    from() { return this.t.select.place || this.t.placeOf(this.t.select.subject); }

    async ask() {
        const o = this.all.find((/** @type {any} */ x) => x.name === this.name), from = this.from(), { t } = this, mine = ++this.asked;
        if (!o || !t.state || t.curtain.down || (o.from === 'place' && !from)) {
            this.answer = null;
            return this.draw();
        }
        const q = new URLSearchParams({ name: o.name });
        if (o.from !== 'nowhere' && from)
            q.set('from', from);
        if (t.replay.at !== null)
            q.set('at', String(t.replay.at));
        if (t.replay.as)
            q.set('as', t.replay.as);
        try {
            const r = o !== DANGER ? await get(`match/${t.match}/overlay?${q}`, t.token) : t.replay.at === null ? await askDanger(t) : null;
            if (mine !== this.asked)
                return;
            this.answer = r;
            this.draw();
        } catch (e) {
            t.bubble.complain(e);
        }
    }

    /** @param {number} k */
    ink(k) { return this.all.find((/** @type {any} */ o) => o.name === this.name)?.colours?.[k] || INK[k]; }

    draw() {
        const { board: b } = this.t, g = b.layer.overlay;
        if (!g)
            return;
        const places = this.answer?.places || [];
        const defs = places.map((/** @type {string[]} */ _p, /** @type {number} */ k) => `<pattern id="lay${k}" width="18" height="18" patternUnits="userSpaceOnUse">${PATTERN[k](this.ink(k))}</pattern>`).join('');
        const one = (/** @type {string[]} */ ids, /** @type {number} */ k) => {
            const d = ids.map((p) => b.cell(p)?.d || '').join(''), edge = b.outline(ids);
            return d ? `<path d="${d}" fill="url(#lay${k})" fill-opacity=".5"/><path class="lay-back" d="${edge}"/><path class="lay-line" d="${edge}" stroke="${this.ink(k)}"/>` : '';
        };
        g.innerHTML = `<defs>${defs}</defs>${places.map(one).join('')}`;
        this.t.board.layer.peril.innerHTML = this.name === DANGER.name ? dangerMarks(this.answer, b) : this.lines();
        this.legend();
        if (this.t.state && !this.t.curtain.down)
            this.t.inspector.stack();
    }

    /** @param {any} o an overlay @param {number} k a key of it that is drawn as lines */
    dash(o, k) { return DASH[o.drawn.indexOf(k) % DASH.length]; }

    /** Its lines, over the pieces: what several have in common is drawn once, the end of each has a point. */
    lines() {
        const { answer: a } = this, b = this.t.board, drawn = a?.drawn || [];
        const at = (/** @type {string} */ p) => { const c = /** @type {any} */ (b.cell(p)); return `${c.x} ${c.y}`; };
        const kind = (/** @type {number} */ k) => {
            const ways = a.lines.filter((/** @type {any} */ l) => l.key === k && l.way.length > 1 && l.way.every((/** @type {string} */ p) => b.cell(p)));
            const parts = new Set(ways.flatMap((/** @type {any} */ l) => l.way.slice(1).map((/** @type {string} */ p, /** @type {number} */ i) => `M${at(l.way[i])}L${at(p)}`))), d = [...parts].join('');
            const ends = [...new Set(ways.map((/** @type {any} */ l) => l.way.at(-1)))].map((p) => { const c = /** @type {any} */ (b.cell(/** @type {string} */ (p))); return `<circle cx="${c.x}" cy="${c.y}" r="${b.hex * 0.075}"/>`; }).join('');
            return d ? `<g class="bond" stroke="${this.ink(k)}" fill="${this.ink(k)}"><path class="bond-back" d="${d}"/><path class="bond-line" d="${d}" stroke-dasharray="${this.dash(a, k)}"/>${ends}</g>` : '';
        };
        return [...drawn].reverse().map(kind).join('');
    }

    legend() {
        const o = this.all.find((/** @type {any} */ x) => x.name === this.name), box = $('legend');
        box.hidden = !o;
        if (!o)
            return box.replaceChildren();
        const swatch = (/** @type {number} */ k) => svg('svg', { width: 30, height: 18, viewBox: '0 0 30 18', 'aria-hidden': 'true' },
            `<rect x=".5" y=".5" width="29" height="17" fill="#f5eeda" stroke="${this.ink(k)}"/><g>${PATTERN[k](this.ink(k))}</g><g transform="translate(18)">${PATTERN[k](this.ink(k))}</g>`);
        const stroke = (/** @type {number} */ k) => svg('svg', { width: 30, height: 18, viewBox: '0 0 30 18', 'aria-hidden': 'true' },
            `<rect width="30" height="18" fill="#f5eeda"/><path d="M1 9H29" fill="none" stroke-width="4.5" stroke="${this.ink(k)}" stroke-dasharray="${this.dash(o, k)}"/>`);
        const of = (/** @type {number} */ k) => o.drawn?.includes(k) ? this.answer.lines.filter((/** @type {any} */ l) => l.key === k).length : this.answer.places[k].length;
        const count = (/** @type {number} */ k) => this.answer ? ` · ${of(k)}` : '';
        const all = o.keys.map((/** @type {string} */ _key, /** @type {number} */ k) => k), some = all.filter((/** @type {number} */ k) => !this.answer || of(k)), none = all.filter((/** @type {number} */ k) => !some.includes(k));
        const keys = (/** @type {number[]} */ list) => h('ul', {}, list.map((k) => h('li', {}, o.drawn?.includes(k) ? stroke(k) : swatch(k), h('span', {}, o.keys[k], h('small', {}, count(k))))));
        const remarks = (this.answer?.lines || []).filter((/** @type {any} */ l) => !l.way.length).map((/** @type {any} */ l) => h('p.remark', {}, this.t.reader.linked(l.text)));
        const more = h('details', { open: setting('explain', false) ? true : null }, h('summary', {}, 'What it shows'), none.length && some.length ? keys(none) : null,
            h('p', {}, this.t.reader.linked(o.about), ' ', o.cases.split(' ').filter(Boolean).map((/** @type {string} */ c) => [this.t.reader.link(c), ' '])));
        more.addEventListener('toggle', () => keep('explain', more.open));
        const waits = o.from === 'place' && !this.from(), tells = !!this.answer?.lines?.some((/** @type {any} */ l) => l.way.length);
        const folded = setting('folded', false), fold = () => { keep('folded', !folded); this.legend(); $('legend').querySelector('button')?.focus(); };
        fill(box, h('header', {}, h('button.fold', { 'type': 'button', 'aria-expanded': String(!folded), 'title': folded ? 'Show what the signs mean' : 'Only the title', 'onclick': fold }, o.title), o.from !== 'nowhere' && this.from() ? h('span', {}, ` from ${this.from()}`) : null,
            h('button.qb', { 'type': 'button', 'aria-label': `Close ${o.title}`, 'onclick': () => this.look('') }, icon('ui-x', 14))),
            waits ? h('p.wait', {}, `Choose a ${this.t.board.hexes ? 'hex' : 'area'} to look from.`) : null,
            ...(folded ? [] : [keys(some.length ? some : all), ...remarks]), tells ? h('p.here', {}) : null, folded ? null : more);
        this.point(this.t.select.over);
    }

    /** What its lines say of the place under the pointer, and whence they come, a mark on the board. @param {string|null|undefined} place */
    point(place) {
        const here = document.querySelector('#legend .here'), g = this.t.board.layer.overlay;
        g?.querySelector('.told')?.remove();
        if (!here || !g)
            return;
        const at = (/** @type {string} */ p) => { const c = /** @type {any} */ (this.t.board.cell(p)); return `${c.x} ${c.y}`; };
        const told = place ? this.answer.lines.filter((/** @type {any} */ l) => l.way.length && l.way.at(-1) === place) : [], from = [...new Set(told.map((/** @type {any} */ l) => l.way[0]))].filter((p) => p !== place && this.t.board.cell(p));
        const d = from.map((p) => `M${at(p)}L${at(place || '')}`).join('');
        here.textContent = told.length ? `${place}: ${[...new Set(told.map((/** @type {any} */ l) => l.text))].join('; ')}.` : `Point at ${this.t.board.hexes ? 'a hex' : 'an area'} for more.`;
        g.insertAdjacentHTML('beforeend', d ? `<g class="told"><path class="told-back" d="${d}"/><path d="${d}"/><path class="told-hex" d="${this.t.board.outline(from)}"/></g>` : '');
    }

    /** What the overlay says of a place. @param {string} place */
    words(place) {
        const a = this.answer;
        if (this.name === DANGER.name)
            return dangerWords(a, place, this.t);
        const told = (a?.lines || []).filter((/** @type {any} */ l) => l.way.at(-1) === place).map((/** @type {any} */ l) => l.text);
        return a ? [...a.keys.filter((/** @type {string} */ _k, /** @type {number} */ k) => a.places[k].includes(place)), ...told] : [];
    }

    // ---- the small map ----

    map() {
        const box = $('mini'), { board } = this.t, src = `api/game/${this.t.game.id}/board.svg?palette=${theme()}`;
        this.dots();
        if (box.firstChild || !board.cells.size)
            return void this.paint(src);
        const at = (/** @type {PointerEvent} */ e) => {
            const r = box.getBoundingClientRect();
            board.centre(board.box.x + (e.clientX - r.left) / r.width * board.box.w, board.box.y + (e.clientY - r.top) / r.height * board.box.h);
        };
        box.append(h('img', { src, alt: '', draggable: 'false' }), svg('svg', { class: 'dots', viewBox: [board.box.x, board.box.y, board.box.w, board.box.h].join(' ') }), h('i', {}));
        this.dots();
        box.style.aspectRatio = `${board.box.w} / ${board.box.h}`;
        box.addEventListener('pointerdown', (/** @type {PointerEvent} */ e) => { box.setPointerCapture(e.pointerId); at(e); });
        box.addEventListener('pointermove', (/** @type {PointerEvent} */ e) => { if (box.hasPointerCapture(e.pointerId)) at(e); });
        this.window();
    }

    /** In another light: the old picture stays until the new one is there. @param {string} src */
    async paint(src) {
        const old = $('mini').querySelector('img'), next = h('img', { src, alt: '', draggable: 'false' });
        if (!old || old.getAttribute('src') === src || this.painted === src)
            return;
        this.painted = src;
        await next.decode().catch(() => {});
        if (this.painted === src)
            $('mini').querySelector('img')?.replaceWith(next);
        this.painted = '';
    }

    /** Where forces stand: small maps are looked at for that, and have it before their picture. */
    dots() {
        const e = $('mini').querySelector('.dots'), { board, pieces, box } = this.t, r = Math.max(board.hex * 0.4, board.box.w / 48);
        if (e)
            e.innerHTML = this.t.curtain.down ? '' : [...pieces.at].map(([place, stack]) => { const c = board.cell(place); return c && stack.length ? `<circle cx="${c.x}" cy="${c.y}" r="${r}" fill="${box.livery(stack[0].army).body}"/>` : ''; }).join('');
    }

    /** The part of the board that is in the window. */
    window() {
        const mark = /** @type {HTMLElement|null} */ ($('mini').querySelector('i')), { board: b } = this.t;
        if (!mark)
            return;
        const r = $('view').getBoundingClientRect(), part = (/** @type {number} */ v) => Math.min(1, Math.max(0, v));
        const x0 = part(-b.x / b.k / b.box.w), y0 = part(-b.y / b.k / b.box.h);
        const x1 = part((r.width - b.x) / b.k / b.box.w), y1 = part((r.height - b.y) / b.k / b.box.h);
        $('mini').classList.toggle('whole', (x1 - x0) * (y1 - y0) > 0.92);
        Object.assign(mark.style, { left: `${x0 * 100}%`, top: `${y0 * 100}%`, width: `${(x1 - x0) * 100}%`, height: `${(y1 - y0) * 100}%` });
    }
}
