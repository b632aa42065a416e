"""Runs the tests named on the command line, or all, and ends with one line of counts."""
import sys
import time
import unittest
from pathlib import Path


# More failures than these are no accident.
FEW = 6


class Result(unittest.TextTestResult):
    """Says how long each test took, so that a slow one is seen."""

    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        if time.monotonic() - self.began > 15:
            self.stream.writeln(f"    took {time.monotonic() - self.began:.0f} s")


def main(names):
    loader = unittest.defaultTestLoader
    here = Path(__file__).parent
    suite = (loader.loadTestsFromNames(names) if names
             else loader.discover(str(here), "test_*.py", top_level_dir=str(here)))
    result = run(suite)
    failed = failures(result)
    # A pointer and a screen are shared with whatever else the machine does; what fails again alone is a fault.
    if failed and len(failed) <= FEW and all(name.count(".") == 2 for name in failed):
        print(f"once more, alone: {' '.join(sorted(failed))}", flush=True)
        failed = failures(run(loader.loadTestsFromNames(sorted(failed))))
    skipped = len(result.skipped)
    print(f"{result.testsRun - len(failed) - skipped} passed, {len(failed)} failed, {skipped} skipped", flush=True)
    return 1 if failed or not result.testsRun else 0


def run(suite):
    return unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(suite)


def failures(result):
    return ({test.id().split(" ")[0] for test, _ in result.failures + result.errors}
            | {test.id() for test in result.unexpectedSuccesses})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
