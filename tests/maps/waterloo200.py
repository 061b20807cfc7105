"""What the rulebook says of the 115 areas, and how they stand to history and to each other."""
import heapq
import os
from collections import Counter

from boards import Map
from harness import check
import mapfile

CREUX = ["38", "39", "27", "28", "17"]
STARS = {"Mont St. Jean", "La Haie Sainte", "Château de Goumont", "Papelotte", "La Belle Alliance",
         "Plancenoit", "Rossomme"}
COST = {"green": 1, "yellow": 2, "red": 2}
LIMIT = {"green": 4, "yellow": 2, "red": 1}
WANT = {("french", "army"): (1, 0, 0, 0), ("french", "I"): (1, 1, 2, 2),
        ("french", "II"): (1, 1, 2, 2), ("french", "VI"): (1, 1, 2, 1), ("french", "IIIC"): (1, 1, 4, 0),
        ("french", "IVC"): (1, 1, 4, 0), ("french", "G"): (1, 1, 2, 1),
        ("british", "army"): (1, 0, 0, 0), ("british", "I"): (1, 1, 0, 5),
        ("british", "II"): (1, 1, 0, 2), ("british", "R"): (1, 1, 0, 4),
        ("british", "brunswick"): (0, 0, 1, 1), ("british", "C"): (1, 1, 11, 0)}


class Areas(Map):
    def __init__(self):
        super().__init__("waterloo-200")
        path = os.path.join(self.folder, "icons.txt")
        self.icons = [(w[1], w[2], w[3], w[4], int(w[5])) for w in mapfile.lines(path)]
        self.owner = {n: (self.features(n) & {"british", "french", "prussian"}).pop()
                      for n in self.cells}

    def march(self, start, goal, may):
        """Movement points from start to goal over areas that may be passed."""
        best, heap = {start: 0}, [(0, start)]
        while heap:
            cost, here = heapq.heappop(heap)
            if here == goal:
                return cost
            for n in self.near[here]:
                if self.terrain(n) == "black" or not (n == goal or may(n)):
                    continue
                c = cost + COST[self.terrain(n)]
                if c < best.get(n, 99):
                    best[n] = c
                    heapq.heappush(heap, (c, n))
        return 99

    def where(self, side, corps, arm=None):
        return {a for a, s, c, r, _ in self.icons
                if (s, c) == (side, corps) and arm in (None, r)}

    def number(self, name):
        return next(n for n in self.cells if self.name(n) == name)


def test_areas(m):
    check("115 areas, 1 to 115", set(m.cells) == {str(n) for n in range(1, 116)})
    check("every area has a name of its own", len({m.name(n) for n in m.cells} - {""}) == 115)
    check("one red area, 52", [n for n in m.cells if m.terrain(n) == "red"] == ["52"])
    check("three black areas, 10, 50, 79", {n for n in m.cells if m.terrain(n) == "black"}
          == {"10", "50", "79"} == {n for n in m.cells if m.owner[n] == "prussian"})
    check("seven stars", {m.name(n) for n in m.cells if "star" in m.features(n)} == STARS)
    check("five areas of the sunken road", {n for n in m.cells if "sunken-road" in m.features(n)}
          == set(CREUX))
    check("headquarters in 3, 100 and 50", {n for n in m.cells if "hq" in m.features(n)}
          == {"3", "100", "50"} and [m.owner[n] for n in ("3", "100", "50")]
          == ["british", "french", "prussian"])
    check("bonuses from 0 to 7, 3 in area 27, 7 in 52 alone",
          {m.value(n, "bonus") for n in m.cells} <= set(range(8)) and m.value("27", "bonus") == 3
          and [n for n in m.cells if m.value(n, "bonus") == 7] == ["52"])
    check("stacking by colour, none for black", all(
        m.value(n, "stacking") == LIMIT.get(m.terrain(n)) for n in m.cells))
    check("the map hangs together, also without the black areas", all(
        m.distance("1", n) < 99 for n in m.cells) and all(
        m.distance("1", n, may=lambda k: m.terrain(k) != "black") < 99
        for n in m.cells if m.terrain(n) != "black"))
    check("three to eight neighbours each", all(3 <= len(m.near[n]) <= 8 for n in m.cells))
    side = {s: {n for n in m.cells if m.owner[n] == s} for s in ("british", "french")}
    for s in side:
        one = min(side[s])
        check(f"the {s} ground hangs together", all(
            m.distance(one, n, may=lambda k: k in side[s]) < 99 for n in side[s]))
    check("British ground touches black area 10", m.near["10"] & side["british"])


def test_movement_example(m):
    """6.2.2, with 51 as the green area that the book does not name."""
    held = {"68", "51"}

    def free(n):
        return m.owner[n] == "french" and n not in held

    check("51 is green, British, and next to 67", m.terrain("51") == "green"
          and m.owner["51"] == "british" and "51" in m.near["67"])
    check("68 is yellow and in British hands", m.terrain("68") == "yellow"
          and m.owner["68"] == "british")
    reille, keller = (min(m.where("french", c, "leader")) for c in ("II", "IIIC"))
    check("Reille rides 2 to 67", m.march(reille, "67", free) == 2)
    check("Kellermann rides 3 to 67", m.march(keller, "67", free) == 3)
    check("67, 69, 70, 80 and 81 are in range 2 of 67, 71 is not", all(
        m.distance("67", n, may=free) <= 2 for n in ("69", "70", "80", "81"))
        and m.distance("67", "71", may=free) > 2)
    check("cavalry from 80 engages it at 2+1", m.march("80", "51", free) == 2)
    check("horse artillery from 81 reaches it with 5", m.march("81", "51", free) + 1 <= 5)
    check("infantry from 67 engages it with 3", m.march("67", "51", free) + 1 <= 3)
    check("cavalry from 81 engages 68 at 3+1", m.march("81", "68", free) == 3)
    check("infantry from 69 engages 68 at 2+1", m.march("69", "68", free) == 2)
    check("artillery from 70 comes to 69 at 1+1", m.march("70", "69", free) == 1)
    check("infantry in range enters 53 for 2", any(
        m.march(n, "53", free) == 2 for n in m.cells
        if free(n) and m.distance("67", n, may=free) <= 2))


def test_icons(m):
    arms = ("leader", "artillery", "cavalry", "infantry")
    for (side, corps), want in WANT.items():
        got = tuple(sum(n for a, s, c, r, n in m.icons if (s, c, r) == (side, corps, arm))
                    for arm in arms)
        check(f"icons of {side} {corps}", got == want, got)
    check("no other corps", {(s, c) for _, s, c, _, _ in m.icons} == set(WANT))
    full = Counter()
    for area, _, _, _, n in m.icons:
        full[area] += n
    check("no area holds more icons than blocks", all(
        full[a] <= LIMIT.get(m.terrain(a), 0) for a in full))
    check("icons stand on their own side's ground", all(
        m.owner[a] == s for a, s, _, _, _ in m.icons))
    check("Wellington in 3, Napoleon in 100, Picton in 15", m.where("british", "army") == {"3"}
          and m.where("french", "army") == {"100"} and m.where("british", "R", "leader") == {"15"})
    check("R Corps: guns in 27, infantry in 27, 28, 17 and 3",
          m.where("british", "R", "artillery") == {"27"}
          and m.where("british", "R", "infantry") == {"27", "28", "17", "3"})
    check("the Brunswickers in 13", m.where("british", "brunswick") == {"13"})
    check("as in the movement example", m.where("french", "II", "artillery") == {"70"}
          and m.where("french", "II", "infantry") == {"67", "71"}
          and {"80", "81"} <= m.where("french", "IIIC", "cavalry"))
    check("an ambush block fits into every area of the sunken road",
          all(full[a] + 1 <= LIMIT[m.terrain(a)] for a in CREUX))
    pool = [("british", c, "infantry") for c in ("I", "II", "R", "brunswick")]
    pool += [("french", c, "infantry") for c in ("I", "II", "VI", "G")] + [("french", "G", "artillery")]
    check("every corps with blocks in the pool has room at an icon", all(
        any(full[a] < LIMIT[m.terrain(a)] for a in m.where(*p)) for p in pool))
    enemies = {(a, b) for a in full for b in m.near[a] if b in full and m.owner[a] == "british"
               and m.owner[b] == "french"}
    check("nobody starts next to the enemy but at Goumont", enemies == {("52", "67")}, enemies)


def test_play(m):
    def walk(n):
        return m.terrain(n) != "black"

    plancenoit, papelotte = m.number("Plancenoit"), m.number("Papelotte")
    check("three to five moves from 50 and 79 to Plancenoit", all(
        3 <= m.distance(n, plancenoit, may=walk) <= 5 for n in ("50", "79")))
    check("three to five moves from 10 to Papelotte",
          3 <= m.distance("10", papelotte, may=walk) <= 5)
    check("the French infantry stands three or four moves from the sunken road", all(
        3 <= min(m.distance(a, c, may=walk) for c in CREUX) <= 4
        for c in ("I", "II") for a in m.where("french", c, "infantry")))
    check("three French areas face area 27", sum(
        n not in CREUX and int(n) > 27 for n in m.near["27"]) >= 3)
    centre = {w[1]: (int(w[2]), int(w[3])) for w in m.ground if w[0] == "centre"}
    starts = [1, 11, 23, 35, 51, 66, 80, 94, 106, 116]
    rows = [(a, b - 1) for a, b in zip(starts, starts[1:])]
    check("numbers run from west to east in every row", all(
        centre[str(n)][0] < centre[str(n + 1)][0] for a, b in rows for n in range(a, b)))


def run():
    m = Areas()
    test_areas(m)
    test_movement_example(m)
    test_icons(m)
    test_play(m)
