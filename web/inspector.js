// inspector.js: the left panel: what stands in the chosen place, all choices as a list, what is off the board.
// @ts-check
import { $, h, fill, svg, capital, listed, sentence } from './dom.js';
import { keep, setting } from './api.js';
import { DEFS } from './counters.js';
import { points } from './box.js';
import { ends, needless, paired, posing } from './act.js';
import { refusal } from './bubble.js';
import { isPool, pool } from './pool.js';
import { changeWords, factsOf, marchOf, marchWords, traysOf } from './shown.js';

/** More buttons than this are no help beside a piece. */
const MANY = 6;
/** A place on which nobody can click: a hexside. @param {string} place */
const aside = (place) => place.includes('/');

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
        return svg('svg', { viewBox: '-2 -6 126 134', width: size, height: size, class: 'pic', 'aria-hidden': 'true' }, `<defs>${DEFS}</defs>${this.t.mod.draw({ ...p, wing: undefined }, lod, this.t.box)}`);
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
        return c.units.size ? `Choose a piece with a white ring${c.bare.length ? ', or a button above' : ''}.` : c.places.size ? 'Choose a lit place on the board.' : 'Choose a button above.';
    }

    /** @param {string} place */
    place(place) {
        const { t } = this, { detail, subject } = t.select, stack = t.stackIn(place);
        const holds = t.state.view.stacks?.[place];
        const open = (/** @type {any} */ p) => stack.length === 1 || p.id === detail || p.id === subject;
        fill($('insp'), h('h2', {}, t.titleOf(place), h('span', {}, t.ground[place]?.name || '')), this.ground(place),
            stack.length ? h('ol.st', {}, stack.map((p) => this.row(p, open(p)))) : h('p.hint', {}, 'Nobody is there.'),
            holds?.hidden ? h('p.sum', {}, 'What lies below the top counter is not known.')
                : holds ? h('p.sum', {}, h('b', {}, `${holds.holds}${holds.of ? ` of ${holds.of}` : ''} ${holds.what || ''}`), ` in the ${t.board.hexes ? 'hex' : 'area'}`) : null, t.scout.line(place));
    }

    /** @param {string} place */
    ground(place) {
        const signs = /** @type {any[]} */ (this.t.state.view.signs || []), sides = signs.filter((s) => s.place.split('/').includes(place) && s.place !== place);
        const held = [signs.find((s) => s.place === place)?.text, ...sides.map((s) => `${s.place}: ${s.text}`)].filter(Boolean).join('; '), words = this.t.ground[place]?.words;
        const overlay = this.t.overlays.words(place);
        return [words || held ? h('p.gr', {}, capital([words, held].filter(Boolean).join('; '))) : null, overlay.length ? h('p.gr', {}, capital(overlay.join('; '))) : null];
    }

    /** @param {any} p @param {boolean} open with all its values */
    row(p, open) {
        const { t } = this, m = p.own ? marchOf(p) : null, chosen = t.party.on ? t.party.has(p.id) : p.id === t.select.subject || p.id === t.select.detail, stays = t.party.stays(p.id), why = stays?.why ? refusal(stays) : null;
        const all = t.state.mine ? (t.choices.units.get(p.id) || []).filter((a) => a.places.every(aside) && !posing(a)) : [], hub = t.choices.hubs.has(p.id), mate = !hub && t.choices.mates(t.select.subject).get(p.id), others = all.filter((a) => hub ? paired(a) || needless(a) : a.about?.length && !a.about.includes(p.id));
        const idle = hub ? [] : all.filter((a) => needless(a) && a.units.length > 1), acts = (others.length > MANY ? all.filter((a) => !others.includes(a)) : all).filter((a) => !idle.includes(a) && (!mate || !paired(a) || a === mate));
        return h(`li${chosen ? '.chosen' : ''}`, {},
            h('div.pcs', {}, h('button.pc', { 'type': 'button', 'aria-pressed': String(chosen), 'onclick': () => { t.select.detail = p.id; t.select.choose(p.id); } },
                t.anatomy.on(this.picture(p, 46), p), h('span.nm', {}, h('b', {}, p.name), h('span.l', { title: [p.line, p.still].filter(Boolean).join('; ') || null }, h('span.li', {}, p.line || ''), p.still ? h('span.still', {}, p.still) : null, m ? this.points(m) : null))),
            p.unseen ? null : h('button.an', { 'type': 'button', 'title': 'What is on this counter', 'aria-label': `What is on the counter of ${p.name}`, 'onclick': () => t.anatomy.open(p) }, '?')),
            m?.changes.length ? h('p.mc', {}, `${capital(changeWords(m))} `, m.changes.map((c) => this.t.reader.link(c.case))) : null,
            why ? h('p.hint', {}, `Stays: ${why.words} `, why.id ? t.reader.link(why.id) : null) : null,
            open && !p.unseen ? this.values(p) : null,
            others.length > MANY ? h('p.hint', {}, `${others.length} choices about others: click whom they are about.`) : null,
            [...new Set(idle.map((a) => a.needless))].map((x) => h('p.hint', {}, sentence(capital(x || '')))),
            acts.length ? h('div.pact', {}, acts.map((a) => h('button.b2', { 'type': 'button', 'class': this.asked(a), 'data-do': a.do, 'onclick': () => t.decide.commit(a) }, this.brief(a, p)))) : null);
    }

    /** What a lesson waits for is plain to see. @param {any} a */
    asked(a) { return a.do === this.t.lesson.asked?.do ? 'lesson-asks' : null; }

    /** Beside its piece an action need not name it; of what is about a commander, not his formation. @param {any} a @param {any} p @param {boolean} [far] from its piece, on a button above */
    brief(a, p, far) {
        const { t } = this, own = a.units.length === 1 && a.units[0] === p.id && !a.words, words = far ? t.shortOf(a) : t.labelOf(a), same = t.choices.of(p.id).filter((x) => x.verb === a.verb).length;
        if (paired(a) && a.units.includes(p.id))
            return `${t.box.verb(a.verb)}: ${t.nameOf(a.units.find((/** @type {string} */ u) => u !== p.id) || p.id)}`;
        if (own && same > 1 && /: /.test(words))
            return words.replace(/^[^:]*: /, `${t.box.verb(a.verb)}: `);
        return own && !far && same === 1 && !a.places.length ? t.box.verb(a.verb) : words.replace(!far && a.about?.includes(p.id) ? /^[^:]*: / : '', '');
    }

    /** All values behind a click; whoever wants them sees them of the next piece too. @param {any} p */
    values(p) {
        const d = h('details.vals', { open: setting('values', false) ? true : null }, h('summary', {}, 'All values'), this.facts(p));
        d.addEventListener('toggle', () => keep('values', d.open));
        return d;
    }

    /** @param {{left: number, of: number, changes: any[]}} m */
    points(m) {
        return h('span.mv', { 'data-short': `${points(m.left)}/${points(m.of)} MP` }, h('span.mp', {}, h('i', { vars: { '--w': `${Math.round(m.left / m.of * 100)}%` } })), h('span.mw', {}, marchWords(m)));
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
        const { t } = this, lit = () => t.select.light([...a.units, ...a.about || []], a.places), dark = () => t.select.light([], []);
        return h('button', { 'type': 'button', 'class': this.asked(a), 'data-do': a.do, 'onclick': () => t.decide.commit(a), 'onmouseenter': lit, 'onmouseleave': dark, 'onfocus': lit, 'onblur': dark }, t.labelOf(a));
    }

    // ---- off the board ----

    trays() {
        const trays = traysOf(this.t.list, this.t.box, this.t.state.view.clock);
        const open = new Set([...$('tray').querySelectorAll('details[open]')].map((d) => d.dataset.pool));
        let group = '';
        fill($('tray'), trays.map((x) => {
            const head = x.group && x.group !== group ? h('h2', {}, x.group) : null;
            group = x.group || group;
            return [head, h('div.tg', {}, h('p', {}, h('b', {}, x.title), x.note || ''), isPool(x.pieces) ? pool(this.t, x.pieces, (p) => this.waiting(p, x.pieces), open) : h('div', {}, x.pieces.map((p) => this.waiting(p, x.pieces))))];
        }), trays.length ? null : h('p.hint', {}, 'Nobody is off the board.'));
    }

    /** @param {any} p @param {any[]} mates */
    waiting(p, mates) {
        const { t } = this, cls = `${t.choices.units.has(p.id) ? '.may' : ''}${p.id === t.select.subject || t.party.has(p.id) ? '.chosen' : ''}`;
        return h(`button.tp${cls}`, { 'type': 'button', 'aria-label': [p.name, p.line].filter(Boolean).join(', '), 'title': p.name, 'onclick': () => this.trayClick(p, mates) }, this.picture(p, 34));
    }

    /** @param {any} p @param {any[]} mates who wait with it */
    trayClick(p, mates) {
        const { t } = this, acts = t.choices.units.get(p.id);
        const mate = t.choices.mates(t.select.subject).get(p.id);
        if (mate)
            return t.decide.commit(mate);
        t.select.detail = p.id;
        if (t.choices.picker(p.id))
            return t.select.column(p, mates);
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
        const can = acts.length ? acts.map((a) => a.label).join(', or ') : r ? `within reach, ${t.party.price(r)}` : '';
        return [[place, g?.name, g?.words].filter(Boolean).join(', '), who, ...overlay, can].filter(Boolean).join('; ');
    }
}
