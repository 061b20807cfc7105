// head.js: the top of the table: bar with turns and seats; who decides what, and the buttons for it.
// @ts-check
import { $, h, fill, icon, svg, capital, pace, sentence as stop } from './dom.js';
import { points } from './box.js';
import { ends, quiet } from './act.js';
import { word } from './api.js';
import { marchOf, warning } from './shown.js';

const sum = (/** @type {any} */ e) => capital((e?.events || []).map((/** @type {any} */ x) => x.text).filter(Boolean).slice(0, 3).join('. '));

export class Head {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    // ---- the bar ----

    bar() {
        const { t } = this, s = t.state, { box } = t, { clock } = s.view;
        document.title = `${s.mine ? '● ' : ''}${t.game.title} · Grognard`;
        fill($('game'), t.game.title, h('small', {}, s.name || `match ${s.match}`));
        const asked = s.asks && s.asks.side !== 'chance' && !s.over ? s.asks : null, root = document.documentElement.style;
        root.setProperty('--side', asked ? box.colour(asked.seat || asked.side) : 'var(--muted)');
        root.setProperty('--sideink', asked ? box.ink(asked.seat || asked.side) : '#fff');
        fill($('turns'), clock.turns.map((/** @type {any} */ x) => this.turn(x, clock.turn)));
        $('when').textContent = clock.text;
        fill($('seats'), s.seats.map((/** @type {any} */ x) => this.seat(x, s)));
    }

    /** The turn now has its hour in full. @param {any} x @param {number} turn */
    turn(x, turn) {
        const now = x.turn === turn, kind = (x.sky || '').split(' ').join('-');
        const sky = document.getElementById(`weather-${kind}`) ? svg('svg', { width: 18, height: 18, class: `wx-${kind}`, 'aria-hidden': 'true' }, `<use href="#weather-${kind}"/>`) : null;
        return h(`li${now ? '.now' : ''}${x.turn < turn ? '.past' : ''}${sky ? '' : '.plain'}`, { 'title': x.title, 'aria-current': now ? 'step' : null },
            sky, h('b', {}, now ? (sky ? x.hour : x.title) : sky ? x.hour.split(' ')[0] : x.turn), x.due ? h('i.rf', { title: `${x.due} to come` }, x.due) : null);
    }

    /** @param {any} x @param {any} s */
    seat(x, s) {
        const several = s.seats.filter((/** @type {any} */ y) => y.you).length > 1;
        const here = x.kind === 'bot' ? `computer, ${pace(x.thinks_ms)}` : x.open ? 'open' : x.you ? 'you' : x.online ? 'here' : 'away';
        const name = x.you ? (several ? x.title : 'You') : x.kind === 'bot' ? capital(x.bot) : x.name || (x.open ? 'Open' : x.title);
        return h(`li.seat${x.online || x.kind === 'bot' ? '' : '.off'}${s.asks?.seat === x.seat && !s.over ? '.turn' : ''}`, { title: `${x.title}: ${here}` },
            h('i', { vars: { '--c': this.t.box.colour(x.seat) } }), h('span', {}, h('b', {}, name), h('small', {}, x.you && several ? 'you' : `${x.title}${x.you ? '' : x.kind === 'bot' ? ', computer' : `, ${here}`}`)));
    }

    // ---- what to do ----

    prompt() {
        const { t } = this, s = t.state, { phases } = t.box, { clock } = s.view, now = phases.findIndex((x) => x.id === clock.phase);
        const seat = s.asks && s.seats.find((/** @type {any} */ x) => x.seat === s.asks.seat);
        const who = s.over ? 'The battle is over' : s.halted ? 'Set aside' : clock.player || (s.asks ? `${seat?.title || capital(s.asks.side)} to decide` : '');
        const phase = (/** @type {any} */ p, /** @type {number} */ i) => h(`li${i === now ? '.on' : i < now ? '.done' : ''}`, { 'aria-current': i === now ? 'step' : null }, p.title);
        fill($('who'), h('b', {}, who), !s.over && now >= 0 ? h('ol.ph', { 'aria-label': 'Phases' }, phases.map(phase))
            : h('ol.ph', {}, s.asks && !s.over ? h('li.on', {}, s.asks.title) : null));
        const warned = s.you === 'spectator' && !s.over && (t.invitation || s.seats.some((/** @type {any} */ x) => x.open)) ? warning(s) : '';
        fill($('prompt'), warned ? h('strong.warned', {}, `${warned} `) : null, this.sentence(s, seat));
        this.acts();
    }

    /** @param {any} s @param {any} seat whose decision it is */
    sentence(s, seat) {
        const { t } = this, asks = s.asks;
        if (!t.linked)
            return ['Not connected. Your last decision is safe.'];
        if (t.replay.at !== null)
            return [`Replay, entry ${t.replay.at}. `, t.replay.at === 0 && s.origin ? `${s.origin.text}. ` : '', stop(sum(t.chronicle.entries.find((e) => e.n === t.replay.at)) || asks?.prompt || '')];
        if (s.halted)
            return [`${capital(s.halted)}.`];
        if (s.over)
            return [s.result?.text ? `${capital(s.result.text)}. ` : '', h('em', {}, s.result?.winner ? `${t.box.side(s.result.winner)} victory.` : 'Nobody has won.')];
        if (!asks)
            return ['…'];
        if (s.mine)
            return [this.mover(), stop(asks.prompt), this.cases(asks.cases)];
        if (asks.thinking)
            return [`${stop(asks.prompt)} `, this.thinks(s, seat)];
        const decides = seat?.open ? `The ${seat.title} seat is open.` : `${seat?.name || seat?.title || capital(asks.side)} decides.`;
        return [`${stop(asks.prompt)} `, h('em', {}, decides), seat?.open ? h('button.case', { type: 'button', onclick: () => t.dialogs.share() }, 'invite') : null];
    }

    /** Which computer, and for how long. @param {any} s @param {any} seat undefined: of one of that side's seats */
    thinks(s, seat) {
        const bots = seat ? [seat] : s.seats.filter((/** @type {any} */ x) => x.side === s.asks.side);
        const names = [...new Set(bots.map((/** @type {any} */ x) => capital(x.bot)))];
        return [h('em', {}, `${names.length === 1 ? names[0] : 'The computer'} is thinking…`), ' ', h('small', {}, pace(bots[0].thinks_ms))];
    }

    /** @param {string} list */
    cases(list) {
        return list.split(' ').filter(Boolean).slice(0, 2).map((c) =>
            h('button.case', { type: 'button', title: `Read case ${c}`, onclick: () => this.t.side.openCase(c) }, c));
    }

    /** Of the piece that is on the march: where it is and what it has left. */
    mover() {
        const { t } = this, p = t.list.find((x) => x.id === t.select.subject), m = marchOf(p);
        return p && m && t.choices.marching(p.id) && t.placeOf(p.id) ? `${p.name} is in ${p.places.join(' and ')} with ${points(m.left)} of ${points(m.of)} MP. ` : '';
    }

    // ---- the buttons ----

    acts() {
        const s = this.t.state;
        fill($('acts'), s.you === 'spectator' || s.over ? [] : this.offers(s), s.mine ? this.decisions() : [], this.always(s));
    }

    /** What others have asked for. @param {any} s */
    offers(s) {
        const { decide } = this.t, mine = new Set(s.seats.filter((/** @type {any} */ x) => x.you).map((/** @type {any} */ x) => x.side));
        const b = (/** @type {string} */ cls, /** @type {string} */ label, /** @type {() => any} */ f) => h(`button.${cls}`, { type: 'button', onclick: f }, label);
        const draw = s.draw?.offered_by?.length && !s.draw.offered_by.some((/** @type {string} */ x) => mine.has(x));
        return [draw ? [b('b2', 'Accept the draw', () => decide.drawGame('accept')), b('b3', 'Play on', () => decide.drawGame('refuse'))] : [],
            s.undo?.asked_by && !mine.has(s.undo.asked_by) ? [b('b1', 'Allow undo', () => decide.consent('grant')), b('b2', 'Refuse', () => decide.consent('refuse'))] : []];
    }

    /** One primary button at most: what most players want, if the step says so; then the alternatives, last what ends it. */
    decisions() {
        const { t } = this, c = t.choices, { subject } = t.select, { usual } = t.state.asks;
        const enders = c.bare.filter(ends), bare = c.bare.filter((a) => !ends(a));
        const own = subject ? c.of(subject).filter((a) => a.role !== 'pick' && !quiet(a)) : [];
        const few = own.length + bare.length <= 4 ? [...bare, ...own] : bare.slice(0, 4);
        const yesno = !few.length && enders.length + c.legal.length <= 3 ? c.legal.filter((a) => !ends(a) && !a.places.length) : [];
        const shown = [...few, ...yesno], first = shown.find((a) => a.verb === usual) || (this.open(few) ? null : shown[0]);
        const out = shown.map((a, i) => this.button(a === first ? 'b1' : 'b2', a, i < 9 ? String(i + 1) : ''));
        const alone = !out.length && c.legal.every((a) => ends(a) || quiet(a));
        for (const a of enders) {
            const here = subject && c.marching(subject), plain = here || !out.length;
            out.push(this.button(alone || (a.verb === usual && !first) ? 'b1' : plain ? 'b2' : 'b3', a, a !== enders[0] ? '' : here ? 'Space' : 'E'));
        }
        return out;
    }

    /** Is none of them more likely than others: all of a kind, or most players end the step? @param {any[]} list */
    open(list) {
        const { choices: c, state } = this.t;
        return (list.length > 1 && list.every((a) => a.verb === list[0].verb)) || (!!c.ender && c.ender.verb === state.asks.usual);
    }

    /** @param {string} cls @param {any} a @param {string} key */
    button(cls, a, key) {
        const { t } = this, words = t.labelOf(a), short = t.shortOf(a);
        return h(`button.${cls}`, {
            'type': 'button', 'data-do': a.do, 'title': short === words ? null : words, 'onclick': () => t.decide.commit(a),
            'onmouseenter': () => t.select.light(a.units, a.places), 'onmouseleave': () => t.select.light([], []),
        }, short, key ? h('kbd', {}, key) : null);
    }

    /** What is left of a match that was set aside. @param {any} s */
    keepsake(s) {
        const { t } = this, mine = s.seats.filter((/** @type {any} */ x) => x.you).length;
        const b = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => any} */ f) => h('button.b2', { type: 'button', id, onclick: f }, label);
        return [mine && (mine === s.seats.length || !t.game.hidden) ? b('keep-journal', 'Save the journal', () => t.decide.saveJournal()) : null,
            b('keep-chronicle', 'Save the chronicle', () => t.decide.saveChronicle()), b('keep-replay', 'Replay', () => t.replay.go(0)), mine ? b('keep-match', 'Resign, draw…', () => t.dialogs.ofMatch()) : null];
    }

    /** Where a spectator may sit down: by the invitation that he came with, else where it is open. @param {any} s */
    chairs(s) {
        const { t } = this, b = (/** @type {string} */ cls, /** @type {string} */ id, /** @type {string} */ how, /** @type {string} */ label) => h(`button.${cls}`, { 'type': 'button', 'data-sit': id, 'onclick': () => t.decide.join(how) }, label);
        return t.invitation ? b('b1', 'invited', t.invitation, 'Sit down')
            : s.seats.filter((/** @type {any} */ x) => x.open).map((/** @type {any} */ x, /** @type {number} */ i) => b(i ? 'b2' : 'b1', x.seat, `seat ${word(x.seat)}`, `Sit down: ${x.title}`));
    }

    /** @param {any} s */
    always(s) {
        const { t } = this;
        if (t.replay.at !== null)
            return h('button.b1', { type: 'button', onclick: () => t.replay.now() }, 'Back to now');
        if (s.halted)
            return this.keepsake(s);
        if (s.over)
            return [h('button.b2', { type: 'button', onclick: () => t.replay.go(0) }, 'Replay'), h('a.b2', { href: './' }, 'To the lobby')];
        if (s.you === 'spectator')
            return this.chairs(s);
        const title = s.undo?.can ? 'Take back the last decision (U)' : 'Nothing that you can take back by yourself; Shift-U asks the opponent';
        return h('button.b2', { 'type': 'button', 'id': 'undo', 'aria-disabled': String(!s.undo?.can), 'title': title, 'onclick': () => t.decide.undo() }, icon('ui-undo', 18), 'Undo', h('kbd', {}, 'U'));
    }
}
