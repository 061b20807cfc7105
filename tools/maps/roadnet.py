"""How roads are drawn: one point a hex, one a hexside, shared by all roads that meet there.

The points are relaxed: as straight as may be, near the real line, within their hexes.
"""
import math

from shapes import toward
import shapes


class RoadNet:
    """The roads and tracks of a board as curves."""
    TURNS = 140

    def __init__(self, board):
        self.board, self.grid = board, board.grid
        self.rank = {w: i for i, w in enumerate(["track"] + board.ways)}
        self.steps, self.exits, self.real = {}, {}, {}
        self._collect()
        self._start()
        for _ in range(self.TURNS):
            self._relax()

    def _collect(self):
        r = self.board.roads
        for line, way, label, points, chain, rim in r.chains:
            self.real.setdefault(label, []).append(points)
            if way != "-":
                continue
            for a, b in zip(chain, chain[1:]):
                self.steps.setdefault(self.board.order(a, b), ("track", label))
            for leaves, end in ((rim[0], 0), (rim[1], -1)):
                if leaves:
                    self._rim_exit(label, chain[end], points[end])
        self.steps.update(r.steps)
        for (cell, d), (way, label) in r.exits.items():
            self.exits[(cell, self.grid.neighbour(cell, d))] = (way, label)

    def _rim_exit(self, label, cell, rim):
        """A track runs over the rim by the side nearest to where the real one did."""
        off = [n for n in self.grid.neighbours(cell) if not self.grid.on(n)]
        if off:
            n = min(off, key=lambda c: ((self.grid.centre(c)[0] - rim[0]) ** 2
                                        + (self.grid.centre(c)[1] - rim[1]) ** 2, c))
            self.exits.setdefault((cell, n), ("track", label))

    def _start(self):
        self.links = {}
        for s, what in list(self.steps.items()) + list(self.exits.items()):
            a, b = s
            self.links.setdefault(a, []).append((s, what))
            if self.grid.on(b):
                self.links.setdefault(b, []).append((s, what))
        self.goal, self.node, self.t, self.goal_t = {}, {}, {}, {}
        for cell in sorted(self.links):
            self.goal[cell] = self.node[cell] = self._real_point(cell)
        for s in sorted(list(self.steps) + list(self.exits)):
            label = (self.steps.get(s) or self.exits[s])[1]
            self.t[s] = self.goal_t[s] = self._real_cross(s, label)

    def _real_point(self, cell):
        c, pts = self.grid.centre(cell), []
        for label in sorted({w[1] for _, w in self.links[cell]}):
            for line in self.real.get(label, ()):
                d, _, p = shapes.nearest(line, *c)
                if d < 900:
                    pts.append(p)
        if not pts:
            return c
        x, y = sum(p[0] for p in pts) / len(pts), sum(p[1] for p in pts) / len(pts)
        return toward(c, (x, y), 200.0)

    def _real_cross(self, s, label):
        a, b = self.grid.side(*s)
        best = None
        for line in self.real.get(label, ()):
            d, _, p = shapes.nearest(line, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            if best is None or d < best[0]:
                best = (d, p)
        if best is None:
            return 0.5
        dx, dy = b[0] - a[0], b[1] - a[1]
        t = ((best[1][0] - a[0]) * dx + (best[1][1] - a[1]) * dy) / (dx * dx + dy * dy)
        return min(0.78, max(0.22, t))

    def cross(self, s):
        a, b = self.grid.side(*s)
        t = self.t[s]
        return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)

    def _relax(self):
        new = {}
        for cell, links in self.links.items():
            top = max(self.rank[w[0]] for _, w in links)
            chief = [s for s, w in links if self.rank[w[0]] == top]
            p, g = self.node[cell], self.goal[cell]
            if len(chief) >= 2:
                pts = [self.cross(s) for s in chief]
                m = (sum(q[0] for q in pts) / len(pts), sum(q[1] for q in pts) / len(pts))
            else:
                q = self.cross(chief[0])
                m = (q[0] * 0.2 + p[0] * 0.8, q[1] * 0.2 + p[1] * 0.8)
            new[cell] = toward(self.grid.centre(cell),
                                (p[0] * 0.45 + m[0] * 0.45 + g[0] * 0.10,
                                 p[1] * 0.45 + m[1] * 0.45 + g[1] * 0.10), 240.0)
        self.node = new
        for s in self.t:
            if s in self.steps:
                self.t[s] = self._straight(s)

    def _straight(self, s):
        a, b = self.grid.side(*s)
        p, q = self.node[s[0]], self.node[s[1]]
        dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
        den = dx * ey - dy * ex
        t = 0.5 if abs(den) < 1e-9 else ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / den
        return min(0.76, max(0.24, 0.5 * self.t[s] + 0.42 * t + 0.08 * self.goal_t[s]))

    def curves(self):
        """(way, label, points) of every road, chain by chain."""
        groups = {}
        for s, what in list(self.steps.items()) + list(self.exits.items()):
            groups.setdefault(what, set()).add(s)
        out = []
        for (way, label), sides in sorted(groups.items()):
            left = set(sides)
            while left:
                out.append((way, label, self._curve(self._chain(left))))
        return out

    def _chain(self, left):
        deg = {}
        for s in sorted(left):
            for c in s:
                deg[c] = deg.get(c, 0) + 1
        ends = sorted(c for c in deg if deg[c] == 1 or not self.grid.on(c)) or sorted(deg)
        here = ends[0]
        chain = [here]
        while True:
            nxt = [s for s in sorted(left) if here in s]
            if not nxt or (len(chain) > 1 and not self.grid.on(here)):
                return chain
            left.discard(nxt[0])
            a, b = nxt[0]
            here = b if here == a else a
            chain.append(here)

    def _curve(self, chain):
        pts = []
        for i, c in enumerate(chain):
            if i:
                s = (chain[i - 1], c)
                s = s if s in self.t else (c, chain[i - 1])
                pts.append(self.cross(s))
            if self.grid.on(c):
                pts.append(self.node[c])
        if not self.grid.on(chain[0]):
            pts.insert(0, _past(pts[1], pts[0], 300.0))
        if not self.grid.on(chain[-1]):
            pts.append(_past(pts[-2], pts[-1], 300.0))
        return shapes.spline(pts, 5)


def _past(a, b, d):
    n = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] + (b[0] - a[0]) / n * d, b[1] + (b[1] - a[1]) / n * d)
