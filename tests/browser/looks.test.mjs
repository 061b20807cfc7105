// looks.test.mjs: looking at the table: fonts, overlays, ground, stacks, chronicle, forces, small screens; and how
// web/ is written.
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { make, api, playOn, tree } from './server.mjs';
import { names, offences, styleOffences } from './written.mjs';
import { server, faults, person, sit, spot, tap, until, noFault, alone, W200, position } from './hand.mjs';

const fonts = async () => (await fetch(`${server.base}fonts/EBGaramond12-Regular.woff2`)).ok;
const battle = 'turn 8  phase french movement\nat 0816 Foy Ney Bachelu\nat 1013 Pire\nat 1011 Kempt Somerset\nat 1114 Vandeleur\nat 0914 Pack';

describe('web/ as it is written', () => {
    const all = readdirSync(join(tree, 'web'), { recursive: true }), files = all.filter((f) => /\.(js|html)$/.test(f));
    const text = (f) => readFileSync(join(tree, 'web', f), 'utf8');
    const known = async () => names((await api(server.base, 'games')).games);

    test('no game is named but in the module that draws it', async () => {
        const { games } = await api(server.base, 'games');
        for (const f of files)
            for (const g of games)
                if (f !== g.module)
                    assert.ok(!text(f).includes(`'${g.id}'`) && !text(f).includes(`${g.id}.`), `${f} names ${g.id}`);
    });

    test('the page asks: it knows no side, verb, step, hour or colour of a game', async () => {
        const k = await known();
        assert.ok(k.sides.size > 8 && k.verbs.size > 30 && k.steps.size > 30 && k.colours.size > 8);
        assert.deepEqual(files.filter((f) => f.endsWith('.js')).flatMap((f) => offences(f, text(f), k)), []);
        assert.deepEqual(all.filter((f) => f.endsWith('.css')).flatMap((f) => styleOffences(f, text(f), k)), []);
    });

    test('what is planted is found', async () => {
        const k = await known(), planted = [
            ["const mine = s.viewer === 'french';", /names a side/], ["const TITLE = { french: 'F', other: 'O' };", /names a side/], ["const x = /french|other/.test(y);", /names a side/],
            ['const c = `the ${x} of blue`;', /names a side/], ['const x = view.allied;', /names a side/], ["const c = p.formation === 'f.IG';", /formation/],
            ["if (a.verb === 'done') go();", /by the name/], ["if ('movement' !== s.asks.step) go();", /by the name/], ["const m = ['x'].includes(e.event);", /by the name/], ["const q = e.verb.startsWith('re');", /looks for words/],
            ["const quiet = ['top', 'done'];", /a list of verbs/], ["const t = { bombard: 1, combat: 2 };", /a table of verbs/], ["const t = { a: 'Stop', b: 'End' }[s.asks?.step];", /looks up/],
            ["const p = asks.prompt.replace(/ or stop$/, '');", /pattern/], ["const p = /^clear/.test(t.ground[x].words);", /pattern/], ["const g = /gone|lost/.test(p.place || '');", /pattern/], ["const d = (e.hour || '').match(/ .*/);", /pattern/], ["if (asks.prompt.includes('now')) go();", /looks for words/],
            ["const FROM = ['11.30 a.m.', '1 p.m.'];", /an hour/], ["const blue = '#214E8A';", /paints an army/],
        ];
        for (const [code, what] of planted)
            assert.match(offences('some.js', code, k).join('\n'), what, code);
        assert.match(offences('games/x.js', "import { get } from '../api.js';\nexport default { draw() {}, tracks() {} };", k).join('\n'), /no need[^]*more than draw/);
        assert.match(styleOffences('x.css', ':root{--prussian:#fff}.a{color:#b23a36}', k).join('\n'), /names a side[^]*paints/);
        for (const code of ["if (a.role === 'march' || a.role === 'end') go();", "const x = a.verb === b.verb;", 'const key = `${s.asks.step} ${a.verb}`;', "const t = { click: 1, top: 2 };", "const n = /^x/.test(p.name);"])
            assert.deepEqual(offences('some.js', code, k), [], code);
    });

    test('modules do not import each other in a circle', () => {
        const of = (f, m) => f.startsWith('games/') && !m[0].includes("'../") ? `games/${m[1]}` : m[1];
        const imports = new Map(files.filter((f) => f.endsWith('.js')).map((f) => [f, [...text(f).matchAll(/^import .* from '\.?\.\/(.*)';/gm)].map((m) => of(f, m))]));
        const visit = (f, way) => {
            assert.ok(!way.includes(f), [...way, f].join(' → '));
            for (const g of imports.get(f) || [])
                visit(g, [...way, f]);
        };
        for (const f of imports.keys())
            visit(f, []);
    });
});

describe('fonts', () => {
    test('they come with the program and are used', async (t) => {
        if (!await fonts())
            return t.skip('this build has no fonts');
        const p = await person(), got = [];
        p.on('response', (r) => { if (/woff2$/.test(r.url())) got.push(r); });
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        assert.deepEqual(await p.evaluate(async () => {
            await document.fonts.ready;
            return ['16px "EB Garamond"', 'italic 16px "EB Garamond"', '14px Roboto', '700 14px "Roboto Condensed"'].filter((f) => !document.fonts.check(f));
        }), []);
        assert.ok(got.length >= 4 && got.every((r) => r.status() === 200 && r.headers()['content-type'] === 'font/woff2' && /max-age/.test(r.headers()['cache-control'])));
        await p.context().close();
    });

    test('without them the page takes others', async () => {
        const p = await person();
        await p.route(/woff2$/, (r) => r.fulfill({ status: 404, body: '' }));
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        assert.ok(await p.locator('#play').isVisible());
        await p.context().close();
    });
});

describe('looking at the board', () => {
    test('overlays: by button and key, with a legend; hidden cavalry casts no zone', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, position(battle));
        await sit(p, m.match, m.seats[0].token);
        await p.click('#lay-zones');
        await p.waitForSelector('#legend:not([hidden]) li');
        await until(p, () => table.overlays.answer);
        const seen = await p.evaluate(() => table.overlays.answer.places);
        assert.ok(seen[0].includes('1012') && seen[1].includes('1113'));
        assert.ok(!seen[1].includes('1010'), 'Somerset is not seen below Kempt');
        assert.ok(await p.locator('#overlay path').count() >= 4);
        assert.match(await p.textContent('#legend'), /French cavalry.*Allied cavalry.*6\.0a/);
        await p.keyboard.press('Escape');
        await until(p, () => document.querySelector('#legend').hidden);
        await p.focus('#view');
        await p.keyboard.press('v');
        await until(p, () => table.overlays.name === 'command' && table.overlays.answer);
        await p.keyboard.press('v');
        assert.match(await p.textContent('#legend'), /Choose a hex/);
        await p.keyboard.press('g');
        await p.keyboard.type('1013');
        await p.keyboard.press('Enter');
        await until(p, () => table.overlays.answer?.places[0].length > 5);
        assert.match(await p.textContent('#here'), /1013.*ground/);
        await p.keyboard.press('V');
        await until(p, () => table.overlays.name === '');
        await p.context().close();
    });

    test('the owner sees the zone of the cavalry below; overlays of the past', async () => {
        const p = await person([1280, 720], { curtain: false, endings: 'never' });
        const m = await make(server.base, position(battle.replace('french', 'allied')));
        await sit(p, m.match, m.seats[0].token);
        await p.evaluate(() => table.overlays.look('zones'));
        await until(p, () => table.overlays.answer?.places[1].includes('1010'));
        await p.click('#acts button:has-text("End")');
        await until(p, () => table.live.entries > 0);
        await p.evaluate(() => table.replay.go(0));
        await until(p, () => table.replay.at === 0 && table.overlays.answer?.places[1].includes('1113'));
        await p.context().close();
    });

    test('an enemy hex looks the same with one unit and with four', async () => {
        const p = await person([1280, 720], { curtain: false }), seen = [];
        for (const [stack, other] of [['Kempt', 'Vincke Somerset Pack Best'], ['Kempt Somerset Pack Best', 'Vincke']]) {     // the same army, to be seen alike
            const m = await make(server.base, position(`turn 8  phase french movement\nat 1013 Foy\nat 1011 ${stack}\nat 0807 ${other}`));
            await p.goto('about:blank');
            await sit(p, m.match, m.seats[0].token);
            await p.evaluate(() => table.select.inspect('1011'));
            await p.waitForSelector('#insp .scout');
            seen.push(await p.evaluate(() => ['#pieces [data-place="1011"]', '#insp', '#fan', '#reach'].map((x) => document.querySelector(x).outerHTML).join('\n')));
        }
        assert.equal(seen[0], seen[1]);
        await p.context().close();
    });

    test('the inspector says what the ground is; a stack fans out under the pointer, by tap and by key', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, position(battle));
        await sit(p, m.match, m.seats[0].token);
        await tap(p, '1011');
        await until(p, () => /La Haye Sainte/.test(document.querySelector('#insp').textContent));
        assert.match(await p.textContent('#insp'), /Grand farm, low ground.*stream/);
        assert.match(await p.textContent('#insp'), /below the top counter is not known/);
        await p.mouse.move(...await spot(p, '0816'));
        await until(p, () => document.querySelectorAll('#fan .piece').length === 3);
        await p.mouse.move(...await spot(p, '1517'));
        await until(p, () => !document.querySelector('#fan .piece'));
        await p.evaluate(() => { table.board.show('0816', true); table.select.cursor = '0816'; document.querySelector('#view').focus(); });
        await p.keyboard.press('f');
        await until(p, () => document.querySelectorAll('#fan .piece').length === 3);
        await p.click('#fan [data-piece=Bachelu]');
        await until(p, () => table.party.on && table.select.subject === 'Bachelu');
        await p.context().close();
    });

    test('a far hex that no march reaches: the reason of the last step', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, position('turn 8  phase french movement\nat 0817 Foy\nat 0815 Kempt'));
        await sit(p, m.match, m.seats[0].token);
        await tap(p, '0817');
        await until(p, () => table.party.on && table.select.reach.size > 3);
        await tap(p, '0815');
        await p.waitForSelector('#bubble:not([hidden]) .no-t');
        assert.match(await p.textContent('#bubble'), /5\.1a/);
        assert.equal(await p.evaluate(() => table.live.entries), 0, 'nothing has been decided');
        await p.context().close();
    });
});

describe('the books', () => {
    test('of a piece that is not seen only what everybody knows: the rest is unknown', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, position('turn 8  phase french movement\nat 0816 Foy\nat 1011 Kempt Vincke Somerset'));
        await sit(p, m.match, m.seats[0].token);
        await p.keyboard.press('m');
        await p.waitForSelector('#page .oob tr:has-text("Somerset")');
        assert.match(await p.textContent('#page .oob tr:has-text("Somerset")'), /\?unseen$/);
        assert.match(await p.textContent('#page .oob tr:has-text("Kempt")'), /21011$/);
        assert.match(await p.textContent('#page .oob h3:has-text("unseen")'), /strength 2 and what is unseen$/);
        await p.click('#page .oob .u:has-text("Somerset")');
        await p.waitForSelector('dialog[open] .facts');
        const facts = await p.evaluate(() => Object.fromEntries([...document.querySelectorAll('dialog[open] .facts dt')].map((d) => [d.textContent, d.nextSibling?.textContent])));
        assert.deepEqual([facts.Strength, facts.Losses, facts.State, facts.Where], ['unknown', 'unknown', 'unknown', 'unknown']);
        assert.match(facts['Printed strength'] || '', /^\d+$/);
        await p.context().close();
    });

    test('chronicle: filter, search, links that light up, export; forces, losses, charts', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, position('turn 8  phase french movement\nat 1116 Foy\nat 1114 Pack\ncadre Quiot'));
        await sit(p, m.match, m.seats[0].token);
        await tap(p, '1116');
        await until(p, () => table.select.reach.has('1115'));
        await tap(p, '1115');
        await until(p, () => table.placeOf('Foy') === '1115');
        await p.hover('#page .log .hx:has-text("1115")');
        await until(p, () => document.querySelector('#reach .lit'));
        await p.fill('#logsearch', 'nothing of the kind');
        await until(p, () => /Nothing of that kind/.test(document.querySelector('#page .log').textContent));
        await p.fill('#logsearch', '');
        await p.click('#page .flt button:has-text("Combat")');
        assert.equal(await p.locator('#page .log .hx').count(), 0);
        const [file] = await Promise.all([p.waitForEvent('download'), p.click('#page .flt .ib')]);
        assert.match(readFileSync(await file.path(), 'utf8'), /Foy/);
        await p.keyboard.press('m');
        await until(p, () => /II Corps/.test(document.querySelector('#page .oob')?.textContent || ''));
        assert.match(await p.textContent('#tray'), /Cadres/);
        await p.keyboard.press('c');
        await p.click('#page .chart .qb >> nth=0');
        await p.waitForSelector('dialog[open] .chart td');
        await p.context().close();
    });

    test('the link to a moment, the replay played and paused, the position opened from the lobby', async () => {
        const p = await person([1280, 720], { curtain: false }, { permissions: ['clipboard-read', 'clipboard-write'] });
        await p.goto(server.base);
        await p.waitForSelector('body[data-ready]');
        await p.click('#position');
        await p.selectOption('#i-game', 'null');
        await p.fill('#i-text', 'turn 2\nunit b1 0101 strength 2\nunit b2 0103 strength 1\nunit r1 0401 strength 2\nunit r2 0403 strength 1\nasks blue movement');
        await p.click('dialog button[type=submit]');
        await p.waitForSelector('#app[data-ready]');
        await p.click('#choices button[data-do]');
        await until(p, () => table.live.entries > 0);
        await p.focus('#view');
        await p.keyboard.press('Home');
        await until(p, () => table.replay.at === 0);
        await p.keyboard.press('k');
        const link = await p.evaluate(() => navigator.clipboard.readText());
        assert.match(link, /table\.html\?match=.*&at=0$/);
        await p.click('#rep button[aria-label=Play]');
        await until(p, () => table.replay.at === null);
        await p.goto(link);
        await p.waitForSelector('#app[data-ready].past');
        await p.context().close();
    });

    test('resigning asks first; then everything is open and the dice can be checked', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, 'game null\nseed 4\nseat blue person\nseat red bot random\n');
        await sit(p, m.match, m.seats[0].token);
        await p.click('#tools button[aria-label^=Match]');
        await p.click('dialog button:has-text("Resign")');
        await p.click('dialog button:has-text("Resign the battle")');
        await until(p, () => table.live.over);
        assert.match(await p.textContent('#prompt'), /resigned/);
        await p.click('#tools button[aria-label^=Match]');
        await p.click('dialog button:has-text("Check the dice")');
        await p.waitForSelector('dialog[open] dt:has-text("Seed")');
        await p.context().close();
    });

    test('whoever sits down brings a nonce; at the end the page checks the secret against what it noted', async () => {
        const p = await person([1280, 720], { curtain: false });
        await p.goto(server.base);
        await p.click('#play');
        await p.waitForSelector('#app[data-ready]');
        const [match, token, made] = await p.evaluate(() => [table.match, table.token, table.live.seats.map((x) => [x.you, x.nonce])]);
        assert.ok(made.some(([you, nonce]) => you && nonce) && made.every(([you, nonce]) => you || !nonce), 'the maker has one from the beginning');
        const dice = await (await fetch(`${server.base}api/match/${match}/dice`)).json();
        assert.equal(dice.nonces[0].from, 0);
        const m = await make(server.base, 'game null\nseat blue person\nseat red person\n');
        const other = await person([1280, 720], { curtain: false });
        await sit(p, m.match, m.seats[0].token);
        await sit(other, m.match, m.seats[1].token);
        await other.context().close();
        const late = await (await fetch(`${server.base}api/match/${m.match}/dice`)).json();
        assert.equal(late.nonces.length, 2, 'a link brings one too');
        await p.goto(`${server.base}table.html?match=${match}#${token}`);
        await p.waitForSelector('#app[data-ready]');
        await p.click('#tools button[aria-label^=Match]');
        await p.click('dialog button:has-text("Resign")');
        await p.click('dialog button:has-text("Resign the battle")');
        await until(p, () => table.live.over);
        await p.click('#tools button[aria-label^=Match]');
        await p.click('dialog button:has-text("Check the dice")');
        await p.waitForSelector('dialog[open] [role=status]:has-text("The secret fits the commitment")');
        const shown = await p.textContent('dialog');
        assert.match(shown, /your nonceas this browser noted it/i);
        assert.ok(shown.includes(`--commitment ${dice.commitment} --nonce ${dice.nonces[0].seat}=${dice.nonces[0].nonce}`) && !/NOT what/.test(shown), shown);
        await p.evaluate((id) => localStorage.setItem(`grognard.dice.${id}`, JSON.stringify({ commitment: 'x', nonce: 'y' })), match);
        await p.keyboard.press('Escape');
        await p.click('#tools button[aria-label^=Match]');
        await p.click('dialog button:has-text("Check the dice")');
        await p.waitForSelector('dialog[open] dd:has-text("NOT what this browser noted")');
        await p.context().close();
    });
});

describe('other tables', () => {
    test('Waterloo 200: a battle with its sum, by clicking', async () => {
        const p = await person([1280, 720], { curtain: false });
        const m = await make(server.base, alone('waterloo-200', W200)), token = m.seats[0].token, fights = (x) => x.legal.some((a) => a.verb === 'battle');
        const choose = (l) => ['tactical', 'activate', 'reveal', 'take', 'march'].map((v) => l.filter((a) => a.verb === v)).find((x) => x.length)?.at(-1) || l[0];
        let s = await playOn(server.base, m.match, token, fights, choose);
        for (let i = 0; i < 4 && !fights(s); i++)
            s = await playOn(server.base, m.match, token, fights, choose);
        await sit(p, m.match, token);
        await tap(p, s.legal.find((a) => a.verb === 'battle').places[0]);
        await p.waitForSelector('#confirm');
        assert.ok(await p.locator('#sheet .ln tr').count() >= 2);
        await p.keyboard.press('Enter');
        await until(p, (n) => table.live.seq > n, s.seq);
        await p.context().close();
    });

    for (const [w, hh] of [[390, 844], [820, 1180]])
        test(`${w} × ${hh}: nothing hangs over the edge, decisions and drawers by touch`, async () => {
            const p = await person([w, hh], { curtain: false }, { hasTouch: true });
            const m = await make(server.base, position(battle));
            await sit(p, m.match, m.seats[0].token);
            const wide = () => p.evaluate(() => Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('#bar, #say, #acts > *, #dock')].map((e) => e.getBoundingClientRect().right)));
            assert.ok(await wide() <= w, 'wider than the screen');
            await p.touchscreen.tap(...await spot(p, '1013'));
            await until(p, () => table.party.on && table.select.subject === 'Pire');
            assert.ok(await wide() <= w, 'wider than the screen');
            for (const d of ['left', 'chronicle', 'forces', 'rules']) {
                await p.click(`#dock [data-dock=${d}]`);
                await p.waitForSelector(`#dock [data-dock=${d}][aria-pressed=true]`);
            }
            await noFault(p);
            await p.click('#dock [data-dock=rules]');
            await p.click('#putdown');
            await until(p, () => !table.party.on && table.live.entries === 0);
            await p.context().close();
        });
});

test('nothing went wrong on any page, and no policy was broken', () => assert.deepEqual(faults, []));
