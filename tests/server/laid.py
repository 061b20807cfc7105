#!/usr/bin/env python3
"""laid.py: whoever lays the table a second time is told where it is. Ends with "N passed, N failed"."""
import pathlib
import socket
import subprocess
import tempfile

from table import PROGRAM, TREE, Checks, Server

check = Checks()


def serve(*options):
    """(exit code, standard output, standard error) of a server that finds no place."""
    done = subprocess.run([PROGRAM, "serve", *map(str, options)], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def play(*words):
    return subprocess.run(["make", "--no-print-directory", "-n", "play", *words], cwd=TREE, capture_output=True, text=True).stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        s = Server(folder).start()
        address = f"http://127.0.0.1:{s.port}/"
        code, out, err = serve("--db", s.db, "--port", 0)
        check("the same matches: says where", code == 3 and not out and f"laid already: {address}\n" in err, code, out, err)
        code, out, err = serve("--db", s.db, "--port", 0, "--unless-laid")
        check("which is no error if one says so", code == 0 and not err and f"laid already: {address}\n" in out, code, out, err)
        code, out, err = serve("--db", folder / "other.db", "--port", s.port)
        check("other matches, the same port", code == 3 and f"laid already: {address}\n" in err and "not those of" in err, code, err)
        code, out, err = serve("--db", folder / "other.db", "--port", s.port, "--unless-laid")
        check("no error either", code == 0 and address in out, code, out)
        check("the table plays on", s.get("/health")[0] == 200)
        check("it ends in good order", s.end() == 0)
        check("and leaves no note behind", not pathlib.Path(f"{s.db}.address").exists())
        with socket.socket() as stranger:
            stranger.bind(("127.0.0.1", 0))
            stranger.listen()
            code, out, err = serve("--db", s.db, "--port", stranger.getsockname()[1], "--unless-laid")
            check("somebody else listens there", code == 3 and not out and "PORT=N" in err and "laid" not in err, code, err)
        s.start()
        check("what was noted by one that was killed", s.end(9) != 0 and pathlib.Path(f"{s.db}.address").exists())
        s.port = 0
        check("keeps nobody from laying it again", s.start().get("/health")[0] == 200 and s.end() == 0)
    check("make play asks so", "serve --unless-laid" in play())
    check("make play PORT=1816", "--port 1816" in play("PORT=1816") and "--port" not in play(), play())
    check("README says so", "make play PORT=" in (TREE / "README.md").read_text())
    check.finish()


main()
