// lobby.js: the lobby: start, join, resume, replay.
// @ts-check
import { $, h, fill, icon, svg, loadSymbols, capital, listed, openDialog as dialog } from './dom.js';
import { get, post, remembered, remember, forget, setting, keep, theme, word } from './api.js';
import { sealedOrder } from './dice.js';
import { moduleOf } from './games/index.js';
import { DEFS } from './counters.js';
import { Box } from './box.js';
import { clockField } from './clock.js';
import { piecesOf } from './shown.js';
import { decides, players } from './people.js';
import { opponents, commanderChoice, botOrder, byLevel, lastLevel, lastStyle, commander, ranked } from './opponent.js';
import { drawWay, wayOf, lessonsOf, starter, effort, lasts } from './path.js';

/** @type {any[]} */
let games = [];
/** @type {any[]} */
let bots = [];
/** For how many ms a computer may think. */
let thinks = 0;
/** Seats of a game: its own, or its sides. @param {any} g */
const seatsOf = (g) => g.seats.length ? g.seats : g.sides.map((/** @type {string} */ s, /** @type {number} */ i) => ({ id: s, title: g.side_titles[i], side: s }));
const tableLink = (/** @type {string} */ match, /** @type {string} */ token, /** @type {boolean} */ share = false) => `table.html?match=${encodeURIComponent(match)}${share ? '&share' : ''}${token ? `#${token}` : ''}`;
const turnOf = (/** @type {number} */ turn) => turn ? `turn ${turn}` : 'set-up';
/** The computer that was last chosen, for a side of a game. @param {any} g @param {string} side */
const opponent = (g, side) => botOrder(lastLevel(bots), lastStyle(), g, side);

/** One link a person: all that it is for. @param {any[]} seats with links */
const invitations = (seats) => [...new Set(seats.map((s) => s.link))].map((link) => ({
    title: listed(seats.filter((s) => s.link === link).map((s) => s.title)), link: new URL(link.replace(/^\//, ''), location.href).href,
}));

/** Makes a match and goes there. @param {any} g @param {string[]} lines @param {Element} [say] where a complaint is shown */
async function make(g, lines, say) {
    try {
        const seats = lines.filter((x) => x.startsWith('seat ')), alone = seats.every((x) => x.includes(' person')) || !seats.some((x) => x.includes(' person'));
        const r = await post('match', `${[...lines, ...(alone ? [] : await sealedOrder())].join('\n')}\n`);
        const mine = r.seats.filter((/** @type {any} */ s) => s.token);
        const token = mine[0]?.token || '';
        const invites = invitations(r.seats.filter((/** @type {any} */ s) => s.link && s.token !== token));
        if (invites.length)
            keep(`invites.${r.match}`, invites);
        if (token)
            remember(r.match, g.id, token, mine.filter((/** @type {any} */ s) => s.token === token).map((/** @type {any} */ s) => s.seat));
        location.href = tableLink(r.match, token, invites.length > 0);
    } catch (e) {
        if (say)
            say.textContent = /** @type {Error} */ (e).message;
        else
            dialog('It could not be started', h('p.bad', {}, /** @type {Error} */ (e).message));
    }
}

/** One click: against the computer. @param {any} g @param {string} side */
function quick(g, side) {
    const lines = [`game ${g.id}`, ...g.sides.map((/** @type {string} */ s) => s === side ? `seat ${s} person name ${word(setting('name', '') || 'Player')}` : `seat ${s} ${opponent(g, s)}`)];
    return make(g, lines);
}

/** A lesson or scenario of the way, against the computer. @param {import('./path.js').Step} x */
function follow(x) {
    return make(x.game, [`game ${x.game.id}`, x.order, ...x.game.sides.map((/** @type {string} */ s) => s === x.side ? `seat ${s} person name ${word(setting('name', '') || 'Player')}` : `seat ${s} ${opponent(x.game, s)}`)]);
}

/** What is said of a scenario before it is chosen. @param {any} s */
const told = (s) => [[effort(s), s?.about].filter(Boolean).join('. '), s?.aim].filter(Boolean).join(' ');

/** @param {any} g */
function hotSeat(g) {
    return make(g, [`game ${g.id}`, 'private', ...g.sides.map((/** @type {string} */ s) => `seat ${s} person holder us`)]);
}

/** Who may have a seat; two seats of a side may be one friend's, or two friends'. @param {any} s a seat @param {boolean} divided is its side @param {boolean} own is it proposed for oneself */
function seatChoice(s, divided, own) {
    const list = [['person holder me', 'I play it'], [`invited holder friend-${s.side}`, 'A friend, by a link that I send'], ...(divided ? [[`invited holder other-${s.id}`, 'Another friend, by a link of his own']] : []),
        ['open', 'Whoever comes'], ...byLevel(bots).map((b) => [`bot ${b.name}`, `Computer, level ${b.level}: ${capital(b.name)}`])];
    return h('select', { id: `c-seat-${s.id}` }, list.map(([v, l]) => h('option', { value: v, selected: v === (own ? 'person holder me' : `bot ${lastLevel(bots)}`) }, l)));
}

/** Everything that can be chosen. @param {any} g */
function chooser(g) {
    const note = h('p.bad', { role: 'alert' });
    const scenario = h('select', { id: 'c-scenario' }, g.scenarios.map((/** @type {any} */ s) => h('option', { value: s.id }, `${s.title}${s.minutes ? `, ${lasts(s.minutes)}` : ''}`)));
    const about = h('small', {}, told(g.scenarios[0]));
    scenario.onchange = () => { about.textContent = told(g.scenarios.find((/** @type {any} */ s) => s.id === scenario.value)); };
    const opts = (g.options || []).map((/** @type {any} */ o) => h('select', { id: `c-opt-${o.id}`, onchange: () => showSeats() }, o.values.map((/** @type {string} */ v) => h('option', { value: v, selected: v === o.standard }, v))));
    const seatRows = h('div', {});
    /** @type {[any, any][]} seats that are there, each with its choice */
    let who = [];
    const led = new Map(seatsOf(g).map((/** @type {any} */ s) => [s.id, commanderChoice(g, s)]));
    const isOn = (/** @type {string} */ id) => opts[g.options.findIndex((/** @type {any} */ o) => o.id === id)]?.value === 'on';
    const showSeats = () => {
        const there = seatsOf(g).filter((/** @type {any} */ s) => !s.option || isOn(s.option)), was = new Map(who.map(([s, e]) => [s.id, e.value]));
        who = there.map((/** @type {any} */ s) => [s, seatChoice(s, there.filter((/** @type {any} */ x) => x.side === s.side).length > 1, s.side === there[0].side)]);
        for (const [s, e] of who)
            if ([...e.options].some((o) => o.value === was.get(s.id)))
                e.value = was.get(s.id);
        const alone = (/** @type {any} */ s) => there.filter((/** @type {any} */ x) => x.side === s.side).length < seatsOf(g).filter((/** @type {any} */ x) => x.side === s.side).length;
        const leads = (/** @type {any} */ s, /** @type {any} */ e) => { led.get(s.id).part.hidden = !e.value.startsWith('bot '); };
        for (const [s, e] of who) {
            e.onchange = () => leads(s, e);
            leads(s, e);
        }
        fill(seatRows, who.map(([s, e]) => [h('label', { for: `c-seat-${s.id}` }, alone(s) ? g.side_titles[g.sides.indexOf(s.side)] : s.title, e), led.get(s.id).part]));
    };
    showSeats();
    const name = h('input', { id: 'c-name', maxlength: 40, value: setting('name', '') }), title = h('input', { id: 'c-title', maxlength: 40, placeholder: 'optional' });
    const hidden = h('input', { type: 'checkbox', id: 'c-private' });
    const clock = clockField();
    const start = (/** @type {boolean} */ together) => {
        keep('name', name.value.trim());
        const lines = [`game ${g.id}`, `scenario ${scenario.value}`, ...opts.map((/** @type {any} */ e, /** @type {number} */ i) => `option ${g.options[i].id} ${e.value}`)];
        if (title.value.trim())
            lines.push(`name ${word(title.value.trim())}`);
        if (hidden.checked || together)
            lines.push('private');
        if (!together)
            lines.push(...clock.lines());
        for (const [s, e] of who)
            lines.push(together ? `seat ${s.id} person holder us` : `seat ${s.id} ${e.value.startsWith('bot ') ? led.get(s.id).order(e.value.slice(4)) : e.value}${e.value.startsWith('person') && name.value.trim() ? ` name ${word(name.value.trim())}` : ''}`);
        make(g, lines, note);
    };
    dialog(g.title, h('form.form', { onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); start(false); } }, h('p.hint', {}, g.about), h('label', { for: 'c-scenario' }, 'Scenario', scenario, about),
        h('fieldset', {}, h('legend', {}, 'Seats'), seatRows,
            h('dl.lvs', {}, byLevel(bots).map((b) => h('div', {}, h('dt', {}, `${b.level} ${capital(b.name)}`), h('dd', {}, `${capital(b.strength)}.`))))),
        opts.length ? h('fieldset', {}, h('legend', {}, 'Options'), g.options.map((/** @type {any} */ o, /** @type {number} */ i) => h('label.opt', { for: `c-opt-${o.id}` }, h('span', {}, o.title, ' ', h('small', {}, o.cases)), opts[i]))) : null,
        h('div.row', {}, h('label', { for: 'c-name' }, 'Your name', name), h('label', { for: 'c-title' }, 'Name of the match', title)), clock.label, h('label.opt', { for: 'c-private' }, hidden, h('span', {}, 'Not in the public list')), note,
        g.reconstructed ? h('p', {}, h('span.rec', {}, 'reconstructed'), ` ${g.reconstructed} values of this game's map, counters or charts are not in the rulebook and were made here; they are marked where they are shown.`) : null,
        h('div.row.foot', {}, h('button.b1', { type: 'submit' }, 'Start'), h('button.b2', { type: 'button', onclick: () => start(true) }, 'All seats at this screen'))));
}

/** A piece or two as ornament, as they were printed. @param {any} g @param {number} most @param {number} size */
async function ornament(g, most, size) {
    const box = new Box(g), ids = box.look.ornament.slice(0, most);
    if (!ids.length)
        return [];
    const mod = await moduleOf(g), list = piecesOf((await get(`game/${g.id}/pieces`)).view);
    return list.filter((p) => ids.includes(p.id)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map((p) =>
        svg('svg', { 'width': size, 'height': size, 'viewBox': '-2 -6 128 134', 'aria-hidden': 'true' }, `<defs>${DEFS}</defs>${mod.draw({ ...p, place: null, marks: [] }, 'close', box)}`));
}

/** How many may play. @param {any} g */
function seatNumber(g) {
    const all = seatsOf(g), least = all.filter((/** @type {any} */ s) => !s.option).length;
    return `${least < all.length ? `${least} or ` : ''}${all.length} seats`;
}

/** The first game of the shelf, one click away. */
async function drawHero() {
    const g = games.find((x) => !x.error);
    if (!g)
        return fill($('hero'), h('p.hint', {}, 'No game could be loaded.'));
    const box = new Box(g), [first, second] = g.sides;
    const play = (/** @type {number} */ i) => `Play ${box.play(g.sides[i])}`;
    const fact = (/** @type {string} */ sign, /** @type {string} */ words) => h('span', {}, icon(sign, 16), words);
    fill($('hero'), g.board ? h('img.map', { src: `api/game/${g.id}/board.svg?palette=day`, alt: '' }) : null,
        h('div.hc', {}, h('span.k', {}, box.look.era || ''), h('h1', {}, g.title), h('p', {}, box.look.hero || g.about),
            h('p.hx2', {}, fact('ui-flag', seatNumber(g)), fact('ui-eye', g.hidden ? 'hidden stacks' : 'all is open'), fact('ui-list', `${g.scenarios.length} scenario${g.scenarios.length > 1 ? 's' : ''}`)),
            h('div.hb', {}, h('button.b1', { type: 'button', id: 'play', onclick: () => quick(g, first) }, icon('ui-play', 18), play(0)),
                second ? h('button.b2', { type: 'button', id: 'play2', onclick: () => quick(g, second) }, play(1)) : null,
                h('button.b2', { type: 'button', id: 'more', onclick: () => chooser(g) }, 'Choose more…'))));
    $('hot').onclick = () => hotSeat(g);
    fill($('hotgame'), g.title);
    try {
        $('hero').append(h('div.hs', {}, await ornament(g, 9, 82)));
    } catch { /* no ornament then */ }
}

/** How many scenarios, from how long to how long. @param {any} g */
function spans(g) {
    const times = g.scenarios.map((/** @type {any} */ s) => s.minutes).filter(Boolean), [least, most] = [Math.min(...times), Math.max(...times)];
    return `${g.scenarios.length} scenario${g.scenarios.length > 1 ? 's' : ''}${times.length ? `, ${least < most ? `${lasts(least)} to ` : ''}${lasts(most)}` : ''}`;
}

/** The way from the first game to the longest. Whoever folds it finds it folded. */
function drawPath() {
    const way = wayOf(games), d = $('start');
    d.hidden = !way.length;
    d.open = setting('start', true);
    d.ontoggle = () => keep('start', d.open);
    fill($('way'), drawWay(way, follow));
}

/** @param {any} g */
function card(g) {
    const art = h('div.art', {}, g.board && !g.error ? h('img', { src: `api/game/${g.id}/board.svg?palette=day`, alt: '', loading: 'lazy' }) : null);
    const play = g.error ? null : h('div.row', {},
        h('button.b1', { 'type': 'button', 'aria-label': `Play ${g.title} against the computer`, 'onclick': () => quick(g, g.sides[0]) }, 'Play'),
        h('button.b2', { 'type': 'button', 'aria-label': `Choose more for ${g.title}`, 'onclick': () => chooser(g) }, 'Choose more…'));
    const lessons = lessonsOf(g).map((x) => h('div.lsn', {}, starter(x, follow, 'b2'), h('span', {}, h('b', {}, x.title), h('small', {}, effort(x)))));
    adorn(g, art);
    return h('li.card', {}, art, h('h3', {}, g.title), h('p', {}, g.error ? h('span.bad', {}, g.error) : [g.about, h('small', {}, spans(g))]), play, lessons);
}

/** @param {any} g @param {Element} art */
async function adorn(g, art) {
    const list = g.error ? [] : await ornament(g, 2, 50);
    if (list.length)
        art.append(h('div.orn', {}, list));
}

/** @param {string} id */
const titleOf = (id) => games.find((g) => g.id === id)?.title || id;
/** How long ago, in words. @param {number} ms since 1970 */
function ago(ms) {
    const minutes = Math.round((Date.now() - ms) / 60000);
    const [n, unit] = minutes < 60 ? [minutes, 'minute'] : minutes < 48 * 60 ? [Math.round(minutes / 60), 'hour'] : [Math.round(minutes / 1440), 'day'];
    return n < 1 ? 'just now' : `${n} ${unit}${n > 1 ? 's' : ''} ago`;
}

/** A match in a list. @param {{href: string, title: string, about: string, state: string, when: number, mine?: boolean, colour?: string}} m */
const matchItem = (m) => h(`li.mt${m.mine ? '.you' : ''}`, {}, h('a', { href: m.href }, m.colour ? h('i.sd', { vars: { '--c': m.colour } }) : null,
    h('span', {}, h('b', {}, m.title), h('p', {}, m.about)), h('span.ms', {}, h('span', {}, m.state), h('small', {}, ago(m.when)))));

const ASIDE = 'a fault of the program: to be read and saved, not played on';

/** Who else sits there. @param {any} s a state */
function others(s) {
    const names = s.seats.filter((/** @type {any} */ x) => !x.you).map((/** @type {any} */ x) => x.kind === 'bot' ? `${ranked(x)} (computer)` : x.name || (x.open ? 'an open seat' : x.kind === 'invited' ? 'a friend who is invited' : x.title));
    return listed([...new Set(names)]) || 'hot seat';
}

/** The state of a match that this browser remembers, or null: it is gone. One that cannot be opened has no seats. @param {any} m */
async function stateOf(m) {
    try {
        return { m, s: await get(`match/${m.match}`, m.token) };
    } catch (e) {
        const { status, message } = /** @type {any} */ (e);
        if ([401, 404].includes(status))
            forget(m.match, m.token);
        return status === 503 ? { m, s: { game: m.game, halted: message, seats: [] } } : null;
    }
}

/** How a match of one's own stands. @param {any} s */
function standing(s) {
    if (s.halted)
        return 'Set aside';
    if (s.over)
        return s.result?.winner ? `${new Box(games.find((g) => g.id === s.game) || {}).side(s.result.winner)} won` : 'Drawn';
    const seat = s.seats.find((/** @type {any} */ x) => x.seat === s.asks?.seat);
    if (s.mine)
        return 'Your decision';
    return s.asks?.thinking ? `${seat ? commander(seat) : 'Computer'} thinks` : `${seat?.name || seat?.title || capital(s.asks?.side || '')} decides`;
}

async function drawYours() {
    const rows = /** @type {any[]} */ ((await Promise.all(remembered().slice(0, 12).map(stateOf))).filter(Boolean));
    rows.sort((a, b) => Number(b.s.mine) - Number(a.s.mine) || Number(a.s.over) - Number(b.s.over));
    const items = rows.slice(0, 6).map(({ m, s }) => {
        const box = new Box(games.find((g) => g.id === s.game) || {});
        return matchItem({ href: tableLink(m.match, m.token), title: s.name || titleOf(s.game), about: s.halted ? ASIDE : `${others(s)}, ${turnOf(s.turn)}${s.origin ? `. ${s.origin.text}` : ''}`, state: standing(s), when: m.when, mine: s.mine && !s.over && !s.halted, colour: box.colour(s.seats.find((/** @type {any} */ x) => x.you)?.seat) });
    });
    fill($('yours'), items, items.length ? null : h('li.hint', {}, 'None yet: one click on Play starts one.'));
}

async function drawMatches() {
    let r;
    try {
        r = await get('matches');
    } catch {
        return;
    }
    $('terms').textContent = capital(r.terms?.text || '');
    const own = new Set(remembered().map((m) => m.match)), list = r.matches.filter((/** @type {any} */ m) => !own.has(m.match)).slice(0, 8);
    fill($('matches'), list.map((/** @type {any} */ m) => matchItem({
        href: tableLink(m.match, ''), title: m.name || titleOf(m.game), about: m.halted ? ASIDE : `${[m.name && titleOf(m.game), players(m), turnOf(m.turn)].filter(Boolean).join(', ')}${m.origin ? `. ${m.origin.text}` : ''}`, when: m.changed * 1000,
        state: m.halted ? 'Set aside' : m.open_seats.length ? `${m.seats.filter((/** @type {any} */ x) => x.open).map((/** @type {any} */ x) => x.title).join(', ')} open` : m.over ? 'Over' : decides(m) || 'Watch',
    })), list.length ? null : h('li.hint', {}, 'No others at the moment.'));
}

/** @param {'journal'|'position'} kind */
function importer(kind) {
    const area = h('textarea', { 'rows': 10, 'aria-label': `Text of the ${kind}`, 'id': 'i-text' }), note = h('p.bad', { role: 'alert' });
    const file = h('input', { 'type': 'file', 'aria-label': 'File', 'onchange': async () => { if (file.files[0]) area.value = await file.files[0].text(); } });
    const game = h('select', { id: 'i-game' }, games.filter((g) => !g.error).map((g) => h('option', { value: g.id }, g.title)));
    const mode = h('select', { id: 'i-mode' }, h('option', { value: 'us' }, 'All seats at this screen'), h('option', { value: 'bot' }, 'Against the computer'), h('option', { value: 'friend' }, 'Against a friend, by a link that I send'));
    dialog(kind === 'journal' ? 'Open a journal' : 'Start from a position', h('form.form', {
        onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            const text = area.value.replace(/\r/g, '').replace(/\n?$/, '\n');
            const id = kind === 'journal' ? /^game\s+(\S+)/m.exec(text)?.[1] || games.find((x) => text.includes(x.id))?.id : game.value;
            const g = games.find((x) => x.id === id);
            if (!g) {
                note.textContent = 'This text names no game that there is here.';
                return;
            }
            const mine = setting('name', ''), other = (/** @type {string} */ s) => mode.value === 'friend' ? 'invited' : opponent(g, s);
            const seats = g.sides.map((/** @type {string} */ s) => mode.value === 'us' || s === g.sides[0] ? `seat ${s} person holder us` : `seat ${s} ${other(s)}`);
            const lines = [...seats, 'private', ...(mine ? [`by ${word(mine)}`] : [])];
            make(g, kind === 'journal' ? ['journal <<', `${text}.`, ...lines] : [`game ${g.id}`, ...lines, 'position <<', `${text}.`], note);
        },
    }, kind === 'position' ? h('label', { for: 'i-game' }, 'Game', game) : null, h('label', { for: 'i-text' }, 'Paste it here, or load a file', area), file, h('label', { for: 'i-mode' }, 'Seats', mode), note, h('div.row', {}, h('button.b1', { type: 'submit' }, 'Open'))));
}

/** @param {Event} e */
function join(e) {
    e.preventDefault();
    try {
        const url = new URL($('link').value.trim(), location.href);
        const match = url.searchParams.get('match');
        if (!match)
            throw new Error();
        const seat = url.searchParams.get('join');
        location.href = `table.html?match=${encodeURIComponent(match)}${seat ? `&join=${encodeURIComponent(seat)}` : ''}${url.searchParams.has('invited') ? '&invited' : ''}${url.hash}`;
    } catch {
        dialog('Join', h('p', {}, 'That is no invitation: it must be a link with a match in it.'));
    }
}

async function begin() {
    theme();
    await loadSymbols();
    fill($('mark'), svg('svg', { 'width': 32, 'height': 32, 'aria-hidden': 'true' }, '<use href="#fig-infguard1"/>'));
    const light = { day: 'night', night: 'contrast', contrast: 'day' };
    fill($('tools'), h('button', { 'type': 'button', 'aria-label': 'Light: day, night, contrast', 'title': 'Light: day, night, contrast', 'onclick': () => theme(light[/** @type {'day'} */ (theme())]) }, icon('ui-gear', 20)));
    $('join').onsubmit = join;
    $('journal').onclick = () => importer('journal');
    $('position').onclick = () => importer('position');
    try {
        const r = await get('games');
        games = r.games;
        bots = r.bots;
        thinks = r.thinks_ms;
    } catch (e) {
        fill($('hero'), h('div.hc', {}, h('h1', {}, 'The server does not answer'), h('p', {}, /** @type {Error} */ (e).message)));
        return;
    }
    drawPath();
    fill($('foe'), opponents(games, bots, thinks));
    fill($('cards'), games.map(card));
    await Promise.all([drawHero(), drawYours(), drawMatches()]);
    document.body.dataset.ready = 'yes';
    setInterval(() => { if (!document.hidden) { drawYours(); drawMatches(); } }, 8000);
}
begin();
