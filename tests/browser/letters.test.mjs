// letters.test.mjs: letters between the people of a side, each at his own window: written, refused, on the road, read, shown to
// all at the end; and talk that the rules close.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api } from './server.mjs';
import { server, faults, person, sit, until, settled, noFault, tap } from './hand.mjs';

const ORDER = 'game null\nseed 3\noption officers on\nprivate\nseat blue person name "Ann"\nseat red person name "Bob"\nseat red-second person name "Cid"\n';
/** Pictures of what is new, to be looked at: SHOTS=folder. */
const shot = (page, name) => process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null;
const act = async (m, seat, words) => {
    const { token } = m.seats.find((x) => x.seat === seat), { seq } = await api(server.base, `match/${m.match}`, token);
    return api(server.base, `match/${m.match}/do`, token, `${seq} ${words}`);
};

describe('letters', () => {
    test('are written, refused without being lost, read in time, and shown to all at the end', async () => {
        const m = await make(server.base, ORDER), token = (seat) => m.seats.find((x) => x.seat === seat).token;
        for (const [seat, words] of [['blue', 'strong b1'], ['red', 'strong r1'], ['blue', 'stop'], ['blue', 'stop']])
            await act(m, seat, words);
        const [blue, red, second] = [await person(), await person(), await person()];
        await sit(blue, m.match, token('blue'));
        await sit(red, m.match, token('red'));
        await sit(second, m.match, token('red-second'));
        // talk is closed to those who are apart, not to the enemy
        assert.equal(await red.isDisabled('#said'), true);
        assert.match(await red.getAttribute('#said', 'placeholder'), /10\.2: officers talk only/);
        assert.equal(await blue.isDisabled('#said'), false);
        // a hex number is refused, and the letter stays
        await red.click('#tab-letters');
        await until(red, () => /By the quickest way: 2 points, 1 turn; there in/.test(document.getElementById('letter-road').textContent));
        await red.fill('#letter-text', 'To 0302 at once!');
        await red.click('#letter-send');
        await until(red, () => /10\.4/.test(document.getElementById('bubble').textContent));
        assert.equal(await red.inputValue('#letter-text'), 'To 0302 at once!');
        await noFault(red, 'letters');
        // a plotted way, and a text that is a text
        await red.fill('#letter-text', 'To the crossroads\n"at once" <b>');
        await red.click('#letter-plot');
        await tap(red, '0302');
        await tap(red, '0402');
        await tap(red, '0403');
        await until(red, () => /By the way that you have plotted: 2½ points, 2 turns/.test(document.getElementById('letter-road')?.textContent || ''));
        await shot(red, 'letter-plotted');
        await red.click('#letter-quickest');
        await until(red, () => /By the quickest way/.test(document.getElementById('letter-road').textContent));
        await red.click('#letter-send');
        await until(red, () => document.querySelectorAll('[data-letter=sent]').length === 1);
        assert.equal(await red.inputValue('#letter-text'), '');
        assert.match(await red.textContent('[data-letter=sent]'), /On the road; the courier should be there in/);
        await shot(red, 'letter-sent');
        // nobody else has noticed anything
        await second.click('#tab-letters');
        assert.match(await second.textContent('#page'), /There are no letters yet/);
        assert.match(await second.textContent('#letter-no'), /10\.3: a letter is written by whoever is asked/);
        assert.equal(await blue.evaluate(() => JSON.stringify(table.live).includes('crossroads\\n')), false);
        await second.click('#tab-chronicle');
        for (const seat of ['red', 'red-second', 'red', 'red-second', 'blue', 'blue', 'red'])
            await act(m, seat, 'stop');
        await until(second, () => document.getElementById('tab-letters').textContent === 'Letters (1)');
        await second.click('#tab-letters');
        assert.match(await second.textContent('[data-letter=received]'), /Officer of the Vedette to Officer of the Grenadiers.*To the crossroads"at once" <b>/s);
        assert.equal(await second.textContent('#tab-letters'), 'Letters');
        await shot(second, 'letter-read');
        await blue.click('#tab-letters');
        assert.equal(await blue.locator('[data-letter]').count(), 0);
        await api(server.base, `match/${m.match}/resign`, token('blue'), String((await api(server.base, `match/${m.match}`, token('blue'))).seq));
        await until(blue, () => table.live.over && document.querySelectorAll('[data-letter=shown]').length === 1);
        assert.match(await blue.textContent('[data-letter=shown]'), /To the crossroads.*Read in/s);
        assert.equal(await red.isDisabled('#said'), false);
        await shot(blue, 'letters-shown');
        await noFault(blue, 'letters shown');
        for (const p of [blue, red, second])
            await p.context().close();
    });

    test('a day of the campaign with four people in four windows: who is asked, a letter on the road and read, and nobody else knows of it', async () => {
        const seats = ['napoleon', 'marshal', 'wellington', 'blucher'], text = 'Hold the bridges as long as you can; I collect the army';
        const m = await make(server.base, `game last-days\nscenario waterloo\nseed 3\noption split-french on\noption split-coalition on\nprivate\n${seats.map((x) => `seat ${x} person name ${x}\n`).join('')}`);
        const token = (seat) => m.seats.find((x) => x.seat === seat).token, look = (seat) => api(server.base, `match/${m.match}`, token(seat));
        /** Whoever is asked passes, until it comes true. */
        const pass = async (until) => {
            for (let n = 0; n < 400; n++) {
                const { asks } = await look('napoleon'), all = asks.seat ? [asks.seat] : seats, mine = (await Promise.all(all.map(look))).find((x) => x.mine), seat = mine.seats.find((x) => x.you).seat;
                if (until(mine, seat))
                    return;
                const a = mine.legal.find((x) => x.role === 'end' || x.role === 'decline') || mine.legal[0];
                assert.ok((await act(m, seat, a.do)).ok, `${seat}: ${a.do}`);
            }
            throw new Error('it never came to that');
        };
        await pass((s, seat) => seat === 'wellington' && s.asks.step === 'command');
        const pages = Object.fromEntries(await Promise.all(seats.map(async (x) => [x, await person()]))), { wellington, blucher } = pages, others = [pages.napoleon, pages.marshal];
        for (const x of seats)
            await sit(pages[x], m.match, token(x));
        assert.deepEqual(await Promise.all(seats.map((x) => pages[x].evaluate(() => table.live.mine))), [false, false, true, false]);
        assert.match(await wellington.getAttribute('#said', 'placeholder'), /18\.1: they talk only/);
        await wellington.click('#tab-letters');
        await wellington.fill('#letter-text', 'March to 2314');
        await wellington.click('#letter-send');
        await until(wellington, () => /18\.13/.test(document.getElementById('bubble').textContent));
        await wellington.fill('#letter-text', text);
        await wellington.click('#letter-send');
        await until(wellington, () => document.querySelectorAll('[data-letter=sent]').length === 1);
        await shot(wellington, 'campaign-letter');
        // his part of the phase is over: Blücher is asked, at his own window
        await wellington.click('#acts [data-do=done]');
        await settled(wellington);
        if (await wellington.isVisible('#end-anyway'))
            await wellington.click('#end-anyway');
        await until(blucher, () => table.live.mine && table.live.asks.step === 'command');
        await shot(blucher, 'campaign-blucher');
        for (const p of [blucher, ...others])
            assert.equal(await p.evaluate((t) => JSON.stringify(table.live).includes(t), text), false);
        await pass((s, seat) => seat === 'blucher' && s.letters.list.length > 0);
        await until(blucher, () => document.getElementById('tab-letters').textContent === 'Letters (1)');
        await blucher.click('#tab-letters');
        assert.match(await blucher.textContent('[data-letter=received]'), /Wellington to Blücher.*Hold the bridges/s);
        await shot(blucher, 'campaign-read');
        for (const p of others) {
            await p.click('#tab-letters');
            assert.equal(await p.locator('[data-letter]').count(), 0);
            assert.equal(await p.evaluate((t) => JSON.stringify(table.live).includes(t), text), false);
        }
        for (const p of Object.values(pages))
            await p.context().close();
    });

    test('are not there where nobody writes any, and a draft outlives the page', async () => {
        const none = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person\nseat red bot random\n'), p = await person();
        await sit(p, none.match, none.seats[0].token);
        assert.equal(await p.isVisible('#tab-letters'), false);
        assert.equal(await p.isDisabled('#said'), false);
        await p.context().close();
        const m = await make(server.base, ORDER), q = await person([390, 844]), { token } = m.seats.find((x) => x.seat === 'red');
        for (const [seat, words] of [['blue', 'strong b1'], ['red', 'strong r1'], ['blue', 'stop'], ['blue', 'stop']])
            await act(m, seat, words);
        await sit(q, m.match, token);
        await q.click('[data-dock=letters]');
        await q.fill('#letter-text', 'Half a thought');
        await q.reload();
        await q.waitForSelector('#app[data-ready]');
        await q.click('[data-dock=letters]');
        assert.equal(await q.inputValue('#letter-text'), 'Half a thought');
        await settled(q);
        await shot(q, 'letter-phone');
        await noFault(q, 'letters on a phone');
        await q.context().close();
    });

    test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
});
