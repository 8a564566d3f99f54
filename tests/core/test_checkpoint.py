"""A ledger that goes on from a checkpoint is the one that was folded from its first event."""

import json

from core.random_games import Dice, play, state
from tenbo_core import checkpoint
from tenbo_core.books import BOOKS
from tenbo_core.compact_event_list import PAGE
from tenbo_core.errors import TenboError
from tenbo_core.events import make
from tenbo_core.ledger import Ledger
from tenbo_core.wire import encode, to_json

GAMES = 3


def games():
    """Yield the events of random games of every book."""
    for book in BOOKS:
        for seed in range(GAMES):
            ledgers = []

            def witness(ledger, event, before, ledgers=ledgers):
                del event, before
                ledgers[:] = [ledger]

            play(Dice(500 + seed), book, witness)
            yield Dice(seed), list(ledgers[0].events)


def lines_of(events):
    """Return events as the lines that the journal has of them."""
    return [encode(["event"] + event.plain()) for event in events]


def resumed(ledger, later=()):
    """Return a small ledger that goes on from a checkpoint of another, which has been text meanwhile.

    It reads its events again from the journal, which has the `later` ones too by then.
    """
    table = json.loads(to_json(checkpoint.table_values(ledger.table)))
    spans = json.loads(to_json(checkpoint.flatten_spans(ledger)))
    lines = lines_of(ledger.events)
    journal = lines + lines_of(later)
    again = Ledger(ledger.first, small=True, read=lambda page: journal[PAGE * page : PAGE * page + PAGE])
    last = lines[(len(lines) - 1) // PAGE * PAGE :]
    again.begin(last, len(lines), checkpoint.unflatten_spans(spans), checkpoint.table_of(table))
    return again


def same(one, other):
    """Return whether two ledgers stand alike in all that may follow."""
    return (
        state(one.table) == state(other.table)
        and one.table.rules.values == other.table.rules.values
        and one.standing == other.standing
        and one.next == other.next
    )


def outcome(ledger, event):
    """Return what an event would lead to: the table, or the words of the refusal."""
    try:
        return state(ledger.preview(event))
    except TenboError as error:
        return str(error)


def test_whatever_follows_a_checkpoint_leads_where_the_whole_game_leads():
    """Wherever in a game it is made, in every book: each later event finds and leaves the same table."""
    for dice, events in games():
        cut = 1 + dice.below(len(events))
        whole = Ledger(events[0].n)
        for event in events[:cut]:
            whole.append(event)
        again = resumed(whole, events[cut:])
        assert same(whole, again)
        for event in events[cut:]:
            whole.append(event)
            again.append(event)
            assert same(whole, again), event
        assert list(whole.events) == list(again.events)


def test_an_undo_reaches_back_before_the_checkpoint():
    """To every event of the game, and with the same refusals."""
    for dice, events in games():
        whole = Ledger(events[0].n)
        for event in events:
            whole.append(event)
        again = resumed(whole)
        for _ in range(4):
            to = dice.one_of((None, dice.below(len(events))))
            undo = make(whole.next, "undo", 4, events[-1].at, {} if to is None else {"to": to})
            assert outcome(whole, undo) == outcome(again, undo), undo
        correction = make(whole.next, "correct", 4, 0, {"of": dice.below(len(events)), "events": []})
        assert outcome(whole, correction) == outcome(again, correction)


def test_what_is_asked_of_the_past_is_answered_alike():
    """What was played last, what an undo at the table takes back, and every line of the journal."""
    for _dice, events in games():
        whole = Ledger(events[0].n)
        for event in events:
            whole.append(event)
        again = resumed(whole)
        assert again.last_play_event() == whole.last_play_event()
        assert again.has_begun() == whole.has_begun()
        for event in events:
            assert again.line(event.n) == whole.line(event.n) == encode(["event"] + event.plain())


def test_a_checkpoint_names_what_made_it():
    """A newer firmware may fold differently: it must not go on from what an older one came to."""
    before = checkpoint.checkpoint_version()
    version, checkpoint.VERSION = checkpoint.VERSION, "999.0"
    try:
        assert checkpoint.checkpoint_version() != before
    finally:
        checkpoint.VERSION = version


def test_an_undo_of_the_last_events_folds_none_again():
    """Anyone who takes back a riichi waits for it: only what lies far back is folded again."""
    from tenbo_core import ledger as module

    folded = []
    real = module.fold.apply

    def counted(table, event, load=None):
        folded.append(event.n)
        return real(table, event, load)

    ledger = Ledger()
    for kind, values in [("start", {}), ("hand", {})] + [("riichi", {"seat": seat}) for seat in (0, 1, 2)]:
        ledger.append(make(ledger.next, kind, 4, 0, values))
    module.fold.apply = counted
    try:
        for back in (1, 2):
            folded.clear()
            ledger.preview(make(ledger.next, "undo", 4, 0, {"to": ledger.next - 1 - back}))
            assert folded == []
    finally:
        module.fold.apply = real


def test_an_undo_far_back_folds_from_the_last_round_number_on():
    """With the buttons read after each event that is looked at and each that is folded."""
    from tenbo_core import ledger as module

    folded, scans = [], []
    real = module.fold.apply

    def counted(table, event, load=None):
        folded.append(event.n)
        return real(table, event, load)

    ledger = Ledger()
    ledger.append(make(0, "start", 4, 0, {}))
    while ledger.next < 120:
        ledger.append(make(ledger.next, "late", 4, 0, {"seat": 0, "minutes": 1}))
    module.fold.apply = counted
    ledger.poll = lambda: scans.append(len(folded))
    try:
        table = ledger.preview(make(ledger.next, "undo", 4, 0, {"to": 99}))
    finally:
        module.fold.apply = real
    assert folded == [96, 97, 98, 99]
    assert len(scans) == 12
    assert table.later == [-99000, 0, 0, 0]


def test_a_ledger_that_goes_on_keeps_the_table_that_it_begins_with():
    """An undo of what comes next leads back to it."""
    for _, events in games():
        whole = Ledger(events[0].n)
        for event in events:
            whole.append(event)
        again = resumed(whole)
        assert [table for _, table in again.snapshots] == [again.table]


def test_a_table_whose_book_changes_yaku_goes_on_too():
    """A device's own books have none; a game by a club's book brings its rows along."""
    ledger = Ledger()
    changes = [["bust", True], ["yaku", {"open_riichi": [2, 0]}]]
    ledger.append(make(0, "start", 4, 0, {"rules": "ema-2016", "set": changes}))
    values = json.loads(to_json(checkpoint.table_values(ledger.table)))
    assert values[:2] == ["ema-2016", changes]
    assert checkpoint.table_of(values).rules.values == ledger.table.rules.values
