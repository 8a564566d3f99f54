"""What other threads read of a station: one immutable snapshot, which the station publishes as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tenbo.devices.follower import PlayerPick
    from tenbo.devices.hello import Hello
    from tenbo_core.table import Table


class RefereeCall(NamedTuple):
    """A seat that calls the referee, the host's monotonic milliseconds of its call, and who has answered, or ""."""

    seat: int
    since_ms: int
    answered_by: str


@dataclass(frozen=True, slots=True)
class StationSnapshot:
    """A station and the table behind it at one moment.

    All fields belong together: the number `last` is that of the event after which the `table` is. A reader takes
    `station.snapshot` once and reads everything from it. The `table` is the result of a fold, which makes a new table
    for each event and changes none.
    """

    state: str
    why: str
    # Since when the state is what it is, and when the device was heard last, by the host's monotonic milliseconds.
    since_ms: int
    heard_ms: int | None = None
    # The table's identity, or the one that it had before its cable was pulled.
    hello: Hello | None = None
    # Whether the device has proved its id, so that no other device with this id is let in.
    holds_device_id: bool = False
    last: int = -1
    table: Table | None = None
    # Whether a hand of the game was begun.
    has_hands: bool = False
    # The last event that a device has which once had more; and the event that was reported with two contents.
    rewound: int | None = None
    fork: int | None = None
    calls: tuple[RefereeCall, ...] = ()
    seats_away: frozenset[int] = frozenset()
    fault_count: int = 0
    damaged_lines: int = 0
    # Since when its line is open, or was before it ended.
    opened_ms: int | None = None
    # What a table without a cable has said last: its radio's signal in dBm, and its battery in per cent.
    signal: int | None = None
    # What seats have asked that is left to the desk, each with its moment.
    picks: tuple[tuple[PlayerPick, int], ...] = ()
    battery: int | None = None

    @property
    def calling(self) -> list[int]:
        """Return the seats that call the referee."""
        return [call.seat for call in self.calls]

    def seconds_since_heard(self, now_ms: int) -> int | None:
        """Return the seconds since the device's last message; None before its first one."""
        return None if self.heard_ms is None else (now_ms - self.heard_ms) // 1000
