// chronicle.js: the log as a chronicle: turns, phases, deeds; links to pieces and places; search, filter, export.
// @ts-check
import { h, fill, icon, esc, capital, sentence } from './dom.js';

/** Roles of parts of a decision that is told as a whole when it is done, or that says nothing by itself. */
const SILENT = ['pick', 'end', 'decline', 'target', 'join'];
const MOVES = ['march', 'goes'];

/** What an entry tells of: fights with all that comes of them, moves, the rest. @param {any} e */
function kinds(e) {
    const told = (e.events || []).filter((/** @type {any} */ x) => x.text && x.role !== 'dull'), roles = new Set(told.map((/** @type {any} */ x) => x.role));
    const combat = !!e.sheets || e.who === 'chance' || roles.has('fight'), moves = MOVES.some((r) => roles.has(r));
    return { combat, moves, other: told.length > 0 && !combat && !moves };
}

/** The dice that fell, if the entry is that. @param {any} e @returns {number[]} */
export const facesOf = (e) => e.who === 'chance' && !e.units?.length && !e.places?.length ? (e.do || '').split(' ').slice(1).map(Number).filter((/** @type {number} */ n) => n > 0) : [];

/** What was announced and is told when it has come about, after somebody's answer. @param {any} e @param {any[]} later entries */
function toldLater(e, later) {
    const end = later.findIndex((x) => x.who === e.who), told = (end < 0 ? later : later.slice(0, end)).flatMap((x) => x.events || []);
    return MOVES.includes(e.role) && told.some((x) => MOVES.includes(x.role) && x.units?.[0] === e.units[0] && x.places?.at(-1) === e.places?.at(-1));
}

export class Chronicle {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {any[]} */
        this.entries = [];
        /** @type {any[]} */
        this.chat = [];
        this.filter = 'all';
        this.words = '';
        this.most = 120;
        /** Under whose heading the list is. */
        this.turn = -1;
    }

    /** @param {number} from @param {any[]} log entries numbered from+1 … */
    put(from, log) {
        this.entries = this.entries.filter((e) => e.n <= from);
        for (const e of log)
            if (e.n > from)
                this.entries.push(e);
    }

    /** The number of the last entry that it has. */
    get last() { return this.entries.at(-1)?.n || 0; }

    /** Entries that went by unheard come where they belong. @param {any[]} log @param {number} n entries there are now */
    mend(log, n) {
        const had = new Set(this.entries.map((e) => e.n));
        this.entries = [...this.entries, ...log.filter((e) => !had.has(e.n) && e.n <= n)].sort((a, b) => a.n - b.n);
    }

    /** @param {number} n entries there are now: what was taken back goes */
    cut(n) { this.entries = this.entries.filter((e) => e.n <= n); }

    /** A text with its pieces and places as links. @param {string} text @param {string[]} units @param {string[]} places */
    linked(text, units, places) {
        const t = this.t, marks = [];
        for (const u of new Set(units || [])) {
            const name = t.nameOf(u);
            if (name)
                marks.push({ word: name, unit: u });
        }
        for (const p of new Set(places || []))
            marks.push({ word: p, place: p });
        marks.sort((a, b) => b.word.length - a.word.length);
        /** @type {any[]} */
        let parts = [text];
        for (const m of marks) {
            parts = parts.flatMap((s) => {
                if (typeof s !== 'string')
                    return [s];
                const found = [m.word, capital(m.word)].find((w) => s.includes(w));     // du Plat may begin the sentence
                if (!found)
                    return [s];
                const i = s.indexOf(found);
                return [s.slice(0, i), this.link({ ...m, word: found }), s.slice(i + found.length)];
            });
        }
        return parts.flatMap((s) => t.reader.linked(s));
    }

    /** @param {any} m */
    link(m) {
        const t = this.t;
        const lit = (/** @type {boolean} */ on) => t.select.light(on ? (m.unit ? [m.unit] : []) : [], on && m.place ? [m.place] : []);
        const go = () => t.select.goTo(m.unit ? t.placeOf(m.unit) : m.place, m.unit);
        // A button does not break over lines as text does.
        return h(m.unit ? 'span.u' : 'span.hx', {
            role: 'button', tabindex: '0', onclick: go, onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === 'Enter') { e.stopPropagation(); go(); } }, vars: m.unit ? { '--c': t.box.colour(t.armyOf(m.unit)) } : {},
            onmouseenter: () => lit(true), onmouseleave: () => lit(false), onfocus: () => lit(true), onblur: () => lit(false),
        }, m.word);
    }

    /** @param {Element} page */
    show(page) {
        const list = h('div.log', { 'tabindex': '0', 'role': 'log', 'aria-label': 'Chronicle' });
        const chip = (/** @type {string} */ id, /** @type {string} */ label) => h('button', { 'type': 'button', 'aria-pressed': String(this.filter === id), 'onclick': () => { this.filter = id; this.show(page); } }, label);
        const search = h('input', { 'type': 'search', 'id': 'logsearch', 'aria-label': 'Search the chronicle', 'placeholder': 'Find', 'value': this.words, 'oninput': (/** @type {any} */ e) => { this.words = e.target.value; this.list(list); } });
        fill(page, this.t.side.tracks(), h('div.flt', { role: 'group', 'aria-label': 'Show' }, chip('all', 'All'), chip('combat', 'Combat'), chip('moves', 'Moves'), chip('other', 'Other'), search,
            h('button.ib', { 'type': 'button', 'aria-label': 'Save the chronicle as text', 'title': 'Save as text', 'onclick': () => this.t.decide.saveChronicle() }, icon('ui-list', 18))), list);
        this.list(list);
        requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });    // with the page's own layout, not one more
    }

    /** @param {Element} list */
    list(list) {
        const out = [];
        const words = this.words.trim().toLowerCase();
        const { at } = this.t.replay;
        let entries = at === null ? this.entries : this.entries.filter((e) => e.n <= at);
        if (entries.length > this.most && !words && this.filter === 'all') {
            entries = entries.slice(-this.most);
            out.push(h('button.b3', { type: 'button', onclick: () => { this.most *= 4; this.list(list); } }, `Show earlier entries (${this.entries.length - this.most})`));
        }
        this.turn = -1;
        /** @type {any} */
        let march = null;
        const talk = [...this.chat];
        for (const [i, e] of entries.entries()) {
            if (this.filter !== 'all' && !kinds(e)[/** @type {'combat'} */ (this.filter)])
                continue;
            const text = [e.label, ...(e.events || []).map((/** @type {any} */ x) => x.text)].join(' ');
            if (words && !text.toLowerCase().includes(words))
                continue;
            if (this.heading(e.turn, out))
                march = null;
            if (!(e.events?.length || e.sheets) && toldLater(e, entries.slice(i + 1, i + 12)))
                continue;
            march = this.entry(e, out, march, entries[i + 1]?.turn ?? this.t.state.turn);
        }
        for (const c of talk)
            out.push(h('p.said', {}, h('b', {}, c.from || 'Somebody'), `: ${c.text}`));
        if (!out.length)
            out.push(h('p.hint', {}, words || this.filter !== 'all' ? 'Nothing of that kind.' : 'Nothing has happened yet.'));
        fill(list, out);
    }

    /** @param {number} turn @param {any[]} out @returns {boolean} does another turn begin? */
    heading(turn, out) {
        if (turn <= this.turn)
            return false;
        this.turn = turn;
        out.push(h('h3.ch', {}, turn ? this.t.state.view.clock.turns[turn - 1]?.title || `Turn ${turn}` : 'Before the battle'));
        return true;
    }

    /** @param {any} e @param {any[]} out @param {any} march the last march, to be gone on with @param {number} next the turn after it */
    entry(e, out, march, next) {
        const t = this.t, events = (e.events || []).filter((/** @type {any} */ x) => x.text && x.role !== 'dull');
        const one = events.length === 1 && MOVES.includes(events[0].role) && (events[0].role === 'march' || events[0].units.length < 2) && events[0].places.length ? events[0] : null, movers = one?.units.join() || '';
        const passed = e.role === 'decline' && one?.units[0];       // somebody else goes on, since nothing was done about it
        const colour = passed ? t.box.colour(t.armyOf(one.units[0])) : e.who && e.who !== 'chance' ? t.box.colour(e.who) : 'var(--line2)';
        if (one && march && march.event === one.event && march.units === movers && (movers || (march.who === e.who && one.places.length > 1 && march.to === one.places[0]))) {
            march.to = one.places.at(-1);
            march.p.append(' – ', this.link({ word: march.to, place: march.to }));
            return march;
        }
        if (!events.length && !e.sheets) {
            if (!e.label || SILENT.includes(e.role) || e.who === 'chance')
                return march;
            out.push(h('p.ce', { vars: { '--c': colour } }, this.stamp(e), ...this.linked(capital(e.label), e.units, e.places)));
            return null;
        }
        const body = [];
        const long = events.length > 8 && !this.words ? events.length - 4 : 0;
        for (const [i, x] of events.entries()) {
            if (long && i >= 3 && i < events.length - 1) {
                if (i === 3)
                    body.push(' ', h('button.case', { type: 'button', onclick: (/** @type {any} */ ev) => ev.target.replaceWith(...events.slice(3, -1).flatMap((/** @type {any} */ y) => [' ', ...this.linked(capital(y.text), y.units, y.places), '.'])) }, `and ${long} more`));
                continue;
            }
            if (x.role === 'head') {
                if (body.length)
                    out.push(h('p.ce', { vars: { '--c': colour } }, body.splice(0)));
                if (out.length && out[out.length - 1].classList.contains('cp'))
                    out.pop();
                if (!this.heading(next, out))
                    out.push(h('p.cp', {}, x.text));
            } else
                body.push(body.length > 0 ? ' ' : this.stamp(e), ...(x.role === 'chance' ? [this.die(e, x)] : this.linked(capital(x.text), x.units, x.places)), one || sentence(x.text) === x.text ? '' : '.', x.case ? [' ', t.reader.link(x.case)] : '');
        }
        for (const s of e.sheets || [])
            body.push(' ', h('button.case.sh', { type: 'button', onclick: () => t.sum.show(s) }, `${events.some((/** @type {any} */ x) => capital(x.text) === s.title) ? 'the sum' : s.title || 'Calculation'}${s.odds ? ` at ${s.odds}` : ''}${s.modifier && s.modifier !== '0' ? `, ${String(s.modifier).replace(/^-/, '−')}` : ''}`));
        const p = body.length ? h(`p.ce${e.who === 'chance' ? '.chance' : ''}`, { vars: { '--c': colour } }, body) : null;
        if (p)
            out.push(p);
        return one && p ? { units: movers, who: e.who, event: one.event, to: one.places.at(-1), p } : null;
    }

    /** A die as a picture, with its words. @param {any} e @param {any} x */
    die(e, x) {
        const [face, ...more] = facesOf(e), what = x.text.split(':')[0];
        return h('span', { html: face && !more.length && face <= 6 ? `${esc(what)} <svg class="die" width="18" height="18" role="img" aria-label="${face}"><use href="#die-${face}"/></svg>` : esc(x.text) });
    }

    /** @param {any} e */
    stamp(e) {
        return h('button.at', { 'type': 'button', 'title': `Go to entry ${e.n}`, 'aria-label': `Replay from entry ${e.n}`, 'onclick': () => this.t.replay.go(e.n) }, String(e.n));
    }
}
