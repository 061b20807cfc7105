// poses.test.mjs: how pieces stand: the ring of facings, arriving in one of several ways, formations, ghosts; bars over two
// places, pieces on hexsides. On The Outpost Line with its option facing.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api } from './server.mjs';
import { server, faults, person, sit, tap, until, settled, noFault, alone } from './hand.mjs';

/** A match in its first movement, and the page of the one who plays it alone. */
async function table() {
    const m = await make(server.base, alone('null', ['blue', 'red'], 'option facing on\n')), { token } = m.seats[0];
    let s = await api(server.base, `match/${m.match}`, token);
    while (s.asks.step === 'setup')
        s = await api(server.base, `match/${m.match}/do`, token, `${s.seq} ${s.legal[0].do}`);
    const p = await person([1280, 720], { curtain: false });
    await sit(p, m.match, token);
    return { p, m, token, s };
}
const facing = (p, id) => p.evaluate((u) => { const x = table.list.find((q) => q.id === u); return `${x.place} ${x.facing}`; }, id);
const discs = (p) => p.evaluate(() => [...document.querySelectorAll('#pose:not([hidden]) .face')].map((b) => b.dataset.facing).sort());
const ring = (p, n) => until(p, (k) => document.querySelectorAll('#pose:not([hidden]) .face').length === k, n);
const entries = (p) => p.evaluate(() => table.live.entries);

describe('turning on the board', () => {
    test('a ring of all facings that can be had, with what each costs; a click turns, undo takes it back whole', async () => {
        const { p } = await table();
        await tap(p, '0101');
        await ring(p, 5);
        assert.deepEqual(await discs(p), ['nne', 'nnw', 'sse', 'ssw', 'w']);
        assert.equal(await p.textContent('#pose [data-facing=w] i'), '1½');
        await p.click('#pose [data-facing=ssw]');
        await until(p, () => table.list.find((q) => q.id === 'b1').facing === 'ssw');
        await settled(p);
        assert.equal(await facing(p, 'b1'), '0101 ssw');
        await p.keyboard.press('u');
        await until(p, () => table.list.find((q) => q.id === 'b1').facing === 'e');
        await p.context().close();
    });

    test('what the pointer is on is shown as a ghost, and no longer when it has left', async () => {
        const { p } = await table();
        await tap(p, '0101');
        await ring(p, 5);
        await p.hover('#pose [data-facing=nne]');
        await until(p, () => !!document.querySelector('#ghost .ghost [data-piece=b1]'));
        await p.hover('#insp');
        await until(p, () => !document.querySelector('#ghost .ghost'));
        await p.context().close();
    });

    test('by keys: Q and A turn, Tab comes to the ring', async () => {
        const { p } = await table();
        await p.focus('#view');
        await p.keyboard.press('n');
        await p.keyboard.press('Enter');
        await ring(p, 5);
        await p.keyboard.press('a');
        await until(p, () => table.list.find((q) => q.id === 'b1').facing === 'sse');
        await settled(p);
        await p.keyboard.press('q');
        await until(p, () => table.list.find((q) => q.id === 'b1').facing === 'e');
        await settled(p);
        for (let i = 0; i < 60 && !await p.evaluate(() => document.activeElement.matches('#pose .face')); i++)
            await p.keyboard.press('Tab');
        const wanted = await p.evaluate(() => document.activeElement.dataset.facing);
        assert.match(await p.getAttribute(`#pose [data-facing=${wanted}]`, 'aria-label'), /face|turn/i);
        await p.keyboard.press('Enter');
        await until(p, (f) => table.list.find((q) => q.id === 'b1').facing === f, wanted);
        await p.context().close();
    });

    test('a piece that is the other side\'s, or has nothing left, has no ring', async () => {
        const { p } = await table();
        await tap(p, '0401');
        await settled(p);
        assert.deepEqual(await discs(p), []);
        await p.context().close();
    });
});

describe('arriving', () => {
    test('where a march can end in several ways one is asked; Esc leaves it, nothing was sent', async () => {
        const { p } = await table(), before = await entries(p);
        await tap(p, '0101');
        await ring(p, 5);
        await tap(p, '0102');
        await ring(p, 3);
        assert.deepEqual(await discs(p), ['e', 'sse', 'ssw']);
        assert.match(await p.textContent('#prompt'), /0102.*how to stand/);
        await p.keyboard.press('Escape');
        await ring(p, 5);
        assert.equal(await entries(p), before);
        await tap(p, '0102');
        await ring(p, 3);
        await p.click('#pose [data-facing=e]');
        await until(p, () => table.list.find((q) => q.id === 'b1').place === '0102');
        await settled(p);
        assert.equal(await facing(p, 'b1'), '0102 e');
        await p.context().close();
    });

    test('the same place again goes as it comes; so do Enter and Enter', async () => {
        const { p } = await table();
        await tap(p, '0101');
        await ring(p, 5);
        await tap(p, '0102');
        await ring(p, 3);
        await p.click('#pose .mid');
        await until(p, () => table.list.find((q) => q.id === 'b1').place === '0102');
        await settled(p);
        assert.equal(await facing(p, 'b1'), '0102 sse');
        await p.keyboard.press('u');
        await until(p, () => table.list.find((q) => q.id === 'b1').place === '0101');
        await settled(p);
        await ring(p, 5);
        await p.evaluate(() => { table.select.cursor = '0102'; document.getElementById('view').focus(); });
        await p.keyboard.press('Enter');
        await ring(p, 3);
        await p.keyboard.press('Enter');
        await until(p, () => table.list.find((q) => q.id === 'b1').place === '0102');
        await p.context().close();
    });

    test('where there is one way only nothing is asked', async () => {
        const { p } = await table();
        await tap(p, '0101');
        await ring(p, 5);
        await tap(p, '0202');
        await until(p, () => table.list.find((q) => q.id === 'b1').place === '0202');
        await p.context().close();
    });

    test('no accessibility fault with a ring open, around a piece and around a place', async () => {
        const { p } = await table();
        await tap(p, '0101');
        await ring(p, 5);
        await noFault(p, 'ring');
        await tap(p, '0102');
        await ring(p, 3);
        await noFault(p, 'arriving');
        await p.context().close();
    });
});

describe('formations', () => {
    test('each is a button; one that asks for a facing turns the ring over to it', async () => {
        const { p } = await table();
        await tap(p, '0101');
        await ring(p, 5);
        await p.evaluate(() => {
            const form = (verb, facings) => ({ do: `${verb} b1 ${facings.join('')}`.trim(), label: `1st Picket: ${verb}`, verb, role: 'form', units: ['b1'], places: [], ...facings.length ? { facings } : {} });
            const made = [form('close-up', []), ...['e', 'w', 'nne'].map((f) => form('deploy', [f]))];
            table.choices = new table.choices.constructor([...table.choices.legal, ...made]);
            table.pose.draw();
        });
        assert.deepEqual(await p.evaluate(() => [...document.querySelectorAll('#pose .form')].map((b) => b.textContent)), ['Close up', 'Deploy…']);
        await p.click('#pose .form:nth-child(2)');
        await ring(p, 3);
        assert.deepEqual(await discs(p), ['e', 'nne', 'w']);
        await noFault(p, 'formations');
        await p.click('#pose .form:nth-child(2)');
        await ring(p, 5);
        await p.context().close();
    });

    test('how a piece would stand is asked of the server: only what is legal, only steps, and nothing is done', async () => {
        const { m, token, s } = await table(), after = (text, t = token) => api(server.base, `match/${m.match}/after`, t, text);
        const r = await after('turn b1 sse');
        assert.deepEqual([r.pieces.length, r.pieces[0].id, r.pieces[0].facing, r.pieces[0].places], [1, 'b1', 'sse', ['0101']]);
        assert.equal((await after('turn b1 sse ; turn b1 ssw')).pieces[0].facing, 'ssw');
        assert.equal((await after('turn b1 w')).case, '9.3');
        assert.match((await after(s.legal.at(-1).do)).error, /only a step/);
        assert.equal((await after('turn r1 nnw')).ok, false);
        assert.equal((await after('turn b1 sse', '')).ok, false);
        assert.equal((await after('nonsense')).ok, false);
        assert.equal((await api(server.base, `match/${m.match}`, token)).seq, s.seq);
    });
});

describe('places', () => {
    test('facings are directions of sides and corners; a hexside has a middle and a direction', async () => {
        const { p } = await table();
        assert.deepEqual(await p.evaluate(() => ['n', 'nne', 'ne', 'e', 'sse', 'sw', 'nnw'].map((f) => table.board.compass(f))), [0, 30, 60, 90, 150, 240, 330]);
        const side = await p.evaluate(() => { const [a, b, s] = ['0101', '0102', '0101/0102'].map((x) => table.board.cell(x)); return [s.along, Math.round(s.y - (a.y + b.y) / 2), Math.round(s.x - a.x)]; });
        assert.deepEqual(side, [90, 0, 0]);
        assert.ok(await p.evaluate(() => ['0101/0403x', 'nowhere', '0101/'].every((x) => !table.board.cell(x))));
        await p.context().close();
    });

    test('a piece on two places is one bar over both, one on a hexside lies there', async () => {
        const { p } = await table();
        const drawn = await p.evaluate(() => {
            const b1 = table.list.find((q) => q.id === 'b1'), b2 = table.list.find((q) => q.id === 'b2');
            Object.assign(b1, { places: ['0101', '0102'] });
            Object.assign(b2, { places: ['0202/0302'], place: '0202/0302' });
            table.marks.pieces();
            const bars = document.querySelectorAll('#pieces .twice'), counter = document.querySelector('#pieces [data-piece=b2]').getBoundingClientRect();
            const c = table.board.screen(table.board.cell('0202/0302')), v = document.getElementById('view').getBoundingClientRect();
            return [bars.length, document.querySelectorAll('#pieces [data-piece=b1]').length, Math.hypot(counter.x + counter.width / 2 - v.x - c.x, counter.y + counter.height / 2 - v.y - c.y) < 25];
        });
        assert.deepEqual(drawn, [2, 1, true]);
        await p.context().close();
    });

    test('nothing has gone wrong on any page', () => assert.deepEqual(faults, []));
});
