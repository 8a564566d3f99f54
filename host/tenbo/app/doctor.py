"""The checks of `tenbo doctor`: each yields findings, which are fine or name the remedy."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import tenbo_core
from tenbo.app import doctor_checks, usb_kernel_log
from tenbo.app.provisioning.computer_setup import STANDBY, check_setup, is_table_host
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.devices.admission_errors import Incompatible
from tenbo.devices.health import Health, health_summary, health_warnings, parse_health
from tenbo.devices.port_discovery import find_boards
from tenbo.devices.serial_link import SerialLink
from tenbo.devices.table_client import TableClient
from tenbo.flash.prompt_session import LISTEN_MS
from tenbo.store import DATABASE, verify
from tenbo.validation.plural_rules import english_plural
from tenbo_core.errors import LinkFault, Refused, StorageFault, TenboError

if TYPE_CHECKING:
    from collections.abc import Iterator

# The folders of udev rules: ours, and those of the system's packages.
RULES = ("/etc/udev/rules.d/70-tenbo.rules", "/usr/lib/udev/rules.d/70-tenbo.rules", "/lib/udev/rules.d/70-tenbo.rules")
LEAST_FREE_MB = 200
# The packages of each extra, and their purpose.
PACKAGES = (
    ("uvicorn", "hall", "tenbo run"),
    ("mpremote", "flash", "flashing boards"),
    ("gpiozero", "panel", "the referee panel"),
    ("fpdf", "print", "tenbo print"),
    ("paho", "mqtt", "the setting mqtt"),
)


class Finding(NamedTuple):
    """The result of one check: whether it is fine, and a sentence."""

    fine: bool
    text: str


def run_checks(store: Path, named: list[str]) -> Iterator[Finding]:
    """Yield all findings, the cheap checks first."""
    yield Finding(fine=True, text=f"tenbo {tenbo_core.VERSION}, Python {sys.version.split()[0]}, {DATABASE}")
    yield from check_packages()
    yield from check_store_and_space(store)
    yield from (Finding(*found) for found in check_setup(Path("/")))
    service = running_service(store)
    yield Finding(
        fine=True, text=f"the service answers at {service.url}" if service else "no service is running for this store"
    )
    yield from (Finding(*seen) for seen in check_environment(store, service))
    yield from check_udev_rule(Path("/etc/udev/rules.d").exists() and sys.platform == "linux")
    if service is not None:
        yield from check_tables(service, needed=is_table_host(Path("/")))
        # The service has its own ports open; one that it does not know is looked at from here.
        known = {
            table.get("port", "") for table in [*service.get("/v1/tables"), *service.get("/v1/unassigned_devices")]
        }
        if foreign := [port for port in named if port not in known]:
            yield from check_ports(foreign, needed=True)
    else:
        ports = [*named, *[port.name for port in find_boards() if port.name not in named]]
        yield from check_ports(ports, needed=is_table_host(Path("/")))


def check_environment(store: Path, service: LocalServiceClient | None) -> Iterator[tuple[bool, str]]:
    """Check the surroundings of this computer of a hall; parts that it was not set up for are not checked."""
    settings, wrong = doctor_checks.load_machine_settings()
    yield from wrong
    yield from doctor_checks.check_system_clock(store)
    if settings is not None and service is None:
        yield from doctor_checks.check_listen_address(settings)
    yield from doctor_checks.check_access_points(Path("/"))
    if is_table_host(Path("/")):
        yield from usb_kernel_log.check_usb(usb_kernel_log.read_kernel_log())
    yield from doctor_checks.check_database(settings, store)
    yield from doctor_checks.check_standby(STANDBY)
    if service is not None:
        yield from doctor_checks.check_hosts(service)


def check_packages() -> Iterator[Finding]:
    """Report which optional packages are installed."""
    for name, extra, what in PACKAGES:
        there = importlib.util.find_spec(name) is not None
        missing = f"not installed; {what} needs it: in the clone, run {sys.executable} -m pip install '.[{extra}]'"
        yield Finding(fine=True, text=f"{name} is {'installed' if there else missing}")


def check_store_and_space(store: Path) -> Iterator[Finding]:
    """Check the store and the free space around it."""
    folder = store.parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free // 1_000_000
    text = f"{free} MB free for {store}"
    yield Finding(free >= LEAST_FREE_MB, text if free >= LEAST_FREE_MB else f"only {text}: make room")
    if store.exists():
        try:
            report = verify(store)
        except StorageFault as fault:
            yield Finding(fine=False, text=fault.message)
            return
        fine = not report.damage
        advice = (
            ": every row is as it was written" if fine else " and is damaged: see tenbo verify, then restore a backup"
        )
        yield Finding(fine, f"the store has {english_plural(report.rows, '{} row', '{} rows')}{advice}")


def running_service(store: Path) -> LocalServiceClient | None:
    """Return the service of a store if it answers."""
    try:
        client = LocalServiceClient(store)
        client.get("/v1")
    except TenboError:
        return None
    return client


def check_udev_rule(linux: bool) -> Iterator[Finding]:
    """Check, on Linux, that ports may be opened and that no modem program grabs them."""
    if not linux:
        return
    has_rule = any(Path(rule).exists() for rule in RULES)
    if has_rule:
        yield Finding(fine=True, text="the udev rule is installed")
    elif os.geteuid() == 0:
        yield Finding(fine=True, text="root needs no udev rule to use the boards")
    else:
        text = f"no udev rule: install it with tenbo doctor --rule | sudo tee {RULES[0]}"
        yield Finding(fine=False, text=text)
    if shutil.which("ModemManager") and not has_rule:
        yield Finding(
            fine=False, text="ModemManager sends data to new ports at first: install the udev rule, which prevents this"
        )


def check_ports(ports: list[str], *, needed: bool) -> Iterator[Finding]:
    """Open every port and report the answers; a desk or a standby needs no board."""
    if not ports:
        why = "plug one in with a cable that also carries data" if needed else "boards belong to the hosts"
        yield Finding(fine=not needed, text=f"no board was found: {why}")
    for port in ports:
        try:
            with closing(SerialLink(port)) as link:
                yield from diagnose_device(port, TableClient(link, first=None))
        except (LinkFault, Refused) as fault:
            yield Finding(fine=False, text=fault.message)


def diagnose_device(port: str, asker: TableClient) -> Iterator[Finding]:
    """Ask the device at a port for its identity and its health, and report both."""
    hello = asker.identify(LISTEN_MS)
    if hello is None:
        text = f"{port}: no table answers: install the firmware with tenbo flash --port {port}"
        yield Finding(fine=False, text=text)
        return
    who = f"{port}: table device {hello.id}, firmware {hello.firmware}"
    try:
        hello.check_up_to_date()
    except Incompatible as error:
        yield Finding(fine=False, text=f"{who}: {error.message}")
    else:
        yield Finding(fine=True, text=f"{who}, up to date")
    yield from report_health(port, parse_health(asker.ask("health")))


def check_tables(service: LocalServiceClient, *, needed: bool) -> Iterator[Finding]:
    """Report the tables of the running service, which has their ports open; a desk may have none yet."""
    tables = [*service.get("/v1/tables"), *service.get("/v1/unassigned_devices")]
    if not tables:
        why = "plug one in with a cable that also carries data" if needed else "no host has one"
        yield Finding(fine=not needed, text=f"the service has found no table: {why}")
    for table in tables:
        name = f"table {table['table']}" if table["table"] is not None else table.get("port", "")
        fine = table["state"] == "following" and not table["why"] and not table.get("faults")
        text = f"{name}: {table['state']}" + (f": {table['why']}" if table["why"] else "")
        if table.get("faults"):
            faults = english_plural(table["faults"], "{} fault", "{} faults")
            text += f"; its firmware reported {faults}: see the service's log"
        yield Finding(fine, text)
        if table["state"] == "following":
            yield from report_health(name, service.get(f"/v1/tables/{table['table']}/health"))


def report_health(name: str, health: Health) -> Iterator[Finding]:
    """Report a table's health: one line when all is well, else one for each complaint."""
    wrong = health_warnings(health)
    for complaint in wrong:
        yield Finding(fine=False, text=f"{name}: {complaint}")
    if health_summary(health) and not wrong:
        yield Finding(fine=True, text=f"{name}: {health_summary(health)}")
