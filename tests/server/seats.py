#!/usr/bin/env python3
"""seats.py: who may sit where, see what and shut out whom. Ends with "N passed, N failed"."""
import json
import pathlib
import sqlite3
import tempfile

from table import Checks, Listener, Server, play_to_end

check = Checks()
THREE = "game day-of-waterloo\noption three-seats on\n"
TWO = "game day-of-waterloo\n"


def names(seats):
    return [s["seat"] for s in seats]


def state_of(s, match, token=None):
    return s.get(f"/api/match/{match}", token)[1]


def join(s, match, body, token=None, cookie=None):
    headers = {"Cookie": cookie} if cookie else None
    return s.post(f"/api/match/{match}/join", body, token, headers=headers)


def unused(s):
    """A seat that the options do not use is not there."""
    match, token = s.new(TWO + "seat french person\nseat adg person\n")
    state = state_of(s, match, token["french"])
    check("two seats by these options", names(state["seats"]) == ["french", "adg"] == list(token), state["seats"])
    check("the one seat of a side is called as the side is", state["seats"][1]["title"] == "Allied", state["seats"])
    listed = next(m for m in s.get("/api/matches")[1]["matches"] if m["match"] == match)
    check("no seat is open in the lobby", listed["open_seats"] == [], listed)
    check("where seats are called as at the table", [x["title"] for x in listed["seats"]] == ["French", "Allied"], listed)
    status, stranger = join(s, match, 'seat prussian\nname "Stranger"')
    check("a stranger finds no third seat", status == 400 and "no seat" in stranger["error"] and "token" not in stranger, stranger)
    check("and resigns for nobody", s.post(f"/api/match/{match}/resign", "0")[0] == 403 and not state_of(s, match)["over"])
    check("nor sees more than anybody", state_of(s, match)["you"] == "spectator")
    status, refused = s.post("/api/match", TWO + "seat french person\nseat adg person\nseat prussian person\n")
    check("an order cannot name it", status == 400 and "three-seats" in refused["error"], refused)
    match, token = s.new(THREE + "seat french person\nseat adg person\nseat prussian person\n")
    check("by another option it is there", names(state_of(s, match)["seats"]) == ["french", "adg", "prussian"])
    check("with titles of their own", [x["title"] for x in state_of(s, match)["seats"]][1] == "Anglo-Dutch-German")
    seats = next(g for g in s.get("/api/games")[1]["games"] if g["id"] == "day-of-waterloo")["seats"]
    check("the catalogue says by which", [x["option"] for x in seats] == [None, None, "three-seats"], seats)
    match, token = s.new("game waterloo-200\nseat french person holder us\nseat allied person holder us\n")
    check("whoever has all seats that are there may read the journal", s.get(f"/api/match/{match}/journal", token["french"])[0] == 200)


def whose_turn(s):
    """The list of matches says who sits there and whose turn it is: a side, never which of its seats."""
    def listed(match):
        return next(m for m in s.get("/api/matches")[1]["matches"] if m["match"] == match)

    match, token = s.new('game null\nseat blue person name "Ann"\nseat red open\n')
    found = listed(match)
    check("who sits there", [(x["seat"], x["title"], x["kind"], x["name"], x["open"]) for x in found["seats"]] ==
          [("blue", "Blue", "person", "Ann", False), ("red", "Red", "open", "", True)], found)
    asked = state_of(s, match)["asks"]["side"]
    check("whose turn", found["asks"] == asked, found)
    join(s, match, 'seat red\nname "Bob"')
    check("who came", [(x["name"], x["open"]) for x in listed(match)["seats"]] == [("Ann", False), ("Bob", False)] and not listed(match)["open_seats"], listed(match))
    three, _ = s.new(THREE + "seat french person\nseat adg person\nseat prussian bot random\n")
    found = listed(three)
    check("divided sides", [x["title"] for x in found["seats"]] == ["French", "Anglo-Dutch-German", "Prussian"], found)
    check("no token is told", not any("token" in x for m in s.get("/api/matches")[1]["matches"] for x in m["seats"]))
    check("as many matches as there are", len({m["match"] for m in s.get("/api/matches")[1]["matches"]}) == len(s.get("/api/matches")[1]["matches"]))


def unnamed(s):
    """A seat that the order does not name goes to whoever holds its side."""
    match, token = s.new(THREE + "seat french open\nseat adg person name \"Ann\"\n")
    check("to a person", token["prussian"] == token["adg"] and token["adg"], token)
    check("who has both", [x["seat"] for x in state_of(s, match, token["adg"])["seats"] if x["you"]] == ["adg", "prussian"])
    check("not to a stranger", join(s, match, "seat prussian")[0] == 409)
    match, _ = s.new(THREE + "seat french person\nseat adg bot random\n")
    check("to a computer", [x["kind"] for x in state_of(s, match)["seats"]] == ["person", "bot", "bot"])
    match, _ = s.new(THREE + "seat french person\n")
    listed = next(m for m in s.get("/api/matches")[1]["matches"] if m["match"] == match)
    check("a side with nobody is open once", listed["open_seats"] == ["adg"], listed)
    check("its other seats go with the first", join(s, match, "seat prussian")[0] == 409)
    status, joined = join(s, match, "seat adg")
    check("whoever comes has the side", status == 200 and joined["seats"] == ["adg", "prussian"], joined)
    check("by one token", [x["you"] for x in state_of(s, match, joined["token"])["seats"]] == [False, True, True])
    match, _ = s.new(THREE + "seat french person\nseat adg open\nseat prussian open\n")
    check("seats that are offered one by one are taken so", join(s, match, "seat prussian")[1]["seats"] == ["prussian"])
    check("the other is still open", join(s, match, "seat adg")[1]["seats"] == ["adg"])
    match, token = s.new(THREE + "seat french person\nseat allied person\n")
    check("a side's name stands for its seats", token["adg"] == token["prussian"] != token["french"], token)
    match, token = s.new(THREE + "seat french person\nseat adg person\nseat prussian person\n")
    check("seats named one by one are several people's", len(set(token.values())) == 3, token)
    check("a seat given twice", s.post("/api/match", THREE + "seat adg open\nseat allied person\n")[0] == 400)


def both_sides(s):
    """Whoever sits at one side takes no seat of the other, where something is hidden."""
    match, token = s.new("game null\nseat blue person\nseat red open\n")
    status, refused = join(s, match, "seat red", token["blue"])
    check("not with a token of the other side", status == 403 and "other side" in refused["error"] and "Blue" in refused["error"], refused)
    check("a wrong token joins nothing", join(s, match, "seat red", "A" * 22)[0] == 401)
    check("somebody else does", join(s, match, "seat red")[0] == 200)
    status, _, head = s.ask("POST", "/api/match", "game null\nseat blue person\nseat red open\n", raw=True)
    cookie = head["Set-Cookie"].split(";")[0]
    check("the cookie is for the server alone", all(w in head["Set-Cookie"] for w in ("HttpOnly", "SameSite=Strict", "Path=/")), head)
    match = json.loads(_)["match"]
    check("not with the browser of the other side", join(s, match, "seat red", cookie=cookie)[0] == 403)
    check("nor after a spectator's look", state_of(s, match)["you"] == "spectator" and join(s, match, "seat red", cookie=cookie)[0] == 403)
    status, _, head = s.ask("POST", f"/api/match/{match}/join", "seat red", raw=True, headers={"Cookie": "visitor=nonsense"})
    check("a cookie that is none is replaced", status == 200 and "visitor=" in head.get("Set-Cookie", ""), head)
    match, token = s.new(THREE + "seat french person\nseat adg person\nseat prussian open\n")
    check("a friend joins his own side", join(s, match, "seat prussian", token["adg"])[1].get("token") == token["adg"])
    match, token = s.new("game null\nseat blue person holder us\nseat red person holder us\n")
    check("a hot seat says so", state_of(s, match)["hot_seat"] is True)
    match, token = s.new(THREE + "seat french person holder us\nseat adg person holder us\nseat prussian open\n")
    check("who joins a hot seat is told", state_of(s, match)["hot_seat"] is True)
    check("and it may take more", join(s, match, "seat prussian", token["adg"])[0] == 200)


def invitations(s):
    """One link a person; used once; the one who made it has no way in."""
    status, made = s.post("/api/match", THREE + "seat french person\nseat allied invited\n")
    links = {x["seat"]: x.get("link") for x in made["seats"]}
    check("one link for two seats", links["adg"] == links["prussian"] and "invited#" in links["adg"], made)
    key = made["seats"][1]["invitation"]
    match, mine = made["match"], made["seats"][0]["token"]
    check("no token yet", "token" not in made["seats"][1] and s.get(f"/api/match/{match}", key)[0] == 401)
    check("not by the match alone", join(s, match, "seat adg")[0] == 409)
    check("no other key", join(s, match, f"invitation {'A' * 22}")[0] == 409 and join(s, match, "invitation x")[0] == 409)
    check("not both", join(s, match, f"seat adg\ninvitation {key}")[0] == 400)
    check("not for the other side", join(s, match, f"invitation {key}", mine)[0] == 403)
    kinds = [x["kind"] for x in state_of(s, match)["seats"]]
    check("it says who is awaited", kinds == ["person", "invited", "invited"], kinds)
    s.end()
    s.start()
    status, guest = join(s, match, f'invitation {key}\nname "Guest"')
    check("a guest sits down, also after a restart", status == 200 and guest["seats"] == ["adg", "prussian"], guest)
    check("with a secret of his own", guest["token"] != key and state_of(s, match, guest["token"])["you"] == "adg")
    check("who is a person then", [x["name"] for x in state_of(s, match)["seats"]][1:] == ["Guest", "Guest"])
    check("the invitation is used up", join(s, match, f"invitation {key}")[0] == 409 and s.get(f"/api/match/{match}", key)[0] == 401)
    status, made = s.post("/api/match", THREE + "seat french person\nseat adg invited\nseat prussian invited\n")
    check("two friends, two links", len({x.get("link") for x in made["seats"]}) == 3, made)
    status, made = s.post("/api/match", "game null\nseat blue person\nseat red invited\n")
    key = next(x["invitation"] for x in made["seats"] if x["kind"] == "invited")
    guest = join(s, made["match"], f"invitation {key}")[1]
    over = play_to_end(s, made["match"], {"blue": made["seats"][0]["token"], "red": guest["token"]})
    check("they play", over["over"])


def origins(s):
    """A match that began from a position or a journal says so everywhere, and who brought it."""
    match, token = s.new("game null\nseat blue person\nseat red open\n")
    check("a scenario is nobody's", state_of(s, match)["origin"] is None)
    play = s.new("game null\nseat blue person holder us\nseat red person holder us\n")
    first = state_of(s, play[0], play[1]["blue"])["legal"][0]["do"]
    s.post(f"/api/match/{play[0]}/do", f"0 {first}", play[1]["blue"])
    journal = s.get(f"/api/match/{play[0]}/journal", play[1]["blue"])[1]
    position = ("scenario line\nturn 0\nunit b1 0101\nunit b2 0103\nunit r1 0401\nunit r2 0403\n"
                "step game nobody at=red\nstep setup blue secret=red\n")
    for kind, order in (("journal", f'journal <<\n{journal}.\n'), ("position", f"game null\nposition <<\n{position}.\n")):
        for who, said in (('by "Carl <b>"\nseat blue person name Ann\n', "Carl <b>"), ("seat blue person name Ann\n", "Ann"),
                          ("seat blue person\n", None)):
            status, made = s.post("/api/match", order + who + "seat red open\n")
            match = made["match"]
            want = {"kind": kind, "by": said, "knew": True,
                    "text": f"This match began from a {kind} that {said or 'somebody'} brought, who knew what is hidden in it"}
            check(f"whoever made it is told, {kind}", made["origin"] == want, made)
            check("the state says so", state_of(s, match)["origin"] == want, state_of(s, match)["origin"])
            check("the lobby says so", next(m for m in s.get("/api/matches")[1]["matches"] if m["match"] == match)["origin"] == want)
            check("the replay says so", s.get(f"/api/match/{match}/at/0")[1]["origin"] == want)
            check("whoever joins is told", join(s, match, "seat red")[1]["origin"] == want)
        s.post(f"/api/match/{match}/resign", str(state_of(s, match)["seq"]), made["seats"][0]["token"])
        check("its journal says so", f"# {want['text']}\n" in s.get(f"/api/match/{match}/journal")[1])
        s.end()
        s.start()
        check("it is remembered", state_of(s, match)["origin"] == want)


def requests(s):
    """What a seat asks again and again pushes out nothing that another, or itself in another way, has asked."""
    match, token = s.new("game null\nseat blue person\nseat red person\nseed 7\n")
    at = f"/api/match/{match}"
    first = state_of(s, match, token["blue"])["legal"][0]["do"]
    s.post(at + "/do", f"0 @once {first}", token["blue"])
    for n in range(66):
        s.post(at + "/chat", "blah", token["red" if n % 4 else "blue"], headers={"X-Request-Id": f"@r{n}"})
    again = s.post(at + "/do", f"0 @once {first}", token["blue"])
    check("a retry is known however much was said", again[0] == 200 and again[1]["repeated"], again)
    red = state_of(s, match, token["red"])
    done = s.post(at + "/do", f"1 @once {red['legal'][0]['do']}", token["red"])
    check("another's id is another's", done[0] == 200 and "repeated" not in done[1] and done[1]["seq"] == 2, done)
    s.post(at + "/chat", "with the id of a decision", token["blue"], headers={"X-Request-Id": "@once"})
    heard = Listener(s, match).wait(lambda kind, _, d: kind == "chat" and d["text"] == "with the id of a decision")
    check("a decision's id may be said with", heard is not None)
    s.end()
    s.start()
    for side in ("blue", "red"):
        again = s.post(at + "/do", "0 @once anything", token[side])
        check("after a restart too", again[0] == 200 and again[1]["repeated"], again)


def streams(s):
    """Whoever opens too many streams ends his own."""
    match, token = s.new("game null\nseat blue person\nseat red person\n")
    mine = [Listener(s, match, token["blue"]) for _ in range(70)]
    check("each is served", mine[-1].wait(lambda kind, *_: kind == "state") is not None)
    other = Listener(s, match, token["red"])
    check("nobody else is shut out", other.reply.status == 200 and other.wait(lambda kind, *_: kind == "state") is not None)
    watcher = Listener(s, match)
    check("nor a spectator", watcher.reply.status == 200)
    gone = [ear.wait(lambda kind, *_: kind == "replaced") is not None for ear in mine[:62]]
    check("the oldest are told and end", all(gone), gone)
    for ear in mine[:62]:
        ear.join(60)
    check("their connections are over", not any(ear.is_alive() for ear in mine[:62]))
    first = state_of(s, match, token["blue"])["legal"][0]["do"]
    s.post(f"/api/match/{match}/do", f"0 {first}", token["blue"])
    check("the last eight hear on", all(ear.wait(lambda kind, i, _: kind == "state" and i == "1") for ear in mine[62:]))
    for ear in (*mine, other, watcher):
        ear.close()


def earlier(folder):
    """A match of an earlier version has chairs for seats that it does not use: they go when it is opened."""
    s = Server(folder).start()
    kept, token = s.new(TWO + "seat french person\nseat adg open\n")
    s.end()
    with sqlite3.connect(s.db) as db:
        hashed = db.execute("SELECT token FROM seats WHERE match=? AND seat=0", [kept]).fetchone()[0]
        db.execute("INSERT INTO seats (match, seat, kind, name, token, bot) VALUES (?, 2, 'open', 'Blu', ?, '')", [kept, hashed[::-1]])
    db.close()
    s.start()
    state = state_of(s, kept)
    check("who sat there has the side", [(x["seat"], x["name"]) for x in state["seats"]] == [("french", ""), ("adg", "Blu")], state["seats"])
    s.end()
    with sqlite3.connect(s.db) as db:
        rows = db.execute("SELECT seat FROM seats WHERE match=? ORDER BY seat", [kept]).fetchall()
    db.close()
    check("the store has lost the other", rows == [(0,), (1,)], rows)


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        s = Server(folder, "--rate", 100000).start()
        for part in (unused, whose_turn, unnamed, both_sides, invitations, origins, requests, streams):
            part(s)
        check("nothing has crashed", not s.crashes(), s.crashes())
        check("it ends in good order", s.end() == 0)
        for part in (earlier,):
            (folder / part.__name__).mkdir()
            part(folder / part.__name__)
    check.finish()


main()
