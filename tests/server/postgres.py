"""postgres.py: a PostgreSQL of the test's own: a child in a folder of its own, reached by its socket there alone.

Not by pg_ctl: the process is ours, is ended by its id, and does not outlive the test. It refuses to be root, so root becomes the
user of Debian's package first.
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
        os.kill(self.process.pid, signal.SIGSTOP)
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True).stdout
        for pid in [self.process.pid, *map(int, children.split())]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait(timeout=60)
        self.process = None

    def remove(self):
        self.end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


one = None


def database_of(folder):
    """A database for what would else be a file in that folder; of a server that is begun when it is first wanted."""
    global one
    if not one:
        one = Postgres("-c", "fsync=off").start()
    name = "t" + "".join(c for c in str(folder) if c.isalnum()).lower()[-40:]
    if not one.ask(f"SELECT 1 FROM pg_database WHERE datname='{name}'"):
        one.new(name)
    return one.url(name)
