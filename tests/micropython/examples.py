"""Run docstring examples on MicroPython, which drops docstrings: they come as a JSON file.

    micropython tests/micropython/examples.py EXAMPLES.json

The file holds `[module, name, [[source, wanted, error], ...]]` for each docstring.  The last line
is `N passed, N failed`, counting docstrings.
"""

import json
import sys


def outcome(source, space):
    """Return what a prompt would print for one example, and the error it raised, as texts."""
    try:
        try:
            value = eval(source, space)
        except SyntaxError:
            exec(source, space)
            value = None
    except Exception as error:
        return "", f"{type(error).__name__}: {error}"
    return ("" if value is None else repr(value)), ""


def holds(module, name, examples):
    """Return whether every example of one docstring gives what it promises."""
    home = __import__(module, None, None, ("*",))
    space = {word: getattr(home, word) for word in dir(home)}
    for source, wanted, error in examples:
        printed, raised = outcome(source, space)
        if (printed, raised) != (wanted, error):
            print(f"{module}.{name}: {source} gives {printed or raised!r}, not {wanted or error!r}")
            return False
    return True


def main(path):
    """Run all examples and give the exit status."""
    with open(path) as file:
        docstrings = json.load(file)
    good = [holds(module, name, examples) for module, name, examples in docstrings]
    print(f"{good.count(True)} passed, {good.count(False)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
