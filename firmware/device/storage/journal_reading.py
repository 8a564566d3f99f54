"""Reads games from the journal's files and detects torn or damaged lines.

The place of a line is the number of its file in the game, times 64 K, and where it begins there.
"""

import gc
from binascii import crc32

from micropython import const

from device.storage import block_files
from device.storage.journal import PLAIN, game_file_paths, line_of
from tenbo_core import events
from tenbo_core.compact_event_list import PAGE
from tenbo_core.errors import Malformed
from tenbo_core.wire import CHECK_LENGTH, MessageReader, parse_message_lines, verified_body

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Event, Events, Iterator, Journal, Message

_PART = const(16)
_OFFSET = const(0xFFFF)
_BLOCK = const(4096)
_STEP = const(512)

# The beginning of an event's line; its number follows.
_EVENT = b'["event",'
# And each of the lines of a long event, and the first of them.
_ANY_PART = b'["part",'
_FIRST_PART = b'["part",0,'


def read_game_events(journal: "Journal", first: int) -> "Events":
    """Yield the events of a game one by one, up to the first that is missing.

    A torn line at the end is an event that was never in force; one in the middle leaves a gap.
    """
    for lines in read_lines(journal, first):
        event = event_from_message(parse_message_lines(lines))
        if event is None:
            count_damaged_game(journal, first)
            return
        yield event


def read_lines(journal: "Journal", first: int) -> "Iterator[bytes]":
    """Yield the same events as the lines that they are on flash, undamaged, but not looked into."""
    for _, lines in located_lines(journal, first, blocks_of(journal, first), 0, first):
        yield lines


def located_lines(
    journal: "Journal", first: int, blocks: "list[int]", start: int, expected: int
) -> "Iterator[tuple[int, bytes]]":
    """Yield the places and the lines of a game's events, from the place on where the expected one begins.

    A line with one flipped bit is put right; without that, the first one that is missing is the end.
    """
    reader = MessageReader()
    begun = 0
    # Whether a long event has begun and is not complete yet.
    pending = False
    # The damaged lines and the parts of a long event since the last whole event.
    doubtful: "list[bytes]" = []
    for part in range(start >> _PART, len(blocks)):
        offset = start & _OFFSET if part == start >> _PART else 0
        for at, line in lines_in(journal, first, part, blocks[part], offset):
            place = part << _PART | at
            number = _number_of(line)
            found = [(number, place, line)] if number >= 0 else []
            if number < 0:
                # Damaged, or one of the lines of a long event, which are put together here.
                if not pending or line.startswith(_FIRST_PART):
                    begun = place
                pending = line.startswith(_ANY_PART)
                doubtful.append(line)
                for message in reader.read(line):
                    pending = False
                    event = event_from_message(message)
                    if event is None:
                        count_damaged_game(journal, first)
                        return
                    found.append((event.n, begun, line_of(event)))
            for n, where, whole in found:
                if n > expected:
                    for right in _put_right(journal, first, doubtful, expected, n):
                        expected += 1
                        yield begun, right
                if n > expected:
                    count_damaged_game(journal, first)
                    return
                doubtful = []
                if n == expected:
                    expected += 1
                    yield where, whole
            journal.poll_buttons()
    # A line that a power loss or a failed write cut short is no event.
    if [_is_nearly_whole(line) for line in doubtful if verified_body(line) is None] == [True]:
        for right in _put_right(journal, first, doubtful, expected, expected + 1):
            yield begun, right


def _put_right(journal: "Journal", first: int, lines: "list[bytes]", number: int, end: int) -> "list[bytes]":
    """Return the lines of events that damaged lines stood for, and note that the game is damaged if there are any."""
    from device.storage import bit_flip_repair

    right = bit_flip_repair.repair_damaged_lines(journal, lines, number, end)
    if right:
        count_damaged_game(journal, first, lost=False)
    return right


def _is_nearly_whole(line: bytes) -> bool:
    """Return whether a line ends as a whole one does, but for one letter; a torn line does not."""
    check = line[-CHECK_LENGTH - 1 : -1]
    sound = [letter in b"0123456789abcdef" for letter in check[1:]]
    return len(check) == CHECK_LENGTH and sum(sound) + (check[:1] == b"*") >= CHECK_LENGTH - 1


def count_damaged_game(journal: "Journal", first: int, lost: bool = True) -> None:
    """Count a game that is damaged, once however often it is read; the lists before stay as they were.

    `lost` says that events are missing, not that a line was put right.
    """
    if first not in journal.damaged:
        journal.damaged = journal.damaged + [first]
    if lost and first not in journal.lost:
        journal.lost = journal.lost + [first]


def page(journal: "Journal", number: int) -> "list[bytes]":
    """Return the lines of one page of the running game's events."""
    # The collector runs now, between two looks at the buttons, and not while a line is read or sent.
    journal.poll_buttons()
    gc.collect()
    journal.poll_buttons()
    lines: "list[bytes]" = []
    damaged, lost = journal.damaged, journal.lost
    expected = journal.first + PAGE * number
    for _, line in located_lines(journal, journal.first, journal.blocks, journal.places[number], expected):
        lines.append(line)
        if len(lines) == PAGE:
            break
    journal.damaged, journal.lost = damaged, lost
    return lines


def blocks_of(journal: "Journal", first: int) -> "list[int]":
    """Return the block of each file of a game, or PLAIN where it is a plain file: a mended or a taken-over game."""
    if first == journal.first and journal.blocks:
        return journal.blocks
    blocks = []
    for path in game_file_paths(first):
        try:
            blocks.append(block_files.find_block(journal.flash, path))
        except OSError:
            blocks.append(PLAIN)
    return blocks


def lines_in(journal: "Journal", first: int, part: int, block: int, offset: int = 0) -> "Iterator[tuple[int, bytes]]":
    """Yield the lines of one file of a game, from an offset on, and where each begins."""
    if block != PLAIN:
        yield from block_files.each_line(journal.flash, block, offset)
        return
    rest = b""
    while True:
        piece = _piece(first, part, offset + len(rest), _STEP)
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield offset, line + b"\n"
            offset += len(line) + 1
        if not piece:
            break
    if rest:
        yield offset, rest


def _piece(first: int, part: int, offset: int, size: int) -> bytes:
    """Return a piece of a plain file; nothing after its end, or if it was deleted while it was read."""
    try:
        with open(game_file_paths(first)[part], "rb") as file:
            file.seek(offset)
            return file.read(size)
    except (OSError, IndexError):
        return b""


def running_checksums(journal: "Journal", first: int, blocks: "list[int]", end: int) -> "Iterator[int]":
    """Yield the checksum of a game's files up to a place, after each piece of them; the last one is of all."""
    folded = 0
    for part in range((end >> _PART) + 1):
        size = end & _OFFSET if part == end >> _PART else _BLOCK
        if blocks[part] == PLAIN:
            # All of it, unless the place is in it.
            left = size if part == end >> _PART else _OFFSET
            at = 0
            piece = _piece(first, part, 0, min(left, _STEP))
            while piece:
                folded = crc32(piece, folded)
                at += len(piece)
                yield folded
                piece = _piece(first, part, at, min(left - at, _STEP))
        else:
            for at in range(0, size, _STEP):
                room = bytearray(min(_STEP, size - at))
                journal.flash.readblocks(blocks[part], room, at)
                folded = crc32(room, folded)
                yield folded


def event_from_message(message: "Message | None") -> "Event | None":
    """Return the event that a message is, or None."""
    if message is None or message[0] != "event":
        return None
    try:
        return events.from_plain(message[1:])
    except (Malformed, ValueError, TypeError):
        return None  # what another firmware wrote may have any form


def _number_of(line: bytes) -> int:
    """Return the number of the event that an undamaged line is, or -1."""
    body = verified_body(line)
    if body is None or body[: len(_EVENT)] != _EVENT:
        return -1
    try:
        return int(body[len(_EVENT) : body.find(b",", len(_EVENT))])
    except ValueError:
        return -1
