// people.test.mjs: people at the table: who plays and whose turn it is, a seat left to the computer, once more.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api } from './server.mjs';
import { server, faults, person, sit, state, until, settled, noFault, position } from './hand.mjs';

const SIZES = [[1280, 720], [1920, 1080], [820, 1180], [390, 844]];
/** Pictures of what is new, to be looked at: SHOTS=folder. */
const shot = (page, name) => process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null;
const resign = async (m, token) => api(server.base, `match/${m.match}/resign`, token, String((await api(server.base, `match/${m.match}`, token)).seq));

describe('the lobby', () => {
    test('says who plays and whose turn it is, and calls the only seat of a side as the side', async () => {
        const two = await make(server.base, 'game day-of-waterloo\nname "Two of us"\nseat french person name "Ann"\nseat allied open\n');
        const p = await person();
        await p.goto(server.base);
        await p.waitForSelector('#matches .mt a');
        await until(p, () => /Two of us/.test(document.getElementById('matches').textContent));
        const row = p.locator('#matches li', { hasText: 'Two of us' });
        assert.match(await row.textContent(), /Ann.*Allied open/s);
        assert.ok(!/Anglo/.test(await row.textContent()));
        await api(server.base, `match/${two.match}/join`, '', 'seat adg\nname "Bob"');
        await p.reload();
        await until(p, () => /Two of us/.test(document.getElementById('matches').textContent));
        assert.match(await row.textContent(), /Ann and Bob.*(Ann|Bob) decides/s);
        await p.context().close();
    });
});

describe('a seat', () => {
    test('is left to the computer and taken back, and everybody sees it', async () => {
        const m = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person name "Ann"\nseat red person name "Bob"\n');
        const p = await person(), q = await person();
        await sit(p, m.match, m.seats[0].token);
        await sit(q, m.match, m.seats[1].token);
        await p.click('#tools [aria-label^=Seats]');
        await p.selectOption('#stand-in', 'cadet');
        await noFault(p, 'seats');
        await shot(p, 'hand-over');
        await p.click('[data-hand=blue]');
        await until(p, () => table.live.seats[0].handed && !table.live.mine);
        assert.match(await p.textContent('#prompt'), /Cadet plays for you\./);
        await until(q, () => table.live.mine);
        assert.match(await q.textContent('#seats'), /Ann.*Cadet plays/s);
        assert.equal(await p.locator('#acts [data-do]').count(), 0);
        await shot(p, 'handed');
        await p.click('#take-back');
        await until(p, () => !table.live.seats[0].handed);
        assert.ok(!/plays for you/.test(await p.textContent('#prompt')));
        assert.equal(await p.locator('#take-back').count(), 0);
        await p.context().close();
        await q.context().close();
    });
});

/** A battle that two computers have fought to its end, with a person who left his seat to one of them. */
async function fought(order) {
    const m = await make(server.base, order), { token } = m.seats.find((x) => x.token), now = () => api(server.base, `match/${m.match}`, token);
    let s = await now();
    while (!s.seats.some((/** @type {any} */ x) => x.handed)) { // stale, if the other was quicker
        await api(server.base, `match/${m.match}/seat`, token, `${s.seq} computer random`);
        s = await now();
    }
    while (!(await now()).over)
        await new Promise((r) => setTimeout(r, 100));
    return { ...m, token };
}

describe('the account', () => {
    test('tells losses, ground, luck and turning points, and leads to the moments', async () => {
        const m = await fought('game day-of-waterloo\nscenario derlon\nseed 4\nprivate\nseat french person\nseat allied bot random\n');
        for (const size of SIZES) {
            const p = await person(size);
            await sit(p, m.match, m.token);
            await p.click('#account');
            await p.waitForSelector('.account .turning');
            const text = await p.textContent('.account');
            assert.match(text, /Losses by corps.*French I Corps.*Ground.*Luck/s); // what turned it: only where something did
            assert.match(text, /dice fell, \d\.\d\d on average where 3\.50 were to be expected/);
            await noFault(p, `account ${size}`);
            await shot(p, `account-${size[0]}`);
            const n = Number(await p.getAttribute('.account [data-moment]', 'data-moment'));
            await p.click('.account [data-moment]');
            await until(p, (k) => table.replay.at === k || (table.replay.at === null && k === table.live.entries), n);
            await p.context().close();
        }
    });

    test('by night and in contrast, of every game', async () => {
        const { games } = await api(server.base, 'games');
        for (const g of games) {
            const m = await fought(`game ${g.id}\nscenario ${g.scenarios.at(-1).id}\nseed 4\nprivate\nseat ${g.sides[0]} person\nseat ${g.sides[1]} bot random\n`);
            for (const theme of ['night', 'contrast']) {
                const p = await person([1280, 720], { theme });
                await sit(p, m.match, m.token);
                await p.click('#account');
                await p.waitForSelector('.account');
                await noFault(p, `account of ${g.id}, ${theme}`);
                await shot(p, `account-${g.id}-${theme}`);
                await p.context().close();
            }
        }
    });
});

/** Ends what it is asked about, or takes the first choice; then waits until it is asked again. */
async function endOne(p) {
    const before = (await state(p)).seq;
    await p.evaluate(() => table.decide.act(table.choices.ender || table.choices.legal[0]));
    await until(p, (n) => table.live.seq > n && table.live.mine, before);
    await settled(p);
}

describe('what the others did', () => {
    test('a summary: moved, attacked, lost, seen, and how strong the enemy may be', async () => {
        const m = await make(server.base, 'game day-of-waterloo\nscenario derlon\nseed 5\nprivate\nseat french person\nseat allied bot cadet\n');
        for (const size of SIZES) {
            const p = await person(size);
            await sit(p, m.match, m.seats[0].token);
            for (let i = 0; i < 30 && await p.isHidden('#news'); i++)
                await endOne(p);
            await p.click('#summary');
            await p.waitForSelector('.summary');
            assert.match(await p.textContent('.summary'), /Moved.*Attacked.*Lost.*Seen.*Strength of the enemy/s);
            assert.ok(await p.locator('.summary tbody tr').count() > 3);
            await noFault(p, `summary ${size}`);
            await shot(p, `summary-${size[0]}`);
            await p.click('#scout-board');
            await p.keyboard.press('Escape');
            await until(p, () => document.querySelectorAll('#above .might').length > 3 || document.querySelectorAll('.might').length > 3);
            await shot(p, `might-${size[0]}`);
            await p.context().close();
        }
    });

    test('what is lost and seen is told from two views', async () => {
        const p = await person(), m = await make(server.base, 'game null\nprivate\nseat blue person\nseat red person\n');
        await sit(p, m.match, m.seats[0].token);
        const found = await p.evaluate(async () => {
            const { changes } = await import('./summary.js'), box = { boxes: new Map([['lost', { group: 'Losses' }], ['due', { group: 'To come' }]]) };
            const piece = (id, more) => ({ id, unseen: false, name: id, kind: 'unit', own: false, place: null, numbers: {}, veiled: false, ...more });
            const then = [piece('a', { place: '1', numbers: { strength: 5 } }), piece('b', { place: '2' }), piece('c', {}), piece('d', { place: '4', veiled: true }), piece('e', { off: 'due' }), piece('f', { place: '6', numbers: { strength: 2 }, own: true })];
            const now = [piece('a', { place: '1', numbers: { strength: 3 } }), piece('b', { off: 'lost' }), piece('c', { place: '3' }), piece('d', { place: '4' }), piece('e', { place: '5' }), piece('f', { place: '6', numbers: { strength: 2 }, own: true })];
            const { lost, seen } = changes(then, now, box);
            return [lost.map((x) => [x.piece.id, x.by, x.gone]), seen.map((x) => x.id)];
        });
        assert.deepEqual(found, [[['a', 2, false], ['b', 0, true]], ['c', 'd']]);
        await p.context().close();
    });

    test('who was seen to enter a stack is remembered where he is not seen', async () => {
        // Pack comes by two steps, on top of Kempt, who was to be seen until then
        const order = 'game day-of-waterloo\nseed 7\nprivate\nseat french person\nseat allied person\nposition <<\nturn 8  phase allied movement\nat 1014 Quiot\nat 1009 Kempt\nat 0908 Pack\n.\n';
        const m = await make(server.base, order), [french, allied] = m.seats.map((x) => x.token), path = `match/${m.match}`;
        let s = await api(server.base, path, allied);
        s = await api(server.base, `${path}/do`, allied, `${s.seq} ${s.legal.find((a) => a.role === 'pick' && a.units[0] === 'Pack').do}`);
        const done = await api(server.base, `${path}/march`, allied, `${s.seq} Pack 1009`);
        assert.ok(done.ok, done.error);
        const p = await person();
        await sit(p, m.match, french);
        await p.evaluate(() => { table.select.place = '1009'; table.inspector.draw(); });
        await p.waitForSelector('#seen-here');
        assert.match(await p.textContent('#seen-here'), /Kempt.*turn 8/);
        assert.match(await p.textContent('#insp'), /Strength: \d+ seen, \d+( to \d+)? possible/);
        await shot(p, 'seen-here');
        const q = await person();
        await sit(q, m.match, allied);
        await q.evaluate(() => { table.select.place = '1009'; table.inspector.draw(); });
        await settled(q);
        assert.equal(await q.locator('#seen-here').count(), 0, 'who sees all needs no memory');
        await p.context().close();
        await q.context().close();
    });

    test('watching goes move by move, as fast as one likes', async () => {
        const m = await fought('game day-of-waterloo\nscenario derlon\nseed 4\nprivate\nseat french person\nseat allied bot random\n'), p = await person();
        await sit(p, m.match, m.token);
        await until(p, () => table.chronicle.entries[0]?.n === 1);  // all of it has come
        const [stops, entries] = await p.evaluate(async () => { const r = await import('./replay.js'); return [r.stops(table.chronicle.entries), table.chronicle.entries.filter((e) => e.events?.length).length]; });
        assert.ok(stops.length > 10 && stops.length < entries, `${stops.length} moves of ${entries} entries`);
        await p.keyboard.press('Home');
        await until(p, () => table.replay.at === 0);
        await p.click('#next-move');
        await until(p, (n) => table.replay.at === n && table.state.at === n, stops[0]);
        await p.keyboard.press('Shift+BracketRight');
        await until(p, (n) => table.replay.at === n && table.state.at === n, stops[1]);
        await p.keyboard.press('Shift+BracketLeft');
        await until(p, (n) => table.replay.at === n && table.state.at === n, stops[0]);
        await p.selectOption('#pace', '8×');
        await p.click('#rep [aria-label=Play]');
        await until(p, (n) => table.replay.at >= n, stops[8]);
        await p.click('#rep [aria-label=Pause]');
        await p.reload();
        await p.waitForSelector('#app[data-ready]');
        assert.equal(await p.inputValue('#pace'), '8×', 'it is remembered');
        await shot(p, 'replay');
        await p.context().close();
    });
});

/** The board's areas whose number a block covers, and how large the strength of blocks is, in px of the screen. */
const blocks = (page) => page.evaluate(() => {
    const rect = (e) => e.getBoundingClientRect(), part = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const faces = [...document.querySelectorAll('#pieces .piece')].map((g) => ({ g, r: rect(g) }));
    const covered = [...document.querySelectorAll('#marks .b-plate')].map((e) => e.parentNode).filter((e) => faces.some(({ r }) => part(r, rect(e)) > 0.2 * rect(e).width * rect(e).height)).map((e) => e.textContent);
    const strength = faces.map(({ g }) => Math.max(0, ...[...g.querySelectorAll('text')].filter((x) => /^\d$/.test(x.textContent)).map((x) => Number(x.getAttribute('font-size')) * x.getScreenCTM().a))).filter(Boolean);
    return { covered, strength: strength.sort((a, b) => a - b), faces: faces.length };
});

describe('blocks', () => {
    test('strength can be read at the zoom one finds, and no number of an area is covered', async () => {
        const m = await make(server.base, 'game waterloo-200\nseed 3\nprivate\nseat french person\nseat allied person\n');
        for (const size of SIZES) {
            const p = await person(size);
            await sit(p, m.match, m.seats[0].token);
            const { covered, strength, faces } = await blocks(p);
            assert.ok(faces > 30, `${faces} blocks`);
            assert.deepEqual(covered, [], `${size}`);
            assert.ok(strength.length > 10 && strength[strength.length >> 1] >= 12, `median ${strength[strength.length >> 1]} px at ${size}`);
            await shot(p, `blocks-${size[0]}`);
            await p.context().close();
        }
    });

    test('a reserve is counted by corps, its blocks behind a click', async () => {
        const m = await make(server.base, 'game waterloo-200\nseed 3\nprivate\nseat french person\nseat allied person\n'), p = await person();
        await sit(p, m.match, m.seats[0].token);
        assert.match(await p.textContent('#tray .pool'), /I Corps6II Corps4/);
        assert.equal(await p.locator('#tray .pool .tp').count(), 0);
        await p.click('#tray .pool summary');
        await until(p, () => document.querySelectorAll('#tray .pool details[open] .tp').length === 6);
        await noFault(p, 'pool');
        await p.evaluate(() => table.inspector.draw());
        assert.equal(await p.locator('#tray .pool details[open] .tp').count(), 6, 'it stays open');
        await p.context().close();
    });
});

describe('on a phone', () => {
    test('overlays are in the dock', async () => {
        const m = await make(server.base, 'game waterloo-200\nseed 3\nprivate\nseat french person\nseat allied person\n'), p = await person([390, 844]);
        await sit(p, m.match, m.seats[0].token);
        assert.ok(await p.isHidden('#layers'));
        await p.click('[data-dock=lay]');
        const name = await p.evaluate(() => table.game.overlays[0].name);
        await p.click(`#lay-${name}`);
        await p.waitForSelector('#legend:not([hidden])');
        await until(p, () => table.overlays.answer);
        await noFault(p, 'overlays on a phone');
        await shot(p, 'overlays');
        await p.click('[data-dock=lay]');
        assert.ok(await p.isHidden('#layers'));
        await p.context().close();
    });

    test('a sheet takes the lower half, and the board is seen above it', async () => {
        const m = await make(server.base, position('turn 8  phase french combat\nat 1013 Quiot\nat 1011 Kempt\nat 1012 Marcognet\nat 1112 Durutte')), p = await person([390, 844], { curtain: false });
        await sit(p, m.match, m.seats[0].token);
        await until(p, () => table.live.seats.some((s) => s.online));   // the stream has told its first state
        await p.evaluate(() => table.sum.show({ title: 'Attack', lines: Array.from({ length: 30 }, (_, i) => ({ what: `line ${i}`, value: i })), chances: [] }));
        await p.waitForSelector('#sheet:not([hidden])');
        const [top, bottom, map] = await p.evaluate(() => { const r = document.getElementById('left').getBoundingClientRect(); return [r.top, r.bottom, document.getElementById('map').getBoundingClientRect().top]; });
        assert.ok(bottom - top <= 844 * 0.52 && bottom - top > 200, `${top} to ${bottom}`);
        assert.ok(top - map > 150, `${top - map} px of the board are left`);
        await shot(p, 'sheet-phone');
        await p.context().close();
    });
});

describe('once more', () => {
    test('sides exchanged, for both, by one click', async () => {
        const m = await make(server.base, 'game null\nprivate\nname "Again"\nseat blue person name "Ann"\nseat red person name "Bob"\n');
        const p = await person(), q = await person();
        await sit(p, m.match, m.seats[0].token);
        await sit(q, m.match, m.seats[1].token);
        assert.equal(await p.locator('#rematch').count(), 0, 'not before it is over');
        await resign(m, m.seats[0].token);
        await p.waitForSelector('#rematch');
        await q.waitForSelector('#rematch');
        await p.click('#rematch');
        await p.waitForURL((u) => !u.href.includes(m.match));
        await p.waitForSelector('#app[data-ready]');
        assert.equal(await p.evaluate(() => table.live.viewer), 'red');
        await q.waitForSelector('#to-rematch');
        await q.click('#to-rematch');
        await q.waitForURL((u) => !u.href.includes(m.match));
        await q.waitForSelector('#app[data-ready]');
        assert.deepEqual(await q.evaluate(() => [table.live.viewer, table.live.name]), ['blue', 'Again']);
        await p.context().close();
        await q.context().close();
    });

    test('a spectator is not asked', async () => {
        const m = await make(server.base, 'game null\nprivate\nseat blue person\nseat red person\n'), p = await person();
        await resign(m, m.seats[0].token);
        await sit(p, m.match);
        await settled(p);
        assert.equal(await p.locator('#rematch').count(), 0);
        await p.context().close();
    });
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
