"""The way from the running firmware to its prompt, tried on the real firmware."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing

import pytest

from compiled_firmware import compiled_firmware
from tenbo.cli.dispatch import main
from tenbo.cli.support.shared_options import table_authenticator
from tenbo.devices.table_client import TableClient
from tenbo.flash.prompt_session import exit_to_prompt, read_hello
from tenbo.simulator import VirtualTable
from tenbo.simulator.table import TableDied
from tenbo.simulator.usb import TcpCable
from tenbo.store import SqliteStore
from tenbo.store.device_keys import PROVED, DeviceKey
from tenbo.tournament.record_log import TournamentLog, first_tournament_id
from tenbo_core.errors import Refused


def test_a_table_says_who_it_is_and_leaves_for_the_prompt():
    """It is asked, answers, and is gone: the files can be written then."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        assert read_hello(table.port).id == "e66138528343a02f"
        assert exit_to_prompt(table.port).firmware
        with pytest.raises(TableDied, match="the firmware has ended at the MicroPython prompt"):
            table.wait(5000)


def test_a_check_says_who_is_up_to_date(capsys, tmp_path):
    """Before a tournament, without changing anything."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        assert main(["flash", "--check", "--port", table.port, "--store", str(tmp_path / "hall.db")]) == 0
        assert "e66138528343a02f, firmware" in capsys.readouterr().out
    assert main(["flash", "--check", "--port", str(tmp_path / "none"), "--store", str(tmp_path / "hall.db")]) == 1
    assert "there is no port" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["flash"], ["flash", "--back"], ["doctor", "--bench", "east"]])
def test_a_simulated_table_is_no_board_and_keeps_its_port(words, capsys, tmp_path):
    """What writes to a board refuses it before the firmware ends, so that the table plays on."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        assert main([*words, "--port", table.port, "--store", str(tmp_path / "hall.db")]) == 1
        assert "is a simulated table" in capsys.readouterr().err
        table.wait(1000)
        assert read_hello(table.port).id == "e66138528343a02f"


@pytest.mark.parametrize("words", [["flash"], ["flash", "--back"], ["doctor", "--bench", "east"]])
def test_a_simulated_table_without_a_pseudo_terminal_keeps_its_port(words, capsys, tmp_path, monkeypatch):
    """On Windows it is a port of this computer."""
    monkeypatch.setattr("tenbo.simulator.table_process.make_cable", lambda _, room: TcpCable(room))
    with VirtualTable(firmware=compiled_firmware()) as table:
        assert table.port.startswith("socket://")
        assert main([*words, "--port", table.port, "--store", str(tmp_path / "hall.db")]) == 1
        assert "is a simulated table" in capsys.readouterr().err
        table.wait(1000)
        assert read_hello(table.port).id == "e66138528343a02f"


@pytest.mark.thorough("seconds of a processor")
def test_a_table_of_a_hall_leaves_its_firmware_for_who_has_the_store_of_that_hall(tmp_path):
    """The key is in the store; without it nothing is written, and the refusal says what helps."""
    path = tmp_path / "hall.db"
    with closing(SqliteStore(path)) as store:
        TournamentLog(store).record("bind", "desk", device="e66138528343a02f", table=1)
        store.store_device_key("e66138528343a02f", DeviceKey("the-key", PROVED))
        hall = first_tournament_id(store)
    with VirtualTable(firmware=compiled_firmware()) as table:
        TableClient(table.service).ask("key", hall, "the-key")
        for admit in (None, table_authenticator(Namespace(store=tmp_path / "none.db"))):
            with pytest.raises(Refused, match="belongs to a hall: give the store") as refused:
                exit_to_prompt(table.port, admit)
            assert refused.value.code == "not_proved"
        assert exit_to_prompt(table.port, table_authenticator(Namespace(store=path))).firmware
        with pytest.raises(TableDied, match="the firmware has ended at the MicroPython prompt"):
            table.wait(5000)
