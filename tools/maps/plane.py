"""From latitude and longitude to board coordinates.

A board lies on the ground by a similarity (scale, rotation, origin) found by a fit to its
control points, and by a smooth warp that moves every control point exactly onto the hex
the rulebook gives it.  Both directions are needed: lines and places are carried forward,
heights are asked for at the ground below a point of the board.
"""
import csv
import math
import os

KY = 111195.0
KX = 111320.0 * math.cos(math.radians(50.55))
LAT0, LON0 = 50.55, 4.45


def metres(lon, lat):
    """Metres east and north of the middle of the theatre."""
    return (lon - LON0) * KX, (lat - LAT0) * KY


def solve(a, b):
    """Gauss elimination with pivoting: a is a list of rows, b a list of right sides (rows)."""
    n, m = len(a), len(b[0])
    rows = [list(a[i]) + list(b[i]) for i in range(n)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[p] = rows[p], rows[i]
        piv, inv = rows[i], 1.0 / rows[i][i]
        for k in range(i + 1, n):
            f = rows[k][i] * inv
            if f:
                rk = rows[k]
                rows[k] = rk[:i + 1] + [x - f * y for x, y in zip(rk[i + 1:], piv[i + 1:])]
    out = [[0.0] * m for _ in range(n)]
    for i in range(n - 1, -1, -1):
        for j in range(m):
            s = rows[i][n + j] - sum(rows[i][k] * out[k][j] for k in range(i + 1, n))
            out[i][j] = s / rows[i][i]
    return out


class Spline:
    """Thin-plate spline through displacements at control points."""

    def __init__(self, points, moves):
        n = len(points)
        self.points = points
        a = [[self._phi(p, q) for q in points] + [1.0, p[0], p[1]] for p in points]
        for k in range(3):
            a.append([(1.0, p[0], p[1])[k] for p in points] + [0.0] * 3)
        w = solve(a, [list(m) for m in moves] + [[0.0, 0.0]] * 3)
        self.weights, self.plane = w[:n], w[n:]

    @staticmethod
    def _phi(p, q):
        d2 = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2
        return 0.5 * d2 * math.log(d2) if d2 > 0 else 0.0

    def at(self, x, y):
        a, b, c = self.plane
        u = a[0] + b[0] * x + c[0] * y
        v = a[1] + b[1] * x + c[1] * y
        for p, w in zip(self.points, self.weights):
            f = self._phi((x, y), p)
            u += w[0] * f
            v += w[1] * f
        return u, v


class Fading:
    """Inverse-distance displacement that dies away from the control points."""
    REACH = 2.0                                # hexes over which it dies away

    def __init__(self, points, moves):
        self.points, self.moves = points, moves

    def at(self, x, y):
        s, u, v = 1.0 / self.REACH ** 2, 0.0, 0.0
        for p, m in zip(self.points, self.moves):
            d2 = (p[0] - x) ** 2 + (p[1] - y) ** 2
            if d2 < 1e-12:
                return m
            s += 1.0 / d2
            u += m[0] / d2
            v += m[1] / d2
        return u / s, v / s


class Placement:
    """How one hex board lies on the ground (grid-placement.csv, grids.csv)."""

    def __init__(self, folder, name, grid):
        self.grid = grid
        row = next(r for r in _csv(folder, "grid-placement.csv") if r["grid"] == name)
        self.scale = float(row["scale_m"])
        self.turn = math.radians(float(row["rotation_deg"]))
        self.origin = metres(float(row["origin_lon"]), float(row["origin_lat"]))
        self.shift = self._unit_shift()
        points, moves = [], []
        for c in _csv(folder, "grids.csv"):
            if c["grid"] != name:
                continue
            here = self._plain(*metres(float(c["lon"]), float(c["lat"])))
            at = [grid.centre(grid.cell(h)) for h in c["hexes"].split()]
            x = sum(p[0] for p in at) / len(at) / 1000
            y = sum(p[1] for p in at) / len(at) / 1000
            points.append(here)
            moves.append((x - here[0], y - here[1]))
        kind = Spline if row["warp"].startswith("thin-plate") else Fading
        self.warp = kind(points, moves)

    def _unit_shift(self):
        """The north-western hex in the unit plane of the fit, y turned to the south."""
        g, root = self.grid, math.sqrt(3.0) / 2
        c, r = g.printed((0, 0))
        half = 0.5 if g.shifted((0, 0)) else 0.0
        if g.flat:
            return c * root, (r + half)
        return c + half, -r * root

    def _plain(self, mx, my):
        dx, dy = (mx - self.origin[0]) / self.scale, (my - self.origin[1]) / self.scale
        c, s = math.cos(-self.turn), math.sin(-self.turn)
        return dx * c - dy * s - self.shift[0], -(dx * s + dy * c) - self.shift[1]

    def board(self, mx, my):
        """Metres to board coordinates."""
        x, y = self._plain(mx, my)
        u, v = self.warp.at(x, y)
        return (x + u) * 1000, (y + v) * 1000

    def from_geo(self, lon, lat):
        return self.board(*metres(lon, lat))

    def ground(self, bx, by):
        """Board coordinates to metres, by iteration."""
        tx, ty = bx / 1000, by / 1000
        x, y = tx, ty
        for _ in range(200):
            u, v = self.warp.at(x, y)
            ex, ey = x + u - tx, y + v - ty
            x, y = x - 0.55 * ex, y - 0.55 * ey
            if abs(ex) < 1e-4 and abs(ey) < 1e-4:
                break
        dx, dy = x + self.shift[0], -(y + self.shift[1])
        c, s = math.cos(self.turn), math.sin(self.turn)
        return (self.origin[0] + (dx * c - dy * s) * self.scale,
                self.origin[1] + (dx * s + dy * c) * self.scale)


def _csv(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))
