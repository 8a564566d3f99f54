"""The menu behind BACK, press by press: what is offered when, and what each offence records against whom."""

from __future__ import annotations

import pytest

from device.flows import menu, win
from tenbo_core.events import DESK

ALWAYS = ["Call the referee"]
WHO = "Who sits here?"
BESIDE = ["Undo: hold BACK", "Set up"]
OF_A_HAND = ["Draw", "Call the referee", "Dead hand", "Chombo"]
OF_A_SESSION = ["Lateness", "Obstruction", "Substitute"]
ABORTS = ["Nine terminals", "Four winds", "Four kans"]

# Rules, how far the game is, and what a seat is offered.
OFFERED = [
    ("", "none", [WHO, *ALWAYS, "Set up"]),
    ("ema-2016", "between", [WHO, *ALWAYS, *OF_A_SESSION, *BESIDE]),
    ("tenhou", "between", [WHO, *ALWAYS, *BESIDE]),
    ("ema-2016", "hand", [*OF_A_HAND, "Deal again", *OF_A_SESSION, *BESIDE]),
    ("ema-2016", "riichi", [*OF_A_HAND, "Riichi not valid", "Deal again", *OF_A_SESSION, *BESIDE]),
    ("tenhou", "hand", [*OF_A_HAND, *ABORTS, "Triple ron", *BESIDE]),
    ("tenhou", "three riichi", [*OF_A_HAND, *ABORTS, "Triple ron", "Riichi not valid", *BESIDE]),
    ("tenhou", "four riichi", [*OF_A_HAND, *ABORTS, "Four riichi", "Triple ron", "Riichi not valid", *BESIDE]),
    ("alarm", "hand", [*OF_A_HAND, "Deal again", *BESIDE]),
    ("ema-2016", "later", [*ALWAYS, *OF_A_SESSION, WHO, *BESIDE]),
    ("ema-2016", "over", [WHO, *ALWAYS, "Undo", "Set up"]),
]


def at_phase(conversing, rules, phase):
    """Return a table as far as it is named."""
    table = conversing(rules)
    if phase == "over":
        table.do("end")
    elif phase not in ("none", "between"):
        table.do("hand")
        if phase == "later":
            table.do("draw", tenpai=[])
        for seat in range({"riichi": 1, "three riichi": 3, "four riichi": 4}.get(phase, 0)):
            table.do("riichi", seat, seat=seat)
    return table


@pytest.mark.parametrize(("rules", "phase", "entries"), OFFERED)
def test_the_menu_offers_what_can_have_happened(conversing, rules, phase, entries):
    """As the table stands and its book knows; the usual first."""
    table = at_phase(conversing, rules, phase)
    table.begin(menu.run, 2)
    assert (table.view(2).title, table.view(2).lines) == ("What happened?", entries)


@pytest.mark.parametrize(("late", "substitute", "entries"), [
    (0, 0, []), (1000, 0, ["Lateness", "Obstruction"]), (0, -30000, ["Substitute"]),
])  # fmt: skip
def test_lateness_and_substitutes_are_offered_by_a_switch_each(conversing, late, substitute, entries):
    """A book may have one without the other."""
    table = conversing()
    table.do("start", rules="ema-2016", set=[["late_per_minute", late], ["substitute_result", substitute]])
    table.begin(menu.run, 0)
    assert table.view(0).lines == [WHO, *ALWAYS, *entries, *BESIDE]


def test_back_leaves_the_menu_and_the_list_goes_round(conversing):
    """UP from the first line is the last."""
    table = at_phase(conversing, "ema-2016", "hand")
    table.begin(menu.run, 0).press("0 up")
    assert table.view(0).chosen == 9
    table.press("0 down, 0 down")
    assert table.view(0).chosen == 1
    table.press("0 riichi")
    assert (table.note(0), table.view(0).chosen) == ("a question is open", 1)
    table.press("0 back")
    assert (table.over, table.last) == (True, "hand")


def test_the_referee_is_called_without_a_game_and_the_call_is_taken_back(conversing):
    """By the same line."""
    table = conversing()
    table.begin(menu.run, 3).press("3 down, 3 ok")
    assert (table.dialogue.calling, table.note(3)) == ([3], "referee called")
    table.wait(2500)
    table.begin(menu.run, 1).press("1 down, 1 ok")
    assert (table.dialogue.calling, table.dialogue.referee_call_age_s(3)) == ([3, 1], 2)
    assert table.dialogue.referee_call_age_s(1) == 0
    table.begin(menu.run, 3).press("3 down, 3 ok")
    assert (table.dialogue.calling, table.note(3)) == ([1], "call taken back")


def choose(table, seat, *lines):
    """Open the menu and choose one line after the other."""
    table.begin(menu.run, seat)
    for line in lines:
        view = table.view(seat)
        for _ in range(view.lines.index(line)):
            table.press(f"{seat} down")
        table.press(f"{seat} ok")
    return table


def back_out(table, seat, *lines):
    """Choose some lines and then BACK; nothing may have been recorded."""
    last = table.keeper.last
    choose(table, seat, *lines).press(f"{seat} back")
    assert (table.over, table.keeper.last) == (True, last), lines


# Rules, who asks, lines, who agrees, what is recorded: its kind and its fields.
OFFENCES = [
    ("ema-2016", 0, ["Dead hand", "mine"], "", "dead_hand", [0]),
    ("ema-2016", 1, ["Dead hand", "mine"], "", "dead_hand", [1]),
    ("ema-2016", 1, ["Dead hand", "West"], "0", "dead_hand", [2]),
    ("ema-2016", 1, ["Dead hand", "East"], "3", "dead_hand", [0]),
    ("ema-2016", 1, ["Chombo", "mine"], "2", "chombo", [[1], None]),
    ("ema-2016", 1, ["Chombo", "North"], "2", "chombo", [[3], None]),
    ("ema-2016", 1, ["Chombo", "two players", "mine", "West"], "0", "chombo", [[1, 2], None]),
    ("ema-2016", 1, ["Chombo", "two players", "North", "mine"], "0", "chombo", [[1, 3], None]),
    ("ema-2016", 1, ["Chombo", "two players", "North", "East"], "2", "chombo", [[0, 3], None]),
    ("alarm", 1, ["Chombo", "North", "no, replay the hand"], "2", "chombo", [[3], None]),
    ("alarm", 1, ["Chombo", "North", "yes, and it is paid"], "2", "chombo", [[3], "win"]),
    ("ema-2016", 0, ["Riichi not valid", "West"], "1", "riichi_invalid", [2]),
    ("ema-2016", 2, ["Riichi not valid", "mine"], "1", "riichi_invalid", [2]),
    ("ema-2016", 0, ["Riichi not valid", "North"], "1", "riichi_invalid", [3]),
    ("ema-2016", 0, ["Lateness", "South", "1 minute"], "2", "late", [1, 1]),
    ("ema-2016", 0, ["Lateness", "South", "2 minutes"], "2", "late", [1, 2]),
    ("ema-2016", 0, ["Lateness", "mine", "10 minutes"], "2", "late", [0, 10]),
    ("ema-2016", 0, ["Lateness", "South", "more: substitute"], "2", "substitute", [1, "start"]),
    ("ema-2016", 0, ["Obstruction", "West", "-8000"], "2", "penalty", [2, -8000, "obstruction", None]),
    ("ema-2016", 0, ["Obstruction", "mine", "-48000"], "2", "penalty", [0, -48000, "obstruction", None]),
    ("ema-2016", 3, ["Substitute", "East", "from the start"], "2", "substitute", [0, "start"]),
    ("ema-2016", 3, ["Substitute", "mine", "from now on"], "2", "substitute", [3, "now"]),
]


@pytest.mark.parametrize(("rules", "asker", "lines", "agrees", "kind", "fields"), OFFENCES)
def test_an_offence_is_recorded_against_whom_it_was_chosen(conversing, rules, asker, lines, agrees, kind, fields):
    """With another seat's agreement, unless it is one's own dead hand."""
    table = conversing(rules)
    table.do("hand")
    for seat in (2, 3) if kind == "riichi_invalid" else ():
        table.do("riichi", seat, seat=seat)
    before = table.last
    choose(table, asker, *lines)
    if agrees:
        assert table.last == before
        table.press(f"{agrees} ok")
        if not table.over:  # who pays is asked as well
            table.wait(60_000)
    event = table.keeper.ledger.events[-1]
    assert (table.over, event.kind, event.by, list(event.args)[: len(fields)]) == (True, kind, asker, fields)


BACKED_OUT = [
    ["Dead hand"], ["Chombo"], ["Chombo", "two players"], ["Chombo", "two players", "mine"], ["Riichi not valid"],
    ["Lateness"], ["Lateness", "mine"], ["Obstruction"], ["Obstruction", "mine"], ["Substitute"],
    ["Substitute", "mine"], ["Dead hand", "South"], ["Deal again"],
]  # fmt: skip


@pytest.mark.parametrize("lines", BACKED_OUT, ids=" ".join)
def test_back_at_any_question_records_nothing(conversing, lines):
    """Anyone who has opened a wrong line gets out of it."""
    back_out(at_phase(conversing, "ema-2016", "riichi"), 0, *lines)


def test_back_at_the_question_about_a_win_records_no_chombo(conversing):
    """Where the book pays a win beside a chombo."""
    back_out(at_phase(conversing, "alarm", "hand"), 0, "Chombo", "South")


TITLES = [
    (["Dead hand", "South"], "Dead hand: South"),
    (["Chombo", "mine"], "Chombo: East"),
    (["Chombo", "two players", "South", "West"], "Chombo: South, West"),
    (["Riichi not valid", "mine"], "Riichi not valid: East"),
    (["Lateness", "South", "1 minute"], "Lateness: South"),
    (["Obstruction", "West", "-12000"], "Obstruction: West"),
    (["Substitute", "North", "from now on"], "Substitute: North"),
]


@pytest.mark.parametrize(("lines", "title"), TITLES)
def test_every_seat_reads_whose_offence_it_is_said_to_be(conversing, lines, title):
    """By the wind; by the name where there is one."""
    table = choose(at_phase(conversing, "ema-2016", "riichi"), 0, *lines)
    assert [table.view(seat).title for seat in range(4)] == [title] * 4


def test_titles_and_lists_have_names_where_there_are_names(conversing):
    """Of the others; oneself is called mine."""
    table = at_phase(conversing, "ema-2016", "hand")
    for seat, name in enumerate(("Ada", "Bo", "", "Dai")):
        if name:
            table.do("name", seat=seat, name=name)
    table.begin(menu.run, 1).press("1 down, 1 down, 1 ok")
    assert table.view(1).lines == ["mine", "West", "Dai", "Ada"]
    table.press("1 down, 1 down, 1 ok")
    assert table.view(0).title == "Dead hand: Dai"


def test_the_seats_are_offered_from_the_own_one_round_the_table(conversing):
    """The second offender of a chombo is another one than the first."""
    table = at_phase(conversing, "ema-2016", "hand")
    choose(table, 2, "Chombo")
    assert (table.view(2).title, table.view(2).lines) == ("Chombo", ["mine", "North", "East", "South", "two players"])
    table.press("2 up, 2 ok")
    assert (table.view(2).title, table.view(2).lines) == ("The first", ["mine", "North", "East", "South"])
    table.press("2 down, 2 ok")
    assert (table.view(2).title, table.view(2).lines) == ("The second", ["mine", "East", "South"])


DETAILS = [
    (["Lateness", "South", "1 minute"], ["after the game -1000", "1 minute"]),
    (["Lateness", "South", "3 minutes"], ["after the game -3000", "3 minutes"]),
    (["Substitute", "South", "from the start"], "from the start"),
    (["Substitute", "South", "from now on"], "from now on"),
    (["Obstruction", "South", "-24000"], ["after the game -24000"]),
]


@pytest.mark.parametrize(("lines", "below"), DETAILS)
def test_the_preview_says_what_exactly_is_reported(conversing, lines, below):
    """So many minutes, since when: what the others agree to."""
    table = choose(at_phase(conversing, "ema-2016", "hand"), 0, *lines)
    told = table.view(1).lines
    assert (told == below) if isinstance(below, list) else (told[-1] == below)


def test_lateness_offers_as_many_minutes_as_the_book_and_a_substitute_where_it_has_one(conversing):
    """Anyone who is later has a substitute, or nothing that a table could record."""
    for book_has, last in ((-30000, "more: substitute"), (0, "4 minutes")):
        table = conversing()
        table.do("start", rules="ema-2016", set=[["late_limit", 4], ["substitute_result", book_has]])
        choose(table, 0, "Lateness", "mine")
        minutes = ["1 minute", "2 minutes", "3 minutes", "4 minutes"]
        assert table.view(0).lines == minutes + ([last] if book_has else [])


def test_obstruction_offers_what_the_book_takes_for_it(conversing):
    """From the level of a chombo to that of severe and repeated cases (EMA 2016, 5.5)."""
    table = choose(at_phase(conversing, "ema-2016", "hand"), 0, "Obstruction", "South")
    assert table.view(0).lines == ["-8000", "-12000", "-24000", "-36000", "-48000"]


def test_what_moves_no_points_is_told_to_be_recorded(conversing):
    """Otherwise the scores say so."""
    table = choose(at_phase(conversing, "ema-2016", "hand"), 0, "Dead hand", "South").press("3 ok")
    assert [table.note(seat) for seat in range(4)] == ["recorded"] * 4
    table = choose(at_phase(conversing, "ema-2016", "riichi"), 1, "Riichi not valid", "East").press("3 ok")
    assert (table.last, table.note(3)) == ("riichi_invalid", "agreed")
    table = choose(at_phase(conversing, "ema-2016", "hand"), 0, "Dead hand", "South").press("3 back")
    assert table.note(3) == "not agreed: nothing changed"


def test_an_own_dead_hand_is_told_to_its_seat(conversing):
    """It has changed nothing else."""
    table = choose(at_phase(conversing, "ema-2016", "hand"), 1, "Dead hand", "mine")
    assert [table.note(seat) for seat in range(4)] == ["", "dead hand until the end", "", ""]


def test_the_last_line_of_the_menu_stays_when_the_table_moves_under_it(conversing):
    """The desk has ended the hand: the line is refused in the words of the table."""
    from tenbo_core.errors import Refused

    table = at_phase(conversing, "ema-2016", "hand")
    table.begin(menu.run, 0)
    table.do("draw", DESK, tenpai=[])
    with pytest.raises(Refused, match="hold OK: dice"):
        table.press("0 ok")


@pytest.mark.parametrize("opened", ["menu", "how", "value"])
def test_a_question_whose_seat_has_lost_its_box_is_ended_by_whoever_presses_elsewhere(conversing, opened):
    """A cable under a foot held the other three up for a minute; put back at once, nothing is lost."""
    table = at_phase(conversing, "ema-2016", "hand")
    table.begin(menu.run if opened == "menu" else win.run, 1)
    if opened == "value":
        table.press("1 riichi")
    table.boxes[1].here = False
    table.wait(3000)
    table.boxes[1].here = True
    table.press("0 down")
    assert (table.over, table.note(0)) == (False, "wait: South asks")
    table.boxes[1].here = False
    table.press("2 back")
    assert table.over
    assert [table.note(seat) for seat in range(4)] == ["nothing changed"] * 4
    assert table.last == "hand"
