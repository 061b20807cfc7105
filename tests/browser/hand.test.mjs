// hand.test.mjs: the hand: stacks, leaders, columns and corps are taken up and marched, with every click and key counted.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api, playOn } from './server.mjs';
import { server, faults, person, sit, until, settled, noFault, position, alone, spot, W200 } from './hand.mjs';
import { handOn, within } from './clicks.mjs';

const STACK = 'turn 8  phase french movement\nat 1014 Quiot Donzelot De-Salles D\'Erlon\nat 0810 Kempt\nat 1116 Marcognet\nat 1216 Durutte\nat 1318 Pire';
const MUD = STACK.replace('turn 8', 'turn 1');
const ALL = ['Quiot', 'Donzelot', 'De-Salles', 'D\'Erlon'];

/** A table of one's own from a position of The Day of Waterloo. */
async function seated(lines, size = [1280, 720], more = {}) {
    const p = await person(size, { curtain: false }, more), m = await make(server.base, position(lines)), { token } = m.seats[0];
    await sit(p, m.match, token);
    return { p, m, token, hand: await handOn(p) };
}

/** The French movement of the first turn, from the historical set-up. */
async function table(size = [1280, 720]) {
    const p = await person(size, { curtain: false }), m = await make(server.base, alone('day-of-waterloo', ['french', 'allied'])), { token } = m.seats[0];
    await playOn(server.base, m.match, token, (s) => s.asks.step === 'movement' && s.asks.side === 'french', (l) => l.find((a) => a.do === 'deploy') || l.find((a) => a.do === 'done') || l[0]);
    await sit(p, m.match, token);
    return { p, m, token };
}

const at = (p, ids) => p.evaluate((all) => all.map((u) => table.placeOf(u)), ids);
const up = (p) => p.evaluate(() => table.party.ids);
const entries = (p) => p.evaluate(() => table.live.entries);
const done = async (m, token) => (await api(server.base, `match/${m.match}/log?from=0`, token)).log.map((e) => e.do).filter(Boolean);

describe('a stack', () => {
    test('of three goes to a far hex in two clicks, and its leader for nothing; undo takes it back whole', async () => {
        const { p, hand } = await seated(STACK);
        await within(2, hand, 'a stack of three to a far hex, its leader with it', async () => {
            await hand.click('1014');
            await hand.click('1213');
        });
        assert.deepEqual(await at(p, ALL), ALL.map(() => '1213'));
        assert.equal(await p.evaluate(() => table.live.asks.step), 'movement', 'the march is over by itself');
        await hand.key('u');
        assert.deepEqual([await at(p, ALL), await entries(p)], [ALL.map(() => '1014'), 0]);
        assert.deepEqual(await up(p), ALL, 'and they are in the hand again');
        await p.context().close();
    });

    test('in mud takes those that can go, and says of the gun why it cannot', async () => {
        const { p, hand } = await seated(MUD);
        await hand.click('1014');
        assert.deepEqual(await up(p), ['Quiot', 'Donzelot', 'D\'Erlon']);
        assert.match(await p.textContent('#insp'), /Stays: In Severe Mud artillery moves by road only\. 9\.2\.14b/);
        assert.match(await p.textContent('#prompt'), /Quiot \(1\) and Donzelot \(2\) with D'Erlon with 3 of 3 MP/);
        await p.click('#insp .pc:has-text("De Salles")');
        await settled(p);
        assert.deepEqual(await up(p), ['De-Salles'], 'who cannot go with them goes alone');
        assert.equal(await entries(p), 0);
        await p.context().close();
    });

    test('clicked again gives one of it, then nobody; nothing has been decided', async () => {
        const { p, m, token, hand } = await seated(STACK);
        await hand.click('1014');
        await hand.click('1014', 'Quiot');
        assert.deepEqual(await up(p), ['Quiot']);
        await hand.click('1014', 'Quiot');
        assert.deepEqual(await up(p), []);
        await hand.click('1014');
        await hand.key('Escape');
        assert.deepEqual([await up(p), await entries(p), await done(m, token)], [[], 0, []]);
        await hand.click('1014', 'D\'Erlon');
        assert.deepEqual(await up(p), ['D\'Erlon'], 'a leader is meant by himself');
        await p.context().close();
    });

    test('of blocks the one that is meant goes, and one that cannot says why', async () => {
        const p = await person([1280, 720], { curtain: false }), m = await make(server.base, alone('waterloo-200', W200));
        await sit(p, m.match, m.seats[0].token);
        const hand = await handOn(p);
        await hand.button('#acts button:has-text("Tactical Action")');
        const [place, block] = await p.evaluate(() => { const x = table.list.find((q) => q.own && q.place && !table.choices.units.has(q.id)); return [x.place, x.id]; });
        await hand.click(place, block);
        assert.match(await p.textContent('#bubble'), /Not allowed/);
        await p.context().close();
    });
});

describe('why not', () => {
    test('asks with the verb of the step, whoever waits off the map; out of command comes first', async () => {
        const { p, m, token } = await table();
        const hand = await handOn(p), stack = (await api(server.base, `match/${m.match}`, token)).view.pieces.filter((x) => x.places[0] === '1323');
        assert.ok(stack.length && stack.every((x) => x.marks.some((k) => /out/.test(k))), JSON.stringify(stack.map((x) => x.marks)));
        assert.ok(await p.evaluate(() => table.choices.legal.some((a) => a.role === 'pick' && !table.placeOf(a.units[0]))), 'others wait off the map');
        await hand.click('1323');
        assert.match(await p.textContent('#bubble'), /out of command may not move.*7\.2a/);
        assert.doesNotMatch(await p.textContent('#bubble'), /reinforcement/);
        await p.context().close();
    });

    test('answers when a march can only stop, and when nobody is chosen', async () => {
        const { p, hand } = await seated(STACK);
        await p.keyboard.press('g');
        await p.keyboard.type('0612');
        await p.keyboard.press('Enter');
        await hand.key('w');
        assert.match(await p.textContent('#bubble'), /Choose a piece first/i);
        await p.evaluate(() => table.select.choose('Quiot'));
        await settled(p);
        await hand.click('0810');
        assert.match(await p.textContent('#bubble'), /\d+\.\d/, 'with its case');
        await p.context().close();
    });
});

describe('reach', () => {
    test('is the cost, in every game; its way is drawn under the pointer, and a key says what the numbers are', async () => {
        const { p, hand } = await seated(STACK);
        await p.evaluate(() => table.select.choose('Quiot'));
        await until(p, () => /points to get there/.test(document.querySelector('#reachkey').textContent));
        await p.mouse.move(...await spot(p, '1016'));
        await until(p, () => document.querySelector('#path path'));
        assert.match(await p.textContent('#reachkey'), /1016: 1½ MP, 2½ left.*Shift-click: 1 MP, 3 left; in Road Column.*5\.3b/);
        await p.context().close();
        const q = await person([1280, 720], { curtain: false }), m = await make(server.base, alone('waterloo-200', W200));
        await sit(q, m.match, m.seats[0].token);
        await (await handOn(q)).button('#acts button:has-text("Tactical Action")');
        await q.evaluate(() => table.select.choose(table.list.find((x) => x.place && table.choices.picker(x.id)).id));
        await until(q, () => table.select.reach.size > 0);
        const [left, cost, points, shown] = await q.evaluate(() => { const r = [...table.select.reach.values()][0]; return [r.left, r.cost, table.party.is.points, document.querySelector(`#above .cost[data-place="${r.place}"]`)?.textContent]; });
        assert.equal(cost, points - left);
        assert.equal(shown, String(cost / 2));
        await q.context().close();
    });

    test('by road a march arrives deployed where it can pay for it, in column only if that is wanted', async () => {
        const { p, hand } = await seated(STACK);
        const column = (u) => p.evaluate((x) => table.list.find((q) => q.id === x).marks, u);
        await p.evaluate(() => table.select.choose('Quiot'));
        await hand.click('1016');
        assert.equal(await p.evaluate(() => table.list.find((q) => q.id === 'Quiot').points_left), 5);
        assert.ok(!(await column('Quiot')).some((x) => /column/.test(x)), `${await column('Quiot')}`);
        await p.context().close();
    });
});

describe('drag and drop', () => {
    test('does what two clicks do; dropped on a friend the stack joins him', async () => {
        const { p, hand } = await seated(STACK);
        await within(1, hand, 'a stack of three by drag and drop', () => hand.drag('1014', '1113'));
        assert.deepEqual(await at(p, ALL), ALL.map(() => '1113'));
        await hand.drag('1216', '1116');
        assert.deepEqual(await at(p, ['Durutte']), ['1116']);
        await hand.drag('1318', '0810');
        assert.deepEqual(await at(p, ['Pire']), ['1318'], 'not allowed there');
        assert.match(await p.textContent('#bubble'), /Not allowed/);
        await p.context().close();
    });

    test('with a finger: the board moves, a long press takes the piece up and carries it', async () => {
        const { p } = await seated(STACK, [390, 844], { hasTouch: true }), cdp = await p.context().newCDPSession(p);
        const touch = (type, at_) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at_ ? [{ x: at_[0], y: at_[1] }] : [] });
        const from = await spot(p, '1014'), lies = () => p.evaluate(() => [table.board.x, Math.round(table.board.y + document.getElementById('view').getBoundingClientRect().top)]), before = await lies();
        const to = await p.evaluate(() => { const s = table.board.screen(table.board.cell('1015')), r = document.getElementById('view').getBoundingClientRect(); return [s.x + r.left, s.y + r.top]; });
        await touch('touchStart', from);
        await until(p, () => table.select.carry.from);
        await touch('touchMove', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
        await touch('touchMove', to);
        await touch('touchEnd');
        await until(p, () => table.placeOf('Quiot') === '1015');
        await until(p, () => table.board.top === document.getElementById('view').getBoundingClientRect().top);
        assert.deepEqual(await lies(), before, 'the board did not move');
        await p.context().close();
    });
});

describe('many at once', () => {
    test('six reinforcements come on as a column in two clicks', async () => {
        const { p } = await table(), hand = await handOn(p), coming = await p.evaluate(() => table.choices.legal.filter((a) => a.role === 'pick' && !table.placeOf(a.units[0])).map((a) => a.units[0]));
        assert.ok(coming.length >= 4, `${coming}`);
        // in severe mud guns keep to the road: those that come first have it free
        const first = await p.evaluate((all) => table.list.find((x) => all.includes(x.id) && /horse/.test(x.class)), coming);
        const place = await p.evaluate(async (u) => { await table.party.take({ units: [u] }, null); const far = [...table.select.reach.values()].sort((a, b) => b.way.length - a.way.length)[0]; await table.select.release(); return far.place; }, first.id);
        await settled(p);
        await within(4, hand, 'six reinforcements', async () => {
            await hand.button(`#tray .tp.may[title="${first.name}"]`);
            await hand.click(place);
        });
        assert.deepEqual((await at(p, coming)).filter((x) => !x), [], 'all are on the map');
        assert.deepEqual(await at(p, [first.id]), [place]);
        await p.context().close();
    });

    test('a corps follows the march of its first stack, each as near as it can come', async () => {
        const { p, hand } = await seated(STACK.replace('at 1116 Marcognet', 'at 1118 Marcognet'));
        await within(3, hand, 'a corps of three stacks', async () => {
            await hand.click('1014');
            await hand.click('1016');
            await hand.button('#follow');
        });
        const [first, second, third] = await at(p, ['Quiot', 'Marcognet', 'Durutte']);
        assert.equal(first, '1016');
        assert.ok(await p.evaluate(([a_, b_]) => table.board.cell(a_).near.includes(b_), [first, second]), `full there: ${second} is next to it`);
        assert.ok(third && third !== '1216', third);
        await p.context().close();
    });
});

describe('a whole turn', () => {
    test('an impulse of Waterloo 200 with one leader and one block', async () => {
        const p = await person([1920, 1080], { curtain: false }), m = await make(server.base, alone('waterloo-200', W200));
        await sit(p, m.match, m.seats[0].token);
        const hand = await handOn(p), where = (u) => p.evaluate((x) => table.placeOf(x), u);
        await within(6, hand, 'an impulse with one leader and one block', async () => {
            await hand.button('#acts button:has-text("Tactical Action")');
            const leader = await p.evaluate(() => table.list.find((x) => x.place && table.choices.picker(x.id)).id);
            await hand.click(await where(leader), leader);
            await hand.button('#acts button:has-text("Reveal")');
            if (await p.evaluate(() => table.live.asks.step) !== 'movement')
                await hand.key('Space');
            const block = await p.evaluate(() => table.list.find((x) => x.place && table.choices.picker(x.id)).id), from = await where(block);
            await hand.click(from, block);
            const to = await p.evaluate(() => [...table.select.reach.values()].filter((r) => !table.stackIn(r.place).length).sort((x, y) => y.cost - x.cost)[0].place);
            await hand.click(to);
            assert.equal(await where(block), to);
        });
        await p.context().close();
    });

    test('the whole French army is moved once from the historical set-up', async () => {
        const { p } = await table([1920, 1080]), hand = await handOn(p);
        await p.evaluate(() => table.board.fit());
        const able = () => p.evaluate(() => table.choices.legal.filter((a) => a.role === 'pick').map((a) => a.units[0]));
        const first = await able(), began = await at(p, first);
        const n = await within(35, hand, 'the whole French army moved once', async () => {
            for (const place of new Set(began.filter(Boolean))) {
                await hand.click(place);
                const to = await p.evaluate(() => [...table.select.reach.values()].filter((r) => r.place !== table.party.place && !table.stackIn(r.place).length).sort((x, y) => y.steps - x.steps)[0]?.place);
                if (to)
                    await hand.click(to);
            }
            await hand.button('#tray .tp.may');
            await hand.click(await p.evaluate(() => [...table.select.reach.values()].sort((x, y) => y.way.length - x.way.length)[0].place));
        });
        const moved = (await at(p, first)).filter((x, i) => x !== began[i]).length;
        assert.ok(moved >= first.length - 4, `${moved} of ${first.length} moved with ${n}`);
        await p.context().close();
    });
});

describe('nothing is lost', () => {
    test('two tabs on one seat: a choice in one is put down when the other has moved it, and both say so', async () => {
        const { p, m, token, hand } = await seated(STACK), q = await p.context().newPage();
        await sit(q, m.match, token);
        await hand.click('1014');
        await q.evaluate(() => table.select.takeUp('1014'));
        await until(q, () => table.party.on);
        await q.evaluate(() => table.party.march('1113'));
        await until(p, () => table.placeOf('Quiot') === '1113');
        await until(p, () => !table.party.on && /put down: the match has moved on/.test(document.querySelector('#bubble').textContent));
        await p.context().close();
    });

    test('a page that is behind is told how it stands, and what was in the hand still is', async () => {
        const { p, m, token, hand } = await seated(STACK);
        await hand.click('1014');
        await p.evaluate(() => { table.stream.close(); });
        const s = await api(server.base, `match/${m.match}`, token);
        await api(server.base, `match/${m.match}/march`, token, `${s.seq} Pire 1317`);
        await hand.click('1113');
        assert.match(await p.textContent('#bubble'), /moved on/);
        assert.deepEqual(await at(p, ['Quiot', 'Pire']), ['1014', '1317']);
        await until(p, () => table.party.has('Quiot'));
        await hand.click('1113');
        assert.deepEqual(await at(p, ['Quiot']), ['1113']);
        await p.context().close();
    });

    test('a connection that breaks in the middle: it is said, and the march is made when it is back', async () => {
        const { p, hand } = await seated(STACK);
        await hand.click('1014');
        await p.context().setOffline(true);
        await hand.click('1113');
        assert.match(await p.textContent('#bubble'), /not reached. Nothing is lost/);
        assert.ok((await up(p)).includes('Quiot'), 'still in the hand');
        await p.context().setOffline(false);
        await hand.click('1113');
        await until(p, () => table.placeOf('Quiot') === '1113');
        await p.context().close();
    });
});

for (const [w, hh, theme] of [[1280, 720, 'day'], [1920, 1080, 'night'], [820, 1180, 'contrast'], [390, 844, 'night']])
    test(`no accessibility fault with a stack in the hand: ${w} × ${hh}, ${theme}`, async () => {
        const p = await person([w, hh], { curtain: false, theme }), m = await make(server.base, position(STACK));
        await sit(p, m.match, m.seats[0].token);
        await p.evaluate(() => table.select.takeUp('1014'));
        await until(p, () => table.party.on && !document.querySelector('#reachkey').hidden);
        await noFault(p, 'hand');
        await p.context().close();
    });

test('nothing went wrong on any page, and no policy was broken', () => assert.deepEqual(faults, []));
