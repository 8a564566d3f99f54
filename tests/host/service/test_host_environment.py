"""What the doctor says of a computer's clock, its port, its Wi-Fi and its settings: each wrong once, from outside."""

from __future__ import annotations

import shutil
import socket
import time

import pytest

from host.service.test_setup import here as here_fixture
from host.service.test_setup import image as image_fixture
from tenbo.store import Entry, SqliteStore

image, here = image_fixture, here_fixture
pytestmark = [
    pytest.mark.thorough("computers that are wrong in many ways"),
    pytest.mark.skipif(shutil.which("systemctl") is None, reason="systemd is not installed (apt-get install systemd)"),
]
WIFI = "[connection]\nid=hall\ntype=wifi\n\n[wifi]\nmode=ap\nssid=hall\n\n[wifi-security]\npsk={}\n"
# Tells which connections are on: those whose names stand in the file beside it.
NMCLI = '#!/bin/sh\ncat "$(dirname "$0")/on"\n'
HOUR_MS = 3_600_000


def lines(said, mark):
    """Return the lines of the doctor that have a mark."""
    return [line[4:] for line in said.splitlines() if line.startswith(f"{mark}  ")]


def test_a_clock_that_stands_before_what_is_stored_is_told(here, tmp_path):
    """A Raspberry Pi has no battery: without the internet its day begins long ago."""
    run, _ = here
    store = tmp_path / "hall.db"
    with SqliteStore(store, clock=lambda: int(time.time() * 1000)) as kept:
        kept.append([Entry("table/a", 0, "start", "{}")])
    assert "this computer's clock is not behind the stored events" in lines(run(f"doctor --store {store}"), "ok")
    with SqliteStore(store, clock=lambda: int(time.time() * 1000) + HOUR_MS) as kept:
        kept.append([Entry("table/a", 1, "hand", "{}")])
    (told,) = [line for line in lines(run(f"doctor --store {store}"), "!!") if "clock is" in line]
    assert told.endswith("behind the newest stored event: set it with timedatectl set-time 'YYYY-MM-DD HH:MM:SS'")
    assert 3500 <= int(told.split()[4]) <= 3600


def test_what_another_host_has_stored_says_nothing_of_the_clock_here(here, tmp_path):
    """Its clock may be the one that is wrong: the desk compares them, and says which."""
    run, _ = here
    store, later = tmp_path / "hall.db", int(time.time() * 1000) + HOUR_MS
    with SqliteStore(tmp_path / "red.db", clock=lambda: later) as red, SqliteStore(store) as kept:
        kept.store_replica_rows("red", red.append([Entry("table/a", 0, "start", "{}")]))
    assert not [line for line in lines(run(f"doctor --store {store}"), "!!") if "clock is" in line]


def test_a_port_that_another_program_has_is_told_with_what_finds_it(here, tmp_path):
    """The service would begin again every second, and say so in a log that no one reads."""
    run, _ = here
    look = f"doctor --store {tmp_path / 'hall.db'}"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        run(f"setup host --name red --listen 127.0.0.1:{port}")
        (told,) = [line for line in lines(run(look), "!!") if f"port {port}" in line]
        assert told == (
            f"another program uses port {port}, so the service cannot listen on it: find that program with "
            "ss -ltnp and end it, or change listen in /etc/tenbo.toml"
        )
    assert f"port {port} is free for the service" in lines(run(look), "ok")


def test_an_address_that_is_not_this_computer_s_is_told(here, image, tmp_path):
    """The router has given another one since."""
    run, _ = here
    run("setup host --name red --listen 192.0.2.7:8484")
    (told,) = [line for line in lines(run(f"doctor --store {tmp_path / 'hall.db'}"), "!!") if "192.0.2.7" in line]
    assert told.startswith("this computer cannot listen on 192.0.2.7:8484 (")
    assert told.endswith("): change listen in /etc/tenbo.toml")


def test_settings_that_the_service_does_not_start_with_are_told(here, image, tmp_path):
    """Someone has edited them by hand."""
    run, _ = here
    run("setup host --name red")
    with (image / "etc/tenbo.toml").open("a") as settings:
        settings.write("lisen = 1\n")
    (told,) = [line for line in lines(run(f"doctor --store {tmp_path / 'hall.db'}"), "!!") if "lisen" in line]
    assert told.startswith("/etc/tenbo.toml has the unknown key")
    assert told.endswith("the service cannot start with these settings")


def test_the_hall_s_wifi_is_looked_at_where_this_computer_makes_it(here, image, tmp_path):
    """Phones find nothing, and no one at the tables sees why."""
    run, heard = here
    look = f"doctor --store {tmp_path / 'hall.db'}"
    assert "Wi-Fi" not in run(look)
    folder = image / "etc/NetworkManager/system-connections"
    folder.mkdir(parents=True)
    (folder / "home.nmconnection").write_text("[connection]\nid=home\n\n[wifi]\nmode=infrastructure\n")
    assert "Wi-Fi" not in run(look)

    (folder / "hall.nmconnection").write_text(WIFI.format("@PSK@"))
    assert any(
        line.startswith("the Wi-Fi hall has no password yet: replace @PSK@ with one in")
        for line in lines(run(look), "!!")
    )
    (folder / "hall.nmconnection").write_text(WIFI.format("a-password"))
    if shutil.which("nmcli") is None:
        assert ("NetworkManager, which provides the Wi-Fi hall, is missing: apt-get install network-manager") in lines(
            run(look), "!!"
        )
    nmcli, on = heard.parent / "programs/nmcli", heard.parent / "programs/on"
    nmcli.write_text(NMCLI)
    nmcli.chmod(0o755)
    on.write_text("Wired connection 1\n")
    assert "the Wi-Fi hall is off: nmcli connection up hall turns it on or shows the reason" in lines(run(look), "!!")
    on.write_text("Wired connection 1\nhall\n")
    assert "the Wi-Fi hall is on" in lines(run(look), "ok")
