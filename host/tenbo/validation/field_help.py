"""What Python's help says of the fields of a named tuple, in place of `Alias for field number 3`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

INTERNAL = "Internal: it may change with any release."


def explain_fields(named_tuple: type, texts: Mapping[str, str]) -> None:
    """Set the texts of the fields in help; a field without one is internal, and types are shown as they are written.

    >>> from typing import NamedTuple
    >>> class Point(NamedTuple):
    ...     x: int
    ...     code: int
    >>> explain_fields(Point, {"x": "The distance to the right."})
    >>> Point.x.__doc__, Point.code.__doc__
    ('The distance to the right.', 'Internal: it may change with any release.')
    """
    made = named_tuple.__new__
    for name in named_tuple.__annotations__:
        getattr(named_tuple, name).__doc__ = texts.get(name, INTERNAL)
        # Names of types that only a type checker imports are kept as `ForwardRef('int')`.
        written = made.__annotations__[name]
        made.__annotations__[name] = getattr(written, "__forward_arg__", written)
