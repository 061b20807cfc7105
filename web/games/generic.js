// generic.js: how pieces of a game without a module of its own are drawn: as the server shows them.
//
// A module has draw(piece, detail, box): an SVG string in a box of 120 × 120; perhaps status(piece), a line of a status sheet, and spots,
// where numbers stand that are not along the foot. It takes what is written from the piece, colours and names from the catalogue; of rules it knows nothing.
// @ts-check
import { badges, block, counter, leader } from '../counters.js';

/** @typedef {import('../shown.js').Piece} Piece */
/** @typedef {import('../box.js').Box} Box */
/** @typedef {import('../counters.js').Detail} Detail */

/** What all kinds of pieces have in common. @param {Piece} p @param {Box} box */
export function common(p, box) {
    const f = box.formation(p.formation);
    return { livery: box.livery(p.army), band: f?.colour, label: f?.label, guard: !!f?.guard, tail: !!f?.tail, name: p.name, badges: p.place ? badges(p.marks) : [], dim: !!p.place && p.marks.includes('done') };
}

export default {
    /** @param {Piece} p @param {Detail} lod @param {Box} box */
    draw(p, lod, box) {
        const look = common(p, box), n = p.numbers;
        if (p.kind === 'block')
            return block({ ...look, figure: p.figure, faces: p.faces, step: n.step, hidden: p.veiled }, lod);
        if (p.kind === 'leader')
            return leader({ ...look, top: !p.formation, portrait: p.figure || 'corps' }, lod);
        return counter({ ...look, figure: p.figure || 'inf', second: p.second, values: n.strength === undefined ? [] : [n.strength], lost: n.losses }, lod);
    },
};
