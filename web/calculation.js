// calculation.js: the sheet before a fight is confirmed, or while it is put together in stages; the dice as they fall, and
// what others have done.
// @ts-check
import { $, h, fill, icon, svg, capital, figures } from './dom.js';
import { setting } from './api.js';
import { sheetRows } from './sheet.js';
import { facesOf } from './chronicle.js';
import { part } from './act.js';

const DICE_STAY = 9000;

export class Calculation {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {{action: any, sheet: any}|null} to be confirmed */
        this.pending = null;
        /** @type {any} what would carry out all that has been put together so far; its sheet is shown */
        this.staged = null;
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

    /** A declaration in stages: at every stage the sheet of what there is so far. */
    async stage() {
        const { t } = this, whole = t.state.mine ? t.choices.whole : null, { seq } = t.state;
        const sheet = whole && await t.decide.preview(whole);
        if (t.state.seq !== seq || this.pending)
            return;
        this.close();
        if (sheet) {
            this.staged = whole;
            this.show(sheet, whole);
        }
        this.redraw();
    }

    /** What is aimed at, and from where: of what is to be confirmed, or of the stages so far. @returns {{target: string|null, sources: string[]}} */
    get aim() {
        const { t } = this, a = this.pending?.action;
        if (!a && !t.choices.legal.some((x) => x === t.choices.whole || part(x)))
            return { target: null, sources: [] };
        const parts = a ? [a] : this.stages(), places = parts.flatMap((x) => x.places || []), units = parts.flatMap((x) => x.units || []);
        const from = [...places.slice(1), ...units.map((u) => t.placeOf(u))].filter((p) => p && p !== places[0]);
        return { target: places[0] || null, sources: from.length || !a ? from : [t.placeOf(t.select.subject)] };
    }

    /** The last entries that are parts of a whole not yet carried out. @returns {any[]} */
    stages() {
        const all = this.t.chronicle.entries;
        return all.slice(all.findLastIndex((e) => !part(e)) + 1);
    }

    /** @param {any} sheet @param {any} [action] to be confirmed */
    show(sheet, action) {
        const { t } = this, box = $('sheet'), stage = action && action === this.staged;
        const back = stage ? h('button.b2', { type: 'button', onclick: () => t.decide.undo() }, 'Take back', h('kbd', {}, 'U'))
            : h('button.b2', { type: 'button', onclick: () => this.cancel(true) }, 'Not now', h('kbd', {}, 'Esc'));
        const go = () => { this.close(); this.redraw(); t.decide.act(action); };
        fill(box, h('header', {}, h('h2', {}, sheet.title || 'Calculation'), action ? h('p', {}, capital(action.label)) : null),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => this.cancel(true) }, icon('ui-x', 18)),
            sheetRows(sheet, t.box, (/** @type {string} */ c) => t.side.openCase(c)),
            action ? h('footer', {},
                h('button.b1', { type: 'button', id: 'confirm', onclick: go }, icon('ui-sabre', 18), stage ? t.shortOf(action) : t.box.verb(action.verb), stage ? null : h('kbd', {}, 'Enter')), back) : null);
        box.hidden = false;
        $('app').classList.add('sheeting');
        box.scrollIntoView({ block: 'nearest' });
    }

    close() {
        this.pending = this.staged = null;
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
        const rolls = fresh.filter((/** @type {any} */ e) => facesOf(e).length > 0);
        if (rolls.length)
            this.dice(rolls);
        const last = fresh.findLast((/** @type {any} */ e) => e.events?.some((/** @type {any} */ x) => x.places?.length));
        const place = last?.events.findLast((/** @type {any} */ x) => x.places?.length).places[0];
        if (place && last.who !== s.viewer && setting('follow', true))
            this.t.board.show(place);
    }

    /** @param {any[]} rolls entries of chance */
    dice(rolls) {
        const box = $('dice'), faces = rolls.flatMap(facesOf);
        const texts = rolls.flatMap((e) => (e.events || []).map((/** @type {any} */ x) => figures(x.text)));
        const die = (/** @type {number} */ f) => svg('svg', { 'class': 'die', 'width': 38, 'height': 38, 'role': 'img', 'aria-label': `die ${f}` }, `<use href="#die-${f}"/>`);
        fill(box, h('span', {}, faces.slice(-6).map((f) => f <= 6 ? die(f) : h('b', {}, f))),
            h('p', {}, texts.slice(0, 4).join('. '), h('small', {}, rolls.length > 1 ? `${rolls.length} dice` : '')),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => { box.hidden = true; } }, icon('ui-x', 16)));
        box.hidden = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => { box.hidden = true; }, DICE_STAY);
    }
}
