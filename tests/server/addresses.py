#!/usr/bin/env python3
"""addresses.py: no address shuts the others out: whose address counts behind a proxy, requests, streams and matches of
one address or browser, finished matches in one row, and matches that are removed because nobody wants them. Ends with "N passed, N failed".
"""
import contextlib
import http.client
import json
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time

from table import PROGRAM, Checks, Listener, Server, free_port, play_to_end

check = Checks()
HOT = "game null\nseat blue person holder us\nseat red person holder us\n"
OPEN = "game null\nseat blue person\nseat red open\n"
BOTS = "game null\nseat blue bot random\nseat red bot random\n"
ANN, BOB = "203.0.113.1", "198.51.100.7"
DAY = 86400


def by(address):
    return {"X-Forwarded-For": address}


def until(holds, seconds=120):
    """True, as soon as it holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def proxied(folder, *options):
    return Server(folder, "--trusted-proxy", "127.0.0.1", *options).start()


def counted_as(s, header):
    """The address that the log has for a request with that header."""
    s.get("/health", headers=by(header))
    return s.log().rsplit(" address=", 1)[1].split()[0]


def whose(folder):
    """The last hop that is no trusted proxy; what is no address is nobody's."""
    s = Server(folder, "--rate", 100000, "--trusted-proxy", "127.0.0.1", "--trusted-proxy", "192.0.2.9").start()
    for header, address in ((ANN, ANN), (f"{ANN}:4711", ANN), (f" {ANN} ", ANN), (f"{BOB}, {ANN}", ANN), (f"{BOB},{ANN}", ANN),
                            (f"{ANN}, 192.0.2.9", ANN), (f"{BOB}, {ANN}, 192.0.2.9, 127.0.0.1", ANN), ("192.0.2.9", "192.0.2.9"),
                            (f"::ffff:{ANN}", ANN), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("[2001:db8:1:2::7]:443", "2001:db8:1:2::"),
                            (f"junk, {ANN}", ANN), (f"{ANN}, junk", "127.0.0.1"), (f"{BOB}, junk, 192.0.2.9", "192.0.2.9")):
        check(f"counted as {address}: {header}", counted_as(s, header) == address, counted_as(s, header))
    for junk in ("", ",", ",,,", "unknown", "1.2.3", "999.1.1.1", "1.2.3.4.5", "[::1", "[::1]x", "::1::", "203.0.113.1/24", "a" * 3000, ":", "[]", "0x7f.1"):
        check(f"no address: {junk[:20]}", counted_as(s, junk) == "127.0.0.1", counted_as(s, junk))
    check("it ends in good order", s.end() == 0)


def forwarded(folder):
    """Networks of proxies, and the other header; where the two do not agree nobody is believed."""
    s = Server(folder, "--rate", 100000, "--trust-proxy", "127.0.0.0/8", "--trust-proxy", "192.0.2.0/25", "--trust-proxy", "2001:db8:aa::/48").start()

    def seen(**headers):
        s.get("/health", headers={name.replace("_", "-"): value for name, value in headers.items()})
        return s.log().rsplit(" address=", 1)[1].split()[0]
    for hops, address in ((ANN, ANN), (f"{ANN}, 192.0.2.127, 127.9.9.9", ANN), (f"{ANN}, 192.0.2.128", "192.0.2.128"), (f"{BOB}, {ANN}, 2001:db8:aa:1::5", ANN)):
        check(f"networks: {hops}", seen(X_Forwarded_For=hops) == address, seen(X_Forwarded_For=hops))
    for text, address in ((f"for={ANN}", ANN), (f"For={ANN};proto=https;by=192.0.2.1", ANN), (f"proto=https; for={ANN}", ANN), (f'for="{ANN}:47011"', ANN),
                          ('for="[2001:db8:1:2::7]:443"', "2001:db8:1:2::"), (f"for={BOB}, for={ANN}", ANN), (f"for={BOB}, for={ANN};by=x, for=192.0.2.5", ANN),
                          (f'for="{BOB}, for=198.51.100.9", for={ANN}', ANN), (f'for={ANN}, for=unknown', "127.0.0.1"), (f"for={ANN}, for=_hidden", "127.0.0.1"),
                          (f"{ANN}", "127.0.0.1"), ("for=", "127.0.0.1"), ('for="', "127.0.0.1"), (f'for="{ANN}', ANN), (";;;,,,", "127.0.0.1"), ("=,=;=", "127.0.0.1"),
                          ('for="\\', "127.0.0.1"), (f'for=192.0.2.1;for={ANN}', "192.0.2.1"), ("for=" + "1" * 3000, "127.0.0.1"), ("for=192.0.2.7," * 400, "127.0.0.1")):
        check(f"Forwarded: {text[:40]}", seen(Forwarded=text) == address, seen(Forwarded=text))
    check("both agree", seen(Forwarded=f"for={ANN}", X_Forwarded_For=ANN) == ANN)
    check("both do not: nobody knows", seen(Forwarded=f"for={BOB}", X_Forwarded_For=ANN) == "unclear" == seen(Forwarded="junk", X_Forwarded_For=ANN))
    check("an endless header is refused", s.get("/health", headers=by("192.0.2.7," * 5000))[0] in (413, 431, 400))
    check("others are served", s.get("/health")[0] == 200)
    check("it ends in good order", s.end() == 0)


def untrusted(folder):
    """Who was not named as a proxy may say what he likes."""
    s = Server(folder, "--rate", 100000, "--trusted-proxy", "192.0.2.9").start()
    check("the connection's own counts", counted_as(s, ANN) == "127.0.0.1", counted_as(s, ANN))
    check("it ends in good order", s.end() == 0)
    s = Server(folder, "--rate", 2).start()
    codes = [s.get("/api/matches", headers=by(f"203.0.113.{n}"))[0] for n in range(40)]
    check("nobody hides behind a header", 429 in codes, codes)
    check("it ends in good order", s.end() == 0)


def options(folder):
    for words in (("--trust-proxy", "localhost"), ("--trust-proxy", "10.0.0.0/33"), ("--trust-proxy", "10.0.0.1/8"), ("--trust-proxy", "0.0.0.0/0"), ("--trust-proxy", "::/0"),
                  ("--trust-proxy", "10.0.0.0/"), ("--trust-proxy", "10.0.0.0/-8"), ("--trust-proxy", "10.0.0.0/08"), ("--trust-proxy", ""), ("--trust-proxy", "2001:db8::/129"),
                  ("--public-url", "table.example.org"), ("--public-url", "https://"), ("--public-url", "ftp://table.example.org"), ("--public-url", "https://a.example/table"),
                  ("--public-url", "https://a b.example"), ("--public-url", "https://a.example?x"), ("--public-url", "https://:443"),
                  ("--public-url", "https://a.example:0"), ("--public-url", "https://a.example:65536"), ("--public-url", "https://a.example:"), ("--public-url", "https://a.example:44a"),
                  ("--public-url", "https://a.example:443:443"), ("--public-url", "https://[::1"), ("--public-url", "https://[::1]]"), ("--public-url", "https://[1.2.3.4]"), ("--public-url", "https://[]"),
                  ("--public-url", "https://a:b"), ("--public-url", "https://[::1]:"), ("--metrics", "9815"), ("--metrics", "localhost:9815"),
                  ("--metrics", "127.0.0.1"), ("--metrics", "127.0.0.1:"), ("--metrics", "127.0.0.1:99999"), ("--metrics", "127.0.0.1:-1"), ("--log-format", "xml"),
                  ("--server-id", "two words"), ("--server-id", ""), ("--keep-unbegun", "soon"), ("--keep-unbegun", "-1d"),
                  ("--keep-finished", "0s"), ("--keep-unfinished", "5"), ("--keep-finished", "9999999999999999999d"),
                  ("--keep-archived", "always"), ("--keep-archived", "-1d")):
        done = subprocess.run([PROGRAM, "serve", "--port", "0", "--db", str(folder / "table.db"), *words], capture_output=True, text=True, timeout=60)
        check(f"refused: {words}", done.returncode and f"{words[0]}: " in done.stderr, done)


def requests(folder):
    s = proxied(folder, "--rate", 2)
    codes = [s.get("/api/matches", headers=by(ANN))[0] for _ in range(40)]
    check("one is too fast", codes[0] == 200 and 429 in codes, codes)
    check("the other is served", s.get("/api/matches", headers=by(BOB))[0] == 200)
    six = [s.get("/api/matches", headers=by(f"2001:db8::{n:x}"))[0] for n in range(40)]
    check("an IPv6 network is one", 429 in six, six)
    check("another is another", s.get("/api/matches", headers=by("2001:db8:0:1::1"))[0] == 200)
    check("it ends in good order", s.end() == 0)


def seats_and_cards(folder):
    """A seat has a rate of its own, and so has a browser that has sat down; made-up ones have their address's."""
    s = proxied(folder, "--rate", 3)
    made = s.ask("POST", "/api/match", HOT, headers=by(BOB), raw=True)
    match, card = json.loads(made[1]), made[2]["Set-Cookie"].split(";")[0]
    at, token = f"/api/match/{match['match']}", token_of(match)
    check("the seat is known", s.get(at, token, headers=by(ANN))[0] == 200)
    codes = [s.get("/api/matches", headers=by(ANN))[0] for _ in range(40)]
    check("the address is too fast", 429 in codes)
    check("its seat is served", s.get(at, token, headers=by(ANN))[0] == 200)
    check("and its browser", s.get("/api/matches", headers={**by(ANN), "Cookie": card})[0] == 200)
    forged = [s.get(at, token[:-2] + f"{n:02d}", headers=by(ANN))[0] for n in range(20)]
    check("a made-up token is the address's", 429 in forged and 200 not in forged, forged)
    forged = [s.get("/api/matches", headers={**by(ANN), "Cookie": card[:-2] + f"{n:02d}"})[0] for n in range(20)]
    check("so is a made-up card", 429 in forged, forged)
    codes = [s.get(at, token, headers=by(ANN)) for _ in range(40)]
    check("the seat has a limit", any(c[0] == 429 and "from this seat" in c[1]["error"] for c in codes), codes[-1])
    check("from wherever it is asked", any(s.get(at, token, headers=by("192.0.2.77"))[0] == 429 for _ in range(20)))
    codes = [s.get("/api/matches", headers={**by(ANN), "Cookie": card}) for _ in range(40)]
    check("the browser has one", any(c[0] == 429 and "from this browser" in c[1]["error"] for c in codes), codes[-1])
    check("the other address has not felt it", s.get("/api/matches", headers=by("192.0.2.78"))[0] == 200)
    check("it ends in good order", s.end() == 0)


def say(s, match, token):
    """Something that is sent to all who listen: who does not any more is noticed so, or else by a heartbeat."""
    return s.post(f"/api/match/{match}/chat", "hear, hear", token["blue"])


def streams(folder):
    """Twelve spectators of one address in a match, and so many streams of it over all."""
    s = proxied(folder, "--rate", 100000, "--streams", 20)
    matches = [s.new(OPEN) for _ in range(3)]
    ears = [Listener(s, matches[0][0], headers=by(ANN)) for _ in range(13)]
    check("a spectator too many", [e.reply.status for e in ears] == [200] * 12 + [503], [e.reply.status for e in ears])
    other = Listener(s, matches[0][0], headers=by(BOB))
    check("not for the other", other.reply.status == 200)
    ears += [Listener(s, matches[1][0], headers=by(ANN)) for _ in range(9)]
    check("nor so many in several", [e.reply.status for e in ears[13:]] == [200] * 8 + [503])
    match, token = matches[2]
    mine = Listener(s, match, token["blue"], headers=by(ANN))
    check("a seat's count too", mine.reply.status == 503)
    other_seat = Listener(s, match, token["blue"], headers=by(BOB))
    check("another address has its own", other_seat.reply.status == 200)
    for ear in ears[:4]:
        ear.close()

    def served():
        say(s, *matches[0])
        ear = Listener(s, match, token["blue"], headers=by(ANN))
        ear.close()
        return ear.reply.status == 200
    check("whoever goes makes room", until(served))
    for ear in (*ears[4:], other, mine, other_seat):
        ear.close()
    check("it ends in good order", s.end() == 0)


def make(s, order, address):
    status, reply = s.post("/api/match", order, headers=by(address))
    return status, reply


def token_of(made):
    return made["seats"][0]["token"]


def move(s, made):
    at, token = f"/api/match/{made['match']}", token_of(made)
    state = s.get(at, token)[1]
    status, state = s.post(at + "/do", f"{state['seq']} {state['legal'][0]['do']}", token)
    check("a move", status == 200, state)


def resign(s, made):
    at, token = f"/api/match/{made['match']}", token_of(made)
    status, state = s.post(at + "/resign", str(s.get(at, token)[1]["seq"]), token)
    check("resigned", status == 200 and state["over"], state)


def unbegun(folder):
    s = proxied(folder, "--rate", 100000, "--unbegun", 2)
    (_, first), (_, second) = make(s, HOT, ANN), make(s, HOT, ANN)
    status, refused = make(s, HOT, ANN)
    check("a match too many in which nobody moves", status == 429 and "2 matches" in refused["error"], status, refused)
    check("the other makes his", make(s, HOT, BOB)[0] == 200)
    check("this machine itself as many as it likes", all(s.post("/api/match", HOT)[0] == 200 for _ in range(3)))
    move(s, first)
    check("one is begun: another may be made", make(s, HOT, ANN)[0] == 200 and make(s, HOT, ANN)[0] == 429)
    resign(s, second)
    check("one is over: another may be made", make(s, HOT, ANN)[0] == 200 and make(s, HOT, ANN)[0] == 429)
    check("it ends in good order", s.end() == 0)


def share(folder):
    s = proxied(folder, "--rate", 100000, "--matches", 8)
    for _ in range(2):
        move(s, make(s, HOT, ANN)[1])
    status, refused = make(s, HOT, ANN)
    check("no more than a fourth of all", status == 429 and "not over" in refused["error"], status, refused)
    check("the other has his share", make(s, HOT, BOB)[0] == 200)
    check("it ends in good order", s.end() == 0)


def browser(s, order, address, card):
    """A match made by this browser; the card that it has from then on."""
    connection = http.client.HTTPConnection("127.0.0.1", s.port, timeout=60)
    connection.request("POST", "/api/match", order, {**by(address), **({"Cookie": f"visitor={card}"} if card else {})})
    reply = connection.getresponse()
    given = re.search(r"visitor=([^;]+)", reply.getheader("Set-Cookie") or "")
    status, made = reply.status, json.loads(reply.read())
    connection.close()
    return status, made, given.group(1) if given else card


def browsers(folder):
    """Quotas of a browser are its own, also from another address; of an address it counts as one."""
    s = proxied(folder, "--rate", 100000, "--unbegun", 2, "--per-browser", 4)
    _, first, card = browser(s, HOT, ANN, None)
    check("a second", browser(s, HOT, ANN, card)[0] == 200)
    status, refused, _ = browser(s, HOT, ANN, card)
    check("not a third that nobody plays", status == 429 and "by this browser have not begun" in refused["error"], refused)
    check("nor from elsewhere", browser(s, HOT, BOB, card)[0] == 429)
    status, _, other = browser(s, HOT, ANN, None)
    check("another browser of the address", status == 200 and browser(s, HOT, ANN, other)[0] == 200)
    status, refused, _ = browser(s, HOT, ANN, None)
    check("a third browser is one too many there", status == 429 and "from this address" in refused["error"], refused)
    check("a card that was made up is none", browser(s, HOT, ANN, "x" * 22)[0] == 429)
    move(s, first)
    check("begun: one more", browser(s, HOT, ANN, card)[0] == 200)
    for _ in range(1):
        made = browser(s, HOT, BOB, None)
        check("elsewhere too", made[0] == 200)
    code = s.end()
    again = proxied(folder, "--rate", 100000, "--unbegun", 50, "--per-browser", 4)      # it is the store that counts
    status, made, _ = browser(again, HOT, BOB, card)
    check("a fourth unfinished one", status == 200, made)
    status, refused, _ = browser(again, HOT, BOB, card)
    check("and no fifth", status == 429 and "by this browser are not over" in refused["error"], refused)
    resign(again, made)
    check("one is over: another", browser(again, HOT, BOB, card)[0] == 200)
    check("it ends in good order", again.end() == 0 and code == 0)


def folded(folder):
    """A match that is over, and was left alone, is kept in one row; nobody who reads it notices."""
    s = Server(folder, "--rate", 100000).start()
    made = s.post("/api/match", "game null\nseed 7\nseat blue person holder me\nseat red person holder me\n")[1]
    match, token = made["match"], made["seats"][0]["token"]
    play_to_end(s, match, {"blue": token, "red": token})
    going = s.post("/api/match", HOT)[1]["match"]
    looks = ("", "/journal", "/at/5", "/log?from=0", "/dice", "/account")
    shown = lambda: [s.get(f"/api/match/{match}{look}", token, raw=True) for look in looks]
    was = shown()
    count = lambda table: rows_in(s, table)
    s.end()
    rows = count("changes")
    aged(s, 2)
    s = Server(folder, "--rate", 100000, "--fold-finished", "1d", "--metrics", f"127.0.0.1:{(port := free_port())}").start()
    check("it is folded", until(lambda: count("journals") == 1))
    check("its rows are gone, the other's are not", count("changes") == 1, rows, count("changes"))
    now = shown()
    check("and is shown as before", [w[0] for w in now] == [200] * len(looks) and without_time(now) == without_time(was), now[0], was[0])
    check("it is counted", b"grognard_matches_folded_total 1" in Server(folder, port=port).ask("GET", "/metrics", raw=True)[1])
    check("it ends", s.end() == 0)
    s = Server(folder, "--rate", 100000).start()
    check("also by a server that is begun again", without_time(shown()) == without_time(was))
    check("a decision there is refused", s.post(f"/api/match/{match}/do", "0 @x done", token)[0] == 409)
    check("it can be talked over", s.post(f"/api/match/{match}/chat", "well played", token)[0] == 200)
    check("the other is there", there(s, going))
    check("a rematch", s.post(f"/api/match/{match}/rematch", "", token)[0] == 200)
    check("it ends in good order", s.end() == 0)
    for words, end in ((["check", s.db], 0), (["backup", s.db, folder / "copy.db"], 0), (["check", folder / "copy.db"], 0),
                       (["copy", s.db, folder / "other.db"], 0), (["check", folder / "other.db"], 0)):
        done = subprocess.run([PROGRAM, "db", *map(str, words)], capture_output=True, text=True)
        check(f"db {words[0]}", done.returncode == end and " 0 not" in done.stdout + " 0 not" * (words[0] != "check"), done.stdout, done.stderr)


def rows_in(s, table):
    with contextlib.closing(sqlite3.connect(f"file:{s.db}?mode=ro", uri=True)) as db:
        return db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]


def without_time(replies):
    """What does not depend on when it was asked."""
    return [re.sub(r'"(online|you)":(true|false)', "", str(reply[1])) for reply in replies]


def there(s, match):
    return s.get(f"/api/match/{match}")[0] == 200


def aged(s, days):
    """While no server runs: nothing has happened for so long."""
    with contextlib.closing(sqlite3.connect(s.db)) as db, db:
        db.execute("UPDATE matches SET changed=changed-?", [days * DAY])


def rows_of(s, match):
    with contextlib.closing(sqlite3.connect(s.db)) as db:
        return [db.execute(f"SELECT COUNT(*) FROM {table} WHERE {'id' if table == 'matches' else 'match'}=?", [match]).fetchone()[0]
                for table in ("matches", "seats", "changes", "positions", "chat", "uploads", "crashes")]


def archived(s, match):
    """It is put away: still there to look at, and in no list."""
    status, state = s.get(f"/api/match/{match}")
    return status == 200 and state["archived"] is not None and match not in {m["match"] for m in s.get("/api/matches")[1]["matches"]}


def expiry(folder):
    """What it is decides how long a match is kept at hand; nothing of it is lost, unless that is wished."""
    s = Server(folder, "--rate", 100000).start()
    fresh, left, over = (s.post("/api/match", HOT)[1] for _ in range(3))
    move(s, left)
    play_to_end(s, over["match"], {x["seat"]: x["token"] for x in over["seats"]})
    bots = s.new(BOTS)[0]
    check("computers end theirs", until(lambda: s.get(f"/api/match/{bots}")[1]["over"]))
    s.post(f"/api/match/{fresh['match']}/chat", "hello", token_of(fresh))
    terms = s.get("/api/matches")[1]["terms"]
    check("the terms are told", (terms["unbegun"], terms["unfinished"], terms["finished"], terms["archived"]) == (30 * DAY, 365 * DAY, None, None)
          and "30 days" in terms["text"] and "365 days" in terms["text"], terms)
    s.end()
    aged(s, 2)
    token, ids = token_of(fresh), [m["match"] for m in (fresh, left, over)]
    fresh, left, over = ids
    s = Server(folder, "--rate", 100000, "--keep-unbegun", "1d", "--keep-unfinished", "3d").start()
    check("what nobody began is put away", until(lambda: archived(s, fresh) and archived(s, bots)))
    check("people's games stay", not archived(s, left) and not archived(s, over))
    check("the log says so", until(lambda: s.log().count("event=archived") == 2), s.log()[-400:])  # once it is done
    check("of which match", f"event=archived match={fresh} played=0 over=0\n" in s.log(), s.log()[-400:])
    check("the terms are those that were asked for", s.get("/api/matches")[1]["terms"]["unfinished"] == 3 * DAY)
    check("whoever looks on leaves it so", archived(s, fresh))
    ear = Listener(s, fresh, token)
    check("who has a seat takes it up again", ear.wait(lambda kind, n, data: kind == "state" and data["archived"] is None) and not archived(s, fresh))
    check("with all that was said", ear.wait(lambda kind, n, data: kind == "chat" and data["text"] == "hello"))
    ear.close()
    check("and plays on", s.post(f"/api/match/{fresh}/do", f"0 {s.get(f'/api/match/{fresh}', token)[1]['legal'][0]['do']}", token)[0] == 200)
    s.end()
    check("nothing of the other is lost", rows_of(s, bots)[:2] == [1, 2] and rows_in(s, "journals") > 0, rows_of(s, bots))
    s = Server(folder, "--keep-unfinished", "36h").start()
    check("what was left goes later", until(lambda: archived(s, left)) and not archived(s, over) and not archived(s, fresh))
    s.end()
    aged(s, 4000)
    s = Server(folder, "--keep-finished", "5000d").start()
    new = s.post("/api/match", HOT)[1]["match"]
    check("what is over is kept", until(lambda: archived(s, fresh)) and not archived(s, over) and not archived(s, new))
    s.end()
    s = Server(folder, "--keep-finished", "3000d").start()
    check("unless it is told otherwise", until(lambda: archived(s, over)) and not archived(s, new))
    check("it can be read", s.get(f"/api/match/{over}/journal")[0] == 200)
    check("it ends in good order", s.end() == 0)
    with contextlib.closing(sqlite3.connect(s.db)) as db, db:
        db.execute("UPDATE matches SET archived=archived-? WHERE archived>0 AND id<>?", [2 * DAY, left])
    s = Server(folder, "--keep-archived", "1d").start()
    check("what is archived goes only if that is wished", until(lambda: not there(s, bots) and not there(s, over)) and archived(s, left) and there(s, new))
    check("which the log says", until(lambda: f"event=removed match={bots}\n" in s.log()), s.log()[-300:])
    check("and people are told", "removed for good" in s.get("/api/matches")[1]["terms"]["text"], s.get("/api/matches")[1]["terms"])
    s.end()
    check("and nothing of it is left", rows_of(s, bots) == [0] * 7 == rows_of(s, over), rows_of(s, bots))


def waits_for_a_computer(folder):
    """No computer thinks for what is put away; it does when somebody is back. It counts for nobody, either."""
    s = Server(folder, "--rate", 100000).start()
    match, tokens = s.new(HOT)
    seq = lambda: s.get(f"/api/match/{match}")[1]["seq"]
    s.end()
    with contextlib.closing(sqlite3.connect(s.db)) as db, db:       # his seats were left to the computer
        db.execute("UPDATE matches SET archived=1")
        db.execute("UPDATE seats SET kind='bot', bot='cadet'")
    s = Server(folder, "--rate", 100000, "--per-browser", 1).start()
    now = seq()
    other = s.new("game null\nseat blue bot cadet\nseat red bot cadet\n")[0]
    check("computers play elsewhere", until(lambda: s.get(f"/api/match/{other}")[1]["over"]))
    check("not here", seq() == now and archived(s, match), now, seq())
    ear = Listener(s, match, next(t for t in tokens.values() if t))
    check("somebody is back, and it plays on", until(lambda: seq() > now), now, seq())
    ear.close()
    check("it ends in good order", s.end() == 0)


def looked_at(folder):
    """Whoever listens keeps a match; whoever sits down makes it young."""
    s = Server(folder, "--rate", 100000, "--keep-unbegun", "2s").start()
    (kept, token), (other, _) = s.new(OPEN), s.new(OPEN)
    ear = Listener(s, kept)
    check("nobody is there", until(lambda: f"archived match={other}" in s.log()) and archived(s, other))
    check("somebody is there", not archived(s, kept))
    ear.close()
    check("he goes", until(lambda: say(s, kept, token) and f"archived match={kept}" in s.log()) and archived(s, kept))
    check("whoever joins takes it up", s.post(f"/api/match/{other}/join", "seat red")[0] == 200 and not archived(s, other))
    check("it ends in good order", s.end() == 0)
    s = Server(folder, "--rate", 100000).start()
    match = s.new(OPEN)[0]
    s.end()
    aged(s, 2)
    s.start()
    changed = lambda: next(m["changed"] for m in s.get("/api/matches")[1]["matches"] if m["match"] == match)
    before = changed()
    check("somebody sits down", s.post(f"/api/match/{match}/join", "seat red")[0] == 200)
    check("which is a change", changed() >= before + 2 * DAY, before, changed())
    check("it ends in good order", s.end() == 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (whose, forwarded, untrusted, seats_and_cards, options, requests, streams, unbegun, share, browsers, folded, expiry, waits_for_a_computer, looked_at):
            (own := pathlib.Path(folder) / part.__name__).mkdir()
            part(own)
    check.finish()


main()
