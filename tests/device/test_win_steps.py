"""A win, press by press: from whom, what it is worth, who is liable, and who else has won on the same discard."""

from __future__ import annotations

import pytest

from device.buttons import DOWN, LONG, UP
from device.flows import win
from tenbo_core.errors import Refused

FOUR_SEATS = range(4)


def in_hand(conversing, rules="ema-2016", **fields):
    """Return a table in its first hand."""
    table = conversing()
    table.do("start", rules=rules, **fields)
    table.do("hand")
    return table


def value(table, seat):
    """Return the value and the payment that a seat is offered."""
    view = table.view(seat)
    return tuple(view.lines[:2]) if view.screen == "value" else ()


def recorded(table):
    """Return the wins of the last event, each with its seat, its source and its value."""
    return [(one.seat, one.source, one.han, one.fu) for one in table.keeper.ledger.events[-1].args[0]]


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
    assert recorded(table) == [(seat, (seat + step) % 4, 3, 30)]


@pytest.mark.parametrize("script", ["1 back", "1 ok, 1 back"])
def test_back_leaves_and_nothing_is_recorded(conversing, script):
    """Of the way as of the value."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press(script)
    assert (table.over, table.last) == (True, "hand")


@pytest.mark.parametrize("script", ["", "1 ok"])
def test_a_question_that_is_not_answered_goes_away(conversing, script):
    """After a minute, in which the presses of other seats count for nothing."""
    table = in_hand(conversing)
    table.begin(win.run, 1)
    if script:
        table.press(script)
    table.wait(30_000)
    table.press("0 ok, 2 back")
    assert [table.note(seat) for seat in (0, 2)] == ["wait: another asks"] * 2
    table.wait(29_900)
    assert not table.over
    table.wait(200)
    assert (table.over, table.last) == (True, "hand")


def test_a_dead_hand_cannot_win_and_without_a_hand_nobody_can(conversing):
    """The seat reads why."""
    table = in_hand(conversing)
    table.do("dead_hand", seat=1)
    with pytest.raises(Refused) as refused:
        table.begin(win.run, 1)
    assert refused.value.brief == "dead hand: no win"
    assert not table.begin(win.run, 2).over
    with pytest.raises(Refused, match="throw the dice first"):
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
    """It walks, soon faster, and does not begin anew; the next press does."""
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
    assert (value(table, 1), table.note(1)) == (("Mangan", "8000"), "fu do not count here")


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


def test_a_book_without_fu_counts_han_alone(conversing):
    """Nothing is said of fu."""
    table = in_hand(conversing, "alarm")
    table.begin(win.run, 1).press("1 up")
    assert (value(table, 1)[0], table.view(1).corner) == ("3 han", "")
    table.press("1 ok")
    table.wait(8000)
    assert recorded(table) == [(1, 3, 3, 0)]


# ---------------------------------------------------------------- who is liable


@pytest.mark.parametrize(("downs", "pao"), [(0, None), (1, 2), (2, 3), (3, 0)])
def test_of_a_yakuman_it_is_asked_who_is_liable(conversing, downs, pao):
    """Nobody, or one of the others from the right round the table."""
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
    """Nobody is asked what makes no difference."""
    table = in_hand(conversing, set=[["pao", []]])
    table.begin(win.run, 1).press("1 ok, 1 down, 1 down, 1 down, 1 ok")
    assert table.view(1).screen == "preview"


# ---------------------------------------------------------------- who else has won


def ron(table, seat=1, way="riichi"):
    """Let a seat win by ron, by default South from East."""
    return table.begin(win.run, seat).press(f"{seat} {way}, {seat} ok")


def test_the_title_says_who_wins_and_how_and_how_many(conversing):
    """In the winds of that hand."""
    table = in_hand(conversing)
    ron(table)
    assert [table.view(seat).title for seat in FOUR_SEATS] == ["South ron"] * 4
    table.press("3 up, 3 ok")
    assert table.view(0).title == "Double ron"
    table.press("2 up, 2 ok")
    assert table.view(0).title == "Triple ron"
    table.press("0 ok")
    assert recorded(table) == [(1, 0, 3, 30), (3, 0, 3, 30), (2, 0, 3, 30)]
    table = in_hand(conversing)
    table.begin(win.run, 2).press("2 ok, 2 ok")
    assert table.view(0).title == "West tsumo"


# Rules, what the desk has recorded, winners and whether the way is tsumo; then for each seat why it cannot join.
JOINING = [
    ("ema-2016", [], "ron", ["not asked", "not asked", "", ""]),
    ("ema-2016", [], "tsumo", ["not asked"] * 4),
    ("ema-2016", [("dead_hand", 2)], "ron", ["not asked", "not asked", "dead hand: no win", ""]),
    ("alarm", [], "ron", ["not asked", "not asked", "only the nearest wins", "only the nearest wins"]),
    ("tenhou", [], "ron", ["not asked", "not asked", "", ""]),
    ("tenhou", [], "double", ["not asked", "not asked", "three rons abort the hand", "not asked"]),
    ("ema-2016", [], "double", ["not asked", "not asked", "", "not asked"]),
]


@pytest.mark.parametrize(("rules", "before", "how", "why"), JOINING)
def test_who_may_join_is_offered_it_and_the_others_read_why_not(conversing, rules, before, how, why):
    """By the book, and by how the table stands."""
    table = in_hand(conversing, rules)
    for kind, seat in before:
        table.do(kind, seat=seat)
    ron(table, way="ok" if how == "tsumo" else "riichi")
    if how == "double":
        table.press("3 up, 3 ok")
    assert [table.view(seat).keys[1] for seat in FOUR_SEATS] == ["" if reason else "ron" for reason in why]
    for seat in FOUR_SEATS:
        if why[seat]:
            table.press(f"{seat} up")
            assert (table.over, table.note(seat)) == (False, why[seat])


def test_a_nearer_seat_joins_where_only_the_nearest_wins(conversing):
    """The far one was quicker with its button: the nearer takes it all."""
    table = in_hand(conversing, "alarm")
    ron(table, 3, "down")
    assert [table.view(seat).keys[1] for seat in FOUR_SEATS] == ["", "ron", "ron", ""]


def test_who_thinks_better_of_a_join_leaves_the_win_of_the_first_as_it_was(conversing):
    """The table is asked about the first alone."""
    table = in_hand(conversing)
    ron(table).press("3 up")
    assert table.view(3).screen == "value"
    table.press("3 back")
    assert (table.view(0).title, table.over) == ("South ron", False)
    table.press("0 ok")
    assert recorded(table) == [(1, 0, 3, 30)]


def test_who_may_not_join_any_more_is_told_so_and_the_first_win_stands(conversing):
    """The desk has declared the joiner's hand dead while it chose its value."""
    table = in_hand(conversing)
    ron(table).press("3 up")
    table.do("dead_hand", seat=3)
    table.press("3 ok")
    assert (table.view(0).title, table.note(3)) == ("South ron", "dead hand: no win")
    table.press("0 ok")
    assert recorded(table) == [(1, 0, 3, 30)]


def test_a_first_win_that_is_not_possible_any_more_says_why(conversing):
    """There is none that could stand."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 riichi")
    table.do("dead_hand", seat=1)
    with pytest.raises(Refused, match="dead hand"):
        table.press("1 ok")


def test_the_stake_that_came_while_a_value_was_chosen_is_in_the_preview(conversing):
    """What was made ready before is not shown."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 riichi")
    assert table.prepared == ["win_preview"]
    table.do("riichi", 3, seat=3)
    table.press("1 ok")
    assert table.view(1).amount == b"+4900"


def test_what_was_made_ready_is_what_is_shown(conversing):
    """The pictures of the value that is taken, and of no other."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 riichi, 1 up")
    assert table.dialogue.ready is not None
    plan, seats, pictures = table.dialogue.ready
    assert (plan.fields["wins"], seats) == ([{"han": 4, "fu": 30, "seat": 1, "from": 0}], [0])
    pictures[2].title = "made ready"
    table.press("1 ok")
    assert table.view(2).title == "made ready"
    assert table.dialogue.ready is None
    table.press("0 ok")
    assert table.keeper.ledger.events[-1].args[0][0].han == 4


def test_a_yakuman_is_not_made_ready_before_it_is_known_who_is_liable(conversing):
    """Its preview would be another one."""
    table = in_hand(conversing)
    table.begin(win.run, 1).press("1 riichi, 1 down, 1 down")
    table.prepared.clear()
    table.press("1 down")
    assert table.prepared == []


def test_who_has_not_joined_may_still_do_so_for_eight_seconds(conversing):
    """However quickly the payer agreed: the first is taken back, and both are recorded in its place."""
    table = in_hand(conversing)
    ron(table).press("0 ok")
    assert [table.note(seat) for seat in FOUR_SEATS] == ["agreed", "", "UP: ron too", "UP: ron too"]
    wins = table.dialogue.late_wins(3)
    assert [one["seat"] for one in wins] == [1]
    assert table.dialogue.late_wins(0) == []
    table.wait(7999)
    assert table.dialogue.late_wins(3) == wins
    table.begin(win.run, 3, wins)
    assert table.view(3).screen == "value"
    table.press("3 up, 3 ok")
    assert [table.view(seat).title for seat in FOUR_SEATS] == ["Double ron"] * 4
    table.press("0 ok")
    assert [table.keeper.ledger.events[at].kind for at in (-2, -1)] == ["undo", "win"]
    assert recorded(table) == [(1, 0, 3, 30), (3, 0, 4, 30)]
    assert [table.note(seat) for seat in FOUR_SEATS][2:] == ["UP: ron too", ""]
    table.wait(8000)
    assert table.dialogue.late_wins(2) == []


@pytest.mark.parametrize("press", ["3 back", "3 ok, 1 back"])
def test_a_late_win_that_comes_to_nothing_leaves_the_recorded_one(conversing, press):
    """Whether its seat or another says no."""
    table = in_hand(conversing)
    ron(table).press("0 ok")
    last = table.keeper.last
    table.begin(win.run, 3, table.dialogue.late_wins(3)).press(press)
    assert (table.over, table.keeper.last, table.last) == (True, last, "win")


def test_a_late_win_is_refused_when_the_game_went_on(conversing):
    """The dice are thrown: then the table must undo."""
    table = in_hand(conversing)
    ron(table).press("0 ok")
    wins = table.dialogue.late_wins(3)
    table.begin(win.run, 3, wins)
    table.do("hand")
    table.press("3 ok")
    assert (table.over, table.last, table.note(3)) == (True, "hand", "too late: game went on")
    assert table.dialogue.late_wins(3) == []


def test_nobody_is_offered_to_join_what_was_not_agreed_to(conversing):
    """There is no discard to win on."""
    table = in_hand(conversing)
    ron(table).press("2 back")
    assert table.dialogue.late_wins(3) == []
    assert table.note(3) == "not agreed: nothing changed"
