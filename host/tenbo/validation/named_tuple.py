"""`typing.NamedTuple` without `typing`, which alone costs a third of a first score; type checkers see the original.

What a first score imports imports neither `typing` nor `re`: `TYPE_CHECKING` is a plain name there, which type checkers
take to be true.
"""

from __future__ import annotations

from collections import namedtuple

__all__ = ["NamedTuple"]

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    # What a class body has of its own, besides fields, methods and texts.
    OF_THE_BODY = ("__module__", "__annotations__")

    class _Fields(type):
        """Makes a tuple with names out of a class body: the fields with their defaults, then the methods."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            kinds = body["__annotations__"]
            defaults = [body[field] for field in kinds if field in body]
            made = namedtuple(name, kinds, defaults=defaults, module=body["__module__"])  # noqa: PYI024
            made.__annotations__ = made.__new__.__annotations__ = kinds
            for key, value in body.items():
                if key not in kinds and key not in OF_THE_BODY:
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Fields):
        """A class that names it has a tuple's fields, each with its type, and methods.

        >>> class Pair(NamedTuple):
        ...     first: int
        ...     second: int = 2
        ...     def sum(self) -> int:
        ...         return self.first + self.second
        >>> Pair(1), Pair(1).sum(), Pair.__annotations__
        (Pair(first=1, second=2), 3, {'first': 'int', 'second': 'int'})
        """
