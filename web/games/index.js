// index.js: the module that draws a game's pieces, as the catalogue names it; without one they are drawn by generic.js.
// @ts-check
import generic from './generic.js';

/** @param {{module?: string|null}} game an entry of the catalogue @returns {Promise<typeof generic>} */
export async function moduleOf(game) {
    return game.module ? (await import(`../${game.module}`)).default : generic;
}
