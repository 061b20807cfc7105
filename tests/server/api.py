#!/usr/bin/env python3
"""api.py: what the table answers to good and bad requests, over HTTP. Ends with "N passed, N failed"."""
import concurrent.futures
import hashlib
import json
import os
import re
import select
import socket
import subprocess
import tempfile
import time

from table import PROGRAM, Checks, Listener, Server, free_port, play_to_end, until

check = Checks()
SHARED = os.environ.get("STORE", "")
BOTH = "game null\nseat blue person\nseat red person\nseed 7\n"


def pages(s):
    status, text, head = s.ask("GET", "/", raw=True)
    check("the first page", status == 200 and b"<html" in text, text)
    check("strict policy", "default-src 'self'" in head["Content-Security-Policy"], head)
    check("no script but from files", "unsafe-inline" not in head["Content-Security-Policy"])
    check("no sniffing", head["X-Content-Type-Options"] == "nosniff")
    check("not sent twice", s.ask("GET", "/", raw=True, headers={"If-None-Match": head["ETag"]})[0] == 304)
    for path in ("/../Makefile", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/.git/config",
                 "/a/./b", "/a//b", "/x%00y", "/" + "a" * 5000, "/index.html/", "/api/game/../games", "/api/match/../x"):
        status, reply = s.get(path)
        check(f"no way out: {path[:30]}", status in (400, 404, 414), status, reply)
    status, font, head = s.ask("GET", "/fonts/EBGaramond12-Regular.woff2", raw=True)
    check("a font, kept for a while, if the build had one",
          status == 404 or (font[:4] == b"wOF2" and head["Content-Type"] == "font/woff2" and "max-age" in head["Cache-Control"]), head)
    check("pages are only read", s.post("/index.html", "x")[0] in (405, 413))
    check("another method", s.ask("DELETE", "/api/games")[0] == 405)
    check("a stranger's page", s.post("/api/match", BOTH, headers={"Origin": "http://evil.example"})[0] == 403)
    for host in ("evil.example", "127.0.0.1.evil.example", "127.evil.example:1815", "localhost.evil.example", "[::2]", "x" * 300):
        check("a stranger's name", s.get("/api/games", headers={"Host": host})[0] == 403, host)
    for host in ("localhost", "localhost:99", "127.0.0.1:1815", "127.1.2.3", "[::1]:1815"):
        check("our own name", s.get("/api/games", headers={"Host": host})[0] == 200, host)
    check("health", s.get("/health")[1]["ok"] and s.get("/api/health")[1]["memory_kb"] > 0)


def catalogue(s):
    status, games = s.get("/api/games")
    null = next(g for g in games["games"] if g["id"] == "null")
    check("games", status == 200 and null["scenarios"] and null["board"] and games["bots"], games)
    status, svg, head = s.ask("GET", "/api/game/null/board.svg?palette=night", raw=True)
    check("a board", status == 200 and svg.startswith(b"<") and b"<svg" in svg[:400] and "svg" in head["Content-Type"], head)
    check("no such palette", s.get("/api/game/null/board.svg?palette=pink")[0] == 400)
    check("no such game", s.get("/api/game/chess/board.svg")[0] == 404)
    rules = s.get("/api/game/null/rules")[1]["rules"]
    check("rules", rules and all(set(r) == {"case", "kind", "chapter", "title", "requirement", "rulings"} for r in rules), rules[:2])
    check("rules begin with a case", rules[0]["case"][0].isdigit(), rules[0])
    charts = s.get("/api/game/null/charts")[1]["charts"]
    check("charts", all(len(c["cells"]) == len(c["rows"]) for c in charts) and charts, charts[:1])
    ground = s.get("/api/game/null/ground")[1]["ground"]
    check("ground in words", len(ground) == 12 and ground["0201"]["words"].startswith("woods"), ground)
    check("ground with its sides", "stream" in ground["0202"]["words"] and "road" in ground["0202"]["words"], ground["0202"])
    check("games stand on their shelf", [g["id"] for g in games["games"]][:2] == ["day-of-waterloo", "waterloo-200"])
    check("overlays of a game", null["overlays"][0]["name"] == "watched" and null["overlays"][0]["keys"], null)
    check("a module that draws it", games["games"][0]["module"] == "games/day-of-waterloo.js" and null["module"] is None)
    check("pieces", s.get("/api/game/null/pieces")[1]["pieces"][0]["side"] == "blue")
    for game in s.get("/api/games")[1]["games"]:
        shown = s.get("/api/game/%s/pieces" % game["id"])[1]["view"]["pieces"]
        check("pieces of %s as printed, not as set up" % game["id"], shown and not any(p["places"] for p in shown))


def orders(s):
    for order, what in (("", "nothing"), ("game chess\n", "no such game"), ("seat blue person\n", "no game first"),
                        ("game null\nseat green person\n", "no such seat"), ("game null\nseat blue king\n", "no such kind"),
                        ("game null\nscenario moon\n", "no such scenario"), ("game null\noption fog maybe\n", "no such value"),
                        ("game null\nseat red bot nobody\n", "no such bot"), ("game null\nname \"" + "x" * 100 + "\"\n", "a long name"),
                        ("game null\nseat red bot random:0\n", "no effort"), ("game null extra\n", "a word too many"),
                        ("journal <<\ngarbage\n.\n", "a bad journal"), ("journal <<\ngrognard-journal 1\n", "a journal without end"),
                        ("game null\nposition <<\nat nowhere b1\n.\n", "a bad position"), ("\x00\x01", "control characters"),
                        ("journal <<\ngrognard-journal 2\ngame null scenario line\nprogram 0.9.0\ndata 0000000000000000\nseed 1\n"
                         "hash 0000000000000000\n.\n", "a journal that departs")):
        status, reply = s.post("/api/match", order)
        check(f"refused: {what}", status == 400 and not reply["ok"] and reply["error"], status, reply)
        check("it says where", what != "a journal that departs" or "journal:6: the replay departs here or before, after entry 0: "
              in reply["error"], reply)
    twice_and_together(s)
    seen_to_crash(s)
    for name in (b"\xff\xfe", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc3", b"a\x00b"):
        check("bytes that are no text", s.post("/api/match", b'game null\nname "' + name + b'"\n')[0] == 400, name)
    check("too large an order", s.post("/api/match", "#" * (1 << 20) + "\n" + BOTH)[0] == 413)
    check("nothing came of them", s.get("/api/matches")[1]["matches"] == [])


def twice_and_together(s):
    """The same word twice, two sources, words that do not go together: refused, and the sentence names both."""
    journal = "journal <<\ngrognard-journal 2\n.\n"
    position = "position <<\nasks blue movement\n.\n"
    for order, named in (
            ("game null\ngame null\n", ('"game" is said twice',)), ('game null\nname a\nname b\n', ('"name" is said twice',)),
            ("game null\nseed 1\nseed 1\n", ('"seed" is said twice',)), ("game null\nprivate\nprivate\n", ('"private" is said twice',)),
            ("game null\nscenario line\nscenario line\n", ('"scenario" is said twice',)),
            ("game null\noption fog on\noption fog off\n", ('"option fog" is said twice',)),
            ("game null\nseat blue person\nseat blue open\n", ('the seat blue is given twice',)),
            ("game null\n" + position * 2, ('"position" is said twice',)),
            ("game null\n" + journal, ('"journal"', '"game"')), ("seed 1\n" + journal, ('"journal"', '"seed"'))):
        status, reply = s.post("/api/match", order)
        check("refused with what it is", status == 400 and all(word in reply["error"] for word in named), order, reply)
    match, token = s.new("game null\nprivate\nseat blue person holder a\nseat red person holder a\n")
    whole = s.get(f"/api/match/{match}/journal", token["blue"])[1]
    for line in ("game null", "scenario line", "option fog on", "seed 1", position.rstrip("\n")):
        status, reply = s.post("/api/match", f"journal <<\n{whole}.\n{line}\n")
        check("a journal and another source", status == 400 and '"journal"' in reply["error"]
              and f'"{line.split()[0]}"' in reply["error"], line, reply)
    other = s.post("/api/match", "game null\noption fog on\nposition <<\noption fog off turn 1 unit b1 0101 strength 2 unit b2 0103 strength 1 unit r1 0401 strength 1 unit r2 0403 strength 2 asks blue movement\n.\n")[1]
    check("an option against the position", '"option fog on" and the "position"' in other["error"], other)


def seen_to_crash(s):
    """Positions that once ended the worker, while they were read or when the match was looked at."""
    for lines, said in (("scenario day\nturn 3\nside french\nphase 150\nstep game nobody at=turns\n", "the phase must be from 0 to"),
                        ("at 0310 d'Aubreme\n\nmuster\nat 0310 Trip-I d'Aubreme\nat 0310 Trip-I\n", "position:4: d'Aubreme is placed twice"),
                        ("turn 3\nat 0712 Quiot\nunit Quiot losses 2\ncorps f.I losses 1\nphase french movement\n",
                         "position:4: 12.1b: the units of a corps or an army have lost more than it has")):
        status, reply = s.post("/api/match", f"game day-of-waterloo\nseat french open\nposition <<\n{lines}.\n")
        check("refused with its line", status == 400 and said in reply["error"], reply)
    check("and nobody crashed", s.get("/health")[1]["restarts"] == 0)


def decisions(s):
    match, token = s.new(BOTH)
    at = f"/api/match/{match}"
    blue = s.get(at, token["blue"])[1]
    check("blue is asked", blue["mine"] and blue["you"] == "blue" and len(blue["legal"]) == 2 and blue["seq"] == 0, blue)
    red = s.get(at, token["red"])[1]
    check("red is not", not red["mine"] and red["legal"] == [] and red["asks"]["seat"] == "blue", red)
    check("nobody else", s.get(at)[1]["you"] == "spectator")
    do = blue["legal"][0]["do"]
    bad = ((f"0 {do}", None, 403, "a spectator"), (f"0 {do}", token["red"], 409, "red in blue's place"),
           (f"0 {do}", "A" * 22, 401, "a wrong token"), (f"0 {do}", "short", 401, "a short token"),
           (do, token["blue"], 400, "no number"), ("", token["blue"], 400, "nothing"), (f"-1 {do}", token["blue"], 400, "a negative number"),
           (f"99999999999 {do}", token["blue"], 400, "a large number"), (f"5 {do}", token["blue"], 409, "the future"),
           ("0 strong r1", token["blue"], 409, "another's piece"), ("0 dance", token["blue"], 409, "no such verb"),
           (f"0 {do} {do}", token["blue"], 409, "words too many"), (f"0 {do}\n0 {do}", token["blue"], 400, "two lines"),
           (f"0 @{'x' * 50} {do}", token["blue"], 400, "a long request id"), ("0 " + "x" * 20000, token["blue"], 413, "too large"),
           ("0 roll 6", token["blue"], 409, "a die of one's own"), ("0 \"", token["blue"], 409, "half a quote"))
    for body, who, want, what in bad:
        status, reply = s.post(at + "/do", body, who)
        check(f"refused: {what}", status in (want, 400 if want == 409 else want) and not reply["ok"] and reply["error"], status, reply)
    check("nothing has changed", s.get(at, token["blue"])[1] == blue)
    status, after = s.post(at + "/do", f"0 @once {do}", token["blue"])
    check("done", status == 200 and after["seq"] == 1 and after["entries"] == 1, after)
    status, again = s.post(at + "/do", f"0 @once {do}", token["blue"])
    check("a retry acts once", status == 200 and again["repeated"] and again["seq"] == 1, again)
    status, stale = s.post(at + "/do", f"0 {do}", token["blue"])
    check("a double click acts once", status == 409 and stale["stale"] and stale["state"]["seq"] == 1, stale)
    check("why not", "why" in s.post(at + "/why", "march b1 0102", token["blue"])[1])
    check("why, of nonsense", s.post(at + "/why", "frobnicate", token["blue"])[0] == 400)
    check("reach of nobody", s.get(at + "/reach?unit=zz", token["blue"])[0] == 400)
    check("no reach without a unit", s.get(at + "/reach", token["blue"])[0] == 400)
    seen = s.get(at + "/overlay?name=watched", token["blue"])[1]
    check("an overlay", seen["name"] == "watched" and len(seen["places"]) == len(seen["keys"]) and seen["places"][0], seen)
    check("an overlay of the past", s.get(at + "/overlay?name=watched&at=0")[1]["places"], seen)
    check("no such overlay", s.get(at + "/overlay?name=moon")[0] == 400 and s.get(at + "/overlay")[0] == 400)
    check("an overlay of no moment", s.get(at + "/overlay?name=watched&at=999")[0] == 404)
    check("an overlay from nowhere", s.get(at + "/overlay?name=watched&from=9999")[0] == 400)
    check("an overlay with others' eyes", s.get(at + "/overlay?name=watched&as=red", token["blue"])[0] == 403)
    check("no such entry", s.get(at + "/at/999")[0] == 404 and s.get(at + "/at/x")[0] == 404)
    check("no such match", s.get("/api/match/aaaaaaaaaaaa")[0] == 404 and s.get("/api/match/AAAA")[0] == 404)
    check("the journal is closed", s.get(at + "/journal", token["blue"])[0] == 403)
    check("the seed is secret", "seed" not in s.get(at + "/dice")[1])
    check("others' eyes are closed", s.get(at + "/at/0?as=red", token["blue"])[0] == 403)


def lines(s):
    """Order lines: planned by who may know, played by who is asked, at fault without a trace."""
    match, token = s.new(BOTH)
    at = f"/api/match/{match}"
    plan = s.post(at + "/plan", "strong b1", token["blue"])[1]["order"]
    check("a line is planned", plan["end"] == "commits" and [x["do"] for x in plan["steps"]] == ["strong b1"], plan)
    for who in (token["red"], None):
        plan = s.post(at + "/plan", "strong b1", who)[1]["order"]
        check("not for others", plan["end"] == "fault" and plan["steps"] == [], plan)
        check("nor completed", s.post(at + "/complete", "s", who)[1]["words"] == [])
    check("a line is completed", s.post(at + "/complete", "str", token["blue"])[1]["words"] == ["strong"])
    before = s.get(at, token["blue"])[1]
    for body, who, want in (("0 strong b1", None, 403), ("0 strong b1", token["red"], 409), ("0 strong b9", token["blue"], 409), ("0 ", token["blue"], 409),
                            ("strong b1", token["blue"], 400), ("0 " + "q" * 3000, token["blue"], 409), ("0 \x01 > \xff", token["blue"], 409)):
        status, reply = s.post(at + "/order", body, who)
        check("a line is refused", status == want and not reply["ok"], body[:40], status, reply)
    check("and nothing has changed", s.get(at, token["blue"])[1] == before)
    status, done = s.post(at + "/order", "0 @line strong b1", token["blue"])
    check("a line is played", status == 200 and done["seq"] == 1 and done["order"]["end"] == "asked" and done["order"]["why"] == "Red is asked", done)
    check("a retry plays once", s.post(at + "/order", "0 @line strong b1", token["blue"])[1].get("repeated"))
    s.post(at + "/do", "1 strong r1", token["red"])
    status, done = s.post(at + "/order", "2 b1 > 0202", token["blue"])
    check("a march is several entries and one change", status == 200 and done["seq"] == 3 and done["entries"] == 4, done)


def hidden(s):
    """A spectator's state is the same whatever was chosen in secret."""
    seen = []
    for choice in (0, 1):
        match, token = s.new(BOTH)
        at = f"/api/match/{match}"
        legal = s.get(at, token["blue"])[1]["legal"]
        s.post(at + "/do", f"0 {legal[choice]['do']}", token["blue"])
        looks = [s.get(at)[1], s.get(at, token["red"])[1], s.get(at + "/log")[1], s.get(at + "/at/1")[1],
                 Listener(s, match).wait(lambda kind, *_: kind == "state")[2]]
        seen.append(json.dumps(looks).replace(match, "M").replace(looks[0]["commitment"], "C"))
        check("blue sees his own", legal[choice]["units"][0] in json.dumps(s.get(at, token["blue"])[1]["log"]))
    check("spectator and enemy see nothing hidden", seen[0] == seen[1], seen)


def consent(s):
    match, token = s.new(BOTH)
    at = f"/api/match/{match}"
    legal = s.get(at, token["blue"])[1]["legal"]
    s.post(at + "/do", f"0 {legal[0]['do']}", token["blue"])
    check("not past the other's turn", s.post(at + "/undo", "1", token["blue"])[0] == 409)
    status, state = s.post(at + "/undo", "1 ask", token["blue"])
    check("asked", status == 200 and state["undo"]["asked_by"] == "blue" and state["seq"] == 1, state)
    check("not granted by oneself", s.post(at + "/undo", "1 grant", token["blue"])[0] == 409)
    check("refused", s.post(at + "/undo", "1 refuse", token["red"])[1]["undo"]["asked_by"] is None)
    s.post(at + "/undo", "1 ask", token["blue"])
    status, state = s.post(at + "/undo", "1 grant", token["red"])
    check("granted", status == 200 and state["entries"] == 0 and state["seq"] == 2, state)
    check("nobody offers", s.post(at + "/draw", "2 accept", token["red"])[0] == 409)
    check("offered", s.post(at + "/draw", "2 offer", token["red"])[1]["draw"]["offered_by"] == ["red"])
    status, state = s.post(at + "/draw", "2 accept", token["blue"])
    check("a draw", state["over"] and state["result"]["ending"] == "draw" and state["result"]["winner"] is None, state)
    check("over is over", s.post(at + "/do", f"3 {legal[0]['do']}", token["blue"])[0] == 409)
    match, token = s.new(BOTH)
    at = f"/api/match/{match}"
    state = s.post(at + "/resign", "0", token["red"])[1]
    check("resigned", state["over"] and state["result"]["winner"] == "blue", state)
    check("the seed is told", s.get(at + "/dice")[1]["seed"] == "7")
    check("spectators do not talk", s.post(at + "/chat", "hello")[0] == 403)
    check("a long speech", s.post(at + "/chat", "x" * 501, token["red"])[0] == 400)
    nasty = '<script>alert("1")</script> \u2028 "quoted"'
    check("talk", s.post(at + "/chat", nasty, token["red"], headers={"X-Request-Id": "@a"})[0] == 200)
    s.post(at + "/chat", nasty, token["red"], headers={"X-Request-Id": "@a"})
    ear = Listener(s, match)
    check("heard once, as said", ear.wait(lambda kind, *_: kind == "chat")[2]["text"] == nasty)
    check("heard once", len([e for e in ear.events if e[0] == "chat"]) == 1)


def seats(s):
    match, token = s.new("game null\nseat blue person holder me\nseat red person holder me\n")
    at = f"/api/match/{match}"
    check("a hot seat has one token", token["blue"] == token["red"])
    final = play_to_end(s, match, token)
    check("it plays both sides", final["over"], final)
    match, token = s.new("game null\nname \"Open\"\nseat blue person\nseat red open\n")
    at = f"/api/match/{match}"
    listed = next(m for m in s.get("/api/matches")[1]["matches"] if m["match"] == match)
    check("an open seat is listed", listed["open_seats"] == ["red"] and listed["name"] == "Open", listed)
    check("a taken seat is not open", s.post(at + "/join", "seat blue")[0] == 409)
    check("no such seat", s.post(at + "/join", "seat green")[0] == 400)
    status, joined = s.post(at + "/join", 'seat red\nname "Guest <b>"')
    check("joined", status == 200 and s.get(at, joined["token"])[1]["you"] == "red", joined)
    check("only once", s.post(at + "/join", "seat red")[0] == 409)
    match, token = s.new("game null\nprivate\nseat blue person\nseat red bot random\n")
    check("private is not listed", match not in json.dumps(s.get("/api/matches")[1]))
    at = f"/api/match/{match}"
    ear = Listener(s, match, token["blue"])
    state = s.get(at, token["blue"])[1]
    for _ in range(300):
        if state["over"]:
            break
        if state["mine"]:
            state = s.post(at + "/do", f"{state['seq']} {state['legal'][0]['do']}", token["blue"])[1]
        else:
            seq = state["seq"]
            news = ear.wait(lambda kind, _, d: kind == "state" and d["seq"] > seq)
            check("the computer answers", news is not None)
            state = s.get(at, token["blue"])[1]
    check("a game against the computer", state["over"], state)
    check("the computer never draws", s.post(at + "/draw", "0 offer", token["blue"])[0] == 409)


def journals(s, folder):
    match, token = s.new(BOTH)
    at = f"/api/match/{match}"
    commitment = s.get(at)[1]["commitment"]
    final = play_to_end(s, match, token)
    journal = s.get(at + "/journal")[1]
    (folder / "m.journal").write_text(journal)
    done = subprocess.run([PROGRAM, "replay", str(folder / "m.journal"), "--check"], capture_output=True, text=True)
    check("replay --check", done.returncode == 0, done.stdout, done.stderr)
    dice = s.get(at + "/dice")[1]
    said = hashlib.blake2b(f"{match} {dice['seed']} {dice['salt']}".encode(), digest_size=32).hexdigest()
    check("the commitment holds", said == commitment == dice["commitment"], dice)
    check("the journal has that seed", f"\nseed {dice['seed']}\n" in journal, journal[:200])
    forged = 0
    for seed in range(20):          # few dice may fall the same way once
        (folder / "forged").write_text(journal.replace(f"seed {dice['seed']}", f"seed {seed}"))
        forged += subprocess.run([PROGRAM, "replay", str(folder / "forged"), "--check"], capture_output=True).returncode == 1
    check("another seed is found out", forged > 10 or "chance" not in journal, forged, journal)
    check("replay of each entry", all(s.get(f"{at}/at/{n}?as=red")[0] == 200 for n in range(final["entries"] + 1)))
    half = "\n".join(journal.splitlines()[:9]) + "\n"
    status, again = s.post("/api/match", f"journal <<\n{half}.\nseat blue person\nseat red person\n")
    check("a journal is taken up", status == 200, again)
    more = {seat["seat"]: seat["token"] for seat in again["seats"]}
    check("and played on", play_to_end(s, again["match"], more)["over"])
    done = s.get(f"/api/match/{again['match']}/journal")[1]
    (folder / "more").write_text(done)
    run = subprocess.run([PROGRAM, "replay", str(folder / "more"), "--check"], capture_output=True, text=True)
    check("its journal verifies too, but for the change of dice", run.returncode == 4 and "other dice from here on" in run.stdout, run.stdout)
    match, token = s.new("game null\nseat blue person holder me\nseat red person holder me\n")
    running = s.get(f"/api/match/{match}/journal", token["blue"])[1]
    check("a running hot seat exports without its secret", "dice sealed" in running and "secret" not in running
          and running.rstrip().splitlines()[-1].startswith("seed "))
    match, token = s.new("game null\nseed 5\nseat blue person holder me\nseat red person holder me\n")
    running = s.get(f"/api/match/{match}/journal", token["blue"])[1]
    check("or without its seed", "dice list" in running and "\nseed 5\n" not in running and "\nseed " in running)
    check("text of the chronicle", isinstance(s.get(f"{at}/log?text=1")[1], str))


def live(s):
    match, token = s.new(BOTH)
    at = f"/api/match/{match}"
    ears = {side: Listener(s, match, token[side]) for side in ("blue", "red")}
    check("red comes online", ears["blue"].wait(lambda k, i, d: k == "presence" and all(x["online"] for x in d["seats"])) is not None)
    for ear in ears.values():
        check("the state comes first", ear.wait(lambda *_: True)[0] == "state")
    for turn in range(4):
        state = s.get(at, token["blue"])[1]
        who = state["asks"]["seat"]
        state = s.get(at, token[who])[1]
        s.post(at + "/do", f"{state['seq']} {state['legal'][0]['do']}", token[who])
        for ear in ears.values():
            check("both are told", ear.wait(lambda k, i, d: k == "state" and i == str(turn + 1)) is not None)
    ears["red"].close()
    last = [i for k, i, d in ears["red"].events if k == "state"][-1]
    state = s.get(at, token["blue"])[1]
    who = state["asks"]["seat"]
    state = s.get(at, token[who])[1]
    s.post(at + "/do", f"{state['seq']} {state['legal'][0]['do']}", token[who])
    back = Listener(s, match, token["red"], last=last)
    news = back.wait(lambda k, i, d: k == "state")
    check("resumed where it broke off", news[2]["log_from"] <= 4 and news[2]["seq"] == 5 and
          [e["n"] for e in news[2]["log"]][-1] == news[2]["entries"], news)
    check("nothing is told twice", all(e["n"] > news[2]["log_from"] for e in news[2]["log"]))
    check("a wrong token hears nothing", s.get(at + "/events?token=AAAAAAAAAAAAAAAAAAAAAA")[0] == 401)
    ears = [Listener(s, match) for _ in range(63)]
    check("not too many listeners", s.get(at + "/events")[0] == 503)


def said(s, request, seconds=60):
    """What comes back to these bytes until the server closes, or for so long."""
    with socket.create_connection(("127.0.0.1", s.port)) as wire:
        wire.settimeout(seconds)
        wire.sendall(request)
        reply = b""
        try:
            while more := wire.recv(65536):
                reply += more
        except TimeoutError:
            reply += b"<still open>"
        return reply


def wires(s):
    """Requests that no browser sends."""
    post = b"POST /api/match HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    for head, what in ((b"Content-Length: 3\r\nContent-Length: 30\r\n\r\nabc", "two lengths"),
                       (b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                        "a second request inside the first"),
                       (b"Content-Length: -5\r\n\r\nabc", "a negative length"), (b"Transfer-Encoding: chunked\r\n\r\nzzz\r\n", "a bad chunk")):
        reply = said(s, post + head)
        check(f"refused and closed: {what}", reply.startswith(b"HTTP/1.1 400") and b" 200 OK" not in reply and b"still open" not in reply, reply)
    reply = said(s, post + b"Content-Length: 99999999999\r\n\r\nabc")
    check("not read to its end", reply.startswith(b"HTTP/1.1 413") and b"still open" not in reply, reply)
    check("too much in the head", said(s, b"GET / HTTP/1.1\r\nX: " + b"a" * 100000 + b"\r\n\r\n").startswith(b"HTTP/1.1 431"))
    check("no body to HEAD", said(s, b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n").endswith(b"\r\n\r\n"))


def hogs(folder):
    """Those who take places and send a byte a second are shown out; others get theirs."""
    s = Server(folder, "--connections", 8).start()
    wires = [socket.create_connection(("127.0.0.1", s.port)) for _ in range(100)]
    end = time.monotonic() + 120
    shut = 0
    while shut < 60 and time.monotonic() < end:
        for wire in wires:
            try:
                wire.sendall(b"G")
            except OSError:
                shut += 1
        wires = [w for w in wires if w.fileno() >= 0]
        time.sleep(0.5)
    check("slow ones are shown out", shut >= 60, shut)
    check("others are served", s.get("/health")[0] == 200)
    check("it ends in good order", s.end() == 0)


def limits(folder):
    s = Server(folder, "--rate", 2, "--matches", 1).start()
    with concurrent.futures.ThreadPoolExecutor(8) as many:  # also where one request takes long
        codes = list(many.map(lambda _: s.get("/api/games")[0], range(80)))
    check("too fast", 429 in codes and 200 in codes, codes)
    s.end()
    s = Server(folder, "--matches", 1).start()
    s.new(BOTH)
    check("too many matches", s.post("/api/match", BOTH)[0] == 503)
    check("it ends in good order", s.end() == 0)
    log = (folder / "log").read_text()
    check("each request has its line", log.count("event=request") > 40 and "path=/api/games status=429" in log, log[-300:])


def memory(folder):
    """More matches than are held in memory: each is put away and taken up again between its decisions."""
    s = Server(folder, "--active", 2, "--rate", 100000).start()
    matches = [s.new(BOTH) for _ in range(8)]
    for turn in range(3):
        for match, token in matches:
            at = f"/api/match/{match}"
            seat = s.get(at)[1]["asks"]["seat"]
            state = s.get(at, token[seat])[1]
            status, after = s.post(at + "/do", f"{turn} @r{turn} {state['legal'][0]['do']}", token[seat])
            check("taken up where it was", status == 200 and after["seq"] == turn + 1, after)
    check("few are held", s.get("/health")[1]["active"] <= 3)
    match, token = matches[0]
    check("request ids are remembered", s.post(f"/api/match/{match}/do", "0 @r0 anything", token["blue"])[1].get("repeated"))
    s.post(f"/api/match/{match}/chat", "once said", token["blue"])
    for other, _ in matches[1:]:
        s.get(f"/api/match/{other}")
    check("so is what was said", Listener(s, match).wait(lambda kind, *_: kind == "chat")[2]["text"] == "once said")
    check("it ends in good order", s.end() == 0)


def boards(folder):
    """Boards are drawn by a thread of their own: whoever waits for one holds up nobody else."""
    door = free_port()
    s = Server(folder, "--rate", 100000, "--metrics", f"127.0.0.1:{door}").start()
    drawn = lambda: int(re.search(r"(?m)^grognard_boards_drawn_total (\d+)$", Server(folder, port=door).get("/metrics")[1]).group(1))
    wires = []
    for light in ("contrast",) * 8:
        wires.append(socket.create_connection(("127.0.0.1", s.port)))
        wires[-1].sendall(f"GET /api/game/day-of-waterloo/board.svg?palette={light} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        time.sleep(0.01)        # so that each comes to another thread, if the one before is not free
    check("others are answered meanwhile", all(s.get("/api/matches")[0] == 200 for _ in range(8)))
    check("before the boards are", len(select.select(wires, [], [], 0)[0]) < 8)
    heads = [wire.recv(500) for wire in wires]
    check("then all boards come", all(h.startswith(b"HTTP/1.1 200") and b"svg" in h for h in heads), heads)
    check("the same", len({h.split(b"ETag: ")[1][:18] for h in heads}) == 1, heads)
    for wire in wires:
        wire.close()
    by_day = [g["id"] for g in s.get("/api/games")[1]["games"] if s.get(f"/api/game/{g['id']}/board.svg?palette=day")[0] == 200]
    check("by night they are drawn before anybody asks; what eight ask for, once", until(lambda: drawn() == 2 * len(by_day) + 1, 60), drawn(), by_day)
    for g in by_day:
        check("so one is there", s.get(f"/api/game/{g}/board.svg?palette=night")[0] == 200)
    check("and not drawn again", drawn() == 2 * len(by_day) + 1, drawn())
    s.end()
    s.start()
    wires = [socket.create_connection(("127.0.0.1", s.port)) for _ in range(8)]
    for wire in wires:
        wire.sendall(b"GET /api/game/waterloo-200/board.svg?palette=contrast HTTP/1.1\r\nHost: localhost\r\n\r\n")
    check("it ends in good order while it draws", s.end() == 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        import pathlib
        folder = pathlib.Path(folder)
        s = Server(folder, "--rate", 100000).start()
        try:
            for part in (pages, wires, catalogue, orders, decisions, lines, hidden, consent, seats, live):
                if not SHARED or part not in (pages, wires, catalogue):     # what no store is asked for is the same with any
                    part(s)
            journals(s, folder)
            log = (folder / "log").read_text()
            check("no token is logged", "token" not in log)
            check("nothing has crashed", not s.crashes(), s.crashes())
        finally:
            code = s.end()
        check("it ends in good order", code == 0, code)
        (folder / "other").mkdir()
        limits(folder / "other")
        (folder / "third").mkdir()
        memory(folder / "third")
        for part in () if SHARED else (hogs, boards):
            (folder / part.__name__).mkdir()
            part(folder / part.__name__)
    check.finish()


main()
