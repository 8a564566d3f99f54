"""Which of many cases of one test the inner ring plays: those that a change breaks first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def mostly_thorough(cases: Iterable[Any], why: str, *, inner: int | Iterable[Any] = 1, rows: bool = False) -> list[Any]:
    """Return all cases, of which the first ones, or those that are named, are in the inner ring.

    A case is one value or, with `rows`, a tuple of as many values as the test has arguments.
    """
    cases = list(cases)
    first = cases[:inner] if isinstance(inner, int) else list(inner)
    assert all(case in cases for case in first), first
    mark = pytest.mark.thorough(why)
    return [case if case in first else pytest.param(*(case if rows else (case,)), marks=mark) for case in cases]
