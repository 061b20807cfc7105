// head.js: the top of the table: bar with turns and seats; who decides what, and the buttons for it.
// @ts-check
import { $, h, fill, icon, svg, capital, pace, sentence as stop } from './dom.js';
import { points } from './box.js';
import { ends, needless, quiet, posing } from './act.js';
import { word } from './api.js';
import { timeOf } from './clock.js';
import { marchOf, warning } from './shown.js';
import { commander } from './opponent.js';

/** So many turns have room in the bar of a small window. */
const MANY = 16;
/** A button with more letters than this says what is done, but not by whom. */
const LONG = 24;
/** So many letters of all buttons together have room beside the prompt. */
const ROOM = 64;
/** So many places that are asked about can be kept in sight together. */
const FEW = 9;
const sum = (/** @type {any} */ e) => capital((e?.events || []).map((/** @type {any} */ x) => x.text).filter(Boolean).slice(0, 3).join('. '));

export class Head {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** What was asked when the board was last sent there. */
        this.about = '';
    }

    // ---- the bar ----

    bar() {
        const { t } = this, s = t.state, { box } = t, { clock } = s.view;
        document.title = `${s.mine ? '● ' : ''}${t.game.title} · Grognard`;
        fill($('game'), t.game.title, h('small', {}, s.name || `match ${s.match}`));
        const asked = s.asks && s.asks.side !== 'chance' && !s.over ? s.asks : null, root = document.documentElement.style;
        root.setProperty('--side', asked ? box.colour(asked.seat || asked.side) : 'var(--muted)');
        root.setProperty('--sideink', asked ? box.ink(asked.seat || asked.side) : '#fff');
        fill($('turns'), clock.turns.map((/** @type {any} */ x) => this.turn(x, clock.turn, clock.turns.length > MANY && (x.turn < clock.turn - 3 || x.turn > clock.turn + 9))));
        $('when').textContent = clock.text;
        fill($('seats'), s.seats.map((/** @type {any} */ x) => this.seat(x, s)));
    }

    /** The turn now has its hour in full. @param {any} x @param {number} turn @param {boolean} away from now, where there is little room */
    turn(x, turn, away) {
        const now = x.turn === turn, kind = (x.sky || '').split(' ').join('-');
        const sky = document.getElementById(`weather-${kind}`) ? svg('svg', { width: 18, height: 18, class: `wx-${kind}`, 'aria-hidden': 'true' }, `<use href="#weather-${kind}"/>`) : null;
        return h(`li${now ? '.now' : ''}${x.turn < turn ? '.past' : ''}${away ? '.away' : ''}${sky ? '' : '.plain'}`, { 'title': x.title, 'aria-current': now ? 'step' : null },
            sky, h('b', {}, now ? (sky ? x.hour : x.title) : sky ? x.brief || x.hour.split(' ')[0] : x.turn), x.due ? h('i.rf', { title: `${x.due} to come` }, x.due) : null);
    }

    /** @param {any} x @param {any} s */
    seat(x, s) {
        const several = s.seats.filter((/** @type {any} */ y) => y.you).length > 1;
        const here = x.kind === 'bot' ? `computer, ${pace(x.thinks_ms)}` : x.open ? 'open' : x.you ? 'you' : x.online ? 'here' : 'away';
        const name = x.you ? (several ? x.title : 'You') : x.kind === 'bot' && !x.handed ? commander(x) : x.name || (x.open ? 'Open' : x.title);
        return h(`li.seat${x.online || x.kind === 'bot' ? '' : '.off'}${s.asks?.seat === x.seat && !s.over ? '.turn' : ''}`, { title: `${x.title}: ${here}` },
            h('i', { vars: { '--c': this.t.box.colour(x.seat) } }), h('span', {}, h('b', {}, name), h('small', {}, x.handed ? `${x.title}, ${commander(x)} plays` : x.you && several ? 'you' : `${x.title}${x.you ? '' : x.kind === 'bot' ? `, computer${x.commander ? ` (${capital(x.bot)})` : ''}` : `, ${here}`}`)), timeOf(s, x.side));
    }

    // ---- what to do ----

    prompt() {
        const { t } = this, s = t.state, { phases } = t.box, { clock } = s.view, now = phases.findIndex((x) => x.id === clock.phase);
        const seat = s.asks && s.seats.find((/** @type {any} */ x) => x.seat === s.asks.seat);
        const who = s.over ? 'The battle is over' : s.halted ? 'Set aside' : (!clock.side || !s.asks || [clock.side, 'chance'].includes(s.asks.side)) && capital(clock.player || '') || (s.asks ? `${seat?.title || capital(s.asks.side)} to decide` : '');
        const phase = (/** @type {any} */ p, /** @type {number} */ i) => h(`li${i === now ? '.on' : i < now ? '.done' : ''}${phases.length > 8 && Math.abs(i - now) > 1 ? '.away' : ''}`, { 'aria-current': i === now ? 'step' : null, 'title': p.title }, p.title);
        fill($('who'), h('b', {}, who), !s.over && now >= 0 ? h('ol.ph', { 'aria-label': 'Phases' }, phases.map(phase))
            : h('ol.ph', {}, s.asks && !s.over ? h('li.on', {}, s.asks.title) : null));
        const warned = s.you === 'spectator' && !s.over && (t.invitation || s.seats.some((/** @type {any} */ x) => x.open)) ? warning(s) : '';
        fill($('prompt'), warned ? h('strong.warned', {}, `${warned} `) : null, this.sentence(s, seat));
        this.acts();
        t.cards.pips();
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
        if (s.archived && !s.over)
            return [`${capital(s.archived)}.`];
        if (s.over)
            return [s.result?.text ? `${capital(s.result.text)}. ` : '', h('em', {}, t.box.won(s.result))];
        if (!asks)
            return ['…'];
        if (s.mine && t.composer.active)
            return t.composer.sentence();
        if (s.mine && t.pose.far)
            return [t.pose.sentence];
        if (s.mine && t.party.sentence)
            return [t.party.sentence, this.cases(asks.cases)];
        if (s.mine)
            return [this.mover(), t.reader.linked(stop(asks.prompt)), this.only(), this.cases(asks.cases)];
        if (asks.thinking)
            return [t.people.standIn(s), t.reader.linked(`${stop(asks.prompt)} `), this.thinks(s, seat)];
        const decides = seat?.open ? `The ${seat.title} seat is open.` : `${seat?.name || seat?.title || capital(asks.side)} decides.`;
        return [t.people.standIn(s), t.reader.linked(`${stop(asks.prompt)} `), h('em', {}, decides), seat?.open ? h('button.case', { type: 'button', onclick: () => t.dialogs.share() }, 'invite') : null];
    }

    /** What can be done besides ending it, if that is one thing only and the question does not name it. */
    only() {
        const { t } = this, { positive: list } = t.choices, a = list[0], asked = t.state.asks.prompt.toLowerCase();
        if (!list.length && this.t.forecast.phase && t.choices.ender)
            return ' Nothing can be done here: go on.';
        if (list.length !== 1 || t.choices.ender?.role === 'decline' || a.label.toLowerCase().split(' ').every((/** @type {string} */ w) => asked.split(/[^\p{L}\d]+/u).includes(w)) || (asked.endsWith('?') && [...a.places, ...a.units.map((u) => t.nameOf(u).toLowerCase())].some((x) => asked.includes(x))))
            return '';
        return ` ${t.choices.ender ? 'One thing could still be done' : 'Only this can be done'}: ${stop(a.label)}`;
    }

    /** Which computer, and for how long. @param {any} s @param {any} seat undefined: of one of that side's seats */
    thinks(s, seat) {
        const bots = seat ? [seat] : s.seats.filter((/** @type {any} */ x) => x.side === s.asks.side);
        const names = [...new Set(bots.map((/** @type {any} */ x) => commander(x)))];
        return [h('em', {}, `${names.length === 1 ? names[0] : 'The computer'} is thinking…`), ' ', h('small', {}, pace(bots[0].thinks_ms))];
    }

    /** @param {string} list */
    cases(list) {
        return h('span.cases', {}, list.split(' ').filter(Boolean).slice(0, 2).map((c) => this.t.reader.link(c)));
    }

    /** Of the piece that is on the march: where it is and what it has left. */
    mover() {
        const { t } = this, p = t.list.find((x) => x.id === t.select.subject), m = marchOf(p);
        if (p && !t.placeOf(p.id) && t.choices.subject() === p.id && !t.choices.marching())
            return `${p.name}: choose a lit place. `;
        if (p && t.choices.mates(p.id).size)
            return `${p.name}: click whom, with a white ring. `;
        return p && m && t.choices.marching(p.id) && t.placeOf(p.id) ? `${p.name} in ${p.places.join(' and ')} with ${points(m.left)} of ${points(m.of)} MP. ` : '';
    }

    /** The board goes to what is asked, if it is something new and none of it is in sight. */
    lookThere() {
        const { t } = this, { asks, mine, view } = t.state, about = mine ? [asks.step, asks.prompt, asks.seat, view.clock.turn, t.select.subject].join() : '';
        if (about === this.about)
            return;
        this.about = about;
        t.pieces.fan(null, t.marks.rings());
        const acts = t.choices.positive, named = [t.placeOf(t.select.subject), ...acts.flatMap((a) => [...a.places, ...a.units.map((u) => t.placeOf(u))])];
        const places = [...new Set([...named, ...t.marks.acting().map((u) => t.placeOf(u))])].filter((p) => t.board.cell(p));
        if (mine && places.length && !places.some((p) => t.board.inSight(/** @type {string} */ (p))))
            t.board.show(/** @type {string} */ (places[0]), true);
        if (mine && places.length <= FEW)
            t.sum.clearOf(/** @type {string[]} */ (places));
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
            s.undo?.asked_by && !mine.has(s.undo.asked_by) ? [b('b1', 'Allow undo', () => decide.consent('grant')), b('b2', 'Refuse', () => decide.consent('refuse'))] : [],
            this.t.advice.consent(s) === 'asked' ? [b('b2', 'Allow advice to both', () => this.t.advice.agree('allow')), b('b3', 'No advice', () => this.t.advice.agree('refuse'))] : []];
    }

    /** A few choices are buttons, whatever they name. One is primary if the step says that most players want it; last what ends it. */
    decisions() {
        const { t } = this, c = t.choices, { subject } = t.select, { usual } = t.state.asks;
        const enders = c.bare.filter(ends), theirs = (/** @type {string} */ u) => !t.list.find((p) => p.id === u)?.own;
        const spares = c.legal.filter((a) => quiet(a) && a.units.length && !a.places.length && a.units.every(theirs)), bare = [...spares, ...c.bare.filter((a) => !ends(a) && !needless(a))];
        const own = subject ? c.of(subject).filter((a) => a.role !== 'pick' && !quiet(a) && !posing(a)) : [];
        const room = (/** @type {any[]} */ list) => list.reduce((n, a) => n + t.shortOf(a).length, 0) <= ROOM;
        const few = own.length + bare.length <= 4 && own.every((a) => !a.about?.includes(subject || '')) && (own.length < 2 || room([...bare, ...own])) ? [...bare, ...own] : bare.slice(0, 4);
        const fits = c.positive.length <= 3 && room(c.positive);
        const shown = (fits ? [...new Set([...c.positive, ...few])] : few).filter((a) => a.role !== 'pick' || !t.party.on);
        const out = shown.map((a, i) => this.button(a.verb === usual ? 'b1' : 'b2', a, i < 9 ? String(i + 1) : ''));
        const alone = !c.positive.length, none = !out.length;
        const last = enders.map((a, i) => this.button(alone || a.verb === usual ? 'b1' : !t.forecast.phase || (none && !i) ? 'b2' : 'b3', a, i ? '' : t.forecast.phase ? 'E' : 'Space'));
        return [...t.party.buttons(), ...out.length > 1 ? [h('div.some', {}, out)] : out, ...last];
    }

    /** @param {string} cls @param {any} a @param {string} key */
    button(cls, a, key) {
        const { t } = this, words = t.labelOf(a), short = words.length > LONG && this.alone(a) ? t.box.verb(a.verb) : t.inspector.brief(a, { id: t.select.subject }, true);
        return h(`button.${cls}`, {
            'type': 'button', 'data-do': a.do, 'title': short === words ? null : words, 'onclick': () => ends(a) ? t.forecast.end(a) : t.decide.commit(a),
            'onmouseenter': () => t.select.light(a.units, a.places), 'onmouseleave': () => t.select.light([], []),
        }, short, key ? h('kbd', {}, key) : null);
    }

    /** Does the chosen piece, and nothing else, tell it from others of its verb? @param {any} a */
    alone(a) { return (quiet(a) && !a.places.length && this.t.choices.legal.filter((x) => x.verb === a.verb).length === 1) || (a.units.length === 1 && a.units[0] === this.t.select.subject && !a.places.length && this.t.choices.of(a.units[0]).filter((x) => x.verb === a.verb).length === 1); }

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
            return [t.people.again(s), t.account.button(s), h('button.b2', { type: 'button', onclick: () => t.replay.go(0) }, 'Replay'), h('a.b2', { href: './' }, 'To the lobby')];
        if (s.you === 'spectator')
            return this.chairs(s);
        const back = t.people.back(s);
        if (back && !s.mine)
            return back;
        const title = s.undo?.can ? 'Take back the last decision (U)' : 'Nothing that you can take back by yourself; Shift-U asks the opponent';
        return [t.advice.button(), h('button.b2', { 'type': 'button', 'id': 'undo', 'aria-disabled': String(!s.undo?.can), 'title': title, 'onclick': () => t.decide.undo() }, icon('ui-undo', 18), 'Undo', h('kbd', {}, 'U'))];
    }
}
