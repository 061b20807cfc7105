#!/usr/bin/env python3
"""deploy.py: the files of examples/deploy, started as they stand: nginx and haproxy before the table, with TLS, HTTP/2
and streams; the units, by systemd's own verifier and by playing its part; a copy made and put back. All in a
network of its own (unshare), so that the ports are those of the files. Ends with "N passed, N failed".
"""
import atexit
import contextlib
import json
import os
import pathlib
import queue
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from table import PROGRAM, TREE, Checks, Listener, Server

check = Checks()
FILES = TREE / "examples/deploy"
HOST = "table.example.org"
OPEN = "game null\nseat blue person\nseat red person\n"


def until(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def in_own_network():
    """Runs the test again in a network and a user of its own; there nobody else listens."""
    if os.environ.get("OWN_NETWORK"):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        return
    sys.exit(subprocess.run(["unshare", "--user", "--map-root-user", "--net", "--fork", "--pid", "--kill-child", sys.executable, "-u", __file__, *sys.argv[1:]],
                            env={**os.environ, "OWN_NETWORK": "1"}, check=False).returncode)


def certificate(folder):
    """For the test alone."""
    (folder / "tls").mkdir()
    pem, key = folder / "tls/grognard.pem", folder / "tls/grognard.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
                    "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", key, "-out", pem], check=True, capture_output=True)
    (folder / "tls/grognard-both.pem").write_text(pem.read_text() + key.read_text())
    return pem


def run(words, **more):
    process = subprocess.Popen([str(w) for w in words], **more)
    atexit.register(process.kill)
    return process


def curl(pem, path, *more):
    """(status, version of HTTP, headers, body)"""
    done = subprocess.run(["curl", "-sS", "--max-time", "60", "--cacert", str(pem), "--resolve", f"{HOST}:443:127.0.0.1", "--resolve", f"{HOST}:80:127.0.0.1", "-D", "-",
                           *more, f"https://{HOST}{path}" if path.startswith("/") else path], capture_output=True, text=True)
    head, _, body = done.stdout.partition("\n\n")
    lines = head.splitlines()
    words = lines[0].split() if lines else ["", "0"]
    return int(words[1]), words[0], {k.lower(): v for k, _, v in (line.partition(": ") for line in lines[1:])}, body


def listening(port):
    with socket.socket() as s:
        return s.connect_ex(("127.0.0.1", port)) == 0


def proxied(name, pem, s):
    """What holds behind either of them."""
    status, version, headers, body = curl(pem, "/api/games")
    check(f"{name}: TLS and HTTP/2", status == 200 and version == "HTTP/2" and json.loads(body)["ok"], status, version)
    check(f"{name}: HTTPS from now on", "strict-transport-security" in headers, headers)
    plain = curl(pem, f"http://{HOST}/x")
    check(f"{name}: plain HTTP is sent on", plain[0] == 301 and plain[2]["location"] == f"https://{HOST}/x", plain)
    check(f"{name}: health is not for everybody", [curl(pem, p)[0] for p in ("/health", "/ready", "/api/health", "/api/ready")] == [404] * 4)
    made = json.loads(curl(pem, "/api/match", "--data-binary", OPEN, "-H", f"Origin: https://{HOST}")[3])
    match, token = made["match"], made["seats"][0]["token"]
    check(f"{name}: links of the public address", made["seats"][0]["link"].startswith(f"https://{HOST}/table.html?match="), made["seats"][0])
    check(f"{name}: not from other sites", curl(pem, "/api/match", "--data-binary", OPEN, "-H", "Origin: https://evil.example")[0] == 403)
    forged = curl(pem, "/api/games", "-H", "X-Forwarded-For: 203.0.113.9", "-H", "Forwarded: for=203.0.113.8")
    asked = [json.loads(line) for line in s.log().splitlines()]
    last = [x for x in asked if x.get("path") == "/api/games"][-1]
    check(f"{name}: nobody forges his address", forged[0] == 200 and last["address"] == "127.0.0.1", last)
    check(f"{name}: the proxy names the request", len(last["request"]) >= 32 and forged[2]["x-request-id"] == last["request"], last)
    for _ in range(2):
        curl(pem, f"/api/match/{match}/chat", "--data-binary", "hello", "-H", f"Authorization: Bearer {token}", "-H", "X-Request-Id: @once")
    stream(name, pem, match, token)
    (s.folder / "large").write_text("game null\njournal <<\n" + "# x\n" * 200000 + ".\n")
    body = curl(pem, "/api/match", "--data-binary", f"@{s.folder}/large")
    check(f"{name}: what is large comes through", body[0] == 400 and "journal" in body[3], body[0], body[3][:200])


def stream(name, pem, match, token):
    """A stream says at once what happens, and chat is said once though it was sent twice."""
    ear = run(["curl", "-sSN", "--cacert", pem, "--resolve", f"{HOST}:443:127.0.0.1", f"https://{HOST}/api/match/{match}/events?token={token}"], stdout=subprocess.PIPE, text=True)
    lines, end = [], time.monotonic() + 60
    os.set_blocking(ear.stdout.fileno(), False)

    def heard(what):
        while time.monotonic() < end:
            lines.extend(ear.stdout.readlines() or [])
            if any(what in line for line in lines):
                return True
            time.sleep(0.02)
        return False
    check(f"{name}: a stream begins", heard("event: state"))
    began = time.monotonic()
    curl(pem, f"/api/match/{match}/chat", "--data-binary", "the guns are up", "-H", f"Authorization: Bearer {token}")
    check(f"{name}: and is not kept back", heard("the guns are up") and time.monotonic() - began < 15, lines)
    check(f"{name}: what was sent twice is said once", sum("hello" in line for line in lines) == 1, lines)
    ear.kill()
    ear.wait()


def nginx(folder, pem, s):
    shutil.copy(FILES / "nginx-grognard.conf", folder / "site.conf")
    (folder / "nginx.conf").write_text(f"""user root; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
events {{}}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
include site.conf; }}
""")
    words = ["nginx", "-p", folder, "-e", folder / "nginx.log", "-c", folder / "nginx.conf"]
    tried = subprocess.run([*map(str, words), "-t"], capture_output=True, text=True)
    check("nginx takes the file", tried.returncode == 0, tried.stderr)
    process = run(words)
    check("nginx listens", until(lambda: listening(443) or process.poll() is not None) and process.poll() is None)
    proxied("nginx", pem, s)
    process.terminate()
    check("nginx ends", process.wait(timeout=60) == 0)


def haproxy(folder, pem, s):
    (folder / "base.cfg").write_text("global\n    maxconn 200\ndefaults\n    mode http\n    timeout connect 5s\n    timeout client 60s\n    timeout server 60s\n")
    words = ["haproxy", "-db", "-C", folder, "-f", folder / "base.cfg", "-f", FILES / "haproxy-grognard.cfg"]
    tried = subprocess.run([*map(str, words), "-c"], capture_output=True, text=True)
    check("haproxy takes the file", tried.returncode == 0 and "WARN" not in tried.stderr.upper(), tried.stdout, tried.stderr)
    process = run(words, stderr=subprocess.DEVNULL)
    check("haproxy listens", until(lambda: listening(443) or process.poll() is not None) and process.poll() is None)
    check("haproxy finds it ready", until(lambda: curl(pem, "/api/games")[0] == 200))
    proxied("haproxy", pem, s)
    check("the server ends in good order", s.end() == 0)
    check("haproxy notices", until(lambda: curl(pem, "/api/games")[0] == 503))
    process.terminate()
    process.wait(timeout=60)


# ---- systemd ----

def units():
    """Verified as if installed below a root of their own, where the program is in its place."""
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        for path, source in (("usr/local/bin/grognard", PROGRAM), ("usr/local/lib/grognard/backup", FILES / "backup")):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, root / path)
        shutil.copytree("/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
        (root / "etc/systemd/system").mkdir(parents=True)
        names = sorted(p.name for p in FILES.iterdir() if p.suffix in (".service", ".timer"))
        for name in names:
            shutil.copy(FILES / name, root / "etc/systemd/system" / name)
            name = name.replace("@.", "@one.")
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", f"--root={root}", name], capture_output=True, text=True, timeout=60)
            said = [line for line in (done.stdout + done.stderr).splitlines() if "grognard" in line]
            check(f"{name} is verified", done.returncode == 0 and not said, said, done.stderr[-300:])
        check("there are some", len(names) >= 3, names)
    for name in (n for n in names if n.endswith(".service") and "backup" not in n):
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=25", str(FILES / name)], capture_output=True, text=True, timeout=60)
        level = re.search(r"Overall exposure level.*?: ([0-9.]+)", done.stdout)
        check(f"{name} is shut in", level and float(level.group(1)) <= 2.5, level and level.group(0), done.stderr[-300:])


def command_of(unit, folder):
    """The words of ExecStart as systemd would make them."""
    line = re.search(r"^ExecStart=(.*)$", (FILES / unit).read_text(), re.M).group(1)
    line = line.replace("/usr/local/bin/grognard", PROGRAM).replace("${STATE_DIRECTORY}", str(folder)).replace("%H", "thishost").replace("%i", "1").replace("%d", str(folder))
    return shlex.split(line)


class Served(Server):
    """The service as its unit starts it."""

    def __init__(self, folder):
        super().__init__(folder, port=1815)
        self.db = folder / "grognard.db"
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.told.bind(str(folder / "notify"))
        self.heard = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def start(self):
        log = open(self.folder / "log", "a")
        self.process = run(command_of("grognard.service", self.folder), stdout=subprocess.PIPE, stderr=log, text=True,
                           env={**os.environ, "NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": "30000000"})
        log.close()
        check("the service is ready", self.hear(b"READY=1"))
        return self

    def listen(self):
        """All the time, as systemd does: of ten that nobody has read the eleventh is lost."""
        while said := self.told.recv(1000):
            self.heard.put(said)

    def hear(self, what):
        said = b""
        while not said.startswith(what):    # what was told before it ended last is passed over
            said = self.heard.get(timeout=60)
        return True


# ---- copies ----

def copies(folder, s):
    """A copy while people play, put back into another place and over a damaged one."""
    match, tokens = s.new(OPEN)
    env = {**os.environ, "GROGNARD": PROGRAM}
    script = lambda name, *words: subprocess.run([str(FILES / name), *map(str, words)], capture_output=True, text=True, env=env, timeout=120)
    state = s.get(f"/api/match/{match}", tokens["blue"])[1]
    status, state = s.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", tokens["blue"])
    done = script("backup", s.db, folder / "copies")
    check("a copy is made while it is served", done.returncode == 0 and "kept " in done.stdout, done)
    copy = next((folder / "copies").glob("grognard-*.db"), None)
    check("one file, for its owner alone", copy and copy.stat().st_mode & 0o77 == 0 and len(list((folder / "copies").iterdir())) == 1, copy)
    check("the table plays on", s.get("/ready")[0] == 200, s.get("/ready"))
    check("it is not put over a table in use", script("restore", copy, s.db).returncode == 1)
    old = folder / "copies/grognard-2000-01-01T000000Z.db"
    old.write_text("")
    os.utime(old, (0, 0))
    check("the service ends", s.end() == 0)
    check("old copies go", script("backup", s.db, folder / "copies", 14).returncode == 0 and not old.exists())
    s.db.write_bytes(s.db.read_bytes()[:3000])
    done = script("backup", s.db, folder / "copies")
    check("what is damaged is not kept", done.returncode and len(list((folder / "copies").iterdir())) == 2, done)
    done = script("restore", copy, s.db)
    check("it is put back", done.returncode == 0 and (folder / "grognard.db.before").exists(), done)
    s.start()
    check("and plays on", s.get(f"/api/match/{match}", tokens["blue"])[1]["seq"] == state["seq"])
    bad = folder / "bad.db"
    bad.write_text("no database")
    check("what is no copy is refused", script("restore", bad, folder / "new.db").returncode and not (folder / "new.db").exists())


def main():
    in_own_network()
    units()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pem = certificate(folder)
        s = Served(folder).start()
        check("it is watched", s.hear(b"WATCHDOG=1"))
        copies(folder, s)
        nginx(folder, pem, s)
        haproxy(folder, pem, s)
        check("it said that it ends", s.hear(b"STOPPING=1"))
        s.told.shutdown(socket.SHUT_RDWR)
    check.finish()


main()
