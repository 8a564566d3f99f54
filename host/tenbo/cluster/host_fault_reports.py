"""Faults of the hosts that a desk follows: each as a sentence with its remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.cluster.remote_host import CUT_OFF, MET
from tenbo.cluster.store_discrepancies import Discrepancy
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.cluster.remote_host import RemoteHost

# A larger offset of the time of day confuses people; nothing is ordered by it.
CLOCK_OFF_MS = 30_000
# With a larger uncertainty, signals may sound noticeably apart.
UNCERTAIN_MS = 100


def host_discrepancies(hosts: Sequence[RemoteHost]) -> Iterator[Discrepancy]:
    """Yield the faults of the followed hosts."""
    for host in hosts:
        if host.state != MET:
            yield _away(host)
            continue
        if host.refused_server:
            name = host.name or host.location
            text = sentence(
                "desk_server_refused",
                "host {host} has refused another server of this desk: {server}",
                host=name,
                server=host.refused_server,
            )
            remedy = sentence(
                "stop_other_server",
                "back up the records of the server that should not be used (tenbo backup), then stop that server",
            )
            yield Discrepancy("desks", name, text, remedy)
        if host.time.is_known:
            yield from _clock_discrepancies(host)
    yield from _duplicate_devices(hosts)


def _away(host: RemoteHost) -> Discrepancy:
    name = host.name or host.location
    if host.state == CUT_OFF:
        text = sentence(
            "host_is_cut_off",
            "host {host} is cut off and continues on its own with the data it has. The reason: {why}",
            host=name,
            why=host.why,
        )
    elif not host.why:
        text = sentence("host_not_asked_yet", "host {host} has not answered yet", host=name)
    else:
        text = sentence("host_not_met", "host {host} has not answered yet. The reason: {why}", host=name, why=host.why)
    remedy = sentence(
        "look_for_host", "check that it is on and connected to the network; its data is copied when it answers"
    )
    return Discrepancy("away", name, text, remedy)


def _clock_discrepancies(host: RemoteHost) -> Iterator[Discrepancy]:
    name = host.name or host.location
    offset = host.time.wall_offset_ms
    if abs(offset) > CLOCK_OFF_MS:
        seconds = abs(offset) // 1000
        if offset > 0:
            text = sentence(
                "host_clock_ahead",
                "the clock of host {host} is {seconds} s ahead of the desk's",
                host=name,
                seconds=seconds,
            )
        else:
            text = sentence(
                "host_clock_behind",
                "the clock of host {host} is {seconds} s behind the desk's",
                host=name,
                seconds=seconds,
            )
        remedy = sentence("set_host_clock", "set that host's clock; sessions and signals follow the desk's time")
        yield Discrepancy("clock", name, text, remedy, serious=False)
    if host.time.uncertainty_ms > UNCERTAIN_MS:
        text = sentence(
            "host_network_slow",
            "the network connection to host {host} is slow: its clock is known only to within {ms} ms",
            host=name,
            ms=host.time.uncertainty_ms,
        )
        remedy = sentence("signals_may_be_off", "signals there may be early or late by that much; check the Wi-Fi")
        yield Discrepancy("network", name, text, remedy, serious=False)


def _duplicate_devices(hosts: Sequence[RemoteHost]) -> Iterator[Discrepancy]:
    """Yield the devices that two hosts report at the same time."""
    seen: dict[str, str] = {}
    for host in hosts:
        for device, station in list(host.stations.items()):
            if station.snapshot.holds_device_id and device in seen:
                text = sentence(
                    "device_at_two_hosts",
                    "device {device} is at hosts {host} and {other} at once: its flash was copied to another board",
                    device=device,
                    host=seen[device],
                    other=host.name,
                )
                remedy = sentence(
                    "flash_that_board_again", "unplug one of the two boards and flash it again (tenbo flash)"
                )
                yield Discrepancy("twin", device, text, remedy)
            elif station.snapshot.holds_device_id:
                seen[device] = host.name
