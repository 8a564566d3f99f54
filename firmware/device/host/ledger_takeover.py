"""Transfer of a ledger: a spare device takes one over, and the old device stops writing it.

The events of the ledger are written to a folder of their own. When all are there, it replaces the folder of the
games so far.  A power cut leaves the old ledger or the new one, never half of each.
"""

import os

from device.storage.journal import READY, TRANSFERRED_AWAY
from device.storage.journal_rotation import ledgers_before_takeover, make_room
from device.storage.ledger_id import is_ledger_id
from tenbo_core.errors import Refused
from tenbo_core.events import Event
from tenbo_core.ledger import Ledger
from tenbo_core.table import PLAYING

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Journal, LedgerWriter

FOLDER = "games"
COMING = "games.new"
IDENTITY = "ledger.id"
# The clock of the device's own ledger and how its game stands; the new ledger has others.
CLOCK = "clock"
CHECKPOINT = "checkpoint"


class LedgerReceiver:
    """Receives a ledger event by event, checks that they fold, and puts it in place of the device's own."""

    def __init__(self) -> None:
        self._ledger = Ledger(small=True)
        self._id = ""
        self._changes = 0

    def begin(self, ledger: str, keeper: "LedgerWriter") -> None:
        """Begin a transfer, if this device can spare its own ledger.

        It can when no hand is running, when another device writes its ledger by now, and when the new ledger is its
        own in a later epoch, because part of it was lost here. In the same epoch its own ledger would be replaced by
        another of the same name.
        """
        if not is_ledger_id(ledger):
            raise Refused("bad_field", "this is no id of a ledger", "ledger")
        table = keeper.table
        own = _root(ledger) == _root(keeper.journal.id)
        if own and _epoch(ledger) <= _epoch(keeper.journal.id):
            raise Refused("contradiction", "this table has this ledger: it is handed over in a later epoch", "ledger")
        spare = own or keeper.given
        if not spare and table is not None and table.phase == PLAYING:
            raise Refused("not_allowed_now", "a hand is running here: this device is no spare", "ledger")
        self._id = ledger
        self._changes = keeper.changes

    def add_event(self, event: Event) -> None:
        """Append the next event; one that has come before is ignored."""
        ledger = self._ledger
        if ledger.events and event.n < ledger.next:
            return
        if not ledger.events:
            ledger = self._ledger = Ledger(event.n, small=True)
        elif event.n > ledger.next:
            raise Refused("contradiction", f"event {ledger.next} must come before this one", "n")
        ledger.append(event)

    def commit(self, last: int, keeper: "LedgerWriter") -> None:
        """Keep the ledger for the next start, which puts it in place of the own one; none is written until then."""
        ledger = self._ledger
        if keeper.changes != self._changes:
            raise Refused("not_allowed_now", "this table was played on meanwhile: begin the handover again", "ledger")
        if ledger.next - 1 != last and (ledger.events or last >= 0):
            raise Refused("contradiction", f"only events up to {ledger.next - 1} have come", "last")
        while True:
            try:
                self._write(keeper.journal)
                return
            except OSError:
                if COMING in os.listdir():
                    _empty(COMING)
                if not make_room(keeper.journal):
                    raise Refused("no_space", "the flash of this device has no room for another ledger", "ledger")

    def _write(self, journal: "Journal") -> None:
        """Put all events on flash, and then the id that says that they are all there: the next start does the rest."""
        ledger = self._ledger
        _empty(COMING)
        if ledger.events:
            with open(f"{COMING}/{ledger.first:06d}.log", "wb") as file:
                for n in range(ledger.first, ledger.next):
                    file.write(ledger.line(n))
                    journal.poll_buttons()
        with open(READY + ".part", "w") as file:
            file.write(self._id)
        os.rename(READY + ".part", READY)


def finish() -> None:
    """Rename the files of a ledger that has come completely, at a start; after a power cut this goes on where it was.

    While the file of the new id exists, every event has come and only the names must still change.
    """
    try:
        with open(READY) as file:
            ledger = file.read()
    except (OSError, ValueError):
        ledger = ""
    if not is_ledger_id(ledger):
        # This firmware did not write that file: the received events belong to no known ledger.
        os.rename(READY, READY + ".bad")
        return
    if COMING in os.listdir():
        if FOLDER in os.listdir():
            os.rename(FOLDER, _free_name())
        os.rename(COMING, FOLDER)
    with open(IDENTITY, "w") as file:
        file.write(ledger)
    _remove(TRANSFERRED_AWAY)
    _remove(CLOCK)
    _remove(CHECKPOINT)
    os.remove(READY)


def give(ledger: str, given: bool) -> None:
    """Record on flash that another device writes this ledger from now on, or that this one does again."""
    if given:
        with open(TRANSFERRED_AWAY, "w") as file:
            file.write(ledger)
    else:
        _remove(TRANSFERRED_AWAY)


def is_given(ledger: str) -> bool:
    """Return whether another device writes this ledger."""
    try:
        with open(TRANSFERRED_AWAY) as file:
            return file.read() == ledger
    except (OSError, ValueError):
        return False


def _root(ledger: str) -> str:
    """Return the id that a ledger has in all its epochs."""
    return ledger.partition(".")[0]


def _epoch(ledger: str) -> int:
    """Return how often a ledger was handed over, which stands behind its last point."""
    epoch = ledger.rpartition(".")[2] if "." in ledger else ""
    return int(epoch) if epoch.isdigit() else 0


def _empty(folder: str) -> None:
    """Empty a folder, or make it."""
    if folder in os.listdir():
        for name in os.listdir(folder):
            os.remove(f"{folder}/{name}")
    else:
        os.mkdir(folder)


def _free_name() -> str:
    """Return a name for the games so far, behind those that were put aside before; they stay for later inspection."""
    aside = ledgers_before_takeover()
    return f"{FOLDER}.{aside[-1] + 1 if aside else 0}"


def _remove(name: str) -> None:
    try:
        os.remove(name)
    except OSError:
        pass  # it was not there
