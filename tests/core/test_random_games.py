"""What must hold after every event of any game; `random_games.py` plays many more of them."""

from core.random_games import CHEAP, DEAR, Dice, play
from tenbo_core.books import BOOKS
from tenbo_core.wire import encode

GAMES = 4


def each_game(witness):
    """Play some games of every book."""
    for book in BOOKS:
        for seed in range(GAMES):
            play(Dice(1000 + seed), book, witness)


def test_points_written_events_and_results_hold_after_every_event():
    """A right total is not a right score: every transfer, every line, every place is looked at."""

    def witness(ledger, event, before):
        for check in CHEAP:
            check(ledger, event, before)

    each_game(witness)


def test_undo_leads_back_and_the_journal_leads_here():
    """Anyone who takes an event back, or reads the journal again, finds the same table."""
    dice = Dice(7)

    def witness(ledger, event, before):
        if dice.below(12) == 0:
            for check in DEAR:
                check(ledger, event, before)

    each_game(witness)


def test_an_event_takes_at_most_64_bytes_of_the_journal_on_average():
    """A game of 120 events must fit many times into the flash, checksums included."""
    sizes = [0, 0]

    def witness(ledger, event, before):
        del ledger, before
        sizes[0] += 1
        sizes[1] += len(encode(event.plain()))

    each_game(witness)
    assert sizes[0] > 300
    assert sizes[1] <= 64 * sizes[0], sizes


def test_the_dice_show_most_endings_and_refusals():
    """Random games that all went the same way would prove little."""
    seen = []

    def witness(ledger, event, before):
        del before
        for word in (event.kind, ledger.table.why):
            if word not in seen:
                seen.append(word)

    for book in BOOKS:
        for seed in range(5 * GAMES):
            play(Dice(seed), book, witness)
    for word in ("win", "draw", "abort", "chombo", "undo", "correct", "swap", "penalty", "late", "substitute",
                 "signal", "session", "bust", "time", "ended", "last_hand"):  # fmt: skip
        assert word in seen, word
