"""Transfers a ledger to a device, event by event; the device restarts with it, or with its old one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.devices.admission_errors import NotAdmitted
from tenbo.devices.link import monotonic_ms
from tenbo_core.errors import LinkFault, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.devices.hello import Hello
    from tenbo.devices.local_station import LocalStation

# The time that a device has to restart with a transferred ledger, and the interval of checks meanwhile.
START_MS = 10_000
POLL_S = 0.1


class PendingLedgerRestore:
    """The `ledger` that the device of a station was handed and has still to start with, or None."""

    def __init__(
        self, station: LocalStation, sleep: Callable[[float], bool], has_greeted: Callable[[str, str], bool]
    ) -> None:
        self.ledger: str | None = None
        self._has_greeted = has_greeted
        self._station = station
        self._sleep = sleep

    def send(self, ledger: str, events: Sequence[list[Any]]) -> None:
        """Hand a ledger over, if that was not done already."""
        hello = self._station.snapshot.hello
        if events and hello is not None and hello.ledger == ledger and hello.last >= events[-1][0]:
            return
        self._station.run_unassigned_command("restore", ledger)
        for event in events:
            self._station.run_unassigned_command("ledger_event", *event)
        self.ledger = ledger
        try:
            self._station.run_unassigned_command("ledger_commit", events[-1][0] if events else -1)
        except TenboError as error:
            # A restart can take the answer with it, and a device that is asked again has forgotten what it was handed:
            # with which ledger it starts says whether it was done.
            is_in_doubt = isinstance(error, LinkFault) or error.at == "restore"
            if hello is None or not is_in_doubt or not self._await_start_with(hello.id, ledger):
                self.ledger = None
                raise

    def check_started(self, hello: Hello) -> None:
        """Raise `NotAdmitted` until the device starts with what it was handed; its old ledger counts no more."""
        ledger = self.ledger
        if ledger is not None and hello.ledger != ledger:
            raise NotAdmitted(
                sentence(
                    "handed_ledger_awaited",
                    "was given ledger {ledger} and has yet to start with it",
                    ledger=ledger,
                )
            )
        if ledger is not None:
            self.ledger = None

    def _await_start_with(self, device: str, ledger: str) -> bool:
        """Return whether the device greets with a ledger within the time that a start takes.

        One that dials restarts at another connection than the one by which it was handed the ledger.
        """
        begun, ended = monotonic_ms(), False
        while not self._has_greeted(device, ledger):
            if ended or monotonic_ms() - begun >= START_MS:
                return False
            ended = self._sleep(POLL_S)
        return True
