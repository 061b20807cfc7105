#!/usr/bin/python3
"""mail.py: your turn by mail and by hook: confirmed, once, not while one watches, stopped by a click, in a digest, with a
reminder; what becomes of it when the mail server or the hook does not do as it should. The mail server (aiosmtpd, of Debian's
python3) and the hook are the test's own, on this machine; the clock is set, never waited for (`--clock`). STORE=postgresql:
with that store, and two servers. Ends with "N passed, N failed".
"""
import asyncio
import contextlib
import email
import email.policy
import hashlib
import hmac
import http.server
import json
import logging
import os
import pathlib
import re
import sqlite3
import ssl
import stat
import subprocess
import tempfile
import threading
import time
import warnings

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from table import PROGRAM, Checks, Listener, Server, free_port

check = Checks()
HOUR, DAY = 3600, 86400
PG = os.environ.get("STORE") == "postgresql"
TWO = 'game null\nseed 5\nname "{}"\nseat blue person name "Ann"\nseat red person name "Bob"\n'


def until(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


# ---- the mail server and the hook ----

class Post:
    """Takes what comes, or does what `how` says."""
    def __init__(self, port=0, host="127.0.0.1", **more):
        self.port, self.host, self.more = port or free_port(), host, more
        self.mails, self.how, self.tried = [], None, 0
        self.controller = None

    async def handle_RCPT(self, server, session, envelope, address, options):
        self.tried += 1
        if self.how in ("450 busy", "550 no such user"):
            return self.how
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.how == "slow":
            await asyncio.sleep(7)
            return "250 late"
        if self.how == "drop":
            server.transport.abort()
            return "250 never heard"
        if self.how == "554 spam":
            return self.how
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        mail.tos, mail.raw = envelope.rcpt_tos, envelope.content
        self.mails.append(mail)
        return "250 OK"

    def start(self):
        post = self

        class On(Controller):
            def factory(self):
                return SMTP(post, **post.more)
        self.controller = On(self, hostname=self.host, port=self.port)
        self.controller.start()
        return self

    def stop(self):
        self.controller.stop(no_assert=True)

    def wait(self, n, seconds=60):
        return until(lambda: len(self.mails) >= n, seconds)

    def to(self, address):
        return [m for m in self.mails if address in m.tos]


class Hook(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, cert):
        super().__init__(("127.0.0.1", free_port()), HookAnswers)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.calls, self.how, self.met = [], 204, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, address):
        pass

    def url(self, host="127.0.0.1", path="/hook"):
        return f"https://{host}:{self.server_port}{path}"


class HookAnswers(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.met += 1
        if self.server.how == "hang":
            time.sleep(7)
            return
        self.server.calls.append((self.path, dict(self.headers), body))
        self.send_response(self.server.how)
        if self.server.how == 302:
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *words):
        pass


# ---- a table ----

class Table(Server):
    def __init__(self, folder, *options, **more):
        super().__init__(folder, "--rate", 100000, "--clock", folder / "clock", "--public-url", "http://table.example.org", *options, **more)
        self.ahead = 0
        self.set(0)

    def set(self, seconds):
        self.ahead = seconds
        new = self.folder / "clock.new"
        new.write_text(f"{seconds}\n")
        new.rename(self.folder / "clock")

    def later(self, seconds):
        self.set(self.ahead + seconds)

    def sql(self, words):
        """Rows of words."""
        if PG:
            import postgres
            return postgres.one.ask(words, str(self.db).split("/")[3].split("?")[0])
        with contextlib.closing(sqlite3.connect(self.db)) as db:
            return [[str(x) for x in row] for row in db.execute(words)]

    def waiting(self, match=None):
        return [tuple(r) for r in self.sql("SELECT kind, seat, tries, looks FROM outbox" + (f" WHERE match='{match}'" if match else ""))]

    def wants(self, match, token, body):
        return self.post(f"/api/match/{match}/notices", body, token)

    def notices(self, match, token):
        return self.get(f"/api/match/{match}/notices", token)[1]


def state(s, match, token=None):
    return s.get(f"/api/match/{match}", token)[1]


def pass_on(s, match, tokens):
    """Whoever is asked decides until somebody else is."""
    now = state(s, match, next(iter(tokens.values())))
    first = now["asks"]["side"]
    while not now["over"] and now["asks"]["side"] == first:
        token = tokens[now["asks"]["seat"]]
        mine = state(s, match, token)
        pick = next((a for a in mine["legal"] if a["role"] == "end"), mine["legal"][0])
        status, now = s.post(f"/api/match/{match}/do", f"{mine['seq']} {pick['do']}", token)
        if status != 200:
            raise RuntimeError(now)
    return now


def key_of(mail, what):
    return re.search(rf"mail\.html#{what}=(\S+)", mail.get_content()).group(1)


def confirm(s, post, match, token, address, more=""):
    """An address that is on; the mail that asked."""
    seen = len(post.to(address))
    status, reply = s.wants(match, token, f"mail {address}\n{more}")
    if status != 200 or reply["mail"]["is"] != "asked":
        raise RuntimeError(reply)
    if not until(lambda: len(post.to(address)) > seen):
        raise RuntimeError("no mail asks for confirmation")
    mail = post.to(address)[-1]
    status, reply = s.post("/api/mail/confirm", key_of(mail, "confirm"))
    if status != 200:
        raise RuntimeError(reply)
    return mail


def settled(s, match, kinds):
    """Until what waits for the match is just this."""
    return until(lambda: sorted(k for k, *_ in s.waiting(match)) == sorted(kinds))


def two_looks(s, match, kind="turn"):
    """A minute twice, in which nobody is there; the first time it is seen to have been looked."""
    s.later(61)
    until(lambda: any(k == kind and looks == "1" for k, _, _, looks in s.waiting(match)))
    s.later(61)


# ---- what must hold ----

def arrives(s, post):
    match, tokens = s.new(TWO.format("Quatre Bras"))
    n = s.notices(match, tokens["red"])
    check("nothing at first", n["mail"] == {"offered": True, "address": "", "is": "none", "why": "", "digest": False}, n)
    ask = confirm(s, post, match, tokens["red"], "bob@example.org")
    check("it asks whose address it is", ask["From"].addresses[0].addr_spec == "table@example.org" and ask["To"] == "bob@example.org" and "Is this your address" in ask["Subject"], ask.items())
    check("it is on", s.notices(match, tokens["red"])["mail"]["is"] == "on")
    check("others know nothing of it", s.notices(match, tokens["blue"])["mail"]["address"] == "" and "bob@" not in json.dumps(state(s, match)))
    check("not for spectators", s.get(f"/api/match/{match}/notices")[0] == 403 and s.wants(match, None, "mail a@example.org")[0] == 403)
    pass_on(s, match, tokens)
    check("it waits", settled(s, match, ["turn"]), s.waiting())
    two_looks(s, match)
    check("mail arrives", until(lambda: len(post.to("bob@example.org")) == 2))
    mail = post.to("bob@example.org")[-1]
    body = mail.get_content()
    check("it says what waits", mail["Subject"] == "Your turn: Quatre Bras (" + state(s, match)["title"] + ")" if "title" in state(s, match) else mail["Subject"].startswith("Your turn: Quatre Bras ("), mail["Subject"])
    check("with a name of its own", re.fullmatch(rf"<turn\.{match}\.1\.\d+@table\.example\.org>", mail["Message-ID"]), mail["Message-ID"])
    check("and a date by the store's clock", abs(mail["Date"].datetime.timestamp() - time.time() - s.ahead) < 60, mail["Date"])
    link = re.search(rf"http://table\.example\.org/table\.html\?match={match}#(\S+)", body)
    check("with a link that is not the seat's token", link and link.group(1) != tokens["red"], body)
    mine = state(s, match, link.group(1))
    check("which opens the seat", mine.get("you") == "red" and mine["mine"], mine)
    check("nothing is left", settled(s, match, []), s.waiting())
    s.later(3 * DAY)
    other, _ = s.new(TWO.format("other"))
    check("once", len(post.to("bob@example.org")) == 2)
    check("one click stops it", mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
    path = mail["List-Unsubscribe"].strip("<>").replace("http://table.example.org", "")
    status, reply = s.post(path, "List-Unsubscribe=One-Click", headers={"Content-Type": "application/x-www-form-urlencoded"})
    check("stopped", status == 200 and s.notices(match, tokens["red"])["mail"]["is"] == "stopped", reply)
    check("and the links of its mails are withdrawn", s.get(f"/api/match/{match}", link.group(1))[0] == 401)
    pass_on(s, match, tokens)
    pass_on(s, match, tokens)
    s.later(61)
    check("nothing more comes", settled(s, match, []) and len(post.to("bob@example.org")) == 2, s.waiting())
    other, others = s.new(TWO.format("other"))
    status, reply = s.wants(other, others["blue"], "mail bob@example.org")
    check("nor for strangers who name it", status == 409 and "wants no mail" in reply["error"], reply)
    check("he himself may have it again", s.wants(match, tokens["red"], "mail bob@example.org")[1]["mail"]["is"] == "asked")
    check("removed", s.wants(match, tokens["red"], "mail none")[1]["mail"]["is"] == "none" and settled(s, match, []))
    s.wants(match, tokens["red"], "mail vic@example.org")
    until(lambda: post.to("vic@example.org"))
    check("who never asked lets it know", s.post("/api/mail/stop", key_of(post.to("vic@example.org")[0], "stop"))[0] == 200)
    s.wants(match, tokens["red"], "mail none")
    check("and is not asked again", s.wants(match, tokens["red"], "mail vic@example.org")[0] == 409 and len(post.to("vic@example.org")) == 1)
    check("a key of nothing", s.post("/api/mail/stop", "AAAAAAAAAAAAAAAAAAAAAA")[0] == 404 and s.post("/api/mail/confirm", "x")[0] == 404 and s.post("/api/mail/confirm", "")[0] == 404)


def cards(s, post):
    """A browser that has confirmed an address need not do it again; another must."""
    status, reply, headers = s.post("/api/match", "game null\nseat blue person\nseat red open\n", raw=True)
    cookie = headers.get("Set-Cookie", "").split(";")[0]
    made = json.loads(reply)
    token = next(x["token"] for x in made["seats"] if x.get("token"))
    card = {"Cookie": cookie}
    check("a browser is known", "=" in cookie, headers)
    status, reply = s.post(f"/api/match/{made['match']}/notices", "mail carla@example.org", token, headers=card)
    check("asked", status == 200 and reply["mail"]["is"] == "asked", reply)
    until(lambda: post.to("carla@example.org"))
    s.post("/api/mail/confirm", key_of(post.to("carla@example.org")[-1], "confirm"))
    again, tokens = s.new(TWO.format("again"))
    status, reply = s.post(f"/api/match/{again}/notices", "mail carla@example.org", tokens["blue"], headers=card)
    check("the same browser: on at once", reply["mail"]["is"] == "on", reply)
    status, reply = s.wants(again, tokens["red"], "mail carla@example.org")
    check("another asks first", reply["mail"]["is"] == "asked", reply)
    for _ in range(4):
        status, reply = s.wants(again, tokens["red"], "mail carla@example.org")
    check("but not again and again", status == 429 and s.notices(again, tokens["red"])["mail"]["is"] == "asked", reply)


def watching(s, post):
    match, tokens = s.new(TWO.format("watched"))
    confirm(s, post, match, tokens["red"], "wat@example.org")
    ear = Listener(s, match, tokens["red"])
    ear.wait(lambda kind, n, data: kind == "state")
    pass_on(s, match, tokens)
    check("it waits while he watches", settled(s, match, ["turn"]))
    for _ in range(3):
        due = s.sql(f"SELECT due FROM outbox WHERE match='{match}'")
        s.later(61)
        until(lambda: s.sql(f"SELECT due FROM outbox WHERE match='{match}'") != due)
    check("and goes not out", len(post.to("wat@example.org")) == 1 and settled(s, match, ["turn"]), s.waiting())
    ear.close()

    def has_left():
        """What is said to all shows the server that nobody hears it."""
        s.post(f"/api/match/{match}/chat", f"@c{time.monotonic_ns()} \"are you there\"", tokens["blue"])
        return not any(x["online"] for x in state(s, match)["seats"])
    check("he has left", until(has_left))
    two_looks(s, match)
    check("when he has left, it does", until(lambda: len(post.to("wat@example.org")) == 2), s.waiting(match))
    pass_on(s, match, tokens)
    pass_on(s, match, tokens)
    settled(s, match, ["turn"])
    s.later(61)
    until(lambda: ("turn", "1", "0", "1") in s.waiting(match))
    mine = state(s, match, tokens["red"])
    pick = next((a for a in mine["legal"] if a["role"] != "end"), mine["legal"][0])
    s.post(f"/api/match/{match}/do", f"{mine['seq']} {pick['do']}", tokens["red"])
    s.later(61)
    check("whoever decides meanwhile is not told", settled(s, match, []) and len(post.to("wat@example.org")) == 2, s.waiting(match))


def reminds(s, post):
    match, tokens = s.new(TWO.format("clock") + "clock 100h vacation 5d forfeit\n")
    confirm(s, post, match, tokens["red"], "rem@example.org")
    pass_on(s, match, tokens)
    two_looks(s, match)
    check("first the turn", until(lambda: len(post.to("rem@example.org")) == 2) and settled(s, match, ["reminder"]), s.waiting(match))
    check("with the time", "99 h 57 m left" in post.to("rem@example.org")[-1].get_content() or "99 h 58 m left" in post.to("rem@example.org")[-1].get_content(), post.to("rem@example.org")[-1].get_content())
    now = state(s, match, tokens["red"])
    s.post(f"/api/match/{match}/vacation", f"{now['seq']} 2", tokens["red"])
    due = s.sql(f"SELECT due FROM outbox WHERE match='{match}'")
    s.later(80 * HOUR)
    check("not in a vacation", until(lambda: s.sql(f"SELECT due FROM outbox WHERE match='{match}'") != due) and len(post.to("rem@example.org")) == 2)
    s.later(48 * HOUR)
    check("at four fifths of the time", until(lambda: len(post.to("rem@example.org")) == 3), s.waiting(match))
    mail = post.to("rem@example.org")[-1]
    check("it says so", mail["Subject"].startswith("Your time runs out: clock") and mail["Message-ID"].startswith("<reminder."), mail["Subject"])
    check("once", settled(s, match, []))
    s.post(f"/api/match/{match}/resign", str(state(s, match)["seq"]), tokens["red"])


def rematch(s, post):
    match, tokens = s.new(TWO.format("again"))
    confirm(s, post, match, tokens["red"], "agn@example.org")
    pass_on(s, match, tokens)
    settled(s, match, ["turn"])
    two_looks(s, match)
    until(lambda: len(post.to("agn@example.org")) == 2)
    key = re.search(rf"match={match}#(\S+)", post.to("agn@example.org")[-1].get_content()).group(1)
    s.post(f"/api/match/{match}/resign", str(state(s, match)["seq"]), tokens["blue"])
    again = s.post(f"/api/match/{match}/rematch", "", key)[1]["match"]
    check("in a rematch he is told too", s.notices(again, tokens["red"])["mail"]["is"] == "on" and s.notices(again, tokens["blue"])["mail"]["is"] == "none")
    check("and his link opens the seat", state(s, again, key)["you"] == "blue", state(s, again, key))
    check("it begins with him", settled(s, again, ["turn"]), s.waiting(again))
    two_looks(s, again)
    check("a mail of it", until(lambda: len(post.to("agn@example.org")) == 3))


def digests(s, post):
    first, tokens = s.new(TWO.format("one"))
    second, more = s.new(TWO.format("two"))
    third, most = s.new(TWO.format("three"))
    confirm(s, post, first, tokens["red"], "dig@example.org", "digest on\n")
    for m, t in ((second, more), (third, most)):
        confirm(s, post, m, t["red"], "dig@example.org", "digest on\n")
    seen = len(post.to("dig@example.org"))
    for m, t in ((first, tokens), (second, more), (third, most)):
        pass_on(s, m, t)
        check("it is kept for the digest", settled(s, m, ["digest"]), s.waiting(m))
    pass_on(s, third, most)
    check("what has passed on is withdrawn", settled(s, third, []))
    s.later(DAY)
    check("one mail a day", until(lambda: len(post.to("dig@example.org")) == seen + 1) and settled(s, first, []) and settled(s, second, []), s.waiting())
    mail = post.to("dig@example.org")[-1]
    check("of all that wait", mail["Subject"] == "Your turn in 2 matches" and "* one (" in mail.get_content() and "* two (" in mail.get_content() and "three" not in mail.get_content(), mail.get_content())
    check("its links open seats", state(s, first, re.search(rf"match={first}#(\S+)", mail.get_content()).group(1))["you"] == "red")
    check("and one only", len(post.to("dig@example.org")) == seen + 1)


def fails(s, post):
    """The mail server away, slow, saying 4xx or 5xx, dropping in DATA."""
    pauses = [60, 300, 1800, 7200]

    def begins(how):
        """A mail is to go out, and the mail server does this."""
        post.how = None
        address = f"f{len(post.mails)}@example.org"
        match, tokens = s.new(TWO.format("faults"))
        confirm(s, post, match, tokens["red"], address)
        post.how = how
        if how == "away":
            post.stop()
        pass_on(s, match, tokens)
        settled(s, match, ["turn"])
        two_looks(s, match)
        return match, address, lambda: s.notices(match, tokens["red"])["mail"]

    def tried(n):
        return until(lambda: any(k == "turn" and t == str(n) for k, _, t, _ in s.waiting(match)))

    for how, said in (("450 busy", "(450)"), ("drop", "broke off"), ("slow", "in time"), ("away", "nobody answers")):
        match, address, now = begins(how)
        check(f"{how}: tried", tried(1), s.waiting(match))
        check(f"{how}: told at the table", until(lambda: said in now()["why"]), now())
        s.later(pauses[0] + 1)
        check(f"{how}: tried again", tried(2), s.waiting(match))
        if how == "450 busy":
            for i in (1, 2):
                s.later(pauses[i] - 30)
                time.sleep(0.2)
                check("not before its pause is over", tried(i + 1), s.waiting(match))
                s.later(31)
                check("the pauses grow", tried(i + 2), s.waiting(match))
        if how == "away":
            post.start()
        post.how = None
        s.later(3 * HOUR)
        check(f"{how}: sent in the end", until(lambda: len(post.to(address)) == 2) and settled(s, match, []), s.waiting(match))
        check(f"{how}: all is well again", until(lambda: now() == {"offered": True, "address": address, "is": "on", "why": "", "digest": False}), now())
    match, address, now = begins("450 busy")
    for n in range(1, 9):
        check("for three days", tried(n), n, s.waiting(match))
        s.later(28 * HOUR)
    check("then it is given up", settled(s, match, []) and "(450)" in now()["why"], s.waiting(match))
    match, address, now = begins("554 spam")
    check("a mail that is refused is not sent again", settled(s, match, []) and until(lambda: "(554)" in now()["why"]) and now()["is"] == "on", now())
    match, address, now = begins("550 no such user")
    check("an address that is refused is switched off", until(lambda: now()["is"] == "refused"), now())
    check("and its owner told", now()["why"] == "the mail server refuses this address (550)" and settled(s, match, []))
    post.how = None
    names = [m["Message-ID"] for m in post.mails]
    check("no mail was ever sent twice", len(names) == len(set(names)), names)


def headers(s, post):
    """Names and addresses with line ends, quotes and the like add no header."""
    order = 'game null\nseed 5\nname "a\\nBcc: eve@example.org\\"é=?x"\nseat blue person name "A\\"nn\\nX: y"\nseat red person name "Bob"\n'
    match, tokens = s.new(order)
    confirm(s, post, match, tokens["red"], "hdr@example.org")
    pass_on(s, match, tokens)
    settled(s, match, ["turn"])
    two_looks(s, match)
    check("it comes", until(lambda: len(post.to("hdr@example.org")) == 2))
    mail = post.to("hdr@example.org")[-1]
    check("with no header of theirs", mail["Bcc"] is None and mail["X"] is None and mail.tos == ["hdr@example.org"] and set(mail.keys()) <= {"Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "X-Peer", "X-MailFrom", "X-RcptTo"}, mail.keys())
    check("and the name whole", 'Bcc: eve@example.org"é=?x' in mail["Subject"], mail["Subject"])
    for bad in ('"a@example.org\\nBcc: b@example.org"', '"a b@example.org"', '"\\"a\\"@example.org"', "a@example", "@example.org", "a@", "a@-x.org", "a@x..org", "a..b@example.org", ".a@example.org", '"a@example.org>"',
                '"a@example.org, b@example.org"', '"<a@example.org>"', "a@[127.0.0.1]", "ä@example.org", "a@exämple.org", "a" * 65 + "@example.org", "a@" + "b" * 250 + ".org", '""', '"a@example.org\\r\\nX: y"', "a@b.c d"):
        status, reply = s.wants(match, tokens["blue"], f"mail {bad}\n")
        check(f"mail {bad[:40]}", status == 400 and s.notices(match, tokens["blue"])["mail"]["is"] == "none", reply)
    for bad in ("", "nonsense", "mail a@example.org\nmail b@example.org", "digest perhaps", "links all", "hook"):
        check(f"{bad!r}", s.wants(match, tokens["blue"], bad)[0] == 400)


def hooks(s, hook):
    match, tokens = s.new(TWO.format("hooked") + "clock 10h\n")
    status, reply = s.wants(match, tokens["red"], f"hook {hook.url()}")
    check("a hook is on", status == 200 and reply["hook"]["is"] == "on" and len(reply["hook"]["secret"]) == 22, reply)
    pass_on(s, match, tokens)
    settled(s, match, ["hook-reminder", "hook-turn"])
    two_looks(s, match, "hook-turn")
    check("it is called", until(lambda: len(hook.calls) == 1) and settled(s, match, ["hook-reminder"]), s.waiting(match))
    path, head, body = hook.calls[0]
    told = json.loads(body)
    check("with what is told", path == "/hook" and told["event"] == "turn" and told["match"] == match and told["link"] == f"http://table.example.org/table.html?match={match}" and "hooked" in told["text"] and told["text"] == told["content"], told)
    found = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", head["Grognard-Signature"])
    signed = hmac.new(reply["hook"]["secret"].encode(), found.group(1).encode() + b"." + body, hashlib.sha256).hexdigest()
    check("signed", signed == found.group(2))
    s.later(8 * HOUR)
    check("reminded", until(lambda: len(hook.calls) == 2) and json.loads(hook.calls[1][2])["event"] == "reminder" and settled(s, match, []))
    for how, said in ((302, "redirects (302)"), (500, "answered 500"), ("hang", "in time"), (410, "answered 410")):
        hook.how = how
        match, tokens = s.new(TWO.format("hooked"))
        s.wants(match, tokens["red"], f"hook {hook.url()}")
        pass_on(s, match, tokens)
        settled(s, match, ["hook-turn"])
        two_looks(s, match, "hook-turn")
        check(f"{how}: said at the table", until(lambda: said in s.notices(match, tokens["red"])["hook"]["why"]), s.notices(match, tokens["red"]))
        if how == 410:
            check("410 ends it", s.notices(match, tokens["red"])["hook"]["is"] == "off" and settled(s, match, []))
            break
        check(f"{how}: and tried again", until(lambda: any(k == "hook-turn" and t == "1" for k, _, t, _ in s.waiting(match))), s.waiting(match))
        hook.how = 200
        s.later(61)
        check(f"{how}: well again", until(lambda: s.notices(match, tokens["red"])["hook"]["why"] == "") and s.notices(match, tokens["red"])["hook"]["is"] == "on")
    check("no redirect was followed", all(p == "/hook" for p, *_ in hook.calls))
    hook.how = 204
    for bad in ("http://example.org/", "https://", "https:///x", "ftp://example.org", "https://a@b.org/", '"https://a.org/\\nX: y"', '"https://a.org/ b"', "https://a.org/#x", "file:///etc/passwd", "https://" + "a" * 500):
        status, reply = s.wants(match, tokens["red"], f"hook {bad}" if '"' in bad else f'hook "{bad}"')
        check(f"hook {bad[:40]}", status == 400, reply)
    s.wants(match, tokens["red"], "hook none")
    check("removed", s.notices(match, tokens["red"])["hook"]["is"] == "none" and settled(s, match, []))


def private(folder, hook, options):
    """No hook leads inside, however it is spelled, and whatever its name is said to be."""
    hosts = folder / "hosts"
    hosts.write_text(pathlib.Path("/etc/hosts").read_text() + "\n169.254.1.1 metadata.example.org\n127.0.0.1 inside.example.org\n10.1.2.3 ten.example.org\nfd00::1 six.example.org\n")
    program = folder / "program"
    program.write_text(f"#!/bin/sh\nexec unshare -m sh -c 'mount --bind {hosts} /etc/hosts && exec \"$0\" \"$@\"' {PROGRAM} \"$@\"\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    s = Table(folder, "--hooks", *options, program=str(program)).start()
    names = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
             "0", "0.0.0.0", "localhost", "LOCALHOST.", "127.0.0.1.", "inside.example.org", "metadata.example.org", "ten.example.org", "six.example.org", "169.254.169.254", "10.0.0.1", "172.16.0.1",
             "192.168.1.1", "100.64.0.1", "224.0.0.1", "255.255.255.255", "[fe80::1]", "[fc00::1]", "[ff02::1]", "127.0.0.1%2f", "①②⑦.0.0.1",
             "127.00.00.01", "017700000001", "0x7f.0x0.0x0.0x1", "00000177.1", "127.0.1", "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "[0:0:0:0:0:ffff:127.0.0.1]", "[::1%25lo]", "[fe80::1%25lo]",
             "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::ffff:0:127.0.0.1]", "ten.example.org.", "inside.example.org:443@example.org", "table@127.0.0.1", "example.org@127.0.0.1", "127.0.0.1;example.org",
             "4294967297", "0x17f000001", "127.1.1.1.1", "[127.0.0.1]", "::1", "[::1", "", ".", "..", "%", "%00127.0.0.1"]
    met, all_, off = hook.met, [], 0
    for name in names:
        match, tokens = s.new(TWO.format("private"))
        status, reply = s.wants(match, tokens["red"], f'hook "{hook.url(name)}"')
        if status == 200:
            pass_on(s, match, tokens)
            all_.append((name, match, tokens))
    s.later(61)
    until(lambda: all(looks == "1" for *_, looks in s.waiting()))
    s.later(61)
    for name, match, tokens in all_:
        check(f"{name}: switched off, or never found", until(lambda: s.notices(match, tokens["red"])["hook"]["why"] in ("it leads to a private address, where hooks may not go", "its name is not known", "its address cannot be read")), name, s.notices(match, tokens["red"]))
        off += s.notices(match, tokens["red"])["hook"]["is"] == "off"
    check("most of them by their number", off >= 25, off)
    check("nobody was asked", hook.met == met)
    check("it ends", s.end() == 0)


def secretly(folder, cert):
    """By TLS, or not at all, but to this machine."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert)

    class Letter:
        def __call__(self, server, session, envelope, mechanism, data):
            from aiosmtpd.smtp import AuthResult
            return AuthResult(success=data.login == b"table" and data.password == b"pass word")
    password = folder / "password"
    password.write_text("pass word\n")
    for what, more, good in (("no STARTTLS", {}, "it offers no TLS"), ("a certificate of nobody", {"tls_context": context}, "certificate is not trusted"), ("STARTTLS and a password", {"tls_context": context, "authenticator": Letter(), "auth_required": True}, None)):
        (folder / what.replace(" ", "-")).mkdir()
        post = Post(host="127.0.0.2", **more).start()
        own = ["--ca", cert, "--mail-user", "table", "--mail-password", password] if not good else []
        s = Table(folder / what.replace(" ", "-"), "--mail", f"smtp://127.0.0.2:{post.port}", "--mail-from", "table@example.org", *own).start()
        match, tokens = s.new(TWO.format("tls"))
        s.wants(match, tokens["red"], "mail tls@example.org")
        check(what, until(lambda: s.notices(match, tokens["red"])["mail"]["why"].endswith(good)) and not post.mails if good else post.wait(1), s.notices(match, tokens["red"]))
        check(f"{what}: no password in the log", "pass word" not in s.log())
        check(f"{what}: it ends", s.end() == 0)
        post.stop()


def options_refused():
    for words, said in ((["--mail", "http://x"], "smtp://HOST:PORT"), (["--mail", "smtp://u:p@x"], "--mail-password"), (["--mail", "smtp://x"], "--mail-from"), (["--mail", "smtp://x", "--mail-from", "a b"], "no mail address"),
                        (["--mail", "smtp://x", "--mail-from", "a@example.org"], "--public-url"), (["--mail", "smtp://x", "--mail-from", "a@example.org", "--public-url", "http://x.org", "--mail-user", "u"], "go together"),
                        (["--mail", "smtp://x", "--mail-from", "a@example.org", "--public-url", "http://x.org", "--mail-user", "u", "--mail-password", "/nowhere"], "cannot be read"),
                        (["--hooks-allow-private"], "--hooks"), (["--hooks"], "--public-url"), (["--mail-from", "a@example.org"], "--mail:"), (["--hooks", "--public-url", "http://x.org", "--ca", "/nowhere"], "--ca")):
        done = subprocess.run([PROGRAM, "serve", *words], capture_output=True, text=True)
        check(" ".join(words), done.returncode == 2 and said in done.stderr, done.stderr)


def two_servers(folder, post, options):
    """Two on one store: each mail once."""
    one = Table(folder, *options).start()
    two = Table(folder, *options, db=one.db).start()
    two.ahead = one.ahead
    matches = []
    for i in range(12):
        match, tokens = (one, two)[i % 2].new(TWO.format(f"both {i}"))
        confirm(one, post, match, tokens["red"], f"both{i % 4}@example.org", "digest on\n" if i % 4 == 3 else "")
        matches.append((match, tokens))
    seen = len(post.mails)
    for i, (match, tokens) in enumerate(matches):
        pass_on((one, two)[i // 2 % 2], match, tokens)
    one.later(61)
    check("all are looked at", until(lambda: all(looks == "1" for kind, _, _, looks in one.waiting() if kind == "turn")), one.waiting())
    one.later(61)
    check("nine mails", until(lambda: len(post.mails) == seen + 9), len(post.mails) - seen)
    check("nothing but digests is left", until(lambda: {kind for kind, *_ in one.waiting()} == {"digest"}), one.waiting())
    one.later(DAY)
    check("and one digest of three", until(lambda: len(post.mails) == seen + 10) and until(lambda: not one.waiting()) and post.mails[-1]["Subject"] == "Your turn in 3 matches", one.waiting(), post.mails[-1]["Subject"])
    names = [m["Message-ID"] for m in post.mails]
    check("none twice", len(names) == len(set(names)), sorted(n for n in names if names.count(n) > 1))
    check("they end", one.end() == 0 and two.end() == 0)
    import postgres
    check("nobody locked another out", "deadlock" not in postgres.one.log())


def copied(s):
    """What is wanted and what waits goes with a match to another store."""
    to = s.folder / "copy.db"
    done = subprocess.run([PROGRAM, "db", "copy", str(s.db), str(to)], capture_output=True, text=True)
    check("copied", done.returncode == 0, done.stderr)
    with contextlib.closing(sqlite3.connect(to)) as db:
        for table in ("notices", "outbox", "links"):
            there, here = db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0], int(s.sql(f"SELECT COUNT(*) FROM {table}")[0][0])
            check(f"{table}: all of them", there == here and (there > 0 or table == "outbox"), there, here)


def logs(s, post, metrics):
    log = s.log()
    secrets = [w for m in post.mails for w in re.findall(r"#(?:stop=|confirm=)?([\w-]{22})", m.get_content())]
    check("no address, key or secret in the log", len(secrets) > 20 and "@example.org" not in log and not any(k in log for k in secrets), [k for k in secrets if k in log])
    check("what was sent is", "event=mail kind=turn" in log and "event=hook kind=hook-turn" in log)
    status, text, _ = Server.ask(metrics, "GET", "/metrics", raw=True)
    figures = dict(re.findall(r'^(grognard_(?:mails|hooks|outbox)\S*) (\d+)$', text.decode(), re.M))
    check("figures", int(figures['grognard_mails_total{end="sent"}']) == len(post.mails) and int(figures['grognard_mails_total{end="failed"}']) > 10 and int(figures['grognard_hooks_total{end="sent"}']) > 2 and "grognard_outbox_waiting" in figures, figures, len(post.mails))


def timed(part, *what):
    began = time.monotonic()
    part(*what)
    if os.environ.get("TIMES"):
        print(f"{part.__name__} {time.monotonic() - began:.1f} s")


def main():
    logging.disable(logging.CRITICAL)       # of the mail server, which tells of every client that breaks off
    warnings.simplefilter("ignore")
    options_refused()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cert = folder / "cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", folder / "key.pem", "-out", cert, "-days", "2", "-subj", "/CN=test",
                        "-addext", "subjectAltName=IP:127.0.0.1,IP:127.0.0.2"], check=True, capture_output=True)
        cert.write_text(cert.read_text() + (folder / "key.pem").read_text())
        post, hook = Post().start(), Hook(cert)
        options = ("--mail", f"smtp://127.0.0.1:{post.port}", "--mail-from", "table@example.org", "--mail-timeout", 3, "--ca", cert)
        for sub in ("one", "two", "private"):
            (folder / sub).mkdir()
        port = free_port()
        s = Table(folder / "one", *options, "--hooks", "--hooks-allow-private", "--metrics", f"127.0.0.1:{port}").start()
        for part, what in ((arrives, post), (cards, post), (watching, post), (reminds, post), (headers, post), (rematch, post), (hooks, hook), (fails, post)):
            timed(part, s, what)
        timed(digests, s, post)
        metrics = Server(folder, port=port)
        logs(s, post, metrics)
        check("nothing crashed", s.get("/health")[1]["restarts"] == 0 and not s.crashes(), s.crashes())
        check("it ends in good order", s.end() == 0)
        timed(copied, s)
        if PG:
            timed(two_servers, folder / "two", post, options)
        else:       # what is done with the network is the same with any store
            timed(private, folder / "private", hook, ("--ca", cert))
            timed(secretly, folder, cert)
        post.stop()
    check.finish()


main()
