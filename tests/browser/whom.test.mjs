// whom.test.mjs: what a click does where no march does it: one piece for another (commanders and whom they command), a piece
// that is chosen and goes without marching (set-up, disengagement); a last step where the phase cannot be ended yet; and that
// whatever was told of before lies on nothing that is chosen. Of an attack, who is counted and what has been designated.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, playOn } from './server.mjs';
import { server, faults, person, sit, tap, until, settled, noFault, alone } from './hand.mjs';

const SIDES = ['french', 'allied'];
const at = (p, id) => p.evaluate((u) => table.placeOf(u), id);
const board = (game, lines) => `${alone(game, SIDES)}position <<\n${lines}\n.\n`;

/** A match, and the page of the one who plays it alone. */
async function table(order) {
    const m = await make(server.base, order), p = await person([1280, 720], { curtain: false });
    await sit(p, m.match, m.seats[0].token);
    await settled(p);
    return p;
}

/** A click on a piece itself, not on its place. */
async function touch(p, id) {
    const r = await p.evaluate((u) => { table.board.show(table.placeOf(u)); const b = document.querySelector(`#view .piece[data-piece="${u}"]`).getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }, id);
    await p.mouse.click(...r);
    await settled(p);
}

const COMMAND = `turn 13
at 3508 fr.Friant fr.Morand fr.Napoleon fr.Drouot
at 3509 fr.Quiot fr.Durutte fr.Ney fr.Milhaud
at 3310 fr.Bachelu fr.Reille
at 3608 fr.Donzelot
phase french command`;

describe('whom', () => {
    test('a commander is chosen with his stack; those whom he may command have the rings; a click on an officer is all', async () => {
        const p = await table(board('last-days', COMMAND)), rings = () => p.evaluate(() => [...table.marks.rings().may].sort());
        assert.deepEqual(await rings(), ['fr.Napoleon', 'fr.Ney'], 'who has points');
        await tap(p, '3508');
        assert.equal(await p.evaluate(() => table.select.subject), 'fr.Napoleon');
        assert.match(await p.textContent('#prompt'), /^Napoléon: click whom, with a white ring/);
        assert.ok((await rings()).includes('fr.Reille'));
        await touch(p, 'fr.Reille');
        await until(p, () => !table.live.legal.some((a) => a.units[1] === 'fr.Reille'));
        assert.equal(await p.evaluate(() => table.select.subject), 'fr.Napoleon', 'he goes on');
        await tap(p, '3509');
        await until(p, () => !document.getElementById('bubble').hidden);
        const offers = await p.locator('#bubble button.m').allTextContents();
        assert.deepEqual([offers[0], offers.at(-1)], ['Command: Milhaud', 'Choose Ney'], `officers first: ${offers}`);
        await noFault(p, 'whom');
        await p.click('#bubble button.m');
        await until(p, () => !table.live.legal.some((a) => a.units[1] === 'fr.Milhaud'));
        await p.context().close();
    });

    test('a button that says who marches means him alone, or all of his place, whoever was in the hand', async () => {
        const p = await table(board('ney-vs-wellington', 'turn 2\nphase french march\nat 0814 n 5La/2 6La/2 Pire/2')), hand = () => p.evaluate(() => table.party.ids), first = p.locator('#insp li').first().locator('.pact button');
        await tap(p, '0814');
        await until(p, () => table.party.ids.length === 3);
        await first.nth(0).click();
        await until(p, () => table.party.ids.length === 1);
        assert.deepEqual(await hand(), ['5La/2']);
        await first.nth(1).click();
        await until(p, () => table.party.ids.length === 3);
        await p.context().close();
    });

    test('beside a piece each choice names the other alone, and only the chosen one’s', async () => {
        const p = await table(board('last-days', COMMAND));
        await tap(p, '3310');
        await until(p, () => document.querySelectorAll('#insp .pact button').length > 2);
        assert.ok((await p.locator('#insp .pact').first().locator('button').allTextContents()).every((x) => /^Command: (Napoléon|Ney)$/.test(x)));
        assert.ok(await p.evaluate(() => { const e = document.querySelector('#acts .some'); return !e || e.scrollWidth <= e.clientWidth; }), 'buttons above are whole');
        await touch(p, 'fr.Ney');
        await p.evaluate(() => { table.select.place = '3310'; table.draw(); });
        assert.deepEqual(await p.locator('#insp .pact').first().locator('button').allTextContents(), ['Command: Ney']);
        await p.context().close();
    });

    test('what would change nothing is no button beside a piece, but a line that says why', async () => {
        const p = await table(board('last-days', COMMAND));
        await p.evaluate(() => table.decide.commit(table.live.legal.find((a) => a.units.join() === 'fr.Napoleon,fr.Drouot')));
        await settled(p);
        await tap(p, '3508');
        await until(p, () => /Its officer has it in command already\./.test(document.getElementById('insp').textContent));
        assert.equal(await p.locator('#insp .pact button', { hasText: 'already' }).count(), 0);
        assert.ok(await p.evaluate(() => table.live.legal.some((a) => a.needless && a.units.includes('fr.Morand'))), 'it stays legal');
        await p.context().close();
    });

    test('who is chosen and goes without marching: out of a zone by two clicks, nobody says that it was put down', async () => {
        const p = await table(board('last-days', 'turn 11\nat 2010 fr.Foy\nat 2011 pr.Steinmetz\ndrawn french 4/6\ncup french 4/6 3/4 2/3 2/3\nphase french combat'));
        await tap(p, '2010');
        await settled(p);
        assert.match(await p.textContent('#prompt'), /Foy.*click where to go/);
        await tap(p, '2008');
        await until(p, () => table.placeOf('fr.Foy') === '2008');
        await settled(p);
        assert.ok(await p.isHidden('#bubble'), await p.textContent('#bubble'));
        await p.context().close();
    });

    test('set-up: a piece that may stand elsewhere is moved by two clicks; of the others it is said why, with a link to the case', async () => {
        const p = await table(alone('last-days', SIDES, 'scenario waterloo\n'));
        for (let i = 0; i < 2; i++) {
            await tap(p, await p.evaluate(() => table.live.legal.find((a) => a.places.length).places[0]));
            await settled(p);
        }
        const from = await at(p, 'fr.Jacquinot');
        await tap(p, from);
        await until(p, () => table.party.has('fr.Jacquinot'));
        assert.match(await p.textContent('#insp'), /Stays: Its place is printed\. 19\.21a/);
        const to = await p.evaluate(() => table.party.is.acts.find((a) => a.places.length && !table.stackIn(a.places[0]).length).places[0]);
        assert.notEqual(to, from);
        await tap(p, to);
        await until(p, (place) => table.placeOf('fr.Jacquinot') === place, to);
        await p.context().close();
    });

    test('who may go only to places beyond the window is told so by a button that brings them into it', async () => {
        const p = await table(alone('last-days', SIDES, 'scenario waterloo\n'));
        for (let i = 0; i < 2; i++) {
            await tap(p, await p.evaluate(() => table.live.legal.find((a) => a.places.length).places[0]));
            await settled(p);
        }
        await tap(p, await at(p, 'fr.Dommanget'));
        await until(p, () => table.party.has('fr.Dommanget') && document.getElementById('beyond'));
        await p.click('#beyond');
        assert.ok(await p.evaluate(() => table.party.is.acts.flatMap((a) => a.places).some((h) => table.board.inSight(h))));
        assert.equal(await p.locator('#beyond').count(), 0);
        await p.context().close();
    });

    test('what comes on from off the map is told what each place costs it', async () => {
        const m = await make(server.base, alone('last-days', SIDES, 'scenario campaign\n'));
        await playOn(server.base, m.match, m.seats[0].token, (s) => s.asks.step === 'movement', (legal) => legal.find((a) => ['end', 'decline'].includes(a.role)) || legal[0]);
        const p = await person([1280, 720], { curtain: false });
        await sit(p, m.match, m.seats[0].token);
        await p.locator('#tray [data-piece="fr.Drouot"], #tray button[aria-label^="Drouot"]').first().click();
        await until(p, () => table.party.has('fr.Drouot') && table.select.reach.size > 9);
        assert.match(await p.textContent('#prompt'), /with 9 MP: click where to go/);
        assert.ok(await p.evaluate(() => [...table.select.reach.values()].every((r) => r.cost > 0)));
        await p.context().close();
    });

    test('a march of all its points, in a phase that cannot be ended yet', async () => {
        const p = await table(board('ney-vs-wellington', 'turn 2 phase french march\nat 0814 n 1/93/9 2/93/9\nunit 1/93/9 line\nat 0820 n 1/92/9'));
        assert.ok(await p.evaluate(() => !table.choices.ender), 'two formations stand in a hex');
        await tap(p, '0820');
        await until(p, () => table.party.has('1/92/9') && table.select.reach.size > 0);
        const far = await p.evaluate(() => [...table.select.reach.values()].find((r) => r.left === 0)?.place);
        assert.ok(far, 'some place takes all points');
        await tap(p, far);
        await settled(p);
        if (await p.isVisible('#pose .mid'))
            await p.click('#pose .mid');
        await until(p, (place) => table.placeOf('1/92/9') === place, far);
        await p.context().close();
    });

    test('an attack from a hex names all who are counted there; once designated it is an arrow until it is fought', async () => {
        const p = await table(board('last-days', 'turn 6\nat 2010 fr.Foy fr.Bachelu fr.Reille\nat 2009 fr.Jerome\nat 2110 pr.Steinmetz\nat 2013 fr.Napoleon\ndrawn french 4/6\ncup french 4/6 3/4 2/3 2/3\nphase french combat'));
        await tap(p, '2110');
        await until(p, () => !!document.getElementById('confirm'));
        assert.match(await p.textContent('#prompt'), /^Attack on 2110 with Bachelu and Foy\./);
        assert.match(await p.textContent('#sheet .parts'), /Bachelu and Foy.*11/);
        await p.click('#confirm');
        await until(p, () => document.querySelectorAll('#view .declared .arrow').length === 1);
        assert.deepEqual(await p.evaluate(() => table.live.view.declared), [{ side: 'french', targets: ['2110'], sources: ['2010'] }]);
        await p.click('#undo');
        await until(p, () => !document.querySelector('#view .declared'));
        await p.context().close();
    });

    test('the card of what happened goes when one goes on, and what is chosen lies free', async () => {
        const p = await table(board('last-days', COMMAND));
        await p.evaluate(() => table.sum.card([{ n: 1, sheets: [{ title: 'One', modifier: '1' }, { title: 'Two', modifier: '1' }], events: [] }], []));
        assert.ok(await p.isVisible('#dice'));
        assert.match(await p.textContent('#dice'), /^What happened/, 'of several sums none is in its head');
        assert.doesNotMatch(await p.textContent('#dice'), /\+1/);
        await tap(p, '3508');
        assert.ok(await p.isHidden('#dice'));
        await p.context().close();
    });

    test('who does something else than march has not been put down', async () => {
        const p = await table(board('march-into-battle', "turn 24 last 27 unit Quiot 1209 n fatigue 3 unit Donzelot 1309 n fatigue 4 s 1 unit D'Erlon 1309 unit Clinton 1005 s unit Wellington 0103 formation f.I reserve pool f.I phase operations"));
        await until(p, () => table.live.mine && table.live.asks.step === 'initiative');
        await p.click('#acts button:has-text("Keep the order")');
        await until(p, () => table.live.mine && table.live.asks.step === 'actions');
        await tap(p, '1209');
        await until(p, () => table.party.has('Quiot'));
        await p.click('#acts [data-do="rest Quiot"]');
        await settled(p);
        if (await p.isVisible('#confirm'))
            await p.click('#confirm');
        await until(p, () => !table.live.legal.some((a) => a.do === 'rest Quiot'));
        await settled(p);
        assert.ok(await p.isHidden('#bubble'), await p.textContent('#bubble'));
        await p.context().close();
    });
});

test('a commander who was only to go along is not left in the hand when his division rests', async () => {
    const p = await table(board('march-into-battle', "turn 24 last 27 unit Quiot 1209 n fatigue 3 unit Donzelot 1309 n fatigue 4 s 1 unit D'Erlon 1309 unit Clinton 1005 s unit Wellington 0103 formation f.I reserve pool f.I phase operations"));
    await until(p, () => table.live.mine && table.live.asks.step === 'initiative');
    await p.click('#acts button:has-text("Keep the order")');
    await until(p, () => table.live.mine && table.live.asks.step === 'actions');
    await tap(p, '1309');
    await until(p, () => table.party.has('Donzelot') && table.party.has("D'Erlon"));
    await p.click('#acts [data-do="rest Donzelot"]');
    await settled(p);
    if (await p.isVisible('#confirm'))
        await p.click('#confirm');
    await until(p, () => !table.live.legal.some((a) => a.do === 'rest Donzelot'));
    await settled(p);
    assert.deepEqual(await p.evaluate(() => table.party.ids), []);
    await tap(p, '1209');
    await until(p, () => table.party.has('Quiot'));
    await p.context().close();
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
