// start.test.mjs: the lobby's way from the first five minutes to the whole day, and what is said before one begins.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { api } from './server.mjs';
import { server, faults, person, until, noFault } from './hand.mjs';

const SIZES = [[1280, 720], [1920, 1080], [820, 1180], [390, 844]];
const shot = (page, name) => process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null;

/** What the games' data put on the way, in its order. */
async function wanted() {
    const { games } = await api(server.base, 'games');
    return games.flatMap((g) => [...g.lessons.map((l) => ({ ...l, key: `${g.id} lesson ${l.id}` })), ...g.scenarios.map((s) => ({ ...s, key: `${g.id} scenario ${s.id}` }))])
        .filter((x) => x.path).sort((a, b) => a.path - b.path);
}

async function lobby(size, settings) {
    const p = await person(size, settings);
    await p.goto(server.base);
    await p.waitForSelector('body[data-ready]');
    return p;
}

describe('start here', () => {
    test('the way is that of the data, from the shortest on, with length and complexity', async () => {
        const p = await lobby(), way = await wanted();
        const shown = await p.locator('#way [data-path]').evaluateAll((list) => list.map((b) => b.dataset.path));
        assert.deepEqual(shown, way.map((x) => x.key));
        assert.ok(way.length >= 3 && way[0].minutes <= 5 && way.some((x) => x.minutes <= 20 && x.path > 1) && way.some((x) => x.minutes >= 120));
        assert.match(await p.textContent('#way li:first-child'), /5 minutes/);
        for (const [i, x] of way.entries())
            assert.equal(await p.locator('#way li').nth(i).locator('.dots .on').count(), x.complexity);
        assert.equal(await p.locator('#way .b1').count(), 1, 'one of them is what most want');
        assert.equal(await p.getAttribute('#way .b1', 'data-path'), way[0].key);
        await p.context().close();
    });

    test('after how long a match is put away is said beside the matches', async () => {
        const p = await lobby(), { terms } = await api(server.base, 'matches');
        assert.ok(terms.text.length > 20);
        await p.waitForFunction((text) => document.getElementById('terms').textContent.endsWith(text), terms.text.slice(1));
        await p.context().close();
    });

    test('one click begins the lesson; then the next is what most want, and the way stays folded if one folds it', async () => {
        const p = await lobby(), way = await wanted();
        await p.click('#way .b1');
        await p.waitForSelector('#app[data-ready]');
        await p.waitForSelector('#lesson:not([hidden])');
        assert.equal(await p.evaluate(() => table.live.lesson.title), way[0].title);
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        assert.equal(await p.getAttribute('#way .b1', 'data-path'), way[1].key);
        await p.click('#start summary');
        await until(p, () => !document.getElementById('start').open && JSON.parse(localStorage.getItem('grognard.start')) === false);
        await p.reload();
        await p.waitForSelector('body[data-ready]');
        assert.ok(await p.isHidden('#way'));
        await p.context().close();
    });

    test('all seats at one screen: with the scenario and the options that were chosen, and no curtain where nothing is hidden', async () => {
        const p = await lobby();
        await p.click('button[aria-label="Choose more for March into Battle"]');
        await p.selectOption('#c-scenario', 'wavre');
        await p.selectOption('#c-opt-hal', 'on');
        await p.click('dialog[open] button:has-text("All seats at this screen")');
        await p.waitForSelector('#app[data-ready]');
        assert.deepEqual(await p.evaluate(() => [table.live.scenario, table.live.seats.every((s) => s.you), table.curtain.down]), ['wavre', true, false]);
        assert.match(JSON.stringify(await p.evaluate(() => table.live.options)), /hal/);
        await p.context().close();
    });

    test('a scenario of the way is played against the chosen computer', async () => {
        const p = await lobby(), x = (await wanted()).find((s) => s.key.includes('scenario'));
        await p.click('label[for=level-cadet]');
        await p.click(`#way [data-path="${x.key}"]`);
        await p.waitForSelector('#app[data-ready]');
        assert.equal(await p.evaluate(() => table.live.scenario), x.id);
        assert.ok(await p.evaluate(() => table.live.seats.some((s) => s.bot === 'cadet') && table.live.seats[0].you));
        await p.context().close();
    });

    test('a lesson that is not on the way stands under its game; scenarios and computers say what they mean', async () => {
        const p = await lobby(), { games, bots } = await api(server.base, 'games');
        for (const g of games)
            for (const l of g.lessons)
                assert.equal(await p.locator(`#cards [data-path="${g.id} lesson ${l.id}"]`).count(), 1, l.title);
        await p.click('#more');
        const [s] = games[0].scenarios, text = await p.textContent('dialog');
        assert.match(text, /3 hours, complexity 4 of 5/);
        assert.ok(text.includes(s.aim));
        for (const b of bots)
            assert.ok(text.toLowerCase().includes(b.strength.toLowerCase()), b.name);
        await p.context().close();
    });

    for (const theme of ['day', 'night', 'contrast'])
        for (const size of SIZES)
            test(`no fault of access, ${theme} at ${size.join('x')}`, async () => {
                const p = await lobby(size, { theme });
                await noFault(p, 'lobby');
                assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
                await shot(p, `lobby-${theme}-${size[0]}`);
                await p.click('#more');
                await noFault(p, 'choose more');
                await shot(p, `chooser-${theme}-${size[0]}`);
                await p.context().close();
            });
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
