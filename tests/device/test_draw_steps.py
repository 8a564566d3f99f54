"""A draw, press by press: who is asked for what, what an answer changes, who answers for an empty place."""

from __future__ import annotations

import pytest

from device.flows import draw
from tenbo_core.errors import Refused
from tenbo_core.events import DESK

FOUR_SEATS = range(4)


def in_hand(conversing, rules="ema-2016", riichi=(), dead=()):
    """Return a table in its first hand, with some riichi and some dead hands."""
    table = conversing(rules)
    table.do("hand")
    for seat in riichi:
        table.do("riichi", seat, seat=seat)
    for seat in dead:
        table.do("dead_hand", DESK, seat=seat)
    return table


def ask(table, asker=0):
    """Begin the question of a draw."""
    return table.begin(draw.draw, asker, "")


def declared(table):
    """Return who was tenpai and who has claimed nagashi in the last event, which silence has let pass."""
    table.wait(8000)
    assert table.last == "draw"
    return table.keeper.ledger.events[-1].args[:2]


# Rules, riichi, dead hands, presses; then each seat's lines and its keys for OK, UP and BACK.
ASKED = [
    (("ema-2016", (), (), ""),
     [["Tenpai?"], ["Tenpai?", "first East"], ["Tenpai?", "first East"], ["Tenpai?", "first East"]],
     ["tenpai  noten"] * 4),
    (("ema-2016", (), (), "0 ok, 2 back"),
     [["Tenpai", "wait for the others"], ["Tenpai?"], ["Noten", "wait for the others"], ["Tenpai?", "first South"]],
     ["  noten", "tenpai  noten", "tenpai  leave", "tenpai  noten"]),
    (("ema-2016", (1,), (2,), ""),
     [["Tenpai?"], ["Riichi: tenpai", "wait for the others"], ["Dead hand: noten", "wait for the others"],
      ["Tenpai?", "first East"]],
     ["tenpai  noten", "  leave", "  leave", "tenpai  noten"]),
    (("ema-2012", (1,), (2,), "1 up"),
     [["Tenpai?"], ["Nagashi mangan", "Riichi: tenpai", "wait for the others"],
      ["Dead hand: noten", "wait for the others"], ["Tenpai?"]],
     ["tenpai nagashi noten", " nagashi leave", "  leave", "tenpai nagashi noten"]),
    (("ema-2012", (0, 1, 2, 3), (), ""), [["Riichi: tenpai"]] * 4, ["yes nagashi no"] * 4),
    (("ema-2012", (0, 1, 3), (2,), ""),
     [["Riichi: tenpai"], ["Riichi: tenpai"], ["Dead hand: noten"], ["Riichi: tenpai"]],
     ["yes nagashi no", "yes nagashi no", "yes  no", "yes nagashi no"]),
]  # fmt: skip


@pytest.mark.parametrize(("how", "lines", "keys"), ASKED)
def test_each_seat_reads_its_own_question_or_what_it_has_answered(conversing, how, lines, keys):
    """With the keys that do something, and whose turn it is where the book has turns."""
    rules, riichi, dead, presses = how
    table = ask(in_hand(conversing, rules, riichi, dead))
    if presses:
        table.press(presses)
    assert [table.view(seat).lines for seat in FOUR_SEATS] == lines
    assert [" ".join(table.view(seat).keys[at] for at in (0, 1, 3)) for seat in FOUR_SEATS] == keys
    assert {(table.view(seat).title, table.view(seat).keys[2]) for seat in FOUR_SEATS} == {("Draw", "")}


# Rules, riichi, dead hands, presses, and what is recorded.
RECORDED = [
    ("ema-2016", (), (), "0 ok, 1 back, 2 ok, 3 back", [0, 2], None),
    ("ema-2016", (), (), "3 back, 2 back, 1 back, 0 back", [], None),
    ("ema-2016", (), (), "3 ok, 2 ok, 1 ok, 0 ok", [0, 1, 2, 3], None),
    ("ema-2016", (), (), "0 back, 0 ok, 1 ok, 1 back, 2 back, 3 back", [0], None),
    ("ema-2016", (2,), (), "0 back, 1 back, 3 back", [2], None),
    ("ema-2016", (2,), (), "2 ok, 0 back, 2 up, 1 back, 3 back", [2], None),
    ("ema-2016", (1,), (2,), "2 ok, 0 back, 3 ok", [1, 3], None),
    ("ema-2016", (0, 1, 2), (), "3 back", [0, 1, 2], None),
    ("tenhou", (), (), "1 up, 0 back, 1 back, 2 back, 3 back", [], [1]),
    ("tenhou", (), (), "1 up, 1 up, 0 back, 1 back, 2 back, 3 back", [], None),
    ("tenhou", (), (), "3 up, 1 up, 0 back, 1 ok, 2 back, 3 back", [1], [1, 3]),
    ("tenhou", (1,), (2,), "1 up, 2 up, 0 back, 3 back", [1], [1]),
    ("ema-2016", (), (), "1 up, 0 back, 1 back, 2 back, 3 back", [], None),
    ("ema-2012", (0, 1, 2, 3), (), "2 ok", [0, 1, 2, 3], None),
    ("ema-2012", (0, 1, 2, 3), (), "2 up, 3 ok", [0, 1, 2, 3], [2]),
    ("ema-2012", (0, 1, 3), (2,), "2 up, 2 ok", [0, 1, 3], None),
]


@pytest.mark.parametrize(("rules", "riichi", "dead", "presses", "tenpai", "nagashi"), RECORDED)
def test_a_draw_is_recorded_when_the_last_has_answered(conversing, rules, riichi, dead, presses, tenpai, nagashi):
    """As each seat has answered last; riichi is tenpai, a dead hand is not."""
    table = ask(in_hand(conversing, rules, riichi, dead))
    *before, last = presses.split(", ")
    for press in before:
        table.press(press)
        assert table.view(0).screen == "tenpai", press
    table.press(last)
    assert [table.view(seat).title for seat in FOUR_SEATS] == ["Nagashi mangan" if nagashi else "Draw"] * 4
    assert declared(table) == [tenpai, nagashi]


@pytest.mark.parametrize("dealer", FOUR_SEATS)
def test_whoever_is_east_is_the_first_to_declare(conversing, dealer):
    """Not the seat that was East when the game began."""
    table = conversing()
    table.do("start", rules="ema-2016", hand=dealer + 1)
    table.do("hand")
    ask(table)
    lines = [table.view((dealer + step) % 4).lines for step in FOUR_SEATS]
    assert lines == [["Tenpai?"]] + [["Tenpai?", "first East"]] * 3


def test_with_four_riichi_and_no_nagashi_in_the_book_nobody_is_asked(conversing):
    """There is nothing that anyone could say."""
    assert ask(in_hand(conversing, "ema-2016", riichi=FOUR_SEATS)).view(0).screen == "preview"


LEAVING = [((), (), "0 back, 0 back"), ((), (), "2 back, 2 ok, 2 back, 2 back"), ((1,), (), "1 back"),
           ((), (3,), "3 back"), ((1,), (), "0 ok, 1 back")]  # fmt: skip


@pytest.mark.parametrize(("riichi", "dead", "presses"), LEAVING)
def test_back_leaves_where_it_can_not_mean_noten(conversing, riichi, dead, presses):
    """After the own noten, in riichi, and with a dead hand."""
    table = ask(in_hand(conversing, "ema-2016", riichi, dead))
    before = table.keeper.last
    *first, last = presses.split(", ")
    for press in first:
        table.press(press)
        assert not table.over, press
    table.press(last)
    assert (table.over, table.keeper.last) == (True, before)
    assert [table.note(seat) for seat in FOUR_SEATS] == ["nothing changed"] * 4


def test_a_press_that_is_no_answer_says_so_where_it_was_made(conversing):
    """OK twice, a button that the question does not have, and those of the centre."""
    table = ask(in_hand(conversing, "ema-2016", riichi=(2,)))
    for press, seat, note in (
        ("0 ok, 0 ok", 0, "already answered"),
        ("1 down", 1, "no effect"),
        ("2 ok", 2, "no effect"),
        ("3 riichi", 3, "a question is open"),
    ):
        table.press(press)
        assert (table.note(seat), table.over) == (note, False)
    table = ask(in_hand(conversing))
    table.press("dice")
    assert [table.note(seat) for seat in FOUR_SEATS] == ["a question is open"] * 4
    assert table.view(0).lines == ["Tenpai?"]


@pytest.mark.parametrize("rules", ["ema-2016", "tenhou"])
def test_a_draw_that_nobody_answers_is_withdrawn_after_a_minute_without_a_press(conversing, rules):
    """Each press begins the minute again."""
    table = ask(in_hand(conversing, rules))
    table.wait(40_000)
    table.press("1 ok")
    table.wait(59_900)
    assert not table.over
    table.wait(200)
    assert (table.over, table.last, table.note(2)) == (True, "hand", "nothing changed")


def test_what_the_desk_changes_under_the_question_is_in_it_at_once(conversing):
    """A riichi taken back asks the seat itself; a hand that ends leaves nothing to ask."""
    table = ask(in_hand(conversing, riichi=(1,)))
    table.do("undo", to=table.keeper.last - 1)
    table.wait(20)
    assert table.view(1).lines == ["Tenpai?", "first East"]
    assert [table.note(seat) for seat in FOUR_SEATS] == [""] * 4
    table.do("draw", tenpai=[])
    with pytest.raises(Refused, match="hold OK: dice"):
        table.wait(20)


# ---------------------------------------------------------------- empty places


def test_who_asks_answers_for_a_seat_without_a_box_after_its_own_answer(conversing):
    """In the order of the seats; then the display shows its own answer again."""
    table = in_hand(conversing)
    table.boxes[2].here = table.boxes[3].here = False
    ask(table, 1).press("1 ok")
    assert table.view(1).lines == ["West: no box", "Tenpai?", "first East"]
    assert table.view(0).lines == ["Tenpai?"]
    table.press("1 back")
    assert table.view(1).lines == ["North: no box", "Tenpai?", "first East"]
    table.press("1 ok")
    assert table.view(1).lines == ["Tenpai", "wait for the others"]
    table.press("0 back")
    assert declared(table) == [[1, 3], None]


def test_where_the_asker_has_no_box_the_next_in_turn_answers(conversing):
    """Someone has to; anyone who is still asked itself answers for itself first."""
    table = in_hand(conversing)
    table.boxes[1].here = False
    ask(table, 1).press("2 ok")
    assert table.view(2).lines[0] == "South: no box"
    assert table.view(3).lines == ["Tenpai?", "first East"]
    table.press("3 back")
    assert table.view(3).lines == ["Noten", "wait for the others"]
    table.press("2 ok, 0 back")
    assert declared(table) == [[1, 2], None]


def test_a_box_that_is_pulled_or_put_back_is_seen_within_half_a_second(conversing):
    """The question goes to who can answer it."""
    table = in_hand(conversing)
    ask(table).press("0 ok")
    table.boxes[3].here = False
    table.wait(510)
    assert table.view(0).lines[0] == "North: no box"
    table.boxes[3].here = True
    table.wait(510)
    assert table.view(0).lines == ["Tenpai", "wait for the others"]


def test_who_answers_for_another_reads_so_before_a_press_counts(conversing):
    """The asker, in riichi and long answered, is pulled too: the next one is shown whose hand it would speak for."""
    table = in_hand(conversing, riichi=(1,))
    table.boxes[3].here = False
    ask(table, 1).press("0 back, 2 back")
    assert table.view(1).lines[0] == "North: no box"
    table.boxes[1].here = False
    table.wait(510)
    assert table.view(2).lines[0] == "North: no box"
    table.press("2 ok")
    assert declared(table) == [[1, 3], None]


@pytest.mark.parametrize(
    ("presses", "later", "tenpai"),
    [("", "0 back, 0 ok, 0 back, 0 back", [1]), ("0 ok, 2 back", "0 back, 0 ok", [0, 3])],
)
def test_a_table_without_any_box_waits_until_one_is_back(conversing, presses, later, tenpai):
    """Someone has stumbled over all four cables; who is back first answers for the others."""
    table = ask(in_hand(conversing))
    if presses:
        table.press(presses)
    for box in table.boxes:
        box.here = False
    table.wait(30_000)
    assert not table.over
    table.boxes[0].here = True
    table.wait(510)
    table.press(later)
    assert declared(table) == [tenpai, None]


def test_a_box_that_comes_and_goes_does_not_prolong_a_question_without_end(conversing):
    """Only presses and boxes begin the minute again."""
    table = ask(in_hand(conversing))
    table.wait(30_000)
    table.boxes[3].here = False
    table.wait(59_000)
    assert not table.over
    table.wait(2000)
    assert table.over


# ---------------------------------------------------------------- the other ends of a hand


@pytest.mark.parametrize(("flow", "kind", "last", "title"), [
    (draw.redeal, "", "redeal", "Deal again"),
    (draw.abort, "nine_terminals", "abort", "Nine terminals"),
    (draw.abort, "four_winds", "abort", "Four winds"),
    (draw.abort, "four_kans", "abort", "Four kans"),
])  # fmt: skip
def test_what_stops_a_hand_needs_another_seat(conversing, flow, kind, last, title):
    """Named at every seat."""
    table = in_hand(conversing, "ema-2012")
    table.begin(flow, 2, kind)
    assert [table.view(seat).title for seat in FOUR_SEATS] == [title] * 4
    table.press("2 ok")
    assert table.last == "hand"
    table.press("0 ok")
    assert (table.over, table.last, table.keeper.ledger.events[-1].by) == (True, last, 2)
    assert kind in ("", table.keeper.ledger.events[-1].args[0])
