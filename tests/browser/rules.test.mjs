// rules.test.mjs: the rules read at the table: what is asked now on top, chapters folded, search, rulings in words, and links to
// cases wherever a number stands.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api } from './server.mjs';
import { server, faults, person, sit, tap, until, settled, noFault, position } from './hand.mjs';

const SIZES = [[1280, 720], [1920, 1080], [820, 1180], [390, 844]];
const shot = (page, name) => process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null;
const battle = () => position('turn 8  phase french movement\nat 0816 Pire Ney Foy\nat 1011 Kempt\nat 1012 Quiot');

async function reading(size, settings) {
    const p = await person(size, { curtain: false, ...settings }), m = await make(server.base, battle());
    await sit(p, m.match, m.seats[0].token);
    await p.evaluate(() => table.side.openTab('rules'));
    await p.waitForSelector('#rules-list .chap');
    return p;
}

describe('the book', () => {
    test('every case of every game has a chapter; no word is for programmers, no ruling a bare number', async () => {
        const { games } = await api(server.base, 'games');
        for (const g of games) {
            const { chapters, rules, rulings } = await api(server.base, `game/${g.id}/rules`), ids = new Set(rulings.map((r) => r.id));
            for (const r of rules) {
                assert.ok(chapters.includes(r.chapter), `${g.id} ${r.case}: chapter`);
                assert.doesNotMatch(r.requirement, /implement|\bkernel\b|placeholder|see notes|\b[Rr]ulings? [A-Z]?-?\d/, `${g.id} ${r.case}`);
                assert.ok(r.rulings.every((x) => ids.has(x)), `${g.id} ${r.case}: rulings`);
            }
            assert.ok(rulings.every((r) => r.about && r.text.length > 2 && !/[*`|]/.test(r.text)), g.id);
        }
    });

    test('the cases of what is asked stand on top, chapters are folded and open by a click', async () => {
        const p = await reading();
        const cases = await p.evaluate(() => table.live.asks.cases.split(' '));
        assert.ok(cases.length && await p.locator('#rules-now article').count() >= 1);
        assert.ok(await p.locator('#rules-list .chap').count() > 5);
        assert.equal(await p.locator('#rules-list .chap[open]').count(), 0);
        assert.equal(await p.locator('#rules-list article').count(), 0);
        await p.click('#rules-list .chap >> nth=1 >> summary');
        await p.waitForSelector('#rules-list .chap[open] article');
        assert.ok((await p.evaluate(() => table.choices.ender)).do);
        const before = await p.textContent('#rules-now');
        await p.evaluate(() => table.decide.act(table.choices.ender));
        await until(p, (x) => document.getElementById('rules-now').textContent !== x, before);
        await p.context().close();
    });

    test('a search finds cases and rulings in their chapters', async () => {
        const p = await reading();
        await p.fill('#rulesearch', 'group bridge');
        await until(p, () => document.querySelector('#rules-list [data-ruling]'));
        assert.ok(await p.isHidden('#rules-now'));
        assert.ok(await p.locator('#rules-list .chap:not([open])').count() === 0);
        await p.fill('#rulesearch', 'xyzzy');
        await until(p, () => /No case has these words/.test(document.getElementById('rules-list').textContent));
        await p.fill('#rulesearch', '');
        await until(p, () => document.querySelectorAll('#rules-list .chap').length > 5);
        await p.context().close();
    });

    test('a ruling is read in its words under the case that it is about', async () => {
        const p = await reading(), { rules, rulings } = await api(server.base, 'game/day-of-waterloo/rules');
        const r = rules.find((x) => x.rulings.length), words = rulings.find((x) => x.id === r.rulings[0]).text.slice(0, 30);
        await p.evaluate((c) => table.side.openCase(c), r.case);
        await until(p, () => document.querySelector('#rules-list .hit'));
        assert.ok((await p.textContent(`#rules-list [data-rule="${r.case}"] .ours`)).includes(words));
        await p.context().close();
    });
});

describe('numbers of cases are links', () => {
    test('in the prompt, a refusal, a card, the rules themselves and any text', async () => {
        const p = await reading(undefined, { cards: [] });
        const read = async (where) => {
            await p.evaluate(() => table.side.openTab('chronicle'));
            const id = await p.locator(`${where} [data-case]`).first().getAttribute('data-case');
            await p.locator(`${where} [data-case]`).first().click();
            await until(p, (x) => [...document.querySelectorAll('#rules-list .hit')].some((e) => (e.dataset.rule || e.dataset.ruling).startsWith(x.replace(/[a-z]+$/, ''))), id);
        };
        await read('#prompt');
        await read('#card');
        await p.evaluate(() => table.cards.close());
        await p.evaluate(() => table.decide.whyAction('march Quiot 1210', '1210'));
        await p.waitForSelector('#bubble [data-case]');
        await read('#bubble');
        const parts = await p.evaluate(() => table.reader.linked('as 9.2.14c says, in 0911 at 2.71828 (see A-44)').map((x) => typeof x === 'string' ? x : x.dataset.case));
        assert.deepEqual(parts, ['as ', '9.2.14c', ' says, in 0911 at 2.71828 (see ', 'A-44', ')']);
        await p.context().close();
    });

    test('in a sheet and in what came of it', async () => {
        const m = await make(server.base, position('turn 8  phase french combat\nat 1012 Quiot\nat 1011 Kempt')), p = await person([1280, 720], { curtain: false });
        await sit(p, m.match, m.seats[0].token);
        await tap(p, '1011');
        await p.waitForSelector('#sheet:not([hidden])');
        await settled(p);
        await p.locator('#sheet details.more summary').first().click();
        await p.locator('#sheet [data-case]').first().click();
        await until(p, () => document.querySelector('#rules-list .hit'));
        await p.context().close();
    });
});

for (const theme of ['day', 'night', 'contrast'])
    for (const size of SIZES)
        test(`no fault of access in the reader, ${theme} at ${size.join('x')}`, async () => {
            const p = await reading(size, { theme });
            await p.evaluate(() => table.side.openCase('9.2c'));
            await until(p, () => document.querySelector('#rules-list .hit'));
            await noFault(p, 'rules');
            await shot(p, `rules-${theme}-${size[0]}`);
            await p.context().close();
        });

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
