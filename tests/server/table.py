"""table.py: a server under test, and players who talk to it; standard library only.

Servers listen on 127.0.0.1 alone, on a free port, with their store in a folder of the test. The port is none that the
system gives away by itself: one that is killed and begins again must find it as it left it, whatever runs beside it.
"""
import atexit
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback

TREE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BIN", str(TREE / "build")) + "/grognard"


def free_port():
    while True:
        port = random.randrange(15000, 32000)
        with contextlib.closing(socket.socket()) as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", port))
            return port


class Pace(threading.Thread):
    """Seconds as they pass for whoever has a little to do: on a machine with nothing else to do they are those of the clock; on a busy one
    they are longer, as everything is that a test waits for. A bound in seconds (matches are answered elsewhere within two) is measured so."""
    TICK, WORK = 0.01, 3000

    def __init__(self):
        super().__init__(daemon=True)
        self.ticks, self.began = 0, time.monotonic()
        self.start()

    def run(self):
        while True:
            time.sleep(self.TICK)
            hash(bytes(self.WORK))      # some microseconds of work, like a short request's
            self.ticks += 1

    def now(self):
        """Never ahead of the clock."""
        return min(self.ticks * self.TICK * 1.02, time.monotonic() - self.began)


paced = None


def pace():
    global paced
    paced = paced or Pace()
    return paced.now()


def until(holds, seconds=10, nap=0.01):
    """How long it took, in seconds as above; None: it never did."""
    began = pace()
    while pace() - began < seconds:
        if holds():
            return pace() - began
        time.sleep(nap)
    return None


def settled(number, seconds=0.5):
    """What was on its way has arrived: the number has not changed for a while."""
    last, since = number(), pace()
    while pace() - since < seconds:
        time.sleep(0.02)
        if number() != last:
            last, since = number(), pace()
    return last


class Server:
    """STORE=postgresql: its matches are kept by a PostgreSQL that the test begins, not in a file; STORE=pgbouncer: behind a pooler of
    transactions."""

    host = "127.0.0.1"      # where it is found
    before = ()             # words before its command: of another network, of another clock

    def __init__(self, folder, *options, port=0, program=PROGRAM, db=None):
        self.folder, self.options, self.port, self.program = pathlib.Path(folder), options, port, program
        self.db = db or self.folder / "table.db"
        if not db and os.environ.get("STORE") in ("postgresql", "pgbouncer"):
            import postgres
            self.db = postgres.database_of(folder)
            if os.environ["STORE"] == "pgbouncer":
                self.options = (*options, "--db-listen", self.db)
                self.db = postgres.pooled(self.db)
        self.process = None

    def start(self):
        self.port = self.port or free_port()
        self.process = subprocess.Popen(
            [*self.before, self.program, "serve", "--port", str(self.port), "--db", str(self.db), "--allow-seed",
             "--log", str(self.folder / "log"), *map(str, self.options)], stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)      # a test that fails leaves no server behind
        said = self.process.stdout.readline()
        found = re.search(r"http://[0-9.]+:(\d+)/", said)
        if not found:
            raise RuntimeError(f"the server did not begin: {said!r}")
        self.port = int(found.group(1))
        return self

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code

    def log(self):
        return (self.folder / "log").read_text()

    def worker(self):
        """The process that serves now; self.process keeps it."""
        return int(re.findall(r"event=begin pid=(\d+)", self.log())[-1])

    def crashes(self):
        """(match, or "-") of each crash so far."""
        return re.findall(r"event=crash .*match=(\S+)", self.log())

    def ask(self, method, path, body=None, token=None, headers=None, raw=False):
        """(status, JSON or text)"""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            return ask(connection, method, path, body, token, headers, raw)
        finally:
            connection.close()

    def get(self, path, token=None, **more):
        return self.ask("GET", path, token=token, **more)

    def post(self, path, body="", token=None, **more):
        return self.ask("POST", path, body, token, **more)

    def new(self, order):
        status, reply = self.post("/api/match", order)
        if status != 200:
            raise RuntimeError(f"no match: {status} {reply}")
        return reply["match"], {s["seat"]: s.get("token") for s in reply["seats"]}


def ask(connection, method, path, body=None, token=None, headers=None, raw=False):
    headers = dict(headers or {})
    if token:
        headers["Authorization"] = "Bearer " + token
    if isinstance(body, str):
        body = body.encode()
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    text = reply.read()
    if raw:
        return reply.status, text, dict(reply.getheaders())
    kind = reply.getheader("Content-Type") or ""
    return reply.status, json.loads(text) if "json" in kind else text.decode()


def edit(state, edits):
    """What a stream says has changed: [path, value], or of a list [path, at, gone, values]."""
    for path, *what in edits:
        at = state
        for name in path[:-1]:
            at = at[name]
        if len(what) == 1:
            at[path[-1]] = what[0]
        else:
            at[path[-1]][what[0]:what[0] + what[1]] = what[2]


class Listener(threading.Thread):
    """Server-sent events, collected as (event, id, data); what has changed (delta=True) as the state that comes of it."""

    def __init__(self, server, match, token=None, last=None, headers=None, delta=False):
        super().__init__(daemon=True)
        self.events, self.comments, self.news = [], 0, threading.Condition()
        self.whole, self.sizes = None, []       # of states, and of what was told instead of them
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
        headers = dict(headers or {})
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        query = "&".join([f"token={token}"] * bool(token) + ["delta=1"] * delta)
        self.connection.request("GET", f"/api/match/{match}/events" + (f"?{query}" if query else ""), None, headers)
        self.socket = self.connection.sock
        self.reply = self.connection.getresponse()
        self.start()

    def run(self):
        event = {}
        try:
            for line in self.reply:
                line = line.decode().rstrip("\n")
                if line.startswith(":"):
                    self.comments += 1
                elif line:
                    key, _, value = line.partition(": ")
                    event[key] = value
                elif event:
                    self.hear(event["event"], event.get("id"), event["data"])
                    event = {}
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass

    def hear(self, kind, number, text):
        data = json.loads(text)
        if kind in ("state", "delta"):
            self.sizes.append((kind, len(text)))
        if kind == "state":
            self.whole = json.loads(text)
        elif kind == "delta":
            edit(self.whole, data["edits"])
            kind, data = "state", json.loads(json.dumps(self.whole))
        with self.news:
            self.events.append((kind, number, data))
            self.news.notify_all()

    def wait(self, holds, seconds=60):
        """The first event for which it holds; None: it never came."""
        end = pace() + seconds
        with self.news:
            while True:
                for event in self.events:
                    if holds(*event):
                        return event
                if pace() > end:
                    return None
                self.news.wait(0.2)

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # who reads it would keep it open, up to the next heartbeat
        self.join()
        self.reply.close()
        self.connection.close()


def in_lanes(check, *works):
    """Each of `works` is (n, lanes, run): run(i, lane) for every i below n, in as many threads as there are lanes; all of them at once."""
    def go(left, lane, run):
        try:
            for i in left:
                run(i, lane)
        except Exception:
            check("each lane gets to its end", False, traceback.format_exc()[-300:])
    threads = []
    for n, lanes, run in works:
        left = iter(range(n))       # of a range: each number is given out once, whoever asks
        threads += [threading.Thread(target=go, args=(left, lane, run), daemon=True) for lane in lanes]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


class Checks:
    def __init__(self):
        self.passed = self.failed = 0
        self.lock = threading.Lock()

    def __call__(self, what, holds, *found):
        with self.lock:
            if holds:
                self.passed += 1
            else:
                self.failed += 1
                print("FAILED", what, *[str(f)[:300] for f in found])

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)


def play_to_end(server, match, tokens, most=5000):
    """The seats decide in turn, always the first that is legal; the last state."""
    any_token = next(t for t in tokens.values() if t)
    state = server.get(f"/api/match/{match}", any_token)[1]
    for _ in range(most):
        if state["over"]:
            return state
        token = tokens[state["asks"]["seat"]]
        state = server.get(f"/api/match/{match}", token)[1]
        status, state = server.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", token)
        if status != 200:
            raise RuntimeError(state)
    raise RuntimeError("the match did not end")
