// api.js: requests to the server and the live stream of a match. What they mean: docs/table-api.md.
// @ts-check

export class Refusal extends Error {
    /** @param {number} status @param {any} reply */
    constructor(status, reply) {
        super(reply.error || `The server answered ${status}`);
        this.status = status;
        this.reply = reply;
        this.case = reply.case || null;
    }
}

/** A word of the protocol, quoted if it must be. @param {string} s */
export const word = (s) => /^[^\s"#\\]+$/.test(s) && s !== '<<' && s !== '.' ? s
    : `"${s.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** Requests under way, for whoever waits until nothing is. */
export const traffic = { open: 0 };

/** @template T @param {() => Promise<T>} f @returns {Promise<T>} */
async function counted(f) {
    traffic.open++;
    try {
        return await f();
    } finally {
        traffic.open--;
    }
}

/** @param {Response} r */
async function answer(r) {
    let reply;
    try {
        reply = await r.json();
    } catch {
        throw new Refusal(r.status, { error: `The server's answer (${r.status}) could not be read.` });
    }
    if (!r.ok || reply.ok === false)
        throw new Refusal(r.status, reply);
    return reply;
}

/** @param {string} [token] @returns {Record<string, string>} */
const seat = (token) => token ? { Authorization: `Bearer ${token}` } : {};

/** @param {string} path @param {string} [token] @returns {Promise<any>} */
export const get = (path, token) => counted(async () => answer(await fetch(`api/${path}`, { headers: seat(token) })));

/** @param {string} path @param {string} [token] @returns {Promise<string>} */
export const text = (path, token) => counted(async () => {
    const r = await fetch(`api/${path}`, { headers: seat(token) });
    if (!r.ok)
        await answer(r);
    return r.text();
});

/** @param {string} path @param {string} body @param {string} [token] @returns {Promise<any>} */
export const post = (path, body, token) => counted(async () => answer(await fetch(`api/${path}`, {
    method: 'POST', body, headers: { 'Content-Type': 'text/plain', ...seat(token) },
})));

let requests = 0;
/** A name for a request, so that a repeated one is not done twice. */
export const requestId = () => `c${Date.now().toString(36)}${(requests++).toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;

/**
 * What the server says has changed in a state: [path, value], or of a list [path, at, gone, values].
 * @param {any} state @param {any[][]} edits
 */
export function edit(state, edits) {
    for (const [path, ...what] of edits) {
        const name = path.pop();
        const at = path.reduce((/** @type {any} */ o, /** @type {string|number} */ k) => o[k], state);
        if (what.length === 1)
            at[name] = what[0];
        else
            at[name].splice(what[0], what[1], ...what[2]);
    }
}

/**
 * The live stream of a match. Reconnects by itself, from the last state seen.
 * @param {string} id @param {string} token @param {number} from
 * @param {{state(s: any): void, chat(c: any): void, presence(p: any): void, link(up: boolean): void, replaced(): void}} on
 */
export function live(id, token, from, on) {
    let last = from;
    let wait = 500;
    let closed = false;
    /** @type {EventSource|null} */
    let source = null;
    let timer = 0;

    function open() {
        const q = new URLSearchParams();
        if (token)
            q.set('token', token);
        q.set('from', String(last));
        q.set('delta', '1');
        /** @type {any} */
        let whole = null;   // as the server told it; whoever is told gets a copy
        source = new EventSource(`api/match/${id}/events?${q}`);
        source.onopen = () => { wait = 500; on.link(true); };
        const tell = () => {
            if (typeof whole.seq === 'number')
                last = whole.seq;
            on.state(structuredClone(whole));
        };
        source.addEventListener('state', (e) => { whole = JSON.parse(e.data); tell(); });
        source.addEventListener('delta', (e) => { edit(whole, JSON.parse(e.data).edits); tell(); });
        source.addEventListener('chat', (e) => on.chat(JSON.parse(e.data)));
        source.addEventListener('presence', (e) => on.presence(JSON.parse(e.data)));
        source.addEventListener('leave', (e) => { wait = JSON.parse(e.data).wait; });    // the server ends: come again then
        source.addEventListener('replaced', () => { closed = true; source?.close(); on.replaced(); });
        source.onerror = () => {
            on.link(false);
            source?.close();
            if (!closed)
                timer = window.setTimeout(open, wait);
            wait = Math.min(wait * 1.7, 8000);
        };
    }
    open();
    return { close() { closed = true; clearTimeout(timer); source?.close(); } };
}

// ---- what this browser remembers: its seats ----

const KEY = 'grognard.matches';

/** @returns {{match: string, game: string, token: string, seats: string[], when: number}[]} */
export function remembered() {
    try {
        const all = JSON.parse(localStorage.getItem(KEY) || '[]');
        return Array.isArray(all) ? all : [];
    } catch {
        return [];
    }
}

/** @param {string} match @param {string} game @param {string} token @param {string[]} seats */
export function remember(match, game, token, seats) {
    const rest = remembered().filter((m) => m.match !== match || m.token !== token);
    rest.unshift({ match, game, token, seats, when: Date.now() });
    localStorage.setItem(KEY, JSON.stringify(rest.slice(0, 60)));
}

/** @param {string} match @param {string} token */
export function forget(match, token) {
    localStorage.setItem(KEY, JSON.stringify(remembered().filter((m) => m.match !== match || m.token !== token)));
}

/** @param {string} key @param {any} standard */
export function setting(key, standard) {
    try {
        const v = localStorage.getItem(`grognard.${key}`);
        return v === null ? standard : JSON.parse(v);
    } catch {
        return standard;
    }
}

/** @param {string} key @param {any} value */
export const keep = (key, value) => localStorage.setItem(`grognard.${key}`, JSON.stringify(value));

/** @param {string} [to] */
export function theme(to) {
    const now = to || setting('theme', matchMedia('(prefers-contrast: more)').matches ? 'contrast'
        : matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day');
    if (to)
        keep('theme', to);
    document.documentElement.dataset.theme = now;
    document.documentElement.dataset.motion = setting('motion', 'yes');
    return now;
}
