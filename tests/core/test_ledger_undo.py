"""What an undo at the table reaches, and what it leaves to the desk."""

from tenbo_core.errors import Refused
from tenbo_core.event_notation import event_of
from tenbo_core.events import CENTRE, DESK, REFEREE, make
from tenbo_core.ledger import Ledger


def ledger_of(*lines):
    """Fold events, each as the text of an event with who asked for it."""
    ledger = Ledger()
    for by, line in lines:
        ledger.append(event_of(line, ledger.next, by))
    return ledger


def reached(ledger):
    """Return the kinds of the events that an undo at the table would take back, or why it takes none."""
    try:
        return [event.kind for event in ledger.events_to_undo()]
    except Refused as error:
        return error.brief


START = ((0, "start ema-2016"), (CENTRE, 'name 0 "A"'), (0, "session 90"))


def test_a_game_in_which_nothing_was_played_has_nothing_to_take_back():
    """Names and the clock are no moves, and who ends such a game loses nothing."""
    ledger = ledger_of(*START)
    assert reached(ledger) == []
    assert not ledger.has_begun()
    assert ledger.last_play_event() is None


def test_a_game_has_begun_with_its_first_event_or_when_it_was_laid_out():
    """Either would be lost."""
    assert ledger_of(*START, (0, "hand")).has_begun()
    assert ledger_of(*START, (DESK, "late 1 3")).has_begun()
    assert ledger_of((DESK, "start ema-2016 honba 2")).has_begun()


def test_an_undo_passes_the_time_signal_and_takes_it_along():
    """Else what went before the signal would be final."""
    ledger = ledger_of(*START, (0, "hand"), (1, "win 1 3/30"), (CENTRE, "signal"))
    assert reached(ledger) == ["signal", "win"]
    assert ledger.last_play_event().kind == "win"
    ledger.append(make(ledger.next, "undo", 0, 0, {"to": ledger.events_to_undo()[-1].n - 1}))
    assert (ledger.table.phase, ledger.table.hands_left) == ("playing", None)
    assert reached(ledger) == ["hand"]


def test_rulings_of_the_desk_are_left_to_it_and_hands_that_it_recorded_are_not():
    """A penalty, but also a chombo or a dead hand that a referee has seen."""
    hand = START + ((0, "hand"),)
    for line in ("penalty 1 -8000", "late 1 3", "substitute 2 now", "chombo 1", "dead_hand 3", "end"):
        for by in (DESK, REFEREE):
            assert reached(ledger_of(*hand, (by, line))) == "ask the desk to undo it", line
        assert reached(ledger_of(*hand, (2, line))) == [line.split()[0]], line
    assert reached(ledger_of(*hand, (DESK, "win 1 3/30"))) == ["win"]


def test_only_the_desk_takes_its_rulings_back_however_far_an_undo_goes():
    """An undo to an event before the ruling would take it along."""
    ledger = ledger_of(*START, (0, "hand"), (1, "riichi 1"), (DESK, "penalty 2 -8000"), (3, "riichi 3"))
    for by, to, allowed in ((0, None, True), (0, 5, True), (0, 4, False), (CENTRE, 3, False), (DESK, 3, True)):
        undo = make(ledger.next, "undo", by, 0, {"to": to})
        try:
            ledger.check_undo(undo)
            refused = False
        except Refused:
            refused = True
        assert refused is not allowed, (by, to)


def test_a_history_that_holds_such_an_undo_is_folded_all_the_same():
    """What an older device has recorded stays what happened."""
    ledger = ledger_of(*START, (0, "hand"), (DESK, "penalty 2 -8000"), (1, "undo"))
    assert ledger.table.accounts[5] == 0
