"""Small plane geometry: polylines, polygons, curves and a noise that is the same everywhere."""
import math


def densify(points, step):
    """The polyline with no stretch longer than step."""
    out = [tuple(points[0])]
    for a, b in zip(points, points[1:]):
        n = max(1, math.ceil(math.hypot(b[0] - a[0], b[1] - a[1]) / step))
        out += [(a[0] + (b[0] - a[0]) * k / n, a[1] + (b[1] - a[1]) * k / n)
                for k in range(1, n + 1)]
    return out


def nearest(points, x, y):
    """(distance, place along the line, point) of the polyline's nearest point."""
    best, run = (math.inf, 0.0, points[0]), 0.0
    for a, b in zip(points, points[1:]):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length2 = dx * dx + dy * dy
        t = 0.0 if length2 == 0 else ((x - a[0]) * dx + (y - a[1]) * dy) / length2
        t = min(1.0, max(0.0, t))
        p = (a[0] + t * dx, a[1] + t * dy)
        d = math.hypot(p[0] - x, p[1] - y)
        length = math.sqrt(length2)
        if d < best[0]:
            best = (d, run + t * length, p)
        run += length
    return best


def crossings(points, a, b):
    """How often the polyline crosses the segment from a to b."""
    n, box = 0, (min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1]))
    for p, q in zip(points, points[1:]):
        if max(p[0], q[0]) < box[0] or min(p[0], q[0]) > box[1]:
            continue
        if max(p[1], q[1]) < box[2] or min(p[1], q[1]) > box[3]:
            continue
        if _left(a, b, p) != _left(a, b, q) and _left(p, q, a) != _left(p, q, b):
            n += 1
    return n


def _left(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0


def box(points):
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def inside(ring, x, y):
    """Is the point inside the closed ring?"""
    odd = False
    j = len(ring) - 1
    for i in range(len(ring)):
        (xi, yi), (xj, yj) = ring[i], ring[j]
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            odd = not odd
        j = i
    return odd


def flat(points):
    """x y x y ... of the points."""
    return [v for p in points for v in p]


def toward(c, p, most):
    """The point p, drawn to c until it is no farther from it than most."""
    d = math.hypot(p[0] - c[0], p[1] - c[1])
    k = 1.0 if d <= most else most / d
    return (c[0] + (p[0] - c[0]) * k, c[1] + (p[1] - c[1]) * k)


def length(points):
    return sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:]))


def spline(points, n, closed=False):
    """Centripetal Catmull-Rom curve, n points a stretch."""
    p = [tuple(q) for i, q in enumerate(points) if i == 0 or q != points[i - 1]]
    if len(p) < 3:
        return p
    if closed:
        p = [p[-1]] + p + [p[0], p[1]]
    else:
        p = ([(2 * p[0][0] - p[1][0], 2 * p[0][1] - p[1][1])] + p
             + [(2 * p[-1][0] - p[-2][0], 2 * p[-1][1] - p[-2][1])])
    out = []
    for i in range(1, len(p) - 2):
        p0, p1, p2, p3 = p[i - 1:i + 3]
        t = [0.0]
        for a, b in ((p0, p1), (p1, p2), (p2, p3)):
            t.append(t[-1] + max(1e-6, math.hypot(b[0] - a[0], b[1] - a[1])) ** 0.5)
        for k in range(n):
            u = t[1] + (t[2] - t[1]) * k / n
            out.append(_barry(p0, p1, p2, p3, t, u))
    if not closed:
        out.append(p[-2])
    return out


def _barry(p0, p1, p2, p3, t, u):
    def mix(a, b, s, e):
        w = (u - s) / (e - s)
        return (a[0] + (b[0] - a[0]) * w, a[1] + (b[1] - a[1]) * w)
    a1, a2, a3 = (mix(p0, p1, t[0], t[1]), mix(p1, p2, t[1], t[2]), mix(p2, p3, t[2], t[3]))
    return mix(mix(a1, a2, t[0], t[2]), mix(a2, a3, t[1], t[3]), t[1], t[2])


def hash01(*keys):
    """A number from 0 to 1 that depends on the integers given, and on nothing else."""
    h = 2166136261
    for k in keys:
        for shift in (0, 8, 16, 24):
            h = ((h ^ ((int(k) >> shift) & 255)) * 16777619) & 0xFFFFFFFF
    h ^= h >> 15
    h = (h * 2246822519) & 0xFFFFFFFF
    h ^= h >> 13
    return h / 4294967296.0


_LATTICE = {}


def _knot(seed, i, j):
    k = (seed, i, j)
    if k not in _LATTICE:
        _LATTICE[k] = hash01(seed, i & 0xFFFF, j & 0xFFFF) * 2 - 1
    return _LATTICE[k]


def noise(seed, x, y, scale):
    """Smooth noise from -1 to 1; features about scale units wide."""
    x, y = x / scale, y / scale
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = _knot(seed, i, j) * (1 - u) + _knot(seed, i + 1, j) * u
    low = _knot(seed, i, j + 1) * (1 - u) + _knot(seed, i + 1, j + 1) * u
    return top * (1 - v) + low * v
