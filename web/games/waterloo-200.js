// waterloo-200.js: the blocks of Waterloo 200: upright, with a face for each step; the back is the same for all.
// @ts-check
import { block } from '../counters.js';
import { common } from './generic.js';

export default {
    /** @param {import('./generic.js').Piece} p @param {import('./generic.js').Detail} lod @param {import('./generic.js').Box} box */
    draw(p, lod, box) {
        const look = common(p, box);
        if (p.veiled)
            return block({ livery: look.livery, hidden: true, star: p.class === 'Strategic Leader' });
        return block({ ...look, figure: p.figure || 'inf', label: p.words.designation, faces: p.faces, step: p.numbers.step, mp: p.numbers.mp, flat: p.marks.includes('shown'), dim: p.marks.includes('moved') }, lod);
    },
};
