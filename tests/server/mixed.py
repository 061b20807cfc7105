#!/usr/bin/env python3
"""mixed.py [SECONDS]: people, computers, listeners and visitors of every game at one table, all at once, each in a thread.

Nothing is measured: what must come is an answer to everything, and a server that ends in good order. Meant for a
build with the thread sanitizer (races.sh), which says what nobody else sees. Ends with "N passed, N failed".
"""
import collections
import random
import sys
import tempfile
import threading
import time

from table import Checks, Listener, Server

check = Checks()
answers = collections.Counter()     # (what, status)
until = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 20)


def gave_up(how):
    check("everybody is served", False, how.exc_type, how.exc_value)


threading.excepthook = gave_up


def goes_on():
    return time.monotonic() < until


def count(what, answer):
    answers[what, answer[0]] += 1
    return answer


def order(game, seats):
    """`seats`: what sits at each of the game's sides in turn."""
    return f"game {game['id']}\n" + "".join(f"seat {side} {who}\n" for side, who in zip(game["sides"], seats))


def decide(s, luck, at, tokens):
    """Whoever is asked does something legal; False: nobody here is asked now."""
    for token in tokens:
        status, state = count("state", s.get(at, token))
        if status == 200 and state["asks"] and state["legal"]:
            choice = luck.choice(state["legal"])["do"]
            return count("do", s.post(at + "/do", f"{state['seq']} {choice}", token))[0] == 200
    return False


def sit(s, game, seats, number):
    """One match after the other, each for a while: decided, taken back, talked about, listened to, read."""
    luck = random.Random(f"{game['id']} {number}")
    while goes_on():
        match, tokens = s.new(order(game, seats))
        at, tokens = f"/api/match/{match}", [t for t in tokens.values() if t]
        ears = [Listener(s, match, t) for t in [*tokens, None]]
        for step in range(30):
            if step > 3 and not goes_on():
                break
            if not decide(s, luck, at, tokens):
                time.sleep(0.05)
            if step % 4 == 2:
                seq = s.get(at, tokens[0])[1]["seq"]
                count("undo", s.post(at + "/undo", f"{seq} ask", tokens[0]))
                count("chat", s.post(at + "/chat", "over the hills", tokens[0]))
            if step % 4 == 3:
                count("journal", s.get(at + "/journal", tokens[0]))
                count("log", s.get(at + "/log", tokens[-1]))
        seq = s.get(at, tokens[0])[1]["seq"]
        count("resign", s.post(at + "/resign", str(seq), tokens[0]))
        for ear in ears:
            answers["events", len(ear.events) > 0] += 1
            ear.close()


def visit(s, games):
    """The lobby, the house, what is drawn once and then kept, and what is refused."""
    while goes_on():
        for path in ["/health", "/api/matches", "/api/games", "/", "/api/match/nobody"]:
            count(path, s.get(path))
        count("nonsense", s.post("/api/match", random.choice(["game", "seat", "\0", "game null\ngame null\n"])))
        for part in ["rules", "charts", "ground", "pieces"]:
            count(part, s.get(f"/api/game/{random.choice(games)['id']}/{part}"))


def crowd(s, games):
    """The threads: of each game a hot seat, and a person against a computer; and one who looks about."""
    plans = [["person holder me", "person holder me"], ["person", "bot random"]]
    people = [threading.Thread(target=sit, args=(s, game, seats, n), daemon=True)
              for game in games for n, seats in enumerate(plans)]
    return [*people, threading.Thread(target=visit, args=(s, games), daemon=True)]


with tempfile.TemporaryDirectory() as folder:
    s = Server(folder, "--rate", 1000000, "--active", 1000000).start()
    games = s.get("/api/games")[1]["games"]
    threads = crowd(s, games)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    check("everybody has come to an end", not any(t.is_alive() for t in threads))
    check("the server ends in good order", s.end() == 0, s.log()[-300:])
    check("nobody crashed", s.crashes() == [], s.crashes())

print(dict(sorted(answers.items(), key=str)))
for what in ["state", "do", "undo", "chat", "journal", "log", "resign", "/health", "/api/matches", "/", "pieces"]:
    check(f"{what} was answered", answers[what, 200] > 0)
check("streams told something", answers["events", True] > 0)
check("nonsense was refused", answers["nonsense", 400] > 0 and answers["nonsense", 200] == 0)
check("nothing failed in the server", not [a for a in answers if isinstance(a[1], int) and a[1] >= 500])
check.finish()
