"""Reads data/geo: places, lines, areas and spot heights, as the sources give them."""
import csv
import json
import os


class Place:
    def __init__(self, row):
        self.name, self.kind = row["name"], row["kind"]
        self.lat, self.lon = float(row["lat"]), float(row["lon"])
        self.label = row.get("label") or self.name


class Line:
    def __init__(self, feature):
        p = feature["properties"]
        self.name, self.kind, self.scope = p["name"], p["kind"], p.get("scope", "theatre")
        self.label = p.get("label", self.name)
        self.by_grid = p.get("kind_by_grid", {})
        self.points = [tuple(c) for c in feature["geometry"]["coordinates"]]

    def kind_on(self, board):
        return self.by_grid.get(board, self.kind)


class Area:
    def __init__(self, feature):
        p = feature["properties"]
        self.name, self.kind = p["name"], p["kind"]
        self.label = p.get("label", self.name)
        self.rings = [[tuple(c) for c in ring] for ring in feature["geometry"]["coordinates"]]


class Height:
    def __init__(self, row):
        self.lat, self.lon = float(row["lat"]), float(row["lon"])
        self.z = float(row["elevation_m"])


class Geo:
    def __init__(self, folder):
        self.folder = folder
        self.places = [Place(r) for r in self._csv("places.csv")]
        self.heights = [Height(r) for r in self._csv("heights.csv")]
        self.lines = [Line(f) for f in self._features("lines.geojson")]
        self.areas = [Area(f) for f in self._features("areas.geojson")]

    def _csv(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as f:
            return list(csv.DictReader(f))

    def _features(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as f:
            return json.load(f)["features"]
