#!/usr/bin/env python3
"""load.py [--matches 500] [--seconds 10] [--pause 2.0] [--game null] [--most MS]: many matches at once, on loopback.

Each match has all its seats live (a stream each) and a hand that plays for whichever is asked, pausing between
decisions. Prints the round trip of a decision (median, 95th and 99th percentile), the delay until all streams have
shown it, and the server's memory; with --most the 95th percentile must be below. Ends with "N passed, N failed".
"""
import argparse
import asyncio
import json
import random
import re
import tempfile
import time

from table import Checks, Server

check = Checks()


class Wire:
    """One HTTP connection that is kept."""

    async def open(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        return self

    async def ask(self, method, path, body="", token=None):
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        self.writer.write((head + "\r\n" + body).encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        return int(head.split(b" ")[1]), await self.reader.readexactly(size)


class Match:
    def __init__(self, port, order, luck):
        self.port, self.order, self.luck = port, order, luck
        self.trips, self.delays, self.seen, self.wrong = [], [], {}, 0

    async def begin(self):
        self.hand = await Wire().open(self.port)
        reply = json.loads((await self.hand.ask("POST", "/api/match", self.order))[1])
        self.id = reply["match"]
        self.tokens = {s["seat"]: s["token"] for s in reply["seats"]}
        self.ears = [asyncio.create_task(self.listen(t)) for t in self.tokens.values()]

    async def listen(self, token):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        writer.write(f"GET /api/match/{self.id}/events?token={token} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"id: ") and int(line[4:]) in self.seen:
                self.delays.append(time.monotonic() - self.seen[int(line[4:])])

    async def play(self, until, pause):
        await asyncio.sleep(self.luck.uniform(0, pause))
        at, token = f"/api/match/{self.id}", next(iter(self.tokens.values()))
        state = json.loads((await self.hand.ask("GET", at, token=token))[1])
        while time.monotonic() < until and not state["over"]:
            token = self.tokens[state["asks"]["seat"]]
            if not state["mine"]:
                state = json.loads((await self.hand.ask("GET", at, token=token))[1])
            choice = self.luck.choice(state["legal"])["do"]
            began = self.seen[state["seq"] + 1] = time.monotonic()
            status, text = await self.hand.ask("POST", at + "/do", f"{state['seq']} {choice}", token)
            self.trips.append(time.monotonic() - began)
            self.wrong += status != 200
            state = json.loads(text)
            await asyncio.sleep(self.luck.uniform(0.5, 1.5) * pause)


def part(numbers, share):
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))] * 1e3 if numbers else float("nan")


async def run(server, o):
    game = next(g for g in server.get("/api/games")[1]["games"] if g["id"] == o.game)
    seats = [seat["id"] for seat in game["seats"]] or game["sides"]
    before = server.get("/health")[1]["memory_kb"]
    order = f"game {o.game}\n" + "".join(f"seat {s} person\n" for s in seats)
    matches = [Match(server.port, order, random.Random(i)) for i in range(o.matches)]
    for i in range(0, len(matches), 50):
        await asyncio.gather(*(m.begin() for m in matches[i:i + 50]))
    await asyncio.sleep(1)
    idle = server.get("/health")[1]
    print(f"{o.matches} matches, {idle['streams']} live seats, idle: {idle['memory_kb']} kB, "
          f"{(idle['memory_kb'] - before) / o.matches:.0f} kB a match with its listeners")
    check("every seat is live", idle["streams"] == o.matches * len(seats), idle)
    check("an idle match is small", (idle["memory_kb"] - before) / o.matches < 200)
    commits = idle["commits"]
    until = time.monotonic() + o.seconds
    await asyncio.gather(*(m.play(until, o.pause) for m in matches))
    after = server.get("/health")[1]
    trips = [t for m in matches for t in m.trips]
    delays = [d for m in matches for d in m.delays]
    print(f"{len(trips)} decisions in {o.seconds} s, {after['commits'] - commits} commits, {after['memory_kb']} kB")
    print(f"round trip ms: median {part(trips, .5):.1f}, 95% {part(trips, .95):.1f}, 99% {part(trips, .99):.1f}")
    print(f"until shown live ms: median {part(delays, .5):.1f}, 95% {part(delays, .95):.1f}")
    inside = [float(ms) / 1e3 for ms in re.findall(r"/do status=200 ms=([0-9.]+)", (server.folder / "log").read_text())]
    print(f"of it in the server, with the disk: median {part(inside, .5):.1f}, 95% {part(inside, .95):.1f}")
    check("no decision was refused", not any(m.wrong for m in matches))
    check("all were shown to all", len(delays) >= len(seats) * len(trips) * 0.99, len(delays), len(trips))
    if o.most:
        check(f"95% below {o.most} ms", part(trips, .95) < o.most, part(trips, .95))


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--matches", type=int, default=500)
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--pause", type=float, default=2.0)
    words.add_argument("--game", default="null")
    words.add_argument("--most", type=float)
    o = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, "--rate", 1000000, "--connections", 4 * o.matches + 100).start()
        try:
            asyncio.run(run(server, o))
        finally:
            check("it ends in good order", server.end() == 0)
    check.finish()


main()
