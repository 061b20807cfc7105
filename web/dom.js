// dom.js: small helpers to make elements. No inline styles or handlers: the page's policy forbids them.
// @ts-check

const SVG = 'http://www.w3.org/2000/svg';

/** Text made safe for SVG and HTML strings. @param {any} s */
export const esc = (s) => String(s ?? '').replace(/[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }[c] || c));

/**
 * An element: h('button.b1', {onclick, title}, 'text', child, …).
 * @param {string} what tag with classes @param {any} [props] @param {...any} kids
 * @returns {any}
 */
export function h(what, props, ...kids) {
    const [tag, ...classes] = what.split('.');
    const e = document.createElement(tag || 'div');
    if (classes.length)
        e.className = classes.join(' ');
    for (const [k, v] of Object.entries(props || {})) {
        if (v === undefined || v === null || v === false)
            continue;
        if (k.startsWith('on'))
            e.addEventListener(k.slice(2), v);
        else if (k === 'vars')
            for (const [n, x] of Object.entries(v))
                e.style.setProperty(n, String(x));
        else if (k === 'html')
            e.innerHTML = v;
        else if (k === 'value')
            /** @type {any} */ (e).value = v;
        else if (k === 'class')
            e.className += (e.className ? ' ' : '') + v;
        else
            e.setAttribute(k, v === true ? '' : String(v));
    }
    add(e, kids);
    return e;
}

/** @param {Element} e @param {any[]} kids */
export function add(e, kids) {
    for (const k of kids.flat(9))
        if (k !== null && k !== undefined && k !== false)
            e.append(k instanceof Node ? k : String(k));
    return e;
}

/** Puts new children in place of the old. @param {Element} e @param {...any} kids */
export function fill(e, ...kids) {
    e.replaceChildren();
    return add(e, kids);
}

/** @param {string} tag @param {any} [props] @param {string} [inner] @returns {any} */
export function svg(tag, props, inner) {
    const e = document.createElementNS(SVG, tag);
    for (const [k, v] of Object.entries(props || {}))
        if (v !== undefined && v !== null)
            e.setAttribute(k, String(v));
    if (inner !== undefined)
        e.innerHTML = inner;
    return e;
}

/** One of the symbols of symbols.svg as a small picture. @param {string} id @param {number} [size] */
export function icon(id, size = 20) {
    return svg('svg', { width: size, height: size, class: 'ic', 'aria-hidden': 'true' }, `<use href="#${id}"/>`);
}

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** A dialog with a title. @param {string} title @param {any} content */
export function openDialog(title, content) {
    const d = $('dialog');
    d.setAttribute('aria-label', title);
    fill(d, h('header', {}, h('h2', {}, title), h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => d.close() }, icon('ui-x', 18))), h('div.in', { tabindex: '0' }, content));
    if (!d.open)
        d.showModal();
}

/** The symbols, put into the page once, so that `<use href="#…">` needs no further request. */
export async function loadSymbols() {
    const text = await (await fetch('symbols.svg')).text();
    const doc = new DOMParser().parseFromString(text, 'image/svg+xml');
    const root = /** @type {any} */ (document.importNode(doc.documentElement, true));
    root.setAttribute('class', 'symbols');
    root.setAttribute('aria-hidden', 'true');
    for (const t of root.querySelectorAll('title'))
        t.remove();
    for (const s of root.querySelectorAll('symbol[id^=fig-]'))
        s.setAttribute('preserveAspectRatio', 'xMidYMax');
    document.body.append(root);
}

/** "a, b and c" @param {string[]} list */
export const listed = (list) => list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}`;

/** @param {string} s */
export const capital = (s) => s ? s[0].toUpperCase() + s.slice(1) : s;

/** With a full stop, if it has none. @param {string} s */
export const sentence = (s) => s && !'.?!'.includes(s.slice(-1)) ? `${s}.` : s;

/** How long a computer may think. @param {number} ms */
export const pace = (ms) => `up to ${ms / 1000} s a turn`;

/** A minus is a minus. @param {any} s */
export const figures = (s) => String(s).replace(/^-(?=\d)/, '−');

/** Saves a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const a = h('a', { href: url, download: name });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
