#!/usr/bin/env python3
"""letters.py: letters between the people of a side, and closed talk: who may write, who notices, who reads, what is on
disk. Ends with "N passed, N failed"."""
import json
import tempfile

from table import Checks, Listener, Server

check = Checks()
FOUR = "game null\noption officers on\nseat blue person\nseat red person\nseat red-second person\n"


def state_of(s, match, token=None):
    return s.get(f"/api/match/{match}", token)[1]


def do(s, match, token, action):
    state = state_of(s, match, token)
    status, reply = s.post(f"/api/match/{match}/do", f"{state['seq']} {action}", token)
    if status != 200:
        raise RuntimeError(f"{action}: {reply}")
    return reply


def begun(s, order=FOUR):
    """To red's first movement, asked of the first officer."""
    match, token = s.new(order)
    for who, action in (("blue", "strong b1"), ("red", "strong r1"), ("blue", "stop"), ("blue", "stop")):
        do(s, match, token[who], action)
    return match, token


def write(s, match, token, words, seq=None, more=""):
    seq = state_of(s, match, token)["seq"] if seq is None else seq
    return s.post(f"/api/match/{match}/letter", f"{seq} {more}{words}", token)


def round_to_second(s, match, token):
    """From the first officer's movement to that of the second in the next turn."""
    for who in ("red", "red-second", "red", "red-second", "blue", "blue", "red"):
        do(s, match, token[who], "stop")


def texts(s, match, token=None):
    return [x["text"] for x in state_of(s, match, token)["letters"]["list"]]


def writing(s):
    match, token = begun(s)
    ears = {who: Listener(s, match, token.get(who)) for who in ("blue", "red", "red-second", None)}
    for ear in ears.values():
        ear.wait(lambda event, _, data: event == "state")
    before = {who: state_of(s, match, token.get(who)) for who in ("blue", "red-second", None)}
    seen = {who: len([e for e in ear.events if e[0] == "state"]) for who, ear in ears.items()}
    status, road = s.post(f"/api/match/{match}/road", "red to red-second", token["red"])
    check("the quickest way", status == 200 and road["way"] == ["0401", "0402", "0403"] and (road["turns"], road["due"]) == (1, 2), road)
    status, reply = write(s, match, token["red"], 'red to red-second way 0402 0403 "Hold the crossroads.\\nThe \\"grenadiers\\" too."')
    check("a letter is taken", status == 200 and len(reply["letters"]["list"]) == 1, reply.get("error"))
    letter = reply["letters"]["list"][0]
    check("its writer sees it", letter["text"] == 'Hold the crossroads.\nThe "grenadiers" too.' and letter["kind"] == "sent" and letter["due"] == 2, letter)
    check("it counts as no change", reply["seq"] == before["red-second"]["seq"] and reply["entries"] == before["red-second"]["entries"], reply)
    check("his other window is told", ears["red"].wait(lambda event, _, data: event == "state" and data["letters"]["list"]) is not None)
    after = {who: state_of(s, match, token.get(who)) for who in ("blue", "red-second", None)}
    check("nobody else sees anything else", after == before)
    check("no word of it anywhere", "crossroads.\\n" not in json.dumps(after))
    check("nor anything live", all(len([e for e in ears[who].events if e[0] == "state"]) == seen[who] for who in ("blue", "red-second", None)), seen)
    for ear in ears.values():
        ear.close()
    round_to_second(s, match, token)
    check("its reader reads it in his movement", texts(s, match, token["red-second"]) == [letter["text"]])
    got = state_of(s, match, token["red-second"])["letters"]["list"][0]
    check("and no more than that", got["kind"] == "received" and got["read"] == 2 and not {"way", "due"} & set(got), got)
    check("the enemy does not", texts(s, match, token["blue"]) == [] == texts(s, match))
    log = s.get(f"/api/match/{match}/log?text=1", token["blue"])[1] + s.get(f"/api/match/{match}/log?text=1", token["red-second"])[1]
    check("the chronicle says nothing", "etter" not in log, log)
    check("the journal is closed", all(s.get(f"/api/match/{match}/journal", token[who])[0] == 403 for who in token))
    status, reply = s.post(f"/api/match/{match}/resign", str(state_of(s, match, token["blue"])["seq"]), token["blue"])
    shown = state_of(s, match)["letters"]["list"]
    check("at the end all see all", [x["text"] for x in shown] == [letter["text"]] and shown[0]["way"] == ["0401", "0402", "0403"], shown)
    check("in the journal too", "letter red to red-second way" in s.get(f"/api/match/{match}/journal")[1])


def refused(s):
    match, token = begun(s)
    seq = state_of(s, match)["seq"]
    before = state_of(s, match, token["red"])
    for what, who, words, case in (
            ("a hex number", "red", 'red to red-second "to 0302!"', "10.4"),
            ("nothing", "red", 'red to red-second "  "', "10.4"),
            ("too much", "red", f'red to red-second "{"x" * 2001}"', "10.4"),
            ("a sign that nobody sees", "red", 'red to red-second "a\u200bb"', "10.4"),
            ("a control", "red", 'red to red-second "a\x07b"', "10.4"),
            ("a way over the stream", "red", 'red to red-second way 0301 0201 "x"', "10.3"),
            ("a way with a gap", "red", 'red to red-second way 0403 "x"', "10.3"),
            ("the enemy as reader", "red", 'red to blue "x"', "10.3"),
            ("who is not asked", "red-second", 'red-second to red "x"', "10.3")):
        status, reply = write(s, match, token[who], words, seq)
        check(f"refused: {what}", status == 409 and reply.get("case") == case, reply)
    for what, who, words, code in (
            ("another's seat", "blue", 'red to red-second "x"', 409),
            ("his friend's seat", "red-second", 'red to red-second "x"', 409),
            ("no seat", "red", 'red to green "x"', 400),
            ("no text", "red", "red to red-second", 400),
            ("an open quotation", "red", 'red to red-second "x', 400),
            ("no place", "red", 'red to red-second way 9999 "x"', 400),
            ("a word too many", "red", 'red to red-second "x" y', 400),
            ("a stale number", "red", 'red to red-second "x"', 409)):
        status, reply = write(s, match, token[who], words, seq - 1 if "stale" in what else seq)
        check(f"refused: {what}", status == code and not reply["ok"], reply)
    status, reply = s.ask("POST", f"/api/match/{match}/letter", f'{seq} red to red-second "\xff\xfe"'.encode("latin-1"), token["red"])
    check("refused: no text at all", status in (400, 409), reply)
    check("a spectator writes nothing", write(s, match, None, 'red to red-second "x"', seq)[0] == 403)
    check("nor plots", s.post(f"/api/match/{match}/road", "red to red-second")[0] == 403)
    check("nor does the enemy", s.post(f"/api/match/{match}/road", "red to red-second", token["blue"])[0] == 409)
    check("nothing has changed", state_of(s, match, token["red"]) == before)
    match, token = begun(s, FOUR.replace("officers on", "officers off").replace("seat red-second person\n", ""))
    status, reply = write(s, match, token["red"], 'red to red-second "x"')
    check("where nobody writes", status == 409 and state_of(s, match)["letters"] is None, reply)


def twice(s):
    match, token = begun(s)
    seq = state_of(s, match)["seq"]
    status, reply = write(s, match, token["red"], 'red to red-second "once"', seq, "@one ")
    status, again = write(s, match, token["red"], 'red to red-second "once"', seq, "@one ")
    check("the same request is not done twice", status == 200 and again.get("repeated") and texts(s, match, token["red"]) == ["once"], again)
    status, again = write(s, match, token["red"], 'red to red-second "once"', seq, "@two ")
    check("nor the same letter", again.get("repeated") and texts(s, match, token["red"]) == ["once"], again)


def talk(s):
    match, token = begun(s)
    status, reply = s.post(f"/api/match/{match}/chat", "psst", token["red"])
    check("talk is closed while they are apart", status == 409 and reply["case"] == "10.2", reply)
    check("the state says so", state_of(s, match, token["red-second"])["silence"]["case"] == "10.2")
    check("to those whom it is about", state_of(s, match, token["blue"])["silence"] is None and state_of(s, match)["silence"] is None)
    check("the enemy may say what he likes", s.post(f"/api/match/{match}/chat", "well?", token["blue"])[0] == 200)
    do(s, match, token["red"], "march r1 0402")
    check("side by side they talk", s.post(f"/api/match/{match}/chat", "ah", token["red"])[0] == 200 and state_of(s, match, token["red"])["silence"] is None)
    match, token = begun(s, FOUR.replace("seat red person\nseat red-second person\n", "seat red person holder me\nseat red-second person holder me\n"))
    check("who has both seats may talk", s.post(f"/api/match/{match}/chat", "hm", token["red"])[0] == 200)
    check("and writes to himself if he likes", write(s, match, token["red"], 'red to red-second "x"')[0] == 200)
    match, token = begun(s, FOUR.replace("seat red-second person\n", "seat red-second bot random\n"))
    check("a computer hears nothing", s.post(f"/api/match/{match}/chat", "hm", token["red"])[0] == 200)
    match, token = begun(s)
    s.post(f"/api/match/{match}/resign", str(state_of(s, match)["seq"]), token["blue"])
    check("when it is over all may talk", s.post(f"/api/match/{match}/chat", "well played", token["red"])[0] == 200)


def kept(folder):
    s = Server(folder).start()
    match, token = begun(s)
    write(s, match, token["red"], 'red to red-second "before the fall"')
    s.end()
    s = Server(folder).start()
    check("a letter outlives the server", texts(s, match, token["red"]) == ["before the fall"])
    check("and is with nobody else yet", texts(s, match, token["red-second"]) == [])
    do(s, match, token["red"], "march r1 0402")
    write(s, match, token["red"], 'red to red-second "in vain"')
    seq = state_of(s, match)["seq"]
    status, reply = s.post(f"/api/match/{match}/undo", f"{seq}", token["red"])
    got = reply["letters"]["list"]
    check("taken back with the march", status == 200 and [(x["text"], x["back"]) for x in got] == [("before the fall", False), ("in vain", True)], got)
    round_to_second(s, match, token)
    s.end()
    s = Server(folder).start()
    check("what has come is read", texts(s, match, token["red-second"]) == ["before the fall"])
    check("what was taken back is its writer's alone", texts(s, match, token["red"]) == ["before the fall", "in vain"])
    s.end()


with tempfile.TemporaryDirectory() as folder:
    server = Server(folder).start()
    for part in (writing, refused, twice, talk):
        part(server)
    server.end()
with tempfile.TemporaryDirectory() as folder:
    kept(folder)
check.finish()
