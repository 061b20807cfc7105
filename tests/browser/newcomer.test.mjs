// newcomer.test.mjs: where a newcomer to Ney vs. Wellington was stuck or misled: a card over the sheet, news told twice, stacks that look like one
// unit, a phase that cannot be ended and does not say for whom it waits.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api } from './server.mjs';
import { server, faults, person, sit, tap, until, settled, alone } from './hand.mjs';

const SIDES = ['french', 'allied'];
const placed = (lines) => `${alone('ney-vs-wellington', SIDES)}position <<\n${lines}\n.\n`;

/** A match from a position, and the page of the one who plays both sides. */
async function table(lines, settings = {}) {
    const m = await make(server.base, placed(lines)), { token } = m.seats[0], p = await person([1280, 720], { curtain: false, ...settings });
    await sit(p, m.match, token);
    await settled(p);
    return { p, m, token };
}
const does = async (m, token, ...acts) => {
    let s = await api(server.base, `match/${m.match}`, token);
    for (const a of acts) {
        s = await api(server.base, `match/${m.match}/do`, token, `${s.seq} ${a}`);
        assert.ok(s.ok, s.error);
    }
    return s;
};
const told = (p) => p.evaluate(() => [...document.querySelectorAll('.log p.ce')].map((x) => [...x.childNodes].filter((n) => !n.matches?.('.at')).map((n) => n.textContent).join('').replace(/\s+/g, ' ')));

const CHARGE = 'turn 2 phase french shock\nat 0913 n 8Cu/11 11Cu/11\nat 1112 s 2/69/3\nunit 2/69/3 square before column\nat 1214 s 33/3\nat 1913 s 2/73/3\ncharge 8Cu/11 declared 0913 n';

describe('what lies over what', () => {
    test('a card that opened by itself makes room for the sheet that is to be confirmed', async () => {
        const { p } = await table('turn 2 phase french charge\nat 0614 n 6Ch/2\nat 0915 s 5M/2', { cards: [] });
        await until(p, () => !document.getElementById('card').hidden);
        await p.getByRole('button', { name: /^6e Chasseurs charge/ }).first().click();
        await until(p, () => !!document.getElementById('confirm')?.offsetParent);
        assert.equal(await p.isVisible('#card'), false);
        const free = await p.evaluate(() => { const b = document.getElementById('confirm'), r = b.getBoundingClientRect(); return b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); });
        assert.ok(free);
        const heads = await p.evaluate(() => [...document.querySelectorAll('#sheet header *')].map((x) => x.textContent));
        assert.deepEqual(heads, ['6e Chasseurs charge']);       // not once more below it
        await p.context().close();
    });

    test('whoever is asked in the other side\'s phase is told of that, not of what the other may', async () => {
        const { p, m, token } = await table('turn 2 phase french march\nat 0913 n 1/3/6\nat 1013 s 2/69/3\nunit 2/69/3 line', { cards: [] });
        await does(m, token, 'move 1/3/6', 'turn 1/3/6 s');
        await until(p, () => table.live.asks?.step === 'reaction');
        await until(p, () => /Reaction fire/.test(document.getElementById('card').textContent));
        await p.context().close();
    });
});

describe('why not', () => {
    test('a piece of one\'s own that can do nothing is asked about itself, not whoever was chosen in the phase before', async () => {
        const { p } = await table('turn 2 phase french march\nat 0913 n 1/3/6\nat 1116 n 6/II\nunit 6/II unlimbered');
        await p.evaluate(() => { table.select.subject = '1/3/6'; table.draw(); });
        await tap(p, '1116');
        await until(p, () => /Guns in battery do not march/.test(document.getElementById('bubble').textContent));
        await p.context().close();
    });
});

describe('the chronicle', () => {
    test('a ride under fire that was held is told once, in the colour of who rides', async () => {
        const { p, m, token } = await table(CHARGE);
        await does(m, token, 'charge 8Cu/11', 'ride 8Cu/11 1013', 'ride 8Cu/11 1113');
        let s = await api(server.base, `match/${m.match}`, token);
        while (s.asks.step === 'reaction')
            s = await does(m, token, 'hold');
        await settled(p);
        await until(p, () => /1113/.test(document.querySelector('.log').textContent));
        const rides = (await told(p)).filter((x) => /ride/.test(x));
        assert.deepEqual(rides, ['8e Cuirassiers ride on to 1013 – 1113']);
        await p.context().close();
    });

    test('a shot has its sum beside it, not its own words again', async () => {
        const { p, m, token } = await table('turn 2 phase french march\nat 0913 n 1/3/6\nat 1013 s 2/69/3\nunit 2/69/3 line');
        await does(m, token, 'move 1/3/6', 'turn 1/3/6 s', 'fire 0913 with 2/69/3');
        await until(p, () => /fires at/.test(document.querySelector('.log').textContent));
        const shot = (await told(p)).find((x) => /fires at/.test(x));
        assert.equal(shot, '2/69th fires at 0913. the sum');
        await p.context().close();
    });
});

describe('stacks', () => {
    test('units below a top one that is no square are counted, and have their names when spread out', async () => {
        const { p } = await table(CHARGE);
        assert.equal(await p.textContent('#pieces [data-place="0913"].stack .count'), '2');
        assert.equal(await p.locator('#pieces [data-place="1214"].stack .count').count(), 0);
        await p.evaluate(() => { table.board.show('0913'); table.pieces.fan('0913', table.marks.rings()); });
        assert.match(await p.evaluate(() => table.board.layer.fan.textContent), /8e Cuirassiers.*11e Cuirassiers/s);
        await p.context().close();
    });
});

describe('what is owed', () => {
    test('a phase that waits for reinforcements says whose, and a click goes there', async () => {
        const { p } = await table('turn 4 phase allied march\nat 0712 n 1/93/9\nat 0912 s 5M/2\nwaiting AvLI/B\ncoming 2/69/3');
        const trays = await p.evaluate(() => document.getElementById('tray').textContent);
        assert.ok(trays.indexOf('15:45') > 0 && trays.indexOf('15:45') < trays.indexOf('17:15'), trays);       // who may come on now first
        await until(p, () => /1 reinforcement waits: Avantgarde/.test(document.getElementById('forecast').textContent));
        const gone = p.evaluate(() => new Promise((r) => { const { show } = table.board; table.board.show = (q) => { show.call(table.board, q); r(q); }; }));
        await p.click('#forecast .bars');
        assert.equal(await gone, '3923');
        await p.context().close();
    });

    test('of a charge, a click on somebody far off says what to do', async () => {
        const { p, m, token } = await table(CHARGE);
        await does(m, token, 'charge 8Cu/11');
        await until(p, () => table.live.asks?.step === 'charge');
        await settled(p);
        await tap(p, '1214');
        await until(p, () => /ride up to him and attack/.test(document.getElementById('bubble')?.textContent || ''));
        await p.context().close();
    });
});

describe('lobby', () => {
    test('lessons of a game stand with the easier first', async () => {
        const p = await person();
        await p.goto(server.base);
        await until(p, () => document.querySelectorAll('.lsn').length > 3);
        const order = await p.evaluate(() => [...document.querySelectorAll('li.card')].find((x) => /Ney vs/.test(x.textContent)).innerText);
        assert.ok(order.indexOf('Lines, columns and squares') < order.indexOf('Kellermann charges'));
        await p.context().close();
    });
});

test('no page had an error', () => assert.deepEqual(faults, []));
