"""The journal on flash: every event as a line, one file or more a game, never rewritten.

A line that is written is there whenever power goes; and each has its own checksum, so a torn or damaged
one is noticed and never taken for an event.  The files are append blocks, which need no erasing: `NUMBER.log` is
the first of a game, `NUMBER.1` and so on follow it when it is full.
"""

import os
from binascii import crc32

from device import append_block
from device.append_block import AppendBlock
from device.lazy_modules import call_once
from tenbo_core import events
from tenbo_core.errors import Malformed, StorageFault
from tenbo_core.event_pages import PAGE
from tenbo_core.events import Event
from tenbo_core.wire import Reader, body_of, encode, lines_at, message_in

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, Entropy, Events, Flash, Iterable, Iterator, Message

FOLDER = "games"
IDENTITY = "ledger.id"
# One game is two blocks of 4 KB or so; forty of them leave most of the flash free.
MOST_GAMES = 40
# A mended game that has not taken its place yet.
NEW = ".new"
# What the line of an event begins with; its number follows.
_EVENT = b'["event",'


class StoredGame:
    """The events of a game as they stand on flash: pages of lines, as a small ledger keeps them.

    `known` says how many of the first are those that `resume` was told of, `checksum` is that of all lines.
    """

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.pages: "list[bytes]" = []
        self.count = 0
        self.known = 0
        self.checksum = 0
        self._open: "list[bytes]" = []

    def add(self, lines: bytes) -> None:
        """Add the lines of the next event."""
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
        for place in range(count, self.count):
            lines = lines_at(self.pages[place // PAGE], place % PAGE)
            event = _event_of(message_in(lines))
            if event is not None:
                yield event, lines


class Journal:
    """The files of the games on this table; lines are added to the last one of the newest game.

    `flash` is the block device under the file system, `entropy` returns random bytes.
    """

    def __init__(self, new_id: str, flash: "Flash", entropy: "Entropy") -> None:
        call_once("finish_handover")
        _make_folder(FOLDER)
        self.id = _identity(new_id)
        self._new_id = new_id
        self.damaged = 0
        # The checksum of all lines of the running game.
        self.checksum = 0
        self._flash = flash
        self._entropy = entropy
        self._torn = False
        self._first = 0
        self._block: "AppendBlock | None" = None
        # Called between long steps, so that the buttons are scanned meanwhile.
        self.between: "Between | None" = None

    def games(self) -> "list[int]":
        """Return the number of the first event of each game that is kept, oldest first."""
        return sorted([int(name[:-4]) for name in os.listdir(FOLDER) if name.endswith(".log")])

    def read(self, first: int) -> "Events":
        """Yield the events of a game one by one, up to the first that is missing.

        A torn line at the end is an event that was never in force; one in the middle leaves a gap.
        """
        for lines in self.read_lines(first):
            event = _event_of(message_in(lines))
            if event is None:
                self.damaged += 1
                return
            yield event

    def read_lines(self, first: int) -> "Iterator[bytes]":
        """Yield the same events as the lines that they are on flash, undamaged, but not looked into."""
        expected = first
        reader = Reader()
        for path in _parts(first):
            for line in self._lines(path):
                number = _number_of(line)
                found = [(number, line)]
                if number < 0:
                    # Damaged, or one of the lines of a long event, which are put together here.
                    events_in = [_event_of(message) for message in reader.take(line)]
                    found = [(-1, b"") if event is None else (event.n, _line_of(event)) for event in events_in]
                for number, lines in found:
                    if number < 0 or number > expected:
                        self.damaged += 1
                        return
                    if number == expected:
                        expected += 1
                        yield lines

    def _lines(self, path: str) -> "Iterable[bytes]":
        """Return the lines of an append block, or of a plain file, which a mended or a taken-over game is."""
        try:
            return AppendBlock(self._flash, path).each_line()
        except OSError:
            pass
        try:
            with open(path, "rb") as file:
                return file.readlines()
        except OSError:
            return []  # it was dropped while somebody read it

    def resume(self, known: "tuple[int, int, int]" = (-1, 0, 0)) -> "StoredGame":
        """Return the newest game that begins soundly, and append to its file from now on.

        Of the game that begins with the first number the second is how many events are not looked into if the third
        is the checksum of their lines.
        """
        for name in os.listdir(FOLDER):
            if name.endswith(NEW):
                _replace(int(name[: name.find(".")]))
        for first in reversed(self.games()):
            game = self._stored(first, *known[1:]) if first == known[0] else self._stored(first, 0, 0)
            if game.begins_soundly():
                self._take_up(first)
                self.checksum = game.checksum
                return game
            self._pass_over(first)
        return StoredGame()

    def _stored(self, first: int, marked: int, checksum: int) -> "StoredGame":
        """Return a game as far as it is sound."""
        game = StoredGame(first)
        damaged = self.damaged
        proved = marked == 0
        for lines in self.read_lines(first):
            if proved and _event_of(message_in(lines)) is None:
                self.damaged += 1
                break
            game.add(lines)
            if game.count == marked:
                proved = game.checksum == checksum
                if not proved:
                    break
        if not proved:
            # Other events than those, or fewer: all are looked into.
            self.damaged = damaged
            return self._stored(first, 0, 0)
        game.known = marked
        return game

    def _take_up(self, first: int) -> None:
        """Go on in the files of a game, mended before if they are damaged."""
        if self.damaged:
            try:
                self._mend(first)
            except OSError:
                # There is no room to mend it: it can be read, and nothing can be added.
                self._first = first
                return
        self._open(first)

    def _pass_over(self, first: int) -> None:
        """Put a game aside that does not begin soundly; without a line it is one that power was lost to make."""
        if self.damaged:
            # Its numbers will be given again.
            self._rename()
        if any([line for path in _parts(first) for line in self._lines(path)]):
            _put_aside(first)
        else:
            for path in _parts(first):
                os.remove(path)

    def _rename(self) -> None:
        """Take a new id: from now on this is another ledger."""
        self.id = self._new_id
        _write_identity(self.id)

    def write(self, event: Event) -> bytes:
        """Put an event on flash; when this returns it is stored for good, as these lines."""
        before = self._first, self._block
        try:
            if event.kind == "start":
                self._begin(event.n)
            lines = line = _line_of(event)
            # A failed write may have left half a line: the next one begins on a line of its own.
            if self._torn:
                line = b"\n" + line
            block = self._block
            if block is None or block.room < len(line):
                block = self._extend()
            block.append(line)
            self._torn = False
            self.checksum = crc32(lines, 0 if event.kind == "start" else self.checksum)
            return lines
        except OSError as error:
            self._torn = True
            if event.kind == "start":
                # The game before goes on in its own files.
                self._first, self._block = before
            text = f"the journal cannot be written ({error}): call the referee, nothing was recorded"
            raise StorageFault("cannot_write", text, "journal", "journal: cannot write")

    def _begin(self, first: int) -> None:
        """Start the file of a new game and drop the oldest ones."""
        for old in self.games()[: -MOST_GAMES + 1]:
            self._drop(old)
        self._first = first
        self._extend()

    def _drop(self, old: int) -> None:
        """Remove all files of an old game, what was put aside of it too."""
        for name in os.listdir(FOLDER):
            if name.startswith(_start_of(old)):
                os.remove(f"{FOLDER}/{name}")
                if self.between is not None:
                    self.between()

    def _open(self, first: int) -> None:
        """Go on in the last file of a game; a plain one will be followed by an append block."""
        self._first = first
        try:
            self._block = AppendBlock(self._flash, _parts(first)[-1])
        except OSError:
            self._block = None
        # The last line may be torn.
        self._torn = True

    def _extend(self) -> AppendBlock:
        """Make the next block of the game and return it; where the flash is full, the oldest games make room."""
        count = len(_parts(self._first))
        path = f"{_path(self._first)[:-3]}{count}" if count else _path(self._first)
        while True:
            try:
                self._block = append_block.make(self._flash, path, self._entropy, self.between)
            except OSError:
                if not self._make_room():
                    raise
            else:
                return self._block

    def _make_room(self) -> bool:
        """Drop the oldest game, and return whether there was one to drop.

        The game before the running one stays: a host may not have its end yet.
        """
        older = [first for first in self.games() if first < self._first][:-1]
        if older:
            self._drop(older[0])
        return bool(older)

    def _mend(self, first: int) -> None:
        """Keep the damaged files for the desk and go on with the sound events in a new one.

        The numbers of the lost events will be given again, so this is another ledger from now on.
        """
        self._rename()
        self._first = first
        damaged = self.damaged
        while True:
            try:
                with open(_path(first) + NEW, "wb") as file:
                    for event in self.read(first):
                        file.write(_line_of(event))
            except OSError:
                os.remove(_path(first) + NEW)
                if not self._make_room():
                    raise
            else:
                break
        self.damaged = damaged
        _replace(first)


def _path(first: int) -> str:
    return f"{FOLDER}/{first:06d}.log"


def _start_of(first: int) -> str:
    """Return what the names of all files of a game begin with."""
    return f"{first:06d}."


def _parts(first: int) -> "list[str]":
    """Return the files of a game in order."""
    names = os.listdir(FOLDER)
    start = _start_of(first)
    parts = [start + "log"] if start + "log" in names else []
    while parts and start + str(len(parts)) in names:
        parts.append(start + str(len(parts)))
    return [f"{FOLDER}/{name}" for name in parts]


def _replace(first: int) -> None:
    """Put a mended game in place of the damaged one; after a power cut this goes on where it was."""
    # A file is as it was at its last closing: one that was cut while it was written is empty.
    if os.stat(_path(first) + NEW)[6]:
        _put_aside(first)
        os.rename(_path(first) + NEW, _path(first))
    else:
        os.remove(_path(first) + NEW)


def _put_aside(first: int) -> None:
    """Rename the files of a game that cannot be used, so that the desk can still look at them."""
    for place, path in enumerate(reversed(_parts(first))):
        os.rename(path, f"{path[: path.rfind('.')]}.bad{place or ''}")


def _line_of(event: Event) -> bytes:
    return encode(["event"] + event.plain())


def _number_of(line: bytes) -> int:
    """Return the number of the event that an undamaged line is, or -1."""
    body = body_of(line)
    if body is None or body[: len(_EVENT)] != _EVENT:
        return -1
    try:
        return int(body[len(_EVENT) : body.find(b",", len(_EVENT))])
    except ValueError:
        return -1


def _event_of(message: "Message | None") -> "Event | None":
    if message is None or message[0] != "event":
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
    """Return this ledger's id, made once; a formatted flash gets a new one, so that a host notices."""
    try:
        with open(IDENTITY) as file:
            known = file.read()
    except OSError:
        known = ""
    # A power cut while it was written for the first time leaves it empty.
    if not known:
        _write_identity(new_id)
    return known or new_id


def _write_identity(name: str) -> None:
    with open(IDENTITY, "w") as file:
        file.write(name)
