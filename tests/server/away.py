#!/usr/bin/env python3
"""away.py [N]: PostgreSQL is killed (SIGKILL, with all its processes) N times, 4 unless told otherwise, while people play, and begun
again. The server lives on, says 503 with Retry-After meanwhile, and plays again by itself; every decision that was acknowledged is
there, once and in order, and nothing was done twice, though whoever is not answered asks again with the same request id. Ends with
"N passed, N failed".
"""
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

from postgres import Postgres
from table import PROGRAM, Checks, Server

check = Checks()
KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 4
PLAYERS = 6
ORDER = "game null\nseat blue person holder me\nseat red person holder me\n"


class Player(threading.Thread):
    """Decides, and asks again with the same id until it is answered; every decision that was acknowledged is noted."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.luck = server, random.Random(seed)
        self.matches, self.refused, self.wrong, self.going = [], 0, [], True

    def settle(self, path, body, token=None):
        """The first answer that is one; what is refused meanwhile is told to come again."""
        while self.going:
            status, text, headers = self.server.ask("POST", path, body, token, raw=True)
            if status != 503:
                return status, text
            self.refused += 1
            if "Retry-After" not in headers:
                self.wrong.append("503 without Retry-After")
            time.sleep(0.05)
        return None, None

    def run(self):
        import json
        n = 0
        while self.going:
            status, text = self.settle("/api/match", ORDER)
            if status != 200:
                continue
            made = json.loads(text)
            match = {"id": made["match"], "token": made["seats"][0]["token"], "seq": []}
            self.matches.append(match)
            while self.going:
                status, state = self.server.get(f"/api/match/{match['id']}", match["token"])
                if status == 503:
                    time.sleep(0.05)
                    continue
                if status != 200 or state["over"]:
                    break
                n += 1
                before = state["seq"]
                status, text = self.settle(f"/api/match/{match['id']}/do",
                                           f"{before} @{n} {self.luck.choice(state['legal'])['do']}", match["token"])
                if status == 200:
                    match["seq"].append(json.loads(text)["seq"])
                elif status is not None:
                    self.wrong.append((status, text[:200]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        pg = Postgres().start()
        url = pg.new("one")
        s = Server(pathlib.Path(folder), "--rate", 1000000, db=url).start()
        players = [Player(s, i) for i in range(PLAYERS)]
        for p in players:
            p.start()
        for _ in range(KILLS):
            done = sum(len(m["seq"]) for p in players for m in p.matches)
            pg.kill()
            pg.start()
            end = time.monotonic() + 60
            while sum(len(m["seq"]) for p in players for m in p.matches) < done + 2 * PLAYERS and time.monotonic() < end:
                time.sleep(0.02)
            check("play goes on", time.monotonic() < end)
        for p in players:
            p.going = False
        for p in players:
            p.join(60)
        rows = dict((row[0], [int(n) for n in row[1].split(",")]) for row in pg.ask(
            "SELECT match, string_agg(seq::text, ',' ORDER BY seq) FROM changes GROUP BY match", "one"))
        for p in players:
            check("whoever asked again was answered", not p.wrong, p.wrong[:3])
            for m in p.matches:
                stored = rows.get(m["id"], [])
                check("no gap", stored == list(range(len(stored))), stored)
                check("all that was acknowledged", not m["seq"] or max(m["seq"]) < len(stored), m["seq"][-1:], len(stored))
                check("nothing twice", len(set(m["seq"])) == len(m["seq"]), m["seq"])
                # A decision is a change; one more at the end may stand that nobody was told of.
                check("nothing that nobody sent", len(stored) - 1 - len(m["seq"]) in (0, 1), len(stored), len(m["seq"]))
        twice = pg.ask("SELECT COUNT(*) FROM (SELECT 1 FROM changes WHERE request<>'' GROUP BY match, seat, request HAVING COUNT(*)>1) x",
                       "one")
        check("no request twice", twice == [["0"]], twice)
        check("the server lives", s.process.poll() is None and s.crashes() == [], s.crashes())
        s.end()
        looked = subprocess.run([PROGRAM, "db", "check", url], capture_output=True, text=True)
        check("every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)
        check("nobody locked anybody out", "deadlock" not in pg.log())
        print(f"{KILLS} kills, {sum(len(p.matches) for p in players)} matches, "
              f"{sum(len(m['seq']) for p in players for m in p.matches)} decisions, {sum(p.refused for p in players)} refused")
    check.finish()


main()
