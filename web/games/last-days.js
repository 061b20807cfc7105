// last-days.js: the pieces of The Last Days of the Grande Armée: counters with strength and rating, forces face down that are
// all alike, vedettes as lances, leaders with their rating, trains as boats on wheels, pontoons across a hexside.
// @ts-check
import { INK, GOLD, PAPER, at, disc, division, edged, faceDown, leader, text } from '../counters.js';
import { common } from './generic.js';

/** @typedef {import('./generic.js').Piece} Piece */
/** @typedef {import('../counters.js').Livery} Livery */

/** Its points and half points, as they are printed. @param {Piece} p */
const strength = (p) => p.numbers.strength === undefined ? '?' : `${p.numbers.strength || (p.words.half ? '' : 0)}${p.words.half || ''}`;

/** A lance with its pennon: never a square. @param {Livery} a @param {any} strength */
const vedette = (a, strength) => edged('M-29-41H38L25-9 38 19H-14V40H-29z', 0, `<circle cx="2" cy="3" r="32" fill="#1a130a" fill-opacity=".22"/><path d="M-22 36V-36" stroke="#1a130a" stroke-width="8" stroke-linecap="round"/><path d="M-22 36V-36" stroke="#d9b779" stroke-width="4.4" stroke-linecap="round"/><path d="M-20-33H36L21-9 36 15H-20z" fill="${a.body}" stroke="${a.dark}" stroke-width="3" stroke-linejoin="round"/>${text(-1, 3.5, strength, 36, a.txt)}`);

/** A boat on wheels. @param {Livery} a */
const train = (a) => edged('M-48-19H44L51 2 40 30A16 16 0 0 1 10 30H-10A16 16 0 0 1-40 30L-49 6z', 0, `<path d="M-44 6C-40 20 34 20 46 2L40-14H-38z" fill="${a.body}" stroke="${a.dark}" stroke-width="3" stroke-linejoin="round"/><path d="M-36-8H40" stroke="${a.txt}" stroke-width="3" stroke-opacity=".7"/>${[-24, 24].map((x) => `<circle cx="${x}" cy="26" r="13" fill="${PAPER}" stroke="${INK}" stroke-width="4"/><circle cx="${x}" cy="26" r="3" fill="${INK}"/>`).join('')}`);

/** Boats along the hexside, the deck across it; broken while it is being laid. @param {Livery} a @param {number} along the hexside, in degrees @param {boolean} laid */
function pontoon(a, along, laid) {
    const boats = [-25, -8.4, 8.4, 25].map((x) => `<ellipse cx="${x}" rx="6.4" ry="27" ${laid ? `fill="${a.body}" stroke="${INK}" stroke-width="2.2"` : `fill="${PAPER}" fill-opacity=".55" stroke="${a.dark}" stroke-width="4" stroke-dasharray="6 4"`}/>`).join('');
    const deck = laid ? `<path d="M-41-13H41V13H-41z" fill="#e9d3a0" stroke="${INK}" stroke-width="2.2"/>${[-30, -20, -10, 0, 10, 20, 30].map((x) => `<path d="M${x}-13V13" stroke="#7a5a33" stroke-width="2.4"/>`).join('')}` : '';
    return edged('M-44-30H44V30H-44z', along, `<g transform="rotate(${along})">${boats}${deck}</g>`);
}

const BARS = [30, 46, 62, 78, 94].map((x) => `<path d="M${x - 2} 18V102" stroke="${INK}" stroke-width="5"/>`).join('');

export default {
    /** @param {Piece} p @param {import('./generic.js').Detail} lod @param {import('./generic.js').Box} box */
    draw(p, lod, box) {
        const n = p.numbers, w = p.words, has = (/** @type {string} */ m) => p.marks.includes(m), look = common(p, box), a = look.livery, close = lod === 'close', far = lod === 'far';
        if (p.unseen || (p.veiled && p.place))
            return faceDown(a, has('zone') ? true : has('no-zone') ? false : undefined);
        if (p.kind === 'leader') {
            const rating = n.command, captured = has('captured') || p.off === 'captured';
            return (captured ? `<g opacity=".55">${head(p, look, lod)}</g>${BARS}` : head(p, look, lod)) + (rating && !far ? at(106, close ? 60 : 56, close ? 1 : 1.3, disc(rating, 15, GOLD)) : '');
        }
        if (p.class === 'vedette')
            return vedette(a, strength(p)) + spots(p, look, lod);
        if (p.class === 'pontoon train')
            return p.along === undefined ? train(a) + spots(p, look, lod) : pontoon(a, p.along, !has('laying'));
        const body = division({ ...look, name: p.name, size: w.size, figure: p.figure || 'inf', strength: strength(p), weak: has('reduced'), rating: n.quality, middle: n.move, stars: n.stars, badges: look.badges.filter((b) => b !== 'seen' && b !== 'reduced') }, lod);
        return body + (has('reduced') ? at(2, far ? 66 : 60, far ? 1.6 : 1.25, `<path d="M-10-9H10V9H-10z" transform="skewX(-8)" fill="#fff6e6" stroke="#a32218" stroke-width="2.2"/>${text(0, 6, 'R', 17, '#8c1d18')}`) : '')
            + (has('seen') && !far ? '<use href="#badge-seen" x="-20" y="30" width="42" height="42"/>' : '');
    },
};

/** @param {Piece} p @param {ReturnType<typeof common>} look @param {import('./generic.js').Detail} lod */
const head = (p, look, lod) => leader({ ...look, top: !p.formation, portrait: p.figure || 'corps', badges: look.badges.filter((b) => b !== 'seen') }, lod);

/** Badges of what is no square. @param {Piece} p @param {ReturnType<typeof common>} look @param {import('./generic.js').Detail} lod */
const spots = (p, look, lod) => lod === 'far' ? '' : look.badges.filter((b) => b !== 'seen').slice(0, 2).map((b, i) => `<use href="#badge-${b}" x="88" y="${10 + i * 40}" width="40" height="40"/>`).join('');
