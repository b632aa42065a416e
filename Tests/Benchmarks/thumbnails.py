"""How many thumbnails a second, written to the shared cache, and what one costs."""
import os
import subprocess
import tempfile
from pathlib import Path

from measure import Goal, Part, in_turns, median, ratio, rows, run


def measure(bench):
    part = Part("Thumbnails, 12-megapixel JPEGs, 256 pixels, PNG written")
    photos = sorted(bench.corpus.photos.iterdir())
    costs = in_turns({
        "pickture --make-thumbnails": lambda: ours(bench, bench.corpus.photos),
        "gdk-pixbuf-thumbnailer": lambda: one_by_one(photos, "gdk-pixbuf-thumbnailer", "-s", "256"),
        "vipsthumbnail": lambda: vips(photos),
        "tumblerd": lambda: tumbler(bench, bench.corpus.photos),
    }, bench.rounds)
    for runs in costs.values():
        for cost in runs:
            cost.figures["each"] = cost.wall / len(photos)
            cost.figures["work each"] = cost.work / len(photos)
    part.rows += rows(costs, "each", "ms a file", 1000, "pickture --make-thumbnails")
    part.rows += [row for row in rows(costs, "work each", "ms of work a file", 1000, "pickture --make-thumbnails")
                  if row.name != "tumblerd"]
    own = "pickture --make-thumbnails"
    part.goals += [
        Goal("G1", "times as fast as gdk-pixbuf-thumbnailer", ratio(costs, own, "gdk-pixbuf-thumbnailer", "wall"), 3),
        Goal("G1", "times as fast as vipsthumbnail", ratio(costs, own, "vipsthumbnail", "wall"), 1),
        Goal("G1", "times as fast as tumblerd", ratio(costs, own, "tumblerd", "wall"), 1),
    ]
    progressive = sorted(bench.corpus.progressive.iterdir())
    costs = in_turns({
        own: lambda: ours(bench, bench.corpus.progressive),
        "gdk-pixbuf, one thread, nothing written": lambda: run(
            [bench.reference("pixbuf"), bench.corpus.progressive, 256]),
    }, bench.rounds)
    for runs in costs.values():
        for cost in runs:
            cost.figures["work each"] = cost.work / len(progressive)
    part.rows += rows(costs, "work each", "ms of work a progressive file", 1000, own)
    part.goals.append(Goal("G2", "times as little work for progressive files as gdk-pixbuf",
                           ratio(costs, own, "gdk-pixbuf, one thread, nothing written", "work"), 10))
    part.goals.append(Goal("G11", "ms of work outside of the decoders for one that is stored",
                           1000 * storing(bench, photos), 4, False))
    costs = in_turns({own: lambda: ours(bench, bench.corpus.drawings)}, bench.rounds)
    count = len(list(bench.corpus.drawings.iterdir()))
    part.notes.append(f"PNGs of three megapixels: {1000 * median(costs[own], 'wall') / count:.0f} ms each, "
                      f"{median(costs[own], 'peak'):.0f} MiB at most.")
    return part


def storing(bench, photos):
    """Seconds of work for each photo outside of the decoders: looking at the file, asking for its pixels, and all
    that storing them takes. What the program's start costs is taken off."""
    costs = in_turns({"one": lambda: ours(bench, bench.links(1)),
                      "all": lambda: ours(bench, bench.corpus.photos)}, bench.rounds)
    return (median(costs["all"], "own work") - median(costs["one"], "own work")) / (len(photos) - 1)


def ours(bench, folder):
    with tempfile.TemporaryDirectory() as cache:
        cost = run([bench.program, "--make-thumbnails", folder], XDG_CACHE_HOME=cache)
        made = sorted((Path(cache) / "thumbnails/large").glob("*.png"))
        photos = sorted(folder.iterdir())
        assert len(made) == len(photos), f"{len(made)} thumbnails made"
        said = subprocess.run(["gio", "info", "-a", "thumbnail::is-valid", photos[0]], capture_output=True, text=True,
                              env={**os.environ, "XDG_CACHE_HOME": cache}).stdout
        assert "thumbnail::is-valid: TRUE" in said, f"a thumbnail that GIO does not take: {said}"
        return cost


def one_by_one(files, *command):
    with tempfile.TemporaryDirectory() as target:
        costs = [run([*command, file, Path(target) / f"{file.stem}.png"]) for file in files]
    total = costs[0]
    total.wall, total.work = sum(cost.wall for cost in costs), sum(cost.work for cost in costs)
    total.peak = max(cost.peak for cost in costs)
    return total


def vips(files):
    with tempfile.TemporaryDirectory() as target:
        return run(["vipsthumbnail", "--size", "256", "-o", f"{target}/%s.png", *files])


def tumbler(bench, folder):
    """A bus and a daemon of its own; the daemon's start is not counted."""
    with tempfile.TemporaryDirectory() as cache:
        answer = bench.capture(["dbus-run-session", "--", "/usr/bin/python3", bench.here / "tumbler.py", folder],
                               XDG_CACHE_HOME=cache)
    cost = run(["true"])
    cost.wall, cost.work, cost.peak = float(answer.split()[0]), float(answer.split()[1]), 0
    return cost
