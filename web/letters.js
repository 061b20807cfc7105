// letters.js: letters between the people of a side: to write one and plot its courier's way, those on the road, those that came,
// all of them at the end. What may be written to whom, and who may read what, the server says; a letter that it refuses stays
// in its writer's hands.
// @ts-check
import { $, h, fill, capital, sentence } from './dom.js';
import { keep, post, setting, word } from './api.js';

/** @typedef {{kind: string, from: string, to: string, turn: number, due?: number, back?: boolean, way?: string[], read?: number, came?: boolean, fallen?: string[], text: string}} Letter */
/** @typedef {{from: string, to: string, title: string, refused: {why: string, case: string|null}|null, silence: {why: string, case: string|null}|null}} Pair */

export class Letters {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string[]|null} the way that is being plotted, or null: the quickest */
        this.way = null;
        this.plotting = false;
        /** @type {any} what the server says of the way */
        this.road = null;
        /** Which of several pairs it is written between: "from to". */
        this.pair = '';
    }

    get there() { return this.t.live?.letters || null; }

    /** @param {string} seat */
    title(seat) { return this.t.live.seats.find((/** @type {any} */ x) => x.seat === seat)?.title || capital(seat); }

    /** @param {number} turn */
    when(turn) { return this.t.live.view.clock.turns[turn - 1]?.title || `turn ${turn}`; }

    /** Letters that came since this browser last opened the page of them. */
    get fresh() {
        const came = (this.there?.list || []).filter((/** @type {Letter} */ l) => l.kind === 'received' || l.kind === 'taken').length;
        return Math.max(0, came - setting(this.key('seen'), 0));
    }

    /** @param {string} what */
    key(what) { return `letters.${what}.${this.t.match}.${this.t.live?.you}`; }

    /** The tab, the dock and the line for talk, as the state has it. */
    frame() {
        const on = !!this.there, { fresh } = this, silence = this.t.live?.silence, said = $('said');
        for (const e of [$('tab-letters'), document.querySelector('[data-dock=letters]')])
            if (e)
                e.hidden = !on;
        $('tab-letters').textContent = fresh ? `Letters (${fresh})` : 'Letters';
        said.disabled = !!silence;
        said.placeholder = silence ? sentence(silence.why) : 'Say something';
        said.title = silence ? sentence(silence.why) : '';
    }

    // ---- the page ----

    /** @param {Element} page */
    show(page) {
        if (!this.there)
            return;
        const { list } = this.there, box = h('div.pad.letters', {}, this.composer(), this.shelf(list));
        fill(page, box);
        keep(this.key('seen'), list.filter((/** @type {Letter} */ l) => l.kind === 'received' || l.kind === 'taken').length);
        this.frame();
    }

    /** @param {Letter[]} list */
    shelf(list) {
        if (!list.length)
            return h('p.hint', {}, this.t.live.over ? 'No letters were written.' : 'There are no letters yet.');
        return [h('h2', {}, this.t.live.over ? 'All letters' : 'Letters'), h('ol.post', {}, [...list].reverse().map((l) => this.letter(l)))];
    }

    /** @param {Letter} l */
    letter(l) {
        const show = (/** @type {boolean} */ on) => () => this.light(on ? l.way || [] : []);
        return h(`li.l-${l.kind}${l.back ? '.back' : ''}`, { 'data-letter': l.kind, 'onpointerenter': show(true), 'onpointerleave': show(false) },
            h('p.from', {}, h('b', {}, this.title(l.from)), ' to ', h('b', {}, this.title(l.to)), h('small', {}, this.when(l.turn))),
            h('blockquote', {}, l.text.split('\n').map((x) => h('p', {}, x))), h('p.fate', {}, this.fate(l)),
            l.back ? h('button.b3', { 'type': 'button', 'onclick': () => this.again(l) }, 'Write it again') : null);
    }

    /** What has become of it, as far as this page may know. @param {Letter} l */
    fate(l) {
        const { live } = this.t, sides = (l.fallen || []).map((s) => this.t.box.side(s));
        if (l.back)
            return 'Taken back together with a decision before it: it was not sent.';
        if (live.over)
            return [l.read !== undefined ? `Read in ${this.when(l.read)}.` : l.came ? 'It came, and was not read.' : 'It never came.', sides.length ? ` It fell into the hands of ${sides.join(' and ')}.` : ''].join('');
        if (l.kind === 'sent')
            return (l.due ?? 0) > live.turn ? `On the road; the courier should be there in ${this.when(l.due ?? 0)}.` : `It should be there since ${this.when(l.due ?? 0)}.`;
        return l.kind === 'taken' ? 'Taken from the enemy.' : `Came in ${this.when(l.read ?? l.turn)}.`;
    }

    // ---- writing ----

    /** @returns {Pair|null} */
    chosen() {
        const { between } = this.there, open = between.find((/** @type {Pair} */ p) => !p.refused);
        return between.find((/** @type {Pair} */ p) => `${p.from} ${p.to}` === this.pair) || open || between[0] || null;
    }

    composer() {
        const p = this.chosen(), { between, most } = this.there;
        if (!p || this.t.live.over)
            return null;
        this.pair = `${p.from} ${p.to}`;
        const pick = between.length > 1 ? h('select', { 'id': 'letter-to', 'aria-label': 'To whom', 'onchange': (/** @type {any} */ e) => this.choose(e.target.value) },
            between.map((/** @type {Pair} */ x) => h('option', { value: `${x.from} ${x.to}`, selected: x === p }, `${this.title(x.from)} to ${x.title}`))) : null;
        const text = h('textarea', { 'id': 'letter-text', 'maxlength': most, 'rows': 5, 'aria-label': `A letter to ${p.title}`, 'placeholder': `A letter to ${p.title}`, 'oninput': (/** @type {any} */ e) => keep(this.key('draft'), e.target.value) });
        text.value = setting(this.key('draft'), '');
        if (!p.refused)
            this.ask(p);
        return h('form.write', { onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); this.send(p, text.value); } },
            h('h2', {}, 'Write a letter'), pick, text,
            p.refused ? h('p.hint', { id: 'letter-no' }, this.t.reader.linked(sentence(p.refused.why))) : [h('p.road', { 'id': 'letter-road', 'aria-live': 'polite' }, this.roadWords()), this.ways(),
                h('button.b1', { type: 'submit', id: 'letter-send' }, 'Send the courier')]);
    }

    /** @param {string} pair */
    choose(pair) {
        this.pair = pair;
        this.quickest();
    }

    ways() {
        const b = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => void} */ f) => h('button.b3', { type: 'button', id, onclick: f }, label);
        if (!this.way && !this.plotting)
            return h('div.row', {}, b('letter-plot', 'Plot the way on the board', () => this.plot()));
        return h('div.row', {}, this.way?.length ? b('letter-back', 'One step back', () => this.step()) : null, b('letter-quickest', 'Take the quickest way', () => this.quickest()));
    }

    roadWords() {
        if (this.plotting && !this.way?.length)
            return 'Click the places on the board that the courier is to ride through, one after another.';
        if (!this.road)
            return '';
        if (this.road.why)
            return this.t.reader.linked(sentence(this.road.why));
        const half = this.road.cost % 2 ? '½' : '', whole = (this.road.cost - this.road.cost % 2) / 2, n = this.road.turns;
        return `${this.way ? 'By the way that you have plotted' : 'By the quickest way'}: ${whole || (half ? '' : 0)}${half} ${whole > 1 || (whole && half) || !(whole || half) ? 'points' : 'point'}, ${n ? `${n} ${n === 1 ? 'turn' : 'turns'}; there in ${this.when(this.road.due)}` : 'there at once'}.`;
    }

    /** @param {Pair} p @returns {string} */
    words(p) { return `${word(p.from)} to ${word(p.to)}${this.way?.length ? ` way ${this.way.map(word).join(' ')}` : ''}`; }

    /** What the way comes to. @param {Pair} p */
    async ask(p) {
        const asked = this.words(p);
        if (this.road?.asked === asked && this.road.seq === this.t.live.seq)
            return;
        try {
            this.road = await post(`match/${this.t.match}/road`, asked, this.t.token);
        } catch (e) {
            this.road = { why: /** @type {Error} */ (e).message };
        }
        Object.assign(this.road, { asked, seq: this.t.live.seq });
        const at = $('letter-road');
        if (at)
            fill(at, this.roadWords());
        if (this.way || this.plotting)
            this.light(this.road.way || this.way || []);
    }

    plot() {
        this.plotting = true;
        this.way = [];
        this.t.side.show();
        this.light([]);
    }

    quickest() {
        this.plotting = false;
        this.way = null;
        this.light([]);
        this.redraw();
    }

    step() {
        this.way?.pop();
        this.light(this.way || []);
        this.redraw();
    }

    /** A place was clicked while a way is plotted. @param {string} place */
    click(place) {
        this.way = [...(this.way || []), place];
        this.redraw();
    }

    /** The page of letters anew, though its text may have the focus. */
    redraw() {
        if (this.t.side.tab === 'letters')
            this.show($('page'));
    }

    /** @param {string[]} places */
    light(places) {
        this.t.select.lit = { units: [], places };
        this.t.marks.places();
    }

    /** What was taken back, once more. @param {Letter} l */
    again(l) {
        keep(this.key('draft'), l.text);
        this.pair = `${l.from} ${l.to}`;
        this.redraw();
        $('letter-text')?.focus();
    }

    /** A refused letter stays where it is. @param {Pair} p @param {string} text */
    async send(p, text) {
        const { t } = this, said = `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
        keep(this.key('draft'), text);
        const s = await t.decide.change('letter', `${this.words(p)} ${said}`);
        if (!s)
            return;
        keep(this.key('draft'), '');
        this.quickest();
    }
}
