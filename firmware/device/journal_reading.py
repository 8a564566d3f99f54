"""Reads games from the journal's files, with an eye for what is torn or damaged."""

from device.append_block import AppendBlock
from device.journal import line_of, parts_of
from tenbo_core import events
from tenbo_core.errors import Malformed
from tenbo_core.wire import Reader, body_of, message_in

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Event, Events, Iterable, Iterator, Journal, Message

# What the line of an event begins with; its number follows.
_EVENT = b'["event",'


def read(journal: "Journal", first: int) -> "Events":
    """Yield the events of a game one by one, up to the first that is missing.

    A torn line at the end is an event that was never in force; one in the middle leaves a gap.
    """
    for lines in read_lines(journal, first):
        event = event_of(message_in(lines))
        if event is None:
            journal.damaged += 1
            return
        yield event


def read_lines(journal: "Journal", first: int) -> "Iterator[bytes]":
    """Yield the same events as the lines that they are on flash, undamaged, but not looked into."""
    expected = first
    reader = Reader()
    for path in parts_of(first):
        for line in lines_in(journal, path):
            number = _number_of(line)
            if number < 0:
                # Damaged, or one of the lines of a long event, which are put together here.
                for message in reader.take(line):
                    event = event_of(message)
                    if event is None or event.n > expected:
                        journal.damaged += 1
                        return
                    if event.n == expected:
                        expected += 1
                        yield line_of(event)
            elif number > expected:
                journal.damaged += 1
                return
            elif number == expected:
                expected += 1
                yield line
            journal.pause()


def lines_in(journal: "Journal", path: str) -> "Iterable[bytes]":
    """Return the lines of an append block, or of a plain file, which a mended or a taken-over game is."""
    try:
        return AppendBlock(journal.flash, path).each_line()
    except OSError:
        pass
    try:
        with open(path, "rb") as file:
            return file.readlines()
    except OSError:
        return []  # it was dropped while somebody read it


def event_of(message: "Message | None") -> "Event | None":
    """Return the event that a message is, or None."""
    if message is None or message[0] != "event":
        return None
    try:
        return events.from_plain(message[1:])
    except Malformed:
        return None


def _number_of(line: bytes) -> int:
    """Return the number of the event that an undamaged line is, or -1."""
    body = body_of(line)
    if body is None or body[: len(_EVENT)] != _EVENT:
        return -1
    try:
        return int(body[len(_EVENT) : body.find(b",", len(_EVENT))])
    except ValueError:
        return -1
