#!/usr/bin/env python3
"""fuzz.py [SECONDS] [SEED]: requests made up at random, good ones spoiled a little, against all routes and games.

Whatever comes, the server must answer with one of its statuses and with JSON that says ok or what is wrong, and must not
crash; at the end it must end in good order. Meant for a build with sanitizers. Ends with "N passed, N failed".
"""
import http.client
import json
import pathlib
import random
import sys
import tempfile
import time

from table import TREE, Checks, Server, ask

check = Checks()
STATUSES = {200, 304, 400, 401, 403, 404, 405, 409, 413, 429, 503}
WORDS = ["", " ", "0", "-1", "1", "99999999999999999999", "@x", "@", "<<", ".", "\n", "\r\n", '"', '"x', "\\", "#", "é", "\u2028", "a" * 300, "%s%n",
         "none", "nobody", "referee", "chance", "seat", "name", "holder", "person", "open", "bot", "random", "cadet:1ms", "seed", "option", "scenario",
         "journal", "position", "undo", "roll", "hash", "private", "grant", "ask", "offer", "accept", "\x01", "\x7f", "{", "}", "[", "'"]


class Fuzzer:
    def __init__(self, server, luck):
        self.server, self.luck = server, luck
        self.games = server.get("/api/games")[1]["games"]
        self.matches, self.journals, self.sent, self.wrong = [], [], 0, []
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.positions = [p.read_text() for p in sorted(TREE.glob("data/*/scenarios/*.txt"))]

    def spoil(self, text):
        """Mostly as it was; else a word or a piece is lost, doubled, moved or replaced."""
        while self.luck.random() < 0.3:
            words = text.split(" ") if self.luck.random() < 0.7 else list(text)
            i = self.luck.randrange(len(words)) if words else 0
            how = self.luck.randrange(4)
            if how == 0:
                words[i:i + 1] = []
            elif how == 1:
                words[i:i] = words[i:i + self.luck.randrange(1, 4)]
            elif how == 2:
                words[i:i + 1] = [self.luck.choice(WORDS)]
            else:
                self.luck.shuffle(words)
            text = (" " if len(words) != len(text) else "").join(words)[:200000]
        return text

    def ask(self, method, path, body=None, token=None):
        self.sent += 1
        path = "".join(c if "!" <= c <= "~" else "%{:02x}".format(ord(c) & 255) for c in path)
        status, text, head = ask(self.connection, method, path, body, token, raw=True)
        reply = {}
        if "json" in head.get("Content-Type", ""):
            reply = json.loads(text)
            if reply["ok"] != (status == 200) or (not reply["ok"] and not reply["error"]):
                self.wrong.append((method, path, body, status, text[:200]))
        if status not in STATUSES:
            self.wrong.append((method, path, body, status, text[:200]))
        return status, reply, text

    def order(self):
        game = self.luck.choice(self.games)
        seats = self.luck.choice(([x["id"] for x in game["seats"]] or game["sides"], game["sides"]))
        lines = [f"game {game['id']}"]
        if self.luck.random() < 0.3:
            lines.append("scenario " + self.luck.choice([x["id"] for x in game["scenarios"]]))
        if game["options"] and self.luck.random() < 0.5:
            lines.append(f"option {self.luck.choice(game['options'])['id']} on")
        holder = self.luck.choice(["", " holder me"])
        for seat in seats:
            lines.append(f"seat {seat} " + self.luck.choice(["person" + holder] * 4 + ["open", "invited" + holder, "bot random:1ms"]))
        if self.luck.random() < 0.1:
            lines += ["position <<", self.luck.choice(self.positions), "."]
        if self.journals and self.luck.random() < 0.3:
            lines = ["journal <<", self.luck.choice(self.journals), "."] + lines[1:]
        return self.spoil("\n".join(lines) + "\n")

    def begin(self):
        status, reply, _ = self.ask("POST", "/api/match", self.order())
        if status == 200:
            self.matches.append((reply["match"], [x["token"] for x in reply["seats"] if x.get("token")] + [None]))
            self.matches = self.matches[-12:]

    def question(self, at, token, state):
        piece = self.luck.choice([p["id"] for p in state["view"]["pieces"] if p["id"]] or ["x"])
        return self.luck.choice([
            ("GET", f"{at}/reach?unit={piece}"), ("GET", f"{at}/at/{self.luck.randrange(-1, state['entries'] + 2)}?as={self.luck.choice(WORDS)}"),
            ("GET", f"{at}/log?from={self.luck.randrange(0, 30)}&text={self.luck.choice(['', '1'])}"), ("GET", f"{at}/dice"), ("GET", at)])

    def letters(self, seq, state):
        pairs = (state.get("letters") or {}).get("between") or [{"from": "red", "to": "red-second"}]
        words = (lambda p: f"{p['from']} to {p['to']}{self.luck.choice(['', '', ' way 0402', ' way 0402 0403'])}")(self.luck.choice(pairs))
        return [("letter", f'{seq} {words} "{self.luck.choice(WORDS)} é\\n{self.luck.randrange(9999)}"'), ("road", words)]

    def change(self, at, token, state):
        seq, legal = state["seq"], [a["do"] for a in state["legal"]] or ["stop"]
        do = self.luck.choice(legal)
        return self.luck.choice([("do", f"{seq} {do}")] * 12 + [("do", f"{seq} @r{self.luck.randrange(9)} {do}"), ("why", do), ("preview", do),
                                ("undo", f"{seq}"), ("undo", f"{seq} ask"), ("undo", f"{seq} grant"), ("draw", f"{seq} offer"), ("chat", do),
                                ("march", f"{seq} {' '.join(do.split()[1:3])}"), ("join", "seat red"), ("join", "invitation AAAAAAAAAAAAAAAAAAAAAA")] + self.letters(seq, state) +
                               ([("resign", f"{seq}"), ("draw", f"{seq} accept")] if self.luck.random() < 0.05 else []))

    def once(self):
        if not self.matches or self.luck.random() < 0.02:
            self.begin()
            return
        match, tokens = self.luck.choice(self.matches)
        at = f"/api/match/{match}"
        for token in self.luck.sample(tokens, len(tokens)):     # mostly whoever is asked
            status, state, _ = self.ask("GET", at, token=token)
            if status != 200:
                return
            if state["mine"] or self.luck.random() < 0.1:
                break
        for _ in range(10):
            if self.luck.random() < 0.2:
                method, path = self.question(at, token, state)
                self.ask(method, self.spoil(path), token=token)
            else:
                path, body = self.change(at, token, state)
                status, reply, _ = self.ask("POST", f"{at}/{path}", self.spoil(body).encode("utf-8", "replace"), token)
                state = reply if status == 200 and "view" in reply else state
        if self.luck.random() < 0.1:
            status, _, text = self.ask("GET", f"{at}/journal", token=token)
            if status == 200:
                self.journals = self.journals[-8:] + [text.decode()]
        if self.luck.random() < 0.05:
            game = self.luck.choice(self.games)["id"]
            page = self.luck.choice(["rules", "charts", "pieces?scenario=x", "pieces", "board.svg?palette=night"])
            self.ask("GET", self.spoil(f"/api/game/{game}/{page}"))


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    with tempfile.TemporaryDirectory() as folder:
        s = Server(folder, "--rate", 1000000, "--workers", 1, "--bot-ms", 5).start()
        f = Fuzzer(s, random.Random(seed))
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                f.once()
        except (OSError, http.client.HTTPException, ValueError) as e:
            check("an answer", False, f"seed {seed}", repr(e))
        check("answers as they should be", not f.wrong, f"seed {seed}", f.wrong[:3])
        check("nothing crashed", not s.crashes(), f"seed {seed}", s.crashes())
        check("it ends in good order", s.end() == 0)
        print(f"{f.sent} requests, seed {seed}, {len(f.journals)} journals kept")
    check.finish()


main()
