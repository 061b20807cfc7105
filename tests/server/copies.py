#!/usr/bin/env python3
"""copies.py: what examples/deploy says of a PostgreSQL that must not be lost, started as it stands: the log's pieces kept apart, a copy of the whole while people
play, both brought back in another place; a synchronous standby that takes over when the primary is killed. All that was acknowledged is there.
Needs root, for the folder that the files name. Ends with "N passed, N failed".
"""
import os
import pathlib
import pwd
import shutil
import subprocess
import sys
import tempfile

from players import Player, acked, goes_on, hold
from postgres import Postgres, unprivileged
from table import PROGRAM, TREE, Checks, Server, until

check = Checks()
FILES = TREE / "examples/deploy"
WAL = pathlib.Path("/var/backups/grognard-wal")


def in_own_mounts():
    """Runs the test again where /var/backups is its own."""
    if not os.environ.get("OWN_MOUNTS"):
        os.environ["OWN_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, "-u", *sys.argv])
    subprocess.run(["mount", "-t", "tmpfs", "none", "/var/backups"], check=True)
    WAL.mkdir()
    owned(WAL)


def owned(path):
    user = pwd.getpwnam("postgres")
    os.chown(path, user.pw_uid, user.pw_gid)


class Made(Postgres):
    """One whose folder a script makes."""

    def __init__(self, *words):
        self.bin = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1].as_posix()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grognard-pg-"))
        owned(self.folder)
        self.folder.chmod(0o755)
        self.options, self.process = (), None
        self.done = script(*words, self.folder / "data")


def script(name, *words, folder="/tmp"):
    """As it stands, by the user postgres."""
    return subprocess.run([FILES / name, *map(str, words)], capture_output=True, text=True, preexec_fn=unprivileged, cwd=folder, timeout=300)


def configured(pg, *names):
    """As Debian's: files of conf.d are read."""
    place = pg.folder / "data/conf.d"
    place.mkdir(exist_ok=True)
    for name in names:
        shutil.copy(FILES / name, place / name.replace("postgresql-", ""))
    main = pg.folder / "data/postgresql.conf"
    if "include_dir = 'conf.d'" not in main.read_text():
        main.write_text(main.read_text() + "\ninclude_dir = 'conf.d'\n")


def all_there(what, pg):
    looked = subprocess.run([PROGRAM, "db", "check", pg.url("one")], capture_output=True, text=True)
    check(f"{what}: every match is whole", looked.returncode == 0, looked.stdout, looked.stderr)


def played(folder, name, url, n=3):
    (folder / name).mkdir()
    server = Server(folder / name, "--rate", 1000000, db=url).start()
    players = [Player(server, i) for i in range(n)]
    for p in players:
        p.start()
    goes_on(check, players)
    return server, players


def stopped(players):
    for p in players:
        p.going = False
    for p in players:
        p.join(60)


def brought_back(folder):
    """A copy while people play; then the machine is gone, and what was kept apart brings everything back."""
    pg = Postgres()
    configured(pg, "postgresql-grognard.conf")
    pg.start()
    server, players = played(folder, "first", pg.new("one"))
    place = folder / "base"
    place.mkdir()
    owned(place)
    done = script("base-backup", pg.url("postgres"), place)
    check("a copy while people play", done.returncode == 0 and "kept " in done.stdout, done)
    base = next(place.glob("base-*Z"))
    check("for its owner alone", place.stat().st_mode & 0o77 == 0)
    goes_on(check, players)
    stopped(players)
    last = pg.ask("SELECT pg_walfile_name(pg_switch_wal())")[0][0]
    check("the log is kept apart", until(lambda: (WAL / last).exists(), 60) is not None, last, sorted(os.listdir(WAL)))
    pg.kill()
    check("the server says that it is gone", until(lambda: server.get("/ready")[0] == 503, 30) is not None, server.get("/ready"))
    server.end()
    pg.remove()
    for words in ((folder, pg.folder / "data"), (base, folder)):
        check("not from, or to, just anything", script("base-restore", *words).returncode == 1)
    new = Made("base-restore", base)
    check("brought back", new.done.returncode == 0, new.done)
    new.start()
    check("it is itself again", until(lambda: new.ask("SELECT pg_is_in_recovery()") == [["f"]], 60) is not None, new.log()[-300:])
    hold(check, new, players)
    all_there("brought back", new)
    for _ in range(2):
        done = script("base-backup", new.url("postgres"), place)
    check("older ones go", len(list(place.glob("base-*Z"))) == 2 and not base.exists(), done, list(place.iterdir()))
    return new, players


def dumped(folder, pg):
    """The small way: backup and restore by pg_dump, into a database that is empty."""
    place = folder / "dumps"
    place.mkdir()
    owned(place)
    os.environ["GROGNARD"] = PROGRAM
    done = script("backup", pg.url("one"), place)
    check("a dump", done.returncode == 0 and "kept " in done.stdout, done)
    dump = next(place.glob("grognard-*.dump"))
    done = script("restore", dump, pg.new("again"))
    check("put back", done.returncode == 0, done)
    check("not over another", script("restore", dump, pg.url("one")).returncode != 0)
    looked = [subprocess.run([PROGRAM, "db", "check", pg.url(name)], capture_output=True, text=True) for name in ("one", "again")]
    check("the same", looked[0].stdout == looked[1].stdout and looked[1].returncode == 0, looked)


def taken_over(folder, pg):
    """Nothing is acknowledged that the standby does not have."""
    second = Made("standby", pg.url("postgres"))
    check("a standby is made", second.done.returncode == 0, second.done)
    second.start()
    configured(pg, "postgresql-standby.conf")
    pg.ask("SELECT pg_reload_conf()")
    check("it is waited for", until(lambda: pg.ask("SELECT application_name, sync_state FROM pg_stat_replication") == [["grognard", "sync"]], 60) is not None, pg.ask("SELECT application_name, sync_state FROM pg_stat_replication"))
    url = f"postgresql:///one?host={pg.folder},{second.folder}&user=grognard"
    server, players = played(folder, "second", url)
    pg.kill()
    second.ask("SELECT pg_promote()")
    took = goes_on(check, players)
    stopped(players)
    hold(check, second, players)
    check("the server lives", server.process.poll() is None and server.crashes() == [], server.crashes())
    check("it ends well", server.end() == 0)
    all_there("taken over", second)
    second.remove()
    pg.remove()
    return took, acked(players)


def main():
    in_own_mounts()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        new, players = brought_back(folder)
        dumped(folder, new)
        took, decisions = taken_over(folder, new)
        print(f"{acked(players)} decisions brought back; {decisions} with the standby, which took over after {took:.1f} s")
    check.finish()


main()
