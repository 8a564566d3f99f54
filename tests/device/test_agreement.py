"""What is shown to all is what is done: who has to agree, who may join a ron, and what a preview says."""

from __future__ import annotations

import pytest
from players import Players, players

from tenbo_core.wire import encode

pytestmark = pytest.mark.thorough("agreements at the seats, press by press")

LINES = {"dead_hand": "Dead hand", "chombo": "Chombo", "abort": "Nine terminals"}


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.thorough("every asker and every proposal")
def test_what_is_held_against_a_player_or_stops_a_hand_needs_another_seat_than_the_asker(kind: str) -> None:
    """Neither the asker's own OK nor anyone's silence is a second opinion."""
    with players("tenhou") as people:
        people.press("dice")
        people.menu(0, LINES[kind], *([] if kind == "abort" else ["South"]))
        assert [people.view(seat)["screen"] for seat in range(4)] == ["preview"] * 4
        people.press("0 ok, 0 ok")
        assert "no effect" in people.view(0)["lines"]
        people.virtual.wait(20_000)
        assert people.state()["event"] == "hand"
        people.press("3 ok")
        people.virtual.wait(100)
        assert people.state()["event"] == kind


def test_what_nobody_agrees_to_is_gone_after_a_minute() -> None:
    """A question that no one answers is taken back, and nothing has changed."""
    with players() as people:
        people.press("dice")
        people.menu(2, "Chombo", "East")
        people.virtual.wait(61_000)
        assert people.state()["event"] == "hand"
        assert "not agreed: nothing changed" in people.view(0)["lines"]


def test_an_own_dead_hand_is_told_to_the_table_without_a_question() -> None:
    """Who holds it against no one else needs no one's yes."""
    with players() as people:
        people.press("dice")
        people.menu(1, "Dead hand", "mine")
        assert people.state()["event"] == "dead_hand"
        assert "dead hand until the end" in people.view(1)["lines"]


def test_a_draw_that_moves_nothing_needs_another_seat_than_the_asker() -> None:
    """All four are noten, so no one pays: anyone else says yes, or at last silence does, for all have spoken."""
    with players() as people:
        people.press("dice")
        people.menu(0, "Draw")
        people.press("0 back, 1 back, 2 back, 3 back, 0 ok")
        assert people.state()["event"] == "hand"
        people.press("2 ok")
        assert people.state()["event"] == "draw"
        people.press("dice")
        people.menu(0, "Draw")
        people.press("0 back, 1 back, 2 back, 3 back")
        people.virtual.wait(8500)
        assert people.state()["event"] == "draw"


def test_a_preview_tells_the_offender_what_it_costs() -> None:
    """EMA takes 20000 after the game and nothing now; a dead hand costs the win."""
    with players() as people:
        people.press("dice, 1 riichi")
        people.menu(0, "Chombo", "South")
        assert people.view(1)["lines"][1:4] == ["You get 1000", "29000 > 30000", "after the game -20000"]
        assert people.view(2)["lines"][1] == "Nothing for you"
        people.press("2 back")
        people.menu(0, "Chombo", "North")
        assert people.view(3)["lines"][1] == "after the game -20000"
        people.press("2 back")
        people.menu(0, "Dead hand", "North")
        assert people.view(3)["lines"][1] == "dead hand until the end"


def test_only_who_is_asked_is_offered_an_ok_and_every_other_press_is_answered() -> None:
    """A button that does nothing says so, and no footer offers it."""
    with players() as people:
        people.press("dice, 1 ok, 1 riichi, 1 ok")
        footers = [people.view(seat)["lines"][-1] for seat in range(4)]
        assert footers == ["OK yes  BACK no", "BACK no", "UP ron  BACK no", "UP ron  BACK no"]
        for press, seat, said in (
            ("2 ok", 2, "no effect"),
            ("1 up", 1, "no effect"),
            ("0 up", 0, "no effect"),
            ("3 down", 3, "no effect"),
            ("3 riichi", 3, "a question is open"),
            ("undo", 2, "a question is open"),
            ("dice", 1, "a question is open"),
        ):
            people.press(press)
            assert people.view(seat)["lines"][0] == said
            assert people.view(seat)["lines"][-1] == footers[seat]
        assert people.state()["event"] == "hand"


def test_an_answer_that_was_given_is_not_given_again() -> None:
    """By tsumo all three pay: the first has agreed and waits, as does who has declared in a draw."""
    with players() as people:
        people.press("dice, 1 ok, 1 ok, 1 ok, 0 ok")
        assert people.view(0)["lines"][0] == "agreed"
        assert people.view(0)["lines"][-1] == "BACK no"
        people.press("0 ok")
        assert people.view(0)["lines"][0] == "already answered"
        people.press("2 back, 3 riichi")
        people.menu(0, "Draw")
        people.press("1 ok, 1 ok, 3 ok")
        assert people.view(1)["lines"][0] == "already answered"
        assert people.view(3)["lines"][0] == "no effect"


def test_a_preview_counts_down_to_when_silence_is_a_yes() -> None:
    """Eight seconds, as long as the book gives."""
    with players() as people:
        people.press("dice, 1 ok, 1 ok, 1 ok")
        seen = []
        while people.view(3)["screen"] == "preview":
            seen.append(people.view(3)["lines"][-2])
            people.virtual.wait(500)
        assert list(dict.fromkeys(seen)) == [f"{seconds} s" for seconds in range(8, 0, -1)]
        assert people.state()["event"] == "win"
        people.press("dice")
        people.menu(0, "Chombo", "South")
        assert people.view(2)["lines"][-2] == "60 s"


def test_a_preview_is_renewed_when_the_table_moves_and_nobody_has_agreed_to_it_yet() -> None:
    """The desk takes a riichi back while the seats think: what is shown is what will be booked."""
    with players() as people:
        people.press("dice, 2 riichi, 1 ok, 1 ok, 1 ok, 0 ok, 2 ok")
        assert "You get 5000" in people.view(1)["lines"]
        people.asker.ask("do", "riichi_void", 4, 2)
        people.virtual.wait(100)
        assert "You get 4000" in people.view(1)["lines"]
        people.press("3 ok")
        assert people.state()["event"] == "riichi_void"
        people.press("0 ok, 2 ok")
        assert people.state()["deltas"] == [-2000, 4000, -1000, -1000]


@pytest.mark.parametrize(
    ("kind", "fields"), [("undo", [1]), ("correct", [2, [["riichi", 3]]]), ("swap", [[0, 1]]), ("penalty", [1, -8000])]
)
@pytest.mark.thorough("every asker and every proposal")
def test_what_the_desk_proposes_about_the_past_needs_the_yes_of_a_seat(kind: str, fields: list[object]) -> None:
    """No matter what it is, it is shown, waits for someone, and never brings the table down."""
    with players() as people:
        people.press("dice, 2 riichi")
        people.virtual.service.write(encode(["propose", 5000, kind, 4, *fields]))
        people.virtual.wait(300)
        titles = {"undo": "Take back?", "correct": "Correction", "swap": "Seats swapped", "penalty": "Penalty: South"}
        assert people.view(0)["lines"][0] == titles[kind]
        assert "From the desk" in people.view(0)["lines"]
        people.virtual.wait(9000)
        assert people.state()["event"] == "riichi"
        people.press("0 ok, 1 ok")
        assert people.state()["event"] == kind
        assert people.virtual.restarts == []


# ------------------------------------------------------------ several players win on one discard


def _ron(people: Players, winner: int, source: int, *presses: str) -> None:
    """Enter a ron at 3 han 30 fu, or as the presses change it."""
    button = {1: "down", 2: "up", 3: "riichi"}[(source - winner) % 4]
    people.press(", ".join([f"{winner} ok", f"{winner} {button}", *presses, f"{winner} ok"]))


def test_a_dead_hand_cannot_join_and_leaves_the_first_winner_alone() -> None:
    """It is told so at its own seat, before it has entered a value."""
    with players() as people:
        people.press("dice")
        people.menu(3, "Dead hand", "mine")
        _ron(people, 1, 0)
        assert people.view(3)["lines"][-1] == "BACK no"
        assert people.view(2)["lines"][-1] == "UP ron  BACK no"
        people.press("3 up, 3 ok")
        assert people.view(3)["lines"][0] == "dead hand: no win"
        assert [people.view(seat)["screen"] for seat in range(4)] == ["preview"] * 4
        people.press("0 ok")
        assert people.state()["deltas"] == [-3900, 3900, 0, 0]


def test_a_dead_hand_is_told_at_once_that_it_cannot_win() -> None:
    """Not after a whole entry."""
    with players() as people:
        people.press("dice")
        people.menu(3, "Dead hand", "mine")
        people.press("3 ok")
        assert people.view(3)["screen"] == "score"
        assert "dead hand: no win" in people.view(3)["lines"]


def test_a_third_ron_is_refused_at_its_seat_where_three_abort_the_hand() -> None:
    """Tenhou: the two who have won stay as they are until someone takes them back."""
    with players("tenhou") as people:
        people.press("dice")
        _ron(people, 1, 0)
        people.press("2 ok, 2 up")
        assert people.view(2)["lines"][0] == "Value"
        people.press("2 ok")
        assert people.view(3)["lines"][-1] == "BACK no"
        people.press("3 up")
        assert people.view(3)["lines"][0] == "three rons abort the hand"
        assert people.view(3)["screen"] == "preview"
        people.press("0 ok")
        assert people.state()["deltas"] == [-7800, 3900, 3900, 0]


def test_only_who_sits_nearer_to_the_discarder_joins_where_the_nearest_alone_wins() -> None:
    """Head bump: a farther seat is told so, a nearer one takes the win."""
    with players("wrc") as people:
        people.press("dice")
        _ron(people, 2, 0)
        assert [people.view(seat)["lines"][-1] for seat in (1, 3)] == ["UP ron  BACK no", "BACK no"]
        people.press("3 up")
        assert people.view(3)["lines"][0] == "only the nearest wins"
        people.press("1 up, 1 ok, 0 ok")
        assert people.state()["deltas"] == [-3900, 3900, 0, 0]


def test_a_join_that_is_refused_after_all_leaves_the_first_win_as_it_was() -> None:
    """The referee rules the second hand dead while its value is being entered."""
    with players() as people:
        people.press("dice")
        _ron(people, 1, 0)
        people.press("2 up")
        people.asker.ask("do", "dead_hand", 5, 2)
        people.virtual.wait(200)
        people.press("2 ok")
        assert people.view(2)["lines"][0] != "Value"
        assert people.view(1)["screen"] == "preview"
        assert "dead hand: no win" in people.view(2)["lines"]
        people.press("0 ok")
        assert people.state()["deltas"] == [-3900, 3900, 0, 0]


def test_nobody_joins_a_tsumo() -> None:
    """Neither while it is proposed nor after it was recorded."""
    with players() as people:
        people.press("dice, 1 ok, 1 ok, 1 ok")
        for seat in (0, 2, 3):
            assert people.view(seat)["lines"][-1] == "OK yes  BACK no"
            people.press(f"{seat} up")
            assert people.view(seat)["screen"] == "preview"
        people.press("0 ok, 2 ok, 3 ok")
        assert people.state()["event"] == "win"
        people.virtual.hold(2, "up")
        people.virtual.wait(60)
        assert people.view(2)["screen"] == "differences"
        people.virtual.release(2, "up")


def test_a_payer_who_is_quick_does_not_keep_a_second_winner_from_joining() -> None:
    """Who has won on the same discard says so within some seconds; the payers see what it costs them more."""
    with players() as people:
        people.press("dice, 3 riichi")
        _ron(people, 2, 0)
        people.press("0 ok")
        assert people.state()["deltas"] == [-3900, 0, 4900, 0]
        assert [people.view(seat)["lines"][1] for seat in (1, 3)] == ["UP: ron too  8 s"] * 2
        assert not [line for line in people.view(0)["lines"] if "ron too" in line]
        people.virtual.wait(3000)
        assert people.view(1)["lines"][1] == "UP: ron too  5 s"
        people.press("1 up, 1 down, 1 ok")
        assert "You pay 2000" in people.view(0)["lines"]
        assert "You pay 1000" in people.view(2)["lines"]  # the stake goes to the nearer winner
        people.press("0 ok, 2 ok")
        state = people.state()
        assert state["event"] == "win"
        assert state["scores"] == [24100, 33000, 33900, 29000]
        assert state["deltas"] == [-5900, 3000, 3900, 0]
        people.press("3 up, 3 down, 3 down, 3 ok, 0 ok, 1 ok")
        assert people.state()["scores"] == [23100, 32000, 33900, 31000]


def test_nothing_is_lost_when_a_late_join_comes_to_nothing_or_too_late() -> None:
    """The first win stays recorded; after some seconds, or with the next dice, UP looks at the others again."""
    with players() as people:
        people.press("dice")
        _ron(people, 2, 0)
        people.press("0 ok")
        won = people.state()
        people.press("1 up, 1 back")
        assert people.state() == won
        people.press("1 up, 1 ok, 0 back")
        assert people.state() == won
        people.virtual.wait(9000)
        people.press("1 up")
        assert people.view(1)["screen"] == "score"
        assert people.state() == won
        people.press("dice")
        _ron(people, 2, 0)
        people.press("0 ok, dice, 1 up")
        assert people.state()["event"] == "hand"


# ------------------------------------------------------------ values


def test_below_the_minimum_no_value_is_offered() -> None:
    """EMA 2012: from five counters on a win needs two han, so the least that is offered has two."""
    for honba, presses, least in ((4, 2, "1 han 30 fu"), (5, 1, "2 han 30 fu")):
        with players("ema-2012", begin=False) as people:
            people.begin("ema-2012", honba=honba)
            people.press("dice, 1 ok, 1 up" + ", 1 down" * presses)
            assert people.view(1)["lines"][1] == least
            people.press("1 down")
            assert people.view(1)["lines"][1] == "2x Yakuman"


def test_a_held_button_goes_on_and_the_least_value_leads_to_the_greatest() -> None:
    """UP stops at the greatest, so anyone who holds it does not come round to one han."""
    with players() as people:
        people.press("dice, 1 ok, 1 up")
        people.virtual.hold(1, "up")
        people.virtual.wait(4000)
        assert people.view(1)["lines"][1] == "Yakuman"
        people.virtual.release(1, "up")
        people.virtual.wait(100)
        people.press("1 up")
        assert people.view(1)["lines"][1] == "1 han 30 fu"
        people.press("1 down, 1 riichi")
        assert people.view(1)["lines"][0] == "no fu at this value"
        people.virtual.press(1, "down", 1300)
        passed = people.view(1)["lines"][1]
        assert passed in ("Mangan", "4 han 30 fu", "3 han 30 fu")
        people.virtual.wait(2000)
        assert people.view(1)["lines"][1] == passed


def test_a_letter_of_a_name_is_reached_by_holding_the_button() -> None:
    """A hundred presses for a name are too many."""
    with players() as people:
        people.set_up(2, "My name")
        people.virtual.press(2, "down", 2300)
        letter = people.view(2)["lines"][1]
        assert letter[1] in "OPQRS"
        people.press("2 ok, 2 riichi")
        assert people.state()["event"] == "name"
