"""A board recipe (data/geo/boards/<id>.txt): how geography becomes this board.

It holds the header and the constraints of map.txt in their own words (a '-' stands for what
geography shall decide) and these directives:

    placement NAME                 row of grid-placement.csv and its controls in grids.csv
    areas PREFIX                   an area board: PREFIX-areas.csv, -areas.geojson, ...
    scopes WORD...                 which lines of lines.geojson matter at this scale
    skip "Name"                    leave this line, area or place out
    lattice N                      board units between the heights of ground.txt

    cover AREA-KIND TERRAIN N [feature]  a cell is TERRAIN when N % of it is covered
    settle PLACE-KIND TERRAIN [feature]  a cell is TERRAIN when such a place stands in it
    name PLACE-KIND...             such places name their cell
    level N METRES                 ground from METRES up is level N
    steps BASE STEP FIRST LAST     levels of STEP metres counted from BASE, within these bounds

    slopes levels | slopes drop N  slope sides where levels differ, or heights by N metres
    slope-cells LOW HIGH           features of the cells below and above a slope side
    crest "Ridge" N                slopes along this ridge that fall N metres are crests
    side-cover AREA-KIND BORDER N  a side N % of which lies in such areas carries BORDER
    waters KIND BORDER             a line of KIND becomes this border
    shelter "Hedge" SIDE           a hedge as hexsides; SIDE is north, south, both, or the hex
                                   towards which its shelter lies
    ditch "Road" A B SIDE "Name"   a ditch along the road from hex A to hex B on its north or
                                   south SIDE, which shelters the road's hexes

    ways KIND WAY                  a line of KIND becomes this way (or is drawn only: -)
    stops PLACE-KIND...            a road passes through such places near it (default: all)
    via "Road" [only] HEX...       this road passes these hexes (and no places but these)
    ends "Road" HEX...             this road leaves the map from these hexes
    ford "Road"                    crosses streams by a ford, not by a bridge
"""
import mapfile


class Recipe:
    def __init__(self, path):
        self.path = path
        self.header, self.fixed, self.facts = [], [], []
        self.placement = self.areas = None
        self.scopes, self.skips, self.lattice = [], set(), 320.0
        self.covers, self.settles, self.names = [], {}, []
        self.levels, self.steps = [], None
        self.slopes, self.slope_cells, self.crests = None, None, {}
        self.side_covers, self.shelters, self.ditches = [], {}, []
        self.ways, self.waters = {}, {}
        self.stops, self.vias, self.ends, self.fords = None, {}, {}, set()
        for i, words, _ in mapfile.read(path):
            self._line(words, f"{path}:{i}")
        self.levels.sort()

    def _line(self, words, where):
        kind = words[0]
        if kind in mapfile.HEADER:
            self.header.append(words)
        elif kind == "fact":
            self.facts.append(words)
        elif kind in mapfile.BODY:
            self.fixed.append(words)
        elif kind in DIRECTIVES:
            try:
                DIRECTIVES[kind](self, *words[1:])
            except (TypeError, ValueError):
                raise mapfile.BadLine(f"{where}: '{kind}' with wrong words") from None
        else:
            raise mapfile.BadLine(f"{where}: unknown line '{kind}'")

    def of(self, kind):
        return [w for w in self.fixed if w[0] == kind]

    def grid_line(self):
        return next(w for w in self.header if w[0] == "grid")

    # ---- directives

    def _placement(self, name):
        self.placement = name

    def _areas(self, prefix):
        self.areas = prefix

    def _scopes(self, *words):
        self.scopes = list(words)

    def _skip(self, name):
        self.skips.add(str(name))

    def _lattice(self, step):
        self.lattice = float(step)

    def _cover(self, kind, terrain, least, *features):
        self.covers.append((kind, terrain, float(least), features))

    def _settle(self, kind, terrain, *features):
        self.settles[kind] = (terrain, features)

    def _name(self, *kinds):
        self.names += kinds

    def _level(self, n, metres):
        self.levels.append((float(metres), int(n)))

    def _steps(self, base, step, first, last):
        self.steps = (float(base), float(step), int(first), int(last))

    def _slopes(self, how, drop="0"):
        self.slopes = (how, float(drop))

    def _slope_cells(self, low, high):
        self.slope_cells = (low, high)

    def _crest(self, ridge, fall):
        self.crests[str(ridge)] = float(fall)

    def _side_cover(self, kind, border, least):
        self.side_covers.append((kind, border, float(least)))

    def _waters(self, kind, border):
        self.waters[kind] = border

    def _shelter(self, hedge, side):
        self.shelters[str(hedge)] = side

    def _ditch(self, road, start, end, side, label):
        self.ditches.append((str(road), start, end, side, str(label)))

    def _ways(self, kind, way):
        self.ways[kind] = way

    def _stops(self, *kinds):
        self.stops = set(kinds)

    def _via(self, road, *hexes):
        self.vias.setdefault(str(road), []).extend(hexes)

    def _ends(self, road, *hexes):
        self.ends.setdefault(str(road), []).extend(hexes)

    def _ford(self, road):
        self.fords.add(str(road))


DIRECTIVES = {k: getattr(Recipe, "_" + k.replace("-", "_")) for k in (
    "placement", "areas", "scopes", "skip", "lattice", "cover", "settle", "name", "level", "steps",
    "slopes", "slope-cells", "crest", "side-cover", "waters", "shelter", "ditch", "ways", "stops",
    "via", "ends", "ford")}
