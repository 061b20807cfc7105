"""An area board: areas drawn by hand over the real ground, carried to board coordinates.

The outlines, colours and neighbours are given (w200-*.csv, w200-areas.geojson); nothing is
fitted here but the drawing: lines, woods, houses and heights of the same ground.
"""
import csv
import json
import math
import os

from contour import simplify, thin
from houses import Builder, Site
from mapfile import Text, row
from plane import metres
from relief import Relief
from shapes import flat
import shapes

SOURCE = {"rulebook": "rulebook", "history": "geography", "reconstructed": "judgement"}
STACKING = {"green": 4, "yellow": 2, "red": 1}         # black areas have no limit
CORPS = {"III Cav": "IIIC", "IV Cav": "IVC", "Guard": "G", "Army": "army"}
DRAWN = ("woods", "forest", "marsh", "pond", "orchard")
HEIGHT_STEP = 200.0
MARGIN = 300.0


class AreaBoard:
    def __init__(self, name, geo, recipe, overrides):
        self.id, self.geo, self.recipe, self.overrides = name, geo, recipe, overrides
        self.prefix = recipe.areas
        self.scale = float(next(w for w in recipe.header if w[0] == "scale")[1])
        self.areas = self._csv("areas")
        self.links = self._csv("adjacency")
        self.icons = self._csv("icons")
        path = os.path.join(geo.folder, self.prefix + "-areas.geojson")
        with open(path, encoding="utf-8") as f:
            features = json.load(f)["features"]
        self.rings = {p["properties"]["number"]: p["geometry"]["coordinates"][0]
                      for p in features}
        lons = [x for r in self.rings.values() for x, _ in r]
        lats = [y for r in self.rings.values() for _, y in r]
        self.west, self.north = metres(min(lons), max(lats))
        self.size = self.at(max(lons), min(lats))

    def _csv(self, name):
        path = os.path.join(self.geo.folder, f"{self.prefix}-{name}.csv")
        with open(path, encoding="utf-8", newline="") as f:
            return list(csv.DictReader(f))

    def at(self, lon, lat):
        """Board coordinates: 1000 is the scale line's distance, 0,0 the north-west corner."""
        x, y = metres(lon, lat)
        return (x - self.west) * 1000 / self.scale, (self.north - y) * 1000 / self.scale

    # ---- what the rules read

    def map_lines(self):
        out = list(self.recipe.header)
        for a in self.areas:
            out.append(self._area(a))
            out += self._values(a)
        for link in self.links:
            kind = link["border_kind"].replace(" ", "-")
            words = ("link", link["a"], link["b"])
            out.append(words + (("judgement",) if kind == "open" else (kind, "geography")))
        return out + self.recipe.fixed + self.recipe.facts

    @staticmethod
    def _area(a):
        features = [a["start_owner"]]
        features += ["star"] if a["victory"] == "yes" else []
        features += ["sunken-road"] if a["chemin_creux"] == "yes" else []
        features += ["hq"] if a["hq"] else []
        return ("area", a["number"], a["colour"], "0", SOURCE[a["source"]], Text(a["name"]),
                *features)

    @staticmethod
    def _values(a):
        """The bonus is printed in the book for area 27 alone, the limit for 52."""
        told = "rulebook" if a["number"] == "27" else "judgement"
        out = [("value", a["number"], "bonus", a["terrain_bonus"], told)]
        if a["colour"] in STACKING:
            told = "rulebook" if a["number"] == "52" else "judgement"
            out.append(("value", a["number"], "stacking", str(STACKING[a["colour"]]), told))
        return out

    def more_files(self):
        out = ["# Waterloo 200: the set-up icons printed on the map.",
               "#",
               "#     icon AREA SIDE CORPS ARM COUNT SOURCE [\"note\"]",
               "#",
               "# SIDE british or french; CORPS as in the counters (army: the Strategic Leader;",
               "# brunswick: the light blue and black icons of R Corps); ARM leader, infantry,",
               "# cavalry, artillery; COUNT icons of this kind in the area.  Made by",
               "# tools/maps/make.py from data/geo/w200-icons.csv: put your own copy's icons there.",
               ""]
        for i in self.icons:
            corps = CORPS.get(i["corps"], i["corps"])
            if i["corps_colour"] == "light blue/black":
                corps = "brunswick"
            note = f' "{i["note"]}"' if i["note"] else ""
            out.append(f'icon {i["area"]} {i["side"]} {corps} {i["arm"]} {i["count"]} '
                       f'{SOURCE[i["source"]]}{note}')
        return {"icons.txt": "\n".join(out) + "\n"}

    def ground(self):
        return AreaGround(self)


class AreaGround:
    def __init__(self, board):
        self.board = board
        self.relief = Relief(board.geo.heights, board.geo.lines)
        self.curves = self._curves()

    def text(self, preamble):
        w, h = self.board.size
        out = ["# " + s if s else "#" for s in preamble] + ["", row("frame", 0, 0, w, h)]
        for title, some in (
                ("areas: their outlines, and where the number stands", self._outlines()),
                ("where the armies' ground meets at the start", self._start_line()),
                ("waters, from source to mouth; roads; hedges; crests", self._lines()),
                ("woods, waters and wet ground", self._shapes()),
                ("buildings", self._houses()),
                (f"heights on a lattice of {HEIGHT_STEP:.0f}, row by row from the north-west",
                 self._heights())):
            if some:
                out += ["", "# " + title] + some
        return "\n".join(out) + "\n"

    def _outlines(self):
        out = []
        for a in self.board.areas:
            ring = [self.board.at(*p) for p in self.board.rings[int(a["number"])]]
            out.append(row("outline", a["number"], *flat(ring[:-1])))
            out.append(row("centre", a["number"],
                            *self.board.at(float(a["lon"]), float(a["lat"]))))
        return out

    def _start_line(self):
        """The border between British and French ground, as chains of points."""
        owner = {int(a["number"]): a["start_owner"] for a in self.board.areas}
        edges = {}
        for n, ring in self.board.rings.items():
            for a, b in zip(ring, ring[1:]):
                edges.setdefault(frozenset((tuple(a), tuple(b))), []).append(n)
        left = {}
        for e, who in edges.items():
            if len(who) == 2 and {owner[k] for k in who} == {"british", "french"}:
                a, b = sorted(e)
                left.setdefault(a, []).append(b)
                left.setdefault(b, []).append(a)
        out = []
        while left:
            ends = sorted(p for p in left if len(left[p]) == 1) or sorted(left)
            chain = [ends[0]]
            while chain[-1] in left:
                here = chain[-1]
                nxt = min(left[here])
                for p, q in ((here, nxt), (nxt, here)):
                    left[p].remove(q)
                    if not left[p]:
                        del left[p]
                chain.append(nxt)
            out.append(row("line", "start", Text(""), *flat([self.board.at(*p) for p in chain])))
        return out

    def _near(self, pts):
        w, h = self.board.size
        return any(-MARGIN < x < w + MARGIN and -MARGIN < y < h + MARGIN for x, y in pts)

    def _curves(self):
        """(kind, label, points) of every line on the board, cut a little outside it."""
        out, b = [], self.board
        for geo in b.geo.lines:
            kind = b.recipe.ways.get(geo.kind) or b.recipe.waters.get(geo.kind)
            kind = {"hedge": "hedge", "ridge_crest": "crest"}.get(geo.kind, kind)
            if geo.scope not in b.recipe.scopes or not kind or geo.name in b.recipe.skips:
                continue
            pts = shapes.spline([b.at(p[0], p[1]) for p in geo.points], 6)
            run = []
            for p in shapes.densify(pts, 100.0) + [None]:
                if p is not None and self._near([p]):
                    run.append(p)
                    continue
                if len(run) > 1:
                    out.append((kind, geo.label, thin(run, 4.0)))
                run = []
        order = ("river", "stream", "highway", "road", "track", "hedge", "crest")
        return sorted(out, key=lambda c: (order.index(c[0]), c[1], c[2][0]))

    def _lines(self):
        return [row("line", kind, Text(label), *flat(pts)) for kind, label, pts in self.curves]

    def _shapes(self):
        out, b = [], self.board
        for area in b.geo.areas:
            kind = area.kind
            if kind not in DRAWN or area.name in b.recipe.skips:
                continue
            ring = [b.at(*p) for p in area.rings[0]]
            if ring[0] == ring[-1]:
                ring = ring[:-1]
            if not self._near(ring):
                continue
            ring = shapes.spline(ring, 5, True)
            if kind in ("woods", "forest"):
                ring = [(x + 26 * shapes.noise(21, x, y, 150), y + 26 * shapes.noise(22, x, y, 150))
                        for x, y in shapes.densify(ring + ring[:1], 45.0)[:-1]]
            out.append(row("shape", kind, Text(area.label), *flat(simplify(ring, 4.0))))
        return out

    def _houses(self):
        b, sites = self.board, []
        kinds = {"village": ("village", 0.9), "hamlet": ("village", 0.55), "farm": ("court", 0.62),
                 "chateau": ("court", 0.8), "inn": ("lone", 1.0), "mill": ("lone", 1.0)}
        for p in b.geo.places:
            x, y = b.at(p.lon, p.lat)
            if p.kind in kinds and self._near([(x, y)]) and p.name not in b.recipe.skips:
                kind, size = kinds[p.kind]
                sites.append(Site(kind, x, y, church=p.kind == "village", size=size))
        roads = [pts for kind, _, pts in self.curves if kind in ("highway", "road", "track")]
        waters = [pts for kind, _, pts in self.curves if kind in ("river", "stream")]
        real = [pts for kind, _, pts in self.curves if kind in ("highway", "road")]
        return Builder(roads, waters, real).build(sites).lines()

    def _heights(self):
        w, h = self.board.size
        out, b = [], self.board
        for j in range(-1, math.ceil(h / HEIGHT_STEP) + 2):
            for i in range(-1, math.ceil(w / HEIGHT_STEP) + 2):
                x, y = i * HEIGHT_STEP, j * HEIGHT_STEP
                z = self.relief.at(b.west + x * b.scale / 1000, b.north - y * b.scale / 1000)
                out.append(row("height", x, y, z))
        return out
