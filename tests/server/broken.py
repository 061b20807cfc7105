#!/usr/bin/env python3
"""broken.py: what may be wrong with a PostgreSQL itself, or with the way to it: full, read-only, a password that is not right, a certificate that nobody
trusts, no connection left, a damaged page. Each time a sentence, the right status or exit code, and nothing half done; when it is
mended play goes on by itself. Needs root, for a disk that is small. Ends with "N passed, N failed".
"""
import contextlib
import os
import pathlib
import pwd
import shutil
import subprocess
import sys
import tempfile

from postgres import Postgres
from table import PROGRAM, Checks, Listener, Server, until

check = Checks()
HOT = "game null\nseat blue person holder me\nseat red person holder me\n"


def in_own_mounts():
    """Runs the test again where it may mount something, and listen where it likes, and nobody else sees it."""
    if os.environ.get("OWN_MOUNTS"):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    else:
        os.environ["OWN_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, "-u", *sys.argv])


def owned(path):
    """PostgreSQL is not root."""
    user = pwd.getpwnam("postgres")
    os.chown(path, user.pw_uid, user.pw_gid)


def serves(url, **env):
    """(exit code, what it says) of a server that cannot begin."""
    done = subprocess.run([PROGRAM, "serve", "--alone", "--port", "0", "--db", url], capture_output=True, text=True, timeout=120, env={**os.environ, **env})
    return done.returncode, done.stderr


class Table:
    """A server on that database, a match at it that is listened to, and one more that is not in memory."""

    def __init__(self, folder, url, **env):
        self.folder = folder
        folder.mkdir()
        os.environ.update(env)
        self.s = Server(folder, "--rate", 1000000, "--active", 1, db=url).start()
        for name in env:
            del os.environ[name]
        self.match, tokens = self.s.new(HOT)
        self.token, self.n = tokens["blue"], 0
        self.ear = Listener(self.s, self.match, self.token)
        check("it plays", self.decide()[0] == 200)

    def state(self):
        return self.s.get(f"/api/match/{self.match}", self.token)

    def decide(self):
        status, text, head = self.s.ask("POST", f"/api/match/{self.match}/do", f"{self.seq()} @{self.n} {self.legal}", self.token, raw=True)
        self.n += status == 200
        return status, text.decode(), head

    def seq(self):
        status, state = self.state()
        if status == 200:
            self.last, self.legal = state["seq"], state["legal"][0]["do"]
        return self.last

    def refuses(self, what, status, word):
        """Whatever would be written is refused, and nothing is half done."""
        got = []
        came = until(lambda: got.append(self.decide()) or got[-1][0] != 200, 30)
        check(f"{what}: refused", came is not None and got[-1][0] == status and word in got[-1][1], got[-1][:2])
        check(f"{what}: told to come again", "Retry-After" in got[-1][2] or status == 507, got[-1][2])
        check(f"{what}: a new match too", self.s.post("/api/match", HOT)[0] == status, self.s.post("/api/match", HOT))
        ready = self.s.get("/ready")
        check(f"{what}: not ready", ready[0] == status and word in ready[1]["error"], ready)
        check(f"{what}: but alive", self.s.get("/health")[0] == 200)

    def recovers(self, what):
        before = self.n
        check(f"{what}: plays on by itself", until(lambda: self.decide()[0] == 200, 60) is not None, self.decide()[:2])
        check(f"{what}: once", self.state()[1]["seq"] == self.n, self.state()[1]["seq"], self.n, before)

    def end(self, what):
        self.ear.close()
        check(f"{what}: nothing crashed", self.s.get("/health")[1]["restarts"] == 0 and not self.s.crashes(), self.s.crashes())
        check(f"{what}: it ends well", self.s.end() == 0, self.s.log()[-300:])


def full(folder, pg):
    """The disk of its tables has no room; that of its log has, or PostgreSQL itself would end."""
    small = folder / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m,mode=700", "none", small], check=True)
    owned(small)
    pg.ask(f"CREATE TABLESPACE small LOCATION '{small}'")
    pg.ask("CREATE DATABASE small TABLESPACE small")
    t = Table(folder / "full", pg.url("small"))
    filler = os.open(small / "filler", os.O_WRONLY | os.O_CREAT)
    with contextlib.suppress(OSError):
        while os.write(filler, b"x" * 4096):
            pass
    os.close(filler)
    for _ in range(400):                # what is left of pages that are there already
        if t.decide()[0] != 200 or t.s.post(f"/api/match/{t.match}/chat", "x" * 480, t.token)[0] != 200:
            break
        if t.state()[1]["over"]:
            t.match, tokens = t.s.new(HOT)
            t.token, t.n = tokens["blue"], 0
    t.refuses("full", 507, "full")
    check("full: it can be looked at", t.state()[0] == 200)
    (small / "filler").unlink()
    t.recovers("full")
    t.end("full")
    check("full: all is whole", looked(pg, "small") == 0)


def looked(pg, database):
    return subprocess.run([PROGRAM, "db", "check", pg.url(database)], capture_output=True, text=True).returncode


def ended(pg, database):
    pg.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='{database}' AND pid<>pg_backend_pid()")


def read_only(folder, pg):
    pg.new("fixed")
    t = Table(folder / "fixed", pg.url("fixed"))
    pg.ask("ALTER DATABASE fixed SET default_transaction_read_only = on")
    ended(pg, "fixed")
    t.refuses("read-only", 503, "cannot be written")
    pg.ask("ALTER DATABASE fixed RESET default_transaction_read_only")
    ended(pg, "fixed")
    t.recovers("read-only")
    t.end("read-only")
    pg.ask("ALTER DATABASE fixed SET default_transaction_read_only = on")
    pg.new("empty")
    pg.ask("ALTER DATABASE empty SET default_transaction_read_only = on")
    code, said = serves(pg.url("empty"))
    check("read-only: nothing is begun there", code == 3 and "read-only" in said and pg.ask("SELECT COUNT(*) FROM pg_tables WHERE schemaname='public'", "empty") == [["0"]], code, said)


def password(folder, pg):
    """By a file; one that is wrong, missing, or not right any more."""
    pg.new("locked")
    pg.ask("CREATE ROLE visitor LOGIN PASSWORD 'right'; ALTER DATABASE locked OWNER TO visitor; GRANT ALL ON SCHEMA public TO visitor")
    pg.ask("ALTER SCHEMA public OWNER TO visitor", "locked")
    url = f"postgresql://visitor@127.0.0.1/locked"
    files = {}
    for word in ("right", "wrong"):
        files[word] = folder / word
        files[word].write_text(f"*:*:*:*:{word}\n")
        files[word].chmod(0o600)
    for what, env, says in (("wrong", {"PGPASSFILE": str(files["wrong"])}, "password authentication failed"), ("missing", {"PGPASSFILE": str(folder / "none")}, "no password supplied"),
                            ("in the open", {"PGPASSFILE": str(open_to_all(files["right"], folder))}, "no password supplied")):
        code, said = serves(url, **env)
        check(f"a password that is {what}", code == 3 and says in said and "right" not in said, code, said)
    check("nothing was made", pg.ask("SELECT COUNT(*) FROM pg_tables WHERE schemaname='public'", "locked") == [["0"]])
    t = Table(folder / "locked", url, PGPASSFILE=str(files["right"]))
    pg.ask("ALTER ROLE visitor PASSWORD 'other'")
    ended(pg, "locked")
    t.refuses("another password", 503, "does not answer")
    check("another password: the log has none", "right" not in t.s.log())
    pg.ask("ALTER ROLE visitor PASSWORD 'right'")
    t.recovers("another password")
    t.end("another password")


def open_to_all(file, folder):
    """libpq does not read one that others can."""
    copy = folder / "open"
    shutil.copy(file, copy)
    copy.chmod(0o644)
    return copy


def certificate(folder, pg, cert):
    pg.new("sealed")
    url = f"postgresql://grognard@localhost/sealed?sslmode=verify-full"
    for what, more, says in (("nobody trusts", f"&sslrootcert={folder / 'other.pem'}", "certificate verify failed"), ("is not there to compare", f"&sslrootcert={folder / 'none.pem'}", "does not exist")):
        code, said = serves(url + more)
        check(f"a certificate that {what}", code == 3 and says in said, code, said)
    code, said = serves(f"postgresql://grognard@127.0.0.1/sealed?sslmode=verify-full&sslrootcert={cert}")
    check("a certificate of another name", code == 3 and "does not match" in said, code, said)
    check("nothing was made there", pg.ask("SELECT COUNT(*) FROM pg_tables WHERE schemaname='public'", "sealed") == [["0"]])
    t = Table(folder / "sealed", f"{url}&sslrootcert={cert}")
    check("one that is trusted", pg.ask("SELECT COUNT(*)>0 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname='sealed'") == [["t"]])
    t.end("TLS")


def connections(folder, pg):
    """None is left: a server does not begin; one that has lost its own waits for them."""
    pg.new("crowded")
    pg.ask("CREATE ROLE plain LOGIN; ALTER DATABASE crowded OWNER TO plain")
    pg.ask("ALTER SCHEMA public OWNER TO plain", "crowded")
    url = pg.url("crowded").replace("user=grognard", "user=plain")
    t = Table(folder / "crowded", url)
    pg.ask("ALTER DATABASE crowded CONNECTION LIMIT 0")
    ended(pg, "crowded")
    t.refuses("no connection left", 503, "does not answer")
    code, said = serves(url)
    check("no connection left: another does not begin", code == 3 and "too many connections" in said, code, said)
    pg.ask("ALTER DATABASE crowded CONNECTION LIMIT -1")
    t.recovers("no connection left")
    t.end("no connection left")


def damaged(folder, pg):
    """A page of the journals is not one any more: matches are read whole or not at all, and others are played on."""
    pg.new("spoiled")
    (folder / "spoiled").mkdir()
    s = Server(folder / "spoiled", "--rate", 1000000, "--active", 1, db=pg.url("spoiled")).start()
    made = []
    for _ in range(40):
        match, tokens = s.new(HOT)
        for n in range(12):
            state = s.get(f"/api/match/{match}", tokens["blue"])[1]
            s.post(f"/api/match/{match}/do", f"{state['seq']} @{n} {state['legal'][0]['do']}", tokens["blue"])
        made.append((match, tokens["blue"], s.get(f"/api/match/{match}", tokens["blue"])[1]["seq"]))
    check("it ends", s.end() == 0)
    pg.ask("CHECKPOINT")
    path = pg.ask("SELECT pg_relation_filepath('changes'), pg_relation_size('changes')/8192", "spoiled")[0]
    pg.end()
    with open(pg.folder / "data" / path[0], "r+b") as f:
        f.seek(int(path[1]) // 2 * 8192)
        f.write(b"\xa5" * 8192)
    pg.start()
    s.start()
    looks = [(s.get(f"/api/match/{match}", token), seq) for match, token, seq in made]
    whole = [look for look, seq in looks if look[0] == 200]
    check("some are not to be had, and say so", all(look[0] == 503 and "cannot be read" in look[1]["error"] for look, _ in looks if look[0] != 200) and len(whole) < 40, [look for look, _ in looks if look[0] not in (200, 503)])
    check("the others are whole", len(whole) > 10 and all(look[1]["seq"] == seq for look, seq in looks if look[0] == 200), len(whole))
    again = [(match, token) for (match, token, _), (look, _) in zip(made, looks) if look[0] == 200 and not look[1]["over"]][:5]
    for match, token in again:
        state = s.get(f"/api/match/{match}", token)[1]
        check("and are played on", s.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", token)[0] == 200)
    check("nothing crashed", s.get("/health")[1]["restarts"] == 0 and not s.crashes(), s.crashes())
    done = subprocess.run([PROGRAM, "db", "check", pg.url("spoiled")], capture_output=True, text=True)
    check("db check says so", done.returncode == 1 and "invalid page" in done.stdout + done.stderr, done)
    check("it ends well", s.end() == 0)


def main():
    in_own_mounts()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        for file, host in (("cert", "localhost"), ("other", "localhost")):
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}",
                            "-keyout", folder / f"{file}.key", "-out", folder / f"{file}.pem"], check=True, capture_output=True)
        owned(folder / "cert.key")
        (folder / "cert.key").chmod(0o600)
        pg = Postgres("-c", "listen_addresses=localhost", "-c", "ssl=on", "-c", f"ssl_cert_file={folder / 'cert.pem'}", "-c", f"ssl_key_file={folder / 'cert.key'}")
        (pg.folder / "data/pg_hba.conf").write_text("local all all trust\nhostssl sealed grognard all trust\nhost all all all scram-sha-256\n")
        pg.start()
        full(folder, pg)
        read_only(folder, pg)
        password(folder, pg)
        certificate(folder, pg, folder / "cert.pem")
        connections(folder, pg)
        damaged(folder, pg)
        check("nobody locked anybody out", "deadlock" not in pg.log())
        pg.end()
        subprocess.run(["umount", folder / "small"], check=True)
    check.finish()


main()
