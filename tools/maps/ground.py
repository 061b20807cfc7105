"""ground.txt of a hex board: what only the drawing reads.

Topology first, geography second: a stream keeps to the hexsides the rules call wet, a road
passes through the hexes the rules give it, a wood covers its own hexes and no other; within
that freedom every line goes where the real one went.
"""
import math

from contour import area, blur, closed, rings, simplify, thin
from houses import Builder, Site
from mapfile import Text, row
from roadnet import RoadNet
from shapes import flat, toward
import shapes

HEDGE_GAP = 70.0                # between a road's middle and the hedge beside it
CELL = 50.0                     # raster of woods


class Ground:
    def __init__(self, board):
        self.board, self.grid = board, board.grid
        self.water_curves = []          # (kind, label, points)
        self.road_curves = []           # (way, label, points)
        self.soft, self.deep = {}, set()
        self._waters()
        self.net = RoadNet(board)
        self.road_curves = self.net.curves()

    def text(self, preamble):
        x0, y0, x1, y1 = self.grid.frame()
        out = ["# " + s if s else "#" for s in preamble] + [""]
        out.append(row("frame", x0, y0, x1, y1))
        out += self._section("waters, from source to mouth", self._water_lines())
        out += self._section("roads and tracks", self._road_lines())
        out += self._section("hedges", self._hedge_lines())
        out += self._section("woods, waters and wet ground", self._shape_lines())
        out += self._section("buildings", self._houses())
        out += self._section("names placed by hand or by the extent of what they name",
                             self._labels())
        out += self._section(f"heights on a lattice of {self.board.recipe.lattice:.0f}, row by "
                             "row from the north-west", self._heights())
        return "\n".join(out) + "\n"

    @staticmethod
    def _section(title, some):
        return ["", "# " + title] + some if some else []

    # ---- waters

    def _waters(self):
        wet = {}
        for side in self.board.waters.sides:
            for v in self.board.corners_of(side):
                wet.setdefault(v, []).append(side)
        for v, sides in wet.items():
            mx = my = 0.0
            for s in sides:
                (ax, ay), (bx, by) = self.grid.side(*s)
                mx += (ax + bx) / 2 / len(sides)
                my += (ay + by) / 2 / len(sides)
            pull = 0.5 if len(sides) > 1 else 0.0
            self.soft[v] = (v[0] + (mx - v[0]) * pull + 22 * shapes.noise(5, v[0], v[1], 410),
                            v[1] + (my - v[1]) * pull + 22 * shapes.noise(6, v[0], v[1], 410))
        done = {s for _, _, _, own in self.board.waters.courses for s in own}
        for kind, label, points, own in self.board.waters.courses:
            left = {s for s, kinds in self.board.waters.sides.items()
                    if kind in kinds and (s in own or (s not in done and kinds[kind] == label))}
            done |= left
            for chain in self.board.waters.chains(left, points[0]):
                self.water_curves.append((kind, label, self._soften(chain)))
        extra = {}
        for s, kinds in self.board.waters.sides.items():
            for kind in ("river", "stream"):
                if s not in done and kind in kinds:
                    extra.setdefault((kind, kinds[kind]), set()).add(s)
        for (kind, label), sides in sorted(extra.items()):
            for chain in self.board.waters.chains(sides, (0, 0)):
                self.water_curves.append((kind, label, self._soften(chain)))

    def _soften(self, chain):
        points = [self.soft[chain[0]]]
        for i in range(1, len(chain), 2):
            (ax, ay), (bx, by) = self.grid.side(*chain[i])
            mx, my = (ax + bx) / 2, (ay + by) / 2
            points.append((mx + 22 * shapes.noise(7, mx, my, 410),
                           my + 22 * shapes.noise(8, mx, my, 410)))
            points.append(self.soft[chain[i + 1]])
        for at, end in ((0, chain[0]), (len(points), chain[-1])):
            out = self._beyond(end)
            if out:
                points.insert(at, out)
        return shapes.spline(points, 4)

    def _beyond(self, corner):
        """A point off the map that a water running over the rim at this corner heads for."""
        x, y = corner
        near = sorted({self.grid.at(x + dx, y + dy) for dx in (-60, 0, 60) for dy in (-60, 0, 60)})
        off = [c for c in near if not self.grid.on(c)]
        if not off:
            return None
        mx = sum(self.grid.centre(c)[0] for c in off) / len(off)
        my = sum(self.grid.centre(c)[1] for c in off) / len(off)
        d = math.hypot(mx - x, my - y) or 1.0
        return (x + (mx - x) / d * 300, y + (my - y) / d * 300)

    def _water_lines(self):
        return [row("line", kind, Text(label), *flat(thin(pts, 6.0)))
                for kind, label, pts in self.water_curves]

    # ---- roads, hedges

    def _road_lines(self):
        rank = {w: i for i, w in enumerate(("track", "trail", "road", "highway"))}
        paved = {line.label for line, _ in self.board.lines if line.kind == "highway"}
        some = [("highway" if way == "road" and label in paved else way, label, pts)
                for way, label, pts in self.road_curves]
        some.sort(key=lambda r: (-rank.get(r[0], 0), r[1], r[2][0]))
        return [row("line", way, Text(label), *flat(thin(pts, 5.0))) for way, label, pts in some]

    def _hedge_lines(self):
        if "hedge" in self.board.borders:
            return []                     # there hedges are hexsides and drawn from map.txt
        out = []
        for line, points in self.board.lines:
            if line.kind == "hedge":
                pts = self._beside_road(points)
                out.append(row("line", "hedge", Text(line.label), *flat(thin(pts, 8.0))))
        return out

    def _beside_road(self, points):
        """A hedge along a road goes with the road as drawn, on its own side of it."""
        near = []
        for line, real in self.board.lines:
            if line.kind in ("highway", "road"):
                far = max(shapes.nearest(real, *p)[0] for p in points)
                near.append((far, line.label, real))
        far, label, real = min(near, key=lambda n: n[:2])
        drawn = [pts for _, name, pts in self.road_curves if name == label]
        if far > 250.0 or not drawn:
            return points
        out = []
        for x, y in shapes.densify(points, 120.0):
            _, _, (qx, qy) = shapes.nearest(real, x, y)
            d, _, (px, py) = min(shapes.nearest(c, qx, qy) for c in drawn)
            if d < 700.0:
                gap = math.hypot(x - qx, y - qy) or 1.0
                out.append((px + (x - qx) / gap * HEDGE_GAP, py + (y - qy) / gap * HEDGE_GAP))
        return out if len(out) > 1 else points

    # ---- shapes

    def _shape_lines(self):
        out = []
        for kind in ("forest", "woods"):
            out += self._wood(kind)
        out += self._copses()
        for kind in ("marsh", "pond", "orchard"):
            for a, polys, _ in self.board.areas:
                ring = polys[0][:-1] if polys[0][0] == polys[0][-1] else polys[0]
                if a.kind == kind and any(self.grid.on(self.grid.at(*p)) for p in ring):
                    fine = simplify(shapes.spline(ring, 2, True), 8.0)
                    out.append(row("shape", kind, Text(a.label), *flat(fine)))
        for cell in self.grid.cells:
            if self.board.cells.terrain[cell] == "town":
                out.append(row("shape", "town", Text(self.board.cells.name[cell] or ""),
                                 *flat(self._patch(cell, 0.84))))
        return out

    def _patch(self, cell, k):
        """A rounded, irregular piece of ground in a hex."""
        pts = []
        for x, y in self.grid.corners(cell, k):
            pts.append((x + 40 * shapes.noise(31, x, y, 300), y + 40 * shapes.noise(32, x, y, 300)))
        return simplify(shapes.spline(pts, 4, True), 6.0)

    def _depth(self, cell, x, y):
        """0 in the middle of the hex, 1 on its sides; and the neighbour behind the nearest."""
        cx, cy = self.grid.centre(cell)
        best = (-1.0, None)
        for n in self.grid.neighbours(cell):
            nx, ny = self.grid.centre(n)
            d = ((x - cx) * (nx - cx) + (y - cy) * (ny - cy)) / 500000.0
            if d > best[0]:
                best = (d, n)
        return best

    def _is(self, cell, kind):
        """Is the cell of this terrain?  Off the map it is what the nearest cell on it is."""
        if self.grid.on(cell):
            return self.board.cells.terrain[cell] == kind
        return any(self.board.cells.terrain[n] == kind for n in self.grid.near(cell))

    def _wood(self, kind):
        own = [c for c in self.grid.cells if self.board.cells.terrain[c] == kind]
        if not own:
            return []
        geo = [r[0] for a, r, _ in self.board.areas if a.kind == kind]
        boxes = [shapes.box(r) for r in geo]
        xs = [self.grid.centre(c) for c in own]
        x0, y0 = min(p[0] for p in xs) - 900, min(p[1] for p in xs) - 900
        x1, y1 = max(p[0] for p in xs) + 900, max(p[1] for p in xs) + 900
        near = set(own) | {n for c in own for n in self.grid.neighbours(c)}
        near |= {c for c in self.grid.cells if self.board.cells.terrain[c] == "part-woods"}
        self.deep = {c for c in own if all(self._is(n, kind) for n in self.grid.neighbours(c))}
        field = []
        for j in range(int((y1 - y0) / CELL) + 2):
            row = []
            for i in range(int((x1 - x0) / CELL) + 2):
                row.append(self._wooded(kind, x0 + i * CELL, y0 + j * CELL, near, geo, boxes))
            field.append(row)
        out = []
        for ring in rings(closed(blur(field, 2)), x0, y0, CELL):
            size = area(ring)
            ring = simplify(ring, 9.0)
            if abs(size) < 60000.0:
                continue
            word = "shape" if _outer(size) else "hole"
            out.append((word, ring))
        return self._with_holes(kind, out)

    def _with_holes(self, kind, found):
        out = []
        outer = sorted((r for w, r in found if w == "shape"), key=lambda r: (r[0][1], r[0][0]))
        holes = [r for w, r in found if w == "hole"]
        for ring in outer:
            out.append(row("shape", kind, Text(self._wood_name(kind, ring)), *flat(ring)))
            for h in sorted(holes, key=lambda r: (r[0][1], r[0][0])):
                if shapes.inside(ring, *h[0]):
                    out.append(row("hole", *flat(h)))
        return out

    def _wood_name(self, kind, ring):
        count = {}
        for a, polys, _ in self.board.areas:
            if a.kind == kind:
                n = sum(1 for p in polys[0] if shapes.inside(ring, *p))
                mid = shapes.box(polys[0])
                n += 5 * shapes.inside(ring, (mid[0] + mid[2]) / 2, (mid[1] + mid[3]) / 2)
                if n:
                    count[a.label] = n
        return max(sorted(count), key=lambda k: count[k]) if count else ""

    def _wooded(self, kind, x, y, near, geo, boxes):
        here = self.grid.at(x, y)
        if here not in near:
            return 0.0
        if here in self.deep:
            return 1.0
        wx = x + 75 * shapes.noise(11, x, y, 520) + 30 * shapes.noise(12, x, y, 170)
        wy = y + 75 * shapes.noise(13, x, y, 520) + 30 * shapes.noise(14, x, y, 170)
        cell = self.grid.at(wx, wy)
        if cell not in near or (not self.grid.on(cell) and self._far_out(cell, wx, wy)):
            return 0.0
        if self.grid.on(cell) and self.board.cells.terrain[cell] == "part-woods":
            return 1.0 if _in_any(geo, boxes, wx, wy) else 0.0
        depth, behind = self._depth(cell, wx, wy)
        mine, beyond = self._is(cell, kind), self._is(behind, kind)
        if mine and (beyond or depth < 0.84):
            return 1.0
        if not mine and (not beyond or depth < 0.84):
            return 0.0
        if _in_any(geo, boxes, x, y):
            return 1.0
        return 0.35 if mine else 0.0

    def _far_out(self, cell, x, y):
        """More than a quarter of a hex beyond the rim?"""
        for n in self.grid.near(cell):
            nx, ny = self.grid.centre(n)
            if math.hypot(x - nx, y - ny) < 800.0:
                return False
        return True

    def _copses(self):
        """Woods too small to make a hex woods: what of them lies in other hexes."""
        out = []
        for a, polys, _ in self.board.areas:
            if a.kind not in ("woods", "forest"):
                continue
            mid = shapes.box(polys[0])
            spots = shapes.densify(polys[0], 200.0) + [((mid[0] + mid[2]) / 2,
                                                        (mid[1] + mid[3]) / 2)]
            cells = sorted({self.grid.at(x, y) for x, y in spots})
            mine = [c for c in cells if self.grid.on(c)]
            if not mine or any(self.board.cells.terrain[c] in ("woods", "forest") for c in mine):
                continue
            ring = polys[0][:-1] if polys[0][0] == polys[0][-1] else polys[0]
            out.append(row("shape", "copse", Text(a.label),
                             *flat(simplify(shapes.spline(ring, 2, True), 8.0))))
        return out

    # ---- buildings

    def _houses(self):
        real = [p for line, p in self.board.lines if line.kind in ("highway", "road")]
        scale = min(2.4, max(1.0, 220.0 / self.board.placement.scale))
        b = Builder([p for _, _, p in self.road_curves], [p for _, _, p in self.water_curves], real,
                    scale)
        return b.build(self._sites()).lines()

    def _sites(self):
        cells, out, named = self.board.cells, [], set()
        for cell in self.grid.cells:
            t, name = cells.terrain[cell], cells.name[cell]
            x, y = self._heart(cell)
            true = cells.reference[cell]
            farm = cells.kind.get(cell) in ("farm", "chateau")
            if t in ("town", "village") or (t == "building" and not farm):
                first = t == "village" or (t == "town" and name not in named)
                named.add(name)
                out.append(Site("town" if t == "town" else "village", x, y, true, first))
            elif t in ("farm", "chateau", "building"):
                out.append(Site("court", x, y, true, size=1.7 if t == "building" else 1.0))
            elif name and t in ("clear", "swamp"):
                out.append(Site("lone", x, y, true))
        return out

    def _heart(self, cell):
        """The middle of the place: where it stands, drawn into its hex."""
        return toward(self.grid.centre(cell), self.board.cells.reference[cell], 150.0)

    # ---- names, heights

    def _labels(self):
        """Names of woods and ponds, in the middle of the hexes they cover."""
        named = {"woods": ("woods", "forest"), "forest": ("woods", "forest"), "pond": ("pond",)}
        homes = {}
        for cell in self.grid.cells:
            t = self.board.cells.terrain[cell]
            names = {label: n for kind in named.get(t, ())
                     for label, n in self.board.cells.share[cell].get(kind, {}).items()}
            if names:
                homes.setdefault((t, max(sorted(names), key=lambda k: names[k])), []).append(
                    self.grid.centre(cell))
        out = []
        for (t, name), pts in sorted(homes.items()):
            x = sum(p[0] for p in pts) / len(pts)
            y = sum(p[1] for p in pts) / len(pts)
            size = 130 if len(pts) < 12 else 260 if len(pts) < 60 else 420
            out.append(row("label", t, Text(name), x, y, 0, size))
        return out

    def _heights(self):
        return [row("height", x, y, z) for x, y, z in self.board.heights.points()]


def _in_any(rings_, boxes, x, y):
    return any(b[0] <= x <= b[2] and b[1] <= y <= b[3] and shapes.inside(r, x, y)
               for r, b in zip(rings_, boxes))


def _outer(size):
    """Marching squares keeps the inside on its left, so that holes run the other way."""
    return size > 0
