"""A base class for small values: their list of fields gives equality, a printed form and the order on the wire."""

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Self


class ValueObject:
    """Base of the core's values; a subclass names its FIELDS and sets them in `__init__`.

    A record is never changed: `changed` makes a new one.
    """

    FIELDS: "tuple[str, ...]" = ()

    def as_list(self) -> "list[object]":
        """Return the values in the order of FIELDS, as on the wire."""
        return [getattr(self, name) for name in self.FIELDS]

    def changed(self, **changes: "object") -> "Self":
        """Return a record that differs in some fields.

        >>> from tenbo_core.clock import Session
        >>> session = Session(start=60, length=5400, signal=900)
        >>> session.changed(length=6000).length
        6000
        """
        values = {name: getattr(self, name) for name in self.FIELDS}
        values.update(changes)
        return type(self)(**values)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.as_list() == other.as_list()

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.FIELDS])
        return f"{type(self).__name__}({inside})"
