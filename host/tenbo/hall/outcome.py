"""The outcome of a use case: its answer, and the desk's records that it has made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.tournament.records import DeskRecord


class Outcome(NamedTuple):
    """What the author of a change learns of it."""

    answer: dict[str, Any]
    records: Sequence[DeskRecord] = ()
