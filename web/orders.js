// orders.js: the order line: one line an intention (docs/orders.md), typed. What it would do is shown while it is
// written, words are completed, earlier lines come back with the arrow keys. The server reads the line; here it is only text.
// @ts-check
import { $, h, fill } from './dom.js';
import { post } from './api.js';

const HISTORY = 50;

export class Orders {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        /** @type {string[]} */
        this.past = [];
        this.at = 0;
        /** @type {{from: number, words: string[], next: number, head: string}|null} the completion that is being gone through */
        this.words = null;
        this.asked = 0;
        this.line = h('input', { id: 'order', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', maxlength: 390, placeholder: 'PIECES > PLACE, or VERB TARGET with all', 'aria-describedby': 'ordered' });
        this.said = h('div.ordered', { id: 'ordered', role: 'status' });
        this.form = h('form.orders', { id: 'orders', hidden: true, 'aria-label': 'Order line', onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); this.play(); } },
            this.said, h('label.vh', { for: 'order' }, 'Order'), this.line, h('button.b2', { type: 'submit' }, 'Do it'),
            h('button.b2', { type: 'button', 'aria-label': 'Close the order line', onclick: () => this.close() }, '×'));
        this.opener = h('button.orders-open', { type: 'button', title: 'Type an order (:)', 'aria-label': 'Type an order', onclick: () => this.open() }, ':');
        $('map').append(this.form, this.opener);
        this.line.addEventListener('input', () => { this.words = null; this.plan(); });
        this.line.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => this.key(e));
    }

    /** @param {string} [text] */
    open(text) {
        this.form.hidden = false;
        this.opener.hidden = true;
        if (text !== undefined)
            this.line.value = text;
        this.at = this.past.length;
        this.line.focus();
        this.plan();
    }

    close() {
        this.form.hidden = true;
        this.opener.hidden = false;
        this.line.value = '';
        fill(this.said);
        $('view').focus({ preventScroll: true });
    }

    /** Nothing of one side's line is left for the other. */
    forget() {
        this.past = [];
        if (!this.form.hidden)
            this.close();
    }

    // ---- keys ----

    /** @param {KeyboardEvent} e */
    key(e) {
        if (e.key === 'Escape')
            this.close();
        else if (e.key === 'ArrowUp' || e.key === 'ArrowDown')
            this.recall(e.key === 'ArrowUp' ? -1 : 1);
        else if (e.key === 'Tab' && !e.shiftKey && this.line.value.trim())
            this.complete();
        else
            return;
        e.preventDefault();
        e.stopPropagation();
    }

    /** @param {number} by */
    recall(by) {
        const at = this.at + by;
        if (at < 0 || at > this.past.length)
            return;
        this.at = at;
        this.line.value = this.past[at] || '';
        this.plan();
    }

    /** The next of the words that fit, round and round. */
    async complete() {
        if (!this.words) {
            const line = this.line.value;
            const r = await this.ask('complete', line);
            if (!r || this.line.value !== line)
                return;
            this.words = { from: r.from, words: r.words, next: 0, head: [...line].slice(0, r.from).join('') };
        }
        const w = this.words;
        if (!w.words.length)
            return;
        this.line.value = w.head + w.words[w.next % w.words.length] + (w.words.length === 1 ? ' ' : '');
        w.next++;
        this.plan();
    }

    // ---- what it would do ----

    /** @param {string} what @param {string} line @returns {Promise<any>} null: no answer */
    async ask(what, line) {
        try {
            return await post(`match/${this.t.match}/${what}`, line, this.t.token);
        } catch {
            return null;
        }
    }

    /** Of several answers under way only the last one's is shown. */
    async plan() {
        const line = this.line.value.trim(), mine = ++this.asked;
        const r = line ? await this.ask('plan', line) : null;
        if (mine === this.asked)
            this.show(r?.order);
    }

    /** @param {any} o */
    show(o) {
        if (!o) {
            fill(this.said);
            return;
        }
        const lines = o.steps.map((/** @type {any} */ a) => h('li', {}, a.label));
        const sum = o.sheet ? h('p.sum', {}, o.sheet.title, ': ', o.sheet.chances.map((/** @type {any} */ c) => `${c.result} ${c.weight}/${o.sheet.total}`).join(', ')) : null;
        fill(this.said,
            o.end === 'fault' ? h('p.fault', {}, this.where(o), o.why) : null,
            lines.length ? h('ol', {}, lines) : null, sum,
            o.why && o.end !== 'fault' ? h('p', {}, `Then ${o.why}.`) : null,
            o.left ? h('p', {}, `Not done yet: ${o.left}`) : null);
    }

    /** The word at fault, quoted. @param {any} o */
    where(o) {
        const rest = [...this.line.value.trimStart()].slice(o.at || 0).join('').match(/^[^\s,>+]+/);
        return o.at && rest ? `“${rest[0]}”: ` : '';
    }

    // ---- playing ----

    async play() {
        const line = this.line.value.trim();
        if (!line || !await this.t.decide.idle())
            return;
        const s = await this.t.decide.change('order', line);
        if (!s)
            return this.plan();
        if (this.past[this.past.length - 1] !== line)
            this.past = [...this.past, line].slice(-HISTORY);
        this.at = this.past.length;
        this.line.value = s.order.left || '';
        this.asked++;
        this.show({ ...s.order, steps: [], why: s.order.why });
        if (s.order.why)
            this.t.bubble.tell(s.order.why);
    }
}
