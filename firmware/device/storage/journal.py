"""The journal on flash: every event as a line, one file or more a game, never rewritten.

A line that is written is there whenever power goes; and each has its own checksum, so a torn or damaged
one is noticed and never taken for an event.  The files are append blocks, which need no erasing: `NUMBER.log` is
the first of a game, `NUMBER.1` and so on follow it when it is full.

This module has the code for every event. Code for a start, a new game or a host that reads old games is loaded for it.
"""

import os

from device.runtime.lazy_modules import call_and_unload
from tenbo_core.compact_event_list import PAGE
from tenbo_core.errors import StorageFault
from tenbo_core.wire import encode

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, AppendBlock, Between, Entropy, Event, Events, Flash, Iterator, Known
    from device.storage.journal_recovery import FlashGame

FOLDER = "games"
# The id of a ledger that has come from another device and not taken its place yet, and of one that another writes now.
READY = "ledger.new"
TRANSFERRED_AWAY = "ledger.given"
# Stands for the block of a plain file, which is no append block.
PLAIN = -1


class Journal:
    """The files of the games on this table; lines are added to the last one of the newest game.

    `flash` is the block device under the file system, `entropy` returns random bytes.
    """

    def __init__(self, new_id: str, flash: "Flash", entropy: "Entropy") -> None:
        self.new_id = new_id
        # The games that were found damaged, and those of them that have lost events: by the number of their first
        # event, each once.
        self.damaged: "list[int]" = []
        self.lost: "list[int]" = []
        # Notices about the journal for the players.
        self.notices: "list[str]" = []
        self.flash = flash
        self.entropy = entropy
        # Whether the last line may be torn.
        self.torn = False
        # The number of the first event of the running game, and the block that its next event goes to.
        self.first = 0
        self.block: "AppendBlock | None" = None
        # The blocks of its files, where each page of its events begins in them, and how many events there are.
        self.blocks: "list[int]" = []
        self.places: "list[int]" = []
        self.count = 0
        # What reads a page, while the pages after it are likely to be asked for; it is unloaded otherwise.
        self._reading: "Any" = None
        # Called between long steps, so that the buttons are scanned meanwhile.
        self.poll: "Between | None" = None
        self.id = call_and_unload("begin_journal", self)

    def poll_buttons(self) -> None:
        """Let the buttons be read, between two steps of long work."""
        if self.poll is not None:
            self.poll()

    def games(self) -> "list[int]":
        """Return the number of the first event of each game that is kept, oldest first."""
        return sorted([int(name[:-4]) for name in game_file_names() if name[:-4].isdigit() and name.endswith(".log")])

    def read(self, first: int) -> "Events":
        """Return the events of a game one by one, up to the first that is missing."""
        from device.storage import journal_reading

        return journal_reading.read_game_events(self, first)

    def read_lines(self, first: int) -> "Iterator[bytes]":
        """Return the same events as the lines that they are on flash, undamaged, but not looked into."""
        from device.storage import journal_reading

        return journal_reading.read_lines(self, first)

    def page(self, number: int) -> "list[bytes]":
        """Return the lines of one page of the running game's events.

        A host is sent one page after the other: to load what reads them for each would take half of the time.
        """
        reading = self._reading
        if reading is None:
            # That takes a Pico 25 ms.
            self.poll_buttons()
            from device.storage import journal_reading

            self.poll_buttons()
            reading = journal_reading
        # The last two pages or so are in memory.
        self._reading = reading if number + 3 < len(self.places) else None
        lines: "list[bytes]" = reading.page(self, number)
        return lines

    def end_offset(self) -> int:
        """Return the place after the last line of the running game."""
        if self.block is not None:
            return len(self.blocks) - 1 << 16 | self.block.end
        return len(self.blocks) - 1 << 16 | os.stat(game_file_paths(self.first)[-1])[6]

    def resume(self, known: "Known | None" = None) -> "FlashGame":
        """Return the newest game that begins soundly, and append to its file from now on.

        Of a game that is known its first events are not looked into, if they are the same still.
        """
        from device.storage import journal_recovery

        return journal_recovery.resume_newest_game(self, known)

    def write(self, event: "Event") -> bytes:
        """Put an event on flash; when this returns it is stored for good, as these lines."""
        before = self.first, self.block, self.blocks, self.places, self.count
        try:
            lines = line = line_of(event)
            if event.kind == "start":
                self.first, self.block, self.blocks, self.places, self.count = event.n, None, [], [], 0
            # A failed write may have left half a line: the next one begins on a line of its own.
            if self.torn:
                line = b"\n" + line
            if self.block is None or self.block.room < len(line):
                from device.storage import journal_rotation

                self.block = journal_rotation.add_block(self, event)
                self.blocks.append(self.block.block)
            self.block.append(line)
            begin = self.block.end - len(lines)
            self.torn = False
            if self.count % PAGE == 0:
                self.places.append(len(self.blocks) - 1 << 16 | begin)
            self.count += 1
            return lines
        except OSError as error:
            self.torn = True
            if event.kind == "start":
                # The game before goes on in its own files.
                self.first, self.block, self.blocks, self.places, self.count = before
            text = f"the journal cannot be written ({error}): call the referee, nothing was recorded"
            raise StorageFault("cannot_write", text, "journal", "journal: cannot write")


def game_file_names() -> "list[str]":
    """Return the names in the folder of the games; none where the flash has no room for a folder."""
    try:
        return os.listdir(FOLDER)
    except OSError:
        return []


def first_file_path(first: int) -> str:
    """Return the first file of a game."""
    return f"{FOLDER}/{first:06d}.log"


def game_file_paths(first: int) -> "list[str]":
    """Return the files of a game in order."""
    there = game_file_names()
    start = f"{first:06d}."
    parts = [start + "log"] if start + "log" in there else []
    while parts and start + str(len(parts)) in there:
        parts.append(start + str(len(parts)))
    return [f"{FOLDER}/{name}" for name in parts]


def line_of(event: "Event") -> bytes:
    """Return the line, or the lines, of an event."""
    return encode(["event"] + event.plain())
