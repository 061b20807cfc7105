// generic.js: what the table draws for a game that has no module of its own; others override parts.
//
// A module turns the game's view into pieces, tracks and trays. It knows nothing of rules: what may be
// done comes from the server's list.
// @ts-check
import { counter, veil, livery, VEIL_SIGN } from '../counters.js';
import { capital } from '../dom.js';

/**
 * @typedef {{id: string, place: string|null, name: string, army: string, side: string, kind: string,
 *   order: number, veiled?: boolean, own?: boolean, data: any}} Piece
 * @typedef {{title: string, note?: string, pieces: Piece[]}} Tray
 * @typedef {{title: string, army: string, value: string, part: number, marks: {at: number, hollow?: boolean}[], label?: string, band?: string, state?: string, sub?: boolean}} Track
 */

/** A value of a view in words. @param {any} v @returns {string} */
export function inWords(v) {
    if (v === true)
        return 'yes';
    if (v === false)
        return 'no';
    if (v === null || v === undefined)
        return '–';
    if (Array.isArray(v))
        return v.length ? v.map(inWords).join(', ') : '–';
    return typeof v === 'object' ? Object.entries(v).map(([k, x]) => `${k} ${inWords(x)}`).join(', ') : String(v);
}

/** @type {any} */
export const generic = {
    /** Sides as the page colours them. @param {string} side */
    colour: (side) => livery(side).body,
    ink: (/** @type {string} */ side) => livery(side).txt,
    /** @param {any} view @param {string} viewer @returns {Piece[]} */
    pieces(view, viewer) {
        return Object.entries(view.unit || {}).map(([id, u], i) => ({
            id, place: u.place ?? null, name: u.name || id, army: u.army || u.faction || u.side, side: u.side || u.army,
            kind: 'unit', order: u.depth ?? i, own: u.side === viewer, data: u,
        }));
    },
    /** @param {Piece} p @param {'close'|'table'|'far'} lod */
    draw(p, lod) {
        const u = p.data;
        return counter({
            army: p.army, label: '', size: '', arm: u.arm || 'infantry', figure: /cav|vedette/i.test(`${u.arm} ${u.name}`) ? 'cav' : 'inf',
            name: p.name, values: u.strength !== undefined ? [u.strength] : [], badges: u.spent ? ['done'] : [],
        }, lod);
    },
    veil, sign: VEIL_SIGN,
    /** Everything the view says of a piece. @param {Piece} p @returns {[string, string][]} */
    facts(p) {
        return Object.entries(p.data).filter(([k]) => k !== 'name')
            .map(([k, v]) => /** @type {[string, string]} */ ([capital(k.replace(/_/g, ' ')), inWords(v)]));
    },
    /** A line under the name. @param {Piece} p */
    line: (p) => p.data.strength !== undefined ? `strength ${p.data.strength}` : '',
    /** Points left of all. @param {Piece} _p @returns {{left: number, of: number}|null} */
    moves: (_p) => null,
    /** @param {any} _view @param {any} state */
    turns: (_view, state) => [{ label: String(state.turn), title: `Turn ${state.turn}`, now: true }],
    when: (/** @type {any} */ state) => `Turn ${state.turn}`,
    /** @returns {Track[]} */
    tracks: () => [],
    /** @param {any} view @param {Piece[]} pieces @returns {Tray[]} */
    trays(view, pieces) {
        const off = pieces.filter((p) => p.place && !/^\d/.test(p.place) && p.place !== '?');
        const by = new Map();
        for (const p of off)
            by.set(p.place, [...(by.get(p.place) || []), p]);
        return [...by].map(([title, list]) => ({ title: capital(title || ''), pieces: list }));
    },
    /** Choosing a piece is itself a decision in some games: these verbs do it. @type {string[]} */
    pickers: ['move', 'take'],
    /** Verbs that give a piece no ring: housekeeping that is nearly always possible. @type {string[]} */
    quiet: [],
    /** The order of battle has a heading for each of these. @param {Piece} p */
    formation: (p) => capital(p.army),
    /** A heading of the chronicle. @param {number} turn */
    turnTitle: (turn) => `Turn ${turn}`,
    /** A side as one plays it: "Play the French". @param {string} _side @param {string} title as the catalogue has it */
    play: (_side, title) => title,
    /** Pieces that adorn the lobby. @type {string[]} */
    ornament: [],
    /** Parts of a decision that is told as a whole when it is done. @type {string[]} */
    parts: [],
    /** These end what has been begun. @type {string[]} */
    enders: ['done', 'stop', 'halt', 'pass'],
    /** A better label than the contract's, or nothing. @param {any} _a @param {any} _state @returns {string|undefined} */
    label(_a, _state) { return undefined; },
    /** What a verb's many actions are called together. @param {string} verb */
    group: (verb) => capital(verb.replace(/-/g, ' ')),
    /** Points as the reach shows them. @param {number} left */
    points: (left) => left % 2 ? (left > 1 ? `${(left - 1) / 2}½` : '½') : String(left / 2),
    /** Results of combat: colour and meaning. @param {string} _r @returns {{colour?: string, text?: string}} */
    result: (_r) => ({}),
    /** Layers drawn under the pieces. @param {any} _view @param {any} _board @returns {string} */
    ground: (_view, _board) => '',
    phases: [],
    /** Step in words. @param {any} state */
    step: (state) => state.asks ? capital(state.asks.step.replace(/-/g, ' ')) : '',
    /** Size of a counter in units of the board. */
    size: 62, spread: 6.5,
    /** Events of the chronicle that are only bookkeeping. @param {any} _e */
    dull: (_e) => false,
};
