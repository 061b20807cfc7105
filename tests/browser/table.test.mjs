// table.test.mjs: playing at the table in a real browser, against a real server.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api, playOn } from './server.mjs';
import { server, faults, person, sit, seq, state, tap, until, settled, noFault, alone, DOW, position } from './hand.mjs';

const START = 'scenario line\nturn 0\nunit b1 0101\nunit b2 0103\nunit r1 0401\nunit r2 0403\nstep game nobody at=red\nstep setup blue secret=red\n';

describe('lobby', () => {
    test('one click starts The Day of Waterloo against the computer; set-up to the first movement', async () => {
        const p = await person();
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        await p.click('#play');
        await p.waitForSelector('#app[data-ready]');
        await until(p, () => table.live.mine && table.live.asks.step === 'setup');
        const place = await p.evaluate(() => [...table.choices.places.keys()][0]);
        const before = await seq(p);
        await tap(p, place);
        await until(p, (n) => table.live.seq > n, before);
        await p.click('#acts button:has-text("Deploy as history")');
        await until(p, () => table.live.mine && table.live.asks.step === 'setup-order');
        assert.ok(await p.locator('#pieces .piece').count() > 20);
        await p.click('#acts button:has-text("Stacks are in order")');
        await until(p, () => table.live.mine && table.live.asks.side === 'french' && ['command', 'movement'].includes(table.live.asks.step));
        await p.goto(server.base);
        await p.waitForSelector('#yours .mt a');
        assert.match(await p.textContent('#yours'), /The Day of Waterloo/);
        await p.context().close();
    });

    test('a match is chosen in detail, with scenario, seats and options, and joined by its link', async () => {
        const p = await person(), q = await person();
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        await p.click('#cards .card:has-text("Outpost") button:has-text("Choose more")');
        await p.selectOption('#c-scenario', 'wood');
        await p.selectOption('#c-seat-red', { label: 'A friend, by a link that I send' });
        await p.selectOption('#c-opt-fog', 'on');
        await p.fill('#c-name', 'Anna');
        await p.fill('#c-title', 'Two <woods>');
        await p.click('dialog button[type=submit]');
        await p.waitForSelector('#app[data-ready]');
        assert.equal(await p.evaluate(() => table.live.options.fog), 'on');
        assert.match(await p.textContent('#game'), /Two <woods>/);
        const link = await p.inputValue('dialog input[aria-label^=Invitation]');
        await p.keyboard.press('Escape');
        await p.reload();
        await p.waitForSelector('#app[data-ready]');
        assert.ok(await p.isHidden('dialog'), 'invitations are shown once by themselves');
        await q.goto(server.base);
        await q.waitForSelector('body[data-ready]');
        await q.fill('#link', link);
        await q.click('#join button');
        await q.waitForSelector('#app[data-ready]');
        assert.equal(await q.evaluate(() => table.live.you), 'red');
        await p.context().close();
        await q.context().close();
    });

    test('a seat that the options do not use is not offered; a friend has one link, however many seats are his', async () => {
        const p = await person(), q = await person(), seats = () => p.locator('dialog [id^=c-seat-]').evaluateAll((all) => all.map((e) => e.id.slice(7)));
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        await p.click('#more');
        assert.deepEqual(await seats(), ['french', 'adg']);
        assert.match(await p.textContent('label[for=c-seat-adg]'), /^Allied/);
        await p.selectOption('#c-opt-three-seats', 'on');
        assert.deepEqual(await seats(), ['french', 'adg', 'prussian']);
        await p.selectOption('#c-seat-adg', { label: 'A friend, by a link that I send' });
        await p.selectOption('#c-seat-prussian', { label: 'A friend, by a link that I send' });
        await p.click('dialog button[type=submit]');
        await p.waitForSelector('#app[data-ready]');
        assert.equal(await p.locator('dialog input[aria-label^=Invitation]').count(), 1);
        const link = await p.inputValue('dialog input[aria-label^=Invitation]');
        await p.goto(link);
        await until(p, () => globalThis.table?.live?.you === 'french');
        await q.goto(link);
        await until(q, () => globalThis.table?.live?.you === 'adg');
        assert.deepEqual(await q.evaluate(() => table.live.seats.filter((x) => x.you).map((x) => x.seat)), ['adg', 'prussian']);
        await p.context().close();
        await q.context().close();
    });

    test('whoever is invited to a match from a position is told before he sits down', async () => {
        const p = await person(), m = await make(server.base, `game null\nby Anna\nseat blue person\nseat red invited\nprivate\nposition <<\n${START}.\n`);
        await p.goto(new URL(m.seats[1].link, server.base).href);
        await p.waitForSelector('#app[data-ready]');
        assert.match(await p.textContent('#prompt'), /began from a position that Anna brought, who knew what is hidden/);
        assert.equal(await p.evaluate(() => table.live.you), 'spectator');
        await p.click('#acts [data-sit=invited]');
        await until(p, () => globalThis.table?.live?.you === 'red');
        await p.click('#tools [aria-label^="Seats"]');
        assert.match(await p.textContent('#warning'), /Anna brought/);
        await p.context().close();
    });

    test('an open seat is found in the list and taken at the table', async () => {
        const q = await person();
        await make(server.base, 'game null\nname "A seat is free"\nseat blue person\nseat red open\n');
        await q.goto(server.base);
        await q.waitForSelector('body[data-ready]');
        await q.click('#matches .mt a:has-text("A seat is free")');
        await q.waitForSelector('#app[data-ready]');
        await q.click('#acts [data-sit=red]');
        await until(q, () => table.live?.you === 'red');
        assert.equal(await q.locator('#acts [data-sit]').count(), 0);
        await q.context().close();
    });

    test('a journal is saved and opened again', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, alone('null', ['blue', 'red']));
        await playOn(server.base, m.match, m.seats[0].token, (s) => s.turn >= 2, (l) => l[0]);
        const journal = await (await fetch(`${server.base}api/match/${m.match}/journal`, { headers: { Authorization: `Bearer ${m.seats[0].token}` } })).text();
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        await p.click('#journal');
        await p.fill('#i-text', journal);
        await p.click('dialog button[type=submit]');
        await p.waitForSelector('#app[data-ready]');
        assert.ok((await state(p)).entries > 2);
        await p.context().close();
    });
});

describe('a turn of The Day of Waterloo by clicking', () => {
    test('moves with their costs, a charge with its sheet and dice, a combat, undo', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, position('turn 8  phase french movement\nat 0817 Pire Ney\nat 0815 Kempt\nat 1116 Foy\nat 1114 Pack\nat 1517 Quiot'));
        await sit(p, m.match, m.seats[0].token);
        // a march: choose, see where it can go, go there
        await tap(p, '1116');
        await until(p, () => table.party.on && table.select.reach.size > 3);
        assert.ok(await p.locator('.cost').count() > 3);
        const far = await p.evaluate(() => [...table.select.reach.values()].find((r) => r.place === '1115')?.place);
        assert.equal(far, '1115');
        await tap(p, '1115');
        await until(p, () => table.placeOf('Foy') === '1115');
        // taken back, and done again
        await p.keyboard.press('u');
        await until(p, () => table.placeOf('Foy') === '1116');
        await tap(p, '1115');
        await until(p, () => table.placeOf('Foy') === '1115');
        // another piece: the first one stops
        await tap(p, '0817');
        await until(p, () => table.select.subject === 'Pire' || !document.querySelector('#bubble').hidden);
        if (await p.locator('#bubble button.m').count())
            await p.click('#bubble button.m:has-text("Choose Pir")');
        await until(p, () => table.select.subject === 'Pire' && table.party.on);
        await tap(p, '0816');
        await settled(p);
        if (await p.locator('#bubble:not([hidden]) button.m').count())
            await p.locator('#bubble button.m').first().click();
        await until(p, () => table.placeOf('Pire') === '0816');
        // the charge
        await tap(p, '0815');
        await p.waitForSelector('#confirm');
        assert.match(await p.textContent('#sheet'), /%/);
        assert.ok(await p.locator('#sheet .ln tr').count() >= 2);
        const before = await seq(p);
        await p.click('#confirm');
        await until(p, (n) => table.live.seq > n, before);
        await until(p, () => document.querySelector('#page')?.textContent?.includes('charges'));
        for (let i = 0; i < 12 && (await state(p)).step !== 'combat'; i++) {
            const at = await seq(p);
            await p.evaluate(() => table.decide.act(table.choices.ender || table.choices.legal[0]));
            await settled(p);
            if (await p.locator('#confirm').isVisible().catch(() => false))
                await p.click('#confirm');
            await until(p, (n) => table.live.seq > n, at);
        }
        assert.equal((await state(p)).step, 'combat');
        // the attack
        await tap(p, '1114');
        await until(p, () => table.composer.active && document.querySelector('#confirm'));
        assert.match(await p.textContent('#sheet'), /Attack on 1114/);
        assert.match(await p.textContent('#sheet .src'), /Combat Results Table: reconstructed/);
        assert.doesNotMatch(await p.textContent('#sheet .src'), /Charge/);
        await p.click('#confirm');
        await p.waitForSelector('#dice .die');
        await until(p, () => table.chronicle.entries.some((e) => e.sheets));
        await p.context().close();
    });

    test('why not: a sentence, its case, and the catalogue opened at it', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, position('turn 8  phase french movement\nat 0817 Foy\nat 0815 Kempt'));
        await sit(p, m.match, m.seats[0].token);
        await tap(p, '0817');
        await until(p, () => table.party.on && table.select.reach.size > 0);
        await tap(p, '0815');
        await p.waitForSelector('#bubble:not([hidden]) .no-t');
        assert.match(await p.textContent('#bubble'), /Not allowed/);
        assert.match(await p.textContent('#bubble .case'), /\d/);
        await p.click('#bubble .case');
        await p.waitForSelector('#page .rule.hit');
        await p.context().close();
    });
});

describe('together', () => {
    test('two browsers play each other live; chat and presence', async () => {
        const p = await person(), q = await person();
        const m = await make(server.base, 'game null\nseed 4\nseat blue person name Blue\nseat red person name Red\n');
        await sit(p, m.match, m.seats[0].token);
        await sit(q, m.match, m.seats[1].token);
        assert.equal((await state(q)).mine, false);
        await p.click('#choices button[data-do]');
        await until(q, () => table.live.mine);
        const t = Date.now();
        await q.click('#choices button[data-do]');
        await until(p, () => table.live.mine);
        assert.ok(Date.now() - t < 2500, 'a decision is seen at once');
        await until(p, () => table.live.seats.find((s) => s.seat === 'red').online);
        await p.fill('#said', 'Have <b>at</b> you');
        await p.keyboard.press('Enter');
        await until(q, () => document.querySelector('#page')?.textContent?.includes('Have <b>at</b> you'));
        await p.context().close();
        await q.context().close();
    });

    test('a lost server: said so, and taken up again where it was', async () => {
        const p = await person(), q = await person();
        const m = await make(server.base, 'game null\nseed 4\nseat blue person\nseat red person\n');
        await sit(p, m.match, m.seats[0].token);
        await sit(q, m.match, m.seats[1].token);
        await server.down();
        await until(p, () => document.querySelector('#app').classList.contains('lost'));
        assert.match(await p.textContent('#prompt'), /Not connected/);
        await server.up();
        await until(p, () => !document.querySelector('#app').classList.contains('lost'));
        await p.click('#choices button[data-do]');
        await until(q, () => table.live.mine);
        await p.context().close();
        await q.context().close();
    });

    test('hot seat: a curtain between the sides, and nothing of the other side behind it', async () => {
        const p = await person();
        const m = await make(server.base, alone('null', ['blue', 'red']));
        await sit(p, m.match, m.seats[0].token);
        await p.waitForSelector('#curtain:not([hidden])');
        assert.equal(await p.locator('#pieces .piece').count(), 0);
        await p.click('#curtain button');
        await until(p, () => table.state?.mine);
        await p.click('#choices button[data-do]');
        await p.waitForSelector('#curtain:not([hidden])');
        assert.match(await p.textContent('#curtain'), /Red/);
        assert.equal((await p.textContent('#insp')).length, 0);
        await p.click('#curtain button');
        assert.equal(await p.evaluate(() => table.state.viewer), 'red');
        await p.context().close();
    });

    test('undo by consent, draw, and the end seen by all', async () => {
        const p = await person(), q = await person();
        const m = await make(server.base, 'game null\nseed 4\nseat blue person\nseat red person\n');
        await sit(p, m.match, m.seats[0].token);
        await sit(q, m.match, m.seats[1].token);
        await p.click('#choices button[data-do]');
        await until(q, () => table.live.mine);
        await p.click('#tools button[aria-label^=Match]');
        await p.click('dialog button:has-text("Ask for undo")');
        await q.click('#acts button:has-text("Allow undo")');
        await until(p, () => table.live.mine && table.live.entries === 0);
        await p.click('#tools button[aria-label^=Match]');
        await p.click('dialog button:has-text("Offer a draw")');
        await q.click('#acts button:has-text("Accept the draw")');
        await until(p, () => table.live.over);
        assert.match(await p.textContent('#prompt'), /draw/i);
        await p.context().close();
        await q.context().close();
    });
});

describe('looking on and looking back', () => {
    test('a spectator is sent and shown nothing hidden', async () => {
        const m = await make(server.base, alone('day-of-waterloo', DOW));
        const token = m.seats[0].token;
        await playOn(server.base, m.match, token, (s) => s.asks.step === 'movement', (l) => l.find((a) => a.verb === 'deploy') || l.find((a) => a.verb === 'done') || l[0]);
        const truth = await api(server.base, `match/${m.match}`, token);
        const seen = await api(server.base, `match/${m.match}`);
        const hidden = seen.view.pieces.filter((u) => u.off === '?').map((u) => u.id);
        assert.ok(hidden.length > 5 && truth.view.pieces.length === seen.view.pieces.length);
        const p = await person();
        const bodies = [];
        p.on('response', async (r) => { if (/\/api\/match\//.test(r.url()) && !/events/.test(r.url())) bodies.push(await r.json().catch(() => null)); });
        await sit(p, m.match);
        await settled(p);
        assert.deepEqual(await p.evaluate(() => table.live.view), seen.view);
        for (const id of hidden)
            assert.equal(await p.locator(`#map [data-piece="${id.replace(/"/g, '')}"]`).count(), 0, `${id} is on the page`);
        for (const b of bodies.filter((x) => x?.view))
            for (const id of hidden)
                assert.equal(b.view.pieces.find((u) => u.id === id).off, '?');
        assert.equal(await p.locator('#acts button[data-do]').count(), 0);
        // an enemy hex looks the same whatever it holds
        const veils = await p.evaluate(() => [...document.querySelectorAll('#pieces .stack')].filter((s) => [...s.querySelectorAll('.piece')].filter((x) => table.live.view.pieces.find((u) => u.id === x.dataset.piece)?.kind !== 'leader').length > 1).length);
        assert.equal(veils, 0);
        await p.context().close();
    });

    test('the replay slider shows any moment; a link leads to it', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, alone('null', ['blue', 'red']));
        const end = await playOn(server.base, m.match, m.seats[0].token, () => false, (l) => l[0]);
        await sit(p, m.match, m.seats[0].token);
        const n = end.entries;
        await p.locator('#slider').fill('2');
        await until(p, () => table.state.at === 2);
        assert.ok(await p.locator('#app.past').count());
        await p.click('#rep button[aria-label^="Step forward"]');
        await until(p, () => table.state.at === 3);
        await p.click('#rep button[aria-label="Play"]');
        await until(p, () => table.state.at >= 5);
        await p.click('#rep button[aria-label="Pause"]');
        await p.click('#rep button[aria-label^="Now"]');
        await until(p, () => table.state.at === undefined);
        await p.goto(`${server.base}table.html?match=${m.match}&at=${n - 1}`);
        await until(p, (k) => window.table?.state?.at === k, n - 1);
        await p.context().close();
    });
});

describe('for everybody', () => {
    test('a whole match with the keyboard alone', async () => {
        const p = await person([1280, 720], { curtain: false, endings: 'never' });
        const m = await make(server.base, alone('null', ['blue', 'red']));
        await sit(p, m.match, m.seats[0].token);
        await p.focus('#view');
        let marched = false;
        for (let i = 0; i < 80 && !(await state(p)).over; i++) {
            const s = await state(p);
            const target = await p.evaluate(() => [...table.choices.places.keys()][0] || null);
            if (target && !(marched && i % 3 === 0)) {
                marched = true;
                await p.focus('#view');
                await p.keyboard.press('g');
                await p.keyboard.type(target);
                await p.keyboard.press('Enter');
                await p.keyboard.press('Enter');
            } else if (await p.locator('#acts button[data-do]').count())
                await p.keyboard.press(await p.evaluate(() => table.choices.ender ? 'e' : '1'));
            else {
                await p.focus('#choices button[data-do]');
                await p.keyboard.press('Enter');
            }
            await settled(p);
            if (await p.locator('#bubble button.m').count() && !(await p.locator('#bubble').isHidden()))
                await p.keyboard.press('Enter');
            await settled(p);
            if (await p.locator('#confirm').isVisible().catch(() => false))
                await p.keyboard.press('Enter');
            await settled(p);
            if ((await seq(p)) === s.seq) {
                await p.keyboard.press('Escape');
                await p.focus('#view');
                await p.keyboard.press('e');
                await settled(p);
            }
        }
        assert.ok((await state(p)).over, `not ended: ${JSON.stringify(await state(p))}`);
        await p.context().close();
    });

    test('arrows move a cursor that is read out', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, alone('null', ['blue', 'red']));
        await sit(p, m.match, m.seats[0].token);
        await p.focus('#view');
        await p.keyboard.press('ArrowDown');
        const a = await p.textContent('#here');
        await p.keyboard.press('ArrowRight');
        const b = await p.textContent('#here');
        assert.ok(a && b && a !== b);
        await p.keyboard.press('?');
        await p.waitForSelector('dialog[open] .keys');
        await p.context().close();
    });

    for (const [w, hh, theme] of [[1280, 720, 'day'], [1600, 1000, 'night'], [1024, 768, 'contrast'], [1280, 720, 'night']])
        test(`no accessibility fault: ${w} × ${hh}, ${theme}`, async () => {
            const p = await person([w, hh], { curtain: false, theme });
            await p.goto(server.base);
            await p.waitForSelector('body[data-ready]');
            await noFault(p, 'lobby');
            const m = await make(server.base, position('turn 8  phase french movement\nat 0816 Pire Ney Foy\nat 0815 Kempt'));
            await sit(p, m.match, m.seats[0].token);
            await noFault(p, 'table');
            await p.evaluate(() => table.select.choose('Pire'));
            await until(p, () => table.party.on && table.select.reach.size > 0);
            await p.evaluate(() => table.select.pick('0815'));
            await p.waitForSelector('#confirm');
            await noFault(p, 'sheet');
            await p.keyboard.press('Escape');
            await p.evaluate(() => table.overlays.look('command'));
            await until(p, () => table.overlays.answer);
            await p.evaluate(() => table.side.openTab('rules'));
            await p.waitForSelector('#page .rule');
            await noFault(p, 'rules');
            await p.evaluate(() => table.dialogs.options());
            await noFault(p, 'options');
            await p.context().close();
        });
});

describe('a stack on the march', () => {
    test('another piece of the stack, chosen in the panel, goes along; once more, and it stays', async () => {
        const p = await person([1280, 720], { curtain: false }), m = await make(server.base, position('turn 8  phase french movement\nat 0913 Quiot Donzelot\nat 0910 Adams'));
        await sit(p, m.match, m.seats[0].token);
        const chosen = () => p.evaluate(() => [...document.querySelectorAll('#insp [aria-pressed=true] b')].map((x) => x.textContent));
        await p.evaluate(() => table.select.choose('Quiot'));
        await until(p, () => table.party.on && table.select.reach.size > 0);
        await p.click('#insp .pc:has-text("Donzelot")');
        await settled(p);
        assert.deepEqual(await chosen(), ['Quiot (1)', 'Donzelot (2)']);
        await p.click('#insp .pc:has-text("Quiot")');
        await settled(p);
        assert.deepEqual(await chosen(), ['Donzelot (2)']);
        await p.click('#insp .pc:has-text("Quiot")');
        await settled(p);
        await tap(p, '0914');
        await until(p, () => table.placeOf('Quiot') === '0914' && table.placeOf('Donzelot') === '0914');
        await p.context().close();
    });

    test('arrows and Enter belong to the board without a first click', async () => {
        const p = await person([1280, 720], { curtain: false }), m = await make(server.base, position('turn 8  phase french movement\nat 0913 Quiot\nat 0910 Adams'));
        await sit(p, m.match, m.seats[0].token);
        await p.keyboard.press('n');
        await until(p, () => table.select.cursor === '0913');
        await settled(p);
        await p.keyboard.press('Enter');
        await until(p, () => table.party.on);
        await p.evaluate(() => document.activeElement.blur());
        await p.keyboard.press('ArrowDown');
        await p.keyboard.press('Enter');
        await until(p, () => table.placeOf('Quiot') === '0914');
        await p.context().close();
    });
});

describe('on the board', () => {
    test('a line on two hexes stands between them and in both; where a piece looks is seen', async () => {
        const p = await person([1280, 720], { curtain: false }), m = await make(server.base, position('turn 8  phase french movement\nat 0913 Quiot\nat 0910 Adams'));
        await sit(p, m.match, m.seats[0].token);
        await p.evaluate(() => {
            const show = table.show.bind(table);
            table.show = (state) => show({ ...state, view: { ...state.view, pieces: state.view.pieces.map((x) => x.id === 'Quiot' ? { ...x, places: ['0913', '0914'], facing: 'ne' } : x) } });
            return table.show(table.live);
        });
        assert.deepEqual(await p.evaluate(() => [table.stackIn('0913').length, table.stackIn('0914').length, document.querySelectorAll('#pieces [data-piece=Quiot]').length]), [1, 1, 1]);
        const [y, a, b] = await p.evaluate(() => {
            const r = document.querySelector('#pieces [data-piece=Quiot] .facing').getBoundingClientRect(), v = document.querySelector('#view').getBoundingClientRect();
            return [r.top + r.height / 2 - v.top, table.board.screen(table.board.cell('0913')).y, table.board.screen(table.board.cell('0914')).y];
        });
        assert.ok(y > a && y < b, `${a} < ${y} < ${b}`);
        await tap(p, '0914');
        await until(p, () => table.select.subject === 'Quiot' || /Quiot/.test(document.querySelector('#insp').textContent));
        await p.context().close();
    });
});

describe('points', () => {
    const chateau = (turn) => position(`turn ${turn}  phase allied movement\nat 0712 Guard\nat 0714 Foy\nat 0811 Mitchell`);

    /** The chosen piece's points as the inspector has them, and what a step to the place costs. */
    const read = (p, place) => p.evaluate((x) => [document.querySelector('#insp .chosen .mv')?.textContent, document.querySelector(`#above .cost[data-place="${x}"]`)?.textContent], place);

    for (const [turn, sky] of [[7, 'mud'], [1, 'severe mud']])
        test(`in ${sky} they are the game's, not those on the counter: turn ${turn}`, async () => {
            const p = await person([1280, 720], { curtain: false }), m = await make(server.base, chateau(turn));
            await sit(p, m.match, m.seats[0].token);
            assert.equal(await p.evaluate(() => table.state.view.clock.sky), sky);
            await p.evaluate(() => table.select.choose('Guard'));
            await until(p, () => table.select.reach.has('0711') && document.querySelector('#above .cost'));
            assert.match(await p.evaluate(() => table.ground['0711'].words), /^clear/);
            assert.deepEqual(await read(p, '0711'), ['3 of 3 MP left', '1']);
            assert.match(await p.textContent('#prompt'), /Guard.*with 3 of 3 MP/);
            await tap(p, '0711');
            await until(p, () => table.placeOf('Guard') === '0711');
            await until(p, () => /^2 of 3 MP left$/.test(document.querySelector('#insp .chosen .mv')?.textContent));
            await p.context().close();
        });
});

describe('Waterloo 200', () => {
    test('a Tactical Action by clicking: a leader is activated and marches; enemy blocks stay unseen', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, alone('waterloo-200', ['french', 'allied']));
        await sit(p, m.match, m.seats[0].token);
        await p.click('#acts button:has-text("Tactical Action")');
        await until(p, () => table.live.asks.step === 'activation');
        const unit = await p.evaluate(() => [...table.choices.units.keys()].find((u) => table.placeOf(u)));
        await p.evaluate((u) => table.select.choose(u), unit);
        await until(p, () => table.party.on && table.select.reach.size > 0);
        const to = await p.evaluate(() => [...table.select.reach.keys()].find((x) => !(table.pieces.at.get(x) || []).some((y) => !y.own)));
        const from = await p.evaluate((u) => table.placeOf(u), unit);
        await tap(p, to);
        await until(p, ([u, f]) => table.placeOf(u) !== f, [unit, from]);
        const unseen = await p.evaluate(() => table.list.filter((x) => x.id.startsWith('?')).length);
        assert.ok(unseen > 10);
        await p.context().close();
    });
});

test('nothing went wrong on any page, and no policy was broken', () => assert.deepEqual(faults, []));
