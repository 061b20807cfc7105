// room.test.mjs: what has room beside what at 1280 × 720: the panel's two lines, names of phases, the card of a phase, the
// small map, a lesson; and that a click is answered with what the step is about.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make } from './server.mjs';
import { server, faults, person, sit, tap, until, settled, noFault } from './hand.mjs';

const against = (game, extra = '') => make(server.base, `game ${game}\n${extra}seed 7\nprivate\nseat french person\nseat allied person\n`);
const box = (p, selector) => p.evaluate((q) => { const { left, top, right, bottom } = document.querySelector(q).getBoundingClientRect(); return { left, top, right, bottom }; }, selector);
const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

describe('a small window', () => {
    test('March into Battle: an enemy in the Orders Phase is answered with orders; two lines a piece; the card leaves the board free', async () => {
        const p = await person([1280, 720], { cards: [] }), m = await against('march-into-battle', 'scenario waterloo\n');
        await sit(p, m.match, m.seats[0].token);
        assert.ok(await p.isVisible('#card'), 'the card has opened by itself');
        assert.ok(apart(await box(p, '#card'), await box(p, '#map')), 'and lies beside the board');
        const there = await p.evaluate(() => table.list.find((x) => !x.own && x.place && x.kind !== 'leader' && table.stackIn(x.place).length > 1).place);
        await tap(p, there);
        await until(p, () => !document.getElementById('bubble').hidden);
        assert.match(await p.textContent('#bubble'), /Orders are given by army and wing commanders.*5\.4r1/s);
        assert.ok(await p.isHidden('#card'), 'who looks at a place wants the panel');
        const lines = await p.evaluate(() => [...document.querySelectorAll('#insp .nm')].map((e) => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e.querySelector('.l')).lineHeight))));
        assert.ok(lines.length > 1 && lines.every((n) => n <= 2), `lines a piece: ${lines}`);
        assert.match(await p.getAttribute('#insp .l', 'title'), /SP.*morale/, 'the whole line is told on hover');
        await p.context().close();
    });

    test('names of phases are whole or pips; the small map has its forces before its picture, and keeps one while the light changes', async () => {
        const p = await person([1280, 720], { theme: 'contrast' }), m = await against('last-days', 'scenario ligny\n');
        await sit(p, m.match, m.seats[0].token);
        const cut = await p.evaluate(() => [...document.querySelectorAll('#who .ph .pip')].filter((e) => getComputedStyle(e).fontSize !== '0px' && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent));
        assert.deepEqual(cut, []);
        assert.ok(await p.locator('#who .ph .pip').count() > 6);
        const stacks = await p.evaluate(() => table.pieces.at.size);
        assert.ok(stacks > 10);
        assert.equal(await p.locator('#mini .dots circle').count(), stacks);
        await p.evaluate(() => document.querySelector('#mini img').decode());
        assert.match(await p.getAttribute('#mini img', 'src'), /contrast/);
        const blank = await p.evaluate(async () => {
            let worst = 1;
            const { theme } = await import('./api.js'), look = () => { const i = document.querySelector('#mini img'); worst = Math.min(worst, i.complete && i.naturalWidth ? 1 : 0); };
            theme('day');
            table.overlays.map();
            while (!/day/.test(document.querySelector('#mini img').src))
                await new Promise((r) => { look(); setTimeout(r, 10); });
            look();
            return worst;
        });
        assert.equal(blank, 1);
        await p.context().close();
    });

    for (const [game, scenario, size] of [['march-into-battle', 'wavre', [1280, 800]], ['last-days', 'ligny', [1024, 768]], ['last-days', 'sambre', [1280, 720]]])
        test(`no stack of ${scenario} lies under the buttons of overlays when the board is first shown`, async () => {
            const p = await person(size), m = await against(game, `scenario ${scenario}\n`);
            await sit(p, m.match, m.seats[0].token);
            const under = await p.evaluate(() => {
                const buttons = [...document.querySelectorAll('#layers button')].map((b) => b.getBoundingClientRect()), view = document.querySelector('#view').getBoundingClientRect();
                const low = Math.max(...buttons.map((b) => b.bottom)) - view.top;
                return { buttons: buttons.length, places: [...table.pieces.at.keys()].filter((h) => { const c = table.board.cell(h), at = c && table.board.screen(c); return at && at.x > 0 && at.x < view.width && at.y > 0 && at.y < low; }) };
            });
            assert.ok(under.buttons > 3);
            assert.deepEqual(under.places, []);
            await p.context().close();
        });

    test('a wide window: what a piece is stands above its points, not squeezed beside them', async () => {
        const p = await person([1920, 1080]), m = await make(server.base, 'game ney-vs-wellington\nseed 7\nprivate\nseat french person holder us\nseat allied person holder us\nposition <<\nturn 2 phase french march\nat 0913 n 1/3/6 2/3/6\n.\n');
        await sit(p, m.match, m.seats[0].token);
        await tap(p, '0913');
        await until(p, () => document.querySelectorAll('#insp .li').length === 2);
        assert.ok(await p.evaluate(() => [...document.querySelectorAll('#insp .li')].every((e) => e.clientWidth > 120)));
        await p.context().close();
    });

    test('the board stays under the pointer when the line above it grows', async () => {
        const p = await person(), m = await against('last-days', 'scenario ligny\n');
        await sit(p, m.match, m.seats[0].token);
        await settled(p);
        const put = () => table.board.top === document.getElementById('view').getBoundingClientRect().top;
        await until(p, put);
        const look = () => p.evaluate(() => ({ top: document.getElementById('view').getBoundingClientRect().top, cell: document.querySelector('#cells [id^=cell-]').getBoundingClientRect().top })), was = await look();
        await p.evaluate(() => { document.getElementById('say').style.minHeight = '160px'; });
        await until(p, (top) => table.board.top > top + 20, was.top);
        await until(p, put);
        const is = await look();
        assert.ok(Math.abs(is.cell - was.cell) < 1, `${was.cell} ${is.cell}`);
        await p.context().close();
    });

    test('The Last Days: lines of command and supply, with a legend in words; a place tells its own', async () => {
        const p = await person([1280, 720]), m = await against('last-days', 'scenario ligny\n');
        await sit(p, m.match, m.seats[0].token);
        for (const id of ['command', 'supply']) {
            await p.click(`#lay-${id}`);
            await until(p, () => table.overlays.answer?.lines?.length);
            assert.ok(await p.locator('#peril .bond path').count() || id === 'supply', id);
            const line = await p.evaluate(() => table.overlays.answer.lines.find((l) => l.way.length > 1) || table.overlays.answer.lines[0]);
            await p.evaluate((h) => table.select.inspect(h), line.way.at(-1));
            await until(p, () => table.overlays.answer?.lines?.length && document.getElementById('insp').textContent.includes(':'));
            await until(p, (text) => document.getElementById('insp').textContent.toLowerCase().includes(text.toLowerCase()), line.text);
            await noFault(p, `lines of ${id}`);
            await p.evaluate(() => table.select.clear?.());
        }
        await p.context().close();
    });

    test('the lesson lies on no button of the board', async () => {
        const p = await person(), m = await make(server.base, 'game null\nlesson first\nprivate\nseed 3\nseat blue person\nseat red bot cadet\n');
        await sit(p, m.match, m.seats.find((x) => x.token).token);
        await p.waitForSelector('#lesson:not([hidden])');
        for (let i = 0; i < 4; i++) {
            await settled(p);
            const lesson = await box(p, '#lesson');
            for (const q of ['.orders-open', '.zoom', '#layers'])
                assert.ok(apart(lesson, await box(p, q)), `${q}, beat ${i + 1}`);
            const next = p.locator('#lesson [data-lesson=next], #lesson [data-lesson=forme]').first();
            if (!await next.isVisible())
                break;
            await next.click();
        }
        await p.context().close();
    });
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
