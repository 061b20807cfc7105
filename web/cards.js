// cards.js: the card of a phase (what one may do, what ends it, what is often missed, the cases), opened by the phase's
// name and by itself the first time; and the aim of the scenario with how it stands. All of it comes from the catalogue and the state.
// @ts-check
import { $, h, fill, icon, capital, sentence } from './dom.js';
import { setting, keep } from './api.js';

export class Cards {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** The card that is open. */
        this.id = '';
        /** The step of which a card has been offered. */
        this.offered = '';
    }

    /** @returns {any[]} */
    get all() { return this.t.game.cards || []; }

    /** The card of what is asked now: of the step, of one below it, or of the phase. @returns {any} */
    get now() {
        const s = this.t.state, steps = (s.asks?.agenda || '').split(' <-')[0].split(' / ').reverse();
        return [s.asks?.step, ...steps, s.view.clock.phase].map((id) => this.all.find((c) => c.id === id)).find(Boolean);
    }

    draw() {
        const s = this.t.state, { aim } = s.view;
        fill($('aim'), aim?.text && !s.over ? [h('b', {}, 'Aim: '), aim.text, aim.standing ? [' ', h('em', {}, sentence(capital(aim.standing)))] : null] : []);
        $('aim').title = $('aim').textContent;
        this.pips();
        if (this.id && this.t.replay.at !== null)
            this.close();
        this.first();
    }

    /** Names of phases open their cards. */
    pips() {
        const { phases } = this.t.box, list = [...document.querySelectorAll('#who .ph li')];
        for (const [i, li] of list.entries()) {
            const id = list.length === phases.length ? phases[i].id : this.now?.id, card = this.all.find((c) => c.id === id);
            if (card && !li.querySelector('button'))
                fill(li, h('button.pip', { 'type': 'button', 'data-card': card.id, 'title': `What the phase is about: ${card.title}`, 'onclick': () => this.open(card.id) }, li.textContent));
        }
        const row = list[0]?.parentElement, cut = (/** @type {Element} */ e) => e.scrollWidth > e.clientWidth + 1;
        row?.classList.remove('pips');
        row?.classList.toggle('pips', list.some((li) => cut(li.querySelector('.pip') || li)));
    }

    /** The first time that one decides in a phase its card opens by itself; a lesson says it otherwise. */
    first() {
        const { t } = this, s = t.state, card = s.mine && !s.over && t.replay.at === null && !s.lesson ? this.now : null, key = card ? `${s.game} ${card.id}` : '';
        if (key === this.offered)
            return;
        this.offered = key;
        const seen = setting('cards', /** @type {string[]} */ ([]));
        if (!card) {
            this.close();
        } else if (seen.includes(key) || seen.includes('never')) {
            if (this.id !== card.id)
                this.close();
        } else {
            keep('cards', [...seen, key]);
            this.open(card.id);
        }
    }

    /** @param {string} id */
    open(id) {
        const card = this.all.find((c) => c.id === id), e = $('card'), { t } = this;
        if (!card)
            return;
        this.id = id;
        const row = (/** @type {string} */ what, /** @type {string} */ words) => [h('dt', {}, what), h('dd', {}, t.reader.linked(words))];
        const never = h('input', { 'type': 'checkbox', 'id': 'card-never', 'onchange': () => keep('cards', never.checked ? ['never'] : []) });
        never.checked = setting('cards', /** @type {string[]} */ ([])).includes('never');
        fill(e, h('header', {}, h('h2', {}, capital(card.title)), h('button.qb', { 'type': 'button', 'aria-label': 'Close the card', 'onclick': () => this.close() }, icon('ui-x', 16))),
            h('dl', {}, row('You may', card.may), row('It ends', card.ends), row('Often missed', card.missed)),
            h('footer', {}, card.cases.map((/** @type {string} */ c) => t.reader.link(c)),
                h('label', { for: 'card-never' }, never, 'Never by itself')));
        e.hidden = false;
    }

    /** @returns {boolean} was one open? */
    close() {
        const had = !!this.id;
        this.id = '';
        $('card').hidden = true;
        return had;
    }
}
