#!/usr/bin/env python3
"""network.py [FAULT=N…]: the whole of it as it would be in the world: three servers and two thinkers on machines of their own (network
namespaces), one PostgreSQL, haproxy before them; people play 40 matches through it, some against computers, and one at each server himself.

cuts: the link between a server and the store is cut, both ways or one, for up to `seconds`: the others do not wait; the one that is cut off
says nothing that is not stored, and comes back by itself. kills: kill -9 of a server, of its worker, of a thinker in turn: matches are
answered elsewhere within two seconds, thoughts are taken up within their limit and two more. stops: SIGSTOP of a server or a thinker for
`asleep` seconds. away: PostgreSQL is killed with all its processes: streams stay, play within five seconds of its return. Whatever happened:
every decision that was acknowledged stands, once, in order. Faults of a kind go on at all servers at once but the last (and at all thinkers
but the last), each when the one before it at that machine is over; `servers` and `thinkers`: how many there are. Ends with "N passed, N failed".
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

from many import BOT, HOT, Player, acked, check, decide, hold, state_of, stop_players
from namespaces import Machine, in_own_network
from postgres import Postgres, await_state
from table import PROGRAM, TREE, Listener, Server, in_lanes, pace, settled, until
from think import LIMIT, Thinker

CONNECTIONS = 9     # of a server or thinker: docs/operating.md
GIVEN_UP = 8        # seconds after which whoever is cut off has given up his connections, and PostgreSQL is told nothing of that
TIMES = {"cuts": 3, "seconds": 3, "kills": 6, "stops": 2, "asleep": 3, "away": 1, "servers": 3, "thinkers": 2} | {
    k: int(n) for k, n in (a.split("=") for a in sys.argv[1:])}
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
        self.pg = Postgres("-c", "listen_addresses=*", "-c", "log_lock_waits=on", "-c", "max_connections=200")
        with open(self.pg.folder / "data/pg_hba.conf", "a") as f:
            f.write("host all all 10.9.0.0/16 trust\n")
        self.pg.start()
        self.pg.new("many")
        self.machines = [Machine(i) for i in range(TIMES["servers"] + TIMES["thinkers"])]
        self.servers = [self.server(folder, m) for m in self.machines[:TIMES["servers"]]]
        threads = [threading.Thread(target=s.start) for s in self.servers]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.thinkers = [self.thinker(folder, m) for m in self.machines[TIMES["servers"]:]]
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
        s = Server(place, "--rate", 1000000, "--unbegun", 100000, "--matches", 1000000, "--workers", 0, "--bind", machine.host, port=1815, db=self.url(machine))
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


    def connections(self):
        return int(self.pg.ask("SELECT COUNT(*) FROM pg_stat_activity WHERE client_addr IS NOT NULL", "many")[0][0])


def longest(players):
    return max(p.longest for p in players)


def stored(w, player):
    """Right now: nothing was said to him that is not there."""
    matches = player.matches[-3:]
    said = {(m["id"], request) for m in matches for request in list(m["acked"])}
    ids = ",".join(f"'{m['id']}'" for m in matches)
    rows = {tuple(row) for row in w.pg.ask(f"SELECT match, request FROM changes WHERE request<>'' AND match IN ({ids})", "many")}
    check("nothing is said that is not stored", said <= rows, said - rows)


def cuts(w, n, luck):
    """(the longest that whoever is at the last server, and whoever comes through the proxy, waited for an answer, and until one that was cut off was back)"""
    beside, back, lasts = w.witnesses[-1], [0], [luck.uniform(1, TIMES["seconds"]) for _ in range(n)]
    lasts[0] = max(lasts[0], GIVEN_UP)
    for p in w.witnesses + w.people:
        p.longest = 0.0

    def cut(i, k):
        way, witness = ("both", "out", "in")[i % 3], w.witnesses[k]
        w.machines[k].cut(way)
        said = settled(lambda: witness.acked)       # what was on its way has arrived
        mark = beside.acked
        stored(w, witness)
        time.sleep(lasts[i])
        check("the others play on", until(lambda: beside.acked > mark, 4) is not None, way)
        late = witness.acked - said
        check("the one that is cut off says no more than what was on its way", late <= 1, way, late)
        stored(w, witness)
        w.machines[k].mend(way)
        took = until(lambda: witness.acked > said + late, 30)
        check("it comes back by itself", took is not None and took < 12, way, took)
        back.append(took or 99)
        check("all play", w.go_on(w.people, 30) is not None)
    in_lanes(check, (n, range(len(w.servers) - 1), cut))
    check("of those that were cut off no connection is left", until(lambda: w.connections() <= CONNECTIONS * len(w.machines), 20) is not None, w.connections())
    check("none of them waits", beside.longest < 4, beside.longest)
    return f"others answered within {beside.longest:.1f} s, through the proxy {longest(w.people):.1f} s; back after {max(back):.1f} s"


def kills(w, n):
    """(the longest until a match was answered elsewhere, and until thoughts were taken up)"""
    elsewhere, taken = [0], [0]

    def kill_server(i, k):
        victim, match = w.servers[k], w.witnesses[k].matches[-1]
        whole = i % 2 == 0
        if whole:
            victim.process.kill()
            victim.process.wait()
            victim.process.stdout.close()
        else:
            os.kill(victim.worker(), signal.SIGKILL)
        began = pace()
        status = w.servers[-1].get(f"/api/match/{match['id']}", match["token"])[0]
        took = pace() - began
        check("answered elsewhere within two seconds", status == 200 and took < 2, status, took)
        elsewhere.append(took)
        check("all play", w.go_on(w.people, 30) is not None)
        if whole:
            victim.start()
        check("it is back", until(lambda: w.go_on([w.witnesses[k]], 10) is not None, 30) is not None)

    def kill_thinker(i, k):
        t = w.thinkers[k]
        worker = t.worker()
        until(t.has, 1)
        t.kill()
        took = until(lambda: not t.has(), LIMIT + 5)
        check("its thoughts are taken up in time", took is not None and took < LIMIT + 2, took)
        taken.append(took or 99)
        await_state(worker, "Z")
        t.start()
    in_lanes(check, (n - n // 3, range(len(w.servers) - 1), kill_server), (n // 3, range(len(w.thinkers) - 1), kill_thinker))
    return f"elsewhere after {max(elsewhere):.2f} s, thoughts after {max(taken):.1f} s"


def stops(w, n):
    beside = w.witnesses[-1]

    def stop(i, asleep):
        worker = asleep.worker()
        os.kill(worker, signal.SIGSTOP)
        mark = beside.acked
        time.sleep(TIMES["asleep"])
        check("others play on", until(lambda: beside.acked > mark, 4) is not None)
        os.kill(worker, signal.SIGCONT)
        its = [p for p, s in zip(w.witnesses, w.servers) if s is asleep]
        check("all play", w.go_on(w.people + its, 30) is not None)
    in_lanes(check, (n, w.servers[:-1] + w.thinkers[:-1], stop))


def away(w, n):
    """(the longest until all played again)"""
    slowest, (match, tokens) = 0, w.servers[0].new(HOT)
    streams = [Listener(s, match, tokens["blue"]) for s in w.servers]
    for _ in range(n):
        w.pg.kill()
        w.pg.start()
        took = w.go_on(w.people, 30)
        check("play within five seconds of its return", took is not None and took < 5, took)
        slowest = max(slowest, took or 99)
        check("streams stay", all(x.is_alive() for x in streams))
    status, state = decide(w.servers[0], match, tokens["blue"], state_of(w.servers[0], match, tokens["blue"]))
    check("a decision of those who listened", status == 200, state)
    for x in streams:
        check("they are shown it", x.wait(lambda kind, n, data: kind == "state" and data["seq"] == state["seq"], 5) is not None)
        x.close()
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
