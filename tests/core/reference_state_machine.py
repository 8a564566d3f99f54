"""The small machine of phase, dealer, counters and hands left, written a second time and compared.

    micropython tests/core/reference_state_machine.py 7

walks through all sequences of that many events in every setting and compares after each event.
The model knows nothing of points; its rules are those of the books in their plainest form.
"""

import sys

from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of
from tenbo_core.fold import apply

# Name of a step, and the event for a given dealer: {d} deals, {o} sits to the dealer's right.
STEPS = (
    ("hand", "hand"),
    ("dealer wins", "win {d}<{o} 1/30"),
    ("other wins", "win {o}<{d} 1/30"),
    ("tenpai draw", "draw tenpai {d}"),
    ("noten draw", "draw tenpai {o}"),
    ("abort", "abort nine_terminals"),
    ("chombo", "chombo {o}"),
    ("signal", "signal"),
    ("end", "end"),
)

# A start, and what the model needs to know of its book.
SETTINGS = (
    ("start ema-2012 two_han_from=0", {"after": 1, "replay": True, "aborts": True}),
    ("start ema-2016 round S hand 4", {"after": 1, "replay": True}),
    ("start alarm round S hand 3", {"after": 0, "replay": False, "counters": False}),
    ("start wrc round S hand 3", {"after": 0, "replay": True}),
    ("start austria bust=false two_han_from=0 round S hand 4", {"aborts": True}),
    ("start ema-2016 length=east hand 4", {"after": 1, "replay": True}),
    ("start ema-2016 extension=target target_points=900000 round S hand 4 hands_after_signal=0",
     {"after": 0, "replay": True, "extension": True}),
    ("start ema-2016 extension=target target_points=0 round S hand 4", {"after": 1, "replay": True}),
)  # fmt: skip


class Model:
    """How a table stands, without points."""

    def __init__(self, known, place, phase="between", honba=0, left=None):
        self.known = known
        self.place = place  # the hands from East 1 on, by the deals that have passed
        self.phase = phase
        self.honba = honba
        self.left = left

    def after(self, step):
        """Return the model after a step, or None where the step is refused."""
        known = self.known
        if self.phase == "over":
            return None
        if step == "end":
            return self.changed("over", left=0)
        if step == "signal":
            if "after" not in known or self.left is not None:
                return None
            left = known["after"] + (1 if self.phase == "playing" else 0)
            return self.changed("over" if left == 0 else self.phase, left=left)
        if (step == "hand") != (self.phase == "between") or (step == "abort" and "aborts" not in known):
            return None
        if step == "hand":
            return self.changed("playing")
        if step == "chombo":
            return (
                self.changed("between")
                if known.get("replay", True)
                else self.finished(self.honba, self.place, same=True)
            )
        stays = step in ("dealer wins", "tenpai draw", "abort")
        honba = 0 if step == "other wins" or not known.get("counters", True) else self.honba + 1
        return self.finished(honba, self.place if stays else self.place + 1)

    def changed(self, phase, left=None):
        return Model(self.known, self.place, phase, self.honba, self.left if left is None else left)

    def finished(self, honba, place, same=False):
        """Return the model after a finished hand; `same` is a hand that ends without a successor's place."""
        left = None if self.left is None else self.left - 1
        last = self.known["last"] + (4 if "extension" in self.known else 0)
        if left == 0 or (place > last and not same):
            return self.changed("over", left=0)
        return Model(self.known, place, "between", honba, left)


def looks(table):
    """Return of a table what the model knows."""
    return (4 * table.round + table.hand - 1, table.phase, table.honba, table.hands_left)


def walk(table, model, depth, path):
    """Compare table and model through every sequence of events; give how many events that were."""
    count = 0
    for step, text in STEPS:
        dealer = table.dealer
        line = text.replace("{d}", str(dealer)).replace("{o}", str((dealer + 1) % 4))
        expected = model.after(step)
        try:
            after = apply(table, event_of(line))
        except TenboError as error:
            assert expected is None, "%s, then %s: refused, %s" % (path, step, error)
            continue
        count += 1
        assert expected is not None, "%s, then %s: taken" % (path, step)
        wanted = (expected.place, expected.phase, expected.honba, expected.left)
        assert wanted == looks(after), "%s, then %s: %s, not %s" % (path, step, looks(after), wanted)
        if depth > 1:
            count += walk(after, expected, depth - 1, path + [step])
    return count


def walk_all(depth):
    """Walk through every setting and give how many events were compared."""
    count = 0
    for start, known in SETTINGS:
        table = apply(None, event_of(start))
        book = dict(known)
        book["last"] = 3 if table.rules.length == "east" else 7
        count += walk(table, Model(book, looks(table)[0]), depth, [start])
    return count


if __name__ == "__main__":
    print("%d events compared" % walk_all(int(sys.argv[1]) if len(sys.argv) > 1 else 6))
