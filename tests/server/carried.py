#!/usr/bin/env python3
"""carried.py: matches that outlive their rules. The server is begun again with other data: what replays goes on as it was,
what departs goes on from its last position as a new chapter, and says so; stored text that makes no sense gives a clear
state. Ends with "N passed, N failed".
"""
import hashlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from table import PROGRAM, TREE, Checks, Listener, Server, play_to_end

check = Checks()
HOT = "seat blue person holder me\nseat red person holder me\n"
BRIDGE = "side 0202 0302 bridge rulebook\n"
CROSSING = ["strong b1", "strong r1", "march b2 0202", "march b2 0302"]


def other_data(folder, name, change):
    """A copy of the data in which the map of the outpost line reads otherwise."""
    data = folder / name
    shutil.copytree(TREE / "data", data, ignore=shutil.ignore_patterns("geo", "history"))
    file = data / "null" / "map.txt"
    text = file.read_text()
    file.write_text(change(text))
    check("the data differ", file.read_text() != text)
    return data


def server(folder, data=None, *options):
    os.environ.pop("GROGNARD_DATA", None)
    if data:
        os.environ["GROGNARD_DATA"] = str(data)
    return Server(folder, "--rate", 100000, *options).start()


def state_of(s, match, token):
    status, state = s.get(f"/api/match/{match}", token["blue"])
    return state if status == 200 else {"status": status, **state}


def do(s, match, token, line):
    state = state_of(s, match, token)
    status, state = s.post(f"/api/match/{match}/do", f"{state['seq']} {line}", token["blue"])
    check(f"done: {line}", status == 200, state)
    return state


def where(state):
    """Everything on the board."""
    return state["view"]


class Match:
    def __init__(self, s, order, lines):
        self.id, self.token = s.new(order + HOT)
        for line in lines:
            self.before = do(s, self.id, self.token, line)

    def state(self, s):
        return state_of(s, self.id, self.token)

    def get(self, s, rest):
        return s.get(f"/api/match/{self.id}/{rest}", self.token["blue"])


def untouched(s, m):
    """Nothing that was done needs the bridge: the journal replays, and the match is as it was."""
    state = m.state(s)
    check("goes on as it was", state["chapter"] is None and state["seq"] == m.before["seq"], state)
    check("with its entries", state["entries"] == m.before["entries"])


def carried(s, m, what):
    state = m.state(s)
    check(f"{what}: goes on", state.get("ok") and state["mine"] and state["legal"] and not state["halted"], state)
    chapter = state["chapter"] or {}
    check(f"{what}: says so", chapter.get("n") == 2 and "Chapter 2" in chapter.get("text", ""), chapter)
    check(f"{what}: how far the first agrees", chapter.get("agrees") == 3, chapter)
    check(f"{what}: from its last position", where(state) == where(m.before), where(state), where(m.before))
    check(f"{what}: a change of its own", state["seq"] == m.before["seq"] + 1 and state["entries"] == 0)
    check(f"{what}: asks the same", state["asks"]["step"] == m.before["asks"]["step"])
    check(f"{what}: in the chronicle", state["log"][0]["events"][0]["event"] == "chapter", state["log"])
    check(f"{what}: nothing hidden is told", "bridge" not in str(chapter) and "why" not in chapter)
    return state


def readable(s, m):
    """The first chapter, up to the entry that differs."""
    status, then = m.get(s, "at/3?chapter=1")
    check("the first chapter is shown", status == 200 and then["entries"] == 3 and then["at"] == 3, then)
    check("as it was", "0202" in str(where(then)) and then["chapter"] is None)
    check("no further", m.get(s, "at/4?chapter=1")[0] == 404)
    status, log = m.get(s, "log?chapter=1")
    check("its chronicle", status == 200 and len([e for e in log["log"] if e["n"] > 0]) == 3, log)
    check("its text", "Chapter" not in m.get(s, "log?chapter=1&text=1")[1])
    check("the second's text", m.get(s, "log?text=1")[1].startswith("Chapter 2"))
    first, second = m.get(s, "journal?chapter=1")[1], m.get(s, "journal")[1]
    check("its journal is as it was played", "\nblue march b2 0302\n" in first and "chapter" not in first, first)
    check("without its seed", "\ndice list\n" in first)
    check("the second journal", "\nchapter 2 agrees 3 chances 0 program " in second and "\nposition\n" in second, second)
    for n in ("0", "3", "x", "-1"):
        check(f"no chapter {n}", m.get(s, f"at/0?chapter={n}")[0] == 404 and m.get(s, f"log?chapter={n}")[0] == 404
              and m.get(s, f"journal?chapter={n}")[0] == 404)
    check("the present as before", m.state(s)["entries"] == m.get(s, "log")[1]["entries"])


def listened(s, m):
    """Whoever was there before is shown the new chapter from its beginning."""
    l = Listener(s, m.id, m.token["blue"], last=m.before["seq"])
    event = l.wait(lambda name, _, data: name == "state")
    check("live: from its beginning", event and event[2]["log_from"] == 0 and event[2]["chapter"]["n"] == 2, event)
    l.close()


def ends(s, m):
    state = play_to_end(s, m.id, m.token)
    check("played to its end", state["over"] and state["chapter"]["n"] == 2, state)
    dice = m.get(s, "dice")[1]
    made = hashlib.blake2b(f"{m.id} {dice['seed']} {dice['salt']}".encode(), digest_size=32).hexdigest()
    check("the dice are still those promised", made == dice["commitment"], dice)
    return state


def seals_hold(s, m, folder):
    """Sealed dice: secret, nonces and numbers are carried with the match, and every chapter proves itself."""
    play_to_end(s, m.id, m.token)
    first, second = m.get(s, "journal?chapter=1")[1], m.get(s, "journal")[1]
    nonce = f"\nnonce blue {'5a' * 32}\n"
    check("sealed: each chapter has the seal, the nonce and the secret", all(
        f"\ndice sealed {m.id} " in j and nonce in j and "\nsecret " in j for j in (first, second)), first, second)
    check("sealed: the second goes on from its number", "\nchapter 2 agrees 3 chances 0 " in second, second)
    (folder / "second").write_text(second)
    done = subprocess.run([PROGRAM, "replay", str(folder / "second"), "--check"], capture_output=True, text=True)
    check("sealed: and is proved", done.returncode == 0 and "replays identically" in done.stdout, done.stdout)
    (folder / "first").write_text(first)
    done = subprocess.run([sys.executable, TREE / "examples" / "dice.py", str(folder / "first")], capture_output=True, text=True)
    check("sealed: so is the first", done.returncode == 0, done.stdout, done.stderr)


def nonsense(folder, data, matches):
    """Each has its stored text replaced; none can take the server down."""
    db = sqlite3.connect(folder / "table.db")
    wrongs = [
        ("no position", "DELETE FROM positions WHERE match=?", ()),
        ("an old position", "UPDATE positions SET seq=seq-1 WHERE match=?", ()),
        ("no words", "UPDATE positions SET text=?2 WHERE match=?1", ("\x00\xff\"" * 200,)),
        ("an empty one", "UPDATE positions SET text=?2 WHERE match=?1", ("",)),
        ("another game's", "UPDATE positions SET text=?2 WHERE match=?1", ("scenario day\nat 0712 Jerome\n",)),
        ("a step that is none", "UPDATE positions SET text=text||?2 WHERE match=?1", ("step retreat red at=nowhere\n",)),
        ("a step left out", "UPDATE positions SET text=replace(text, 'step game', '# step game') WHERE match=?", ()),
        ("two of one place", "UPDATE positions SET text=replace(text, 'unit b2 0302', 'unit b2 0101') WHERE match=?", ()),
        ("a turn beyond the last", "UPDATE positions SET text=replace(text, 'turn 1', 'turn 9') WHERE match=?", ()),
        ("chances below none", "UPDATE positions SET chances=-5 WHERE match=?", ()),
        ("too many chances", "UPDATE positions SET chances=9e18 WHERE match=?", ()),
        ("a journal without dice", "UPDATE changes SET lines=replace(lines, 'seed ', '# ') WHERE match=?", ()),
        ("no journal", "UPDATE changes SET lines=?2 WHERE match=?1", ("\x01" * 999,)),
        ("a secret that is another", "UPDATE matches SET salt=zeroblob(32) WHERE id=?", ()),
    ]
    for (what, sql, more), m in zip(wrongs, matches):
        m.what = what
        db.execute(sql, (m.id, *more))
    db.commit()
    db.close()
    s = server(folder, data)
    for m in matches[:len(wrongs)]:
        state = m.state(s)
        check(f"{m.what}: a clear state", state.get("status") == 503 and "cannot be played on here: " in state["error"], state)
        check(f"{m.what}: its journal can be had", m.get(s, "journal")[0] == 200)
    check("nobody crashed", s.crashes() == [], s.crashes())
    check("others play on", matches[len(wrongs)].state(s).get("chapter", {}).get("n") == 2)
    check("it ends in good order", s.end() == 0)
    return s


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        commented = other_data(folder, "commented", lambda text: "# a comment\n\n" + text.replace("road 0102 ", "road   0102 "))
        bridgeless = other_data(folder, "bridgeless", lambda text: text.replace(BRIDGE, "").replace(" side 6 ", " side 5 "))
        s = server(folder)
        plain = Match(s, "game null\nseed 5\n", CROSSING[:3])
        crossed = Match(s, "game null\nseed 5\n", CROSSING)
        fog = Match(s, "game null\noption fog on\nseed 5\n", CROSSING)
        ended = Match(s, "game null\nseed 5\n", CROSSING)
        result = play_to_end(s, ended.id, ended.token)
        resigned = Match(s, "game null\nseed 5\n", CROSSING)
        s.post(f"/api/match/{resigned.id}/resign", str(resigned.before["seq"]), resigned.token["blue"])
        spoilt = [Match(s, "game null\n" + seed, CROSSING) for seed in ["seed 5\n"] * 13 + ["", "seed 5\n"]]
        sealed = Match(s, "game null\n", CROSSING)
        s.post(f"/api/match/{sealed.id}/nonce", "5a" * 32, sealed.token["blue"])
        sealed.before = sealed.state(s)
        bot, bot_token = s.new("game null\nseed 5\nseat blue person\nseat red bot random\n")
        check("it ends in good order", s.end() == 0)

        s = server(folder, commented)
        for m in (plain, crossed, fog):
            untouched(s, m)
        check("it ends in good order", s.end() == 0)

        s = server(folder, bridgeless)
        untouched(s, plain)
        listened(s, crossed)
        carried(s, crossed, "open")
        carried(s, fog, "in fog")
        carried(s, sealed, "sealed")
        readable(s, crossed)
        state = ended.state(s)
        check("what is over stays so", state["over"] and state["result"] == result["result"] and state["chapter"]["n"] == 2, state)
        state = resigned.state(s)
        check("what was resigned stays so", state["over"] and state["result"]["ending"] == "resigned", state)
        check("each once", s.log().count("event=carried") == 5 and "event=broken" not in s.log(), s.log())
        moved = do(s, crossed.id, crossed.token, crossed.state(s)["legal"][0]["do"])
        check("it ends in good order", s.end() == 0)

        s = server(folder, bridgeless)
        state = crossed.state(s)
        check("the chapter stays", state["chapter"]["n"] == 2 and state["seq"] == moved["seq"]
              and where(state) == where(moved), state)
        check("read again", crossed.get(s, "at/3?chapter=1")[0] == 200)
        check("a computer plays on", state_of(s, bot, bot_token).get("ok"))
        ends(s, crossed)
        ends(s, fog)
        seals_hold(s, sealed, folder)
        check("it ends in good order", s.end() == 0)

        s = nonsense(folder, bridgeless, spoilt)
        s = server(folder)
        check("with the bridge again all is well", crossed.state(s)["over"] and spoilt[0].state(s)["ok"])
        check("it ends in good order", s.end() == 0)
    check.finish()


main()
