"""Undo, press by press: which presses are answers, and what each seat is asked about."""

from __future__ import annotations

import pytest

from device.flows import undo
from tenbo_core.errors import Refused
from tenbo_core.events import DESK, REFEREE


def asked(table, seat=0):
    """Return what a seat is asked about, an empty list when nothing."""
    view = table.view(seat)
    return list(view.lines) if view.screen == "undo" else []


def test_only_the_ok_of_a_seat_takes_back_and_only_the_back_of_one_refuses(conversing):
    """Any other button says that it is no answer; those of the centre have no seat that could be asked about it."""
    table = conversing("ema-2016")
    table.do("hand", dice=[3, 4])
    table.do("riichi", seat=1)
    table.begin(undo.run)
    assert [asked(table, seat) for seat in range(4)] == [["Riichi: South"]] * 4
    assert table.view(2).keys == ("yes", "", "", "no")
    for press in ("0 up", "1 down", "2 riichi", "3 up", "dice", "undo"):
        table.press(press)
        assert not table.over, press
        assert table.last == "riichi", press
    assert [table.note(seat) for seat in range(4)] == ["a question is open"] * 4
    table.press("3 ok")
    assert (table.over, table.last, table.keeper.ledger.events[-1].by) == (True, "undo", 3)
    assert table.table.riichi == []
    assert [table.note(seat) for seat in range(4)] == ["taken back"] * 4


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(
    ("button", "last", "note"), [("ok", "undo", "taken back"), ("back", "hand", "nothing changed")]
)
def test_every_seat_may_answer(conversing, seat, button, last, note):
    """No one has to wait for a certain one."""
    table = conversing("ema-2016")
    table.do("hand")
    table.begin(undo.run).press(f"{seat} {button}")
    assert (table.over, table.last) == (True, last)
    assert [table.note(other) for other in range(4)] == [note] * 4


def test_a_question_that_nobody_answers_is_withdrawn_after_a_quarter_of_a_minute(conversing):
    """Presses that are no answer do not shorten it."""
    table = conversing("ema-2016")
    table.do("hand")
    table.begin(undo.run).wait(14_900)
    assert not table.over
    table.wait(200)
    assert (table.over, table.last, table.note(3)) == (True, "hand", "nothing changed")


def test_what_moves_while_it_is_asked_is_asked_about_anew_and_an_old_yes_does_not_count(conversing):
    """Only what was shown is taken back."""
    table = conversing("ema-2016")
    table.do("hand")
    table.begin(undo.run)
    assert asked(table) == ["Dice"]
    table.do("riichi", seat=2)
    table.press("0 ok")
    assert not table.over
    assert asked(table) == ["Riichi: West"]
    table.press("0 ok")
    assert (table.over, table.table.riichi, table.table.phase) == (True, [], "playing")


def test_with_nothing_to_take_back_nobody_is_asked(conversing):
    """A fresh game has names and a session, which no player takes back."""
    table = conversing("ema-2016")
    table.do("session", minutes=60)
    table.begin(undo.run)
    assert (table.over, table.note(0), table.last) == (True, "nothing to take back", "session")


@pytest.mark.parametrize("by", [DESK, REFEREE])
def test_a_ruling_of_the_desk_is_not_asked_about(conversing, by):
    """It is the desk's to take back, with what the players did before it."""
    table = conversing("ema-2016")
    table.do("hand")
    table.do("penalty", by, seat=2, points=-8000, why="obstruction")
    with pytest.raises(Refused, match=r"only the desk or a referee can undo event \d+ \(penalty\)"):
        table.begin(undo.run)
    assert table.last == "penalty"


WORDS = [
    ([("name", {"seat": 3, "name": "Dai"})], ["Name: North"], 3),
    ([("hand", {})], ["Dice"], 0),
    ([("hand", {}), ("riichi", {"seat": 0})], ["Riichi: East"], 0),
    ([("hand", {}), ("riichi", {"seat": 0}), ("riichi_void", {"seat": 0})], ["Riichi taken back: East"], 0),
    ([("hand", {}), ("riichi", {"seat": 3}), ("riichi_invalid", {"seat": 3})], ["Riichi not valid: North"], 1),
    ([("hand", {}), ("dead_hand", {"seat": 2})], ["Dead hand: West"], 0),
    ([("hand", {}), ("chombo", {"seats": [1, 3]})], ["Chombo: South, North"], 0),
    ([("hand", {}), ("draw", {"tenpai": [1]})], ["Draw"], 0),
    ([("hand", {}), ("redeal", {})], ["Dealt again"], 0),
    ([("hand", {}), ("late", {"seat": 1, "minutes": 2})], ["Lateness: South"], 0),
    ([("hand", {}), ("draw", {"tenpai": []}), ("end", {})], ["End of the game"], 0),
]


@pytest.mark.parametrize(("events", "lines", "by"), WORDS)
def test_each_event_is_named_with_the_seats_that_it_is_about(conversing, events, lines, by):
    """Their winds are those of the hand in which it happened, and their names those before it."""
    table = conversing("ema-2016")
    for kind, fields in events:
        table.do(kind, by, **fields)
    assert asked(table.begin(undo.run)) == lines


def test_winners_are_called_by_the_winds_that_they_had(conversing):
    """After South's ron the deal has passed: who was South is East now, and is called South."""
    table = conversing("ema-2016")
    table.do("hand")
    table.do("win", 1, wins=[{"seat": 1, "from": 0, "han": 1, "fu": 30}, {"seat": 3, "from": 0, "han": 2, "fu": 30}])
    assert table.table.dealer == 1
    assert asked(table.begin(undo.run)) == ["Win: South, North +1000", "東1  0 honba  1 han 30 fu"]


def test_the_signal_and_the_win_before_it_are_told_oldest_first(conversing):
    """They go together: the clock's own event is none of the players'."""
    table = conversing("ema-2016")
    table.do("session", minutes=16)
    table.do("hand")
    table.do("win", 1, wins=[{"seat": 1, "from": 1, "han": 1, "fu": 30}])
    table.keeper.seconds = 3600
    table.do("signal", 6)
    assert asked(table.begin(undo.run)) == ["Win: South +1100", "東1  0 honba  1 han 30 fu", "Time signal"]
    table.press("2 ok")
    assert table.table.phase == "playing"


def test_each_seat_reads_the_question_in_its_own_language(conversing):
    """The words of one are no use to another."""
    table = conversing("ema-2016")
    table.displays.words.set_language(1, "de")
    table.do("hand")
    table.begin(undo.run)
    titles = [table.view(seat).title for seat in range(4)]
    assert titles[0] == titles[2] == "Take back?"
    assert titles[1] != "Take back?"
