// table.js: the table: keeps the state of one match, and has the parts of the page show it.
//
// The server is the authority: nothing is assumed done before its answer. Everything shown comes from the
// state that this seat was given; what it may not know never reaches the page. Requests are in decide.js,
// clicks in select.js, what lies on the board in marks.js and overlays.js; panels have files of their own.
// @ts-check
import { $, h, fill, svg, loadSymbols, capital } from './dom.js';
import { get, live, remember, remembered, theme, traffic, word, Refusal } from './api.js';
import { Account } from './account.js';
import { Anatomy } from './anatomy.js';
import { Board } from './board.js';
import { Books } from './books.js';
import { Reader } from './reader.js';
import { Advice } from './advice.js';
import { Thoughts } from './thoughts.js';
import { Bubble } from './bubble.js';
import { Calculation } from './calculation.js';
import { Cards } from './cards.js';
import { Choices } from './act.js';
import { Box } from './box.js';
import { Chronicle } from './chronicle.js';
import { Composer } from './composer.js';
import { Curtain } from './curtain.js';
import { Decide } from './decide.js';
import { Dialogs } from './dialogs.js';
import { bringNonce } from './dice.js';
import { Forecast } from './forecast.js';
import { Head } from './head.js';
import { Inspector } from './inspector.js';
import { Lesson } from './lesson.js';
import { Letters } from './letters.js';
import { Marks } from './marks.js';
import { News } from './news.js';
import { Orders } from './orders.js';
import { Overlays } from './overlays.js';
import { Notices } from './notices.js';
import { People } from './people.js';
import { Party } from './party.js';
import { Pieces } from './pieces.js';
import { Pose } from './pose.js';
import { Replay } from './replay.js';
import { Select } from './select.js';
import { Scout } from './scout.js';
import { Side } from './side.js';
import { Summary } from './summary.js';
import { piecesOf, warning } from './shown.js';
import { Talk } from './talk.js';
import { keys } from './keys.js';
import { moduleOf } from './games/index.js';

const params = new URLSearchParams(location.search);

export class Table {
    constructor() {
        this.match = params.get('match') || '';
        /** The link's secret: a seat's token, or an invitation that gets one. */
        const secret = decodeURIComponent(location.hash.slice(1));
        this.token = params.has('invited') ? '' : secret;
        /** What this page would join with, if it was opened by an invitation. */
        this.invitation = params.has('invited') ? `invitation ${word(secret)}` : params.get('join') ? `seat ${word(params.get('join') || '')}` : '';
        /** @type {any} the game, as the catalogue has it */
        this.game = {};
        /** @type {any} the newest state; what is shown may be the past */
        this.live = null;
        /** @type {any} the state that is shown */
        this.state = null;
        /** @type {any} the state before those that are still to be shown, and when they will be */
        this.unshown = null;
        this.later = 0;
        /** @type {any[]} the computers there are */
        this.bots = [];
        /** Its names and colours. */
        this.box = new Box(this.game);
        /** @type {any} draws its pieces: web/games */
        this.mod = null;
        /** @type {import('./shown.js').Piece[]} */
        this.list = [];
        /** @type {Map<string, {name: string, army: string}>} */
        this.names = new Map();
        /** @type {Record<string, {name: string, words: string}>} */
        this.ground = {};
        this.choices = new Choices([]);
        this.linked = true;
        this.bubble = new Bubble(this);
        this.select = new Select(this);
        this.decide = new Decide(this);
        this.party = new Party(this);
        this.pose = new Pose(this);
        this.marks = new Marks(this);
        this.news = new News(this);
        this.overlays = new Overlays(this);
        this.forecast = new Forecast(this);
        this.head = new Head(this);
        this.anatomy = new Anatomy(this);
        this.inspector = new Inspector(this);
        this.lesson = new Lesson(this);
        this.cards = new Cards(this);
        this.sum = new Calculation(this);
        this.composer = new Composer(this);
        this.chronicle = new Chronicle(this);
        this.books = new Books(this);
        this.reader = new Reader(this);
        this.advice = new Advice(this);
        this.thoughts = new Thoughts(this);
        this.letters = new Letters(this);
        this.side = new Side(this);
        this.talk = new Talk(this);
        this.curtain = new Curtain(this);
        this.dialogs = new Dialogs(this);
        this.people = new People(this);
        this.notices = new Notices(this);
        this.account = new Account(this);
        this.scout = new Scout(this);
        this.summary = new Summary(this);
        this.orders = new Orders(this);
        this.board = new Board($('view'), this.select.hand());
        this.replay = new Replay(this, $('rep'));
        this.pieces = new Pieces(this.board, null, this.box);
    }

    // ---- beginning ----

    async begin() {
        theme();
        await loadSymbols();
        fill($('mark'), svg('svg', { width: 32, height: 32, 'aria-hidden': 'true' }, '<use href="#fig-infguard1"/>'));
        this.board.buttons();
        this.side.frame();
        this.dialogs.tools();
        keys(this);
        this.anatomy.watch();
        let s = await this.firstState();
        if (!s || (this.invitation && await this.follow(s)))
            return;
        if (await bringNonce(this.match, this.token, s))
            s = await this.firstState() || s;
        await this.openBox(s);
        this.receive(s);
        this.overlays.frame(); /* its buttons lie over the board */
        this.firstView();
        const at = params.get('at');
        if (at !== null)
            this.replay.go(Number(at));
        this.stream = live(this.match, this.token, s.seq, {
            state: (x) => this.hear(x), chat: (c) => this.talk.heard(c), presence: (p) => this.talk.present(p),
            link: (up) => this.link(up), replaced: () => this.bubble.tell('This match is open in many windows. This one is told nothing more; load it again to go on here.'),
        });
        $('app').dataset.ready = 'yes';
        this.notices.begin();
        if (params.has('share'))
            this.invite();
    }

    /** Sits down by the link that was opened, unless there is something to know before. True: the page is left. @param {any} s */
    async follow(s) {
        const own = remembered().find((m) => m.match === this.match)?.token;
        if (this.token || (!own && warning(s)))
            return false;
        if (own)
            location.replace(`table.html?match=${this.match}#${own}`);
        else if (!await this.decide.join(this.invitation))
            this.invitation = '';
        return Boolean(own || this.invitation);
    }

    /** A match that was just made has seats to be given away: once. */
    invite() {
        history.replaceState(null, '', `table.html?match=${this.match}${location.hash}`);
        this.dialogs.share();
    }

    async firstState() {
        try {
            return await get(`match/${this.match}`, this.token);
        } catch (e) {
            const status = e instanceof Refusal ? e.status : 0;
            fill($('prompt'), status === 404 ? 'There is no such match. ' : `${capital(/** @type {Error} */ (e).message)}. `, h('a', { href: './' }, 'To the lobby'));
            if (status === 503 && this.token)
                fill($('acts'), h('button.b2', { type: 'button', onclick: () => this.decide.saveJournal() }, 'Save the journal'));
            return null;
        }
    }

    /** All that does not change while the match lasts. @param {any} s */
    async openBox(s) {
        const { games: all, bots } = await get('games');
        this.bots = bots || [];
        this.game = all.find((/** @type {any} */ g) => g.id === s.game) || { id: s.game, title: capital(s.game.replace(/-/g, ' ')), overlays: [] };
        this.box = new Box(this.game);
        this.mod = await moduleOf(this.game);
        this.pieces = new Pieces(this.board, this.mod, this.box);
        if (this.token && s.you !== 'spectator')
            remember(this.match, s.game, this.token, s.seats.filter((/** @type {any} */ x) => x.you).map((/** @type {any} */ x) => x.seat));
        await Promise.all([this.loadBoard(s.game), this.loadNames(s.game), this.reader.load()]);
        this.loadLog();
    }

    /** @param {string} game */
    async loadBoard(game) {
        try {
            const r = await fetch(`api/game/${game}/board.svg?palette=day`);
            if (!r.ok || !this.board.load(await r.text()))
                throw new Error('no board');
            this.ground = (await get(`game/${game}/ground`)).ground;
        } catch {
            fill($('view'), h('p.hint.pad', {}, 'This game has no board to show. Every choice is in the list on the left.'));
        }
    }

    /** Names of all pieces, also of such as this seat does not see. @param {string} game */
    async loadNames(game) {
        const r = await get(`game/${game}/pieces`);
        for (const p of [...r.pieces, ...piecesOf(r.view)])
            this.names.set(p.id, { name: p.name, army: p.army || p.side });
    }

    async loadLog() {
        const r = await get(`match/${this.match}/log?from=0`, this.token);
        this.chronicle.put(0, r.log);
        this.replay.ticks();
        if (this.side.tab === 'chronicle')
            this.side.show();
        if (!this.curtain.down)
            this.news.look(this.live);
    }

    firstView() {
        const own = this.list.filter((p) => this.board.cell(p.place)).map((p) => /** @type {string} */ (p.place));
        const aim = [...this.choices.places.keys()].filter((p) => this.board.cell(p));
        if (own.length >= 4 || !aim.length) {
            this.board.frame(own);
            this.lookAtOwn();
            return this.board.clear(own);
        }
        this.board.fit();
        this.board.zoom(Math.max(1, 62 / (this.board.hex * this.board.k)));
        this.board.show(aim[0], true);
    }

    /** Too much for one view: the middle of those who can act, or of one's own. */
    lookAtOwn() {
        const on = this.list.filter((p) => this.board.cell(p.place)), some = (/** @type {(p: any) => boolean} */ f) => on.filter(f).map((p) => /** @type {import('./board.js').Cell} */ (this.board.cell(p.place)));
        const acting = this.marks.acting(), mine = [some((p) => acting.includes(p.id)), some((p) => p.own && this.choices.units.has(p.id)), some((p) => p.own), some(() => true)].find((l) => l.length) || [];
        if (mine.filter((c) => this.board.inSight(c.id)).length * 2 >= mine.length)
            return;
        const middle = (/** @type {'x'|'y'} */ k) => mine.map((c) => c[k]).sort((a, b) => a - b)[mine.length >> 1], x = middle('x'), y = middle('y');
        const near = mine.reduce((a, b) => Math.hypot(a.x - x, a.y - y) <= Math.hypot(b.x - x, b.y - y) ? a : b);
        this.board.centre(near.x, near.y);
    }

    // ---- states ----

    /** A newer state from the server is shown. @param {any} s */
    receive(s) {
        this.present();
        const old = this.live;
        if (this.accept(s))
            this.present(old);
    }

    /** One from the live stream: a computer plays faster than a page is drawn, so of several at once the last is shown. @param {any} s */
    hear(s) {
        const old = this.live;
        if (!this.accept(s) || this.later)
            return;
        this.unshown = old;
        this.later = window.setTimeout(() => this.present(), 25);
    }

    /** What was set aside is only looked at. @param {any} s @returns {boolean} is it newer? */
    accept(s) {
        if (this.live && s.seq < this.live.seq)
            return false;
        const began = !!this.live;
        this.live = s.halted ? { ...s, mine: false, legal: [] } : s;
        this.chronicle.cut(s.entries);
        const { last } = this.chronicle;
        this.chronicle.put(s.log_from, s.log);
        if (began && last < s.log_from)
            this.fillLog(last);
        return true;
    }

    /** An answer tells the last entries alone, and a state of the stream that comes after a newer answer is not looked at: what is missing is asked for. @param {number} from */
    async fillLog(from) {
        const r = await get(`match/${this.match}/log?from=${from}`, this.token).catch(() => null);
        if (!r)
            return;
        this.chronicle.mend(r.log, this.live.entries);
        this.replay.ticks();
        if (this.side.tab === 'chronicle')
            this.side.show();
    }

    /** The newest state is shown, if it is not yet. @param {any} [old] the last that was; without it, what is left to be shown */
    present(old) {
        if (old === undefined && !this.later)
            return;
        const s = this.live, before = old === undefined ? this.unshown : old;
        clearTimeout(this.later);
        this.later = 0;
        this.replay.live(s);
        if (this.curtain.falls(s))
            return;
        if (before && s.seq > before.seq)
            this.sum.follow(s, before);
        if (this.replay.at === null)
            this.show(s);
        this.news.look(s);
    }

    /** @param {any} s */
    show(s) {
        this.state = s;
        $('app').classList.toggle('past', this.replay.at !== null);
        $('app').classList.toggle('aside', !!s.halted);
        $('app').classList.toggle('thinking', !!s.asks?.thinking && !s.halted && !s.over && this.replay.at === null);
        this.list = piecesOf(s.view);
        this.choices = new Choices(s.mine ? s.legal : [], new Map(this.list.filter((p) => p.kind === 'leader' && p.formation && p.place).map((p) => [/** @type {string} */ (p.formation), p.id])));
        for (const p of this.list)
            this.names.set(p.id, { name: p.name, army: p.army });
        this.select.renew();
        this.sum.close();
        this.bubble.close();
        this.draw();
        this.composer.renew(s);
        if (!this.composer.active)
            this.sum.fight();
        this.party.shown();
        this.overlays.ask();
        this.head.lookThere();
        this.forecast.renew();
    }

    /** @param {any} s */
    showPast(s) { this.show({ ...s, mine: false, legal: [] }); }
    showNow() { if (this.live) this.show(this.live); }

    /** @param {boolean} up */
    link(up) {
        this.linked = up;
        $('app').classList.toggle('lost', !up);
        if (this.state)
            this.head.prompt();
    }

    draw() {
        this.head.bar();
        this.head.prompt();
        this.marks.pieces();
        this.marks.places();
        this.pose.draw();
        this.inspector.draw();
        this.side.show();
        this.cards.draw();
        this.advice.draw();
        this.lesson.draw();
    }

    // ---- names ----

    /** @param {string} id */
    nameOf(id) { return this.names.get(id)?.name || id; }
    /** @param {string} id */
    armyOf(id) { return this.names.get(id)?.army || ''; }
    /** @param {string|null} id @returns {string|null} where a piece stands on the board */
    placeOf(id) {
        const p = this.list.find((x) => x.id === id)?.place;
        return p && this.board.cell(p) ? p : null;
    }
    /** @param {string|null} place */
    stackIn(place) { return (place && this.pieces.at.get(place)) || []; }
    /** @param {any} a */
    labelOf(a) { return capital(a.label); }
    /** On a button: a verb without arguments may have a shorter title. @param {any} a */
    shortOf(a) {
        return !a.units.length && !a.places.length && a.do === a.verb && this.box.verbs.get(a.verb)?.title || this.labelOf(a);
    }
    /** "Hex 1011" or "Area 40" @param {string} place */
    titleOf(place) { return `${place.includes('/') ? 'Hexside' : this.board.hexes ? 'Hex' : 'Area'} ${place}`; }
}

const table = new Table();
/** For tests and the curious. */
Object.assign(window, { table, traffic });
table.begin();
