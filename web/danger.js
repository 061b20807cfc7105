// danger.js: what the enemy could do to each own stack next turn, as far as this seat knows: a way of looking at the board, with
// a mark on every stack. The server works it out; here it is asked, sorted and drawn.
// @ts-check
import { listed } from './dom.js';
import { get } from './api.js';

/** Thousandths from which on it is as likely as not. */
const EVEN = 500;
const ABOUT = 'What the enemy could do to your stacks next turn, as far as you know: each of his pieces that can come there by its own marches attacks together with the others. Outcomes of chance on the way are the likeliest; a range is what differs with what you do not see.';

/** As the game's own overlays are described in the catalogue. */
export const DANGER = { name: 'danger', title: 'Danger', about: ABOUT, cases: '', from: 'nowhere', keys: ['breaks as likely as not, or more', 'may break', 'can be attacked, and holds', 'nobody comes to it'], colours: ['#8c1d18', '#8a4b00', '#4a4238', '#00695c'] };

/** @param {any} s a stack in danger */
const kind = (s) => s.most >= EVEN ? 0 : s.most > 0 ? 1 : s.attacked || s.units.length ? 2 : 3;
const percent = (/** @type {number} */ n) => Math.round(n / 10);
/** "33 %", "0–50 %" @param {any} s */
const chance = (s) => `${s.least === s.most ? '' : `${percent(s.least)}–`}${percent(s.most)} %`;

/** @param {import('./table.js').Table} t @returns {Promise<any>} as an overlay is answered */
export async function askDanger(t) {
    if (!t.state.mine)
        return { ...DANGER, stacks: [], places: DANGER.keys.map(() => []) };
    const { danger } = await get(`match/${t.match}/danger`, t.token), stacks = danger?.stacks || [];
    return { ...DANGER, stacks, cut: !!danger?.cut, places: DANGER.keys.map((_k, i) => stacks.filter((/** @type {any} */ s) => kind(s) === i).map((/** @type {any} */ s) => s.place)) };
}

/** A mark on every stack that somebody can come to. @param {any} answer @param {import('./board.js').Board} board */
export function dangerMarks(answer, board) {
    return (answer?.stacks || []).filter((/** @type {any} */ s) => kind(s) < 3 && board.cell(s.place)).map((/** @type {any} */ s) => {
        const c = /** @type {any} */ (board.cell(s.place)), words = chance(s), w = 10 + words.length * 6.6, up = board.hexes ? 40 * board.hex / 100 : 34;
        return `<g class="peril ${['grave', 'some', 'calm'][kind(s)]}" data-place="${s.place}" transform="translate(${c.x} ${c.y - up})"><rect x="${-w / 2}" y="-10" width="${w}" height="19" rx="9.5"/><text y="4.6">${words}</text></g>`;
    }).join('');
}

/** What is to be said of a place. @param {any} answer @param {string} place @param {import('./table.js').Table} t @returns {string[]} */
export function dangerWords(answer, place, t) {
    const s = answer?.stacks?.find((/** @type {any} */ x) => x.place === place);
    if (!s)
        return [];
    const who = s.units.length ? `${listed(s.units.map((/** @type {string} */ u) => t.nameOf(u)))} can come to it` : kind(s) === 3 ? 'nobody who is known can come to it' : 'somebody who is not known can come to it';
    return [s.attacked ? `next turn it breaks in ${chance(s)}${s.odds ? `, at ${s.odds}` : ''}` : 'next turn nobody can attack it', who];
}
