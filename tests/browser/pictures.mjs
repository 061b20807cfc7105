// pictures.mjs: docs/pictures/table-*.jpg: lobby, set-up, mid-battle, overlay, sheet of a fight, replay, at both sizes.
//   node tests/browser/pictures.mjs [GAME…]        OUT= another folder
//
// The battles are those of kept journals, in which computers play: each picture is taken by opening the journal up
// to a moment, from the French side.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve, browser, make, api, tree } from './server.mjs';

const out = process.env.OUT || join(tree, 'docs', 'pictures');
const GAMES = {
    'day-of-waterloo': { short: 'dow', journal: 'allies-hold', seats: ['french', 'allied'], setup: 'setup', move: 'movement', fight: 'assault', join: 'from', after: 0.4, overlay: 'zones' },
    'last-days': { short: 'ld', journal: 'ligny', seats: ['french', 'allied'], setup: 'setup', move: 'movement', fight: 'attack', after: 0.25, overlay: 'command' },
    'march-into-battle': { short: 'mib', journal: 'waterloo-score', seats: ['french', 'allied'], setup: 'orders', move: 'actions', fight: 'attack', after: 0.35, overlay: 'fire' },
    'waterloo-200': { short: 'w200', journal: 'battle-cadets', seats: ['french', 'allied'], setup: 'action', move: 'activation', fight: 'battle', after: 0.6, overlay: 'control' },
};
/** Of games without such a journal: where a scenario or position stands after some decisions, and what is looked at. */
const SCENES = {
    'ney-vs-wellington': {
        short: 'nvw', seats: ['french', 'allied'], scenes: {
            setup: { order: 'scenario quatre-bras', show: '3121' },
            charge: { order: 'scenario kellermann', acts: ['done', 'done', 'charge 8Cu/11'], show: '2222', overlay: 'charges' },
            march: { order: 'scenario kellermann', acts: ['done', 'done', 'charge 8Cu/11', 'done'], show: '2422', choose: '2/30/3' },
            flank: { order: `position <<
turn 11 phase french shock
at 2427 s 2/44/5
at 2428 wnw 1/92/9 2/92/9
at 2326 n 1/100/9 Foy/9
at 2425 s 1/42/5 Pictn/5
at 2328 n 9/II
unit 9/II unlimbered
unit 1/42/5 square before column
unit 2/44/5 line wing 2426
unit 1/100/9 line
.`, show: '2427', compose: '2427' },
            wood: { order: 'scenario guards', acts: ['done', 'done'], show: '1914', overlay: 'fire' },
        },
    },
};
mkdirSync(out, { recursive: true });
const server = await serve(undefined, 1000), chrome = await browser();

/** The journal up to an entry, as a match in which one person holds all seats. */
function opened(game, entries = Infinity) {
    const { journal, seats } = GAMES[game], lines = readFileSync(join(tree, 'tests', game, 'journals', `${journal}.grognard`), 'utf8').trimEnd().split('\n');
    const body = lines.findIndex((l) => l.startsWith('hash '));
    let n = 0;
    const kept = lines.filter((l, i) => i <= body || (l.startsWith('hash ') ? n <= entries : ++n <= entries));
    return make(server.base, `journal <<\n${kept.join('\n')}\n.\n${seats.map((s) => `seat ${s} person holder us\n`).join('')}private\n`);
}

/** The first moment at which `wanted(state)`. */
async function moment(match, from, to, wanted) {
    for (let n = from; n < to; n++) {
        const s = await api(server.base, `match/${match}/at/${n}`);
        if (s.asks && wanted(s))
            return n;
    }
    throw new Error('there is no such moment');
}

/** Where the pictures are taken. */
async function moments(game) {
    const g = GAMES[game], m = await opened(game), { log, entries } = await api(server.base, `match/${m.match}/log?from=0`);
    const late = Math.floor(entries * g.after);
    const french = (s, step) => s.asks.side === 'french' && s.asks.step === step;
    const fight = log.find((e, i) => e.n >= late && e.who === 'french' && e.verb === g.fight && (g.join ? log.slice(i - 2, i).every((x) => x.verb === g.join) : e.places.length));
    return {
        match: m, replay: Math.floor(entries * 0.6), action: fight.do,
        setup: await moment(m.match, 0, entries, (s) => french(s, g.setup)),
        move: await moment(m.match, late, entries, (s) => french(s, g.move)),
        fight: fight.n - 1,
    };
}

async function shot(page, name) {
    await page.evaluate(() => Promise.all([document.fonts.ready, ...[...document.images].map((i) => i.decode().catch(() => {}))]));
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 76 });
}

async function sit(page, m) {
    await page.goto('about:blank');
    await page.goto(`${server.base}table.html?match=${m.match}#${m.seats[0].token}`);
    await page.waitForSelector('#app[data-ready]', { timeout: 180000 });
}

/** A piece in the thick of it is chosen: the one next to most enemies. */
const chooseOne = (page) => page.evaluate(() => {
    const { choices: c } = window.table, near = (u) => {
        const cell = window.table.board.cell(window.table.placeOf(u));
        return cell ? [cell.id, ...cell.near].flatMap((p) => window.table.stackIn(p)).filter((x) => !x.own).length + (window.table.list.find((p) => p.id === u).class === 'cavalry' ? 1.5 : 0) : -1;
    };
    const best = [...c.units.keys()].filter((u) => c.picker(u)).sort((a, b) => near(b) - near(a))[0];
    window.table.board.show(window.table.placeOf(best), true);
    return window.table.select.choose(best);
});

/** The lobby of somebody who plays: against the computer, with friends, at one screen. */
async function lobby(page, size) {
    await page.evaluate(() => localStorage.removeItem('grognard.matches'));
    const seats = (all) => Object.entries(all).map(([seat, who]) => `seat ${seat} ${who}\n`).join('');
    for (const order of [
        `game waterloo-200\nprivate\n${seats({ french: 'person holder us', allied: 'person holder us' })}`,
        `game day-of-waterloo\nprivate\nname "With Anna"\n${seats({ french: 'person', allied: 'person name Anna' })}`,
        `game day-of-waterloo\nprivate\n${seats({ french: 'person', allied: 'bot cadet' })}`])
        await sit(page, await make(server.base, order));
    await page.waitForTimeout(2000);
    await page.goto(server.base);
    await page.waitForSelector('body[data-ready]');
    await shot(page, `table-lobby-${size}`);
}

/** A match as a scene has it. */
async function played(game, scene) {
    const { seats } = SCENES[game], m = await make(server.base, `game ${game}\nseed 3\nprivate\n${seats.map((s) => `seat ${s} person holder us\n`).join('')}${scene.order}\n`);
    for (const act of scene.acts || []) {
        const { seq } = await api(server.base, `match/${m.match}`, m.seats[0].token);
        await api(server.base, `match/${m.match}/do`, m.seats[0].token, `${seq} ${act}`);
    }
    return m;
}

/** All scenes of a game. */
async function stage(game) {
    const { short, scenes } = SCENES[game];
    for (const [w, h] of [[1280, 720], [1920, 1080]]) {
        const context = await chrome.newContext({ viewport: { width: w, height: h }, reducedMotion: 'reduce' }), page = await context.newPage();
        await page.addInitScript(() => { if (location.protocol === 'http:') { localStorage.setItem('grognard.curtain', 'false'); localStorage.setItem('grognard.theme', '"day"'); localStorage.setItem('grognard.cards', '["never"]'); } });
        for (const [name, scene] of Object.entries(scenes)) {
            await sit(page, await played(game, scene));
            await page.evaluate((s) => { window.table.board.show(s.show, true); return s.choose ? window.table.select.choose(s.choose) : s.compose ? window.table.composer.open(s.compose) : window.table.overlays.look(s.overlay || ''); }, scene);
            await shot(page, `table-${short}-${name}-${w}x${h}`);
        }
        await context.close();
    }
}

/** All pictures of a game. */
async function take(game, last) {
    const g = GAMES[game], when = await moments(game), name = `table-${g.short}`;
    const matches = { setup: await opened(game, when.setup), fight: await opened(game, when.fight) };
    for (const [w, h] of [[1280, 720], [1920, 1080]]) {
        const context = await chrome.newContext({ viewport: { width: w, height: h }, reducedMotion: 'reduce' }), page = await context.newPage(), size = `${w}x${h}`;
        await page.addInitScript(() => { if (location.protocol === 'http:') { localStorage.setItem('grognard.curtain', 'false'); localStorage.setItem('grognard.cards', '["never"]'); localStorage.setItem('grognard.theme', '"day"'); } });
        await sit(page, matches.setup);
        await shot(page, `${name}-setup-${size}`);
        await sit(page, await opened(game, when.move));
        await page.evaluate((o) => window.table.overlays.look(o), g.overlay);
        await shot(page, `${name}-${g.overlay}-${size}`);
        await page.evaluate(() => window.table.overlays.look(''));
        await chooseOne(page);
        await shot(page, `${name}-battle-${size}`);
        await sit(page, matches.fight);
        await page.evaluate((text) => {
            const a = window.table.choices.legal.find((x) => x.do === text);
            window.table.board.show(a.places[0] || window.table.sum.aim.target, true);
            return a.places.length ? window.table.composer.open(a.places[0]) : window.table.composer.active;
        }, when.action);
        await shot(page, `${name}-sheet-${size}`);
        await sit(page, when.match);
        await page.evaluate((n) => window.table.replay.go(n), when.replay);
        await shot(page, `${name}-replay-${size}`);
        if (last)
            await lobby(page, size);
        await context.close();
    }
}
try {
    const games = process.argv.length > 2 ? process.argv.slice(2) : [...Object.keys(SCENES), ...Object.keys(GAMES)];
    for (const game of games)
        await (SCENES[game] ? stage(game) : take(game, game === games.at(-1)));
} finally {
    await chrome.close();
    await server.close();
}
