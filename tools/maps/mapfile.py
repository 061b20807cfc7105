"""The line language of map.txt, ground.txt, the overrides and the board recipes.

Words are separated by blanks or tabs, "quoted text" is one word, # starts a comment.
A line is a tuple of words; a quoted word is a Text, so that it is written back quoted.
Every line has a key: two lines with the same key state the same thing, and the later
one replaces the earlier.  What the words mean is left to the modules that read them.
"""

import math

HEADER = ("map", "grid", "scale", "terrain", "feature", "border", "way")
BODY = ("require", "hex", "area", "void", "value", "place", "side", "spring", "link", "road",
        "exit", "entry", "fact")
DIRECTED = ("hedge",)          # border kinds that may lie on one side twice, once each way
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


class Text(str):
    """A word that stood in quotes."""


class BadLine(Exception):
    """A line that cannot be read; the message names file and line."""


def split(line, where="?"):
    """The words of one line, without its comment."""
    out, i, n = [], 0, len(line)
    while i < n:
        ch = line[i]
        if ch in " \t\r\n":
            i += 1
        elif ch == "#":
            break
        elif ch == '"':
            j = line.find('"', i + 1)
            if j < 0:
                raise BadLine(f"{where}: quoted text does not end")
            out.append(Text(line[i + 1:j]))
            i = j + 1
        else:
            j = i
            while j < n and line[j] not in ' \t\r\n#"':
                j += 1
            out.append(line[i:j])
            i = j
    return tuple(out)


def join(words):
    """One line of words, as split() reads it."""
    return " ".join(f'"{w}"' if isinstance(w, Text) else str(w) for w in words)


def row(*words):
    """One line of words and of numbers, the numbers rounded to whole ones."""
    return join(w if isinstance(w, str) else str(math.floor(w + 0.5)) for w in words)


def read(path):
    """[(line number, words, text as it stands)] of a file, empty lines left out."""
    out = []
    with open(path, encoding="utf-8") as f:
        for i, text in enumerate(f, 1):
            words = split(text, f"{path}:{i}")
            if words:
                out.append((i, words, text.rstrip("\n")))
    return out


def lines(path):
    return [words for _, words, _ in read(path) if words[0] != "count"]


def counted(text):
    """The text with a last line that says how many lines of each kind it has: one lost is missed."""
    kinds = [words[0] for words in map(split, text.splitlines()) if words]
    numbers = [f"{kind} {kinds.count(kind)}" for kind in dict.fromkeys(kinds) if kind not in HEADER]
    return text + "\n# so many lines of each kind\ncount " + " ".join(numbers) + "\n"


def _pair(a, b):
    return (b, a) if b not in DIRECTIONS and b < a else (a, b)


def key(words):
    """What a line speaks of.  Lines of equal key exclude each other."""
    kind = words[0]
    if kind in HEADER:
        return (kind,)
    if kind in ("hex", "area", "void"):
        return ("cell", words[1])
    if kind == "value":
        return (kind, words[1], words[2])
    if kind == "place":
        return (kind, words[1])
    if kind == "side":
        a, b = (words[1], words[2]) if words[3] in DIRECTED else _pair(words[1], words[2])
        return (kind, words[3], a, b)
    if kind == "spring":
        return words[:3]
    if kind in ("road", "link"):
        return (kind,) + _pair(words[1], words[2])
    if kind == "exit":
        return words[:3]
    if kind == "entry":
        return words[:3]
    return tuple(words)


class Overrides:
    """Hand corrections of one board: lines that replace or add, '- line' that removes."""

    def __init__(self, path=None):
        self.lines, self.gone = {}, {}
        if path is None:
            return
        for i, words, _ in read(path):
            if words[0] == "-":
                self.remove(words[1:])
            elif words[0] in HEADER + BODY:
                self.put(words)
            else:
                raise BadLine(f"{path}:{i}: unknown line '{words[0]}'")

    def put(self, words):
        self.gone.pop(key(words), None)
        self.lines[key(words)] = words

    def remove(self, words):
        self.lines.pop(key(words), None)
        self.gone[key(words)] = words

    def of(self, kind, *more):
        """The replacing lines of one kind, and for sides of these border kinds."""
        return [w for w in self.lines.values()
                if w[0] == kind and (not more or w[3] in more)]

    def apply(self, table):
        """Carry the corrections into a table of key -> line."""
        for k in self.gone:
            table.pop(k, None)
        table.update(self.lines)


def table(all_lines):
    out = {}
    for words in all_lines:
        out[key(words)] = words
    return out


_SIDE_ORDER = ("river", "stream", "pond", "bridge", "ford", "slope", "crest", "woods",
               "hedge")


def _order(words):
    kind = words[0]
    if kind in ("side",):
        k = words[3]
        rank = _SIDE_ORDER.index(k) if k in _SIDE_ORDER else len(_SIDE_ORDER)
        return (rank, k) + key(words)[2:]
    if kind == "entry":
        return (words[1], words[2])
    if kind in ("area", "link", "value") and words[1].isdigit():
        b = int(words[2]) if words[2].isdigit() else 0
        return (int(words[1]), b) + words[2:3]
    return tuple(words[1:])


TITLES = {
    "cell": "cells: number, terrain, level, source, name, features",
    "value": "further printed numbers of cells",
    "place": "places of one or more cells",
    "side": "borders: A B kind (for a slope or crest A is the higher, for a hedge the sheltered)",
    "spring": "where waters begin inside the map",
    "link": "which areas touch",
    "road": "roads from cell to cell",
    "exit": "roads that leave the map",
    "entry": "entry points",
    "fact": "what the rulebook's words and examples require",
}


def text(all_lines, preamble):
    """The whole file: preamble, header, then section by section in a fixed order."""
    tab = list(table(all_lines).values())
    out = ["# " + s if s else "#" for s in preamble] + [""]
    for kind in HEADER:
        out += [join(w) for w in tab if w[0] == kind]
    out += [join(w) for w in tab if w[0] == "require"]
    for title in TITLES:
        kinds = ("hex", "area", "void") if title == "cell" else (title,)
        some = sorted((w for w in tab if w[0] in kinds), key=_order)
        if not some:
            continue
        out += ["", "# " + TITLES[title]]
        last = None
        for w in some:
            group = w[3] if w[0] == "side" else None
            if group != last and last is not None:
                out.append("")
            last = group
            out.append(join(w))
    return "\n".join(out) + "\n"
