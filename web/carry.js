// carry.js: a counter in the hand: drag and drop does what two clicks do. With a finger, which also moves the board, a
// long press takes it up.
// @ts-check
import { $, h } from './dom.js';

export class Carry {
    /** @param {import('./table.js').Table} table @param {import('./select.js').Select} select */
    constructor(table, select) {
        this.t = table;
        this.select = select;
        /** @type {any} the picture under the pointer */
        this.ghost = null;
        /** @type {{piece: string, place: string}|null} what was taken, and where */
        this.from = null;
    }

    /** A piece that might be carried off: then the board does not move. @param {any} target @returns {boolean} */
    grab(target) {
        const g = target.closest?.('.piece'), { t } = this, p = g && t.list.find((x) => x.id === g.dataset.piece);
        this.from = p?.own && p.place && this.select.moving && t.board.cell(p.place) ? { piece: p.id, place: p.place } : null;
        return !!this.from;
    }

    /** It is carried: taken up if it is not yet. @param {number} x @param {number} y in the page */
    move(x, y) {
        const { t, from } = this, r = $('view').getBoundingClientRect();
        if (!from)
            return;
        if (!this.ghost) {
            const p = t.list.find((q) => q.id === from.piece);
            this.ghost = h('div.held', {}, t.inspector.picture(p, 64));
            $('map').append(this.ghost);
            $('view').classList.add('carrying');
            t.bubble.close();
            if (!t.party.has(from.piece))
                this.select.takeUp(from.place, from.piece);
        }
        this.ghost.style.left = `${x - r.left}px`;
        this.ghost.style.top = `${y - r.top}px`;
        this.select.over = t.board.at(x, y);
        t.marks.path();
    }

    end() {
        this.ghost?.remove();
        this.ghost = null;
        $('view').classList.remove('carrying');
    }

    /** Let go. @param {number} x @param {number} y */
    async drop(x, y) {
        const { t, from } = this, place = t.board.at(x, y);
        this.end();
        await t.party.asking;
        if (!from || !place || !t.party.on)
            return;
        if (place !== from.place)
            await this.select.pick(place, undefined, { dropped: true });
    }

    /** A finger rests on it. @param {any} target */
    held(target) {
        if (!this.grab(target))
            return false;
        navigator.vibrate?.(12);
        return true;
    }
}
