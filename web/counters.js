// counters.js: how pieces are drawn, for all games: square counters, round leaders, upright blocks,
// badges. Everything is an SVG string in a box of 120 × 120. A game's module says what stands on them; colours come
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
 * @param {{livery: Livery, band?: string, figure?: string, name?: string, label?: string, faces?: string[], step?: number, mp?: any, flat?: boolean, star?: boolean, hidden?: boolean, dim?: boolean}} b
 */
export function block(b) {
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
    if (b.dim)
        o.push(`<rect x="4" y="${fy}" width="100" height="100" fill="#d9cfb6" fill-opacity=".3"/>`);
    return o.join('');
}

/** What the drawings refer to; once in every picture that shows pieces. */
export const DEFS = '<clipPath id="medallion"><circle cx="60" cy="60" r="42.4"/></clipPath><pattern id="veil" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="14" fill="#000" fill-opacity=".28"/></pattern>';
