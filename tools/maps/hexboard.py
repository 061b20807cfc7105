"""A hex board made from geography: cells, waters, roads, then what follows from them.

Hand corrections enter at the stage they belong to, so that what follows from them follows:
a corrected level moves the slopes, a corrected stream asks for a bridge.
"""
from cells import Cells
from hexgrid import Grid
from mapfile import Text
from plane import Placement
from relief import Lattice, Relief
from roads import Roads
from waters import Waters
import mapfile
import shapes

CREST_NEAR = 620.0              # a ridge this near to the middle of a hex runs through it


class HexBoard:
    def __init__(self, name, geo, recipe, overrides):
        self.id, self.geo, self.recipe, self.overrides = name, geo, recipe, overrides
        self.grid = Grid(recipe.grid_line())
        self.ways = list(self._header("way"))
        self.borders = list(self._header("border"))
        self.placement = Placement(geo.folder, recipe.placement, self.grid)
        self.heights = Lattice(Relief(geo.heights, geo.lines), self.placement, self.grid.frame(),
                               recipe.lattice)
        self._carry()
        for words in recipe.of("void") + overrides.of("void"):
            self.grid.leave_out(self.grid.cell(words[1]))
        self.cells = Cells(self)
        self.waters = Waters(self)
        self.roads = Roads(self)

    def _header(self, kind):
        return next((w[1:] for w in self.recipe.header if w[0] == kind), ())

    def _carry(self):
        """Places, lines and areas in board coordinates."""
        go, skip = self.placement.from_geo, self.recipe.skips
        x0, y0, x1, y1 = self.grid.frame(3000.0)
        self.places = []
        for p in self.geo.places:
            x, y = go(p.lon, p.lat)
            if x0 < x < x1 and y0 < y < y1 and p.name not in skip:
                self.places.append((p, x, y))
        self.lines = []
        for line in self.geo.lines:
            if line.scope in self.recipe.scopes and line.name not in skip:
                pts = self._carried(line.points)
                bx = shapes.box(pts)
                if bx[0] < x1 and bx[2] > x0 and bx[1] < y1 and bx[3] > y0:
                    self.lines.append((line, pts))
        self.areas = []
        for area in self.geo.areas:
            rings = [self._carried(r) for r in area.rings]
            bx = shapes.box(rings[0])
            if (bx[0] < x1 and bx[2] > x0 and bx[1] < y1 and bx[3] > y0
                    and area.name not in skip):
                self.areas.append((area, rings, bx))

    def _carried(self, points):
        """A line bends with the warp: short stretches of it are carried one by one."""
        step = self.placement.scale / 8 / 111000.0
        dense = shapes.densify([(p[0], p[1]) for p in points], max(step, 0.0002))
        return [self.placement.from_geo(x, y) for x, y in dense]

    # ---- names of sides

    def order(self, a, b):
        return (a, b) if self.grid.number(a) < self.grid.number(b) else (b, a)

    def pair(self, a, b):
        """The side between numbers a and b; b may be a direction towards the rim."""
        ca = self.grid.cell(a)
        if b in mapfile.DIRECTIONS:
            return ca, self.grid.neighbour(ca, b)
        return self.order(ca, self.grid.cell(b))

    def corners_of(self, side):
        return [(round(x), round(y)) for x, y in self.grid.side(*side)]

    def cells_at(self, corner):
        """The three cells that meet in a corner, on the map or off it."""
        x, y = corner
        first = self.grid.at(x, y)
        near = [first] + self.grid.neighbours(first)
        return [c for c in near if any(abs(px - x) < 5 and abs(py - y) < 5
                                       for px, py in self.grid.corners(c))]

    def reference(self, cell):
        return self.cells.reference.get(cell) or self.grid.centre(cell)

    def sides_crossed(self, points):
        """The sides that part the two banks of a line, those of the rim among them."""
        bx, out = shapes.box(points), set()
        for a in self.grid.cells:
            pa = self.reference(a)
            for b in self.grid.neighbours(a):
                if self.grid.on(b) and self.grid.number(b) < self.grid.number(a):
                    continue
                pb = self.reference(b)
                if (max(pa[0], pb[0]) >= bx[0] and min(pa[0], pb[0]) <= bx[2]
                        and max(pa[1], pb[1]) >= bx[1] and min(pa[1], pb[1]) <= bx[3]
                        and shapes.crossings(points, pa, pb) % 2):
                    out.add((a, b))
        return out

    def other(self, a, b):
        """How a line names the far cell of a side."""
        return self.grid.number(b) if self.grid.on(b) else self.grid.direction(a, b)

    # ---- what follows

    def slopes(self):
        """{(higher, lower): source} of every slope or crest side, the hand's own among them."""
        kind, drop = self.recipe.slopes or (None, 0)
        out = {}
        for a in self.grid.cells:
            for b in self.grid.near(a):
                if kind == "levels" and self.cells.level[a] > self.cells.level[b]:
                    out[a, b] = "geography"
                elif kind == "drop" and self.cells.height[a] - self.cells.height[b] >= drop:
                    out[a, b] = "geography"
        for words in self.overrides.gone.values():
            if words[0] == "side" and words[3] in ("slope", "crest"):
                a, b = self.grid.cell(words[1]), self.grid.cell(words[2])
                out.pop((a, b), None)
                out.pop((b, a), None)
        for words in self.recipe.of("side") + self.overrides.of("side", "slope", "crest"):
            if words[3] in ("slope", "crest"):
                a, b = self.grid.cell(words[1]), self.grid.cell(words[2])
                out.pop((b, a), None)
                out[a, b] = words[4]
        return out

    def is_crest(self, high, low):
        fall = self.cells.height[high] - self.cells.height[low]
        for line, points in self.lines:
            if line.name in self.recipe.crests and fall >= self.recipe.crests[line.name]:
                x, y = self.grid.centre(high)
                if shapes.nearest(points, x, y)[0] < CREST_NEAR:
                    return True
        return False

    def map_lines(self):
        num, out = self.grid.number, list(self.recipe.header)
        self._slope_features()
        for cell in self.grid.cells:
            c = self.cells
            words = ["hex", num(cell), c.terrain[cell], str(c.level[cell]), c.source[cell]]
            if c.name[cell]:
                words.append(Text(c.name[cell]))
            out.append(tuple(words + c.features[cell]))
        out += self._water_lines() + self._slope_lines() + self._covered_lines()
        out += self._hedge_lines() + self._ditch_lines() + self._road_lines()
        done = ("hex", "road", "exit")
        out += [w for w in self.recipe.fixed if w[0] not in done]
        return out + self.recipe.facts

    def _water_lines(self):
        out = []
        for (a, b), kinds in self.waters.sides.items():
            for kind, label in kinds.items():
                words = ("side", self.grid.number(a), self.other(a, b), kind, "geography")
                out.append(words + ((Text(label),) if label else ()))
        for corner, kind, label in self.waters.springs():
            out.append(("spring", corner, kind, "geography") + ((Text(label),) if label else ()))
        for (a, b), (_, label) in self.roads.steps.items():
            kinds = [k for k in self.waters.wet(a, b) if k in ("river", "stream")]
            if kinds and "bridge" in self.borders:
                kind = "ford" if label in self.recipe.fords and "river" not in kinds else "bridge"
                out.append(("side", self.grid.number(a), self.grid.number(b), kind, "geography"))
        return out

    def _slope_lines(self):
        out = []
        for (a, b), source in self.slopes().items():
            kind = "crest" if self.is_crest(a, b) else "slope"
            out.append(("side", self.grid.number(a), self.grid.number(b), kind, source))
        return out

    def _slope_features(self):
        """Mark the cells below and above the slopes, where the game has words for them."""
        if not self.recipe.slope_cells:
            return
        low, high = self.recipe.slope_cells
        for a, b in self.slopes():
            for cell, word in ((a, high), (b, low)):
                if word not in self.cells.features[cell]:
                    self.cells.features[cell].append(word)
        for cell in self.grid.cells:
            self.cells.features[cell].sort()

    def _covered_lines(self):
        """Sides that lie in woods."""
        out = []
        for kind, border, least in self.recipe.side_covers:
            rings = [(r[0], bx) for a, r, bx in self.areas if a.kind == kind]
            for a in self.grid.cells:
                for b in self.grid.near(a):
                    if self.grid.number(a) < self.grid.number(b):
                        if self._covered(self.grid.side(a, b), rings) >= least:
                            out.append(("side", self.grid.number(a), self.grid.number(b), border,
                                        "geography"))
        return out

    def _hedge_lines(self):
        """Hedges and ditches: the cell they shelter is named first."""
        out = []
        for line, points in self.lines:
            to = self.recipe.shelters.get(line.name)
            if to is None:
                continue
            for a, b in sorted(self.sides_crossed(points)):
                if self.grid.on(b):
                    for x, y in self._sheltered(a, b, to):
                        out.append(("side", self.grid.number(x), self.grid.number(y), "hedge",
                                    "geography", Text(line.label)))
        return out

    def _ditch_lines(self):
        out = []
        for road, start, end, side, label in self.recipe.ditches:
            for chain in (c[4] for c in self.roads.chains if c[0].name == road):
                nums = [self.grid.number(c) for c in chain]
                if start in nums and end in nums:
                    i, j = sorted((nums.index(start), nums.index(end)))
                    out += self._along(chain, i, j, side, label)
        return out

    def _along(self, chain, i, j, side, label):
        """Sides of the chain's cells i to j that lie to one side of it."""
        out, road = [], set(chain)
        for k in range(i, j + 1):
            (x0, y0), (x1, y1) = (self.grid.centre(chain[max(0, k - 1)]),
                                  self.grid.centre(chain[min(len(chain) - 1, k + 1)]))
            if x0 > x1:
                (x0, y0), (x1, y1) = (x1, y1), (x0, y0)
            for n in self.grid.near(chain[k]):
                x, y = self.grid.centre(n)
                south = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0
                if n not in road and south == (side == "south"):
                    out.append(("side", self.grid.number(chain[k]), self.grid.number(n), "hedge",
                                "geography", Text(label)))
        return out

    def _sheltered(self, a, b, to):
        """The pairs (sheltered, other) of one side."""
        (xa, ya), (xb, yb) = self.grid.centre(a), self.grid.centre(b)
        if to == "both":
            return [(a, b), (b, a)]
        if to in ("north", "south"):
            first = ya < yb or (ya == yb and xa < xb)
            return [(a, b)] if first == (to == "north") else [(b, a)]
        x, y = self.grid.centre(self.grid.cell(to))
        da, db = (xa - x) ** 2 + (ya - y) ** 2, (xb - x) ** 2 + (yb - y) ** 2
        return [(a, b)] if da <= db else [(b, a)]

    @staticmethod
    def _covered(side, rings):
        """How many per cent of a side lie inside the rings."""
        (x1, y1), (x2, y2) = side
        hits = 0
        for k in range(20):
            t = (k + 0.5) / 20
            x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
            if any(bx[0] <= x <= bx[2] and bx[1] <= y <= bx[3] and shapes.inside(ring, x, y)
                   for ring, bx in rings):
                hits += 1
        return hits * 5

    def _road_lines(self):
        num, out = self.grid.number, []
        for (a, b), (way, label) in self.roads.steps.items():
            words = ("road", num(a), num(b), way, "geography")
            out.append(words + ((Text(label),) if label else ()))
        for (a, d), (way, label) in self.roads.exits.items():
            out.append(("exit", num(a), d, way, "geography") + ((Text(label),) if label else ()))
        return out
