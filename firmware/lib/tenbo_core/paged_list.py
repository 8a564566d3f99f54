"""A list that grows by pages: a Pico's crowded heap has no room for one long piece.

Full pages may be packed; then what is asked for is picked out of its page, one thing at a time.
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
    >>> packed = Pages(lambda page: bytes(page), lambda page, place: page[place])
    >>> packed.begin([bytes(range(16)), bytes(range(16, 20))], 20)
    >>> for number in range(20, 40):
    ...     packed.append(number)
    >>> packed[0], packed[17], packed[39], list(packed) == list(pages)
    (0, 17, 39, True)
    """

    def __init__(
        self, pack: "Callable[[list[Any]], bytes] | None" = None, pick: "Callable[[bytes, int], Any] | None" = None
    ) -> None:
        self._pages: "list[Any]" = []
        self._length = 0
        self._pack = pack
        self._pick = pick

    def begin(self, packed: "list[bytes]", length: int) -> None:
        """Begin with pages that are packed already; only the last may not be full."""
        self._pages = list(packed)
        self._length = length

    def append(self, thing: "object") -> None:
        """Add a thing at the end."""
        count = self._length % PAGE
        last = self._pages[-1] if self._pages else []
        if count == 0:
            if self._pack is not None and isinstance(last, list) and last:
                self._pages[-1] = self._pack(last)
            self._pages.append([thing])
        elif isinstance(last, list):
            last.append(thing)
        else:
            self._pages[-1] = [self[self._length - count + place] for place in range(count)] + [thing]
        self._length += 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> "Iterator[Any]":
        for place in range(self._length):
            yield self[place]

    def __getitem__(self, place: "int | slice[Any, Any, Any]") -> "Any":
        if isinstance(place, slice):
            return list(self)[place]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError(place)
        page = self._pages[place // PAGE]
        if isinstance(page, list):
            return page[place % PAGE]
        assert self._pick is not None
        return self._pick(page, place % PAGE)

    def page_of(self, place: int) -> "bytes | None":
        """Return the packed page that holds a thing, or None while it is not packed."""
        page = self._pages[place // PAGE]
        return None if isinstance(page, list) else page
