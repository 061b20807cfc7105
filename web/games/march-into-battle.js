// march-into-battle.js: the counters of March into Battle: upright, with a prow to the side they face; strength, guns and
// morale, fatigue along the foot. Tired and Spent are plates, disorganized a diamond, Smashed a crack: never a colour alone.
// @ts-check
import { INK, at, diamond, division, fatigue, leader, plate, prow, rect, text } from '../counters.js';
import { common } from './generic.js';

/** The six levels; of the last two the letters. */
const LEVELS = ['', '', '', '', 'T', 'S'];
/** What a line of the status sheet shows, in its order. */
const SHEET = ['strength', 'printed', 'c', 's', 'fatigue', 'guns', 'organic'];
/** Marks that are drawn otherwise, or say what was done. */
const DRAWN = ['disorganized', 'smashed', 'tired', 'spent', 'heavy', 'guard', 'small', 'detachment', 'half'];

/** The order that he has, under a commander: its sign and first letter; behind it what is pending. @param {string} order @param {string|undefined} next */
function tag(order, next) {
    const one = (/** @type {string} */ word, /** @type {number} */ x, /** @type {boolean} */ now) => `<g transform="translate(${x} 0)"><rect x="-13" y="-11" width="26" height="22" rx="4" fill="${now ? '#2b2118' : '#fffdf5'}" stroke="#2b2118" stroke-width="2"/>${text(0, 6.6, word[0], 19, now ? '#f5eeda' : '#2b2118')}</g>`;
    return (next ? one(next, 19, false) : '') + one(order, next ? -7 : 0, true);
}

/** A box a step: empty it is there, struck it straggles, black it is lost. @param {number} of @param {number} stragglers @param {number} lost */
function steps(of, stragglers, lost) {
    return Array.from({ length: of }, (_, i) => {
        const left = i * 9 + 1, gone = i >= of - lost, away = !gone && i >= of - lost - stragglers;
        return rect(left, 3, 7, 11, gone ? INK : '#fffdf5', 1, `stroke="${INK}" stroke-width="1.2"`) + (away ? `<path d="M${left} 14L${left + 7} 3" stroke="${INK}" stroke-width="1.8"/>` : '');
    }).join('');
}

/** The fatigue track as on the counter, for a line of text. @param {number} level */
const track = (level) => `<svg x="96" y="2" width="56" height="13" viewBox="5 101 110 20" preserveAspectRatio="none">${fatigue(level, LEVELS, 'table')}</svg>`;

export default {
    /** Where the numbers stand that it writes, for whoever explains them. */
    spots: /** @type {Record<string, [number, number]>} */ ({ name: [-5, 62], strength: [20, 127], guns: [58, 127], morale: [100, 127], fatigue: [-6, 112] }),

    /** Its line of the status sheet, 16 high, with what the game calls its numbers; small divisions are not underlined. @param {import('./generic.js').Piece} p @param {import('./generic.js').Box} box @returns {{art: string, width: number, plain: boolean, words: string}|null} */
    status(p, box) {
        const n = p.numbers;
        if (n.printed === undefined)
            return null;
        const guns = n.guns ? `<use href="#fig-gun" x="158" y="4" width="15" height="10" color="currentColor"/><text x="176" y="13" font-size="12">${n.guns}</text>` : '';
        const horse = n.organic ? `<use href="#fig-cav" x="188" y="2" width="15" height="13" color="currentColor"/><text x="205" y="13" font-size="12">${n.organic}</text>` : '';
        return { art: steps(n.printed, n.s, n.c) + track(n.fatigue) + `<g fill="currentColor" font-family="var(--cond)" font-weight="700">${guns}${horse}</g>`, width: 214, plain: p.marks.includes('small'),
            words: SHEET.filter((k) => n[k] !== undefined).map((k) => `${box.label(k)} ${n[k]}`).concat(p.words.level || []).join(', ') };
    },

    /** @param {import('./generic.js').Piece} p @param {import('./generic.js').Detail} lod @param {import('./generic.js').Box} box */
    draw(p, lod, box) {
        const n = p.numbers, w = p.words, has = (/** @type {string} */ m) => p.marks.includes(m), look = common(p, box), close = lod === 'close', far = lod === 'far';
        if (p.kind === 'leader') {
            const order = w.order ? at(close ? 8 : far ? 76 : 6, far ? 146 : 58, close ? 1.1 : far ? 2.1 : 1.4, tag(w.order, w.pending)) : '';
            return leader({ ...look, top: !p.formation, portrait: p.figure || 'corps', dim: has('casualty') }, lod) + order;
        }
        const troops = n.strength !== undefined, name = p.name.replace(/ \(.*\)$/, '');
        const body = division({
            ...look, name, size: troops && !close ? undefined : w.size || (troops ? 'XX' : undefined), figure: p.figure || 'inf', strength: n.strength, weak: n.strength < n.printed, rating: n.morale,
            middle: n.guns || undefined, sign: has('heavy') ? 'gun12' : 'gun', wide: troops ? undefined : n.guns === undefined ? (has('half') ? '½' : n.move) : `${n.guns}${has('heavy') ? 'H' : ''}`,
            foot: n.fatigue === undefined ? '' : fatigue(n.fatigue, LEVELS, lod), hatched: has('spent'), broken: has('smashed'), badges: look.badges.filter((b) => !DRAWN.includes(b)), dim: look.dim || has('acted'),
        }, lod);
        const tired = has('spent') ? plate('S', true) : has('tired') ? plate('T') : '';
        return (p.turn === undefined ? '' : prow(look.livery, p.turn)) + body + (tired ? at(far ? 4 : -2, far ? 56 : 52, far ? 1.7 : 1.25, tired) : '')
            + (has('disorganized') ? at(114, far ? 54 : 50, far ? 1.8 : 1.35, diamond('D')) : '');
    },
};
