"""ground.txt agrees with map.txt: waters on their hexsides, roads in their hexes, woods over
theirs; every area has its outline and its number inside it."""
import math

from boards import Map, hex_maps
from harness import check
from mapfile import DIRECTIONS
import shapes

BANK = 130.0                    # a stream's farthest from its hexsides


def numbers(words):
    v = [int(x) for x in words]
    return list(zip(v[::2], v[1::2]))


def waters(m):
    g, sides = m.grid, []
    for w in m.of("side"):
        if w[3] in ("river", "stream"):
            a = g.cell(w[1])
            b = g.neighbour(a, w[2]) if w[2] in DIRECTIONS else g.cell(w[2])
            sides.append(g.side(a, b))
    worst = 0.0
    for w in m.ground:
        if w[0] == "line" and w[1] in ("river", "stream"):
            for x, y in numbers(w[3:]):
                if g.on(g.at(x, y)):
                    near = [s for s in sides if abs(s[0][0] - x) < 900 and abs(s[0][1] - y) < 900]
                    worst = max(worst, min((shapes.nearest(s, x, y)[0] for s in near), default=9e9))
    check(f"{m.folder}: waters keep to their hexsides", worst < BANK, round(worst))


def roads(m):
    g, pairs, stray = m.grid, m.roads(), 0
    for w in m.ground:
        if w[0] == "line" and w[1] in ("highway", "road", "trail"):
            for x, y in shapes.densify(numbers(w[3:]), 60.0):
                cell = g.at(x, y)
                stray += g.on(cell) and g.number(cell) not in pairs
    check(f"{m.folder}: roads keep to their hexes", stray == 0, stray)


def woods(m, kind):
    g, rings, holes = m.grid, [], []
    for w in m.ground:
        if w[0] == "shape" and w[1] == kind:
            rings.append(numbers(w[3:]))
        elif w[0] == "hole":
            holes.append(numbers(w[1:]))
    boxes = [shapes.box(r) for r in rings]
    thin, fat = [], []
    for n in m.cells:
        if m.terrain(n) == "part-woods":
            continue
        cx, cy = g.centre(g.cell(n))
        pts = [(cx + 380 * r * math.cos(t), cy + 380 * r * math.sin(t))
               for r in (0.3, 0.6, 0.9) for t in (k * math.pi / 6 for k in range(12))]
        hit = sum(any(b[0] <= x <= b[2] and b[1] <= y <= b[3] and shapes.inside(r, x, y)
                      for r, b in zip(rings, boxes))
                  and not any(shapes.inside(h, x, y) for h in holes) for x, y in pts) / len(pts)
        if m.terrain(n) == kind and hit < 0.8:
            thin.append(n)
        if m.terrain(n) != kind and hit > 0.25:
            fat.append(n)
    check(f"{m.folder}: {kind} covers its hexes and no others", not thin and not fat,
          f"{thin[:5]} {fat[:5]}")


def areas():
    m = Map("waterloo-200")
    rings = {w[1]: numbers(w[2:]) for w in m.ground if w[0] == "outline"}
    centre = {w[1]: (int(w[2]), int(w[3])) for w in m.ground if w[0] == "centre"}
    check("waterloo-200: every area has an outline, and its number inside it",
          set(rings) == set(m.cells) and all(shapes.inside(rings[n], *centre[n]) for n in rings))
    edges = {}
    for n, ring in rings.items():
        for a, b in zip(ring, ring[1:] + ring[:1]):
            edges.setdefault(frozenset((a, b)), set()).add(n)
    touch = {}
    for e, who in edges.items():
        if len(who) == 2 and len(e) == 2:
            a, b = tuple(e)
            pair = tuple(sorted(who, key=int))
            touch[pair] = touch.get(pair, 0.0) + math.dist(a, b)
    links = {tuple(sorted((w[1], w[2]), key=int)) for w in m.of("link")}
    check("waterloo-200: the links are the borders drawn", links
          == {p for p, length in touch.items() if length > 80.0})


def run():
    for m in hex_maps():
        waters(m)
        roads(m)
        for kind in ("woods", "forest"):
            if any(m.terrain(n) == kind for n in m.cells):
                woods(m, kind)
    areas()
