"""A board recipe (data/geo/boards/<id>.txt): how geography becomes this board.

It holds the header and the constraints of map.txt in their own words (a '-' stands for what
geography shall decide) and these directives:

    placement NAME                 row of grid-placement.csv and its controls in grids.csv
    areas PREFIX                   an area board: PREFIX-areas.csv, -areas.geojson, ...
    scopes WORD...                 which lines of lines.geojson matter at this scale
    cover AREA-KIND TERRAIN N [feature]  a cell is TERRAIN when N % of it is covered
    settle PLACE-KIND TERRAIN [feature]  a cell is TERRAIN when such a place stands in it
    name PLACE-KIND                such places name their cell
    level N METRES                 ground from METRES up is level N
    steps BASE STEP FIRST LAST     levels of STEP metres counted from BASE, within these bounds
    slopes levels | slopes drop N  slope sides where levels differ, or heights by N metres
    slope-cells LOW HIGH           features of the cells below and above a slope side
    side-cover AREA-KIND BORDER N  a side N % of which lies in such areas carries BORDER
    crest "Ridge" N                slopes along this ridge that fall N metres are crests
    ways KIND WAY                  a line of KIND becomes this way (or is drawn only: -)
    waters KIND BORDER             a line of KIND becomes this border
    via "Road" [only] HEX...       this road passes these hexes (and no places but these)
    ends "Road" HEX...             this road leaves the map from these hexes
    lattice N                      board units between the heights of ground.txt
    ford "Road"                    crosses streams by a ford, not by a bridge
    stops PLACE-KIND...            a road passes through such places near it (default: all)
    shelter "Hedge" SIDE           a hedge as hexsides; SIDE is north, south, both, or the hex
                                   towards which its shelter lies
    ditch "Road" A B SIDE "Name"   a ditch along the road from hex A to hex B on its north or
                                   south SIDE, which shelters the road's hexes
    skip "Name"                    leave this line, area or place out
"""
import mapfile


class Recipe:
    def __init__(self, path):
        self.path = path
        self.header, self.fixed, self.facts = [], [], []
        self.placement = self.areas = None
        self.scopes, self.covers, self.settles, self.names = [], [], {}, []
        self.levels, self.steps, self.slopes, self.crests = [], None, None, {}
        self.slope_cells, self.side_covers = None, []
        self.ways, self.waters = {}, {}
        self.fords, self.skips, self.vias = set(), set(), {}
        self.ditches = []
        self.stops, self.shelters, self.ends, self.lattice = None, {}, {}, 320.0
        for i, words, _ in mapfile.read(path):
            self._line(words, f"{path}:{i}")
        self.levels.sort()

    def _line(self, words, where):
        kind, rest = words[0], words[1:]
        if kind in mapfile.HEADER:
            self.header.append(words)
        elif kind == "fact":
            self.facts.append(words)
        elif kind in mapfile.BODY:
            self.fixed.append(words)
        elif not self._directive(kind, rest):
            raise mapfile.BadLine(f"{where}: unknown line '{kind}'")

    def _directive(self, kind, rest):
        if kind == "placement":
            self.placement = rest[0]
        elif kind == "areas":
            self.areas = rest[0]
        elif kind == "scopes":
            self.scopes = list(rest)
        elif kind == "cover":
            self.covers.append((rest[0], rest[1], float(rest[2]), rest[3:]))
        elif kind == "settle":
            self.settles[rest[0]] = (rest[1], rest[2:])
        elif kind == "name":
            self.names += rest
        elif kind == "level":
            self.levels.append((float(rest[1]), int(rest[0])))
        elif kind == "steps":
            self.steps = tuple(float(v) for v in rest[:2]) + tuple(int(v) for v in rest[2:4])
        elif kind == "slope-cells":
            self.slope_cells = (rest[0], rest[1])
        elif kind == "side-cover":
            self.side_covers.append((rest[0], rest[1], float(rest[2])))
        elif kind == "slopes":
            self.slopes = (rest[0], float(rest[1]) if len(rest) > 1 else 0.0)
        elif kind == "crest":
            self.crests[str(rest[0])] = float(rest[1])
        elif kind == "ways":
            self.ways[rest[0]] = rest[1]
        elif kind == "waters":
            self.waters[rest[0]] = rest[1]
        elif kind == "via":
            self.vias.setdefault(str(rest[0]), []).extend(rest[1:])
        elif kind == "ends":
            self.ends.setdefault(str(rest[0]), []).extend(rest[1:])
        elif kind == "lattice":
            self.lattice = float(rest[0])
        elif kind == "ford":
            self.fords.add(str(rest[0]))
        elif kind == "stops":
            self.stops = set(rest)
        elif kind == "shelter":
            self.shelters[str(rest[0])] = rest[1]
        elif kind == "ditch":
            self.ditches.append(tuple(str(v) for v in rest[:5]))
        elif kind == "skip":
            self.skips.add(str(rest[0]))
        else:
            return False
        return True

    def of(self, kind):
        return [w for w in self.fixed if w[0] == kind]

    def grid_line(self):
        return next(w for w in self.header if w[0] == "grid")
