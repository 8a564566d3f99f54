"""Run test files on MicroPython: every `test_*` function, one line for each that fails.

    micropython tests/micropython/run.py tests/core/test_points.py ...

A test is a function without arguments that asserts.  The last line is `N passed, N failed`, and
the exit status is 1 when any failed, so that a person can use it as well as pytest does.
"""

import gc
import io
import sys


def where(error, path):
    """Return the line of the test file in which an error came up, or 0."""
    text = io.StringIO()
    sys.print_exception(error, text)
    line = 0
    for row in text.getvalue().split("\n"):
        # A row of the traceback:   File "tests/core/test_points.py", line 12, in test_a_ron
        parts = row.split('"')
        if len(parts) == 3 and parts[1] == path:
            line = int(parts[2].split(",")[1].split()[1])
    return line


def run(path):
    """Run the tests of one file and give how many passed and failed."""
    space = {"__name__": path, "__file__": path}
    try:
        with open(path) as source:
            exec(compile(source.read(), path, "exec"), space)
    except Exception as error:
        print(f"{path}:{where(error, path)}: could not be read: {type(error).__name__}: {error}")
        return 0, 1
    passed = failed = 0
    for name in sorted([name for name in space if name.startswith("test_")]):
        try:
            space[name]()
            passed += 1
        except Exception as error:
            failed += 1
            print(f"{path}:{where(error, path)}: {name}: {type(error).__name__}: {error}")
    return passed, failed


def main(paths):
    """Run the files and give the exit status."""
    # As at a start of the device: what stays is to lie close together.
    gc.threshold(16384)
    passed = failed = 0
    for path in paths:
        good, bad = run(path)
        passed += good
        failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
