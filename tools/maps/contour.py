"""Outlines of a field of numbers: marching squares, and the smoothing that goes with it."""


def blur(field, times=1):
    """Mean over three by three, edges kept."""
    for _ in range(times):
        for turn in range(2):
            out = []
            for row in field:
                n = len(row)
                out.append([(row[max(0, i - 1)] + row[i] + row[min(n - 1, i + 1)]) / 3.0
                            for i in range(n)])
            field = [list(c) for c in zip(*out)]
    return field


def closed(field):
    """The field with an empty rim, so that every outline is closed."""
    w = len(field[0])
    return ([[0.0] * w] + [[0.0] + row[1:-1] + [0.0] for row in field[1:-1]] + [[0.0] * w])


def rings(field, x0, y0, step, at=0.5):
    """Closed outlines of what is above at; outer rings and holes alike."""
    h, w = len(field), len(field[0])
    segs = {}
    for j in range(h - 1):
        top, low = field[j], field[j + 1]
        for i in range(w - 1):
            a, b, c, d = top[i] > at, top[i + 1] > at, low[i + 1] > at, low[i] > at
            code = a * 8 + b * 4 + c * 2 + d
            if code in (0, 15):
                continue
            for s, e in _CASES[code]:
                segs.setdefault((s[0] + i, s[1] + j, s[2]), []).append(
                    (e[0] + i, e[1] + j, e[2]))
    out = []
    while segs:
        start = min(segs)
        ring, here = [], start
        while here in segs:
            ring.append(here)
            nxt = segs[here].pop()
            if not segs[here]:
                del segs[here]
            here = nxt
        out.append([_point(field, k, x0, y0, step, at) for k in ring])
    return [r for r in out if len(r) > 3]


# Edge keys: (column, row, 0) the edge to the right of a node, (column, row, 1) the edge below.
_T, _R, _B, _L = (0, 0, 0), (1, 0, 1), (0, 1, 0), (0, 0, 1)
_CASES = {1: [(_L, _B)], 2: [(_B, _R)], 3: [(_L, _R)], 4: [(_R, _T)], 5: [(_R, _T), (_L, _B)],
          6: [(_B, _T)], 7: [(_L, _T)], 8: [(_T, _L)], 9: [(_T, _B)], 10: [(_T, _L), (_B, _R)],
          11: [(_T, _R)], 12: [(_R, _L)], 13: [(_R, _B)], 14: [(_B, _L)]}


def _point(field, key, x0, y0, step, at):
    i, j, down = key
    a = field[j][i]
    b = field[j + 1][i] if down else field[j][i + 1]
    t = 0.5 if a == b else (at - a) / (b - a)
    return (x0 + (i + (0 if down else t)) * step, y0 + (j + (t if down else 0)) * step)


def area(ring):
    s = 0.0
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
        s += x1 * y2 - x2 * y1
    return s / 2.0


def simplify(ring, tolerance):
    """Douglas and Peucker, for a closed ring."""
    if len(ring) < 8:
        return ring
    far = max(range(len(ring)), key=lambda i: (ring[i][0] - ring[0][0]) ** 2
              + (ring[i][1] - ring[0][1]) ** 2)
    one = thin(ring[:far + 1], tolerance)
    two = thin(ring[far:] + ring[:1], tolerance)
    return one[:-1] + two[:-1]


def thin(points, tolerance):
    """Douglas and Peucker, for an open line."""
    keep, todo = {0, len(points) - 1}, [(0, len(points) - 1)]
    while todo:
        a, b = todo.pop()
        (ax, ay), (bx, by) = points[a], points[b]
        dx, dy = bx - ax, by - ay
        length2 = dx * dx + dy * dy
        worst, where = tolerance, None
        for i in range(a + 1, b):
            px, py = points[i][0] - ax, points[i][1] - ay
            t = 0.0 if length2 == 0 else min(1.0, max(0.0, (px * dx + py * dy) / length2))
            d = ((px - t * dx) ** 2 + (py - t * dy) ** 2) ** 0.5
            if d > worst:
                worst, where = d, i
        if where is not None:
            keep.add(where)
            todo += [(a, where), (where, b)]
    return [points[i] for i in sorted(keep)]
