#!/usr/bin/env python3
"""people.py: what people do with their seats and after the battle: leave a seat to the computer and take it
back, play once more, read how it came about, and know of the enemy what they could see.
Ends with "N passed, N failed"."""
import contextlib
import pathlib
import sqlite3
import subprocess
import tempfile
import threading
import time

from table import PROGRAM, Checks, Listener, Server

check = Checks()


def state_of(s, match, token=None):
    return s.get(f"/api/match/{match}", token)[1]


def until(s, match, token, holds, seconds=60):
    """The first state for which it holds; computers play meanwhile."""
    end = time.monotonic() + seconds
    state = state_of(s, match, token)
    while not holds(state) and time.monotonic() < end:
        time.sleep(0.02)
        state = state_of(s, match, token)
    return state


def until_handed(s, match, token, words, seconds=60):
    """Again as long as a computer decides meanwhile."""
    end = time.monotonic() + seconds
    while hand(s, match, token, words)[0] != 200 and time.monotonic() < end:
        time.sleep(0.02)
    return time.monotonic() < end


def hand(s, match, token, words, seq=None):
    seq = state_of(s, match, token)["seq"] if seq is None else seq
    return s.post(f"/api/match/{match}/seat", f"{seq} {words}", token)


def decide(s, match, token, state=None):
    """The first that is legal."""
    state = state or state_of(s, match, token)
    status, state = s.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", token)
    if status != 200:
        raise RuntimeError(state)
    return state


def seat(state, name):
    return next(x for x in state["seats"] if x["seat"] == name)


def named(s):
    """A name is one line, and what is seen of it is what there is."""
    for said, shown in (("Rosa Luxemburg", "Rosa Luxemburg"), ("a\\r\\nBcc: x@example.org", None), ("a\u2028b", "a   b"), ("a\u0085b", "a  b"), ("Ann\u202enoB", "Ann   noB"),
                        ("\u2066Ann", "   Ann"), ("\ufeffAnn", "   Ann"), ("क्‍ष", "क्‍ष"), ("Жуков 👩‍🚀", "Жуков 👩‍🚀"), ("   ", ""), ("\u200b\u200b", "")):
        match, token = s.new(f'game null\nseat blue person name "{said}"\nseat red bot cadet\n')
        name = seat(state_of(s, match, token["blue"]), "blue")["name"]
        check(f"a name: {said!r}", name == shown if shown is not None else not set(name) & set("\r\n"), name)


def advised(s):
    """What a computer would do: freely against it, between people if both allow it; and nothing that is hidden."""
    match, token = s.new('game null\nseed 5\nseat blue person name "Ann"\nseat red bot cadet\n')
    state = state_of(s, match, token["blue"])
    check("against the computer it may be asked", state["advice"] == {"can": True, "allowed_by": []}, state["advice"])
    ask = lambda m, words, t: s.post(f"/api/match/{m}/advise", f"{state_of(s, m, t)['seq']} {words}", t)
    status, reply = ask(match, "", token["blue"])
    legal = {a["do"] for a in state["legal"]}
    check("the strongest answers with something legal", status == 200 and reply["bot"] == "veteran" and reply["do"] in legal, reply)
    check("and with what it compared, its choice first", len(reply["compared"]) > 1 and reply["compared"][0]["do"] == reply["do"] and all(c["do"] in legal and c["courses"] > 0 and 0 <= c["chance"] <= 1000 for c in reply["compared"]), reply)
    check("nothing is done by that", state_of(s, match, token["blue"])["seq"] == state["seq"])
    status, reply = ask(match, "cadet", token["blue"])
    check("another can be asked", status == 200 and reply["bot"] == "cadet" and all(c["courses"] == 0 and "chance" not in c for c in reply["compared"]), reply)
    for words, said in (("nobody", "no such bot"), ("veteran:0", "effort"), ("veteran now", "")):
        status, refused = ask(match, words, token["blue"])
        check(f"advise {words} is malformed", status == 400 and said in refused["error"], refused)
    check("a stale question is told so", s.post(f"/api/match/{match}/advise", f"{state['seq'] + 1}", token["blue"])[1].get("stale"))
    check("a spectator is not advised", s.post(f"/api/match/{match}/advise", "0")[0] == 403)

    match, token = s.new('game null\nseed 5\nseat blue person name "Ann"\nseat red person name "Bob"\n')
    ann, bob = token["blue"], token["red"]
    status, refused = ask(match, "", ann)
    check("between people it is refused", status == 409 and "both sides" in refused["error"] and not state_of(s, match, ann)["advice"]["can"], refused)
    status, state = ask(match, "allow", ann)
    check("one who allows it is not enough", status == 200 and state["advice"] == {"can": False, "allowed_by": ["blue"]} and ask(match, "", ann)[0] == 409, state["advice"])
    check("the other sees it", state_of(s, match, bob)["advice"]["allowed_by"] == ["blue"])
    check("both do: then it is given", ask(match, "allow", bob)[0] == 200 and state_of(s, match, ann)["advice"]["can"] and ask(match, "", ann)[0] == 200)
    check("to whoever is asked, not to the other", ask(match, "", bob)[0] == 409)
    decide(s, match, ann)
    check("it stays allowed", state_of(s, match, bob)["advice"]["can"] and ask(match, "", bob)[0] == 200)
    check("until one refuses", ask(match, "refuse", bob)[0] == 200 and not state_of(s, match, ann)["advice"]["can"] and ask(match, "", bob)[0] == 409)


def explained(s):
    """Why computers do what they do: to their side while it lasts, then to all; and what they think of what was decided."""
    thoughts = lambda m, t=None: s.get(f"/api/match/{m}/thoughts", t)
    judge = lambda m, words, t=None: s.post(f"/api/match/{m}/judge", words, t)
    match, token = s.new('game null\nseed 5\nseat blue person name "Ann"\nseat red bot veteran:2\n')
    ann = token["blue"]
    check("nothing has been decided yet", judge(match, "", ann)[0] == 409)
    status, reply = s.post(f"/api/match/{match}/advise", f"{state_of(s, match, ann)['seq']}", ann)
    why = reply["why"]
    check("advice says why", why["text"].startswith("Choice: ") and 0 <= why["before"] <= 1000 and 0 <= why["after"] <= 1000 and isinstance(why["expects"], list), why)
    for _ in range(6):
        state = until(s, match, ann, lambda x: x["mine"] or x["over"])
        state = decide(s, match, ann, state) if not state["over"] else state
    state = until(s, match, ann, lambda x: x["mine"] or x["over"])
    check("it lasts", not state["over"])
    seq = state["seq"]
    status, reply = judge(match, "", ann)
    check("one's last decision is judged", status == 200 and reply["bot"] == "veteran" and reply["judged"]["do"] and reply["left"] >= 0 and ("You left" in reply["text"] or "As good as any" in reply["text"]), reply)
    mine = reply["entry"]
    check("or one by its number", judge(match, f"at {mine} veteran:1", ann)[1].get("judged") == reply["judged"])
    entries = s.get(f"/api/match/{match}/log?from=0", ann)[1]["log"]
    theirs = next(x["n"] for x in entries if x.get("who") == "red")
    status, refused = judge(match, f"at {theirs}", ann)
    check("the enemy's is not, as long as it lasts", status == 409 and "over" in refused["error"], refused)
    for words in ("at 0", "at", "nobody", "at 1 cadet cadet", "veteran:0"):
        check(f"judge {words} is malformed", judge(match, words, ann)[0] == 400)
    check("a bot that does not think ahead", judge(match, f"at {mine} cadet", ann)[0] == 409)
    check("an entry that is not there", judge(match, "at 9999", ann)[0] == 409)
    check("who has no seat judges nothing", judge(match, "")[0] == 403)
    check("nothing is done by that", state_of(s, match, ann)["seq"] == seq)
    for who in (ann, None):
        status, reply = thoughts(match, who)
        check("the enemy's thoughts are his", status == 200 and reply["thoughts"] == [], reply)
    check("nor are they in a journal", s.get(f"/api/match/{match}/journal", ann)[0] == 403)

    match, token = s.new("game day-of-waterloo\nscenario derlon\nseed 9\nseat french person\nseat adg bot veteran:2\n")
    ann = token["french"]
    check("the computer takes the seat", until_handed(s, match, ann, "computer veteran:2"))
    until(s, match, ann, lambda x: x["over"] or any(t["side"] == "french" for t in thoughts(match, ann)[1]["thoughts"]))
    told = thoughts(match, ann)[1]["thoughts"]
    check("who has left his seat to the computer reads what it thinks", state_of(s, match, ann)["over"] or {x["side"] for x in told} == {"french"}, told)
    until(s, match, ann, lambda x: x["over"])
    status, reply = thoughts(match)
    told = reply["thoughts"]
    check("when it is over all is told", status == 200 and {x["side"] for x in told} == {"french", "allied"}, reply)
    check("each with chances and words", all(0 <= x["before"] <= 1000 and 0 <= x["after"] <= 1000 and x["text"].startswith(("Plan: ", "Choice: ")) for x in told), told)
    theirs = next(x["n"] for x in s.get(f"/api/match/{match}/log?from=0")[1]["log"] if x.get("who") == "allied" and judge(match, f"at {x['n']} veteran:1", ann)[0] == 200)
    check("and the enemy's decisions judged", theirs > 0)
    journal = s.get(f"/api/match/{match}/journal")[1]
    check("the journal has them", sum(line.startswith("thought ") for line in journal.splitlines()) >= len(told), journal[:400])
    s.end()
    s.start()
    check("they are kept", thoughts(match)[1]["thoughts"] == told)

    match, token = s.new('game null\nseed 5\nseat blue person name "Ann"\nseat red person name "Bob"\n')
    decide(s, match, token["blue"])
    check("between people both must allow it", judge(match, "", token["blue"])[0] == 409 and thoughts(match, token["blue"])[0] == 409)
    for side in ("blue", "red"):
        s.post(f"/api/match/{match}/advise", f"{state_of(s, match, token[side])['seq']} allow", token[side])
    check("then it is judged", judge(match, "", token["blue"])[0] == 200 and thoughts(match, token["blue"])[1]["thoughts"] == [])


def handed(s):
    """A seat is left to the computer by who holds it, and taken back."""
    match, token = s.new('game null\nseed 5\nseat blue person name "Ann"\nseat red person name "Bob"\n')
    ann, bob = token["blue"], token["red"]
    ear = Listener(s, match, bob)
    check("Ann is asked", state_of(s, match, ann)["mine"])
    status, state = hand(s, match, ann, "@hand computer random")
    check("she leaves her seat to the computer", status == 200 and seat(state, "blue")["kind"] == "bot" and seat(state, "blue")["handed"], state)
    check("which is hers still", seat(state, "blue")["you"] and seat(state, "blue")["name"] == "Ann" and state["viewer"] == "blue", state["seats"])
    check("but not hers to decide", not state["mine"] and state["legal"] == [] and not state["undo"]["can"])
    check("the others are told", ear.wait(lambda kind, _, d: kind == "state" and d["seats"][0]["kind"] == "bot") is not None)
    ear.close()
    state = until(s, match, bob, lambda x: x["mine"])
    check("the computer plays", state["mine"] and state["entries"] > 0, state["asks"])
    status, refused = s.post(f"/api/match/{match}/do", f"{state['seq']} stop", ann)
    check("who left her seat decides nothing", status == 409 and "take your seat back" in refused["error"], refused)
    check("nor takes back", s.post(f"/api/match/{match}/undo", str(state["seq"]), ann)[0] == 409)
    again = hand(s, match, ann, "@hand computer random", 0)
    check("a retry is known", again[0] == 200 and again[1]["repeated"], again)
    check("a stale one does nothing", hand(s, match, ann, "person", 0)[1].get("stale"))
    for token, words, status, said in ((ann, "computer nobody", 400, "no such bot"), (ann, "", 400, "computer BOT"), (ann, "person red", 400, "hold no seat"),
                                       (bob, "computer random blue", 400, "hold no seat"), (None, "computer random", 403, "spectator"), (ann, "person blue x", 400, "")):
        found = hand(s, match, token, words)
        check(f"refused: {words}", found[0] == status and said in found[1]["error"], found)
    check("nothing has changed", seat(state_of(s, match), "blue")["handed"] and not seat(state_of(s, match), "red").get("handed"))
    decide(s, match, bob)
    entries = state_of(s, match)["entries"]
    s.post(f"/api/match/{match}/undo", f"{state_of(s, match)['seq']} ask", bob)
    found = state_of(s, match, bob)
    check("by that she consents to nothing", found["undo"]["asked_by"] in ("red", None) and (found["undo"]["asked_by"] == "red" or found["entries"] >= entries), found["undo"])
    s.end()
    s.start()
    check("it is so after a restart", seat(state_of(s, match, ann), "blue")["handed"] and seat(state_of(s, match, ann), "blue")["you"])
    status, state = hand(s, match, ann, "person")
    check("she takes it back", status == 200 and seat(state, "blue")["kind"] == "person" and "handed" not in seat(state, "blue"), state["seats"])
    check("twice is no matter", hand(s, match, ann, "person")[1]["seq"] == state["seq"])
    for _ in range(400):
        state = state_of(s, match, ann)
        if state["over"]:
            break
        decide(s, match, ann if state["mine"] else bob)
    check("and plays on", state["over"])
    check("what is over stays", hand(s, match, ann, "computer random")[0] == 409)
    with contextlib.closing(sqlite3.connect(s.db)) as db:
        lines = "".join(x for (x,) in db.execute("SELECT lines FROM changes WHERE match=? ORDER BY seq", [match]))
    check("the store tells", "# blue is played by random from here on\n" in lines and "# blue is played by its holder from here on\n" in lines)
    journal = s.get(f"/api/match/{match}/journal", ann)[1]
    kept = s.folder / "handed.grognard"
    kept.write_text(journal)
    replayed = subprocess.run([PROGRAM, "replay", str(kept), "--check"], capture_output=True, text=True)
    check("and replays", replayed.returncode == 0, replayed.stdout, replayed.stderr)


def handed_hot(s):
    """Of a hot seat one side is left to the computer: the other looks on from its own."""
    match, token = s.new("game null\noption fog on\nseat blue person holder us\nseat red person holder us\n")
    us = token["blue"]
    state = hand(s, match, us, "computer random red")[1]
    check("one of two seats", [x["kind"] for x in state["seats"]] == ["person", "bot"], state["seats"])
    for _ in range(30):
        state = until(s, match, us, lambda x: x["mine"] or x["over"])
        if state["over"]:
            break
        check("with the eyes of the other", state["viewer"] == "blue" and state["you"] == "blue", state["viewer"])
        decide(s, match, us, state)
        seen = state_of(s, match, us)
        if not seen["over"]:
            check("also while the computer is asked", seen["viewer"] == "blue", seen["viewer"])
    state = hand(s, match, us, "computer cadet")
    check("all seats", state[0] in (200, 409), state)


def handed_while_thinking(s):
    """What a computer decides after its seat was taken back, or given to another, counts no more."""
    match, token = s.new("game waterloo-200\nseat french person\nseat allied person\n")
    ann, bob = token["french"], token["british"]
    for n in range(6):
        before = hand(s, match, ann, f"computer {('veteran', 'cadet', 'random')[n % 3]}")[1]
        status, state = hand(s, match, ann, "person")
        while status == 409 and state.get("stale"):     # it has decided something meanwhile
            status, state = hand(s, match, ann, "person", state["state"]["seq"])
        check("taken back at once", status == 200 and seat(state, "french")["kind"] == "person", state)
        while not (state := state_of(s, match, ann))["mine"]:
            decide(s, match, bob)
        check("and decides", state["seq"] >= before["seq"], state["asks"])
        time.sleep(0.3)
        check("alone", state_of(s, match, ann)["seq"] == state["seq"])


def rematch(s):
    """The same people once more, sides exchanged, each with the token that he has."""
    def again(match, token, words=""):
        return s.post(f"/api/match/{match}/rematch", words, token)

    def over(match, token):
        s.post(f"/api/match/{match}/resign", str(state_of(s, match, token)["seq"]), token)

    match, token = s.new('game null\noption fog on\nname "Twice"\nseat blue person name "Ann"\nseat red person name "Bob"\n')
    ann, bob = token["blue"], token["red"]
    check("not before it is over", again(match, ann)[0] == 409)
    over(match, bob)
    check("none yet", state_of(s, match)["rematch"] is None)
    check("not by a spectator", again(match, None)[0] == 403)
    check("not so", again(match, ann, "perhaps")[0] == 400)
    ear = Listener(s, match, bob)
    status, made = again(match, ann)
    new = made.get("match")
    check("it is made", status == 200 and new != match, made)
    check("the other is told at once", ear.wait(lambda kind, _, d: kind == "state" and d["rematch"] == new) is not None)
    ear.close()
    check("who asks second is shown the same", again(match, bob)[1]["match"] == new and again(match, ann, "same")[1]["match"] == new)
    state = state_of(s, new, ann)
    check("sides are exchanged", state["viewer"] == "red" and state_of(s, new, bob)["viewer"] == "blue", state["viewer"])
    check("by name", [(x["seat"], x["name"], x["kind"]) for x in state["seats"]] == [("blue", "Bob", "person"), ("red", "Ann", "person")], state["seats"])
    check("game, options and name are the same", (state["game"], state["options"], state["name"]) == ("null", state_of(s, match)["options"], "Twice"), state)
    check("dice are not", state["commitment"] != state_of(s, match)["commitment"])
    check("it plays", decide(s, new, bob)["entries"] == 1)
    check("a stranger has no part in it", s.get(f"/api/match/{new}", "A" * 22)[0] == 401)
    s.end()
    s.start()
    check("it is remembered", state_of(s, match)["rematch"] == new and again(match, bob)[1]["match"] == new)
    over(new, ann)
    third = again(new, bob, "same")[1]["match"]
    check("as before", state_of(s, third, ann)["viewer"] == "red")

    match, token = s.new("game day-of-waterloo\noption three-seats on\nseat french person name F\nseat adg person name A\nseat prussian person name P\n")
    over(match, token["french"])
    new = again(match, token["adg"])[1]["match"]
    check("three people move on", [x["name"] for x in state_of(s, new)["seats"]] == ["A", "P", "F"], state_of(s, new)["seats"])
    match, token = s.new("game day-of-waterloo\noption three-seats on\nseat french person name F\nseat allied person name A\n")
    over(match, token["french"])
    new = again(match, token["adg"])[1]["match"]
    check("who had both has the one", [x["name"] for x in state_of(s, new)["seats"]] == ["A", "F", "F"], state_of(s, new)["seats"])
    check("and the other way", [x["you"] for x in state_of(s, new, token["french"])["seats"]] == [False, True, True])
    match, token = s.new("game null\nseat blue person name Ann\nseat red bot random\n")
    hand(s, match, token["blue"], "computer random")
    until(s, match, token["blue"], lambda x: x["over"])
    new = again(match, token["blue"])[1]["match"]
    state = until(s, new, token["blue"], lambda x: x["mine"])
    check("with a computer; a seat that was left to one is its holder's", [x["kind"] for x in state["seats"]] == ["bot", "person"] and state["mine"], state["seats"])
    match, token = s.new("game null\nseat blue person\nseat red open\n")
    over(match, token["blue"])
    check("not alone", again(match, token["blue"])[0] == 409)
    position = "scenario line\nturn 1\n" + "".join(f"unit {u} {h} strength 2\n" for u, h in (("b1", "0101"), ("b2", "0103"), ("r1", "0401"), ("r2", "0403"))) + "phase blue movement\n"
    match, token = s.new(f"game null\nseat blue person\nseat red person\nposition <<\n{position}.\n")
    first = state_of(s, match, token["blue"])["view"]
    decide(s, match, token["blue"])
    over(match, token["blue"])
    new = again(match, token["blue"])[1]["match"]
    check("from the position that it began from", state_of(s, new, token["red"])["view"]["pieces"] == first["pieces"] and state_of(s, new)["origin"]["kind"] == "position", state_of(s, new)["origin"])
    many, results = [], []
    match, token = s.new("game null\nseat blue person\nseat red person\n")
    over(match, token["blue"])
    for side in ("blue", "red") * 4:
        many.append(threading.Thread(target=lambda side=side: results.append(again(match, token[side])[1]["match"])))
        many[-1].start()
    for one in many:
        one.join()
    check("all at once make one", len(results) == 8 and len(set(results)) == 1, results)


def account(s):
    """How it came about is told when it is over, to everybody. In a short battle of two who play at random nobody may be lost."""
    losses = []
    for game, seats in (("null\noption fog on", ("blue", "red")), ("day-of-waterloo\nscenario derlon", ("french", "adg")), ("waterloo-200", ("french", "allied"))):
        match, token = s.new(f"game {game}\nseed 9\nseat {seats[0]} person\nseat {seats[1]} bot random\n")
        ann = token[seats[0]]
        for who in (ann, None):
            status, reply = s.get(f"/api/match/{match}/account", who)
            check(f"{game}: not before it is over", status == 409 and "account" not in reply, reply)
        hand(s, match, ann, "computer random")
        until(s, match, ann, lambda x: x["over"])
        status, reply = s.get(f"/api/match/{match}/account")
        told = reply.get("account", {})
        check("then to all", status == 200 and told == s.get(f"/api/match/{match}/account", ann)[1]["account"], reply)
        last = state_of(s, match)
        length = told["turns"] - told["first"] + 1
        check("of all turns", told["turns"] == last["turn"] and all(len(x["stood"]) == len(x["ground"]) == length for x in told["sides"]), told)
        check("who won", [x["stood"][-1] for x in told["sides"]] == [500 if not last["result"]["winner"] else 1000 * (x["side"] == last["result"]["winner"]) for x in told["sides"]], told["sides"])
        check("what they lost", all(len(x["turns"]) == length for x in told["measures"]), told["measures"])
        losses.append(any(any(x["turns"]) for x in told["measures"]))
        check("turning points are moments of it", all(0 <= x["from"] < x["n"] <= last["entries"] and x["text"] for x in told["turning"] + told["throws"]), told["turning"])
        check("one can go there", all(s.get(f"/api/match/{match}/at/{x['n']}")[0] == 200 for x in told["turning"]))
    check("somebody lost something", any(losses))


def scout(s):
    """What one who looked on would know of the enemy: the same whatever lies beneath what he sees."""
    def order(one, other):
        return ("game day-of-waterloo\nseed 7\nseat french person\nseat allied person\nposition <<\nturn 8  phase allied movement\n"
                f"at 1014 Quiot\nat 1009 {one}\nat 0807 {other}\n.\n")

    told = []
    for one, other in (("Kempt", "Vincke Somerset Pack Best"), ("Kempt Somerset Pack Best", "Vincke")):
        match, token = s.new(order(one, other))
        status, reply = s.get(f"/api/match/{match}/scout", token["french"])
        told.append((reply.get("enemy"), reply.get("seen")))
        places = {x["place"]: x for x in reply["enemy"]}
        check("both places, with bounds", status == 200 and set(places) == {"1009", "0807"} and all(x["known"] <= x["least"] <= x["likely"] <= x["most"] and x["hidden"] for x in places.values()), reply)
        check("nothing for a spectator", s.get(f"/api/match/{match}/scout")[1]["enemy"] == [])
        check("nothing is remembered that was not seen", reply["seen"] == [], reply["seen"])
    check("whatever lies beneath", told[0] == told[1], told)


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Server(pathlib.Path(folder), "--rate", 100000, "--bot-ms", 200).start()
        for part in (named, advised, explained, handed, handed_hot, handed_while_thinking, rematch, account, scout):
            part(s)
        check("nothing has crashed", not s.crashes(), s.crashes())
        check("it ends in good order", s.end() == 0)
    check.finish()


main()
