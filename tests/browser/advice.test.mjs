// advice.test.mjs: what the computer would do in one's place, at the table; between people only if both allow it.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make } from './server.mjs';
import { server, faults, person, sit, seq, until, settled, noFault } from './hand.mjs';

const SIZES = [[1280, 720], [1920, 1080], [820, 1180], [390, 844]];
const shot = (page, name) => process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null;
const ORDER = 'game null\nseed 3\nprivate\nseat blue person\nseat red bot cadet\n';

async function seated(order = ORDER, size, settings) {
    const p = await person(size, settings), m = await make(server.base, order);
    await sit(p, m.match, m.seats[0].token);
    return { p, m };
}

async function advised(p) {
    await p.click('#advise');
    await p.waitForSelector('#advice:not([hidden])');
    await settled(p);
}

describe('advice', () => {
    test('says what the strongest would do, with all that it compared and what each is worth; one click does it', async () => {
        const { p } = await seated(), before = await seq(p);
        await advised(p);
        const { reply } = await p.evaluate(() => table.advice.said);
        assert.match(await p.textContent('#advice h2'), /^Veteran: /);
        assert.equal(await p.locator('#advice li').count(), reply.compared.length);
        assert.ok(reply.compared.length > 1);
        for (const [i, c] of reply.compared.entries())
            assert.ok((await p.locator('#advice li').nth(i).textContent()).includes(`${Math.round(c.chance / 10)} %`));
        assert.equal(await seq(p), before, 'nothing is done by asking');
        await p.click('#advised');
        await until(p, (n) => table.live.seq > n, before);
        assert.ok(await p.isHidden('#advice'));
        await p.context().close();
    });

    test('by the key I; Escape closes it, and a decision does', async () => {
        const { p } = await seated();
        await p.keyboard.press('i');
        await p.waitForSelector('#advice:not([hidden])');
        await p.keyboard.press('Escape');
        assert.ok(await p.isHidden('#advice'));
        await advised(p);
        await p.evaluate(() => table.decide.act(table.choices.legal[0]));
        await until(p, () => document.getElementById('advice').hidden);
        await p.context().close();
    });

    test('between people it is offered to nobody until both have allowed it, and to nobody when one refuses', async () => {
        const { p, m } = await seated('game null\nseed 3\nprivate\nseat blue person name "Ann"\nseat red person name "Bob"\n'), q = await person();
        await sit(q, m.match, m.seats[1].token);
        assert.equal(await p.locator('#advise').count(), 0);
        await p.keyboard.press('i');
        await until(p, () => /unless both sides allow it/.test(document.getElementById('bubble').textContent));
        await p.click('#tools [aria-label^=Match]');
        await p.click('dialog button:has-text("Allow advice to both")');
        await q.waitForSelector('#acts button:has-text("Allow advice to both")');
        assert.equal(await p.locator('#advise').count(), 0, 'one is not enough');
        await q.click('#acts button:has-text("Allow advice to both")');
        await p.waitForSelector('#advise');
        await advised(p);
        assert.equal(await q.locator('#advise').count(), 0, 'who is not asked has nothing to ask');
        await q.click('#tools [aria-label^=Match]');
        await q.click('dialog button:has-text("Allow no advice")');
        await until(p, () => !document.getElementById('advise'));
        await p.context().close();
        await q.context().close();
    });

    test('one\'s last decision is judged, in words, and nothing is done by that', async () => {
        const { p } = await seated();
        await advised(p);
        assert.match(await p.textContent('#advice'), /Expects /, 'what the enemy might do');
        await p.keyboard.press('Escape');
        await p.evaluate(() => table.decide.act(table.choices.legal[0]));
        await until(p, () => table.live.mine && table.choices.legal.length > 1);
        const before = await seq(p);
        await p.click('#tools [aria-label^=Match]');
        await p.click('dialog button:has-text("Judge my last decision")');
        await p.waitForSelector('#verdict');
        assert.match(await p.textContent('#advice h2'), /^Veteran on: /);
        assert.match(await p.textContent('#verdict'), /^(You left \d+ %|As good as any that I see)/);
        await noFault(p, 'verdict');
        assert.equal(await seq(p), before);
        await p.click('#judged');
        await until(p, () => table.replay.at !== null);
        await p.context().close();
    });

    test('the enemy\'s thoughts are not told while it lasts; then both sides\' stand beside each other', async () => {
        const { p, m } = await seated('game day-of-waterloo\nseed 9\nprivate\nseat french person\nseat adg bot veteran:4\nposition <<\nturn 11 last 11 phase allied movement\ngoal 1 1119\nat 1118 Foy Reille Napoleon\nat 1017 Jerome\nat 1217 Quiot\nat 1119 Best\nat 1009 Kempt\n.\n');
        await until(p, () => table.live.mine);
        await p.click('#tools [aria-label^=Match]');
        await p.click('dialog button:has-text("What the computers thought")');
        await p.waitForSelector('dialog:has-text("No computer has thought for your side")');
        await p.keyboard.press('Escape');
        await p.evaluate(({ id, token }) => fetch(`api/match/${id}/seat`, { method: 'POST', body: `${table.live.seq} computer veteran:4`, headers: { Authorization: `Bearer ${token}` } }), { id: m.match, token: m.seats[0].token });
        await until(p, () => table.live.over);
        await p.click('#account');
        await p.waitForSelector('.thoughts td p');
        const heads = await p.locator('.thoughts thead th').allTextContents();
        assert.equal(heads.length, 3, 'the turn and two sides');
        assert.match(await p.textContent('.thoughts'), /Plan: .* Wins \d+ %/);
        await noFault(p, 'thoughts');
        await shot(p, 'thoughts');
        await p.click('.thoughts [data-thought] >> nth=0');
        await until(p, () => table.replay.at !== null);
        await p.context().close();
    });

    for (const theme of ['day', 'night', 'contrast'])
        for (const size of SIZES)
            test(`no fault of access, ${theme} at ${size.join('x')}`, async () => {
                const { p } = await seated('game day-of-waterloo\nseed 3\nprivate\nseat french person\nseat allied bot cadet\nposition <<\nturn 8  phase french combat\nat 1012 Quiot\nat 1112 Donzelot\nat 1113 D\'Erlon Ney\nat 1011 Kempt\nat 1111 Pack\nat 1210 Somerset\n.\n', size, { theme });
                await until(p, () => table.live.mine && table.choices.legal.length > 1);
                await advised(p);
                await noFault(p, 'advice');
                await shot(p, `advice-${theme}-${size[0]}`);
                await p.context().close();
            });
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
