#!/usr/bin/env python3
"""upgrade.py: what today's program leaves behind, taken up by a later version that plays the same but remembers otherwise
(LATER names the program; tests/tools/upgrade.sh builds it): journals that begin from positions, and matches in the middle
of a game. Ends with "N passed, N failed".
"""
import json
import os
import pathlib
import random
import subprocess
import tempfile

from table import PROGRAM, Checks, Server

check = Checks()
LATER = os.environ["LATER"]
# Variables that the later version calls otherwise: a position that names them is not read there. (In The Day of Waterloo
# it calls all otherwise.)
RENAMED = (" mover=", "step restore ")
GAMES = {
    "null": ["game null\n", "game null\noption fog on\n"],
    "day-of-waterloo": ["game day-of-waterloo\nscenario hougoumont\n", "game day-of-waterloo\noption three-seats on\n"],
    "waterloo-200": ["game waterloo-200\nscenario crisis\n", "game waterloo-200\nscenario battle\noption scouting on\n"],
}
DECISIONS = {"null": 9, "day-of-waterloo": 260, "waterloo-200": 120}


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def wander(self, steps, luck):
        for _ in range(steps):
            legal = self.ask("legal").get("legal")
            if not legal:
                return
            self.ask("do " + luck.choice(legal)["do"])

    def end(self):
        self.ask("quit")
        self.process.wait(timeout=60)


def from_positions(folder, game):
    """Journals that begin in the middle of a game."""
    e, n = Engine(PROGRAM), 0
    for seed in range(12):
        luck = random.Random(seed)
        e.ask(f"new {game} seed {seed}")
        e.wander(luck.randrange(1, DECISIONS[game]), luck)
        position = e.ask("position")["position"]
        if " over " in position or any(name in position for name in RENAMED):
            continue
        e.ask("position <<\n" + position + ".")
        e.wander(40, luck)
        journal = folder / f"{game}-{seed}.journal"
        journal.write_text(e.ask("save")["journal"])
        done = subprocess.run([LATER, "replay", str(journal), "--check"], capture_output=True, text=True)
        check(f"{game}: a journal from a position", done.returncode == 0, done.stdout, done.stderr)
        n += 1
    e.end()
    check(f"{game}: there were some", n >= 4, n)


def remembers_otherwise():
    """The same play, another agenda, the same hash."""
    engines = [Engine(PROGRAM), Engine(LATER)]
    positions, hashes = [], []
    for e in engines:
        luck = random.Random(1)
        e.ask("new day-of-waterloo scenario hougoumont seed 1")
        e.wander(20, luck)
        positions.append(e.ask("position")["position"])
        hashes.append(e.ask("hash")["hash"])
        e.end()
    check("the same play is remembered otherwise", positions[0] != positions[1], positions)
    check("and hashed the same", hashes[0] == hashes[1], hashes)


class Match:
    def __init__(self, s, order, decisions):
        self.luck = random.Random(decisions)
        game = next(g for g in s.get("/api/games")[1]["games"] if g["id"] == order.split()[1])
        self.id, token = s.new(order + "seed 4\n" + "".join(f"seat {side} person holder me\n" for side in game["sides"]))
        self.token = next(t for t in token.values() if t)
        self.play(s, decisions)

    def state(self, s):
        return s.get(f"/api/match/{self.id}", self.token)[1]

    def play(self, s, decisions):
        for _ in range(decisions):
            state = self.state(s)
            if state["over"]:
                break
            do = self.luck.choice(state["legal"])["do"]
            status, reply = s.post(f"/api/match/{self.id}/do", f"{state['seq']} {do}", self.token)
            check("done", status == 200, reply)
        self.left = self.state(s)


def taken_up(s, m, what):
    state = m.state(s)
    check(f"{what}: goes on", state.get("ok") and state["chapter"] is None, state)
    for member in ("seq", "entries", "turn", "asks", "mine", "legal", "view", "undo", "result", "log"):
        check(f"{what}: {member}", state.get(member) == m.left.get(member), state.get(member), m.left.get(member))


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        remembers_otherwise()
        for game in ("null", "waterloo-200"):
            from_positions(folder, game)
        s = Server(folder, "--rate", 1000000).start()
        matches = [(f"{game} after {n}", Match(s, order, n)) for game, orders in GAMES.items() for order in orders
                   for n in sorted({random.Random(order + str(i)).randrange(1, DECISIONS[game]) for i in range(4)})]
        check("it ends in good order", s.end() == 0)
        for round, program in enumerate((LATER, PROGRAM, LATER)):      # and back again
            s = Server(folder, "--rate", 1000000, program=program).start()
            for what, m in matches:
                taken_up(s, m, f"{what}, round {round}")
                m.play(s, 10)
            check("none was set aside or carried", "event=broken" not in s.log() and "event=carried" not in s.log(), s.log())
            check("it ends in good order", s.end() == 0)
    check.finish()


main()
