"""A list that grows by pages: a Pico's crowded heap has no room for one long piece.

Full pages may be packed; then what is asked for is unpacked a page at a time.
"""

PAGE = 16


class Pages:
    """As much of a list as a ledger needs: things are added at its end, and never removed.

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

    def __init__(self, pack: "object" = None, unpack: "object" = None) -> None:
        self._pages: "list" = []  # type: ignore[type-arg]
        self._length = 0
        self._pack = pack
        self._unpack = unpack
        # The page that was unpacked last, and its place.
        self._open: "list" = []  # type: ignore[type-arg]
        self._opened = -1

    def append(self, thing: "object") -> None:
        """Add a thing at the end."""
        if self._length % PAGE == 0:
            if self._pack is not None and self._pages:
                self._pages[-1] = self._pack(self._pages[-1])  # type: ignore[operator]
            self._pages.append([])
        self._pages[-1].append(thing)
        self._length += 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self):  # type: ignore[no-untyped-def]  # noqa: ANN204 - an iterator has no name here
        for place in range(len(self._pages)):
            yield from self._page(place)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204 - a thing, or several
        if isinstance(place, slice):
            return list(self)[place]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError(place)
        return self._page(place // PAGE)[place % PAGE]

    def _page(self, place: int) -> "list":  # type: ignore[type-arg]
        if self._unpack is None or place == len(self._pages) - 1:
            return self._pages[place]  # type: ignore[no-any-return]
        if place != self._opened:
            self._open = self._unpack(self._pages[place])  # type: ignore[operator]
            self._opened = place
        return self._open
