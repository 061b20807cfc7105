// bubble.js: the bubble over the board: why not, choices at a place, short answers.
// @ts-check
import { $, h, fill, icon, capital, sentence } from './dom.js';

/** "9.2.4: artillery may not …" without its case, which has a button. @param {any} e a refusal, or { why, case } */
export function refusal(e) {
    const text = e.why || e.message || String(e), cited = `${e.case}: `;
    return { id: e.case, words: sentence(capital(text.startsWith(cited) ? text.slice(cited.length) : text)) };
}

export class Bubble {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string|null} */
        this.place = null;
    }

    get open() { return !$('bubble').hidden; }

    /** @param {string|null} place over which it stands @param {boolean} menu @param {any[]} kids */
    show(place, menu, kids) {
        const b = $('bubble');
        this.place = place;
        b.className = menu ? 'bubble menu' : 'bubble';
        b.setAttribute('aria-label', menu ? 'Choices here' : 'Why not');
        fill(b, kids, h('button.bx', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => this.close() }, icon('ui-x', 16)));
        b.hidden = false;
        if (!menu)
            $('here').textContent = b.textContent;
        this.settle();
        this.t.lesson.settle();
    }

    /** Puts it where its place is on the screen now. */
    settle() {
        const b = $('bubble'), { board } = this.t, c = board.cell(this.place);
        if (b.hidden)
            return;
        const r = $('view').getBoundingClientRect(), half = board.hex * board.k / 2;
        const p = c ? board.screen(c) : { x: r.width / 2, y: r.height / 3 };
        const w = b.offsetWidth, high = b.offsetHeight, up = p.y - high - half * 0.84 - 6;
        b.style.left = `${Math.min(Math.max(p.x - w / 2, 8), r.width - w - 8)}px`;
        b.style.top = `${up > 8 ? up : Math.min(p.y + half, r.height - high - 8)}px`;
    }

    /** @returns {boolean} was there one? */
    close() {
        const had = this.open;
        $('bubble').hidden = true;
        if (this.t.marks.no) {
            this.t.marks.no = null;
            this.t.marks.places();
        }
        return had;
    }

    /** @param {string} words */
    tell(words) {
        this.show(null, true, [h('p', {}, words)]);
        $('here').textContent = words;
    }

    /** @param {string} title @param {any} e @param {string|null} place */
    refuse(title, e, place) {
        const { id, words } = refusal(e), name = id && this.t.reader.find(id)[0]?.title;
        this.show(place, false, [h('b.no-t', {}, title), h('p', {}, this.t.reader.linked(words)),
            id ? this.t.reader.link(id, `${id}${name ? ` ${name}` : ''} · read the case`) : null]);
        this.t.lesson.refused(id);
    }

    /** @param {any} e */
    complain(e) { this.refuse('Not possible', e, this.t.select.cursor); }

    /** What may be done at a place. @param {string} place @param {[string, () => void][]} items */
    menu(place, items) {
        this.show(place, true, [h('h3', {}, this.t.titleOf(place)),
            ...items.map(([label, f]) => h('button.m', { type: 'button', onclick: () => { this.close(); f(); } }, label))]);
        $('bubble').querySelector('button.m')?.focus();
    }
}
