// clock.js: how long each side of a match may still think: a small figure at its seats, which runs while it is asked; and the
// line in which whoever makes a match writes what clock it is to have. The server knows what the words mean.
// @ts-check
import { h } from './dom.js';

/** @typedef {{side: string, left: number, runs: boolean, until: number|null, late: boolean, vacation_days: number, away_until: number}} Time */

/** The clock of the last state, and how far its time is ahead of this machine's. @type {any} */
let told = null;
let ahead = 0;
let timer = 0;

const now = () => Date.now() / 1000 + ahead;

/** "71 h 20 m", "9 m 05 s". @param {number} seconds */
export function span(seconds) {
    const s = Math.max(0, Math.floor(seconds)), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    return s >= 3600 ? `${Math.floor(s / 3600)} h ${two(Math.floor(s / 60) % 60)} m` : `${Math.floor(s / 60)} m ${two(s % 60)} s`;
}

/** Figures that run. */
function tick() {
    const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-until]'));
    for (const e of all)
        e.textContent = span(Math.min(Number(e.dataset.left), Number(e.dataset.until) - now()));
    if (!all.length) {
        clearInterval(timer);
        timer = 0;
    }
}

/** Of one seat, for the bar; null: the match has no clock. @param {any} s a state @param {string} side */
export function timeOf(s, side) {
    const own = /** @type {Time|undefined} */ (s.clock?.sides.find((/** @type {Time} */ x) => x.side === side));
    if (!own)
        return null;
    if (told !== s.clock) {
        told = s.clock;
        ahead = s.clock.now - Date.now() / 1000;
    }
    const away = own.away_until > now(), runs = own.runs && own.until !== null;
    if (runs && !timer)
        timer = window.setInterval(tick, 1000);
    const title = `Clock: ${s.clock.text}${own.vacation_days ? `; ${own.vacation_days} days of vacation left` : ''}`;
    return h(`small.time${own.late ? '.late' : ''}`, { 'title': title, 'data-left': own.left, 'data-until': runs ? own.until : null },
        own.late ? 'time is up' : away ? 'on vacation' : span(runs ? Math.min(own.left, Number(own.until) - now()) : own.left));
}

/** For the form of a new match: the field, and the line of the order. */
export function clockField() {
    const field = h('input', { id: 'c-clock', type: 'text', maxlength: 80, placeholder: 'none' });
    const label = h('label', { for: 'c-clock', title: 'Bank, increment and cap for each side, vacation days, and what happens when time is up: wait, forfeit, or a computer' }, 'Clock, as in 72h +12h cap 120h forfeit', field);
    return { label, lines: () => field.value.trim() ? [`clock ${field.value.trim()}`] : [] };
}
