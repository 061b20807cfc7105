// head.js: the top of the table: bar with turns and seats; who decides what, and the buttons for it.
// @ts-check
import { $, h, fill, icon, svg, capital, pace } from './dom.js';
import { spoken } from './act.js';

const stop = (/** @type {string} */ prompt) => spoken(prompt).words.replace(/[^.?!]$/, '$&.');
const sum = (/** @type {any} */ e) => capital((e?.events || []).map((/** @type {any} */ x) => x.text).filter(Boolean).slice(0, 3).join('. '));

export class Head {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    // ---- the bar ----

    bar() {
        const { t } = this, s = t.state, { mod } = t;
        document.title = `${s.mine ? '● ' : ''}${t.game.title} · Grognard`;
        fill($('game'), t.game.title, h('small', {}, s.name || `match ${s.match}`));
        const asked = s.asks && s.asks.side !== 'chance' && !s.over ? s.asks : null, root = document.documentElement.style;
        root.setProperty('--side', asked ? mod.colour(asked.seat || asked.side) : 'var(--muted)');
        root.setProperty('--sideink', asked ? mod.ink(asked.seat || asked.side) : '#fff');
        fill($('turns'), mod.turns(s.view, s).map((/** @type {any} */ x) => this.turn(x)));
        $('when').textContent = mod.when(s);
        fill($('seats'), s.seats.map((/** @type {any} */ x) => this.seat(x, s)));
    }

    /** @param {any} x */
    turn(x) {
        const sky = x.weather ? svg('svg', { width: 18, height: 18, class: `wx-${x.weather}`, 'aria-hidden': 'true' }, `<use href="#weather-${x.weather}"/>`) : null;
        return h(`li${x.now ? '.now' : ''}${x.past ? '.past' : ''}${x.weather ? '' : '.plain'}`, { 'title': x.title, 'aria-current': x.now ? 'step' : null },
            sky, h('b', {}, x.label), x.count ? h('i.rf', { title: `${x.count} to come` }, x.count) : null);
    }

    /** @param {any} x @param {any} s */
    seat(x, s) {
        const several = s.seats.filter((/** @type {any} */ y) => y.you).length > 1;
        const here = x.kind === 'bot' ? `computer, ${pace(x.thinks_ms)}` : x.open ? 'open' : x.you ? 'you' : x.online ? 'here' : 'away';
        const name = x.you ? (several ? x.title : 'You') : x.kind === 'bot' ? capital(x.bot) : x.name || (x.open ? 'Open' : x.title);
        return h(`li.seat${x.online || x.kind === 'bot' ? '' : '.off'}${s.asks?.seat === x.seat && !s.over ? '.turn' : ''}`, { title: `${x.title}: ${here}` },
            h('i', { vars: { '--c': this.t.mod.colour(x.seat) } }), h('span', {}, h('b', {}, name), h('small', {}, x.you && several ? 'you' : `${x.title}${x.you ? '' : x.kind === 'bot' ? ', computer' : `, ${here}`}`)));
    }

    // ---- what to do ----

    prompt() {
        const { t } = this, s = t.state, { mod } = t, phases = mod.phases, now = mod.phase?.(s);
        const seat = s.asks && s.seats.find((/** @type {any} */ x) => x.seat === s.asks.seat);
        const who = s.over ? 'The battle is over' : s.halted ? 'Set aside' : mod.player?.(s) || (s.asks ? `${seat?.title || capital(s.asks.side)} to decide` : '');
        const phase = (/** @type {string} */ p) => h(`li${p === now ? '.on' : phases.indexOf(p) < phases.indexOf(now) ? '.done' : ''}`, { 'aria-current': p === now ? 'step' : null }, capital(p));
        fill($('who'), h('b', {}, who), !s.over && phases.includes(now) ? h('ol.ph', { 'aria-label': 'Phases' }, phases.map(phase))
            : h('ol.ph', {}, s.asks ? h('li.on', {}, mod.step(s)) : null));
        fill($('prompt'), this.sentence(s, seat));
        this.acts();
    }

    /** @param {any} s @param {any} seat whose decision it is */
    sentence(s, seat) {
        const { t } = this, asks = s.asks;
        if (!t.linked)
            return ['Not connected. Your last decision is safe.'];
        if (t.replay.at !== null)
            return [`Replay, entry ${t.replay.at}. `, stop(sum(t.chronicle.entries.find((e) => e.n === t.replay.at)) || asks?.prompt || '')];
        if (s.halted)
            return [`${capital(s.halted)}.`];
        if (s.over)
            return [s.result?.text ? `${capital(s.result.text)}. ` : '', h('em', {}, s.result?.winner ? `${capital(s.result.winner)} victory.` : 'Nobody has won.')];
        if (!asks)
            return ['…'];
        if (s.mine)
            return [this.mover(), stop(t.choices.bare.some((a) => t.mod.enders.includes(a.verb)) ? asks.prompt : asks.prompt.replace(/,? or stop$/, '')), this.cases(asks.cases)];
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
        const { t } = this, p = t.list.find((x) => x.id === t.select.subject), m = p && t.mod.moves(p);
        const marches = t.choices.legal.some((a) => a.verb === 'march' && a.units[0] === p?.id);
        return p && m && marches && t.placeOf(p.id) ? `${p.name} is in ${p.place} with ${t.mod.points(m.left * 2)} MP. ` : '';
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

    /** One primary button at most, then the alternatives, last what ends the step. */
    decisions() {
        const { t } = this, c = t.choices, { mod } = t, { subject } = t.select;
        const enders = c.bare.filter((a) => mod.enders.includes(a.verb)), bare = c.bare.filter((a) => !enders.includes(a));
        const aside = [...mod.pickers, ...mod.quiet], own = subject ? c.of(subject).filter((a) => !aside.includes(a.verb)) : [];
        const few = own.length + bare.length <= 4 ? [...bare, ...own] : bare.slice(0, 4);
        const yesno = !few.length && enders.length + c.legal.length <= 3 ? c.legal.filter((a) => !enders.includes(a) && !a.places.length) : [];
        const alike = few.length > 1 && few.every((a) => a.verb === few[0].verb);
        const out = [...few, ...yesno].map((a, i) => this.button(i || alike ? 'b2' : 'b1', a, i < 9 ? String(i + 1) : ''));
        const alone = !out.length && c.legal.every((a) => enders.includes(a) || mod.quiet.includes(a.verb));
        for (const a of enders) {
            const here = subject && /stop|halt|here/i.test(t.labelOf(a));
            out.push(this.button(alone ? 'b1' : here || !out.length ? 'b2' : 'b3', a, a !== enders[0] ? '' : here ? 'Space' : 'E'));
        }
        return out;
    }

    /** @param {string} cls @param {any} a @param {string} key */
    button(cls, a, key) {
        const { t } = this, short = t.mod.short?.(a);
        return h(`button.${cls}`, {
            'type': 'button', 'data-do': a.do, 'title': short ? t.labelOf(a) : null, 'onclick': () => t.decide.commit(a),
            'onmouseenter': () => t.select.light(a.units, a.places), 'onmouseleave': () => t.select.light([], []),
        }, short || t.labelOf(a), key ? h('kbd', {}, key) : null);
    }

    /** What is left of a match that was set aside. @param {any} s */
    keepsake(s) {
        const { t } = this, mine = s.seats.filter((/** @type {any} */ x) => x.you).length;
        const b = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => any} */ f) => h('button.b2', { type: 'button', id, onclick: f }, label);
        return [mine && (mine === s.seats.length || !t.game.hidden) ? b('keep-journal', 'Save the journal', () => t.decide.saveJournal()) : null,
            b('keep-chronicle', 'Save the chronicle', () => t.decide.saveChronicle()), b('keep-replay', 'Replay', () => t.replay.go(0)), mine ? b('keep-match', 'Resign, draw…', () => t.dialogs.ofMatch()) : null];
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
            return s.seats.filter((/** @type {any} */ x) => x.open).map((/** @type {any} */ x, /** @type {number} */ i) => h(i ? 'button.b2' : 'button.b1', { 'type': 'button', 'data-sit': x.seat, 'onclick': () => t.decide.join(x.seat) }, `Sit down: ${x.title}`));
        const title = s.undo?.can ? 'Take back the last decision (U)' : 'Nothing that you can take back by yourself; Shift-U asks the opponent';
        return h('button.b2', { 'type': 'button', 'id': 'undo', 'aria-disabled': String(!s.undo?.can), 'title': title, 'onclick': () => t.decide.undo() }, icon('ui-undo', 18), 'Undo', h('kbd', {}, 'U'));
    }
}
