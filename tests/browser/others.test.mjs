// others.test.mjs: what a player is told of the others: who thinks and for how long, what has just been done, and what is
// left of a match that was set aside.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { serve, make, api } from './server.mjs';
import { server, faults, person, sit, state, until, settled, noFault } from './hand.mjs';

/** Ends what it is asked about, or takes the first choice; then waits until it is asked again. */
async function endOne(p) {
    const before = (await state(p)).seq;
    await p.evaluate(() => table.decide.act(table.choices.ender || table.choices.legal[0]));
    await until(p, (n) => table.live.seq > n && table.live.mine, before);
    await settled(p);
}

describe('the computer', () => {
    test('its commander is chosen in the lobby, shown at the table, and not if one wants to be surprised', async () => {
        const p = await person();
        const play = async (style) => {
            await p.goto(server.base);
            await p.waitForSelector('body[data-ready]');
            await p.click('label[for=level-captain]');
            await p.click(`label[for=style-${style}]`);
            await p.click('#play');
            await p.waitForSelector('#app[data-ready]');
            return p.evaluate(() => table.live.seats.find((s) => s.kind === 'bot'));
        };
        let seat = await play('careful');
        assert.deepEqual([seat.bot, seat.style, seat.commander], ['captain', 'careful', 'Duke of Wellington']);
        assert.match(await p.textContent('#seats'), /Duke of Wellington.*Captain/s);
        seat = await play('any');
        assert.deepEqual([seat.bot, seat.style, seat.commander, seat.hidden], [null, null, null, true]);
        assert.match(await p.textContent('#seats'), /Unknown commander/);
        assert.doesNotMatch(await p.textContent('body'), /Captain/);
        await p.context().close();
    });

    test('every seat has a commander of its side, and who it is may be kept back', async () => {
        const p = await person();
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        await p.click('#more');
        assert.ok(await p.isHidden('#c-style-french'));
        assert.match(await p.textContent('[id^=c-style-]:visible'), /Prince Blücher, bold.*Duke of Wellington, careful.*General Gneisenau, by the book/);
        await p.selectOption('[id^=c-style-]:visible', 'bold');
        await p.check('[id^=c-hide-]:visible');
        await p.click('dialog button[type=submit]');
        await p.waitForSelector('#app[data-ready]');
        assert.equal(await p.evaluate(() => table.live.seats.find((s) => s.kind === 'bot').commander), null);
        await p.context().close();
    });

    test('its level is chosen in the lobby, remembered, and shown at the table with its time', async () => {
        const p = await person();
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        assert.deepEqual(await p.$$eval('input[name=level]', (all) => all.map((e) => e.value)), ['recruit', 'corporal', 'cadet', 'captain', 'veteran']);
        assert.equal(await p.inputValue('input[name=level]:checked'), 'cadet');
        await p.click('label[for=level-corporal]');
        assert.match(await p.textContent('#level-said'), /second and third game.*up to 0\.06 s a turn/);
        await p.click('label[for=level-cadet]');
        assert.match(await p.textContent('#level-said'), /a fair opponent.*up to 0\.06 s a turn/);
        await p.click('#play');
        await p.waitForSelector('#app[data-ready]');
        const seats = await p.evaluate(() => table.live.seats.map((s) => s.bot || s.kind));
        assert.deepEqual(seats, ['person', 'cadet']);
        assert.match(await p.textContent('#seats'), /You.*Cadet/s);
        assert.match(await p.getAttribute('#seats .seat:nth-child(2)', 'title'), /computer, up to 0\.06 s a turn/);
        await p.goto(server.base);
        await p.waitForSelector('#yours .mt a');
        assert.equal(await p.inputValue('input[name=level]:checked'), 'cadet');
        assert.match(await p.textContent('#yours'), /Cadet \(computer\)/);
        await p.context().close();
    });

    test('while it thinks the prompt says who and how long, and a line moves', async () => {
        const p = await person(), m = await make(server.base, 'game waterloo-200\nseed 3\nprivate\nseat french person\nseat allied bot veteran\n');
        await sit(p, m.match, m.seats[0].token);
        await p.evaluate(() => { table.receive({ ...table.live, mine: false, legal: [], asks: { ...table.live.asks, side: 'allied', seat: 'british', thinking: true } }); });
        assert.match(await p.textContent('#prompt'), /Veteran is thinking…\s+up to 0\.06 s a turn/);
        assert.ok(await p.evaluate(() => document.getElementById('app').classList.contains('thinking')));
        await p.evaluate(() => { table.receive({ ...table.live, asks: { ...table.live.asks, seat: null } }); });
        assert.match(await p.textContent('#prompt'), /Veteran is thinking/, 'of a seat that may not be known');
        await p.context().close();
    });

    test('what it did is drawn on the board, summed up, and played again on demand', async () => {
        const p = await person(), m = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person\nseat red bot cadet\n');
        await sit(p, m.match, m.seats[0].token);
        assert.ok(await p.isHidden('#news'));
        for (let i = 0; i < 8 && await p.isHidden('#news'); i++)
            await endOne(p);
        assert.match(await p.textContent('#news'), /Since your last decision: \d+ move/);
        assert.ok(await p.locator('#reach .way').count() > 0, 'ways are drawn');
        await noFault(p, 'news');
        const now = (await state(p)).entries;
        await p.keyboard.press('b');
        await until(p, () => table.replay.at !== null && table.replay.timer && table.state.at === table.replay.at);
        assert.ok(await p.evaluate(() => table.replay.at) < now);
        await until(p, () => /Replay, entry \d+\. .*marches/.test(document.getElementById('prompt').textContent));
        await p.keyboard.press('Escape');
        assert.equal(await p.evaluate(() => table.replay.at), null);
        const before = (await state(p)).seq;
        await p.evaluate(() => table.decide.act(table.choices.legal[0]));
        await until(p, (n) => table.live.seq > n, before);
        await until(p, () => !table.live.mine || document.getElementById('news').hidden);
        await p.context().close();
    });

    test('what it did stays hidden until it does more, or does it again after it was taken back', async () => {
        const p = await person(), m = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person\nseat red bot cadet\n');
        const look = (s) => p.evaluate(async (x) => { await table.news.look({ ...table.live, ...x }); return !document.getElementById('news').hidden; }, s);
        await sit(p, m.match, m.seats[0].token);
        for (let i = 0; i < 8 && await p.isHidden('#news'); i++)
            await endOne(p);
        await p.click('#news [aria-label=Hide]');
        assert.ok(await p.isHidden('#news'));
        await p.evaluate(() => table.receive({ ...table.live, seq: table.live.seq + 1 }));
        assert.equal(await look({}), false, 'nothing was done since');
        assert.equal(await p.locator('#reach .way').count(), 0);
        assert.equal(await look({ entries: 0 }), true, 'taken back');
        await p.click('#news [aria-label=Hide]');
        await p.evaluate(() => table.chronicle.entries.push({ ...table.chronicle.entries.at(-1), n: table.live.entries + 1, who: 'red', events: [{ event: 'march', role: 'march', text: '', units: ['r1'], places: ['0301'] }] }));
        assert.equal(await look({ entries: (await state(p)).entries + 1 }), true, 'a later deed');
        assert.match(await p.textContent('#news'), /1 move/);
        await p.context().close();
    });

    test('it plays faster than a page is drawn: of many states the last is shown, and the chronicle has all', async () => {
        const p = await person(), m = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person\nseat red bot cadet\n');
        await sit(p, m.match, m.seats[0].token);
        const [shown, entries] = await p.evaluate(async () => {
            const { live: s, show } = table, shows = [], one = (n) => ({ n, turn: 1, who: 'red', label: `deed ${n}`, do: 'x', verb: 'x', units: [], places: [], events: [] });
            table.show = (x) => { shows.push(x.seq); show.call(table, x); };
            for (let i = 1; i <= 40; i++)
                table.hear({ ...s, mine: false, legal: [], seq: s.seq + i, entries: s.entries + i, log_from: s.entries + i - 1, log: [one(s.entries + i)] });
            for (const end = Date.now() + 60000; table.later && Date.now() < end;)
                await new Promise((r) => setTimeout(r, 20));
            return [shows.map((n) => n - s.seq), table.chronicle.entries.filter((e) => e.who === 'red' && /deed/.test(e.label)).length];
        });
        assert.deepEqual(shown, [40]);
        assert.equal(entries, 40);
        await p.context().close();
    });

    test('at a hot seat everybody has seen it', async () => {
        const p = await person([1280, 720], { curtain: false }), m = await make(server.base, 'game null\nprivate\nseat blue person holder us\nseat red person holder us\n');
        await sit(p, m.match, m.seats[0].token);
        for (let i = 0; i < 5; i++) {
            await p.evaluate(() => table.decide.act(table.choices.legal[0]));
            await settled(p);
            assert.ok(await p.isHidden('#news'));
        }
        await p.context().close();
    });
});

describe('a match that was set aside', () => {
    test('says so at the table and in the lobby, and what can still be done', async () => {
        const faulty = await serve('faulty'), p = await person(), at = (path) => faulty.base + path;
        try {
            const m = await make(faulty.base, 'game null\noption fog on\nname "Lost in fog"\nseat blue person holder me\nseat red person holder me\n'), { token } = m.seats[0], path = `match/${m.match}`;
            let s = await api(faulty.base, path, token);
            while (s.asks.step === 'setup')
                s = await api(faulty.base, `${path}/do`, token, `${s.seq} ${s.legal[0].do}`);
            for (let i = 0; i < 3; i++) {
                await fetch(at(`api/${path}/do`), { method: 'POST', body: `${s.seq} stop`, headers: { Authorization: `Bearer ${token}` } }).then(() => {}, () => {});
                await faulty.ready();
            }
            await p.goto(at(`table.html?match=${m.match}#${token}`));
            await p.waitForSelector('#app[data-ready]');
            await p.click('#curtain button');
            assert.match(await p.textContent('#who'), /Set aside/);
            assert.match(await p.textContent('#prompt'), /set aside: it can be read, saved, resigned or drawn, but not played on\./);
            assert.equal(await p.locator('#acts [data-do]').count(), 0, 'no decision is offered');
            assert.equal(await p.locator('#choices button').count(), 0);
            await noFault(p, 'set aside');
            const [file] = await Promise.all([p.waitForEvent('download'), p.click('#keep-journal')]);
            assert.match(file.suggestedFilename(), /\.grognard$/);
            await p.goto(faulty.base);
            await p.waitForSelector('#yours .mt a');
            assert.match(await p.textContent('#yours'), /Lost in fog.*to be read and saved.*Set aside/s);
            const q = await person();
            await q.goto(faulty.base);
            await q.waitForSelector('#matches .mt a');
            assert.match(await q.textContent('#matches'), /Lost in fog.*Set aside/s);
            await q.context().close();
            await p.goto(at(`table.html?match=${m.match}#${token}`));
            await p.waitForSelector('#app[data-ready]');
            await p.click('#curtain button');
            await p.click('#keep-match');
            await p.click('dialog button:has-text("Resign…")');
            await p.click('dialog button:has-text("Resign the battle")');
            await until(p, () => table.live.over && !table.live.halted);
        } finally {
            await p.context().close();
            await faulty.close();
        }
    });
});

test('nothing went wrong on any page, and no policy was broken', () => assert.deepEqual(faults, []));
