"""The generator itself: line language, grids, overrides and adoption, on a small board."""
import os
import shutil
import tempfile

from harness import DATA, check
from geodata import Geo
from hexgrid import Grid
from mapfile import Overrides, Text
from make import Maker
import adopt
import contour
import mapfile
import shapes

HERE = os.path.dirname(os.path.abspath(__file__))


def grid(text):
    return Grid(tuple(text.split()))


def test_lines():
    words = mapfile.split('hex 0712 farm 0 rulebook "Hougoumont (château)" x # note "y"')
    check("words, quotes and comments", words == ("hex", "0712", "farm", "0", "rulebook",
                                                  "Hougoumont (château)", "x"))
    check("quoted words stay quoted", mapfile.split(mapfile.join(words)) == words
          and isinstance(words[5], Text))
    check("a slope is one line whichever way it is named",
          mapfile.key(("side", "0102", "0101", "slope", "x"))
          == mapfile.key(("side", "0101", "0102", "slope", "x")))
    check("a hedge may stand both ways", mapfile.key(("side", "0102", "0101", "hedge", "x"))
          != mapfile.key(("side", "0101", "0102", "hedge", "x")))
    check("numbers are rounded, not cut", mapfile.row("height", -0.4, 2.5, 99.51)
          == "height 0 3 100")


def test_grids():
    flat = grid("grid flat shift odd-south number CCRR columns 1 19 east rows 1 25 south")
    even = {flat.number(c) for c in flat.near(flat.cell("0604"))}
    check("neighbours of an even column", even == {"0603", "0605", "0503", "0504", "0703", "0704"})
    odd = {flat.number(c) for c in flat.near(flat.cell("0503"))}
    check("neighbours of an odd column", odd == {"0502", "0504", "0403", "0404", "0603", "0604"})
    pointy = grid("grid pointy shift even-east number RRCC columns 1 41 east rows 1 39 north")
    near = {pointy.number(c) for c in pointy.near(pointy.cell("3021"))}
    check("neighbours of an even row", near == {"3020", "3022", "3121", "3122", "2921", "2922"})
    check("the north-western hex lies at 0,0", pointy.centre(pointy.cell("3901")) == (0.0, 0.0)
          and flat.centre(flat.cell("0101")) == (0.0, 0.0))
    for g in (flat, pointy):
        check("numbers and cells agree", all(g.cell(g.number(c)) == c for c in g.cells))
        check("a point belongs to its hex", all(g.at(*g.centre(c)) == c for c in g.cells))
        c = g.cells[len(g.cells) // 2]
        check("sides are 1000 over the root of three long", all(
            abs(shapes.length(g.side(c, n)) - 577.35) < 0.01 for n in g.near(c)))
        check("neighbours are one apart", all(g.distance(c, n) == 1 for n in g.near(c)))


def test_shapes():
    zigzag = [(0, -1), (1, 1), (2, -1)]
    check("crossings are counted", shapes.crossings(zigzag, (-1, 0), (3, 0)) == 2)
    field = [[1.0 if 3 <= i <= 8 and 3 <= j <= 8 else 0.0 for i in range(12)] for j in range(12)]
    field[5][5] = field[5][6] = 0.0
    found = contour.rings(field, 0, 0, 10)
    check("an outline and its hole", sorted(contour.area(r) > 0 for r in found) == [False, True])
    check("noise is the same everywhere", round(shapes.noise(7, 1234.5, -321.0, 410), 9)
          == round(shapes.noise(7, 1234.5, -321.0, 410), 9) and abs(
              shapes.noise(7, 410.0, 410.0, 410) - (shapes.hash01(7, 1, 1) * 2 - 1)) < 1e-12)


class Sandbox:
    """A copy of data/ that holds nothing but geography and the small board."""

    def __enter__(self):
        self.path = tempfile.mkdtemp()
        shutil.copytree(os.path.join(DATA, "geo"), os.path.join(self.path, "geo"))
        shutil.copy(os.path.join(HERE, "small.txt"),
                    os.path.join(self.path, "geo", "boards", "small.txt"))
        os.makedirs(os.path.join(self.path, "small"))
        self.maker = Maker("small", self.path, Geo(os.path.join(self.path, "geo")))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def make(self):
        for name, text in self.maker.files().items():
            self.write(name, text)
        return self.read("map.txt")

    def read(self, name):
        with open(self.maker.path(name), encoding="utf-8") as f:
            return f.read()

    def write(self, name, text):
        with open(self.maker.path(name), "w", encoding="utf-8") as f:
            f.write(text)


def test_overrides():
    with Sandbox() as box:
        plain = box.make()
        check("made twice, the same", box.make() == plain)
        check("the small map has its parts", 'hex 1011 farm 0 rulebook "La Haye Sainte"' in plain
              and "side 1010 1011 crest" in plain and "road 1011 1012 highway" in plain)
        box.write("map-overrides.txt", "hex 1012 woods 1 judgement  # a level moves its slopes\n"
                                       "- road 1011 1012\n- side 0911 0912 stream\n")
        text = box.make()
        check("a corrected cell is kept", "hex 1012 woods 1 judgement" in text)
        check("its slopes follow", "side 1012 1011 slope" in text
              and "side 1013 1012 slope" not in text)
        check("a removed road stays away", "road 1011 1012" not in text)
        check("a removed stream stays away", "side 0911 0912 stream" not in text)
        check("corrections survive the next making", box.make() == text)
        box.write("map-overrides.txt", "\n")
        check("without them the map is as it was", box.make() == plain)


def test_adoption():
    with Sandbox() as box:
        plain = box.make()
        box.write("map-overrides.txt", "# Reasons are kept.\nhex 0813 swamp 0 judgement  # wet\n")
        text = box.make()
        text = text.replace("hex 1012 clear 0 geography", 'hex 1012 village 1 judgement "New"')
        text = "".join(s + "\n" for s in text.splitlines()
                       if not s.startswith("road 1013 1014"))
        text += 'road 1112 1113 road judgement "My lane"\n'
        box.write("map.txt", text)
        wanted = mapfile.table(mapfile.split(s) for s in text.splitlines() if mapfile.split(s))
        adopt.adopt(box.maker)
        over = box.read("map-overrides.txt")
        check("what was changed is in the overrides", 'hex 1012 village 1 judgement "New"' in over
              and "- road 1013 1014" in over and 'road 1112 1113 road judgement "My lane"' in over)
        check("what was there keeps its reason", "hex 0813 swamp 0 judgement  # wet" in over
              and over.startswith("# Reasons are kept."))
        made = mapfile.table(mapfile.split(s) for s in box.make().splitlines() if mapfile.split(s))
        check("made again, the map is the edited one", made == wanted)
        check("and its slopes are the edited ones", not any(
            k[0] == "side" and k[1] in ("slope", "crest") and made[k] != wanted.get(k)
            for k in made))
        check("an unedited map needs no new overrides", _adopts_nothing(box))
        box.write("map-overrides.txt", "")
        check("the plain map comes back", box.make() == plain)


def _adopts_nothing(box):
    before = box.read("map-overrides.txt")
    adopt.adopt(box.maker)
    return box.read("map-overrides.txt") == before


def test_bad_lines():
    with Sandbox() as box:
        for text, word in (("hex 0912 \"no end\n", "does not end"), ("hax 0912\n", "unknown line"),
                           ("hex 0199 clear 0 judgement\n", "no hex 0199")):
            box.write("map-overrides.txt", text)
            try:
                box.make()
                said = "nothing"
            except mapfile.BadLine as e:
                said = str(e)
            check(f"a bad override is named: {word}", word in said, said)
    o = Overrides()
    o.put(("hex", "0101", "clear", "0", "x"))
    o.remove(("hex", "0101"))
    check("a removal undoes a line", not o.lines and ("cell", "0101") in o.gone)


def run():
    test_lines()
    test_grids()
    test_shapes()
    test_overrides()
    test_adoption()
    test_bad_lines()
