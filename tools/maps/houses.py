"""Buildings: villages along their roads, towns denser, farms round a court, lone houses.

Nothing is known of single houses in 1815 but where the places were; footprints are made up
here, the same every time.
"""
import math

import shapes


class Builder:
    def __init__(self, ground):
        self.ground, self.board, self.grid = ground, ground.board, ground.grid
        self.found = []                   # (x, y, w, h, angle, kind)
        self.roads = [p for way, _, p in ground.road_curves]
        self.waters = [p for _, _, p in ground.water_curves]

    def lines(self):
        cells = self.board.cells
        for cell in self.grid.cells:
            t = cells.terrain[cell]
            if t in ("town", "village", "building"):
                self._village(cell, t)
            elif t == "farm" or "chateau" in cells.features[cell]:
                self._court(cell)
            elif cells.name[cell] and t in ("clear", "swamp"):
                self._lone(cell)
        out = []
        for x, y, w, h, angle, kind in self.found:
            text = f"house {_n(x)} {_n(y)} {_n(w)} {_n(h)} {_n(math.degrees(angle) % 180)}"
            out.append(text + (" " + kind if kind else ""))
        return out

    # ---- kinds of places

    def _village(self, cell, terrain):
        x, y = self._heart(cell)
        dense = terrain == "town"
        if not dense or self._first_of_name(cell):
            self._put(x, y - 55, 62, 44, 0.0, "church", 20)
        reach = 430 if dense else 330
        for road, offset, spacing in self._streets(cell, dense):
            run, last = 0.0, road[0]
            for p in shapes.densify(road, 12.0):
                run += math.hypot(p[0] - last[0], p[1] - last[1])
                dx, dy = p[0] - last[0], p[1] - last[1]
                last = p
                if run < spacing or math.hypot(p[0] - x, p[1] - y) > reach:
                    continue
                run = 0.0
                self._both_sides(p, math.atan2(dy, dx), offset, dense)

    def _both_sides(self, p, along, offset, dense):
        for side in (-1, 1):
            r = shapes.hash01(3, round(p[0]), round(p[1]), side + 2)
            if r < (0.10 if dense else 0.24):
                continue
            off = side * (offset + 26 * shapes.hash01(4, round(p[0]), round(p[1]), side + 2))
            w = 42 + 38 * shapes.hash01(5, round(p[0]), round(p[1]), side + 2)
            h = 34 + 12 * shapes.hash01(6, round(p[0]), round(p[1]), side + 2)
            if r > 0.86:
                w, h = h, w
            self._put(p[0] - math.sin(along) * off, p[1] + math.cos(along) * off, w, h,
                      along + (r - 0.5) * 0.16, "", 7)

    def _streets(self, cell, dense):
        """(line, distance of the houses from it, spacing): roads, and lanes of a town."""
        x, y = self._heart(cell)
        out = []
        for road in self.roads:
            near = [p for p in road if math.hypot(p[0] - x, p[1] - y) < 560]
            if len(near) > 1:
                out.append((near, 58, 58 if dense else 72))
                if dense:
                    out.append((near, 136, 62))
        if not out or dense:
            turn = math.pi * shapes.hash01(9, round(x), round(y))
            for k in (0, 1):
                dx, dy = math.cos(turn + k * math.pi / 2), math.sin(turn + k * math.pi / 2)
                out.append(([(x - dx * 300, y - dy * 300), (x + dx * 300, y + dy * 300)], 52,
                            66 if dense else 84))
        return out

    def _court(self, cell):
        """Four wings round a yard, on its own side of the road if one passes."""
        x, y = self._heart(cell)
        turn = -0.25 + 0.5 * shapes.hash01(12, round(x), round(y))
        x, y, along = self._beside(cell, x, y, 185)
        turn = turn if along is None else along
        for dx, dy, w, h in ((0, -98, 240, 44), (0, 98, 240, 44), (-120, 0, 44, 152),
                             (120, 0, 44, 152)):
            c, s = math.cos(turn), math.sin(turn)
            self._put(x + dx * c - dy * s, y + dx * s + dy * c, w, h, turn, "farm", None)

    def _lone(self, cell):
        x, y = self._heart(cell)
        turn = math.pi * shapes.hash01(15, round(x), round(y))
        x, y, along = self._beside(cell, x, y, 62)
        turn = turn if along is None else along
        for dx, dy, w, h, bend in ((0, 0, 66, 38, 0.0), (58, 0, 38, 34, 0.1), (-60, 4, 44, 34, 0.0)):
            c, s = math.cos(turn), math.sin(turn)
            self._put(x + dx * c - dy * s, y + dx * s + dy * c, w, h, turn + bend, "", 0)

    def _beside(self, cell, x, y, gap):
        """The point moved off the road to its true side; and how the road runs there."""
        away, p, along = self._nearest_road(x, y, True)
        if away >= gap or p is None:
            return x, y, None
        nx, ny = -math.sin(along), math.cos(along)
        side = self._true_side(cell, nx, ny)
        if side == 0:
            side = 1 if (x - p[0]) * nx + (y - p[1]) * ny >= 0 else -1
        return p[0] + side * nx * gap, p[1] + side * ny * gap, along

    def _true_side(self, cell, nx, ny):
        """On which side of the real road the place stood: 1 towards (nx, ny), -1, or 0."""
        x, y = self.board.cells.reference[cell]
        best = (400.0, 0)
        for line, points in self.board.lines:
            if line.kind not in ("highway", "road"):
                continue
            d, _, q = shapes.nearest(points, x, y)
            if 8.0 < d < best[0]:
                best = (d, 1 if (x - q[0]) * nx + (y - q[1]) * ny > 0 else -1)
        return best[1]

    # ---- where

    def _heart(self, cell):
        """The middle of the place: where it stands, drawn into its hex."""
        x, y = self.board.cells.reference[cell]
        cx, cy = self.grid.centre(cell)
        d = math.hypot(x - cx, y - cy)
        most = 150.0
        if d > most:
            x, y = cx + (x - cx) * most / d, cy + (y - cy) * most / d
        return x, y

    def _first_of_name(self, cell):
        name = self.board.cells.name[cell]
        same = [c for c in self.grid.cells if self.board.cells.name[c] == name]
        return same and same[0] == cell

    def _nearest_road(self, x, y, bearing=False):
        """(distance, point) of the nearest road, and its bearing there if asked for."""
        best, which = (math.inf, None), None
        for road in self.roads:
            bx = shapes.box(road)
            if bx[0] - 200 < x < bx[2] + 200 and bx[1] - 200 < y < bx[3] + 200:
                d, run, p = shapes.nearest(road, x, y)
                if d < best[0]:
                    best, which = (d, p), (road, run)
        return best + (_bearing(*which),) if bearing and which else best + (0.0,) * bearing

    def _put(self, x, y, w, h, angle, kind, gap):
        """Build, unless it would stand in a road, a stream or another house."""
        if gap is not None:
            half = min(w, h) / 2
            if self._nearest_road(x, y)[0] < half + 14:
                return
            for water in self.waters:
                bx = shapes.box(water)
                if bx[0] - 90 < x < bx[2] + 90 and bx[1] - 90 < y < bx[3] + 90:
                    if shapes.nearest(water, x, y)[0] < half + 26:
                        return
            for ox, oy, ow, oh, _, _ in self.found:
                if math.hypot(x - ox, y - oy) < (max(w, h) + max(ow, oh)) / 2 * 0.86 + gap:
                    return
        self.found.append((x, y, w, h, angle, kind))


def _bearing(road, run):
    """How a line runs at a distance from its start, over a hundred units or so."""
    far = 0.0
    a = b = road[0]
    for p, q in zip(road, road[1:]):
        a = p if far < run - 60.0 or p == road[0] else a
        b = q
        far += math.hypot(q[0] - p[0], q[1] - p[1])
        if far > run + 60.0:
            break
    return math.atan2(b[1] - a[1], b[0] - a[0])


def _n(v):
    return str(int(math.floor(v + 0.5)))
