"""Repairs a damaged line of the journal if one flipped bit explains the damage; loaded when a line is damaged.

A checksum of 32 bits tells a line of 120 bytes with one flipped bit from all other lines: no second place of the line
gives a sound one, and what another damage makes is taken for a flipped bit once in four million lines.
"""

from device.storage.journal import line_of
from device.storage.journal_reading import event_from_message
from tenbo_core.wire import LONGEST, MessageReader, verified_body

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Iterator, Journal


def repair_damaged_lines(journal: "Journal", lines: "list[bytes]", number: int, end: int) -> "list[bytes]":
    """Return the lines of the events from a number on, up to but not including `end`, that damaged lines stood for.

    `lines` are the damaged lines and the parts of a long event between two whole events.
    """
    for at, line in enumerate(lines):
        if verified_body(line) is None:
            for whole, count in _candidates(journal, lines, at):
                found = _events_in(lines[:at] + [whole] + lines[at + count :], number, end)
                if found:
                    return found
    return []


def _candidates(journal: "Journal", lines: "list[bytes]", at: int) -> "Iterator[tuple[bytes, int]]":
    """Yield the sound lines that differ from a damaged line in one bit, each with the number of lines that it replaces.

    The bit may have made a newline: then two damaged lines were one.
    """
    line = bytearray(lines[at])
    places = range(len(line) - 1) if len(line) <= LONGEST else range(0)
    for place in places:
        yield from _flipped(line, place, 1)
        journal.poll_buttons()
    if at + 1 < len(lines):
        place = len(line) - 1
        line += lines[at + 1]
        if len(line) <= LONGEST:
            yield from _flipped(line, place, 2)


def _flipped(line: bytearray, place: int, count: int) -> "Iterator[tuple[bytes, int]]":
    """Yield what is sound of a line with one bit of a place flipped."""
    for bit in range(8):
        line[place] ^= 1 << bit
        if verified_body(bytes(line)) is not None:
            yield bytes(line), count
        line[place] ^= 1 << bit


def _events_in(lines: "list[bytes]", number: int, end: int) -> "list[bytes]":
    """Return the lines of the events from a number on in some lines, none where they do not follow each other."""
    reader = MessageReader()
    found: "list[bytes]" = []
    for line in lines:
        for message in reader.read(line):
            event = event_from_message(message)
            if event is not None and event.n == number + len(found) < end:
                found.append(line_of(event))
    return found
