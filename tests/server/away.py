#!/usr/bin/env python3
"""away.py [FAULT=N…]: what comes between a server and PostgreSQL while people play at two of them, one of which goes through a gate.
kills: PostgreSQL is killed (SIGKILL, with all its processes) and begun again. swallowed: it has answered a COMMIT and the connection
ends before that is heard. lost: the connection ends before what was to be committed arrives there. cuts: nothing goes through the gate for a while, both ways or one; the other server does not wait, and the
one behind the gate says nothing that is not stored.

Servers live on, say 503 with Retry-After meanwhile, and play again by themselves; every decision that was acknowledged is there, once
and in order, and nothing was done twice, though whoever is not answered asks again with the same request id. Ends with "N passed,
N failed".
"""
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from gate import Gate
from players import Player, acked, goes_on, hold, stored
from postgres import Postgres
from table import PROGRAM, Checks, Server, settled, until

check = Checks()
TIMES = {"kills": 3, "swallowed": 15, "lost": 15, "cuts": 3, "seconds": 2} | {k: int(n) for k, n in (a.split("=") for a in sys.argv[1:])}
PLAYERS = 6         # half of them at each server


def kills(pg, players):
    for _ in range(TIMES["kills"]):
        pg.kill()
        pg.start()
        goes_on(check, players)


def unknown(gate, behind):
    """Whoever has sent a COMMIT and heard nothing looks: here it is done, there it is not."""
    for n in range(TIMES["swallowed"]):
        gate.swallow = 1
        goes_on(check, behind)
        check("the answer was swallowed", gate.swallowed == n + 1, gate.swallowed)
    for n in range(TIMES["lost"]):
        gate.lose = 1
        goes_on(check, behind)
        check("the request was lost", gate.lost == n + 1, gate.lost)


def cuts(pg, gate, behind, beside, luck):
    """At most so many seconds each."""
    for i in range(TIMES["cuts"]):
        gate.hold(*(("out", "in"), ("out",), ("in",))[i % 3])
        there = settled(lambda: acked(behind))          # what was on its way has arrived
        mark = acked(beside)
        stored(check, pg, players=behind)
        time.sleep(luck.uniform(0.5, TIMES["seconds"]))
        check("the others do not wait", until(lambda: acked(beside) > mark, 4) is not None, acked(beside) - mark)
        check("nothing is said that is not heard to be stored", acked(behind) == there, acked(behind) - there)
        stored(check, pg, players=behind)
        gate.release()
        goes_on(check, behind)


def main():
    with tempfile.TemporaryDirectory() as folder:
        pg = Postgres().start()
        url, gate, luck = pg.new("one"), Gate(pg), random.Random(7)
        servers = []
        for name, db in (("behind", gate.url("one")), ("beside", url)):
            (pathlib.Path(folder) / name).mkdir()
            servers.append(Server(pathlib.Path(folder) / name, "--rate", 1000000, db=db).start())
        players = [Player(servers[i % 2], i) for i in range(PLAYERS)]
        for p in players:
            p.start()
        goes_on(check, players)
        kills(pg, players)
        unknown(gate, players[::2])
        cuts(pg, gate, players[::2], players[1::2], luck)
        for p in players:
            p.going = False
        for p in players:
            p.join(60)
        hold(check, pg, players)
        for s in servers:
            check("the server lives", s.process.poll() is None and s.crashes() == [], s.crashes())
            s.end()
        looked = subprocess.run([PROGRAM, "db", "check", url], capture_output=True, text=True)
        check("every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)
        check("nobody locked anybody out", "deadlock" not in pg.log())
        print(f"{TIMES}, {sum(len(p.matches) for p in players)} matches, {acked(players)} decisions, "
              f"{sum(p.refused for p in players)} refused")
    check.finish()


main()
