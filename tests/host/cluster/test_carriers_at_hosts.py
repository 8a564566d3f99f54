"""How the tables of another host are connected: the desk shows what their own host says."""

from __future__ import annotations

import pytest

from dialled_tables import DialledTable
from host.cluster.fake_table_hosts import RunningHost, wait_until
from tenbo.simulator.fake_tables import FakeTables


@pytest.mark.thorough("two services and a table for seconds")
def test_a_desk_shows_the_carrier_of_a_table_at_another_host(tmp_path):
    """Also after the table has come back by another one; it was said to be on USB."""
    red = RunningHost(tmp_path / "red", "red", listen_tables=("127.0.0.1", 0)).begin()
    desk = RunningHost(tmp_path / "desk", "desk", follow=[red.followed_as]).begin()
    with FakeTables(tmp_path, 0) as paper:
        table = DialledTable(tmp_path / "t", "e6600000000000a3", red.service.server.lines.address, carrier="tcp")
        keys = red.service.access.table_keys()
        table.keys = {keys.hall: next(key for key, number in keys.tables.items() if number == 3)}
        paper.tables.append(table)

        def shown():
            views = [*desk.hall.tables.tables(), *desk.hall.tables.unassigned_devices()]
            mine = [one for one in views if one["device"] == table.device]
            # A table that is away has no port.
            return [(one.get("carrier"), one.get("port", "").split(":")[0]) for one in mine]

        try:
            table.plug()
            wait_until(lambda: shown() == [("tcp", "red tcp 127.0.0.1")])
            table.pull()
            table.carrier, table.address = "websocket", red.service.server.url
            table.plug()
            wait_until(lambda: shown() == [("websocket", "red websocket 127.0.0.1")])
        finally:
            desk.end()
            red.end()
