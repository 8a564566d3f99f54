"""Work the payment vectors out again, on either interpreter.

    micropython tests/core/run_vectors.py tests/vectors/payments/alarm.txt

prints the file with every payment as the core gives it: equal to the file, byte for byte, when
the core is right.
"""

import sys

from tenbo_core.books import load
from tenbo_core.hand_value import YAKUMAN, base_points_of, ron_payment, tsumo_payment


def unit_for(rules, words):
    """Return the unit of a hand in words: `3 han 40 fu`, `6 han`, `yakuman`, `2 yakuman`."""
    if words[-1] == "yakuman":
        return YAKUMAN * (int(words[0]) if len(words) > 1 else 1)
    return base_points_of(rules, int(words[0]), int(words[2]) if len(words) > 2 else 0)


def payment_for(rules, case):
    """Return what a case's hand pays, in the words of the vectors."""
    winner, how, words = case[0], case[1], case[2:]
    east = {"east": True, "other": False}[winner]
    unit = unit_for(rules, words)
    if how == "ron":
        return str(ron_payment(unit, east).discarder)
    payment = tsumo_payment(rules, unit, east)
    return str(payment.each) if east else "%d / %d" % (payment.other, payment.east)


def worked_out(lines):
    """Yield the lines of a vector file with every payment worked out again."""
    rules = None
    for line in lines:
        if line.startswith("book "):
            rules = load(line[5:])
        if ":" in line and not line.startswith("#"):
            case = line[: line.index(":")]
            yield case + ": " + payment_for(rules, case.split())
        else:
            yield line


def main(paths):
    """Print the files, worked out again."""
    for path in paths:
        with open(path) as file:
            for line in worked_out(file.read().split("\n")[:-1]):
                print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
