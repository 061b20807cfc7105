// dialogs.js: what opens over the table: help, options, seats and invitations, the match itself.
// @ts-check
import { $, h, fill, icon, capital, openDialog } from './dom.js';
import { keep, setting, theme, word } from './api.js';
import { warning } from './shown.js';
import { ranked } from './opponent.js';
import { judge, noted } from './dice.js';
import { helpRows } from './keys.js';

const SEAL = 'Every outcome is made of a secret, of a number from each who sat down, and of how many outcomes there were before, taken back or not. The seal of the secret was shown before anybody sat down; when the match is over the secret itself is told. So nobody could choose the dice, neither this server nor a player.';
const SEED = 'The seed of all dice was fixed before the first move. Its seal was shown at the start; when the match is over the seed itself is published, and `grognard replay --check` compares every outcome with it.';
const HELP = 'The sentence at the top says who decides what. White rings and lit places may be clicked; everything else that is allowed is a button or in the list on the left. Clicking something that is not allowed says which rule forbids it.';

/** A row of facts. @param {[string, any][]} rows */
const facts = (rows) => h('dl.facts', {}, rows.map(([k, v]) => [h('dt', {}, capital(k.replace(/[-_]/g, ' '))), h('dd', {}, String(v))]));

export class Dialogs {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    /** @param {string} title @param {any} content */
    open(title, content) { openDialog(title, content); }

    /** The buttons at the right of the bar. */
    tools() {
        const b = (/** @type {string} */ ic, /** @type {string} */ label, /** @type {() => void} */ f) => h('button', { 'type': 'button', 'aria-label': label, 'title': label, 'onclick': f }, icon(ic, 20));
        fill($('tools'), b('ui-link', 'Seats and invitations', () => this.share()), b('ui-gear', 'Options (O)', () => this.options()),
            b('ui-flag', 'Match: draw, resign, undo, save', () => this.ofMatch()), b('ui-help', 'Help and keys (?)', () => this.help()));
    }

    help() {
        const key = (/** @type {string} */ x) => [h('kbd', {}, x), ' '];
        this.open('How to play at this table', h('div', {}, h('p.hint', {}, HELP), h('h3', {}, 'Keys'),
            h('dl.keys', {}, helpRows.map(([k, d]) => h('div', {}, h('dt', {}, k.split(' ').map(key)), h('dd', {}, d))))));
    }

    // ---- options of this browser ----

    /** @param {string} title @param {string} now @param {[string, string][]} list @param {(v: string) => void} f */
    radio(title, now, list, f) {
        const one = (/** @type {string} */ v, /** @type {string} */ l) => h(`button.b2${now === v ? '.on' : ''}`, { 'type': 'button', 'role': 'radio', 'aria-checked': String(now === v), 'onclick': () => { f(v); this.options(); } }, (now === v ? '● ' : '○ ') + l);
        return [h('h3', {}, title), h('div.row', { 'role': 'radiogroup', 'aria-label': title }, list.map(([v, l]) => one(v, l)))];
    }

    /** @param {string} title @param {string} name of the setting */
    yesNo(title, name) {
        return this.radio(title, setting(name, true) ? 'yes' : 'no', [['yes', 'Yes'], ['no', 'No']], (v) => keep(name, v === 'yes'));
    }

    options() {
        const s = this.t.live;
        this.open('Options', h('div.form', {},
            this.radio('Light', theme(), [['day', 'Day'], ['night', 'Night'], ['contrast', 'High contrast']], (v) => { theme(v); this.t.overlays.map(); }),
            this.radio('Motion', setting('motion', 'yes'), [['yes', 'Pieces glide'], ['no', 'Nothing moves by itself']], (v) => { keep('motion', v); theme(); }),
            this.radio('Before a phase is ended', setting('endings', 'lost'), [['lost', 'Ask if something would be lost'], ['left', 'Ask if anything is left'], ['never', 'Never ask']], (v) => keep('endings', v)),
            this.radio('Phases with nothing to decide', setting('skip', false) ? 'skip' : 'stop', [['stop', 'Wait for me'], ['skip', 'End by themselves']], (v) => keep('skip', v === 'skip')),
            this.yesNo('Board follows what others do', 'follow'), this.yesNo('Curtain between sides at one screen', 'curtain'),
            s ? [h('h3', {}, 'This match'), facts([['scenario', this.t.game.scenarios?.find((/** @type {any} */ c) => c.id === s.scenario)?.title || s.scenario], ...Object.entries(s.origin ? { origin: s.origin.text } : {}), ...Object.entries(s.options).map(([id, v]) => /** @type {[string, string]} */ ([this.t.game.options?.find((/** @type {any} */ o) => o.id === id)?.title || id, String(v)])), ['seal of the dice', s.commitment]])] : null));
    }

    // ---- seats ----

    /** @param {string} title @param {string} url */
    linkRow(title, url) {
        const copy = async (/** @type {any} */ e) => {
            try {
                await navigator.clipboard.writeText(url);
                e.target.textContent = 'Copied';
            } catch {
                e.target.textContent = 'Copy it by hand';
            }
        };
        return h('div.row', {}, h('input', { 'readonly': true, 'value': url, 'aria-label': title }), h('button.b2', { type: 'button', onclick: copy }, 'Copy'));
    }

    share() {
        const { t } = this, s = t.live, base = new URL(`table.html?match=${t.match}`, location.href).href;
        const who = (/** @type {any} */ x) => x.handed ? `${x.you ? 'yours' : x.name || 'a person'}, left to the computer (${ranked(x)})` : x.kind === 'bot' ? `computer (${ranked(x)})` : x.you ? 'you' : x.open ? 'open: whoever opens the match may take it' : x.kind === 'invited' ? 'waits for whoever was invited' : x.kind === 'shared' && !x.name ? 'goes with the first seat of its side that is taken' : x.name || 'a person';
        const invites = setting(`invites.${t.match}`, []), open = s.you === 'spectator' ? s.seats.filter((/** @type {any} */ x) => x.open) : [];
        const warned = warning(s);
        this.open('Seats and invitations', h('div.form', {}, warned ? h('p.bad', { id: 'warning' }, warned) : null,
            s.seats.map((/** @type {any} */ x) => h('p', {}, h('b', {}, x.title), `: ${who(x)}${x.online && x.kind !== 'bot' ? ', here now' : ''}`)),
            invites.length ? [h('h3', {}, 'Invitations: each link is for one person'), invites.map((/** @type {any} */ i) => [h('span', {}, i.title), this.linkRow(`Invitation for ${i.title}`, i.link)])] : null,
            this.t.people.own(s),
            h('h3', {}, 'For spectators'), this.linkRow('Link for spectators', base),
            open.length ? [h('h3', {}, 'Sit down'), open.map((/** @type {any} */ x) => h('button.b1', { type: 'button', onclick: () => t.decide.join(`seat ${word(x.seat)}`) }, `Play ${x.title}`))] : null));
    }

    // ---- the match ----

    ofMatch() {
        const { t } = this, s = t.live, d = $('dialog'), { decide } = t;
        const b = (/** @type {string} */ label, /** @type {() => any} */ f) => h('button.b2', { type: 'button', onclick: () => { d.close(); f(); } }, label);
        const sure = () => this.open('Resign?', h('div.row', {}, h('button.b1', { type: 'button', onclick: () => { d.close(); decide.resign(); } }, 'Resign the battle'), b('Fight on', () => {})));
        this.open('The match', h('div.form', {},
            s.you !== 'spectator' && !s.over ? h('div.row', {}, b('Ask for undo', () => decide.consent('ask')), b('Offer a draw', () => decide.drawGame('offer')), t.advice.choices(s, b), b('Resign…', sure)) : null,
            s.you !== 'spectator' && !s.over ? h('div.row', {}, h('button.b2', { type: 'button', id: 'notices', onclick: () => t.notices.open() }, 'When it is my turn: mail, hook, days off…')) : null,
            t.advice.mayJudge(s) ? h('div.row', {}, b('Judge my last decision', () => t.advice.judge()), b('What the computers thought', () => t.thoughts.open())) : null,
            h('div.row', {}, b('Save the chronicle', () => decide.saveChronicle()), b('Save the journal', () => decide.saveJournal()), b('Check the dice', () => this.seal()))));
    }

    async seal() {
        const r = await this.t.decide.dice();
        if (r)
            this.open('Dice that can be trusted', h('div.form', {}, r.dice === 'sealed' ? await this.sealed(r) : [h('p', {}, SEED), facts(Object.entries(r).filter(([k]) => k !== 'ok'))]));
    }

    /** What is known of sealed dice, what this browser noted of them, and how to check. @param {any} r */
    async sealed(r) {
        const { t } = this, note = noted(t.match), mine = r.nonces.find((/** @type {any} */ x) => x.nonce === note.nonce);
        const titled = (/** @type {string} */ seat) => t.live.seats.find((/** @type {any} */ x) => x.seat === seat)?.title || seat;
        const journal = r.secret && await t.decide.journal();
        const same = (/** @type {boolean} */ yes) => yes ? 'as this browser noted it' : 'NOT what this browser noted';
        return [h('p', {}, SEAL), facts([['seal', r.commitment], ...(note.commitment ? [['', same(note.commitment === r.commitment)]] : []),
            ...r.nonces.map((/** @type {any} */ x) => [`nonce of ${titled(x.seat)}, from outcome ${x.from} on`, x.nonce]), ...(note.nonce ? [['your nonce', same(Boolean(mine))]] : []),
            ['secret', r.secret || 'told when the match is over']]),
        journal ? [h('h3', {}, 'Checked by this page'), h('p', { role: 'status' }, await judge(journal))] : null,
        h('h3', {}, 'How to check'), h('p.hint', {}, r.secret ? 'Save the journal, and ask the rules too:' : 'When the match is over, save the journal and run:'),
        h('p', {}, h('code', {}, `grognard replay ${t.match}.grognard --check --commitment ${note.commitment || r.commitment}${mine ? ` --nonce ${mine.seat}=${mine.nonce}` : ''}`)),
        h('p.hint', {}, 'Or with nothing of ours: examples/dice.py.')];
    }
}
