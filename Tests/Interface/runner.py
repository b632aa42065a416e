"""Runs the tests named on the command line, or all, and ends with one line of counts."""
import sys
import time
import unittest
from pathlib import Path


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
    result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(suite)
    failed = ({test.id() for test, _ in result.failures + result.errors}
              | {test.id() for test in result.unexpectedSuccesses})
    skipped = len(result.skipped)
    print(f"{result.testsRun - len(failed) - skipped} passed, {len(failed)} failed, {skipped} skipped", flush=True)
    return 1 if failed or not result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
