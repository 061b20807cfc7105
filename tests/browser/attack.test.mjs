// attack.test.mjs: attacking and being attacked at the table: the composer, counted clicks, the defender's view, cards of what came of
// it, and what happens to a composition when the match moves on, a second tab acts or the server is lost.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api } from './server.mjs';
import { server, faults, person, sit, state, until, settled, noFault, position, alone } from './hand.mjs';
import { handOn, within } from './clicks.mjs';

/** French divisions around one brigade; guns in three hexes that see another. */
const TWO = 'turn 10  phase french combat\nat 0913 Quiot\nat 1014 Bachelu\nat 0914 Pack';
const FOUR = 'turn 10  phase french combat\nat 0913 Quiot Donzelot\nat 1014 Bachelu\nat 0814 Foy Ney\nat 0915 Jerome\nat 0914 Pack';
const GUNS = 'turn 10  phase french combat\nat 0913 Quiot Pelletier\nat 0814 De-Salles\nat 1014 Bachelu\nat 0914 Pack';
const HIDDEN = 'turn 10  phase french combat\nat 0913 Quiot\nat 1014 Bachelu\nat 0914 RHA Pack\nat 0812 Kempt Best Vincke';

const sat = async (lines, size = [1280, 720], settings = {}) => {
    const p = await person(size, { curtain: false, ...settings }), m = await make(server.base, position(lines));
    await sit(p, m.match, m.seats[0].token);
    await p.evaluate(() => table.board.show('0914', true));
    await settled(p);
    return { p, m, hand: await handOn(p), token: m.seats[0].token };
};
const composed = (p) => p.evaluate(() => ({
    on: table.composer.list.flatMap((d) => d.parts).filter((x) => x.on).map((x) => x.do), head: table.composer.list[0]?.sheet?.head, active: table.composer.active,
    arrows: document.querySelectorAll('#above .part').length, full: document.querySelectorAll('#above .part.on').length, text: document.querySelector('#sheet').textContent,
}));
const ready = (p) => until(p, () => table.composer.active && !document.querySelector('#sheet').hidden);
const stages = (p) => p.evaluate(() => table.chronicle.entries.filter((e) => ['target', 'join', 'declare'].includes(e.role)).map((e) => e.do));

describe('putting an attack together', () => {
    test('one click on the enemy: all who may attack, each with the odds without it; one more, and it is made', async () => {
        const { p, hand } = await sat(TWO);
        await within(2, hand, 'attack from two hexes', async () => {
            await hand.click('0914');
            await ready(p);
            await hand.button('#confirm');
        });
        await until(p, () => table.chronicle.entries.some((e) => e.sheets));
        assert.deepEqual(await stages(p), ['attack 0914', 'from 0913', 'from 1014', 'assault']);
        await settled(p);
        assert.doesNotMatch(await p.textContent('#bubble'), /was not sent/, 'it was, though dice have come after it');
        await p.context().close();
    });

    test('sent from another tab, with dice after it: nobody says that it was not sent', async () => {
        const { p, m, hand, token } = await sat(TWO);
        await hand.click('0914');
        await ready(p);
        const all = await p.evaluate(() => table.composer.list[0].stages);
        await api(server.base, `match/${m.match}/declare`, token, `${(await state(p)).seq} ${all.join('; ')}`);
        await until(p, () => table.chronicle.entries.some((e) => e.role === 'chance') && !table.composer.active);
        await settled(p);
        assert.doesNotMatch(await p.textContent('#bubble'), /was not sent/);
        await p.context().close();
    });

    test('from four hexes, with one left out: by its row, by its hex, by its arrow', async () => {
        const { p, hand } = await sat(FOUR);
        await hand.click('0914');
        await ready(p);
        const all = await composed(p);
        assert.equal(all.on.filter((x) => x.startsWith('from')).length, 4);
        assert.equal(all.arrows, all.full);
        assert.match(all.text, /Donzelot[^]*only the top unit/, 'who is not counted is named, with the case');
        assert.ok(await p.locator('#sheet .vs svg').count() >= 5, 'the counters stand in its head');
        await noFault(p, 'the composer');
        await hand.click('0913');
        await until(p, () => table.composer.list[0].parts.some((x) => !x.on));
        const three = await composed(p);
        assert.equal(three.on.filter((x) => x.startsWith('from')).length, 3);
        assert.equal(three.full, three.arrows - 1);
        await p.locator('#above [data-part="from 0913"]').click({ force: true });
        await until(p, () => table.composer.list[0].parts.every((x) => x.on || x.early));
        await p.keyboard.press('Escape');
        await until(p, () => !table.composer.active);
        assert.equal((await state(p)).entries, 0, 'nothing was done: it is left as if never looked at');
        await within(2, hand, 'attack from four hexes', async () => {
            await hand.click('0914');
            await ready(p);
            await hand.button('#confirm');
        });
        assert.equal((await stages(p)).length, 6);
        await p.context().close();
    });

    test('one left out is three clicks; the last cannot be, and it is said why', async () => {
        const { p, hand } = await sat(FOUR);
        await within(3, hand, 'attack from four hexes with one left out', async () => {
            await hand.click('0914');
            await ready(p);
            await hand.click('0915');
            await until(p, () => table.composer.list[0].parts.some((x) => !x.on));
            await hand.button('#confirm');
        });
        assert.equal((await stages(p)).includes('from 0915'), false);
        assert.equal((await stages(p)).length, 5);
        await p.context().close();
        const two = await sat(TWO);
        await two.hand.click('0914');
        await ready(two.p);
        await two.hand.click('0913');
        await until(two.p, () => table.composer.list[0].parts.some((x) => !x.on));
        await two.hand.click('1014');
        await until(two.p, () => !document.querySelector('#bubble').hidden);
        assert.match(await two.p.textContent('#bubble'), /names the hexes that attack[^]*11\.0b/);
        await two.p.context().close();
    });

    test('guns in three hexes: beside the attack, all of them at once; then the attack is asked for with what was chosen', async () => {
        const { p, hand } = await sat(GUNS);
        await within(3, hand, 'bombardment with three hexes', async () => {
            await hand.click('0914');
            await ready(p);
            await hand.button('#sheet footer button[data-send^=bombard]');
        });
        await until(p, () => table.chronicle.entries.some((e) => e.role === 'chance'));
        assert.equal((await stages(p)).filter((x) => x.startsWith('fire')).length, 3);
        await p.context().close();
    });

    test('what depends on what is said before: nobody supports; with support, who must attack', async () => {
        const { p, hand } = await sat(GUNS);
        await hand.click('0914');
        await ready(p);
        assert.match((await composed(p)).text, /Nobody supports[^]*10\.4c/);
        assert.match((await composed(p)).text, /Empties hex 0914[^]*With what may follow/);
        await p.evaluate(() => table.composer.toggle('support Quiot'));
        await until(p, () => /Who supports must attack/.test(document.querySelector('#sheet').textContent));
        await p.context().close();
    });

    test('with the keyboard: Enter on the target, Space on a row, Enter makes it', async () => {
        const { p } = await sat(FOUR);
        await p.keyboard.press('g');
        await p.keyboard.type('0914');
        await p.keyboard.press('Enter');
        await settled(p);
        await p.keyboard.press('Enter');
        await ready(p);
        await p.focus('#sheet [data-part="from 0915"]');
        await p.keyboard.press('Space');
        await until(p, () => table.composer.list[0].parts.some((x) => !x.on));
        await settled(p);
        await p.keyboard.press('Enter');
        await until(p, () => table.chronicle.entries.some((e) => e.sheets));
        assert.equal((await stages(p)).includes('from 0915'), false);
        await p.context().close();
    });

    test('what is hidden is a range, never a blank', async () => {
        const { p, hand } = await sat(HIDDEN);
        await hand.click('0914');
        await ready(p);
        const { text } = await composed(p);
        assert.match(text, /Unknown is what lies hidden: [^]*%/);
        assert.ok(await p.locator('#sheet .bars li').count() > 1);
        await p.context().close();
    });

    test('on every size and in every theme nothing is at fault', async () => {
        for (const [size, theme] of [[[1920, 1080], 'day'], [[1280, 720], 'night'], [[820, 1180], 'contrast'], [[390, 844], 'day']]) {
            const { p, hand } = await sat(FOUR, size, { theme });
            await hand.click('0914');
            await ready(p);
            await noFault(p, `composer at ${size} by ${theme}`);
            if (process.env.SHOTS)
                await p.screenshot({ path: `${process.env.SHOTS}/composer-${size[0]}-${theme}.png` });
            await p.context().close();
        }
    });
});

describe('nothing is lost', () => {
    test('two tabs: the other one attacks; this one says that the match has moved on', async () => {
        const { p, m, hand, token } = await sat(FOUR), q = await person([1280, 720], { curtain: false });
        await hand.click('0914');
        await ready(p);
        const s = await api(server.base, `match/${m.match}`, token);
        await api(server.base, `match/${m.match}/declare`, token, `${s.seq} attack 0914; from 0913; assault`);
        await until(p, () => !table.composer.active && !document.querySelector('#bubble').hidden);
        assert.match(await p.textContent('#bubble'), /moved on/);
        await q.context().close();
        await p.context().close();
    });

    test('a stale page: what was put together is refused whole, the fresh state is shown', async () => {
        const { p, m, hand, token } = await sat(FOUR);
        await hand.click('0914');
        await ready(p);
        await p.evaluate(() => table.stream.close());
        const s = await api(server.base, `match/${m.match}`, token);
        await api(server.base, `match/${m.match}/declare`, token, `${s.seq} attack 0914; from 0913; assault`);
        await p.click('#confirm');
        await until(p, () => table.live.entries > 2 && !document.querySelector('#bubble').hidden);
        assert.match(await p.textContent('#bubble'), /moved on/);
        assert.equal((await stages(p)).filter((x) => x === 'assault').length, 1, 'it was not made twice');
        await p.context().close();
    });

    test('a lost server: the composition stays, and is sent when it is back', async () => {
        const { p, hand } = await sat(FOUR);
        await hand.click('0914');
        await ready(p);
        await hand.click('0915');
        await until(p, () => table.composer.list[0].parts.some((x) => !x.on));
        await server.down();
        await p.click('#confirm');
        await until(p, () => !document.querySelector('#bubble').hidden);
        assert.equal((await composed(p)).active, true);
        assert.equal((await composed(p)).on.includes('from 0915'), false);
        await server.up();
        await server.ready();
        await until(p, () => table.linked);
        await settled(p);
        await ready(p);
        assert.equal((await composed(p)).on.includes('from 0915'), false, 'as it was put together');
        await p.click('#confirm');
        await until(p, () => table.chronicle.entries.some((e) => e.sheets));
        assert.equal((await stages(p)).length, 5);
        await p.context().close();
    });
});

describe('being attacked, and what came of it', () => {
    test('the defender sees the attack, its arrows, and what it costs to stay', async () => {
        const m = await make(server.base, position(FOUR).replace('holder us', 'holder one').replace('seat allied person holder us', 'seat allied person holder two')), p = await person([1280, 720], { curtain: false });
        const [french, allied] = [m.seats[0].token, m.seats.at(-1).token];
        const before = await api(server.base, `match/${m.match}`, french);
        await api(server.base, `match/${m.match}/declare`, french, `${before.seq} attack 0914; from 0913; from 1014; assault`);
        const s = await api(server.base, `match/${m.match}`, allied);
        assert.deepEqual([s.asks.step, s.view.clash.targets, s.view.clash.sources.length], ['retreat', ['0914'], 2]);
        await sit(p, m.match, allied);
        assert.match(await p.textContent('#prompt'), /must retreat (1 hex|2 hexes), or lose \d SP/);
        assert.equal(await p.locator('#above .arrow').count(), 2);
        assert.match(await p.textContent('#sheet'), /Attack on 0914/);
        await noFault(p, 'the defender');
        if (process.env.SHOTS)
            await p.screenshot({ path: `${process.env.SHOTS}/defender.png` });
        await p.context().close();
    });

    test('a card with dice, sum, and what happened to whom; in a game without dice too', async () => {
        const { p, hand } = await sat(TWO);
        await hand.click('0914');
        await ready(p);
        await hand.button('#confirm');
        await until(p, () => !document.querySelector('#dice').hidden);
        assert.match(await p.textContent('#dice'), /Attack on 0914[^]*Result/);
        assert.ok(await p.locator('#dice .die').count() >= 1);
        if (process.env.SHOTS)
            await p.screenshot({ path: `${process.env.SHOTS}/card.png` });
        await p.context().close();
    });

    test('a game whose declarations name pieces: one of several who could', async () => {
        const p = await person([1280, 720], { curtain: false }), m = await make(server.base, `${alone('null', ['blue', 'red'])}position <<\nturn 2\nunit b1 0202 strength 2\nunit b2 0301 strength 1\nunit r1 0302 strength 1\nunit r2 0403 strength 2\nasks blue combat\n.\n`);
        await sit(p, m.match, m.seats[0].token);
        const hand = await handOn(p);
        await hand.click('0302');
        await ready(p);
        assert.equal(await p.locator('#sheet input[type=radio]').count(), 2);
        assert.match(await p.textContent('#sheet'), /Unknown is what lies hidden/);
        await hand.click('0301');
        await until(p, () => table.composer.list[0].parts.find((x) => x.units.includes('b2')).on);
        await hand.button('#confirm');
        await until(p, () => table.chronicle.entries.some((e) => e.do === 'attack r1 with b2'));
        await p.context().close();
    });
});

test('nothing went wrong on any page, and no policy was broken', () => assert.deepEqual(faults, []));
