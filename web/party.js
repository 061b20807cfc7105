// party.js: who has been taken up. A choice is this page's own until the first step is made: then it goes to the server
// with it, as one gesture, so that nobody is taken up in vain, and undo takes the whole gesture back.
//
// Who can go together, where to and for how much, who stays and why: all of it is the server's answer (docs/table-api.md, reach).
// @ts-check
import { $, h, fill, listed } from './dom.js';
import { get, word } from './api.js';
import { Choices } from './act.js';
import { points } from './box.js';
import { marchOf, marchWords } from './shown.js';

const NOBODY = { units: /** @type {string[]} */ ([]), along: /** @type {string[]} */ ([]), stays: /** @type {any[]} */ ([]), first: /** @type {string[]} */ ([]), points: /** @type {number|undefined} */ (undefined), acts: /** @type {any[]} */ ([]), reach: /** @type {any[]} */ ([]) };

/** Their ids as one word. @param {string[]} ids */
const all = (ids) => word(ids.join(','));

export class Party {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {typeof NOBODY} as the server answered */
        this.is = NOBODY;
        /** @type {string|null} where they stand; null: off the board */
        this.place = null;
        /** @type {string[]} who will come on behind the first, one after another */
        this.column = [];
        /** @type {Promise<any>|null} the question that is under way */
        this.asking = null;
        this.asked = 0;
        /** A gesture of theirs is under way: what comes back is after it. */
        this.going = false;
        /** Something else is being decided: whoever cannot go after it has not been put down by others. */
        this.acting = false;
        /** @type {{from: number, to: number, ids: string[]}[]} entries before and after each gesture, for undo */
        this.gestures = [];
        /** Of which state whoever is up was taken up, or is being asked about. */
        this.of = '';
        /** @type {{ids: string[], place: string}|null} the last march, which others may follow */
        this.last = null;
    }

    get on() { return this.is.units.length > 0; }
    /** All who go. */
    get ids() { return [...this.is.units, ...this.is.along, ...this.column]; }
    /** @param {string|null|undefined} id */
    has(id) { return !!id && this.ids.includes(id); }
    /** Why somebody who stands with them does not come. @param {string} id */
    stays(id) { return this.is.stays.find((s) => s.unit === id); }

    // ---- choosing ----

    /** Takes up whoever can go of those that are meant. @param {{at?: string, units?: string[]}} meant @param {string|null} place @returns {Promise<boolean>} does anybody? */
    take(meant, place) {
        const query = meant.at ? `at=${encodeURIComponent(meant.at)}` : `units=${encodeURIComponent((meant.units || []).join(','))}`;
        const asking = this.ask(query, place).finally(() => { if (this.asking === asking) this.asking = null; });
        this.asking = asking;
        return asking;
    }

    /** @param {string} query @param {string|null} place */
    async ask(query, place) {
        const { t } = this, n = ++this.asked, seq = t.live.seq;
        let r;
        try {
            r = await get(`match/${t.match}/reach?${query}`, t.token);
        } catch (e) {
            t.bubble.complain(e);
            return false;
        }
        if (n !== this.asked || seq !== t.live.seq)
            return false;
        if (!r.units.length) {
            this.refused = r.stays;
            return false;
        }
        this.be(r, place);
        return true;
    }

    /** @param {any} r @param {string|null} place */
    be(r, place) {
        const { t } = this;
        this.is = r;
        this.place = place;
        this.column = [];
        const first = r.first.map((/** @type {string} */ a) => `${a} ; `).join('');
        const acts = r.acts.map((/** @type {any} */ a) => ({ ...a, do: first + a.do }));
        t.choices = new Choices([...(t.state?.mine ? t.state.legal : []), ...acts]);
        t.select.subject = r.units[0];
        t.select.reach = new Map([...r.reach, ...(r.comes ? [{ place: r.comes, steps: 0, cost: 0, left: r.points, way: [r.comes] }] : [])].map((/** @type {any} */ x) => [x.place, x]));
        if (place)
            t.select.place = place;
        t.draw();
        t.overlays.ask();
    }

    /** Puts them down: nothing has been decided. @returns {boolean} was anybody up? */
    drop() {
        const had = this.on, { t } = this;
        this.asked++;
        this.is = NOBODY;
        this.column = [];
        this.place = null;
        if (had && t.state)
            t.choices = new Choices(t.state.mine ? t.state.legal : []);
        t.select.reach = new Map();
        return had;
    }

    /** A state is shown. If it is the one that was (a name, an offer has come), choices stay as they are, and so does what is being asked. */
    shown() {
        const { t } = this, of = [t.state?.seq, t.state?.mine, t.replay.at].join(' '), { column } = this;
        if (of !== this.of) {
            this.of = of;
            return this.renew();
        }
        if (!this.on)
            return;
        this.be(this.is, this.place);
        this.column = column;
    }

    /** A new state: whoever marches is taken up; others stay so as long as they can go. */
    async renew() {
        const { t } = this, mover = t.choices.subject(t.select.subject), before = this.going ? [] : this.ids, chosen = this.is.first.length > 0 && !this.acting;
        this.drop();
        if (!t.state?.mine)
            return;
        if (mover && t.choices.marching(mover))
            return this.take({ units: [mover] }, t.placeOf(mover));
        if (!before.length || !t.select.moving)
            return;
        if (!await this.take({ units: before }, t.placeOf(before[0])) && chosen)
            t.bubble.tell(`${t.nameOf(before[0])} has been put down: the match has moved on.`);
        if (this.leads(before[0]))
            return;
        this.drop();
        t.select.subject = t.choices.subject();
        t.select.changed();
    }

    /** Are they still led by whom they were? A commander alone who was only to go along with it is not meant. @param {string} head */
    leads(head) {
        const led = (/** @type {string} */ id) => this.t.list.find((p) => p.id === id)?.kind === 'leader';
        return !this.on || this.has(head) || led(head) || !this.ids.every(led);
    }

    /** Reinforcements as a column: the first of them leads. @param {string[]} ids */
    async enter(ids) {
        if (!await this.take({ units: [ids[0]] }, null))
            return false;
        this.column = ids.slice(1);
        this.t.draw();
        return true;
    }

    // ---- going ----

    /** They go there, as the first thing that is decided about them. @param {string} place @param {string} [how] they stand there, as it is typed; or "cheapest", whatever they suffer there */
    async march(place, how) {
        if (this.column.length)
            return this.gesture('follow', `${all(this.ids)} ${word(place)}`, place);
        return this.gesture('march', `${all(this.ids)} ${word(place)}${how ? ` ${how}` : ''}`, place);
    }

    /** One piece that has not been taken up. @param {string} unit @param {string} place */
    async send(unit, place) {
        if (!this.has(unit))
            this.is = { ...NOBODY, units: [unit] };
        return this.march(place);
    }

    /** Several decisions that are taken back as one. @param {string} path @param {string} words @param {string} place */
    async gesture(path, words, place) {
        const { t } = this, ids = this.ids;
        if (!await t.decide.idle())
            return;
        const before = t.live.entries;
        this.going = true;
        const s = await t.decide.change(path, words, place);
        this.going = false;
        if (!s)
            return this.on ? undefined : this.back(ids);
        this.did(before, s.entries, ids);
        t.select.place = t.placeOf(ids[0]) || place;
        this.last = { ids, place };
        t.draw();
        const left = (s.stays || []).filter((/** @type {any} */ x) => x.case && ids.includes(x.unit));
        if (left.length)
            t.bubble.refuse(`${t.nameOf(left[0].unit)} stays`, left[0], place);
    }

    /** @param {number} from @param {number} to @param {string[]} [ids] */
    did(from, to, ids = []) {
        this.gestures = [...this.gestures.filter((g) => g.to <= from), { from, to, ids }];
    }

    /** What undo takes back: the last gesture, if it was the last thing. */
    get since() {
        const g = this.gestures.at(-1);
        return g && g.to === this.t.live?.entries && g.to > g.from ? g : null;
    }

    /** Taken back: they are in the hand again. @param {string[]} ids */
    async back(ids) {
        if (ids.length && this.t.select.moving && !this.on)
            await this.take({ units: ids }, this.t.placeOf(ids[0]));
    }

    // ---- following ----

    /** Who could follow the last march: the same formation, in the order of their way to it. @returns {{title: string, ids: string[]}|null} */
    followers() {
        const { t, last } = this, lead = t.list.find((p) => p.id === last?.ids[0]), f = t.box.formation(lead?.formation);
        if (!last || !lead || !f || !t.select.moving || this.on || !t.board.cell(lead.place))
            return null;
        const end = t.board.cell(last.place), away = (/** @type {any} */ p) => Math.hypot((t.board.cell(p.place)?.x || 0) - (end?.x || 0), (t.board.cell(p.place)?.y || 0) - (end?.y || 0));
        const ids = t.list.filter((p) => p.own && p.army === lead.army && p.formation === lead.formation && !last.ids.includes(p.id) && t.choices.picker(p.id) && t.board.cell(p.place))
            .sort((a, b) => away(a) - away(b) || a.depth - b.depth).map((p) => p.id);
        return ids.length ? { title: f.title, ids } : null;
    }

    /** They march after the last, each as near as it can come. */
    async follow() {
        const f = this.followers(), { last } = this;
        if (!f || !last)
            return;
        await this.gesture('follow', `${all(f.ids)} ${word(last.place)}`, last.place);
        this.last = last;
        this.t.draw();
    }

    // ---- what is said of it ----

    /** Who goes: "Quiot and Donzelot with D'Erlon". */
    get names() {
        const { t } = this, name = (/** @type {string} */ u) => t.nameOf(u), { units, along } = this.is;
        return `${listed(units.map(name))}${along.length ? ` with ${listed(along.map(name))}` : ''}${this.column.length ? `, then ${listed(this.column.map(name))}` : ''}`;
    }

    /** For the prompt; nothing if nobody has been taken up, or he is on the march already. */
    get sentence() {
        const n = this.t.select.reach.size || this.is.acts.some((a) => a.places.length);
        if (!this.on || !this.is.first.length)
            return '';
        const m = marchOf(this.t.list.find((p) => p.id === this.is.units[0])), left = this.is.points ?? -1;
        const with_ = m ? ` with ${marchWords(m).replace(/ left$/, '')}` : left > 0 ? ` with ${points(left)} MP` : '';
        return `${this.names}${with_}: ${n ? 'click where to go' : 'no way leads on from here'}. `;
    }

    /** Where the party may go if all of that is out of the window. @returns {string[]} */
    get beyond() {
        const { t } = this, places = [...new Set([...t.select.reach.keys(), ...this.is.acts.flatMap((/** @type {any} */ a) => a.places)])].filter((p) => t.board.cell(p) && p !== this.place);
        return places.some((p) => t.board.inSight(p)) ? [] : places;
    }

    /** Buttons besides those of the rules. */
    buttons() {
        const f = this.followers(), { t } = this, beyond = this.on && this.is.first.length ? this.beyond : [];
        if (this.on && this.is.first.length)
            return [beyond.length ? h('button.b2', { 'type': 'button', 'id': 'beyond', 'title': 'All the lit places lie beyond the edge of the window: bring them into it', 'onclick': () => { t.board.frame(beyond); t.draw(); } }, 'Show where') : null, h('button.b3', { type: 'button', id: 'putdown', onclick: () => t.select.release() }, 'Put down', h('kbd', {}, 'Esc'))];
        if (!f)
            return [];
        const lit = () => t.select.light(f.ids, this.last ? [this.last.place] : []), dark = () => t.select.light([], []);
        return [h('button.b2', { 'type': 'button', 'id': 'follow', 'title': `The rest of ${f.title} marches to the same place, each as near as it can come`, 'onclick': () => { dark(); this.follow(); }, 'onmouseenter': lit, 'onmouseleave': dark, 'onfocus': lit, 'onblur': dark }, `${f.title} follows`)];
    }

    /** Under the board: what the numbers mean, and what the place under the pointer would cost. */
    legend() {
        const { t } = this, key = $('reachkey'), r = t.select.reach, shown = this.on && r.size > 0 && t.overlays.on('reach') && t.replay.at === null;
        key.hidden = !shown;
        if (!shown)
            return;
        const there = t.select.over && t.select.over !== this.place && r.get(t.select.over), strained = [...r.values()].some((x) => x.strain);
        const some = /** @type {any} */ ([...r.values()][0]);
        fill(key, h('b', {}, this.names), there ? h('span', {}, this.price(there)) : some.cost === undefined ? h('span', {}, 'can go to the lit places')
            : [h('span', {}, h('i.k-cost', {}, '2'), ' points to get there'), some.wear === undefined ? null : h('span', {}, h('i.k-cost', {}, `2 / ${some.wear}`), ` and ${t.box.worn} ${some.wear}`), h('span', {}, h('i.k-cost.k-end', {}, '2'), ' and none left'), strained ? h('span', {}, h('i.k-cost.k-strain', {}, '2'), ' at a price: point there') : null]);
    }

    /** "1½ MP, 2 left; or ½ MP, in Road Column" @param {any} r */
    price(r) {
        const cost = (/** @type {any} */ x) => x.cost === undefined ? `${r.steps} steps` : `${points(x.cost)} MP, ${points(x.left)} left`;
        const wear = r.wear === undefined ? '' : `, then ${this.t.box.worn} ${r.wear}`;
        const strain = (/** @type {any} */ x) => x.strain ? `; ${x.strain.replace(/^(\S+): (.*)$/, '$2 ($1)')}` : '';
        return `${r.place}: ${cost(r)}${wear}${strain(r)}${r.or ? `. Shift-click: ${cost(r.or)}${strain(r.or)}` : ''}`;
    }
}
