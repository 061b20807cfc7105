// before.test.mjs: what is said before the click, and the keys that do what they say: forecasts, questions, buttons, a turn without a pointer.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make } from './server.mjs';
import { server, faults, person, sit, seq, until, settled, noFault, alone, DOW, position } from './hand.mjs';

const NULLS = ['blue', 'red'];
/** A position of the little game. */
const line = (lines) => `${alone('null', NULLS)}position <<\n${lines}\n.\n`;
const BLUE = 'turn 2\nunit b1 0101 strength 2\nunit b2 0103 strength 1\nunit r1 0401 strength 2\nunit r2 0403 strength 1\nasks blue movement';
const words = (p, id) => p.textContent(id);

/** Sits down at a match that one person holds, without the curtain. */
async function table(order, size, settings = {}) {
    const m = await make(server.base, order), p = await person(size, { curtain: false, ...settings });
    await sit(p, m.match, m.seats[0].token);
    await settled(p);
    return p;
}

describe('before a phase is ended', () => {
    test('a line says what that would do, and lights up whom it is about', async () => {
        const p = await table(position('turn 8  phase french command\nat 0418 Ney\nat 0422 D\'Erlon\nat 0419 Quiot Durutte'));
        await until(p, () => /2 units will be out of command/.test(document.getElementById('forecast').textContent));
        assert.match(await words(p, '#forecast'), /^If you end now: in a tactical role Ney would leave 0 out of command/);
        await p.hover('#forecast .fp:has-text("2 units")');
        assert.deepEqual(await p.evaluate(() => table.select.lit.units.sort()), ['Durutte', 'Quiot']);
        assert.equal(await p.locator('#reach .lit, .lit').count() > 0, true);
        await noFault(p, 'forecast');
        await p.context().close();
    });

    test('it asks once if something would be lost; Escape stays, E again ends it', async () => {
        const p = await table(line(BLUE)), before = await seq(p);
        await p.keyboard.press('e');
        await p.waitForSelector('#end-anyway');
        assert.match(await words(p, '#bubble'), /End movement\?.*2 pieces could still act/);
        await noFault(p, 'question');
        await p.keyboard.press('Escape');
        assert.ok(await p.isHidden('#bubble'));
        assert.equal(await seq(p), before, 'nothing was done');
        await p.click('#acts [data-do=stop]');
        await p.waitForSelector('#end-anyway');
        assert.equal(await seq(p), before);
        await p.keyboard.press('e');
        await until(p, () => table.live.asks.step === 'combat');
        await p.context().close();
    });

    test('it does not ask where there is nothing to lose, nor whoever wants not to be asked', async () => {
        const p = await table(line(BLUE.replace('movement', 'combat')));
        await p.keyboard.press('e');
        await until(p, () => table.live.asks.side === 'red');
        const q = await table(line(BLUE), [1280, 720], { endings: 'never' });
        await q.keyboard.press('e');
        await until(q, () => table.live.asks.step === 'combat');
        await p.context().close();
        await q.context().close();
    });

    test('Space stops a march and never ends a phase', async () => {
        const p = await table(position('turn 8  phase french movement\nat 1014 Ney D\'Erlon Quiot\nat 0909 Adams')), before = await seq(p);
        await p.keyboard.press(' ');
        await p.waitForSelector('#bubble:not([hidden])');
        assert.equal(await seq(p), before);
        assert.match(await words(p, '#bubble'), /E ends the phase/);
        assert.equal(await p.evaluate(() => table.live.asks.step), 'movement');
        await p.context().close();
    });

    test('phases with nothing to decide end by themselves for whoever wants that, and not again when that is taken back', async () => {
        const p = await table(line(BLUE), [1280, 720], { endings: 'never', skip: true });
        await p.keyboard.press('e');
        await until(p, () => table.live.asks.side === 'red' && table.live.asks.step === 'movement');
        const q = await table(line(BLUE), [1280, 720], { endings: 'never' });
        await q.keyboard.press('e');
        await until(q, () => table.live.asks.step === 'combat' && table.live.mine);
        await p.context().close();
        await q.context().close();
    });
});

describe('the keyboard alone', () => {
    test('a player turn: command, a march, a stop, an attack with its dice, the end', async () => {
        const p = await table(position('turn 8  phase french command\nat 0915 Ney D\'Erlon\nat 0914 Quiot\nat 0911 Adams')), now = (f, arg) => until(p, f, arg);
        await p.keyboard.press('e');
        await p.waitForSelector('#end-anyway');
        await p.keyboard.press('e');
        await now(() => table.live.asks.step === 'movement' && table.forecast.now);
        for (let i = 0; i < 3 && await p.evaluate(() => table.select.cursor) !== '0914'; i++)
            await p.keyboard.press('n');
        assert.equal(await p.evaluate(() => table.select.cursor), '0914');
        await p.keyboard.press('Enter');
        await now(() => table.party.on && table.select.reach.has('0912'));
        for (let i = 0; i < 2; i++)
            await p.keyboard.press('ArrowUp');
        await p.keyboard.press('Enter');
        await now(() => table.placeOf('Quiot') === '0912');
        await settled(p);
        if (await p.evaluate(() => table.live.asks.step === 'march'))
            await p.keyboard.press(' ');
        await now(() => table.live.asks.step === 'movement');
        await settled(p);
        await p.keyboard.press('e');
        await now(() => table.live.asks.step === 'combat' || document.getElementById('end-anyway'));
        await settled(p);
        if (await p.evaluate(() => table.live.asks.step === 'movement'))
            await p.keyboard.press('e');
        await now(() => table.live.asks.step === 'combat');
        await settled(p);
        await p.keyboard.press('1');
        for (let i = 0; i < 30 && await p.evaluate(() => !table.live.log.some((e) => e.events.some((x) => x.role === 'chance'))); i++) {
            await settled(p);
            if (await p.locator('#confirm').isVisible())
                await p.keyboard.press('Enter');
            else
                await p.keyboard.press(await p.evaluate(() => table.choices.positive.length ? '1' : 'e'));
            await settled(p);
        }
        for (let i = 0; i < 30 && await p.evaluate(() => table.live.asks.step !== 'command'); i++) {
            await p.keyboard.press(await p.evaluate(() => table.choices.ender ? 'e' : '1'));
            await settled(p);
        }
        assert.equal(await p.evaluate(() => table.live.asks.side), 'allied');
        await p.context().close();
    });
});

describe('choices', () => {
    test('the only thing that can be done is a button, and the sentence names it; nobody has the red one unless most want it', async () => {
        const p = await table(line('turn 2\nunit b1 0202 strength 2\nunit b2 0103 strength 1\nunit r1 0302 strength 1\nunit r2 0401 strength 2\nasks blue combat'));
        assert.match(await words(p, '#prompt'), /One thing could still be done: attack .* with /);
        assert.equal(await p.locator('#acts button:has-text("Attack")').count(), 1);
        assert.equal(await p.locator('#acts .b1').count(), 0);
        await p.context().close();
    });

    test('N goes over pieces that can act, and over no others', async () => {
        const p = await table(position('turn 8  phase french movement\nat 0418 Ney D\'Erlon Quiot\nat 0422 Durutte\nunit Durutte out'));
        await until(p, () => table.forecast.now);
        const seen = new Set();
        for (let i = 0; i < 4; i++) {
            await p.keyboard.press('n');
            seen.add(await p.evaluate(() => table.select.cursor));
        }
        assert.deepEqual([...seen], ['0418']);
        await p.context().close();
    });

    test('the board goes to what is asked if none of it is in sight', async () => {
        const p = await table(position('turn 8  phase french command\nat 0418 Ney D\'Erlon Quiot\nat 1603 Adams'));
        await p.evaluate(() => { table.board.zoom(4); table.board.show('1603', true); });
        assert.equal(await p.evaluate(() => table.board.inSight('0418')), false);
        await p.click('#acts [data-do=done]');
        await p.click('#end-anyway');
        await until(p, () => table.live.asks.step === 'movement');
        await until(p, () => table.board.inSight('0418'));
        await p.context().close();
    });
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
