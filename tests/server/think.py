#!/usr/bin/env python3
"""think.py [EFFORT [PART…]]: a server that thinks of nothing and two thinkers on one PostgreSQL. Games of computers and of a person against a
computer go on; thinkers are killed, stopped and ended meanwhile, and what they had taken is taken up by the other in time, with
nothing lost, done twice or left out; a match at which they die is set aside; people's opponents come first. EFFORT, in percent, is of
faults; PART: only these. Ends with "N passed, N failed".
"""
import atexit
import os
import pathlib
import re
import shlex
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from many import BOT, BOTS, Player, acked, begin, check, decide, hold, metric, state_of, stop_players, times
from postgres import Postgres
import table
from table import PROGRAM, TREE, Listener, free_port, until

FAULTY = str(pathlib.Path(PROGRAM).parent / "faulty")
PARTS = sys.argv[2:]
LIMIT = 5       # seconds that one who has taken a match has it
FIRST = "game null\nseat blue bot cadet\nseat red person\n"
LONG = "game waterloo-200\nseat french bot cadet\nseat allied bot cadet\n"
SLOW = "game waterloo-200\nseat french bot veteran\nseat allied bot veteran\n"
HANDED = "game waterloo-200\nseat french person holder me\nseat allied person holder me\n"


class Thinker:
    before = ()     # words before its command

    def __init__(self, folder, pg, url, *options, program=PROGRAM):
        self.folder, self.pg, self.url, self.options, self.program = pathlib.Path(folder), pg, url, options, program
        self.folder.mkdir(parents=True, exist_ok=True)
        self.options = ("--metrics", f"127.0.0.1:{free_port()}", *options)
        self.process = None

    def start(self):
        self.process = subprocess.Popen([*self.before, self.program, "think", "--db", self.url, "--log", str(self.folder / "log"), *map(str, self.options)],
                                        stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        said = self.process.stdout.readline()
        if not said.startswith("Grognard thinks"):
            raise RuntimeError(f"it does not think: {said!r}")
        self.id = re.findall(r"event=begin .*taker=(\d+)", self.log())[-1]
        return self

    def has(self):
        """What it has taken."""
        return self.pg.ask(f"SELECT match, seq FROM jobs WHERE taker={self.id}", "many")

    def log(self):
        return (self.folder / "log").read_text()

    def worker(self):
        return int(re.findall(r"event=begin pid=(\d+)", self.log())[-1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code


def number(pg, sql):
    return int(pg.ask(sql, "many")[0][0] or 0)


def ids_of(matches):
    return ",".join(f"'{m}'" for m in matches)


def over(pg, matches):
    return number(pg, f"SELECT COUNT(*) FROM matches WHERE id IN ({ids_of(matches)}) AND over=1")


# ---- what is wrong with the command line or the store ----

def bad_input(pg, folder):
    def run(*words):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stderr
    url = pg.url("many")
    for words, code, says in (
            (("think",), 2, "--db"),
            (("think", "--db", folder / "table.db"), 2, "is a file"),
            (("think", "--db", url, "--workers", "0"), 2, "from 1 to 64"),
            (("think", "--db", url, "--workers", "-1"), 2, "from 1 to 64"),
            (("think", "--db", url, "--workers", "many"), 2, "from 1 to 64"),
            (("think", "--db", url, "--workers", "65"), 2, "from 1 to 64"),
            (("think", "--db", url, "--workers"), 2, "--workers"),
            (("think", "--db", url, "--port", "1"), 2, "no option --port"),
            (("think", "--db", url, "more"), 2, "no words"),
            (("think", "--db", url, "--metrics", "here"), 2, "ADDRESS:PORT"),
            (("think", "--db", url, "--log-format", "xml"), 2, "text or json"),
            (("think", "--db", url, "--server-id", "a b"), 2, "--server-id"),
            (("think", "--db", "mysql://localhost/x"), 3, "no store"),
            (("think", "--db", f"postgresql:///many?host={folder}"), 3, "connection"),
            (("think", "--db", "postgresql://u:secret@/many"), 3, "PGPASSFILE"),
            (("think", "--db", pg.url("none")), 3, "none"),
            (("serve", "--db", folder / "table.db", "--workers", "0"), 2, "postgresql://"),
            (("serve", "--db", folder / "table.db", "--computers", "1"), 2, "postgresql://")):
        got, said = run(*words)
        check(f"{' '.join(map(str, words[:4]))}", got == code and says in said and "secret" not in said, got, said)
    check("no file was made", not (folder / "table.db").exists())
    newer = pg.new("newer")
    pg.ask("CREATE TABLE meta (name text PRIMARY KEY, value bigint NOT NULL); INSERT INTO meta VALUES ('schema', 99), ('compatible', 99)", "newer")
    got, said = run("think", "--db", newer)
    check("tables of a later program", got == 3 and "later version" in said, got, said)


# ---- playing ----

def play(pg, server, thinkers):
    """Nobody thinks until a thinker comes; then computers play, and a person against one."""
    bots = [server.new(BOTS)[0] for _ in range(12)]
    check("they wait", number(pg, "SELECT COUNT(*) FROM jobs WHERE taker=0") == 12)
    check("as is shown", metric(server, 'grognard_queue_length{rank="computers"}') == 12)
    check("nobody decides", number(pg, f"SELECT MAX(seq) FROM changes WHERE match IN ({ids_of(bots)})") == 0)
    for t in thinkers:
        t.start()
    check("all are played to their end", until(lambda: over(pg, bots) == 12, 60) is not None, over(pg, bots))
    check("by thinkers", sum(metric(t, "grognard_jobs_taken_total") for t in thinkers) > 12)
    check("not by the server", metric(server, "grognard_jobs_taken_total") == 0)
    match, tokens = server.new(BOT)
    took = []
    while True:
        state = state_of(server, match, tokens["blue"])
        if state["over"]:
            break
        if not state["legal"]:
            began = time.monotonic()
            if until(lambda: (lambda s: s["over"] or s["legal"])(state_of(server, match, tokens["blue"])), 30) is None:
                break
            took.append(time.monotonic() - began)
            continue
        status, reply = decide(server, match, tokens["blue"], state)
        check("a person decides", status == 200 or reply.get("stale"), status, reply)
    check("a person plays to the end", state["over"], state["seq"])
    check("nothing is left to think of", until(lambda: number(pg, "SELECT COUNT(*) FROM jobs") == 0) is not None)
    return f"{statistics.median(took) * 1000:.0f} ms"


def former(pg, server, thinkers):
    """Of thinkers that have nothing else to do the same one thinks on: its bot remembers."""
    before = [metric(t, "grognard_jobs_taken_total") for t in thinkers]
    made = server.new(BOTS)[0]
    check("played", until(lambda: over(pg, [made]) == 1, 60) is not None)
    check("no row is left", until(lambda: number(pg, "SELECT COUNT(*) FROM jobs") == 0) is not None)
    taken = [metric(t, "grognard_jobs_taken_total") - b for t, b in zip(thinkers, before)]
    check("mostly the same", max(taken) > min(taken), taken)    # unless the machine was too busy to come in time
    return taken


def ordered(pg, server, thinker):
    """Who is watched first, then who has people, then computers: so they are ranked, and so they come."""
    made = {"computers": server.new(LONG)[0], "people": server.new(FIRST)[0]}
    match, tokens = server.new(FIRST)
    made["watched"] = match
    listener = Listener(server, match, tokens["red"])
    ranks = lambda: [row[0] for row in pg.ask("SELECT match FROM jobs ORDER BY rank, due", "many")]
    check("ranked", until(lambda: ranks() == [made["watched"], made["people"], made["computers"]]) is not None, ranks(), made)
    thinker.start()
    people = ids_of([made["watched"], made["people"]])
    check("people are answered", until(lambda: number(pg, f"SELECT COUNT(*) FROM jobs WHERE match IN ({people})") == 0, 30) is not None)
    check("and computers play on", until(lambda: number(pg, f"SELECT COUNT(*) FROM changes WHERE match='{made['computers']}'") > 200, 60) is not None)
    # Which is taken first the store's own tests see; while an answer for people is being written, the one worker may do something for
    # computers, but never more than one thing each time.
    between = number(pg, f"SELECT COUNT(*) FROM changes WHERE match='{made['computers']}' AND seq>0 AND xmin::text::bigint<"
                         f"(SELECT MAX(xmin::text::bigint) FROM changes WHERE match IN ({people}))")
    answers = number(pg, f"SELECT COUNT(*) FROM changes WHERE match IN ({people})")
    check("people come first", between <= answers, between, answers)
    listener.close()
    check("it ends", thinker.end() == 0)
    pg.ask("DELETE FROM jobs; UPDATE matches SET over=1", "many")


# ---- faults ----

def gaps(pg):
    check("no gaps", number(pg, "SELECT COUNT(*) FROM (SELECT match FROM changes GROUP BY match HAVING COUNT(*)<>MAX(seq)+1) x") == 0)


class Crowd:
    """Matches of computers, always so many, and people against computers."""

    def __init__(self, server, pg, n):
        self.server, self.pg, self.made = server, pg, []
        self.n = n
        self.players = [Player([server], 50 + i, BOT) for i in range(3)]
        for p in self.players:
            p.start()
        self.fill()

    def fill(self):
        for _ in range(self.n - len(self.made) + (over(self.pg, self.made) if self.made else 0)):
            self.made.append(self.server.new(BOTS)[0])

    def end(self, most=90):
        stop_players(self.players)
        hold(self.pg, self.players, alone=False)
        check("computers play to their end", until(lambda: over(self.pg, self.made) == len(self.made), most) is not None,
              over(self.pg, self.made), len(self.made))
        gaps(self.pg)


def at_work(crowd, thinker):
    """It has taken something."""
    crowd.fill()
    return until(thinker.has, 20) is not None


def kills(pg, server, thinkers, n):
    """kill -9 of a thinker, or of its worker, in turn: what it had is taken up by the other within its limit and two seconds."""
    crowd, slowest = Crowd(server, pg, 12), 0
    for i in range(n):
        victim = thinkers[i % 2]
        check("it is at work", at_work(crowd, victim))
        mark = acked(crowd.players)
        if i % 3 == 2:
            os.kill(victim.worker(), signal.SIGKILL)
        else:
            victim.kill()
        took = until(lambda: not victim.has(), LIMIT + 5)
        check("taken up in time", took is not None and took < LIMIT + 2, took)
        slowest = max(slowest, took or 99)
        check("people play on", until(lambda: acked(crowd.players) >= mark + 3, 30) is not None)
        if i % 3 != 2:
            victim.start()
    crowd.end()
    check("no match is blamed", number(pg, "SELECT COUNT(*) FROM crashes") == 0)
    return f"{acked(crowd.players)} decisions, {slowest:.1f} s"


def stops(pg, server, thinkers, n):
    """SIGSTOP: the other takes it up; awake, its old decision counts no more."""
    crowd, slowest = Crowd(server, pg, 12), 0
    for i in range(n):
        victim = thinkers[i % 2]
        for _ in range(20):     # until it is stopped with something in its hands
            check("it is at work", at_work(crowd, victim))
            worker = victim.worker()
            os.kill(worker, signal.SIGSTOP)
            until(lambda: ") T " in pathlib.Path(f"/proc/{worker}/stat").read_text())
            if until(victim.has, 0.2) is not None:
                break
            os.kill(worker, signal.SIGCONT)
        took = until(lambda: not victim.has(), LIMIT + 5)
        check("taken up in time", took is not None and took < LIMIT + 2, took)
        slowest = max(slowest, took or 99)
        os.kill(worker, signal.SIGCONT)
        check("awake, it thinks on", at_work(crowd, victim))
    crowd.end()
    check("no match is blamed", number(pg, "SELECT COUNT(*) FROM crashes") == 0)
    return f"{slowest:.1f} s"


def ends(pg, server, thinker, other):
    """A long thought is its own as long as it lasts; SIGTERM gives it back at once, in time."""
    made = server.new(SLOW)[0]
    row = lambda: (pg.ask("SELECT taker, EXTRACT(EPOCH FROM now()-due), tries FROM jobs", "many") or [["none", 0, 0]])[0]
    check("taken, and for longer than its limit", until(
        lambda: (lambda taker, seconds, tries: taker == thinker.id and float(seconds) > LIMIT + 1)(*row()), 30) is not None, row())
    seq = number(pg, f"SELECT seq FROM jobs WHERE match='{made}'")
    check("nobody has lost it", row()[2] == "0", row())
    began = table.pace()
    code = thinker.end()
    took = table.pace() - began
    check("it ends in time", code == 0 and took < 10, code, took)
    check("and has given it back", row()[0] == "0" and number(pg, f"SELECT seq FROM jobs WHERE match='{made}'") == seq, row())
    check("as it says", "event=returned what=jobs done=yes" in thinker.log(), thinker.log()[-300:])
    other.start()
    check("the other has it at once", until(lambda: row()[0] == other.id, 5) is not None, row())
    other.kill()
    return f"{took:.2f} s"


def deadly(pg, folder, url):
    """A match at which thinkers die is set aside, by all; others are played on."""
    server = begin(folder / "faulty", url, 1, "--workers", 0)[0]
    server.end()
    server.program = FAULTY
    server.start()
    thinkers = [Thinker(folder / f"f{i}", pg, url, "--workers", 1, "--computers", 1, program=FAULTY).start() for i in range(2)]
    order = "game null\nprivate\noption fog on\nseat blue bot random\nseat red bot random\n"
    bad = server.new(order)[0]
    check("set aside after three", until(lambda: number(pg, f"SELECT COALESCE(MAX(n), 0) FROM crashes WHERE match='{bad}'") == 3, 60) is not None,
          pg.ask("SELECT * FROM crashes", "many"))
    check("the server says so", until(lambda: server.get("/health")[1]["set_aside"] == 1) is not None, server.get("/health"))
    good = [server.new("game null\nseat blue bot random\nseat red bot random\n")[0] for _ in range(4)]
    check("others are played on", until(lambda: over(pg, good) == 4, 60) is not None, over(pg, good))
    check("it did so three times and no more", sum(t.log().count(f"match={bad} upload") for t in thinkers) == 3)
    check("it waits in no queue", sum(metric(server, f'grognard_queue_length{{rank="{r}"}}') for r in ("watched", "people", "computers")) == 0)
    for t in thinkers:
        check("thinkers live", t.end() == 0)
    check("and the server", server.end() == 0)


def lapsed(pg, server, thinker):
    """What was left undone three times at the same decision counts as one crash; it is played on all the same."""
    twice, once = server.new(BOTS)[0], server.new(BOTS)[0]
    pg.ask("UPDATE jobs SET taker=12345, until=now()-interval '1 second'", "many")
    pg.ask(f"UPDATE jobs SET tries=2 WHERE match='{twice}'", "many")
    thinker.start()
    check("played on", until(lambda: over(pg, [twice, once]) == 2, 60) is not None)
    check("counted", pg.ask("SELECT match, n FROM crashes", "many") == [[twice, "1"]], pg.ask("SELECT * FROM crashes", "many"))
    check("and said", metric(thinker, "grognard_jobs_lapsed_total") == 2 and f"event=lapsed match={twice} times=3" in thinker.log())
    check("it ends", thinker.end() == 0)
    pg.ask("DELETE FROM crashes", "many")


def pace(pg, server, decisions):
    """Seconds in which a match of people whose computers play gets so many decisions."""
    match, tokens = server.new(HANDED)
    listener = Listener(server, match, tokens["french"])
    state = state_of(server, match, tokens["french"])
    listener.wait(lambda kind, n, data: kind == "state")
    status, reply = server.post(f"/api/match/{match}/seat", f"{state['seq']} computer veteran", tokens["french"])
    if status != 200:
        check("handed over", False, status, reply)
    seq = lambda: number(pg, f"SELECT changes FROM matches WHERE id='{match}'")
    began, first = time.monotonic(), seq()
    until(lambda: seq() >= first + decisions, 60)
    took = time.monotonic() - began
    server.post(f"/api/match/{match}/resign", f"{state_of(server, match, tokens['french'])['seq']}", tokens["french"])
    listener.close()
    return took


def crowded(pg, server, thinker):
    """60 matches of computers do not keep a person's opponent waiting for more than its own time again."""
    thinker.start()
    alone = [pace(pg, server, 25) for _ in range(3)]
    made = [server.new(SLOW)[0] for _ in range(60)]
    check("they are thought for", until(lambda: number(pg, f"SELECT COUNT(*) FROM changes WHERE seq>0 AND match IN ({ids_of(made)})") > 5, 30) is not None)
    beside = [pace(pg, server, 25) for _ in range(3)]
    check("at most twice as long", min(beside) < 2 * max(alone), alone, beside)
    check("and others go on", number(pg, f"SELECT COUNT(*) FROM changes WHERE seq>0 AND match IN ({ids_of(made)})") > 10)
    check("it ends", thinker.end() == 0)
    pg.ask("DELETE FROM jobs; UPDATE matches SET over=1", "many")
    return f"{statistics.median(alone):.2f} s alone, {statistics.median(beside):.2f} s beside 60"


# ---- as a service ----

def unit(pg, folder, url):
    """The unit's command, as systemd would start it: it says that it is ready, that it lives, that it ends."""
    line = re.search(r"^ExecStart=(.*)$", (TREE / "examples/deploy/grognard-think.service").read_text(), re.M).group(1)
    line = line.replace("/usr/local/bin/grognard", PROGRAM).replace("${GROGNARD_DB}", shlex.quote(url)).replace("%H", "thishost")
    line = line.replace("127.0.0.1:9816", f"127.0.0.1:{free_port()}")
    words = shlex.split(line)
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(str(folder / "notify"))
    told.settimeout(60)

    def hear(what):
        while not told.recv(1000).startswith(what):
            pass
        return True
    log = open(folder / "unit.log", "w")
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=log, env={
        **os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "30000000"})
    log.close()
    atexit.register(process.kill)
    check("the unit is ready", hear(b"READY=1"))
    check("it is watched", hear(b"WATCHDOG=1"))
    where = words[words.index("--metrics") + 1]
    text = subprocess.run(["curl", "-sS", f"http://{where}/metrics"], capture_output=True, text=True).stdout
    check("it has metrics", "\ngrognard_jobs_at_work 0\n" in text and "\ngrognard_queue_oldest_seconds 0\n" in text, text[-300:])
    looked = subprocess.run([os.environ.get("PROMTOOL", "promtool"), "check", "metrics"], input=text, capture_output=True, text=True)
    check("promtool", looked.returncode == 0, looked.stderr, looked.stdout)
    process.send_signal(signal.SIGTERM)
    check("it says that it ends", hear(b"STOPPING=1"))
    check("and does", process.wait(timeout=60) == 0)
    said = (folder / "unit.log").read_text()
    check("its log is JSON", all(l.startswith("{") for l in said.splitlines()) and '"event":"begin"' in said, said[:300])
    told.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pg = Postgres("-c", "log_min_messages=warning").start()
        url = pg.new("many")
        said = []

        def part(name, run):
            if PARTS and name not in PARTS:
                return
            began = time.monotonic()
            result = run()
            said.append(f"{name} {time.monotonic() - began:.1f} s {f'({result})' if result else ''}")
        server = begin(folder, url, 1, "--workers", 0, "--bot-ms", 20)[0]
        thinkers = [Thinker(folder / f"t{i}", pg, url, "--workers", 2, "--bot-ms", 20) for i in range(2)]
        part("input", lambda: bad_input(pg, folder))
        part("play", lambda: play(pg, server, thinkers))
        part("former", lambda: former(pg, server, thinkers))
        part("kills", lambda: kills(pg, server, thinkers, times(5)))
        part("stops", lambda: stops(pg, server, thinkers, times(2)))
        for t in thinkers:
            check("a thinker ends well", not t.process or t.end() == 0, t.log()[-300:] if t.process else "")
        part("order", lambda: ordered(pg, server, Thinker(folder / "one", pg, url, "--workers", 1)))
        part("lapsed", lambda: lapsed(pg, server, Thinker(folder / "lapsed", pg, url, "--workers", 1)))
        part("ends", lambda: ends(pg, server, Thinker(folder / "long", pg, url, "--workers", 1, "--bot-ms", 30000).start(),
                                  Thinker(folder / "after", pg, url, "--workers", 1, "--bot-ms", 30000)))
        pg.ask("DELETE FROM jobs; UPDATE matches SET over=1", "many")
        part("crowded", lambda: crowded(pg, server, Thinker(folder / "crowd", pg, url, "--workers", 2, "--bot-ms", 60)))
        part("unit", lambda: unit(pg, folder, url))
        check("the server ends well", server.end() == 0)
        part("deadly", lambda: deadly(pg, folder, url))
        check("nobody locked anybody out", "deadlock" not in pg.log())
        print("; ".join(said))
        pg.end()
    check.finish()


if __name__ == "__main__":
    main()
