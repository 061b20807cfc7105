// clicks.mjs: how much work a task is: counts what a hand does at a table, and does it by hand.
//
// The page itself counts: every press of a pointer's button or finger, every key, every turn of the wheel. A place that
// is not in sight has to be brought there first, which counts as one more: no test gets it for nothing.
import assert from 'node:assert/strict';
import { settled, until } from './hand.mjs';

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** From now on the page counts. What a test does by page.evaluate() is not the hand's and does not count. */
async function listen(page) {
    await page.evaluate((modifiers) => {
        globalThis.work = { presses: 0, keys: 0, wheels: 0, pans: 0 };
        if (globalThis.working)
            return;
        globalThis.working = true;
        const on = (type, f) => window.addEventListener(type, (e) => e.isTrusted && f(e), { capture: true, passive: true });
        on('pointerdown', () => globalThis.work.presses++);
        on('keydown', (e) => { if (!e.repeat && !modifiers.includes(e.key)) globalThis.work.keys++; });
        let wheel = 0;
        on('wheel', (e) => { if (e.timeStamp - wheel > 400) globalThis.work.wheels++; wheel = e.timeStamp; });
    }, MODIFIERS);
}

/** Where a place is on the screen, whether it can be clicked there, and on what. */
const look = (page, place, piece) => page.evaluate(([p, id]) => {
    const view = document.getElementById('view').getBoundingClientRect();
    const at = () => { const s = table.board.screen(table.board.cell(p)); return [s.x + view.left, s.y + view.top + 3]; };
    const of = id && document.querySelector(`#fan [data-piece="${CSS.escape(id)}"], #pieces [data-piece="${CSS.escape(id)}"]`)?.getBoundingClientRect();
    const spot = () => of ? [of.x + of.width / 2, of.y + of.height / 2] : at();
    const clear = ([x, y]) => x > view.left && y > view.top && x < view.right && y < view.bottom && !!document.elementFromPoint(x, y)?.closest('#view') && !document.elementFromPoint(x, y)?.closest('button, .bubble, .legend, .mini');
    return { at: spot(), clear: clear(spot()) };
}, [place, piece || '']);

/** Brings a place into the middle: a drag of the board, or a key. */
const pan = (page, place) => page.evaluate((p) => { globalThis.work.pans++; table.board.show(p, true); }, place);

/**
 * A hand on a page. `click`, `button`, `key` and `drag` do one thing each and wait until the table has answered; `count()` says
 * how many there were since the beginning, or since `begin()`.
 */
export async function handOn(page) {
    await listen(page);
    const point = async (place, piece) => {
        let s = await look(page, place, piece);
        if (!s.clear) {
            await pan(page, place);
            s = await look(page, place, piece);
        }
        assert.ok(s.clear, `${place} cannot be clicked`);
        return s.at;
    };
    return {
        begin: () => listen(page),
        /** On a place of the board, or on a piece that is drawn there. */
        async click(place, piece) {
            await page.mouse.click(...await point(place, piece));
            await settled(page);
        },
        async button(selector) {
            await page.click(selector);
            await settled(page);
        },
        async key(name) {
            await page.keyboard.press(name);
            await settled(page);
        },
        /** From one place to another with the button held. */
        async drag(from, to) {
            const a = await point(from);
            await page.mouse.move(...a);
            await page.mouse.down();
            const b = await point(to);
            await page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, { steps: 3 });
            await page.mouse.move(...b, { steps: 3 });
            await page.mouse.up();
            await settled(page);
        },
        count: async () => Object.values(await page.evaluate(() => globalThis.work)).reduce((n, x) => n + x, 0),
        until: (f, arg) => until(page, f, arg),
    };
}

/** The task takes no more than so many clicks and keys; it is told how many it took. */
export async function within(most, hand, what, task) {
    await hand.begin();
    await task();
    const n = await hand.count();
    assert.ok(n <= most, `${what}: ${n} clicks and keys, at most ${most}`);
    if (process.env.CLICKS)
        console.log(`# ${what}: ${n} (at most ${most})`);
    return n;
}
