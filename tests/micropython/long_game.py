"""Play a game of 20 hands and about 120 events on MicroPython; say what it holds and how long it takes.

    micropython -X heapsize=192K tests/micropython/long_game.py

The heap is never tidied on the way: the game must get along with the crumbs it leaves behind.
"""

import gc
import sys
import time

from tenbo_core import books, events
from tenbo_core.ledger import Ledger
from tenbo_core.required_wins import wins_needed_for_places


class Game:
    """A ledger, and the event that took the longest."""

    def __init__(self):
        self.ledger = Ledger()
        self.longest = 0
        self.slowest = ""

    def take(self, kind, values):
        """Record an event and look at the time it takes."""
        start = time.ticks_us()
        self.ledger.append(events.make(self.ledger.next, kind, 1, 60 * self.ledger.next, values))
        took = time.ticks_diff(time.ticks_us(), start)
        if took > self.longest:
            self.longest, self.slowest = took, kind

    def hand(self, number):
        """Play one hand: draws at first, so that the dealer stays, then wins."""
        dealer = self.ledger.table.dealer
        other, third = (dealer + 1) % 4, (dealer + 2) % 4
        self.take("name", {"seat": number % 4, "name": "Player %d" % number})
        self.take("hand", {"dice": [3, 4]})
        self.take("riichi", {"seat": other})
        self.take("riichi", {"seat": third})
        if number % 2:
            self.take("dead_hand", {"seat": (dealer + 3) % 4})
        if number % 5 == 0:
            self.take("penalty", {"seat": 2, "points": -1000, "why": "telephone"})
            self.take("undo", {})
        if number < 13:
            self.take("draw", {"tenpai": [dealer, other, third]})
        else:
            self.take("win", {"wins": [{"seat": other, "from": dealer, "han": 3, "fu": 40}]})


def main():
    """Play, and print what was measured."""
    books.load("ema-2016")
    # The code that an event loads when it happens is no part of what a game holds, nor is what compiling it leaves.
    for name in (
        "rare_field_checks",
        "new_game",
        "start_and_riichi",
        "ledger_undo",
        "win_settlement",
        "win_parser",
        "draws",
        "penalties",
    ):
        gc.collect()
        __import__("tenbo_core." + name)
    gc.collect()
    modules = set(sys.modules)
    before = gc.mem_alloc()
    game = Game()
    game.take("start", {"rules": "ema-2016"})
    for number in range(20):
        game.hand(number)
    gc.collect()
    late = set(sys.modules) - modules
    assert not late, "loaded on the way, and measured with the game: %s" % sorted(late)
    print("%d events hold %d bytes" % (len(game.ledger.events), gc.mem_alloc() - before))
    print("the longest, %s: %d us" % (game.slowest, game.longest))
    start = time.ticks_us()
    game.ledger.preview(events.make(game.ledger.next, "undo", 1, 0, {}))
    print("undo at the end: %d us" % time.ticks_diff(time.ticks_us(), start))
    for seat in range(4):
        start = time.ticks_us()
        found = wins_needed_for_places(game.ledger.table, seat)
        print("what seat %d needs, %d answers: %d us" % (seat, len(found), time.ticks_diff(time.ticks_us(), start)))


if __name__ == "__main__":
    main()
