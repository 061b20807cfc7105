"""What stands in each hex: terrain, level, name, height; and the hex's reference point.

The reference point is the chief place of the hex, else its centre.  Waters and roads are
laid with respect to it, so that a village stays on its bank and on its road.
"""
import math

from mapfile import BadLine, Text
import shapes

RANK = ("town", "city", "village", "chateau", "farm", "abbey", "hamlet", "inn", "crossroads",
        "church", "mill", "hill")
LATTICE = 5                     # sample rings in a hex when its cover is measured


class Cells:
    def __init__(self, board):
        self.board, self.grid = board, board.grid
        self.terrain, self.level, self.name, self.features = {}, {}, {}, {}
        self.source, self.height, self.reference, self.share = {}, {}, {}, {}
        self.kind = {}          # of the chief place
        self._heights()
        self._cover()
        self._settle()
        self._fix()

    def _heights(self):
        b = self.board
        for cell in self.grid.cells:
            cx, cy = self.grid.centre(cell)
            pts = [(cx, cy)] + self.grid.corners(cell, 0.66)
            z = sum(b.heights.at(x, y) for x, y in pts) / len(pts)
            self.height[cell] = z
            self.level[cell] = self._level(z)

    def _level(self, z):
        recipe, level = self.board.recipe, 0
        for metres, n in recipe.levels:
            if z >= metres:
                level = n
        if recipe.steps:
            base, step, first, last = recipe.steps
            level = min(last, max(first, math.floor((z - base) / step)))
        return level

    def _samples(self, cell):
        """Points spread evenly over the hex."""
        cx, cy = self.grid.centre(cell)
        corners = self.grid.corners(cell, 0.92)
        out = [(cx, cy)]
        for ring in range(1, LATTICE + 1):
            t = ring / LATTICE
            for i in range(6):
                a, c = corners[i], corners[(i + 1) % 6]
                for k in range(ring):
                    s = k / ring
                    x, y = a[0] + (c[0] - a[0]) * s, a[1] + (c[1] - a[1]) * s
                    out.append((cx + (x - cx) * t, cy + (y - cy) * t))
        return out

    def _cover(self):
        default = next(w for w in self.board.recipe.header if w[0] == "terrain")[1]
        areas = self.board.areas
        for cell in self.grid.cells:
            self.terrain[cell], self.features[cell] = default, []
            self.source[cell], self.name[cell] = "geography", None
            pts, share = self._samples(cell), {}
            bx = shapes.box(self.grid.corners(cell))
            for area, rings, abox in areas:
                if abox[0] > bx[2] or abox[2] < bx[0] or abox[1] > bx[3] or abox[3] < bx[1]:
                    continue
                n = sum(1 for x, y in pts if shapes.inside(rings[0], x, y))
                if n:
                    share.setdefault(area.kind, {})[area.label] = 100.0 * n / len(pts)
            self.share[cell] = share
            for kind, terrain, least, features in self.board.recipe.covers:
                if min(100.0, sum(share.get(kind, {}).values())) >= least:
                    self.terrain[cell] = terrain
                    self.features[cell] = list(features)
                    break

    def _settle(self):
        chief, recipe = {}, self.board.recipe
        for place, x, y in self.board.places:
            cell = self.grid.at(x, y)
            if self.grid.on(cell) and (place.kind in recipe.settles or place.kind in recipe.names):
                rank = RANK.index(place.kind)
                if cell not in chief or rank < chief[cell][0]:
                    chief[cell] = (rank, place, x, y)
        for cell in self.grid.cells:
            self.reference[cell] = self.grid.centre(cell)
            if cell not in chief:
                continue
            _, place, x, y = chief[cell]
            self.reference[cell] = (x, y)
            self.name[cell], self.kind[cell] = place.label, place.kind
            if place.kind in recipe.settles:
                self.terrain[cell], features = recipe.settles[place.kind]
                self.features[cell] = list(features)

    def _fix(self):
        """Lay the recipe's and the hand's own cells over what geography gave."""
        hand = self.board.overrides.of("hex")
        for words in self.board.recipe.of("hex") + hand:
            cell = self.grid.cell(words[1])
            if not self.grid.on(cell):
                raise BadLine(f"{self.board.id}: there is no hex {words[1]}")
            if words[2] != "-":
                if words[2] != self.terrain[cell]:
                    self.features[cell] = []
                self.terrain[cell] = words[2]
            if words[3] != "-":
                self.level[cell] = int(words[3])
            self.source[cell] = words[4]
            rest = words[5:]
            if rest and isinstance(rest[0], Text):
                self.name[cell] = str(rest[0]) or None
                rest = rest[1:]
            for f in rest:
                if f not in self.features[cell]:
                    self.features[cell].append(f)
