// orders.test.mjs: the order line in the page: planned while it is typed, completed, played, remembered; refused with its place.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make } from './server.mjs';
import { server, person, sit, until, noFault } from './hand.mjs';

const SIZES = [[1280, 720], [1920, 1080], [820, 1180], [390, 844]];
/** Pictures of what is new, to be looked at: SHOTS=folder. */
const shot = (page, name) => process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null;

const begin = async () => {
    const m = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person\nseat red bot cadet\n');
    const p = await person();
    await sit(p, m.match, m.seats[0].token);
    await until(p, () => table.live.mine);
    return p;
};
const says = (p, text) => until(p, (t) => document.getElementById('ordered').textContent.includes(t), text);
const entries = (p) => p.evaluate(() => table.live.entries);

describe('the order line', () => {
    test('is planned while it is typed, completed, played and remembered, by keys alone', async () => {
        const p = await begin();
        await p.keyboard.press(':');
        await p.keyboard.type('strong b1');
        await says(p, 'is the strong picket');
        await p.keyboard.press('Enter');
        await until(p, () => table.live.mine && table.live.asks.step === 'movement');
        const before = await entries(p);
        await p.keyboard.type('b1 > 02');
        await says(p, 'no place');
        await p.keyboard.press('Tab');
        await until(p, () => /^b1 > 02\d\d$/.test(document.getElementById('order').value));
        await p.fill('#order', 'b1 > 0202');
        await says(p, '1st Picket marches to 0202');
        assert.equal(await p.locator('#ordered li').count(), 2);
        assert.equal(await entries(p), before, 'nothing is done by planning');
        await noFault(p, 'orders');
        await shot(p, 'orders');
        await p.keyboard.press('Enter');
        await until(p, (n) => table.live.entries >= n + 2, before);
        await until(p, () => document.getElementById('order').value === '');
        await p.keyboard.press('ArrowUp');
        assert.equal(await p.inputValue('#order'), 'b1 > 0202');
        await p.keyboard.press('Escape');
        assert.ok(await p.isHidden('#orders'));
        await p.context().close();
    });

    test('a line at fault changes nothing and names the word', async () => {
        const p = await begin();
        const before = await entries(p);
        await p.click('.orders-open');
        await p.fill('#order', 'strong b1 with nobody');
        await until(p, () => document.querySelector('#ordered .fault'));
        await p.fill('#order', 'b1, b9 > 0202');
        await says(p, '“b9”');
        await p.keyboard.press('Enter');
        await until(p, () => !table.decide.busy);
        assert.equal(await entries(p), before);
        assert.equal(await p.inputValue('#order'), 'b1, b9 > 0202', 'and the line is still there to be mended');
        await p.context().close();
    });

    for (const [width, height] of SIZES)
        for (const theme of ['day', 'night', 'contrast'])
            test(`fits ${width} × ${height}, ${theme}`, async () => {
                const p = await begin();
                await p.setViewportSize({ width, height });
                await p.evaluate((x) => { document.documentElement.dataset.theme = x; }, theme);
                await p.click('.orders-open');
                await p.fill('#order', 'strong b1');
                await says(p, 'is the strong picket');
                const box = await p.locator('#orders').boundingBox();
                assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
                await noFault(p, `orders ${width} ${theme}`);
                await shot(p, `orders-${width}-${theme}`);
                await p.context().close();
            });
});
