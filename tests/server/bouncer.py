#!/usr/bin/env python3
"""bouncer.py [EFFORT]: servers behind Debian's PgBouncer, which gives out a few sessions transaction by transaction. They find a way around it
for what needs a session (--db-listen), or say what is wrong with it; what one takes the others show, races have one winner, nothing
acknowledged is lost when servers, the pooler or PostgreSQL are killed. Nothing is left behind in the pooler's sessions. Ends with
"N passed, N failed".
"""
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import many
from many import acked, check, times, until
from postgres import Bouncer, Postgres
from table import PROGRAM, free_port


def said(*words):
    """What a server that cannot begin says; it ends by itself."""
    done = subprocess.run([PROGRAM, "serve", "--alone", "--port", "0", *map(str, words)], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def refused(pg, pool, url, direct, folder):
    """The way around the pooler is missing, or wrong: a sentence, and nothing is begun."""
    for words, sentence in (
            (["--db", url], "transaction by transaction: name the database itself"),
            (["--db", url, "--db-listen", url], "--db-listen must lead to the database itself"),
            (["--db", url, "--db-listen", pg.url("postgres")], "--db-listen leads to another database than --db"),
            (["--db", url, "--db-listen", f"postgresql:///many?host={folder}"], "No such file or directory"),
            (["--db", url, "--db-listen", "mysql://x/y"], "is no store"),
            (["--db", url, "--db-listen", "x.db"], "--db-listen is an address"),
            (["--db", url, "--db-listen", direct + "&password=x"], "a password does not belong into the address"),
            (["--db", folder / "x.db", "--db-listen", direct], "--db-listen goes with --db postgresql://"),
            (["--db", f"postgresql:///many?host={folder}", "--db-listen", direct], "--db does not answer, though --db-listen does")):
        code, words_said = said(*words)
        check(" ".join(map(str, words[2:])) or "none", code not in (0, 2) and sentence in words_said, code, words_said)
    tables = pg.ask("SELECT COUNT(*) FROM pg_tables WHERE schemaname='public'", "many")
    check("nothing was made", tables == [["0"]], tables)
    for verb in ("status", "check", "migrate"):
        done = subprocess.run([PROGRAM, "db", verb, url], capture_output=True, text=True)
        check(f"db {verb} wants the database itself", done.returncode not in (0, 2) and "name the database itself" in done.stderr, done.stderr)
    whole = Bouncer(pg, 40, "session").start()
    pg.new("sessions")
    done = subprocess.run([PROGRAM, "db", "migrate", whole.url("sessions")], capture_output=True, text=True)
    check("whole sessions will do", done.returncode == 0, done.stderr)
    whole.remove()


def left_behind(pg, pool):
    """Of what a session remembers; only those around the pooler have any."""
    lost = []
    for _ in range(12):
        rows = subprocess.run([pg.bin + "/psql", "-qAt", "-h", str(pool.folder), "-U", "grognard", "-d", "many", "-c",
                               "SELECT (SELECT COUNT(*) FROM pg_prepared_statements), current_setting('lock_timeout'),"
                               " current_setting('idle_in_transaction_session_timeout'), (SELECT COUNT(*) FROM pg_listening_channels()),"
                               " (SELECT COUNT(*) FROM pg_locks WHERE locktype='advisory' AND pid=pg_backend_pid())"],
                              capture_output=True, text=True).stdout.strip()
        lost.append(rows)
    check("nothing is left in its sessions", set(lost) == {"0|0|0|0|0"}, set(lost))
    sessions = int(pg.ask("SELECT COUNT(*) FROM pg_stat_activity WHERE datname='many' AND application_name='grognard'", "many")[0][0])
    check("three of each server, and the pooler's", sessions <= 3 * 3 + 4, sessions)


def pooler_killed(pg, pool, servers, n):
    """The pooler itself is killed under load and begun again: nothing acknowledged is lost, and play goes on."""
    players = [many.Player(servers, 300 + i) for i in range(4)]
    for p in players:
        p.start()
    until(lambda: acked(players) >= 12)
    for _ in range(n):
        pool.end(signal.SIGKILL)
        time.sleep(0.3)
        pool.start()
        mark = acked(players)
        check("play goes on", until(lambda: acked(players) >= mark + 12, 60) is not None)
    many.stop_players(players)
    many.hold(pg, players, alone=True)
    return acked(players)


def alone_meanwhile(pg, url, direct, servers):
    """Whoever wants the database alone is refused as long as a server is there, behind a pooler as well."""
    done = subprocess.run([PROGRAM, "db", "migrate", direct], capture_output=True, text=True)
    check("it is in use", done.returncode not in (0, 2) and "a server is using this database" in done.stderr, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        pg = Postgres("-c", "log_min_messages=warning").start()
        pool = Bouncer(pg).start()
        direct = pg.new("many")
        url = pool.url("many")
        refused(pg, pool, url, direct, pathlib.Path(folder))
        servers = many.begin(folder, url, 3, "--bot-ms", 20, "--db-listen", direct)
        told = []

        def part(name, run):
            began = time.monotonic()
            result = run()
            told.append(f"{name} {time.monotonic() - began:.1f} s {result if result is not None else ''}")
        part("shown", lambda: many.shown(servers))
        part("talk", lambda: many.talk(servers))
        part("seals", lambda: many.seals(servers))
        part("retries", lambda: many.retries(servers))
        part("races", lambda: many.races(pg, servers, times(100)))
        part("deaf", lambda: many.deaf(pg, servers, times(5)))
        part("thinking", lambda: many.thinking(pg, servers))
        left_behind(pg, pool)
        alone_meanwhile(pg, url, direct, servers)
        part("kills", lambda: many.kills(pg, servers, times(3)))
        part("pooler", lambda: pooler_killed(pg, pool, servers, times(2)))
        part("away", lambda: many.away(pg, servers, 1))
        left_behind(pg, pool)
        check("it is ready", servers[0].get("/ready")[0] == 200)
        pg.ask("UPDATE meta SET value=value+1000 WHERE name='compatible'", "many")
        status, why = servers[0].get("/ready")
        check("not when the tables are a later program's", status == 503 and "later program" in why["error"], status, why)
        pg.ask("UPDATE meta SET value=value-1000 WHERE name='compatible'", "many")
        check("and is again", servers[0].get("/ready")[0] == 200)
        for s in servers:
            check("it ends well", s.end() == 0, s.log()[-280:])
        looked = subprocess.run([PROGRAM, "db", "check", direct], capture_output=True, text=True)
        check("every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)
        check("nobody locked anybody out", "deadlock" not in pg.log())
        print("; ".join(told))
        pool.end()
        pg.end()
    check.finish()


if __name__ == "__main__":
    main()
