"""Takes up the journal at a start: the newest game that is sound, mended before if it is damaged."""

import os
from binascii import crc32

from device.append_block import AppendBlock
from device.journal import FOLDER, READY, line_of, parts_of, path_of
from device.journal_blocks import make_room
from device.journal_reading import event_of, lines_in, read, read_lines
from device.lazy_modules import call_once
from tenbo_core.event_pages import PAGE
from tenbo_core.wire import lines_at, message_in

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Event, Events, Iterator, Journal

IDENTITY = "ledger.id"
# A mended game that has not taken its place yet.
_NEW = ".new"


class StoredGame:
    """The events of a game as they stand on flash: pages of lines, as a small ledger keeps them.

    `known` says how many of the first are those that `resume` was told of, `checksum` is that of all lines. The few
    events after the known ones are kept as they were read.
    """

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.pages: "list[bytes]" = []
        self.count = 0
        self.known = 0
        self.checksum = 0
        self._open: "list[bytes]" = []
        self._read: "list[Event]" = []

    def add(self, lines: bytes, event: "Event | None" = None) -> None:
        """Add the lines of the next event, and the event if it was read already and comes after the known ones."""
        if event is not None:
            self._read.append(event)
        self._open.append(lines)
        self.count += 1
        self.checksum = crc32(lines, self.checksum)
        if len(self._open) == PAGE:
            self.pages.append(b"".join(self._open))
            self._open = []

    def begins_soundly(self) -> bool:
        """Return whether the first event is the start of a game; nothing more is added after this."""
        if self._open:
            self.pages.append(b"".join(self._open))
            self._open = []
        for event in self:
            return event.kind == "start"
        return False

    def __iter__(self) -> "Events":
        for event, _ in self.after(0):
            yield event

    def after(self, count: int) -> "Iterator[tuple[Event, bytes]]":
        """Yield the events and their lines one by one, all but the first so many."""
        unread = self.count - len(self._read)
        for place in range(count, self.count):
            lines = lines_at(self.pages[place // PAGE], place % PAGE)
            event = event_of(message_in(lines)) if place < unread else self._read[place - unread]
            if event is not None:
                yield event, lines


def begin(new_id: str) -> str:
    """Finish what a loss of power has interrupted, and return this ledger's id.

    It is made once; a formatted flash gets a new one, so that a host notices.
    """
    if READY in os.listdir():
        call_once("finish_handover")
    try:
        os.mkdir(FOLDER)
    except OSError:
        pass  # it is there already
    try:
        with open(IDENTITY) as file:
            known = file.read()
    except OSError:
        known = ""
    # A power cut while it was written for the first time leaves it empty.
    if not known:
        _write_identity(new_id)
    return known or new_id


def resume(journal: "Journal", known: "tuple[int, int, int]") -> StoredGame:
    """Return the newest game that begins soundly, and append to its file from now on."""
    for name in os.listdir(FOLDER):
        if name.endswith(_NEW):
            _replace(int(name[: name.find(".")]))
    for first in reversed(journal.games()):
        game = _stored(journal, first, *known[1:]) if first == known[0] else _stored(journal, first, 0, 0)
        if game.begins_soundly():
            _take_up(journal, first)
            journal.checksum = game.checksum
            return game
        _pass_over(journal, first)
    return StoredGame()


def _stored(journal: "Journal", first: int, marked: int, checksum: int) -> StoredGame:
    """Return a game as far as it is sound."""
    game = StoredGame(first)
    damaged = journal.damaged
    proved = marked == 0
    for lines in read_lines(journal, first):
        event = event_of(message_in(lines)) if proved else None
        if proved and event is None:
            journal.damaged += 1
            break
        game.add(lines, event if marked else None)
        if game.count == marked:
            proved = game.checksum == checksum
            if not proved:
                break
    if not proved:
        # Other events than those, or fewer: all are looked into.
        journal.damaged = damaged
        return _stored(journal, first, 0, 0)
    game.known = marked
    return game


def _take_up(journal: "Journal", first: int) -> None:
    """Go on in the last file of a game, mended before if it is damaged; an append block follows a plain file."""
    journal.first = first
    if journal.damaged:
        try:
            _mend(journal, first)
        except OSError:
            # There is no room to mend it: it can be read, and nothing can be added.
            return
    try:
        journal.block = AppendBlock(journal.flash, parts_of(first)[-1])
    except OSError:
        journal.block = None
    journal.torn = True


def _pass_over(journal: "Journal", first: int) -> None:
    """Put a game aside that does not begin soundly; without a line it is one that power was lost to make."""
    if journal.damaged:
        # Its numbers will be given again.
        _rename(journal)
    if any([line for path in parts_of(first) for line in lines_in(journal, path)]):
        _put_aside(first)
    else:
        for path in parts_of(first):
            os.remove(path)


def _rename(journal: "Journal") -> None:
    """Take a new id: from now on this is another ledger."""
    journal.id = journal.new_id
    _write_identity(journal.id)


def _mend(journal: "Journal", first: int) -> None:
    """Keep the damaged files for the desk and go on with the sound events in a new one.

    The numbers of the lost events will be given again, so this is another ledger from now on.
    """
    _rename(journal)
    damaged = journal.damaged
    while True:
        try:
            with open(path_of(first) + _NEW, "wb") as file:
                for event in read(journal, first):
                    file.write(line_of(event))
        except OSError:
            os.remove(path_of(first) + _NEW)
            if not make_room(journal):
                raise
        else:
            break
    journal.damaged = damaged
    _replace(first)


def _replace(first: int) -> None:
    """Put a mended game in place of the damaged one; after a power cut this goes on where it was."""
    # A file is as it was at its last closing: one that was cut while it was written is empty.
    if os.stat(path_of(first) + _NEW)[6]:
        _put_aside(first)
        os.rename(path_of(first) + _NEW, path_of(first))
    else:
        os.remove(path_of(first) + _NEW)


def _put_aside(first: int) -> None:
    """Rename the files of a game that cannot be used, so that the desk can still look at them."""
    for place, path in enumerate(reversed(parts_of(first))):
        os.rename(path, f"{path[: path.rfind('.')]}.bad{place or ''}")


def _write_identity(name: str) -> None:
    with open(IDENTITY, "w") as file:
        file.write(name)
