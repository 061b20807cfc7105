// table.js: the table: keeps the state, shows it, and turns clicks and keys into requests.
//
// The server is the authority: nothing is assumed done before its answer. Everything shown comes from the
// state that this seat was given; what it may not know never reaches the page.
// @ts-check
import { $, h, fill, icon, svg, loadSymbols, capital, figures, listed, download } from './dom.js';
import { get, post, text, live, remember, requestId, setting, keep, theme, word, Refusal } from './api.js';
import { Board } from './board.js';
import { Pieces } from './pieces.js';
import { Choices } from './act.js';
import { Chronicle } from './chronicle.js';
import { Replay } from './replay.js';
import { Books } from './books.js';
import { moduleOf } from './games/index.js';
import { DEFS, on as inkOn } from './counters.js';
import { keys, helpRows } from './keys.js';
import { sheetRows } from './sheet.js';

const params = new URLSearchParams(location.search);

class Table {
    constructor() {
        this.match = params.get('match') || '';
        this.token = decodeURIComponent(location.hash.slice(1));
        /** @type {any} the newest state; what is shown may be the past */
        this.live = null;
        /** @type {any} */
        this.state = null;
        /** @type {any} */
        this.mod = null;
        /** @type {any[]} */
        this.list = [];
        this.names = new Map();
        this.choices = new Choices([], { pickers: [] });
        /** @type {string|null} */
        this.subject = null;
        /** @type {string|null} */
        this.place = null;
        /** @type {string|null} */
        this.cursor = null;
        /** @type {{unit: string, seq: number}|null} a piece chosen by a decision, nothing done with it yet */
        this.picked = null;
        /** @type {Map<string, any>} */
        this.reach = new Map();
        this.lit = { units: /** @type {string[]} */ ([]), places: /** @type {string[]} */ ([]) };
        this.noSheet = new Set();
        /** @type {any} */
        this.pending = null;
        this.tab = 'chronicle';
        this.busy = 0;
        this.keyed = false;
        this.title = '';
        /** @type {string|null|undefined} */
        this.over = null;
        /** @type {string|null} whose eyes are at the screen, in hot seat */
        this.eyes = null;
        this.chronicle = new Chronicle(this);
        this.books = new Books(this);
        this.overlay = setting('overlays', { reach: true });
    }

    async begin() {
        theme();
        await loadSymbols();
        fill($('mark'), svg('svg', { width: 32, height: 32, 'aria-hidden': 'true' }, '<use href="#fig-infguard1"/>'));
        this.board = new Board($('view'), {
            click: (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ t) => this.click(x, y, t), hover: (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ t) => this.hover(x, y, t),
            leave: () => this.unhover(), lod: () => this.state && this.drawPieces(), moved: () => this.placeBubble(), counter: () => (this.mod?.size || 62) / 100,
        });
        for (const [id, ic, f] of /** @type {[string, string, () => void][]} */ ([['zin', 'ui-plus', () => this.board?.zoom(1.3)], ['zout', 'ui-minus', () => this.board?.zoom(1 / 1.3)], ['zfit', 'ui-fit', () => this.board?.fit()]])) {
            $(id).append(icon(ic));
            $(id).onclick = f;
        }
        this.replay = new Replay(this, $('rep'));
        this.frameTools();
        keys(this);
        $('talk').onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); this.say(); };
        const seat = params.get('join');
        if (seat && !this.token && await this.join(seat))
            return;
        let s;
        try {
            s = await get(`match/${this.match}`, this.token);
        } catch (e) {
            fill($('prompt'), e instanceof Refusal && e.status === 404 ? 'There is no such match. ' : `${/** @type {Error} */ (e).message} `, h('a', { href: './' }, 'To the lobby'));
            return;
        }
        this.mod = await moduleOf(s.game);
        this.pieces = new Pieces(this.board, this.mod);
        if (this.token && s.you !== 'spectator')
            remember(this.match, s.game, this.token, s.seats.filter((/** @type {any} */ x) => x.you).map((/** @type {any} */ x) => x.seat));
        await this.loadBoard(s.game);
        await this.loadNames(s);
        this.loadLog();
        this.receive(s);
        this.firstView();
        const at = params.get('at');
        if (at !== null)
            this.replay.go(Number(at));
        this.stream = live(this.match, this.token, s.seq, {
            state: (x) => this.receive(x), chat: (c) => this.heard(c), presence: (p) => this.present(p),
            link: (up) => { $('app').classList.toggle('lost', !up); this.linked = up; if (this.state) this.drawPrompt(); },
        });
        this.books.load().then(() => this.pending && this.showSheet(this.pending.sheet, this.pending.action));
        $('app').dataset.ready = 'yes';
    }

    /** @param {string} game */
    async loadBoard(game) {
        try {
            const r = await fetch(`api/game/${game}/board.svg?palette=day`);
            if (!r.ok || !this.board?.load(await r.text()))
                throw new Error('no board');
        } catch {
            fill($('view'), h('p.hint.pad', {}, 'This game has no board to show. Every choice is in the list on the left.'));
        }
    }

    /** Names of all pieces, also of such as this seat does not see. @param {any} s */
    async loadNames(s) {
        try {
            const r = await get(`game/${s.game}/pieces`);
            const all = r.pieces || r.unit || r.view?.unit || {};
            for (const [id, u] of Object.entries({ ...(r.unit || {}), ...(r.leader || {}), ...(r.view?.unit || {}), ...(r.view?.leader || {}), ...(Array.isArray(all) ? Object.fromEntries(all.map((x) => [x.id, x])) : all) }))
                if (u && typeof u === 'object' && u.name)
                    this.names.set(id, { name: u.name, army: u.army || u.faction || u.side });
        } catch { /* names then come from the view */ }
    }

    async loadLog() {
        try {
            const r = await get(`match/${this.match}/log?from=0`, this.token);
            this.chronicle.put(0, r.log || []);
            if (this.tab === 'chronicle')
                this.showTab();
        } catch { /* the tail came with the state */ }
    }

    // ---- states ----

    /** A newer state from the server. @param {any} s */
    receive(s) {
        if (this.live && s.seq < this.live.seq)
            return;
        const old = this.live;
        this.live = s;
        this.chronicle.cut(s.entries);
        this.chronicle.put(s.log_from ?? Math.max(0, (s.log?.[0]?.n ?? s.entries + 1) - 1), s.log || []);
        this.replay?.live(s);
        if (this.curtained(s, old))
            return;
        if (old && s.seq > old.seq)
            this.follow(s, old);
        if (this.replay?.at === null || this.replay?.at === undefined)
            this.show(s);
    }

    /** Hot seat: nobody sees the other side's view by accident. @param {any} s @param {any} old */
    curtained(s, old) {
        const mine = new Set(s.seats.filter((/** @type {any} */ x) => x.you).map((/** @type {any} */ x) => x.side));
        const eyes = s.viewer;
        if (mine.size < 2 || s.over || !setting('curtain', true) || eyes === this.eyes) {
            this.eyes = eyes;
            return !$('curtain').hidden;
        }
        const first = this.eyes === null && !old;
        this.eyes = eyes;
        const seat = s.seats.find((/** @type {any} */ x) => x.seat === s.asks?.seat) || s.seats.find((/** @type {any} */ x) => x.side === eyes);
        this.board?.layer.pieces?.replaceChildren();
        this.pieces?.drawn.clear();
        for (const id of ['insp', 'choices', 'tray', 'acts', 'page', 'prompt', 'dice'])
            $(id).replaceChildren();
        $('dice').hidden = true;
        $('sheet').hidden = true;
        this.closeBubble();
        const go = h('button.b1', { 'type': 'button', 'onclick': () => { $('curtain').hidden = true; $('curtain').replaceChildren(); $('app').inert = false; this.show(this.live); this.view().focus(); } }, `I am ${seat?.title || capital(eyes)}`);
        fill($('curtain'), h('div', {}, h('h2', {}, `${seat?.title || capital(eyes)} to decide`), h('p', {}, first ? 'The other player looks away.' : 'Hand over the screen; the other player looks away.'), go));
        $('curtain').hidden = false;
        $('app').inert = true;
        go.focus();
        return true;
    }

    /** What others and the dice have done is shown. @param {any} s @param {any} old */
    follow(s, old) {
        const fresh = (s.log || []).filter((/** @type {any} */ e) => e.n > old.entries);
        const rolls = fresh.filter((/** @type {any} */ e) => e.who === 'chance' && /^roll \d+$/.test(e.do || ''));
        if (rolls.length)
            this.showDice(rolls);
        const last = [...fresh].reverse().find((e) => (e.events || []).some((/** @type {any} */ x) => x.places?.length));
        const place = last && [...last.events].reverse().find((/** @type {any} */ x) => x.places?.length)?.places[0];
        if (place && last.who !== s.viewer && setting('follow', true))
            this.board?.show(place);
    }

    /** @param {any} s */
    show(s) {
        this.state = s;
        if (this.announced !== s.asks?.prompt + s.seq)
            this.announced = s.asks?.prompt + s.seq;
        $('app').classList.toggle('past', this.replay?.at !== null && this.replay?.at !== undefined);
        this.choices = new Choices(s.mine ? s.legal || [] : [], this.mod);
        this.list = this.mod.pieces(s.view || {}, s.over || s.viewer === 'referee' ? 'referee' : s.viewer);
        for (const p of this.list)
            this.names.set(p.id, { name: p.name, army: p.army });
        this.subject = this.choices.subject() || (this.subject && this.choices.units.has(this.subject) ? this.subject : null);
        if (this.picked && this.picked.seq !== s.seq)
            this.picked = null;
        if (this.subject && !this.choices.picker(this.subject))
            this.place = this.placeOf(this.subject) || this.place;
        this.reach = new Map();
        this.pending = null;
        $('sheet').hidden = true;
        $('app').classList.remove('sheeting');
        this.closeBubble();
        this.drawAll();
        this.askReach();
    }

    /** @param {any} s */
    showPast(s) { this.show({ ...s, mine: false, legal: [] }); }
    showNow() { if (this.live) this.show(this.live); }

    firstView() {
        const own = this.list.filter((p) => this.board?.cell(p.place)).map((p) => /** @type {string} */ (p.place));
        const aim = [...this.choices.places.keys()].filter((p) => this.board?.cell(p));
        if (own.length < 4 && aim.length) {
            this.board?.fit();
            this.board?.zoom(Math.max(1, 62 / (this.board.hex * this.board.k)));
            this.board?.show(aim[0], true);
        } else
            this.board?.frame(own);
    }

    // ---- names ----

    /** @param {string} id */
    nameOf(id) { return this.names.get(id)?.name || id; }
    /** @param {string} id */
    armyOf(id) { return this.names.get(id)?.army || ''; }
    /** @param {string} id */
    placeOf(id) { const p = this.list.find((x) => x.id === id)?.place; return this.board?.cell(p) ? p : null; }
    /** @param {any} a */
    labelOf(a) { return this.mod.label(a, this.state) || capital(a.label); }
    view() { return $('view'); }

    // ---- requests ----

    /** @param {() => Promise<any>} f */
    async ask(f) {
        this.busy++;
        const timer = setTimeout(() => $('app').classList.add('waiting'), 300);
        try {
            return await f();
        } catch (e) {
            if (e instanceof Refusal && e.status === 409 && e.reply.state) {
                this.receive(e.reply.state);
                this.tell('The match had moved on; this is how it stands now.');
            } else
                this.complain(e);
            return null;
        } finally {
            clearTimeout(timer);
            if (!--this.busy)
                $('app').classList.remove('waiting');
        }
    }

    /** @param {string} path @param {string} body */
    post(path, body) { return this.ask(() => post(`match/${this.match}/${path}`, body, this.token)); }

    /** One thing after another: a click that comes too soon waits, and counts if it still may be done. @param {any} [a] */
    async idle(a) {
        for (let i = 0; this.busy && i < 250; i++)
            await new Promise((r) => setTimeout(r, 20));
        return !this.busy && (!a || (this.state?.mine && this.choices.legal.some((x) => x.do === a.do)));
    }

    /** @param {any} a @param {string|null} [at] the place that was clicked */
    async commit(a, at) {
        if (!await this.idle(a))
            return;
        const key = `${this.state.asks?.step} ${a.verb}`;
        if (!this.noSheet.has(key)) {
            let r = null;
            try {
                r = await post(`match/${this.match}/preview`, a.do, this.token);
            } catch { /* then it has none */ }
            if (r?.sheet) {
                this.pending = { action: a, sheet: r.sheet };
                this.showSheet(r.sheet, a);
                this.drawPieces();
                return;
            }
            this.noSheet.add(key);
        }
        return this.act(a, at);
    }

    /** @param {any} a @param {string|null} [_at] */
    async act(a, _at) {
        if (!await this.idle(a))
            return;
        const seq = this.live.seq;
        const s = await this.post('do', `${seq} @${requestId()} ${a.do}`);
        if (!s)
            return;
        const picker = this.mod.pickers.includes(a.verb) && a.units.length === 1;
        this.picked = picker ? { unit: a.units[0], seq: s.seq } : null;
        this.receive(s);
        return s;
    }

    /** @param {string} unit @param {string} place */
    async march(unit, place) {
        if (!await this.idle())
            return;
        const s = await this.post('march', `${this.live.seq} @${requestId()} ${word(unit)} ${word(place)}`);
        if (s)
            this.receive(s);
    }

    async undo() {
        if (!await this.idle() || !this.live)
            return;
        if (!this.live.undo?.can) {
            this.tell('The last decision cannot be taken back by yourself: dice have fallen, something was seen, or others have decided. The menu lets you ask the opponent.');
            return;
        }
        const s = await this.post('undo', `${this.live.seq} @${requestId()}`);
        if (s)
            this.receive(s);
    }

    /** @param {string} how ask, grant, refuse */
    async consent(how) {
        const s = await this.post('undo', `${this.live.seq} @${requestId()} ${how}`);
        if (s)
            this.receive(s);
        if (s && how === 'ask' && s.undo?.asked_by)
            this.tell('The opponent has been asked.');
    }

    /** Where the chosen piece can go. */
    async askReach() {
        const u = this.subject;
        if (!u || !this.state?.mine || !this.overlay.reach)
            return;
        const seq = this.state.seq;
        let r;
        try {
            r = await get(`match/${this.match}/reach?unit=${encodeURIComponent(u)}`, this.token);
        } catch {
            return;
        }
        if (this.state.seq !== seq || this.subject !== u)
            return;
        const places = r.places || r.reach || [];
        this.reach = new Map(places.map((/** @type {any} */ p) => [p.place, p]));
        this.drawReach();
    }

    // ---- clicks ----

    /** @param {number} x @param {number} y @param {any} target */
    click(x, y, target) {
        this.view().focus({ preventScroll: true });
        this.closeBubble();
        const g = target.closest?.('.piece'), fan = target.closest?.('#fan');
        if (fan && g) {
            this.pieces?.fan(null, this.marks());
            this.choose(g.dataset.piece);
            return;
        }
        const place = this.board?.at(x, y) || g?.dataset.place;
        if (place)
            this.pick(place, g?.dataset.piece);
        else
            this.release();
    }

    /** A place was clicked, or Enter pressed on it. @param {string} place @param {string} [piece] the piece under the pointer */
    pick(place, piece) {
        this.cursor = place;
        const s = this.state, c = this.choices;
        if (this.pending)
            this.cancelSheet();
        if (!s?.mine)
            return this.inspect(place);
        const acts = c.at(place, this.subject);
        const here = (this.pieces?.at.get(place) || []).filter((p) => c.units.has(p.id) && p.id !== this.subject);
        const free = here.filter((p) => c.picker(p.id) || c.of(p.id).length);
        const mates = s.asks?.step === 'march' && this.subject && place !== this.placeOf(this.subject) ? (this.pieces?.at.get(place) || []).filter((p) => p.own && p.id !== this.subject) : [];
        if (mates.length && (acts.length || this.reach.has(place))) {
            const go = acts.length ? acts : [{ do: '', verb: 'march', label: `${this.nameOf(this.subject || '')} marches to ${place}`, units: [this.subject], places: [place] }];
            return this.menu(place, go, mates);
        }
        if (acts.length === 1 && !(free.length && !this.subject))
            return this.commit(acts[0], place);
        if (acts.length > 1 || (acts.length && free.length))
            return this.menu(place, acts, free);
        if (this.subject && this.reach.has(place) && place !== this.placeOf(this.subject))
            return this.march(this.subject, place);
        if (free.length) {
            const first = free.find((p) => p.id === piece) || free[0];
            this.place = place;
            this.pieces?.fan(null, this.marks());
            this.over = place;
            clearTimeout(this.fanTimer);
            return this.choose(first.id);
        }
        this.other(place, piece);
    }

    /** Nothing legal there: perhaps another piece of one's own is meant, else why not. @param {string} place @param {string} [piece] */
    other(place, piece) {
        const stack = this.pieces?.at.get(place) || [];
        const own = stack.find((p) => p.id === piece && p.own) || stack.find((p) => p.own);
        const spent = !this.choices.units.size && !this.choices.places.size && this.choices.bare.length;
        if (own && own.id !== this.subject && (this.subject || spent) && this.place !== place)
            return this.switchTo(own.id, place);
        this.inspect(place);
        if (this.subject && place !== this.placeOf(this.subject))
            return this.whyNot(this.choices.like(this.subject, place), place);
        if (own && !this.choices.units.has(own.id) && [...this.choices.units.keys()].length)
            return this.whyNot(this.choices.like(own.id, null), place);
        if (stack.length && !own && this.choices.places.size)
            return this.whyNot(this.choices.like(null, place), place);
    }

    /** @param {string} unit @returns {any} */
    choose(unit) {
        const a = this.choices.picker(unit);
        if (a)
            return this.commit(a);
        if (!this.choices.units.has(unit) && this.subject && this.list.find((p) => p.id === unit)?.own)
            return this.switchTo(unit, this.placeOf(unit));
        this.subject = this.choices.units.has(unit) ? unit : this.choices.subject();
        this.place = this.placeOf(unit) || this.place;
        this.detail = unit;
        this.reach = new Map();
        this.drawAll();
        this.askReach();
    }

    /** From one piece to another: the first is put down again, or ends its move. @param {string} unit @param {string|null} place @returns {Promise<any>} */
    async switchTo(unit, place) {
        const end = this.choices.bare.find((a) => this.mod.enders.includes(a.verb));
        if (this.picked && this.picked.seq === this.live.seq && this.live.undo?.can)
            await this.undo();
        else if (this.picked === null && end && this.state.asks?.step === 'march' && (this.choices.subject() || !this.choices.units.size))
            await this.act(end);
        else {
            this.inspect(place || '');
            return this.whyNot(this.choices.like(unit, null), place);
        }
        if (this.choices.picker(unit))
            return this.choose(unit);
        if (place)
            this.inspect(place);
        return this.whyNot(this.choices.like(unit, null), place);
    }

    /** Nothing is chosen any more. */
    async release() {
        if (this.pieces?.fanned)
            this.pieces.fan(null, this.marks());
        if (this.pending)
            return this.cancelSheet();
        if (this.picked && this.picked.seq === this.live.seq && this.live.undo?.can && this.state?.mine)
            return this.undo();
        this.subject = this.choices.subject();
        if (!this.subject)
            this.place = null;
        this.detail = null;
        this.reach = new Map();
        this.drawAll();
        this.askReach();
    }

    /** @param {string} place */
    inspect(place) {
        this.place = place;
        this.detail = null;
        this.drawAll();
        if ((this.pieces?.at.get(place)?.length || 0) > 1)
            this.pieces?.fan(place, this.marks());
    }

    /** @param {string|null} action @param {string|null} place */
    async whyNot(action, place) {
        if (!action)
            return;
        let r;
        try {
            r = await post(`match/${this.match}/why`, action, this.token);
        } catch (e) {
            r = { legal: false, why: /** @type {Error} */ (e).message, case: /** @type {any} */ (e).case };
        }
        if (r.legal || !r.why)
            return;
        const m = /^([A-Z]*\d[\w.-]*): (.*)$/s.exec(r.why), id = r.case || m?.[1];
        const title = id && this.books.find(id)[0]?.title;
        this.no = place;
        this.drawReach();
        this.bubble(place, false, [
            h('b.no-t', {}, 'Not allowed'), h('p', {}, `${capital(m ? m[2] : r.why)}${/[.!?]$/.test(r.why) ? '' : '.'}`),
            id ? h('button.case', { type: 'button', onclick: () => this.openCase(id) }, `${id}${title ? ` ${title}` : ''} · read the case`) : null]);
    }

    /** @param {string} place @param {any[]} acts @param {any[]} pieces */
    menu(place, acts, pieces) {
        const item = (/** @type {string} */ label, /** @type {() => void} */ f) => h('button.m', { type: 'button', onclick: () => { this.closeBubble(); f(); } }, label);
        this.place = place;
        this.bubble(place, true, [h('h3', {}, place), ...acts.slice(0, 12).map((a) => item(this.labelOf(a), () => a.do ? this.commit(a, place) : this.march(a.units[0], place))),
            ...pieces.map((p) => item(`Choose ${p.name}`, () => this.choose(p.id)))]);
        $('bubble').querySelector('button.m')?.focus();
    }

    /** @param {string|null} place @param {boolean} menu @param {any[]} kids */
    bubble(place, menu, kids) {
        const b = $('bubble');
        this.bubbleAt = place;
        b.className = menu ? 'bubble menu' : 'bubble';
        b.setAttribute('aria-label', menu ? 'Choices here' : 'Why not');
        fill(b, kids, h('button.bx', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => this.closeBubble() }, icon('ui-x', 16)));
        b.hidden = false;
        if (!menu)
            $('here').textContent = b.textContent;
        this.placeBubble();
    }

    placeBubble() {
        const b = $('bubble'), c = this.board?.cell(this.bubbleAt);
        if (b.hidden)
            return;
        const r = this.view().getBoundingClientRect();
        const p = c && this.board ? this.board.screen(c) : { x: r.width / 2, y: r.height / 3 };
        const w = b.offsetWidth, hh = b.offsetHeight, up = p.y - hh - (this.board ? this.board.hex * this.board.k * 0.42 : 0) - 6;
        b.style.left = `${Math.min(Math.max(p.x - w / 2, 8), r.width - w - 8)}px`;
        b.style.top = `${up > 8 ? up : Math.min(p.y + (this.board ? this.board.hex * this.board.k * 0.5 : 20), r.height - hh - 8)}px`;
    }

    closeBubble() {
        const had = !$('bubble').hidden;
        $('bubble').hidden = true;
        if (this.no) {
            this.no = null;
            this.drawReach();
        }
        return had;
    }

    // ---- hovering ----

    /** @param {number} x @param {number} y @param {any} target */
    hover(x, y, target) {
        if (!this.state || target.closest?.('.bubble, .zoom, .lay'))
            return;
        const fan = target.closest?.('#fan'), place = fan ? this.pieces?.fanned : this.board?.at(x, y);
        this.view().classList.toggle('point', !!target.closest?.('.piece') || !!(place && (this.choices.places.has(place) || this.reach.has(place))));
        if (place === this.over)
            return;
        this.over = place;
        clearTimeout(this.fanTimer);
        if (this.pieces?.fanned && !fan && place !== this.pieces.fanned)
            this.fanTimer = setTimeout(() => this.pieces?.fan(null, this.marks()), 160);
        else if (place && !fan && (this.pieces?.at.get(place)?.length || 0) > 1)
            this.fanTimer = setTimeout(() => this.over === place && !this.view().classList.contains('dragging') && this.pieces?.fan(place, this.marks()), 420);
    }

    unhover() {
        this.over = null;
        clearTimeout(this.fanTimer);
        this.fanTimer = setTimeout(() => this.pieces?.fan(null, this.marks()), 300);
    }

    /** Lights up pieces and places on the board. @param {string[]} units @param {string[]} places */
    light(units, places) {
        this.lit = { units, places };
        this.drawPieces();
        this.drawReach();
    }

    /** @param {string|null} place @param {string} [unit] */
    goTo(place, unit) {
        if (!place)
            return unit && this.tell(`${this.nameOf(unit)} is not on the board.`);
        this.board?.show(place, true);
        this.cursor = place;
        this.inspect(place);
    }

    // ---- drawing ----

    marks() {
        const may = new Set(), target = new Set();
        if (this.state?.mine) {
            for (const [u, acts] of this.choices.units)
                if (acts.some((a) => !['top'].includes(a.verb)))
                    may.add(u);
            for (const a of this.pending ? [this.pending.action] : [])
                for (const p of a.places.slice(0, 1))
                    for (const q of this.pieces?.at.get(p) || [])
                        if (!q.own && q.kind !== 'leader')
                            target.add(q.id);
        }
        return { may, chosen: new Set(this.subject ? [this.subject] : this.detail ? [this.detail] : []), lit: new Set(this.lit.units), target };
    }

    drawAll() {
        this.drawBar();
        this.drawPrompt();
        this.drawPieces();
        this.drawReach();
        this.drawInspector();
        this.drawChoices();
        this.drawTray();
        this.showTab();
    }

    drawPieces() {
        if (!this.board?.layer.pieces || !this.state)
            return;
        this.board.layer.under.innerHTML = this.mod.ground(this.state.view || {}, this.board);
        this.pieces?.show(this.list, this.marks());
        if (this.pieces?.fanned)
            this.pieces.fan(this.pieces.fanned, this.marks());
    }

    drawReach() {
        const b = this.board, g = b?.layer.reach, up = b?.layer.above;
        if (!b || !g || !this.state)
            return;
        let low = '', high = '';
        const enemy = (/** @type {string} */ p) => (this.pieces?.at.get(p) || []).some((x) => !x.own);
        const white = /** @type {string[]} */ ([]), red = /** @type {string[]} */ ([]);
        if (this.state?.mine) {
            for (const [p, acts] of this.choices.places) {
                if (this.subject && !acts.some((a) => a.units.includes(/** @type {string} */ (this.subject)) || !a.units.length))
                    continue;
                (enemy(p) ? red : white).push(p);
            }
            for (const p of this.reach.keys())
                if (!white.includes(p) && !red.includes(p) && p !== this.placeOf(this.subject || ''))
                    white.push(p);
        }
        const d = white.map((p) => b.cell(p)?.d || '').join('');
        const edge = b.outline(white);
        if (d)
            low += `<path class="reach-fill" d="${d}"/><path class="reach-back" d="${edge}"/><path class="reach-line" d="${edge}"/>`;
        for (const p of red)
            low += `<path class="aim" d="${b.cell(p)?.d || ''}"/>`;
        const k = b.hexes === false ? 1 : b.hex / 100;
        const mover = this.list.find((x) => x.id === this.subject), m = mover && this.mod.moves(mover), have = m ? m.left * 2 : null;
        for (const [p, r] of this.reach) {
            const c = b.cell(p);
            if (!c || r.left === undefined || r.left < 0 || p === this.placeOf(this.subject || ''))
                continue;
            const end = r.left === 0, price = have === null ? r.left : have - r.left;
            high += `<g class="cost${end ? ' end' : ''}" transform="translate(${c.x} ${c.y + 41 * k})"><rect x="-13" y="-9" width="26" height="17.5" rx="8.5"/><text y="4.6">${this.mod.points(Math.max(0, price))}</text></g>`;
        }
        for (const a of this.pending?.action ? [this.pending.action] : []) {
            const to = b.cell(a.places[0]);
            const from = [...a.places.slice(1), ...a.units.map((/** @type {string} */ u) => this.placeOf(u))].map((p) => b.cell(p)).filter((x) => x && x !== to);
            for (const f of from.length || !this.subject ? from : [b.cell(this.placeOf(this.subject))])
                if (f && to) {
                    const x1 = f.x + (to.x - f.x) * 0.34, y1 = f.y + (to.y - f.y) * 0.34, x2 = f.x + (to.x - f.x) * 0.6, y2 = f.y + (to.y - f.y) * 0.6, an = Math.atan2(to.y - f.y, to.x - f.x);
                    const head = [2.5, -2.5].map((q) => `M${x2} ${y2}L${x2 + 15 * Math.cos(an + q)} ${y2 + 15 * Math.sin(an + q)}`).join('');
                    high += `<path class="arrow2" d="M${x1} ${y1}L${x2} ${y2}${head}"/><path class="arrow" d="M${x1} ${y1}L${x2} ${y2}${head}"/>`;
                }
            if (to)
                low += `<path class="aim" d="${to.d}"/>`;
        }
        if (this.place && b.cell(this.place))
            low += `<path class="sel" d="${b.cell(this.place)?.d}"/>`;
        for (const p of this.lit.places)
            low += `<path class="lit" d="${b.cell(p)?.d || ''}"/>`;
        if (this.no && b.cell(this.no))
            low += `<path class="no" d="${b.cell(this.no)?.d}"/>`;
        if (this.cursor && this.keyed && b.cell(this.cursor))
            high += `<path class="cursor2" d="${b.cell(this.cursor)?.d}"/><path class="cursor" d="${b.cell(this.cursor)?.d}"/>`;
        g.innerHTML = low;
        up.innerHTML = high;
    }

    drawBar() {
        const s = this.state;
        document.title = `${s.mine ? '● ' : ''}${s.title || this.title || capital(s.game.replace(/-/g, ' '))} · Grognard`;
        fill($('game'), this.title || capital(s.game.replace(/-/g, ' ')), h('small', {}, s.name || `match ${s.match}`));
        const side = s.asks?.side || '', root = document.documentElement.style;
        root.setProperty('--side', side && side !== 'chance' ? this.mod.colour(s.asks.seat && this.mod.seatColour ? s.asks.seat : side) : 'var(--muted)');
        root.setProperty('--sideink', side && side !== 'chance' ? this.mod.ink(side) : '#fff');
        fill($('turns'), this.mod.turns(s.view || {}, s).map((/** @type {any} */ t) => h(`li${t.now ? '.now' : ''}${t.past ? '.past' : ''}${t.weather ? '' : '.plain'}`, { 'title': t.title, 'aria-current': t.now ? 'step' : null },
            t.weather ? svg('svg', { width: 18, height: 18, class: `wx-${t.weather}`, 'aria-hidden': 'true' }, `<use href="#weather-${t.weather}"/>`) : null, h('b', {}, t.label), t.count ? h('i.rf', { title: `${t.count} to come` }, t.count) : null)));
        $('when').textContent = this.mod.when(s);
        fill($('seats'), s.seats.map((/** @type {any} */ x) => h(`li.seat${x.online ? '' : '.off'}${s.asks?.seat === x.seat && !s.over ? '.turn' : ''}`, { title: `${x.title}: ${x.kind === 'bot' ? `computer (${x.bot})` : x.open ? 'open seat' : x.online ? 'here' : 'away'}` },
            h('i', { vars: { '--c': this.mod.colour(x.seat === 'prussian' || x.seat === 'british' ? x.seat : x.side) } }), h('span', {}, h('b', {}, x.you ? 'You' : x.kind === 'bot' ? 'Computer' : x.name || (x.open ? 'Open' : x.title)), h('small', {}, `${x.title}${x.kind === 'bot' ? `, ${x.bot}` : x.you ? '' : x.open ? '' : x.online ? ', here' : ', away'}`)))));
    }

    drawPrompt() {
        const s = this.state, asks = s.asks;
        const seat = asks && s.seats.find((/** @type {any} */ x) => x.seat === asks.seat);
        const phases = this.mod.phases, now = this.mod.phase?.(s);
        fill($('who'), h('b', {}, s.over ? 'The battle is over' : this.mod.player?.(s) || (asks ? `${seat?.title || capital(asks.side)} to decide` : '')),
            !s.over && phases.length && phases.includes(now) ? h('ol.ph', { 'aria-label': 'Phases' }, phases.map((/** @type {string} */ p) => h(`li${p === now ? '.on' : phases.indexOf(p) < phases.indexOf(now) ? '.done' : ''}`, { 'aria-current': p === now ? 'step' : null }, capital(p)))) : h('ol.ph', {}, asks ? h('li.on', {}, this.mod.step(s)) : null));
        const cases = (asks?.cases || '').split(' ').filter(Boolean).slice(0, 2).map((/** @type {string} */ c) => h('button.case', { 'type': 'button', 'title': `Read case ${c}`, 'onclick': () => this.openCase(c) }, c));
        let say;
        if (this.linked === false)
            say = ['Not connected. Your last decision is safe.'];
        else if (this.replay?.at !== null && this.replay?.at !== undefined)
            say = [`Replay, entry ${this.replay.at}. `, asks ? `${asks.prompt}.` : ''];
        else if (s.over)
            say = [s.result?.text ? `${capital(s.result.text)}. ` : '', s.result?.winner ? h('em', {}, `${capital(s.result.winner)} victory.`) : h('em', {}, 'Nobody has won.')];
        else if (!asks)
            say = ['…'];
        else if (s.mine)
            say = [this.mover(), `${asks.prompt}${/[.?!]$/.test(asks.prompt) ? '' : '.'}`, cases];
        else
            say = [`${asks.prompt}${/[.?!]$/.test(asks.prompt) ? ' ' : '. '}`, h('em', {}, seat?.kind === 'bot' ? 'The computer is thinking…' : seat?.open ? `The ${seat.title} seat is open.` : `${seat?.name || seat?.title || capital(asks.side)} decides.`), seat?.open ? h('button.case', { type: 'button', onclick: () => this.openShare() }, 'invite') : null];
        fill($('prompt'), say);
        this.drawActs();
    }

    /** Of the piece that is on the march: where it is and what it has left. */
    mover() {
        const p = this.list.find((x) => x.id === this.subject), m = p && this.mod.moves(p);
        return p && m && this.placeOf(p.id) ? `${p.name} is in ${p.place} with ${this.mod.points(m.left * 2)} MP. ` : '';
    }

    drawActs() {
        const s = this.state, c = this.choices, out = [];
        if (!s)
            return;
        let n = 0;
        const button = (/** @type {string} */ cls, /** @type {any} */ a, /** @type {string} */ hint) => h(`button.${cls}`, { 'type': 'button', 'data-do': a.do, 'onclick': () => this.commit(a), 'onmouseenter': () => this.light(a.units, a.places), 'onmouseleave': () => this.light([], []) }, this.labelOf(a), hint ? h('kbd', {}, hint) : null);
        if (s.mine) {
            const enders = c.bare.filter((a) => this.mod.enders.includes(a.verb)), bare = c.bare.filter((a) => !enders.includes(a));
            const own = this.subject ? c.of(this.subject).filter((a) => !this.mod.pickers.includes(a.verb)) : [];
            const few = own.length + bare.length <= 4 ? [...bare, ...own] : bare.slice(0, 4);
            const yesno = !few.length && enders.length + c.legal.length <= 3 ? c.legal.filter((a) => !enders.includes(a) && !a.places.length) : [];
            for (const a of [...few, ...yesno])
                out.push(button(n++ ? 'b2' : 'b1', a, n <= 9 ? String(n) : ''));
            const alone = !out.length && c.legal.length === enders.length;
            for (const a of enders)
                out.push(button(alone ? 'b1' : this.subject && /stop|halt|here/i.test(this.labelOf(a)) ? 'b2' : out.length ? 'b3' : 'b2', a, a === enders[0] ? (this.subject && this.labelOf(a) === 'Stop here' ? 'Space' : 'E') : ''));
        }
        if (s.undo?.asked_by && !s.over && !s.seats.some((/** @type {any} */ x) => x.you && x.side === s.undo.asked_by) && s.you !== 'spectator')
            out.unshift(h('button.b1', { type: 'button', onclick: () => this.consent('grant') }, 'Allow undo'), h('button.b2', { type: 'button', onclick: () => this.consent('refuse') }, 'Refuse'));
        if (s.draw?.offered_by?.length && !s.over && s.you !== 'spectator' && !s.seats.some((/** @type {any} */ x) => x.you && s.draw.offered_by.includes(x.side)))
            out.unshift(h('button.b2', { type: 'button', onclick: () => this.drawGame('accept') }, 'Accept the draw'), h('button.b3', { type: 'button', onclick: () => this.drawGame('refuse') }, 'Play on'));
        if (this.replay?.at !== null && this.replay?.at !== undefined)
            out.push(h('button.b1', { type: 'button', onclick: () => this.replay?.now() }, 'Back to now'));
        else if (s.you !== 'spectator' && !s.over)
            out.push(h('button.b2', { 'type': 'button', 'id': 'undo', 'aria-disabled': String(!s.undo?.can), 'title': s.undo?.can ? 'Take back the last decision (U)' : 'Nothing that you can take back by yourself; the menu lets you ask the opponent', 'onclick': () => this.undo() }, icon('ui-undo', 18), 'Undo', h('kbd', {}, 'U')));
        if (s.over)
            out.push(h('button.b2', { type: 'button', onclick: () => this.replay?.go(0) }, 'Replay'), h('a.b2', { href: './' }, 'To the lobby'));
        fill($('acts'), out);
    }

    /** A piece as a picture. @param {any} p @param {number} size @param {'close'|'table'|'far'} [lod] */
    picture(p, size, lod = 'table') {
        return svg('svg', { 'viewBox': '-2 -6 126 134', 'width': size, 'height': size, 'class': 'pic', 'aria-hidden': 'true' }, `<defs>${DEFS}</defs>${this.mod.draw(p, lod)}`);
    }

    drawInspector() {
        const place = this.place, s = this.state;
        const box = $('insp');
        if (!s) // before the first state has come, or behind the curtain
            return;
        if (!place || !this.board?.cell(place)) {
            const u = this.subject && this.list.find((p) => p.id === this.subject);
            if (u) {
                fill(box, h('h2', {}, u.name), h('ol.st', {}, this.row(u, true)));
                return;
            }
            fill(box, h('h2', {}, 'Nothing chosen'), h('p.hint', {}, s.mine ? (this.choices.units.size ? 'Choose a piece with a white ring, or a button above.' : this.choices.places.size ? 'Choose a lit place on the board.' : 'Choose a button above.') : 'Click any place to see what stands there.'));
            return;
        }
        const stack = this.pieces?.at.get(place) || [];
        const sp = stack.filter((p) => p.own && p.kind === 'unit').reduce((n, p) => n + (Number(p.data.strength) || 0), 0);
        fill(box, h('h2', {}, this.board.hexes === false ? `Area ${place}` : `Hex ${place}`, h('span', {}, this.groundOf(place))),
            stack.length ? h('ol.st', {}, stack.map((p) => this.row(p, stack.length === 1 || p.id === this.detail || p.id === this.subject))) : h('p.hint', {}, 'Nobody is there.'),
            stack[0]?.veiled ? h('p.sum', {}, 'What lies below the top counter is not known.') : sp && stack.length > 1 ? h('p.sum', {}, h('b', {}, `${sp} SP`), ' in the hex') : null);
    }

    /** @param {string} place */
    groundOf(place) {
        const g = this.state.view?.ground?.[place] || this.state.view?.area?.[place];
        if (!g)
            return '';
        return typeof g === 'string' ? g : g.control ? `held by the ${capital(g.control)}${g.contested ? ', contested' : ''}` : '';
    }

    /** @param {any} p @param {boolean} open with all its values */
    row(p, open) {
        const m = this.mod.moves(p), acts = this.state?.mine ? (this.choices.units.get(p.id) || []).filter((a) => !a.places.length) : [];
        return h(`li${p.id === this.subject || p.id === this.detail ? '.chosen' : ''}`, {},
            h('button.pc', { type: 'button', onclick: () => { this.detail = p.id; this.choose(p.id); } }, this.picture(p, 54), h('span', {}, h('b', {}, p.name), h('span.l', {}, this.mod.line(p)),
                m ? h('span.mv', {}, h('span.mp', {}, h('i', { vars: { '--w': `${Math.round(m.left / m.of * 100)}%` } })), `${this.mod.points(m.left * 2)} of ${m.of} MP left`) : null)),
            open ? h('dl.facts', {}, this.mod.facts(p).map((/** @type {[string, string]} */ [k, v]) => [h('dt', {}, k), h('dd', {}, v)])) : null,
            acts.length ? h('div.pact', {}, acts.map((a) => h('button.b2', { type: 'button', onclick: () => this.commit(a) }, this.labelOf(a)))) : null);
    }

    drawChoices() {
        const groups = this.state?.mine ? this.choices.groups().filter(([v]) => !this.mod.enders.includes(v)) : [];
        const few = this.choices.legal.length <= 8;
        const openNow = new Set([...$('choices').querySelectorAll('details[open]')].map((d) => d.dataset.verb));
        fill($('choices'), groups.length ? h('h3', {}, 'All choices') : null, groups.map(([verb, acts]) => {
            const d = h('details', { 'data-verb': verb, 'open': few || openNow.has(verb) ? true : null }, h('summary', {}, this.mod.group(verb), h('span', {}, acts.length)));
            const list = () => h('ul', {}, acts.map((a) => h('li', {}, h('button', { 'type': 'button', 'data-do': a.do, 'onclick': () => this.commit(a), 'onmouseenter': () => this.light(a.units, a.places), 'onmouseleave': () => this.light([], []), 'onfocus': () => this.light(a.units, a.places), 'onblur': () => this.light([], []) }, this.labelOf(a)))));
            if (few || openNow.has(verb))
                d.append(list());
            else
                d.addEventListener('toggle', () => d.open && !d.querySelector('ul') && d.append(list()));
            return d;
        }));
    }

    drawTray() {
        const trays = this.mod.trays(this.state.view || {}, this.list);
        let group = '';
        fill($('tray'), trays.map((/** @type {any} */ t) => {
            const head = t.group && t.group !== group ? h('h2', {}, t.group) : null;
            group = t.group || group;
            return [head, h('div.tg', {}, h('p', {}, h('b', {}, t.title), t.note || ''), h('div', {}, t.pieces.slice(0, 40).map((/** @type {any} */ p) => h(`button.tp${this.choices.units.has(p.id) ? '.may' : ''}${p.id === this.subject ? '.chosen' : ''}`, { 'type': 'button', 'aria-label': `${p.name}, ${this.mod.line(p)}`, 'title': p.name, 'onclick': () => this.trayClick(p) }, this.picture(p, 34, 'table')))))];
        }), trays.length ? null : h('p.hint', {}, 'Nobody is off the board.'));
    }

    /** @param {any} p */
    trayClick(p) {
        this.detail = p.id;
        if (this.choices.units.has(p.id)) {
            const acts = this.choices.units.get(p.id) || [];
            if (acts.length === 1 && !acts[0].places.length)
                return this.commit(acts[0]);
            return this.choose(p.id);
        }
        this.openDialog(p.name, h('div', {}, this.picture(p, 110, 'close'), h('dl.facts', {}, this.mod.facts(p).map((/** @type {[string, string]} */ [k, v]) => [h('dt', {}, k), h('dd', {}, v)]))));
    }

    // ---- the sheet ----

    /** @param {any} sheet @param {any} [action] to be confirmed */
    showSheet(sheet, action) {
        const box = $('sheet');
        const close = () => { box.hidden = true; $('app').classList.remove('sheeting'); this.pending = null; this.drawPieces(); this.drawReach(); };
        fill(box, h('header', {}, h('h2', {}, sheet.title || 'Calculation'), action ? h('p', {}, capital(action.label)) : null), h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': close }, icon('ui-x', 18)),
            sheetRows(sheet, this.mod, (/** @type {string} */ c) => this.openCase(c), this.books),
            action ? h('footer', {}, h('button.b1', { 'type': 'button', 'id': 'confirm', 'onclick': () => { close(); this.act(action); } }, icon('ui-sabre', 18), this.mod.confirm?.(action) || this.mod.group(action.verb).split(' ')[0], h('kbd', {}, 'Enter')), h('button.b2', { 'type': 'button', 'onclick': () => this.cancelSheet() }, 'Not now', h('kbd', {}, 'Esc'))) : null);
        box.hidden = false;
        $('app').classList.add('sheeting');
        box.scrollIntoView({ block: 'nearest' });
        if (action) {
            this.drawReach();
            $('confirm').focus();
        }
    }

    cancelSheet() {
        this.pending = null;
        $('sheet').hidden = true;
        $('app').classList.remove('sheeting');
        this.drawPieces();
        this.drawReach();
        this.view().focus({ preventScroll: true });
    }

    /** @param {any[]} rolls entries of chance */
    showDice(rolls) {
        const box = $('dice');
        const faces = rolls.map((e) => /^roll (\d+)$/.exec(e.do)?.[1] || '?');
        const texts = rolls.flatMap((e) => (e.events || []).map((/** @type {any} */ x) => x.text));
        fill(box, h('span', {}, faces.slice(-6).map((f) => Number(f) <= 6 ? svg('svg', { 'class': 'die', 'width': 38, 'height': 38, 'role': 'img', 'aria-label': `die ${f}` }, `<use href="#die-${f}"/>`) : h('b', {}, f))),
            h('p', {}, texts.slice(0, 4).map((t) => figures(t)).join('. '), h('small', {}, rolls.length > 1 ? `${rolls.length} dice` : '')),
            h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => { box.hidden = true; } }, icon('ui-x', 16)));
        box.hidden = false;
        clearTimeout(this.diceTimer);
        this.diceTimer = setTimeout(() => { box.hidden = true; }, 9000);
    }

    // ---- right panel ----

    tracks() {
        const rows = this.mod.tracks(this.state?.view || {});
        if (!rows.length)
            return null;
        return h('div.morw', {}, rows.map((/** @type {any} */ r) => h(`div.trk${r.sub ? '.sub' : '.ar'}${r.state ? `.${r.state}` : ''}`, { 'title': `${r.title}: ${r.value}${r.state ? `, ${r.state}` : ''}` },
            r.label ? h('span.cl', { vars: { '--c': r.band || '#888', '--k': r.guard ? '#f2c94c' : inkOn(r.band || '#888888') } }, r.label) : h('span.tt', {}, r.title),
            h('span.tk', { 'role': 'img', 'aria-label': `${r.title}: ${r.value}` }, h('i.fl', { vars: { '--w': `${Math.min(100, r.part * 100)}%` } }), r.marks.map((/** @type {any} */ m) => h(m.hollow ? 'i.ds' : 'i.dm', { vars: { '--w': `${Math.min(99, m.at * 100)}%` } }))), h('span.nn', {}, r.value), r.note ? h('span.stt', {}, r.note) : null)),
            this.mod.trayKey ? h('p.key', {}, h('span', {}, h('i', {}), 'demoralized at'), h('span', {}, h('i.d2', {}), 'disintegrates at')) : null);
    }

    frameTools() {
        const tabs = [['chronicle', 'Chronicle'], ['forces', 'Forces'], ['charts', 'Charts'], ['rules', 'Rules']];
        fill($('tabs'), tabs.map(([id, label]) => h('button', { 'type': 'button', 'role': 'tab', 'id': `tab-${id}`, 'aria-selected': 'false', 'aria-controls': 'page', 'tabindex': '-1', 'onclick': () => this.openTab(id), 'onkeydown': (/** @type {KeyboardEvent} */ e) => {
            const i = tabs.findIndex(([x]) => x === this.tab) + (e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 9);
            if (tabs[i]) {
                e.stopPropagation();
                this.openTab(tabs[i][0]);
                $(`tab-${tabs[i][0]}`).focus();
            }
        } }, label)));
        const tool = (/** @type {string} */ ic, /** @type {string} */ label, /** @type {() => void} */ f) => h('button', { 'type': 'button', 'aria-label': label, 'title': label, 'onclick': f }, icon(ic, 20));
        fill($('tools'), tool('ui-link', 'Seats and invitations', () => this.openShare()), tool('ui-gear', 'Options (O)', () => this.openOptions()), tool('ui-flag', 'Match: draw, resign, undo, save', () => this.openMatch()), tool('ui-help', 'Help and keys (?)', () => this.openHelp()));
        const lay = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => void} */ f) => h('button', { 'type': 'button', 'id': `lay-${id}`, 'aria-pressed': String(!!this.overlay[id]), 'onclick': f }, icon('ui-eye', 16), label);
        fill($('layers'), lay('reach', 'Reach', () => this.toggle('reach')), lay('bare', 'Ground only', () => this.toggle('bare')));
        const dock = [['left', 'ui-flag', 'Stack'], ['chronicle', 'ui-list', 'Chronicle'], ['forces', 'ui-chart', 'Forces'], ['rules', 'ui-book', 'Rules'], ['rep', 'ui-play', 'Replay']];
        fill($('dock'), dock.map(([id, ic, label]) => h('button', { 'type': 'button', 'data-dock': id, 'aria-pressed': 'false', 'aria-label': label, 'onclick': () => this.openDrawer(id) }, icon(ic, 18), h('span', {}, label))));
    }

    /** @param {string} id */
    openDrawer(id) {
        const app = $('app'), kind = id === 'left' || id === 'rep' ? id : 'right';
        const same = app.dataset.drawer === kind && (kind !== 'right' || this.tab === id);
        if (kind === 'right')
            this.openTab(id);
        app.dataset.drawer = same ? '' : kind;
        for (const b of $('dock').children)
            b.setAttribute('aria-pressed', String(!same && b.dataset.dock === id));
    }

    /** @param {string} id */
    toggle(id) {
        this.overlay[id] = !this.overlay[id];
        keep('overlays', this.overlay);
        $(`lay-${id}`)?.setAttribute('aria-pressed', String(this.overlay[id]));
        this.view().classList.toggle('bare', !!this.overlay.bare);
        this.reach = new Map();
        this.drawReach();
        this.askReach();
    }

    /** @param {string} id */
    openTab(id) {
        this.tab = id;
        if (matchMedia('(max-width:1100px)').matches)
            $('app').dataset.drawer = 'right';
        this.showTab();
    }

    showTab() {
        if (!this.state)
            return;
        for (const b of $('tabs').children) {
            const on = b.id === `tab-${this.tab}`;
            b.setAttribute('aria-selected', String(on));
            b.tabIndex = on ? 0 : -1;
        }
        const page = $('page');
        page.setAttribute('aria-label', capital(this.tab));
        const typing = document.activeElement && page.contains(document.activeElement) && document.activeElement.tagName === 'INPUT';
        if (typing)
            return;
        const was = page.dataset.tab;
        page.dataset.tab = this.tab;
        if (this.tab === 'chronicle')
            this.chronicle.show(page);
        else if (this.tab === 'forces')
            this.showForces(page);
        else if (was !== this.tab)
            this.tab === 'rules' ? this.books.showRules(page) : this.books.showCharts(page);
    }

    /** @param {Element} page */
    showForces(page) {
        /** @type {Map<string, any[]>} */
        const by = new Map();
        for (const p of this.list) {
            if (p.id.startsWith('?') || p.place === 'absent')
                continue;
            const key = `${p.army}|${p.data.corps || ''}`;
            by.set(key, [...(by.get(key) || []), p]);
        }
        const name = (/** @type {string} */ k) => { const [army, corps] = k.split('|'); return `${this.mod.armyTitle?.(army) || capital(army === 'adg' ? 'Anglo-Allied' : army)}${corps ? ` ${corps.replace(/^[a-z]\./, '')}` : ''}`; };
        const where = (/** @type {any} */ p) => p.place === '?' || p.place === null ? 'unseen' : this.board?.cell(p.place) ? this.chronicle.link({ word: p.place, place: p.place }) : p.place === 'off' ? (p.data.due ? `turn ${p.data.due}` : 'to set up') : p.place;
        fill(page, this.tracks(), h('div.pad.oob', {}, [...by].map(([k, list]) => [h('h3', {}, name(k)), h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Unit'), h('th', { scope: 'col' }, 'Strength'), h('th', { scope: 'col' }, 'Where'))), h('tbody', {}, list.map((p) => h(`tr${/gone|lost|cadre/.test(p.place || '') ? '.out' : ''}`, {}, h('td', {}, this.chronicle.link({ word: p.name, unit: p.id })), h('td.n', {}, p.kind === 'leader' ? '★' : `${p.data.strength ?? '?'}${p.data.losses ? ` (−${p.data.losses})` : ''}`), h('td', {}, where(p))))))])));
    }

    /** @param {string} id */
    async openCase(id) {
        if (!this.books.rules)
            await this.books.load();
        this.books.hit = id;
        this.books.words = '';
        this.tab = 'rules';
        $('page').dataset.tab = '';
        if (matchMedia('(max-width:1100px)').matches) {
            $('app').dataset.drawer = 'right';
        }
        this.showTab();
    }

    // ---- talk, presence ----

    async say() {
        const words = $('said').value.trim();
        if (!words)
            return;
        $('said').value = '';
        try {
            await post(`match/${this.match}/chat`, words, this.token);
        } catch (e) {
            this.complain(e);
        }
    }

    /** @param {any} c */
    heard(c) {
        const list = Array.isArray(c) ? c : c.chat ? c.chat : [c];
        for (const x of list)
            if (x.text && !this.chronicle.chat.some((y) => y.n === x.n && y.at === x.at && y.text === x.text))
                this.chronicle.chat.push(x);
        if (this.tab === 'chronicle')
            this.showTab();
    }

    /** @param {any} p */
    present(p) {
        const list = p.seats || p;
        if (!Array.isArray(list) || !this.live)
            return;
        for (const x of list) {
            const seat = this.live.seats.find((/** @type {any} */ y) => y.seat === x.seat);
            if (seat)
                Object.assign(seat, { online: x.online, name: x.name ?? seat.name, open: x.open ?? seat.open, kind: x.kind ?? seat.kind });
        }
        if (this.state && $('curtain').hidden) {
            this.drawBar();
            this.drawPrompt();
        }
    }

    /** @param {string} words */
    tell(words) {
        this.bubble(null, true, [h('p', {}, words)]);
        $('here').textContent = words;
    }

    /** @param {any} e */
    complain(e) {
        const m = /^([A-Z]*\d[\w.-]*): (.*)$/s.exec(e.message || '');
        const id = e.case || m?.[1];
        this.bubble(this.cursor, false, [h('b.no-t', {}, 'Not possible'), h('p', {}, capital(m ? m[2] : e.message || String(e))), id ? h('button.case', { type: 'button', onclick: () => this.openCase(id) }, `${id} · read the case`) : null]);
    }

    // ---- dialogs ----

    /** @param {string} title @param {any} content */
    openDialog(title, content) {
        const d = $('dialog');
        d.setAttribute('aria-label', title);
        fill(d, h('header', {}, h('h2', {}, title), h('button.qb', { 'type': 'button', 'aria-label': 'Close', 'onclick': () => d.close() }, icon('ui-x', 18))), h('div.in', { tabindex: '0' }, content));
        if (!d.open)
            d.showModal();
    }

    openHelp() {
        this.openDialog('How to play at this table', h('div', {}, h('p.hint', {}, 'The sentence at the top says who decides what. White rings and lit hexes may be clicked; everything else that is allowed is a button or in the list on the left. Clicking something that is not allowed says which rule forbids it.'), h('h3', {}, 'Keys'), h('dl.keys', {}, helpRows.map(([k, d]) => h('div', {}, h('dt', {}, k.split(' ').map((/** @type {string} */ x) => [h('kbd', {}, x), ' '])), h('dd', {}, d))))));
    }

    openOptions() {
        const radio = (/** @type {string} */ name, /** @type {string} */ now, /** @type {[string, string][]} */ list, /** @type {(v: string) => void} */ f) => h('div.row', { 'role': 'radiogroup', 'aria-label': name }, list.map(([v, l]) => h('button.b2', { 'type': 'button', 'role': 'radio', 'aria-checked': String(now === v), 'class': now === v ? 'on' : '', 'onclick': () => { f(v); this.openOptions(); } }, (now === v ? '● ' : '○ ') + l)));
        const s = this.live;
        this.openDialog('Options', h('div.form', {}, h('h3', {}, 'Light'), radio('Light', theme(), [['day', 'Day'], ['night', 'Night'], ['contrast', 'High contrast']], (v) => theme(v)),
            h('h3', {}, 'Motion'), radio('Motion', setting('motion', 'yes'), [['yes', 'Pieces glide'], ['no', 'Nothing moves by itself']], (v) => { keep('motion', v); theme(); }),
            h('h3', {}, 'Board follows what others do'), radio('Follow', setting('follow', true) ? 'yes' : 'no', [['yes', 'Yes'], ['no', 'No']], (v) => keep('follow', v === 'yes')),
            h('h3', {}, 'Curtain between sides at one screen'), radio('Curtain', setting('curtain', true) ? 'yes' : 'no', [['yes', 'Yes'], ['no', 'No']], (v) => keep('curtain', v === 'yes')),
            s ? [h('h3', {}, 'This match'), h('dl.facts', {}, h('dt', {}, 'Scenario'), h('dd', {}, s.scenario), Object.entries(s.options || {}).map(([k, v]) => [h('dt', {}, k.replace(/-/g, ' ')), h('dd', {}, String(v))]), h('dt', {}, 'Seal of the dice'), h('dd', {}, s.commitment || '–'))] : null));
    }

    openShare() {
        const s = this.live, base = new URL(`table.html?match=${this.match}`, location.href).href;
        const copy = (/** @type {string} */ url) => h('button.b2', { type: 'button', onclick: async (/** @type {any} */ e) => { try { await navigator.clipboard.writeText(url); e.target.textContent = 'Copied'; } catch { e.target.textContent = 'Copy it by hand'; } } }, 'Copy');
        const invites = setting(`invites.${this.match}`, []);
        this.openDialog('Seats and invitations', h('div.form', {}, s.seats.map((/** @type {any} */ x) => h('p', {}, h('b', {}, x.title), `: ${x.kind === 'bot' ? `computer (${x.bot})` : x.you ? 'you' : x.open ? 'open: whoever opens the match may take it' : x.name || 'a person'}${x.online && x.kind !== 'bot' ? ', here now' : ''}`)),
            invites.length ? [h('h3', {}, 'Invitations: each link is a seat, give it to one person'), invites.map((/** @type {any} */ i) => h('div.row', {}, h('span', {}, i.title), h('input', { 'readonly': true, 'value': i.link, 'aria-label': `Invitation for ${i.title}` }), copy(i.link)))] : null,
            h('h3', {}, 'For spectators'), h('div.row', {}, h('input', { 'readonly': true, 'value': base, 'aria-label': 'Link for spectators' }), copy(base)),
            s.you === 'spectator' && s.seats.some((/** @type {any} */ x) => x.open) ? [h('h3', {}, 'Sit down'), s.seats.filter((/** @type {any} */ x) => x.open).map((/** @type {any} */ x) => h('button.b1', { type: 'button', onclick: () => this.join(x.seat) }, `Play ${x.title}`))] : null));
    }

    /** @param {string} seat */
    async join(seat) {
        try {
            const r = await post(`match/${this.match}/join`, `seat ${word(seat)}\nname ${word(setting('name', '') || 'Guest')}\n`);
            location.replace(`table.html?match=${this.match}#${r.token}`);
            if (!params.get('join'))
                location.reload();
            return true;
        } catch (e) {
            this.complain(e);
            return false;
        }
    }

    openMatch() {
        const s = this.live, d = $('dialog'), seated = s.you !== 'spectator';
        const b = (/** @type {string} */ label, /** @type {() => any} */ f) => h('button.b2', { type: 'button', onclick: () => { d.close(); f(); } }, label);
        this.openDialog('The match', h('div.form', {}, seated && !s.over ? h('div.row', {}, b('Ask for undo', () => this.consent('ask')), b('Offer a draw', () => this.drawGame('offer')), b('Resign…', () => this.openDialog('Resign?', h('div.row', {}, h('button.b1', { type: 'button', onclick: () => { d.close(); this.resign(); } }, 'Resign the battle'), h('button.b2', { type: 'button', onclick: () => d.close() }, 'Fight on'))))) : null,
            h('div.row', {}, b('Save the chronicle', () => this.exportLog()), b('Save the journal', () => this.exportJournal()), b('Check the dice', () => this.showSeal()))));
    }

    async resign() { const s = await this.post('resign', `${this.live.seq} @${requestId()}`); if (s) this.receive(s); }
    /** @param {string} how */
    async drawGame(how) { const s = await this.post('draw', `${this.live.seq} @${requestId()} ${how}`); if (s) { this.receive(s); if (how === 'offer' && !s.over) this.tell('A draw has been offered.'); } }

    async exportLog() {
        let words;
        try {
            words = await text(`match/${this.match}/log?text=1`, this.token);
        } catch {
            words = this.chronicle.text();
        }
        download(`grognard-${this.match}.txt`, words);
    }

    async exportJournal() {
        const words = await this.ask(() => text(`match/${this.match}/journal`, this.token));
        if (words)
            download(`${this.match}.grognard`, words);
    }

    async showSeal() {
        const r = await this.ask(() => get(`match/${this.match}/dice`, this.token));
        if (r)
            this.openDialog('Dice that can be trusted', h('div.form', {}, h('p', {}, 'The seed of all dice was fixed before the first move. Its seal was shown at the start; when the match is over the seed itself is published, and `grognard replay --check` compares every outcome with it.'), h('dl.facts', {}, Object.entries(r).filter(([k]) => k !== 'ok').map(([k, v]) => [h('dt', {}, k), h('dd', {}, String(v))]))));
    }

    /** What a screen reader says of a place. @param {string} place */
    describe(place) {
        const stack = this.pieces?.at.get(place) || [];
        const r = this.reach.get(place), acts = this.choices.at(place, this.subject);
        return `${place}${this.groundOf(place) ? `, ${this.groundOf(place)}` : ''}; ${stack.length ? listed(stack.map((p) => `${p.name}, ${this.mod.line(p)}`)) : 'nobody'}${stack[0]?.veiled ? ', others hidden' : ''}${acts.length ? `; ${acts.map((a) => a.label).join(', or ')}` : r ? `; within reach, ${this.mod.points(r.left)} left` : ''}`;
    }
}

const table = new Table();
/** For tests and the curious. */
/** @type {any} */ (window).table = table;
get('games').then((r) => {
    const all = Array.isArray(r) ? r : r.games || [];
    table.begin();
    const fix = setInterval(() => {
        if (!table.live)
            return;
        clearInterval(fix);
        table.title = all.find((/** @type {any} */ g) => g.id === table.live.game)?.title || '';
        if (table.state)
            table.drawBar();
    }, 50);
}).catch(() => table.begin());
