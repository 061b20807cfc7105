// select.js: what is chosen, and what a click, a tap or a hovering pointer on the board means.
//
// Works from the server's list of legal actions (act.js): a click does what is legal there, chooses a
// piece, or asks the server why not.
// @ts-check
import { $ } from './dom.js';

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
        /** @type {{unit: string, seq: number|null}|null} chosen by a decision, nothing done with it yet */
        this.picked = null;
        /** @type {Map<string, any>} where the subject can get to */
        this.reach = new Map();
        /** @type {{units: string[], places: string[]}} lit from the chronicle or a button */
        this.lit = { units: [], places: [] };
        /** @type {string|null|undefined} under the pointer */
        this.over = null;
        /** @type {any} */
        this.fanTimer = 0;
    }

    /** What the board calls. */
    hand() {
        return {
            click: (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ on) => this.click(x, y, on),
            hover: (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ on) => this.hover(x, y, on),
            leave: () => this.leave(), lod: () => this.t.marks.pieces(), counter: () => this.t.pieces.size / 100,
            moved: () => { this.t.bubble.settle(); this.t.overlays.window(); },
        };
    }

    /** @param {any} a the action about to be done, or null: it was not */
    taking(a) {
        const picker = a?.role === 'pick' && a.units.length === 1;
        this.picked = picker ? { unit: a.units[0], seq: null } : null;
    }

    /** What stays chosen in a new state. @param {any} s */
    renew(s) {
        const c = this.t.choices;
        this.subject = c.subject() || (this.subject && c.units.has(this.subject) ? this.subject : null);
        if (this.picked && this.picked.seq === null)
            this.picked.seq = s.seq;
        else if (this.picked?.seq !== s.seq)
            this.picked = null;
        if (this.subject && !c.picker(this.subject))
            this.place = this.t.placeOf(this.subject) || this.place;
        this.reach = new Map();
    }

    /** The piece was only just taken up: undo puts it down. */
    get justPicked() {
        return this.picked && this.picked.seq === this.t.live.seq && this.t.live.undo?.can && this.t.state?.mine;
    }

    // ---- clicks ----

    /** @param {number} x @param {number} y @param {any} target */
    click(x, y, target) {
        $('view').focus({ preventScroll: true });
        this.t.bubble.close();
        const g = target.closest?.('.piece');
        if (g && target.closest('#fan')) {
            this.t.pieces.fan(null, this.t.marks.rings());
            return this.choose(g.dataset.piece);
        }
        const place = this.t.board.at(x, y) || g?.dataset.place;
        clearTimeout(this.fanTimer);
        this.over = place;
        return place ? this.pick(place, g?.dataset.piece) : this.release();
    }

    /** A place was clicked, or Enter pressed on it. @param {string} place @param {string} [piece] under the pointer */
    pick(place, piece) {
        this.cursor = place;
        this.t.sum.cancel();
        if (!this.t.state?.mine)
            return this.inspect(place);
        const { choices: c, decide } = this.t, acts = c.at(place, this.subject), stack = this.t.stackIn(place);
        const free = stack.filter((p) => p.id !== this.subject && c.units.has(p.id) && (c.picker(p.id) || c.of(p.id).length));
        const mates = this.mates(place, stack);
        if (mates.length && (acts.length || this.reach.has(place)))
            return this.menu(place, acts.length ? acts : [this.farMarch(place)], mates);
        if (acts.length === 1 && !(free.length && !this.subject))
            return decide.commit(acts[0]);
        if (acts.length > 1 || (acts.length && free.length))
            return this.menu(place, acts, free);
        if (this.subject && this.reach.has(place) && place !== this.t.placeOf(this.subject))
            return decide.march(this.subject, place);
        if (free.length)
            return this.take(place, (free.find((p) => p.id === piece) || free[0]).id);
        return this.other(place, piece);
    }

    /** Own pieces in a hex that a marching piece may enter: the click may mean them. @param {string} place @param {any[]} stack */
    mates(place, stack) {
        const marching = this.subject && this.t.choices.marching(this.subject) && place !== this.t.placeOf(this.subject);
        return marching ? stack.filter((p) => p.own && p.id !== this.subject) : [];
    }

    /** @param {string} place */
    farMarch(place) {
        return { do: '', verb: '', role: 'march', label: `${this.t.nameOf(this.subject || '')} marches to ${place}`, units: [this.subject], places: [place] };
    }

    /** @param {string} place @param {string} unit */
    take(place, unit) {
        this.place = place;
        this.t.pieces.fan(null, this.t.marks.rings());
        return this.choose(unit);
    }

    /** @param {string} place @param {any[]} acts @param {any[]} pieces */
    menu(place, acts, pieces) {
        const { t } = this;
        this.place = place;
        t.bubble.menu(place, [
            ...acts.slice(0, 12).map((a) => /** @type {[string, () => void]} */ ([t.labelOf(a), () => a.do ? t.decide.commit(a) : t.decide.march(a.units[0], place)])),
            ...pieces.map((p) => /** @type {[string, () => void]} */ ([`Choose ${p.name}`, () => this.choose(p.id)]))]);
    }

    /** Nothing legal there: perhaps another piece of one's own is meant, else why not. @param {string} place @param {string} [piece] */
    other(place, piece) {
        const { choices: c, decide } = this.t, stack = this.t.stackIn(place);
        const own = stack.find((p) => p.id === piece && p.own) || stack.find((p) => p.own);
        const spent = !c.units.size && !c.places.size && c.bare.length;
        if (own && own.id !== this.subject && (this.subject || spent) && this.place !== place)
            return this.switchTo(own.id, place);
        this.inspect(place);
        if (this.subject && place !== this.t.placeOf(this.subject))
            return this.far(place) ? decide.march(this.subject, place) : decide.whyNot(c.like(this.subject, place), place);
        if (own && !c.units.has(own.id) && c.units.size)
            return decide.whyNot(c.like(own.id, null), place);
        if (stack.length && !own && c.places.size)
            return decide.whyNot(c.like(null, place), place);
    }

    /** Is it beyond the neighbours of a marching piece? @param {string} place */
    far(place) {
        const c = this.t.board.cell(this.t.placeOf(this.subject));
        return this.reach.size > 0 && this.t.choices.marching(this.subject) && c && !c.near.includes(place);
    }

    /** @param {string} unit @returns {any} */
    choose(unit) {
        const { choices: c } = this.t, a = c.picker(unit);
        if (a)
            return this.t.decide.commit(a);
        if (!c.units.has(unit) && this.subject && this.t.list.find((p) => p.id === unit)?.own && this.t.state.mine)
            return this.switchTo(unit, this.t.placeOf(unit));
        this.subject = c.subject() || (c.units.has(unit) ? unit : null);
        this.place = this.t.placeOf(unit) || this.place;
        this.detail = unit;
        this.changed();
    }

    /** From one piece to another: the first is put down again, or ends its move. @param {string} unit @param {string|null} place @returns {Promise<any>} */
    async switchTo(unit, place) {
        const { choices: c, decide } = this.t, end = c.ender;
        const alone = c.subject() || !c.units.size;
        if (this.justPicked)
            await decide.undo();
        else if (!this.picked && end && c.marching() && alone)
            await decide.act(end);
        else {
            this.inspect(place || '');
            return decide.whyNot(c.like(unit, null), place);
        }
        if (this.t.choices.picker(unit))
            return this.choose(unit);
        if (place)
            this.inspect(place);
        return decide.whyNot(this.t.choices.like(unit, null), place);
    }

    /** Nothing is chosen any more. */
    async release() {
        this.t.pieces.fan(null, this.t.marks.rings());
        if (this.t.sum.cancel())
            return;
        if (this.justPicked)
            return this.t.decide.undo();
        this.subject = this.t.choices.subject();
        if (!this.subject)
            this.place = null;
        this.detail = null;
        this.changed();
    }

    changed() {
        this.reach = new Map();
        this.t.draw();
        this.t.decide.askReach();
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
        const place = fan ? pieces.fanned : this.t.board.at(x, y);
        $('view').classList.toggle('point', !!target.closest?.('.piece') || !!(place && (choices.places.has(place) || this.reach.has(place))));
        if (place === this.over)
            return;
        this.over = place;
        clearTimeout(this.fanTimer);
        const still = () => this.over === place && !$('view').classList.contains('dragging');
        if (pieces.fanned && !fan && place !== pieces.fanned)
            this.fanTimer = setTimeout(() => pieces.fan(null, this.t.marks.rings()), FAN_LEAVE);
        else if (place && !fan && place !== this.t.placeOf(this.subject) && this.t.stackIn(place).length > 1)
            this.fanTimer = setTimeout(() => still() && pieces.fan(place, this.t.marks.rings()), FAN_AFTER);
    }

    leave() {
        this.over = null;
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
