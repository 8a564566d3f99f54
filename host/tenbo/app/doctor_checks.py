"""Checks of a host's surroundings for `tenbo doctor`: clock, address, Wi-Fi, database, other hosts."""

from __future__ import annotations

import configparser
import errno
import socket
import time
from typing import TYPE_CHECKING

from tenbo.app import config
from tenbo.app.provisioning.computer_setup import active_network_connections
from tenbo.cluster.desk_database import check_driver_installed, open_readonly, read_database_url
from tenbo.store.stream_replicas import PREFIX as COPIED
from tenbo.validation.plural_rules import english_plural
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tenbo.client.local_service_client import LocalServiceClient

    # Whether a check passed, and its sentence.
    Seen = tuple[bool, str]

# Two looks at one clock part by less.
MOST_AHEAD_MS = 60_000
# The placeholder of the password until the computer has made one (deploy/user-data).
TO_MAKE = "@PSK@"
# What is in doubt between hosts and no harm to what is stored, but heard or read wrong at a table.
TO_DO = ("clock", "network", "away")


def load_machine_settings() -> tuple[config.Config | None, list[Seen]]:
    """Return the settings of a computer that was set up, or None; and their fault."""
    path = config.MACHINE_SETTINGS
    try:
        if path.is_file():
            return config.load_config(path), []
    except TenboError as error:
        return None, [(False, f"{error.message}; the service cannot start with these settings")]
    except OSError:
        # A user who may not read them gets that finding with the unit.
        pass
    return None, []


def check_system_clock(store: Path, now_ms: int | None = None) -> Iterator[Seen]:
    """Compare the time of day with that of the newest event: without a battery a clock begins long ago."""
    now = int(time.time() * 1000) if now_ms is None else now_ms
    try:
        with open_readonly(store) as kept:
            heads = {name: head.seq for name, head in kept.heads().items() if not name.startswith(COPIED)}
            rows = [kept.row(name, seq) for name, seq in heads.items()]
    except TenboError:
        return
    ahead = max((row.ts_ms for row in rows if row is not None), default=now) - now
    if ahead > MOST_AHEAD_MS:
        text = f"this computer's clock is {ahead // 1000} s behind the newest stored event"
        yield False, f"{text}: set it with timedatectl set-time 'YYYY-MM-DD HH:MM:SS'"
    elif rows:
        yield True, "this computer's clock is not behind the stored events"


def check_listen_address(settings: config.Config) -> Iterator[Seen]:
    """See, while no service runs, whether another program has the address at which ours is to answer."""
    where, port = settings.listen
    family = socket.AF_INET6 if ":" in where else socket.AF_INET
    try:
        with socket.create_server((where.strip("[]"), port), family=family):
            yield True, f"port {port} is free for the service"
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"another program uses port {port}, so the service cannot listen on it"
            yield (
                False,
                f"{text}: find that program with ss -ltnp and end it, or change listen in {config.MACHINE_SETTINGS}",
            )
        else:
            text = f"this computer cannot listen on {where}:{port} ({error.strerror})"
            yield False, f"{text}: change listen in {config.MACHINE_SETTINGS}"


def check_access_points(root: Path) -> Iterator[Seen]:
    """See whether each Wi-Fi that this computer is to make is on; nothing where it is to make none."""
    try:
        files = sorted((root / "etc/NetworkManager/system-connections").glob("*.nmconnection"))
        settings_by_file = {file: _ini(file.read_text("utf-8")) for file in files}
    except OSError:
        return
    for file, settings in settings_by_file.items():
        if settings.get("wifi", "mode", fallback="") != "ap":
            continue
        name = settings.get("connection", "id", fallback=file.stem)
        if settings.get("wifi-security", "psk", fallback="") == TO_MAKE:
            yield False, f"the Wi-Fi {name} has no password yet: replace {TO_MAKE} with one in {file}"
        elif (on := active_network_connections()) is None:
            yield False, f"NetworkManager, which provides the Wi-Fi {name}, is missing: apt-get install network-manager"
        elif name not in on:
            yield False, f"the Wi-Fi {name} is off: nmcli connection up {name} turns it on or shows the reason"
        else:
            yield True, f"the Wi-Fi {name} is on"


def _ini(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error:
        parser.clear()
    return parser


def check_database(settings: config.Config | None, store: Path) -> Iterator[Seen]:
    """Check the desk's database: the one in which this desk collects, or those to which this host uploads."""
    urls = list(settings.desk) if settings else []
    try:
        urls += [url] if (url := (settings.database if settings else "") or read_database_url(store)) else []
        if urls:
            check_driver_installed()
    except TenboError as error:
        yield False, error.message
        return
    if urls:
        from tenbo.app.provisioning import database_health  # noqa: PLC0415 - optional package

        for url in urls:
            yield from database_health.health_report(url)


def check_standby(data: Path) -> Iterator[Seen]:
    """Look at the copy of the desk's server that this computer keeps; nothing where it keeps none."""
    if (data / "PG_VERSION").exists():
        from tenbo.app.provisioning import database_health  # noqa: PLC0415 - same

        yield database_health.standby_report(data)


def check_hosts(service: LocalServiceClient) -> Iterator[Seen]:
    """Report the state of the other hosts that the service follows, and the conflicts between them."""
    answer = service.get("/v1/hosts")
    for host in answer["hosts"]:
        if host["state"] == "met":
            tables = english_plural(host["tables"], "{} table", "{} tables")
            yield True, f"host {host['host']} is connected, with {tables}"
    for doubt in answer["doubts"]:
        fine = not doubt["serious"] and doubt["kind"] not in TO_DO
        yield fine, f"{doubt['text']}: {doubt['remedy']}"
