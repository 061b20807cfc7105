#!/usr/bin/env python3
"""disk.py: what becomes of the table when its disk is full, its file is moved, deleted, replaced, written to or damaged:
nothing is acknowledged that is not stored, nothing acknowledged is lost, everybody is told, and play goes on.

The disk is full in two ways: the worker may let no file grow (RLIMIT_FSIZE: everywhere), and, where one may mount,
on a real file system of 2 MB. Ends with "N passed, N failed".
"""
import os
import pathlib
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from table import PROGRAM, Checks, Listener, Server, play_to_end

check = Checks()
HOT = "game null\nseat blue person holder me\nseat red person holder me\n"
OPEN = "game null\nseat blue person\nseat red open\n"
BOT = "game null\nprivate\nseat blue person\nseat red bot random\n"


def limit_files(s, most):
    """No file of the worker may grow beyond it; None: as it was."""
    hard = resource.prlimit(s.worker(), resource.RLIMIT_FSIZE)[1]
    resource.prlimit(s.worker(), resource.RLIMIT_FSIZE, (hard if most is None else most, hard))


class Match:
    """Played by one person for both sides, a decision at a time; what was acknowledged is counted."""

    def __init__(self, s, order=HOT):
        self.s, self.acknowledged, self.refused = s, 0, []
        self.id, tokens = s.new(order)
        self.at, self.tokens = f"/api/match/{self.id}", tokens
        self.token = next(t for t in tokens.values() if t)

    def state(self):
        return self.s.get(self.at, self.token)

    def decide(self, name=""):
        """(status, reply) of one decision."""
        status, state = self.state()
        if status != 200 or not state["legal"]:
            return status, state
        return self.do(f"{state['seq']} {name} {state['legal'][0]['do']}")

    def do(self, body):
        status, reply = self.s.post(self.at + "/do", body, self.token)
        if status == 200:
            self.acknowledged = reply["seq"]
        else:
            self.refused.append((status, reply.get("error")))
        return status, reply


def until(holds, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def store_is(s, what, seconds=60):
    return until(lambda: s.get("/health")[1].get("store") == what, seconds)


def full(s, fill, make_room, what):
    """The disk is full, and then it is not."""
    m, talk, bot = Match(s), Match(s, OPEN), Match(s, BOT)
    check("plays", m.decide()[0] == 200)
    before = m.state()[1]
    listener = Listener(s, m.id, m.token)
    check("listens", listener.wait(lambda kind, n, data: kind == "state"))
    fill()
    body = f"{before['seq']} @twice {before['legal'][0]['do']}"
    status, reply = m.do(body)
    check(f"{what}: a decision is refused", status == 507 and "full" in reply["error"], status, reply)
    check("again, before it is tried", m.do(body)[0] == 507)
    for path, asks in (("/api/match", HOT), (talk.at + "/chat", "hello"), (talk.at + "/join", "seat red"), (m.at + "/resign", "1"),
                       (m.at + "/draw", "1 offer"), (m.at + "/undo", "1")):
        token = None if path.endswith(("join", "match")) else talk.token if "chat" in path else m.token
        status, reply = s.post(path, asks, token)
        check(f"{what}: {path.split('/')[-1]} is refused", status == 507 and reply["error"], status, reply)
    status, state = m.state()
    check("what was stored can be seen", status == 200 and state["seq"] == before["seq"] and state["legal"] == before["legal"])
    check("and asked about", s.post(m.at + "/why", before["legal"][0]["do"], m.token)[0] == 200)
    check("whoever listens is not told of what was not stored",
          all(data["seq"] <= before["seq"] for kind, n, data in listener.events if kind == "state"))
    check("the server lives", s.get("/health")[0] == 200 and s.get("/health")[1]["store"] == "full", s.get("/health"))
    status, health = s.get("/ready")
    check("it is not ready", status == 507 and health["store"] == "full" and "full" in health["error"] and not health["ok"], health)
    status, reply = bot.decide()
    check("nor does the computer play", bot.acknowledged == 0 or status == 507)
    make_room()
    check(f"{what}: there is room again", store_is(s, "fine") and s.get("/ready")[0] == 200, s.get("/ready"))
    status, reply = m.do(body)
    check("the same decision is done", status == 200 and reply["seq"] == before["seq"] + 1, status, reply)
    status, reply = m.do(body)
    check("once", status == 200 and reply.get("repeated") and reply["seq"] == before["seq"] + 1, status, reply)
    check("others sit down", s.post(talk.at + "/join", "seat red")[0] == 200)
    check("a new match", s.post("/api/match", HOT)[0] == 200)
    check("it is played to its end", play_to_end(s, m.id, m.tokens)["over"])
    bot.decide()
    check("the computer plays on", until(lambda: bot.state()[1]["mine"] or bot.state()[1]["over"]), bot.state())
    check("and nothing crashed", s.get("/health")[1]["restarts"] == 0)
    listener.close()
    return [m, talk, bot]


def full_on_and_off(s, fill, make_room):
    """While many play."""
    matches, ends = [Match(s) for _ in range(6)], threading.Event()

    def play(m):
        while not ends.is_set():
            status, state = m.decide(f"@{time.monotonic()}")
            if status == 200 and state["over"]:
                fresh = None
                while not fresh and not ends.is_set():
                    try:
                        fresh = Match(s)
                    except RuntimeError:
                        time.sleep(0.05)
                if fresh:
                    done.append((m.id, m.tokens, m.acknowledged))
                    m.__dict__.update(fresh.__dict__, refused=m.refused)

    done = []
    threads = [threading.Thread(target=play, args=(m,)) for m in matches]
    for t in threads:
        t.start()
    for _ in range(6):
        time.sleep(0.3)
        fill()
        time.sleep(0.3)
        make_room()
    store_is(s, "fine")
    ends.set()
    for t in threads:
        t.join()
    check("some were refused", any(m.refused for m in matches))
    check("with 507 alone", {status for m in matches for status, _ in m.refused} <= {507, 409}, [m.refused for m in matches])
    check("no worker crashed", s.get("/health")[1]["restarts"] == 0)
    return done + [(m.id, m.tokens, m.acknowledged) for m in matches]


def all_there(s, played):
    for id, tokens, acknowledged in played:
        token = next(t for t in tokens.values() if t)
        status, state = s.get(f"/api/match/{id}", token)
        check("nothing acknowledged is lost", status == 200 and state["seq"] >= acknowledged, status, state)
        status, journal = s.get(f"/api/match/{id}/journal", token)
        if status == 200:
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(journal)
                file.flush()
                done = subprocess.run([PROGRAM, "replay", file.name, "--check"], capture_output=True, text=True)
            check("and it replays", done.returncode in (0, 4), done.stdout)     # 4: it runs, so its secret is not told


def limited():
    with tempfile.TemporaryDirectory() as folder:
        s = Server(folder, "--rate", 100000).start()
        played = full(s, lambda: limit_files(s, 1), lambda: limit_files(s, None), "no file may grow")
        rest = full_on_and_off(s, lambda: limit_files(s, 1), lambda: limit_files(s, None))
        check("the log says it", "event=store is=fine" in s.log() and "event=lost lines=" in s.log(), s.log()[-600:])
        check("it ends in good order", s.end() == 0)
        s = Server(folder, "--rate", 100000).start()
        all_there(s, rest + [(m.id, m.tokens, m.acknowledged) for m in played])
        check("it ends in good order", s.end() == 0)


def on_a_small_disk(folder):
    """In a mount of its own: 2 MB, and a file that takes all of it."""
    folder = pathlib.Path(folder)
    s = Server(folder, "--rate", 100000).start()
    matches = [Match(s) for _ in range(4)]
    filler = folder / "filler"

    def fill():
        with open(filler, "wb", buffering=0) as f:
            for size in (65536, 4096, 1):
                try:
                    while True:
                        f.write(b"x" * size)
                except OSError:
                    pass
        for _ in range(2000):        # what the log has left of its last block is room
            if store_is(s, "full", 0) or matches[0].decide()[0] == 507:
                return
            if matches[0].state()[1]["over"]:
                matches[0] = Match(s)

    played = full(s, fill, filler.unlink, "a full disk")
    check("it ends in good order", s.end() == 0)
    s = Server(folder, "--rate", 100000).start()
    all_there(s, [(m.id, m.tokens, m.acknowledged) for m in matches + played])
    check("it ends in good order", s.end() == 0)


def small_disk():
    """Where one may mount: this again, in a name space of its own."""
    with tempfile.TemporaryDirectory() as folder:
        script = f"mount -t tmpfs -o size=2m grognard {folder} && exec {sys.executable} {__file__} {folder}"
        if subprocess.run(["unshare", "-m", "sh", "-c", f"mount -t tmpfs -o size=1m grognard {folder}"], capture_output=True).returncode:
            print("no real full disk was tried: one may not mount here")
            return
        done = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, timeout=300)
        found = re.search(r"(\d+) passed, (\d+) failed", done.stdout)
        check("a full disk", found and found.group(2) == "0" and done.returncode == 0, done.stdout, done.stderr)
        check.passed += int(found.group(1)) if found else 0


def refuses_all(s, m, what):
    check(f"{what}: it is noticed within a second", store_is(s, what, 1.0), s.get("/health"))
    check(f"{what}: the server lives", s.get("/health")[0] == 200)
    status, health = s.get("/ready")
    check(f"{what}: it is not ready", status == 503 and health["error"] and not health["ok"], health)
    for method, path, body in (("GET", m.at, None), ("GET", "/api/matches", None), ("GET", m.at + "/journal", None), ("GET", m.at + "/events", None),
                               ("POST", m.at + "/do", "1 done"), ("POST", "/api/match", HOT), ("POST", m.at + "/chat", "hello")):
        status, reply = s.ask(method, path, body, m.token)
        check(f"{what}: {method} {path}", status == 503 and "database" in reply["error"], status, reply)
    check(f"{what}: what needs no store is there", s.get("/api/games")[0] == 200)


def moved():
    """The file, its log, the log's index: moved away, and put back."""
    with tempfile.TemporaryDirectory() as folder:
        s = Server(folder, "--rate", 100000).start()
        m, bot = Match(s), Match(s, BOT)
        check("plays", m.decide()[0] == 200)
        for ending in ("", "-wal", "-shm"):
            file = str(s.db) + ending
            os.rename(file, file + ".away")
            refuses_all(s, m, "gone")
            if not ending:
                shutil.copy(file + ".away", file)
                time.sleep(0.6)
                refuses_all(s, m, "gone")
            os.rename(file + ".away", file)
            check("it is put back", store_is(s, "fine"), s.get("/health"))
            status, reply = m.decide()
            check("and play goes on", status == 200 and reply["seq"] == m.acknowledged, status, reply)
        race(s)
        check("nothing crashed", s.get("/health")[1]["restarts"] == 0)
        check("it ends in good order", s.end() == 0)
        s.start()
        check("all is there", m.state()[1]["seq"] == m.acknowledged)
        os.unlink(s.db)
        refuses_all(s, m, "gone")
        s.db.write_bytes(b"something else")
        time.sleep(0.6)
        refuses_all(s, m, "gone")
        check("it ends in good order", s.end() == 0)


def race(s):
    """Moved away and put back while somebody plays as fast as he can: whatever was acknowledged is there."""
    m = Match(s)
    for i in range(10):
        os.rename(s.db, str(s.db) + ".away")
        end, done = time.monotonic() + 0.2, 0
        while time.monotonic() < end:
            done += m.decide(f"@{i}{time.monotonic()}")[0] == 200
        check("nothing is acknowledged any more", done == 0, done)
        os.rename(str(s.db) + ".away", s.db)
        store_is(s, "fine")
        status, state = m.state()
        check("what was acknowledged is there", state["seq"] >= m.acknowledged, state)
        if state["over"]:
            m = Match(s)


def written_to():
    """A copy is put over the file while the server runs, and a byte is changed in it."""
    for how in (lambda db, copy: shutil.copyfile(copy, db), lambda db, copy: os.truncate(db, 8192)):
        with tempfile.TemporaryDirectory() as folder:
            s = Server(folder, "--rate", 100000).start()
            m = Match(s)
            check("it ends in good order", s.end() == 0)
            shutil.copyfile(s.db, str(s.db) + ".copy")
            s.start()
            check("plays", m.decide()[0] == 200)
            how(s.db, str(s.db) + ".copy")
            refuses_all(s, m, "changed")
            time.sleep(1)
            refuses_all(s, m, "changed")
            check("it ends in good order", s.end() == 0)


def begin(s):
    return subprocess.run([PROGRAM, "serve", "--port", "0", "--db", str(s.db)], capture_output=True, text=True, timeout=60)


def damaged():
    with tempfile.TemporaryDirectory() as folder:
        s = Server(folder, "--rate", 100000).start()
        sound, wound = Match(s), Match(s)
        while len(wound.refused) < 1 and wound.acknowledged < 5:
            wound.decide()
        check("it ends in good order", s.end() == 0)
        db = sqlite3.connect(s.db)
        db.execute("DELETE FROM changes WHERE match=? AND seq=3", (wound.id,))
        db.commit()
        db.close()
        s.start()
        status, reply = wound.state()
        check("a match that is not whole is not served", status == 503 and "change 3 is missing" in reply["error"], status, reply)
        status, reply = s.get(wound.at + "/journal", wound.token)
        check("nor is its journal", status == 503 and "change 3 is missing" in reply["error"], status, reply)
        check("the others play on", play_to_end(s, sound.id, sound.tokens)["over"])
        check("it ends in good order", s.end() == 0)
        data = bytearray(s.db.read_bytes())
        at = len(data) // 8192 * 4096
        data[at:at + 4096] = b"\xff" * 4096
        s.db.write_bytes(data)
        done = begin(s)
        check("a damaged file is not served", done.returncode == 3 and "is damaged" in done.stderr and "sound copy" in done.stderr, done)
        check("and left as it is", s.db.read_bytes() == bytes(data))
        s.db.write_bytes(b"no database at all" * 100)
        check("nor what is none", begin(s).returncode == 3)


def main():
    if len(sys.argv) > 1:
        on_a_small_disk(sys.argv[1])
    else:
        limited()
        small_disk()
        moved()
        written_to()
        damaged()
    check.finish()


main()
