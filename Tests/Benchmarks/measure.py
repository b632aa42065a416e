"""Runs ways to do the same in turns, and puts what they cost beside each other."""
import ctypes
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

# prctl(2): processes whose parent ends come to this one, so that what a program's workers cost is not lost.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@dataclass
class Cost:
    """What one run took: seconds on the clock and of the processors, and the peak of one process in MiB."""
    wall: float
    work: float
    peak: float
    figures: dict = field(default_factory=dict)


class Failed(Exception):
    """A measured program did not end well, so that its figures say nothing."""


def run(command, allowed=(0,), **surroundings):
    """The cost of a command and of all processes that it started; its "own work" is without theirs."""
    environment = {**os.environ, **{key: str(value) for key, value in surroundings.items()}}
    others = children()
    began = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env=environment)
    errors = process.stderr.read()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    own = ticks(process.pid) / os.sysconf("SC_CLK_TCK")
    _, status, usage = os.wait4(process.pid, 0)
    cost = Cost(time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, {"own work": own})
    process.returncode = os.waitstatus_to_exitcode(status)
    for child in children() - others:
        _, _, usage = os.wait4(child, 0)
        cost.work += usage.ru_utime + usage.ru_stime
        cost.peak = max(cost.peak, usage.ru_maxrss / 1024)
    if process.returncode not in allowed:
        raise Failed(f"{command[0]} ended with {process.returncode}: {errors.decode(errors='replace')[-400:]}")
    return cost


def ticks(process):
    """Of the processors, for a process without those that it started."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(words[11]) + int(words[12])


def children():
    """The processes that this one has to wait for."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == os.getpid():
            found.add(int(folder.name))
    return found


def in_turns(ways, rounds):
    """Costs by name; every round runs each way once, so that what else the machine does meets all of them."""
    costs = {name: [] for name in ways}
    for number in range(rounds):
        for name, way in ways.items():
            say(f"round {number + 1} of {rounds}: {name}")
            costs[name].append(way())
    return costs


def median(costs, figure):
    return statistics.median(value(cost, figure) for cost in costs)


def value(cost, figure):
    return cost.figures[figure] if figure in cost.figures else getattr(cost, figure)


def ratio(costs, better, worse, figure):
    """How many times as much `worse` costs, by medians."""
    return median(costs[worse], figure) / max(1e-9, median(costs[better], figure))


@dataclass
class Row:
    """A line of the report: the median of some figure, its spread, and the ratio to what it is compared with."""
    name: str
    unit: str
    median: float
    low: float
    high: float
    ratio: float | None = None


def rows(costs, figure, unit, factor=1, reference=None):
    base = median(costs[reference], figure) if reference else None
    found = []
    for name, runs in costs.items():
        values = [value(cost, figure) * factor for cost in runs]
        middle = statistics.median(values)
        found.append(Row(name, unit, middle, min(values), max(values),
                         base * factor / middle if base and middle else None))
    return found


@dataclass
class Goal:
    """A promise of the product: `figure` against the bound that it must keep."""
    name: str
    text: str
    figure: float
    bound: float
    at_least: bool = True

    @property
    def is_met(self):
        return self.figure >= self.bound if self.at_least else self.figure <= self.bound


@dataclass
class Part:
    title: str
    rows: list = field(default_factory=list)
    goals: list = field(default_factory=list)
    notes: list = field(default_factory=list)


def say(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def report(part):
    lines = [f"### {part.title}", ""]
    if part.rows:
        lines += ["| what | median | spread | times |", "| --- | ---: | ---: | ---: |"]
        for row in part.rows:
            times = f"x{row.ratio:.2f}" if row.ratio else ""
            lines.append(f"| {row.name} | {number(row.median)} {row.unit} | {number(row.low)} to {number(row.high)} "
                         f"| {times} |")
        lines.append("")
    if part.goals:
        lines += ["| goal | measured | must | |", "| --- | ---: | ---: | --- |"]
        for goal in part.goals:
            sign = "at least" if goal.at_least else "at most"
            lines.append(f"| {goal.name} {goal.text} | {number(goal.figure)} | {sign} {number(goal.bound)} "
                         f"| {'met' if goal.is_met else '**missed**'} |")
        lines.append("")
    return "\n".join(lines + [f"{note}\n" for note in part.notes])


def number(value):
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
