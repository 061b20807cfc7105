// day-of-waterloo.js: the counters of The Day of Waterloo: strength, morale and movement; size, nation and number of a
// division; medallions of leaders.
// @ts-check
import { counter, leader } from '../counters.js';
import { common } from './generic.js';

/** Letters of those contingents that are told apart. @type {Record<string, string>} */
const NATION = { 'Dutch-Belgian': 'D ', 'Nassau': 'N ', 'Hanover': 'H ', "King's German Legion": 'K ', 'Brunswick': 'B ' };
/** With one of these marks it is not ready for anything. */
const FAINT = ['out', 'done', 'reorganizing'];

export default {
    /** @param {import('./generic.js').Piece} p @param {import('./generic.js').Detail} lod @param {import('./generic.js').Box} box */
    draw(p, lod, box) {
        const n = p.numbers, w = p.words, look = { ...common(p, box), dim: !!p.place && FAINT.some((m) => p.marks.includes(m)) };
        const chief = p.class === 'army leader';
        if (p.kind === 'leader')
            return leader({ ...look, label: chief ? '' : look.label, top: chief, portrait: p.figure || 'corps', dim: p.marks.includes('out') }, lod);
        const [, name, number] = /^(.*?)(?: \((.*)\))?$/.exec(p.name) || [];
        return counter({ ...look, name, number, size: (NATION[w.nation] || '') + w.size, figure: p.figure || 'inf', second: p.second, values: [n.strength, n.morale, n.move], lost: n.losses }, lod);
    },
};
