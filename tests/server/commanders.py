#!/usr/bin/env python3
"""commanders.py: which computer sits at the table: levels and styles as the table lists them, kept with the match, and hidden from the
other side until it is over if the host likes. Ends with "N passed, N failed"."""
import contextlib
import json
import pathlib
import sqlite3
import tempfile
import time

from table import Checks, Listener, Server

check = Checks()
LEVELS = ["recruit", "corporal", "cadet", "captain", "veteran"]


def state_of(s, match, token=None):
    return s.get(f"/api/match/{match}", token)[1]


def seat(state, name):
    return next(x for x in state["seats"] if x["seat"] == name)


def listed(s):
    """What there is to choose."""
    reply = s.get("/api/games")[1]
    check("five levels, from the weakest", [(x["name"], x["level"]) for x in reply["bots"]] == list(zip(LEVELS, range(1, 6))), reply["bots"])
    for game in (x for x in reply["games"] if "styles" in x):
        for side in game["sides"]:
            styles = [x for x in game["styles"] if x["side"] == side]
            check(f"three styles of {game['id']}, {side}", len(styles) >= 3 and len({x["style"] for x in styles}) == len(styles) and all(x["name"] and x["about"] for x in styles), styles)
    return {x["id"]: x for x in reply["games"]}


def kept(s):
    """In the state, after a restart, in the list, for who plays again with the other side."""
    match, token = s.new("game null\nseed 5\nseat blue person\nseat red bot captain/bold:2\n")
    found = seat(state_of(s, match, token["blue"]), "red")
    check("level, style and commander", (found["bot"], found["style"], found["commander"], found["hidden"]) == ("captain", "bold", "Bold", False), found)
    s.end()
    s.start()
    check("after a restart", seat(state_of(s, match), "red") | {"online": True} == found | {"you": False}, seat(state_of(s, match), "red"))
    row = next(x for x in s.get("/api/matches")[1]["matches"] if x["match"] == match)
    check("in the list by name", seat(row, "red")["name"] == "Bold", row)
    for words, said in (("captain/bald", "no commander of this style"), ("random/bold", "no style"), ("captain/BOLD", "one word"), ("mcts", "for measuring"), ("captain/", "one word")):
        status, reply = s.post("/api/match", f"game null\nseat blue person\nseat red bot {words}\n")
        check(f"refused: {words}", status == 400 and said in str(reply), reply)
    match, token = s.new("game null\nseed 5\nseat blue person\nseat red bot random\n")
    check("random still sits down", seat(state_of(s, match), "red")["bot"] == "random")


def everything(s, match, token):
    """All that one may ask for, as one text."""
    asked = [f"/api/match/{match}{x}" for x in ("", "/journal", "/thoughts", "/account", "/at/1", "/letters", "/dice")]
    row = [x for x in s.get("/api/matches")[1]["matches"] if x["match"] == match]
    return json.dumps([row, [s.get(x, t) for x in asked for t in (token, None)]])


def play(s, match, token, most):
    """The first that is legal, so often, or to the end."""
    for _ in range(most):
        state = state_of(s, match, token)
        if state["over"]:
            break
        if state["mine"]:
            s.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", token)
        else:
            time.sleep(0.01)
    return state_of(s, match, token)


def hidden(s, order, words):
    """Nowhere before the end: neither level nor style nor commander."""
    match, token = s.new(f"game null\nseed 7\nseat blue person\nseat red bot {order} hidden\n")
    ann, heard = token["blue"], Listener(s, match, token["blue"])
    found = seat(state_of(s, match, ann), "red")
    check("a computer, and no more", (found["kind"], found["bot"], found["style"], found["commander"], found["hidden"], found["name"]) == ("bot", None, None, None, True, "Unknown commander"), found)
    check("nor by its time", found["thinks_ms"] == seat(state_of(s, s.new("game null\nseat blue person\nseat red bot veteran\n")[0]), "red")["thinks_ms"], found)
    s.end()
    s.start()
    play(s, match, ann, 12)
    told = everything(s, match, ann)
    check(f"{order}: not a word while it lasts", not [w for w in words if w in told], [w for w in words if w in told])
    check("nor live", not [w for w in words if w in json.dumps(heard.events)], heard.events[:1])
    heard.close()
    state = play(s, match, ann, 4000)
    found = seat(state, "red")
    check("then all of it", state["over"] and found["bot"] in words and found["style"] in words and f"# red is played by {found['bot']}/{found['style']}\n" in s.get(f"/api/match/{match}/journal", ann)[1], found)
    return found


def drawn(s):
    """Chance chooses, once a match."""
    words = ["corporal", "bold", "careful", "by-the-book", "Bold", "Careful", "By the book"]
    check("one of them", hidden(s, "corporal/any", words)["style"] in words)
    styles = {seat(state_of(s, s.new("game null\nseat blue person\nseat red bot cadet/any\n")[0]), "red")["style"] for _ in range(24)}
    check("not always the same", len(styles) > 1 and styles <= set(words), styles)


def handed(s):
    """A seat that is left to a computer: its holder knows to whom, the other side need not."""
    match, token = s.new("game null\nseed 5\nseat blue person\nseat red person\n")
    state = state_of(s, match, token["blue"])
    status, state = s.post(f"/api/match/{match}/seat", f"{state['seq']} computer captain/careful:1 hidden", token["blue"])
    check("the holder knows", status == 200 and (seat(state, "blue")["bot"], seat(state, "blue")["style"]) == ("captain", "careful"), state.get("seats", state))
    found = seat(state_of(s, match, token["red"]), "blue")
    check("the other side does not", (found["bot"], found["style"], found["handed"], found["hidden"]) == (None, None, True, True), found)
    told = everything(s, match, token["red"])
    check("nowhere", "captain" not in told and "careful" not in told)
    with contextlib.closing(sqlite3.connect(s.db)) as db:
        lines = "".join(x for (x,) in db.execute("SELECT lines FROM changes WHERE match=? ORDER BY seq", [match]))
    check("nor in the stored journal", "# blue is played by a computer from here on\n" in lines, lines)


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Server(pathlib.Path(folder), "--rate", 100000, "--bot-ms", 100).start()
        listed(s)
        kept(s)
        hidden(s, "captain/bold:1", ["captain", "bold", "Bold"])
        drawn(s)
        handed(s)
        check("nothing has crashed", not s.crashes(), s.crashes())
        check("it ends in good order", s.end() == 0)
    check.finish()


main()
