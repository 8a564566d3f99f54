"""Tables learn the Wi-Fi on their cable, and change between cable and air without losing or doubling an event."""

from __future__ import annotations

import io

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.devices.local_station import LocalStation
from tenbo.devices.table_client import TableClient
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator import VirtualTable
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store import verify
from tenbo.store.ledgers import event_of, stream_of
from tenbo_core.errors import Refused

from .conftest import serve, wait_until
from .test_dialled_tables import hall  # noqa: F401 - a fixture

PASSWORD = "riichi-riichi"


def test_the_password_is_asked_for_and_stands_nowhere(tmp_path, monkeypatch, capsys):
    """Neither among the arguments, nor in the log, nor in what is printed."""
    with FakeTables(tmp_path, 1) as paper, serve(tmp_path, paper) as run:
        words = ["tables", "--store", str(run.store), "--wifi", "1", "--wifi-name", "hall"]
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
        said, inner = [], LocalStation.ask
        monkeypatch.setattr(
            LocalStation, "ask", lambda station, *words: (said.append(words), inner(station, *words))[1]
        )
        assert main([*words, "--wifi-address", "192.168.8.2"]) == 0
        assert said == [("wifi", "hall", PASSWORD, "192.168.8.2")]
        assert main([*words, "--wifi-password", PASSWORD]) == 2
        assert main(["tables", "--store", str(run.store), "--wifi", "1"]) == 1
        printed = capsys.readouterr()
        assert "the settings contain no Wi-Fi network" in printed.err
        assert "has stored the Wi-Fi hall" in run.log.getvalue()
        assert PASSWORD not in run.log.getvalue() + printed.out + printed.err


def test_a_table_that_has_dialled_is_given_no_wifi(hall):  # noqa: F811 - the fixture
    """What is said there is no secret: its password would be read by everyone on the network."""
    hall.table("5f2c", poster=3)
    wait_until(lambda: hall.follows(3))
    with pytest.raises(Refused) as refused:
        hall.hall.wifi.give_wifi(3, "hall", PASSWORD, "", "Ada")
    assert (refused.value.code, refused.value.message.code) == ("not_allowed_now", "wifi_needs_cable")


@pytest.mark.thorough("a radio joins, twice, by the clock on the wall")
def test_a_pico_2_w_changes_its_carrier_and_no_event_is_lost_or_doubled(tmp_path):
    """Enrolled by the command, pulled, put in again and pulled amid a hand; presses meanwhile."""
    with VirtualTable(firmware=compiled_firmware(), chip="RP2350", radio=True) as table:
        config = Config(
            tmp_path / "hall.db", [table.port], search=False, number_new=True,
            listen=("127.0.0.1", 0), listen_tables=("127.0.0.1", 0),
        )  # fmt: skip
        with Service(config, ServiceLog(out=io.StringIO())) as service:

            def carriers():
                return [one["carrier"] for one in service.hall.tables.tables() if one["state"] == "following"]

            def is_proved(carrier):
                return carriers() == [carrier] and all(
                    one.identity.has_proved(one.snapshot.hello)
                    for one in service.hall.fleet.own_stations
                    if one.snapshot.state == "following"
                )

            wait_until(lambda: is_proved("usb"))
            address = "{}:{}".format(*service.server.lines.address)
            client = LocalServiceClient(config.store)
            client.post("/v1/tables/1/wifi", name="hall", password=PASSWORD, address=address)
            wait_until(lambda: len(table.restarts) == 1 and is_proved("usb"))
            asker = TableClient(table.service, 70_000)
            asker.ask("do", "start", 4, "ema-2025")
            asker.ask("do", "hand", 4)
            presses = iter(range(1000))
            for on, carrier in ((False, "tcp"), (True, "usb"), (False, "tcp")):
                table.set_usb_connected(on=on)

                def press_until(done):
                    # A table keeps 600 events, and a quick computer presses more before a radio has joined.
                    for _ in range(150):
                        if done():
                            return
                        asker.ask("do", "penalty", 4, next(presses) % 4, -100, "change")
                    wait_until(done)

                press_until(lambda carrier=carrier: is_proved(carrier))
                client.post("/v1/tables/1/events", event="penalty", fields={"seat": 0, "points": -1000})
            # The start, the dice, the presses and one of the desk for each change: the last has this number.
            last = 2 + next(presses) + 3 - 1

            def stored():
                ledger = service.hall.tables.tables()[0]["ledger"]
                return [event_of(row).plain() for row in service.hall.repository.store.rows(stream_of(ledger))]

            wait_until(lambda: len(stored()) > last)
            assert [event[0] for event in stored()] == list(range(last + 1))
            assert sum(event[1] == "penalty" for event in stored()) == last + 1 - 2
            assert table.faults() == []
        assert verify(config.store).rows
