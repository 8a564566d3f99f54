"""Corrections of the past: what they refuse, and in which words."""

from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of, event_text
from tenbo_core.ledger import Ledger


def ledger_of(*lines):
    """Return a ledger with the events of these lines, numbered from 0."""
    ledger = Ledger()
    for line in lines:
        ledger.append(event_of(line, ledger.next, at=ledger.next))
    return ledger


def refusal(ledger, line):
    """Return the error with which an event is refused."""
    try:
        ledger.preview(event_of(line, ledger.next))
    except TenboError as error:
        return error
    return None


def test_every_event_that_became_impossible_is_named():
    """The referee sees at once what else has to be corrected; the reason is that of the first."""
    ledger = ledger_of(
        "start austria", "hand", "win 1<2 1/30", "hand", "riichi 2", "win 0<1 1/30", "hand", "draw tenpai 0"
    )
    error = refusal(ledger, "correct 2: win 1<2 yakuman:1")
    assert error.code == "contradiction"
    assert error.at == "event 3"
    assert error.message == (
        "event 3, hand, would become impossible: the game is over, so hand is not possible: undo the end, or "
        "start another game; "
        "also impossible: 4 (riichi), 5 (win), 6 (hand), 7 (draw)"
    )


def test_a_long_list_is_cut():
    """A sentence stays a sentence."""
    lines = ["start austria", "hand", "win 1<2 1/30"] + ["hand", "draw tenpai 1"] * 4
    error = refusal(ledger_of(*lines), "correct 2: win 1<2 yakuman:1")
    assert error.message.endswith("4 (draw), 5 (hand), 6 (draw), 7 (hand), 8 (draw) and more")


def test_a_list_that_just_finds_room_is_not_cut():
    """Five besides the first."""
    lines = ["start austria", "hand", "win 1<2 1/30"] + ["hand", "draw tenpai 1"] * 3
    error = refusal(ledger_of(*lines), "correct 2: win 1<2 yakuman:1")
    assert error.message.endswith("also impossible: 4 (draw), 5 (hand), 6 (draw), 7 (hand), 8 (draw)")


def test_a_refused_correction_leaves_everything_as_it_was():
    """Table, events, and what an undo would take back."""
    ledger = ledger_of("start austria", "hand", "win 1<2 1/30", "hand")
    table, standing = ledger.table, ledger.effective_events()
    assert refusal(ledger, "correct 2: win 1<2 yakuman:1") is not None
    assert ledger.table is table
    assert ledger.effective_events() == standing
    assert len(ledger.events) == 4


def test_the_replaced_event_keeps_number_and_second_and_gets_the_asker():
    """Anyone who reads the effective events sees when it happened and who says so."""
    ledger = ledger_of("start ema-2016", "hand", "win 1<2 1/30")
    ledger.append(event_of("correct 2: riichi 0 ; win 1<2 2/30", 3, by=5, at=900))
    assert [(event.n, event.by, event.at, event_text(event)) for event in ledger.effective_events()][2:] == [
        (2, 5, 2, "riichi 0"),
        (2, 5, 2, "win 1<2 2/30"),
    ]


def test_an_undo_behind_a_correction_folds_the_corrected_game():
    """Tables that were kept before the correction must not come back."""
    lines = ["start ema-2016", "hand", "win 1<2 1/30"] + ["hand", "draw tenpai 1"] * 20
    ledger = ledger_of(*lines)
    ledger.append(event_of("correct 2: win 1<2 2/30", ledger.next))
    scores = ledger.table.scores
    ledger.append(event_of("penalty 1 -1000 now", ledger.next))
    ledger.append(event_of("undo", ledger.next))
    assert ledger.table.scores == scores
    ledger.append(event_of("undo", ledger.next))
    assert ledger.table.scores[2] == scores[2] + 1000


def test_names_stay_where_they_are_when_seats_are_exchanged():
    """The boxes were mixed up, not the people."""
    ledger = ledger_of("start ema-2016", 'name 0 "A"', 'name 1 "B"', "hand", "win 0<1 1/30", "swap 0 1")
    assert ledger.table.names[:2] == ["A", "B"]
    assert ledger.table.scores == [29000, 31000, 30000, 30000]


def test_an_exchange_reaches_every_field_with_a_seat():
    """Winners, discarders, liable players, tenpai, offenders."""
    ledger = ledger_of(
        "start ema-2016", "hand", "riichi 0", "win 2<0 yakuman:1 pao 3", "hand", "chombo 0 1", "swap 0 3"
    )
    assert [event_text(event) for event in ledger.effective_events()][1:] == [
        "hand",
        "riichi 3",
        "win 2<3 yakuman:1 pao 0",
        "hand",
        "chombo 1 3",
    ]


def test_any_two_seats_are_exchanged_and_the_other_two_stay():
    """Whichever two boxes were mixed up, in whichever order they are named."""
    lines = ("start ema-2016", "hand", "riichi 0", "riichi 1", "riichi 2", "riichi 3")
    for first in range(4):
        for second in range(4):
            if first != second:
                ledger = ledger_of(*lines, f"swap {first} {second}")
                partner = {first: second, second: first}
                wanted = [partner.get(seat, seat) for seat in range(4)]
                assert [event.args[0] for event in ledger.effective_events()[2:]] == wanted


def test_an_exchange_begins_with_the_event_that_it_names():
    """The one before it stays as it was recorded."""
    lines = ("start ema-2016", "hand", "riichi 0", "riichi 1", "riichi 2")
    for of, wanted in (("", [0, 3, 2]), (" of 2", [0, 3, 2]), (" of 3", [0, 3, 2]), (" of 4", [0, 1, 2])):
        ledger = ledger_of(*lines, "swap 1 3" + of)
        assert [event.args[0] for event in ledger.effective_events()[2:]] == wanted, of
    ledger = ledger_of(*lines, "swap 0 3 of 3")
    assert [event.args[0] for event in ledger.effective_events()[2:]] == [0, 1, 2]
