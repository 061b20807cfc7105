// gallery.mjs: the pieces of games in every state, to be looked at: three zooms, by day, by night, in contrast.
//   node tests/browser/gallery.mjs [GAME…]        OUT= another folder
//
// Samples are written here as the server would show them, so that a drawing can be looked at before its game can be played; colours are
// those of the game's own catalogue if it is there, else those of The Day of Waterloo.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { serve, browser, api } from './server.mjs';

const out = process.env.OUT || join(tmpdir(), 'grognard-gallery');
const piece = (id, more) => ({ id, name: id, side: '', army: 'french', kind: 'unit', class: 'infantry', figure: 'inf', own: true, place: '0101', places: ['0101'], depth: 1, marks: [], numbers: {}, words: {}, veiled: false, ...more });

const foot = (id, formation, more = {}) => piece(id, { turn: 0, ...more, words: { formation, ...more.words }, numbers: { strength: 6, effectiveness: 4, move: 4, ...more.numbers } });
const guns = (id, formation, more = {}) => foot(id, formation, { figure: 'gun', ...more, numbers: { guns: 8, rounds: 4, firepower: 2, ...more.numbers } });
const NEY = {
    samples: [
        foot('1/92e', 'column'), foot('2/92e', 'column', { turn: 60 }), foot('3/2e', 'line'), foot('1/93e', 'line', { turn: 120, numbers: { lost: 2, strength: 4 } }),
        foot('2/30th', 'line', { army: 'british', words: { ranks: 'two' } }), foot('2/44th', 'extended', { army: 'british', wing: { x: 120, y: 0 }, words: { ranks: 'two' } }), foot('Bremen', 'extended', { army: 'hanoverian', turn: 240, wing: { x: 60, y: -104 } }),
        foot('1/42nd', 'square', { army: 'british' }), foot('Lüneburg', 'square', { army: 'hanoverian', numbers: { lost: 2, strength: 4 } }), foot('95th co.', 'skirmish', { army: 'british', numbers: { strength: 1 } }), foot('7e Dragons', 'cavalry', { figure: 'cav' }), foot('Lanciers', 'cavalry', { turn: 300 }),
        guns('Foy foot', 'limbered', { turn: 60 }), guns('Lloyd', 'unlimbered', { army: 'british' }), guns('Rogers', 'unlimbered', { army: 'british', turn: 240, numbers: { rounds: 2, guns: 6 } }), guns('Kuhlmann', 'unlimbered', { army: 'kgl', words: { morale: 'disordered' }, numbers: { rounds: 1 } }),
        foot('2/73rd', 'column', { army: 'british', words: { morale: 'disordered' } }), foot('8e Cuir.', 'cavalry', { words: { morale: 'disordered' }, numbers: { lost: 2, strength: 3 } }), foot('1/Nassau', 'line', { army: 'nassau', words: { morale: 'routed' }, numbers: { lost: 4, strength: 2 } }), foot('1/108e', 'line', { words: { morale: 'routed' } }),
        foot('done', 'column', { marks: ['done', 'fired'] }), foot('Brunswick', 'column', { army: 'brunswick', turn: 180 }), foot('7th Dutch', 'line', { army: 'dutch', turn: 180, numbers: { strength: 12 } }),
        piece('Reille', { kind: 'leader', class: 'command unit', figure: 'corps', words: { division: 'II' }, numbers: { radius: 4 } }), piece('Wellington', { kind: 'leader', army: 'british', class: 'command unit', figure: 'army' }), piece('Alten', { kind: 'leader', army: 'british', figure: 'corps', words: { division: '3' }, marks: ['reduced'] }),
    ], size: 100,
};
const div = (id, more = {}) => piece(id, { formation: 'f.I', turn: 0, ...more, numbers: { strength: 6, printed: 6, morale: 4, guns: 1, fatigue: 0, move: 8, ...more.numbers } });
const MARCH = {
    samples: [
        div('Donzelot (2nd)'), div('Quiot (1st)', { numbers: { fatigue: 2, strength: 5 }, turn: 60 }), div('Alten', { army: 'adg', formation: 'a.I', turn: 120, numbers: { fatigue: 4, strength: 5 } }), div('Tired', { marks: ['tired'], turn: 180, numbers: { fatigue: 5, strength: 5 } }),
        div('Spent', { figure: 'cav', marks: ['spent'], turn: 240, numbers: { fatigue: 6, strength: 4 } }), div('Disorganized', { marks: ['disorganized'], turn: 300, numbers: { fatigue: 3 } }), div('Tired and D', { army: 'adg', formation: 'a.R', marks: ['tired', 'disorganized'], numbers: { fatigue: 5, strength: 10, printed: 11 } }), div('Smashed', { marks: ['smashed'], numbers: { fatigue: 4, strength: 1 } }),
        div('Pirch I', { army: 'prussian', formation: 'p.II', numbers: { fatigue: 1, strength: 5, guns: 2 } }), div('Out', { marks: ['uncommanded', 'unsupplied', 'acted'] }), div('Imperial Guard', { formation: 'f.IG', figure: 'infguard', numbers: { morale: 6, guns: 2 }, marks: ['heavy'] }),
        piece('Guard art.', { formation: 'f.IG', figure: 'gun12', turn: 0, numbers: { guns: 3, move: 8 }, marks: ['heavy'] }), piece('Horse art.', { army: 'adg', formation: 'a.C', figure: 'horsegun', turn: 60, numbers: { guns: 2, move: 12 } }), piece('Train', { formation: 'f.I', figure: 'horsegun', numbers: { move: 6 } }),
        piece("D'Erlon", { kind: 'leader', formation: 'f.I', figure: 'corps', words: { order: 'RESERVE', pending: 'ATTACK' } }), piece('Ney', { kind: 'leader', figure: 'army' }),
    ], size: 52,
};
const unit = (id, more = {}) => piece(id, { formation: 'f.I', ...more, words: { size: 'XX', ...more.words }, numbers: { strength: 6, quality: 3, move: 4, ...more.numbers } });
const LAST = {
    samples: [
        piece('Prussian force', { army: 'prussian', unseen: true, veiled: true, marks: ['zone'] }), piece('Allied force', { army: 'adg', unseen: true, veiled: true, marks: ['zone'] }), piece('French force', { unseen: true, veiled: true, marks: ['no-zone'] }), piece('Force', { unseen: true, veiled: true }),
        unit('Donzelot'), unit('Jérôme', { formation: 'f.II', marks: ['reduced'], numbers: { strength: 3 }, words: { half: '½' } }), unit('Friant', { formation: 'f.IG', figure: 'infguard', numbers: { quality: 5, strength: 5 } }), unit('Soult', { formation: 'f.IIIc', figure: 'cav', numbers: { strength: 2, stars: 3, move: 6 } }), unit('Steinmetz', { army: 'prussian', formation: 'p.I', numbers: { strength: 8 }, marks: ['seen', 'out'] }),
        unit('Ponsonby', { army: 'adg', formation: 'a.C', figure: 'cavheavy', numbers: { strength: 2, quality: 4 } }), unit('Out', { marks: ['out', 'unsupplied', 'failed'] }), unit('Marching', { marks: ['column', 'exhausted'], numbers: { strength: 5 } }),
        piece('Vedette', { class: 'vedette', numbers: { strength: 0 }, words: { half: '½' } }), piece('Guard vedette', { class: 'vedette', numbers: { strength: 1 } }), piece('Train', { class: 'pontoon train' }), piece('Pontoon', { class: 'pontoon train', along: 0 }), piece('Laying', { class: 'pontoon train', army: 'prussian', along: 60, marks: ['laying'] }),
        piece('Napoléon', { kind: 'leader', figure: 'army', numbers: { command: 3 } }), piece('Gérard', { kind: 'leader', formation: 'f.II', figure: 'corps' }), piece('Zieten', { kind: 'leader', army: 'prussian', formation: 'p.I', figure: 'corps', numbers: { command: 2 } }), piece('Blücher', { kind: 'leader', army: 'prussian', figure: 'cap', numbers: { command: 2 }, marks: ['captured'] }),
    ], size: 53,
};
const GAMES = { 'ney-vs-wellington': NEY, 'march-into-battle': MARCH, 'last-days': LAST };
/** Armies that the borrowed catalogue does not have. */
const ALSO = [['british', 'British', 'adg'], ['hanoverian', 'Hanoverian', 'adg'], ['kgl', "King's German Legion", 'adg'], ['nassau', 'Nassau', 'prussian'], ['dutch', 'Dutch', 'adg'], ['brunswick', 'Brunswick', 'prussian']];

/** Draws on a page that has the game's styles and symbols. */
async function draw({ id, game, samples, size }) {
    const [{ Box }, { default: mod }, { DEFS }, { loadSymbols }] = await Promise.all(['/box.js', `/games/${id}.js`, '/counters.js', '/dom.js'].map((f) => import(f)));
    await loadSymbols();
    const box = new Box(game), rows = [[96, 'close'], [56, 'table'], [28, 'far']].map(([px, lod]) => {
        const hex = (k) => `M${[0, 60, 120, 180, 240, 300].map((t) => `${(50 + k * 57.7 * Math.sin(t * Math.PI / 180)).toFixed(1)} ${(50 - k * 57.7 * Math.cos(t * Math.PI / 180)).toFixed(1)}`).join('L')}z`;
        const k = size / 120, of = px / (size > 60 ? 1 : size / 100) / 100, wide = Math.round(132 * of);
        return `<div class="row">${samples.map((p) => `<figure><svg viewBox="-16 -14 132 128" width="${wide}" height="${128 * of}"><path d="${hex(1)}" fill="var(--low)" stroke="var(--grid)" stroke-opacity=".4"/><g transform="translate(${50 - size / 2} ${50 - size / 2}) scale(${k})">${mod.draw(p, lod, box)}</g></svg>${lod === 'close' ? `<figcaption>${p.name}</figcaption>` : ''}</figure>`).join('')}</div>`;
    });
    for (const e of [...document.body.children].filter((x) => x.tagName !== 'svg'))
        e.remove();
    document.body.insertAdjacentHTML('beforeend', `<svg width="0" height="0"><defs>${DEFS}</defs></svg>${rows.join('')}`);
    const css = new CSSStyleSheet();
    css.replaceSync('body{margin:12px;background:var(--paper);overflow:visible;display:block;height:auto}.row{display:flex;flex-wrap:wrap;gap:2px;margin-bottom:10px}figure{margin:0;text-align:center;font:12px var(--sans);color:var(--ink)}figure svg{overflow:visible;display:block}.cn{font-family:var(--cond);font-weight:700}');
    document.adoptedStyleSheets = [css];
    await document.fonts.ready;
}

mkdirSync(out, { recursive: true });
const server = await serve(), chrome = await browser();
try {
    const { games } = await api(server.base, 'games'), lent = games.find((g) => g.id === 'day-of-waterloo');
    for (const id of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GAMES)) {
        const own = games.find((g) => g.id === id), lend = ALSO.map(([army, title, like]) => ({ ...lent.armies.find((a) => a.id === like), id: army, title }));
        const game = own?.armies ? { ...own, armies: [...own.armies, ...lent.armies], formations: [...own.formations, ...lent.formations], colours: { ...lent.colours, ...own.colours } } : { ...lent, armies: [...lent.armies, ...lend], colours: { ...lent.colours, ...Object.fromEntries(lend.map((a) => [a.id, a])) } };
        for (const theme of ['day', 'night', 'contrast']) {
            const page = await chrome.newPage({ viewport: { width: 1500, height: 900 } });
            await page.goto(`${server.base}index.html`);
            await page.evaluate((t) => { document.documentElement.dataset.theme = t; }, theme);
            await page.evaluate(draw, { id, game, ...GAMES[id] });
            await page.screenshot({ path: join(out, `${id}-${theme}.png`), fullPage: true });
            await page.close();
        }
    }
} finally {
    await chrome.close();
    await server.close();
}
