// hand.mjs: what the tests do at a table: sit down, click, wait; a server and a browser of their own.
import { before, after } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serve, browser } from './server.mjs';

export let server, chrome;
/** A busy machine is slow: this long something may take, in ms. */
const WAIT = Number(process.env.WAIT || 60000);
/** What went wrong on any page; a test at the end wants it empty. */
export const faults = [];

before(async () => { server = await serve(); chrome = await browser(); });
after(async () => { await chrome?.close(); await server?.close(); });

/** A page of a person of his own. Nothing may go wrong on its console. */
export async function person(size = [1280, 720], settings = {}, more = {}) {
    settings = { cards: ['never'], ...settings };       // cards that open by themselves are for the tests of them
    const context = await chrome.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: 'reduce', ...more });
    await context.addInitScript((all) => { if (location.protocol === 'http:') for (const [k, v] of Object.entries(all)) if (localStorage.getItem(`grognard.${k}`) === null) localStorage.setItem(`grognard.${k}`, JSON.stringify(v)); }, settings);
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    page.on('pageerror', (e) => faults.push(e.message));
    page.on('console', (m) => { if (m.type() === 'error' && /Content Security|TypeError|is not/.test(m.text())) faults.push(m.text()); });
    return page;
}

export async function sit(page, match, token = '', at = '') {
    await page.goto(`${server.base}table.html?match=${match}${at}${token ? `#${token}` : ''}`);
    await page.waitForSelector('#app[data-ready]');
}

export const seq = (page) => page.evaluate(() => table.live.seq);
export const state = (page) => page.evaluate(() => ({ seq: table.live.seq, mine: table.live.mine, step: table.live.asks?.step, side: table.live.asks?.side, over: table.live.over, entries: table.live.entries }));

/** Where a place is on the screen. */
export const spot = (page, place) => page.evaluate((p) => {
    table.board.show(p);
    const s = table.board.screen(table.board.cell(p)), r = document.getElementById('view').getBoundingClientRect();
    return [s.x + r.left, s.y + r.top + 3];
}, place);

/** Clicks on a place of the board, as a hand would. */
export async function tap(page, place) { await page.mouse.click(...await spot(page, place)); }

/** States that come quickly are drawn together, a moment later. */
const shown = () => !globalThis.table?.later;

/** Waits for something on the page. (Playwright's own waiting needs eval, which the page's policy forbids.) */
export async function until(page, f, arg) {
    for (const end = Date.now() + WAIT; Date.now() < end;) {
        if (await page.evaluate(f, arg).catch(() => false) && await page.evaluate(shown).catch(() => false))
            return;
        await page.waitForTimeout(40);
    }
    throw new Error(`never came true: ${f}`);
}

/** Waits until nothing is asked of the server any more, and all that was answered is shown. */
export async function settled(page) {
    await until(page, () => !globalThis.traffic?.open && !globalThis.table?.decide.busy);
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => setTimeout(r))));
    await until(page, () => !globalThis.traffic?.open && !globalThis.table?.decide.busy);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** No accessibility fault on the page as it is. */
export async function noFault(page, what = 'page') {
    await page.evaluate(axe);
    const r = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }));
    assert.deepEqual(r.violations.map((v) => `${what}: ${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 4).join(', ')}`), []);
}

/** Orders of matches in which one person holds all seats; a side stands for those that it has. */
export const alone = (game, seats, extra = '') => `game ${game}\nseed 7\n${extra}${seats.map((s) => `seat ${s} person holder us\n`).join('')}`;
export const DOW = ['french', 'allied'], W200 = DOW;
export const position = (lines) => `${alone('day-of-waterloo', DOW)}position <<\n${lines}\n.\n`;
