"""Who else has won on a discard, press by press: who may join, how long, and what becomes of the wins before."""

from __future__ import annotations

import pytest
from dialogue_driver import in_hand, wins_of

from device.flows import win
from device.outputs import screen_renderer
from device.text import blitter
from device.text.display_frame import DisplayFrame
from tenbo_core.errors import Refused

FOUR_SEATS = range(4)


def ron(table, seat=1, way="riichi"):
    """Let a seat win by ron, by default South from East."""
    return table.begin(win.run, seat).press(f"{seat} {way}, {seat} ok")


def test_the_title_says_who_wins_and_how_and_how_many(conversing):
    """In the winds of that hand."""
    table = in_hand(conversing)
    ron(table)
    assert [table.view(seat).title for seat in FOUR_SEATS] == ["South ron"] * 4
    table.press("3 up, 3 ok")
    assert table.view(0).title == "Double ron from East"
    table.press("2 up, 2 ok")
    assert table.view(0).title == "Triple ron from East"
    table.press("0 ok")
    assert wins_of(table) == [(1, 0, 3, 30), (3, 0, 3, 30), (2, 0, 3, 30)]
    table = in_hand(conversing)
    table.begin(win.run, 2).press("2 ok, 2 ok")
    assert table.view(0).title == "West tsumo"


# Rules, what the desk has recorded, winners and whether the way is tsumo; then for each seat why it cannot join.
JOINING = [
    ("ema-2016", [], "ron", ["no effect", "no effect", "", ""]),
    ("ema-2016", [], "tsumo", ["no effect"] * 4),
    ("ema-2016", [("dead_hand", 2)], "ron", ["no effect", "no effect", "dead hand: no win", ""]),
    ("alarm", [], "ron", ["no effect", "no effect", "only the nearest wins", "only the nearest wins"]),
    ("tenhou", [], "ron", ["no effect", "no effect", "", ""]),
    ("tenhou", [], "double", ["no effect", "no effect", "three rons abort the hand", "no effect"]),
    ("ema-2016", [], "double", ["no effect", "no effect", "", "no effect"]),
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


@pytest.mark.parametrize("when", ["preview", "value"])
def test_a_hand_that_the_desk_finds_dead_meanwhile_joins_no_more(conversing, when):
    """Under the question, or while it enters its value: it is offered nothing, nor once the first win is recorded."""
    table = in_hand(conversing)
    ron(table)
    if when == "value":
        table.press("3 up")
    table.do("dead_hand", seat=3)
    table.wait(20)
    table.press("3 ok" if when == "value" else "3 up")
    assert table.note(3) == "dead hand: no win"
    assert [table.view(seat).keys[1] for seat in FOUR_SEATS] == ["", "", "ron", ""]
    table.press("0 ok")
    assert wins_of(table) == [(1, 0, 3, 30)]
    assert [bool(table.dialogue.joinable_wins(seat)) for seat in FOUR_SEATS] == [False, False, True, False]


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
    assert wins_of(table) == [(1, 0, 3, 30)]


def test_who_may_not_join_any_more_is_told_so_and_the_first_win_stands(conversing):
    """The desk has declared the joiner's hand dead while it chose its value."""
    table = in_hand(conversing)
    ron(table).press("3 up")
    table.do("dead_hand", seat=3)
    table.press("3 ok")
    assert (table.view(0).title, table.note(3)) == ("South ron", "dead hand: no win")
    table.press("0 ok")
    assert wins_of(table) == [(1, 0, 3, 30)]


def test_of_three_that_have_won_only_the_last_is_refused(conversing):
    """The two that were agreed on stay two."""
    table = in_hand(conversing)
    ron(table).press("3 up, 3 ok, 2 up")
    table.do("dead_hand", seat=2)
    table.press("2 ok, 0 ok")
    assert wins_of(table) == [(1, 0, 3, 30), (3, 0, 3, 30)]


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
    assert table.prepared[-1] == ""
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


@pytest.mark.parametrize("language", ["ja", "zh", "ko"])
def test_the_signs_of_a_preview_are_read_before_it_is_asked_for(conversing, language):
    """Each is some milliseconds of the flash, while four displays wait for their picture."""
    table = in_hand(conversing)
    words, frame, read = table.dialogue.displays.words, DisplayFrame(), []
    words.set_language(0, language)
    blitter.set_glyph_reader(lambda sign: read.append(sign) or words.read_sign(sign))
    value = {"han": 3, "fu": 30, "seat": 1, "from": 0}
    list(win.prepare(table.dialogue, table.keeper, 1, [value], None))
    made_ready = [*read]
    # The word behind OK and the other keys are on the display before.
    view = table.dialogue.ready[2][0]
    view.keys = ("", "", "", "")
    screen_renderer.draw(view, frame)
    blitter.set_glyph_reader(None)
    assert made_ready
    assert read == made_ready


def test_a_preview_is_made_ready_a_text_or_a_picture_at_a_time(conversing):
    """The buttons are read between two steps; what cannot be won has no picture."""
    table = in_hand(conversing)
    value = {"han": 3, "fu": 30, "seat": 1, "from": 0}
    # Seven texts in four languages, the plan, four pictures and their signs.
    assert len(list(win.prepare(table.dialogue, table.keeper, 1, [value], None))) == 7 * 4 + 1 + 4 * 2
    assert table.dialogue.ready is not None
    table.dialogue.ready = None
    table.do("dead_hand", seat=1)
    assert len(list(win.prepare(table.dialogue, table.keeper, 1, [value], None))) == 7 * 4
    assert table.dialogue.ready is None


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
    wins = table.dialogue.joinable_wins(3)
    assert [one["seat"] for one in wins] == [1]
    assert table.dialogue.joinable_wins(0) == []
    table.wait(7999)
    assert table.dialogue.joinable_wins(3) == wins
    table.begin(win.run, 3, wins)
    assert table.view(3).screen == "value"
    table.press("3 up, 3 ok")
    assert [table.view(seat).title for seat in FOUR_SEATS] == ["Double ron from East"] * 4
    table.press("0 ok")
    assert [table.keeper.ledger.events[at].kind for at in (-2, -1)] == ["undo", "win"]
    assert wins_of(table) == [(1, 0, 3, 30), (3, 0, 4, 30)]
    assert [table.note(seat) for seat in FOUR_SEATS][2:] == ["UP: ron too", ""]
    table.wait(8000)
    assert table.dialogue.joinable_wins(2) == []


@pytest.mark.parametrize("press", ["3 back", "3 ok, 1 back"])
def test_a_late_win_that_comes_to_nothing_leaves_the_recorded_one(conversing, press):
    """Whether its seat or another says no."""
    table = in_hand(conversing)
    ron(table).press("0 ok")
    last = table.keeper.last
    table.begin(win.run, 3, table.dialogue.joinable_wins(3)).press(press)
    assert (table.over, table.keeper.last, table.last) == (True, last, "win")


def test_a_late_win_is_refused_when_the_game_went_on(conversing):
    """The dice are thrown: then the table must undo."""
    table = in_hand(conversing)
    ron(table).press("0 ok")
    wins = table.dialogue.joinable_wins(3)
    table.begin(win.run, 3, wins)
    table.do("hand")
    table.press("3 ok")
    assert (table.over, table.last, table.note(3)) == (True, "hand", "too late: game went on")
    assert table.dialogue.joinable_wins(3) == []


def test_nobody_is_offered_to_join_what_was_not_agreed_to(conversing):
    """There is no discard to win on."""
    table = in_hand(conversing)
    ron(table).press("2 back")
    assert table.dialogue.joinable_wins(3) == []
    assert table.note(3) == "not agreed: nothing changed"
