"""The events of a ledger on a small machine: kept as the lines that they are in the journal, a third as large."""

from tenbo_core import wire
from tenbo_core.events import Event, from_plain

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Iterator

# Lines of so many events are one piece: a crowded heap has no room for larger ones, and many small ones cost more.
PAGE = 16


class EventPages:
    """An append-only list of events with just what a ledger uses; each event is read from its line when asked for.

    >>> from tenbo_core.events import make
    >>> events = EventPages()
    >>> for number in range(20):
    ...     events.append(make(number, "late", 4, 60, {"seat": 1, "minutes": number}))
    >>> events[3].args, events[-1].args, len(events), events.line(16)
    ([1, 3], [1, 19], 20, b'["event",16,"late",4,60,1,16]*c5c18ae9\\n')
    >>> again = EventPages()
    >>> again.begin(events.pages(), 20)
    >>> [event.n for event in again] == list(range(20))
    True
    """

    def __init__(self) -> None:
        # Full pages, and the lines of the last one, which is not full.
        self._full: "list[bytes]" = []
        self._last: "list[bytes]" = []

    def begin(self, pages: "list[bytes]", count: int) -> None:
        """Begin with the first so many events of some pages of which only the last may not be full."""
        full = count // PAGE
        self._full = pages[:full]
        self._last = [wire.lines_at(pages[full], place) for place in range(count % PAGE)]

    def pages(self) -> "list[bytes]":
        """Return all lines in pages, of which only the last may not be full."""
        return self._full + ([b"".join(self._last)] if self._last else [])

    def append(self, event: Event, line: bytes = b"") -> None:
        """Add an event, whose line need not be made again if the journal has it already."""
        self._last.append(line or wire.encode(["event"] + event.plain()))
        if len(self._last) == PAGE:
            self._full.append(b"".join(self._last))
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
        return wire.lines_at(self._full[page], within) if page < len(self._full) else self._last[within]
