"""A whole game of every rule book with nothing but button presses, the host folding along."""

from __future__ import annotations

import random

import pytest
from players import READ_MS, Players
from simulated_host import Witness

from compiled_firmware import compiled_firmware
from tenbo import rulebooks
from tenbo.devices import table_client
from tenbo.simulator.table import VirtualTable
from tenbo_core.wire import encode

SOURCE_BUTTONS = {1: "down", 2: "up", 3: "riichi"}
# No game of these has taken half as many.
MOST_HANDS = 40


class Game(Players):
    """People who play by chance; after every press the table is compared with the host's fold."""

    def __init__(self, virtual: VirtualTable, book: str) -> None:
        super().__init__(virtual)
        self.seats = rulebooks.load(book).rules.seats
        self.witness = Witness(virtual)
        self.asker = table_client.TableClient(self.witness)
        self.chance = random.Random(sum(book.encode()))

    def tap(self, place: int | str, button: str, ms: int = 60) -> None:
        """Press a button, and see that device and host agree on what has come of it; questions have been read."""
        if button in ("ok", "back", "up"):
            self.virtual.wait(READ_MS)
        self.virtual.press(place, button, ms)
        self.compare()

    def compare(self) -> None:
        """Fetch how the table stands and hold it against the host's fold of the same events."""
        if self.witness.follower.last < 0:
            self.witness.write(encode(["after", -1]))
        try:
            device = self.state()
        except table_client.Refused:
            return  # no game has begun yet
        for _ in range(40):
            if self.witness.follower.last >= device["n"]:
                break
            self.witness.read(50)
        assert device == self.witness.answers[device["n"]]

    def on(self, screen: str) -> list[int]:
        """Return the seats that are shown such a screen."""
        return [seat for seat in self.seats if self.view(seat)["screen"] == screen]

    def asked(self, seat: int) -> bool:
        """Return whether a seat still owes its answer at a draw."""
        return bool("Tenpai?" in self.view(seat)["lines"])

    # ------------------------------------------------------------ one hand

    def first_hand(self) -> None:
        """Play a hand with what every game shall have: a riichi, one taken back, one undone, and a win."""
        self.tap("table", "dice")
        self.tap(1, "riichi")
        self.tap(1, "riichi", 1200)
        self.tap(2, "riichi")
        self.tap("table", "undo")
        self.tap(self.seats[-1], "ok")
        self.tap(1, "riichi")
        self.win()

    def hand(self) -> None:
        """Play a hand to some end."""
        self.tap("table", "dice")
        for seat in self.chance.sample(self.seats, self.chance.randrange(3)):
            self.tap(seat, "riichi")
        riichi = self.state()["riichi"]
        if riichi and self.chance.random() < 0.3:
            self.tap(self.chance.choice(riichi), "riichi", 1200)
        if self.chance.random() < 0.3:
            self.tap("table", "undo")
            self.tap(self.chance.choice(self.seats), self.chance.choice(("ok", "ok", "back")))
            if self.state()["phase"] != "playing":
                return  # the dice were taken back
        self.chance.choice((self.win, self.win, self.win, self.win, self.draw, self.other))()

    def win(self) -> None:
        """Win by tsumo or from someone, worth anything; sometimes a second player joins."""
        winner = self.chance.choice(self.seats)
        step = self.chance.choice([step for step in range(4) if (winner + step) % 4 in self.seats])
        self.tap(winner, "ok")
        self.tap(winner, SOURCE_BUTTONS.get(step, "ok"))
        self.value(winner)
        others = [seat for seat in self.seats if seat not in (winner, (winner + step) % 4)]
        second = self.chance.choice(others)
        if step and self.chance.random() < 0.3 and "UP ron" in self.view(second)["lines"][-1]:
            self.tap(second, "up")
            self.value(second)
        self.agree()

    def value(self, seat: int) -> None:
        """Choose some han and some fu."""
        if self.view(seat)["screen"] != "value":
            return
        for _ in range(self.chance.choice((0, 0, 1, 1, 2, 3, 12))):
            self.tap(seat, self.chance.choice(("up", "up", "down")))
        for _ in range(self.chance.randrange(3)):
            self.tap(seat, "riichi")
        self.tap(seat, "ok")
        if self.view(seat)["screen"] == "question":  # a yakuman: who is liable?
            self.tap(seat, self.chance.choice(("ok", "down")))
            if self.view(seat)["screen"] == "question":
                self.tap(seat, "ok")

    def draw(self) -> None:
        """Declare an exhaustive draw: some are tenpai."""
        seat = self.chance.choice(self.seats)
        self.tap(seat, "back")
        self.choose(seat, "Draw")
        for asked in self.on("tenpai"):
            if self.chance.random() < 0.2 and self.asked(seat):
                self.tap(seat, "ok")  # who asked thinks again
            if self.asked(asked):
                self.tap(asked, self.chance.choice(("ok", "back")))
        if self.on("tenpai"):  # four riichi: someone may have nagashi to claim
            self.tap(seat, "ok")
        self.agree()

    def other(self) -> None:
        """Do the rarer things of the menu and go on with a win."""
        seat = self.chance.choice(self.seats)
        self.tap(seat, "back")
        for _ in range(self.chance.randrange(1, 9)):
            self.tap(seat, "down")
        self.tap(seat, "ok")
        for _ in range(3):
            if seat in self.on("question"):
                self.tap(seat, "ok")
        for asked in self.on("tenpai"):
            if self.asked(asked):
                self.tap(asked, "back")
        if self.on("tenpai"):
            self.tap(seat, "ok")
        self.agree()
        if self.state()["phase"] == "playing":
            self.win()

    def agree(self) -> None:
        """Have everybody who is asked agree; anyone who is not is not in the way."""
        for _ in range(2):
            for seat in self.seats:
                if self.view(seat)["screen"] == "preview":
                    self.tap(seat, "ok")
        if self.on("preview"):
            self.virtual.wait(9000)
            self.compare()


@pytest.mark.thorough("a whole game of every book")
@pytest.mark.parametrize("book", rulebooks.ids())
def test_a_whole_game_is_played_with_buttons_alone_and_the_host_agrees_after_every_event(book: str) -> None:
    """Set up at a seat, thrown, declared, won, drawn and taken back, to the book's own end."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True) as virtual:
        game = Game(virtual, book)
        game.set_up(0, "New game", book, "no clock")
        assert game.state()["event"] == "start"
        game.first_hand()
        for _ in range(MOST_HANDS):
            if game.state()["phase"] == "over":
                break
            game.hand()
        assert game.state()["phase"] == "over"
        virtual.wait(5000)  # notes leave the displays
        assert game.on("final") == list(game.seats)
        assert game.witness.follower.ledger.events[0].args[0] == book
        assert {"hand", "riichi", "win", "undo", "riichi_void"} <= set(game.witness.kinds)
        assert virtual.restarts == []
        assert virtual.faults() == []
