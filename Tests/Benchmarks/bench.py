"""The command behind scripts/bench."""
import argparse
import json
import os
import platform
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import hostile
import listing
import memory
import scroll
import thumbnails
import window
from corpus import Corpus
from measure import Failed, report, say

PARTS = {"thumbnails": thumbnails, "list": listing, "window": window, "scroll": scroll, "memory": memory,
         "hostile": hostile}


class Bench:
    here = Path(__file__).resolve().parent
    root = here.parents[1]

    def __init__(self, options):
        self.rounds = options.rounds
        self.program = Path(options.binary).resolve()
        self.folder = self.root / ".build/bench"
        self.corpus = Corpus(self.folder / "pictures", self.root / "data/examples")
        self.hostile = Path(os.environ.get("PICKTURE_SAMPLES", self.root.parent / "shared/samples")) / "hostile"

    def reference(self, name):
        """A small C program to compare with, compiled when it is first needed."""
        source = self.here / "reference" / f"{name}.c"
        program = self.folder / name
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            packages = {"pixbuf": "gdk-pixbuf-2.0", "listing": "gio-2.0", "window": "gtk4"}[name]
            flags = subprocess.run(["pkg-config", "--cflags", "--libs", packages], check=True, capture_output=True,
                                   text=True).stdout.split()
            subprocess.run(["cc", "-O2", "-o", program, source, *flags], check=True)
        return program

    def capture(self, command, **surroundings):
        environment = {**os.environ, **{key: str(value) for key, value in surroundings.items()}}
        return subprocess.run([str(part) for part in command], env=environment, check=True, capture_output=True,
                              text=True).stdout

    def links(self, count, with_preview=False):
        """As many 12-megapixel photos as wanted, under names of their own."""
        photos = sorted(self.corpus.photos.iterdir())
        if with_preview:
            photos = photos[len(photos) // 2:]
        inside = self.folder / f"links-{count}"
        inside.mkdir(exist_ok=True)
        for number in range(count):
            link = inside / f"photo_{number:05}.jpg"
            if not link.exists():
                os.link(photos[number % len(photos)], link)
        return inside


def machine():
    model = next((line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} cores of {model}, Linux {platform.release()}"


def main():
    parser = argparse.ArgumentParser(prog="bench", add_help=False)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    parser.add_argument("--binary", default=Bench.root / ".build/release/pickture")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}, only {', '.join(PARTS)}")
    bench = Bench(options)
    results, failed = {}, False
    print(f"Measured on {machine()}; {options.rounds} rounds in turns, medians.\n", flush=True)
    for name in options.parts or PARTS:
        try:
            results[name] = part = PARTS[name].measure(bench)
        except (Failed, OSError, subprocess.CalledProcessError) as error:
            failed = True
            say("")
            print(f"### {name}\n\nnot measured: {error}\n", flush=True)
            continue
        say("")
        print(report(part), flush=True)
    if options.json:
        kept = {"machine": machine(), "parts": {name: asdict(part) for name, part in results.items()}}
        Path(options.json).write_text(json.dumps(kept, indent=1) + "\n")
    missed = sum(not goal.is_met for part in results.values() for goal in part.goals)
    print(f"{missed} goals missed" if missed else "all goals met that were measured")
    sys.exit(1 if failed else 0)


main()
