"""The result of a change: the answer to its author, and the records that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.tournament.record_schema import DeskRecord


class ChangeResult(NamedTuple):
    """What the author of a change learns of it."""

    answer: dict[str, Any]
    records: Sequence[DeskRecord] = ()
