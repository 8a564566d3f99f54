"""A list that grows by pages: a Pico's crowded heap has no room for one long piece."""

PAGE = 16


class Pages:
    """As much of a list as a ledger needs: things are added at its end, and never removed.

    >>> pages = Pages()
    >>> for number in range(40):
    ...     pages.append(number)
    >>> pages[0], pages[39], pages[-1], pages[37:], len(pages)
    (0, 39, 39, [37, 38, 39], 40)
    """

    def __init__(self) -> None:
        self._pages: "list[list]" = []  # type: ignore[type-arg]
        self._length = 0

    def append(self, thing: "object") -> None:
        """Add a thing at the end."""
        if self._length % PAGE == 0:
            self._pages.append([])
        self._pages[-1].append(thing)
        self._length += 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self):  # type: ignore[no-untyped-def]  # noqa: ANN204 - an iterator has no name here
        for page in self._pages:
            yield from page

    def __getitem__(self, place):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204 - a thing, or several
        if isinstance(place, slice):
            return list(self)[place]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError(place)
        return self._pages[place // PAGE][place % PAGE]
