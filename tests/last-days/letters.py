#!/usr/bin/env python3
"""letters.py JOURNAL: has the seats of a kept game write letters: each of LETTERS in the Command Phase of its turn, when the rules
let its writer (docs/journal.md). For the journal of four seats, after `tools/journals last-days four-seats`.
"""
import json
import os
import subprocess
import sys
import tempfile

LETTERS = [
    (5, "blucher", "wellington", "The enemy stands before Saint-Amand with all his strength."),
    (7, "wellington", "blucher", "The road to Brussels is covered. Hold where you are."),
    (9, "blucher", "wellington", "We fall back northwards and do not leave you."),
]


def ask(commands):
    out = subprocess.run([os.environ.get("BIN", "build") + "/grognard", "engine"], input="\n".join(commands) + "\nquit\n",
                         capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def seat_and_turn(lines, scratch):
    with open(scratch, "w") as f:
        f.write("".join(lines))
    asks = ask([f"load {scratch}", "asks"])[1]
    return (asks.get("asks") or {}).get("seat"), asks["turn"]


def write(lines, letter, scratch):
    turn, sender, reader, text = letter
    for i in (i for i, line in enumerate(lines) if line.startswith(("allied command", "allied done"))):
        if seat_and_turn(lines[:i], scratch) == (sender, turn):
            reply = ask([f"load {scratch}", f'as allied letter {sender} to {reader} "{text}"', f"save {scratch}"])
            if reply[1]["ok"]:
                with open(scratch) as f:
                    return f.readlines() + lines[i:], True
    return lines, False


journal = sys.argv[1]
with open(journal) as f:
    whole = f.readlines()
with tempfile.TemporaryDirectory() as folder:
    for one in LETTERS:
        whole, written = write(whole, one, folder + "/scratch")
        if not written:
            print(f"{one[1]} could not write on turn {one[0]}")
with open(journal, "w") as f:
    f.writelines(whole)
