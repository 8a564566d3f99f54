"""The table numbers of devices: the next free one for a new device, and those that the desk sets."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenbo.devices.hello import Hello
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository

# Limit of automatic table numbers; a larger hall assigns its devices itself.
MOST_NUMBERED = 250


class TableNumbers:
    """The numbers by device; with `number_new` a new device gets the next free one. Thread-safe."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter, *, number_new: bool = False) -> None:
        self.number_new = number_new
        self._repository = repository
        self._records = records
        self._lock = threading.Lock()

    def table_number_of(self, device: str) -> int | None:
        """Return the table number of a device, or None."""
        return self._repository.tournament.numbers.get(device)

    def assign_next(self, hello: Hello) -> int | None:
        """Return the next free number for a new device, up to MOST_NUMBERED, if the host assigns numbers."""
        if not self.number_new or not hello.id:
            return None
        with self._lock:
            numbers = self._repository.tournament.numbers
            if hello.id not in numbers and len(numbers) < MOST_NUMBERED:
                number = next(free for free in range(1, MOST_NUMBERED + 1) if free not in set(numbers.values()))
                self._records.record("bind", "host", device=hello.id, table=number)
            return self.table_number_of(hello.id)

    def claim(self, hello: Hello, table: int) -> int | None:
        """Return the number of a device that has come with the key of a table; None if another device has it."""
        with self._lock:
            numbers = self._repository.tournament.numbers
            if hello.id not in numbers and table not in numbers.values():
                self._records.record("bind", "host", device=hello.id, table=table)
            return self.table_number_of(hello.id)

    def set(self, device: str, table: int | None, by: str) -> DeskRecord:
        """Set or remove a device's table number."""
        # Not between the check and the record of `assign_next`, whose number would then count.
        with self._lock:
            return self._records.record("bind", by, device=device, table=table)
