#!/usr/bin/env python3
"""around.py: what an operator has: health and readiness, metrics, a public address, logs as JSON, the service
manager's socket, and an end in good order. Ends with "N passed, N failed".
"""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from table import Checks, Listener, Server, pace

check = Checks()
HOT = "game null\nseat blue person holder us\nseat red person holder us\n"
BOTS = "game null\nseat blue bot random\nseat red bot random\n"


def until(holds, seconds=60):
    """True, as soon as it holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


# ---- metrics ----

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
SAMPLE = re.compile(rf'({NAME})(?:\{{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\}})? (-?[0-9.]+(?:e[+-]?[0-9]+)?|[+-]Inf|NaN)')


def read_metrics(text):
    """The text form, strictly: {(name, labels): value}, {family: type}; what is wrong ends it."""
    types, helped, seen, values, family = {}, set(), set(), {}, None
    assert text.endswith("\n") and "\n\n" not in text, "lines"
    for line in text.splitlines():
        if line.startswith("# HELP "):
            _, _, family, words = line.split(" ", 3)
            assert re.fullmatch(NAME, family) and words.strip() and family not in seen, line
            seen.add(family)
            helped.add(family)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == family and kind in ("counter", "gauge", "histogram") and name not in types, line
            types[name] = kind
            assert kind != "counter" or name.endswith("_total"), line
        else:
            found = SAMPLE.fullmatch(line)
            assert found, line
            name, labels, value = found.group(1), found.group(2) or "", float(found.group(3))
            suffix = name[len(family):]
            assert name.startswith(family) and suffix in (("_bucket", "_sum", "_count") if types[family] == "histogram" else ("",)), line
            assert (name, labels) not in values and not labels.endswith(","), line
            assert types[family] != "counter" or value >= 0, line
            values[name, labels] = value
    assert helped == set(types), "help and type"
    check_buckets(values, types)
    return values, types


def check_buckets(values, types):
    """Buckets of a histogram rise, and the last is the count."""
    rows = {}
    for (name, labels), value in values.items():
        if name.endswith("_bucket") and types.get(name[:-7]) == "histogram":
            rest, le = re.fullmatch(r'(.*?),?le="([^"]+)"', labels).groups()
            rows.setdefault((name[:-7], rest), []).append((float(le), value))
    for (name, rest), row in rows.items():
        assert [b for b, _ in row] == sorted(b for b, _ in row) and row[-1][0] == float("inf"), name
        assert [v for _, v in row] == sorted(v for _, v in row) and row[-1][1] == values[name + "_count", rest], name


def scrape(port, path="/metrics", method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request(method, path)
        reply = connection.getresponse()
        return reply.status, reply.read().decode(), reply.getheader("Content-Type")


def move(s, match, token):
    at = f"/api/match/{match}"
    state = s.get(at, token)[1]
    status, state = s.post(at + "/do", f"{state['seq']} {state['legal'][0]['do']}", token)
    if status != 200:
        raise RuntimeError(state)
    return state


def metrics(folder):
    s = Server(folder, "--rate", 100000, "--metrics", "127.0.0.1:0").start()
    port = int(re.search(r"event=begin .* metrics=(\d+)", s.log()).group(1))
    match, token = s.new(HOT)
    bots = s.new(BOTS)[0]
    for _ in range(3):
        move(s, match, token["blue"])
    ear = Listener(s, match, token["blue"])
    s.get("/api/match/nothing-here")
    s.post("/api/games")
    check("computers end theirs", until(lambda: s.get(f"/api/match/{bots}")[1]["over"]))
    status, text, kind = scrape(port)
    check("they are read", status == 200 and kind == "text/plain; version=0.0.4; charset=utf-8", status, kind)
    try:
        values, types = read_metrics(text)
    except AssertionError as e:
        check("the text form", False, e)
        values, types = {}, {}
    value = lambda name, labels="": values.get((name, labels))
    check("decisions of people", value("grognard_decisions_total", 'by="person"') == 3, text)
    check("and of computers", value("grognard_decisions_total", 'by="computer"') > 3)
    check("requests by route", value("grognard_requests_total", 'route="match/*/do",method="POST",code="200"') == 3)
    check("and status", value("grognard_requests_total", 'route="match/*",method="GET",code="404"') == 1)
    check("also of no route", value("grognard_requests_total", 'route="none",method="any",code="405"') == 1)
    check("durations", value("grognard_request_duration_seconds_count", 'route="match/*/do",method="POST"') == 3)
    check("streams, tables", value("grognard_streams") == 1 and value("grognard_tables") >= 1)
    check("commits", value("grognard_commit_jobs_count") > 0 and value("grognard_commit_duration_seconds_count") == value("grognard_commit_jobs_count"))
    check("each job was in one", value("grognard_commit_jobs_sum") == value("grognard_store_jobs_total", 'end="durable"'))
    check("thoughts", value("grognard_thought_duration_seconds_count") >= value("grognard_decisions_total", 'by="computer"') - 2)
    check("the queue", value("grognard_queue_length", 'rank="watched"') == 0 and value("grognard_queue_oldest_seconds") == 0)
    check("ready, never begun again", value("grognard_ready") == 1 == value("grognard_store_ready") and value("grognard_restarts_total") == 0)
    check("no match, no token", match not in text and bots not in text and token["blue"] not in text)
    check("only that", scrape(port, "/")[0] == 404 and scrape(port, "/metrics", "POST")[0] == 405 and scrape(port, "/metrics", "HEAD")[0] == 200)
    check("not at the table's door", s.get("/metrics")[0] == 404)
    promtool = os.environ.get("PROMTOOL") or shutil.which("promtool")
    if promtool:
        done = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, text=True, timeout=60)
        check("promtool", done.returncode == 0, done.stdout, done.stderr)
    os.kill(s.worker(), signal.SIGKILL)
    check("a worker is begun again", until(lambda: s.get("/health")[1]["restarts"] == 1))
    check("which is counted, at the same door", read_metrics(scrape(port)[1])[0]["grognard_restarts_total", ""] == 1)
    ear.close()
    taken = subprocess.run([s.program, "serve", "--port", "0", "--db", str(folder / "other.db"), "--metrics", f"127.0.0.1:{port}"], capture_output=True, text=True, timeout=60)
    check("a door that is taken is said so", taken.returncode and "metrics cannot be read at" in taken.stderr, taken)
    check("it ends in good order", s.end() == 0)


def strict():
    """The checker itself notices."""
    good = "# HELP a_total A.\n# TYPE a_total counter\na_total 1\n"
    check("good text", read_metrics(good)[0] == {("a_total", ""): 1})
    for bad in (good[:-1], good + good, good.replace("counter", "number"), good.replace("a_total 1", "a_total -1"), good.replace("a_total 1", "a_total one"),
                good.replace("a_total 1", 'a_total{x="1} 1'), good.replace("a_total 1", "b_total 1"), good.replace(" A.", ""), good.replace("_total", ""),
                good + "a_total 2\n", '# HELP h H.\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n'):
        try:
            read_metrics(bad)
            check("bad text", False, bad)
        except (AssertionError, ValueError, KeyError):
            check("bad text", True)


# ---- the public address ----

def public(folder):
    s = Server(folder, "--public-url", "https://table.example.org/", "--rate", 100000).start()
    status, made, headers = s.ask("POST", "/api/match", "game null\nseat blue person\nseat red open\n", raw=True)
    seats = json.loads(made)["seats"]
    check("whole links", [x["link"].split("?")[0] for x in seats] == ["https://table.example.org/table.html"] * 2, seats)
    check("the cookie goes by TLS alone", headers["Set-Cookie"].endswith("; Secure"), headers)
    ask = lambda **h: s.get("/api/games", headers=h)[0]
    check("a page from there may ask", ask(Origin="https://table.example.org", Host="table.example.org") == 200 == ask(Origin="https://table.example.org"))
    check("and from here", ask(Origin=f"http://127.0.0.1:{s.port}") == 200)
    for origin in ("http://table.example.org", "https://table.example.org.evil.example", "https://table.example.orga", "https://table.example.org:444", "null", ""):
        check(f"not {origin}", ask(Origin=origin, Host="table.example.org") == 403, origin)
    check("nor under another name", ask(Host="evil.example") == 403)
    check("it ends in good order", s.end() == 0)


# ---- the log ----

def logs(folder):
    s = Server(folder, "--log-format", "json", "--server-id", "one", "--trust-proxy", "127.0.0.1", "--rate", 100000).start()
    match, token = s.new(HOT + "seed 20250618\n")
    move(s, match, token["blue"])
    odd = '/api/match/a"b\\c\u007f{}'.replace("\u007f", "%7f")
    s.get(odd)
    reply = s.ask("GET", "/health", headers={"X-Request-Id": "0123456789abcdef"}, raw=True)
    check("the proxy's name of a request", reply[2]["X-Request-Id"] == "0123456789abcdef")
    reply = s.ask("GET", "/health", headers={"X-Request-Id": "no good\"name"}, raw=True)
    own = reply[2]["X-Request-Id"]
    Listener(s, match, token["blue"]).close()
    s.get(f"/api/match/{match}/events?token=wrong")
    check("it ends in good order", s.end() == 0)
    lines = s.log().splitlines()
    read = [json.loads(line) for line in lines]
    check("each names time, level, server, request, event", all({"time", "level", "server", "request", "event"} <= set(x) and x["server"] == "one" for x in read), lines[:3])
    asked = [x for x in read if x["event"] == "request"]
    check("requests have numbers", all(isinstance(x["status"], int) and isinstance(x["ms"], (int, float)) for x in asked))
    check("and names of their own", len({x["request"] for x in asked}) == len(asked) and "-" not in {x["request"] for x in asked})
    check("the proxy's, and ours", {"0123456789abcdef", own} <= {x["request"] for x in asked} and own != 'no good"name', own)
    check("no token, no seed", token["blue"] not in s.log() and "20250618" not in s.log() and "token" not in s.log())
    s = Server(folder, "--rate", 100000).start()
    strange = s.ask("GET", "/health", headers={"X-Request-Id": "0123456789abcdef"}, raw=True)[2]["X-Request-Id"]
    check("nobody else names requests", strange != "0123456789abcdef" and f" request={strange} event=request " in s.log(), strange)
    check("it ends in good order", s.end() == 0)


# ---- the end ----

def ready(folder):
    """`/ready` turns before the door shuts, streams are told when to come again, and what was acknowledged is there."""
    s = Server(folder, "--drain", 2, "--rate", 100000).start()
    check("ready", s.get("/ready") == (200, {"ok": True, "store": "fine"}) == s.get("/api/ready"), s.get("/ready"))
    match, token = s.new(HOT)
    ears = [Listener(s, match, token["blue"], delta=n % 2 == 0) for n in range(6)]
    check("they listen", all(e.wait(lambda kind, *_: kind == "state") for e in ears))
    acknowledged = []

    def play():
        with contextlib.suppress(OSError, http.client.HTTPException, RuntimeError):
            while True:
                acknowledged.append(move(s, match, token["blue"])["seq"])
                if s.get(f"/api/match/{match}", token["blue"])[1]["over"]:
                    return
    player = threading.Thread(target=play)
    player.start()
    until(lambda: acknowledged)
    began = pace()
    s.process.send_signal(signal.SIGTERM)
    told = [e.wait(lambda kind, *_: kind == "leave", 10) for e in ears]
    check("whoever listens is told to go", all(told), told)
    waits = [t[2]["wait"] for t in told if t]
    check("at moments of their own", all(200 <= w < 3000 for w in waits) and len(set(waits)) > 1, waits)
    status, said = s.get("/ready")
    check("not ready any more", status == 503 and "about to end" in said["error"], status, said)
    check("but alive, and still at work", s.get("/health")[0] == 200 and s.get("/health")[1]["closing"] and s.get("/api/games")[0] == 200)
    late = Listener(s, match, token["blue"])
    check("who comes to listen is sent on", late.wait(lambda kind, *_: kind == "leave", 10))
    check("it ends in good order", s.process.wait(timeout=30) == 0)
    check("within ten seconds", pace() - began < 10, pace() - began)
    player.join()
    for ear in (*ears, late):
        ear.close()
    s.process.stdout.close()
    s.start()
    state = s.get(f"/api/match/{match}", token["blue"])[1]
    check("nothing acknowledged is lost", state["seq"] >= max(acknowledged), state["seq"], max(acknowledged))
    check("it ends in good order", s.end() == 0)


def manager(folder):
    """What a service manager is told."""
    path = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(path))
        ear.settimeout(60)
        os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"] = str(path), "20000000"
        try:
            s = Server(folder).start()
        finally:
            del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]
        check("ready", ear.recv(1000).split(b"\n")[0] == b"READY=1")
        check("it is alive, again and again", ear.recv(1000) == b"WATCHDOG=1" == ear.recv(1000))
        s.process.send_signal(signal.SIGTERM)
        said = b""
        while said != b"STOPPING=1":
            said = ear.recv(1000)
        check("it ends", s.process.wait(timeout=30) == 0)
        s.process.stdout.close()


def main():
    strict()
    with tempfile.TemporaryDirectory() as folder:
        for part in (metrics, public, logs, ready, manager):
            (own := pathlib.Path(folder) / part.__name__).mkdir()
            part(own)
    check.finish()


main()
