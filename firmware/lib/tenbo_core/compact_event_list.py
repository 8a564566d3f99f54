"""A compact list of a ledger's events: stored as their journal lines, which take a quarter of the memory.

With a journal to read them from again only the last lines are kept at all.
"""

from tenbo_core import wire
from tenbo_core.events import Event, from_plain

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Callable, Iterator

# The events in one piece: a crowded heap has no room for larger ones, and many small ones cost more.
PAGE = 16

# What every line of an event begins with, and what is behind its last field: a bracket and a checksum.
_HEAD = b'["event",'
_TAIL = 11


class CompactEventList:
    """An append-only list of events with just what a ledger uses; each event is read from its line when asked for.

    >>> from tenbo_core.events import make
    >>> events = CompactEventList()
    >>> for number in range(20):
    ...     events.append(make(number, "late", 4, 60, {"seat": 1, "minutes": number}))
    >>> events[3].args, events[-1].args, len(events), events.line(6)
    ([1, 3], [1, 19], 20, b'["event",6,"late",4,60,1,6]*8416f08e\\n')
    >>> again = CompactEventList(lambda page: [events.line(PAGE * page + place) for place in range(PAGE)])
    >>> again.begin([events.line(place) for place in range(16, 20)], 20)
    >>> [event.n for event in again] == list(range(20))
    True
    """

    def __init__(self, read: "Callable[[int], list[bytes]] | None" = None) -> None:
        self._read = read
        # Full pages, without what all lines have or what follows from them, where they cannot be read again.
        self._full: "list[bytes]" = []
        # The number of full pages before the last lines.
        self._before = 0
        self._last: "list[bytes]" = []
        # The page that was read last: its number and lines.
        self._seen: "tuple[int, list[bytes]]" = (-1, [])

    def begin(self, lines: "list[bytes]", count: int) -> None:
        """Begin with `count` events, of which these lines are the last; the full pages before them can be read."""
        self._before = (count - len(lines)) // PAGE
        for line in lines:
            self._add(line)

    def append(self, event: Event, line: bytes = b"") -> None:
        """Add an event, whose line need not be made again if the journal has it already."""
        self._seen = (-1, [])
        self._add(line or wire.encode(["event"] + event.plain()))

    def _add(self, line: bytes) -> None:
        self._last.append(line)
        # A whole page always stays: the latest events are read most.
        if len(self._last) == 2 * PAGE:
            if self._read is None:
                self._full.append(b"".join([_bare(line) for line in self._last[:PAGE]]))
            self._before += 1
            self._last = self._last[PAGE:]

    def __len__(self) -> int:
        return PAGE * self._before + len(self._last)

    def __iter__(self) -> "Iterator[Event]":
        for place in range(len(self)):
            yield self[place]

    def __getitem__(self, place: int) -> Event:
        message = wire.parse_message_lines(self.line(place))
        assert message is not None
        return from_plain(message[1:])

    def line(self, place: int) -> bytes:
        """Return the line of an event in the journal and on the wire."""
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(place)
        page, within = place // PAGE, place % PAGE
        if page >= self._before:
            return self._last[place - PAGE * self._before]
        if self._read is not None:
            if self._seen[0] != page:
                self._seen = page, self._read(page)
            return self._seen[1][within]
        kept = wire.lines_of_nth_message(self._full[page], within)
        return kept if kept[:1] == b"[" else wire.with_checksum(_HEAD + kept[:-1] + b"]")


def _bare(line: bytes) -> bytes:
    """Return the distinct part of a line; a long event, which takes several lines, stays unchanged."""
    return line[len(_HEAD) : -_TAIL] + b"\n" if line[: len(_HEAD)] == _HEAD else line
