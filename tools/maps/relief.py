"""Heights of the ground, interpolated from spot heights and from the heights stored with
streams and crests.  A local fit with the linear kernel over the nearest points: it bends at
the points and nowhere else, which suits valleys and ridges given as lines.
"""
import math

from plane import metres, solve

MERGE = 25.0                    # metres: points closer than this become one
STEP = 130.0                    # metres between points taken from a line
NEAR = 22                       # points a height is computed from
SMOOTH = 0.02
BUCKET = 600.0


class Relief:
    def __init__(self, heights, lines):
        raw = [(metres(h.lon, h.lat), h.z) for h in heights]
        for line in lines:
            if line.kind in ("river", "stream", "ridge_crest") and len(line.points[0]) > 2:
                raw += self._along(line.points)
        cells = {}
        for (x, y), z in raw:
            cells.setdefault((round(x / MERGE), round(y / MERGE)), []).append((x, y, z))
        self.points = []
        for k in sorted(cells):
            v = cells[k]
            self.points.append(tuple(sum(p[i] for p in v) / len(v) for i in range(3)))
        self.buckets = {}
        for p in self.points:
            key = (math.floor(p[0] / BUCKET), math.floor(p[1] / BUCKET))
            self.buckets.setdefault(key, []).append(p)

    @staticmethod
    def _along(points):
        out = []
        for a, b in zip(points, points[1:]):
            pa, pb = metres(a[0], a[1]), metres(b[0], b[1])
            n = max(1, int(math.hypot(pb[0] - pa[0], pb[1] - pa[1]) / STEP))
            for i in range(n):
                t = i / n
                out.append(((pa[0] + t * (pb[0] - pa[0]), pa[1] + t * (pb[1] - pa[1])),
                            a[2] + t * (b[2] - a[2])))
        out.append((metres(points[-1][0], points[-1][1]), points[-1][2]))
        return out

    def _nearest(self, x, y):
        cx, cy = math.floor(x / BUCKET), math.floor(y / BUCKET)
        found, ring = [], 0
        while True:
            for i in range(cx - ring, cx + ring + 1):
                for j in range(cy - ring, cy + ring + 1):
                    if max(abs(i - cx), abs(j - cy)) == ring:
                        found += self.buckets.get((i, j), ())
            reach = min(x - (cx - ring) * BUCKET, (cx + ring + 1) * BUCKET - x,
                        y - (cy - ring) * BUCKET, (cy + ring + 1) * BUCKET - y)
            near = [p for p in found if (p[0] - x) ** 2 + (p[1] - y) ** 2 <= reach * reach]
            if len(near) >= NEAR or ring > 60:
                near = near if len(near) >= NEAR else found
                near.sort(key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))
                return near[:NEAR]
            ring += 1

    def at(self, x, y):
        """Height in metres at a point given in metres."""
        near = self._nearest(x, y)
        n = len(near)
        a = [[-math.hypot(p[0] - q[0], p[1] - q[1]) / 1000 for q in near] + [1.0] for p in near]
        for i in range(n):
            a[i][i] += SMOOTH
        a.append([1.0] * n + [0.0])
        w = solve(a, [[p[2]] for p in near] + [[0.0]])
        z = w[n][0]
        for p, wi in zip(near, w):
            z -= wi[0] * math.hypot(p[0] - x, p[1] - y) / 1000
        return z


class Lattice:
    """Heights under a square lattice of board coordinates, and between its points."""

    def __init__(self, relief, placement, frame, step):
        self.step = step
        x0, y0, x1, y1 = frame
        self.i0, self.j0 = math.floor(x0 / step) - 1, math.floor(y0 / step) - 1
        self.i1, self.j1 = math.ceil(x1 / step) + 1, math.ceil(y1 / step) + 1
        self.z = {}
        for j in range(self.j0, self.j1 + 1):
            for i in range(self.i0, self.i1 + 1):
                self.z[i, j] = relief.at(*placement.ground(i * step, j * step))

    def at(self, x, y):
        i, j = math.floor(x / self.step), math.floor(y / self.step)
        u, v = x / self.step - i, y / self.step - j
        z = self.z
        return ((z[i, j] * (1 - u) + z[i + 1, j] * u) * (1 - v)
                + (z[i, j + 1] * (1 - u) + z[i + 1, j + 1] * u) * v)

    def points(self):
        """(x, y, height), row by row from the north-west."""
        for j in range(self.j0, self.j1 + 1):
            for i in range(self.i0, self.i1 + 1):
                yield i * self.step, j * self.step, self.z[i, j]
