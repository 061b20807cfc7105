// teach.test.mjs: the table teaches: lessons played to their end by clicking what they ask.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make } from './server.mjs';
import { handOn } from './clicks.mjs';
import { server, faults, person, sit, tap, until, settled, noFault } from './hand.mjs';

/** All lessons of all games: { game, lesson }. */
const lessons = async () => (await (await fetch(`${server.base}api/games`)).json()).games.flatMap((g) => g.lessons.map((l) => ({ game: g, lesson: l })));

/** A match that is this lesson, against the computer. */
const order = ({ game, lesson }) => `game ${game.id}\nlesson ${lesson.id}\nprivate\nseed 3\n${game.sides.map((s) => `seat ${s} ${s === lesson.side ? 'person' : 'bot cadet'}\n`).join('')}`;

const beat = (p) => p.evaluate(() => {
    const { beat: b, now } = table.lesson;
    return b ? { n: b.n, of: now.of, kind: b.kind, act: b.tries || b.asks[0] || null, over: now.over, last: table.lesson.at === now.beats.length - 1, seq: table.live.seq, places: table.lesson.places } : null;
});

/** Where a piece stands. */
const placeOf = (p, unit) => p.evaluate((u) => table.placeOf(u), unit);

/** One click towards an action: its button, the menu that is open, the sheet's, the board. Who is taken up is sent with his first step: to the place that the lesson shows. */
async function clickTowards(p, a, places) {
    const confirm = p.locator('#sheet button.b1').first();
    if (await confirm.isVisible().catch(() => false))
        return confirm.click();
    const off = a.units[0] && !await placeOf(p, a.units[0]);
    const button = p.locator(`#acts [data-do="${a.do}"], #sheet [data-do="${a.do}"]${a.role === 'pick' && !off ? '' : `, #insp [data-do="${a.do}"]`}`).first();
    if (await button.isVisible().catch(() => false))
        return button.click();
    const item = p.locator('#bubble.menu button.m', { hasText: new RegExp(`^${a.label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'i') }).first();
    if (await item.isVisible().catch(() => false))
        return item.click();
    const step = p.locator('#bubble.menu button.m').first();
    if (a.role === 'pick' && await step.isVisible().catch(() => false))
        return step.click();
    if (off && !a.places.length && !await p.locator('#bubble.menu').isVisible()) { /* one that is still to come */
        if (a.role === 'pick' && places[0] && await p.evaluate((u) => table.party.has(u), a.units[0]))
            return tap(p, places[0]);
        await p.locator(`#tray button.tp.may[title="${await p.evaluate((u) => table.nameOf(u), a.units[0])}"]`).first().click({ timeout: 4000 }).catch(() => {});
        if (a.role === 'pick')
            await p.locator(`#insp [data-do="${a.do}"]`).first().click({ timeout: 4000 }).catch(() => {});
        return undefined;
    }
    const from = a.units[0] && await placeOf(p, a.units[0]), chosen = await p.evaluate(() => table.select.subject);
    if (from && chosen !== a.units[0] && (a.places.length || a.role === 'pick'))
        await (await handOn(p)).click(from, a.units[0]);
    const to = a.role === 'pick' && chosen === a.units[0] ? places.find((x) => x !== from) : a.places[0];
    if (a.role === 'pick' && chosen === a.units[0] && !to)
        return p.locator('#acts button[data-do]').first().click();
    if (to && !await p.locator('#bubble.menu').isVisible())
        await tap(p, to);
    else if (from && !a.places.length && a.role !== 'pick')
        await tap(p, from);
}

/** What a click on the board did not reach: a piece under others in a crowded area, a formation that is a button of the ring. Of so many. */
const helped = [];
let asked = 0;

/** Does what the lesson asks, click by click, until the match has moved on; or lets the lesson do it. */
async function obey(p, b) {
    asked++;
    for (let i = 0; i < 5 && (await beat(p))?.seq === b.seq; i++) {
        await clickTowards(p, b.act, b.places);
        await settled(p);
    }
    if ((await beat(p))?.seq === b.seq) {
        helped.push(b.act.do);
        await p.click('#lesson [data-lesson=forme]');
        await settled(p);
    }
    assert.notEqual((await beat(p))?.seq, b.seq, `beat ${b.n}: ${b.act.do}`);
}

/** Tries what the rules refuse, or has the lesson try it; the lesson has seen it. Where the table finds a way that the rules allow, the lesson goes on. */
async function attempt(p, b) {
    const open = async () => (await beat(p))?.n === b.n && !await p.evaluate(() => table.lesson.tried);
    for (let i = 0; i < 4 && await open(); i++) {
        await clickTowards(p, b.act, b.places);
        await settled(p);
    }
    if (await open()) {
        await p.click('#lesson [data-lesson=forme]');
        await until(p, () => table.lesson.tried);
    }
}

async function follow(p) {
    const seen = [];
    for (let b; (b = await beat(p));) {
        if (seen.at(-1) !== b.n)
            seen.push(b.n);
        if (b.kind === 'try' && !await p.evaluate(() => table.lesson.tried))
            await attempt(p, b);
        else if (b.kind === 'do')
            await obey(p, b);
        else if (b.last)
            break;
        else
            await p.click('#lesson [data-lesson=next]');
        await settled(p);
    }
    return seen;
}

describe('lessons', () => {
    test('each is played to its end by clicking what it asks', async () => {
        const all = await lessons();
        assert.ok(all.length > 0);
        for (const one of all) {
            const p = await person(), m = await make(server.base, order(one));
            await sit(p, m.match, m.seats.find((s) => s.token).token);
            await p.waitForSelector('#lesson:not([hidden])');
            const seen = await follow(p), of = await p.evaluate(() => table.live.lesson.of);
            assert.deepEqual(seen, Array.from({ length: of }, (_, i) => i + 1), `${one.game.id} ${one.lesson.id}: every beat is seen`);
            assert.ok(await p.evaluate(() => table.live.lesson.over));
            await p.context().close();
        }
        assert.ok(helped.length * 10 <= asked, `by itself, of ${asked}: ${helped}`);
    });

    test('something else is refused, a forbidden thing may be skipped, the bubble hides and comes back', async () => {
        const p = await person(), [one] = (await lessons()).filter((x) => x.lesson.path === 1), m = await make(server.base, order(one));
        await sit(p, m.match, m.seats.find((s) => s.token).token);
        await until(p, () => table.lesson.beat?.n === 1);
        const other = await p.evaluate(() => table.choices.legal.find((a) => !table.live.lesson.beats.some((b) => b.asks.some((x) => x.do === a.do))).do);
        await p.evaluate((d) => table.decide.act(table.choices.legal.find((a) => a.do === d)), other);
        await settled(p);
        assert.match(await p.textContent('#bubble'), /the lesson asks for something else/i);
        assert.equal((await beat(p)).seq, 0);
        await p.click('#lesson [data-lesson=hide]');
        assert.equal(await p.locator('#lesson p').count(), 0);
        await p.click('#lesson button');
        await p.click('#lesson [data-lesson=next]');
        await p.click('#lesson [data-lesson=forme]');
        await until(p, () => table.live.seq > 0);
        await p.reload();
        await p.waitForSelector('#lesson:not([hidden])');
        assert.ok((await beat(p)).n > 2, 'it goes on where it was');
        await p.context().close();
    });

    for (const [theme, size] of [['day', [1280, 720]], ['night', [1920, 1080]], ['contrast', [820, 1180]], ['day', [390, 844]]])
        test(`no fault of access, ${theme} at ${size.join('x')}`, async () => {
            const p = await person(size, { theme }), [one] = (await lessons()).filter((x) => x.lesson.path === 1), m = await make(server.base, order(one));
            await sit(p, m.match, m.seats.find((s) => s.token).token);
            await p.waitForSelector('#lesson:not([hidden])');
            await noFault(p, 'lesson');
            if (process.env.SHOTS)
                await p.screenshot({ path: `${process.env.SHOTS}/lesson-${theme}-${size[0]}.png` });
            await p.context().close();
        });
});

describe('cards and aims', () => {
    const cards = { cards: [] };

    test('the card of a phase opens by itself once, then by its name; the aim and how it stands are in sight', async () => {
        const p = await person([1280, 720], cards), m = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person\nseat red bot cadet\n');
        await sit(p, m.match, m.seats[0].token);
        assert.match(await p.textContent('#card'), /You may.*It ends.*Often missed/s);
        assert.match(await p.textContent('#aim'), /Aim: Stand on the crossroads.*Nobody stands on the crossroads/s);
        await p.click('#card [aria-label="Close the card"]');
        await p.reload();
        await p.waitForSelector('#app[data-ready]');
        assert.ok(await p.isHidden('#card'), 'once');
        await p.click('#who .pip');
        assert.ok(await p.isVisible('#card'));
        await p.click('#card .case');
        await until(p, () => document.querySelector('#page .hit'));
        await p.context().close();
    });

    test('every phase of every game has one, whose cases are in the book', async () => {
        const { games } = await (await fetch(`${server.base}api/games`)).json();
        for (const g of games) {
            assert.ok(g.cards.length > 0, g.id);
            for (const f of g.phases)
                assert.ok(g.cards.some((c) => c.id === f.id), `${g.id} ${f.id}`);
            for (const s of g.scenarios)
                assert.ok(s.aim && s.minutes && s.complexity, `${g.id} ${s.id}`);
        }
    });

    for (const [theme, size] of [['night', [1280, 720]], ['contrast', [820, 1180]], ['day', [390, 844]]])
        test(`no fault of access with a card, ${theme} at ${size.join('x')}`, async () => {
            const p = await person(size, { theme, ...cards }), m = await make(server.base, 'game null\nseed 3\nprivate\nseat blue person\nseat red bot cadet\n');
            await sit(p, m.match, m.seats[0].token);
            assert.ok(await p.isVisible('#card'));
            await noFault(p, 'card');
            if (process.env.SHOTS)
                await p.screenshot({ path: `${process.env.SHOTS}/card-${theme}-${size[0]}.png` });
            await p.context().close();
        });
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
