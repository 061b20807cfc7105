// notices.js: how whoever sits here is told elsewhere that it is his turn: by mail, by a hook of his own; and days off where the
// match has a clock. The server knows what it offers, what has become of an address and why.
// @ts-check
import { $, h, fill, capital, sentence } from './dom.js';
import { get, post, keep, setting, word } from './api.js';

/** How an address or a hook stands, for people. @type {Record<string, string>} */
const STANDS = { none: '', asked: 'Waits until the link in the mail that was sent there is opened.', on: 'On.', stopped: 'Stopped.', refused: 'Switched off.', off: 'Switched off.' };

/** @param {{is: string, why: string}} x */
const standing = (x) => [STANDS[x.is] ?? x.is, x.why ? ` ${sentence(capital(x.why))}` : ''];

export class Notices {
    /** @param {import('./table.js').Table} table */
    constructor(table) { this.t = table; }

    /** Whoever was switched off is told when he comes to the table. */
    async begin() {
        const { t } = this;
        if (!t.token || t.live.you === 'spectator')
            return;
        const r = await get(`match/${t.match}/notices`, t.token).catch(() => null);
        for (const [how, x] of r ? [['by mail', r.mail], ['by your hook', r.hook]] : [])
            if (['refused', 'off'].includes(x.is))
                t.bubble.tell(`You are no longer told ${how} when it is your turn. ${sentence(capital(x.why))}`);
    }

    /** What the server answers is shown, and what it refuses said in the dialog: a bubble would be behind it. @param {() => Promise<any>} request */
    async ask(request) {
        try {
            this.show(await request());
        } catch (e) {
            fill($('notices-said') || $('prompt'), sentence(capital(/** @type {Error} */ (e).message)));
        }
    }

    open() { return this.ask(() => get(`match/${this.t.match}/notices`, this.t.token)); }

    /** @param {string} body a line or more */
    change(body) { return this.ask(() => post(`match/${this.t.match}/notices`, body, this.t.token)); }

    /** @param {any} r what the server says of it */
    show(r) {
        const { t } = this, days = this.vacation(t.live);
        t.dialogs.open('When it is my turn', h('div.form.notices', {}, h('p.bad', { id: 'notices-said', role: 'alert' }), r.mail.offered ? this.mail(r.mail) : null, r.hook.offered ? this.hook(r.hook) : null, days,
            r.mail.offered || r.hook.offered || days ? null : h('p.hint', {}, 'This table tells nobody elsewhere: neither mails nor hooks have been set up by whoever runs it.')));
    }

    /** A field with a button, sent by Enter too. @param {{id: string, label: string, type: string, value: string, hint: string}} f @param {(value: string) => void} send */
    field(f, send) {
        const input = h('input', { 'id': f.id, 'type': f.type, 'value': f.value, 'maxlength': 400, 'required': true, 'autocomplete': f.type, 'aria-describedby': `${f.id}-hint` });
        return h('form.fld', { onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); send(input.value.trim()); } },
            h('label', { for: f.id }, f.label, input), h('button.b1', { type: 'submit' }, 'Tell me'), h('p.hint', { id: `${f.id}-hint` }, f.hint));
    }

    /** @param {string} id @param {string} label @param {string} body */
    button(id, label, body) { return h('button.b2', { type: 'button', id, onclick: () => this.change(body) }, label); }

    /** @param {any} x */
    mail(x) {
        const give = (/** @type {string} */ a) => { keep('mail', a); this.change(`mail ${word(a)}`); };
        const field = this.field({ id: 'mail', label: 'Mail address', type: 'email', value: x.address || setting('mail', ''), hint: 'One mail a turn, when you have been away from the table for two minutes; a reminder when four fifths of your time are gone. Whoever has such a mail can play for you.' }, give);
        return [h('h3', {}, 'By mail'), x.is === 'on' ? null : field, x.is === 'none' ? null : h('p', { id: 'mail-is', role: 'status' }, h('b', {}, x.address), ': ', standing(x)),
            x.is === 'none' ? null : h('div.row', {}, this.button('digest', x.digest ? 'A mail each turn' : 'One mail a day instead', `digest ${x.digest ? 'off' : 'on'}`),
                this.button('mail-links', 'Withdraw the links in my mails', 'links none'), this.button('mail-none', 'Remove the address', 'mail none'))];
    }

    /** @param {any} x */
    hook(x) {
        const field = this.field({ id: 'hook', label: 'Address of the hook', type: 'url', value: '', hint: 'An address that begins with https:// and takes JSON, as those of chat rooms do.' }, (a) => this.change(`hook ${word(a)}`));
        return [h('h3', {}, 'By a hook'), x.is === 'none' ? field : [h('p', { id: 'hook-is', role: 'status' }, h('b', {}, x.url), ': ', standing(x)),
            h('p.hint', {}, 'Calls are signed with this secret: ', h('code', {}, x.secret)), h('div.row', {}, this.button('hook-none', 'Remove the hook', 'hook none'))]];
    }

    // ---- days off ----

    /** Of a match with a clock, for who plays in it. @param {any} s */
    vacation(s) {
        const own = s.clock && !s.over && s.clock.sides.find((/** @type {any} */ x) => s.seats.some((/** @type {any} */ y) => y.you && y.side === x.side));
        const away = own && own.away_until > s.clock.now;
        if (!own || (!own.vacation_days && !away))
            return null;
        const days = h('input', { id: 'days', type: 'number', min: 1, max: own.vacation_days, value: 1 });
        const take = (/** @type {string} */ n) => { $('dialog').close(); this.t.decide.change('vacation', n); };
        return [h('h3', {}, 'Days off'), h('p.hint', {}, `Your clock stands still while you are away. Days left: ${own.vacation_days}.${away ? ` You are away until ${new Date(own.away_until * 1000).toLocaleString()}.` : ''}`),
            h('div.row', {}, own.vacation_days ? [h('label', { for: 'days' }, 'Days ', days), h('button.b2', { type: 'button', id: 'vacation', onclick: () => days.reportValidity() && take(days.value) }, 'Take them now')] : null,
                away ? h('button.b1', { type: 'button', id: 'back', onclick: () => take('0') }, 'I am back') : null)];
    }
}
