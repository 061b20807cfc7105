"""Roads as chains of hexes.

The cheapest chain along the road's line, forced through the places the road touches, with a
penalty for crossing water, so that bridges appear only where the road changes banks, and a
small favour for hexes that already carry a road, so that two roads do not run side by side.
"""
import heapq
import math

import shapes

STRAY = 8.0                     # cost of being one hex off the line, growing with its square
WET = {"stream": 1.8, "river": 4.0, "pond": 40.0}
SHARE = 0.82                    # a step along an existing road of at least this class
TOUCH = 260.0                   # board units: a place this near the line lies on the road
STOPS = ("town", "village", "hamlet", "inn", "crossroads", "farm", "chateau", "bridge")


class Roads:
    def __init__(self, board):
        self.board, self.grid = board, board.grid
        self.steps = {}         # (a, b) -> (way, label)
        self.exits = {}         # (cell, direction) -> (way, label)
        self.chains = []        # (line, way, label, points, [cells], [rim ends])
        rank = {w: i for i, w in enumerate(board.ways)}
        todo = []
        for line, points in board.lines:
            way = board.recipe.ways.get(line.kind_on(board.id))
            if way:
                todo.append((-rank.get(way, -1), line.name, line, way, points))
        todo.sort(key=lambda t: t[:2])
        for _, _, line, way, points in todo:
            for part in self._parts(points):
                self._lay(line, way, part)
        self._hand()

    def _parts(self, points):
        """The stretches of a line that lie on the map."""
        dense, out, run = shapes.densify(points, 60.0), [], []
        for p in dense:
            if self.grid.on(self.grid.at(*p)):
                run.append(p)
            else:
                if run:
                    out.append((run, len(run) < len(dense)))
                run = []
        if run:
            out.append((run, False))
        parts = []
        for run, _ in out:
            if shapes.length(run) > 600.0:
                parts.append((run, run[0] != dense[0], run[-1] != dense[-1]))
        return parts

    def _lay(self, line, way, part):
        points, from_rim, to_rim = part
        stops = self._stops(line, points)
        chain = [stops[0]]
        for a, b in zip(stops, stops[1:]):
            chain += self._path(a, b, points, way)[1:]
        chain = _unloop(chain)
        label = line.label
        if len(chain) > 1 or from_rim or to_rim:
            self.chains.append((line, way, label, points, chain, (from_rim, to_rim)))
        if way == "-":
            return
        for a, b in zip(chain, chain[1:]):
            self._put(a, b, way, label)
        if from_rim:
            self._exit(chain[0], points[0], points[min(8, len(points) - 1)], way, label)
        if to_rim:
            self._exit(chain[-1], points[-1], points[max(0, len(points) - 9)], way, label)

    def _put(self, a, b, way, label):
        s = self.board.order(a, b)
        have = self.steps.get(s)
        rank = self.board.ways.index
        if have is None or rank(way) > rank(have[0]):
            self.steps[s] = (way, label)

    def _stops(self, line, points):
        """First cell, the cells of places on the way, last cell; in the order of the line."""
        vias = self.board.recipe.vias.get(line.name, [])
        found = [] if "only" in vias else self._places_on(points)
        for number in vias:
            if number != "only":
                cell = self.grid.cell(number)
                d, along, _ = shapes.nearest(points, *self.grid.centre(cell))
                if d < 1400.0:                # else it belongs to another stretch of the road
                    found.append((along, cell))
        first = (0.0, self.grid.at(*points[0]))
        last = (shapes.length(points), self.grid.at(*points[-1]))
        for number in self.board.recipe.ends.get(line.name, ()):
            cell = self.grid.cell(number)
            d, along, _ = shapes.nearest(points, *self.grid.centre(cell))
            if d < 1400.0 and along < last[0] / 2:
                first = (along, cell)
            elif d < 1400.0:
                last = (along, cell)
        cells = [first[1]] + [c for at, c in sorted(found) if first[0] < at < last[0]] + [last[1]]
        return [c for i, c in enumerate(cells) if i == 0 or c != cells[i - 1]]

    def _places_on(self, points):
        """(way along the line, cell) of the places a road touches."""
        found, bx = [], shapes.box(points)
        kinds = self.board.recipe.stops or STOPS
        for place, x, y in self.board.places:
            if place.kind not in kinds or not (bx[0] - TOUCH < x < bx[2] + TOUCH
                                               and bx[1] - TOUCH < y < bx[3] + TOUCH):
                continue
            cell = self.grid.at(x, y)
            d, along, _ = shapes.nearest(points, x, y)
            if d <= TOUCH and self.grid.on(cell):
                found.append((along, cell))
        return found

    def _path(self, start, goal, points, way):
        off = {}

        def stray(cell):
            if cell not in off:
                x, y = self.grid.centre(cell)
                off[cell] = min(shapes.nearest(points, x, y)[0],
                                shapes.nearest(points, *self.board.cells.reference[cell])[0])
            return off[cell] / 1000.0

        best, heap = {start: 0.0}, [(0.0, self.grid.number(start), start, None)]
        back = {}
        while heap:
            cost, _, cell, came = heapq.heappop(heap)
            if cell in back:
                continue
            back[cell] = came
            if cell == goal:
                break
            for n in self.grid.near(cell):
                c = cost + self._step(cell, n, stray(n), way)
                if n not in best or c < best[n] - 1e-12:
                    best[n] = c
                    heapq.heappush(heap, (c, self.grid.number(n), n, cell))
        chain = [goal]
        while back[chain[-1]] is not None:
            chain.append(back[chain[-1]])
        return chain[::-1]

    def _step(self, a, b, stray, way):
        have = self.steps.get(self.board.order(a, b))
        cost = 1.0 + STRAY * stray * stray
        if have and (way == "-" or self.board.ways.index(have[0]) >= self.board.ways.index(way)):
            cost *= SHARE
        for kind in self.board.waters.wet(a, b):
            cost += WET[kind]
        return cost

    def _exit(self, cell, rim, inner, way, label):
        """The road leaves by the off-map side that lies best in its direction."""
        cx, cy = self.grid.centre(cell)
        dx, dy = rim[0] - inner[0], rim[1] - inner[1]
        best = None
        for d in self.grid.dirs:
            n = self.grid.neighbour(cell, d)
            if self.grid.on(n):
                continue
            nx, ny = self.grid.centre(n)
            near = -math.hypot((cx + nx) / 2 - rim[0], (cy + ny) / 2 - rim[1]) / 500.0
            along = ((nx - cx) * dx + (ny - cy) * dy) / 1000.0 / (math.hypot(dx, dy) or 1.0)
            if best is None or near + along > best[0]:
                best = (near + along, d)
        if best is None:
            return
        k = (cell, best[1])
        have = self.exits.get(k)
        if have is None or self.board.ways.index(way) > self.board.ways.index(have[0]):
            self.exits[k] = (way, label)

    def _hand(self):
        b = self.board
        for words in b.recipe.of("road") + b.overrides.of("road"):
            self.steps[b.order(self.grid.cell(words[1]), self.grid.cell(words[2]))] = (
                words[3], str(words[5]) if len(words) > 5 else "")
        for words in b.recipe.of("exit") + b.overrides.of("exit"):
            self.exits[(self.grid.cell(words[1]), words[2])] = (
                words[3], str(words[5]) if len(words) > 5 else "")
        for words in b.overrides.gone.values():
            if words[0] == "road":
                self.steps.pop(b.order(self.grid.cell(words[1]), self.grid.cell(words[2])), None)
            elif words[0] == "exit":
                self.exits.pop((self.grid.cell(words[1]), words[2]), None)


def _unloop(chain):
    """The chain without detours that come back to a hex already passed."""
    out = []
    for cell in chain:
        if cell in out:
            out = out[:out.index(cell)]
        out.append(cell)
    return out
