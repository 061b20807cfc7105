#!/usr/bin/env python3
"""ponder.py: computers that think while people take their time, if the host allows it: only while somebody is there, once a position, and nobody
waits for it: neither the person who has decided nor another match. Ends with "N passed, N failed"."""
import contextlib
import pathlib
import tempfile

from many import metric, state_of, until
from table import Checks, Listener, Server, free_port

check = Checks()
AGAINST = "game waterloo-200\nscenario crisis\nseat french person\nseat allied bot veteran\n"
QUICK = "game null\nseat blue bot random\nseat red person\n"


@contextlib.contextmanager
def begun(folder, name, *options):
    place = pathlib.Path(folder) / name
    place.mkdir()
    s = Server(place, "--workers", 1, "--metrics", f"127.0.0.1:{free_port()}", *options).start()
    yield s
    check("it ends well", s.end() == 0)


def pondered(s):
    return metric(s, "grognard_pondered_total")


def decide(s, match, token):
    state = state_of(s, match, token)
    return s.post(f"/api/match/{match}/do", f"{state['seq']} {state['legal'][0]['do']}", token)[0]


def plays(s):
    """Thought of once; again after a decision; a whole turn of the computer goes on from there."""
    match, tokens = s.new(AGAINST)
    check("nobody is there: nothing is thought of", decide(s, match, tokens["french"]) == 200 and pondered(s) == 0)
    listener = Listener(s, match, tokens["french"])
    listener.wait(lambda kind, n, data: kind == "state")
    check("a decision", decide(s, match, tokens["french"]) == 200)
    check("the person is there: it is", until(lambda: pondered(s) > 0, 60) is not None)
    for _ in range(12):
        if state_of(s, match, tokens["french"])["legal"]:
            check("he decides when he likes", decide(s, match, tokens["french"]) == 200)
    listener.close()
    return match, tokens


def nobody_waits(s):
    """The only worker thinks in a person's time for two minutes; a computer that is asked elsewhere has it at once."""
    match, tokens = s.new(AGAINST)
    listener = Listener(s, match, tokens["french"])
    listener.wait(lambda kind, n, data: kind == "state")
    check("a decision", decide(s, match, tokens["french"]) == 200)
    other, theirs = s.new(QUICK)
    took = until(lambda: state_of(s, other, theirs["red"])["legal"], 60)
    check("the other is answered", took is not None)
    check("and it had been thinking", until(lambda: pondered(s) > 0, 60) is not None)
    listener.close()


with tempfile.TemporaryDirectory() as folder:
    with begun(folder, "on", "--ponder", "--bot-ms", 20) as s:
        plays(s)
    with begun(folder, "long", "--ponder", "--bot-ms", 60000) as s:
        nobody_waits(s)
    with begun(folder, "off", "--bot-ms", 20) as s:
        match, tokens = s.new(AGAINST)
        listener = Listener(s, match, tokens["french"])
        listener.wait(lambda kind, n, data: kind == "state")
        check("not allowed: it waits", decide(s, match, tokens["french"]) == 200 and pondered(s) == 0)
        listener.close()
check.finish()
