// counters.test.mjs: what a counter says: its parts explained, its points with what was taken off, and the danger it is in.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { make, api } from './server.mjs';
import { server, faults, person, sit, tap, until, settled, noFault, position } from './hand.mjs';

const SIZES = [[1280, 720], [1920, 1080], [820, 1180], [390, 844]];
const THEMES = ['day', 'night', 'contrast'];
const shot = (page, name) => process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null;
const battle = (turn) => position(`turn ${turn}  phase french movement\nat 1014 Foy\nat 1013 Pire\nat 1011 Kempt Pack\nat 1010 Wellington\nat 1113 D'Erlon Ney`);

async function seated(turn = 8, size, settings) {
    const p = await person(size, { curtain: false, ...settings }), m = await make(server.base, battle(turn));
    await sit(p, m.match, m.seats[0].token);
    return { p, m };
}

describe('the anatomy of a counter', () => {
    test('comes when the pointer rests on it, with the numbers of this very piece, and goes with the pointer', async () => {
        const { p } = await seated();
        await tap(p, '1014');
        await settled(p);
        await p.hover('#insp .pc .pic');
        await p.waitForSelector('#anatomy');
        const piece = await p.evaluate(() => table.list.find((x) => x.id === 'Foy')), text = await p.textContent('#anatomy');
        assert.ok(text.includes(piece.name) && text.includes(String(piece.numbers.strength)) && text.includes(String(piece.numbers.morale)));
        const parts = await p.locator('#anatomy ol li').count();
        assert.ok(parts >= 5, 'name, formation, kind and the numbers along its foot');
        assert.equal(await p.locator('#anatomy svg text.cn').evaluateAll((l) => l.filter((x) => /^\d+$/.test(x.textContent) && x.getAttribute('font-size') === '11').length), parts, 'a number on the drawing for each');
        await p.mouse.move(5, 5);
        await until(p, () => !document.getElementById('anatomy'));
        await p.context().close();
    });

    test('opens by its button too, for the keyboard; and says nothing of a face turned away', async () => {
        const { p } = await seated();
        await tap(p, '1014');
        await settled(p);
        await p.focus('#insp .an');
        await p.keyboard.press('Enter');
        await p.waitForSelector('dialog[open] .anat');
        await p.keyboard.press('Escape');
        await tap(p, '1011');
        await settled(p);
        const hidden = await p.evaluate(() => table.stackIn('1011').filter((x) => x.unseen).length);
        assert.equal(await p.locator('#insp .an').count(), await p.locator('#insp ol.st > li').count() - hidden);
        await p.context().close();
    });

    test('by a long press where there is no pointer to rest', async () => {
        const p = await person([390, 844], { curtain: false }, { hasTouch: true, isMobile: true }), m = await make(server.base, battle(8));
        await sit(p, m.match, m.seats[0].token);
        await p.evaluate(() => { table.select.pick('1014'); table.side.openDrawer('left'); });
        await settled(p);
        const pic = p.locator('#insp .pc .pic').first();
        await pic.dispatchEvent('pointerdown', { pointerType: 'touch' });
        await p.waitForSelector('#anatomy');
        await pic.dispatchEvent('pointerup', { pointerType: 'touch' });
        await until(p, () => !document.getElementById('anatomy'));
        await p.context().close();
    });

    for (const theme of THEMES)
        for (const size of SIZES)
            test(`no fault of access, ${theme} at ${size.join('x')}`, async () => {
                const { p } = await seated(8, size, { theme });
                await p.evaluate(() => table.anatomy.open(table.list.find((x) => x.id === 'Foy')));
                await p.waitForSelector('dialog[open] .anat');
                await noFault(p, 'anatomy');
                await shot(p, `anatomy-${theme}-${size[0]}`);
                await p.context().close();
            });
});

describe('points', () => {
    test('are shown as they are, with what mud took off and the case', async () => {
        const { p } = await seated(1), pire = await p.evaluate(() => table.list.find((x) => x.id === 'Pire'));
        assert.deepEqual(pire.points_changes, [{ what: 'severe mud', case: '9.2.14a', by: -4 }]);
        await tap(p, '1013');
        await settled(p);
        const text = await p.textContent('#insp');
        assert.match(text, /5 of 5 MP left/);
        assert.match(text, /7, severe mud −2 9\.2\.14a/);
        await p.click('#insp [data-case="9.2.14a"]');
        await until(p, () => document.querySelector('#rules-list .hit'));
        await p.context().close();
    });

    test('nothing is said where nothing was taken off; a boost is said in the other game', async () => {
        const { p } = await seated(8);
        await tap(p, '1013');
        await settled(p);
        assert.equal(await p.locator('#insp .mc').count(), 0);
        await p.context().close();
        const { games } = await api(server.base, 'games'), lesson = games.find((g) => g.id === 'waterloo-200').lessons[0];
        const m = await make(server.base, `game waterloo-200\nlesson ${lesson.id}\nprivate\nseat french person\nseat allied bot cadet\n`), q = await person();
        await sit(q, m.match, m.seats.find((s) => s.token).token);
        for (let i = 0; i < 12 && !await q.evaluate(() => table.list.some((x) => x.points_changes)); i++) {
            const before = await q.evaluate(() => table.live.seq), asked = await q.evaluate(() => table.live.lesson.beats.at(-1).asks[0]?.do);
            await q.evaluate((d) => table.decide.act(table.choices.legal.find((a) => a.do === d)), asked);
            await until(q, (n) => table.live.seq > n && table.live.mine, before);
        }
        assert.deepEqual(await q.evaluate(() => table.list.find((x) => x.points_changes).points_changes), [{ what: 'boosted by its leader', case: '3.10c', by: 2 }]);
        await q.context().close();
    });
});

describe('danger', () => {
    test('marks every own stack that somebody can come to, says who, and how likely it breaks; as far as one knows', async () => {
        const { p, m } = await seated();
        await p.evaluate(() => table.overlays.look('danger'));
        await until(p, () => table.overlays.answer?.stacks);
        const { danger } = await api(server.base, `match/${m.match}/danger`, m.seats[0].token);
        assert.ok(danger.stacks.length >= 2);
        const reached = danger.stacks.filter((s) => s.units.length || s.attacked).map((s) => s.place).sort();
        assert.ok(reached.length > 0);
        assert.deepEqual((await p.locator('.peril').evaluateAll((l) => l.map((x) => x.dataset.place))).sort(), reached);
        const one = danger.stacks.find((s) => s.attacked);
        assert.ok((await p.textContent(`.peril[data-place="${one.place}"]`)).includes(`${Math.round(one.most / 10)} %`));
        await tap(p, one.place);
        await settled(p);
        assert.match(await p.textContent('#insp'), /next turn it breaks in \d+/i);
        assert.ok((await p.textContent('#insp')).includes(await p.evaluate((u) => table.nameOf(u), one.units[0])));
        assert.match(await p.textContent('#legend'), /breaks as likely as not/);
        const seen = new Set(await p.evaluate(() => table.list.filter((x) => !x.unseen).map((x) => x.id)));
        assert.ok(danger.stacks.every((s) => s.units.every((u) => seen.has(u))), 'nobody is named who is not seen');
        await p.click('#legend .qb');
        await until(p, () => !document.querySelector('.peril'));
        await p.context().close();
    });

    test('is for whoever is asked, and nothing for others', async () => {
        const { m } = await seated();
        assert.equal((await api(server.base, `match/${m.match}/danger`)).danger, null);
    });

    for (const theme of THEMES)
        for (const size of SIZES)
            test(`no fault of access, ${theme} at ${size.join('x')}`, async () => {
                const { p } = await seated(8, size, { theme });
                await p.evaluate(() => table.overlays.look('danger'));
                await until(p, () => table.overlays.answer?.stacks);
                await noFault(p, 'danger');
                await shot(p, `danger-${theme}-${size[0]}`);
                await p.context().close();
            });
});

test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
