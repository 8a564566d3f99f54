"""A list that grows by pages: a Pico's crowded heap has no room for one long piece.

Full pages may be packed; then what is asked for is unpacked a page at a time.
"""

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any, Callable, Iterator

PAGE = 16


class Pages:
    """An append-only list with just what a ledger uses.

    >>> pages = Pages()
    >>> for number in range(40):
    ...     pages.append(number)
    >>> pages[0], pages[39], pages[-1], pages[37:], len(pages)
    (0, 39, 39, [37, 38, 39], 40)
    >>> packed = Pages(lambda page: bytes(page), lambda page: list(page))
    >>> for number in range(40):
    ...     packed.append(number)
    >>> packed[0], packed[17], packed[39], list(packed) == list(pages)
    (0, 17, 39, True)
    """

    def __init__(
        self, pack: "Callable[[list[Any]], bytes] | None" = None, unpack: "Callable[[Any], list[Any]] | None" = None
    ) -> None:
        self._pages: "list[Any]" = []
        self._length = 0
        self._pack = pack
        self._unpack = unpack
        # The page that was unpacked last, and its place.
        self._open: "list[Any]" = []
        self._opened = -1

    def append(self, thing: "object") -> None:
        """Add a thing at the end."""
        if self._length % PAGE == 0:
            if self._pack is not None and self._pages:
                self._pages[-1] = self._pack(self._pages[-1])
            self._pages.append([])
        self._pages[-1].append(thing)
        self._length += 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> "Iterator[Any]":
        for place in range(len(self._pages)):
            yield from self._page(place)

    def __getitem__(self, place: "int | slice[Any, Any, Any]") -> "Any":
        if isinstance(place, slice):
            return list(self)[place]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError(place)
        return self._page(place // PAGE)[place % PAGE]

    def _page(self, place: int) -> "list[Any]":
        if self._unpack is None or place == len(self._pages) - 1:
            page: "list[Any]" = self._pages[place]
            return page
        if place != self._opened:
            self._open = self._unpack(self._pages[place])
            self._opened = place
        return self._open
