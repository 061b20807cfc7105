"""postgres.py: a PostgreSQL of the test's own: a child in a folder of its own, reached by its socket there alone.

Not by pg_ctl: the process is ours, is ended by its id, and does not outlive the test. It refuses to be root, so root becomes the
user of Debian's package first.

    postgres.py DATABASE [OPTION…]   for tests that are not written in Python: says its address, and ends with its standard input
"""
import atexit
import ctypes
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def unprivileged():
    """In the child: dies with the test, and is not root."""
    ctypes.CDLL(None).prctl(1, signal.SIGQUIT)
    if os.getuid() == 0:
        user = pwd.getpwnam("postgres")
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


def await_state(pid, letter, seconds=60):
    """Until the process is in that state (ps has the letters), or is no more."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == letter:
                return
        except (FileNotFoundError, ProcessLookupError):
            return
        time.sleep(0.005)
    raise RuntimeError(f"process {pid} is not in state {letter}")


class Postgres:
    def __init__(self, *options, primary=None):
        """An empty one; or one that has what another has, and follows it."""
        self.bin = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grognard-pg-"))
        self.options, self.process = options, None
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        os.chmod(self.folder, 0o755)
        made = ["initdb", "-A", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8"]
        if primary:
            made = ["pg_basebackup", "-R", "-c", "fast", "--no-sync", "-h", str(primary.folder)]
        subprocess.run([f"{self.bin}/{made[0]}", *made[1:], "-D", self.folder / "data", "-U", "grognard"],
                       preexec_fn=unprivileged, stdout=subprocess.DEVNULL, check=True, cwd=self.folder)
        atexit.register(self.remove)

    def start(self):
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [self.bin + "/postgres", "-D", str(self.folder / "data"), "-k", str(self.folder), "-c", "listen_addresses=",
             *self.options], preexec_fn=unprivileged, stdout=log, stderr=log, cwd=self.folder)
        log.close()
        self.wait()
        return self

    def wait(self, seconds=60):
        end = time.monotonic() + seconds
        while subprocess.run([self.bin + "/pg_isready", "-q", "-h", str(self.folder), "-U", "grognard"]).returncode:
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("PostgreSQL does not begin: " + self.log()[-500:])
            time.sleep(0.05)

    def url(self, database):
        return f"postgresql:///{database}?host={self.folder}&user=grognard"

    def ask(self, sql, database="postgres"):
        """Rows of words."""
        done = subprocess.run([self.bin + "/psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder), "-U", "grognard", "-d",
                               database, "-c", sql], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return [line.split("|") for line in done.stdout.splitlines()]

    def new(self, database):
        self.ask(f"CREATE DATABASE {database}")
        return self.url(database)

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def end(self, how=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=60)
        self.process = None

    def kill(self):
        """With all that it has started: as when the machine goes. It is stopped first, so that it starts no more meanwhile."""
        first = self.process.pid
        os.kill(first, signal.SIGSTOP)
        await_state(first, "T")
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True).stdout
        pids = [first, *map(int, children.split())]
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for pid in pids:
            await_state(pid, "Z")      # who has not gone yet holds the memory that the next one wants
        self.process.wait(timeout=60)
        self.process = None

    def remove(self):
        self.end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


class Bouncer:
    """Debian's PgBouncer before a PostgreSQL: its sessions are given out transaction by transaction (or as `mode` says), few of
    them. A child, as the PostgreSQL is."""

    def __init__(self, pg, sessions=4, mode="transaction"):
        self.pg, self.folder = pg, pathlib.Path(tempfile.mkdtemp(prefix="grognard-pool-"))
        os.chmod(self.folder, 0o755)
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        (self.folder / "ini").write_text(f"""[databases]
* = host={pg.folder} user=grognard
[pgbouncer]
unix_socket_dir = {self.folder}
listen_port = 5432
auth_type = any
pool_mode = {mode}
default_pool_size = {sessions}
max_client_conn = 500
server_login_retry = 1
logfile = {self.folder}/log
""")
        self.process = None
        atexit.register(self.remove)

    def start(self):
        self.process = subprocess.Popen(["/usr/sbin/pgbouncer", "-q", str(self.folder / "ini")], preexec_fn=unprivileged,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder)
        end = time.monotonic() + 30
        while subprocess.run([self.pg.bin + "/pg_isready", "-q", "-h", str(self.folder), "-U", "grognard"]).returncode:
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("PgBouncer does not begin: " + self.log()[-500:])
            time.sleep(0.05)
        return self

    def url(self, database):
        return f"postgresql:///{database}?host={self.folder}&user=grognard"

    def log(self):
        return (self.folder / "log").read_text(errors="replace") if (self.folder / "log").exists() else ""

    def end(self, how=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=60)
        self.process = None

    def remove(self):
        self.end(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


one = pooler = None


def database_of(folder):
    """A database for what would else be a file in that folder; of a server that is begun when it is first wanted."""
    global one
    if not one:
        one = Postgres("-c", "fsync=off").start()
    name = "t" + "".join(c for c in str(folder) if c.isalnum()).lower()[-40:]
    if not one.ask(f"SELECT 1 FROM pg_database WHERE datname='{name}'"):
        one.new(name)
    return one.url(name)


def pooled(url):
    """The same database behind a pooler."""
    global pooler
    if not pooler:
        pooler = Bouncer(one).start()
    return url.replace(str(one.folder), str(pooler.folder))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(Postgres(*sys.argv[2:]).start().new(sys.argv[1]), flush=True)
    sys.stdin.read()
