"""Conflicts in a hall of many hosts: each as a sentence with its remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.cluster.ledger_merge import source_name
from tenbo.cluster.remote_host import CUT_OFF, MET
from tenbo.cluster.replication import hosts_in
from tenbo.cluster.table_number_sync import recorded_by_host
from tenbo.hall.ledger_ownership import split_ledger_id
from tenbo.store.replica_streams import parse_stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.cluster.ledger_merge import LedgerFork
    from tenbo.cluster.merged_store import MergedStore
    from tenbo.cluster.remote_host import RemoteHost
    from tenbo.tournament.state import Tournament

# A larger offset of the time of day confuses people; nothing is ordered by it.
CLOCK_OFF_MS = 30_000
# With a larger uncertainty, signals may sound noticeably apart.
UNCERTAIN_MS = 100


class Discrepancy(NamedTuple):
    """A conflict: its kind, the host, ledger or device, the sentence and the remedy.

    `choices` are the sources of which the desk has to choose one.
    """

    kind: str
    about: str
    text: str
    remedy: str
    serious: bool = True
    choices: tuple[str, ...] = ()


def store_discrepancies(store: MergedStore, tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield the conflicts that the store alone shows, whether hosts are reachable or not."""
    for fork in store.forks():
        yield _fork_discrepancy(fork, tournament)
    forked = {fork.ledger for fork in store.forks()}
    for ledger, names in store.ledger_sources().items():
        hosts = sorted({parse_stream(name).host for name in names})
        lives = [name for name in names if parse_stream(name).life > 1]
        if ledger in forked:
            continue
        if len(hosts) > 1:
            device = tournament.devices.get(ledger, "of an unknown number")
            sources = " and ".join(source_name(name) for name in names)
            text = (
                f"ledger {ledger} of device {device} is told by {sources}: the device was carried from one to the other"
            )
            yield Discrepancy(
                "carried", ledger, text, "they agree on every event: nothing is to be done", serious=False
            )
        elif lives:
            host = parse_stream(lives[-1]).host
            text = f"host {host} has told ledger {ledger} again: it was restored from an older copy"
            yield Discrepancy(
                "restored", ledger, text, "both tellings agree on every event: nothing is to be done", serious=False
            )
    for host in hosts_in(store.base.heads()):
        yield from _number_discrepancies(store, tournament, host)


def _fork_discrepancy(fork: LedgerFork, tournament: Tournament) -> Discrepancy:
    device = tournament.devices.get(fork.ledger, "")
    table = tournament.numbers.get(device)
    whose = f"table {table}, device {device}" if table is not None else f"device {device or 'unknown'}"
    versions = "; ".join(f"{teller} says {what}" for teller, what in sorted(fork.content_by_source.items()))
    decided = tournament.chosen_fork_sources.get(fork.ledger) in fork.content_by_source
    text = (
        f"ledger {fork.ledger} ({whose}) is told in two ways from event {fork.seq} on: {versions}. "
        f"{fork.counting_source} counts"
    )
    if decided:
        remedy = (
            f"the desk has decided on {fork.ledger}, and may decide again "
            f"(tenbo desk --choose {fork.ledger}=HOST --why ...)"
        )
    else:
        hosts = " or ".join(sorted(fork.content_by_source))
        remedy = (
            f"look at the table's display and the players' sheet, then say which is right, {hosts} "
            f"(tenbo desk --choose {fork.ledger}=HOST --why ...)"
        )
    return Discrepancy(
        "fork", fork.ledger, text, remedy, serious=not decided, choices=tuple(sorted(fork.content_by_source))
    )


def _number_discrepancies(store: MergedStore, tournament: Tournament, host: str) -> Iterator[Discrepancy]:
    numbers, devices = recorded_by_host(store, host)
    owners = {number: device for device, number in tournament.numbers.items()}
    for device, number in sorted(numbers.items()):
        here = tournament.numbers.get(device)
        if here == number:
            continue
        if here is None and _was_transferred(tournament, device, owners.get(number, "")):
            text = f"table {number} is device {owners[number]} here, which took its game over"
            remedy = (
                f"take the number of device {device} away at host {host} before it is used again "
                f"(tenbo tables --unassign {device})"
            )
            yield Discrepancy(
                "number", device, f"{text}; at host {host} it is still device {device}", remedy, serious=False
            )
            continue
        if here is not None:
            text = f"device {device} is table {here} here, and table {number} at host {host}"
            remedy = (
                f"number device {device} at host {host} as table {here}, or here as table {number} "
                f"(tenbo tables --assign {device}={here} there, or --assign {device}={number} here)"
            )
        elif number in owners:
            text = f"table {number} is device {owners[number]} here, and device {device} at host {host}"
            remedy = (
                f"give one of them a free number, such as device {device} here (tenbo tables --assign {device}=NUMBER)"
            )
        else:
            text = f"device {device} is table {number} at host {host}, and was freed here"
            remedy = (
                f"number device {device} here as table {number} if it plays, else take its number away at host {host} "
                f"(tenbo tables --assign {device}={number}, or --unassign {device} there)"
            )
        yield Discrepancy("number", device, text, remedy)
    for ledger, device in sorted(devices.items()):
        known = tournament.devices.get(ledger, device)
        if known != device:
            text = f"ledger {ledger} is device {known}'s here, and device {device}'s at host {host}"
            remedy = f"give device {device} an empty one under Spares at host {host} (tenbo restore --fresh {device})"
            yield Discrepancy("ledger", ledger, text, remedy)


def _was_transferred(tournament: Tournament, device: str, other: str) -> bool:
    """Return whether the desk has transferred the ledger of a device to another one."""
    return any(
        tournament.ledger_leases[root].holder == other
        for ledger, writer in tournament.devices.items()
        if writer == device and (root := split_ledger_id(ledger)[0]) in tournament.ledger_leases
    )


def host_discrepancies(hosts: Sequence[RemoteHost]) -> Iterator[Discrepancy]:
    """Yield the faults of the followed hosts."""
    for host in hosts:
        name = host.name or host.location
        if host.state != MET:
            cut_off = f"host {name} is cut off: it goes on with what it knows ({host.why})"
            text = cut_off if host.state == CUT_OFF else f"host {name} was not met yet ({host.why})"
            remedy = "see whether it is on and in the network; everything is brought over when it answers"
            yield Discrepancy("away", name, text, remedy)
            continue
        if host.refused_server:
            text = f"host {name} has refused another server of this desk: {host.refused_server}"
            remedy = "stop the server that does not count; its records stay there, and in a backup (tenbo backup)"
            yield Discrepancy("desks", name, text, remedy)
        if host.time.is_known:
            if abs(host.time.wall_offset_ms) > CLOCK_OFF_MS:
                seconds = abs(host.time.wall_offset_ms) // 1000
                text = (
                    f"the time of day of host {name} is {seconds} s ahead of the desk's"
                    if host.time.wall_offset_ms > 0
                    else f"the time of day of host {name} is {seconds} s behind the desk's"
                )
                yield Discrepancy(
                    "clock", name, text, "set it; sessions and signals go by the desk's time", serious=False
                )
            if host.time.uncertainty_ms > UNCERTAIN_MS:
                text = f"the network to host {name} is slow: its clock is known to {host.time.uncertainty_ms} ms"
                yield Discrepancy(
                    "network", name, text, "signals there may sound that much off; look at the Wi-Fi", serious=False
                )
    yield from _duplicate_devices(hosts)


def _duplicate_devices(hosts: Sequence[RemoteHost]) -> Iterator[Discrepancy]:
    """Yield the devices that two hosts report at the same time."""
    seen: dict[str, str] = {}
    for host in hosts:
        for device, station in list(host.stations.items()):
            if station.snapshot.holds_device_id and device in seen:
                text = f"device {device} is at host {seen[device]} and at host {host.name} at once: a copied flash"
                yield Discrepancy("twin", device, text, "pull one cable, and flash that board again (tenbo flash)")
            elif station.snapshot.holds_device_id:
                seen[device] = host.name
