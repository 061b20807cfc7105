// pieces.js: pieces on the board: stacks, lines that stand on two places, rings around what may be chosen, fans, moves from
// hex to hex.
// @ts-check
import { esc, svg } from './dom.js';
import { veil, VEIL_SIGN } from './counters.js';

/** @typedef {import('./shown.js').Piece} Piece */

const SHADOW = '<rect x="3" y="5" width="120" height="120" rx="10" fill="#1a130a" fill-opacity=".28"/>';
const ROUND = '<circle cx="63" cy="65" r="58" fill="#1a130a" fill-opacity=".28"/>';

export class Pieces {
    /** @param {import('./board.js').Board} board @param {any} mod draws the game's pieces @param {import('./box.js').Box} box */
    constructor(board, mod, box) {
        this.board = board;
        this.mod = mod;
        this.box = box;
        this.size = box.look.size;
        this.spread = box.look.spread;
        /** @type {Record<string, any>} what stacks hold, and whether all of it is seen */
        this.stacks = {};
        /** @type {Map<string, {html: string, place: string, g: any}>} */
        this.drawn = new Map();
        /** @type {Map<string, Piece>} */
        this.by = new Map();
        /** @type {Map<string, Piece[]>} */
        this.at = new Map();
    }

    /**
     * @param {Piece[]} list @param {Record<string, any>} stacks
     * @param {{may: Set<string>, chosen: Set<string>, lit: Set<string>, target: Set<string>, hide?: boolean}} marks
     */
    show(list, stacks, marks) {
        const before = new Map([...this.by].map(([id, p]) => [id, p.place]));
        this.by = new Map(list.map((p) => [p.id, this.stand(p)]));
        this.stacks = stacks;
        this.at = new Map();
        for (const p of list)
            for (const place of p.places)
                if (this.board.cell(place))
                    this.at.set(place, [...(this.at.get(place) || []), p]);
        const groups = this.groups();
        for (const [key, stack] of groups)
            this.group(key, stack, marks);
        for (const [key, d] of this.drawn)
            if (!groups.has(key)) {
                d.g.remove();
                this.drawn.delete(key);
            }
        const order = [...this.drawn].sort((a, b) => (this.board.cell(a[1].place)?.y || 0) - (this.board.cell(b[1].place)?.y || 0));
        this.board.layer.pieces.append(...order.map(([, d]) => d.g));
        this.slide(before);
    }

    /** How it stands on the board, for whoever draws it. @param {Piece} p */
    stand(p) {
        const [one, two] = p.places.map((x) => this.board.cell(x)), k = 120 / this.size;
        p.turn = this.board.compass(p.facing);
        p.wing = one && two ? { x: (two.x - one.x) * k, y: (two.y - one.y) * k } : undefined;
        p.along = one && 'along' in one ? /** @type {any} */ (one).along : undefined;
        return p;
    }

    /** What is drawn together: the stack of a place; by itself what stands on two. @returns {Map<string, Piece[]>} */
    groups() {
        const groups = new Map();
        for (const [place, stack] of this.at) {
            stack.sort((a, b) => a.depth - b.depth);
            const here = stack.filter((p) => p.places.length === 1);
            if (here.length)
                groups.set(place, here);
            for (const p of stack.filter((x) => x.places.length > 1))
                groups.set(p.places.join('+'), [p]);
        }
        return groups;
    }

    /** @param {string} key @param {Piece[]} stack @param {any} marks */
    group(key, stack, marks) {
        const place = /** @type {string} */ (stack[0].place), line = stack[0].places.length > 1;
        const html = line ? this.line(stack[0], marks) : stack[0].kind === 'block' ? this.blocks(place, stack, marks) : this.stack(place, stack, marks);
        const d = this.drawn.get(key) || { html: '', place, g: svg('g', { class: 'stack', 'data-place': place }) };
        this.drawn.set(key, d);
        if (d.html !== html) {
            d.g.innerHTML = html;
            d.html = html;
        }
    }

    /** Pieces that have moved slide to where they are now. @param {Map<string, string|null>} before */
    slide(before) {
        if (document.documentElement.dataset.motion === 'no' || matchMedia('(prefers-reduced-motion: reduce)').matches)
            return;
        for (const [id, p] of this.by) {
            const from = this.board.cell(before.get(id)), to = this.board.cell(p.place);
            if (!from || !to || from === to)
                continue;
            const g = this.board.layer.pieces.querySelector(`[data-piece="${CSS.escape(id)}"]`);
            g?.animate([{ translate: `${from.x - to.x}px ${from.y - to.y}px` }, { translate: '0px 0px' }],
                { duration: 260, easing: 'cubic-bezier(.2,.7,.3,1)' });
        }
    }

    /** @param {Piece} p @param {number} x @param {number} y upper left corner @param {number} size @param {any} marks @param {boolean} shadow */
    one(p, x, y, size, marks, shadow) {
        const round = p.kind === 'leader', k = size / 120, art = this.mod.draw(p, this.lodOf(size), this.box), edge = /data-edge="([^"]+)" data-turn="([^"]+)"/.exec(art);
        const shape = edge ? `path transform="translate(60 60) scale(1.2) rotate(${edge[2]})" d="${edge[1]}"` : round ? 'circle cx="60" cy="60" r="65"' : p.kind === 'block' ? 'rect y="14" width="110" height="110" rx="6"' : 'rect x="-4" y="-4" width="128" height="128" rx="12"';
        const ring = (/** @type {boolean} */ on, /** @type {string} */ below, /** @type {string} */ above) => on ? `<${shape} class="${below}"/><${shape} class="${above}"/>` : '';
        const chosen = marks.chosen.has(p.id);
        const rings = ring(marks.may.has(p.id) && !chosen, 'r-back', 'r-may') + ring(chosen, 'r-back2', 'r-chosen')
            + ring(marks.target.has(p.id), 'r-white', 'r-target') + ring(marks.lit.has(p.id), 'r-back', 'r-lit') + ring(!!marks.ghost, 'r-ghost2', 'r-ghost');
        return `<g class="piece" data-piece="${esc(p.id)}" data-place="${esc(p.place)}"><g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${k.toFixed(4)})">${shadow && p.kind !== 'block' && !edge ? (round ? ROUND : SHADOW) : ''}${art}${art.includes('class="front"') ? '' : this.facing(p)}${rings && round ? `<g class="round">${rings}</g>` : rings}</g></g>`;
    }

    /** Where it looks, as a wedge at the edge of the counter. @param {Piece} p */
    facing(p) {
        return p.facing ? `<path class="facing" d="M66-17L84 0 66 17z" transform="translate(60 60) rotate(${this.board.angle(p.facing)})"/>` : '';
    }

    /** A piece that stands on two places: one bar over both, by its own drawing; else a bar with the counter in its middle. @param {Piece} p @param {any} marks */
    line(p, marks) {
        const [one, two] = p.places.map((x) => this.board.cell(x)), { size } = this, own = this.mod.draw(p, 'table', this.box).includes('data-edge');
        if (!one || !two || own)
            return one ? this.one(p, one.x - size / 2, one.y - size / 2, size, marks, true) : '';
        const d = `M${one.x} ${one.y}L${two.x} ${two.y}`, a = this.box.livery(p.army);
        return `<path class="twice" d="${d}" stroke="${a.dark}" stroke-width="${size * 0.4}"/><path class="twice" d="${d}" stroke="${a.body}" stroke-width="${size * 0.34}"/>${this.one(p, (one.x + two.x - size) / 2, (one.y + two.y - size) / 2, size, marks, true)}`;
    }

    /** What a piece would be like, over the board. @param {Piece} p */
    ghost(p) {
        const none = new Set(), marks = { may: none, chosen: none, lit: none, target: none, ghost: true }, c = this.board.cell(p.place);
        return c ? `<g class="ghost">${p.places.length > 1 ? this.line(p, marks) : this.one(p, c.x - this.size / 2, c.y - this.size / 2 + this.drop, this.size, marks, true)}</g>` : '';
    }

    /** A stack needs room above it: so much lower it is drawn. */
    get drop() { return Math.max(0, Math.min(6, (this.board.hex - this.size) / 4)); }

    /** @param {number} size */
    lodOf(size) {
        const px = size * this.board.k;
        return px >= 66 ? 'close' : px >= 32 ? 'table' : 'far';
    }

    /** Is what lies below the top counter not known? @param {string} place */
    hidden(place) { return !!this.stacks[place]?.hidden; }

    /** @param {string} place @param {Piece[]} stack @param {any} marks */
    stack(place, stack, marks) {
        const c = this.board.cell(place), { size } = this, k = size / 120;
        if (!c)
            return '';
        const units = stack.filter((p) => p.kind !== 'leader'), chiefs = stack.filter((p) => p.kind === 'leader');
        const x = c.x - size / 2, y = c.y - size / 2 + this.drop;
        let o = '';
        if (units.length && this.hidden(place)) {
            const on = `<g transform="translate(${x} ${y}) scale(${k.toFixed(4)})">`;
            o += `${on}${veil(this.box.livery(units[0].army))}</g>${this.one(units[0], x, y, size, marks, false)}${on}${VEIL_SIGN}</g>`;
        } else {
            const n = Math.min(units.length, 4);
            for (let i = n - 1; i >= 0; i--)
                o += this.one(units[i], x + i * this.spread * k * 1.4, y - i * this.spread * k * 1.4, size, marks, i === n - 1);
            if (n > 1 && o.includes('data-edge'))       // a body that fills its counter less than a square hides who lies below
                o += `<g class="count" transform="translate(${(x + size * 0.84).toFixed(1)} ${(y + size * 0.86).toFixed(1)}) scale(${(k * 1.25).toFixed(4)})"><circle r="12"/><text y="6.4">${units.length}</text></g>`;
        }
        const s = Math.min(size, this.board.hex * 0.62), small = units.length ? s * 0.62 : s * 0.86, cx = c.x - s / 2, cy = c.y - s / 2 + this.drop;
        chiefs.forEach((p, j) => {
            o += units.length ? this.one(p, cx + s * (0.70 - 0.36 * j), cy - s * 0.42, small, marks, true)
                : this.one(p, c.x - small / 2 + (j - (chiefs.length - 1) / 2) * small * 0.7, c.y - small / 2 + 4, small, marks, true);
        });
        return o;
    }

    /** Blocks stand side by side: their number is public. @param {string} place @param {Piece[]} list @param {any} marks */
    blocks(place, list, marks) {
        const c = this.board.cell(place);
        if (!c)
            return '';
        const n = list.length, across = Math.ceil(Math.sqrt(n * 1.6 * Math.max(0.6, Math.min(1.7, c.w / c.h))));
        const rows = Math.ceil(n / across);
        const room = Math.min(c.w * 0.86 / across, c.h * 0.86 / rows * 1.1, this.size);
        const size = Math.max(room, this.size * 0.52), at = this.board.stand(place, (across * 0.92 + 0.1) * size, (rows * 0.92 + 0.14) * size);
        return list.map((p, i) => {
            const row = Math.floor(i / across), inRow = Math.min(across, n - row * across);
            return this.one(p, at.x + (i % across - inRow / 2) * size * 0.92 - size * 0.04, at.y + (row - rows / 2) * size * 0.92 - size * 0.07, size, marks, false);
        }).join('');
    }

    /** The stack spread out over the board. @param {string|null} place @param {any} marks */
    fan(place, marks) {
        const g = this.board.layer.fan, stack = place ? this.at.get(place) : null, c = this.board.cell(place);
        if (!place || !stack || !c || stack.length < 2 || this.hidden(place)) {
            g.replaceChildren();
            this.fanned = null;
            return;
        }
        this.fanned = place;
        const size = Math.max(this.size * 1.12, 66 / this.board.k), gap = size * 1.1, n = stack.length, across = Math.min(n, 6);
        const rows = Math.ceil(n / across), w = across * gap + size * 0.12, hh = rows * gap + size * 0.12;
        const { x: x0, y: y0 } = this.board.within(c.x - w / 2, c.y - this.size * 0.62 - hh, w, c.y + this.size * 0.7);
        g.innerHTML = `<rect class="fanback" x="${x0}" y="${y0}" width="${w}" height="${hh + 4}" rx="${size * 0.12}"/>` + stack.map((p, i) =>
            this.one({ ...p, depth: 1 }, x0 + size * 0.11 + (i % across) * gap, y0 + size * 0.1 + Math.floor(i / across) * gap, size, marks, true)).join('');
    }
}
