#!/usr/bin/env python3
"""Makes data/<id>/map.txt and data/<id>/ground.txt from data/geo.

    make.py [ID...]            write the maps (all of them by default)
    make.py --check [ID...]    write nothing; fail if a file would change
    make.py --adopt ID         turn hand edits of data/<id>/map.txt into overrides

Everything is computed from the files in data/geo and data/<id>/map-overrides.txt, the same
on every run.  --data FOLDER works on another copy of data/.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import adopt                                     # noqa: E402
import mapfile                                   # noqa: E402
from areaboard import AreaBoard                  # noqa: E402
from geodata import Geo                          # noqa: E402
from ground import Ground                        # noqa: E402
from hexboard import HexBoard                    # noqa: E402
from mapfile import BadLine, Overrides           # noqa: E402
from recipe import Recipe                        # noqa: E402

MAP_PREAMBLE = """{title}: what the rules read.  docs/map-format.md explains the lines.

Made by tools/maps/make.py from data/geo and map-overrides.txt beside this file.  You may edit
it here; then run `python3 tools/maps/make.py --adopt {id}`, which writes your changes into
the overrides, so that they are kept when the map is made again.  `grognard check` tells what
does not fit together.  Sources: rulebook, geography, judgement (see SOURCES.md)."""

GROUND_PREAMBLE = """{title}: what only the drawing reads.  docs/map-format.md explains the lines.

Made by tools/maps/make.py: edit data/geo or map-overrides.txt, not this file."""


def boards(data):
    """The ids of all boards that have a recipe."""
    names = os.listdir(os.path.join(data, "geo", "boards"))
    return sorted(name[:-4] for name in names if name.endswith(".txt"))


class Maker:
    """One board: its recipe, its corrections, its two files."""

    def __init__(self, name, data, geo):
        self.name, self.geo = name, geo
        self.folder = os.path.join(data, name)
        self.recipe = Recipe(os.path.join(data, "geo", "boards", name + ".txt"))
        self.title = str(next(w for w in self.recipe.header if w[0] == "map")[2])

    def path(self, name):
        return os.path.join(self.folder, name)

    def overrides(self):
        path = self.path("map-overrides.txt")
        return Overrides(path if os.path.exists(path) else None)

    def board(self, overrides):
        if self.recipe.grid_line()[1] == "areas":
            return AreaBoard(self.name, self.geo, self.recipe, overrides)
        return HexBoard(self.name, self.geo, self.recipe, overrides)

    def table(self, overrides, board=None):
        tab = mapfile.table((board or self.board(overrides)).map_lines())
        overrides.apply(tab)
        return tab

    def files(self):
        """{file name: text} of this board."""
        overrides = self.overrides()
        board = self.board(overrides)
        out = {"map.txt": mapfile.text(self.table(overrides, board).values(),
                                       self._fill(MAP_PREAMBLE))}
        maker = board.ground() if hasattr(board, "ground") else Ground(board)
        out["ground.txt"] = maker.text(self._fill(GROUND_PREAMBLE))
        if hasattr(board, "more_files"):
            out.update(board.more_files())
        return {file: mapfile.counted(text) for file, text in out.items()}

    def _fill(self, text):
        return text.format(title=self.title, id=self.name).split("\n")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def same(path, text):
    try:
        with open(path, encoding="utf-8") as f:
            return f.read() == text
    except FileNotFoundError:
        return False


def run(args):
    root = os.path.dirname(os.path.dirname(HERE))
    data = args.data or os.path.join(root, "data")
    geo = Geo(os.path.join(data, "geo"))
    if args.adopt:
        print(adopt.adopt(Maker(args.adopt, data, geo)))
        return 0
    stale = 0
    for name in args.ids or boards(data):
        maker = Maker(name, data, geo)
        for file, text in sorted(maker.files().items()):
            path = maker.path(file)
            if same(path, text):
                continue
            stale += 1
            print(f"{path}: {'is not what would be made' if args.check else 'written'}")
            if not args.check:
                write(path, text)
    return 1 if args.check and stale else 0


def main():
    ap = argparse.ArgumentParser(description="Make the boards from geography.")
    ap.add_argument("ids", nargs="*", metavar="ID", help="boards to make: recipes in data/geo/boards")
    ap.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    ap.add_argument("--adopt", metavar="ID", help="turn edits of map.txt into overrides")
    ap.add_argument("--data", metavar="FOLDER", help="instead of data/ beside tools/")
    try:
        return run(ap.parse_args())
    except BadLine as e:
        print(e, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
