// server.mjs: a server of its own for the tests, on a free port of the loopback, with a file of its own. The port is none that the
// system gives away by itself, so that one who is killed and begins again finds it as he left it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const tree = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const program = process.env.GROGNARD || join(tree, 'build', 'grognard');
const web = process.env.WEB || join(tree, 'web');

const free = (port) => new Promise((done) => {
    const s = createServer().once('error', () => done(false)).listen(port, '127.0.0.1', () => s.close(() => done(true)));
});

export async function freePort() {
    for (;;) {
        const port = 15000 + Math.floor(17000 * Math.random());
        if (await free(port))
            return port;
    }
}

/** Starts it; `down()` and `up()` kill it without warning and start it anew on the same port and file. @param {string} [other] program of the same folder @param {number} [ms] that a computer thinks @param {(port: number) => string[]} [more] options */
export async function serve(other, ms = 60, more = () => []) {
    const folder = mkdtempSync(join(tmpdir(), 'grognard-web-'));
    const port = await freePort();
    let child;
    /** On its port, as soon as the server says so. */
    const start = async () => {
        child = spawn(other ? join(dirname(program), other) : program, ['serve', '--port', String(port), '--db', join(folder, 'm.db'), '--web', web, '--allow-seed', '--rate', '5000', '--bot-ms', String(ms), ...more(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
        await new Promise((done, fail) => {
            let said = '';
            child.stdout.on('data', (bytes) => {
                if (/http:\/\/127\.0\.0\.1:\d+\//.test(said += bytes))
                    done();
            });
            child.once('exit', (code) => fail(new Error(`the server did not begin: it ended with ${code}`)));
        });
    };
    /** Also if it has ended already; one that does not obey is killed. */
    const stop = (signal) => new Promise((r) => {
        if (child.exitCode !== null || child.signalCode !== null)
            return r();
        const last = setTimeout(() => child.kill('SIGKILL'), 60000);
        child.once('exit', () => { clearTimeout(last); r(); });
        child.kill(signal);
    });
    await start();
    return {
        base: `http://127.0.0.1:${port}/`,
        /** Waits until it serves (again). */
        async ready() { while (!await fetch(`http://127.0.0.1:${port}/health`).then((r) => r.ok, () => false)) await new Promise((r) => setTimeout(r, 50)); },
        async down() { await stop('SIGKILL'); },
        async up() { await start(); },
        async close() { await stop('SIGTERM'); rmSync(folder, { recursive: true, force: true }); },
    };
}

export const browser = () => chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});

/** A match by the API: { match, seats }. */
export async function make(base, order) {
    const r = await (await fetch(`${base}api/match`, { method: 'POST', body: order })).json();
    if (!r.ok)
        throw new Error(r.error);
    return r;
}

export async function api(base, path, token, body) {
    const r = await fetch(`${base}api/${path}`, { method: body === undefined ? 'GET' : 'POST', body, headers: token ? { Authorization: `Bearer ${token}` } : {} });
    return r.json();
}

/** Plays by the API until `until(state)`; picks with `choose(legal, state)`. */
export async function playOn(base, match, token, until, choose) {
    let s = await api(base, `match/${match}`, token);
    for (let n = 0; n < 600 && !s.over && !until(s); n++) {
        if (!s.mine)
            throw new Error(`not ours to decide: ${s.asks?.prompt}`);
        s = await api(base, `match/${match}/do`, token, `${s.seq} ${choose(s.legal, s).do}`);
        if (!s.ok)
            throw new Error(s.error);
    }
    return s;
}
