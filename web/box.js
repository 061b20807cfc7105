// box.js: a game as the catalogue has it: its names, colours, roles of verbs. Whatever the page calls by name or paints
// in an army's colour is looked up here; nothing of a game stands in the page itself.
// @ts-check
import { capital } from './dom.js';

/** What nobody's colours are. */
const GREY = { title: '', body: '#8a8170', lite: '#a89e8a', dark: '#3f392e', fig: '#f7f0dd', txt: '#ffffff', loss: '#ffd9a0', sil: '#3f392e', flip: false, emblem: '' };

/** @typedef {typeof GREY} Livery */
/** @typedef {{id: string, title: string, label: string, army: string, colour?: string, guard: boolean, tail: boolean}} Formation */

/**
 * @param {any[]|undefined} list of things with ids
 * @returns {Map<string, any>}
 */
const byId = (list) => new Map((list || []).map((x) => [x.id, x]));

export class Box {
    /** @param {any} game an entry of the catalogue; one with faulty data has hardly anything */
    constructor(game) {
        this.game = game;
        this.armies = byId(game.armies);
        this.formations = byId(game.formations);
        this.marks = byId(game.marks);
        this.boxes = byId(game.boxes);
        this.results = byId(game.results);
        /** @type {{id: string, title: string}[]} */
        this.phases = game.phases || [];
        /** @type {Map<string, {verb: string, role: string, title?: string}>} */
        this.verbs = new Map([...(game.verbs || [])].reverse().map((/** @type {any} */ v) => [v.verb, v]));     // the first of a name counts
        this.look = { play: {}, ornament: [], size: 62, spread: 6, ...game.look };
    }

    // ---- colours ----

    /** Of an army, side or seat. @param {string|null|undefined} id @returns {Livery} */
    livery(id) { return this.game.colours?.[id || ''] || this.armies.get(id || '') || GREY; }
    /** @param {string|null|undefined} id */
    colour(id) { return this.livery(id).body; }
    /** Of words on that colour. @param {string|null|undefined} id */
    ink(id) { return this.livery(id).txt; }

    // ---- names ----

    /** @param {string} id */
    army(id) { return this.armies.get(id)?.title || capital(id || ''); }
    /** @param {string|undefined} id @returns {Formation|null} */
    formation(id) { return this.formations.get(id || '') || null; }
    /** What a mark on a piece means. @param {string} id */
    mark(id) { return this.marks.get(id)?.title || id; }
    /** What a number or word of a piece is called. @param {string} name */
    label(name) { return this.game.labels?.[name] || capital(name.replace(/_/g, ' ')); }
    /** The number that marches change, as within a sentence. */
    get worn() { return this.label(this.game.worn || 'wear').toLowerCase(); }
    /** What a verb's many actions are called together. @param {string} verb */
    verb(verb) { return this.verbs.get(verb)?.title || capital(verb.replace(/-/g, ' ')); }
    /** A side as one plays it: "Play the French". @param {string} side */
    play(side) { return this.look.play[side] || this.game.side_titles?.[this.game.sides.indexOf(side)] || side; }
    /** The side that has won, in words. @param {string} side */
    side(side) { return this.game.side_titles?.[(this.game.sides || []).indexOf(side)] || capital(side); }

    /** Who has won, if how it ended does not say so already. @param {any} result */
    won(result) {
        const side = result?.winner && this.side(result.winner), said = new RegExp(`^${side} .*victory`, 'i').test(result?.text || '');
        return side ? said ? '' : `${side} victory.` : 'Nobody has won.';
    }

    /** A result of a chart: its colour, its meaning. @param {string} id */
    result(id) {
        const r = this.results.get(id);
        return r ? { colour: `var(--tone${r.tone < 0 ? `m${-r.tone}` : r.tone})`, text: r.text } : {};
    }
}

/** Half points in words: 3 is 1½. @param {number} half */
export const points = (half) => half % 2 ? (half > 1 ? `${(half - 1) / 2}½` : '½') : String(half / 2);
