// calculation.js: the sheet before a fight is confirmed, the dice as they fall, and what others have done.
// @ts-check
import { $, h, fill, icon, svg, capital, figures } from './dom.js';
import { setting } from './api.js';
import { sheetRows } from './sheet.js';

const DICE_STAY = 9000;

export class Calculation {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {{action: any, sheet: any}|null} to be confirmed */
        this.pending = null;
        /** @type {any} */
        this.timer = 0;
    }

    /** @param {any} action @param {any} sheet */
    propose(action, sheet) {
        this.pending = { action, sheet };
        this.show(sheet, action);
        this.redraw();
        $('confirm').focus();
    }

    /** @param {any} sheet @param {any} [action] to be confirmed */
    show(sheet, action) {
        const { t } = this, box = $('sheet');
        const go = () => { this.close(); this.redraw(); t.decide.act(action); };
        fill(box, h('header', {}, h('h2', {}, sheet.title || 'Calculation'), action ? h('p', {}, capital(action.label)) : null),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => this.cancel(true) }, icon('ui-x', 18)),
            sheetRows(sheet, t.mod, (/** @type {string} */ c) => t.side.openCase(c)),
            action ? h('footer', {},
                h('button.b1', { type: 'button', id: 'confirm', onclick: go }, icon('ui-sabre', 18), t.mod.group(action.verb).split(' ')[0], h('kbd', {}, 'Enter')),
                h('button.b2', { type: 'button', onclick: () => this.cancel(true) }, 'Not now', h('kbd', {}, 'Esc'))) : null);
        box.hidden = false;
        $('app').classList.add('sheeting');
        box.scrollIntoView({ block: 'nearest' });
    }

    close() {
        this.pending = null;
        $('sheet').hidden = true;
        $('app').classList.remove('sheeting');
    }

    redraw() {
        this.t.marks.pieces();
        this.t.marks.places();
    }

    /** Puts the sheet away. @param {boolean} [always] also one from the chronicle @returns {boolean} was there one? */
    cancel(always) {
        const had = !!this.pending || (always && !$('sheet').hidden);
        if (had) {
            this.close();
            this.redraw();
            $('view').focus({ preventScroll: true });
        }
        return !!had;
    }

    // ---- what has happened ----

    /** What others and the dice have done is shown. @param {any} s @param {any} old */
    follow(s, old) {
        const fresh = this.t.chronicle.entries.filter((e) => e.n > old.entries);
        const rolls = fresh.filter((/** @type {any} */ e) => e.who === 'chance' && /^roll \d+$/.test(e.do || ''));
        if (rolls.length)
            this.dice(rolls);
        const last = fresh.findLast((/** @type {any} */ e) => e.events?.some((/** @type {any} */ x) => x.places?.length));
        const place = last?.events.findLast((/** @type {any} */ x) => x.places?.length).places[0];
        if (place && last.who !== s.viewer && setting('follow', true))
            this.t.board.show(place);
    }

    /** @param {any[]} rolls entries of chance */
    dice(rolls) {
        const box = $('dice'), faces = rolls.map((e) => e.do.slice(5));
        const texts = rolls.flatMap((e) => (e.events || []).map((/** @type {any} */ x) => figures(x.text)));
        const die = (/** @type {string} */ f) => svg('svg', { 'class': 'die', 'width': 38, 'height': 38, 'role': 'img', 'aria-label': `die ${f}` }, `<use href="#die-${f}"/>`);
        fill(box, h('span', {}, faces.slice(-6).map((f) => Number(f) <= 6 ? die(f) : h('b', {}, f))),
            h('p', {}, texts.slice(0, 4).join('. '), h('small', {}, rolls.length > 1 ? `${rolls.length} dice` : '')),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => { box.hidden = true; } }, icon('ui-x', 16)));
        box.hidden = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => { box.hidden = true; }, DICE_STAY);
    }
}
