#!/usr/bin/env python3
"""faked.py: three servers on one PostgreSQL; the clock of one is set forth and back by hours and years (Debian's faketime) while people and computers
play at all of them. It changes nothing: nobody waits, nothing is lost, no match expires, and the clock of a match is the store's, whoever
is asked for it. Ends with "N passed, N failed".
"""
import glob
import pathlib
import subprocess
import sys
import tempfile
import time

from many import BOT, BOTS, Player, acked, begin, check, decide, hold, state_of, stop_players, until
from postgres import Postgres
from table import PROGRAM, Listener

CLOCKED = "game null\nseat blue person holder me\nseat red person holder me\nclock 72h +12h cap 80h forfeit\n"
UNBEGUN = "game null\nseat blue person\nseat red open\n"
SET = ("+0", "+3d", "-4000d", "+4000d", "-1h", "+30s", "+0")


class Faked:
    """The clock of a server: says what it is set to, in a file that is read whenever the time is asked for. The steady clock stays."""

    def __init__(self, folder):
        found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        if not found:
            print("this needs Debian's package faketime")
            print("0 passed, 1 failed")
            sys.exit(1)
        self.file = folder / "time"
        self.set("+0")
        self.before = ("env", f"LD_PRELOAD={found[0]}", f"FAKETIME_TIMESTAMP_FILE={self.file}", "FAKETIME_NO_CACHE=1", "DONT_FAKE_MONOTONIC=1")

    def set(self, to):
        new = self.file.with_suffix(".new")
        new.write_text(to + "\n")
        new.rename(self.file)


def left(server, match, token):
    """Seconds that who is asked still has; None: his time runs for nobody."""
    clock = state_of(server, match, token)["clock"]
    return next((side["until"] - clock["now"] for side in clock["sides"] if side["runs"]), None)


def said_time(server):
    """What it writes into its log: that is the clock which was set."""
    return server.log().splitlines()[-1].split()[0]


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pg = Postgres().start()
        url = pg.new("many")
        servers = begin(folder, url, 3, "--bot-ms", 20)
        wrong, faked = servers[0], Faked(folder)
        check("it ends", wrong.end() == 0)
        wrong.before = faked.before
        wrong.start()
        unbegun = [s.new(UNBEGUN)[0] for s in servers]
        match, tokens = wrong.new(CLOCKED)
        token = tokens["blue"]
        players = [Player(servers, i, BOT if i == 5 else "game null\nseat blue person holder me\nseat red person holder me\n") for i in range(6)]
        for p in players:
            p.start()
        listener, times = Listener(servers[1], match, token), set()
        for i, to in enumerate(SET):
            faked.set(to)
            bots = wrong.new(BOTS)[0]
            state = state_of(wrong, match, token)
            if not state["over"]:
                status, state = decide(servers[i % 3], match, token, state)
                check("a decision", status == 200, to, state)
                check("others are shown it", listener.wait(lambda kind, n, data: kind == "state" and data["seq"] == state["seq"], 5), to)
            seen = []       # whoever has not heard of the decision yet shows the clock as it was before
            same = lambda: seen.clear() or seen.extend(left(s, match, token) for s in servers) or (None not in seen and max(seen) - min(seen) < 5)
            check("its clock is the store's", state["over"] or (until(same) is not None and 71 * 3600 < min(seen) <= 80 * 3600), to, seen)
            mark = acked(players)
            check("people play on", until(lambda: acked(players) > mark + 12, 20) is not None, to)
            check("computers too", until(lambda: state_of(servers[1], bots, None)["over"], 30) is not None, to)
            times.add(wrong.get("/api/games", headers={"X-Request-Id": "x"})[0] and said_time(wrong)[:15])
            time.sleep(1.2)         # what is looked at every second was looked at
        check("it was set", len(times) >= 4, times)
        listener.close()
        check("no match has expired", all(servers[2].get(f"/api/match/{m}")[0] == 200 for m in unbegun))
        stop_players(players)
        hold(pg, players[:5], alone=True)
        hold(pg, players[5:], alone=False)
        check("nobody waited long", max(p.longest for p in players) < 3, max(p.longest for p in players))
        for s in servers:
            check("no crash", s.crashes() == [], s.crashes())
            check("it ends well", s.end() == 0)
        looked = subprocess.run([PROGRAM, "db", "check", url], capture_output=True, text=True)
        check("every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)
        check("nobody locked anybody out", "deadlock" not in pg.log())
        print(f"{len(SET)} settings, {acked(players)} decisions")
        pg.end()
    check.finish()


main()
