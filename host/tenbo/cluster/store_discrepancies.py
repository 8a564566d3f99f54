"""Conflicts that the store of a hall with many hosts shows: each as a sentence with its remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.cluster.replication import replicated_hosts
from tenbo.cluster.table_number_sync import recorded_host_numbers
from tenbo.hall.ledger_devices import split_ledger_epoch
from tenbo.store.ledger_merge import source_name
from tenbo.store.stream_replicas import parse_stream
from tenbo_core.sentences import Sentence, join_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store.ledger_merge import LedgerFork
    from tenbo.store.merged_store import MergedStore
    from tenbo.tournament.state import Tournament


class Discrepancy(NamedTuple):
    """A conflict: its kind, the host, ledger or device, the sentence and the remedy.

    `choices` are the sources of which the desk has to choose one.
    """

    kind: str
    about: str
    text: Sentence
    remedy: Sentence
    serious: bool = True
    choices: tuple[str, ...] = ()

    def as_record(self) -> dict[str, Any]:
        """Return the conflict as JSON, with the codes of both sentences and the values in them."""
        reasons = {"text": self.text.record(), "remedy": self.remedy.record()}
        return {**self._asdict(), "reasons": reasons}


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
            yield Discrepancy(
                "carried",
                ledger,
                sentence(
                    "ledger_carried",
                    "ledger {ledger} of device {device} came from several hosts ({hosts}): the device was "
                    "moved between them",
                    ledger=ledger,
                    device=tournament.devices.get(ledger) or sentence("of_unknown_number", "(ID unknown)"),
                    hosts=", ".join(source_name(name) for name in names),
                ),
                sentence("all_versions_agree", "all versions agree on every event: nothing needs to be done"),
                serious=False,
            )
        elif lives:
            yield Discrepancy(
                "restored",
                ledger,
                sentence(
                    "ledger_sent_again",
                    "host {host} was restored from an older copy and has sent ledger {ledger} again",
                    host=parse_stream(lives[-1]).host,
                    ledger=ledger,
                ),
                sentence("both_versions_agree", "both versions agree on every event: nothing needs to be done"),
                serious=False,
            )
    for host in replicated_hosts(store.base.heads()):
        yield from _number_discrepancies(store, tournament, host)
        yield from _ledger_discrepancies(store, tournament, host)


def _fork_discrepancy(fork: LedgerFork, tournament: Tournament) -> Discrepancy:
    device = tournament.devices.get(fork.ledger, "")
    table = tournament.numbers.get(device)
    versions: list[str] = [
        sentence("host_says", "{host}: {what}", host=teller, what=what)
        for teller, what in sorted(fork.content_by_source.items())
    ]
    decided = tournament.chosen_fork_sources.get(fork.ledger) in fork.content_by_source
    text = sentence(
        "ledger_has_versions",
        "ledger {ledger} ({whose}) has two versions from event {event} on: {versions}. Version in use: {counting}",
        ledger=fork.ledger,
        whose=f"table {table}, device {device}" if table is not None else f"device {device or 'unknown'}",
        event=fork.seq,
        versions=join_sentences(versions),
        counting=fork.counting_source,
    )
    if decided:
        remedy = sentence(
            "version_was_chosen",
            "the desk has chosen a version of {ledger} and can change its choice (tenbo desk --choose "
            "{ledger}=HOST --why ...)",
            ledger=fork.ledger,
        )
    else:
        remedy = sentence(
            "choose_a_version",
            "check the table's display and the players' score sheet, then choose the host whose version is "
            "right: {hosts} (tenbo desk --choose {ledger}=HOST --why ...)",
            hosts=" / ".join(sorted(fork.content_by_source)),
            ledger=fork.ledger,
        )
    return Discrepancy(
        "fork", fork.ledger, text, remedy, serious=not decided, choices=tuple(sorted(fork.content_by_source))
    )


def _number_discrepancies(store: MergedStore, tournament: Tournament, host: str) -> Iterator[Discrepancy]:
    numbers, _ = recorded_host_numbers(store, host)
    owners = {number: device for device, number in tournament.numbers.items()}
    for device, number in sorted(numbers.items()):
        here = tournament.numbers.get(device)
        if here == number:
            continue
        if here is None and _was_transferred(tournament, device, owners.get(number, "")):
            yield _transferred(device, number, host, owners[number])
        elif here is not None:
            yield _numbered_twice(device, number, host, here)
        elif number in owners:
            yield Discrepancy(
                "number",
                device,
                sentence(
                    "table_has_two_devices",
                    "table {table} is device {holder} at this desk, but device {device} at host {host}",
                    table=number,
                    holder=owners[number],
                    device=device,
                    host=host,
                ),
                sentence(
                    "give_a_free_number",
                    "assign a free table number to one of the two devices, for example to {device} at this "
                    "desk (tenbo tables --assign {device}=NUMBER)",
                    device=device,
                ),
            )
        else:
            yield _freed_here(device, number, host)


def _transferred(device: str, number: int, host: str, holder: str) -> Discrepancy:
    return Discrepancy(
        "number",
        device,
        sentence(
            "table_was_transferred",
            "at this desk table {table} is device {holder}, which took over its game; at host {host} it is "
            "still device {device}",
            table=number,
            holder=holder,
            host=host,
            device=device,
        ),
        sentence(
            "unassign_at_host",
            "before device {device} is used again, remove its table number at host {host} (tenbo tables "
            "--unassign {device})",
            device=device,
            host=host,
        ),
        serious=False,
    )


def _numbered_twice(device: str, number: int, host: str, here: int) -> Discrepancy:
    return Discrepancy(
        "number",
        device,
        sentence(
            "device_has_two_numbers",
            "device {device} is table {here} at this desk, but table {there} at host {host}",
            device=device,
            here=here,
            there=number,
            host=host,
        ),
        sentence(
            "number_device_alike",
            "assign device {device} the same table in both places: table {here} at host {host} (tenbo tables "
            "--assign {device}={here}) or table {there} at this desk (tenbo tables --assign {device}={there})",
            device=device,
            host=host,
            here=here,
            there=number,
        ),
    )


def _freed_here(device: str, number: int, host: str) -> Discrepancy:
    return Discrepancy(
        "number",
        device,
        sentence(
            "device_freed_here",
            "device {device} is table {table} at host {host}, but its table number was removed at this desk",
            device=device,
            table=number,
            host=host,
        ),
        sentence(
            "number_or_unassign",
            "if device {device} is in use, assign it table {table} at this desk (tenbo tables --assign "
            "{device}={table}); otherwise remove its table number at host {host} (tenbo tables --unassign "
            "{device})",
            device=device,
            table=number,
            host=host,
        ),
    )


def _ledger_discrepancies(store: MergedStore, tournament: Tournament, host: str) -> Iterator[Discrepancy]:
    _, devices = recorded_host_numbers(store, host)
    for ledger, device in sorted(devices.items()):
        known = tournament.devices.get(ledger, device)
        if known != device:
            yield Discrepancy(
                "ledger",
                ledger,
                sentence(
                    "ledger_has_two_devices",
                    "ledger {ledger} belongs to device {holder} at this desk, but to device {device} at host {host}",
                    ledger=ledger,
                    holder=known,
                    device=device,
                    host=host,
                ),
                sentence(
                    "reset_at_host",
                    "give device {device} an empty ledger under Spares at host {host} (tenbo restore --fresh {device})",
                    device=device,
                    host=host,
                ),
            )


def _was_transferred(tournament: Tournament, device: str, other: str) -> bool:
    """Return whether the desk has transferred the ledger of a device to another one."""
    return any(
        tournament.ledger_leases[root].holder == other
        for ledger, writer in tournament.devices.items()
        if writer == device and (root := split_ledger_epoch(ledger)[0]) in tournament.ledger_leases
    )
