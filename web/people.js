// people.js: who plays, in words: of a match in the lobby's list, and of one's own seat at the table, which its holder
// may leave to the computer and take back.
// @ts-check
import { $, h, capital, listed } from './dom.js';
import { post, setting, word } from './api.js';
import { commander } from './opponent.js';

/** @typedef {{seat: string, title: string, side: string, kind: string, name: string, open: boolean}} Listed */

/** @param {Listed} x */
const called = (x) => x.kind === 'bot' ? `${capital(x.name)} (computer)` : x.name || x.title;

/** Whoever sits there, without open seats: "Ann, Bob and Cadet (computer)". @param {{seats: Listed[]}} m of the list of matches */
export const players = (m) => listed([...new Set(m.seats.filter((x) => !x.open).map(called))]);

/** Whose turn it is in a match of the list: of a divided side all who may be meant. @param {{asks: string|null, seats: Listed[]}} m */
export function decides(m) {
    const asked = m.seats.filter((x) => x.side === m.asks), names = [...new Set(asked.map((x) => x.kind === 'bot' ? capital(x.name) : x.name || x.title))];
    return asked.length ? `${names.join(' or ')} ${asked.every((x) => x.kind === 'bot') ? 'thinks' : 'decides'}` : '';
}

/** The seats of this page that the computer plays for whoever holds them. @param {any} s a state */
export const handed = (s) => s.seats.filter((/** @type {any} */ x) => x.you && x.handed);

export class People {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    /** One's own seats, for the dialog of seats: each left to the computer or taken back by a button. @param {any} s */
    own(s) {
        const { t } = this, mine = s.seats.filter((/** @type {any} */ x) => x.you), bots = t.bots;
        if (!mine.length || s.over || !bots.length)
            return null;
        const pick = h('select', { 'id': 'stand-in', 'aria-label': 'Which computer' }, bots.map((/** @type {any} */ b) => h('option', { value: b.name, selected: b.name === setting('opponent', '') }, capital(b.name))));
        const give = (/** @type {any} */ x) => h('button.b2', { 'type': 'button', 'data-hand': x.seat, 'onclick': () => this.hand(`computer ${pick.value} ${word(x.seat)}`) }, mine.length > 1 ? `Leave ${x.title} to it` : 'Leave my seat to it');
        const take = (/** @type {any} */ x) => h('button.b1', { 'type': 'button', 'data-take': x.seat, 'onclick': () => this.hand(`person ${word(x.seat)}`) }, mine.length > 1 ? `Take ${x.title} back` : 'Take my seat back');
        const left = mine.filter((/** @type {any} */ x) => !x.handed);
        return [h('h3', {}, 'If you must leave the table'), h('p.hint', {}, 'The computer can play for you as long as you like. The seat stays yours, and you can take it back at any time.'),
            h('div.row', {}, left.length ? [h('label', { for: 'stand-in' }, 'Computer ', pick), left.map(give)] : null, handed(s).map(take))];
    }

    /** @param {string} words */
    async hand(words) {
        $('dialog').close();
        await this.t.decide.change('seat', words);
    }

    /** At the head of the table, while the computer plays for this page. @param {any} s */
    back(s) {
        const list = handed(s);
        return list.length && !s.over ? h('button.b1', { type: 'button', id: 'take-back', onclick: () => this.hand('person') }, list.length > 1 ? 'Take my seats back' : 'Take my seat back') : null;
    }

    /** In the sentence at the top: who plays for this page. @param {any} s */
    standIn(s) {
        const names = [...new Set(handed(s).map((/** @type {any} */ x) => commander(x)))];
        return names.length && !s.over ? h('strong', {}, `${listed(names)} ${names.length > 1 ? 'play' : 'plays'} for you. `) : null;
    }

    // ---- once more ----

    /** Buttons when it is over, for who sat there. @param {any} s */
    again(s) {
        if (s.you === 'spectator')
            return [];
        if (s.rematch)
            return [h('button.b1', { type: 'button', id: 'to-rematch', onclick: () => this.follow(s.rematch) }, 'To the rematch')];
        return [h('button.b1', { type: 'button', id: 'rematch', title: 'The same once more, with the other side', onclick: () => this.rematch('') }, 'Play again, sides exchanged'),
            h('button.b2', { type: 'button', id: 'rematch-same', onclick: () => this.rematch('same') }, 'Same sides')];
    }

    /** @param {string} how */
    async rematch(how) {
        const { t } = this, r = await t.decide.ask(() => post(`match/${t.match}/rematch`, how, t.token));
        if (r)
            this.follow(r.match);
    }

    /** Everybody keeps his token. @param {string} match */
    follow(match) { location.href = `table.html?match=${encodeURIComponent(match)}#${this.t.token}`; }
}
