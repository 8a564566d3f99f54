"""Tables that fill themselves: an entry is worked out once, by one readable function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Entry = TypeVar("Entry")


class Table(dict[int, Entry], Generic[Entry]):
    """A dict that calls `build` for a key it does not know, and forgets all beyond `limit`.

    Equal entries are kept once: they are many, and what is shared stays in the processor's cache.

    >>> squares = Table(lambda n: n * n, limit=2)
    >>> squares[3], squares[4], squares[5], len(squares)
    (9, 16, 25, 1)
    """

    __slots__ = ("build", "limit", "shared")

    def __init__(self, build: Callable[[int], Entry], limit: int) -> None:
        super().__init__()
        self.build = build
        self.limit = limit
        self.shared: dict[Entry, Entry] = {}

    def __missing__(self, key: int) -> Entry:
        if len(self) >= self.limit:
            self.clear()
            self.shared.clear()
        entry = self.build(key)
        entry = self[key] = self.shared.setdefault(entry, entry)
        return entry
