// pictures.mjs: docs/pictures/table-*.jpg: lobby, set-up, mid-battle, combat sheet, replay, at both sizes.
//   node tests/browser/pictures.mjs [GAME…]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serve, browser, make, api, playOn, tree } from './server.mjs';

const out = process.env.OUT || join(tree, 'docs', 'pictures');
const SEATS = { 'day-of-waterloo': ['french', 'adg', 'prussian'], 'waterloo-200': ['french', 'british', 'prussian'] };
const SHORT = { 'day-of-waterloo': 'dow', 'waterloo-200': 'w200' };
mkdirSync(out, { recursive: true });
const server = await serve(), chrome = await browser();
let dice = 777;
const below = (n) => { dice = (dice * 1103515245 + 12345) & 0x7fffffff; return (dice >> 8) % n; };

/** Plausible play: everybody towards the ridge, then fire and attacks. */
function choose(l, s) {
    return like(l, s) || l[0];
}

function like(l, s) {
    const by = (v) => l.filter((x) => x.verb === v), step = s.asks.step;
    const end = by('done')[0] || by('stop')[0] || by('halt')[0];
    if (by('deploy').length)
        return by('deploy')[0];
    if (step === 'march' && s.game === 'day-of-waterloo') {
        const goal = s.asks.side === 'french' ? 11.3 : 10.4, far = (m) => Math.abs(Number(m.places[0].slice(2)) + Math.abs(Number(m.places[0].slice(0, 2)) - 11) * 0.45 - goal);
        const ways = by('march').concat(by('column')).sort((a, b) => far(a) - far(b));
        const charge = by('charge');
        return charge.length && below(2) ? charge[0] : ways.length && below(7) ? ways[0] : end || l[0];
    }
    if (step === 'movement' || step === 'activation') {
        const m = by('enter').concat(by('move'), by('take'), by('activate'));
        return m.length && below(14) ? m[below(m.length)] : end;
    }
    if (step === 'combat' || step === 'target') {
        const c = by('bombard').concat(by('attack'));
        return c.length && below(4) ? c[below(c.length)] : end || l[0];
    }
    if (by('shoot').length)
        return by('shoot')[0];
    if (step === 'action')
        return by('tactical')[0] || l[below(l.length)];
    const pick = l[below(l.length)];
    return pick.verb === 'top' || pick.verb === 'tactical' ? end || pick : pick;
}

async function shot(page, name) {
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 80 });
}

for (const [w, h] of [[1280, 720], [1920, 1080]]) {
    const size = `${w}x${h}`;
    const context = await chrome.newContext({ viewport: { width: w, height: h } });
    await context.addInitScript(() => { localStorage.setItem('grognard.curtain', 'false'); localStorage.setItem('grognard.theme', '"day"'); });
    const page = await context.newPage();
    const games = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(SEATS);
    for (const game of games) {
        dice = 777;
        const m = await make(server.base, `game ${game}\nseed 3\n${SEATS[game].map((s) => `seat ${s} person holder us\n`).join('')}`);
        const token = m.seats[0].token, name = `table-${SHORT[game]}`;
        const open = async () => { await page.goto('about:blank'); await page.goto(`${server.base}table.html?match=${m.match}#${token}`); await page.waitForSelector('#app[data-ready]', { timeout: 30000 }); };
        await playOn(server.base, m.match, token, (s) => s.asks.side === 'french' || s.asks.step === 'action', choose);
        await open();
        await shot(page, `${name}-setup-${size}`);
        const turn = game === 'day-of-waterloo' ? 6 : 2;
        for (let i = 0; i < 6; i++) {
            const s = await playOn(server.base, m.match, token, (x) => x.turn >= turn && (x.asks.step === 'movement' || x.asks.step === 'activation') && x.asks.side === 'french', choose);
            if (s.turn >= turn || s.over)
                break;
        }
        await open();
        const unit = await page.evaluate(() => { const c = window.table.choices; return [...c.units.keys()].find((u) => c.picker(u) && window.table.placeOf(u)); });
        if (unit)
            await page.evaluate((u) => window.table.select.choose(u), unit);
        await shot(page, `${name}-battle-${size}`);
        let s = await api(server.base, `match/${m.match}`, token);
        for (let i = 0; i < 6 && !s.over && !s.legal.some((a) => a.verb === 'attack'); i++)
            s = await playOn(server.base, m.match, token, (x) => x.legal.some((a) => a.verb === 'attack'), choose);
        const attack = s.legal?.find((a) => a.verb === 'attack');
        if (attack) {
            await open();
            await page.evaluate((a) => { window.table.board.show(a.places[0], true); return window.table.decide.commit(a); }, attack);
            await shot(page, `${name}-sheet-${size}`);
        }
        await page.evaluate(() => window.table.replay.go(Math.floor(window.table.live.entries * 0.6)));
        await shot(page, `${name}-replay-${size}`);
    }
    await page.goto(server.base);
    await page.waitForSelector('body[data-ready]');
    await shot(page, `table-lobby-${size}`);
    await context.close();
}
await chrome.close();
await server.close();
