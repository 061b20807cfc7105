#!/usr/bin/env python3
"""renumber.py TREE: rewrites a copy of the tree as a later version might be that plays the same but remembers otherwise.

In every step of every game the variables stand in other places and a resume point is inserted before the first, so that
all the others have another number; in one step of each game a variable has another meaning and another name, and in The
Day of Waterloo all have other names. Whatever is no longer found is said, and the exit code is 1: then this file wants
mending, not the rules.
"""
import pathlib
import re
import sys

tree = pathlib.Path(sys.argv[1])
missing = []

# A variable with another meaning: file, what is written there, what is written instead.
MEANING = [
    # null: not who marched last, but his number from 1; 0: nobody
    ("null/02-setup.c", "ST_MOVEMENT, side, side, NOWHERE, 0, 0)", "ST_MOVEMENT, side, side, 0, 0, 0)"),
    ("null/03-movement.c", "int last = t->v[MOVER];", "int last = t->v[MOVER] - 1;"),
    ("null/03-movement.c", "t->v[MOVER] = a->arg[0];", "t->v[MOVER] = i16(a->arg[0] + 1);"),
    ("null/03-movement.c", "t->v[1] == NOWHERE || side_of(t->v[1]) ==", "t->v[1] == 0 || side_of(t->v[1] - 1) =="),
    ("null/03-movement.c", '"side:s mover:U"', '"side:s number:0..4"'),
    ("null/04-ambush.c", "below->v[1] == t->v[1]", "below->v[1] - (below->op == ST_MOVEMENT) == t->v[1]"),
    # The Day of Waterloo: not the rolls that are left, but those made of twelve
    ("day-of-waterloo/08-reorganization.c", "NOBODY, u, morale(p, u), 0, 0)", "NOBODY, u, 12 - morale(p, u), 0, 0)"),
    ("day-of-waterloo/08-reorganization.c", "t->v[LEFT]-- <= 0", "t->v[LEFT]++ >= 12"),
    ("day-of-waterloo/08-reorganization.c", '"who:u left:0..12"', '"who:u made:0..13"'),
    # Waterloo 200: the steps left, counted in halves
    ("waterloo-200/06-4-reorganization.c", "if (--t->v[LEFT] == 0)", "if ((t->v[LEFT] = i16(t->v[LEFT] - 2)) == 0)"),
    ("waterloo-200/06-4-reorganization.c", "faction, value_of(p, u), 0, 0)->secret", "faction, 2 * value_of(p, u), 0, 0)->secret"),
    ("waterloo-200/06-4-reorganization.c", "prussian left:1..4", "prussian halves:2..8"),
    ("waterloo-200/06-4-reorganization.c", "({n1} left)", "({h1} left)"),
]

# The kernel: a step begins behind the inserted point; prompts name variables by their old numbers.
KERNEL = [
    ("kernel/agenda.c", ".who = u8(who) };", ".who = u8(who), .pc = p->game->steps[op]->points != NULL };"),
    ("kernel/step.c", "t->pc = u8(pc);\n    for (", "if (at)\n        t->pc = u8(pc);\n    for ("),
    ("kernel/words.c", 'print_template(p, prompt ? prompt : "", t->v, STEP_VARS, false, out);',
     "int16_t v[STEP_VARS];\n\n    for (int i = 0; i < STEP_VARS; i++)\n        v[i] = t->v[STEP_VARS - 1 - i];\n"
     '    print_template(p, prompt ? prompt : "", v, STEP_VARS, false, out);'),
]


def change(path, old, new):
    text = path.read_text()
    if old not in text:
        missing.append(f"{path}: {old!r} is not there")
    path.write_text(text.replace(old, new))


def change_all(paths, pattern, new, least):
    n = 0
    for path in paths:
        text, found = re.subn(pattern, new, path.read_text())
        path.write_text(text)
        n += found
    if n < least:
        missing.append(f"{pattern} is found only {n} times")


src = tree / "src"
games = sorted((src / "games").glob("*/*.c"))
for file, old, new in MEANING:
    change(src / "games" / file, old, new)
for file, old, new in KERNEL:
    change(src / file, old, new)

# Variables: the first is the last.
users = games + [src / "kernel/agenda.c", src / "kernel/step.c", src / "match/script-do.c"]
change_all(users, r"(->|\.)v\[([^]]+)\]", r"\1v[STEP_VARS - 1 - (\2)]", 300)

# Names: of every variable of a game.
change_all(sorted((src / "games/day-of-waterloo").glob("*.c")), r'(?<=\.vars = ")[^"]+',
           lambda found: re.sub(r"([a-z-]+):", r"\1-too:", found.group()), 20)

# Resume points: one more before the first.
change_all(games, r'\.points = "', '.points = "inserted ', 20)
change_all(games, r"->pc = ([^;=]+);", r"->pc = u8(1 + (\1));", 5)
change_all(games, r"\b([A-Za-z_]\w*(?:(?:->|\.)\w+|\[[^]]*\])*)(->|\.)pc\b(?!\+\+|--| = )", r"(\1\2pc - 1)", 8)
change_all(games, r"->pc\+\+", "->pc++ - 1", 15)

print("\n".join(missing), end="\n" if missing else "")
sys.exit(1 if missing else 0)
