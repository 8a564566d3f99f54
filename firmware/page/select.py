"""`select` for the one line that a page has: standard input and output, which the page reads and fills."""

from js import world

POLLIN = 1
POLLOUT = 4


class poll:  # noqa: N801 - it stands for the class of that name
    """Asks the page whether a byte has come; there is always room for what goes out."""

    def __init__(self) -> None:
        self._ready: "tuple[tuple[object, int], ...]" = ()
        self._reads = False

    def register(self, stream: "object", events: int) -> None:
        """Watch a stream."""
        self._ready = ((stream, events),)
        self._reads = bool(events & POLLIN)

    def ipoll(self, _timeout: int) -> "tuple[tuple[object, int], ...]":
        """Return the stream if it is ready."""
        return () if self._reads and not world.waiting() else self._ready
