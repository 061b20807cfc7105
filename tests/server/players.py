"""players.py: people who play while something goes wrong, and what must hold of what they were told."""
import json
import random
import threading
import time

from table import until

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


def acked(players):
    return sum(len(m["seq"]) for p in players for m in p.matches)


def goes_on(check, players, seconds=60):
    """Every one of them is answered twice again, on an average. How long that took."""
    mark = acked(players)
    took = until(lambda: acked(players) >= mark + 2 * len(players), seconds)
    check("play goes on", took is not None, acked(players) - mark)
    return took or seconds


def stored(check, pg, players):
    """Right now: nothing was said to them that is not there."""
    last = {m["id"]: m["seq"][-1] for p in players for m in p.matches if m["seq"]}      # before what is stored is looked at
    rows = dict(pg.ask("SELECT match, MAX(seq) FROM changes GROUP BY match", "one"))
    ahead = {id: (seq, rows.get(id)) for id, seq in last.items() if seq > int(rows.get(id, -1))}
    check("nothing is said that is not stored", not ahead, ahead)


def hold(check, pg, players):
    """What was acknowledged is there, once and in order."""
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
