"""Hands that are played at a table in a real browser, by the players of the device's own tests: a third executor."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .conftest import wait_until
from .tablets import SIZE, add_to_worker, open_table, tablet_service

sys.path.append(str(Path(__file__).parents[1] / "device"))
from players import Players

# The worker of a table does nothing else for so many ms.
STALL = """
    new BroadcastChannel("stall").onmessage = ({ data }) => {
      const end = performance.now() + data;
      while (performance.now() < end);
    };
"""


class BrowserPlayers(Players):
    """People at a table in a browser: they press with a mouse, and ask through the page."""

    def __init__(self, table):
        self.virtual = self.asker = table

    def wait_for(self, event):
        """Wait until an event is the last one, and return how the table stands."""
        wait_until(lambda: self.state()["event"] == event)
        return self.state()

    def wait_screen(self, seat, screen):
        """Wait until a seat has a screen, and return its view."""
        wait_until(lambda: self.view(seat)["screen"] == screen)
        return self.view(seat)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def people(new_browser, hall):
    """Return four people at a table that has just begun a game of EMA's book of 2016."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True), hall)
    players = BrowserPlayers(table)
    players.begin("ema-2016")
    players.wait_for("start")
    return players


def test_a_ron_goes_from_the_keys_to_four_agreed_scores(people):
    """As at the device: RIICHI, a win with its value by six presses, the payer's OK, and everybody's points."""
    people.press("dice, 2 riichi")
    people.wait_for("riichi")
    people.press("1 ok, 1 riichi, 1 ok")
    people.wait_screen(0, "preview")
    lines = [people.view(seat)["lines"] for seat in range(4)]
    assert "You pay 3900" in lines[0]
    assert "You get 4900" in lines[1]
    assert "Nothing for you" in lines[2]
    ask = people.view(0)["ask"]
    assert (ask["kind"], ask["by"], ask["from"], ask["points"], ask["after"]) == ("win", 1, 0, -3900, 26100)
    people.press("0 ok")
    state = people.wait_for("win")
    assert state["scores"] == [26100, 34900, 29000, 30000]


def test_presses_that_a_busy_computer_brings_at_once_keep_their_order(new_browser, hall):
    """A win, from the left, its value: the firmware takes what it finds at one look in an order of its own."""
    context = new_browser(viewport=SIZE)
    add_to_worker(context, STALL)
    people = BrowserPlayers(open_table(context, hall))
    keyboard = people.virtual.page.keyboard
    people.begin("ema-2016")
    people.wait_for("start")
    people.virtual.page.evaluate("new BroadcastChannel('stall').postMessage(500)")
    for key in ("Space", "q"):
        keyboard.press(key)
    assert people.wait_for("riichi")["riichi"] == [2]
    people.virtual.page.evaluate("new BroadcastChannel('stall').postMessage(500)")
    for key in ("s", "a", "s"):
        keyboard.press(key)
    people.wait_screen(0, "preview")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_preview_that_is_stopped_records_nothing(people):
    """Two-seat agreement: nothing is recorded against the payer's will."""
    people.press("dice, 2 riichi")
    people.wait_for("riichi")
    people.press("1 ok, 1 riichi, 1 ok")
    people.wait_screen(0, "preview")
    people.press("0 back")
    wait_until(lambda: "not agreed: nothing changed" in people.view(3)["lines"])
    assert people.state()["event"] == "riichi"


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_an_undo_takes_a_riichi_back_when_another_seat_agrees(people):
    """Seven of ten mistakes are a riichi too many."""
    people.press("dice, 3 riichi")
    people.wait_for("riichi")
    people.press("undo")
    wait_until(lambda: people.view(0)["screen"] != "score")
    seats = [seat for seat in range(4) if people.view(seat)["screen"] != "score"]
    for seat in seats:
        if people.view(seat)["screen"] != "score":
            people.press(f"{seat} ok")
    people.wait_for("undo")
    assert people.state()["riichi"] == []
    wait_until(lambda: not people.virtual.lamp(3))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_an_impossible_press_says_why_on_that_display(people):
    """The reason stands where the player looks."""
    stood = people.state()
    people.press("1 riichi")
    wait_until(lambda: "no hand is running" in people.view(1)["lines"])
    assert people.state() == stood


@pytest.mark.thorough("a whole East round by touch")
def test_a_whole_east_round_is_played(people):
    """Four hands, each won by another seat from its left neighbour; what the page says is what the core counts."""
    from tenbo.game.game import Game

    for hand in range(4):
        people.press("dice")
        people.wait_for("hand")
        winner = (hand + 1) % 4
        people.press(f"{winner} riichi")
        people.wait_for("riichi")
        payer = hand % 4
        people.press(f"{winner} ok, {winner} riichi, {winner} ok")
        people.wait_screen(payer, "preview")
        people.press(f"{payer} ok")
        people.wait_for("win")
    state = people.state()
    assert (state["round"], state["hand"]) == ("S", 1)
    events = people.virtual.ledger()
    game = Game("ema-2016")
    for hand in range(4):
        game.hand()
        game.riichi((hand + 1) % 4)
        game.win((hand + 1) % 4, source=hand, han=3, fu=30)
    assert state["scores"] == game.scores
    assert len([line for line in events if '"win"' in line]) == 4
