"""The doctor says what is wrong and what to do, with the service and without."""

from __future__ import annotations

import importlib.util

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app import doctor
from tenbo.app.doctor import PACKAGES, check_packages
from tenbo.cli.dispatch import main
from tenbo.devices import table_client
from tenbo.simulator import VirtualTable


def said(capsys, *words):
    """Run the doctor and give its status and its lines."""
    status = main(["doctor", *map(str, words)])
    return status, capsys.readouterr().out.splitlines()


def test_each_optional_package_is_installed_or_not_with_what_needs_it(monkeypatch):
    """What is missing names the command that installs it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name == "uvicorn" else None)
    first, *others = [one.text for one in check_packages()]
    assert first == "uvicorn is installed"
    assert len(others) == len(PACKAGES) - 1
    assert all(" is not installed; " in text and "pip install" in text for text in others)


def test_a_simulated_table_is_recognised(capsys, tmp_path):
    """As a real one: by its hello."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        _, lines = said(capsys, "--port", table.port, "--store", tmp_path / "hall.db")
    who, feels = [line for line in lines if table.port in line]
    assert who.startswith("ok  ")
    assert "table device e66138528343a02f" in who
    assert feels.startswith(f"ok  {table.port}: supply 5.")
    assert "started 1 time" in feels


def test_what_a_table_suffers_from_is_said_with_what_to_do(capsys, tmp_path):
    """Without the service, as the builder has it on the bench."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        table.unplug_seat(2)
        table.set_analog_input("V5_SENSE", 4310 * 65535 // 6600)
        table.wait(2000)
        status, lines = said(capsys, "--port", table.port, "--store", tmp_path / "hall.db")
    assert status == 1
    assert f"!!  {table.port}: no box found at seat 2 (West in the first hand): check its cable" in lines
    assert f"!!  {table.port}: the supply voltage is only 4.31 V: use another power supply or cable" in lines


def test_a_crushed_lead_darkens_one_seat_and_is_told_from_one_that_is_pulled(capsys, tmp_path):
    """Data shorted to ground at North, a display that lost its lead at East: the other seats are well and not named."""
    with VirtualTable() as table:
        table.hold_wire(3, "sda", "unplug")
        table.set_chip_muted(0, "display")
        table.wait(3000)
        status, lines = said(capsys, "--port", table.port, "--store", tmp_path / "hall.db")
        asker = table_client.TableClient(table.service)
        health = {name: value for _, _, name, value in asker.ask("health")}
        table.press(1, "back")
        table.wait(200)
        assert table_client.query_view(asker, 1)["screen"] != table_client.query_view(asker, 2)["screen"]
    assert status == 1
    assert health["seats"] == [True, True, True, False]
    assert health["held"] == [False, False, False, True]
    assert health["displays"] == [False, True, True, False]
    assert [line for line in lines if table.port in line and "seat" in line] == [
        f"!!  {table.port}: no display found at seat 0 (East in the first hand): check the lead inside its box",
        f"!!  {table.port}: no box found at seat 3 (North in the first hand) and its data line is held low: "
        "the lead is crushed or a chip is stuck; try another lead",
    ]


def test_four_dark_seats_are_one_fault(capsys, tmp_path):
    """Not four leads at once: what the four have in common is named first."""
    with VirtualTable() as table:
        for seat in range(4):
            table.unplug_seat(seat)
        table.wait(2000)
        _, lines = said(capsys, "--port", table.port, "--store", tmp_path / "hall.db")
    assert [line for line in lines if "no box" in line] == [
        f"!!  {table.port}: no box found at any seat: check the seats' power supply and the four leads"
    ]


def test_a_port_that_is_not_there_is_named(capsys, tmp_path):
    """With what to do."""
    status, lines = said(capsys, "--port", tmp_path / "nothing", "--store", tmp_path / "hall.db")
    assert status == 1
    assert any(line.startswith("!!  there is no port") for line in lines)


def test_the_service_is_asked_when_it_has_the_ports(running, capsys):
    """The doctor takes no one's port away."""
    with running(2) as run:
        _, lines = said(capsys, "--store", run.store)
        assert any(line.startswith("ok  the service answers at") for line in lines)
        assert "ok  table 1: following" in lines
        assert "ok  table 1: supply 5.02 V, 71 KB free, started 4 times" in lines
        run.paper.tables[0].pull()
        run.paper.tables[1].fingerprint = 1


def test_the_rule_is_printed(capsys):
    """To be put where udev looks."""
    status, lines = said(capsys, "--rule")
    assert status == 0
    assert any('ATTRS{idVendor}=="2e8a"' in line for line in lines)


@pytest.mark.parametrize(("user", "fine"), [(0, True), (1000, False)])
def test_a_missing_rule_is_a_task_for_those_who_need_it_and_no_task_for_root(monkeypatch, user, fine):
    """What is marked ok asks for nothing."""
    monkeypatch.setattr(doctor, "RULES", ("/nonexistent/70-tenbo.rules",))
    monkeypatch.setattr(doctor.shutil, "which", lambda _: None)
    monkeypatch.setattr(doctor.os, "geteuid", lambda: user)
    (found,) = doctor.check_udev_rule(linux=True)
    assert found.fine == fine
    assert ("install" in found.text) != fine


def test_the_service_asks_its_tables_how_they_feel(running, capsys):
    """A referee sees which table needs someone before its players do."""
    with running(2) as run:
        run.paper.tables[1].health_fields = {"starts": [3, 2, 0], "journal_damage": 1}
        well, sick = (run.hall.repository.tournament.numbers[table.device] for table in run.paper.tables)
        assert run.client.get(f"/v1/tables/{well}/health")["complaints"] == []
        # A page says each in the reader's language: by its code, and the values in it.
        told = run.client.get(f"/v1/tables/{sick}/health")
        assert [(one["reason"], one["params"]) for one in told["reasons"]] == [
            ("journal_was_damaged", {}),
            ("restarts_by_itself", {"count": 2}),
        ]
        assert len(told["complaints"]) == 2
        status, lines = said(capsys, "--store", run.store)
        assert status == 1
        assert f"!!  table {sick}: it has restarted by itself 2 times: please report this" in lines
        assert (
            f"!!  table {sick}: its journal was damaged: compare its scores with the game on its page (tenbo log)"
            in lines
        )
