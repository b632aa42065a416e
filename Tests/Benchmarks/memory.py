"""What a huge picture costs: the peak of any one process, worker or picker."""
import tempfile
from pathlib import Path

from measure import Goal, Part, in_turns, median, rows, run


def measure(bench):
    part = Part("Pictures of 144 megapixels, peak of one process")
    for name, bound in (("plane.png", 40), ("progressive.jpg", 40), ("plane.jpg", None)):
        file = bench.corpus.huge / name
        costs = in_turns({
            f"pickture, {name}": lambda: ours(bench, file),
            f"gdk-pixbuf-thumbnailer, {name}": lambda: theirs(file),
        }, bench.rounds)
        part.rows += rows(costs, "peak", "MiB", 1, f"pickture, {name}")
        if bound:
            part.goals.append(Goal("G10", f"MiB at most for {name}", median(costs[f"pickture, {name}"], "peak"), bound,
                                   False))
    part.notes.append("No peak is less than the measuring program's own, of which each process begins as a copy.")
    return part


def ours(bench, file):
    with tempfile.TemporaryDirectory() as cache:
        return run([bench.program, "--make-thumbnails", file], XDG_CACHE_HOME=cache)


def theirs(file):
    with tempfile.TemporaryDirectory() as target:
        return run(["gdk-pixbuf-thumbnailer", "-s", "256", file, Path(target) / "small.png"], allowed=(0, 1))
