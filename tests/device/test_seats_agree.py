"""Agreement at the seats: what is asked can be read, and a press meant for something else decides nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from players import Players, players

from tenbo_core.wire import encode

YAKUMAN = "1 ok, 1 riichi, 1 down, 1 down, 1 down, 1 ok"


def hold_and_release(people: Players, edges: list[tuple[int, int, str, bool]]) -> None:
    """Press keys down and let them go, each at its millisecond: (ms, seat, button, down)."""
    now = 0
    for at, seat, button, down in sorted(edges):
        if at > now:
            people.virtual.wait(at - now)
            now = at
        (people.virtual.hold if down else people.virtual.release)(seat, button)
    people.virtual.wait(200)


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("late", [10, 40, 150, 400])
def test_an_ok_within_half_a_second_of_a_question_is_no_answer(late: int) -> None:
    """The payer of a yakuman wanted something else with it."""
    with players() as people:
        people.press("dice")
        people.press(YAKUMAN)
        edges = [(100, 1, "ok", True), (160, 1, "ok", False), (100 + late, 0, "ok", True), (160 + late, 0, "ok", False)]
        hold_and_release(people, edges)
        assert people.state()["event"] == "hand"
        assert people.view(0)["lines"][0] == "read first"
        people.virtual.wait(500)
        people.press("0 ok")
        assert people.state()["event"] == "win"


@pytest.mark.parametrize("late", [10, 200])
def test_an_ok_right_after_undo_in_the_centre_takes_nothing_back(late: int) -> None:
    with players() as people:
        people.press("dice, 1 riichi")
        people.virtual.hold("table", "undo")
        people.virtual.wait(late)
        people.virtual.hold(2, "ok")
        people.virtual.wait(60)
        people.virtual.release("table", "undo")
        people.virtual.release(2, "ok")
        people.virtual.wait(300)
        assert people.state()["riichi"] == [1]
        people.press("2 ok")
        assert people.state()["riichi"] == []


def test_an_ok_right_after_a_draw_is_asked_about_says_no_tenpai() -> None:
    with players() as people:
        people.press("dice, 0 back, 0 ok")
        people.virtual.press(2, "ok")
        assert people.view(2)["lines"][0] == "read first"
        assert people.view(2)["ask"] == {"kind": "draw", "by": 0, "tenpai": []}


def test_who_asked_for_a_draw_reads_what_came_of_it_before_saying_yes() -> None:
    """The asker meant to change its own noten to tenpai, when the last seat had just answered."""
    with players() as people:
        people.press("dice, 0 back, 0 ok, 0 back, 1 ok, 2 back")
        people.virtual.wait(600)
        hold_and_release(
            people, [(0, 3, "back", True), (10, 0, "ok", True), (60, 3, "back", False), (70, 0, "ok", False)]
        )
        assert people.view(0)["lines"][0] == "read first"
        people.press("2 ok, 3 ok")
        assert people.state()["event"] == "hand"
        people.press("0 ok")
        assert people.state()["event"] == "draw"


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_first_of_two_winners_reads_the_second_win_before_saying_no() -> None:
    with players("tenhou") as people:
        people.press("dice, 1 ok, 1 riichi, 1 ok, 2 up")
        people.virtual.wait(600)
        hold_and_release(
            people, [(0, 2, "ok", True), (20, 1, "back", True), (60, 2, "ok", False), (80, 1, "back", False)]
        )
        assert people.view(1)["lines"][0] == "read first"
        people.press("0 ok")
        assert people.state()["event"] == "win"


@pytest.mark.thorough("simulated tables play for seconds")
def test_silence_agrees_to_no_amount_that_has_just_changed() -> None:
    """A stick that the desk books at the last moment makes the win larger."""
    with players() as people:
        people.press("dice, 1 ok, 1 riichi, 1 ok")
        people.virtual.wait(7500)
        people.asker.ask("do", "riichi", 4, 3)
        people.virtual.wait(7000)
        assert people.state()["event"] == "riichi"
        people.virtual.wait(1500)
        assert people.state()["event"] == "win"


@pytest.mark.thorough("simulated tables play for seconds")
def test_an_ok_right_after_the_table_is_asked_for_frees_it_from_nobody() -> None:
    with players() as people:
        people.asker.ask("write_permission", False)
        people.menu(0, "Take the table back")
        for seat in (1, 2, 3):
            people.virtual.press(seat, "ok")
            assert people.view(seat)["lines"][:3] == ["read first", "all must agree", "East, South, West, North"]
        people.virtual.wait(500)
        people.press("0 ok, 1 ok, 2 ok, 3 ok, dice")
        assert people.state()["phase"] == "playing"


# ---------------------------------------------------------------- who waits for whom


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("opened", ["3 back", "3 back, 3 down"])
@pytest.mark.parametrize(("press", "event"), [("1 riichi", "riichi"), ("1 ok", "hand")])
def test_a_list_gives_way_to_a_riichi_or_a_win_of_another_seat(opened: str, press: str, event: str) -> None:
    with players() as people:
        people.press("dice, " + opened)
        people.press(press)
        people.virtual.wait(200)
        assert people.state()["event"] == event
        assert people.view(1)["screen"] == ("how" if event == "hand" else "score")
        assert people.view(3)["screen"] == "score"


def test_a_list_gives_way_to_the_dice() -> None:
    with players() as people:
        people.press("3 back, dice")
        assert people.state()["phase"] == "playing"


def test_a_list_gives_way_to_an_ok_that_is_held_for_the_dice() -> None:
    with players() as people:
        people.press("3 back")
        people.tap(1, "ok", 1300)
        assert people.state()["phase"] == "playing"


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("chosen", ["My name", "Test this seat"])
def test_what_a_seat_leaves_open_between_two_hands_gives_way_to_the_dice(chosen: str) -> None:
    with players() as people:
        people.set_up(3, chosen)
        people.virtual.wait(2000)
        people.press("dice")
        assert people.view(1)["lines"][-1] == "wait: North asks"
        people.virtual.wait(7000)
        people.press("dice")
        assert people.state()["phase"] == "playing"


def test_a_win_that_nobody_goes_on_with_gives_way_and_says_who_asks_before() -> None:
    """After five seconds without a key; and after fifteen it is gone."""
    with players() as people:
        people.press("dice, 3 ok")
        people.press("1 ok")
        assert people.view(1)["lines"][-1] == "wait: North asks"
        people.virtual.wait(5000)
        people.press("1 ok")
        people.virtual.wait(200)
        assert (people.view(1)["screen"], people.view(1)["entering"]) == ("how", 1)
        people.virtual.wait(15_500)
        assert (people.view(1)["screen"], people.view(1)["entering"]) == ("score", None)


def test_who_joins_and_walks_away_holds_the_others_for_a_quarter_of_a_minute() -> None:
    with players() as people:
        people.press("dice, 1 ok, 1 riichi, 1 ok, 2 up")
        assert people.view(2)["entering"] == 2
        people.virtual.wait(15_500)
        assert people.view(0)["ask"]["kind"] == "win"


# ---------------------------------------------------------------- what is asked about


def test_a_payer_reads_the_hand_and_whose_tile_it_was_and_a_program_too() -> None:
    with players() as people:
        people.press("dice, 1 ok, 1 riichi, 1 up, 1 ok")
        people.virtual.wait(300)
        assert "4 han 30 fu from East" in people.view(0)["lines"]
        assert people.view(0)["ask"] == {
            "kind": "win", "by": 1, "from": 0, "han": 4, "fu": 30, "points": -7700, "honba": 0, "sticks": 0,
            "before": 30000, "after": 22300, "place": 4, "seconds": 8, "may_join": False,
        }  # fmt: skip
        assert people.view(2)["ask"]["may_join"] is True
        assert "ask" not in people.view(1)
        assert "waits for East" in people.view(1)["lines"]
        assert [people.view(0)[name] for name in ("may_riichi", "wants_dice", "entering")] == [False, False, None]
        people.press("0 ok")
        assert people.view(0)["wants_dice"] is True
        people.press("dice")
        assert (people.view(0)["may_riichi"], people.view(0)["wants_dice"]) == (True, False)


def test_who_pays_at_a_draw_reads_who_is_tenpai() -> None:
    with players() as people:
        people.press("dice, 0 back, 0 ok, 0 ok, 1 back, 2 back, 3 ok")
        people.virtual.wait(300)
        assert "tenpai: East, North" in people.view(1)["lines"]
        assert people.view(1)["ask"]["tenpai"] == [0, 3]


def test_the_amount_of_a_penalty_is_read_by_those_who_do_not_pay_it() -> None:
    with players() as people:
        people.press("dice")
        people.menu(0, "Obstruction", "South", "-48000")
        people.virtual.wait(300)
        for seat in (2, 3):
            assert "South -48000" in people.view(seat)["lines"]
            assert people.view(seat)["ask"]["points"] == -48000
            assert people.view(seat)["ask"]["seats"] == [1]


PROPOSED = {
    "a win": ((["win", 4, [[2, 1, 5, 0]]]), "Win: West", "5 han from South", 1),
    "a penalty": ((["penalty", 5, 1, -8000, "telephone", "now"]), "Penalty: South", "South -8000", 2),
    "a chombo": ((["chombo", 5, [3]]), "Chombo: North", "North -20000", 0),
}


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("name", PROPOSED)
def test_what_the_desk_proposes_says_kind_seat_and_value(name: str) -> None:
    event, title, line, seat = PROPOSED[name]
    with players() as people:
        people.press("dice")
        people.virtual.service.write(encode(["propose", 900, *event]))
        people.virtual.wait(600)
        lines = people.view(seat)["lines"]
        assert lines[0] == title
        assert line in lines
        assert "From the desk" in lines
        assert people.view(seat)["ask"]["by"] == "desk"


@pytest.mark.thorough("simulated tables play for seconds")
def test_two_wins_of_one_player_are_told_apart_at_undo() -> None:
    with players() as people:
        for han in (2, 3):
            people.asker.ask("do", "hand", 4)
            people.asker.ask("do", "win", 4, [[2, 1, han, 40]])
        people.press("undo")
        assert people.view(0)["lines"][1:3] == ["Win: South +5200", "東2  0 honba  3 han 40 fu"]


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_running_hand_is_ended_by_two_seats() -> None:
    with players() as people:
        people.press("dice")
        people.set_up(0, "End the game", "yes, end it")
        people.virtual.wait(9000)
        assert people.state()["phase"] == "playing"
        people.press("2 ok")
        assert people.state()["phase"] == "over"


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_full_game_refuses_what_it_cannot_write_before_anybody_is_asked() -> None:
    with players() as people:
        people.press("dice")
        for number in range(598):
            people.asker.ask("do", "name", 4, number % 4, "")
        presses = {
            "a win": lambda: people.press("0 ok"),
            "a draw": lambda: people.menu(0, "Draw"),
            "an offence": lambda: people.menu(0, "Chombo"),
            "a name": lambda: people.set_up(0, "My name"),
            "undo": lambda: people.press("undo"),
        }
        for name, press in presses.items():
            press()
            people.virtual.wait(200)
            assert people.view(0)["lines"][-1] == "end this game", name
            assert people.view(0)["screen"] == "score", name
            people.virtual.wait(4500)


# ---------------------------------------------------------------- a held key


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_key_is_held_and_let_go_in_the_simulator() -> None:
    """What is read while a key is held can be looked at."""
    held = ["press table dice", "wait 6000", "hold 1 down", "wait 3000", "view 1"]
    script = "\n".join([*held, "release 1 down", "wait 500", "view 1", "hold 1 x", "quit", ""])
    done = subprocess.run(
        [sys.executable, "-m", "tenbo", "sim"], input=script, capture_output=True, text=True, timeout=120, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    views = [answer["view"] for answer in answers if "view" in answer]
    assert [view["screen"] == "score" for view in views] == [False, True]
    assert [answer["error"]["code"] for answer in answers if "error" in answer] == ["bad_field"]
