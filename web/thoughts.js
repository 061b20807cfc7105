// thoughts.js: what the computers thought who play or played here: by turn, one's own side's; when it is over, of both sides beside each other.
// @ts-check
import { $, h } from './dom.js';
import { get } from './api.js';

export class Thoughts {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    /** @returns {Promise<any[]>} */
    async ask() {
        const { t } = this, r = await t.decide.ask(() => get(`match/${t.match}/thoughts`, t.token));
        return r?.thoughts || [];
    }

    async open() {
        const list = await this.ask();
        this.t.dialogs.open('What the computers thought', this.page(list) || h('p', {}, this.t.live.over ? 'No computer that thinks ahead has played here.' : 'No computer has thought for your side. What the enemy\'s thinks is told when it is over.'));
    }

    /** Turns below each other, sides beside each other; nothing if nobody thought. @param {any[]} list */
    page(list) {
        const sides = [...new Set(list.map((x) => x.side))].sort((a, b) => this.rank(a) - this.rank(b)), turns = [...new Set(list.map((x) => x.turn))].sort((a, b) => a - b);
        if (!list.length)
            return null;
        return h('div.thoughts.wide', { 'tabindex': '0', 'role': 'region', 'aria-label': 'What the computers thought' }, h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Turn'), sides.map((x) => h('th', { scope: 'col' }, this.t.box.side(x))))),
            h('tbody', {}, turns.map((n) => h('tr', {}, h('th', { scope: 'row' }, n), sides.map((x) => h('td', {}, list.filter((y) => y.turn === n && y.side === x).map((y) => this.one(y)))))))));
    }

    /** The order of the seats. @param {string} side */
    rank(side) { return this.t.live.seats.findIndex((/** @type {any} */ x) => x.side === side); }

    /** @param {any} y */
    one(y) {
        const go = () => { $('dialog').close(); this.t.replay.go(y.at); };
        return h('p', {}, h('button.case', { 'type': 'button', 'data-thought': y.at, 'onclick': go, 'title': 'See the board as it was' }, `${Math.round(y.after / 10)} %`), ' ', y.text);
    }
}
