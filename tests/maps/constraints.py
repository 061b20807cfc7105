"""What the rulebooks say or imply of the hex maps, beyond the fact lines in map.txt."""
import os
import re

from boards import Map, hex_maps
from harness import check


# ---- The Day of Waterloo

FRENCH = [(("1017",), 1), (("1018",), 0), (("1323", "1422", "1423"), 3), (("1317",), 0),
          (("1014",), 2), (("0514",), 1), (("1315",), 1)]
ALLIED = [(("0712",), 0), (("1011",), 0), (("1410",), 0), (("0309", "0410"), 1), (("0610",), 3),
          (("0909",), 2), (("0806", "0807", "0907"), 2), (("1510",), 2)]


def day_of_waterloo():
    m = Map("day-of-waterloo")
    french = set().union(*(m.within(p, r) for p, r in FRENCH))
    allied = set().union(*(m.within(p, r) for p, r in ALLIED))
    check("secret set-ups cannot collide (4.1)", not french & allied, sorted(french & allied))
    check("two levels, low and high (10.3)", {m.level(n) for n in m.cells} == {0, 1})
    check("two combat units set up at Maison du Roi, so it is no one-unit hex (5.2)",
          m.terrain("1018") in ("clear", "village"))
    check("Hougoumont, La Haye Sainte and La Papelotte are grand farms (9.2.11)",
          all(m.terrain(n) == "farm" for n in ("0712", "1011", "1410")))
    check("every terrain of 9.2 is on the map", {m.terrain(n) for n in m.cells}
          == {"clear", "village", "town", "woods", "forest", "swamp", "farm"})
    check("every hexside of 9.2 and 10.2 is on the map", {w[3] for w in m.of("side")}
          == {"river", "stream", "pond", "bridge", "ford", "slope", "crest"})
    entries = {w[1]: w for w in m.of("entry")}
    check("entry points 1 to 6 (3.3)", sorted(entries) == list("123456"))
    check("they run clockwise from the northernmost", _clockwise(m, entries))
    exits = {w[1]: w[3] for w in m.of("exit")}
    check("a road leaves at every entry point (9.2.2)",
          all(w[2] in exits for w in entries.values()))
    check("by highway to Brussels, Charleroi and Nivelles",
          [exits[entries[k][2]] for k in "145"] == ["highway"] * 3)
    high = m.roads("highway")
    check("the highway runs from Brussels through Waterloo and Genappe to Charleroi",
          m.distance("0901", "1425", high) < 99 and {"0807", "1423"} <= set(high))
    roads = m.roads()
    check("every entry point is joined to every other by road",
          all(m.distance("0901", w[2], roads) < 99 for w in entries.values()))
    check("the Prussian roads lead to Plancenoit and to the Allied ridge",
          m.distance("1910", "1315", roads) < 15 and m.distance("1907", "1110", roads) < 15)
    check("the rim runs on three hexes either way from entry 3 (9.2.3 example)",
          all(n in m.cells for n in ("1907", "1913")))
    crest = m.both("crest")
    check("Wellington's ridge shows a crest to the south", all(
        p in crest for p in (("0811", "0812"), ("0911", "0912"), ("1010", "1011"), ("1110", "1111"),
                             ("1210", "1211"), ("1309", "1310"))))


def _clockwise(m, entries):
    """Do the entry points come in the order of their bearing from the middle of the map?"""
    import math
    xs = [m.grid.centre(c) for c in m.grid.cells]
    cx, cy = sum(p[0] for p in xs) / len(xs), sum(p[1] for p in xs) / len(xs)
    turn = []
    for k in "123456":
        x, y = m.grid.centre(m.grid.cell(entries[k][2]))
        turn.append(math.atan2(x - cx, cy - y) % (2 * math.pi))
    start = turn.index(min(turn, key=lambda t: min(t, 2 * math.pi - t)))
    turn = turn[start:] + turn[:start]
    turn[0] = turn[0] - 2 * math.pi if turn[0] > math.pi else turn[0]
    return start == 0 and turn == sorted(turn)


# ---- The Last Days of the Grande Armée

def last_days():
    m = Map("last-days")
    for n in ("2118", "1309", "1207", "1405"):
        below = [b for a, b in m.sides("slope") if a == n]
        check(f"{n} is a hilltop (1.51.4)", "hilltop" in m.features(n))
        check(f"slope hexes lie below {n} (11.31B)", below and all(
            "slope" in m.features(b) for b in below))
    tops = {a for a, _ in m.sides("slope")}
    check("hilltops are the hexes above slope hexsides",
          tops == {n for n in m.cells if "hilltop" in m.features(n)})
    check("slope hexes are those below", {b for _, b in m.sides("slope")}
          == {n for n in m.cells if "slope" in m.features(n)})
    entry = {}
    for w in m.of("entry"):
        entry.setdefault(w[1], []).append(w[2])
    _entries(m, entry)
    _marches(m, entry)
    roads = m.roads()
    for a, b, what in (("1610", "4107", "Charleroi to Brussels"),
                       ("1610", "2821", "Charleroi to Gembloux"),
                       ("1513", "2114", "Châtelet to Fleurus"),
                       ("3104", "2322", "Nivelles to Namur"),
                       ("1101", "1504", "Lobbes to Fontaine"), ("2714", "4017", "Tilly to Wavre"),
                       ("2821", "4017", "Gembloux to Wavre")):
        check(f"a road leads from {what}", m.distance(a, b, m.roads("road")) < 99)
    check("all entry areas hang together by road or trail (14.1)",
          all(any(m.distance("1610", n, roads) < 99 for n in hexes) for hexes in entry.values()))
    bridges = m.both("bridge") & m.both("river")
    check("the Sambre is bridged at Thuin, Marchienne, Charleroi and Châtelet",
          all(any(n in p for p in bridges) for n in ("1003", "1507", "1610", "1513")))
    check("the Dyle is bridged at Ottignies, Limal, Bierges and Wavre",
          all(any(n in p for p in bridges) for n in ("3615", "3815", "4016", "4017")))
    covered = m.both("woods")
    check("the wood of Soleilmont covers its hexsides", sum(a == "1813" for a, _ in covered) == 6)
    check("Wellington's line stands above slopes", {"3707", "3708", "3809"} <= tops)


def _entries(m, entry):
    col = {k: [int(n[2:]) for n in v] for k, v in entry.items()}
    row = {k: [int(n[:2]) for n in v] for k, v in entry.items()}
    check("entry areas A to I", sorted(entry) == list("ABCDEFGHI"))
    check("B is 3522, 3622, 3722 (15.14)", sorted(entry["B"]) == ["3522", "3622", "3722"])
    check("a way comes on at every entry hex", {n for v in entry.values() for n in v}
          <= {w[1] for w in m.of("exit")})
    check("A and B on the east edge, A the southern", col["A"] == [22] and set(col["B"]) == {22}
          and row["A"][0] < min(row["B"]))
    check("C on the north edge", row["C"] == [41])
    check("D and E on the west edge, D the northern", col["D"] == col["E"] == [1]
          and row["D"][0] > row["E"][0])
    check("F to I on the south edge from east to west", col["F"][0] > col["G"][0] > col["H"][0]
          > col["I"][0] and row["F"] == row["G"] == row["H"] == [8])
    check("the entry of I lies across the Sambre (historical notes)",
          (entry["I"][0], "sw") in m.sides("river"))


def _marches(m, entry):
    """The opening moves as the rulebook tells them."""
    way = m.road_way(entry["H"][0], "1509")
    bridge = [i for i in range(len(way) - 1) if (way[i], way[i + 1]) in m.both("bridge")]
    check("from H the stream at Jamioulx is crossed between the fourth and the fifth hex",
          bridge[:1] == [3] and "1108" in way, way)
    way = m.road_way(entry["I"][0], "1504")
    check("four hexes from I Reille stands two or three hexes from Fontaine",
          len(way) > 4 and m.distance(way[3], "1504") in (2, 3), way)


# ---- Ney vs. Wellington

FOOT = """0116 0118 0123 0124 0215 0217 0223 0510 0526 0529 0532 0726 0729 0731 1423 1425 1527 1529
1630 1632 1436 1507 1510 1712 1722 1813 2718 2728 2814 2921 2923 3021 3122 3222 3322 3422 3522 3622 3722
3820 3920""".split()
GUNS_AND_HORSE = """0117 0123 0130 0225 0229 0230 0530 0627 1320 1518 3616 3617 3822 3923""".split()


def ney_vs_wellington():
    m = Map("ney-vs-wellington")
    check("39 rows of 41 hexes", len(m.cells) == 39 * 41)
    check("seven levels, 0 to 6 (10.13)", {m.level(n) for n in m.cells} == set(range(7)))
    check("no unit starts in a pond", all(m.terrain(n) != "pond" for n in FOOT + GUNS_AND_HORSE))
    check("no gun and no horse starts in swamp or woods", all(
        m.terrain(n) in ("clear", "building") for n in GUNS_AND_HORSE),
        [n for n in GUNS_AND_HORSE if m.terrain(n) not in ("clear", "building")])
    check("the hexes of the sighting example do not block (10.41)", all(
        m.terrain(n) == "clear" and m.level(n) <= 4 for n in ("2333", "2232", "2132")))
    check("2922 does not block the sight from 2923 to 2821 (10.43)", m.terrain("2922") == "clear"
          and m.level("2922") <= max(m.level("2923"), m.level("2821")))
    road = m.roads("road")
    check("the Namur road runs from 3907 through Quatre-Bras to 1741",
          m.distance("3907", "1741", road) < 60 and "3121" in road)
    check("the Brussels road runs from 0121 through Quatre-Bras to 3923",
          m.distance("0121", "3923", road) < 60)
    column = ["3021", "3122", "3222", "3322", "3422", "3522", "3622", "3722", "3822", "3923"]
    check("Picton's column stands on the road", all(
        b in road[a] for a, b in zip(column, column[1:])))
    check("a road leaves at every entry hex (5.23)", {"0121", "3907", "3923", "1741"}
          <= {w[1] for w in m.of("exit") if w[3] == "road"})
    ditch = [w for w in m.of("side") if w[3] == "hedge" and "Namur" in w[-1]]
    check("the ditch of the Namur road shelters road hexes against the south", len(ditch) > 20
          and all(w[1] in road and m.grid.centre(m.grid.cell(w[1]))[1]
                  <= m.grid.centre(m.grid.cell(w[2]))[1] for w in ditch))
    check("hedges shelter Gemioncourt", "1724" in {a for a, _ in m.sides("hedge")})
    woods = {n for n in m.cells if m.terrain(n) in ("woods", "part-woods")}
    check("the men in the Bossu wood stand in it", {"1507", "1510", "1712", "1813", "2718", "2814"}
          <= woods)


# ---- March into Battle

FIELDS = {"Hougoumont": "1008", "La Haye Sainte": "1107", "Plancenoit": "1309", "Quatre-Bras": "1519",
          "Ligny": "2525", "Saint-Amand": "2326", "Wavre": "2703", "Charleroi": "1437"}
SAMBRE = {("1038", "1039"), ("1437", "1438"), ("2038", "2137")}


def march_into_battle():
    m = Map("march-into-battle")
    check("every terrain of the card but the mountain is on the map", {m.terrain(n) for n in m.cells}
          == {"clear", "village", "town", "forest", "swamp"})
    check("every hexside of the card, and slopes (6.1)", {w[3] for w in m.of("side")}
          >= {"river", "stream", "bridge", "slope"})
    check("the places of the four fields have hexes of their own",
          all(m.place(k) == {n} for k, n in FIELDS.items()), {k: m.place(k) for k in FIELDS})
    river, bridge = m.both("river"), m.both("bridge")
    check("the Sambre is crossed at Marchienne, Charleroi and Châtelet",
          SAMBRE <= {p for p in bridge if p in river})
    check("thirteen bridges over rivers", len([p for p in m.sides("bridge") if p in river]) == 13)
    roads = m.roads()
    entries = {w[1]: w[2] for w in m.of("entry")}
    check("entries A to O, every one on a road that leaves", sorted(entries) == list("ABCDEFGHIJKLMNO")
          and set(entries.values()) <= {w[1] for w in m.of("exit")})
    check("every entry is joined to every other by road",
          all(m.distance(entries["A"], n, roads) < 999 for n in entries.values()))
    check("the main road runs from Brussels by Quatre-Bras to Charleroi",
          m.distance("1001", "1437", m.roads("highway")) < 60)
    check("the northern exits lie on the north edge",
          all(entries[k].endswith("01") for k in "ABC"))


# ---- all of them

def every_map():
    for m in hex_maps():
        name = os.path.basename(m.folder)
        sources = {w[4] if w[0] in ("hex", "side", "road", "exit", "entry") else w[2]
                   for w in m.lines if w[0] in ("hex", "side", "road", "exit", "entry", "void")}
        check(f"{name}: every line has its source",
              sources <= {"rulebook", "geography", "judgement"}, sources)
        check(f"{name}: numbers have four digits", all(re.fullmatch(r"\d{4}", n) for n in m.cells))
        wet = m.both("river") | m.both("stream")
        check(f"{name}: no road crosses a pond", not any(
            (a, b) in m.both("pond") for a, near in m.roads().items() for b in near))
        check(f"{name}: bridges and fords lie over water and under roads", all(
            p in wet and (p[1] not in m.cells or p[1] in m.roads()[p[0]])
            for k in ("bridge", "ford") for p in m.sides(k)))
        lonely = [w for w in m.of("exit") if w[1] not in m.roads()]
        check(f"{name}: every road that leaves comes from somewhere", not lonely, lonely)


def run():
    every_map()
    day_of_waterloo()
    last_days()
    march_into_battle()
    ney_vs_wellington()
