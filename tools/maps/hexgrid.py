"""Hex grids of all printed kinds, in board coordinates.

Neighbouring centres are 1000 apart, x grows to the east, y to the south, and the centre of
the north-western hex of the rectangle lies at 0,0.  Inside, a hex is (column, row) counted
from the north-west, whatever way its printed number runs.
"""
import math

UNIT = 1000.0
ROOT3 = math.sqrt(3.0)
FLAT_DIRS = ("n", "ne", "se", "s", "sw", "nw")
POINTY_DIRS = ("ne", "e", "se", "sw", "w", "nw")


class Grid:
    def __init__(self, words):
        """words: the grid line of a map file."""
        self.flat = words[1] == "flat"
        opt = {}
        i = 2
        while i < len(words):
            n = {"shift": 1, "number": 1, "columns": 3, "rows": 3}[words[i]]
            opt[words[i]] = words[i + 1:i + 1 + n]
            i += 1 + n
        self.odd_shifted = opt["shift"][0].startswith("odd")
        self.column_first = opt["number"][0] == "CCRR"
        self.c0, self.c1 = int(opt["columns"][0]), int(opt["columns"][1])
        self.r0, self.r1 = int(opt["rows"][0]), int(opt["rows"][1])
        self.west = opt["columns"][2] == "west"      # column numbers grow to the west
        self.north = opt["rows"][2] == "north"       # row numbers grow to the north
        self.cols, self.rows = self.c1 - self.c0 + 1, self.r1 - self.r0 + 1
        self.dirs = FLAT_DIRS if self.flat else POINTY_DIRS
        self.cells = [(c, r) for c in range(self.cols) for r in range(self.rows)]
        self.cells.sort(key=self.number)
        self._on = set(self.cells)
        self._centres = {}

    def leave_out(self, cell):
        """A hex of the rectangle that is not on the map."""
        self.cells.remove(cell)
        self._on.discard(cell)

    def printed(self, cell):
        c, r = cell
        return (self.c1 - c if self.west else self.c0 + c,
                self.r1 - r if self.north else self.r0 + r)

    def number(self, cell):
        c, r = self.printed(cell)
        return f"{c:02d}{r:02d}" if self.column_first else f"{r:02d}{c:02d}"

    def cell(self, number):
        a, b = int(number[:2]), int(number[2:])
        c, r = (a, b) if self.column_first else (b, a)
        return (self.c1 - c if self.west else c - self.c0,
                self.r1 - r if self.north else r - self.r0)

    def on(self, cell):
        return cell in self._on

    def shifted(self, cell):
        """Does this column lie half a hex further south, or this row further east?"""
        c, r = self.printed(cell)
        return ((c if self.flat else r) % 2 == 1) == self.odd_shifted

    def centre(self, cell):
        at = self._centres.get(cell)
        if at is None:
            at = self._centres[cell] = self._place(cell)
        return at

    def _place(self, cell):
        half = (self.shifted(cell) - self.shifted((0, 0))) * 0.5
        c, r = cell
        if self.flat:
            return (c * ROOT3 / 2 * UNIT, (r + half) * UNIT)
        return ((c + half) * UNIT, r * ROOT3 / 2 * UNIT)

    def neighbour(self, cell, direction):
        c, r = cell
        s = 1 if self.shifted(cell) else 0
        if self.flat:
            step = {"n": (0, -1), "s": (0, 1), "ne": (1, s - 1), "se": (1, s),
                    "nw": (-1, s - 1), "sw": (-1, s)}[direction]
        else:
            step = {"w": (-1, 0), "e": (1, 0), "ne": (s, -1), "se": (s, 1),
                    "nw": (s - 1, -1), "sw": (s - 1, 1)}[direction]
        return (c + step[0], r + step[1])

    def neighbours(self, cell):
        return [self.neighbour(cell, d) for d in self.dirs]

    def near(self, cell):
        """The neighbours that are on the map."""
        return [n for n in self.neighbours(cell) if n in self._on]

    def direction(self, a, b):
        for d in self.dirs:
            if self.neighbour(a, d) == b:
                return d
        return None

    def corners(self, cell, k=1.0):
        """The six corners, k = 1 for the whole hex."""
        x, y = self.centre(cell)
        r = UNIT / ROOT3 * k
        turn = 0 if self.flat else 30
        return [(x + r * math.cos(math.radians(60 * i + turn)),
                 y + r * math.sin(math.radians(60 * i + turn))) for i in range(6)]

    def side(self, a, b):
        """The two ends of the hexside between neighbours."""
        (xa, ya), (xb, yb) = self.centre(a), self.centre(b)
        mx, my, h = (xa + xb) / 2, (ya + yb) / 2, 0.5 / ROOT3
        return (mx - (yb - ya) * h, my + (xb - xa) * h), (mx + (yb - ya) * h, my - (xb - xa) * h)

    def at(self, x, y):
        """The cell (perhaps off the map) whose centre is nearest."""
        if self.flat:
            c = round(x / (ROOT3 / 2 * UNIT))
            guess = [(cc, round(y / UNIT) + d) for cc in (c - 1, c, c + 1) for d in (-1, 0, 1)]
        else:
            r = round(y / (ROOT3 / 2 * UNIT))
            guess = [(round(x / UNIT) + d, rr) for rr in (r - 1, r, r + 1) for d in (-1, 0, 1)]
        return min(guess, key=lambda g: ((self.centre(g)[0] - x) ** 2
                                         + (self.centre(g)[1] - y) ** 2, g))

    def distance(self, a, b):
        (xa, ya), (xb, yb) = self.centre(a), self.centre(b)
        dx, dy = abs(xa - xb), abs(ya - yb)
        if not self.flat:
            dx, dy = dy, dx
        across = round(dx / (ROOT3 / 2 * UNIT))      # columns (flat) or rows (pointy) between
        halves = round(dy / (UNIT / 2))
        return across + max(0, (halves - across) // 2)

    def frame(self, margin=0.0):
        xs, ys = [], []
        for cell in self.cells:
            for x, y in self.corners(cell):
                xs.append(x)
                ys.append(y)
        return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
