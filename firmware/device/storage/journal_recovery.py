"""Recovers the journal at a start: resumes the newest sound game, and repairs it first if it is damaged."""

import os

from micropython import const

from device.storage.journal import FOLDER, PLAIN, first_file_path, game_file_names, game_file_paths, line_of
from device.storage.journal_reading import (
    blocks_of,
    count_damaged_game,
    event_from_message,
    lines_in,
    located_lines,
    read_game_events,
    running_checksums,
)
from device.storage.journal_rotation import make_room
from device.storage.ledger_id import write_ledger_id
from device.storage.log_block import AppendBlock
from tenbo_core.compact_event_list import PAGE
from tenbo_core.wire import parse_message_lines

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Event, Iterator, Journal, Known

# A mended game that has not taken its place yet.
_NEW = ".new"
# Nothing of the journal's is a folder: one that has the name of a game is given another.
_FOREIGN = "folder."
_IS_FOLDER = const(0x4000)


class FlashGame:
    """A game on flash: its blocks, the start of each page of its events, and the number of its events.

    `known` is how many of the first events `resume` was given. Then `lines` are those of the last page of them, and
    what follows has been read.
    """

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.blocks: "list[int]" = []
        self.places: "list[int]" = []
        self.count = 0
        self.known = 0
        self.lines: "list[bytes]" = []
        self.begins_soundly = False
        self._following: "list[tuple[Event, bytes]]" = []

    def add(self, place: int, lines: bytes, event: "Event") -> None:
        """Add the next event. The few after the known ones stay in memory."""
        if self.count % PAGE == 0:
            self.places.append(place)
        if self.count == 0:
            self.begins_soundly = event.kind == "start"
        if self.known:
            self._following.append((event, lines))
        self.count += 1

    def events_beyond_known(self, journal: "Journal") -> "Iterator[tuple[Event, bytes]]":
        """Yield the events and their lines one by one, all but the known ones."""
        if self.known:
            yield from self._following
            return
        count = self.count
        for _, lines in located_lines(journal, self.first, self.blocks, 0, self.first):
            event = event_from_message(parse_message_lines(lines)) if count else None
            if event is None:
                break
            count -= 1
            yield event, lines


def resume_newest_game(journal: "Journal", known: "Known | None") -> FlashGame:
    """Return the newest game that begins soundly, and append to its file from now on."""
    for name, kind in [entry[:2] for entry in os.ilistdir(FOLDER)] if game_file_names() else []:
        if kind == _IS_FOLDER and not name.startswith(_FOREIGN):
            os.rename(f"{FOLDER}/{name}", f"{FOLDER}/{_FOREIGN}{name}")
        elif name.endswith(".log" + _NEW) and name[: name.find(".")].isdigit():
            _replace(int(name[: name.find(".")]))
    for first in reversed(journal.games()):
        game = None
        if known is not None and known[0] == first:
            game = _known_game(journal, known)
        game = game or _read_game(journal, first)
        if game.begins_soundly:
            return _continue_game(journal, game)
        _retire_game(journal, game)
    return FlashGame()


def _read_game(journal: "Journal", first: int) -> FlashGame:
    """Return a game as far as it is sound."""
    game = FlashGame(first)
    game.blocks = blocks_of(journal, first)
    _add_lines(journal, game, 0, first)
    return game


def _known_game(journal: "Journal", known: "Known") -> "FlashGame | None":
    """Return a game whose first events are known, or None if the flash holds others, or fewer of them."""
    first, count, folded, end, places = known
    game = FlashGame(first)
    game.blocks = blocks_of(journal, first)
    if end >> 16 >= len(game.blocks) or len(places) != (count + PAGE - 1) // PAGE:
        return None
    found = -1
    for so_far in running_checksums(journal, first, game.blocks, end):
        found = so_far
        journal.poll_buttons()
    if found != folded:
        return None
    damaged, lost = journal.damaged, journal.lost
    game.known = game.count = count
    game.places = places[:]
    game.begins_soundly = True
    _add_lines(journal, game, places[-1], first + PAGE * (len(places) - 1))
    if len(game.lines) == count - PAGE * (len(places) - 1):
        return game
    journal.damaged, journal.lost = damaged, lost
    return None


def _add_lines(journal: "Journal", game: FlashGame, start: int, number: int) -> None:
    """Add the events of a game from the place on where the one of this number begins, up to the first damaged one."""
    for place, lines in located_lines(journal, game.first, game.blocks, start, number):
        if number < game.first + game.known:
            game.lines.append(lines)
        else:
            event = event_from_message(parse_message_lines(lines))
            if event is None:
                count_damaged_game(journal, game.first)
                return
            game.add(place, lines, event)
        number += 1


def _continue_game(journal: "Journal", game: FlashGame) -> FlashGame:
    """Continue a game in its last file, mended if it is damaged. An append block follows a plain file."""
    journal.first = game.first
    mended = True
    if game.first in journal.damaged:
        try:
            _mend(journal, game.first)
            game = _read_game(journal, game.first)
        except OSError:
            # The flash has no room to repair it: it can be read, and nothing can be added.
            mended = False
    journal.blocks, journal.places, journal.count = game.blocks, game.places, game.count
    if mended:
        try:
            journal.block = AppendBlock(journal.flash, game_file_paths(game.first)[-1])
        except OSError:
            journal.block = None
        journal.torn = True
    return game


def _retire_game(journal: "Journal", game: FlashGame) -> None:
    """Put a game aside that does not begin soundly. One without a line was being made when power was lost."""
    first, blocks = game.first, game.blocks
    some = any([line for part, block in enumerate(blocks) for line in lines_in(journal, first, part, block)])
    if some and PLAIN in blocks and not game.count:
        # A block has its mark before its first line, and a plain file comes whole.
        count_damaged_game(journal, first)
    if journal.damaged:
        # Its numbers will be given again.
        renew_ledger_id(journal)
    if some:
        _retire_files(first)
    else:
        for path in game_file_paths(first):
            os.remove(path)


def renew_ledger_id(journal: "Journal") -> None:
    """Take a new id: from now on this is another ledger."""
    journal.id = journal.new_id
    write_ledger_id(journal.id)


def _mend(journal: "Journal", first: int, end: "int | None" = None) -> None:
    """Keep the damaged files for the desk and go on with the sound events in a new one, up to but not including `end`.

    The numbers of lost events will be given again, so without them this is another ledger from now on.
    """
    if first in journal.lost or end is not None:
        renew_ledger_id(journal)
    damaged, lost = journal.damaged, journal.lost
    while True:
        try:
            with open(first_file_path(first) + _NEW, "wb") as file:
                for event in read_game_events(journal, first):
                    if event.n == end:
                        break
                    file.write(line_of(event))
        except OSError:
            os.remove(first_file_path(first) + _NEW)
            if not make_room(journal):
                raise
        else:
            break
    journal.damaged, journal.lost = damaged, lost
    _replace(first)


def truncate_game(journal: "Journal", first: int, n: int) -> None:
    """Put a game aside from event n on, which this firmware's rules refuse. What comes before goes on."""
    journal.block, journal.blocks = None, []
    if n > first:
        try:
            _mend(journal, first, n)
            return
        except OSError:
            pass  # without room for what comes before, all of it is put aside
    renew_ledger_id(journal)
    _retire_files(first)


def _replace(first: int) -> None:
    """Put a mended game in place of the damaged one; after a power cut this goes on where it was."""
    # A file is as it was at its last closing: one that was cut while it was written is empty.
    if os.stat(first_file_path(first) + _NEW)[6]:
        _retire_files(first)
        os.rename(first_file_path(first) + _NEW, first_file_path(first))
    else:
        os.remove(first_file_path(first) + _NEW)


def _retire_files(first: int) -> None:
    """Rename the files of a game that cannot be used, so that the desk can still look at them."""
    for path in reversed(game_file_paths(first)):
        place = 0
        name = aside = f"{first:06d}.bad"
        while aside in game_file_names():
            place += 1
            aside = f"{name}{place}"
        os.rename(path, f"{FOLDER}/{aside}")
