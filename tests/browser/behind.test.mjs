// behind.test.mjs: two people, two servers on one PostgreSQL, nginx with TLS before them; one server is killed while they play.
// nginx has the file of examples/deploy, with ports of the test and with Ann sent to the one server and Bob to the other, as long as it lives.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, freePort, make, serve, tree } from './server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'grognard-behind-'));
/** @type {any[]} */
const children = [], servers = [], faults = [];
/** @type {any} */
let chrome;
let base = '', door = 0;

/** A child that is ended with the test. */
function child(command, words, options = {}) {
    const c = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'], ...options });
    children.push(c);
    return c;
}

const firstLine = (c) => new Promise((done, fail) => {
    let said = '';
    c.stdout.on('data', (bytes) => { if ((said += bytes).includes('\n')) done(said.split('\n')[0]); });
    c.once('exit', (code) => fail(new Error(`it ended with ${code}`)));
});

function certificate() {
    mkdirSync(join(folder, 'tls'));
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1',
        '-keyout', join(folder, 'tls/grognard.key'), '-out', join(folder, 'tls/grognard.pem')], { stdio: 'ignore' });
}

/** The file as it stands, but for its ports, and for who is sent where. */
function configuration(ports) {
    const file = readFileSync(join(tree, 'examples/deploy/nginx-grognard.conf'), 'utf8');
    const to = (name, first, second) => `upstream ${name} { server 127.0.0.1:${first} max_fails=1 fail_timeout=5s; server 127.0.0.1:${second} backup; keepalive 32; }\n`;
    const site = file.replace(/upstream grognard \{[^}]*\}\n/, to('first', ports[0], ports[1]) + to('second', ports[1], ports[0]) + 'map $http_user_agent $whose { ~Bob second; default first; }\n')
        .replace(/server \{\n    listen 80;[^}]*\}\n/, '').replace('listen 443 ssl http2', `listen 127.0.0.1:${door} ssl http2`).replace(/ *listen \[::\].*\n/g, '')
        .replace('http://grognard', 'http://$whose').replace('Host $host', 'Host $http_host');
    assert.ok(!/443|\[::\]|\/grognard;/.test(site));
    writeFileSync(join(folder, 'site.conf'), site);
    const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((x) => `${x}_temp_path ${folder}/${x};`).join(' ');
    writeFileSync(join(folder, 'nginx.conf'), `${process.getuid() ? '' : 'user root; '}daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;\nevents {}\nhttp { access_log off; ${temp}\ninclude site.conf; }\n`);
}

before(async () => {
    certificate();
    door = await freePort();
    base = `https://127.0.0.1:${door}/`;
    const db = await firstLine(child('python3', [join(tree, 'tests/server/postgres.py'), 'behind']));
    for (let i = 0; i < 2; i++)
        servers.push(await serve(undefined, 60, () => ['--db', db, '--trust-proxy', '127.0.0.1', '--public-url', base.slice(0, -1)]));
    configuration(servers.map((s) => new URL(s.base).port));
    child('nginx', ['-p', folder, '-e', join(folder, 'nginx.log'), '-c', join(folder, 'nginx.conf')]);
    chrome = await browser();
});
after(async () => {
    await chrome?.close();
    for (const s of servers)
        await s.close();
    for (const c of children.reverse()) {
        const gone = new Promise((done) => c.once('exit', done));
        if (c.exitCode === null && c.signalCode === null) {
            c.stdin.end();
            if (c.spawnfile === 'nginx')
                c.kill();
            await gone;
        }
    }
    rmSync(folder, { recursive: true, force: true });
});

/** Through nginx, to whichever server the name stands for. */
async function person(name) {
    const context = await chrome.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce', ignoreHTTPSErrors: true, userAgent: `Chromium of ${name}` });
    await context.addInitScript(() => localStorage.setItem('grognard.cards', '["never"]'));
    const page = await context.newPage();
    page.setDefaultTimeout(60000);
    page.on('pageerror', (/** @type {Error} */ e) => faults.push(e.message));
    page.on('console', (/** @type {any} */ m) => { if (m.type() === 'error' && /Content Security|TypeError|is not/.test(m.text())) faults.push(m.text()); });
    return page;
}

/** Whoever is asked decides, and both are shown it. What an ending connection swallowed is decided again, as a hand would. */
async function decide(ann, bob) {
    const asked = async () => (await Promise.all([ann, bob].map((p) => p.evaluate(() => table.live.mine)))).indexOf(true);
    let who = await asked();
    for (const end = Date.now() + 60000; who < 0 && Date.now() < end; who = await asked())
        await ann.waitForTimeout(40);
    const [mover, other] = who ? [bob, ann] : [ann, bob];
    const seq = await mover.evaluate(() => table.live.seq);
    for (const end = Date.now() + 60000; Date.now() < end && await mover.evaluate(() => table.live.seq) === seq;) {
        await mover.evaluate(async () => { await table.decide.act(table.live.legal[0]); }).catch(() => { });
        await mover.waitForTimeout(150);
    }
    await until(other, (/** @type {number} */ n) => table.live.seq > n, seq);
    return mover.evaluate(() => table.live.seq);
}

/** Waits for something on the page. */
async function until(page, holds, arg) {
    for (const end = Date.now() + 60000; Date.now() < end; await page.waitForTimeout(40))
        if (await page.evaluate(holds, arg).catch(() => false))
            return;
    throw new Error(`never came true: ${holds}`);
}

const streams = async (s) => (await (await fetch(`${s.base}health`)).json()).streams;

test('two people on two servers behind nginx play on when one of them is killed', async () => {
    const order = 'game null\nseed 5\nprivate\nseat blue person name "Ann"\nseat red person name "Bob"\n';
    const m = await make(servers[0].base, order);
    const ann = await person('Ann'), bob = await person('Bob');
    for (const [page, seat] of [[ann, 0], [bob, 1]]) {
        assert.ok(m.seats[seat].link.startsWith(`${base}table.html`), m.seats[seat].link);
        await page.goto(m.seats[seat].link);
        await page.waitForSelector('#app[data-ready]');
    }
    assert.deepEqual([await streams(servers[0]), await streams(servers[1])], [1, 1], 'each server has one of them');
    const seqs = [];
    for (let i = 0; i < 6; i++)
        seqs.push(await decide(ann, bob));
    for (let i = 0; i < 2; i++) {           // now Ann's, then Bob's, which has both by then
        await servers[i].down();
        for (let k = 0; k < 4; k++)
            seqs.push(await decide(ann, bob));
        assert.equal(await streams(servers[1 - i]), 2, 'both are at the other');
        await ann.evaluate(() => table.talk);   // the page is as it was, and was not loaded again
        await servers[i].up();
    }
    assert.deepEqual(seqs, [...new Set(seqs)].sort((a, b) => a - b));
    const kept = await (await fetch(`${servers[0].base}api/match/${m.match}`, { headers: { Authorization: `Bearer ${m.seats[0].token}` } })).json();
    assert.equal(kept.seq, seqs.at(-1));
    const shown = await Promise.all([ann, bob].map((p) => p.evaluate(() => ({ seq: table.live.seq, entries: table.live.entries }))));
    assert.deepEqual(shown, [{ seq: kept.seq, entries: kept.entries }, { seq: kept.seq, entries: kept.entries }], 'nothing is lost');
    assert.deepEqual(faults, []);
});
