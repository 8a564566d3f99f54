"""Answers the host's questions and carries out its commands."""

import gc

from device import views
from device.displays import Displays
from device.keeper import Keeper
from device.tasks import Pulse
from tenbo_core import VERSION, books, messages
from tenbo_core.answers import ANSWER
from tenbo_core.errors import Malformed, Refused
from tenbo_core.seats import SEATS

LONGEST_LINE = 60
LOOKS = ("screen", "score", "wind", "round", "honba", "sticks", "riichi", "place", "clock")
BLINK_MS = 3000


class Desk:
    """What a host may ask; every answer ends with `done`."""

    def __init__(self, board: "object", keeper: Keeper, displays: Displays, pulse: Pulse) -> None:
        self._board = board
        self._keeper = keeper
        self._displays = displays
        self._pulse = pulse
        self._blink_from: "int | None" = None
        self.leaving = False
        self.boot = board.reset_cause()  # type: ignore[attr-defined]

    def hello(self) -> "list[object]":
        """Give the fields of the hello."""
        keeper = self._keeper
        unique = self._board.unique_id()  # type: ignore[attr-defined]
        return [messages.PROTOCOL, unique, VERSION, books.FINGERPRINT, keeper.journal.id, keeper.last, self.boot]

    def ask(self, message: "list[object]") -> "list[list[object]]":
        """Carry out a numbered command and give its answers."""
        name, number = message[0], message[1]
        answers: "list[list[object]]" = []
        if name == "do":
            self._keeper.request(message[2], message[3], message[4:])  # type: ignore[arg-type]
        elif name == "view":
            answers = [["looks", number, key, value] for key, value in self._looks(message[2])]
        elif name == "state":
            answers = [["stands", number, key, value] for key, value in self._stands()]
        elif name == "health":
            answers = [["feels", number, key, value] for key, value in self._feels()]
        elif name == "blink":
            self._blink_from = self._displays.now.ms()
        elif name == "repl":
            self.leaving = True
        else:
            raise Malformed("bad_field", f"{name} is not a command", "message")
        return answers + [["done", number, self._keeper.last]]

    def blinks_left(self) -> bool:
        """Say whether a host wants to see which table this is."""
        if self._blink_from is not None and self._displays.now.since(self._blink_from) > BLINK_MS:
            self._blink_from = None
        return self._blink_from is not None

    def _looks(self, seat: object) -> "list[tuple[str, object]]":
        """Say what a display shows, and the seat's score even when a question covers it."""
        if seat not in SEATS:
            raise Malformed("bad_seat", f"there is no seat {seat!r}", "seat")
        view = self._displays.view(seat)  # type: ignore[arg-type]
        found: "list[tuple[str, object]]" = []
        if self._keeper.table is not None:
            score = views.words(self._displays.score(seat))  # type: ignore[arg-type]
            found = list(zip(LOOKS, score))[1:]
        said = views.words(view)  # type: ignore[arg-type]
        lines = said[len(LOOKS) :] if said[0] == "score" else said[1:]
        for place, line in enumerate(lines):
            found.append((f"line {place}", line[:LONGEST_LINE]))  # type: ignore[index]
        return [("screen", said[0])] + found

    def _stands(self) -> "list[tuple[str, object]]":
        if self._keeper.answer is None:
            raise Refused("not_allowed_now", "no game has begun", "state")
        return list(zip(ANSWER, self._keeper.answer))

    def _feels(self) -> "list[tuple[str, object]]":
        gc.collect()
        here = [port.here for port in self._board.seats]  # type: ignore[attr-defined]
        return [
            ("free", gc.mem_free()),  # type: ignore[attr-defined]
            ("used", gc.mem_alloc()),  # type: ignore[attr-defined]
            ("seats", here),
            ("supply_mv", self._board.supply_mv()),  # type: ignore[attr-defined]
            ("boot", self.boot),
            ("journal_damage", self._keeper.journal.damaged),
            ("hanging", self._pulse.hanging()),
        ]
