// opponent.js: which computer one plays against: a level, and a commander or none. What there is to choose comes from the server.
// @ts-check
import { h, fill, capital, listed, pace } from './dom.js';
import { setting, keep } from './api.js';

/** @typedef {{name: string, about: string, level: number, strength: string}} Bot */
/** @typedef {{style: string, side: string, name: string, about: string, source: string|null}} Style */

/** From the weakest. @param {Bot[]} bots */
export const byLevel = (bots) => [...bots].sort((a, b) => a.level - b.level);

/** In words: a style's id is one. @param {string} style */
const manner = (style) => capital(style.replace(/-/g, ' '));

/** Chance chooses, and who it is shows in how it plays. */
const ANY = 'any';

/** A computer that has a seat, as it may be known: the commander, or the level. @param {any} x a seat */
export const commander = (x) => x.commander || (x.bot ? capital(x.bot) : 'Unknown commander');

/** The same with the level behind a name. @param {any} x a seat */
export const ranked = (x) => x.commander ? `${x.commander}, ${capital(x.bot)}` : commander(x);

/** Behind `seat SIDE`: as the order of a match has it. @param {string} bot @param {string} style '': none @param {any} g @param {string} side @param {boolean} [hidden] */
export function botOrder(bot, style, g, side, hidden = false) {
    const there = (g.styles || []).some((/** @type {Style} */ s) => s.side === side && (style === ANY || s.style === style));
    return `bot ${bot}${style && there ? `/${style}` : ''}${hidden || (style === ANY && there) ? ' hidden' : ''}`;
}

/** What was chosen last; without it the middle: @param {Bot[]} bots */
export const lastLevel = (bots) => (bots.find((b) => b.name === setting('opponent', '')) || byLevel(bots)[Math.floor(bots.length / 2)])?.name || '';
export const lastStyle = () => setting('style', '');

/** One of a row of choices. @param {string} group @param {string} value @param {string} label @param {boolean} chosen @param {() => void} then */
const choice = (group, value, label, chosen, then) => h('label.seg', { for: `${group}-${value || 'plain'}` },
    h('input', { type: 'radio', name: group, id: `${group}-${value || 'plain'}`, value, checked: chosen, onchange: then }), h('span', {}, label));

/** Who of a style there is in these games, each once: "Marshal Ney or Prince Blücher". @param {any[]} games @param {string} style */
function whoOf(games, style) {
    const names = [...new Set(games.flatMap((g) => (g.styles || []).filter((/** @type {Style} */ s) => s.style === style).map((/** @type {Style} */ s) => s.name)))];
    return listed(names.filter((n) => n !== manner(style))).replace(/ and (?=[^,]*$)/, ' or ');
}

/** For all games of one click. @param {any[]} games @param {Bot[]} bots @param {number} thinks ms */
export function opponents(games, bots, thinks) {
    const strength = h('p.said', { id: 'level-said', 'aria-live': 'polite' }), style = h('p.said', { id: 'style-said', 'aria-live': 'polite' });
    const styles = [...new Set(games.flatMap((g) => (g.styles || []).map((/** @type {Style} */ s) => s.style)))];
    const tell = () => {
        const b = bots.find((x) => x.name === lastLevel(bots)), kind = lastStyle();
        const one = games.flatMap((g) => g.styles || []).find((/** @type {Style} */ s) => s.style === kind), who = whoOf(games, kind);
        fill(strength, b ? `${capital(b.strength)}. It thinks ${pace(thinks)}.` : '');
        fill(style, kind === ANY ? 'One of them, and you are not told which before the end.' : one ? `${one.about}${who ? ` ${who}.` : ''}` : 'Neither bold nor careful: whatever seems best.');
    };
    const row = (/** @type {string} */ group, /** @type {string} */ title, /** @type {any[]} */ list, /** @type {Element} */ said) => h('fieldset.lv', {}, h('legend', {}, title), h('div.segs', {}, list), said);
    const set = (/** @type {string} */ key, /** @type {string} */ value) => () => { keep(key, value); tell(); };
    tell();
    return [row('level', 'The computer’s level', byLevel(bots).map((b) => choice('level', b.name, `${b.level} ${capital(b.name)}`, b.name === lastLevel(bots), set('opponent', b.name))), strength),
        styles.length ? row('style', 'Its commander', [['', 'Plain'], ...styles.map((s) => [s, manner(s)]), [ANY, 'Surprise me']].map(([v, l]) => choice('style', v, l, v === lastStyle(), set('style', v))), style) : null];
}

/** The commander of one seat, beside the choice of its level: names of that side. @param {any} g @param {any} seat */
export function commanderChoice(g, seat) {
    const styles = (g.styles || []).filter((/** @type {Style} */ s) => s.side === seat.side), said = h('small', {});
    const pick = h('select', { id: `c-style-${seat.id}` }, h('option', { value: '' }, 'Plain'), styles.map((/** @type {Style} */ s) => h('option', { value: s.style, selected: s.style === lastStyle() }, s.name === manner(s.style) ? s.name : `${s.name}, ${manner(s.style).toLowerCase()}`)),
        h('option', { value: ANY, selected: lastStyle() === ANY }, 'Surprise me'));
    const hide = h('input', { type: 'checkbox', id: `c-hide-${seat.id}` });
    const tell = () => { fill(said, pick.value === ANY ? 'One of them: which is told when the match is over.' : styles.find((/** @type {Style} */ s) => s.style === pick.value)?.about || 'Neither bold nor careful: whatever seems best.'); };
    pick.onchange = tell;
    tell();
    const part = styles.length ? h('div.cmd', {}, h('label', { for: pick.id }, 'Commander', pick, said), h('label.opt', { for: hide.id }, hide, h('span', {}, 'Its level and commander are told when the match is over')))
        : h('div.cmd', {}, h('label.opt', { for: hide.id }, hide, h('span', {}, 'Its level is told when the match is over')));
    return { part, order: (/** @type {string} */ bot) => botOrder(bot, styles.length ? pick.value : '', g, seat.side, hide.checked) };
}
