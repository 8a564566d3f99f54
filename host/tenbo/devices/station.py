"""A station: one device as this host sees it, at a port of this computer or at another host, and the way to ask it."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tenbo.devices.follower import Follower
from tenbo.devices.link import monotonic_ms
from tenbo.devices.pending_commands import PendingCommand, answers_or_raise
from tenbo.devices.rate_limits import TokenBucket
from tenbo.devices.station_snapshot import RefereeCall, StationSnapshot
from tenbo.rulebooks import load
from tenbo_core.seats import WIND_LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.devices.admission import AdmissionControl
    from tenbo.devices.follower import Message, PlayerPick
    from tenbo.devices.hello import Hello
    from tenbo.devices.port_discovery import Port
    from tenbo.devices.station_callbacks import StationHost
    from tenbo_core.rules import Rules

# The limit of a table's news that are reported and logged.
NEWS_AT_ONCE, NEWS_PER_S = 60, 1

# The states of a station.
CLOSED, GREETING, SILENT, NEW, REFUSED, FOLLOWING, AWAY = (
    "closed", "greeting", "silent", "new", "refused", "following", "away",
)  # fmt: skip


def full_rules(book: str) -> Rules:
    """Return the rules of a book with everything the host knows of it, declared hands included."""
    return load(book).rules


class Station(ABC):
    """One device with its state, and `why` it is in that state."""

    def __init__(self, port: Port, host: StationHost, admission: AdmissionControl) -> None:
        self.port = port
        # What other threads may read; the fields below belong to the thread that follows the device.
        self.snapshot = StationSnapshot(CLOSED, "", monotonic_ms())
        self.follower = Follower()
        self._damaged_lines = 0
        # Since when the line is open, by the host's monotonic milliseconds.
        self._opened_ms: int | None = None
        self._signal: int | None = None
        self._battery: int | None = None
        # The call of each seat that was answered, by its moment, and who has answered it.
        self._answered: dict[int, tuple[int, str]] = {}
        # By seat the last question about who sits there that is left to the desk, with its moment.
        self._picks: dict[int, tuple[PlayerPick, int]] = {}
        self._publishing = threading.Lock()
        self._host = host
        self._admission = admission
        self._last_hello: Hello | None = None
        self._calling: set[int] = set()
        self._reported = 0
        self._news_allowed = TokenBucket(NEWS_AT_ONCE, NEWS_PER_S)

    def answer_call(self, seat: int, by: str) -> bool:
        """Answer the call of a seat; return False if the seat does not call or is answered already."""
        with self._publishing:
            now = self.snapshot
            call = next((one for one in now.calls if one.seat == seat and not one.answered_by), None)
            if call is None:
                return False
            self._answered[seat] = (call.since_ms, by)
            calls = [one._replace(answered_by=by) if one is call else one for one in now.calls]
            self.snapshot = replace(now, calls=tuple(calls))
            return True

    def leave_pick_to_desk(self, pick: PlayerPick) -> None:
        """Leave the question of a seat to the desk that follows this host; it reads the table's state at once."""
        with self._publishing:
            self._picks[pick.seat] = (pick, monotonic_ms())
            self.snapshot = replace(self.snapshot, picks=tuple(self._picks.values()))
        self._report(f"seat {WIND_LETTERS[pick.seat]}: the desk is asked who sits there")

    @abstractmethod
    def _heard_ms(self) -> int | None:
        """Return when the device was heard last, by the host's monotonic milliseconds."""

    @abstractmethod
    def _holds_device_id(self, state: str) -> bool:
        """Return whether no other device may be let in with this one's id: it has shown that it is the one."""

    @abstractmethod
    def repeat_admission(self) -> None:
        """Have the device greet again: it has been given a table number, or its port is back."""

    @abstractmethod
    def begin_command(self, name: str, *fields: Any, states: tuple[str, ...] = (FOLLOWING,)) -> PendingCommand:
        """Send a command and do not wait."""

    @abstractmethod
    def install_ledger(self, ledger: str, events: Sequence[list[Any]]) -> None:
        """Transfer a ledger with some events to the device, which writes it from now on."""

    @abstractmethod
    def read_clock(self, up_ms: Callable[[], int]) -> tuple[int, int, list[Message]]:
        """Ask for the table's time; return when that was sent and answered by a count, and the answer."""

    def ask(self, name: str, *fields: Any) -> list[Message]:
        """Send a command and return its answers; raise if it was refused or not answered."""
        return self.await_answers(self.send_when_ready(name, *fields))

    def send_when_ready(self, name: str, *fields: Any) -> PendingCommand:
        """Send a command and do not wait for its answer, at most for the greeting of a table that we know."""
        return self.begin_command(name, *fields)

    def await_answers(self, request: PendingCommand) -> list[Message]:
        """Wait for the answer to a command."""
        request.over.wait()
        return answers_or_raise(request)

    def _report_news(self, follower: Follower) -> None:
        """Report the table's calls, notices and faults since the last time."""
        if follower.calling != self._calling:
            for seat in sorted(follower.calling - self._calling):
                self._report(f"seat {WIND_LETTERS[seat]} calls the referee", level="warning")
            for seat in sorted(self._calling - follower.calling):
                self._report(f"seat {WIND_LETTERS[seat]} no longer calls the referee")
            self._calling = set(follower.calling)
        while follower.picks:
            self._host.handle_pick(self, follower.picks.pop(0))
        while follower.notices:
            self._report(follower.notices.pop(0), level="warning")
        for fault in follower.faults[self._reported :]:
            self._report(f"fault in the firmware: {fault}", level="error")
        self._reported = len(follower.faults)

    def _report(self, what: str, *, level: str = "info") -> None:
        """Report news of the table, at most as many as a person can read."""
        if self._news_allowed.try_consume(monotonic_ms()):
            self._host.report(self, what, level)

    def _publish(self) -> None:
        """Publish what the station's thread knows, as a whole."""
        with self._publishing:
            now = self.snapshot
            self._publish_state(now.state, now.why, now.since_ms)

    def _publish_state(self, state: str, why: str, since_ms: int) -> None:
        """Publish a snapshot in a state; the caller holds the lock."""
        follower = self.follower
        calls = []
        for seat in sorted(follower.calling):
            called_ms = follower.called_ms[seat]
            answered_ms, by = self._answered.get(seat, (None, ""))
            calls.append(RefereeCall(seat, called_ms, by if answered_ms == called_ms else ""))
        self.snapshot = StationSnapshot(
            state,
            why,
            since_ms,
            heard_ms=self._heard_ms(),
            hello=follower.hello or self._last_hello,
            holds_device_id=self._holds_device_id(state),
            last=follower.last,
            table=follower.table,
            has_hands=follower.has_hands,
            rewound=follower.rewound,
            fork=follower.fork,
            calls=tuple(calls),
            seats_away=frozenset(follower.seats_away),
            fault_count=len(follower.faults),
            damaged_lines=self._damaged_lines,
            opened_ms=self._opened_ms,
            signal=self._signal,
            battery=self._battery,
            picks=tuple(self._picks.values()),
        )

    def _set_state(self, state: str, why: str, *, level: str = "info") -> None:
        now = self.snapshot
        if (state, why) != (now.state, now.why):
            with self._publishing:
                self._publish_state(state, why, monotonic_ms())
            if self.snapshot.holds_device_id:
                self._admission.regreet_duplicates(self)
            self._report(f"{state}: {why}" if why else state, level=level)
