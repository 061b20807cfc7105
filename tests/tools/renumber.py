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
    ("null/10-letters.c", "side, side, NOWHERE, share, 0)", "side, side, 0, share, 0)"),
    ("null/03-movement.c", "int last = t->v[MOVER];", "int last = t->v[MOVER] - 1;"),
    ("null/03-movement.c", "t->v[MOVER] = a->arg[0];", "t->v[MOVER] = i16(a->arg[0] + 1);"),
    ("null/03-movement.c", "(t->v[MOVER] == NOWHERE ||", "(t->v[MOVER] == 0 ||"),
    ("null/03-movement.c", "(side_of(t->v[MOVER]) == t->v[SIDE] && is_led(t, t->v[MOVER]))",
     "(side_of(t->v[MOVER] - 1) == t->v[SIDE] && is_led(t, t->v[MOVER] - 1))"),
    ("null/03-movement.c", '"side:s mover:U ', '"side:s number:0..4 '),
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
    # March into Battle: not the hexes of a retreat, but one beyond them
    ("march-into-battle/07-retreat.c", "ST_GUNS, NOBODY, at, gone, 0, 0)", "ST_GUNS, NOBODY, at, gone + 1, 0, 0)"),
    ("march-into-battle/07-retreat.c", "? 1 : 0) <= t->v[HEXES]", "? 1 : 0) < t->v[HEXES]"),
    ("march-into-battle/07-retreat.c", '"hex:p hexes:1..9 next:0..104"', '"hex:p beyond:2..10 next:0..104"'),
]

# The kernel: a step begins behind the inserted point; prompts name variables by their old numbers.
KERNEL = [
    ("kernel/agenda.c", ".who = u8(who) };", ".who = u8(who), .pc = p->game->steps[op]->points != NULL };"),
    ("kernel/queue.c", ".who = u8(who), .v = { i16(v0), i16(v1), i16(v2), i16(v3) } };",
     ".who = u8(who), .pc = p->game->steps[op]->points != NULL };\n    t->v[0] = i16(v0), t->v[1] = i16(v1), t->v[2] = i16(v2), t->v[3] = i16(v3);"),
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

# Variables: the first is the last. One may be chosen by another: v[TARGET + v[AT]].
users = games + [src / "kernel/agenda.c", src / "kernel/step.c", src / "kernel/queue.c",
                 src / "match/script-do.c"]
VARIABLE = r"(->|\.)v\[((?:[^][]|\[[^]]*\])+)\]"


def elsewhere(found):
    return f"{found[1]}v[STEP_VARS - 1 - ({re.sub(VARIABLE, elsewhere, found[2])})]"


change_all(users, VARIABLE, elsewhere, 300)

# Names: of every variable of a game.
change_all(sorted((src / "games/day-of-waterloo").glob("*.c")), r'(?<=\.vars = ")[^"]+',
           lambda found: re.sub(r"([a-z-]+):", r"\1-too:", found.group()), 20)

# Resume points: one more before the first.
change_all(games, r'\.points =(\s+)"', r'.points =\1"inserted ', 20)
change_all(games, r"->pc = ([^;=]+);", r"->pc = u8(1 + (\1));", 5)
change_all(games, r"\b([A-Za-z_]\w*(?:(?:->|\.)\w+|\[[^]]*\])*)(->|\.)pc\b(?!\+\+|--| = )", r"(\1\2pc - 1)", 8)
change_all(games, r"(?m)^(?!\s*\w+->pc\+\+;$)(.*)->pc\+\+", r"\1->pc++ - 1", 15)

print("\n".join(missing), end="\n" if missing else "")
sys.exit(1 if missing else 0)
