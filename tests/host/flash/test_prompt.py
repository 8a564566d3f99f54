"""The way from the running firmware to its prompt, tried on the real firmware."""

from __future__ import annotations

import pytest

from compiled_firmware import compiled_firmware
from tenbo.cli import main
from tenbo.flash.prompt import hello_of, leave_firmware
from tenbo.virtual import VirtualTable
from tenbo.virtual.table import TableDied


def test_a_table_says_who_it_is_and_leaves_for_the_prompt():
    """It is asked, answers, and is gone: the files can be written then."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        assert hello_of(table.port).id == "e66138528343a02f"
        assert leave_firmware(table.port).firmware
        with pytest.raises(TableDied, match="left for the MicroPython prompt"):
            table.wait(5000)


def test_a_check_says_who_is_up_to_date(capsys, tmp_path):
    """Before a tournament, without changing anything."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        assert main(["flash", "--check", "--port", table.port, "--store", str(tmp_path / "hall.db")]) == 0
        assert "e66138528343a02f, firmware" in capsys.readouterr().out
    assert main(["flash", "--check", "--port", str(tmp_path / "none"), "--store", str(tmp_path / "hall.db")]) == 1
    assert "there is no port" in capsys.readouterr().err
