// index.js: the module that draws a game, as the catalogue names it; any game without one is drawn by generic.js.
// @ts-check
import { generic } from './generic.js';

/** @param {{module?: string|null}} game an entry of the catalogue @returns {Promise<any>} */
export async function moduleOf(game) {
    return game.module ? (await import(`../${game.module}`)).default : generic;
}
