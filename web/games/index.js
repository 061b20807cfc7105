// index.js: the module that draws a game; any game without one is drawn by generic.js.
// @ts-check
import { generic } from './generic.js';

const DRAWN = ['day-of-waterloo', 'waterloo-200'];

/** @param {string} id @returns {Promise<any>} */
export async function moduleOf(id) {
    return DRAWN.includes(id) ? (await import(`./${id}.js`)).default : generic;
}
