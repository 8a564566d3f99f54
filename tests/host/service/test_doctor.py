"""The doctor says what is wrong and what to do, with the service and without."""

from __future__ import annotations

from tenbo.cli import main
from tenbo.virtual import VirtualTable


def said(capsys, *words):
    """Run the doctor and give its status and its lines."""
    status = main(["doctor", *map(str, words)])
    return status, capsys.readouterr().out.splitlines()


def test_a_simulated_table_is_recognised(capsys, tmp_path):
    """As a real one: by its hello."""
    with VirtualTable() as table:
        _, lines = said(capsys, "--port", table.port, "--store", tmp_path / "hall.db")
    (found,) = [line for line in lines if table.port in line]
    assert found.startswith("ok  ")
    assert "table device e66138528343a02f" in found


def test_a_port_that_is_not_there_is_named(capsys, tmp_path):
    """With what to do."""
    status, lines = said(capsys, "--port", tmp_path / "nothing", "--store", tmp_path / "hall.db")
    assert status == 1
    assert any(line.startswith("!!  there is no port") for line in lines)


def test_the_service_is_asked_when_it_has_the_ports(running, capsys):
    """The doctor takes nobody's port away."""
    with running(2) as run:
        _, lines = said(capsys, "--store", run.store)
        assert any(line.startswith("ok  the service answers at") for line in lines)
        assert "ok  table 1: following" in lines
        run.paper.tables[0].pull()
        run.paper.tables[1].fingerprint = 1


def test_the_rule_is_printed(capsys):
    """To be put where udev looks."""
    status, lines = said(capsys, "--rule")
    assert status == 0
    assert any('ATTRS{idVendor}=="2e8a"' in line for line in lines)
