// notices.test.mjs: an address given at the table, confirmed by the link in its mail, changed to a digest, stopped; a hook; days
// off. The mail server is the test's own.
import { test, describe, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { serve, make } from './server.mjs';
import { faults, person, until, noFault } from './hand.mjs';

/** Takes every mail but those to `nobody`, and keeps it. */
function mailServer() {
    const mails = [];
    const talk = (socket) => {
        let heard = '', data = null;
        socket.on('error', () => {});
        socket.on('data', (bytes) => {
            heard += bytes;
            for (let end; (end = heard.indexOf('\r\n')) >= 0;) {
                const line = heard.slice(0, end);
                heard = heard.slice(end + 2);
                if (data !== null && line !== '.')
                    data += `${line}\n`;
                else if (data !== null) {
                    mails.push(data);
                    data = null;
                    socket.write('250 kept\r\n');
                } else if (line === 'DATA') {
                    data = '';
                    socket.write('354 go on\r\n');
                } else
                    socket.write(/^RCPT.*nobody/.test(line) ? '550 no such user\r\n' : '250 well\r\n');
            }
        });
        socket.write('220 here\r\n');
    };
    return new Promise((done) => { const s = createServer(talk).listen(0, '127.0.0.1', () => done({ port: /** @type {any} */ (s.address()).port, mails, close: () => s.close() })); });
}

const body = (/** @type {string} */ mail) => Buffer.from(mail.split('\n\n').slice(1).join(''), 'base64').toString();
let post, server;

before(async () => {
    post = await mailServer();
    server = await serve(undefined, 60, (port) => ['--mail', `smtp://127.0.0.1:${post.port}`, '--mail-from', 'table@example.org', '--hooks', '--public-url', `http://127.0.0.1:${port}`]);
});
after(async () => { await server?.close(); post?.close(); });

async function come(size) {
    const m = await make(server.base, 'game null\nseed 3\nprivate\nclock 10h vacation 5d\nseat blue person name "Ann"\nseat red person name "Bob"\n'), p = await person(size);
    await p.goto(`${server.base}table.html?match=${m.match}#${m.seats[0].token}`);
    await p.waitForSelector('#app[data-ready]');
    return p;
}

const opened = async (p) => { await p.click('#tools [aria-label^=Match]'); await p.click('#notices'); await p.waitForSelector('.notices'); };

describe('whoever wants to be told', () => {
    test('gives an address, confirms it, has a digest, stops it', async () => {
        const p = await come([390, 844]);
        await opened(p);
        await noFault(p, 'notices');
        await p.fill('#mail', 'ann@example.org');
        await p.keyboard.press('Enter');
        await until(p, () => /Waits until the link/.test(document.getElementById('mail-is')?.textContent || ''));
        while (!post.mails.length)
            await p.waitForTimeout(40);
        const link = body(post.mails[0]).match(/\S*mail\.html#confirm=\S+/)[0], q = await person();
        await q.goto(link);
        await q.click('#confirm');
        await until(q, () => /is yours/.test(document.getElementById('said').textContent));
        await noFault(q, 'confirmed');
        await p.click('dialog [aria-label=Close]');
        await opened(p);
        assert.match(await p.textContent('#mail-is'), /ann@example\.org: On\./);
        await p.click('#digest');
        await until(p, () => /A mail each turn/.test(document.getElementById('digest').textContent));
        await noFault(p, 'on');
        await q.goto(link.replace('confirm=', 'stop='));
        await q.reload();
        await until(q, () => /No more mails/.test(document.getElementById('said').textContent));
        await p.click('dialog [aria-label=Close]');
        await opened(p);
        assert.match(await p.textContent('#mail-is'), /Stopped/);
        await p.click('#mail-none');
        await until(p, () => !document.getElementById('mail-is'));
        await p.context().close();
        await q.context().close();
    });

    test('is told at the table that an address was refused', async () => {
        const p = await come();
        await opened(p);
        await p.fill('#mail', 'nobody@example.org');
        await p.keyboard.press('Enter');
        await until(p, () => document.getElementById('mail-is'));
        while (!/Switched off/.test(await p.textContent('#mail-is'))) {
            await p.click('dialog [aria-label=Close]');
            await opened(p);
        }
        await p.reload();
        await until(p, () => /no longer told by mail.*refuses this address/s.test(document.body.textContent));
        await p.context().close();
    });

    test('has a hook, with its secret; what is wrong is said in the dialog', async () => {
        const p = await come();
        await opened(p);
        await p.fill('#hook', 'https://example.org/a#b');
        await p.press('#hook', 'Enter');
        await until(p, () => /neither blanks/.test(document.getElementById('notices-said').textContent));
        await p.fill('#hook', 'https://example.org/a?b=c');
        await p.press('#hook', 'Enter');
        await until(p, () => /On\./.test(document.getElementById('hook-is')?.textContent || ''));
        assert.match(await p.textContent('.notices code'), /^[\w-]{22}$/);
        await p.click('#hook-none');
        await until(p, () => !document.getElementById('hook-is'));
        await p.context().close();
    });

    test('takes days off, and is back', async () => {
        const p = await come();
        await opened(p);
        await p.fill('#days', '2');
        await p.click('#vacation');
        await until(p, () => /on vacation/.test(document.getElementById('seats').textContent));
        await opened(p);
        await noFault(p, 'away');
        await p.click('#back');
        await until(p, () => !/on vacation/.test(document.getElementById('seats').textContent));
        await p.context().close();
    });

    test('nothing went wrong on any page', () => assert.deepEqual(faults, []));
});
