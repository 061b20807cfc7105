#!/usr/bin/env python3
"""crash.py: what a crash does to the table: nothing acknowledged is lost, the others play on, and a match that crashes
the server again and again is set aside. The program is one with a fault planted in it (tests/server/faulty). Ends with
"N passed, N failed".
"""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from table import PROGRAM, Checks, Server, play_to_end

check = Checks()
FAULTY = str(pathlib.Path(PROGRAM).parent / "faulty")
HOT = "seat blue person holder me\nseat red person holder me\n"
SOUND = "game null\n" + HOT
FOG = "game null\noption fog on\n" + HOT


def crashing(ask):
    """True: the connection broke off."""
    try:
        ask()
    except (OSError, http.client.HTTPException):
        return True
    return False


def gone(pid, seconds=60):
    for _ in range(int(seconds * 50)):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def state_of(s, match, token):
    return s.get(f"/api/match/{match}", token["blue"])[1]


def up_to_movement(s, match, token):
    """Both name their strong picket; then blue marches."""
    state = state_of(s, match, token)
    while state["asks"]["step"] == "setup":
        state = s.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", token["blue"])[1]
    return state


def action(state, verb):
    return next(a["do"] for a in state["legal"] if a["verb"] == verb)


def crash_when_played(s):
    """The match crashes the server with a certain decision: three times, and it is set aside."""
    match, token = s.new(FOG)
    at = f"/api/match/{match}"
    before = up_to_movement(s, match, token)
    for _ in range(3):
        check("still as it was", state_of(s, match, token)["seq"] == before["seq"])
        check("not set aside yet", state_of(s, match, token)["halted"] is None)
        check("a crash", crashing(lambda: s.post(at + "/do", f"{before['seq']} {action(before, 'stop')}", token["blue"])))
    state = state_of(s, match, token)
    check("set aside, and readable", state["ok"] and "set aside" in state["halted"] and state["legal"], state)
    for path, body in (("do", action(before, "stop")), ("do", action(before, "march")), ("undo", "")):
        status, reply = s.post(f"{at}/{path}", f"{state['seq']} {body}", token["blue"])
        check("not played on", status == 409 and "set aside" in reply["error"], reply)
    check("its journal can be had", "strong" in s.get(at + "/journal", token["blue"])[1])
    check("counted", s.get("/health")[1]["set_aside"] == 1, s.get("/health"))
    check("blamed", s.crashes() == [match] * 3, s.crashes())
    return match, token


def crash_when_looked_at(s):
    """Every spectator who looks at it crashes the server: set aside it still does, so it is sealed."""
    match, token = s.new(FOG)
    at = f"/api/match/{match}"
    state = up_to_movement(s, match, token)
    s.post(at + "/do", f"{state['seq']} {action(state, 'march')}", token["blue"])
    for _ in range(5):
        check("a crash", crashing(lambda: s.get(at)))
    status, reply = s.get(at, token["blue"])
    check("sealed", status == 503 and "crashed the server 5 times" in reply["error"], reply)
    check("sealed for all", s.get(at)[0] == 503 and s.post(at + "/do", "0 stop", token["blue"])[0] == 503)
    status, journal = s.get(at + "/journal", token["blue"])
    check("its journal can be had", status == 200 and "march" in journal and "\ndice sealed " in journal and "\nsecret " not in journal, journal)
    check("not by strangers", s.get(at + "/journal")[0] == 403)
    return journal


def crash_of_a_computer(s):
    """A computer that crashes the server whenever it begins anew is set aside too, and the server stays up."""
    match, token = s.new("game null\noption fog on\nprivate\nseat blue bot random\nseat red person\n")
    at = f"/api/match/{match}"

    def name_picket():
        state = s.get(at, token["red"])[1]
        if state["mine"]:
            s.post(at + "/do", f"{state['seq']} {state['legal'][0]['do']}", token["red"])

    end = time.monotonic() + 120
    while s.crashes().count(match) < 3 and time.monotonic() < end:
        crashing(name_picket)
        time.sleep(0.05)
    check("a computer's match is set aside", s.get("/health")[1]["set_aside"] == 3, s.crashes())
    lives = s.get("/health")[1]["restarts"]
    time.sleep(1.5)         # nothing is to happen: only time can tell
    check("and the server stays up", s.get("/health")[1]["restarts"] == lives)


def position_of(s, order):
    """A position that anybody may send: of a match in which blue marches."""
    match, token = s.new(order)
    up_to_movement(s, match, token)
    journal = s.get(f"/api/match/{match}/journal", token["blue"])[1]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "journal"
        file.write_text(journal)
        done = subprocess.run([PROGRAM, "engine"], input=f"load {file}\nposition\n", capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[1])["position"]


def sent(text, head="game null\n" + HOT):
    return f"{head}position <<\n{text}.\n"


def crash_while_read(folder):
    """What crashes the server while it is read is read twice, whatever stands around it; the others are."""
    s = Server(folder, "--rate", 100000, program=FAULTY).start()
    good = position_of(s, SOUND)
    bad = good + "fault\n"
    for _ in range(2):
        check("a crash", crashing(lambda: s.post("/api/match", sent(bad))))
    check("by that text", len(set(re.findall(r"event=crash .*match=- upload=([0-9a-f]{32})", s.log()))) == 1, s.log())
    for order in (sent(bad), sent(bad, "game null\nprivate\n" + HOT)):
        status, reply = s.post("/api/match", order)
        check("read no more", status == 422 and "crashed the server 2 times" in reply["error"], reply)
    check("others are read", s.post("/api/match", sent(good))[0] == 200)
    check("no match is to blame", s.get("/health")[1]["set_aside"] == 0)
    check("it ends in good order", s.end() == 0)
    s = Server(folder, "--rate", 100000, "--trusted-proxy", "127.0.0.1", program=FAULTY).start()
    check("not after a start either", s.post("/api/match", sent(bad))[0] == 422)
    lives = s.get("/health")[1]["restarts"]
    for n in range(20):
        crashing(lambda: s.post("/api/match", sent(bad + f"# {n}\n")))
    check("nor can it be varied for ever", s.get("/health")[1]["restarts"] - lives == 4, s.get("/health"))
    status, reply = s.post("/api/match", sent(good))
    check("then no text of his is read", status == 422 and "what this address sent" in reply["error"], reply)
    check("but he may play", s.post("/api/match", SOUND)[0] == 200)
    other = s.post("/api/match", sent(good), headers={"X-Forwarded-For": "198.51.100.7"})
    check("and another's texts are read", other[0] == 200, other)
    check("it ends in good order", s.end() == 0)
    s = Server(folder, "--pardon").start()
    status, reply = s.post("/api/match", sent(bad))
    check("pardoned, and refused by a program without the fault", status == 400 and "fault" in reply["error"], reply)
    check("it ends in good order", s.end() == 0)


def crash_of_what_was_sent(folder):
    """A text that only crashes when the match made from it is played is to blame as well; and so is who sent it."""
    s = Server(folder, "--rate", 100000, program=FAULTY).start()
    fog = position_of(s, FOG)
    made = [s.new(sent(fog + f"# {n}\n")) for n in range(12)]
    match, token = made[0]
    for _ in range(2):
        state = state_of(s, match, token)
        check("a crash", crashing(lambda: s.post(f"/api/match/{match}/do", f"{state['seq']} {action(state, 'stop')}", token["blue"])))
    status, reply = s.post("/api/match", sent(fog + "# 0\n"))
    check("its text is read no more", status == 422 and "2 times" in reply["error"], reply)
    for match, token in made[1:]:
        for _ in range(5):
            state = state_of(s, match, token)
            if state["halted"] if state["ok"] else True:
                break
            crashing(lambda: s.post(f"/api/match/{match}/do", f"{state['seq']} {action(state, 'stop')}", token["blue"]))
    lives = s.get("/health")[1]["restarts"]
    check("once his texts have done it often, each match does it once", lives <= 2 + 4 + len(made), lives)
    check("it ends in good order", s.end() == 0)


def killed_by_others(s, match, token):
    for number in (signal.SIGSEGV, signal.SIGKILL, signal.SIGABRT):
        worker, seq = s.worker(), state_of(s, match, token)["seq"]
        os.kill(worker, number)
        check("gone", gone(worker))
        state = state_of(s, match, token)
        check("another worker", s.worker() != worker and state["seq"] == seq)
        state = s.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", token["blue"])[1]
        check("plays on", state["ok"] and state["seq"] == seq + 1, state)
        check("nobody is blamed", s.crashes()[-1] == "-", s.crashes())


def pardoned(folder, match, token):
    """With a program that has no fault."""
    s = Server(folder, "--pardon").start()
    check("nothing is set aside", s.get("/health")[1]["set_aside"] == 0)
    check("it can be played again", play_to_end(s, match, token)["over"])
    check("it ends in good order", s.end() == 0)


def one_at_a_time(s):
    done = subprocess.run([s.program, "serve", "--port", "0", "--db", str(s.db)], capture_output=True, text=True, timeout=60)
    check("one server a store", done.returncode == 3 and f"laid already: http://127.0.0.1:{s.port}/\n" in done.stderr, done)


def killed_with_its_keeper(folder):
    s = Server(folder).start()
    match, token = s.new(SOUND)
    worker = s.worker()
    s.end(signal.SIGKILL)
    check("nobody is left behind", gone(worker))
    s.start()
    check("and all is there", state_of(s, match, token)["ok"])
    os.kill(s.worker(), signal.SIGTERM)
    check("the worker is asked to end: so do both", s.process.wait(timeout=60) == 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        s = Server(folder, "--rate", 100000, program=FAULTY).start()
        sound, token = s.new(SOUND)
        fog, fog_token = crash_when_played(s)
        journal = crash_when_looked_at(s)
        crash_of_a_computer(s)
        killed_by_others(s, sound, token)
        one_at_a_time(s)
        check("the others play to their end", play_to_end(s, sound, token)["over"])
        check("each crash was noted", s.get("/health")[1]["restarts"] == len(s.crashes()), s.crashes())
        check("it ends in good order", s.end() == 0)
        s = Server(folder, program=FAULTY).start()
        check("still set aside", state_of(s, fog, fog_token)["halted"])
        check("it ends in good order", s.end() == 0)
        (folder / "sealed.journal").write_text(journal)
        done = subprocess.run([PROGRAM, "replay", str(folder / "sealed.journal"), "--check"], capture_output=True, text=True)
        check("the sealed journal is whole", done.returncode in (0, 4), done.stdout, done.stderr)
        pardoned(folder, fog, fog_token)
        for test in (crash_while_read, crash_of_what_was_sent):
            (folder / test.__name__).mkdir()
            test(folder / test.__name__)
        killed_with_its_keeper(folder)
    check.finish()


main()
