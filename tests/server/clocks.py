#!/usr/bin/env python3
"""clocks.py: matches with a clock: shown to all, kept over restarts, in the journal; what happens when time is up. The
test sets the clock (`--clock FILE`), it never waits for one. Ends with "N passed, N failed".
"""
import contextlib
import pathlib
import sqlite3
import tempfile
import time

from table import Checks, Listener, Server

check = Checks()
HOUR, DAY = 3600, 86400
TWO = 'game null\nseed 5\nseat blue person name "Ann"\nseat red person name "Bob"\n'


class Clocked(Server):
    def __init__(self, folder, *options):
        super().__init__(folder, "--rate", 100000, "--clock", folder / "clock", *options)
        self.ahead = 0
        self.set(0)

    def set(self, seconds):
        self.ahead = seconds
        new = self.folder / "clock.new"
        new.write_text(f"{seconds}\n")
        new.rename(self.folder / "clock")

    def later(self, seconds):
        self.set(self.ahead + seconds)


def until(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def state(s, match, token=None):
    return s.get(f"/api/match/{match}", token)[1]


def sides(state):
    return {x["side"]: x for x in state["clock"]["sides"]}


def decide(s, match, tokens, want=None):
    """Whoever is asked decides; until the question has passed, if `want` says so."""
    now = state(s, match, next(iter(tokens.values())))
    first = now["asks"]["side"]
    while not now["over"]:
        token = tokens[now["asks"]["seat"]]
        mine = state(s, match, token)
        pick = next((a for a in mine["legal"] if a["role"] == "end"), mine["legal"][0])
        status, now = s.post(f"/api/match/{match}/do", f"{mine['seq']} {pick['do']}", token)
        if status != 200:
            raise RuntimeError(now)
        if not want or now["over"] or now["asks"]["side"] != first:
            break
    return now


def near(found, wanted):
    """Seconds, but for those that the test itself takes."""
    return wanted - 120 <= found <= wanted


def runs(s):
    """Bank, increment, cap; who is asked; after a restart too."""
    match, tokens = s.new(TWO + "clock 72h +12h cap 80h vacation 5d\n")
    now = state(s, match)
    check("spectators are shown it too", now["clock"]["text"] == "72h +12h cap 80h vacation 5d wait", now["clock"])
    check("it runs for who is asked", sides(now)["blue"]["runs"] and not sides(now)["red"]["runs"] and near(sides(now)["blue"]["until"] - now["clock"]["now"], 72 * HOUR), now["clock"])
    s.later(2 * HOUR)
    now = decide(s, match, tokens, "pass")
    check("two hours, and twelve back", near(sides(now)["blue"]["left"], 80 * HOUR) and sides(now)["blue"]["left"] > 79 * HOUR, now["clock"])
    check("now it is the other's", sides(now)["red"]["runs"] and sides(now)["blue"]["until"] is None)
    s.later(10 * HOUR)
    s.end()
    s.start()
    now = decide(s, match, tokens, "pass")
    check("also over a restart", near(sides(now)["red"]["left"], 74 * HOUR), now["clock"])
    journal = s.get(f"/api/match/{match}/journal", tokens["blue"])
    check("a match without: none", state(s, s.new(TWO)[0])["clock"] is None)
    with contextlib.closing(sqlite3.connect(s.db)) as db:
        lines = "".join(x for x, in db.execute("SELECT lines FROM changes WHERE match=? ORDER BY seq", [match]))
    check("the journal has it", lines.count("# clock 72h +12h cap 80h vacation 5d wait: blue ") >= 3 and "red 74:" in lines or "red 73:59" in lines, lines)
    status, now = s.post(f"/api/match/{match}/resign", str(now["seq"]), tokens["blue"])
    check("it stops when the match is over", not any(x["runs"] for x in now["clock"]["sides"]), now["clock"])
    journal = s.get(f"/api/match/{match}/journal")[1]
    check("the export too", "# clock 72h +12h cap 80h vacation 5d wait: blue " in journal, journal[-300:])
    again = s.post(f"/api/match/{match}/rematch", "", tokens["blue"])[1]["match"]
    check("once more with full banks", state(s, again)["clock"]["text"].startswith("72h") and near(sides(state(s, again))["red"]["left"], 72 * HOUR), state(s, again)["clock"])


def begins(s):
    """Not before the last seat is taken, nor for computers."""
    match, tokens = s.new("game null\nclock 24h\nseat blue person\nseat red open\n")
    check("somebody is missing", not any(x["runs"] for x in state(s, match)["clock"]["sides"]))
    status, joined = s.post(f"/api/match/{match}/join", "seat red")
    check("all are there", status == 200 and sides(state(s, match))["blue"]["runs"], state(s, match)["clock"])
    match, tokens = s.new("game null\nclock 24h +1h\nseat blue person\nseat red bot cadet\n")
    ear = Listener(s, match, tokens["blue"])
    decide(s, match, tokens, "pass")
    check("the computer has none", ear.wait(lambda kind, n, data: kind == "state" and data["mine"] and data["seq"] > 1))
    now = state(s, match, tokens["blue"])
    check("its bank is as it was", sides(now)["red"]["left"] == 24 * HOUR and near(sides(now)["blue"]["left"], 25 * HOUR), now["clock"])
    ear.close()


def refused(s):
    for words, said in (("-72h", "a time like"), ("72", "no unit"), ("400d", "at most 365d"), ("99999999999999999999h", "at most 365d"), ("72h cap 1h", "not below the bank"),
                        ("72h bot nobody", "no such bot"), ("", "the bank"), ("72h explode", "wait, forfeit")):
        status, reply = s.post("/api/match", TWO + f"clock {words}\n")
        check(f"clock {words}", status == 400 and said in reply["error"], reply)
    status, reply = s.post("/api/match", TWO + "clock 1h\nclock 2h\n")
    check("one clock", status == 400, reply)


def waits(s):
    match, tokens = s.new(TWO + "clock 1h +10m wait\n")
    ear = Listener(s, match, tokens["red"])
    s.later(2 * HOUR)
    late = ear.wait(lambda kind, n, data: kind == "state" and sides(data)["blue"]["late"])
    check("all are told", late and late[2]["seq"] == 0 and sides(late[2])["blue"]["until"] is None, late)
    now = decide(s, match, tokens, "pass")
    check("the match goes on, with the increment", not sides(now)["blue"]["late"] and near(sides(now)["blue"]["left"], 600), now["clock"])
    ear.close()


def forfeits(s):
    match, tokens = s.new(TWO + "clock 1h forfeit\n")
    decide(s, match, tokens, "pass")
    idle = s.new(TWO + "clock 2h forfeit\n")[0]
    s.end()
    s.later(HOUR + 60)
    s.start()
    check("though nobody looked", until(lambda: state(s, match)["over"]))
    now = state(s, match)
    check("the late one has lost", now["result"] == {"winner": "blue", "ending": "forfeit", "text": "Red has run out of time"} or
          now["result"]["winner"] == "blue" and now["result"]["ending"] == "forfeit" and now["result"]["text"].endswith("has run out of time"), now["result"])
    check("who is not late plays on", not state(s, idle)["over"])
    check("nothing more is decided", s.post(f"/api/match/{match}/do", f"{now['seq']} done", tokens["red"])[0] == 409)
    journal = s.get(f"/api/match/{match}/journal")[1]
    check("the journal says so", "# red forfeits: its time is up\n" in journal, journal[-300:])
    s.end()
    s.start()
    check("it stays over", state(s, match)["result"]["ending"] == "forfeit")


def computer(s):
    match, tokens = s.new(TWO + "clock 1h +5m bot cadet\n")
    ear = Listener(s, match, tokens["red"])
    s.later(2 * HOUR)
    handed = ear.wait(lambda kind, n, data: kind == "state" and sides(data)["blue"]["late"] and data["seats"][0]["kind"] == "bot")
    check("the computer takes the seat, and all are told", handed and handed[2]["seats"][0]["handed"], handed)
    played = ear.wait(lambda kind, n, data: kind == "state" and data["asks"] and data["asks"]["side"] == "red")
    check("and plays until the other is asked", played is not None)
    before = state(s, match, tokens["blue"])
    check("it is still his", before["you"] == "blue" and not before["mine"] and not sides(before)["blue"]["runs"])
    decide(s, match, {"red": tokens["red"], "blue": tokens["blue"]})

    def decides():
        """The computer may be quicker between the number and the decision, which is stale then."""
        seq = state(s, match, tokens["blue"])["seq"]
        s.post(f"/api/match/{match}/do", f"{seq} no-such-thing", tokens["blue"])
        return state(s, match, tokens["blue"])["seats"][0]["kind"] == "person"
    check("whoever decides again has it back", until(decides))
    back = state(s, match, tokens["blue"])
    check("he is no longer late", not sides(back)["blue"]["late"], back["clock"])
    check("with time to think", sides(back)["blue"]["left"] >= 360, back["clock"])
    ear.close()


def vacations(s):
    match, tokens = s.new(TWO + "clock 10h vacation 5d forfeit\n")
    at = f"/api/match/{match}"
    for body, token, status in (("0 6", "blue", 409), ("0 -1", "blue", 400), ("0 x", "blue", 400), ("0 0", "blue", 409), ("7 1", "blue", 409)):
        check(f"vacation {body}", s.post(at + "/vacation", body, tokens[token])[0] == status)
    check("not for spectators", s.post(at + "/vacation", "0 1")[0] == 403)
    status, now = s.post(at + "/vacation", "0 @a 3", tokens["blue"])
    check("three days", status == 200 and sides(now)["blue"]["vacation_days"] == 2 and near(sides(now)["blue"]["until"] - now["clock"]["now"], 3 * DAY + 10 * HOUR), now)
    check("asked again: once", s.post(at + "/vacation", "0 @a 3", tokens["blue"])[1].get("repeated") and sides(state(s, match))["blue"]["vacation_days"] == 2)
    other = s.new(TWO + "clock 1h forfeit\n")[0]
    s.later(3 * DAY + 9 * HOUR)
    check("the clock has gone round", until(lambda: state(s, other)["over"]))
    check("time was not lost", not state(s, match)["over"] and near(sides(state(s, match))["blue"]["until"] - state(s, match)["clock"]["now"], HOUR))
    s.later(2 * HOUR)
    check("but is up in the end", until(lambda: state(s, match)["over"]))
    other = s.new(TWO)
    check("no clock, no vacation", s.post(f"/api/match/{other[0]}/vacation", "0 1", other[1]["blue"])[0] == 409)


def spoilt(s):
    """A clock that is nothing of the kind: the match says so, the others go on."""
    match, tokens = s.new(TWO + "clock 1h forfeit\n")
    good = s.new(TWO + "clock 1h forfeit\n")[0]
    s.end()
    with contextlib.closing(sqlite3.connect(s.db)) as db, db:
        db.execute("UPDATE matches SET clock='1h nonsense' WHERE id=?", [match])
    s.later(2 * HOUR)
    s.start()
    status, reply = s.get(f"/api/match/{match}")
    check("it cannot be read", status == 503 and "clock" in reply["error"], reply)
    check("others run out", until(lambda: state(s, good)["over"]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Clocked(pathlib.Path(folder)).start()
        for part in (runs, begins, refused, waits, forfeits, computer, vacations, spoilt):
            part(s)
        check("nothing crashed", s.get("/health")[1]["restarts"] == 0 and not s.crashes(), s.crashes())
        check("it ends in good order", s.end() == 0)
    check.finish()


main()
