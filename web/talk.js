// talk.js: what people say to each other, and who is here.
// @ts-check
import { $ } from './dom.js';
import { post } from './api.js';

export class Talk {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.t = table;
        $('talk').onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); this.say(); };
    }

    async say() {
        const words = $('said').value.trim();
        if (!words)
            return;
        $('said').value = '';
        try {
            await post(`match/${this.t.match}/chat`, words, this.t.token);
        } catch (e) {
            this.t.bubble.complain(e);
        }
    }

    /** @param {{n: number, at: string, from: string, text: string}} line */
    heard(line) {
        if (this.t.chronicle.chat.some((x) => x.n === line.n))
            return;
        this.t.chronicle.chat.push(line);
        if (this.t.side.tab === 'chronicle')
            this.t.side.show();
    }

    /** @param {{seats: any[]}} p */
    present(p) {
        for (const x of p.seats)
            Object.assign(this.t.live.seats.find((/** @type {any} */ y) => y.seat === x.seat) || {},
                { online: x.online, name: x.name, open: x.open, kind: x.kind, bot: x.bot, style: x.style, commander: x.commander, hidden: x.hidden, handed: x.handed, thinks_ms: x.thinks_ms });
        if (this.t.state && !this.t.curtain.down) {
            this.t.head.bar();
            this.t.head.prompt();
        }
    }
}
