"""Follow one table: fold its events in order, whatever the line loses, doubles or repeats.

No port and no clock in here: messages and milliseconds go in, messages come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core import events, messages
from tenbo_core.errors import Malformed, TenboError
from tenbo_core.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo_core.events import Event
    from tenbo_core.table import Table

Message = list[object]

# How long to wait for asked events before asking again, and how often to show that we are here.
ASK_AGAIN_MS = 300
SPEAK_MS = 1000
# A table says something every second; after this silence it is away.
SILENCE_MS = 3500


class Hello:
    """Who a table is, as it says itself."""

    def __init__(self, fields: Message) -> None:
        self.protocol, self.id, self.firmware, self.fingerprint, self.ledger, self.last, self.boot = fields


class Follower:
    """The host's copy of a table's ledger, always a prefix of it.

    >>> follower = Follower()
    >>> follower.take(["event", 0, "start", 4, 0, "ema-2016"], now_ms=0)
    []
    >>> follower.take(["event", 2, "riichi", 1, 9, 1], now_ms=0)
    [['after', 0]]
    >>> follower.last
    0
    """

    def __init__(self, on_event: Callable[[Event, Table], None] | None = None) -> None:
        self.hello: Hello | None = None
        self.ledger = Ledger()
        self.fork: int | None = None
        self.faults: list[str] = []
        self.seats_away: set[int] = set()
        self.refused = 0
        self._on_event = on_event
        self._asked_at: int | None = None
        self._spoke_at: int | None = None
        self._heard_at: int | None = None
        self._known: dict[int, list[object]] = {}

    @property
    def last(self) -> int:
        """Give the number of the last event that is folded, -1 before the first."""
        return self.ledger.next - 1

    @property
    def table(self) -> Table | None:
        """Give the table as the followed events leave it."""
        return self.ledger.table

    def is_away(self, now_ms: int) -> bool:
        """Say whether the table has been silent for too long."""
        return self._heard_at is None or now_ms - self._heard_at > SILENCE_MS

    def greet(self, now_ms: int) -> list[Message]:
        """Give what to say when a port has been opened: who are you, and what have I missed?"""
        self._spoke_at = self._asked_at = now_ms
        return [["who"], ["after", self.last]]

    def tick(self, now_ms: int) -> list[Message]:
        """Give what to say as time passes: the proof that we are here, and what is stored."""
        if self._spoke_at is not None and now_ms - self._spoke_at < SPEAK_MS:
            return []
        self._spoke_at = now_ms
        return [["stored", self.last]] if self.hello is not None else [["who"], ["after", self.last]]

    def take(self, message: Message, now_ms: int) -> list[Message]:
        """Take one message of the table and give what to answer."""
        try:
            messages.check(message)
            return self._take(message, now_ms)
        except TenboError:
            self.refused += 1
            return []

    def _take(self, message: Message, now_ms: int) -> list[Message]:
        self._heard_at = now_ms
        name = message[0]
        if name == "event":
            return self._event(message[1:], now_ms)
        if name == "upto":
            return self._ask(now_ms) if _number(message[1]) > self.last else []
        if name == "hello":
            return self._hello(Hello(message[1:]), now_ms)
        if name == "seat":
            (self.seats_away.discard if message[2] else self.seats_away.add)(_number(message[1]))
        elif name == "fault":
            self._fault(_number(message[1]), str(message[2]))
        return []

    def _hello(self, hello: Hello, now_ms: int) -> list[Message]:
        """A hello comes after each start of the table; another ledger means another story."""
        if self.hello is not None and self.hello.ledger != hello.ledger:
            self.ledger = Ledger()
            self._known = {}
        self.hello = hello
        if _number(hello.last) > self.last:
            self._asked_at = None
            return self._ask(now_ms)
        return []

    def _event(self, plain: Message, now_ms: int) -> list[Message]:
        event = events.from_plain(plain)
        if event.n <= self.last:
            if self._known.get(event.n, event.plain()) != event.plain():
                self.fork = event.n
            return []
        if event.n > self.last + 1 and not (event.kind == "start" and self.last < 0):
            return self._ask(now_ms)
        table = self.ledger.append(event)
        self._known[event.n] = event.plain()
        self._asked_at = None
        if self._on_event is not None:
            self._on_event(event, table)
        return []

    def _ask(self, now_ms: int) -> list[Message]:
        """Ask for what is missing, but not again while the answer may be on its way."""
        if self._asked_at is not None and now_ms - self._asked_at < ASK_AGAIN_MS:
            return []
        self._asked_at = now_ms
        return [["after", self.last]]

    def _fault(self, part: int, text: str) -> None:
        if part == 0 or not self.faults:
            self.faults.append(text)
        else:
            self.faults[-1] += text


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise Malformed("bad_field", "a number was expected", "message")
    return value
