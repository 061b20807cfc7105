// ney-vs-wellington.js: the pieces of Ney vs. Wellington: the body is the formation and turns with its unit; the writing
// stays upright. Drawn in a frame of 100 from hex to hex around the middle of the hex, front up.
// @ts-check
import { INK, FRONT, PAPER, at, diamond, edged, leader, pill, rect, text } from '../counters.js';
import { common } from './generic.js';

/** @typedef {import('./generic.js').Piece} Piece */
/** @typedef {import('../counters.js').Livery} Livery */
/** @typedef {{art: string, edge: string, shade?: string, label: [number, number], turns: boolean}} Body edge: around it, for rings; shade: what its shadow is of */

/** Letters of those contingents that are told apart. @type {Record<string, string>} */
const NATION = { 'Hanoverian': 'H', "King's German Legion": 'K', 'Brunswick': 'B', 'Nassau': 'N', 'Dutch': 'D', 'Belgian': 'b' };
const BALLS = 6;

/** The arrow at the front edge. @param {Livery} a @param {number} y @param {number} w @param {number} [x] */
function chevron(a, y, w, x = 0) {
    const d = `M${x - w} ${y}L${x} ${y - w * 0.85}L${x + w} ${y}`;
    return `<path class="front" d="${d}" fill="none" stroke="${a.dark}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${PAPER}" stroke-width="4.6" stroke-linejoin="round" stroke-linecap="round"/>`;
}

const rim = (/** @type {Livery} */ a) => `stroke="${a.dark}" stroke-width="2.2"`;
const box = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) => `M${x} ${y}h${w}v${h}h${-w}z`;

/** A bar across the front; its ends, the flanks, are dark. @param {Livery} a @param {number} x0 @param {number} x1 @param {boolean} thin two ranks */
function bar(a, x0, x1, thin) {
    const d = thin ? 24 : 30, ranks = thin ? 2 : 3, y = -14, w = x1 - x0;
    const grooves = Array.from({ length: ranks - 1 }, (_, i) => rect(x0, +(y + 5 + (d - 6) * (i + 1) / ranks).toFixed(1), w, 2, a.dark, 0, 'fill-opacity=".7"')).join('');
    return rect(x0, y, w, d, a.body, 4, rim(a)) + grooves + rect(x0 + 1.5, y + 1, w - 3, 6, FRONT, 1) + rect(x0, y, 8, d, a.dark) + rect(x1 - 8, y, 8, d, a.dark) + chevron(a, -19, 11);
}

/** Round the middle of the unit's hex and on to that of its marker, whose arrow points back to it. @param {Livery} a @param {boolean} thin @param {number} to how far to the right, or the left */
function long(a, thin, to) {
    const side = Math.sign(to), x0 = side > 0 ? -44 : to - 44, x1 = side > 0 ? to + 44 : 44, y = thin ? 1.5 : 4.5;
    return { art: bar(a, x0, x1, thin) + chevron(a, -19, 11, to) + `<path d="M${to + side * 20} ${y}h${-side * 34}" stroke="#fff" stroke-width="4.5"/><path d="M${to - side * 12} ${y - 8}l${-side * 13} 8 ${side * 13} 8z" fill="#fff"/>`, edge: box(x0 - 2, -32, x1 - x0 + 4, 52), shade: box(x0, -14, x1 - x0, thin ? 24 : 30) };
}

/** Its shape with the front up. @param {string} form @param {Livery} a @param {{thin: boolean, wing?: number}} how @returns {Body} */
function body(form, a, { thin, wing }) {
    const turned = { label: /** @type {[number, number]} */ ([0, 0]), turns: true }, firm = { ...turned, turns: false };
    if (form === 'line' || (form === 'extended' && !wing))
        return { ...turned, art: bar(a, -44, 44, thin), edge: box(-46, -32, 92, 52), shade: box(-44, -14, 88, thin ? 24 : 30), label: [0, thin ? -1 : 2] };
    if (form === 'extended')
        return { ...turned, ...long(a, thin, wing || 0), label: [0, thin ? -1 : 2] };
    if (form === 'square') {
        const ticks = [45, 135, 225, 315].map((t) => `<path transform="rotate(${t})" d="M0-50V-38" stroke="${a.dark}" stroke-width="5" stroke-linecap="round"/>`).join('');
        return { ...firm, art: rect(-36, -36, 72, 72, a.body, 4, rim(a)) + rect(-34.4, -34.4, 68.8, 68.8, 'none', 3, `class="front" stroke="${FRONT}" stroke-width="4.5"`) + rect(-23, -23, 46, 46, '#f4ead0', 2, `stroke="${a.dark}" stroke-width="2"`) + ticks, edge: box(-39, -39, 78, 78) };
    }
    if (form === 'skirmish')
        return { ...firm, art: [[-30, -12], [-12, -31], [13, -27], [31, -8], [-25, 19], [26, 20], [0, 34]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="8.5" fill="${a.body}" stroke="${PAPER}" stroke-width="2.4"/>`).join(''), shade: '', edge: 'M-42 0A42 42 0 1 0 42 0 42 42 0 1 0-42 0z' };
    if (form === 'cavalry')
        return { ...turned, art: `<path d="M0-43L33-10V32L0 17-33 32V-10z" fill="${a.body}" ${rim(a)} stroke-linejoin="round"/><path class="front" d="M-31-8.5L0-39.5 31-8.5" fill="none" stroke="${FRONT}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/><path d="M-33-4V31M33-4V31" stroke="${a.dark}" stroke-width="5"/>`, edge: 'M0-47L37-12V37L0 21-37 37V-12z' };
    if (form === 'limbered') {
        const horses = [[-8, -39], [8, -39], [-8, -22], [8, -22]].map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="5.4" ry="8" fill="${a.body}" ${rim(a)}/>`).join('');
        return { ...turned, art: `<path class="front" d="M0-46V-10" stroke="${a.dark}" stroke-width="6" stroke-linecap="round"/>${horses}<path d="M-18-14H18L24 36H-24z" fill="${a.body}" ${rim(a)} stroke-linejoin="round"/>${rect(-32, 8, 8, 26, a.dark)}${rect(24, 8, 8, 26, a.dark)}`, edge: 'M-17-50H17V-17L35 6V39H-35V6L-17-17z', label: [0, 10] };
    }
    if (form === 'unlimbered') {
        const barrels = [-25, 0, 25].map((x) => rect(x - 5.5, -36, 11, 42, a.body, 3, rim(a)) + rect(x - 6.5, -40, 13, 7, FRONT, 2, `class="front" stroke="${a.dark}" stroke-width="1.4"`)).join('');
        return { ...turned, art: rect(-38, 2, 76, 24, a.body, 4, rim(a)) + barrels + rect(-46, -6, 8, 34, a.dark) + rect(38, -6, 8, 34, a.dark), edge: box(-49, -43, 98, 74), shade: box(-46, -4, 92, 30), label: [0, 13] };
    }
    return { ...turned, art: rect(-23, -34, 46, 68, a.body, 4, rim(a)) + [-16.5, -1.3, 15.5].map((y) => rect(-23, y, 46, 2.6, a.dark, 0, 'fill-opacity=".75"')).join('') + rect(-21.5, -33, 43, 6, FRONT, 1) + rect(-23, -26, 4.5, 58, a.dark, 1) + rect(18.5, -26, 4.5, 58, a.dark, 1) + chevron(a, -39, 13), edge: 'M-26-37L0-55 26-37V37H-26z', shade: box(-23, -34, 46, 68) };
}

/** What is left of a formation: bars or guidons tumbled; torn. @param {string} morale @param {boolean} horse @param {Livery} a @returns {Body} */
function wreck(morale, horse, a) {
    const round = 'M-43 0A43 43 0 1 0 43 0 43 43 0 1 0-43 0z', tossed = (/** @type {number[][]} */ list, /** @type {string} */ one) => list.map(([x, y, t]) => `<g transform="translate(${x} ${y}) rotate(${t})">${one}</g>`).join('');
    const art = morale === 'routed' ? `<path d="M-26-30L-6-22 8-34 30-20 18-2 32 14 6 12-10 30-14 8-34 4-18-8z" fill="${a.body}" ${rim(a)} stroke-dasharray="7 3.5"/>`
        : horse ? tossed([[-18, -22, -34], [20, -20, 28], [-25, 16, -80], [24, 17, 66], [0, 33, 8]], `<path d="M0-15L13 1V13L0 7-13 13V1z" fill="${a.body}" ${rim(a)}/>`)
            : tossed([[-22, -19, -24], [12, -24, 17], [26, 4, 68], [-27, 10, -62], [-8, 27, 8], [20, 27, -31]], rect(-17, -6.5, 34, 13, a.body, 2, rim(a)));
    return { art, edge: round, shade: '', label: [0, 0], turns: false };
}

const CRACKED = ['stroke="#fff" stroke-width="5"', `stroke="${INK}" stroke-width="2.2"`].map((s) => `<path d="M-34 28L-20 6-26-4-8-22" fill="none" ${s}/>`).join('');

/** Strength, effectiveness, movement, upright on a plate. @param {any[]} v @param {Livery} a @param {{lod: string, light: boolean, narrow: boolean, weak: boolean, routed: boolean}} how */
function values(v, a, { lod, light, narrow, weak, routed }) {
    const ink = light ? INK : '#ffffff', first = weak ? (light ? '#8c1d18' : '#ffd9a0') : ink, back = a.txt === INK ? INK : a.dark;
    const pad = (/** @type {number} */ w, /** @type {number} */ h) => light ? '' : rect(+(-w / 2).toFixed(1), -h / 2, +w.toFixed(1), h, back, 7, `stroke="#fff" stroke-opacity=".7" stroke-width="1.6"${routed ? ' stroke-dasharray="5 3"' : ''}`);
    if (lod === 'far')
        return pad(Math.max(30, String(v[0]).length * 21), 36) + text(0, 14.5, v[0], 41, first) + (weak ? `<path d="M-11 20h22" stroke="${first}" stroke-width="4"/>` : '');
    if (lod === 'table')
        return v.length > 1 ? pad(50, 29) + text(-12, 10.2, v[0], 28, first) + text(12.5, 8.6, v[1], 23, ink) + `<path d="M-1.5 1h4.5" stroke="${ink}" stroke-width="2.6"/>` : pad(Math.max(30, String(v[0]).length * 16), 29) + text(0, 10.2, v[0], 29, first);
    const shown = light ? v.slice(0, 2) : v, fs = light ? 25 : narrow ? 17.6 : 20.5, rest = shown.slice(1).map((x) => `-${x}`).join('');
    return pad((String(shown[0]).length + rest.length) * fs * 0.475 + 9, 24) + `<text class="cn" y="${(fs * 0.36).toFixed(1)}" font-size="${fs}" text-anchor="middle" fill="${ink}"><tspan fill="${first}">${shown[0]}</tspan>${rest}</text>`;
}

/** Cannon balls behind the trail: filled, so many rounds are left. @param {number} left @param {number} turn @param {string} lod */
function rounds(left, turn, lod) {
    const of = Math.max(BALLS, left), on = (/** @type {number} */ x, /** @type {number} */ y) => { const t = turn * Math.PI / 180; return [x * Math.cos(t) - y * Math.sin(t), x * Math.sin(t) + y * Math.cos(t)]; };
    if (lod === 'close')
        return Array.from({ length: of }, (_, i) => { const [x, y] = on((i - (of - 1) / 2) * Math.min(11.2, 68 / of), 37); return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.4" fill="${i < left ? INK : PAPER}" stroke="${i < left ? PAPER : INK}" stroke-width="1.4"/>`; }).join('');
    const [x, y] = on(0, 39);
    if (lod === 'table')
        return at(x, y, 1, rect(-18, -9.5, 36, 19, PAPER, 9.5, `stroke="${INK}" stroke-width="1.6"`) + `<circle cx="-8" r="4.8" fill="${INK}"/>` + text(6, 5.8, left, 16));
    return left <= 2 ? at(x, y, 1, `<circle r="10.5" fill="${PAPER}" stroke="${INK}" stroke-width="3"/>${text(0, 7.6, left, 22)}`) : '';
}

/** Where it flees. @param {boolean} up */
const flight = (up) => `<g transform="translate(0 ${up ? -38 : 38}) scale(1 ${up ? -1 : 1})">${[`${PAPER}" stroke-width="9`, `${INK}" stroke-width="4.6`].map((s) => `<path d="M-15-6L0 4 15-6M-15 4L0 14 15 4" fill="none" stroke="${s}" stroke-linejoin="round"/>`).join('')}</g>`;

/** The white writing around which the ground shows. @param {string} name */
const named = (name) => `<text class="cn" y="53" font-size="${Math.min(14, 150 / name.length).toFixed(1)}" text-anchor="middle" fill="${INK}" stroke="#fffaf0" stroke-width="4" paint-order="stroke" stroke-linejoin="round">${name}</text>`;

/** How far to the right of its front the second hex lies, in this frame. @param {Piece} p */
function side(p) {
    const t = (p.turn || 0) * Math.PI / 180, w = p.wing;
    return w ? (w.x * Math.cos(t) + w.y * Math.sin(t)) / 1.2 : undefined;
}

export default {
    /** Beside the plate, which stays upright; what is written elsewhere turns with the unit and is told in the list. */
    spots: /** @type {Record<string, [number, number]>} */ ({ name: [-8, 124], strength: [34, 84], effectiveness: [60, 86], move: [86, 84], guns: [60, 92] }),

    /** @param {Piece} p @param {import('./generic.js').Detail} lod @param {import('./generic.js').Box} box */
    draw(p, lod, box) {
        const n = p.numbers, w = p.words, look = common(p, box), a = look.livery;
        if (p.kind === 'leader')
            return leader({ ...look, top: p.figure === 'army', label: w.division, portrait: p.figure || 'corps', badges: [] }, lod) + (p.marks.includes('reduced') ? at(99, 84, lod === 'close' ? 1.2 : 1.5, pill('½')) : '');
        const guns = n.guns !== undefined, wrecked = !!w.morale && !guns || w.morale === 'routed';
        const shape = wrecked ? wreck(w.morale, w.formation === 'cavalry', a) : body(w.formation, a, { thin: w.ranks === 'two', wing: side(p) });
        const turn = shape.turns ? p.turn || 0 : 0, r = turn * Math.PI / 180, [bx, by] = shape.label, x = bx * Math.cos(r) - by * Math.sin(r), y = bx * Math.sin(r) + by * Math.cos(r);
        const light = w.formation === 'square' && !wrecked, routed = w.morale === 'routed', far = lod === 'far', big = { close: 1, table: 1.15, far: 1.4 }[lod];
        const v = guns ? [n.guns] : w.formation === 'skirmish' ? [n.strength, n.effectiveness] : [n.strength, n.effectiveness, n.move];
        const o = [`<path d="${shape.shade ?? shape.edge}" fill="#1a130a" fill-opacity=".26" transform="translate(2.5 4) rotate(${turn})"/><g transform="rotate(${turn})">${shape.art}${guns && w.morale === 'disordered' ? CRACKED : ''}</g>`,
            at(x, y, 1, values(v, a, { lod, light, narrow: w.formation === 'column' || w.formation === 'limbered', weak: !!n.lost && !guns, routed }))];
        if (!far && NATION[box.army(p.army)])
            o.push(at(x + (lod === 'table' ? 29 : 34), y - 14, 1, `<circle r="9" fill="${PAPER}" stroke="${a.dark}" stroke-width="1.6"/>${text(0, 5, NATION[box.army(p.army)], 14)}`));
        if (n.lost && !far)
            o.push(at(x - (lod === 'table' ? 25 : 31), y + 15, 0.92, pill(`−${n.lost}`)));
        if (n.rounds !== undefined && p.place)
            o.push(rounds(n.rounds, turn, lod));
        if (w.morale === 'disordered')
            o.push(at(x + (far ? 24 : 31), y - 25, big * 0.95, diamond('D')));
        if (routed)
            o.push(at(x + 31, y - 24, big, `<path d="M-12-13H12V13H-12z" fill="${INK}" stroke="${PAPER}" stroke-width="2"/>${text(0, 6.8, 'R', 19, PAPER)}`), flight(a.flip));
        (far ? [] : look.badges.filter((b) => b !== 'done').slice(0, 2)).forEach((b, i) => o.push(`<use href="#badge-${b}" x="${-50 + i * 20}" y="-50" width="24" height="24"/>`));
        if (w.charge) // before the front, at every zoom
            o.push(`<use href="#badge-${w.charge === 'counter' ? 'counters' : 'charges'}" x="${-29 - 15 * big}" y="${-29 - 15 * big}" width="${30 * big}" height="${30 * big}"/>`);
        if (lod === 'close' && !(p.depth > 1))
            o.push(named(p.name));
        return edged(shape.edge, turn, look.dim ? `<g opacity=".66">${o.join('')}</g>` : o.join(''));
    },
};
