"""Tables that fill themselves: an entry is worked out once, by one readable function."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Entry = TypeVar("Entry")
else:
    Entry = object


class Memo(dict[int, Entry]):
    """A dict that calls `build` for a key it does not know, and forgets all beyond `limit`.

    >>> squares = Memo(lambda n: n * n, limit=2)
    >>> squares[3], squares[4], squares[5], len(squares)
    (9, 16, 25, 1)
    """

    __slots__ = ("build", "limit")

    def __init__(self, build: Callable[[int], Entry], limit: int) -> None:
        super().__init__()
        self.build = build
        self.limit = limit

    def __missing__(self, key: int) -> Entry:
        if len(self) >= self.limit:
            self.clear()
        entry = self[key] = self.build(key)
        return entry
