// pose.js: how a piece stands: a ring of facings around it on the board, buttons for its formations, and where a march may end in
// several ways, the same ring around that place. Whatever the pointer or the focus is on is shown as a ghost.
//
// Which turns and formations there are, and what they cost, the server has said: legal actions of the roles turn and form, and the
// poses of reach. How a formation looks it is asked (`after`): the page knows none.
// @ts-check
import { $, h, svg, fill, capital } from './dom.js';
import { post, word } from './api.js';
import { points } from './box.js';
import { facingWords } from './shown.js';

/** @typedef {{facing?: string, label: string, cost?: number, run: () => any, ghost: () => any}} Way one disc of the ring, or one button */

/** Below this a hex is too small for a ring around it, in px. */
const SMALL = 26;

export class Pose {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string|null} a place within reach that has been clicked: how shall they arrive? */
        this.far = null;
        /** @type {string|null} a verb that asks for a facing and has been chosen */
        this.verb = null;
        /** @type {string|null} around which the ring is */
        this.place = null;
        /** @type {Map<string, Promise<any>>} how a piece would look, by the action and the state it was asked in */
        this.asked = new Map();
        /** What is drawn, so that the focus survives. */
        this.drawn = '';
    }

    // ---- what there is to choose ----

    /** The piece that is chosen, if it stands on the board. */
    get piece() {
        const { t } = this, p = t.list.find((x) => x.id === t.select.subject);
        return p && t.state?.mine && t.replay.at === null && !t.composer.active && !t.curtain.down && t.board.cell(p.place) ? p : null;
    }

    /** Can one arrive there in several ways? @param {string} place */
    asks(place) { return (this.t.select.reach.get(place)?.poses?.length || 0) > 1; }

    /** Its own; or of all that stand there together. @param {any} p @param {string} role */
    acts(p, role) {
        const { choices: c } = this.t, own = (c.units.get(p.id) || []).filter((a) => a.role === role && a.units[0] === p.id);
        return own.length ? own : c.legal.filter((a) => a.role === role && !a.units.length && a.places[0] === p.place);
    }

    /** Single turns, and where reach tells of more than one, those too. @param {any} p @returns {Way[]} */
    turns(p) {
        const { t } = this, by = new Map();
        const home = t.party.on && t.party.place === p.place ? t.select.reach.get(p.place) : null;
        for (const x of home && !home.way.length && home.poses || []) // without leaving it
            by.set(x.pose, this.arrival(p, p.place, x));
        for (const a of this.acts(p, 'turn').filter((x) => x.facings?.length === 1))
            by.set(a.facings?.[0], { ...this.act(p, a), cost: by.get(a.facings?.[0])?.cost });
        return [...by.values()].filter((w) => w.facing);
    }

    /** Who turns may be worse for it, and no more where he was: that is asked. @param {any} p @param {any} a @returns {Way} */
    act(p, a) {
        const facing = a.facings?.[0], turned = a.role === 'turn' && facing ? { ...p, facing } : null;
        return { facing, label: this.t.labelOf(a), run: () => this.t.decide.commit(a), ghost: () => this.after(a).then((g) => g || turned) };
    }

    /** To march to a place, or stay there, and stand so. @param {any} p @param {string} place @param {any} x a pose of reach @returns {Way} */
    arrival(p, place, x) {
        const faces = this.t.board.compass(x.pose) !== undefined, how = faces ? `face ${facingWords(x.pose)}` : x.pose, cost = x.cost === undefined ? '' : `: ${points(x.cost)} MP, ${points(x.left)} left`;
        return { facing: faces ? x.pose : undefined, label: capital(`${place === p.place ? '' : `to ${place}, `}${how}${cost}`), cost: x.cost,
            run: () => this.go(place, x.pose), ghost: () => ({ ...p, places: [place], place, facing: faces ? x.pose : p.facing }) };
    }

    /** Formations: a verb that goes to several facings is one button, which turns the ring over to it. @param {any} p @returns {(Way & {verb: string, on: boolean})[]} */
    forms(p) {
        const by = /** @type {Map<string, any[]>} */ (new Map());
        for (const a of this.acts(p, 'form')) {
            const key = a.facings?.length ? a.verb : a.do;
            by.set(key, [...(by.get(key) || []), a]);
        }
        return [...by.values()].map((list) => {
            const a = list.find((x) => x.facings?.[0] === p.facing) || list[0], many = list.length > 1, name = this.t.box.verb(a.verb);
            const places = a.places.filter((/** @type {string} */ x) => x !== p.place);
            return { ...this.act(p, a), verb: a.verb, on: many && this.verb === a.verb, label: many ? `${name}…` : places.length ? `${name} ${places.join(' ')}` : name, run: many ? () => this.over(a.verb) : () => this.t.decide.commit(a) };
        });
    }

    /** The ring shows the facings of this verb, or those of turning again. @param {string} verb */
    over(verb) {
        this.verb = this.verb === verb ? null : verb;
        this.draw();
    }

    /** @param {any} a @returns {Promise<any>} the piece as it would be; null: that is not known */
    after(a) {
        const { t } = this, key = `${t.live.seq} ${a.do}`;
        const known = this.asked.get(key) || post(`match/${t.match}/after`, a.do, t.token).then((r) => { const p = r.pieces[0]; return p && { ...p, place: p.places[0] ?? null }; }, () => null);
        if (!this.asked.has(key) && this.asked.size > 200)
            this.asked.clear();
        this.asked.set(key, known);
        return known;
    }

    // ---- marches ----

    /** Where they shall go is said; now how they shall stand there. The same place again: as it comes. @param {string} place */
    offer(place) {
        if (this.far === place)
            return this.go(place);
        this.far = place;
        this.t.bubble.close();
        this.t.draw();
        $('pose').querySelector('button')?.focus({ preventScroll: true });
    }

    /** @param {string} place @param {string} [pose] */
    go(place, pose) {
        this.far = null;
        this.t.board.layer.ghost?.replaceChildren();
        return this.t.party.march(place, pose ? word(pose) : '');
    }

    /** For the prompt. */
    get sentence() { return `${this.t.party.names} to ${this.far}: how to stand there? Go, or the same place again: as it comes.`; }

    /** @returns {boolean} was a question open? */
    close() {
        const had = !!this.far || !!this.verb;
        this.far = this.verb = null;
        if (had)
            this.t.draw();
        return had;
    }

    /** Turns one step to the left or right, if that can be done. @param {number} way -1 left, 1 right */
    turn(way) {
        const p = this.piece, { board } = this.t, now = p && board.compass(p.facing), by = (/** @type {Way} */ w) => ((board.compass(w.facing) ?? 0) - (now ?? 0)) * way;
        const next = p && now !== undefined ? this.turns(p).map((w) => ({ w, by: (by(w) + 360) % 360 })).filter((x) => x.by > 0 && x.by < 180).sort((a, b) => a.by - b.by)[0] : undefined;
        return next?.w.run();
    }

    // ---- the picture ----

    draw() {
        const { t } = this, p = this.piece, box = $('pose');
        if (this.far && (!p || !this.asks(this.far)))
            this.far = null;
        this.place = p ? this.far || p.place : null;
        const forms = p && !this.far ? this.forms(p) : [];
        if (!forms.some((f) => f.on))
            this.verb = null;
        const ring = !p || !this.place ? [] : this.far ? t.select.reach.get(this.far).poses.map((/** @type {any} */ x) => this.arrival(p, /** @type {string} */ (this.far), x))
            : this.verb ? this.acts(p, 'form').filter((a) => a.verb === this.verb).map((a) => this.act(p, a)) : this.turns(p);
        const drawn = JSON.stringify([t.live?.seq, this.place, p?.id, this.far, this.verb, ring.map((/** @type {Way} */ w) => w.label), forms.map((f) => f.label)]);
        if (drawn === this.drawn && !box.hidden)
            return this.settle();
        this.drawn = drawn;
        this.ghost(null);
        box.hidden = !p || !(ring.length || forms.length);
        if (box.hidden || !p)
            return fill(box);
        const name = p.name, faced = ring.filter((/** @type {Way} */ w) => w.facing), rest = ring.filter((/** @type {Way} */ w) => !w.facing);
        box.setAttribute('aria-label', this.far ? `How ${name} arrives in ${this.far}` : `How ${name} stands`);
        fill(box, this.far ? this.middle() : null, faced.map((/** @type {Way} */ w) => this.disc(w, p)), rest.length || forms.length ? h('div.forms', {}, [...rest, ...forms].map((f) => this.form(f, p))) : null);
        this.settle();
    }

    /** As it comes. */
    middle() {
        const r = this.t.select.reach.get(/** @type {string} */ (this.far));
        return h('button.mid', { type: 'button', title: 'As it comes', onclick: () => this.go(/** @type {string} */ (this.far)) }, h('span', {}, 'Go'), h('span.vh', {}, ` ${this.t.party.price(r)}, as it comes`));
    }

    /** @param {Way} w @param {any} p */
    disc(w, p) {
        const turn = this.t.board.compass(w.facing) || 0;
        const b = h(`button.face${w.facing === p.facing && !this.far ? '.now' : ''}`, { 'type': 'button', 'data-facing': w.facing, 'title': w.label, 'aria-label': w.label, 'onclick': w.run, ...this.shows(w) },
            svg('svg', { 'viewBox': '-12 -12 24 24', 'aria-hidden': 'true' }, `<path d="M0-9L7 1H2.6V9H-2.6V1H-7z" transform="rotate(${turn})"/>`), w.cost === undefined ? null : h('i', {}, points(w.cost)));
        b.dataset.turn = String(turn);
        return b;
    }

    /** @param {Way & {on?: boolean}} f @param {any} p */
    form(f, p) {
        const pic = h('span.pf', {}), b = h('button.b2.form', { 'type': 'button', 'aria-pressed': f.on === undefined ? null : String(f.on), 'onclick': f.run, ...this.shows(f) }, pic, f.label);
        Promise.resolve(f.ghost()).then((g) => g && b.isConnected && fill(pic, this.t.inspector.picture({ ...p, ...this.placed(g), marks: [] }, 30)));
        return b;
    }

    /** @param {Way} w */
    shows(w) {
        const on = () => this.ghost(w), off = () => this.ghost(null);
        return { onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off };
    }

    /** With what the board knows of how it stands. @param {any} p */
    placed(p) { return this.t.pieces.stand({ ...p }); }

    /** @param {Way|null} w */
    async ghost(w) {
        const { layer } = this.t.board, n = this.shown = (this.shown || 0) + 1, p = w && await w.ghost();
        if (!layer.ghost || n !== this.shown)
            return;
        layer.pieces.querySelector('.piece.faint')?.classList.remove('faint');
        if (p && p.place === this.t.placeOf(p.id))
            layer.pieces.querySelector(`[data-piece="${CSS.escape(p.id)}"]`)?.classList.add('faint');
        layer.ghost.innerHTML = p && this.t.board.cell(p.place) ? this.t.pieces.ghost(this.placed(p)) : '';
    }

    /** Puts it where its place is on the screen now. */
    settle() {
        const box = $('pose'), { board } = this.t, c = board.cell(this.place);
        if (box.hidden || !c)
            return;
        const s = board.screen(c), hex = board.hex * board.k, discs = /** @type {any} */ (box.querySelectorAll('.face')), r = Math.max(42, this.t.pieces.size * board.k / 2 + 21, discs.length * 5.6), view = $('view').getBoundingClientRect();
        box.classList.toggle('small', hex < SMALL && !this.far);
        box.style.left = `${s.x}px`;
        box.style.top = `${s.y}px`;
        for (const b of discs) {
            const a = (Number(b.dataset.turn) - 90) * Math.PI / 180;
            b.style.left = `${Math.round(r * Math.cos(a))}px`;
            b.style.top = `${Math.round(r * Math.sin(a))}px`;
        }
        const list = /** @type {any} */ (box.querySelector('.forms'));
        if (list) {
            const off = r + Math.max(26, hex), right = s.x + off + list.offsetWidth < view.width - 8;
            list.style.left = `${right ? off : -off - list.offsetWidth}px`;
            list.style.top = `${Math.max(8, Math.min(s.y - list.offsetHeight / 2, view.height - list.offsetHeight - 8)) - s.y}px`;
        }
    }
}
