"""The power fails while a spare device takes a ledger over."""

from __future__ import annotations

from itertools import count

import pytest

from compiled_firmware import compiled_firmware
from rings import mostly_thorough
from tenbo.devices.table_client import TableClient, query_state
from tenbo.simulator import VirtualTable
from tenbo_core.errors import LinkFault, Refused


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    "operations", mostly_thorough([1, 2, 4, 7, 11, 16, 22, 30], "power cuts at many moments", inner=[4])
)
def test_a_power_cut_during_the_handover_leaves_one_whole_ledger(operations):
    """The old ledger or the new one, never half of each, wherever the flash was interrupted."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True) as table:
        asker = TableClient(table.service, first=100)
        asker.ask("do", "start", 4, "alarm")
        asker.ask("restore", "abcd.1")
        asker.ask("ledger_event", 40, "start", 4, 5, "ema-2016")
        asker.ask("ledger_event", 41, "hand", 4, 9)
        table.cut_power_after(operations)
        # An impatient asker: its clock goes half a second with every look.
        asker = TableClient(table.service, first=150, clock=count(0, 0.5).__next__)
        try:
            asker.ask("ledger_commit", 41)
            table.wait(3000)
        except (LinkFault, Refused):
            pass
        table.cut_power()
        table.power_on()
        found = query_state(TableClient(table.service, first=200))
        assert (found["n"], found["phase"]) in ((0, "between"), (41, "playing"))
        TableClient(table.service, first=300).ask(
            "do", "hand" if found["n"] == 0 else "riichi", 4, *([] if found["n"] == 0 else [2])
        )
        table.cut_power()
        table.power_on()
        assert query_state(TableClient(table.service, first=400))["n"] == found["n"] + 1
