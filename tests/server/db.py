#!/usr/bin/env python3
"""db.py [all]: `grognard db`: status, migrate, check, backup, copy, and what it says when something is wrong. `all`: also to
PostgreSQL and back, with a PostgreSQL that the test begins. Ends with "N passed, N failed".
"""
import contextlib
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

from table import PROGRAM, Checks, Server, play_to_end

check = Checks()
ALL = "all" in sys.argv[1:]
MATCHES = 12


def db(*words):
    done = subprocess.run([PROGRAM, "db", *map(str, words)], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def says(what, code, words, *command):
    got = db(*command)
    check(f"{what}: code {code}", got[0] == code, got)
    check(f"{what}: it says so", words in got[1] + got[2], got)
    check(f"{what}: in one line", got[2].count("\n") <= 1 or code == 2, got)
    return got


def rows(path, sql):
    with contextlib.closing(sqlite3.connect(path)) as file:
        return file.execute(sql).fetchall()


def write(path, *sql):
    with contextlib.closing(sqlite3.connect(path)) as file:
        for line in sql:
            file.execute(line)
        file.commit()


def fill(s):
    """Matches at every stage, with seats, chat and request ids."""
    made = []
    for i in range(MATCHES):
        match, tokens = s.new(f"game null\nname \"Nr {i} 'quoted' \\\\ Blücher\"\nseat blue person name Ann holder me\n"
                              "seat red person holder me\n" if i % 3 else "game null\nseat blue person name Bob\nseat red bot random\n")
        token = next(t for t in tokens.values() if t)
        s.post(f"/api/match/{match}/chat", "Vive \"l'Empereur\"", token, headers={"X-Request-Id": "c1"})
        for n in range(i % 3 and i):
            state = s.get(f"/api/match/{match}", token)[1]
            if not state["over"]:
                s.post(f"/api/match/{match}/do", f"{state['seq']} @r{n} {state['legal'][0]['do']}", token)
        made.append((match, token))
    play_to_end(s, *[(m, {"blue": t, "red": t}) for i, (m, t) in enumerate(made) if i % 3][0])
    return made


def states(s, made):
    return [s.get(f"/api/match/{m}", t)[1] for m, t in made]


def same(a, b):
    """But for what goes on by itself, and what depends on who is there."""
    drop = ("seats", "thinking")
    return [{k: v for k, v in x.items() if k not in drop} for x in a] == [{k: v for k, v in x.items() if k not in drop} for x in b]


def of_a_file(folder):
    s = Server(folder, "--rate", 100000).start()
    made = fill(s)
    says("status beside a server", 0, "SQLite", "status", s.db)
    says("a whole store, beside a server", 0, f"{MATCHES} matches", "check", s.db)
    says("a backup beside a server", 0, "copied to", "backup", s.db, folder / "copy.db")
    says("a backup over something", 1, "not there yet", "backup", s.db, folder / "copy.db")
    says("a source in use", 1, "a server is using", "copy", s.db, folder / "other.db")
    says("to migrate what is in use", 1, "a server is using", "migrate", s.db)
    before = states(s, made)
    check("the server ends well", s.end() == 0)
    says("the backup is whole", 0, f"{MATCHES} matches", "check", folder / "copy.db")
    says("a file to a file", 0, f"{MATCHES} copied, 0 were there", "copy", s.db, folder / "other.db")
    says("once more", 0, f"0 copied, {MATCHES} were there", "copy", s.db, folder / "other.db")
    write(folder / "other.db", "DELETE FROM matches WHERE id IN (SELECT id FROM matches LIMIT 5)")
    says("what is missing", 0, "5 copied, 7 were there", "copy", s.db, folder / "other.db")
    return s, made, before


def wrong_files(folder, s):
    bad = folder / "bad.db"
    says("no store", 1, "no such file", "copy", folder / "none.db", bad)
    says("twice the same", 1, "same store twice", "copy", s.db, s.db)
    says("another scheme", 1, "is no store", "status", "mysql://localhost/x")
    for none in ("", "postgresql:", "postgres:x", "postgresql:/x"):
        says(f"{none!r}", 1, "is no store", "status", none)
    says("no words", 2, "status, migrate or check", "status")
    says("nonsense", 2, "status, migrate or check", "mend", s.db)
    db("copy", s.db, bad)
    write(bad, "UPDATE chat SET text='other' WHERE n=1")
    says("other rows", 1, "is another match there than here", "copy", s.db, bad)
    db("backup", s.db, folder / "few.db")
    write(folder / "few.db", "DELETE FROM matches WHERE id IN (SELECT id FROM matches LIMIT 1)")
    says("onto other matches", 1, "has no others", "copy", folder / "few.db", folder / "other.db")
    db("backup", s.db, folder / "gap.db")
    write(folder / "gap.db", "DELETE FROM changes WHERE seq=1")
    says("a gap", 1, "change 1 is missing", "check", folder / "gap.db")
    db("backup", s.db, folder / "lie.db")
    write(folder / "lie.db", "UPDATE changes SET lines=replace(lines, 'march', 'dance'), seq=seq", "DELETE FROM positions",
          "DELETE FROM crashes")
    code, said, _ = db("check", folder / "lie.db")
    check("lines that cannot be", code == 1 and " not\n" in said and not said.endswith(" 0 not\n"), said)
    db("backup", s.db, folder / "stray.db")
    write(folder / "stray.db", "INSERT INTO chat (match, n, at, sender, text, request) VALUES ('nobody', 1, 0, '', '', '')")
    says("a stray", 1, "1 rows of no match", "check", folder / "stray.db")
    write(bad, "PRAGMA user_version=1815")
    for what in ("status", "check", "migrate"):
        says(f"{what} of a later version", 1, "later version", what, bad)
    db("backup", s.db, folder / "old.db")
    newest = rows(folder / "old.db", "PRAGMA user_version")[0][0]
    write(folder / "old.db", "DROP INDEX matches_archived", "ALTER TABLE matches DROP COLUMN archived", "DROP TRIGGER remove_journal", "DROP TABLE journals", "DROP INDEX matches_card", "DROP INDEX matches_unfolded",
          "ALTER TABLE matches DROP COLUMN card", "ALTER TABLE matches DROP COLUMN folded", "DROP TRIGGER remove_notices", "DROP TABLE notices", "DROP TABLE outbox", "DROP TABLE links", "DROP TABLE unwanted", "DROP INDEX matches_due", "ALTER TABLE matches DROP COLUMN due", "ALTER TABLE matches DROP COLUMN clock",
          "DROP INDEX changes_request", "DROP INDEX chat_request", "ALTER TABLE matches DROP COLUMN version", "DROP TABLE meta",
          "PRAGMA user_version=7", "UPDATE changes SET request='@twice' WHERE seat=0 AND request<>''")
    says("an older one is left alone", 1, "db migrate", "status", folder / "old.db")
    says("and brought up to date", 0, f"version {newest}", "migrate", folder / "old.db")
    says("whole", 0, f"{MATCHES} matches", "check", folder / "old.db")
    twice = rows(folder / "old.db", "SELECT COUNT(*) FROM changes WHERE request='@twice' GROUP BY match")
    check("of ids that were used again the last counts", twice and all(n == (1,) for n in twice), twice)


def folded_to_postgresql_and_back(folder):
    """A match that is kept in one row goes there and back as it is, and is folded there as here."""
    from postgres import Postgres
    (folder / "folded").mkdir()
    s = Server(folder / "folded").start()
    for _ in range(2):
        match, tokens = s.new("game null\nseed 5\nseat blue person holder me\nseat red person holder me\n")
        play_to_end(s, match, tokens)
    journal = s.get(f"/api/match/{match}/journal")
    s.end()
    write(s.db, f"UPDATE matches SET changed=1 WHERE id='{match}'")
    s = Server(folder / "folded", "--fold-finished", "1d", db=s.db).start()
    end = time.monotonic() + 60
    while not rows(s.db, "SELECT COUNT(*) FROM journals")[0][0] and time.monotonic() < end:
        time.sleep(0.1)
    s.end()
    packed = rows(s.db, "SELECT match, hex(packed), (SELECT COUNT(*) FROM changes c WHERE c.match=journals.match) FROM journals")
    check("one is folded", [p[0] for p in packed] == [match] and packed[0][2] == 0, packed)
    pg = Postgres("-c", "fsync=off").start()
    url = pg.new("folded")
    says("there", 0, "2 copied, 0 were there", "copy", s.db, url)
    says("whole there", 0, "2 can be played on", "check", url)
    says("and back", 0, "2 copied, 0 were there", "copy", url, folder / "back-folded.db")
    check("the same bytes", rows(folder / "back-folded.db", "SELECT match, hex(packed), 0 FROM journals") == packed)
    pg.ask("UPDATE matches SET changed=1", "folded")
    other = Server(folder / "folded", "--fold-finished", "1d", db=url).start()
    end = time.monotonic() + 60
    while pg.ask("SELECT COUNT(*) FROM journals", "folded") != [["2"]] and time.monotonic() < end:
        time.sleep(0.1)
    check("the other is folded there", pg.ask("SELECT COUNT(*) FROM journals, changes", "folded") == [["0"]])
    check("and read", other.get(f"/api/match/{match}/journal") == journal)
    check("it ends", other.end() == 0)
    says("whole, all folded", 0, "2 can be played on", "check", url)
    pg.remove()


def to_postgresql_and_back(folder, s, made, before):
    from postgres import Postgres
    pg = Postgres("-c", "fsync=off", "-c", "max_connections=25").start()
    url = pg.new("one")
    says("an empty database", 1, "db migrate", "status", url)
    says("to PostgreSQL", 0, f"{MATCHES} copied, 0 were there", "copy", s.db, url)
    says("once more", 0, f"0 copied, {MATCHES} were there", "copy", s.db, url)
    pg.ask("DELETE FROM matches WHERE id IN (SELECT id FROM matches LIMIT 3); DELETE FROM seats WHERE match NOT IN (SELECT id FROM "
           "matches); DELETE FROM changes WHERE match NOT IN (SELECT id FROM matches); DELETE FROM chat WHERE match NOT IN (SELECT "
           "id FROM matches); DELETE FROM positions WHERE match NOT IN (SELECT id FROM matches)", "one")
    says("what is missing", 0, "3 copied, 9 were there", "copy", s.db, url)
    says("whole there", 0, f"{MATCHES} matches", "check", url)
    says("status there", 0, "PostgreSQL", "status", url)
    says("no backup of it", 1, "pg_dump", "backup", url, folder / "pg.db")
    p = Server(folder / "pg", "--rate", 100000, db=url)
    p.folder.mkdir()
    p.start()
    check("the same matches", same(states(p, made), before))
    says("beside a server", 0, f"{MATCHES} matches", "check", url)
    says("a source in use there", 1, "using this database", "copy", url, folder / "back.db")
    check("the server ends well", p.end() == 0)
    says("and back", 0, f"{MATCHES} copied", "copy", url, folder / "back.db")
    says("equal to where it came from", 0, f"{MATCHES} were there", "copy", folder / "back.db", url)
    wrong_databases(folder, s, pg, url)


def wrong_databases(folder, s, pg, url):
    says("a host that does not answer", 1, "127.0.0.1", "status", "postgresql://127.0.0.1:1/x")
    says("no such database", 1, "does not exist", "status", pg.url("nowhere"))
    says("a malformed address", 1, "no address of a database", "status", "postgresql://[::1/x")
    says("a password", 1, "PGPASSFILE", "status", "postgresql://me:secret@127.0.0.1/x")
    pg.new("theirs")
    pg.ask("CREATE TABLE matches (x int)", "theirs")
    says("somebody else's", 1, "not ours", "migrate", pg.url("theirs"))
    pg.ask("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    says("another encoding", 1, "UTF8", "migrate", pg.url("latin"))
    pg.ask("UPDATE meta SET value=1815 WHERE name='schema'", "one")
    for what in ("status", "check", "migrate"):
        says(f"{what} of a later version", 1, "later version", what, url)
    done = subprocess.run([PROGRAM, "serve", "--port", "0", "--db", url], capture_output=True, text=True, timeout=60)
    check("nor is it served", done.returncode != 0 and "later version" in done.stderr, done)
    ten = [subprocess.Popen([PROGRAM, "db", "migrate", pg.new("ten") if i == 0 else pg.url("ten")], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True) for i in range(4)]
    check("several at once bring it there once", all(p.wait(60) == 0 for p in ten), [p.communicate() for p in ten])


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        s, made, before = of_a_file(folder)
        wrong_files(folder, s)
        if ALL:
            folded_to_postgresql_and_back(folder)
            to_postgresql_and_back(folder, s, made, before)
    check.finish()


main()
