// mail.js: the page behind the links of a mail: `#confirm=KEY` asks once more, `#stop=KEY` stops at once. The key stands behind
// the #, so that no server's log has it and no program that only looks at links does anything.
// @ts-check
import { $, h, fill, capital, sentence } from './dom.js';
import { post, theme } from './api.js';

const DONE = { confirm: 'This address is yours. You will be told here when it is your turn.', stop: 'No more mails will come from this table to this address.' };

/** @param {'confirm'|'stop'} what @param {string} key */
async function send(what, key) {
    try {
        await post(`mail/${what}`, key);
        fill($('said'), DONE[what]);
    } catch (e) {
        fill($('said'), sentence(capital(/** @type {Error} */ (e).message)));
    }
    fill($('acts'), h('a', { href: './' }, 'To the lobby'));
}

theme();
const [what, key] = location.hash.slice(1).split('=');
if (what === 'stop')
    send('stop', key);
else if (what === 'confirm')
    fill($('acts'), h('button.b1', { type: 'button', id: 'confirm', onclick: () => send('confirm', key) }, 'Yes, tell me here'), ' ', h('button.b2', { type: 'button', id: 'stop', onclick: () => send('stop', key) }, 'No, never write to me'));
else
    fill($('said'), 'This link is not whole. Copy all of it from the mail.');
