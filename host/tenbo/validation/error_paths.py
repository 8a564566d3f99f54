"""Where an error is in what was given: a part that is read alone names its own field, the whole names the way to it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


def error_within(error: TenboError, owner: str) -> TenboError:
    """Return the same error with its place inside of `owner`.

    >>> from tenbo_core.errors import Malformed
    >>> error_within(Malformed("bad_seat", "there is no seat 9", "seat"), "events[1]").at
    'events[1].seat'
    """
    at = f"{owner}.{error.at}" if error.at else owner
    return type(error)(error.code, error.message, at, error.template, *error.values)


@contextmanager
def errors_within(owner: str, names: Collection[str] | None = None, *, missing: bool = False) -> Iterator[None]:
    """Raise the errors of a block with their place inside of `owner`.

    With `names` only those about one of these fields, and those about a `missing` one: an act may be refused for what
    stands beside its fields, too.
    """
    try:
        yield
    except TenboError as error:
        if names is None or is_about(error, names, missing=missing):
            raise error_within(error, owner) from None
        raise


def is_about(error: TenboError, names: Collection[str], *, missing: bool) -> bool:
    """Return whether an error is about one of these fields, or a part of it, or about a `missing` one.

    >>> from tenbo_core.errors import Malformed
    >>> is_about(Malformed("bad_seat", "there is no seat 9", "wins[0].seat"), ("wins",), missing=False)
    True
    """
    first = error.at.partition(".")[0].partition("[")[0]
    return first in names or (missing and error.code == "missing_field")
