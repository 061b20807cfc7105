// keys.js: the keyboard: everything that the pointer can do.
// @ts-check
import { $ } from './dom.js';

/** @type {[string, string][]} */
export const helpRows = [
    ['Tab', 'what to do, stack, board, replay, books'], ['← ↑ → ↓', 'move the cursor on the board (Shift: the other slant)'], ['Enter', 'choose, go there, confirm'], ['Esc', 'close, then choose nothing'],
    ['N P', 'next, previous piece that can act'], ['1 … 9', 'the buttons from left to right'], ['Space', 'stop here; never ends a phase'], ['E', 'end it; asks if something would be lost'], ['U', 'undo; Shift-U asks the opponent'], ['W', 'why not, for the place under the cursor'], ['I', 'advice: what would the strongest computer do?'],
    ['F', 'fan out the stack'], ['Q A', 'turn the chosen piece left, right'], ['G', 'go to a place or piece: type it'], [':', 'type an order'], ['V', 'next overlay (Shift-V: none)'], ['X', 'show or hide the reach'], ['H', 'hold: hide all counters'], ['+ − 0', 'zoom in, out, whole board'], ['[ ]', 'replay: back, forward; Home, End (Shift: by whole moves)'], ['B', 'watch again what the others have done'], ['K', 'copy a link to this moment'],
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

/** @param {import('./table.js').Table} t */
export function keys(t) {
    const view = $('view'), { select } = t;
    /** @param {string|null} id */
    const cursor = (id) => {
        if (!id)
            return;
        select.cursor = id;
        select.keyed = true;
        t.board.show(id);
        t.marks.places();
        t.overlays.point(id);
        $('here').textContent = t.inspector.describe(id);
    };
    const start = () => select.cursor || select.place || t.placeOf(select.subject) || t.list.find((p) => p.own && t.board.cell(p.place))?.place || [...t.board.cells.keys()][0];
    /** @param {number} by */
    const next = (by) => {
        const able = t.forecast.able(), open = t.choices.open(select.subject), acts = (/** @type {string} */ id) => able && !t.choices.hubs.size ? able.has(id) : open.has(id);
        const ids = t.list.filter((p) => acts(p.id) && t.board.cell(p.place)).map((p) => /** @type {string} */ (p.place));
        const places = [...new Set(ids.length ? ids : t.choices.places.keys())];
        view.focus({ preventScroll: true });
        if (places.length)
            cursor(places[(places.indexOf(select.cursor || '') + by + places.length) % places.length]);
    };
    const end = () => {
        const a = t.choices.ender;
        if (a && t.state.mine)
            t.forecast.end(a);
    };
    const halt = () => {
        if (t.forecast.phase)
            t.bubble.tell('Space stops a march. E ends the phase.');
        else
            end();
    };
    const fan = () => t.pieces.fan(t.pieces.fanned ? null : select.cursor || select.place, t.marks.rings());
    const why = () => select.cursor && select.whyNot(select.subject || t.stackIn(select.cursor).find((p) => p.own)?.id || null, select.cursor);
    const search = () => (document.getElementById('rulesearch') || document.getElementById('chartsearch') || document.getElementById('logsearch'))?.focus();

    /** @type {Record<string, () => any>} */
    const press = {
        'n': () => next(1), 'p': () => next(-1), 'e': end, ' ': halt, 'u': () => t.decide.undo(), 'U': () => t.decide.consent('ask'), 'w': why, 'i': () => t.advice.ask(), 'f': fan, 'q': () => t.pose.turn(-1), 'a': () => t.pose.turn(1),
        'g': () => goTo(t, cursor), 'v': () => t.overlays.next(), 'V': () => t.overlays.look(''), 'x': () => t.overlays.toggle('reach'), 'h': () => t.marks.bare(true),
        '+': () => t.board.zoom(1.3), '=': () => t.board.zoom(1.3), '-': () => t.board.zoom(1 / 1.3), '0': () => t.board.fit(),
        '[': () => t.replay.step(-1), ']': () => t.replay.step(1), '{': () => t.replay.move(-1), '}': () => t.replay.move(1), 'Home': () => t.replay.go(0), 'End': () => t.replay.now(), 'k': () => t.replay.link(), 'b': () => t.news.watch(),
        'l': () => t.side.openTab('chronicle'), 'm': () => t.side.openTab('forces'), 'c': () => t.side.openTab('charts'), 'r': () => t.side.openTab('rules'),
        't': () => $('tray').scrollIntoView(), ':': () => t.orders.open(), 'o': () => t.dialogs.options(), '?': () => t.dialogs.help(), '/': search,
    };

    /** Arrows and Enter belong to the board, when it or nothing has the focus. */
    document.addEventListener('keydown', (e) => {
        if (e.ctrlKey || e.metaKey || e.altKey || !t.state || t.curtain.down || $('dialog').open || ![view, document.body].includes(/** @type {any} */ (e.target)))
            return;
        if (e.key.startsWith('Arrow')) {
            e.preventDefault();
            view.focus({ preventScroll: true });
            cursor(select.cursor ? toward(t.board, select.cursor, angle(t.board, e)) : start());
        } else if (e.key === 'Enter' && !t.sum.pending && select.cursor) {
            e.preventDefault();
            select.pick(select.cursor);
        }
    });
    view.addEventListener('pointerdown', () => { select.keyed = false; view.classList.add('pointed'); });
    document.addEventListener('keydown', () => view.classList.remove('pointed'));
    document.addEventListener('keyup', (e) => { if (e.key === 'h') t.marks.bare(t.overlays.on('bare')); });
    document.addEventListener('keydown', (e) => {
        const at = /** @type {HTMLElement} */ (e.target), typing = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName);
        if (e.ctrlKey || e.metaKey || e.altKey || !t.state || t.curtain.down || $('dialog').open)
            return;
        if (e.key === 'Escape') {
            if (typing)
                at.blur();
            return escape(t);
        }
        if (typing || (e.key === ' ' && at.tagName === 'BUTTON') || (e.key === 'Home' && at.closest('[role=tablist]')))
            return;
        const acts = $('acts').querySelectorAll('button[data-do]');
        if (/^[1-9]$/.test(e.key))
            acts[Number(e.key) - 1]?.click();
        else if (press[e.key]) {
            if (' /g:'.includes(e.key))
                e.preventDefault();
            press[e.key]();
        }
    });
}

/** Closes what is open, the uppermost first; then nothing is chosen. @param {import('./table.js').Table} t */
function escape(t) {
    if (t.forecast.stay() || t.pose.close() || t.bubble.close() || t.advice.close() || t.sum.cancel(true))
        return;
    if (t.cards.id)
        return t.cards.close();
    if (t.replay.at !== null)
        return t.replay.now();
    if (t.pieces.fanned)
        return t.pieces.fan(null, t.marks.rings());
    if (t.overlays.name && !t.select.subject && !t.select.place)
        return t.overlays.look('');
    t.select.release();
}

/** The direction of an arrow, in degrees: 0 is east, 90 south. Shift is the other slant. @param {any} board @param {KeyboardEvent} e */
function angle(board, e) {
    const s = e.shiftKey;
    const by = !board.hexes ? { ArrowUp: 270, ArrowDown: 90, ArrowLeft: 180, ArrowRight: 0 }
        : board.flat ? { ArrowUp: 270, ArrowDown: 90, ArrowLeft: s ? 150 : 210, ArrowRight: s ? 30 : 330 }
            : { ArrowUp: s ? 300 : 240, ArrowDown: s ? 60 : 120, ArrowLeft: 180, ArrowRight: 0 };
    return by[/** @type {'ArrowUp'} */ (e.key)];
}

/** Asks for a place or a piece, and goes there. @param {import('./table.js').Table} t @param {(id: string|null) => void} cursor */
function goTo(t, cursor) {
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Place or piece');
    input.placeholder = 'A number or a name';
    input.addEventListener('keydown', (e) => {
        if (e.key !== 'Enter')
            return;
        const place = find(t, input.value.trim().toLowerCase());
        t.bubble.close();
        if (!place)
            return t.bubble.tell(`There is no "${input.value.trim()}" on the board.`);
        t.select.goTo(place);
        cursor(place);
        $('view').focus();
    });
    t.bubble.show(null, true, [input]);
    input.focus();
}

/** By number, by the name of a piece, by the name of a place. @param {import('./table.js').Table} t @param {string} word */
function find(t, word) {
    const named = (/** @type {string|undefined} */ name) => !!name && name.toLowerCase().startsWith(word);
    if (!word || t.board.cell(word))
        return word || null;
    return t.list.find((p) => named(p.name) && t.board.cell(p.place))?.place || Object.entries(t.ground).find(([, g]) => named(g.name))?.[0] || null;
}
