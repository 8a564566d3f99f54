"""A win, press by press: from whom, what it is worth, and who is liable."""

from __future__ import annotations

import pytest
from dialogue_driver import in_hand, wins_of

from device.flows import win
from device.input.buttons import DOWN, LONG, UP
from tenbo_core.errors import Refused

FOUR_SEATS = range(4)


def value(table, seat):
    """Return the value and the payment that a seat is offered."""
    view = table.view(seat)
    return tuple(view.lines[:2]) if view.screen == "value" else ()


@pytest.mark.parametrize("seat", FOUR_SEATS)
@pytest.mark.parametrize(("button", "step"), [("ok", 0), ("down", 1), ("up", 2), ("riichi", 3)])
def test_each_way_to_win_has_a_button_that_points_to_whom_it_is_from(conversing, seat, button, step):
    """As the players sit: right is next in turn, then across, then left."""
    table = in_hand(conversing)
    table.begin(win.run, seat)
    winds = ("East", "South", "West", "North")
    assert table.view(seat).lines == [
        f"UP\tron ^ {winds[(seat + 2) % 4]}",
        f"RIICHI\tron < {winds[(seat + 3) % 4]}",
        f"DOWN\tron > {winds[(seat + 1) % 4]}",
    ]
    table.press(f"{seat} {button}, {seat} ok")
    table.wait(8000)
    assert wins_of(table) == [(seat, (seat + step) % 4, 3, 30)]


@pytest.mark.parametrize("script", ["1 back", "1 ok, 1 back"])
def test_back_leaves_and_nothing_is_recorded(conversing, script):
    """Of the way as of the value."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press(script)
    assert (table.over, table.last) == (True, "hand")


@pytest.mark.parametrize("script", ["", "1 ok"])
def test_a_question_that_is_not_answered_goes_away(conversing, script):
    """After a quarter of a minute; the presses of other seats do not prolong it."""
    table = in_hand(conversing)
    table.begin(win.run, 1)
    if script:
        table.press(script)
    table.wait(4900)
    table.press("0 ok, 2 back")
    assert [table.note(seat) for seat in (0, 2)] == ["wait: South asks"] * 2
    table.wait(10_000)
    assert not table.over
    table.wait(200)
    assert (table.over, table.last) == (True, "hand")


def test_a_button_that_was_held_before_is_no_answer_to_how_it_was_won(conversing):
    """Each way needs a press of its own."""
    table = in_hand(conversing)
    table.begin(win.run, 1)
    table.event(1, UP, LONG)
    assert table.view(1).screen == "how"


def test_a_dead_hand_cannot_win_and_without_a_hand_nobody_can(conversing):
    """The seat reads why."""
    table = in_hand(conversing)
    table.do("dead_hand", seat=1)
    with pytest.raises(Refused) as refused:
        table.begin(win.run, 1)
    assert refused.value.brief == "dead hand: no win"
    assert not table.begin(win.run, 2).over
    with pytest.raises(Refused, match="hold OK: dice"):
        conversing("ema-2016").begin(win.run, 1)


UPWARDS = ["3 han 30 fu", "4 han 30 fu", "Mangan", "Haneman", "Baiman", "Sanbaiman", "Yakuman", "1 han 30 fu",
           "2 han 30 fu", "3 han 30 fu"]  # fmt: skip


def test_up_and_down_lead_through_the_values_and_from_one_end_to_the_other(conversing):
    """From three han, where most hands are."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 up")
    for button, names in (("up", UPWARDS), ("down", UPWARDS[::-1])):
        for name in names[1:]:
            table.press(f"1 {button}")
            assert value(table, 1)[0] == name


@pytest.mark.parametrize(("code", "end"), [(UP, "Yakuman"), (DOWN, "1 han 30 fu")])
def test_a_button_that_is_held_stops_at_the_end_of_the_values(conversing, code, end):
    """It walks, soon faster, and does not begin again; the next press does."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 up")
    table.fingers.held[1] = 1 << code
    table.event(1, code, LONG)
    assert value(table, 1)[0] == ("4 han 30 fu" if code == UP else "2 han 30 fu")
    table.wait(5000)
    assert value(table, 1)[0] == end
    table.fingers.held[1] = 0
    table.press("1 up" if code == UP else "1 down")
    assert value(table, 1)[0] == ("1 han 30 fu" if code == UP else "Yakuman")


def test_riichi_leads_through_the_fu_where_they_count(conversing):
    """In a circle; a mangan has none, and says so."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 up")
    assert table.view(1).corner == "RIICHI fu"
    for name in ("3 han 40 fu", "3 han 50 fu", "3 han 60 fu", "3 han 25 fu", "3 han 30 fu"):
        table.press("1 riichi")
        assert value(table, 1)[0] == name
    table.press("1 riichi, 1 up, 1 up")
    assert (value(table, 1), table.view(1).corner, table.note(1)) == (("Mangan", "8000"), "", "")
    table.press("1 riichi")
    assert (value(table, 1), table.note(1)) == (("Mangan", "8000"), "no fu at this value")


# Rules, counters, seat, way, presses, then title, lines, amount and what stands below it.
SHOWN = [
    (("ema-2016", 0, 1, "up", ""), "Value", ["3 han 30 fu", "3900"], b"3900", []),
    (("ema-2016", 0, 0, "up", ""), "Value", ["3 han 30 fu", "5800"], b"5800", []),
    (("ema-2016", 0, 1, "ok", ""), "Value", ["3 han 30 fu", "1000/2000"], b"1000/2000", []),
    (("ema-2016", 0, 0, "ok", ""), "Value each", ["3 han 30 fu", "2000 all"], b"2000", []),
    (("ema-2016", 2, 1, "up", ""), "Value", ["3 han 30 fu", "3900 > 4500", "3900 +2 honba"], b"4500",
     ["3900 +2 honba"]),
    (("ema-2016", 2, 0, "ok", ""), "Value each", ["3 han 30 fu", "2000 all > 2200 all", "2000 +2 honba"], b"2200",
     ["2000 +2 honba"]),
    (("ema-2016", 0, 1, "up", "down, down, down"), "Value", ["Yakuman", "32000"], b"32000", []),
    (("ema-2016", 1, 0, "ok", "down, down, down"), "Value each",
     ["Yakuman", "16000 all > 16100 all", "16000 +1 honba"], b"16100", ["16000 +1 honba"]),
    (("ema-2012", 4, 1, "up", ""), "Value", ["3 han 30 fu", "3900 > 5100", "3900 +4 honba"], b"5100",
     ["3900 +4 honba"]),
    (("ema-2012", 5, 1, "up", ""), "Value", ["3 han 30 fu", "3900 > 5400", "3900 +5 honba", "2 han must be yaku"],
     b"5400", ["3900 +5 honba", "2 han must be yaku"]),
    (("ema-2012", 5, 1, "up", "down, down"), "Value", ["2x Yakuman", "64000 > 65500", "64000 +5 honba"], b"65500",
     ["64000 +5 honba"]),
]  # fmt: skip


@pytest.mark.parametrize(("how", "title", "lines", "amount", "below"), SHOWN)
def test_a_value_is_shown_with_what_is_said_at_the_table(conversing, how, title, lines, amount, below):
    """The whole payment large, and beneath it how the counters change it."""
    rules, honba, seat, way, presses = how
    table = in_hand(conversing, rules, honba=honba)
    table.begin(win.run, seat).press(f"{seat} {way}")
    for button in filter(None, presses.split(", ")):
        table.press(f"{seat} {button}")
    view = table.view(seat)
    assert (view.title, view.lines, view.amount, view.above, view.below) == (title, lines, amount, lines[:1], below)


@pytest.mark.parametrize(("rules", "ways", "corner"), [("ema-2016", 2, "RIICHI fu"), ("wrc", 1, "")])
def test_riichi_is_offered_where_there_are_several_fu_to_choose_from(conversing, rules, ways, corner):
    """Where four han and 30 fu are a mangan, four han by ron have 25 fu alone."""
    table = in_hand(conversing, rules)
    table.begin(win.run, 1).press("1 up, 1 up")
    seen = {value(table, 1)[0]}
    assert table.view(1).corner == corner
    for _ in range(3):
        table.press("1 riichi")
        seen.add(value(table, 1)[0])
    assert len(seen) == ways


def test_a_book_without_fu_counts_han_alone(conversing):
    """Nothing is said of fu."""
    table = in_hand(conversing, "alarm")
    table.begin(win.run, 1).press("1 up")
    assert (value(table, 1)[0], table.view(1).corner) == ("3 han", "")
    table.press("1 ok")
    table.wait(8000)
    assert wins_of(table) == [(1, 3, 3, 0)]


# ---------------------------------------------------------------- who is liable


@pytest.mark.parametrize(("downs", "pao"), [(0, None), (1, 2), (2, 3), (3, 0)])
def test_of_a_yakuman_it_is_asked_who_is_liable(conversing, downs, pao):
    """No one, or one of the others from the right round the table."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 ok, 1 down, 1 down, 1 down, 1 ok")
    view = table.view(1)
    assert (view.title, view.lines) == ("Who is liable?", ["nobody", "West", "North", "East"])
    table.press(", ".join(["1 down"] * downs + ["1 ok"]))
    table.wait(8000)
    one = table.keeper.ledger.events[-1].args[0][0]
    assert (one.yakuman, one.pao, one.han) == (1, pao, 0)


def test_back_at_the_question_who_is_liable_leaves(conversing):
    """Nothing was said about the yakuman, so none is recorded."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 ok, 1 down, 1 down, 1 down, 1 ok, 1 back")
    assert (table.over, table.last) == (True, "hand")


def test_where_the_book_has_no_liability_it_is_not_asked(conversing):
    """No one is asked what makes no difference."""
    table = in_hand(conversing, set=[["pao", []]])
    table.begin(win.run, 1).press("1 ok, 1 down, 1 down, 1 down, 1 ok")
    assert table.view(1).screen == "preview"


# Rules, who has won on the discard of seat 0, who asks, and why that seat cannot have won as well.
WHY_NO_RON = [
    ("tenhou", [1], 2, None),
    ("tenhou", [1], 0, "no effect"),
    ("tenhou", [1], 1, "no effect"),
    ("tenhou", [1, 2], 3, "three rons abort the hand"),
    ("tenhou", [1, 2], 2, "no effect"),
    ("ema-2016", [1, 2], 3, None),
    ("ema-2016", [1], 3, None),
]


@pytest.mark.parametrize(("rules", "winners", "seat", "why"), WHY_NO_RON)
def test_who_cannot_have_won_on_the_same_discard_reads_why(conversing, rules, winners, seat, why):
    """The third only where three rons abort the hand; who has discarded, or won already, is not asked."""
    table = in_hand(conversing, rules)
    assert table.table.rules.several_ron == "all"
    wins = [{"seat": winner, "from": 0, "han": 3, "fu": 30} for winner in winners]
    assert win.make_no_ron_reason(table.table, wins)(seat) == why


def test_nobody_joins_a_tsumo_and_no_dead_hand_a_ron(conversing):
    """And where the nearest alone wins, only who sits nearer."""
    table = in_hand(conversing, "ema-2016")
    tsumo = [{"seat": 1, "from": 1, "han": 3, "fu": 30}]
    assert [win.make_no_ron_reason(table.table, tsumo)(seat) for seat in FOUR_SEATS] == ["no effect"] * 4
    table.do("dead_hand", seat=2)
    ron = [{"seat": 1, "from": 0, "han": 3, "fu": 30}]
    assert [win.make_no_ron_reason(table.table, ron)(seat) for seat in (2, 3)] == ["dead hand: no win", None]
    table = in_hand(conversing, "ema-2016", set=[["several_ron", "nearest"]])
    ron = [{"seat": 2, "from": 0, "han": 3, "fu": 30}]
    assert [win.make_no_ron_reason(table.table, ron)(seat) for seat in (1, 3)] == [None, "only the nearest wins"]


@pytest.mark.parametrize(
    ("winners", "title"), [([1], "South ron"), ([1, 2], "Double ron from East"), ([1, 2, 3], "Triple ron from East")]
)
def test_a_win_is_named_by_how_many_have_won(conversing, winners, title):
    """Of one it is the wind."""
    table = in_hand(conversing, "ema-2016")
    wins = [{"seat": winner, "from": 0, "han": 3, "fu": 30} for winner in winners]
    assert win.make_win_title(table.dialogue, table.table, wins)(3) == title
