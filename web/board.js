// board.js: the board: its picture, where its places are, pan and zoom.
//
// The picture is the server's SVG. Its group #cells has a path for every hex or area (cell-0712); the
// places' middles and outlines come from there, so the table needs no geometry of its own.
// @ts-check
import { $, h, icon, svg } from './dom.js';
import { DEFS } from './counters.js';

/** From below to above. */
const LAYERS = ['under', 'overlay', 'reach', 'pieces', 'peril', 'above', 'ghost', 'fan'];

/** So long a finger rests before it takes something up, in ms. */
const LONG_PRESS = 380;

/** @typedef {{box: DOMRect, weight: number}} Written a number or name on the board */
/** @typedef {{id: string, x: number, y: number, w: number, h: number, d: string, near: string[]}} Cell */

export class Board {
    /** @param {HTMLElement} view the window on the board @param {any} on what happens: see table.js */
    constructor(view, on) {
        this.view = view;
        this.on = on;
        this.world = h('div.world');
        view.prepend(this.world);
        /** @type {Map<string, Cell>} */
        this.cells = new Map();
        /** @type {Map<string, Cell & {along: number}>} hexsides on which something has stood */
        this.sides = new Map();
        /** @type {Written[]} numbers and names, and where groups of pieces have found room beside them */
        this.written = [];
        /** @type {Map<string, {x: number, y: number}>} */
        this.stands = new Map();
        this.k = 1; this.x = 0; this.y = 0;
        /** Of the window on the page, when the board was last put there. */
        this.top = 0;
        this.box = { x: 0, y: 0, w: 1000, h: 1000 };
        this.hex = 100;
        this.flat = true;
        this.hexes = true;
        this.lod = /** @type {'close'|'table'|'far'} */ ('table');
        /** @type {any} */
        this.layer = {};
        this.listen();
    }

    /** The buttons for zooming. */
    buttons() {
        const zoom = { zin: ['ui-plus', () => this.zoom(1.3)], zout: ['ui-minus', () => this.zoom(1 / 1.3)], zfit: ['ui-fit', () => this.fit()] };
        for (const [id, [sign, f]] of Object.entries(zoom)) {
            $(id).append(icon(/** @type {string} */ (sign)));
            $(id).onclick = f;
        }
    }

    /** @param {string} text the SVG @returns {boolean} */
    load(text) {
        const doc = new DOMParser().parseFromString(this.adoptStyles(text), 'image/svg+xml');
        const root = /** @type {any} */ (document.importNode(doc.documentElement, true));
        if (root.nodeName !== 'svg')
            return false;
        const [x, y, w, hh] = (root.getAttribute('viewBox') || '0 0 1000 1000').split(/[\s,]+/).map(Number);
        this.box = { x, y, w, h: hh };
        root.setAttribute('width', w);
        root.setAttribute('height', hh);
        root.setAttribute('aria-hidden', 'true');
        root.removeAttribute('role');
        root.classList.add('ground');
        const over = svg('svg', { viewBox: `${x} ${y} ${w} ${hh}`, width: w, height: hh, class: 'over', 'aria-hidden': 'true' },
            `<defs>${DEFS}</defs>${LAYERS.map((id) => `<g id="${id}"></g>`).join('')}`);
        this.world.replaceChildren(root, over);
        this.over = over;
        for (const name of LAYERS)
            this.layer[name] = over.querySelector(`#${name}`);
        this.findCells(root);
        return true;
    }

    /**
     * Inline styles are forbidden by the page's policy; the same text as an adopted sheet, or as
     * presentation attributes, is not.
     * @param {string} text
     */
    adoptStyles(text) {
        const sheet = new CSSStyleSheet();
        let css = '';
        const bare = text.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_all, inside) => { css += inside.replace(/<!\[CDATA\[|\]\]>/g, ''); return ''; })
            .replace(/ style="([^"]*)"/g, (_all, list) => list.split(';').map((/** @type {string} */ d) => { const [k, v] = d.split(':'); return v ? ` ${k.trim()}="${v.trim()}"` : ''; }).join(''));
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
        return bare;
    }

    /** @param {Element} root */
    findCells(root) {
        this.cells.clear();
        this.sides.clear();
        for (const path of /** @type {any} */ (root.querySelectorAll('#cells [id^=cell-]'))) {
            const id = path.id.slice(5), b = path.getBBox();
            const x = b.x + b.width / 2, y = b.y + b.height / 2;
            this.cells.set(id, { id, x, y, w: b.width, h: b.height, d: path.getAttribute('d') || '', near: [] });
        }
        this.measure();
        if (!this.hexes)
            this.standClear(root);
    }

    measure() {
        const list = [...this.cells.values()];
        const median = list.map((c) => Math.min(c.w, c.h)).sort((a, b) => a - b)[list.length >> 1] || 100;
        this.hex = median;
        const one = list[0];
        this.flat = !one || one.w > one.h;
        this.hexes = list.length > 0 && list.every((c) => Math.abs(c.w - list[0].w) < 2 && Math.abs(c.h - list[0].h) < 2);
        for (const c of list)
            c.near = list.filter((o) => o !== c && Math.hypot(o.x - c.x, o.y - c.y) < (this.hexes ? median * 1.1 : (c.w + o.w + c.h + o.h) / 2.6)).map((o) => o.id);
    }

    /** Where blocks stand in an area: clear of its border, its number and its name. @param {Element} root */
    standClear(root) {
        const origin = /** @type {any} */ (root).getScreenCTM().inverse();
        const weight = (/** @type {Element} */ e) => e.querySelector('.b-plate') ? 8 : e.querySelector('.b-bonus') ? 4 : e.tagName === 'g' ? 1.6 : 0.5;
        const marks = [...root.querySelectorAll('#marks > text, #marks > g')].map((e) => {
            const r = e.getBoundingClientRect(), p = new DOMPoint(r.left, r.top).matrixTransform(origin), q = new DOMPoint(r.right, r.bottom).matrixTransform(origin);
            return { box: new DOMRect(p.x, p.y, q.x - p.x, q.y - p.y), weight: weight(e) };
        });
        this.written = marks;
        this.stands.clear();
        for (const path of /** @type {any} */ (root.querySelectorAll('#cells [id^=cell-]'))) {
            const c = /** @type {Cell} */ (this.cells.get(path.id.slice(5)));
            const here = marks.filter(({ box: q }) => Math.abs(q.x + q.width / 2 - c.x) < c.w && Math.abs(q.y + q.height / 2 - c.y) < c.h);
            [c.x, c.y] = inside(path, c, here, 56);
        }
    }

    /**
     * Where a group so wide and high stands in an area: within its border as far as it can, and not on a number.
     * @param {string} id @param {number} w @param {number} h @returns {{x: number, y: number}}
     */
    stand(id, w, h) {
        const c = /** @type {Cell} */ (this.cells.get(id)), key = `${id}/${Math.round(w)}/${Math.round(h)}`, path = this.hexes ? null : document.getElementById(`cell-${id}`);
        const known = this.stands.get(key) || (path ? settle(path, c, this.written, w, h) : c);
        this.stands.set(key, known);
        return known;
    }

    /** Where a facing points, in degrees from north, clockwise: to a side of a hex or to a corner. @param {string|undefined} facing @returns {number|undefined} undefined: it is none */
    compass(facing) {
        const slant = this.flat ? 60 : 30, at = { n: 0, nne: 30, ne: slant, ene: 60, e: 90, ese: 120, se: 180 - slant, sse: 150, s: 180, ssw: 210, sw: 180 + slant, wsw: 240, w: 270, wnw: 300, nw: 360 - slant, nnw: 330 };
        return at[/** @type {'e'} */ (facing)];
    }

    /** The same from east: 0 is east, 90 south. @param {string} facing */
    angle(facing) { return ((this.compass(facing) ?? 90) + 270) % 360; }

    /** The outline of several places: of hexes their common border, of areas each its own. @param {string[]} ids */
    outline(ids) {
        const cells = /** @type {Cell[]} */ (ids.map((i) => this.cells.get(i)).filter(Boolean));
        if (!this.hexes)
            return cells.map((c) => c.d).join('');
        const here = new Set(cells.map((c) => c.id));
        let d = '';
        for (const c of cells) {
            const taken = c.near.filter((i) => here.has(i)).map((i) => this.cells.get(i)).map((o) => o && Math.atan2(o.y - c.y, o.x - c.x));
            for (let k = 0; k < 6; k++) {
                const mid = (k * 60 + (this.flat ? 30 : 0)) * Math.PI / 180;
                if (taken.some((a) => a !== undefined && Math.cos(a - mid) > 0.9))
                    continue;
                const r = Math.max(c.w, c.h) / 2, [p, q] = [-30, 30].map((t) => mid + t * Math.PI / 180).map((t) => `${(c.x + r * Math.cos(t)).toFixed(1)} ${(c.y + r * Math.sin(t)).toFixed(1)}`);
                d += `M${p}L${q}`;
            }
        }
        return d;
    }

    /** @param {string|null|undefined} id */
    cell(id) { return id ? this.cells.get(id) || this.side(id) : undefined; }

    /** A hexside, "0712/0713" or at the edge "0712/n": its middle; `along`: how it runs, in degrees from north. @param {string} id @returns {(Cell & {along: number})|undefined} */
    side(id) {
        const known = this.sides.get(id), [one, other] = id.split('/'), a = this.cells.get(one), b = this.cells.get(other), out = this.compass(other);
        if (known || !a || (!b && out === undefined))
            return known;
        const way = b ? Math.atan2(b.y - a.y, b.x - a.x) : (out || 0) * Math.PI / 180 - Math.PI / 2, x = b ? (a.x + b.x) / 2 : a.x + Math.cos(way) * this.hex / 2, y = b ? (a.y + b.y) / 2 : a.y + Math.sin(way) * this.hex / 2;
        const s = { id, x, y, w: this.hex / 2, h: this.hex / 2, d: '', near: [one, ...(b ? [other] : [])], along: Math.round(way * 180 / Math.PI + 360) % 180 };
        this.sides.set(id, s);
        return s;
    }

    // ---- pan and zoom ----

    /** @param {boolean} [still] */
    place(still) {
        const r = this.view.getBoundingClientRect();
        const { box } = this;
        this.top = r.top;
        const least = Math.min(r.width / box.w, r.height / box.h) * 0.9;
        this.k = Math.min(Math.max(this.k, least), 4);
        const slack = 120;
        this.x = Math.min(Math.max(this.x, r.width - box.w * this.k - slack), slack);
        this.y = Math.min(Math.max(this.y, r.height - box.h * this.k - slack), slack);
        if (box.w * this.k < r.width)
            this.x = (r.width - box.w * this.k) / 2;
        if (box.h * this.k < r.height)
            this.y = Math.min(Math.max((r.height - box.h * this.k) / 2, this.lid), r.height - box.h * this.k);
        this.world.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.k})`;
        const px = this.hex * this.k;
        this.view.dataset.zoom = px < 40 ? 'far' : px < 80 ? 'table' : 'close';
        const size = px * (this.on.counter?.() || 0.62);
        const lod = size >= 66 ? 'close' : size >= 32 ? 'table' : 'far';
        if (lod !== this.lod) {
            this.lod = lod;
            this.on.lod?.();
        }
        if (!still)
            this.on.moved?.();
    }

    /** The window has become another, as when the line above it grew: what lies under the pointer stays there. */
    stay() {
        this.y += this.top - this.view.getBoundingClientRect().top;
        this.place();
    }

    fit() {
        const r = this.view.getBoundingClientRect();
        this.k = Math.min(r.width / this.box.w, (r.height - this.lid) / this.box.h) * 0.98;
        this.x = this.y = 0;
        this.place();
    }

    /** Shows these places, as large as is sensible. @param {string[]} ids */
    frame(ids) {
        const list = /** @type {Cell[]} */ (ids.map((i) => this.cells.get(i)).filter(Boolean));
        if (!list.length)
            return this.fit();
        const r = this.view.getBoundingClientRect(), m = this.hex * 0.9;
        const x0 = Math.min(...list.map((c) => c.x)) - m, x1 = Math.max(...list.map((c) => c.x)) + m;
        const y0 = Math.min(...list.map((c) => c.y)) - m, y1 = Math.max(...list.map((c) => c.y)) + m;
        const k = Math.min(r.width / (x1 - x0), (r.height - this.lid) / (y1 - y0));
        const least = Math.min(62 / this.hex, 0.38 / (this.on.counter?.() || 0.62));
        this.k = Math.max(Math.min(k, 110 / this.hex), (!this.hexes ? 0.9 : least));
        this.centre((x0 + x1) / 2, (y0 + y1) / 2);
    }

    /** Lower, so that nothing of these places lies under the buttons, unless others would go beyond the window for it. @param {string[]} ids */
    clear(ids) {
        const r = this.view.getBoundingClientRect(), half = this.hex * this.k / 2;
        const ys = ids.map((i) => this.screen(/** @type {Cell} */ (this.cells.get(i)))).filter((s) => s.x > 0 && s.x < r.width && s.y > -half && s.y < r.height - half).map((s) => s.y);
        const down = this.lid + half * 0.8 - Math.min(...ys);
        if (this.lid && down > 0 && Math.max(...ys) + down < r.height - half / 2)
            this.pan(0, down);
    }

    /** So much of the window's top lies under buttons. */
    get lid() {
        const e = $('layers'), low = e.offsetTop + e.offsetHeight;
        return e.offsetHeight && low < this.view.clientHeight / 2 ? low : 0;
    }

    /** @param {number} x @param {number} y in the board's units */
    centre(x, y) {
        const r = this.view.getBoundingClientRect();
        this.x = r.width / 2 - (x - this.box.x) * this.k;
        this.y = (r.height + this.lid) / 2 - (y - this.box.y) * this.k;
        this.place();
    }

    /** @param {number} dx @param {number} dy on the screen */
    pan(dx, dy) {
        this.x += dx;
        this.y += dy;
        this.place();
    }

    /** Brings a place into sight without moving more than needed. @param {string} id @param {boolean} [middle] */
    show(id, middle) {
        const c = this.cells.get(id);
        if (!c)
            return;
        const r = this.view.getBoundingClientRect(), s = this.screen(c), m = 90;
        if (middle || s.x < m || s.y < Math.max(m, this.lid + 40) || s.x > r.width - m || s.y > r.height - m)
            this.centre(c.x, c.y);
    }

    /** Where a box of the board fits into the window: not beyond its sides; if its top would be cut off, lower down. @param {number} x @param {number} y @param {number} w @param {number} lower */
    within(x, y, w, lower) {
        const r = this.view.getBoundingClientRect(), left = this.box.x - this.x / this.k, edge = 8 / this.k;
        return { x: Math.max(left + edge, Math.min(x, left + r.width / this.k - w - edge)), y: y < this.box.y - this.y / this.k ? lower : y };
    }

    /** Is it in the window? @param {string} id */
    inSight(id) {
        const c = this.cells.get(id), r = this.view.getBoundingClientRect(), s = c && this.screen(c);
        return !!s && s.x > 20 && s.y > 20 && s.x < r.width - 20 && s.y < r.height - 20;
    }

    /** From the board to the window. @param {{x: number, y: number}} p */
    screen(p) { return { x: (p.x - this.box.x) * this.k + this.x, y: (p.y - this.box.y) * this.k + this.y }; }

    /** @param {number} factor @param {number} [cx] @param {number} [cy] in the window */
    zoom(factor, cx, cy) {
        const r = this.view.getBoundingClientRect();
        const px = cx ?? r.width / 2, py = cy ?? r.height / 2;
        const old = this.k;
        const least = Math.min(r.width / this.box.w, r.height / this.box.h) * 0.9;
        this.k = Math.min(Math.max(this.k * factor, least), 4);
        this.x = px - (px - this.x) * this.k / old;
        this.y = py - (py - this.y) * this.k / old;
        this.place();
    }

    /** The place at a point of the page. @param {number} px @param {number} py */
    at(px, py) {
        for (const e of document.elementsFromPoint(px, py))
            if (e.id.startsWith('cell-') && this.world.contains(e))
                return e.id.slice(5);
        return null;
    }

    listen() {
        /** @type {Map<number, {x: number, y: number}>} */
        const down = new Map();
        let dragged = 0, pinch = 0, grabbed = false, press = 0;
        const { view } = this;
        view.addEventListener('wheel', (e) => {
            if (/** @type {Element} */ (e.target).closest('.bubble, .legend'))
                return;
            e.preventDefault();
            const r = view.getBoundingClientRect();
            this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016)), e.clientX - r.left, e.clientY - r.top);
        }, { passive: false });
        view.addEventListener('pointerdown', (e) => {
            if (/** @type {Element} */ (e.target).closest('button, a, input, .bubble, .legend, .mini'))
                return;
            down.set(e.pointerId, { x: e.clientX, y: e.clientY });
            dragged = down.size > 1 ? 99 : 0;
            pinch = 0;
            clearTimeout(press);
            grabbed = down.size === 1 && e.button === 0 && e.pointerType === 'mouse' && !!this.on.grab?.(e.target);
            if (e.pointerType !== 'mouse' && down.size === 1)
                press = window.setTimeout(() => { grabbed = dragged <= 6 && down.size === 1 && !!this.on.held?.(e.target); }, LONG_PRESS);
        });
        window.addEventListener('pointermove', (e) => {
            const was = down.get(e.pointerId);
            if (!was) {
                if (e.pointerType === 'mouse' && view.contains(/** @type {Node} */ (e.target)))
                    this.on.hover?.(e.clientX, e.clientY, e.target);
                return;
            }
            const dx = e.clientX - was.x, dy = e.clientY - was.y;
            if (down.size === 1) {
                dragged += Math.abs(dx) + Math.abs(dy);
                if (dragged > 6 && grabbed)
                    this.on.carry?.(e.clientX, e.clientY);
                else if (dragged > 6) {
                    this.x += dx;
                    this.y += dy;
                    view.classList.add('dragging');
                    this.place();
                }
            }
            was.x = e.clientX;
            was.y = e.clientY;
            if (down.size === 2) {
                const [a, b] = [...down.values()], d = Math.hypot(a.x - b.x, a.y - b.y), r = view.getBoundingClientRect();
                if (pinch)
                    this.zoom(d / pinch, (a.x + b.x) / 2 - r.left, (a.y + b.y) / 2 - r.top);
                pinch = d;
            }
        });
        const up = (/** @type {PointerEvent} */ e) => {
            if (!down.delete(e.pointerId))
                return;
            view.classList.remove('dragging');
            clearTimeout(press);
            const carried = grabbed && dragged > 6;
            grabbed = false;
            if (carried)
                return e.type === 'pointerup' ? this.on.drop?.(e.clientX, e.clientY) : this.on.drop?.(-1, -1);
            if (e.type === 'pointerup' && dragged <= 6 && !down.size)
                this.on.click?.(e.clientX, e.clientY, e.target, e);
        };
        window.addEventListener('pointerup', up);
        window.addEventListener('pointercancel', up);
        view.addEventListener('pointerleave', () => this.on.leave?.());
        new ResizeObserver(() => this.stay()).observe(view);
    }
}

/** How much of a block at a point is covered by what is written there; numbers weigh more than names. @param {number} x @param {number} y @param {number} size @param {Written[]} marks */
function covered(x, y, size, marks) {
    const part = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) => Math.max(0, Math.min(b, d) - Math.max(a, c));
    return marks.reduce((n, { box: q, weight }) => n + weight * part(x - size / 2, x + size / 2, q.x, q.x + q.width) * part(y - size / 2, y + size / 2, q.y, q.y + q.height), 0) / size;
}

/** The best place of a group in an odd shape. @param {any} path @param {Cell} c @param {Written[]} marks @param {number} w @param {number} h */
function settle(path, c, marks, w, h) {
    const near = marks.filter(({ box: q }) => q.x < c.x + c.w + w && q.x + q.width > c.x - c.w - w && q.y < c.y + c.h + h && q.y + q.height > c.y - c.h - h);
    const part = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ lo, /** @type {number} */ hi) => Math.max(0, Math.min(b, hi) - Math.max(a, lo));
    const hits = (/** @type {number} */ x, /** @type {number} */ y) => near.reduce((n, { box: q, weight }) => n + weight * part(x - w / 2, x + w / 2, q.x, q.x + q.width) * part(y - h / 2, y + h / 2, q.y, q.y + q.height) / (q.width * q.height), 0);
    const holds = (/** @type {number} */ x, /** @type {number} */ y) => path.isPointInFill(new DOMPoint(x, y)), steps = [-0.45, 0, 0.45], b = path.getBBox();
    let best = { x: c.x, y: c.y }, most = -Infinity;
    for (let i = 1; i < 18; i++)
        for (let j = 1; j < 18; j++) {
            const x = b.x + b.width * i / 18, y = b.y + b.height * j / 18;
            if (!holds(x, y))
                continue;
            const in9 = steps.reduce((n, dx) => n + steps.filter((dy) => holds(x + dx * w, y + dy * h)).length, 0);
            const good = in9 - 1.5 * hits(x, y) - Math.hypot(x - c.x, y - c.y) / (b.width + b.height);
            if (good > most)
                most = good, best = { x, y };
        }
    return best;
}

/** A point well inside an odd shape, away from what is written there. @param {any} path @param {Cell} c @param {Written[]} marks @param {number} size @returns {[number, number]} */
function inside(path, c, marks, size) {
    let best = /** @type {[number, number]} */ ([c.x, c.y]), most = -Infinity;
    for (let i = 1; i < 11; i++)
        for (let j = 1; j < 11; j++) {
            const x = c.x + c.w * (i / 11 - 0.5), y = c.y + c.h * (j / 11 - 0.5);
            const good = room(path, x, y, size) - covered(x, y, size, marks);
            if (good > most)
                most = good, best = [x, y];
        }
    return best;
}

/** How far two blocks side by side can spread around a point without leaving the shape. @param {any} path @param {number} x @param {number} y @param {number} size */
function room(path, x, y, size) {
    const holds = (/** @type {number} */ dx, /** @type {number} */ dy) => path.isPointInFill(new DOMPoint(x + dx, y + dy));
    if (!holds(0, 0))
        return -4 * size;
    let far = 0;
    for (let k = 1; k <= 4; k++, far += size / 3) {
        const [w, hh] = [size * k / 4, size * k / 8];
        if (![[w, hh], [-w, hh], [w, -hh], [-w, -hh]].every(([dx, dy]) => holds(dx, dy)))
            break;
    }
    return far;
}
