// calculation.js: the sheet before something is confirmed, that of a fight under way, and the card of what came of it.
// Attacks are put together in composer.js.
// @ts-check
import { $, h, fill, icon, svg, capital, figures, sentence } from './dom.js';
import { setting } from './api.js';
import { sheetRows } from './sheet.js';
import { facesOf } from './chronicle.js';

const CARD_STAYS = 20000;
/** So high is the row of overlays at the top of the board. */
const BUTTONS = 52;

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
        this.t.cards.close();       // it would lie over the sheet
        this.show(sheet, action);
        this.redraw();
        $('confirm').focus();
    }

    /** The fight that is declared and not over, as far as this seat may know; it stands beside the board until something else is looked at. */
    fight() {
        const { t } = this, fight = t.state.view.clash;
        if (fight?.sheet && !t.state.over)
            this.show(fight.sheet);
    }

    /** What is aimed at, and from where: of what is put together, is to be confirmed, or is fought. @returns {{target: string|null, sources: string[]}} */
    get aim() {
        const { t } = this, a = this.pending?.action, fight = t.state?.view.clash;
        if (t.composer.active)
            return { target: t.composer.place, sources: [] };
        if (!a)
            return fight ? { target: fight.targets[0] || null, sources: fight.sources } : { target: null, sources: [] };
        const places = a.places || [], from = [...places.slice(1), ...(a.units || []).map((/** @type {string} */ u) => t.placeOf(u))].filter((p) => p && p !== places[0]);
        return { target: places[0] || null, sources: from.length ? from : [t.placeOf(t.select.subject)].filter(Boolean) };
    }

    /** @param {any} sheet @param {any} [action] to be confirmed */
    show(sheet, action) {
        const { t } = this, box = $('sheet');
        const go = () => { this.close(); this.redraw(); t.decide.act(action); };
        fill(box, h('header', {}, h('h2', {}, sheet.title || 'Calculation'), action ? capital(action.label) === sheet.title ? null : h('p', {}, capital(action.label)) : t.composer.parties(sheet)),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => this.cancel(true) }, icon('ui-x', 18)),
            sheetRows(sheet, t.box, t.reader),
            action ? h('footer', {},
                h('button.b1', { type: 'button', id: 'confirm', onclick: go }, icon('ui-sabre', 18), t.box.verb(action.verb), h('kbd', {}, 'Enter')),
                h('button.b2', { type: 'button', onclick: () => this.cancel(true) }, 'Not now', h('kbd', {}, 'Esc'))) : null);
        box.hidden = false;
        $('app').classList.add('sheeting');
        box.scrollIntoView({ block: 'nearest' });
    }

    close() {
        this.pending = null;
        $('sheet').hidden = true;
        $('app').classList.remove('sheeting', 'composing');
    }

    redraw() {
        this.t.marks.pieces();
        this.t.marks.places();
    }

    /** Puts the sheet away. @param {boolean} [always] also one from the chronicle @returns {boolean} was there one? */
    cancel(always) {
        if (this.t.composer.leave())
            return true;
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
        const fought = fresh.filter((/** @type {any} */ e) => e.sheets || facesOf(e).length > 0 || e.events?.some((/** @type {any} */ x) => x.role === 'vain' || x.role === 'fight'));
        if (fought.length)
            this.card(fought, fresh);
        const last = fresh.findLast((/** @type {any} */ e) => e.events?.some((/** @type {any} */ x) => x.places?.length));
        const place = last?.events.findLast((/** @type {any} */ x) => x.places?.length).places[0];
        if (place && last.who !== s.viewer && setting('follow', true))
            this.t.board.show(place);
    }

    /** What came of it: dice, the sum, what happened to whom; also where no dice fall. @param {any[]} fought entries @param {any[]} fresh all of them */
    card(fought, fresh) {
        const { t } = this, box = $('dice'), sheets = fought.flatMap((e) => e.sheets || []), sheet = new Set(sheets.map((x) => x.title)).size === 1 ? sheets.at(-1) : null;
        const fight = (/** @type {any} */ e) => e.sheets?.length || (!sheet && e.events?.some((/** @type {any} */ x) => x.role === 'fight')), from = (fought.find(fight) || fought[0]).n, of = fought.filter((e) => e.n >= from), faces = of.flatMap(facesOf);
        const told = fresh.filter((e) => e.n >= from).flatMap((e) => (e.events || []).map((/** @type {any} */ x) => ({ ...x, fell: of.includes(e) }))).filter((x) => x.text && !['dull', 'head', 'chance', 'march'].includes(x.role)), end = told.findLast((x) => x.fell) || told.at(-1);
        const die = (/** @type {number} */ f) => f <= 6 ? svg('svg', { 'class': 'die', 'width': 34, 'height': 34, 'role': 'img', 'aria-label': `die ${f}` }, `<use href="#die-${f}"/>`) : h('b', {}, f);
        const by = sheet?.modifier && !['0', '?'].includes(sheet.modifier) ? figures(Number(sheet.modifier) > 0 ? `+${sheet.modifier}` : sheet.modifier) : '', line = sheet ? [sheet.head || sheet.odds, by].filter(Boolean).join(', ') : '';
        const event = (/** @type {any} */ x) => h(`li${x.role === 'vain' ? '.vain' : ''}${x === end ? '.end' : ''}`, {}, ...t.chronicle.linked(sentence(capital(figures(x.text))), x.units, x.places), x.case ? [' ', t.reader.link(x.case)] : null);
        box.classList.remove('brief');
        fill(box, h('h2', {}, sheet?.title || 'What happened'),
            faces.length || line ? h('p.roll', {}, faces.slice(-6).map(die), h('b', {}, line), sheet ? h('button.case', { type: 'button', onclick: () => this.show(sheet) }, 'the sum') : null) : null,
            h('ul', {}, told.map(event)),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => this.read() }, icon('ui-x', 16)));
        box.hidden = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.read(), CARD_STAYS);
    }

    /** Whoever goes on has read the card: nothing that he chooses lies under it. */
    read() {
        clearTimeout(this.timer);
        $('dice').hidden = true;
    }

    /** The card lies on nothing that is asked: the board moves up; where it cannot, only the end of the story is told. @param {string[]} places */
    clearOf(places) {
        const { board } = this.t, box = $('dice'), r = box.getBoundingClientRect(), v = $('view').getBoundingClientRect(), half = board.hex * board.k / 2;
        const spots = places.map((p) => board.screen(/** @type {import('./board.js').Cell} */ (board.cell(p)))), under = spots.filter((s) => s.x + half > r.left - v.left && s.x - half < r.right - v.left && s.y + half > r.top - v.top);
        if (box.hidden || !under.length)
            return;
        const by = Math.max(...under.map((s) => s.y)) + half + 6 - (r.top - v.top);
        if (Math.min(...spots.map((s) => s.y)) - half - by < BUTTONS)
            box.classList.add('brief');
        else
            board.pan(0, -by);
    }
}
