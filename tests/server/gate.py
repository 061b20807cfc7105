"""gate.py: a gate between a server and PostgreSQL, at a socket of its own, that lets through, holds back or cuts.

What PostgreSQL answers is read message by message, so that the answer to a COMMIT can be swallowed just when it has been given:
whoever waits for it does not know whether it is done.
"""
import os
import pathlib
import socket
import tempfile
import threading

SOCKET = ".s.PGSQL.5432"


class Gate:
    def __init__(self, pg):
        self.to = str(pg.folder / SOCKET)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grognard-gate-"))
        self.down = {"out": False, "in": False}         # towards PostgreSQL, and from it
        self.swallow, self.swallowed = 0, 0             # answers to COMMIT that are still to be swallowed; that have been
        self.lose, self.lost = 0, 0                     # what was to be committed, and never arrived
        self.lock, self.changed = threading.Lock(), threading.Event()
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(self.folder / SOCKET))
        self.door.listen(64)
        os.chmod(self.folder / SOCKET, 0o777)
        threading.Thread(target=self.watch, daemon=True).start()

    def url(self, database):
        return f"postgresql:///{database}?host={self.folder}&user=grognard"

    def watch(self):
        while True:
            client = self.door.accept()[0]
            try:
                store = socket.socket(socket.AF_UNIX)
                store.connect(self.to)
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.carry, args=(client, store, "out"), daemon=True).start()
            threading.Thread(target=self.answer, args=(store, client), daemon=True).start()

    def passes(self, way):
        """Waits while this way is held."""
        while self.down[way]:
            self.changed.wait(0.02)

    def carry(self, source, sink, way):
        try:
            while data := source.recv(65536):
                self.passes(way)
                if b"COMMIT\0" in data and self.take("lose", "lost"):
                    break
                sink.sendall(data)
        except OSError:
            pass
        self.cut(source, sink)

    def answer(self, store, client):
        """Whole messages of PostgreSQL; the answer to a COMMIT goes, or is swallowed and the connection with it."""
        kept = b""
        try:
            while data := store.recv(65536):
                self.passes("in")
                kept += data
                at = 0
                while len(kept) - at >= 5:
                    if kept[at:at + 1] in (b"N", b"S") and at == 0 and len(kept) == 1:
                        break                                   # an answer of one byte, before all messages
                    end = at + 1 + int.from_bytes(kept[at + 1:at + 5], "big")
                    if end > len(kept):
                        break
                    if kept[at:at + 1] == b"C" and kept[at + 5:end] == b"COMMIT\0" and self.take("swallow", "swallowed"):
                        client.sendall(kept[:at])
                        return self.cut(store, client)
                    at = end
                if at:
                    client.sendall(kept[:at])
                    kept = kept[at:]
                elif len(kept) == 1:
                    client.sendall(kept)
                    kept = b""
        except OSError:
            pass
        self.cut(store, client)

    def take(self, wanted, had):
        with self.lock:
            if not getattr(self, wanted):
                return False
            setattr(self, wanted, getattr(self, wanted) - 1)
            setattr(self, had, getattr(self, had) + 1)
            return True

    @staticmethod
    def cut(*both):
        for s in both:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            s.close()

    def hold(self, *ways):
        for way in ways:
            self.down[way] = True

    def release(self):
        self.down["out"] = self.down["in"] = False
        self.changed.set()
        self.changed.clear()
