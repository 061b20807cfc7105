#!/usr/bin/env python3
"""network.py [FAULT=N…]: the whole of it as it would be in the world: three servers and two thinkers on machines of their own (network
namespaces), one PostgreSQL, haproxy before them; people play 40 matches through it, some against computers, and one at each server himself.

cuts: the link between a server and the store is cut, both ways or one, for up to `seconds`: the others do not wait; the one that is cut off
says nothing that is not stored, and comes back by itself. kills: kill -9 of a server, of its worker, of a thinker in turn: matches are
answered elsewhere within two seconds, thoughts are taken up within their limit and two more. stops: SIGSTOP of a server or a thinker for
`asleep` seconds. away: PostgreSQL is killed with all its processes: play within five seconds of its return. Whatever happened: every decision
that was acknowledged stands, once, in order. Ends with "N passed, N failed".
"""
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

from many import BOT, HOT, Player, acked, check, hold, stop_players
from namespaces import Machine, in_own_network
from postgres import Postgres
from table import PROGRAM, TREE, Server, pace, settled, until
from think import LIMIT, Thinker

TIMES = {"cuts": 3, "seconds": 3, "kills": 6, "stops": 2, "asleep": 3, "away": 1} | {k: int(n) for k, n in (a.split("=") for a in sys.argv[1:])}
MATCHES, AGAINST_COMPUTERS, DOOR = 40, 8, 8080


class Proxy:
    """haproxy, with the backend of examples/deploy over these servers."""
    host, port = "127.0.0.1", DOOR

    def __init__(self, folder, servers):
        backend = (TREE / "examples/deploy/haproxy-grognard.cfg").read_text().partition("\nbackend grognard\n")[2]
        backend = re.sub(r"(?m)^    (# )?server .*\n|^    # more servers.*\n", "", backend)
        backend += "".join(f"    server s{i} {s.host}:{s.port}\n" for i, s in enumerate(servers))
        (folder / "haproxy.cfg").write_text(
            "global\n    maxconn 400\ndefaults\n    mode http\n    timeout connect 2s\n    timeout client 60s\n    timeout server 60s\n"
            f"frontend door\n    bind 127.0.0.1:{DOOR}\n    default_backend grognard\nbackend grognard\n" + backend)
        self.process = subprocess.Popen(["haproxy", "-db", "-f", folder / "haproxy.cfg"], stderr=subprocess.DEVNULL)


class Thoughtful(Player):
    pause = 0.2


class World:
    def __init__(self, folder):
        self.pg = Postgres("-c", "listen_addresses=*", "-c", "log_lock_waits=on")
        with open(self.pg.folder / "data/pg_hba.conf", "a") as f:
            f.write("host all all 10.9.0.0/16 trust\n")
        self.pg.start()
        self.pg.new("many")
        self.machines = [Machine(i) for i in range(5)]
        self.servers = [self.server(folder, m) for m in self.machines[:3]]
        threads = [threading.Thread(target=s.start) for s in self.servers]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.thinkers = [self.thinker(folder, m) for m in self.machines[3:]]
        self.proxy = Proxy(folder, self.servers)
        self.witnesses = [Thoughtful([s], 900 + i) for i, s in enumerate(self.servers)]     # each at his own server alone
        alone = [Thoughtful([self.proxy], i, HOT) for i in range(MATCHES - AGAINST_COMPUTERS)]
        self.against = [Thoughtful([self.proxy], 100 + i, BOT) for i in range(AGAINST_COMPUTERS)]
        self.alone, self.people = alone + self.witnesses, alone + self.against
        for p in self.alone + self.against:
            p.start()
        check("all begin", until(lambda: all(p.matches and p.matches[0]["acked"] for p in self.alone + self.against), 60) is not None)

    def url(self, machine):
        return f"postgresql://grognard@{machine.store}/many"

    def server(self, folder, machine):
        place = folder / machine.name
        place.mkdir()
        s = Server(place, "--rate", 1000000, "--unbegun", 100000, "--workers", 0, "--bind", machine.host, port=1815, db=self.url(machine))
        s.host, s.before = machine.host, machine.before
        return s

    def thinker(self, folder, machine):
        t = Thinker(folder / machine.name, self.pg, self.url(machine), "--workers", 1, "--bot-ms", 20)
        t.before = machine.before
        return t.start()

    def go_on(self, who, seconds):
        """How long until each of them has been answered again, on an average; None: it took longer."""
        mark = acked(who)
        return until(lambda: acked(who) >= mark + len(who), seconds)


def longest(players):
    return max(p.longest for p in players)


def forget(players):
    for p in players:
        p.longest = 0.0


def stored(w, player):
    """Right now: nothing was said to him that is not there."""
    said = {(m["id"], request) for m in player.matches for request in m["acked"]}
    rows = {tuple(row) for row in w.pg.ask("SELECT match, request FROM changes WHERE request<>''", "many")}
    check("nothing is said that is not stored", said <= rows, said - rows)


def cuts(w, n, luck):
    """(the longest that others waited for an answer, at their own servers and through the proxy, and until the one that was cut off was back)"""
    beside = through = back = 0
    for i in range(n):
        k, way = i % 3, ("both", "out", "in")[i // 3 % 3 if n > 3 else i % 3]
        others = [x for x in w.witnesses if x is not w.witnesses[k]]
        w.machines[k].cut(way)
        said = settled(lambda: acked([w.witnesses[k]]))      # what was on its way has arrived
        forget(w.witnesses + w.people)
        mark = [acked([x]) for x in others]
        stored(w, w.witnesses[k])
        time.sleep(luck.uniform(1, TIMES["seconds"]))
        check("the others play on", until(lambda: all(acked([x]) > m for x, m in zip(others, mark)), 4) is not None, way)
        late = acked([w.witnesses[k]]) - said
        check("the one that is cut off says no more than what was on its way", late <= 1, way, late)
        stored(w, w.witnesses[k])
        beside = max(beside, longest(others))
        w.machines[k].mend(way)
        took = until(lambda: acked([w.witnesses[k]]) > said + late, 30)
        check("it comes back by itself", took is not None and took < 12, way, took)
        back = max(back, took or 99)
        check("all play", w.go_on(w.people, 30) is not None)
        through = max(through, longest(w.people))
    check("none of them waits", beside < 4, beside)
    return f"others answered within {beside:.1f} s, through the proxy {through:.1f} s; back after {back:.1f} s"


def kills(w, n):
    """(the longest until a match was answered elsewhere, and until thoughts were taken up)"""
    elsewhere = taken = 0
    for i in range(n):
        if i % 3 == 2:
            t = w.thinkers[i // 3 % 2]
            t.kill()
            took = until(lambda: not t.has(), LIMIT + 5)
            check("its thoughts are taken up in time", took is not None and took < LIMIT + 2, took)
            taken = max(taken, took or 99)
            t.start()
            continue
        k = (i // 3 * 2 + i % 3) % 3
        victim, match = w.servers[k], w.witnesses[k].matches[-1]
        if i % 3:
            os.kill(victim.worker(), signal.SIGKILL)
        else:
            victim.process.kill()
            victim.process.wait()
            victim.process.stdout.close()
        began = pace()
        status = w.servers[(k + 1) % 3].get(f"/api/match/{match['id']}", match["token"])[0]
        took = pace() - began
        check("answered elsewhere within two seconds", status == 200 and took < 2, status, took)
        elsewhere = max(elsewhere, took)
        check("all play", w.go_on(w.people, 30) is not None)
        if i % 3 == 0:
            victim.start()
        check("it is back", until(lambda: w.go_on([w.witnesses[k]], 10) is not None, 30) is not None)
    return f"elsewhere after {elsewhere:.2f} s, thoughts after {taken:.1f} s"


def stops(w, n):
    for i in range(n):
        asleep = (w.servers + w.thinkers)[i * 3 % 5]
        worker = asleep.worker()
        os.kill(worker, signal.SIGSTOP)
        others = [x for x, s in zip(w.witnesses, w.servers) if s is not asleep]
        mark = [acked([x]) for x in others]
        time.sleep(TIMES["asleep"])
        check("others play on", until(lambda: all(acked([x]) > m for x, m in zip(others, mark)), 4) is not None)
        os.kill(worker, signal.SIGCONT)
        check("all play", w.go_on(w.people + w.witnesses, 30) is not None)


def away(w, n):
    slowest = 0
    for _ in range(n):
        w.pg.kill()
        w.pg.start()
        took = w.go_on(w.people, 30)
        check("play within five seconds of its return", took is not None and took < 5, took)
        slowest = max(slowest, took or 99)
    return f"{slowest:.1f} s"


def ends(w):
    stop_players(w.alone + w.against)
    hold(w.pg, w.alone, alone=True)
    hold(w.pg, w.against, alone=False)
    for s in w.servers:
        check("each lives", s.process.poll() is None)
        check("no match is blamed", all(m == "-" for m in s.crashes()), s.crashes())
        check("it ends well", s.end() == 0)
    for t in w.thinkers:
        check("a thinker ends well", t.end() == 0, t.log()[-300:])
    w.proxy.process.kill()
    looked = subprocess.run([PROGRAM, "db", "check", w.pg.url("many")], capture_output=True, text=True)
    check("every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)
    check("nobody locked anybody out", "deadlock" not in w.pg.log())
    w.pg.end()


def main():
    in_own_network()
    with tempfile.TemporaryDirectory() as folder:
        w, luck, said = World(pathlib.Path(folder)), random.Random(7), []
        for name, run in (("cuts", lambda n: cuts(w, n, luck)), ("kills", lambda n: kills(w, n)), ("stops", lambda n: stops(w, n)),
                          ("away", lambda n: away(w, n))):
            began = time.monotonic()
            result = run(TIMES[name]) if TIMES[name] else None
            said.append(f"{TIMES[name]} {name} {time.monotonic() - began:.0f} s {f'({result})' if result else ''}")
        decisions = acked(w.alone + w.against)
        ends(w)
        print("; ".join(said) + f"; {decisions} decisions, {sum(p.stale for p in w.alone + w.against)} stale")
    check.finish()


if __name__ == "__main__":
    main()
