"""The host's end of the table's service UART, as a byte stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenbo.simulator.table_process import TableProcess

# Device time that passes between two looks at the line.
STEP_MS = 5
# The device's receive buffer holds 256 bytes; more at once would be lost.
PORTION = 128


class ServiceUart:
    """Bytes in and out. Reading lets device time pass, whether it is frozen or follows the wall clock."""

    def __init__(self, table: TableProcess) -> None:
        self._table = table

    def write(self, data: bytes) -> int:
        """Send bytes to the device."""
        for start in range(0, len(data), PORTION):
            self._table.send_order(f"uart {data[start : start + PORTION].hex()}")
            self._table.wait(STEP_MS)
        return len(data)

    def read(self, timeout_ms: int = 1000) -> bytes:
        """Return the bytes that came, or wait for some, at most so long in device time."""
        for _ in range(max(1, timeout_ms // STEP_MS)):
            data = self._table.read_service_output()
            if data:
                return data
            self._table.wait(STEP_MS)
        return self._table.read_service_output()
