"""--adopt: what a hand changed in map.txt becomes lines of map-overrides.txt.

A correction pulls other lines after it (a level moves slopes), so the map is made again with
the corrections found, and what still differs is added, until the made map is the edited one.
"""
import mapfile
from mapfile import Overrides

ROUNDS = 6


def difference(made, wanted, overrides):
    """Add to overrides what turns one table into the other; the number of lines added."""
    n = 0
    for k in sorted(wanted, key=str):
        if made.get(k) != wanted[k]:
            overrides.put(wanted[k])
            n += 1
    for k in sorted(made, key=str):
        if k not in wanted:
            overrides.remove(made[k])
            n += 1
    return n


def adopt(maker):
    """Write the overrides; a sentence that says how many there are."""
    wanted = mapfile.table(mapfile.lines(maker.path("map.txt")))
    found = Overrides()
    for _ in range(ROUNDS):
        if difference(maker.table(found), wanted, found) == 0:
            break
    else:
        raise mapfile.BadLine(f"{maker.path('map.txt')}: cannot be reached by overrides")
    path = maker.path("map-overrides.txt")
    text = merged(_old_text(path), found)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return f"{path}: {len(found.lines) + len(found.gone)} corrections"


def _old_text(path):
    try:
        with open(path, encoding="utf-8") as f:
            return f.read()
    except FileNotFoundError:
        return ""


def merged(old, found):
    """The old file without the lines that no longer hold, new lines at its end."""
    put, gone, out = dict(found.lines), dict(found.gone), []
    for raw in old.splitlines():
        words = mapfile.split(raw)
        if not words:
            out.append(raw)
        elif words[0] == "-":
            if gone.pop(mapfile.key(words[1:]), None) is not None:
                out.append(raw)
        elif put.get(mapfile.key(words)) == words:
            del put[mapfile.key(words)]
            out.append(raw)
    fresh = [mapfile.join(w) for _, w in sorted(put.items(), key=str)]
    fresh += ["- " + mapfile.join(w) for _, w in sorted(gone.items(), key=str)]
    if fresh:
        out += ["", "# adopted from map.txt"] + fresh
    return "\n".join(out).strip("\n") + "\n"
