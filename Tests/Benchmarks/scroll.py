"""Scrolling through 100,000 photos from end to end: how even the frames are, and what stays in memory."""
import tempfile

from display import Display, Program
from measure import Cost, Failed, Goal, Part, in_turns, median, rows


def measure(bench):
    part = Part("Scrolling through 100,000 photos, software renderer")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Display(folder) as display:
        empty = empty_memory(bench, display)
        costs = in_turns({"pickture": lambda: scroll(bench, display)}, min(bench.rounds, 2))
    for figure, unit in (("middle", "ms a frame, median"), ("p99", "ms a frame, 99 of 100"), ("longest", "ms, longest"),
                         ("fill", "ms until tiles at rest are filled"), ("first pass", "MiB after the first pass"),
                         ("growth", "MiB more after the second")):
        part.rows += rows(costs, figure, unit)
    part.goals = [
        Goal("G8", "ms, 99 of 100 frames", median(costs["pickture"], "p99"), 25, False),
        Goal("G8", "ms, longest frame", median(costs["pickture"], "longest"), 50, False),
        Goal("G8", "ms until tiles at rest are filled", median(costs["pickture"], "fill"), 150, False),
        Goal("G9", "MiB more than an empty window", median(costs["pickture"], "first pass") - empty, 120, False),
        Goal("G9", "MiB more after the second pass", median(costs["pickture"], "growth"), 5, False),
    ]
    part.notes.append(f"An empty GTK 4 window has {empty:.0f} MiB.")
    return part


def empty_memory(bench, display):
    with Program(display, bench.reference("window")) as program:
        program.wait(lambda frame: True, "the empty window")
        program.rest()
        return program.memory


def scroll(bench, display):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        with Program(display, bench.program, "--pick", bench.corpus.many, XDG_CACHE_HOME=cache) as program:
            program.wait(is_filled, "sharp tiles")
            program.rest()
            display.xdotool("mousemove", 500, 400)
            page(display, program)
            intervals = frame_times(program, lambda: wheel(display, 240))
            intervals += frame_times(program, lambda: drag(display, program))
            program.rest()
            first_pass = program.memory
            drag(display, program, back=True)
            drag(display, program)
            program.rest()
            growth = program.memory - first_pass
            fill = page(display, program)
            ordered = sorted(intervals)
            return Cost(0, 0, 0, {
                "middle": ordered[len(ordered) // 2], "p99": ordered[len(ordered) * 99 // 100], "longest": ordered[-1],
                "fill": fill, "first pass": first_pass, "growth": max(0.0, growth)})


def is_filled(frame):
    return frame.seen and frame.sharp == frame.seen


def frame_times(program, move):
    """Milliseconds from frame to frame while `move` scrolls."""
    count = len(program.frames)
    move()
    frames = program.frames[count:]
    moving = [number for number, (before, after) in enumerate(zip(frames, frames[1:])) if after.first != before.first]
    if not moving:
        raise Failed("nothing scrolled")
    # From the first move to the last, with the frames between two that show the same tiles a little further on.
    frames = frames[moving[0] + 1:moving[-1] + 2]
    return [(after.at - before.at) / 1000 for before, after in zip(frames, frames[1:])]


# What moves, moves more often than frames come: else a frame would wait for the next move, and be called a slow one.


def wheel(display, steps):
    display.xdotool("click", "--repeat", steps, "--delay", 8, 5)


def drag(display, program, back=False):
    """Moves the scroll bar's slider from one end to the other, a few pixels at a time."""
    # Of a window of 1000 x 700 at the screen's corner: below the title bar, above the status.
    x, top, bottom = 992, 75, 640
    steps = range(bottom - 15, top - 20, -2) if back else range(top, bottom + 10, 2)
    moves = [part for y in steps for part in ("mousemove", x, y, "sleep", "0.005")]
    display.xdotool("mousemove", x, steps[0], "sleep", "0.3", "mousedown", 1, *moves, "mouseup", 1)
    display.xdotool("mousemove", 500, 400)
    end = program.frames[-1].first
    if (end > 100) == back:
        raise Failed(f"the slider did not move to the other end, but to {end}")


def page(display, program):
    """Goes to the beginning, rests, goes on by two pages; milliseconds until the tiles there are filled."""
    display.xdotool("key", "Home")
    program.rest()
    count, began = len(program.frames), program.frames[-1].at
    # The first one only takes the focus to the lower end of what is in sight.
    display.xdotool("key", "Next", "Next")
    program.wait(lambda frame: frame.at > began and frame.first > 0, "the next page")
    program.rest()
    later = [frame for frame in program.frames[count:] if frame.first > 0]
    return (next(frame for frame in later if is_filled(frame)).at - later[0].at) / 1000
