"""namespaces.py: machines that are network namespaces: each has a link to the store and one to its people, which can be cut apart.

The test runs in a network, a list of mounts and a list of processes of its own, so whatever happens to it nothing is left: who dies takes all of
that along. Needs root. A link is cut both ways by taking it down; one way by a wrong address of the neighbour, so that what is sent
there is carried and nobody takes it.
"""
import os
import signal
import subprocess
import sys


def in_own_network():
    """Runs the test again where it may do so."""
    if os.environ.get("OWN_NETWORK"):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        os.makedirs("/run/netns", exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", "/run/netns"], check=True)      # seen by nobody else
        ip("link", "set", "lo", "up")
        return
    words = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    tried = subprocess.run([*words, "ip", "link", "add", "one", "type", "veth", "peer", "name", "two"], capture_output=True, text=True)
    if tried.returncode:
        print(f"this needs network namespaces, and root; the machine does not allow them: {tried.stderr.strip()}")
        print("0 passed, 1 failed")
        sys.exit(1)
    os.environ["OWN_NETWORK"] = "1"
    os.execvp(words[0], [*words, sys.executable, "-u", *sys.argv])


def ip(*words):
    return subprocess.run(["ip", *map(str, words)], check=True, capture_output=True, text=True).stdout


class Machine:
    """Number N: 10.8.N.2 for people, 10.9.N.2 for the store, which is at 10.9.N.1."""

    def __init__(self, number):
        self.number, self.name = number, f"n{number}"
        self.host, self.store = f"10.8.{number}.2", f"10.9.{number}.1"
        self.before = ("ip", "netns", "exec", self.name)
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "set", "lo", "up")
        for net, link in ((8, "p"), (9, "s")):
            ip("link", "add", f"{link}{number}", "type", "veth", "peer", "name", link, "netns", self.name)
            ip("addr", "add", f"10.{net}.{number}.1/24", "dev", f"{link}{number}")
            ip("-n", self.name, "addr", "add", f"10.{net}.{number}.2/24", "dev", link)
            ip("link", "set", f"{link}{number}", "up")
            ip("-n", self.name, "link", "set", link, "up")

    def neighbour(self, way, address):
        """Towards the store (out), or from it (in): who is meant there by the other's address."""
        if way == "out":
            ip("-n", self.name, "neigh", "replace", self.store, "lladdr", address, "dev", "s", "nud", "permanent")
        else:
            ip("neigh", "replace", f"10.9.{self.number}.2", "lladdr", address, "dev", f"s{self.number}", "nud", "permanent")

    def cut(self, way):
        if way == "both":
            ip("link", "set", f"s{self.number}", "down")
        else:
            self.neighbour(way, "02:00:00:00:00:01")

    def mend(self, way):
        if way == "both":
            ip("link", "set", f"s{self.number}", "up")
        elif way == "out":
            self.neighbour(way, ip("link", "show", f"s{self.number}").split("link/ether ")[1].split()[0])
        else:
            self.neighbour(way, ip("-n", self.name, "link", "show", "s").split("link/ether ")[1].split()[0])
