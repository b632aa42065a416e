"""Files made to hurt: the program ends well, soon, and stays small."""
import tempfile

from measure import Part, in_turns, rows, run


def measure(bench):
    part = Part("Hostile files")
    if not bench.hostile.is_dir():
        part.notes.append("No folder of hostile files here.")
        return part
    costs = in_turns({"pickture --make-thumbnails": lambda: ours(bench)}, bench.rounds)
    part.rows = rows(costs, "wall", "s") + rows(costs, "peak", "MiB")
    return part


def ours(bench):
    with tempfile.TemporaryDirectory() as cache:
        return run([bench.program, "--make-thumbnails", bench.hostile], allowed=(0, 4), XDG_CACHE_HOME=cache)
