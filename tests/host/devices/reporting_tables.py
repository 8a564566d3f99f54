"""Tables that tell a follower of themselves, and what a host has stored of them."""

from __future__ import annotations

from tenbo_core import books, events
from tenbo_core.messages import PROTOCOL

FINGERPRINT = books.FINGERPRINT


def event(n, kind="riichi", *args):
    """Return an event of a ledger in which only its number matters."""
    fields = list(args) if args or kind != "riichi" else [n % 4]
    return events.from_plain([n, kind, 4, 10 * n, *fields])


def start(n=0):
    """Return the start of a game."""
    return event(n, "start", "ema-2016")


def game(last, first=0):
    """Return a start and hands that follow it, up to a number: whether they can be folded does not matter."""
    return [start(first), *[event(n, "name", n % 4, f"P{n}") for n in range(first + 1, last + 1)]]


def hello(last, ledger="aa", device="5f2c", protocol=PROTOCOL):
    """Return what a table says of itself."""
    return ["hello", protocol, device, "1.0", FINGERPRINT, ledger, last, "power"]


class Memory:
    """What a host has stored: some events of one ledger."""

    def __init__(self, stored, ledger="aa", first=0):
        self.stored, self.ledger, self.first = stored, ledger, first

    def latest_game_events(self, ledger):
        """Return the events of the running game."""
        return [one for one in self.stored if one.n >= self.first] if ledger == self.ledger else []

    def event(self, ledger, n):
        """Return one of all events."""
        found = [one.plain() for one in self.stored if one.n == n and ledger == self.ledger]
        return found[0] if found else None


def give(follower, *told, now_ms=0):
    """Let a table tell some events, and return what the last of them is answered with."""
    answer = []
    for one in told:
        answer = follower.handle_message(["event", *one.plain()], now_ms)
    return answer
