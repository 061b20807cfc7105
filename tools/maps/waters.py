"""Streams and rivers as hexsides.

A side is wet if the straight line between the reference points of its two hexes crosses the
water line an odd number of times.  Around any corner of three hexes the number of wet sides
is then even unless the water ends there: every water is an unbroken chain.  Where a chain
leaves the map and comes back a little later, the rim sides between are wet too; where a mouth
ends a side or two away from the water it falls into, it is led there.
"""
import shapes

REPAIR = 4                      # longest gap, in sides, between a mouth and its water
RIM_GAP = 4                     # longest run of rim sides that joins two parts of a water


class Waters:
    def __init__(self, board):
        self.board, self.grid = board, board.grid
        self.sides = {}         # (a, b) -> {kind: label}; b may lie off the map
        self.courses = []       # (kind, label, points, own sides), greatest first
        todo = []
        for line, points in board.lines:
            kind = board.recipe.waters.get(line.kind_on(board.id))
            if kind and kind != "-":
                todo.append((kind != "river", -shapes.length(points), line.name, line, points))
        for small, _, _, line, points in sorted(todo, key=lambda t: t[:3]):
            self._lay(line, "stream" if small else "river", points)
        for i in range(len(self.courses)):
            self._join(i)
        self._ponds()
        self._hand()

    def _lay(self, line, kind, points):
        own = self.board.sides_crossed(points)
        inner = {s for s in own if self.grid.on(s[1])}
        own = inner | self._rim(own - inner, inner)
        if not inner:
            return
        own = {s for s in own if s not in self.sides}      # the greater water keeps its sides
        for s in own:
            self.sides[s] = {kind: line.label}
        self.courses.append((kind, line.label, points, own))

    def _rim(self, rim, inner):
        """Rim sides that join two parts of the chain inside the map."""
        ends = {}
        for s in inner:
            for v in self.board.corners_of(s):
                ends.setdefault(v, set()).add(s)
        left, keep = set(rim), set()
        while left:
            run, front = set(), [min(left)]
            while front:
                s = front.pop()
                if s not in left:
                    continue
                left.discard(s)
                run.add(s)
                mine = set(self.board.corners_of(s))
                front += [t for t in sorted(left) if mine & set(self.board.corners_of(t))]
            touch = {v for s in run for v in self.board.corners_of(s) if v in ends}
            if len(touch) >= 2 and len(run) <= RIM_GAP:
                keep |= run
        return keep

    def _join(self, i):
        """Lead a mouth that stops short of its water over the few sides between."""
        kind, label, points, own = self.courses[i]
        if not own:
            return
        mouth = self.chains(own, points[0])[-1][-1]
        if any(not self.grid.on(c) for c in self.board.cells_at(mouth)):
            return
        goal = {v for s in self.sides if s not in own for v in self.board.corners_of(s)}
        way = self._shortest(mouth, goal, points[-1])
        own |= set(way)
        for s in way:
            self.sides.setdefault(s, {})[kind] = label

    def _shortest(self, start, goal, near):
        """Sides from a corner to the nearest of the goal, at most REPAIR; [] if there is none."""
        ways = {start: []}
        for _ in range(REPAIR):
            done = sorted((self._stray(ways[v], near), v) for v in ways if v in goal)
            if done:
                return ways[done[0][1]]
            new = {}
            for v in sorted(ways):
                for s in self._sides_at(v):
                    a, b = self.board.corners_of(s)
                    to, way = (b if a == v else a), ways[v] + [s]
                    if to not in ways and (to not in new or self._stray(way, near)
                                           < self._stray(new[to], near)):
                        new[to] = way
            ways.update(new)
        return []

    def _sides_at(self, corner):
        cells = [c for c in self.board.cells_at(corner) if self.grid.on(c)]
        return [self.board.order(a, b) for a in cells for b in cells
                if self.grid.number(a) < self.grid.number(b)]

    def _stray(self, way, near):
        """How far a way of sides lies from a point."""
        out = 0.0
        for s in way:
            (ax, ay), (bx, by) = self.grid.side(*s)
            out += abs((ax + bx) / 2 - near[0]) + abs((ay + by) / 2 - near[1])
        return out

    def _ponds(self):
        """A wet side is a pond where the water crosses inside a pond."""
        if "pond" not in self.board.borders:
            return
        ponds = [(a, rings[0]) for a, rings, _ in self.board.areas if a.kind == "pond"]
        for s in sorted(self.sides):
            a, b = s
            (x1, y1), (x2, y2) = self.board.reference(a), self.board.reference(b)
            for area, ring in ponds:
                hits = sum(1 for k in range(9) if shapes.inside(
                    ring, x1 + (x2 - x1) * k / 8, y1 + (y2 - y1) * k / 8))
                if hits:
                    self.sides[s]["pond"] = area.label

    def _hand(self):
        o = self.board.overrides
        for words in self.board.recipe.of("side") + o.of("side"):
            if words[3] in ("river", "stream", "pond"):
                self.sides.setdefault(self.board.pair(words[1], words[2]), {})[words[3]] = (
                    str(words[5]) if len(words) > 5 else "")
        for words in o.gone.values():
            if words[0] == "side" and words[3] in ("river", "stream", "pond"):
                kinds = self.sides.get(self.board.pair(words[1], words[2]), {})
                kinds.pop(words[3], None)
        self.sides = {s: k for s, k in self.sides.items() if k}

    def wet(self, a, b):
        s = (a, b) if (a, b) in self.sides else (b, a)
        return self.sides.get(s, {})

    def springs(self):
        """(corner, kind, label) of every water that begins inside the map."""
        used = {}
        for s in self.sides:
            for v in self.board.corners_of(s):
                used[v] = used.get(v, 0) + 1
        out = []
        for kind, label, points, own in self.courses:
            own = {s for s in own if kind in self.sides.get(s, {})}
            for chain in self.chains(own, points[0])[:1]:
                v = chain[0]
                around = self.board.cells_at(v)
                if used[v] == 1 and all(self.grid.on(c) for c in around):
                    out.append(("/".join(sorted(self.grid.number(c) for c in around)), kind, label))
        return out

    def chains(self, sides, start):
        """The sides as chains of (corner, side, corner, side, ... corner), upstream end first."""
        left, out = set(sides), []
        while left:
            ends = {}
            for s in sorted(left):
                for v in self.board.corners_of(s):
                    ends.setdefault(v, []).append(s)
            loose = [v for v in ends if len(ends[v]) == 1] or list(ends)
            here = min(loose, key=lambda v: ((v[0] - start[0]) ** 2 + (v[1] - start[1]) ** 2, v))
            chain = [here]
            while True:
                nxt = [s for s in sorted(left) if here in self.board.corners_of(s)]
                if not nxt:
                    break
                left.discard(nxt[0])
                a, b = self.board.corners_of(nxt[0])
                here = b if here == a else a
                chain += [nxt[0], here]
            out.append(chain)
        return out
