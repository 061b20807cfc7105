#!/usr/bin/env python3
"""delta.py: streams that tell what has changed instead of the whole state: what comes of it is what the others are told,
in every game, over undo, a hot seat, letters and a stream that begins again; and how much less it is. Ends with
"N passed, N failed"."""
import json
import random
import sys
import tempfile

from table import TREE, Checks, Listener, Server

check = Checks()
DECISIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 40


def sides_of(s, game):
    return next(g for g in s.get("/api/games")[1]["games"] if g["id"] == game)["sides"]


def names(sides):
    return [side if isinstance(side, str) else side["id"] for side in sides]


def alike(ears, seq):
    """Both streams of a pair have come to that number, and have come to the same."""
    told = [ear.wait(lambda k, i, d: k == "state" and d["seq"] == seq) for ear in ears]
    if None in told:
        return False
    plain, brief = ([e[2] for e in ear.events if e[0] == "state" and e[2]["seq"] == seq][-1] for ear in ears)
    for state in (plain, brief):
        for seat in state["seats"]:
            seat.pop("online", None)        # who listens changes with the listeners themselves
    if plain != brief:
        print("\n".join(f"{k}: {json.dumps(plain.get(k))[:300]}\n   not {json.dumps(brief.get(k))[:300]}" for k in plain if plain[k] != brief.get(k)))
    return plain == brief


def play(s, game, holders):
    """Random play with pairs of streams at every seat and a spectator's."""
    sides = names(sides_of(s, game))
    order = f"game {game}\nseed 5\n" + "".join(f"seat {side} person{holders(i)}\n" for i, side in enumerate(sides))
    match, token = s.new(order)
    at = f"/api/match/{match}"
    tokens = sorted(set(t for t in token.values() if t)) + [None]
    pairs = [[Listener(s, match, t, delta=d) for d in (False, True)] for t in tokens]
    chance, good, state = random.Random(15), True, s.get(at)[1]
    for n in range(DECISIONS):
        if state["over"] or not state["asks"]["seat"]:
            break
        holder = token[state["asks"]["seat"]]
        state = s.get(at, holder)[1]
        if n % 11 == 10 and state["undo"]["can"]:
            status, state = s.post(at + "/undo", f"{state['seq']}", holder)
        else:
            status, state = s.post(at + "/do", f"{state['seq']} {chance.choice(state['legal'])['do']}", holder)
        if status != 200:
            state = s.get(at, holder)[1]
            continue
        good = good and all(alike(pair, state["seq"]) for pair in pairs)
        if not good:
            break
    check(f"{game}: what has changed makes the state that is told as a whole ({'one' if holders(0) else 'each'} seat a person)", good)
    plain, brief = (sum(size for pair in pairs for kind, size in pair[d].sizes[1:]) for d in (False, True))
    kinds = {kind for pair in pairs for kind, _ in pair[1].sizes[1:]}
    check(f"{game}: little is told as a whole", "delta" in kinds, kinds)
    if game != "null":
        check(f"{game}: at most a fifth of the bytes ({plain} and {brief})", 5 * brief <= plain)
    print(f"  {game}: {plain} bytes as whole states, {brief} as changes")
    for pair in pairs:
        for ear in pair:
            ear.close()


def begins_again(s):
    match, token = s.new("game null\nseat blue person\nseat red person\nseed 7\n")
    ear = Listener(s, match, token["blue"], delta=True)
    check("first the whole state", ear.wait(lambda k, i, d: k == "state") is not None and ear.sizes[0][0] == "state")
    ear.close()
    ear = Listener(s, match, token["blue"], last=0, delta=True)
    check("and after a pause", ear.wait(lambda k, i, d: k == "state") is not None and ear.sizes[0][0] == "state")
    status, _, _ = s.get(f"/api/match/{match}", token["blue"], raw=True)
    check("other words are passed over", status == 200)
    ear.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Server(folder, "--rate", 100000).start()
        for game in sorted(p.name for p in (TREE / "src/games").iterdir() if p.is_dir()):
            play(s, game, lambda i: "")
        play(s, "null", lambda i: " holder me")
        play(s, "waterloo-200", lambda i: " holder me")
        begins_again(s)
        check("the server ends well", s.end() == 0)
    check.finish()


if __name__ == "__main__":
    main()
