// keys.js: the keyboard: everything that the pointer can do.
// @ts-check
import { $ } from './dom.js';

/** @type {[string, string][]} */
export const helpRows = [
    ['Tab', 'what to do, stack, board, replay, books'], ['← ↑ → ↓', 'move the cursor on the board (Shift: the other slant)'], ['Enter', 'choose, go there, confirm'], ['Esc', 'close, then choose nothing'],
    ['N P', 'next, previous piece that may act'], ['1 … 9', 'the buttons from left to right'], ['Space', 'stop here'], ['E', 'end the phase'], ['U', 'undo; Shift-U asks the opponent'], ['W', 'why not, for the place under the cursor'],
    ['F', 'fan out the stack'], ['G', 'go to a place: type it'], ['V', 'show or hide the reach'], ['H', 'hold: hide all counters'], ['+ − 0', 'zoom in, out, whole board'], ['[ ]', 'replay: back, forward; Home, End'], ['K', 'copy a link to this moment'],
    ['L M C R O', 'chronicle, forces, charts, rules, options'], ['/', 'search'], ['?', 'this list'],
];

/** The cell that lies in a direction. @param {any} board @param {string} from @param {number} angle in degrees, 0 is east, 90 south */
function toward(board, from, angle) {
    const c = board.cell(from);
    let best = null, most = 0.3;
    for (const id of c?.near || []) {
        const o = board.cell(id), a = Math.atan2(o.y - c.y, o.x - c.x) - angle * Math.PI / 180, fit = Math.cos(a) - Math.hypot(o.x - c.x, o.y - c.y) / board.hex * 0.08;
        if (fit > most)
            most = fit, best = id;
    }
    return best;
}

/** @param {any} t the table */
export function keys(t) {
    const view = $('view');
    /** @param {string|null} id */
    const cursor = (id) => {
        if (!id)
            return;
        t.cursor = id;
        t.keyed = true;
        t.board.show(id);
        t.drawReach();
        $('here').textContent = t.describe(id);
    };
    const start = () => t.cursor || t.place || t.placeOf(t.subject || '') || t.list.find((/** @type {any} */ p) => p.own && t.board.cell(p.place))?.place || [...t.board.cells.keys()][0];
    /** @param {KeyboardEvent} e */
    const arrow = (e) => {
        const f = t.board.flat && t.board.hexes, s = e.shiftKey;
        const a = t.board.hexes === false ? { ArrowUp: 270, ArrowDown: 90, ArrowLeft: 180, ArrowRight: 0 }
            : f ? { ArrowUp: 270, ArrowDown: 90, ArrowLeft: s ? 150 : 210, ArrowRight: s ? 30 : 330 } : { ArrowUp: s ? 300 : 240, ArrowDown: s ? 60 : 120, ArrowLeft: 180, ArrowRight: 0 };
        return a[/** @type {'ArrowUp'} */ (e.key)];
    };
    /** @param {number} by */
    const next = (by) => {
        const ids = t.list.filter((/** @type {any} */ p) => t.choices.units.has(p.id) && t.board.cell(p.place)).map((/** @type {any} */ p) => p.place);
        const places = [...new Set([...ids, ...(ids.length ? [] : [...t.choices.places.keys()])])];
        if (places.length)
            cursor(places[(places.indexOf(t.cursor) + by + places.length) % places.length]);
    };

    view.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
        if (e.ctrlKey || e.metaKey || e.altKey)
            return;
        if (e.key.startsWith('Arrow')) {
            e.preventDefault();
            if (!t.cursor)
                return cursor(start());
            cursor(toward(t.board, t.cursor, arrow(e)));
        } else if (e.key === 'Enter' && !t.pending) {
            e.preventDefault();
            if (t.cursor)
                t.pick(t.cursor);
        }
    });
    view.addEventListener('pointerdown', () => { t.keyed = false; });

    document.addEventListener('keydown', (e) => {
        const at = /** @type {HTMLElement} */ (e.target);
        if (e.ctrlKey || e.metaKey || e.altKey || !t.state || !$('curtain').hidden || $('dialog').open)
            return;
        if (e.key === 'Escape') {
            if (at.tagName === 'INPUT')
                at.blur();
            if (!t.closeBubble())
                t.release();
            return;
        }
        if (/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
            return;
        const acts = [...$('acts').querySelectorAll('button[data-do]')];
        const ender = t.choices.bare.find((/** @type {any} */ a) => t.mod.enders.includes(a.verb));
        const press = {
            'n': () => next(1), 'p': () => next(-1), 'u': () => t.undo(), 'U': () => t.consent('ask'), 'w': () => t.cursor && t.whyNot(t.choices.like(t.subject, t.cursor), t.cursor),
            'f': () => t.cursor && t.pieces.fan(t.pieces.fanned ? null : t.cursor, t.marks()), 'v': () => t.toggle('reach'), 'V': () => t.toggle('reach'), 'h': () => view.classList.add('bare'), '+': () => t.board.zoom(1.3), '=': () => t.board.zoom(1.3), '-': () => t.board.zoom(1 / 1.3), '0': () => t.board.fit(),
            '[': () => t.replay.step(-1), ']': () => t.replay.step(1), 'Home': () => t.replay.go(0), 'End': () => t.replay.now(), 'k': () => t.replay.link(),
            'l': () => t.openTab('chronicle'), 'm': () => t.openTab('forces'), 't': () => $('tray').scrollIntoView(), 'c': () => t.openTab('charts'), 'r': () => t.openTab('rules'), 'o': () => t.openOptions(), '?': () => t.openHelp(),
            '/': () => { e.preventDefault(); (document.getElementById('rulesearch') || document.getElementById('chartsearch') || document.getElementById('logsearch'))?.focus(); },
            'g': () => { e.preventDefault(); goTo(t, cursor); },
            'e': () => ender && t.commit(ender), ' ': () => { if (at.tagName !== 'BUTTON' && ender) { e.preventDefault(); t.commit(ender); } },
        }[/** @type {'n'} */ (e.key)];
        if (/^[1-9]$/.test(e.key) && acts[Number(e.key) - 1])
            acts[Number(e.key) - 1].click();
        else if (press && !(at.closest('[role=tablist]') && e.key === 'Home'))
            press();
    });
    document.addEventListener('keyup', (e) => { if (e.key === 'h' && !t.overlay.bare) view.classList.remove('bare'); });
}

/** @param {any} t @param {(id: string|null) => void} cursor */
function goTo(t, cursor) {
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Place or piece');
    input.placeholder = '1011 or a name';
    input.addEventListener('keydown', (e) => {
        if (e.key !== 'Enter')
            return;
        const w = input.value.trim().toLowerCase();
        const p = t.board.cell(w) ? w : t.list.find((/** @type {any} */ x) => x.name.toLowerCase().startsWith(w) && t.board.cell(x.place))?.place;
        t.closeBubble();
        if (p) {
            t.goTo(p);
            cursor(p);
            $('view').focus();
        }
    });
    t.bubble(null, true, [input]);
    input.focus();
}
