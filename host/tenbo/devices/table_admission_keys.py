"""The keys of a hall's tables: who has one may put a device at this table, over a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class TableKeys(NamedTuple):
    """The name under which a device keeps such a key, and the table of each key. New codes have a new name."""

    hall: str
    tables: Mapping[str, int]


NO_TABLE_KEYS = TableKeys("", {})
