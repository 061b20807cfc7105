"""Buildings: villages along their roads, towns denser, farms round a court, lone houses.

Nothing is known of single houses in 1815 but where the places were; footprints are made up
here, the same every time.
"""
import math

from mapfile import row
import shapes


class Site:
    """A place to be built: kind village, town, court or lone, its middle, its true position."""

    def __init__(self, kind, x, y, true=None, church=True, size=1.0):
        self.kind, self.x, self.y = kind, x, y
        self.true = true or (x, y)
        self.church, self.size = church, size


class Builder:
    def __init__(self, roads, waters, real_roads, scale=1.0):
        """Curves of roads and waters as drawn, and the real roads in board coordinates."""
        self.scale = scale                # of the single house
        self.roads = [(p, shapes.box(p)) for p in roads]
        self.waters = [(p, shapes.box(p)) for p in waters]
        self.real = [(p, shapes.box(p)) for p in real_roads]
        self.found = []                   # (x, y, w, h, angle, kind)

    def build(self, sites):
        for site in sites:
            if site.kind in ("town", "village"):
                self._village(site)
            elif site.kind == "court":
                self._court(site)
            else:
                self._lone(site)
        return self

    def lines(self):
        out = []
        for x, y, w, h, angle, kind in self.found:
            words = ("house", x, y, w, h, math.degrees(angle) % 180)
            out.append(row(*(words + ((kind,) if kind else ()))))
        return out

    # ---- kinds of places

    def _village(self, site):
        x, y, dense = site.x, site.y, site.kind == "town"
        if site.church:
            self._put(x, y - 55, 62, 44, 0.0, "church", 20)
        reach = (430 if dense else 330) * site.size
        for road, offset, spacing in self._streets(site):
            run, last = 0.0, road[0]
            for p in shapes.densify(road, 12.0):
                run += math.hypot(p[0] - last[0], p[1] - last[1])
                dx, dy = p[0] - last[0], p[1] - last[1]
                last = p
                if run < spacing * self.scale or math.hypot(p[0] - x, p[1] - y) > reach:
                    continue
                run = 0.0
                self._both_sides(p, math.atan2(dy, dx), offset, dense)

    def _both_sides(self, p, along, offset, dense):
        for side in (-1, 1):
            r = shapes.hash01(3, round(p[0]), round(p[1]), side + 2)
            if r < (0.10 if dense else 0.24):
                continue
            back = 26 * shapes.hash01(4, round(p[0]), round(p[1]), side + 2)
            off = side * (offset * self.scale + back)
            w = (42 + 38 * shapes.hash01(5, round(p[0]), round(p[1]), side + 2)) * self.scale
            h = (34 + 12 * shapes.hash01(6, round(p[0]), round(p[1]), side + 2)) * self.scale
            if r > 0.86:
                w, h = h, w
            self._put(p[0] - math.sin(along) * off, p[1] + math.cos(along) * off, w, h,
                      along + (r - 0.5) * 0.16, "", 7)

    def _streets(self, site):
        """(line, distance of the houses from it, spacing): roads, and lanes of a town."""
        x, y, dense = site.x, site.y, site.kind == "town"
        out = []
        reach = 560.0 * site.size
        for road in _near(self.roads, x, y, reach):
            near = [p for p in shapes.densify(road, 60.0)
                    if math.hypot(p[0] - x, p[1] - y) < reach]
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

    def _court(self, site):
        """Four wings round a yard, on its own side of the road if one passes."""
        turn = -0.25 + 0.5 * shapes.hash01(12, round(site.x), round(site.y))
        x, y, along = self._beside(site, 185 * site.size)
        turn = turn if along is None else along
        k = site.size
        for dx, dy, w, h in ((0, -98, 240, 44), (0, 98, 240, 44), (-120, 0, 44, 152),
                             (120, 0, 44, 152)):
            c, s = math.cos(turn), math.sin(turn)
            self._put(x + (dx * c - dy * s) * k, y + (dx * s + dy * c) * k, w * k, h * k, turn,
                      "farm", None)

    def _lone(self, site):
        turn = math.pi * shapes.hash01(15, round(site.x), round(site.y))
        x, y, along = self._beside(site, 62)
        turn = turn if along is None else along
        for dx, dy, w, h, bend in ((0, 0, 66, 38, 0.0), (58, 0, 38, 34, 0.1),
                                   (-60, 4, 44, 34, 0.0)):
            c, s = math.cos(turn), math.sin(turn)
            self._put(x + dx * c - dy * s, y + dx * s + dy * c, w, h, turn + bend, "", 0)

    # ---- where

    def _beside(self, site, gap):
        """The point moved off the road to its true side; and how the road runs there."""
        x, y = site.x, site.y
        away, p, along = self._nearest_road(x, y, True)
        if away >= gap or p is None:
            return x, y, None
        nx, ny = -math.sin(along), math.cos(along)
        side = self._true_side(site, nx, ny)
        if side == 0:
            side = 1 if (x - p[0]) * nx + (y - p[1]) * ny >= 0 else -1
        return p[0] + side * nx * gap, p[1] + side * ny * gap, along

    def _true_side(self, site, nx, ny):
        """On which side of the real road the place stood: 1 towards (nx, ny), -1, or 0."""
        x, y = site.true
        best = (400.0, 0)
        for points in _near(self.real, x, y, 400.0):
            d, _, q = shapes.nearest(points, x, y)
            if 8.0 < d < best[0]:
                best = (d, 1 if (x - q[0]) * nx + (y - q[1]) * ny > 0 else -1)
        return best[1]

    def _nearest_road(self, x, y, bearing=False):
        """(distance, point) of the nearest road, and its bearing there if asked for."""
        best, which = (math.inf, None), None
        for road in _near(self.roads, x, y, 200.0):
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
            for water in _near(self.waters, x, y, 90.0):
                if shapes.nearest(water, x, y)[0] < half + 26:
                    return
            for ox, oy, ow, oh, _, _ in self.found:
                if math.hypot(x - ox, y - oy) < (max(w, h) + max(ow, oh)) / 2 * 0.86 + gap:
                    return
        self.found.append((x, y, w, h, angle, kind))


def _near(lines, x, y, reach):
    """The lines whose box comes within reach of a point."""
    return [p for p, b in lines
            if b[0] - reach < x < b[2] + reach and b[1] - reach < y < b[3] + reach]


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
