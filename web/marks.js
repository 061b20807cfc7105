// marks.js: what the table lays on the board besides the ground: pieces with their rings, where one may go and
// for how much, targets, arrows, the cursor.
// @ts-check
import { $ } from './dom.js';
import { points } from './box.js';
import { signs } from './shown.js';

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

    /** Whose chit acts, where a question names no piece and no place. @returns {string[]} */
    acting() {
        const { t } = this, chits = /** @type {any[]} */ (t.state?.view.chits || []), who = chits.find((c) => c.acts)?.formation || chits.find((c) => c.state === 'now')?.formation;
        return who && t.state.mine && !t.choices.units.size && !t.choices.places.size ? t.list.filter((p) => p.formation === who && p.own && p.place).map((p) => p.id) : [];
    }

    /** Which pieces have which ring. */
    rings() {
        const { t } = this, may = new Set(), target = new Set(), { subject, detail, lit } = t.select;
        if (t.state?.mine) {
            for (const u of t.choices.open(subject))
                may.add(u);
            for (const q of t.stackIn(t.sum.aim.target))
                if (!q.own && q.kind !== 'leader')
                    target.add(q.id);
        }
        return { may, chosen: new Set(t.party.on ? t.party.ids : subject ? [subject] : detail ? [detail] : []), lit: new Set([...lit.units, ...this.acting()]), target };
    }

    pieces() {
        const { t } = this, { layer } = t.board;
        if (!layer.pieces || !t.state || t.curtain.down)
            return;
        layer.under.innerHTML = signs(t.state.view, t.board, t.box);
        t.pieces.show(t.list, t.state.view.stacks || {}, this.rings());
        t.overlays.dots();
        if (t.pieces.fanned)
            t.pieces.fan(t.pieces.fanned, this.rings());
    }

    /** Behind the curtain there is nothing. */
    clear() {
        for (const g of Object.values(this.t.board.layer))
            g.replaceChildren();
        this.t.pieces.drawn.clear();
        this.t.overlays.dots();
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
        layer.above.innerHTML = `${this.costs()}<g id="path"></g>${this.waiting(target)}${this.arrows(target, sources)}${t.forecast.drawn()}${t.scout.drawn()}${t.composer.drawn()}${t.lesson.drawn()}${path('cursor2', cursor)}${path('cursor', cursor)}`;
        this.path();
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
        for (const p of t.overlays.on('reach') ? reach.keys() : [])
            if (!aims.includes(p) && p !== t.placeOf(subject))
                free.add(p);
        return { free: [...free], aims };
    }

    /** @param {string[]} places */
    area(places) {
        const { board: b } = this.t, d = places.map((p) => b.cell(p)?.d || '').join(''), edge = b.outline(places);
        return d ? `<path class="reach-fill" d="${d}"/><path class="reach-back" d="${edge}"/><path class="reach-line" d="${edge}"/>` : '';
    }

    /** What it costs to get there; dark where nothing would be left, broken where it would not arrive in good order. */
    costs() {
        const { t } = this, { board: b, select } = t, under = (/** @type {string} */ p) => b.hexes ? 41 * b.hex / 100 : t.stackIn(p).length ? 36 : 0;
        let out = '';
        for (const [p, r] of t.overlays.on('reach') ? select.reach : []) {
            const c = b.cell(p);
            if (!c || r.cost === undefined || p === t.placeOf(select.subject))
                continue;
            const worn = r.wear !== undefined, w = worn ? 19 : 13;
            out += `<g data-place="${p}" class="cost${r.left === 0 ? ' end' : ''}${r.strain ? ' strain' : ''}" transform="translate(${c.x} ${c.y + under(p)})"><rect x="${-w}" y="-9" width="${2 * w}" height="17.5" rx="8.5"/><text y="4.6">${points(r.cost)}${worn ? `<tspan class="wear"> / ${r.wear}</tspan>` : ''}</text></g>`;
        }
        return out;
    }

    /** The way to the place under the pointer, and what it costs. */
    path() {
        const { t } = this, { board: b, select } = t, g = b.layer.above?.querySelector('#path'), r = select.over && select.over !== t.party.place && select.reach.get(select.over);
        if (!g)
            return;
        const cells = r ? [t.party.place || t.placeOf(select.subject), ...r.way].map((p) => b.cell(p)).filter(Boolean) : [];
        const d = cells.map((/** @type {any} */ c, i) => `${i ? 'L' : 'M'}${c.x} ${c.y}`).join(''), end = /** @type {any} */ (cells.at(-1));
        g.innerHTML = d && cells.length > 1 ? `<path class="path2" d="${d}"/><path class="path" d="${d}"/><circle class="path-end" cx="${end.x}" cy="${end.y}" r="7"/>` : '';
        t.party.legend();
    }

    /** Fights that are declared and wait: an arrow from each place, without the one that is looked at. @param {string|null} target */
    waiting(target) {
        const list = /** @type {any[]} */ (this.t.state.view.declared || []).filter((d) => !d.targets.includes(target));
        return list.length ? `<g class="declared">${list.map((d) => d.targets.map((/** @type {string} */ p) => this.arrows(p, d.sources)).join('')).join('')}</g>` : '';
    }

    /** @param {string|null} target @param {string[]} from */
    arrows(target, from) {
        const { board } = this.t, to = board.cell(target);
        return to ? [...new Set(from)].map((p) => board.cell(p)).filter((c) => c && c !== to).map((c) => arrow(c, to)).join('') : '';
    }

    /** Shows or hides all pieces. @param {boolean} bare */
    bare(bare) { $('view').classList.toggle('bare', bare); }
}
