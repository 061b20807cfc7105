"""A made map as the tests look at it: cells, sides, roads and distances, read from map.txt."""
import os

from harness import DATA
import make
import mapfile
from hexgrid import Grid


def hex_maps():
    """Every made map that has hexes."""
    return [m for m in map(Map, make.boards(DATA)) if m.grid]


class Map:
    def __init__(self, name):
        self.folder = os.path.join(DATA, name)
        self.lines = mapfile.lines(os.path.join(self.folder, "map.txt"))
        self.ground = mapfile.lines(os.path.join(self.folder, "ground.txt"))
        spec = next(w for w in self.lines if w[0] == "grid")
        self.grid = None if spec[1] == "areas" else Grid(spec)
        self.cells = {w[1]: w for w in self.lines if w[0] in ("hex", "area")}
        for w in self.lines:
            if w[0] == "void":
                self.grid.leave_out(self.grid.cell(w[1]))
        self.near = {n: set() for n in self.cells}
        for w in self.lines:
            if w[0] == "link":
                self.near[w[1]].add(w[2])
                self.near[w[2]].add(w[1])
        if self.grid:
            for n in self.cells:
                self.near[n] = {self.grid.number(c)
                                for c in self.grid.near(self.grid.cell(n))}

    def of(self, kind):
        return [w for w in self.lines if w[0] == kind]

    def terrain(self, n):
        return self.cells[n][2]

    def level(self, n):
        return int(self.cells[n][3])

    def name(self, n):
        return next((w for w in self.cells[n][4:] if isinstance(w, mapfile.Text)), "")

    def features(self, n):
        return {w for w in self.cells[n][5:] if not isinstance(w, mapfile.Text)}

    def value(self, n, key):
        return next((int(w[3]) for w in self.of("value") if w[1] == n and w[2] == key), None)

    def place(self, name):
        return set(next(w for w in self.of("place") if w[1] == name)[2:-1])

    def sides(self, kind):
        """{(a, b)} as the lines name them."""
        return {(w[1], w[2]) for w in self.of("side") if w[3] == kind}

    def both(self, kind):
        return {p for a, b in self.sides(kind) for p in ((a, b), (b, a))}

    def roads(self, *ways):
        """{cell: neighbours by road}."""
        out = {}
        for w in self.of("road"):
            if not ways or w[3] in ways:
                out.setdefault(w[1], set()).add(w[2])
                out.setdefault(w[2], set()).add(w[1])
        return out

    def distance(self, a, b, near=None, may=None):
        """Steps from a to b, 99 if there is no way."""
        near, seen, front, n = near or self.near, {a}, {a}, 0
        while front:
            if b in front:
                return n
            front = {y for x in front for y in near.get(x, ()) if may is None or may(y)} - seen
            seen |= front
            n += 1
        return 99

    def within(self, places, radius):
        out = set(places)
        for _ in range(radius):
            out |= {y for x in out for y in self.near[x]}
        return out

    def road_way(self, a, b):
        """The shortest chain of road hexes from a to b."""
        near, back, front = self.roads(), {a: None}, [a]
        for x in front:
            for y in sorted(near.get(x, ())):
                if y not in back:
                    back[y] = x
                    front.append(y)
        out = [b]
        while out[-1] in back and back[out[-1]] is not None:
            out.append(back[out[-1]])
        return out[::-1] if out[-1] == a else []
