// shown.js: what a state shows, made ready for the page: pieces, how much they can march, what lies on the ground.
// @ts-check
import { capital } from './dom.js';
import { points } from './box.js';

/**
 * A piece as the server shows it (docs/table-api.md). Here `id` is never null: of one that is only known to stand there
 * it is made up, and `unseen` is set. `place` is the first of its places. The board adds how it is drawn (pieces.js): `turn`, where it
 * looks, in degrees from north; `wing`, where its second place lies, in its drawing's box of 120; `along`, of one that stands on a hexside: how that runs.
 * @typedef {{id: string, unseen: boolean, name: string, side: string, army: string, formation?: string, kind: 'unit'|'leader'|'block',
 *   class: string, figure?: string, second?: string, own: boolean, place: string|null, places: string[], off?: string, due?: number, at?: string,
 *   facing?: string, turn?: number, wing?: {x: number, y: number}, along?: number, depth: number, marks: string[], numbers: Record<string, number>, words: Record<string, string>,
 *   faces?: string[], points_left?: number, points_of?: number, points_changes?: {what: string, case: string, by: number}[], veiled: boolean, line?: string, still?: string}} Piece
 */

/** @param {any} view @returns {Piece[]} */
export const piecesOf = (view) => (view?.pieces || []).map((/** @type {any} */ p, /** @type {number} */ i) =>
    ({ ...p, id: p.id ?? `?${i}`, unseen: p.id === null, place: p.places[0] ?? null }));

/** "sse": south-south-east. @param {string} facing */
export const facingWords = (facing) => [...facing].map((c) => ({ n: 'north', e: 'east', s: 'south', w: 'west' })[c] || c).join('-');

/** Half points, left and of how many; null: it does not march. @param {Piece|undefined} p */
export const marchOf = (p) => p?.points_of ? { left: p.points_left || 0, of: p.points_of, changes: p.points_changes || [] } : null;

/** "1½ of 3 MP left" @param {{left: number, of: number}} m */
export const marchWords = (m) => `${points(m.left)} of ${points(m.of)} MP left`;

/** What was taken off or added, from what is printed: "6, severe mud −2". @param {{of: number, changes: any[]}} m @returns {string} */
export const changeWords = (m) => m.changes.length ? `${points(m.changes.reduce((n, c) => n - c.by, m.of))}, ${m.changes.map((c) => `${c.what} ${c.by < 0 ? '−' : '+'}${points(Math.abs(c.by))}`).join(', ')}` : '';

/** A piece's strength, where it has one. @param {Piece} p */
export const strengthOf = (p) => p.kind === 'leader' ? undefined : p.numbers.strength;

/** All that is written on a piece, or known of it. @param {Piece} p @param {import('./box.js').Box} box @returns {[string, string][]} */
export function factsOf(p, box) {
    const f = box.formation(p.formation), known = box.game.labels || {};
    const shown = { ...p.words, ...p.numbers }, values = Object.entries(shown).filter(([k]) => k in known);
    const unknown = p.veiled ? Object.keys(known).filter((k) => k !== 'class' && !(k in shown)) : [];
    return /** @type {[string, string][]} */ ([
        ['Army', box.army(p.army)], f ? ['Formation', f.title] : null, p.class ? [known.class || 'Kind', p.class] : null,
        ...values.map(([k, v]) => [box.label(k), String(v)]), ...unknown.map((k) => [box.label(k), 'unknown']),
        p.facing ? ['Faces', facingWords(p.facing)] : null, p.veiled && !p.place ? ['Where', 'unknown'] : null, p.veiled ? ['State', 'unknown'] : p.marks.length ? ['State', p.marks.map((x) => box.mark(x)).join(', ')] : null,
        p.due || p.at ? [p.due ? 'Comes' : 'Sets up', [p.due ? `turn ${p.due}` : '', p.at].filter(Boolean).join(', ')] : null,
    ].filter(Boolean));
}

/** A heading of the order of battle. @param {Piece} p @param {import('./box.js').Box} box */
export const headingOf = (p, box) => [box.army(p.army), box.formation(p.formation)?.title].filter(Boolean).join(' ');

/**
 * Pieces that stand nowhere, by box; those to come by turn and place, armies apart.
 * @param {Piece[]} pieces @param {import('./box.js').Box} box @param {any} clock
 */
export function traysOf(pieces, box, clock) {
    const by = /** @type {Map<string, {rank: number, title: string, note: string, group: string, pieces: Piece[]}>} */ (new Map());
    const order = [...box.boxes.keys()];
    for (const p of pieces) {
        const b = !p.place && box.boxes.get(p.off || '');
        if (!b?.group)
            continue;
        const note = p.at || box.army(p.army), key = [p.off, p.due || 0, note].join('|');
        const title = p.due ? clock.turns[p.due - 1]?.hour || `Turn ${p.due}` : p.at ? 'To set up' : b.title;
        const tray = by.get(key) || { rank: order.indexOf(b.id) * 1000 + (p.due || 0), title: capital(title), note, group: b.group, pieces: /** @type {Piece[]} */ ([]) };
        tray.pieces.push(p);
        by.set(key, tray);
    }
    return [...by.values()].sort((a, b) => a.rank - b.rank);
}

const STAR = 'M0-10L2.9-3.6 9.8-2.9 4.7 1.9 6.1 8.7 0 5.2-6.1 8.7-4.7 1.9-9.8-2.9-2.9-3.6z';

/** A bridge over a hexside, and what has become of it. @param {any} c @param {string} more */
const span = (c, more) => `<g class="span" transform="translate(${c.x} ${c.y}) rotate(${c.along || 0})"><path class="b" d="M-7-15Q-3 0-7 15M7-15Q3 0 7 15"/><path class="a" d="M-7-15Q-3 0-7 15M7-15Q3 0 7 15"/>${more}</g>`;

/** What lies on the ground, under the pieces. @param {any} view @param {import('./board.js').Board} board @param {import('./box.js').Box} box */
export function signs(view, board, box) {
    const draw = /** @type {Record<string, (c: any, s: any) => string>} */ ({
        goal: (c) => `<path class="goal" d="${STAR}" transform="translate(${c.x - 34} ${c.y - 22}) scale(1.3)"/>`,
        bridge: (c) => span(c, ''),
        breach: (c) => span(c, '<path class="broken" d="M-9-9L9 9M9-9L-9 9"/>'),
        work: (c) => span(c, '<circle class="work" r="13"/>'),
        cube: (c, s) => `<g transform="translate(${c.x + 26} ${c.y + 26})"><path d="M-9-5L0-10 9-5V6L0 11-9 6z" fill="${box.colour(s.army)}" stroke="#1d1a16" stroke-width="1.4"/><path d="M-9-5L0 0 9-5M0 0V11" fill="none" stroke="#1d1a16" stroke-opacity=".5"/></g>`,
    });
    return (view.signs || []).map((/** @type {any} */ s) => board.cell(s.place) ? draw[s.sign]?.(board.cell(s.place), s) || '' : '').join('');
}

/** What whoever sits down should know before. @param {any} s a state */
export const warning = (s) => [s.origin ? `${s.origin.text}.` : '', s.hot_seat && s.you === 'spectator' ? 'One person holds seats of both sides here.' : ''].filter(Boolean).join(' ');
