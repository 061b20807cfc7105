#!/usr/bin/env python3
"""many.py [EFFORT] [FAULT=N…]: three servers on one PostgreSQL. What one takes is shown by the others; two that are given a decision for the same
number at the same moment: one stands, the other is told that it is stale; servers are killed, stopped and made deaf while people and
computers play, and nothing that was acknowledged is lost or done twice. EFFORT, in percent, is of races and faults; `races=10000` says how many of one kind, and that no
other part is wanted but such as are named so. Ends with "N passed, N failed".
"""
import http.client
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from postgres import Postgres
from table import PROGRAM, Checks, Listener, Server, ask, free_port, pace, until

check = Checks()
EFFORT = next((int(a) for a in sys.argv[1:] if "=" not in a), 100)
ASKED = dict(a.split("=") for a in sys.argv[1:] if "=" in a)
HOT = "game null\nseat blue person holder me\nseat red person holder me\n"
TWO = "game null\nseat blue person\nseat red person\n"
OPEN = "game null\nseat blue person\nseat red open\n"
BOT = "game null\nseat blue person\nseat red bot cadet\n"
BOTS = "game null\nseat blue bot cadet\nseat red bot cadet\n"


def times(n, fault=""):
    return int(ASKED.get(fault) or max(1, n * EFFORT // 100))


def begin(folder, url, n, *options):
    servers = []
    for i in range(n):
        place = pathlib.Path(folder) / f"s{i}"
        place.mkdir(parents=True, exist_ok=True)
        servers.append(Server(place, "--rate", 1000000, "--metrics", f"127.0.0.1:{free_port()}", *options, db=url))
    threads = [threading.Thread(target=s.start) for s in servers]   # all at once: tables are made once
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return servers


def metric(server, name):
    where = server.options[server.options.index("--metrics") + 1]
    connection = http.client.HTTPConnection(where, timeout=20)
    text = ask(connection, "GET", "/metrics")[1]
    connection.close()
    return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.M).group(1))


def state_of(server, match, token):
    return server.get(f"/api/match/{match}", token)[1]


def decide(server, match, token, state, name=""):
    return server.post(f"/api/match/{match}/do", f"{state['seq']} {name} {state['legal'][0]['do']}", token)


# ---- one truth ----

def shown(servers):
    """Whoever listens to another server is shown it, soon, and in what has changed only."""
    match, tokens = servers[0].new(HOT)
    token = tokens["blue"]
    state = state_of(servers[0], match, token)
    whole = [Listener(s, match, token) for s in servers]
    brief = [Listener(s, match, token, delta=True) for s in servers]
    strange = Listener(servers[2], match)
    for l in [*whole, *brief]:
        l.wait(lambda kind, n, data: kind == "state")
    slowest = 0
    for i in range(12):
        status, state = decide(servers[i % 3], match, token, state, f"@a{i}")
        check("a decision at any server", status == 200, status, state)
        began = pace()
        for l in [*whole, *brief, strange]:
            seen = l.wait(lambda kind, n, data: kind == "state" and data["seq"] == state["seq"], 5)
            check("all are shown it", seen is not None, i, state["seq"])
            slowest = max(slowest, pace() - began)
    check("within a second and a half", slowest < 1.5, slowest)
    for l in [*whole, *brief]:
        seqs = [data["seq"] for kind, n, data in l.events if kind == "state"]
        check("in order", seqs == sorted(seqs), seqs)
        last = [data for kind, n, data in l.events if kind == "state"][-1]
        now = state_of(servers[0], match, token)
        check("as it is", all(last[k] == now[k] for k in ("seq", "entries", "view", "legal", "asks", "over")), last["seq"], now["seq"])
    check("not the whole of it", all("delta" in [k for k, n in l.sizes] for l in brief), [l.sizes for l in brief])
    check("nobody was turned away", all(l.is_alive() for l in [*whole, *brief, strange]))
    for l in [*whole, *brief, strange]:
        l.close()
    return slowest


def talk(servers):
    """What has no number: chat, names, seats, offers, letting the computer play, resigning."""
    a, b, c = servers
    match, tokens = a.new(OPEN)
    blue = Listener(c, match, tokens["blue"])
    blue.wait(lambda kind, n, data: kind == "state")
    status, joined = b.post(f"/api/match/{match}/join", 'seat red name "Rosa"')
    red = joined["token"]
    check("one joins at another server", status == 200, joined)
    check("and is known at a third, at once", c.get(f"/api/match/{match}", red)[1].get("you") == "red")
    check("his name too", until(lambda: "Rosa" in json.dumps(a.get(f"/api/match/{match}", tokens["blue"])[1]["seats"])) is not None)
    check("the seat is not open any more", a.post(f"/api/match/{match}/join", "seat red")[0] == 409)
    for i, s in enumerate([a, b, c, a, b, c]):
        status, said = s.post(f"/api/match/{match}/chat", f"line {i}", red if i % 2 else tokens["blue"], headers={"X-Request-Id": f"c{i}"})
        check("talk at any server", status == 200, said)
        again = servers[(i + 1) % 3].post(f"/api/match/{match}/chat", f"line {i}", red if i % 2 else tokens["blue"],
                                          headers={"X-Request-Id": f"c{i}"})
        check("once, however often it is said", again[0] == 200, again)
    check("all hear it", blue.wait(lambda kind, n, data: kind == "chat" and data["text"] == "line 5", 5))
    lines = [data["text"] for kind, n, data in blue.events if kind == "chat"]
    check("each line once and in order", lines == [f"line {i}" for i in range(6)], lines)
    # presence
    there = Listener(b, match, red)
    online = lambda data: {s["seat"]: s["online"] for s in data["seats"]}
    check("who comes to another server is seen", blue.wait(
        lambda kind, n, data: kind in ("presence", "state") and online(data)["red"], 5))
    there.close()
    for i in range(3):      # that nobody listens any more is noticed when something is said
        a.post(f"/api/match/{match}/chat", "are you there?", tokens["blue"])
        time.sleep(0.1)
    gone = until(lambda: not online(state_of(c, match, tokens["blue"]))["red"])
    check("who goes, too", gone is not None, gone)
    # offers
    state = state_of(a, match, tokens["blue"])
    status, state = decide(a, match, tokens["blue"], state)
    check("blue decides", status == 200, state)
    status, state = b.post(f"/api/match/{match}/undo", f"{state['seq']} ask", tokens["blue"])
    check("blue asks to take back at another", status == 200, state)
    status, granted = c.post(f"/api/match/{match}/undo", f"{state['seq']} grant", red)
    check("red grants it at a third", status == 200, status, granted)
    check("all have gone back", blue.wait(lambda kind, n, data: kind == "state" and data["seq"] == granted["seq"], 5))
    check("no entry is left", until(lambda: state_of(a, match, red)["entries"] == granted["entries"]) is not None)
    status, state = a.post(f"/api/match/{match}/draw", f"{granted['seq']} offer", tokens["blue"])
    check("a draw is offered", status == 200, state)
    status, state = c.post(f"/api/match/{match}/draw", f"{state['seq']} accept", red)
    check("and agreed to elsewhere", status == 200 and state["over"], state)
    check("all see the end", blue.wait(lambda kind, n, data: kind == "state" and data["over"], 5))
    # one rematch, whoever asks where
    replies = at_once([lambda s=s, t=t: s.post(f"/api/match/{match}/rematch", "", t)
                       for s, t in [(a, tokens["blue"]), (b, red), (c, red)]])
    check("one rematch", all(r[0] == 200 for r in replies) and len({r[1]["match"] for r in replies}) == 1, replies)
    blue.close()


# What differs from server to server, or from moment to moment, and means nothing.
PASSING = ("clock", "seats")


def followed(servers, game, steps):
    """All hold a match; whatever one does to it the others read, and nothing else: what they show then is the same to the letter."""
    luck = random.Random(game)
    order = f"game {game}\n" + "".join(f"seat {side} person holder me\n" for side in sides_of(servers[0], game)) + "clock 72h +12h vacation 5d\n"
    match, tokens = servers[0].new(order)
    token = next(iter(tokens.values()))
    listeners = [Listener(s, match, token, delta=True) for s in servers]
    counted = lambda name: sum(metric(s, f"grognard_tables_{name}_total") for s in servers)
    before = counted("caught_up"), counted("reloaded")
    state = state_of(servers[0], match, token)
    for i in range(steps):
        s, what = luck.choice(servers), luck.randrange(12)
        if state["over"]:
            break
        if what == 0:
            status, now = s.post(f"/api/match/{match}/undo", f"{state['seq']} ask", token)
        elif what == 1:
            status, now = s.post(f"/api/match/{match}/vacation", f"{state['seq']} {0 if state['clock']['sides'][0]['away_until'] else 1}", token)
        elif what == 2:
            s.post(f"/api/match/{match}/chat", f"line {i}", token)
            continue
        else:
            status, now = s.post(f"/api/match/{match}/do", f"{state['seq']} @f{i} {luck.choice(state['legal'])['do']}", token)
        check("it is done, or refused by the rules", status == 200 or (status == 409 and not now.get("stale")), what, status, now)
        seq = now["seq"] if status == 200 else state["seq"]
        heard = [l.wait(lambda kind, n, data: kind == "state" and data["seq"] == seq) for l in listeners]
        check("all are shown it", all(heard), i, seq)
        looks = []
        same = lambda: looks.clear() or looks.extend(state_of(x, match, token) for x in servers) or all(
            {k: v for k, v in x.items() if k not in PASSING} == {k: v for k, v in looks[0].items() if k not in PASSING} for x in looks)
        check("all hold the same", until(same) is not None, i, what, [x["seq"] for x in looks])
        state = looks[0]
    journals = [s.get(f"/api/match/{match}/journal", token)[1] for s in servers]
    plain = {re.sub(r"(?m)^(#|seed ).*\n", "", j) for j in journals}       # times; and other dice to go on with, for whoever fetches it
    check("the journal too", len(plain) == 1, [len(j) for j in journals])
    for s, l in zip(servers, listeners):
        last = [data for kind, n, data in l.events if kind == "state"][-1]
        check("and is what was told", all(last[k] == state[k] for k in state if k not in PASSING + ("log", "log_from")), last["seq"], state["seq"])
        l.close()
    read, reloaded = counted("caught_up") - before[0], counted("reloaded") - before[1]
    check("what is new was read, not all of it", read >= steps and reloaded == 0, read, reloaded)
    return read


def sides_of(server, game):
    return next(g["sides"] for g in server.get("/api/games")[1]["games"] if g["id"] == game)


def seals(servers):
    """A seal that one has drawn another takes, once."""
    status, seal = servers[0].post("/api/seal")
    order = HOT + f"seal {seal['seal']} {seal['commitment']}\n"
    replies = at_once([lambda s=s: s.post("/api/match", order) for s in servers])
    check("a seal makes one match, wherever", sorted(r[0] for r in replies) == [200, 409, 409], replies)


def retries(servers):
    """The same request id at another server is done once."""
    a, b, c = servers
    match, tokens = a.new(HOT)
    token = tokens["blue"]
    for s in servers:
        state_of(s, match, token)       # all hold it
    state = state_of(a, match, token)
    for i in range(times(40)):
        if state["over"]:
            break
        first, again, third = random.sample(servers, 3)
        body = f"{state['seq']} @r{i} {random.choice(state['legal'])['do']}"
        status, now = first.post(f"/api/match/{match}/do", body, token)
        check("done", status == 200 and "repeated" not in now, status, now)
        status, then = again.post(f"/api/match/{match}/do", body, token)
        check("repeated elsewhere", status == 200 and then.get("repeated") and then["seq"] == now["seq"], status, str(then)[:200])
        if i % 2:
            both = at_once([lambda s=s: s.post(f"/api/match/{match}/do", body, token) for s in (again, third)])
            check("by all", all(r[0] == 200 and r[1].get("repeated") for r in both), both)
        state = then
    # sent to all at once
    match, tokens = a.new(HOT)
    token = tokens["blue"]
    state = state_of(a, match, token)
    for i in range(times(30)):
        if state["over"]:
            break
        body = f"{state['seq']} @s{i} {state['legal'][0]['do']}"
        replies = at_once([lambda s=s: s.post(f"/api/match/{match}/do", body, token) for s in servers])
        check("all are told yes", all(r[0] == 200 for r in replies), replies)
        check("one has done it", sum("repeated" not in r[1] for r in replies) == 1, [str(r)[:80] for r in replies])
        check("it is one", len({r[1]["seq"] for r in replies}) == 1)
        state = replies[0][1]


def at_once(calls):
    """All in the same moment; what they return."""
    gate, replies = threading.Barrier(len(calls)), [None] * len(calls)

    def run(i):
        gate.wait()
        replies[i] = calls[i]()
    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return replies


def races(pg, servers, n):
    """Different decisions for the same number at the same moment: exactly one stands, and is what all show."""
    luck, done, stale, end = random.Random(3), 0, 0, time.monotonic() + times(15)
    connections = [http.client.HTTPConnection("127.0.0.1", s.port, timeout=60) for s in servers]
    matches = []
    going = lambda: done < n and ("races" in ASKED or time.monotonic() < end or done < n // 5)   # on a busy machine fewer
    while going():
        match, tokens = servers[0].new(HOT)
        token = tokens["blue"]
        state = state_of(servers[0], match, token)
        matches.append(match)
        stands = []
        while not state["over"] and going():
            pair = luck.sample(range(len(servers)), 2)
            acts = [luck.choice(state["legal"])["do"] for _ in pair]
            replies = at_once([lambda k=k, i=i: ask(connections[k], "POST", f"/api/match/{match}/do",
                                                    f"{state['seq']} @q{done}-{i} {acts[i]}", token) for i, k in enumerate(pair)])
            won = [i for i in (0, 1) if replies[i][0] == 200]
            lost = [i for i in (0, 1) if replies[i][0] == 409 and replies[i][1].get("stale")]
            check("one stands, the other is stale", len(won) == 1 and len(lost) == 1, [str(r)[:200] for r in replies])
            if len(won) != 1 or len(lost) != 1:
                break
            now, other = replies[won[0]][1], replies[lost[0]][1]["state"]
            check("with the fresh state", other["seq"] == now["seq"] == state["seq"] + 1 and other["view"] == now["view"],
                  other["seq"], now["seq"])
            stands.append(f"@q{done}-{won[0]}")
            done += 1
            stale += 1
            state = now
        rows = pg.ask(f"SELECT request FROM changes WHERE match='{match}' AND request<>'' ORDER BY seq", "many")
        check("stored is what stood", [r[0] for r in rows] == stands, len(rows), len(stands))
    for c in connections:
        c.close()
    return stale


# ---- under faults ----

class Player(threading.Thread):
    """Plays a match at whatever server answers; what is not answered is asked again, elsewhere, with the same id. Notes what was
    acknowledged, and how long it was without an answer."""
    pause = 0       # seconds before a decision

    def __init__(self, servers, seed, order=HOT):
        super().__init__(daemon=True)
        self.servers, self.luck, self.order = servers, random.Random(seed), order
        self.matches, self.wrong, self.going, self.longest, self.stale, self.acked = [], [], True, 0.0, 0, 0

    def ask(self, method, path, body=None, token=None):
        began, at = pace(), self.luck.randrange(len(self.servers))
        while self.going:
            s = self.servers[at % len(self.servers)]
            at += 1
            connection = http.client.HTTPConnection(s.host, s.port, timeout=1)
            try:
                status, reply = ask(connection, method, path, body, token)
                if status not in (502, 503):
                    self.longest = max(self.longest, pace() - began)
                    return status, reply
                time.sleep(0.05)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
            finally:
                connection.close()
        return None, None

    def run(self):
        n = 0
        while self.going:
            status, made = self.ask("POST", "/api/match", self.order)
            if status != 200:
                continue
            match = {"id": made["match"], "token": made["seats"][0]["token"], "acked": {}}
            self.matches.append(match)
            state = None
            while self.going:
                if not state or not state["legal"]:
                    status, state = self.ask("GET", f"/api/match/{match['id']}", None, match["token"])
                    if status != 200:
                        if status is not None:
                            self.wrong.append(("state", status, str(state)[:200]))
                        break
                if state["over"]:
                    break
                if not state["legal"]:
                    time.sleep(0.05)
                    continue
                n += 1
                time.sleep(self.pause)
                status, reply = self.ask("POST", f"/api/match/{match['id']}/do",
                                         f"{state['seq']} @{n} {self.luck.choice(state['legal'])['do']}", match["token"])
                if status == 200:
                    match["acked"][f"@{n}"] = reply["seq"]
                    self.acked += 1
                    state = reply
                elif status == 409 and reply.get("stale"):
                    self.stale += 1
                    state = reply["state"]
                elif status is not None:
                    self.wrong.append((status, str(reply)[:200]))
                    state = None


def acked(players):
    return sum(p.acked for p in players)


def stop_players(players):
    for p in players:
        p.going = False
    for p in players:
        p.join(60)


def hold(pg, players, alone):
    """Every acknowledged decision is there, once, at its number; no gap. `alone`: nobody else decides in those matches."""
    rows = {}
    for match, seq, request in pg.ask("SELECT match, seq, request FROM changes ORDER BY match, seq", "many"):
        rows.setdefault(match, []).append((int(seq), request))
    lost = doubled = gaps = 0
    for p in players:
        check("nobody was told anything wrong", not p.wrong, p.wrong[:3])
        for m in p.matches:
            stored = rows.get(m["id"], [])
            gaps += [seq for seq, _ in stored] != list(range(len(stored)))
            where = {}
            for seq, request in stored:
                doubled += request != "" and request in where
                where[request] = seq
            # a retry is answered with the state of then: what stands is not behind what was said
            gone = [(request, seq, where.get(request)) for request, seq in m["acked"].items() if request not in where or where[request] > seq]
            check("what was acknowledged stands", not gone, m["id"], gone, stored[-3:])
            lost += len(gone)
            if alone:
                extra = len(stored) - 1 - len(m["acked"])
                check("nothing that nobody sent", extra in (0, 1), extra)
    check("nothing acknowledged is lost", lost == 0, lost)
    check("nothing is done twice", doubled == 0, doubled)
    check("no gaps", gaps == 0, gaps)


def kills(pg, servers, n):
    """kill -9 of a server, or of its worker, in turn, while people play at all of them."""
    players = [Player(servers, i) for i in range(6)]
    for p in players:
        p.start()
    for i in range(n):
        victim = servers[i % 3]
        mark = acked(players)
        if i % 2:
            os.kill(victim.worker(), signal.SIGKILL)
        else:
            victim.process.kill()
            victim.process.wait()
        went = until(lambda: acked(players) >= mark + 12)
        check("the others play on", went is not None, went)
        if i % 2 == 0:
            victim.process.stdout.close()
            victim.start()
    stop_players(players)
    hold(pg, players, alone=True)
    longest = max(p.longest for p in players)
    check("answered elsewhere soon", longest < 4, longest)  # whoever asks the dead one first waits for a second, at most twice
    return acked(players), longest


def away(pg, servers, n):
    """PostgreSQL itself is killed, with all its processes, and begun again: servers live on, and so does what was acknowledged."""
    players = [Player(servers, 100 + i) for i in range(6)]
    for p in players:
        p.start()
    until(lambda: acked(players) >= 12)
    for _ in range(n):
        pg.kill()
        pg.start()
        mark = acked(players)
        check("play goes on", until(lambda: acked(players) >= mark + 12, 60) is not None)
    stop_players(players)
    hold(pg, players, alone=True)
    check("they hear each other again", until(lambda: all(metric(s, "grognard_listening") == 1 for s in servers)) is not None)
    return acked(players)


def stops(pg, servers, n):
    """SIGSTOP: the others play its matches at once; awake, its listeners are shown the truth."""
    slowest = 0
    for i in range(n):
        victim, other = servers[i % 3], servers[(i + 1) % 3]
        match, tokens = victim.new(HOT)
        token = tokens["blue"]
        listener = Listener(victim, match, token)
        listener.wait(lambda kind, n, data: kind == "state")
        state = state_of(victim, match, token)
        worker = victim.worker()
        os.kill(worker, signal.SIGSTOP)
        until(lambda: ") T " in pathlib.Path(f"/proc/{worker}/stat").read_text())
        # a decision that reaches it asleep, and is taken when it wakes
        late = []
        sleeper = threading.Thread(target=lambda: late.append(
            victim.post(f"/api/match/{match}/do", f"{state['seq']} @late {state['legal'][-1]['do']}", token)))
        sleeper.start()
        time.sleep(0.2)
        for k in range(5):
            if state["over"]:
                break
            status, state = decide(other, match, token, state, f"@w{k}")
            check("others play it at once", status == 200, state)
        time.sleep(random.random())
        os.kill(worker, signal.SIGCONT)
        began = pace()
        seen = listener.wait(lambda kind, n, data: kind == "state" and data["seq"] == state["seq"], 5)
        slowest = max(slowest, pace() - began)
        check("awake, it shows the truth", seen is not None)
        sleeper.join(30)
        check("its old decision is stale", late and late[0][0] == 409 and late[0][1].get("stale"), str(late)[:200])
        check("with the fresh state", late and late[0][1]["state"]["seq"] == state["seq"], str(late)[:100])
        listener.close()
    check("within a second and a half of waking", slowest < 1.5, slowest)
    return slowest


def deaf(pg, servers, n):
    """Listening connections are ended again and again: whatever is told then is lost, and shown all the same."""
    match, tokens = servers[0].new(HOT)
    token = tokens["blue"]
    state = state_of(servers[0], match, token)
    listeners = [Listener(s, match, token) for s in servers]
    slowest = 0
    for i in range(n):
        if state["over"]:
            for l in listeners:
                l.close()
            match, tokens = servers[0].new(HOT)
            token = tokens["blue"]
            state = state_of(servers[0], match, token)
            listeners = [Listener(s, match, token) for s in servers]
        ended = pg.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%' AND datname='many'", "many")
        status, state = decide(servers[i % 3], match, token, state)
        check("a decision meanwhile", status == 200, state)
        began = pace()
        for l in listeners:
            check("shown all the same", l.wait(lambda kind, n, data: kind == "state" and data["seq"] == state["seq"], 5))
        slowest = max(slowest, pace() - began)
    check("some were ended", ended, ended)
    check("within a second and a half", slowest < 1.5, slowest)
    check("they hear again", until(lambda: all(metric(s, "grognard_listening") == 1 for s in servers)) is not None)
    for l in listeners:
        l.close()
    return slowest


def thinking(pg, servers):
    """Of matches between computers each is thought of by one server at a time; who dies leaves its own to the others."""
    made = []
    for i in range(24):
        made.append(servers[i % 3].new(BOTS)[0])
    ids = ",".join(f"'{m}'" for m in made)
    over = lambda: int(pg.ask(f"SELECT COUNT(*) FROM matches WHERE id IN ({ids}) AND over=1", "many")[0][0])
    servers[1].process.kill()
    servers[1].process.wait()
    servers[1].process.stdout.close()
    took = until(lambda: over() == len(made), 60)
    check("all are played to their end", took is not None, over())
    gaps = pg.ask(f"SELECT COUNT(*) FROM (SELECT match FROM changes WHERE match IN ({ids}) GROUP BY match HAVING COUNT(*)<>MAX(seq)+1) x",
                  "many")
    check("without gaps", gaps == [["0"]], gaps)
    servers[1].start()
    # a person's opponent is thought for wherever he decides
    match, tokens = servers[0].new(BOT)
    for i in range(15):
        s, looks = servers[i % 3], []

        def asked():
            looks.append(state_of(s, match, tokens["blue"]))    # another server's may be old for a moment
            return looks[-1]["over"] or looks[-1]["legal"]
        check("the computer answers", until(asked, 10) is not None, i)
        if looks[-1]["over"] or not looks[-1]["legal"]:
            break
        status, reply = decide(s, match, tokens["blue"], looks[-1])
        check("a person decides", status == 200 or reply.get("stale"), status, reply)
    overtaken = sum(metric(s, 'grognard_store_jobs_total{end="overtaken"}') for s in servers)
    left = until(lambda: pg.ask(f"SELECT COUNT(*) FROM jobs WHERE match IN ({ids})", "many") == [["0"]], 20)
    check("nobody thinks of what is over", left is not None)
    return overtaken


def presence_of_the_dead(pg, servers):
    """Who listened to a server that was killed is not there any more, soon."""
    match, tokens = servers[0].new(TWO)
    red = Listener(servers[2], match, tokens["red"])
    online = lambda: {s["seat"]: s["online"] for s in state_of(servers[0], match, tokens["blue"])["seats"]}
    check("he is there", until(lambda: online()["red"]) is not None)
    servers[2].process.kill()
    servers[2].process.wait()
    servers[2].process.stdout.close()
    red.close()
    gone = until(lambda: not online()["red"], 15)
    check("and is not, when his server is dead", gone is not None and gone < 8, gone)
    servers[2].start()


def all_parts(pg, servers, part):
    part("shown", lambda: shown(servers))
    for game in ("null", "waterloo-200"):
        part("followed", lambda: followed(servers, game, times(60)))
    for _ in range(times(8)):       # a listener that was not woken was one in a hundred
        part("talk", lambda: talk(servers))
    part("seals", lambda: seals(servers))
    part("retries", lambda: retries(servers))
    part("races", lambda: races(pg, servers, times(300, "races")))
    part("deaf", lambda: deaf(pg, servers, times(20, "deaf")))
    part("stops", lambda: stops(pg, servers, times(4, "stops")))
    part("away", lambda: away(pg, servers, times(1, "away")))
    part("kills", lambda: kills(pg, servers, times(9, "kills")))
    part("thinking", lambda: thinking(pg, servers))
    part("presence", lambda: presence_of_the_dead(pg, servers))


def main():
    with tempfile.TemporaryDirectory() as folder:
        pg = Postgres("-c", "log_min_messages=warning", "-c", "log_lock_waits=on").start()
        url = pg.new("many")
        servers = begin(folder, url, 3, "--bot-ms", 20)
        random.seed(7)
        said = []       # seconds of each part, and the slowest that was shown, the races, decisions, jobs overtaken

        def part(name, run):
            if ASKED and name not in ASKED:
                return
            began = time.monotonic()
            result = run()
            said.append(f"{name} {time.monotonic() - began:.1f} s {result if result is not None else ''}")
        all_parts(pg, servers, part)
        for s in servers:
            check("each lives", s.process.poll() is None)
            check("no match is blamed", all(m == "-" for m in s.crashes()), s.crashes())
            code = s.end()
            check("it ends well", code == 0, code, s.log()[-280:])
        check("nobody is left", pg.ask("SELECT COUNT(*) FROM presence p JOIN servers s ON s.id=p.server AND beat>now()-interval '5 s'",
                                       "many") == [["0"]])
        looked = subprocess.run([PROGRAM, "db", "check", url], capture_output=True, text=True)
        check("every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)
        check("nobody locked anybody out", "deadlock" not in pg.log())
        print("; ".join(said))
        pg.end()
    check.finish()


if __name__ == "__main__":
    main()
