"""The journal on flash: every event as a line, one file a game, never rewritten.

The file system keeps a file as it was at the last flush, whenever power goes; and each line has
its own checksum, so a torn or damaged one is noticed and never taken for an event.
"""

import os

from device import handover
from tenbo_core import events
from tenbo_core.errors import Malformed, StorageFault
from tenbo_core.events import Event
from tenbo_core.wire import Reader, encode

FOLDER = "games"
IDENTITY = "ledger.id"
# One game is 6 KB or so; forty of them leave most of the flash free.
MOST_GAMES = 40


class Journal:
    """The files of the games on this table; the newest one is open for appending."""

    def __init__(self, new_id: str) -> None:
        handover.finish()
        _make_folder(FOLDER)
        self.id = _identity(new_id)
        self._new_id = new_id
        self.damaged = 0
        self._torn = False
        self._file = None
        self._name = ""

    def games(self) -> "list[int]":
        """Give the number of the first event of each game that is kept, oldest first."""
        return sorted([int(name[:-4]) for name in os.listdir(FOLDER) if name.endswith(".log")])

    def read(self, first: int) -> "list[Event]":
        """Give the events of a game in order, up to the first that is missing.

        A torn line at the end is an event that was never in force; one in the middle leaves a gap.
        """
        found: "list[Event]" = []
        reader = Reader()
        with open(_path(first), "rb") as file:
            while True:
                line = file.readline()
                if not line:
                    return found
                for message in reader.take(line):
                    event = _event_of(message)
                    if event is None or event.n > first + len(found):
                        self.damaged += 1
                        return found
                    if event.n == first + len(found):
                        found.append(event)

    def resume(self) -> "list[Event]":
        """Give the events of the newest game that begins soundly, and append to its file from now on."""
        for first in reversed(self.games()):
            found = self.read(first)
            if found and found[0].kind == "start":
                if self.damaged:
                    self._mend(first, found)
                self._open(first)
                return found
            os.rename(_path(first), _path(first)[:-4] + ".bad")
        return []

    def write(self, event: Event) -> None:
        """Put an event on flash; when this returns it is there for good."""
        try:
            if event.kind == "start" or self._file is None:
                self._begin(event.n)
            line = encode(["event"] + event.plain())
            # A failed write may have left half a line: the next one begins on a line of its own.
            self._file.write(b"\n" + line if self._torn else line)  # type: ignore[attr-defined]
            self._file.flush()  # type: ignore[attr-defined]
            self._torn = False
        except OSError as error:
            self._torn = True
            text = f"the journal cannot be written ({error}): call the referee, nothing was recorded"
            raise StorageFault("not_allowed_now", text, "journal", "journal: cannot write")

    def _begin(self, first: int) -> None:
        """Start the file of a new game and drop the oldest ones."""
        for old in self.games()[: -MOST_GAMES + 1]:
            os.remove(_path(old))
        self._open(first)

    def _open(self, first: int) -> None:
        if self._file is not None:
            self._file.close()
        self._name = _path(first)
        self._file = open(self._name, "ab")  # noqa: SIM115 - stays open: an append is one flush

    def _mend(self, first: int, found: "list[Event]") -> None:
        """Keep the damaged file for the desk and go on with the sound events in a new one.

        The numbers of the lost events will be given again, so this is another ledger from now on.
        """
        fresh = _path(first) + ".new"
        with open(fresh, "wb") as file:
            for event in found:
                file.write(encode(["event"] + event.plain()))
        self.id = self._new_id
        _write_identity(self.id)
        os.rename(_path(first), _path(first)[:-4] + ".bad")
        os.rename(fresh, _path(first))


def _path(first: int) -> str:
    return f"{FOLDER}/{first:06d}.log"


def _event_of(message: "list[object]") -> "Event | None":
    if message[0] != "event":
        return None
    try:
        return events.from_plain(message[1:])
    except Malformed:
        return None


def _make_folder(name: str) -> None:
    try:
        os.mkdir(name)
    except OSError:
        pass  # it is there already


def _identity(new_id: str) -> str:
    """Give this ledger's id, made once; a formatted flash gets a new one, so that a host notices."""
    try:
        with open(IDENTITY) as file:
            return file.read()
    except OSError:
        _write_identity(new_id)
        return new_id


def _write_identity(name: str) -> None:
    with open(IDENTITY, "w") as file:
        file.write(name)
