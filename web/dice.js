// dice.js: dice that prove what they claim: the nonce of whoever sits here, and what a journal proves afterwards.
// How it is made: docs/journal.md, "Sealed dice".
// @ts-check
import { keep, post, setting } from './api.js';

const hex = (/** @type {ArrayBuffer|Uint8Array} */ bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, '0')).join('');
const bytes = (/** @type {string} */ s) => Uint8Array.from(s.match(/../g) || [], (b) => parseInt(b, 16));
const fresh = () => hex(crypto.getRandomValues(new Uint8Array(32)));
const said = (/** @type {string} */ s) => new TextEncoder().encode(s);

/** What this browser noted of a match when it first saw it. @param {string} match @returns {{commitment?: string, nonce?: string}} */
export const noted = (match) => setting(`dice.${match}`, {});

/** Two lines for the order of a match: the commitment is shown before our nonce is known. */
export async function sealedOrder() {
    const { seal, commitment } = await post('seal', ''), nonce = fresh();
    keep(`dice.${seal}`, { commitment, nonce });
    return [`seal ${seal} ${commitment}`, `nonce ${nonce}`];
}

/** Whoever sits down adds a nonce, once; all seats at one screen need none. True: it was taken. @param {string} match @param {string} token @param {any} s */
export async function bringNonce(match, token, s) {
    const mine = s.seats.filter((/** @type {any} */ x) => x.you), seen = noted(match).commitment || s.commitment;
    keep(`dice.${match}`, { ...noted(match), commitment: seen });
    if (s.dice !== 'sealed' || s.over || !mine.length || mine.length === s.seats.length || mine.some((/** @type {any} */ x) => x.nonce))
        return false;
    const nonce = fresh();
    try {
        await post(`match/${match}/nonce`, nonce, token);
    } catch {
        return false;
    }
    keep(`dice.${match}`, { commitment: seen, nonce });
    return true;
}

/** The word of an outcome. @param {CryptoKey} key @param {string} about @param {string} nonces @param {bigint} ways */
async function wordOf(key, about, nonces, ways) {
    const most = (1n << 64n) - (1n << 64n) % ways;
    for (let attempt = 0; ; attempt++) {
        const mac = await crypto.subtle.sign('HMAC', key, said(`grognard-dice ${about} ${attempt}${nonces}`));
        const word = new DataView(mac).getBigUint64(0);
        if (word < most)
            return word;
    }
}

/** Holds the journal's outcomes against its secret. @param {string} journal @returns {Promise<string>} what was found */
export async function judge(journal) {
    const lines = journal.split('\n').map((x) => x.split(' ')), find = (/** @type {string} */ w) => lines.find(([x]) => x === w) || [];
    const secret = find('secret')[1] || '', [, , match, commitment] = find('dice');
    if (!crypto.subtle)
        return 'This page did not come by a safe way (https), so the browser lends it no cryptography: check it as below.';
    if (hex(await crypto.subtle.digest('SHA-256', said(`grognard-seal ${match} ${secret}`))) !== commitment)
        return 'The secret does not fit the commitment.';
    const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    let nonces = '', number = Number(find('chapter')[5] || 0), count = 0;
    for (const [kind, ...rest] of lines) {
        if (kind === 'nonce')
            nonces += ` ${rest[0]}=${rest[1]}`;
        if (kind !== 'drawn')
            continue;
        if (Number(rest[0]) !== number)
            return `Outcome ${number} is missing, or one was put in.`;
        if (await wordOf(key, `${match} ${number}`, nonces, BigInt(rest[2])) !== BigInt(`0x${rest[3]}`))
            return `Outcome ${number} is not the secret's.`;
        number++;
        count++;
    }
    return `The secret fits the commitment, and the words of all ${count} outcomes are its own.`;
}
