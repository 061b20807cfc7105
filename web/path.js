// path.js: the way from the first five minutes to the whole day: lessons and scenarios in the order that the games' own data give
// them, each with its length, how hard it is, and one click to begin.
// @ts-check
import { h, icon } from './dom.js';
import { setting, keep } from './api.js';

/** @typedef {{key: string, game: any, lesson: any, title: string, about: string, minutes: number, complexity: number, path: number, side: string, order: string}} Step */

/** How hard it is to learn, of five. */
const HARD = ['', 'very easy', 'easy', 'moderate', 'demanding', 'hard'];

/** A time in words. @param {number} minutes */
export function lasts(minutes) {
    if (minutes < 60)
        return `${minutes} minutes`;
    const half = Math.round(minutes / 30);
    return half === 2 ? '1 hour' : `${Math.floor(half / 2)}${half % 2 ? '½' : ''} hours`;
}

/** Five dots, so many of them full. @param {number} complexity */
export const dots = (complexity) => h('span.dots', { 'role': 'img', 'aria-label': `Complexity ${complexity} of 5: ${HARD[complexity]}`, 'title': `Complexity ${complexity} of 5: ${HARD[complexity]}` },
    [1, 2, 3, 4, 5].map((i) => h(`i${i <= complexity ? '.on' : ''}`, {})));

/** "3 hours, demanding" of a scenario or lesson that says so. @param {any} x */
export const effort = (x) => x?.minutes ? `${lasts(x.minutes)}, complexity ${x.complexity} of 5 (${HARD[x.complexity]})` : '';

/** A lesson as something to begin. @param {any} game @param {any} lesson @returns {Step} */
const lessonStep = (game, lesson) => ({ ...lesson, key: `${game.id} lesson ${lesson.id}`, game, lesson, order: `lesson ${lesson.id}` });

/** @param {any} game @param {any} s @returns {Step} */
const scenarioStep = (game, s) => ({ ...s, about: s.aim || s.about, key: `${game.id} scenario ${s.id}`, game, lesson: null, side: game.sides[0], order: `scenario ${s.id}` });

/** Lessons of a game, the easier first. @param {any} game @returns {Step[]} */
export const lessonsOf = (game) => (game.lessons || []).map((/** @type {any} */ l) => lessonStep(game, l)).sort((/** @type {Step} */ a, /** @type {Step} */ b) => a.complexity - b.complexity || a.minutes - b.minutes);

/** The way through all games. @param {any[]} games @returns {Step[]} */
export const wayOf = (games) => games.filter((g) => !g.error)
    .flatMap((g) => [...lessonsOf(g), ...g.scenarios.map((/** @type {any} */ s) => scenarioStep(g, s))])
    .filter((x) => x.path).sort((a, b) => a.path - b.path);

/** @param {Step} x */
const begun = (x) => setting('begun', /** @type {string[]} */ ([])).includes(x.key);

/** @param {Step} x @param {(x: Step) => any} go */
function begin(x, go) {
    keep('begun', [...new Set([...setting('begun', /** @type {string[]} */ ([])), x.key])]);
    return go(x);
}

/** A button that begins it. @param {Step} x @param {(x: Step) => any} go @param {string} cls */
export const starter = (x, go, cls) => h(`button.${cls}`, { 'type': 'button', 'data-path': x.key, 'aria-label': `${x.lesson ? 'Learn' : 'Play'}: ${x.title}`, 'onclick': () => begin(x, go) },
    icon(x.lesson ? 'ui-book' : 'ui-play', 16), x.lesson ? 'Learn' : 'Play');

/** What follows what one has begun is what most want. @param {Step[]} way @param {(x: Step) => any} go */
export function drawWay(way, go) {
    const last = way.map(begun).lastIndexOf(true), next = way[last + 1];
    return way.map((x, i) => h(`li${x === next ? '.next' : ''}${begun(x) ? '.done' : ''}`, {},
        h('p.len', {}, h('span.no', { 'aria-hidden': 'true' }, begun(x) ? '✓' : String(i + 1)), lasts(x.minutes)),
        h('h3', {}, x.title), h('p.gm', {}, x.game.title), h('p.ab', {}, x.about), h('div.go', {}, starter(x, go, x === next ? 'b1' : 'b2'), dots(x.complexity))));
}
