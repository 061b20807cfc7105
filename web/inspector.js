// inspector.js: the left panel: what stands in the chosen place, all choices as a list, what is off the board.
// @ts-check
import { $, h, fill, svg, capital, listed } from './dom.js';
import { DEFS } from './counters.js';
import { points } from './box.js';
import { ends } from './act.js';
import { factsOf, marchOf, marchWords, traysOf } from './shown.js';

export class Inspector {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    draw() {
        this.stack();
        this.choices();
        this.trays();
    }

    /** A piece as a picture. @param {any} p @param {number} size @param {'close'|'table'|'far'} [lod] */
    picture(p, size, lod = 'table') {
        return svg('svg', { viewBox: '-2 -6 126 134', width: size, height: size, class: 'pic', 'aria-hidden': 'true' }, `<defs>${DEFS}</defs>${this.t.mod.draw(p, lod, this.t.box)}`);
    }

    // ---- the chosen place ----

    stack() {
        const { t } = this, { place, subject } = t.select, box = $('insp');
        if (place && t.board.cell(place))
            return this.place(place);
        const u = t.list.find((p) => p.id === subject);
        if (u)
            return fill(box, h('h2', {}, u.name), h('ol.st', {}, this.row(u, true)));
        fill(box, h('h2', {}, 'Nothing chosen'), h('p.hint', {}, this.hint()));
    }

    hint() {
        const { choices: c, state: s } = this.t;
        if (!s.mine)
            return 'Click any place to see what stands there.';
        return c.units.size ? 'Choose a piece with a white ring, or a button above.' : c.places.size ? 'Choose a lit place on the board.' : 'Choose a button above.';
    }

    /** @param {string} place */
    place(place) {
        const { t } = this, { detail, subject } = t.select, stack = t.stackIn(place);
        const holds = t.state.view.stacks?.[place];
        const open = (/** @type {any} */ p) => stack.length === 1 || p.id === detail || p.id === subject;
        fill($('insp'), h('h2', {}, t.titleOf(place), h('span', {}, t.ground[place]?.name || '')), this.ground(place),
            stack.length ? h('ol.st', {}, stack.map((p) => this.row(p, open(p)))) : h('p.hint', {}, 'Nobody is there.'),
            holds?.hidden ? h('p.sum', {}, 'What lies below the top counter is not known.')
                : holds ? h('p.sum', {}, h('b', {}, `${holds.holds}${holds.of ? ` of ${holds.of}` : ''} ${holds.what || ''}`), ` in the ${t.board.hexes ? 'hex' : 'area'}`) : null);
    }

    /** @param {string} place */
    ground(place) {
        const held = this.t.state.view.signs?.find((/** @type {any} */ s) => s.place === place)?.text, words = this.t.ground[place]?.words;
        const overlay = this.t.overlays.words(place);
        return [words || held ? h('p.gr', {}, capital([words, held].filter(Boolean).join('; '))) : null, overlay.length ? h('p.gr', {}, capital(overlay.join('; '))) : null];
    }

    /** @param {any} p @param {boolean} open with all its values */
    row(p, open) {
        const { t } = this, m = p.own ? marchOf(p) : null, chosen = p.id === t.select.subject || p.id === t.select.detail;
        const acts = t.state.mine ? (t.choices.units.get(p.id) || []).filter((a) => !a.places.length) : [];
        return h(`li${chosen ? '.chosen' : ''}`, {},
            h('button.pc', { 'type': 'button', 'aria-pressed': String(chosen), 'onclick': () => { t.select.detail = p.id; t.select.choose(p.id); } },
                this.picture(p, 54), h('span', {}, h('b', {}, p.name), h('span.l', {}, p.line || ''), m ? this.points(m) : null)),
            open ? this.facts(p) : null,
            acts.length ? h('div.pact', {}, acts.map((a) => h('button.b2', { type: 'button', onclick: () => t.decide.commit(a) }, t.labelOf(a)))) : null);
    }

    /** @param {{left: number, of: number}} m */
    points(m) {
        return h('span.mv', {}, h('span.mp', {}, h('i', { vars: { '--w': `${Math.round(m.left / m.of * 100)}%` } })), marchWords(m));
    }

    /** @param {any} p */
    facts(p) {
        return h('dl.facts', {}, factsOf(p, this.t.box).map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]));
    }

    // ---- all choices ----

    choices() {
        const { t } = this, groups = t.state.mine ? t.choices.groups().filter(([, acts]) => !ends(acts[0])) : [];
        const few = t.choices.legal.length <= 8, box = $('choices');
        const open = new Set([...box.querySelectorAll('details[open]')].map((d) => d.dataset.verb));
        fill(box, groups.length ? h('h3', {}, 'All choices') : null, groups.map(([verb, acts]) => {
            if (acts.length === 1)
                return h('ul.single', {}, h('li', {}, this.choice(acts[0])));
            const shown = few || open.has(verb), list = () => h('ul', {}, acts.map((a) => h('li', {}, this.choice(a))));
            const d = h('details', { 'data-verb': verb, 'open': shown ? true : null }, h('summary', {}, t.box.verb(verb), h('span', {}, acts.length)), shown ? list() : null);
            d.addEventListener('toggle', () => d.open && !d.querySelector('ul') && d.append(list()));
            return d;
        }));
    }

    /** @param {any} a */
    choice(a) {
        const { t } = this, lit = () => t.select.light(a.units, a.places), dark = () => t.select.light([], []);
        return h('button', { 'type': 'button', 'data-do': a.do, 'onclick': () => t.decide.commit(a), 'onmouseenter': lit, 'onmouseleave': dark, 'onfocus': lit, 'onblur': dark }, t.labelOf(a));
    }

    // ---- off the board ----

    trays() {
        const trays = traysOf(this.t.list, this.t.box, this.t.state.view.clock);
        let group = '';
        fill($('tray'), trays.map((x) => {
            const head = x.group && x.group !== group ? h('h2', {}, x.group) : null;
            group = x.group || group;
            return [head, h('div.tg', {}, h('p', {}, h('b', {}, x.title), x.note || ''), h('div', {}, x.pieces.map((p) => this.waiting(p))))];
        }), trays.length ? null : h('p.hint', {}, 'Nobody is off the board.'));
    }

    /** @param {any} p */
    waiting(p) {
        const { t } = this, cls = `${t.choices.units.has(p.id) ? '.may' : ''}${p.id === t.select.subject ? '.chosen' : ''}`;
        return h(`button.tp${cls}`, { 'type': 'button', 'aria-label': [p.name, p.line].filter(Boolean).join(', '), 'title': p.name, 'onclick': () => this.trayClick(p) }, this.picture(p, 34));
    }

    /** @param {any} p */
    trayClick(p) {
        const { t } = this, acts = t.choices.units.get(p.id);
        t.select.detail = p.id;
        if (acts?.length === 1 && !acts[0].places.length)
            return t.decide.commit(acts[0]);
        if (acts)
            return t.select.choose(p.id);
        this.about(p);
    }

    /** All of a piece that stands in no place, or in none that is known. @param {any} p */
    about(p) {
        this.t.dialogs.open(p.name, h('div.one', {}, this.picture(p, 110, 'close'), this.facts(p)));
    }

    /** What a screen reader says of a place. @param {string} place */
    describe(place) {
        const { t } = this, stack = t.stackIn(place), g = t.ground[place], r = t.select.reach.get(place);
        const acts = t.choices.at(place, t.select.subject), overlay = t.overlays.words(place);
        const who = stack.length ? listed(stack.map((p) => [p.name, p.line].filter(Boolean).join(', '))) + (t.pieces.hidden(place) ? ', others hidden' : '') : 'nobody';
        const can = acts.length ? acts.map((a) => a.label).join(', or ') : r ? `within reach, ${points(r.left)} left` : '';
        return [[place, g?.name, g?.words].filter(Boolean).join(', '), who, ...overlay, can].filter(Boolean).join('; ');
    }
}
