// curtain.js: the curtain of a hot seat: nobody sees the other side's view by accident.
// @ts-check
import { $, h, fill, capital } from './dom.js';
import { setting } from './api.js';

export class Curtain {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string|null} whose eyes are at the screen */
        this.eyes = null;
        /** Was the board never seen yet? */
        this.fresh = false;
    }

    get down() { return !$('curtain').hidden; }

    /** Is what the state shows behind the curtain now? @param {any} s */
    falls(s) {
        const sides = new Set(s.seats.filter((/** @type {any} */ x) => x.you).map((/** @type {any} */ x) => x.side));
        const first = this.eyes === null, same = this.eyes === s.viewer;
        this.eyes = s.viewer;
        if (sides.size < 2 || s.over || same || !this.t.game.hidden || !setting('curtain', true))
            return this.down;
        this.drop(s, first);
        return true;
    }

    /** @param {any} s @param {boolean} first */
    drop(s, first) {
        const seat = s.seats.find((/** @type {any} */ x) => x.seat === s.asks?.seat) || s.seats.find((/** @type {any} */ x) => x.side === s.viewer);
        const who = seat?.title || capital(s.viewer);
        this.fresh ||= first;
        this.t.marks.clear();
        for (const id of ['insp', 'choices', 'tray', 'acts', 'page', 'prompt', 'dice', 'legend'])
            $(id).replaceChildren();
        $('dice').hidden = $('sheet').hidden = $('legend').hidden = true;
        this.t.bubble.close();
        this.t.orders.forget();
        const go = h('button.b1', { type: 'button', onclick: () => this.rise() }, `I am ${who}`);
        fill($('curtain'), h('div', {}, h('h2', {}, `${who} to decide`),
            h('p', {}, first ? 'The other player looks away.' : 'Hand over the screen; the other player looks away.'), go));
        $('curtain').hidden = false;
        $('app').inert = true;
        go.focus();
    }

    rise() {
        $('curtain').hidden = true;
        $('curtain').replaceChildren();
        $('app').inert = false;
        this.t.show(this.t.live);
        if (this.fresh)
            this.t.firstView();
        this.fresh = false;
        $('view').focus();
    }
}
