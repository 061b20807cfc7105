// chronicle.js: the log as a chronicle: turns, phases, deeds; links to pieces and places; search, filter, export.
// @ts-check
import { h, fill, icon, esc, capital } from './dom.js';

const COMBAT = /attack|fight|result|lose|loss|bombard|charge|react|retreat|fire|shot|hit|combat|battle|ambush|cadre|elimin/;
const MOVES = /march|move|enter|advance|exit|go|follow|place|setup|deploy/;
const MORALE = /moral|disinteg|flee|rout|recover|reorgan|command|victory|army|corps/;

/** @param {any} e an entry */
function kinds(e) {
    const words = [e.verb, ...(e.events || []).map((/** @type {any} */ x) => x.event)].join(' ');
    return { combat: !!e.sheets || e.who === 'chance' || COMBAT.test(words), moves: MOVES.test(words), morale: MORALE.test(words) };
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
        return parts;
    }

    /** @param {any} m */
    link(m) {
        const t = this.t;
        const lit = (/** @type {boolean} */ on) => t.select.light(on ? (m.unit ? [m.unit] : []) : [], on && m.place ? [m.place] : []);
        const go = () => t.select.goTo(m.unit ? t.placeOf(m.unit) : m.place, m.unit);
        // A button does not break over lines as text does.
        return h(m.unit ? 'span.u' : 'span.hx', {
            role: 'button', tabindex: '0', onclick: go, onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === 'Enter') { e.stopPropagation(); go(); } }, vars: m.unit ? { '--c': t.mod.colour(t.armyOf(m.unit)) } : {},
            onmouseenter: () => lit(true), onmouseleave: () => lit(false), onfocus: () => lit(true), onblur: () => lit(false),
        }, m.word);
    }

    /** @param {Element} page */
    show(page) {
        const list = h('div.log', { 'tabindex': '0', 'role': 'log', 'aria-label': 'Chronicle' });
        const chip = (/** @type {string} */ id, /** @type {string} */ label) => h('button', { 'type': 'button', 'aria-pressed': String(this.filter === id), 'onclick': () => { this.filter = id; this.show(page); } }, label);
        const search = h('input', { 'type': 'search', 'id': 'logsearch', 'aria-label': 'Search the chronicle', 'placeholder': 'Search', 'value': this.words, 'oninput': (/** @type {any} */ e) => { this.words = e.target.value; this.list(list); } });
        fill(page, this.t.side.tracks(), h('div.flt', { role: 'group', 'aria-label': 'Show' }, chip('all', 'All'), chip('combat', 'Combat'), chip('moves', 'Moves'), chip('morale', 'Morale'), search,
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
        for (const e of entries) {
            if (this.filter !== 'all' && !kinds(e)[/** @type {'combat'} */ (this.filter)])
                continue;
            const text = [e.label, ...(e.events || []).map((/** @type {any} */ x) => x.text)].join(' ');
            if (words && !text.toLowerCase().includes(words))
                continue;
            if (this.heading(e.turn, out))
                march = null;
            march = this.entry(e, out, march);
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
        out.push(h('h3.ch', {}, turn ? this.t.mod.turnTitle(turn) : 'Before the battle'));
        return true;
    }

    /** @param {any} e @param {any[]} out @param {any} march the last march, to be gone on with */
    entry(e, out, march) {
        const t = this.t, colour = e.who && e.who !== 'chance' ? t.mod.colour(e.who) : 'var(--line2)';
        const events = (e.events || []).filter((/** @type {any} */ x) => x.text && !t.mod.dull(x));
        const one = events.length === 1 && /march/.test(events[0].event) && events[0].units.length < 2 && events[0].places.length ? events[0] : null;
        if (one && march && march.who === e.who && march.unit === one.units[0] && (march.unit || (one.places.length > 1 && march.to === one.places[0]))) {
            march.to = one.places.at(-1);
            march.p.append(' – ', this.link({ word: march.to, place: march.to }));
            return march;
        }
        if (!events.length && !e.sheets) {
            if (!e.label || [...t.mod.pickers, ...t.mod.enders, ...t.mod.parts].includes(e.verb) || e.who === 'chance')
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
            if (x.event === 'phase' || x.event === 'turn') {
                if (body.length)
                    out.push(h('p.ce', { vars: { '--c': colour } }, body.splice(0)));
                if (out.length && out[out.length - 1].classList.contains('cp'))
                    out.pop();
                const turn = x.event === 'turn' && Number(/^Turn (\d+)/.exec(x.text)?.[1]);
                if (turn)
                    this.heading(turn, out);
                else
                    out.push(h('p.cp', {}, x.text));
            } else
                body.push(body.length > 0 ? ' ' : this.stamp(e), ...(x.event === 'roll' ? [this.die(e, x)] : this.linked(capital(x.text), x.units, x.places)), one || /[.!?]$/.test(x.text) ? '' : '.');
        }
        for (const s of e.sheets || [])
            body.push(' ', h('button.case.sh', { type: 'button', onclick: () => t.sum.show(s) }, `${s.title || 'Calculation'}${s.odds ? ` at ${s.odds}` : ''}${s.modifier && s.modifier !== '0' ? `, ${String(s.modifier).replace(/^-/, '−')}` : ''}`));
        const p = body.length ? h(`p.ce${e.who === 'chance' ? '.chance' : ''}`, { vars: { '--c': colour } }, body) : null;
        if (p)
            out.push(p);
        return one && p ? { unit: one.units[0], who: e.who, to: one.places.at(-1), p } : null;
    }

    /** A die as a picture, with its words. @param {any} e @param {any} x */
    die(e, x) {
        const face = /^roll (\d)$/.exec(e.do || '')?.[1];
        return h('span', { html: `${esc(x.text.replace(/: ?\d+$/, ''))} ${face && Number(face) <= 6 ? `<svg class="die" width="18" height="18" role="img" aria-label="${face}"><use href="#die-${face}"/></svg>` : `<b>${esc(face || x.text.match(/\d+$/)?.[0] || '')}</b>`}` });
    }

    /** @param {any} e */
    stamp(e) {
        return h('button.at', { 'type': 'button', 'title': `Go to entry ${e.n}`, 'aria-label': `Replay from entry ${e.n}`, 'onclick': () => this.t.replay.go(e.n) }, String(e.n));
    }
}
