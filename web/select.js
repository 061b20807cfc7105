// select.js: what is chosen, and what a click, a tap or a hovering pointer on the board means.
//
// Works from the server's list of legal actions (act.js): a click does what is legal there, chooses a
// piece, or asks the server why not.
// @ts-check
import { $ } from './dom.js';
import { posing, quiet } from './act.js';
import { Carry } from './carry.js';

const FAN_AFTER = 300, FAN_LEAVE = 220;

export class Select {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string|null} the piece that acts */
        this.subject = null;
        /** @type {string|null} the place in the inspector */
        this.place = null;
        /** @type {string|null} a piece whose values are all shown */
        this.detail = null;
        /** @type {string|null} the keyboard's place */
        this.cursor = null;
        this.keyed = false;
        /** @type {Map<string, any>} where the subject can get to */
        this.reach = new Map();
        /** @type {{units: string[], places: string[]}} lit from the chronicle or a button */
        this.lit = { units: [], places: [] };
        /** @type {string|null|undefined} under the pointer */
        this.over = null;
        /** @type {any} */
        this.fanTimer = 0;
        this.carry = new Carry(table, this);
    }

    /** What the board calls. */
    hand() {
        return {
            click: (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ on, /** @type {PointerEvent} */ e) => this.click(x, y, on, e),
            hover: (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ on) => this.hover(x, y, on),
            leave: () => this.leave(), lod: () => this.t.marks.pieces(), counter: () => this.t.pieces.size / 100,
            moved: () => { this.t.bubble.settle(); this.t.pose.settle(); this.t.lesson.settle(); this.t.overlays.window(); },
            grab: (/** @type {any} */ on) => this.carry.grab(on), carry: (/** @type {number} */ x, /** @type {number} */ y) => this.carry.move(x, y),
            drop: (/** @type {number} */ x, /** @type {number} */ y) => this.carry.drop(x, y), held: (/** @type {any} */ on) => this.carry.held(on),
        };
    }

    /** What stays chosen in a new state. */
    renew() {
        const c = this.t.choices;
        this.subject = c.subject(this.subject) || (this.subject && c.units.has(this.subject) ? this.subject : null);
        this.subject ||= this.turner();
        if (this.subject && !c.picker(this.subject))
            this.place = this.t.placeOf(this.subject) || this.place;
        this.reach = new Map();
    }

    /** Of those who may turn together where they stand, the one on top: the ring is around it. @returns {string|null} */
    turner() {
        const a = this.t.choices.legal.find((x) => x.role === 'turn' && !x.units.length && x.places.length);
        return a && this.t.stackIn(a.places[0]).find((p) => p.own && p.kind !== 'leader')?.id || null;
    }

    /** Is somebody in the hand, or on the march? Else whoever was chosen last has nothing to do with where one clicks. */
    get held() { return this.t.party.on || this.t.choices.marching(); }

    /** Is the step about moving pieces? */
    get moving() {
        const { state, box } = this.t, role = box.verbs.get(state?.asks?.about)?.role;
        return !!state?.mine && (role === 'pick' || role === 'march');
    }

    /** A piece was taken up elsewhere and nothing has been done with it: undo puts it down. */
    get justPicked() {
        const { live, state, chronicle } = this.t, last = chronicle.entries.at(-1);
        return last?.n === live.entries && last.role === 'pick' && live.undo?.can && state?.mine;
    }

    // ---- clicks ----

    /** @param {number} x @param {number} y @param {any} target @param {PointerEvent} [e] */
    click(x, y, target, e) {
        $('view').focus({ preventScroll: true });
        this.t.bubble.close();
        const g = target.closest?.('.piece'), part = target.closest?.('[data-part]');
        if (part)
            return this.t.composer.toggle(part.dataset.part);
        if (g && target.closest('#fan'))
            return this.choose(g.dataset.piece);
        const place = this.under(x, y, g);
        clearTimeout(this.fanTimer);
        this.over = place;
        return place ? this.pick(place, g?.dataset.piece, { cheapest: e?.shiftKey }) : this.release();
    }

    /** The place that is meant: a piece's own, even where it is drawn over the next. @param {number} x @param {number} y @param {any} g the piece under the pointer @returns {string|null|undefined} */
    under(x, y, g) {
        const place = this.t.board.at(x, y), p = g && this.t.list.find((q) => q.id === g.dataset.piece);
        return p && !p.places.includes(place || '') ? g.dataset.place : place;
    }

    /** A place was clicked, or Enter pressed on it, or a piece was let go there. @param {string} place @param {string} [piece] under the pointer @param {{cheapest?: boolean, dropped?: boolean}} [how] */
    async pick(place, piece, how = {}) {
        this.cursor = place;
        this.t.cards.close();
        if (this.t.letters.plotting)
            return this.t.letters.click(place);
        if (this.t.composer.active && this.t.composer.click(place))
            return;
        this.t.sum.cancel();
        if (!this.t.state?.mine)
            return this.inspect(place);
        this.t.sum.read();
        if (this.t.composer.wants(place))
            return this.t.composer.open(place);
        await this.t.party.asking;
        const { choices: c, party } = this.t, own = this.t.stackIn(place).filter((p) => p.own), here = place === party.place && party.on;
        const go = !!this.subject && !here && place !== this.t.placeOf(this.subject) && this.reach.has(place);
        const acts = c.at(place, this.subject).filter((a) => (a.role !== 'march' || !this.subject) && (!posing(a) || (a.units[0] === this.subject && !!this.subject && this.t.placeOf(this.subject) !== place)));
        if (here && !how.dropped)
            return this.again(place, piece);
        if (go && !acts.length && (!own.length || how.dropped))
            return this.go(place, how.cheapest);
        if (go)
            return this.menu(place, [this.farMarch(place), ...acts], this.first(own), (p) => this.takeUp(place, p.id));
        return this.there(place, piece, acts, own);
    }

    /** They march there; if they may arrive in several ways, how is asked. @param {string} place @param {boolean} [cheapest] */
    go(place, cheapest) {
        const { party, pose } = this.t;
        return cheapest ? party.march(place, 'cheapest') : pose.asks(place) ? pose.offer(place) : party.march(place);
    }

    /** What is legal there, or whoever stands there. @param {string} place @param {string|undefined} piece @param {any[]} acts @param {any[]} own */
    async there(place, piece, acts, own) {
        const { choices: c, decide } = this.t;
        const free = this.t.stackIn(place).filter((p) => p.id !== this.subject && c.units.get(p.id)?.some((a) => a.role !== 'pick' && !quiet(a)));
        if (acts.length === 1 && !(own.length && !this.subject))
            return decide.commit(acts[0]);
        if (acts.length > 1 || (acts.length && own.length))
            return this.menu(place, acts, this.first(own), (p) => this.takeUp(place, p.id));
        if (this.moving && own.length)
            return this.takeUp(place, piece);
        if (!acts.length && this.mate(place, piece))
            return;
        if (free.length)
            return this.take(place, (free.find((p) => p.id === piece && (p.kind === 'leader' || !c.hubs.size)) || free.find((p) => c.hubs.has(p.id)) || free.find((p) => p.id === piece) || free[0]).id);
        return this.other(place, piece);
    }

    /** The chosen piece does something for one who stands there, or he for it; of several it is asked whom. @param {string} place @param {string} [piece] @returns {boolean} is there one? */
    mate(place, piece) {
        const { choices: c, decide } = this.t, mates = c.mates(this.subject), all = this.t.stackIn(place), there = all.filter((p) => mates.has(p.id));
        if (!there.length || (piece && piece !== this.subject && c.hubs.has(piece) && !mates.has(piece)))
            return false;
        const one = there.length === 1 ? there[0] : there.find((p) => p.id === piece && p.kind === 'leader'), rank = (/** @type {any} */ p) => p.kind === 'leader' ? 0 : 1;
        if (one)
            decide.commit(mates.get(one.id));
        else
            this.menu(place, there.sort((a, b) => rank(a) - rank(b)).map((p) => mates.get(p.id)), all.filter((p) => c.hubs.has(p.id) && p.id !== this.subject), (p) => this.take(place, p.id), true);
        return true;
    }

    /** All of a stack that can go together; of blocks side by side, and of a leader, only the one that is meant. If nobody there can go, whoever is in the hand was meant to. @param {string} place @param {string} [piece] */
    async takeUp(place, piece) {
        const { party } = this.t, hand = this.held ? this.subject : null, stack = this.t.stackIn(place), p = stack.find((x) => x.id === piece && x.own);
        const alone = p && (p.kind === 'block' || (p.kind === 'leader' && stack.some((x) => x.own && x.kind !== 'leader')));
        this.place = place;
        this.t.pieces.fan(null, this.t.marks.rings());
        if (await party.take(alone ? { units: [p.id] } : { at: place }, place))
            return;
        this.inspect(place);
        if (hand && hand === this.subject && place !== this.t.placeOf(hand))
            return this.whyNot(hand, place);
        return this.refuse(p?.id, place);
    }

    /** Nobody can go: why, of the one that was meant or the first. @param {string|undefined} unit @param {string|null} place */
    refuse(unit, place) {
        const all = this.t.party.refused || [], s = all.find((/** @type {any} */ x) => x.unit === unit) || all[0];
        if (s?.why)
            this.t.decide.refuse(s, place);
        else
            this.whyNot(unit || null, place);
    }

    /** The stack that has been taken up was clicked again: another of it comes too or goes alone, then all are put down. @param {string} place @param {string} [piece] */
    async again(place, piece) {
        const { party } = this.t;
        if (piece && !party.has(piece))
            return this.toggle(piece);
        if (piece && party.ids.length > 1)
            return party.take({ units: [piece] }, place);
        return this.release();
    }

    /** In or out of those who go; who cannot go with them goes alone. @param {string} piece */
    async toggle(piece) {
        const { party } = this.t, { place } = party, comes = !party.has(piece);
        const ids = comes ? [...party.ids, piece] : party.ids.filter((x) => x !== piece);
        if (!ids.length)
            return this.release();
        await party.take({ units: ids }, place);
        if (!comes || party.has(piece))
            return;
        const s = party.stays(piece);
        if (s?.can && await party.take({ units: [piece] }, place))
            return;
        this.t.decide.refuse(s || { why: 'it cannot go with them' }, place);
    }

    /** A button says who shall go, whoever was in the hand before: the piece alone, or, if it can be picked in another way too, with all of its place. @param {any} a */
    async takeAs(a) {
        this.t.cards.close();
        const { party, choices: c } = this.t, [unit] = a.units, place = this.t.placeOf(unit), ways = c.of(unit).filter((x) => x.role === 'pick' && !x.places.length);
        if (!party.on || !place || place !== party.place)
            return ways[0]?.do === a.do || !place ? this.choose(unit) : this.takeUp(place);
        return party.take(ways[0]?.do === a.do ? { units: [unit] } : { at: place }, place);
    }

    /** Whose name stands for a stack: not the leader's. @param {any[]} own */
    first(own) { return [own.find((p) => p.kind !== 'leader') || own[0]].filter(Boolean); }

    /** @param {string} place */
    farMarch(place) {
        return { do: '', verb: '', role: 'march', label: `March there: ${this.t.party.on ? this.t.party.names : this.t.nameOf(this.subject || '')}`, units: [this.subject], places: [place] };
    }

    /** @param {string} place @param {string} unit */
    take(place, unit) {
        this.place = place;
        this.t.pieces.fan(null, this.t.marks.rings());
        return this.choose(unit);
    }

    /** @param {string} place @param {any[]} acts @param {any[]} pieces @param {(p: any) => any} choose @param {boolean} [alone] each for himself */
    menu(place, acts, pieces, choose, alone) {
        const { t } = this;
        this.place = place;
        t.bubble.menu(place, [
            ...acts.map((a) => /** @type {[string, () => void]} */ ([alone ? t.inspector.brief(a, { id: this.subject }) : t.labelOf(a), () => a.do ? t.decide.commit(a) : this.go(place)])),
            ...pieces.map((p) => /** @type {[string, () => void]} */ ([`Choose ${p.name}${!alone && t.stackIn(place).length > 1 ? ' and those with it' : ''}`, () => choose(p)]))]);
    }

    /** Nothing legal there: why not. @param {string} place @param {string} [piece] */
    other(place, piece) {
        const { choices: c } = this.t, stack = this.t.stackIn(place);
        const own = stack.find((p) => p.id === piece && p.own) || stack.find((p) => p.own);
        this.inspect(place);
        if (this.subject && place !== this.t.placeOf(this.subject) && (this.held || !own || c.units.has(own.id)))
            return this.whyNot(this.subject, place);
        if ((own && !c.units.has(own.id)) || (!own && (stack.length || this.moving && !c.marching() && !c.units.size)) || this.t.state.asks?.about && !own && c.places.size)
            return this.whyNot(own?.id || null, place);
    }

    /** @param {string|null} unit @param {string|null} place */
    async whyNot(unit, place) {
        const q = new URLSearchParams();
        if (unit)
            q.set('unit', unit);
        if (place)
            q.set('place', place);
        return this.t.decide.whyNot(`whynot?${q}`, place);
    }

    /** Chosen by name: in the panel, the fan, the list. @param {string} unit @returns {Promise<any>} */
    async choose(unit) {
        const { choices: c, party } = this.t, place = this.t.placeOf(unit), own = this.t.list.find((p) => p.id === unit)?.own;
        if (this.moving && own) {
            if (party.on && place && place === party.place)
                return this.toggle(unit);
            if (await party.take({ units: [unit] }, place))
                return;
            if (!c.of(unit).some((a) => a.role !== 'pick'))
                return this.refuse(unit, place);
        }
        this.subject = c.subject() || (c.units.has(unit) ? unit : null);
        this.place = place || this.place;
        this.detail = unit;
        this.changed();
    }

    /** Who waits off the board: all that may come on with it, it first; clicked again it comes alone, then not. @param {any} p @param {any[]} mates */
    column(p, mates) {
        const { party, choices: c } = this.t, ids = [p.id, ...mates.filter((m) => m.id !== p.id && c.picker(m.id)).map((m) => m.id)];
        if (party.is.units[0] === p.id)
            return party.column.length ? party.take({ units: [p.id] }, null) : this.release();
        return party.enter(ids).then((ok) => ok || this.refuse(p.id, null));
    }

    /** Nothing is chosen any more. */
    async release() {
        this.t.pieces.fan(null, this.t.marks.rings());
        if (this.t.sum.cancel())
            return;
        if (this.justPicked)
            return this.t.decide.undo();
        this.t.party.drop();
        this.subject = this.t.choices.subject();
        if (!this.subject)
            this.place = null;
        this.detail = null;
        this.changed();
    }

    changed() {
        this.t.draw();
        this.t.party.renew();
        this.t.overlays.ask();
    }

    /** @param {string} place */
    inspect(place) {
        this.place = place;
        this.detail = null;
        this.t.draw();
        this.t.overlays.ask();
        if (this.t.stackIn(place).length > 1)
            this.t.pieces.fan(place, this.t.marks.rings());
    }

    /** @param {string|null} place @param {string} [unit] */
    goTo(place, unit) {
        const lost = !place && this.t.list.find((p) => p.id === unit);
        if (lost && lost.veiled)
            return this.t.inspector.about(lost);
        if (!place)
            return unit && this.t.bubble.tell(`${this.t.nameOf(unit)} is not on the board.`);
        this.t.board.show(place, true);
        this.cursor = place;
        this.inspect(place);
    }

    // ---- hovering ----

    /** @param {number} x @param {number} y @param {any} target */
    hover(x, y, target) {
        if (!this.t.state || target.closest?.('.bubble, .zoom, .lay, .legend, .mini'))
            return;
        const { pieces, choices } = this.t, fan = target.closest?.('#fan');
        const place = fan ? pieces.fanned : this.under(x, y, target.closest?.('.piece'));
        $('view').classList.toggle('point', !!target.closest?.('.piece') || !!(place && (choices.places.has(place) || this.reach.has(place))));
        if (place === this.over)
            return;
        this.over = place;
        this.t.marks.path();
        this.t.overlays.point(place);
        clearTimeout(this.fanTimer);
        const still = () => this.over === place && !$('view').classList.contains('dragging');
        if (pieces.fanned && !fan && place !== pieces.fanned)
            this.fanTimer = setTimeout(() => pieces.fan(null, this.t.marks.rings()), FAN_LEAVE);
        else if (place && !fan && place !== this.t.placeOf(this.subject) && this.t.stackIn(place).length > 1)
            this.fanTimer = setTimeout(() => still() && pieces.fan(place, this.t.marks.rings()), FAN_AFTER);
    }

    leave() {
        this.over = null;
        this.t.marks.path();
        this.t.overlays.point(null);
        clearTimeout(this.fanTimer);
        this.fanTimer = setTimeout(() => this.t.pieces.fan(null, this.t.marks.rings()), FAN_LEAVE);
    }

    /** Lights up pieces and places on the board. @param {string[]} units @param {string[]} places */
    light(units, places) {
        this.lit = { units, places };
        this.t.marks.pieces();
        this.t.marks.places();
    }
}
