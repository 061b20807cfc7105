// anatomy.js: a counter explained: its drawing, large, with a number on each part, and what each part says of this very
// counter. It comes when the pointer rests on a counter of the panel or of a fanned stack, by a long press, and by a button for keys.
// @ts-check
import { $, h, svg, fill, capital } from './dom.js';
import { DEFS } from './counters.js';
import { factsOf } from './shown.js';

const REST = 650;

/** Where the values of a counter stand, by how many there are. @type {Record<number, number[]>} */
const VALUES = { 1: [60], 2: [38, 82], 3: [28, 60, 92] };

/**
 * The parts of a piece that is drawn as a counter: where on its box of 120 × 120, what it is, what it says.
 * @param {import('./shown.js').Piece} p @param {import('./box.js').Box} box @param {string[]} shows numbers along its foot, from the left
 * @param {Record<string, [number, number]>} [spots] where its drawing writes them, if not there
 * @returns {[number, number, string, string][]}
 */
export function partsOf(p, box, shows, spots) {
    const f = box.formation(p.formation), known = shows.filter((k) => p.numbers[k] !== undefined && (!spots || spots[k])), at = VALUES[known.length] || [];
    const all = /** @type {([number, number, string, string]|false|undefined)[]} */ ([
        f && [-5, 13, 'Formation', f.title], !!p.words.size && [125, 13, box.label('size'), p.words.size],
        [-5, 44, box.label('class') === 'Class' ? 'Kind' : box.label('class'), p.class], !!p.second && [125, 69, 'Drawn small', p.second],
        [...spots?.name || [-5, 90], 'Name', p.name], !!p.numbers.losses && [-5, 66, box.label('losses'), String(p.numbers.losses)],
        !!p.marks.length && !!p.place && [125, 40, 'State', p.marks.map((m) => box.mark(m)).join(', ')],
        ...known.map((k, i) => [...spots?.[k] || [at[i], 126], box.label(k), String(p.numbers[k])]),
    ]);
    return /** @type {[number, number, string, string][]} */ (all.filter(Boolean));
}

/** The numbers that a counter's drawing writes along its foot: those that it reads, in that order. @param {any} p @param {any} mod @param {any} box @returns {string[]} */
export function writtenBy(p, mod, box) {
    const read = /** @type {Set<string>} */ (new Set());
    mod.draw({ ...p, numbers: new Proxy(p.numbers, { get: (o, k) => (read.add(String(k)), o[k]) }) }, 'close', box);
    read.delete('losses'); // has a place of its own
    return [...read];
}

export class Anatomy {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {any} */
        this.timer = 0;
        /** @type {any} the card that is open without a click */
        this.card = null;
        this.pressed = false;
    }

    /** The drawing with its numbers, and the list. @param {any} p */
    content(p) {
        const { t } = this, parts = p.kind === 'unit' && !p.veiled ? partsOf(p, t.box, writtenBy(p, t.mod, t.box), t.mod.spots) : [];
        const dot = (/** @type {any} */ [x, y], /** @type {number} */ i) => `<g transform="translate(${x} ${y})"><circle r="7.5" fill="#fffdf5" stroke="#1d1a16" stroke-width="1.6"/><text class="cn" y="4" font-size="11" text-anchor="middle" fill="#1d1a16">${i + 1}</text></g>`;
        const rest = factsOf(p, t.box).filter(([k]) => !parts.some((x) => x[2] === k));
        return h('div.anat', {}, svg('svg', { 'viewBox': p.turn === undefined ? '-14 -6 148 142' : '-30 -34 180 180', 'width': 190, 'height': 190, 'aria-hidden': 'true' }, `<defs>${DEFS}</defs>${t.mod.draw(p, 'close', t.box)}${parts.map(dot).join('')}`),
            h('div', {}, parts.length ? h('ol', {}, parts.map(([, , what, value]) => h('li', {}, h('b', {}, what), ` ${value}`))) : null,
                h('dl.facts', {}, rest.map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]))));
    }

    /** Listens on an element that shows the piece. @param {any} e @param {any} p */
    on(e, p) {
        e.addEventListener('pointerenter', (/** @type {PointerEvent} */ x) => x.pointerType === 'mouse' && this.soon(p, e));
        e.addEventListener('pointerdown', (/** @type {PointerEvent} */ x) => x.pointerType !== 'mouse' && this.soon(p, e));
        for (const kind of ['pointerleave', 'pointerup', 'pointercancel'])
            e.addEventListener(kind, () => this.hide());
        e.addEventListener('contextmenu', (/** @type {Event} */ x) => this.card && x.preventDefault());
        e.addEventListener('click', (/** @type {Event} */ x) => { if (this.pressed) { x.stopImmediatePropagation(); this.pressed = false; } }, true);
        return e;
    }

    /** @param {any} p @param {Element} e */
    soon(p, e) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.show(p, e), REST);
    }

    /** @param {any} p @param {Element} e beside which it comes */
    show(p, e) {
        if (!e.isConnected)
            return;
        this.hide();
        const r = e.getBoundingClientRect();
        this.card = h('div.anatomy', { 'role': 'tooltip', 'id': 'anatomy' }, h('h3', {}, p.name), this.content(p));
        document.body.append(this.card);
        this.pressed = matchMedia('(pointer: coarse)').matches;
        const c = this.card.getBoundingClientRect(), x = r.right + 8 + c.width > innerWidth ? Math.max(8, innerWidth - c.width - 8) : r.right + 8;
        this.card.style.setProperty('--x', `${x}px`);
        this.card.style.setProperty('--y', `${Math.max(8, Math.min(r.top, innerHeight - c.height - 8))}px`);
    }

    hide() {
        clearTimeout(this.timer);
        this.card?.remove();
        this.card = null;
    }

    /** As a dialog, for keys and for reading on. @param {any} p */
    open(p) { this.t.dialogs.open(capital(p.name), this.content(p)); }

    /** Counters of a stack that is fanned out. */
    watch() {
        $('view').addEventListener('pointerover', (/** @type {PointerEvent} */ e) => {
            const g = /** @type {any} */ (e.target).closest?.('#fan .piece'), p = g && this.t.list.find((x) => x.id === g.dataset.piece);
            if (p && e.pointerType === 'mouse')
                this.soon(p, g);
            else
                this.hide();
        });
        $('view').addEventListener('pointerdown', () => this.hide());
        $('view').addEventListener('pointerleave', () => this.hide());
    }
}
