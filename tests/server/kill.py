#!/usr/bin/env python3
"""kill.py [N]: the server is killed (SIGKILL) N times, 50 unless told otherwise, while people and computers play.

Every other time it is the whole server, which is then started again; the other times the worker alone, which is then
started again by its keeper, at the same door.

After each restart everything that was acknowledged must be there, once and in order, and nothing that nobody sent; at
the end every journal must replay with equal hashes. Ends with "N passed, N failed".
"""
import http.client
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

from table import PROGRAM, Checks, Server, ask

check = Checks()
PLAYERS = 4
ORDER = "game null\nseat blue person holder me\nseat red person holder me\n"
LUCK = random.Random(1815)


class Player(threading.Thread):
    """Plays one match after another over one connection until the server is gone."""

    def __init__(self, server, matches):
        super().__init__(daemon=True)
        self.server, self.matches, self.wrong = server, matches, None
        self.luck = random.Random(LUCK.random())

    def run(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            while True:
                self.turn(connection)
        except (OSError, http.client.HTTPException):
            pass

    def turn(self, connection):
        match = self.matches[-1] if self.matches else None
        if not match or match["over"]:
            status, reply = ask(connection, "POST", "/api/match", ORDER)
            if status == 200:
                self.matches.append({"id": reply["match"], "token": reply["seats"][0]["token"], "done": [], "sent": None,
                                     "over": False})
            return
        at = f"/api/match/{match['id']}"
        state = ask(connection, "GET", at, token=match["token"])[1]
        if state["over"]:
            match["over"] = True
            return
        choice = self.luck.choice(state["legal"])["do"]
        match["sent"] = f"{state['asks']['side']} {choice}"
        status, reply = ask(connection, "POST", at + "/do", f"{state['seq']} {choice}", match["token"])
        if status == 200:
            match["done"].append(match["sent"])
            match["sent"] = None
        else:
            self.wrong = reply


def decisions(journal):
    return [line for line in journal.splitlines() if line.split(" ")[0] in ("blue", "red")]


def look(server, match):
    """None, or what is wrong with the match after a restart."""
    status, journal = server.get(f"/api/match/{match['id']}/journal", match["token"])
    if status != 200:
        return f"{status} {journal}"
    found = decisions(journal)
    if found == match["done"]:
        match["sent"] = None
        return None
    if match["sent"] and found == match["done"] + [match["sent"]]:
        match["done"], match["sent"] = found, None      # it was on disk, and the reply was lost
        return None
    return f"acknowledged {match['done']}, sent {match['sent']}, found {found}"


def acknowledged(matches):
    return sum(len(m["done"]) for mine in matches for m in mine)


def one_life(server, matches, whole):
    if server.process.poll() is not None:
        server.start()
    lost = [look(server, m) for mine in matches for m in mine[-2:]]
    check("nothing acknowledged is lost", not any(lost), [x for x in lost if x])
    players = [Player(server, mine) for mine in matches]
    before = acknowledged(matches)
    for p in players:
        p.start()
    while acknowledged(matches) == before and any(p.is_alive() for p in players):
        time.sleep(0.01)    # on a busy machine it takes a while until somebody plays
    time.sleep(LUCK.uniform(0, 0.35))
    if whole:
        server.end(signal.SIGKILL)
    else:
        os.kill(server.worker(), signal.SIGKILL)
    for p in players:
        p.join()
    check("no decision was refused", not any(p.wrong for p in players), [p.wrong for p in players])


def replays(server, folder, match):
    file = pathlib.Path(folder) / "check.journal"
    file.write_text(server.get(f"/api/match/{match['id']}/journal", match["token"])[1])
    return subprocess.run([PROGRAM, "replay", str(file), "--check"], capture_output=True).returncode in (0, 4)     # 4: it runs, so its secret is not told


def main():
    lives = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    matches = [[] for _ in range(PLAYERS)]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, "--rate", 1000000)
        server.start()
        bots = [server.new("game null\nprivate\nseat blue bot random\nseat red bot random\n")[0] for _ in range(20)]
        server.end(signal.SIGKILL)
        for life in range(lives):
            one_life(server, matches, whole=life % 2)
        if server.process.poll() is not None:
            server.start()
        all_matches = [m for mine in matches for m in mine]
        lost = [look(server, m) for m in all_matches]
        check("at the end all is there", not any(lost) and all_matches, [x for x in lost if x])
        for m in all_matches[-40:]:
            check("its journal replays", replays(server, folder, m), m["id"])
        for _ in range(600):
            left = [b for b in bots if not server.get(f"/api/match/{b}")[1]["over"]]
            if not left:
                break
            time.sleep(0.1)
        check("computers play on by themselves", not left, left)
        check("it ends in good order", server.end() == 0)
        print(f"{lives} kills, {len(all_matches)} matches, {sum(len(m['done']) for m in all_matches)} decisions")
    check.finish()


main()
