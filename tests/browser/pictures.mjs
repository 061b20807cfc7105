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
    'waterloo-200': { short: 'w200', journal: 'battle-cadets', seats: ['french', 'allied'], setup: 'action', move: 'activation', fight: 'battle', after: 0.6, overlay: 'control' },
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
    await page.waitForSelector('#app[data-ready]', { timeout: 30000 });
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
        `game waterloo-200\nprivate\n${seats({ french: 'person holder us', british: 'person holder us', prussian: 'person holder us' })}`,
        `game day-of-waterloo\nprivate\nname "With Anna and Piet"\n${seats({ french: 'person', adg: 'person name Anna', prussian: 'person name Piet' })}`,
        `game day-of-waterloo\nprivate\n${seats({ french: 'person', adg: 'bot cadet', prussian: 'bot cadet' })}`])
        await sit(page, await make(server.base, order));
    await page.waitForTimeout(2000);
    await page.goto(server.base);
    await page.waitForSelector('body[data-ready]');
    await shot(page, `table-lobby-${size}`);
}

/** All pictures of a game. */
async function take(game, last) {
    const g = GAMES[game], when = await moments(game), name = `table-${g.short}`;
    const matches = { setup: await opened(game, when.setup), fight: await opened(game, when.fight) };
    for (const [w, h] of [[1280, 720], [1920, 1080]]) {
        const context = await chrome.newContext({ viewport: { width: w, height: h }, reducedMotion: 'reduce' }), page = await context.newPage(), size = `${w}x${h}`;
        await page.addInitScript(() => { if (location.protocol === 'http:') { localStorage.setItem('grognard.curtain', 'false'); localStorage.setItem('grognard.theme', '"day"'); } });
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
            return a === window.table.choices.whole ? window.table.sum.stage() : window.table.decide.commit(a);
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
    const games = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GAMES);
    for (const game of games)
        await take(game, game === games.at(-1));
} finally {
    await chrome.close();
    await server.close();
}
