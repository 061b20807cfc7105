#!/usr/bin/env python3
"""dice.py: dice that prove what they claim. A match is made, played with taking back, a seat whose nonce comes late and a server
that is killed between; its journal is verified by the program and by examples/dice.py, and every way of forging it that we
could think of is found and named by both. Ends with "N passed, N failed".
"""
import hashlib
import json
import pathlib
import re
import secrets
import signal
import subprocess
import sys
import tempfile

from table import PROGRAM, TREE, Checks, Server, play_to_end

check = Checks()
PYTHON = TREE / "examples" / "dice.py"
OPEN = "game null\nscenario wood\nname \"Sealed\"\nseat blue person\nseat red open\n"


class Match:
    """Blue makes it, with a seal and a nonce; Red comes later."""

    def __init__(self, s):
        self.nonce = {"blue": secrets.token_hex(32), "red": secrets.token_hex(32)}
        seal = s.post("/api/seal")[1]
        self.id, self.commitment = seal["seal"], seal["commitment"]
        self.order = OPEN + f"seal {self.id} {self.commitment}\nnonce {self.nonce['blue']}\n"
        status, made = s.post("/api/match", self.order)
        check("made with its seal", status == 200 and made["match"] == self.id and made["commitment"] == self.commitment, made)
        self.at = f"/api/match/{self.id}"
        self.token = {"blue": made["seats"][0]["token"]}

    def join(self, s):
        self.token["red"] = s.post(self.at + "/join", "seat red")[1]["token"]

    def change(self, s, who, what, words=""):
        seq = s.get(self.at, self.token[who])[1]["seq"]
        status, state = s.post(f"{self.at}/{what}", f"{seq} {words}", self.token[who])
        check(f"{who} {what} {words}", status == 200, state)
        return state

    def do(self, s, *lines):
        for line in lines:
            who, _, words = line.partition(" ")
            self.change(s, who, "do", words)

    def again(self, s, times):
        """The ambush is taken back by consent, and laid again: another outcome."""
        for _ in range(times):
            self.change(s, "red", "undo", "ask")
            self.change(s, "blue", "undo", "grant")
            self.do(s, "red ambush b2")


def before(s, m):
    listed = next(x for x in s.get("/api/matches")[1]["matches"] if x["match"] == m.id)
    check("the commitment is in the lobby", listed["commitment"] == m.commitment, listed)
    state = s.get(m.at)[1]
    check("and in the state", state["commitment"] == m.commitment and state["dice"] == "sealed", state)
    check("who has a nonce", [x["nonce"] for x in state["seats"]] == [True, False], state["seats"])
    dice = s.get(m.at + "/dice")[1]
    check("the secret is not told", dice["secret"] is None and m.nonce["blue"] in str(dice["nonces"]), dice)


def refused(s, m):
    seal = s.post("/api/seal")[1]
    fresh = f"seal {seal['seal']} {seal['commitment']}\n"
    nonce = "nonce " + "5a" * 32 + "\n"
    for order, want, what in (
            (m.order, 409, "a seal twice"), (OPEN + nonce, 400, "a nonce before the commitment"),
            (OPEN + f"seal {seal['seal']} {'00' * 32}\n", 409, "a commitment of one's own"),
            (OPEN + "seal nonsense " + "00" * 32 + "\n", 400, "no seal"), (OPEN + fresh + fresh, 400, "two seals"),
            (OPEN + fresh + "seed 5\n", 400, "a seal and a seed"), (OPEN + fresh + nonce + nonce, 400, "two nonces"),
            ("game null\nseat blue open\nseat red bot random\n" + fresh + nonce, 400, "a nonce of nobody"),
            (OPEN + fresh + "nonce 5a\n", 400, "a short nonce"), (OPEN + fresh + "nonce " + "zz" * 32 + "\n", 400, "no digits")):
        status, reply = s.post("/api/match", order)
        check(f"refused: {what}", status == want and reply["error"], status, reply)
    check("and the seal is still good", s.post("/api/match", OPEN + fresh + nonce)[0] == 200)
    red = m.nonce["red"]
    for body, token, want, what in ((red, None, 403, "a spectator's nonce"), ("5a", m.token["red"], 400, "a short nonce"),
                                    ("", m.token["red"], 400, "no nonce"), (red + "\n" + red, m.token["red"], 400, "two of them"),
                                    (red, m.token["blue"], 409, "a second one")):
        status, reply = s.post(m.at + "/nonce", body, token)
        check(f"refused: {what}", status == want and reply["error"], status, reply)
    check("the same once more is no matter", s.post(m.at + "/nonce", m.nonce["blue"], m.token["blue"])[0] == 200)
    seeded, token = s.new("game null\nseed 5\nseat blue person\nseat red person\n")
    check("a seed takes no nonce", s.post(f"/api/match/{seeded}/nonce", red, token["red"])[0] == 409)


def played(folder):
    """A match that is over, and what its players noted."""
    s = Server(folder).start()
    m = Match(s)
    before(s, m)
    m.join(s)
    refused(s, m)
    m.do(s, "blue strong b1", "red strong r2", "blue march b2 0102", "blue march b2 0202", "red ambush b2")
    m.again(s, 3)
    status, reply = s.post(m.at + "/nonce", m.nonce["red"], m.token["red"])
    check("red's nonce counts from the next outcome on", status == 200 and reply["from"] == 4, reply)
    m.again(s, 2)
    s.end(signal.SIGKILL)
    s = Server(folder).start()
    m.again(s, 3)
    m.running = s.get(m.at + "/journal", m.token["blue"])
    check("hidden things stay so while it runs", m.running[0] == 403)
    check("no secret while it runs", s.get(m.at + "/dice")[1]["secret"] is None)
    m.change(s, "red", "resign")
    m.dice = s.get(m.at + "/dice")[1]
    said = hashlib.sha256(f"grognard-seal {m.id} {m.dice['secret']}".encode()).hexdigest()
    check("the secret fits what was promised", said == m.commitment == m.dice["commitment"], m.dice)
    check("the nonces are ours", {x["seat"]: (x["nonce"], x["from"]) for x in m.dice["nonces"]}
          == {"blue": (m.nonce["blue"], 0), "red": (m.nonce["red"], 4)}, m.dice)
    m.journal = s.get(m.at + "/journal")[1]
    check("nobody's nonce comes too late", s.post(m.at + "/nonce", "5a" * 32, m.token["red"])[0] == 409)
    check("it ends in good order", s.end() == 0)
    return m


def judge(folder, text, *options):
    file = folder / "judged"
    file.write_text(text)
    return [subprocess.run([*command, str(file), *more], capture_output=True, text=True) for command, more in
            (([PROGRAM, "replay"], ("--check", *options)), ([sys.executable, str(PYTHON)], ()))]


def sound(folder, m):
    ours, python = judge(folder, m.journal)
    check("replays identically", ours.returncode == 0 and "replays identically" in ours.stdout, ours.stdout)
    check("it says how", "9 from the sealed secret; 8 of them taken back" in ours.stdout and "none missing" in ours.stdout
          and "blue from outcome 0, red from outcome 4, none from nobody" in ours.stdout, ours.stdout)
    check("Python finds the same", python.returncode == 0, python.stdout, python.stderr)
    verdict = json.loads(judge(folder, m.journal, "--json")[0].stdout)
    check("for programs", verdict["verdict"] == "identical" and verdict["outcomes"]["sealed"] == 9
          and verdict["seal"]["commitment"] == m.commitment and not verdict["hashes"]["missing"]["n"], verdict)
    words = re.findall(r"^drawn \d+ of \d+ (\w+)", m.journal, re.M)
    check("every outcome has a word of its own", len(set(words)) == len(words) == 9, words)
    noted = ["--commitment", m.commitment, "--nonce", "blue=" + m.nonce["blue"], "--nonce", "red=" + m.nonce["red"]]
    check("it is what was noted", judge(folder, m.journal, *noted)[0].returncode == 0)
    for option, value, want in (("--commitment", "00" * 32, "not the one that was noted"), ("--commitment", "x", "64 hexadecimal"),
                                ("--nonce", "red=" + m.nonce["blue"], "does not have the nonce"),
                                ("--nonce", "red", "SEAT="), ("--nonce", "green=" + m.nonce["red"], "SEAT=")):
        done = judge(folder, m.journal, option, value)[0]
        check(f"{option} {value[:9]}", done.returncode == 1 and want in done.stdout, done.stdout)


def blocks(lines):
    """From each undo to before the next, with the outcome that follows it."""
    starts = [i for i, line in enumerate(lines) if line.startswith("undo ")]
    return {n + 1: (a, b) for n, (a, b) in enumerate(zip(starts, starts[1:]))}


def forgeries(m):
    """name, journal, what the program says, what Python says"""
    lines = m.journal.splitlines(keepends=True)
    where = {line.split()[1]: i for i, line in enumerate(lines) if line.startswith("drawn ")}
    find = lambda begin: next(i for i, line in enumerate(lines) if line.startswith(begin))

    def changed(i, change):
        return "".join(lines[:i] + [change(lines[i])] + lines[i + 1:])

    def face(line, word=False):
        head, old, roll = line.rsplit(maxsplit=2)[0].rsplit(maxsplit=1)[0], line.split()[4], int(line.split()[-1])
        new = roll % 6 + 1
        made = f"{int(old, 16) - int(old, 16) % 6 + new - 1:016x}" if word else old
        return f"{head} {made} roll {new}\n"

    digit = lambda at: lambda line: line[:at] + ("1" if line[at] != "1" else "2") + line[at + 1:]
    renumber = lambda text, by: re.sub(r"^drawn (\d+)", lambda x: f"drawn {int(x[1]) + by}", text, flags=re.M)
    block, nonce = blocks(lines), find("nonce red")
    one, two = block[2]
    hidden = "".join(lines[:one]), "".join(lines[two:])
    word = "the secret gives another word for outcome"
    late = nonce + next(i for i, line in enumerate(lines[nonce:]) if line.startswith("drawn ")) + 2
    other = hashlib.sha256(f"grognard-seal {m.id} {'11' * 32}".encode()).hexdigest()
    return [
        ("an outcome changed", changed(where["3"], face), "does not give this outcome: it was changed", "is not this roll"),
        ("an outcome and its word changed", changed(where["3"], lambda x: face(x, True)), "the outcome was changed", word + " 3"),
        ("the first outcome and its word changed", changed(where["0"], lambda x: face(x, True)), "a nonce (blue) was changed", word + " 0"),
        ("an outcome left out", hidden[0] + hidden[1], "one was left out, or what was taken back is hidden", "outcome 2 should come here, not 3"),
        ("an undo hidden, numbers mended", hidden[0] + renumber(hidden[1], -1), "this is the word of outcome 3: numbers were changed", word + " 2"),
        ("an outcome put in", hidden[0] + 2 * "".join(lines[one:two]) + hidden[1],
         "outcome 2 has been before: numbers never go back", "outcome 3 should come here, not 2"),
        ("an outcome put in, numbers mended", hidden[0] + "".join(lines[one:two]) + renumber("".join(lines[one:two]) + hidden[1], 1),
         "this is the word of outcome 2: numbers were changed", word + " 3"),
        ("an outcome without number", changed(where["3"], lambda x: "chance " + " ".join(x.split()[5:]) + "\n"), "this one was put in", "other dice"),
        ("an outcome given by hand", changed(where["3"], lambda x: "given " + " ".join(x.split()[5:]) + "\n"), "outcome 3 should come here, not 4", "other dice"),
        ("blue's nonce changed", changed(find("nonce blue"), digit(20)), "a nonce (blue) was changed", word + " 0"),
        ("red's nonce changed", changed(nonce, digit(20)), "a nonce (red) was changed", word + " 4"),
        ("red's nonce left out", changed(nonce, lambda x: ""), "a nonce before it is missing", word + " 4"),
        ("red's nonce put earlier", "".join(lines[:where["3"]] + [lines[nonce]] + lines[where["3"]:nonce] + lines[nonce + 1:]),
         "outcome 3 was drawn before the nonce of red: that was put earlier", word + " 3"),
        ("red's nonce put later", "".join(lines[:nonce] + lines[nonce + 1:late] + [lines[nonce]] + lines[late:]), "a nonce before it is missing", word + " 4"),
        ("a nonce under another's name", changed(nonce, lambda x: x.replace("red", "blue")), "this seat has given its nonce", word + " 4"),
        ("a wrong secret", changed(find("secret"), digit(20)), "not the one that was committed to", "does not fit the commitment"),
        ("no secret", changed(find("secret"), lambda x: ""), "from a secret that is not told", "does not fit the commitment"),
        ("the commitment changed", changed(find("dice sealed"), digit(40)), "not the one that was committed to", "does not fit the commitment"),
        ("another match's name", changed(find("dice sealed"), lambda x: x.replace(m.id, "a" * 12)), "not the one that was committed to", "does not fit the commitment"),
        ("commitment and secret exchanged", changed(find("dice sealed"), lambda x: x.replace(m.commitment, other)).replace(m.dice["secret"], "11" * 32),
         "a nonce (blue) was changed", word + " 0"),
        ("a seed in place of the seal", changed(find("dice sealed"), lambda x: "seed 1815\n"), "take no nonces", "other dice"),
        ("dice by hand in place of the seal", changed(find("dice sealed"), lambda x: "dice hand\n"), "take no nonces", "other dice"),
        ("other dice on the way", "".join(lines[:where["4"]] + ["seed 7\n"] + lines[where["4"]:]), "no sealed dice here", "other dice"),
        ("the seal once more on the way", "".join(lines[:where["4"]] + [lines[find("dice sealed")]] + lines[where["4"]:]), "outcome 0 should come here, not 4", "other dice"),
    ]


def forged(folder, m):
    for name, text, want, python_wants in forgeries(m):
        check(f"{name}: is a forgery", text != m.journal)
        ours, python = judge(folder, text)
        code = 4 if name == "no secret" else 1
        check(f"{name}: found and named", ours.returncode == code and want in ours.stdout
              and "identically" not in ours.stdout, ours.returncode, ours.stdout)
        check(f"{name}: found by Python", python.returncode == 1 and python_wants in python.stdout, python.stdout, python.stderr)


def missing(folder, m):
    """Hashes that are left out are counted, and where they should stand is said."""
    lines = m.journal.splitlines(keepends=True)
    hashes = [i for i, line in enumerate(lines) if line.startswith("hash ")]
    text = "".join(line for i, line in enumerate(lines) if i not in hashes[1:3])
    ours = judge(folder, text)[0]
    check("missing hashes are named", ours.returncode == 4 and f"2 missing, before line {hashes[1] + 1}, {hashes[2]}" in ours.stdout, ours.stdout)
    verdict = json.loads(judge(folder, text, "--json")[0].stdout)
    check("for programs", verdict["verdict"] == "replays" and verdict["hashes"]["missing"]["n"] == 2, verdict)


def others(folder):
    """Hot seats, computers, uploads, seeds: what needs no nonce works without."""
    s = Server(folder).start()
    match, token = s.new("game null\nseat blue person holder us\nseat red person holder us\n")
    running = s.get(f"/api/match/{match}/journal", token["blue"])[1]
    check("a hot seat needs no nonce", play_to_end(s, match, token)["over"] and "nonce" not in running)
    ours, python = judge(folder, s.get(f"/api/match/{match}/journal")[1])
    check("and its journal is proved", ours.returncode == 0 and python.returncode == 0, ours.stdout, python.stdout)
    ours = judge(folder, running)[0]
    check("a running one says that it is not", ours.returncode == 4 and "other dice from here on" in ours.stdout, ours.stdout)
    status, again = s.post("/api/match", f"journal <<\n{running}.\nseat blue person holder us\nseat red person holder us\n")
    check("it is taken up under a seal of its own", status == 200 and again["match"] != match, again)
    play_to_end(s, again["match"], {x["seat"]: x["token"] for x in again["seats"]})
    text = s.get(f"/api/match/{again['match']}/journal")[1]
    ours = judge(folder, text)[0]
    check("and says that the dice were changed", ours.returncode == 4 and f"dice sealed {again['match']}" in text, ours.stdout)
    match, token = s.new("game null\nseat blue bot random\nseat red bot random\n")
    old, old_token = s.new("game null\nseed 7\nseat blue person holder us\nseat red person holder us\n")
    s.end(signal.SIGKILL)
    s = Server(folder).start()
    check("a match with a seed goes on with it", play_to_end(s, old, old_token)["over"])
    dice = s.get(f"/api/match/{old}/dice")[1]
    made = hashlib.blake2b(f"{old} {dice['seed']} {dice['salt']}".encode(), digest_size=32).hexdigest()
    check("and is checked as before", dice["seed"] == "7" and made == dice["commitment"], dice)
    ours = judge(folder, s.get(f"/api/match/{old}/journal")[1])[0]
    check("its journal too", ours.returncode == 0, ours.stdout)
    check("it ends in good order", s.end() == 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        m = played(folder)
        sound(folder, m)
        forged(folder, m)
        missing(folder, m)
        others(folder)
    check.finish()


main()
