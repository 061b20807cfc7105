// counters.js: how pieces are drawn, for all games: square counters, round leaders, upright blocks, forces face down,
// badges, plates, pills, prows. Everything is an SVG string in a box of 120 × 120. A game's module says what stands on them; colours come
// from the catalogue, figures and badges are symbols of symbols.svg.
// @ts-check
import { esc } from './dom.js';

export const INK = '#1d1a16', CREAM = '#f7f0dd', GOLD = '#f2c94c';

/** @typedef {import('./box.js').Livery} Livery */
/** @typedef {'close'|'table'|'far'} Detail how much of it can be seen */

/** Figures that need more room than a man on foot, and what frames the value beside their strength. @type {Record<string, 'horse'|'gun'|'limber'>} */
const WIDE = { cav: 'horse', cavheavy: 'horse', gun: 'gun', gun12: 'gun', horsegun: 'limber' };
/** @type {Record<string, string>} */
const RIM = { horsegun: GOLD, gun12: '#d3261b' };

/** @param {string} c */
function luminance(c) {
    const v = [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16) / 255)
        .map((x) => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
}
/** Ink or white, whichever is read better on the colour. @param {string} c */
export const on = (c) => (luminance(c) + 0.05) / 0.0605 >= 1.05 / (luminance(c) + 0.05) ? INK : '#ffffff';

/** A figure that stands on the lower edge of its box. @param {string} id @param {number[]} box @param {string} fill @param {boolean} [flip] */
export function figure(id, [x, y, w, hh], fill, flip) {
    const use = `<use href="#fig-${id}" width="${w}" height="${hh}"/>`;
    return `<g color="${fill}" transform="translate(${flip ? x + w : x} ${y})${flip ? ' scale(-1 1)' : ''}">${use}</g>`;
}

/** Marks that have a picture. @param {string[]} marks */
export const badges = (marks) => marks.filter((m) => document.getElementById(`badge-${m}`));

/** @param {string} id @param {number} x @param {number} y @param {number} r */
const badge = (id, x, y, r) => `<use href="#badge-${id}" x="${x - r * 1.29}" y="${y - r * 1.29}" width="${r * 2.58}" height="${r * 2.58}"/>`;

/**
 * A square counter.
 * @param {{livery: Livery, band?: string, label?: string, guard?: boolean, tail?: boolean, size?: string,
 *   number?: string, figure: string, second?: string, name: string, values: (string|number)[],
 *   lost?: number, badges?: string[], dim?: boolean}} c
 * @param {Detail} lod
 */
export function counter(c, lod) {
    const a = c.livery;
    const hb = { close: 25, table: 31, far: 30 }[lod];
    const band = c.band || a.dark;
    const ink = c.guard ? GOLD : on(band);
    const wide = WIDE[c.figure];
    const o = [`<rect width="120" height="120" rx="9" fill="${a.body}"/><path d="M0 36V9A9 9 0 0 1 9 0H111A9 9 0 0 1 120 9V36z" fill="${a.lite}" fill-opacity=".5"/>`];

    o.push(`<path d="M0 ${hb}V9A9 9 0 0 1 9 0H111A9 9 0 0 1 120 9V${hb}z" fill="${band}"/>`);
    if (c.tail)
        o.push(`<path d="M120 ${hb}L96 ${hb}L110 ${hb / 2}L96 0H111A9 9 0 0 1 120 9z" fill="${a.body}"/>`);
    o.push(c.guard ? `<path d="M0 ${hb - 3.5}H120v5H0z" fill="${GOLD}"/>` : `<path d="M0 ${hb}H120" stroke="${a.dark}" stroke-width="1.6"/>`);
    if (lod !== 'far') {
        const fs = lod === 'close' ? 19 : 27, y = lod === 'close' ? 19.2 : 25.4;
        if (c.label)
            o.push(`<text class="cn" x="8" y="${y}" font-size="${fs}" fill="${ink}">${esc(c.label)}</text>`);
        if (c.size)
            o.push(`<text class="cn" x="${c.tail ? 94 : 112}" y="${y - 0.5}" font-size="${(fs * 0.86).toFixed(1)}" text-anchor="end" fill="${ink}">${esc(c.size)}</text>`);
    }
    const box = lod === 'close' ? (wide === 'horse' ? [8, 26.5, 104, 48] : wide === 'limber' ? [7, 29, 106, 43] : wide ? [11, 32, 98, 40.5] : [14, 27.5, 92, 46.5])
        : lod === 'table' ? (wide ? [8, 35, 104, 43] : [14, 34.5, 92, 43.5])
            : [6, 32, 108, 50];
    o.push(figure(c.figure, box, a.fig, a.flip));
    if (c.second && lod !== 'far')
        o.push(figure(c.second, lod === 'close' ? [89, 62, 26, 13] : [90, 65, 26, 13], '#0b1424', a.flip));
    if (lod === 'close') {
        const n = c.name.length;
        o.push(`<text class="cn" x="60" y="86.6" font-size="${n <= 10 ? 15.5 : n <= 13 ? 13.6 : n <= 16 ? 12 : 10.4}" text-anchor="middle" fill="${a.txt}">${esc(c.name)}</text>`);
        if (c.number)
            o.push(`<text class="cn" x="8" y="42" font-size="13" fill="${a.txt}" fill-opacity=".88">${esc(c.number)}</text>`);
    }
    o.push(values(c, lod, a));
    if (c.dim)
        o.push('<rect width="120" height="120" rx="9" fill="#d9cfb6" fill-opacity=".34"/>');
    o.push(`<path d="M1.2 112V9A7.8 7.8 0 0 1 9 1.2H112" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.8"/><path d="M118.8 8V111A7.8 7.8 0 0 1 111 118.8H8" fill="none" stroke="#000" stroke-opacity=".38" stroke-width="1.8"/><rect x=".4" y=".4" width="119.2" height="119.2" rx="8.8" fill="none" stroke="${a.dark}" stroke-width="1.3"/>`);
    if (c.lost) {
        const k = { close: 1, table: 1.15, far: 1.5 }[lod], x = { close: 11, table: 12, far: 16 }[lod], y = { close: 66, table: 66, far: 58 }[lod];
        o.push(`<g transform="translate(${x} ${y}) scale(${k})"><rect x="-13" y="-9.5" width="26" height="19" rx="9.5" fill="#fff6e6" stroke="#a32218" stroke-width="2.2"/><text class="cn" y="5.6" font-size="15.5" text-anchor="middle" fill="#8c1d18">−${c.lost}</text></g>`);
    }
    const r = { close: 13, table: 17, far: 20 }[lod];
    (c.badges || []).slice(0, 3).forEach((b, i) => o.push(badge(b, 112, (lod === 'close' ? 36 : 42) + i * r * 2.05, r)));
    return o.join('');
}

/** @param {any} c @param {Detail} lod @param {Livery} a */
function values(c, lod, a) {
    const v = c.values.map((/** @type {any} */ x) => x ?? '?'), o = [], wide = WIDE[c.figure];
    const fs = v.length > 3 ? 24 : { close: 30, table: 41, far: 50 }[lod], y = lod === 'close' ? 114.5 : 114, cy = y - fs * 0.355;
    if (v.length !== 3)
        return `<text class="cn" x="60" y="${y}" font-size="${fs}" text-anchor="middle" fill="${a.txt}">${esc(v.join(' '))}</text>`;
    const xs = { close: [23, 60, 97], table: [22, 60, 98], far: [30, 92, 0] }[lod];
    const small = lod === 'far' ? 36 : fs * 0.86, my = lod === 'far' ? y - 4 : y - fs * 0.045;
    if (c.lost)
        o.push(`<rect x="${xs[0] - fs * 0.36}" y="${cy - fs * 0.46}" width="${fs * 0.72}" height="${fs * 0.92}" rx="4" fill="${a.txt === INK ? '#fff' : '#000'}" fill-opacity="${a.txt === INK ? 0.6 : 0.34}"/>`);
    const t = (/** @type {number} */ x, /** @type {any} */ s, /** @type {string} */ f, size = fs, yy = y) => `<text class="cn" x="${x}" y="${yy}" font-size="${size}" text-anchor="middle" fill="${f}">${esc(s)}</text>`;
    o.push(t(xs[0], v[0], c.lost ? a.loss : a.txt));
    if (wide === 'horse')
        o.push(`<circle cx="${xs[1]}" cy="${cy}" r="${lod === 'far' ? 20 : fs * 0.47}" fill="${INK}" stroke="${GOLD}" stroke-width="2.6"/>` + t(xs[1], v[1], '#ffdf6b', small, my));
    else if (wide) {
        const q = lod === 'far' ? 19 : fs * 0.43, rim = RIM[c.figure] || INK;
        o.push(`<rect x="${xs[1] - q}" y="${cy - q}" width="${2 * q}" height="${2 * q}" rx="2.5" fill="${CREAM}" stroke="${rim}" stroke-width="${rim === INK ? 2.6 : 3.8}"/>` + t(xs[1], v[1], INK, small, my));
    } else
        o.push(t(xs[1], v[1], a.txt));
    if (lod !== 'far') {
        o.push(t(xs[2], v[2], a.txt));
        if (!wide)
            for (const mx of [(xs[0] + xs[1]) / 2, (xs[1] + xs[2]) / 2])
                o.push(`<path d="M${mx - 4} ${cy}h8" stroke="${a.txt}" stroke-width="3" stroke-opacity=".75"/>`);
    }
    return o.join('');
}

const STAR = 'M0-10L2.9-3.6 9.8-2.9 4.7 1.9 6.1 8.7 0 5.2-6.1 8.7-4.7 1.9-9.8-2.9-2.9-3.6z';

/**
 * A leader: round, a portrait in cut paper.
 * @param {{livery: Livery, band?: string, label?: string, top: boolean, guard?: boolean, portrait: string, name: string, badges?: string[], dim?: boolean}} l
 * @param {Detail} lod
 */
export function leader(l, lod) {
    const a = l.livery, c = l.top ? GOLD : l.band || a.dark;
    const o = [`<circle cx="60" cy="60" r="58" fill="${a.dark}"/><circle cx="60" cy="60" r="56" fill="${a.body}"/><circle cx="60" cy="60" r="49.5" fill="${c}" stroke="${a.dark}" stroke-width="1.2"/><circle cx="60" cy="60" r="43" fill="#f4ead0" stroke="${a.dark}" stroke-width="1.4"/>`];
    o.push(`<g clip-path="url(#medallion)">${figure(l.portrait, [24, 25, 72, 79], a.sil, a.flip && l.portrait !== 'army')}</g>`);
    if (l.guard)
        o.push(`<circle cx="60" cy="60" r="49.5" fill="none" stroke="${GOLD}" stroke-width="2"/>`);
    if (lod !== 'far') {
        if (l.top)
            for (const r of [-24, 0, 24])
                o.push(`<path d="${STAR}" transform="rotate(${r} 60 60) translate(60 8.6) scale(.92)" fill="${GOLD}" stroke="${INK}" stroke-width="1.6"/>`);
        else if (l.label)
            o.push(`<circle cx="60" cy="11.5" r="15" fill="${c}" stroke="${a.dark}" stroke-width="1.4"/><text class="cn" x="60" y="18" font-size="18.5" text-anchor="middle" fill="${l.guard ? GOLD : on(c)}">${esc(l.label)}</text>`);
    }
    const fs = lod === 'close' ? 15 : lod === 'table' ? 24 : 0;
    if (fs) {
        const w = Math.min(124, Math.max(60, l.name.length * fs * 0.52 + 14));
        const size = Math.min(fs, (w - 10) / (l.name.length * 0.5));
        o.push(`<rect x="${60 - w / 2}" y="${lod === 'close' ? 92 : 88}" width="${w}" height="${lod === 'close' ? 19 : 28}" rx="5" fill="${CREAM}" stroke="${INK}" stroke-width="1.3"/><text class="cn" x="60" y="${lod === 'close' ? 106.6 : 109.5}" font-size="${size.toFixed(1)}" text-anchor="middle" fill="${INK}">${esc(l.name)}</text>`);
    }
    if (l.dim)
        o.push('<circle cx="60" cy="60" r="58" fill="#efe6cf" fill-opacity=".38"/>');
    (l.badges || []).slice(0, 2).forEach((b, i) => o.push(badge(b, 106, 40 + i * 28, lod === 'close' ? 13 : 17)));
    return o.join('');
}

// ---- small parts ----

export const FRONT = '#fff3cf', PAPER = '#fff6dc';

/** @param {number} x @param {number} y @param {any} s @param {number} size @param {string} [fill] @param {'middle'|'start'|'end'} [anchor] */
export const text = (x, y, s, size, fill = INK, anchor = 'middle') => `<text class="cn" x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${fill}">${esc(String(s ?? '?'))}</text>`;

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {string} fill @param {number} [rx] @param {string} [more] */
export const rect = (x, y, w, h, fill, rx = 3, more = '') => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}" ${more}/>`;

/** Something at a place of the drawing, larger or smaller. @param {number} x @param {number} y @param {number} k @param {string} inside */
export const at = (x, y, k, inside) => `<g transform="translate(${+x.toFixed(1)} ${+y.toFixed(1)}) scale(${k})">${inside}</g>`;

/** What has no square outline says which it has, and how it is turned: rings follow it. In a frame of 100 around the middle. @param {string} d @param {number} turn in degrees @param {string} inside */
export const edged = (d, turn, inside) => `<g data-edge="${d}" data-turn="${turn}" transform="translate(60 60) scale(1.2)">${inside}</g>`;

/** What it has lost. @param {any} n */
export const pill = (n) => rect(-12, -9, 24, 18, '#fff6e6', 9, 'stroke="#a32218" stroke-width="2.1"') + text(0, 5.5, n, 15.5, '#8c1d18');

/** A letter on a diamond: in disorder. @param {string} letter */
export const diamond = (letter) => `<path d="M0-14L14 0 0 14-14 0z" fill="${PAPER}" stroke="${INK}" stroke-width="2.2"/>${text(0, 6.8, letter, 19)}`;

/** A letter on a plate, light or dark. @param {string} letter @param {boolean} [dark] */
export const plate = (letter, dark) => rect(-12, -12, 24, 24, dark ? INK : '#ffe9b0', dark ? 0 : 3, `stroke="${dark ? '#ffe9b0' : INK}" stroke-width="2.4"`) + text(0, 7, letter, 20, dark ? '#ffe9b0' : INK);

/** A value on a black disc. @param {any} v @param {number} r @param {string} [rim] */
export const disc = (v, r, rim = CREAM) => `<circle r="${r}" fill="${INK}" stroke="${rim}" stroke-width="2.4"/>${text(0, r * 0.56, v, r * 1.5, rim)}`;

/** Where it looks: a prow under the counter, towards a side of its hex. @param {Livery} a @param {number} turn in degrees, 0 is north */
export function prow(a, turn) {
    const out = turn % 180 ? -15 : 0, d = 'M-50-40L0-93 50-40z';
    return `<g class="front" transform="translate(60 60) rotate(${turn}) translate(0 ${out})"><path d="${d}" fill="#1a130a" fill-opacity=".3" transform="translate(2 4)"/><path d="${d}" fill="${FRONT}" stroke="${a.dark}" stroke-width="4" stroke-linejoin="round"/><path d="M-15-66L0-82 15-66" fill="none" stroke="${a.dark}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

/** Levels of fatigue as cells, the filled ones so far; the last ones stand taller and carry their letters. @param {number} level @param {string[]} letters one for each, '' for most @param {Detail} lod */
export function fatigue(level, letters, lod) {
    const x = 7, h = lod === 'close' ? 8 : 9.5, y = lod === 'close' ? 109 : 107.5, w = 106 / letters.length;
    return rect(x - 2, y - 2, 110, h + 4, INK) + letters.map((letter, i) => {
        const up = letter ? h * 0.35 : 0, left = x + i * w;
        return (letter ? rect(+(left - 1).toFixed(1), +(y - up - 2).toFixed(1), +(w + 2).toFixed(1), +(h + up + 4).toFixed(1), INK, 2) : '')
            + rect(+(left + 1).toFixed(1), +(y - up).toFixed(1), +(w - 2).toFixed(1), +(h + up).toFixed(1), i < level ? '#ffe9b0' : '#5b5449', 1)
            + (letter ? text(+(left + w / 2).toFixed(1), +(y - up + (h + up) * 0.86).toFixed(1), letter, (h + up) * 0.98, i < level ? INK : '#d8cbae') : '');
    }).join('');
}

const edge = (/** @type {Livery} */ a) => `<path d="M1.2 112V9A7.8 7.8 0 0 1 9 1.2H112" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.8"/><path d="M118.8 8V111A7.8 7.8 0 0 1 111 118.8H8" fill="none" stroke="#000" stroke-opacity=".38" stroke-width="1.8"/><rect x=".4" y=".4" width="119.2" height="119.2" rx="8.8" fill="none" stroke="${a.dark}" stroke-width="1.5"/>`;
const dark = (/** @type {Livery} */ a) => a.txt !== INK;

/**
 * A counter with its strength at the left, a rating on a disc at the right and something between them; a foot for what else is counted.
 * @param {{livery: Livery, band?: string, label?: string, guard?: boolean, tail?: boolean, size?: string, figure: string, name: string,
 *   strength?: any, weak?: boolean, rating?: any, middle?: any, sign?: string, foot?: string, wide?: any, hatched?: boolean, broken?: boolean, stars?: number, badges?: string[], dim?: boolean}} c
 *   weak: below its full strength; sign: a figure before `middle`; wide: one large value in place of the three; broken: a crack runs through it
 * @param {Detail} lod
 */
export function division(c, lod) {
    const a = c.livery, band = c.band || a.dark, ink = c.guard ? GOLD : on(band), close = lod === 'close', far = lod === 'far';
    const hb = { close: 25, table: 32, far: 30 }[lod], lift = c.foot && !far ? (close ? 11.5 : 14) : 0;
    const o = [`<rect width="120" height="120" rx="9" fill="${a.body}"/><path d="M0 40V9A9 9 0 0 1 9 0H111A9 9 0 0 1 120 9V40z" fill="${a.lite}" fill-opacity=".5"/><path d="M0 ${hb}V9A9 9 0 0 1 9 0H111A9 9 0 0 1 120 9V${hb}z" fill="${band}"/>`];
    if (c.tail)
        o.push(`<path d="M120 ${hb}L96 ${hb}L110 ${hb / 2}L96 0H111A9 9 0 0 1 120 9z" fill="${a.body}"/>`);
    if (c.guard)
        o.push(`<path d="M0 ${hb - 4}H120v6H0z" fill="${GOLD}"/>`);
    if (!far && c.label)
        o.push(text(8, close ? 19.6 : 26.5, c.label, close ? 19 : 30, ink, 'start'));
    if (!far && c.size)
        o.push(text(c.tail ? 93 : 112, close ? 19 : 25.5, c.size, close ? 16 : 23, ink, 'end'));
    o.push(figure(c.figure, close ? [14, 28, 92, (c.wide === undefined ? 47 : 43) - lift] : far ? [10, 32, 100, 30] : [10, 35, 100, 38 - lift / 2], a.fig, a.flip));
    if (close) {
        const n = c.name.length;
        o.push(text(60, (c.wide === undefined ? 90 : 84) - lift, c.name, n <= 10 ? 15.5 : n <= 13 ? 13.4 : n <= 17 ? 11.4 : 200 / n, a.txt));
    }
    o.push(row(c, lod, lift));
    o.push(edge(a), c.hatched ? `<rect y="${hb}" width="120" height="${120 - hb - lift}" fill="url(#veil)"/>` : '', far ? '' : c.foot || '');
    if (c.dim)
        o.push('<rect width="120" height="120" rx="9" fill="#d9cfb6" fill-opacity=".34"/>');
    const r = { close: 12, table: 15, far: 20 }[lod];
    const marks = (c.badges || []).slice(0, 3).map((b, i) => badge(b, 118, (close ? 37 : 38) + i * r * 1.9, r)).join('');
    return (c.broken ? `<g transform="rotate(-7 60 60)">${o.join('')}${CRACK}</g>` : o.join('')) + marks;
}

const CRACK = ['stroke="#fff6dc" stroke-width="11"', `stroke="${INK}" stroke-width="5"`].map((s) => `<path d="M70-3L50 24 72 46 46 72 66 98 52 123" fill="none" ${s}/>`).join('');

/** Strength, what is between, rating. @param {Parameters<typeof division>[0]} c @param {Detail} lod @param {number} lift how far above the lower edge */
function row(c, lod, lift) {
    const a = c.livery, fs = { close: 31, table: 45, far: 58 }[lod], y = 115 - lift;
    if (c.wide !== undefined)
        return text(60, y, c.wide, { close: 32, table: 44, far: 50 }[lod], a.txt);
    const w = Math.max(0.62, String(c.strength ?? '?').length * 0.52) * fs, x = lod === 'far' ? 60 : 6 + w / 2;
    const o = [c.weak ? rect(+(x - w / 2).toFixed(1), +(y - fs * 0.82).toFixed(1), +w.toFixed(1), +(fs * 0.92).toFixed(1), dark(a) ? '#000' : '#fff', 5, `fill-opacity="${dark(a) ? 0.38 : 0.7}"`) : '', text(+x.toFixed(1), y, c.strength, fs, c.weak ? a.loss : a.txt)];
    if (lod === 'far')
        return o.join('');
    if (c.rating !== undefined)
        o.push(lod === 'close' ? at(103, 104 - lift, 1, disc(c.rating, 12.5)) : at(99, 97.5 - lift, 1, disc(c.rating, 18)));
    if (c.middle !== undefined && c.sign)
        o.push(figure(c.sign, lod === 'close' ? [34, y - 16, 27, 15] : [36, y - 20, 27, 18], a.txt, a.flip), text(lod === 'close' ? 70 : 70, y - 1, c.middle, lod === 'close' ? 20 : 26, a.txt));
    else if (c.middle !== undefined && lod === 'close')
        o.push(text(60, y, c.middle, 25, a.txt));
    for (let i = 0; i < (c.stars || 0); i++)
        o.push(`<path d="${STAR}" transform="translate(${lod === 'close' ? 12 : 50 + i * 13} ${lod === 'close' ? 35 + i * 14 : 100}) scale(.7)" fill="${GOLD}" stroke="${INK}" stroke-width="2.2"/>`);
    return o.join('');
}

/** A national flag, told by its pattern. @type {Record<string, string>} */
const FLAG = {
    n: '<path d="M0 0H27V52H0z" fill="#1b3f74"/><path d="M27 0H53V52H27z" fill="#f4f1e6"/><path d="M53 0H80V52H53z" fill="#a8323a"/>',
    crown: '<path d="M0 0H80V52H0z" fill="#1b3f74"/><path d="M4 0L80 49V52H76L0 3V0zM76 0L0 49V52H4L80 3V0z" fill="#f7f5ee"/><path d="M31 0H49V52H31zM0 17H80V35H0z" fill="#f7f5ee"/><path d="M35 0H45V52H35zM0 21H80V31H0z" fill="#a8323a"/>',
    cross: `<path d="M0 0H80V52H0z" fill="#f7f5ee"/><path d="M0 0H80V10H0zM0 42H80V52H0z" fill="${INK}"/><path d="M40 14l4 6 13-3-4 10-6 1 2 7-9 4-9-4 2-7-6-1-4-10 13 3z" fill="${INK}"/>`,
};

/** Six rays around a hexagon: a zone goes out from it; broken and hollow: none does. @param {Livery} a @param {boolean} zone */
function zoneMark(a, zone) {
    const c = dark(a) ? PAPER : INK, p = (/** @type {number} */ r, /** @type {number} */ t) => `${(r * Math.cos(t * Math.PI / 180)).toFixed(1)} ${(r * Math.sin(t * Math.PI / 180)).toFixed(1)}`;
    const hex = `M${[0, 60, 120, 180, 240, 300].map((t) => p(15, t)).join('L')}z`, rays = [30, 90, 150, 210, 270, 330].map((t) => `M${p(19, t)}L${p(26, t)}`).join('');
    return zone ? `<path d="${hex}" fill="${c}"/><path d="${rays}" stroke="${c}" stroke-width="5.5" stroke-linecap="round"/>` : `<path d="${hex}" fill="none" stroke="${c}" stroke-width="4" stroke-dasharray="7 6"/>`;
}

/** A force of which only whose it is, and whether a zone goes out from it, is known: always the same. @param {Livery} a @param {boolean|undefined} zone undefined: nothing is said of it */
export function faceDown(a, zone) {
    return `<rect x="6" y="-6" width="120" height="120" rx="9" fill="${a.dark}"/><rect width="120" height="120" rx="9" fill="${a.body}"/><rect width="120" height="120" rx="9" fill="url(#veil)"/>${edge(a)}`
        + `<g transform="translate(20 ${zone === undefined ? 34 : 14})">${FLAG[a.emblem] || `<path d="M0 0H80V52H0z" fill="${a.lite}"/>`}<rect width="80" height="52" rx="2" fill="none" stroke="${INK}" stroke-width="2.4"/></g>`
        + (zone === undefined ? '' : at(60, 93, 1, zoneMark(a, zone)));
}

/** What lies under an enemy's counter: always the same. @param {Livery} a */
export function veil(a) {
    return `<rect x="12" y="-12" width="120" height="120" rx="9" fill="${a.txt === INK ? '#7b848b' : a.dark}" stroke="${INK}" stroke-width="1.2"/><rect x="12" y="-12" width="120" height="120" rx="9" fill="url(#veil)"/>`;
}
export const VEIL_SIGN = `<g transform="translate(127 -5)"><circle r="14" fill="${CREAM}" stroke="${INK}" stroke-width="2"/><text class="cn" y="7.6" font-size="21" text-anchor="middle" fill="${INK}">?</text></g>`;

const STEP = { b: ['#23201b', '#ffffff', 1], w: ['#ffffff', '#23201b', 2], r: ['#c22a1f', '#ffffff', 3] };

/** A step of a block: strength on a disc, hits as ticks. @param {string} f @param {number} x @param {number} y @param {number} r @param {boolean} faded */
function stepDisc(f, x, y, r, faded) {
    const s = f[0], kind = f[1];
    const [fill, ink, hits] = /** @type {any} */ (STEP)[kind] || STEP.b;
    let g;
    if (s === 'H')
        g = `<path d="M0 ${r * 0.75}C${-r * 1.3} ${-r * 0.2} ${-r * 0.7} ${-r * 1.05} 0 ${-r * 0.35}C${r * 0.7} ${-r * 1.05} ${r * 1.3} ${-r * 0.2} 0 ${r * 0.75}z" fill="#c22a1f" stroke="#23201b" stroke-width="1.2"/>`;
    else if (s === 'P')
        g = `<circle r="${r * 0.95}" fill="#fff" stroke="#23201b" stroke-width="1.4"/><circle cy="${-r * 0.35}" r="${r * 0.28}" fill="#23201b"/><path d="M${-r * 0.45} ${r * 0.6}h${r * 0.9}L${r * 0.16} ${-r * 0.1}h${-r * 0.32}z" fill="#23201b"/>`;
    else if (kind === '*')
        g = `<path d="${STAR}" transform="scale(${(r / 8.2).toFixed(3)})" fill="${GOLD}" stroke="#23201b" stroke-width="1.2"/><text class="cn" y="${r * 0.42}" font-size="${r * 1.15}" text-anchor="middle" fill="#23201b">${esc(s)}</text>`;
    else
        g = `<circle r="${r}" fill="${fill}" stroke="#23201b" stroke-width="1.4"/><text class="cn" y="${r * 0.5}" font-size="${r * 1.42}" text-anchor="middle" fill="${ink}">${esc(s)}</text>`;
    const ticks = faded || !/** @type {any} */ (STEP)[kind] || kind === 'c' ? '' : Array.from({ length: hits }, (_, i) => `<rect x="${r + 2.6}" y="${-1.6 + (i - (hits - 1) / 2) * 5}" width="5.2" height="3.2" fill="#23201b"/>`).join('');
    return `<g transform="translate(${x} ${y})"${faded ? ' opacity=".58"' : ''}>${g}${ticks}</g>`;
}

/** @type {Record<string, string>} */
const EMBLEM = {
    n: '<text class="cn" y="15" font-size="44" text-anchor="middle" fill="C" stroke="none">N</text><circle r="27"/>',
    crown: '<path d="M-22 14L-25-12-12 0 0-19 12 0 25-12 22 14z" stroke-linejoin="round"/><path d="M-22 20h44"/>',
    cross: '<path d="M-7-7C-6-16-8-22-12-25H12C8-22 6-16 7-7C16-6 22-8 25-12V12C22 8 16 6 7 7C6 16 8 22 12 25H-12C-8 22-6 16-7 7C-16 6-22 8-25 12V-12C-22-8-16-6-7-7z"/>',
};

/**
 * An upright block, from its owner's side or from the other.
 * From afar its face shows what one needs there: the step that is up, large; then its name.
 * @param {{livery: Livery, band?: string, figure?: string, name?: string, label?: string, faces?: string[], step?: number, mp?: any, flat?: boolean, star?: boolean, hidden?: boolean, dim?: boolean}} b
 * @param {Detail} [lod]
 */
export function block(b, lod = 'close') {
    const { body, lite: top, dark } = b.livery;
    const o = ['<path d="M8 122L104 122 126 98 126 108 108 128 14 128z" fill="#1a130a" fill-opacity=".25"/>'];
    let fy = 20;
    if (b.flat) {
        o.push(`<rect x="4" y="12" width="100" height="108" rx="3" fill="${dark}"/><rect x="4" y="12" width="100" height="100" rx="3" fill="${body}"/>`);
        fy = 12;
    } else
        o.push(`<path d="M4 20L18 4H118L104 20z" fill="${top}"/><path d="M104 20L118 4V102L104 120z" fill="${dark}"/><rect x="4" y="20" width="100" height="100" rx="2" fill="${body}"/><path d="M4 20H104V120" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.2"/>`);
    if (b.hidden) {
        const sign = b.star ? `<path d="${STAR}" transform="scale(2.7)" fill="${GOLD}" stroke="#23201b" stroke-width=".6"/>`
            : `<g fill="none" stroke="${top}" stroke-width="3.3">${(EMBLEM[b.livery.emblem] || '').replace('fill="C"', `fill="${top}"`)}</g>`;
        o.push(`<g transform="translate(54 ${fy + 50})">${sign}</g>`);
        return o.join('');
    }
    const faces = b.faces || [], cur = b.step || 0, n = faces.length;
    const dim = b.dim ? `<rect x="4" y="${fy}" width="100" height="100" fill="#d9cfb6" fill-opacity=".3"/>` : '';
    if (lod !== 'close')
        return o.join('') + blockFar(b, fy, lod === 'far') + dim;
    o.push(`<rect x="10" y="${fy + 6}" width="88" height="88" rx="2" fill="#f4ead0"/><rect x="12" y="${fy + 8}" width="84" height="84" fill="none" stroke="${b.band || GOLD}" stroke-width="4"/>`);
    if (b.figure)
        o.push(figure(b.figure, [31, fy + 33, 46, 30], b.livery.sil, b.livery.flip));
    const fs = Math.min(11.5, 88 / ((b.name || '').length * 0.52 || 1));
    o.push(`<text class="cn" x="54" y="${fy + 74}" font-size="${fs.toFixed(1)}" text-anchor="middle" fill="${INK}">${esc(b.name)}</text>`);
    if (b.label)
        o.push(`<text class="cn" x="19" y="${fy + 22}" font-size="9" fill="${INK}">${esc(b.label)}</text>`);
    if (b.mp !== undefined)
        o.push(`<text class="cn" x="90" y="${fy + 88}" font-size="9" text-anchor="end" fill="${INK}">${esc(b.mp)} MP</text>`);
    const at = [[50, 21.5, 11], [81.5, 49, 7], [50, 84, 7], [18.5, 49, 7]];
    faces.forEach((f, i) => {
        const j = n === 4 ? (i - cur + 4) % 4 : i >= cur ? i - cur : 3 - (cur - 1 - i);
        const [px, py, r] = at[((j % 4) + 4) % 4];
        o.push(stepDisc(f, 4 + px, fy + py, r, j !== 0));
    });
    return o.join('') + dim;
}

/** The face of a block from afar. @param {{livery: Livery, band?: string, figure?: string, name?: string, faces?: string[], step?: number}} b @param {number} fy @param {boolean} far */
function blockFar(b, fy, far) {
    const face = b.faces?.[b.step || 0], name = b.name || '', r = far ? 34 : 25;
    const fs = Math.min(21, 84 / (name.length * 0.5 || 1));
    const o = [`<rect x="7" y="${fy + 3}" width="94" height="94" rx="2" fill="#f4ead0"/><rect x="10" y="${fy + 6}" width="88" height="88" fill="none" stroke="${b.band || GOLD}" stroke-width="7"/>`];
    if (b.figure && !far)
        o.push(figure(b.figure, [58, fy + 16, 36, 44], b.livery.sil, b.livery.flip));
    if (face)
        o.push(far ? stepDisc(face, 54, fy + 50, r, false) : stepDisc(face, 38, fy + 39, r, false));
    if (!far)
        o.push(`<text class="cn" x="54" y="${fy + 86}" font-size="${fs.toFixed(1)}" text-anchor="middle" fill="${INK}">${esc(name)}</text>`);
    return o.join('');
}

/** What the drawings refer to; once in every picture that shows pieces. */
export const DEFS = '<clipPath id="medallion"><circle cx="60" cy="60" r="42.4"/></clipPath><pattern id="veil" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="14" fill="#000" fill-opacity=".28"/></pattern>';
