"""One change that a running service reports."""

# No postponed annotations: help shows the types of a named tuple as they are here.

from typing import Any, NamedTuple


class Change(NamedTuple):
    """One change that a service reports; `Client.follow` yields it.

    >>> import tenbo
    >>> change = tenbo.Change(1764000000000, "desk", {"kind": "lock"})
    >>> change.kind, change.data["kind"]
    ('desk', 'lock')
    """

    number: int
    kind: str
    data: dict[str, Any]

    def __dir__(self) -> list[str]:
        """List the fields, without the methods of every tuple."""
        return [*self._fields]


Change.number.__doc__ = "The number of the change, for `Client.follow(after=...)`."
Change.kind.__doc__ = "`event` at a table, `desk` for a record, `port`, ...; see docs/api.md."
Change.data.__doc__ = "What has changed, as docs/api.md shows it."
