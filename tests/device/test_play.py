"""What the players do and get: every press through the real firmware, every answer from its displays."""

from __future__ import annotations

import pytest
from players import players

from rings import mostly_thorough
from tenbo.devices import table_client
from tenbo_core.errors import Refused


def test_one_press_of_riichi_moves_a_stick_and_lights_the_lamp() -> None:
    """Not before the dice, and from then on with a single press."""
    with players() as people:
        people.press("dice, 2 riichi")
        state = people.state()
        assert state["event"] == "riichi"
        assert state["deltas"] == [0, 0, -1000, 0]
        assert state["riichi"] == [2]
        assert state["sticks"] == 1
        lamps = people.virtual.lamps()
        assert lamps["riichi"] == [False, False, True, False]
        assert lamps["tone"] is not None
        assert people.view(2)["riichi"] is True
        assert people.view(2)["score"] == 29000


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("1 riichi", "no hand is running"),
        ("dice, 1 riichi, 1 riichi", "riichi already"),
        ("dice, 1 back, 1 down, 1 down, 1 ok, 1 ok, 1 riichi", "dead hand: no riichi"),
        ("1 ok", "hold OK: dice"),
        ("dice, dice", "a hand is running"),
    ],
)
def test_an_impossible_press_changes_nothing_and_says_why_on_that_display(script: str, said: str) -> None:
    """The reason stands where the player looks, and the ledger is as before."""
    with players() as people:
        before, last = script.rsplit(",", 1) if "," in script else ("", script)
        if before:
            people.press(before)
        stood = people.state()
        people.press(last)
        assert people.state() == stood
        seats = [0, 1, 2, 3] if last.strip() == "dice" else [1]
        for seat in seats:
            assert said in people.view(seat)["lines"]


def test_a_disqualified_player_and_who_sat_down_during_the_session_are_last_on_every_display() -> None:
    """What the displays say during the game is what the result says after it."""
    with players(begin=False) as people:
        people.begin("ema-2016", scores=[50000, 40000, 20000, 10000])
        people.asker.ask("do", "disqualify", 4, 0, "cheating")
        people.press("dice")
        assert [people.view(seat)["place"] for seat in range(4)] == [4, 1, 2, 3]
        people.asker.ask("do", "substitute", 4, 1, "now")
        people.press("dice")
        assert [people.view(seat)["place"] for seat in range(4)] == [3, 4, 1, 2]


def test_riichi_needs_the_points_that_the_book_asks_for() -> None:
    """Austria ends a game below zero, so no one can bet what they have not; EMA allows it."""
    with players(begin=False) as people:
        people.begin("austria", scores=[900, 33100, 33000, 33000])
        people.press("dice, 0 riichi")
        assert "riichi needs 1000" in people.view(0)["lines"]
        assert people.state()["riichi"] == []
        people.asker.ask("do", "end", 4)
        people.begin("ema-2016", scores=[900, 39100, 40000, 40000])
        people.press("dice, 0 riichi")
        assert people.state()["scores"][0] == -100


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_riichi_held_later_is_taken_back_and_too_late_when_the_game_went_on() -> None:
    """The declaration tile was ronned: the stake goes back; a first long press declares and no more."""
    with players() as people:
        people.press("dice")
        people.virtual.press(1, "riichi", 1500)
        assert people.state()["riichi"] == [1]
        people.virtual.press(1, "riichi", 1500)
        assert people.state()["event"] == "riichi_void"
        assert people.state()["scores"] == [30000] * 4
        people.press("1 riichi, 3 riichi")
        people.virtual.press(1, "riichi", 1500)
        assert people.state()["riichi"] == [1, 3]
        assert "too late: game went on" in people.view(1)["lines"]


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_draw_asks_every_seat_but_the_ones_in_riichi() -> None:
    """Riichi seats are tenpai; the others say it themselves, and the dealer stays when tenpai."""
    with players() as people:
        people.press("dice, 3 riichi, 0 back, 0 ok")
        assert people.view(3)["lines"][:2] == ["Draw", "Riichi: tenpai"]
        people.press("0 ok, 1 back, 2 back, 1 ok, 2 ok")
        state = people.state()
        assert state["event"] == "draw"
        assert state["deltas"] == [1500, -1500, -1500, 1500]
        assert (state["hand"], state["honba"], state["sticks"]) == (1, 1, 1)


def test_an_old_note_does_not_cover_what_the_buttons_mean_now() -> None:
    """The dice have just been thrown, and someone asks to take them back."""
    with players() as people:
        people.virtual.wait(1000)  # the seats are told that the desk has begun the game
        people.press("dice")
        assert any(line.startswith("dice") for line in people.view(1)["lines"])
        people.press("undo")
        assert people.view(1)["lines"][-1] == "OK yes  BACK no"


def test_the_pixels_that_the_table_tells_are_those_on_the_bus() -> None:
    """Over the link, for anyone who cannot see the table; the clock stands still meanwhile."""
    with players() as people:
        people.press("dice, 2 riichi, 1 ok")
        people.virtual.wait(1300 - people.virtual.device_time_us // 1000 % 1000)
        for seat in range(4):
            assert table_client.query_display(people.asker, seat) == people.virtual.display(seat)
        with pytest.raises(Refused, match="there is no page 8"):
            people.asker.ask("pixels", 0, 8)
        with pytest.raises(Refused, match="there is no seat 4"):
            people.asker.ask("pixels", 4, 0)


def test_undo_names_the_winner_as_he_sat_in_that_hand() -> None:
    """South won and the deal passed: the winner is East by now, and no one remembers them as that."""
    with players() as people:
        people.press("dice")
        people.asker.ask("do", "win", 4, [[1, 0, 3, 30]])
        people.press("undo")
        assert people.view(3)["lines"][1:3] == ["Win: South +3900", "東1  0 honba  3 han 30 fu"]


def test_undo_needs_a_seat_and_stays_in_the_ledger() -> None:
    """The centre button alone changes nothing; the event keeps its number for ever."""
    with players() as people:
        people.press("dice, 2 riichi, undo")
        assert people.view(0)["lines"][1].startswith("Riichi")
        people.press("1 back")
        assert people.state()["event"] == "riichi"
        people.press("undo, 1 ok")
        state = people.state()
        assert (state["event"], state["riichi"], state["scores"]) == ("undo", [], [30000] * 4)
        assert people.virtual.lamps()["riichi"] == [False] * 4


def test_a_held_up_shows_the_differences_and_a_held_ok_the_own_points() -> None:
    """Looking changes nothing, and the last OK of a conversation begins no other."""
    with players() as people:
        people.press("dice, 2 riichi")
        people.virtual.hold(0, "up")
        people.virtual.wait(60)
        assert people.view(0)["lines"][:3] == ["Ahead of", "> South 0", "^ West +1000"]
        people.virtual.release(0, "up")
        people.virtual.wait(60)
        assert people.view(0)["screen"] == "score"
        people.virtual.hold(2, "ok")
        people.virtual.wait(1200)
        assert people.view(2)["lines"][:2] == ["My points", "riichi -1000"]
        people.virtual.release(2, "ok")
        people.virtual.wait(60)
        assert people.view(2)["screen"] == "score"


def test_a_whole_east_round_is_played_with_buttons_alone() -> None:
    """Four hands, the deal passing each time, and every point accounted for."""
    with players() as people:
        for hand in range(4):
            winner = (hand + 1) % 4
            people.press(f"dice, {winner} ok, {winner} ok, {winner} ok")
            people.virtual.wait(8500)
        state = people.state()
        assert (state["round"], state["hand"], state["dealer"]) == ("S", 1, 0)
        assert sum(state["scores"]) == 120000


def test_the_table_is_set_up_with_a_rule_book_without_any_host() -> None:
    """Hold BACK, choose a new game and a book; the choice is remembered over a loss of power."""
    with players(begin=False) as people:
        people.virtual.press(0, "back", 1200)
        people.press("0 ok")
        assert people.view(0)["lines"][0] == "Rule book"
        people.choose(0, "austria")
        assert people.view(0)["lines"][0] == "Session"
        people.choose(0, "no clock")
        assert people.state()["scores"] == [25000] * 4
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(500)
        assert people.state()["scores"] == [25000] * 4
        people.set_up(0, "New game")
        assert "> austria" in people.view(0)["lines"]


def test_a_held_down_says_the_cheapest_win_that_gains_a_place() -> None:
    """By tsumo and from each opponent, counters and sticks included."""
    with players(begin=False) as people:
        people.begin("ema-2016", scores=[32000, 30000, 30000, 28000], round="S", hand=4)
        people.virtual.hold(1, "down")
        people.virtual.wait(300)
        lines = people.view(1)["lines"]
        assert lines[0] == "To be 1st"
        assert lines[1:5] == [
            "tsumo 2 han 30 fu",
            "> North 2 han 30 fu",
            "^ East 2 han 30 fu",
            "< South 1 han 30 fu",
        ]
        people.virtual.release(1, "down")
        people.virtual.wait(60)
        assert people.view(1)["screen"] == "score"


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("apart_ms", [-30, -10, 0, 10, 20, 30, 38, 40, 60])
def test_the_next_finger_may_come_before_the_last_is_surely_up(apart_ms: int) -> None:
    """BACK opens the menu when it is let go, which three readings confirm; OK goes down before, with or after them."""
    with players() as people:
        table = people.virtual
        table.hold(2, "back")
        table.wait(60)
        moves = [(table.release, "back"), (table.hold, "ok")]
        if apart_ms < 0:
            moves.reverse()
        for move, button in moves:
            move(2, button)
            table.wait(abs(apart_ms))
        table.wait(60)
        table.release(2, "ok")
        table.wait(200)
        assert "> Who sits here?" not in people.view(2)["lines"]
        assert "Who sits here?" in people.view(2)["lines"]


def test_the_referee_is_called_with_a_blinking_lamp_until_the_call_is_taken_back() -> None:
    """A seat calls from the BACK menu, also between hands."""
    with players() as people:
        people.press("2 back, 2 down, 2 ok")
        assert "referee called" in people.view(2)["lines"]
        seen = set()
        for _ in range(10):
            people.virtual.wait(100)
            seen.add(people.virtual.lamps()["riichi"][2])
        assert seen == {True, False}
        people.press("2 back, 2 down, 2 ok")
        people.virtual.wait(300)
        assert people.virtual.lamps()["riichi"] == [False] * 4


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(
    ("language", "words"),
    mostly_thorough(
        [
            ("Deutsch", "Schiedsrichter kommt"),
            ("English", "referee is coming"),
            ("Nederlands", "scheidsrechter komt"),
            ("日本語", "審判が来ます"),
        ],
        "the same in another language",
        rows=True,
    ),
)
def test_who_has_called_reads_that_somebody_is_coming_for_half_a_minute(language: str, words: str) -> None:
    """No one calls twice, and the others at the table are not told what does not concern them."""
    with players() as people:
        if language != "English":
            people.set_up(2, "My language", language)
        people.press("2 back, 2 down, 2 ok")
        people.asker.ask("note", 2)
        people.virtual.wait(300)
        assert words in people.view(2)["lines"]
        assert words not in people.view(1)["lines"]
        people.virtual.wait(20_000)
        assert words in people.view(2)["lines"]
        people.virtual.wait(11_000)
        assert words not in people.view(2)["lines"]
        # A seat that there is not is no one's: the table goes on.
        people.asker.ask("note", 9)
        assert people.view(0)["screen"] == "score"


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_button_that_stays_down_is_ignored_and_said_to_be_stuck() -> None:
    """A coin on a button must not stop the table."""
    with players() as people:
        people.press("dice")
        people.virtual.hold(3, "riichi")
        people.virtual.wait(31_000)
        assert "button stuck: ignored" in people.view(3)["lines"]
        people.press("1 riichi")
        assert people.state()["riichi"] == [3, 1]


def test_a_seat_tests_itself_with_every_pixel_and_every_button() -> None:
    """On demand, from the set-up; a button that does not answer is told."""
    with players() as people:
        people.set_up(1, "Test this seat")
        people.virtual.wait(500)
        assert people.virtual.display(1).count_lit() == 128 * 64
        assert people.virtual.lamps()["riichi"][1]
        people.virtual.wait(1500)
        assert people.view(1)["lines"][:2] == ["Press each button", "RIICHI OK UP DOWN BACK"]
        people.press("1 riichi, 1 ok, 1 up, 1 down, 1 back")
        assert "all well" in people.view(1)["lines"]
        assert people.state()["riichi"] == []


def test_seats_declare_in_turn_from_east_where_the_book_asks_for_it() -> None:
    """EMA 2016, 3.4.2: East first; a declaration out of turn counts all the same."""
    with players() as people:
        people.press("dice, 2 back, 2 ok")
        assert "first East" in people.view(1)["lines"]
        people.press("3 ok, 0 back")
        assert "first East" not in people.view(1)["lines"]
        assert "first South" in people.view(2)["lines"]
        people.press("1 back, 2 back, 0 ok, 1 ok, 2 ok")
        assert people.state()["deltas"] == [-1000, -1000, -1000, 3000]


def test_a_chombo_is_agreed_and_the_hand_is_played_again() -> None:
    """EMA: 20000 after uma, nothing moves at the table, stakes go back (3.4.6)."""
    with players() as people:
        people.press("dice, 2 riichi, 0 back, 0 down, 0 down, 0 down, 0 ok, 0 down, 0 ok")
        assert people.view(3)["lines"][0] == "Chombo: South"
        people.press("3 ok")
        state = people.state()
        assert (state["event"], state["phase"], state["honba"]) == ("chombo", "between", 0)
        assert state["scores"] == [30000] * 4


def test_a_chombo_beside_a_win_is_paid_in_alarm_and_the_hand_goes_on() -> None:
    """ALARM, 6 b: the penalty and the win are both paid."""
    with players("alarm") as people:
        people.press("dice, 1 back, 1 down, 1 down, 1 down, 1 ok, 1 ok, 1 down, 1 ok, 3 ok")
        people.virtual.wait(9000)
        state = people.state()
        assert (state["event"], state["phase"]) == ("chombo", "playing")
        assert state["deltas"] == [4000, -8000, 2000, 2000]
