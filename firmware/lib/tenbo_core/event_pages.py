"""The events of a ledger on a small machine: kept as the lines that they are in the journal, a quarter as large."""

from tenbo_core import wire
from tenbo_core.events import Event, from_plain

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Iterator

# Lines of so many events are one piece: a crowded heap has no room for larger ones, and many small ones cost more.
PAGE = 16

# What every line of an event begins with, and what is behind its last field: a bracket and a checksum.
_HEAD = b'["event",'
_TAIL = 11


class EventPages:
    """An append-only list of events with just what a ledger uses; each event is read from its line when asked for.

    >>> from tenbo_core.events import make
    >>> events = EventPages()
    >>> for number in range(20):
    ...     events.append(make(number, "late", 4, 60, {"seat": 1, "minutes": number}))
    >>> events[3].args, events[-1].args, len(events), events.line(6)
    ([1, 3], [1, 19], 20, b'["event",6,"late",4,60,1,6]*8416f08e\\n')
    >>> again = EventPages()
    >>> again.begin([b"".join([events.line(place) for place in range(16)]), events.line(16)], 17)
    >>> [event.n for event in again] == list(range(17))
    True
    """

    def __init__(self) -> None:
        # Full pages, without what all lines have or what follows from them, and the lines of the last one.
        self._full: "list[bytes]" = []
        self._last: "list[bytes]" = []

    def begin(self, pages: "list[bytes]", count: int) -> None:
        """Begin with the first so many events of some pages of lines, of which only the last may not be full."""
        self._full = []
        self._last = []
        for page in range((count + PAGE - 1) // PAGE):
            for within in range(min(PAGE, count - page * PAGE)):
                self._add(wire.lines_at(pages[page], within))

    def append(self, event: Event, line: bytes = b"") -> None:
        """Add an event, whose line need not be made again if the journal has it already."""
        self._add(line or wire.encode(["event"] + event.plain()))

    def _add(self, line: bytes) -> None:
        self._last.append(line)
        if len(self._last) == PAGE:
            self._full.append(b"".join([_bare(line) for line in self._last]))
            self._last = []

    def __len__(self) -> int:
        return PAGE * len(self._full) + len(self._last)

    def __iter__(self) -> "Iterator[Event]":
        for place in range(len(self)):
            yield self[place]

    def __getitem__(self, place: int) -> Event:
        message = wire.message_in(self.line(place))
        assert message is not None
        return from_plain(message[1:])

    def line(self, place: int) -> bytes:
        """Return the line of an event in the journal and on the wire."""
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(place)
        page, within = place // PAGE, place % PAGE
        if page == len(self._full):
            return self._last[within]
        kept = wire.lines_at(self._full[page], within)
        return kept if kept[:1] == b"[" else wire.sealed(_HEAD + kept[:-1] + b"]")


def _bare(line: bytes) -> bytes:
    """Return what is a line's own; a long event, which takes several lines, stays as it is."""
    return line[len(_HEAD) : -_TAIL] + b"\n" if line[: len(_HEAD)] == _HEAD else line
