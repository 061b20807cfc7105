// marks.js: what the table lays on the board besides the ground: pieces with their rings, where one may go and
// for how much, targets, arrows, the cursor.
// @ts-check
import { $ } from './dom.js';
import { points } from './box.js';
import { quiet } from './act.js';
import { marchOf, signs } from './shown.js';

/** An arrow between two places, from the edge of one counter to the edge of the other. @param {any} a @param {any} b */
function arrow(a, b) {
    const on = (/** @type {number} */ k) => [a.x + (b.x - a.x) * k, a.y + (b.y - a.y) * k];
    const [x1, y1] = on(0.34), [x2, y2] = on(0.6), angle = Math.atan2(b.y - a.y, b.x - a.x);
    const barb = (/** @type {number} */ q) => `M${x2} ${y2}L${x2 + 15 * Math.cos(angle + q)} ${y2 + 15 * Math.sin(angle + q)}`;
    const d = `M${x1} ${y1}L${x2} ${y2}${barb(2.5)}${barb(-2.5)}`;
    return `<path class="arrow2" d="${d}"/><path class="arrow" d="${d}"/>`;
}

export class Marks {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string|null} where the last click was refused */
        this.no = null;
    }

    /** Which pieces have which ring. */
    rings() {
        const { t } = this, may = new Set(), target = new Set(), { subject, detail, lit } = t.select;
        if (t.state?.mine) {
            for (const [u, acts] of t.choices.units)
                if (!acts.every(quiet))
                    may.add(u);
            for (const q of t.stackIn(t.sum.aim.target))
                if (!q.own && q.kind !== 'leader')
                    target.add(q.id);
        }
        return { may, chosen: new Set(subject ? [subject] : detail ? [detail] : []), lit: new Set(lit.units), target };
    }

    pieces() {
        const { t } = this, { layer } = t.board;
        if (!layer.pieces || !t.state || t.curtain.down)
            return;
        layer.under.innerHTML = signs(t.state.view, t.board, t.box);
        t.pieces.show(t.list, t.state.view.stacks || {}, this.rings());
        if (t.pieces.fanned)
            t.pieces.fan(t.pieces.fanned, this.rings());
    }

    /** Behind the curtain there is nothing. */
    clear() {
        for (const g of Object.values(this.t.board.layer))
            g.replaceChildren();
        this.t.pieces.drawn.clear();
    }

    places() {
        const { t } = this, { board: b, select } = t, { layer } = b;
        if (!layer.reach || !t.state)
            return;
        const path = (/** @type {string} */ cls, /** @type {string|null} */ p) => b.cell(p) ? `<path class="${cls}" d="${b.cell(p)?.d}"/>` : '';
        const { free, aims } = this.open(), { target, sources } = t.sum.aim;
        layer.reach.innerHTML = t.news.drawn() + this.area(free) + aims.map((p) => path('aim', p)).join('') + path('aim', target)
            + path('sel', select.place) + select.lit.places.map((p) => path('lit', p)).join('') + path('no', this.no);
        const cursor = select.keyed ? select.cursor : null;
        layer.above.innerHTML = this.costs() + this.arrows(target, sources) + path('cursor2', cursor) + path('cursor', cursor);
    }

    /** Where something may be done: free places, and those where enemies stand. */
    open() {
        const { t } = this, { subject, reach } = t.select, free = new Set(), aims = /** @type {string[]} */ ([]);
        if (!t.state.mine)
            return { free: /** @type {string[]} */ ([]), aims };
        for (const [p, acts] of t.choices.places) {
            if (subject && !acts.some((a) => !a.units.length || a.units.includes(subject)))
                continue;
            if (t.stackIn(p).some((x) => !x.own))
                aims.push(p);
            else
                free.add(p);
        }
        for (const p of reach.keys())
            if (!aims.includes(p) && p !== t.placeOf(subject))
                free.add(p);
        return { free: [...free], aims };
    }

    /** @param {string[]} places */
    area(places) {
        const { board: b } = this.t, d = places.map((p) => b.cell(p)?.d || '').join(''), edge = b.outline(places);
        return d ? `<path class="reach-fill" d="${d}"/><path class="reach-back" d="${edge}"/><path class="reach-line" d="${edge}"/>` : '';
    }

    /** What it costs to get there; dark where nothing would be left. */
    costs() {
        const { t } = this, { board: b, select } = t, mover = t.list.find((x) => x.id === select.subject);
        const march = marchOf(mover), under = (/** @type {string} */ p) => b.hexes ? 41 * b.hex / 100 : t.stackIn(p).length ? 36 : 0;
        let out = '';
        for (const [p, r] of select.reach) {
            const c = b.cell(p);
            if (!c || r.left === undefined || p === t.placeOf(select.subject))
                continue;
            const price = r.cost ?? (march ? Math.max(0, march.left - r.left) : r.left), end = r.left === 0;
            out += `<g data-place="${p}" class="cost${end ? ' end' : ''}" transform="translate(${c.x} ${c.y + under(p)})"><rect x="-13" y="-9" width="26" height="17.5" rx="8.5"/><text y="4.6">${points(price)}</text></g>`;
        }
        return out;
    }

    /** @param {string|null} target @param {string[]} from */
    arrows(target, from) {
        const { board } = this.t, to = board.cell(target);
        return to ? [...new Set(from)].map((p) => board.cell(p)).filter((c) => c && c !== to).map((c) => arrow(c, to)).join('') : '';
    }

    /** Shows or hides all pieces. @param {boolean} bare */
    bare(bare) { $('view').classList.toggle('bare', bare); }
}
