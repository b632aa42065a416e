"""How soon a window shows something."""
import os
import subprocess
import tempfile
import time
from contextlib import contextmanager

from display import Display, Program
from measure import Cost, Goal, Part, in_turns, median, ratio, rows, run


def measure(bench):
    part = Part("Opening, milliseconds from the start to the end of the frame")
    with scratch() as folder, Display(folder) as display:
        many, photos = bench.corpus.many, bench.links(60, with_preview=True)
        costs = in_turns({
            "empty GTK 4 window": lambda: first_frame(display, [bench.reference("window")], lambda frame: True),
            "pickture, 100,000 files, a row of tiles": lambda: first_row(bench, display, many),
            "the same, the portal never answers": lambda: with_silent_portal(bench, display, many),
            "zenity --file-selection, mapped": lambda: mapped(display, many),
        }, bench.rounds)
        own = "pickture, 100,000 files, a row of tiles"
        part.rows += rows(costs, "wall", "ms", 1000, "empty GTK 4 window")
        silent = "the same, the portal never answers"
        part.goals += [
            Goal("G5", "times an empty window", ratio(costs, "empty GTK 4 window", own, "wall"), 1.3, False),
            Goal("G5", "times an empty window, portal silent", ratio(costs, "empty GTK 4 window", silent, "wall"), 1.3,
                 False),
            Goal("G5", "times as soon as zenity", ratio(costs, own, "zenity --file-selection, mapped", "wall"), 1.5),
        ]
        costs = in_turns({"pickture, cold, photos": lambda: filled(bench, display, photos, warm=False),
                          "pickture, warm, photos": lambda: filled(bench, display, photos, warm=True)}, bench.rounds)
        for runs in costs.values():
            for cost in runs:
                cost.figures["frames later"] = cost.figures.pop("frames")
        part.rows += rows(costs, "wall", "ms until all tiles show something", 1000)
        part.rows += rows(costs, "sharp", "ms until all are sharp", 1000)
        part.goals.append(Goal("G3", "frames after the first until all tiles show something, cold",
                               median(costs["pickture, cold, photos"], "frames later"), 2, False))
        costs = in_turns({"40 tiles from the own pack": lambda: from_the_pack(bench, display)}, bench.rounds)
        part.rows += rows(costs, "tiles", "ms of processor time for the pictures")
        part.rows += rows(costs, "work", "ms of processor time for the whole window", 1000)
        part.goals.append(Goal("G4", "ms of processor time, 40 tiles from the own pack",
                               median(costs["40 tiles from the own pack"], "tiles"), 15, False))
        costs = in_turns({"one photo decoded and stored": lambda: decode(bench),
                          "End in a cold folder of 1,000": lambda: jump(bench, display)}, bench.rounds)
        part.rows += rows(costs, "wall", "ms until it is done, or the first tile is sharp", 1000)
        part.goals.append(Goal("G12", "decode times until the first tile after a jump is sharp", ratio(
            costs, "one photo decoded and stored", "End in a cold folder of 1,000", "wall"), 2, False))
    return part


@contextmanager
def scratch():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield folder


def first_frame(display, command, condition, **surroundings):
    with Program(display, *command, **surroundings) as program:
        frames = program.wait(condition, "the first frame")
        return Cost(program.seconds(frames[-1]), program.work, program.memory)


def first_row(bench, display, folder):
    """With previews in no file, placeholders come from the index of an earlier opening."""
    with scratch() as cache:
        return first_frame(display, [bench.program, "--pick", folder],
                           lambda frame: frame.row and frame.seen >= frame.row, XDG_CACHE_HOME=cache)


def with_silent_portal(bench, display, folder):
    portal = display.silent_portal()
    portal.stdout.readline()
    try:
        return first_row(bench, display, folder)
    finally:
        portal.kill()
        portal.wait()


def mapped(display, folder):
    began = time.monotonic()
    zenity = subprocess.Popen(["zenity", "--file-selection", "--filename", f"{folder}/"], env=display.environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not display.xdotool("search", "--onlyvisible", "--class", "zenity").strip():
            if time.monotonic() - began > 60:
                break
        return Cost(time.monotonic() - began, 0, 0)
    finally:
        zenity.kill()
        zenity.wait()


def filled(bench, display, folder, warm):
    with scratch() as cache:
        if warm:
            with Program(display, bench.program, "--pick", folder, XDG_CACHE_HOME=cache) as program:
                program.wait(is_sharp, "sharp tiles")
                program.rest()
        with Program(display, bench.program, "--pick", folder, XDG_CACHE_HOME=cache) as program:
            frames = program.wait(lambda frame: frame.seen and frame.shown == frame.seen, "a full screen")
            first = next(number for number, frame in enumerate(frames) if frame.seen)
            sharp = program.wait(is_sharp, "sharp tiles")[-1]
            return Cost(program.seconds(frames[-1]), program.work, program.memory,
                        {"frames": len(frames) - 1 - first, "sharp": program.seconds(sharp)})


def from_the_pack(bench, display):
    """What is in the shared cache, too, is taken from the pack; there is no more than one screen of it."""
    with scratch() as cache:
        for _ in range(2):
            with Program(display, bench.program, "--pick", bench.links(40), XDG_CACHE_HOME=cache) as program:
                frame = program.wait(is_sharp, "sharp tiles")[-1]
                program.rest()
        return Cost(program.seconds(frame), frame.cpu / 1e6, 0, {"tiles": frame.tiles / 1000 * 40 / frame.seen})


def decode(bench, count=20):
    """How long one processor is at a thumbnail, of those that work beside each other."""
    with scratch() as cache:
        cost = run([bench.program, "--make-thumbnails", bench.links(count)], XDG_CACHE_HOME=cache)
        return Cost(cost.wall * os.cpu_count() / count, cost.work / count, cost.peak)


def is_sharp(frame):
    return frame.seen and frame.sharp == frame.seen


def jump(bench, display):
    with scratch() as cache:
        with Program(display, bench.program, "--pick", "--sort", "name", bench.links(1000), XDG_CACHE_HOME=cache) as program:
            # The end is where it stays only when all files are known; no thumbnail is made of any before it is seen.
            program.wait(lambda frame: frame.read and frame.sharp > 0, "a first picture")
            pressed = time.monotonic()
            display.xdotool("key", "End")
            frames = program.wait(lambda frame: frame.at / 1e6 > pressed and frame.first > 900 and frame.sharp > 0,
                                  "a picture at the end")
            # The keys come through another program; the jump is made just before it is drawn.
            drawn = next(frame for frame in frames if frame.at / 1e6 > pressed and frame.first > 900)
            return Cost((frames[-1].at - drawn.at + drawn.took) / 1e6, 0, 0)
