#!/usr/bin/env python3
"""standby.py [N]: PostgreSQL has a synchronous standby; it is killed (SIGKILL, with all its processes) N times while people play, 1
unless told otherwise, and the standby takes over. The server was told the addresses of both and finds out by itself within ten
seconds; nothing that was acknowledged is lost. Ends with "N passed, N failed".
"""
import pathlib
import subprocess
import sys
import tempfile

from players import Player, acked, goes_on, hold
from postgres import Postgres
from table import PROGRAM, Checks, Server

check = Checks()
TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 1
PLAYERS = 4


def url(*all):
    return "postgresql:///one?host=" + ",".join(str(pg.folder) for pg in all) + "&user=grognard&target_session_attrs=read-write"


def one_life(folder):
    """The first is the primary until it is killed; nothing is acknowledged that the second does not have."""
    first = Postgres().start()
    first.new("one")
    second = Postgres(primary=first).start()
    first.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
    first.ask("SELECT pg_reload_conf()")
    server = Server(folder, "--rate", 1000000, db=url(first, second)).start()
    players = [Player(server, i) for i in range(PLAYERS)]
    for p in players:
        p.start()
    goes_on(check, players)
    check("the standby keeps up", first.ask("SELECT sync_state FROM pg_stat_replication") == [["sync"]])
    first.kill()
    second.ask("ALTER SYSTEM RESET synchronous_standby_names")
    second.ask("SELECT pg_reload_conf()")
    second.ask("SELECT pg_promote()")
    took = goes_on(check, players)
    check("it is found within ten seconds", took < 10, took)
    for p in players:
        p.going = False
    for p in players:
        p.join(60)
    hold(check, second, players)
    check("the server lives", server.process.poll() is None and server.crashes() == [], server.crashes())
    server.end()
    looked = subprocess.run([PROGRAM, "db", "check", url(second)], capture_output=True, text=True)
    check("every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)
    for pg in (first, second):
        pg.remove()
    return acked(players), took


def main():
    for _ in range(TIMES):
        with tempfile.TemporaryDirectory() as folder:
            decisions, took = one_life(pathlib.Path(folder))
            print(f"{decisions} decisions; play again after {took:.1f} s")
    check.finish()


main()
