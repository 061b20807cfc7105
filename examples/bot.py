#!/usr/bin/env python3
"""A computer opponent in another language, which takes a seat through the engine protocol.

usage: bot.py [GAME [SIDE [SEED]]]      the other sides are played by a bot of the house
"""
import json, os, random, subprocess, sys

PROGRAM = os.environ.get("GROGNARD", "build/grognard")

class Engine:
    def __init__(self):
        self.pipe = subprocess.Popen([PROGRAM, "engine"], text=True,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line):
        print(line, file=self.pipe.stdin, flush=True)
        reply = json.loads(self.pipe.stdout.readline())
        if not reply["ok"]:
            raise ValueError(f"{line}: {reply['error']}")
        return reply

def choose(actions, view, luck):
    """Your ideas go here. `view` is the board as far as this side may know it."""
    bold = [a for a in actions if a["verb"] not in ("stop", "retreat")]
    return luck.choice(bold or actions)["do"]

def main(game="null", side="blue", seed="1"):
    engine, luck = Engine(), random.Random(int(seed))
    engine.ask(f"new {game} seed {seed}")
    for other in engine.ask("sides")["sides"]:
        if other != side:
            engine.ask(f"bot {other} random")
    question = engine.ask(f"as {side}")     # from here on it sees only what its side may know
    while not question["over"]:
        view = engine.ask("view")["view"]
        question = engine.ask("do " + choose(view["legal"], view, luck))
    print(f"{question['winner']}: {question['result']}")

if __name__ == "__main__":
    main(*sys.argv[1:])
