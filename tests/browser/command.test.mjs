// command.test.mjs: games of chits and orders at the table: whose chit was drawn, orders given by clicking on a commander, the
// status sheet, facing of a stack, what a march costs and makes of its piece, bridges. On March into Battle.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { make, api, tree } from './server.mjs';
import { server, faults, person, sit, tap, until, settled, noFault, alone } from './hand.mjs';

const SIDES = ['french', 'allied'], scene = (name) => alone('march-into-battle', SIDES, `scenario ${name}\n`);
const board = (lines) => `${alone('march-into-battle', SIDES)}position <<\n${lines}\n.\n`;
/** I Corps before its chit is drawn: the only one. */
const CORPS = "turn 24 last 27 unit Quiot 1209 n fatigue 3 unit Donzelot 1309 n fatigue 4 s 1 unit Durutte 1410 n fatigue 5 unit D'Erlon 1309 unit Clinton 1005 s unit Wellington 0103 formation f.I attack pool f.I phase operations";

/** A match, and the page of the one who plays it alone. */
async function table(order, size = [1280, 720]) {
    const m = await make(server.base, order), p = await person(size, { curtain: false });
    await sit(p, m.match, m.seats[0].token);
    await settled(p);
    return { p, m, token: m.seats[0].token };
}
const at = (p, id) => p.evaluate((u) => table.placeOf(u), id);
const step = (p, name) => until(p, (s) => table.live.mine && table.live.asks.step === s, name);
const facing = (p, id) => p.evaluate((u) => { const x = table.list.find((q) => q.id === u); return `${x.place} ${x.facing}`; }, id);
const discs = (p) => p.evaluate(() => [...document.querySelectorAll('#pose:not([hidden]) .face')].map((b) => b.dataset.facing).sort());
const ring = (p, n) => until(p, (k) => document.querySelectorAll('#pose:not([hidden]) .face').length === k, n);
/** To the actions of the formation whose chit is drawn. */
async function acting() {
    const { p, m, token } = await table(board(CORPS));
    await step(p, 'initiative');
    await p.click('#acts button:has-text("Keep the order")');
    await step(p, 'actions');
    await settled(p);
    return { p, m, token };
}

describe('chits and orders', () => {
    test('which chits there are, which was drawn, who has acted', async () => {
        const { p } = await table(scene('wavre'));
        assert.equal(await p.locator('.chits li.in').count(), 6);
        assert.match(await p.textContent('.chits p'), /^6 chits in the pool/);
        await p.keyboard.press('e');
        await p.click('#end-anyway');
        await step(p, 'initiative');
        await until(p, () => document.querySelectorAll('.chits li.now').length === 1);
        assert.equal(await p.locator('.chits li.in').count(), 5);
        const now = await p.evaluate(() => table.live.view.chits.find((c) => c.state === 'now').title);
        assert.match(await p.textContent('.chits p'), new RegExp(`^${now} drawn · 5 chits in the pool`));
        await noFault(p, 'chits');
        await p.context().close();
    });

    test('a click on a corps commander: the orders that he can be sent, the chance of each, and what is pending then', async () => {
        const { p } = await table(scene('wavre')), place = await at(p, 'Gerard');
        await tap(p, place);
        await until(p, () => document.querySelectorAll('.pact button').length >= 4);
        const offers = await p.locator('.pact button').allTextContents();
        assert.deepEqual(offers, ['ATTACK, by Grouchy', 'HOLD, by Grouchy', 'RETREAT, by Grouchy', 'RESERVE, by Grouchy']);
        await p.click('.pact button:has-text("ATTACK")');
        await until(p, () => /67 %/.test(document.getElementById('sheet').textContent));
        await noFault(p, 'order check');
        await p.click('#sheet .b1');
        await until(p, () => table.live.view.tracks.some((t) => t.will));
        await p.click('#tab-forces');
        assert.match(await p.textContent('.trk:has(.ord em)'), /MARCH→ATTACK67 %/);
        assert.match(await p.evaluate(() => table.list.find((x) => x.id === 'Gerard').line), /order MARCH, then ATTACK \(4 of 6\)/);
        await p.context().close();
    });

    test('whose chit acts is lit and in sight where a question names no piece', async () => {
        const { p } = await table(board(CORPS));
        await step(p, 'initiative');
        await settled(p);
        assert.deepEqual(await p.evaluate(() => [table.marks.acting().includes('Quiot'), table.board.inSight('1209')]), [true, true]);
        await p.context().close();
    });

    test('who must retreat is named and how far; the card of what happened lies on none of the hexes asked about', async () => {
        const { p } = await table(board(`turn 24 last 27 phase 2 unit Guard-Light 0423 n unit Chasseurs 0423 n unit Grenadiers 0423 n unit Drouot 0424 unit Saxe-Weimar 0422 s c 3 guns-lost 1
formation f.G attack activated 1
step game nobody at=turns step turn nobody at=operations step activation nobody at=end chit=5 step combats french chit=5`));
        await tap(p, '0422');
        await p.click('#sheet .b1');
        await settled(p);
        if (await p.evaluate(() => table.live.asks.step) === 'retreat') {
            assert.match(await p.textContent('#who'), /Allies to decide/);
            assert.match(await p.textContent('#prompt'), /must retreat \d hex/);
            assert.ok(await p.evaluate(() => {
                const r = document.getElementById('dice').getBoundingClientRect(), v = document.getElementById('view').getBoundingClientRect();
                return document.getElementById('dice').classList.contains('brief') || [...table.choices.places.keys()].every((x) => { const s = table.board.screen(table.board.cell(x)); return s.y + v.top < r.top || s.x + v.left < r.left || s.x + v.left > r.right; });
            }));
        }
        await p.context().close();
    });

    test('two long answers stand below each other rather than over the question', async () => {
        const { p } = await table(board("turn 25 last 30 unit Grouchy 2806 unit Lefol 2906 n unit Vandamme 2906 unit Strolz 2806 n unit Exelmans 2806 unit B9 2702 s pool Grouchy phase operations"));
        await step(p, 'actions');
        await p.keyboard.press('e');
        await step(p, 'select').catch(() => p.click('#end-anyway'));
        await step(p, 'select');
        await settled(p);
        const [prompt, acts, some] = await p.evaluate(() => ['#prompt', '#acts', '#acts .some'].map((q) => { const e = document.querySelector(q), r = e.getBoundingClientRect(); return { left: r.left, right: r.right, all: e.scrollWidth <= e.clientWidth + 1 }; }));
        assert.ok(prompt.right <= acts.left + 1 && acts.all && some.all, JSON.stringify([prompt, acts, some]));
        await p.context().close();
    });

    test('the card of an attack tells of the attack, not of the marches and dice before it; entries that went by are asked for', async () => {
        const { p, m, token } = await table(board(`${CORPS.replace('pool', 'unit Napoleon 1313 pool')}`));
        await step(p, 'initiative');
        const go = async (line) => { const s = await api(server.base, `match/${m.match}`, token); return api(server.base, `match/${m.match}/do`, token, `${s.seq} ${line}`); };
        await p.evaluate(() => { table.hear = () => {}; });       // the stream is not heard for a while
        for (const line of ['take march', 'move Durutte', 'march Durutte 1411', 'halt', 'turn Quiot s', 'turn Quiot n'])
            await go(line);
        await p.evaluate(() => { delete table.hear; });
        await go('turn Donzelot s');
        await until(p, () => table.chronicle.last >= 7);
        await until(p, () => table.chronicle.entries.every((e, i) => e.n === i + 1));
        const card = await p.evaluate(() => {
            const told = (n, role, text, more) => ({ n, events: [{ role, text, units: [], places: [] }], ...more }), die = { role: 'chance', events: [{ role: 'chance', text: 'die' }, { text: 'an old story' }] };
            const list = [{ n: 1, ...die }, told(2, 'march', 'somebody marches'), told(3, 'fight', 'an attack', { sheets: [{ title: 'Attack', lines: [], chances: [] }] }), told(4, '', 'it rests')];
            table.sum.card([list[0], list[2]], list);
            return [...document.querySelectorAll('#dice li')].map((x) => [x.textContent, x.classList.contains('end')]);
        });
        assert.deepEqual(card, [['An attack.', true], ['It rests.', false]]);
        const two = await p.evaluate(() => {
            const told = (n, role, text, title) => ({ n, events: [{ role, text, units: [], places: [] }], ...(title ? { sheets: [{ title, lines: [], chances: [] }] } : {}) }), die = { role: 'chance', events: [{ role: 'chance', text: 'die' }, { text: 'an old story' }] };
            const list = [{ n: 1, ...die }, told(2, '', 'somebody is seen'), told(3, 'fight', 'an attack', 'Attack'), told(4, 'fight', 'another', 'Second attack')];
            table.sum.card([list[0], list[2], list[3]], list);
            return [...document.querySelectorAll('#dice li')].map((x) => x.textContent);
        });
        assert.deepEqual(two, ['An attack.', 'Another.']);
        await p.context().close();
    });

    test('a line of the status sheet for each division; small ones are not underlined', async () => {
        const { p } = await table(scene('waterloo'), [1920, 1080]);
        await p.click('#tab-forces');
        const row = (name) => p.locator('.oob tr', { hasText: name }).first();
        assert.match(await row('Quiot').locator('svg.stat').getAttribute('aria-label'), /^SP 5, Steps 5, Casualties 0, Stragglers 0, Fatigue 1, /);
        const line = (name) => row(name).locator('.u').evaluate((e) => getComputedStyle(e).borderBottomColor);
        assert.equal(await line('Mitchell'), 'rgba(0, 0, 0, 0)');
        assert.notEqual(await line('Clinton'), 'rgba(0, 0, 0, 0)');
        await noFault(p, 'status');
        await p.context().close();
    });
});

describe('facing and fatigue', () => {
    test('a stack turns by the ring; what a march costs and the level after it are told before', async () => {
        const { p } = await acting();
        await tap(p, '1209');
        await ring(p, 5);
        assert.deepEqual(await discs(p), ['ne', 'nw', 's', 'se', 'sw']);
        await until(p, () => document.querySelectorAll('.cost').length > 3);
        const r = await p.evaluate(() => table.select.reach.get('1208'));
        assert.deepEqual([r.wear, r.poses.length], [4, 6]);
        assert.match(await p.textContent('.cost[data-place="1208"]'), /^\d+ \/ 4$/);
        await p.click('#pose [data-facing=se]');
        await until(p, () => table.list.find((q) => q.id === 'Quiot').facing === 'se');
        await settled(p);
        assert.equal(await facing(p, 'Quiot'), '1209 se');
        await p.context().close();
    });

    test('a far click asks how to stand there; a turn costs a point more', async () => {
        const { p } = await acting();
        await tap(p, '1209');
        await ring(p, 5);
        await tap(p, '1208');
        await ring(p, 6);
        const cost = (f) => p.locator(`#pose [data-facing=${f}] i`).textContent();
        assert.equal(Number(await cost('ne')), Number(await cost('n')) + 1);
        await p.click('#pose [data-facing=ne]');
        await until(p, () => table.list.find((q) => q.id === 'Quiot').facing === 'ne');
        await settled(p);
        assert.equal(await facing(p, 'Quiot'), '1208 ne');
        await p.context().close();
    });

    test('who will be Tired or Spent is marked where it would arrive', async () => {
        const { p } = await acting();
        await tap(p, '1309');
        await until(p, () => [...table.select.reach.values()].some((r) => /Tired/.test(r.strain || '')));
        assert.ok(await p.locator('.cost.strain').count() > 0);
        await p.keyboard.press('Escape');
        await tap(p, '1410');
        await until(p, () => [...table.select.reach.values()].some((r) => /Spent/.test(r.strain || '')));
        await p.context().close();
    });
});

describe('a stack that has advanced', () => {
    test('turns by the ring around its place', async () => {
        const lines = readFileSync(join(tree, 'tests', 'march-into-battle', 'journals', 'waterloo-score.grognard'), 'utf8').split('\n'), n = lines.findIndex((l) => / align /.test(l));
        const [side, , place, way] = lines[n].split(' '), { p } = await table(`journal <<\n${lines.slice(0, n).join('\n')}\n.\n${SIDES.map((s) => `seat ${s} person holder us\n`).join('')}private\n`);
        await until(p, (s) => table.live.mine && table.live.asks.side === s, side);
        await p.waitForSelector(`#pose:not([hidden]) [data-facing=${way}]`);
        await p.click(`#pose [data-facing=${way}]`);
        await until(p, ([h, f]) => table.stackIn(h)[0].facing === f, [place, way]);
        await p.context().close();
    });
});

describe('a fight', () => {
    const FLIGHT = `turn 24 last 27 phase 2 formation f.I attack activated 1
unit Quiot 0423 n guns-lost 1 attacked attacks pierces unit Saxe-Weimar 0422 s fatigue 1 guns-lost 1 struck defends unit Ney 0423 attacks unit D'Erlon 0424
step game nobody at=turns step turn nobody at=operations step activation nobody at=end step combats french step combat nobody at=defenders target=0422 next=1 row=7
step effect nobody at=closing hex=0422 kind=defender die=4 hexes=3 step retreat allied at=asked from=0422 here=0422 left=3`;

    test('a way back that costs nothing is one click, one that costs shows first what', async () => {
        const free = await table(board(FLIGHT));
        await step(free.p, 'retreat');
        await tap(free.p, '0421');
        await until(free.p, () => table.placeOf('Saxe-Weimar') === '0421');
        await free.p.context().close();
        const dear = await table(board(`${FLIGHT.replace('unit Ney', 'unit Jacquinot 0420 s unit Ney')}`));
        await step(dear.p, 'retreat');
        await tap(dear.p, '0421');
        await until(dear.p, () => /7\.3/.test(document.querySelector('#sheet')?.textContent || ''));
        assert.equal(await at(dear.p, 'Saxe-Weimar'), '0422');
        await dear.p.context().close();
    });

    test('the head of an attack says what its number is', async () => {
        const { p } = await table(board(`${FLIGHT.split(' step combat nobody')[0].replace(/ (attacked|attacks|pierces|struck|defends)\b/g, '')}`));
        await step(p, 'combats');
        await tap(p, '0422');
        await until(p, () => /^[-+]\d+added to the die/.test(document.querySelector('.odds')?.textContent || ''));
        await p.context().close();
    });
});

describe('on the ground', () => {
    test('bridges built and broken lie on their hexsides, and the inspector tells of them', async () => {
        const { p, m, token } = await table(scene('wavre')), { view } = await api(server.base, `match/${m.match}`, token);
        assert.deepEqual(view.signs.filter((s) => s.place.includes('/')), []);
        await p.context().close();
        const other = await table(board(`${CORPS.replace('phase', 'bridge 2505/2506 bridge 2410/2510 phase')}`));
        assert.equal(await other.p.locator('.span').count(), 2);
        assert.equal(await other.p.locator('.span .broken').count(), 1);
        await tap(other.p, '2506');
        await until(other.p, () => /the bridge is broken/.test(document.getElementById('insp').textContent));
        await other.p.context().close();
    });

    test('what engineers can do at a hexside is a button beside them, with the hexside', async () => {
        const { p } = await table(board('turn 2 last 6 unit F-Pont-1 1938 unit Napoleon 1938 unit Foy 1938 n unit Reille 1938 unit Blucher 1636 formation f.II march pool Napoleon f.II phase operations'));
        await step(p, 'actions');
        await tap(p, '1938');
        const build = p.locator('#insp .pact button', { hasText: 'build a bridge at 1937/1938' });
        assert.equal(await build.count(), 1);
        await build.click();
        await until(p, () => /there when the next activation begins/.test(document.querySelector('#sheet')?.textContent || ''));
        await p.click('#confirm');
        await settled(p);
        assert.match(await p.evaluate(() => JSON.stringify(table.live.view.signs)), /a bridge is being built/);
        await p.context().close();
    });

    test('overlays: zones, Fields of Fire, command, supply, front and rear, danger', async () => {
        const { p } = await table(scene('waterloo')), look = async (id) => {
            await p.evaluate((o) => table.overlays.look(o), id);
            await until(p, () => table.overlays.answer);
            return p.evaluate(() => (table.overlays.answer.places || []).map((x) => x.length));
        };
        for (const id of ['zones', 'fire', 'command', 'supply'])
            assert.ok((await look(id))[0] > 0, id);
        await tap(p, await at(p, 'Quiot'));
        assert.deepEqual(await look('front'), [3, 3]);
        await look('danger');
        await until(p, () => document.querySelector('#legend:not([hidden])')?.textContent.length > 10);
        await p.context().close();
    });

    test('nothing has gone wrong on any page', () => assert.deepEqual(faults, []));
});
