"""A ledger changes hands: a spare device takes one over, and a device learns that it no longer writes its own.

The events of the ledger are put into a folder of their own; only when all are there does it take the place of the
games so far.  A power cut leaves the old ledger or the new one, never half of each.
"""

import os

from tenbo_core.errors import Refused
from tenbo_core.events import Event
from tenbo_core.ledger import Ledger
from tenbo_core.table import PLAYING
from tenbo_core.wire import encode

FOLDER = "games"
COMING = "games.new"
# The new ledger's id: when this file is there, everything has come and only the names must still change.
READY = "ledger.new"
IDENTITY = "ledger.id"
# The id of a ledger that another device writes by now.
GIVEN = "ledger.given"
# The clock of the ledger so far; the one that comes has its own.
CLOCK = "clock"
# An id is one by chance, and the epoch after a point.
LONGEST_ID = 40
ID_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-_"


class Handover:
    """Takes a ledger event by event, checks that they fold, and puts it in place of the device's own."""

    def __init__(self) -> None:
        self._ledger = Ledger()
        self._id = ""
        self._changes = 0

    def begin(self, ledger: str, keeper: "object") -> None:
        """Get ready for a ledger, if this device can spare its own.

        It can when another device writes that one by now, and when the one that comes is its own in a later
        epoch: part of it was lost here.
        """
        if not 0 < len(ledger) <= LONGEST_ID or not all([letter in ID_LETTERS for letter in ledger]):
            raise Refused("bad_field", "this is no id of a ledger", "ledger")
        table = keeper.table  # type: ignore[attr-defined]
        own = _root(ledger) == _root(keeper.journal.id)  # type: ignore[attr-defined]
        spare = own or keeper.given  # type: ignore[attr-defined]
        if not spare and table is not None and table.phase == PLAYING:
            raise Refused("not_allowed_now", "a hand is running here: this device is no spare", "ledger")
        self._id = ledger
        self._changes = keeper.changes  # type: ignore[attr-defined]

    def put(self, event: Event) -> None:
        """Take the next event; one that came before is passed over."""
        ledger = self._ledger
        if ledger.events and event.n < ledger.next:
            return
        if not ledger.events:
            ledger = self._ledger = Ledger(event.n)
        elif event.n > ledger.next:
            raise Refused("contradiction", f"event {ledger.next} must come before this one", "n")
        ledger.append(event)

    def take(self, last: int, keeper: "object") -> None:
        """Put the ledger in place of the device's own; the device must start again after it."""
        ledger = self._ledger
        if keeper.changes != self._changes:  # type: ignore[attr-defined]
            raise Refused("not_allowed_now", "this table was played on meanwhile: begin the handover again", "ledger")
        if ledger.next - 1 != last and (ledger.events or last >= 0):
            raise Refused("contradiction", f"only events up to {ledger.next - 1} have come", "last")
        _empty(COMING)
        if ledger.events:
            with open(f"{COMING}/{ledger.first:06d}.log", "wb") as file:
                for event in ledger.events:
                    file.write(encode(["event"] + event.plain()))
        with open(READY + ".part", "w") as file:
            file.write(self._id)
        os.rename(READY + ".part", READY)
        finish()


def finish() -> None:
    """Give the ledger that has come its names; after a power cut this goes on where it was."""
    try:
        with open(READY) as file:
            ledger = file.read()
    except OSError:
        return
    if COMING in os.listdir():
        if FOLDER in os.listdir():
            os.rename(FOLDER, _free_name())
        os.rename(COMING, FOLDER)
    with open(IDENTITY, "w") as file:
        file.write(ledger)
    _remove(GIVEN)
    _remove(CLOCK)
    os.remove(READY)


def give(ledger: str, given: bool) -> None:
    """Keep that another device writes this ledger from now on, or that this one does after all."""
    if given:
        with open(GIVEN, "w") as file:
            file.write(ledger)
    else:
        _remove(GIVEN)


def is_given(ledger: str) -> bool:
    """Say whether another device writes this ledger."""
    try:
        with open(GIVEN) as file:
            return file.read() == ledger
    except OSError:
        return False


def _root(ledger: str) -> str:
    """Give the id that a ledger has in all its epochs."""
    return ledger.partition(".")[0]


def _empty(folder: str) -> None:
    """Have an empty folder."""
    if folder in os.listdir():
        for name in os.listdir(folder):
            os.remove(f"{folder}/{name}")
    else:
        os.mkdir(folder)


def _free_name() -> str:
    """Give a name for the games so far; they stay on flash for whoever asks."""
    names = os.listdir()
    number = 0
    while f"{FOLDER}.{number}" in names:
        number += 1
    return f"{FOLDER}.{number}"


def _remove(name: str) -> None:
    try:
        os.remove(name)
    except OSError:
        pass  # it was not there
