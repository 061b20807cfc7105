// composer.js: an attack put together before it is sent: all who may take part, each a toggle in the sheet and on the board, with what it
// comes to as one toggles. The server composes (docs/protocol.md, "A declaration"); here nothing is done until the whole is sent.
// @ts-check
import { $, h, fill, icon, svg, esc, capital, figures, listed, sentence } from './dom.js';
import { keep, post, setting, word, Refusal } from './api.js';
import { bars, sheetLines } from './sheet.js';

/** @typedef {{do: string, label: string, verb: string, units: string[], places: string[], on: boolean, early?: boolean, sole?: boolean, best_odds?: boolean, best_exchange?: boolean, flip: {legal: boolean, why?: string, head?: string, modifier?: string}}} Part */
/** @typedef {{do?: string, label?: string, verb?: string, begun: boolean, legal: boolean, why?: string, stages: string[], parts: Part[], sheet: any, range?: any, empties?: any, together?: any, then?: any}} Declaration */

const TARGETS = ['target', 'declare'];
const MARKS = /** @type {const} */ ([['best_odds', 'Best odds'], ['best_exchange', 'Best exchange']]);
const percent = (/** @type {number} */ share) => `${Math.round(share / 10)} %`;
const signed = (/** @type {string|undefined} */ m) => !m || m === '0' || m === '?' ? '' : ` ${figures(Number(m) > 0 ? `+${m}` : m)}`;

/** Whole numbers are added up; of others each is named. @param {any[]} values */
const together = (values) => values.length > 1 && values.every((v) => /^\d+$/.test(v)) ? String(values.reduce((n, v) => n + Number(v), 0)) : values.map((v) => figures(v)).join(' + ');

export class Composer {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string|null} what is aimed at; '': what has been begun */
        this.place = null;
        /** @type {Declaration[]} */
        this.list = [];
        /** Of which state it was put together. */
        this.seq = -1;
        /** After which entry of the chronicle. */
        this.from = -1;
        /** @type {Map<string, {best_odds?: boolean, best_exchange?: boolean}>} marks, which come with the first answer only */
        this.best = new Map();
        /** @type {{place: string, stages: string[]}|null} what is to be gone on with when it may be */
        this.kept = null;
        /** @type {string|null} what was last begun by itself: it is not begun twice */
        this.offered = null;
        this.asked = 0;
    }

    get active() { return this.place !== null && this.list.length > 0; }

    /** What can be declared as the match stands; whoever is only in the hand declares with his first step, at once (party.js). */
    get targets() { return (this.t.state?.mine ? this.t.state.legal : []).filter((/** @type {any} */ a) => TARGETS.includes(a.role)); }

    /** Is there something to declare against whoever is there? @param {string} place */
    wants(place) {
        const { t } = this, there = (/** @type {string} */ u) => t.placeOf(u) === place && !t.list.find((p) => p.id === u)?.own;
        return this.targets.some((/** @type {any} */ a) => a.places.includes(place) || (a.units.length > 0 && there(a.units[0])));
    }

    /** What an action is aimed at; '': nothing on the board. @param {any} a */
    aimOf(a) { return a.places[0] || this.t.placeOf(a.units[0] || null) || ''; }

    /** Is it better put together than done at once? @param {any} a */
    takes(a) { return this.targets.some((/** @type {any} */ x) => x.do === a.do) && !!this.aimOf(a) && this.wants(this.aimOf(a)); }

    // ---- asking ----

    /** @param {string} place @param {string[]} [chosen] @returns {Promise<Declaration[]|null>} */
    async ask(place, chosen) {
        const { t } = this, n = ++this.asked, { seq } = t.live;
        try {
            const r = await post(`match/${t.match}/compose`, place ? `${word(place)}${chosen ? ` as ${chosen.join('; ')}` : ''}` : '', t.token);
            return n === this.asked && t.live.seq === seq ? r.declarations : null;
        } catch (e) {
            if (n === this.asked)
                t.bubble.tell(e instanceof Refusal ? sentence(capital(e.message)) : 'The server cannot be reached now. What you have put together stays as it is.');
            return null;
        }
    }

    /** The sheet of whoever is at a place, with all who may attack. @param {string} place '': what has been begun @param {string[]} [chosen] @param {boolean} [unasked] it opens by itself: a card that has done so stays and is read first */
    async open(place, chosen, unasked) {
        const { t } = this, list = await this.ask(place);
        if (!list?.length)
            return false;
        if (!unasked)
            t.cards.close();
        this.place = place;
        this.seq = t.live.seq;
        this.from = t.live.entries;
        this.best = new Map(list.flatMap((d) => d.parts.map((p) => [p.do, p])));
        const [one] = list, plain = list.length === 1 && !one.sheet && one.parts.length < 2 && one.stages.length === 1;
        if (plain) {
            this.drop();
            const a = t.choices.legal.find((x) => x.do === one.stages[0]);
            return a && t.decide.act(a);
        }
        const own = list.flatMap((d) => d.parts).find((p) => p.sole && !p.on && t.select.subject && p.units.includes(t.select.subject));
        const wanted = chosen && chosen.length > 1 || chosen && list.some((d) => d.parts.some((p) => p.sole && p.do === chosen[0])) ? chosen : own ? [own.do] : null;
        this.list = wanted && await this.ask(place, wanted) || list;
        t.cards.close();        // it would lie over the sheet
        this.show();
        $('confirm')?.focus();
        return true;
    }

    /** All that is on, of every declaration. */
    stages() { return this.list.flatMap((d) => [...(d.do && !d.parts.some((p) => p.sole) ? [d.do] : []), ...d.parts.filter((p) => p.on).map((p) => p.do)]); }

    /** @param {string} what a part's words */
    async toggle(what) {
        const part = this.list.flatMap((d) => d.parts).find((p) => p.do === what);
        if (!part)
            return;
        if (!part.flip.legal && !part.early)
            return this.t.bubble.refuse('Not so', { why: part.flip.why, case: /^([A-Z]*-?[\w.]+): /.exec(part.flip.why || '')?.[1] }, part.places[0] || this.place);
        return this.choose((p) => p === part ? p.sole || !p.on : p.sole && part.sole ? false : p.on);
    }

    /** @param {(p: Part) => boolean|undefined} on */
    async choose(on) {
        const before = this.list;
        this.list = before.map((d) => ({ ...d, parts: d.parts.map((p) => ({ ...p, on: !!on(p) })) }));
        const focus = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.part;
        const list = await this.ask(/** @type {string} */ (this.place), this.stages());
        this.list = list?.length ? list : before;
        if (!this.active)
            return;
        this.show();
        if (focus)
            /** @type {HTMLElement|null} */ ($('sheet').querySelector(`[data-part="${CSS.escape(focus)}"]`))?.focus();
    }

    // ---- sending, leaving ----

    /** @param {Declaration} d */
    async send(d) {
        const { t } = this, place = this.place || '';
        if (!d.legal || !await t.decide.idle())
            return;
        const later = d.then && this.list.find((x) => x.do === d.then.do);
        const s = await t.decide.change('declare', d.stages.join('; '));
        if (!s)
            return;
        this.kept = later ? { place, stages: this.stagesOf(later) } : null;
        t.show(t.live);
    }

    /** @param {Declaration} d */
    stagesOf(d) { return [...(d.do && !d.parts.some((p) => p.sole) ? [d.do] : []), ...d.parts.filter((p) => p.on).map((p) => p.do)]; }

    /** Puts it away; nothing has been done. @returns {boolean} was there one? */
    leave() {
        if (!this.active)
            return false;
        this.drop();
        this.kept = null;
        this.t.sum.close();
        this.t.sum.redraw();
        this.t.head.prompt();
        $('view').focus({ preventScroll: true });
        return true;
    }

    drop() {
        this.place = null;
        this.list = [];
        $('app').classList.remove('composing');
    }

    /** In a new state: is it still to be declared? @param {any} s */
    renew(s) {
        const { t } = this;
        if (this.active && s.seq === this.seq && s.mine)
            return void this.show();
        if (this.active) {
            const place = /** @type {string} */ (this.place), stages = this.stages(), mine = this.sent();
            this.drop();
            t.sum.close();
            if (s.mine && !mine && (place ? this.wants(place) : this.begun()))
                return void this.open(place, stages).then((ok) => ok && t.bubble.tell('The match has moved on; what you were putting together is as it can be now.'));
            if (!mine)
                t.bubble.tell('The match has moved on, and what you were putting together was not sent.');
        }
        this.begin(s);
    }

    /** Has one of these been declared just so since they were shown? Dice and the enemy's answer may have come after it. */
    sent() {
        const since = this.t.chronicle.entries.filter((/** @type {any} */ e) => e.n > this.from).map((/** @type {any} */ e) => e.do);
        return this.list.some((d) => d.stages.length > 0 && d.stages.every((x, i) => x === since[i]));
    }

    /** Is a declaration under way in the rules: somebody joins, or it is carried out? */
    begun() {
        const { legal } = this.t.choices;
        return legal.some((a) => a.role === 'join') && legal.every((a) => a.role === 'join' || (!a.units.length && !a.places.length));
    }

    /** What has been begun, is to follow, or is all that is asked, opens by itself. @param {any} s */
    begin(s) {
        const { t, kept } = this, key = `${s.seq} ${s.asks?.step}`;
        if (!s.mine || t.replay.at !== null || this.offered === key)
            return;
        const targets = new Set(t.choices.legal.filter((a) => TARGETS.includes(a.role)).flatMap((a) => a.places.slice(0, 1)));
        const only = targets.size === 1 && t.choices.legal.every((a) => TARGETS.includes(a.role) || a.role === 'join' || a.role === 'decline') ? [...targets][0] : null;
        const place = kept && this.wants(kept.place) ? kept.place : this.begun() ? '' : only;
        this.kept = null;
        if (place === null)
            return;
        this.offered = key;
        this.open(place, place && kept?.place === place ? kept.stages : undefined, true);
    }

    /** A click on the board while something is put together. @param {string} place @returns {boolean} was it meant for it? */
    click(place) {
        const parts = this.list.flatMap((d) => d.parts), at = (/** @type {Part} */ p) => p.places[0] === place || (p.units.length > 0 && this.t.placeOf(p.units.at(-1) || null) === place);
        const first = parts.filter((p) => at(p) && (p.places.length || p.sole)).sort((a, b) => Number(!!a.early) - Number(!!b.early))[0] || parts.find(at);
        if (first && !(first.sole && first.on))
            this.toggle(first.do);
        else if (place === this.place)
            $('confirm')?.focus();
        else if (!first) {
            const { t } = this, aside = this.list.flatMap((d) => d.sheet?.aside || []).find((x) => t.placeOf(x.unit) === place);
            if (aside)
                t.bubble.refuse('Not counted', { why: aside.text, case: aside.case }, place);
            return !!aside;
        }
        return true;
    }

    // ---- the sheet ----

    show() {
        const { t } = this, box = $('sheet'), { sheet } = this.list.find((d) => d.sheet) || this.list[0];
        const aside = this.list.flatMap((d) => d.sheet?.aside || []), here = box.contains(document.activeElement) || document.activeElement === document.body;
        fill(box, h('header', {}, h('h2', {}, sheet?.title || capital(this.list[0].label || t.state.asks.title)), this.parties(sheet)),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => this.leave() }, icon('ui-x', 18)),
            this.list.map((d, i) => this.declaration(d, i)),
            aside.length ? h('ul.asides', { 'aria-label': 'Not counted' }, aside.map((x) => this.note(x))) : null,
            h('footer', {}, this.buttons()));
        box.hidden = false;
        box.onkeydown = (/** @type {KeyboardEvent} */ e) => this.enter(e);
        $('app').classList.add('sheeting', 'composing');
        if (here)
            $('confirm')?.focus();
        t.sum.redraw();
        t.head.prompt();
    }

    /** Enter in a row is the primary button. @param {KeyboardEvent} e */
    enter(e) {
        if (e.key !== 'Enter' || /** @type {HTMLElement} */ (e.target).tagName !== 'INPUT')
            return;
        e.preventDefault();
        $('confirm')?.click();
    }

    /** The counters that meet. @param {any} sheet */
    parties(sheet) {
        const { t } = this, units = [...new Set((sheet?.lines || []).map((/** @type {any} */ l) => l.unit).filter(Boolean))], pieces = units.map((u) => t.list.find((p) => p.id === u)).filter(Boolean);
        const row = (/** @type {any[]} */ list) => list.map((p) => this.counter(p, 34));
        const own = pieces.filter((p) => p?.own), foe = pieces.filter((p) => !p?.own);
        return own.length && foe.length ? h('p.vs', {}, row(own), h('i', {}, 'against'), row(foe)) : null;
    }

    /** @param {any} p @param {number} size */
    counter(p, size) {
        const g = svg('svg', { viewBox: '-2 -2 124 124', width: size, height: size, class: 'cnt', role: 'img', 'aria-label': p.name }, this.t.mod.draw(p, 'far', this.t.box));
        return g;
    }

    /** @param {Declaration} d @param {number} i */
    declaration(d, i) {
        const { t } = this, title = this.list.length > 1 ? h('h3', {}, this.titleOf(d)) : null;
        const further = d.parts.filter((p) => p.early), apart = this.apart(d), joins = d.parts.filter((p) => !p.early && !apart.includes(p));
        return h('section.decl', { 'aria-label': this.titleOf(d) }, title,
            joins.length ? h('ul.parts', {}, joins.map((p) => this.row(p, d))) : null,
            this.marks(d),
            apart.length ? h('details.more', { open: apart.some((p) => p.on) }, h('summary', {}, `${t.box.verb(apart[0].verb)}: ${apart.filter((p) => p.on).map((p) => this.nameOf(p)).join(', ') || 'nobody'}`), h('ul.parts', {}, apart.map((p) => this.row(p, d)))) : null,
            further.length ? h('details.more', { open: further.some((p) => p.on) }, h('summary', {}, `In the same fight also against: ${further.filter((p) => p.on).map((p) => p.places[0]).join(', ') || 'nobody else'}`), h('ul.parts', {}, further.map((p) => this.row(p, d)))) : null,
            d.legal ? this.sums(d, i) : h('p.nt.bad', {}, sentence(capital(d.why || ''))));
    }

    /** Those who join only if one wants it: other verbs than the first. @param {Declaration} d */
    apart(d) {
        const first = d.parts.find((p) => !p.early)?.verb;
        return d.parts.filter((p) => !p.early && p.verb !== first);
    }

    /** What is done, in a word or two. @param {Declaration} d */
    titleOf(d) { return d.verb ? this.t.box.verb(d.verb) : this.t.state.asks.title; }

    /** Who joins by this part: those that the sheet counts there, else the top piece. @param {Part} p @param {Declaration} [d] */
    pieceOf(p, d) {
        const { t } = this, at = p.places[0];
        return p.units.length ? t.list.find((x) => x.id === p.units.at(-1)) : this.counted(p, d)[0]?.piece || t.stackIn(at || null)[0] || null;
    }

    /** Of a part that is a place: all whom the sheet counts there, each with its line. @param {Part} p @param {Declaration} [d] @returns {{piece: any, line: any}[]} */
    counted(p, d) {
        const { t } = this, by = new Map();
        for (const line of p.units.length ? [] : d?.sheet?.lines || []) {
            const piece = t.list.find((x) => x.id === line.unit);
            if (piece?.own && piece.place === p.places[0] && !by.has(piece.id))
                by.set(piece.id, { piece, line });
        }
        return [...by.values()];
    }

    /** @param {Part} p */
    nameOf(p) {
        const d = this.list.find((x) => x.parts.includes(p)), all = this.counted(p, d).map((x) => x.piece.name);
        return all.length > 1 ? listed(all) : this.pieceOf(p, d)?.name || p.places[0] || p.label;
    }

    /** Whence it is done; the place that one of several names is the target. @param {Part} p @param {any} piece */
    placeOf(p, piece) { return (!p.sole && p.places[0]) || (piece && this.t.placeOf(piece.id)) || ''; }

    /** @param {Part} p @param {Declaration} d */
    row(p, d) {
        const piece = this.pieceOf(p, d), all = this.counted(p, d), lines = all.length > 1 ? all.map((x) => x.line) : (d.sheet?.lines || []).filter((/** @type {any} */ l) => piece && l.unit === piece.id).slice(0, 1);
        const how = p.sole ? 'instead' : p.on ? 'without' : 'with', place = this.placeOf(p, piece);
        const other = p.sole && p.on ? '' : p.flip.head ? `${how}: ${p.flip.head}${signed(p.flip.modifier)}` : p.flip.legal || p.early ? '' : p.on ? 'must' : 'may not';
        return h(`li${p.on ? '' : '.off'}`, {}, h('label', { title: p.flip.legal ? null : p.flip.why },
            h('input', { 'type': p.sole ? 'radio' : 'checkbox', 'name': p.sole ? 'sole' : null, 'checked': p.on, 'data-part': p.do, 'onchange': (/** @type {any} */ e) => { e.preventDefault(); this.toggle(p.do); } }),
            piece ? this.counter(piece, 32) : h('i'), h('span', {}, h('b', {}, all.length > 1 ? this.nameOf(p) : piece?.name || capital(p.label)), h('small', {}, place ? `${p.early ? 'in' : 'from'} ${place}` : '')),
            h('span.adds', {}, h('b', {}, p.on ? together(lines.map((/** @type {any} */ l) => l.value)) : ''), h('small', {}, other))));
    }

    /** Which selection has the best column, and which the best balance of losses. @param {Declaration} d */
    marks(d) {
        const free = d.parts.filter((p) => !p.early && !this.apart(d).includes(p));
        const chip = (/** @type {'best_odds'|'best_exchange'} */ key, /** @type {string} */ title) => {
            const set = free.filter((p) => this.best.get(p.do)?.[key]);
            if (!set.length)
                return null;
            const now = free.every((p) => p.on === set.includes(p)), who = set.length === free.length && free.length > 1 ? 'all' : listed(set.map((p) => this.nameOf(p)));
            return h('button.b3', { 'type': 'button', 'aria-pressed': String(now), 'data-best': key, 'onclick': () => this.choose((p) => free.some((f) => f.do === p.do) ? set.some((f) => f.do === p.do) : p.on) }, `${now ? '★' : '☆'} ${title}: ${who}`);
        };
        return free.length > 1 ? h('p.best', {}, MARKS.map(([key, title]) => chip(key, title))) : null;
    }

    /** @param {Declaration} d @param {number} i */
    sums(d, i) {
        const { t } = this, s = d.sheet, where = this.place ? t.titleOf(this.place).toLowerCase() : 'it';
        const against = s?.attack && s?.defence && s.defence !== '?' ? `${s.attack} against ${s.defence}` : '';
        // A bare number does not say what it is: its line does.
        const what = /^[-+]?\d+$/.test(s?.head || '') ? s.lines.find((/** @type {any} */ l) => l.sum && l.value === s.head)?.what : '';
        const seen = d.range || s?.unsure ? h('small', {}, 'as far as seen') : null;
        const range = d.range ? h('p.nt', {}, 'Unknown is what lies hidden: ', d.range.sums.map((/** @type {any} */ x, /** @type {number} */ k) => [k ? ', ' : '', h('b', {}, `${x.head}${signed(x.modifier)}`), ` ${percent(x.share)}`]), '.') : null;
        const odds = (/** @type {any} */ o) => o.least === o.most ? percent(o.least) : `${percent(o.least)} to ${percent(o.most)}, as the enemy answers`;
        return [s?.head || d.range ? h('p.odds', {}, h('b', {}, s?.head || d.range.sums[0].head), s?.modifier && s.modifier !== '?' && s.modifier !== '0' ? h('b', {}, signed(s.modifier)) : null, what ? h('span', {}, what.toLowerCase()) : null, against ? h('span', {}, against) : null, seen) : null,
            range, d.range?.chances.length ? bars({ chances: d.range.chances.map((/** @type {any} */ c) => ({ result: c.result, weight: c.share })) }, t.box) : s ? bars(s, t.box) : null,
            d.empties && s ? h('p.nt', { 'data-empties': '' }, `Empties ${where}: ${odds(d.empties)}.`, d.together ? ` With what may follow: ${odds(d.together)}.` : '') : null,
            (s?.notes || []).map((/** @type {any} */ x) => h('p.nt', {}, t.reader.linked(`${sentence(x.text)} `), this.cite(x.case))),
            s ? this.lines(s, i) : null];
    }

    /** Every line with its case, behind a click; whoever wants them sees them the next time too. @param {any} s @param {number} i */
    lines(s, i) {
        const d = h('details.more', { 'data-sum': String(i), 'open': setting('sums', false) ? true : null }, h('summary', {}, 'How it is computed'), sheetLines(s, this.t.box, this.t.reader));
        d.addEventListener('toggle', () => keep('sums', d.open));
        return d;
    }

    /** @param {string} c */
    cite(c) { return this.t.reader.link(c); }

    /** @param {any} x */
    note(x) { return h('li', {}, this.t.reader.linked(`${sentence(x.text)} `), this.cite(x.case)); }

    buttons() {
        const main = this.list.find((d) => d.legal && !d.then) || this.list.find((d) => d.legal);
        const b = (/** @type {Declaration} */ d) => h(`button.${d === main ? 'b1' : 'b2'}`, { 'type': 'button', 'id': d === main ? 'confirm' : null, 'data-send': d.stages.join('; '), 'disabled': !d.legal, 'onclick': () => this.send(d) },
            d === main ? icon('ui-sabre', 18) : null, d.then && this.list.length > 1 ? `${this.titleOf(d)} first` : this.titleOf(d), d === main ? h('kbd', {}, 'Enter') : null);
        const back = this.place === '' ? h('button.b2', { type: 'button', onclick: () => { this.leave(); this.t.decide.undo(); } }, 'Take back', h('kbd', {}, 'U')) : h('button.b2', { type: 'button', onclick: () => this.leave() }, 'Not now', h('kbd', {}, 'Esc'));
        return [...(main ? [b(main)] : []), ...this.list.filter((d) => d !== main).map(b), back];
    }

    /** For the prompt. */
    sentence() {
        const d = this.list.find((x) => x.legal && !x.then) || this.list[0], names = d.parts.filter((p) => p.on && !p.early && !this.apart(d).includes(p)).map((p) => this.nameOf(p));
        const what = d.sheet?.title || capital(d.label || '');
        const others = names.filter((n) => !what.includes(n));
        return [`${what}${others.length ? ` with ${listed(others)}` : ''}. `, d.parts.length > 1 ? 'Click a hex or an arrow to change it.' : ''];
    }

    // ---- the board ----

    /** Arrows from all who may take part, hollow from those left out; what it comes to at the target. */
    drawn() {
        const { t } = this, d = this.active && this.place ? this.list.find((x) => !x.then) || this.list[0] : null, to = t.board.cell(this.place);
        if (!d || !to)
            return '';
        const arrows = this.list.flatMap((x) => x.parts.filter((p) => !p.early && !this.apart(x).includes(p)).map((p) => ({ p, x }))).map(({ p, x }) => {
            const piece = this.pieceOf(p, x), from = t.board.cell(this.placeOf(p, piece) || null);
            return from && from !== to ? this.arrow(p, from, to, x !== d) : '';
        });
        const s = d.sheet, head = s?.head || d.range?.sums[0].head;
        const words = `${head}${signed(s?.modifier)}`, half = Math.max(34, 10 + 3.4 * words.length);
        const chip = head ? `<g class="oddschip" transform="translate(${to.x} ${to.y - 50 * t.board.hex / 100})"><rect x="${-half}" y="-11" width="${2 * half}" height="22" rx="11"/><text y="5.5">${esc(words)}</text></g>` : '';
        return arrows.join('') + d.parts.filter((p) => p.early && p.on).map((p) => `<path class="aim" d="${t.board.cell(p.places[0])?.d || ''}"/>`).join('') + chip;
    }

    /** @param {Part} p @param {any} a @param {any} b @param {boolean} fire */
    arrow(p, a, b, fire) {
        const angle = Math.atan2(b.y - a.y, b.x - a.x), long = Math.hypot(b.x - a.x, b.y - a.y), near = 0.34 * this.t.board.hex, end = long - 0.4 * this.t.board.hex;
        const wide = fire ? 2.5 : 5, off = fire ? 17 : 0, body = `M${near} ${off - wide}H${end - 12}V${off - 2.4 * wide}L${end + 4} ${off}L${end - 12} ${off + 2.4 * wide}V${off + wide}H${near}Z`;
        return `<path class="part${p.on ? ' on' : ''}${fire ? ' fire' : ''}" data-part="${esc(p.do)}" transform="translate(${a.x} ${a.y}) rotate(${angle * 180 / Math.PI})" d="${body}"/>`;
    }
}
