"""What the table does when even its own report fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players import broken_firmware, players

if TYPE_CHECKING:
    from pathlib import Path


def test_a_table_without_memory_for_its_report_starts_again_all_the_same(tmp_path: Path) -> None:
    """Never a silent prompt: anyone who sits there needs points, not the reason."""
    change = """
from device.outputs import session_alarms
import device.app
def full(*_):
    raise MemoryError("planted")
if __import__("os").listdir().count("once") == 0:
    with open("once", "w") as file:
        file.write("")
    device.app.write_fault = full
    plain = session_alarms.hours_minutes_seconds
    session_alarms.hours_minutes_seconds = lambda seconds: full() if seconds >= 3 else plain(seconds)
"""
    with players(firmware=broken_firmware(tmp_path / "firmware", change)) as people:
        people.press("dice, 2 riichi")
        people.virtual.wait(6000)
        assert [why for _, why in people.virtual.restarts] == ["reset"]
        assert people.state()["riichi"] == [2]
