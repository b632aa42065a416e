"""How long `--list` takes for 100,000 files: names and status where the index knows them, dates where it does not."""
import tempfile

from measure import Goal, Part, in_turns, median, ratio, rows, run


def measure(bench):
    part = Part("`--list` of 100,000 JPEGs with a date each")
    many = bench.corpus.many
    with tempfile.TemporaryDirectory() as warm:
        own = [bench.program, "--list", "--sort", "name", many]
        run(own, XDG_CACHE_HOME=warm)
        costs = in_turns({
            "pickture, index warm": lambda: run(own, XDG_CACHE_HOME=warm),
            "pickture, index cold": lambda: cold(own),
            "readdir": lambda: run([bench.reference("listing"), "names", many]),
            "readdir, statx": lambda: run([bench.reference("listing"), "status", many]),
            "readdir, statx, 8 KiB of each": lambda: run([bench.reference("listing"), "head", many]),
            "GIO: type, size, time": lambda: run([bench.reference("listing"), "gio", many]),
        }, bench.rounds)
    part.rows = rows(costs, "wall", "ms", 1000, "pickture, index warm")
    dates = median(costs["pickture, index cold"], "wall")
    part.goals = [
        Goal("G6", "times as fast as GIO, index warm", ratio(costs, "pickture, index warm", "GIO: type, size, time",
                                                            "wall"), 3),
        Goal("G6", "times plain readdir, index warm", ratio(costs, "readdir", "pickture, index warm", "wall"), 5, False),
        Goal("G6", "times statx and 8 KiB of each, index cold",
             ratio(costs, "readdir, statx, 8 KiB of each", "pickture, index cold", "wall"), 1.3, False),
        Goal("G7", "seconds for 100,000 dates, index cold", dates, 0.8, False),
    ]
    return part


def cold(command):
    with tempfile.TemporaryDirectory() as cache:
        return run(command, XDG_CACHE_HOME=cache)
