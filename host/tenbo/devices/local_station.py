"""A station with a line of this computer: greets and follows the table behind it, and sends commands."""

from __future__ import annotations

import threading
import time
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from tenbo.devices.admission_errors import LedgerOwnerConflict, LedgerTakenOver
from tenbo.devices.device_auth import DeviceAuthenticator
from tenbo.devices.follower import ANSWERS, Follower
from tenbo.devices.hello import Hello
from tenbo.devices.ledger_restore import PendingLedgerRestore
from tenbo.devices.link import MOST_BYTES, monotonic_ms
from tenbo.devices.pending_commands import LedgerPosition, PendingCommand, PendingCommands, is_valid_message
from tenbo.devices.rate_limits import TokenBucket
from tenbo.devices.station import CLOSED, FOLLOWING, GREETING, NEW, REFUSED, SILENT, Station, full_rules
from tenbo.devices.station_status import (
    GREETING_MS,
    admitted_status,
    following_warning,
    rejected_status,
    silent_status,
)
from tenbo.runtime.worker import Worker
from tenbo_core.errors import LinkFault, StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.devices.admission import AdmissionControl
    from tenbo.devices.follower import Message
    from tenbo.devices.link import DeviceLink
    from tenbo.devices.port_discovery import Port
    from tenbo.devices.station_callbacks import StationHost
    from tenbo.runtime.worker import Backoff
    from tenbo_core.events import Event
    from tenbo_core.table import Table

# A command waits this long for a known table that is being greeted once more: after its proof, or a restart.
GREETED_S = 3

# A table that was offline for a whole season sends some ten thousand events at once; later ones come press by press.
MESSAGES_AT_ONCE, MESSAGES_PER_S = 30_000, 20
# Bytes of any kind, answers and pictures included.
BYTES_AT_ONCE, BYTES_PER_S = 12_000_000, 100_000
# The interval of checks of a table that is not followed or owes an answer: messages may have to be repeated.
POLL_S = 0.25
# How long a table that has sent too much is not read.
PAUSE_S = 0.2
# A device that fills a whole read has more to send: it rests so many times as long as that took, and others are read.
RESTS, LONGEST_REST_S = 4, 0.2


class LocalStation(Station):
    """A line of this computer with its thread. Its faults do not affect the other stations."""

    def __init__(self, port: Port, host: StationHost, admission: AdmissionControl) -> None:
        super().__init__(port, host, admission)
        self._bytes = 0
        self._worker = Worker(f"station {port.name}", self._run, host.log)
        self._requests = PendingCommands()
        self.identity = self._make_identity()
        self._link: DeviceLink | None = None
        self._arrived: list[tuple[Event, Table | None]] = []
        self._heard_before: int | None = None
        self._greeted: Hello | None = None
        # Set but while the table is being greeted.
        self._greeting_over = threading.Event()
        self._lost_game: str | None = None
        self._is_superseded = False
        # The ledger that the device was handed and has not begun with yet.
        self.ledger_restore = PendingLedgerRestore(self, self._worker.sleep, admission.has_greeted)
        self._again = threading.Event()
        self._hello_requested = False
        self._messages_allowed = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_PER_S)
        self._bytes_allowed = TokenBucket(BYTES_AT_ONCE, BYTES_PER_S)

    def start(self) -> None:
        """Start the thread."""
        self._worker.start()

    def request_stop(self) -> None:
        """Begin to stop."""
        self._worker.request_stop()
        self.wake()

    def close(self) -> None:
        """Stop and give the port back."""
        self.request_stop()
        self._worker.close()

    def wake(self) -> None:
        """Look at the port at once."""
        self._worker.notify()
        link = self._link
        if link is not None:
            link.wake()

    def repeat_admission(self) -> None:
        """Greet the table again: it has been given a number, or its port is back."""
        self._again.set()
        self.wake()

    def send_when_ready(self, name: str, *fields: Any) -> PendingCommand:
        """Send a command, once a known table that is being greeted just now is followed again."""
        until = time.monotonic() + GREETED_S
        while self._link is not None and self.snapshot.state == GREETING and self.snapshot.hello is not None:
            if not self._greeting_over.wait(max(0, until - time.monotonic())):
                break
        # Sent once: a line that fails meanwhile may have carried it, and under another number it would count twice.
        return self.begin_command(name, *fields)

    def run_unassigned_command(self, name: str, *fields: Any) -> list[Message]:
        """Run a command at a device that is not followed: it has no number yet, or no longer writes."""
        return self.await_answers(self.begin_command(name, *fields, states=(FOLLOWING, NEW, REFUSED)))

    def install_ledger(self, ledger: str, events: Sequence[list[Any]]) -> None:
        """Hand the device a ledger with some events, which it writes from now on; not twice, if its answer was lost."""
        self.ledger_restore.send(ledger, events)

    def begin_command(self, name: str, *fields: Any, states: tuple[str, ...] = (FOLLOWING,)) -> PendingCommand:
        """Send a command and do not wait."""
        link = self._link
        if link is None or self.snapshot.state not in states:
            message = sentence(
                "table_not_there", "the table is not connected now: see the desk's devices (tenbo tables)"
            )
            raise LinkFault("not_connected", message, "table")
        snapshot = self.snapshot
        followed = None if snapshot.hello is None else LedgerPosition(snapshot.hello.ledger, snapshot.last)
        request = self._requests.add(name, fields, monotonic_ms(), followed)
        try:
            link.send([request.message])
        except LinkFault:
            self._requests.remove(request)
            raise
        if name != "ping":
            # It is said again when it is lost, so its answer is looked for; a ping is not.
            link.wake()
        return request

    def await_answers(self, request: PendingCommand) -> list[Message]:
        """Wait for the answer to a command."""
        try:
            return super().await_answers(request)
        finally:
            self._requests.remove(request)

    def read_clock(self, up_ms: Callable[[], int]) -> tuple[int, int, list[Message]]:
        """Ask for the table's time; return when that was sent and answered by a count, and the answer."""
        sent = up_ms()
        answers = self.await_answers(self.begin_command("ping"))
        return sent, up_ms(), answers

    @abstractmethod
    def _run(self) -> None:
        """Open the line and serve it, in the station's thread, until the station is stopped."""

    def _serve_link(self, link: DeviceLink, backoff: Backoff) -> None:
        """Speak with the table over an open line until this fails; then it is closed."""
        self._link, self._opened_ms = link, monotonic_ms()
        try:
            try:
                self._converse(link, backoff)
            finally:
                self._link = None
                link.close()
                # After the link is closed nothing more is sent, so no command is opened that would wait for ever.
                self._requests.abandon_all()
        except LinkFault as fault:
            self._set_state(CLOSED, fault.message)
        except (StorageFault, LedgerOwnerConflict) as fault:
            self._set_state(CLOSED, fault.message, level="error")
        except Exception as error:  # noqa: BLE001 - an error of this program at one table must not end its station
            self._set_state(
                CLOSED,
                sentence("program_mistake", "internal error, please report it: {error}", error=repr(error)),
                level="error",
            )

    def _converse(self, link: DeviceLink, backoff: Backoff) -> None:
        """Speak with the table until the port fails or everything must begin again."""
        follower = self._new_follower()
        opened = monotonic_ms()
        if self.snapshot.state != SILENT:
            self._set_state(GREETING, "")
        link.send([*follower.opening_messages(opened), *self.identity.opening_messages(opened)])
        while not self._worker.is_stopping:
            read = self._read(link)
            now = monotonic_ms()
            full = link.bytes - self._bytes >= MOST_BYTES // 2
            self._handle_messages(link, follower, read, now)
            self._store_arrived(link, follower)
            self._damaged_lines, self._bytes = link.reader.damaged, link.bytes
            self._identify(link, follower, now)
            link.send(follower.due_messages(now))
            link.send(self._requests.collect_due_resends(now))
            if self._again.is_set():
                self._again.clear()
                self._hello_requested = True
                link.send([["who"]])
            self._update_state(link, follower, now, opened)
            self._publish()
            if full:
                self._worker.sleep(min(LONGEST_REST_S, RESTS * (monotonic_ms() - now + 1) / 1000))
            if self.snapshot.state == FOLLOWING:
                backoff.reset()
            elif self.snapshot.state == SILENT and follower.hello is None and now - opened > GREETING_MS:
                # Another program's board: close the port and look again later.
                return
            if self._is_finished(follower, now):
                return

    def _is_finished(self, _: Follower, __: int) -> bool:
        """Return whether the line is to be given up although it is open."""
        return False

    def _handle_messages(self, link: DeviceLink, follower: Follower, read: list[Message], now: int) -> None:
        """Handle what was read, and publish it before a caller whose answer is among it goes on."""
        is_published = True
        for message in read:
            if message[0] == "hello":
                # The events before a hello belong to the ledger before it.
                self._publish()
                self._store_arrived(link, follower)
                reported = _position_of(message, follower)
                if self.snapshot.state == FOLLOWING and not self._hello_requested:
                    self._requests.suppress_unsafe_resends(reported, now)
                self._requests.update_progress(reported)
                self._hello_requested = False
            if message[0] in ANSWERS and not is_published:
                self._publish()
                is_published = True
            if not self._requests.handle_answer(message):
                self._messages_allowed.consume(1)
                link.send(follower.handle_message(message, now))
                is_published = False
        self._publish()

    def _store_arrived(self, link: DeviceLink, follower: Follower) -> None:
        """Store the events that have arrived, and acknowledge them."""
        if self._arrived:
            events, self._arrived = self._arrived, []
            self._host.store_events(self, events)
            link.send([["stored", follower.last]])

    def _identify(self, link: DeviceLink, follower: Follower, now: int) -> None:
        """Ask the device to prove its identity, or give it a key for that."""
        followed = follower.hello if self.snapshot.state == FOLLOWING and not follower.rejected_reason else None
        hello = follower.hello if follower.hello is not None and follower.hello.is_compatible else None
        self._requests.may_prove = self.identity.may_obey_us(hello)
        if self._requests.proof_wanted:
            self._requests.proof_wanted = False
            self.identity.prove_host_again()
        say, decided = self.identity.step(hello, followed, now)
        asks = bool(say) and say[-1][0] == "seal"
        link.send(say, self.identity.seal if asks else None)
        if say and say[-1][0] in ("prove", "seal"):
            link.send(self._requests.renew_questions(now))
        if decided:
            link.send(follower.reprocess_hello(now))

    def _read(self, link: DeviceLink) -> list[Message]:
        """Read once; a device that has said more than any table can is left to wait with its next words."""
        now = monotonic_ms()
        if not (self._messages_allowed.has_tokens(now) and self._bytes_allowed.has_tokens(now)):
            self._worker.sleep(PAUSE_S)
            return []
        before = link.bytes
        read = link.read(self._read_timeout_s(now))
        self._bytes_allowed.consume(link.bytes - before)
        return read

    def _read_timeout_s(self, now: int) -> float:
        """Return how long the table may say nothing before we look after it; a hall has many that play in silence."""
        if self.snapshot.state != FOLLOWING or self._requests.is_waiting:
            return POLL_S
        return self.follower.until_due_ms(now) / 1000

    def _new_follower(self) -> Follower:
        """Make a follower that continues from the store; the last one's reports can still be read."""
        follower = Follower(
            self._buffer_event,
            self._host.ledgers,
            self._admit,
            full_rules,
        )
        follower.faults = self.follower.faults
        # The table tells behind its hello what has changed meanwhile; who has answered a call is known by its moment.
        follower.calling, follower.called_ms = self.follower.calling, self.follower.called_ms
        follower.seats_away = self.follower.seats_away
        self._last_hello = self.follower.hello or self._last_hello
        self._heard_before = self.follower.heard_at if self.follower.heard_at is not None else self._heard_before
        self._arrived = []
        # It has started, with the ledger that it was handed or without.
        self.ledger_restore.ledger = None
        self.follower = follower
        self.identity = self._make_identity()
        self._reported = len(follower.faults)
        self._publish()
        return follower

    def _make_identity(self) -> DeviceAuthenticator:
        """Return what proves the identities of device and host on one line."""
        return DeviceAuthenticator(self._host.keys, self._requests)

    def _admit(self, hello: Hello) -> None:
        """Raise why the device is not followed."""
        try:
            self._admission.admit(self, hello)
        except LedgerTakenOver:
            self._is_superseded = True
            raise

    def _set_state(self, state: str, why: str, *, level: str = "info") -> None:
        super()._set_state(state, why, level=level)
        if state == GREETING:
            self._greeting_over.clear()
        else:
            self._greeting_over.set()

    def _buffer_event(self, event: Event, table: Table | None) -> None:
        self._arrived.append((event, table))

    def _update_state(self, link: DeviceLink, follower: Follower, now: int, opened: int) -> None:
        """Update the state, and report it when it changes."""
        hello = follower.hello
        if hello is not None:
            self._check_start(hello)
        if hello is None:
            status = silent_status(now - opened)
        elif follower.rejected_reason and follower.fork is None:
            if self._is_superseded:
                # Repeat until acknowledged, so that players see that presses on this device no longer count.
                self._is_superseded = False
                link.send([self._requests.add("write_permission", (False,), now).message])
            is_new = hello.is_compatible and self._admission.is_new(self, hello)
            is_settling = self.identity.is_waiting or self.ledger_restore.ledger is not None
            status = rejected_status(follower.rejected_reason, is_new=is_new, is_settling=is_settling)
        else:
            belongs = self.identity.belongs_to_other_hall(hello)
            warning = following_warning(follower, hello, self._lost_game, belongs_to_other_hall=belongs)
            status = admitted_status(follower, now, is_dialled=self.port.is_inbound, warning=warning)
        if status is not None:
            self._set_state(status.state, status.reason, level=status.level)
        self._report_news(follower)

    def _check_start(self, hello: Hello) -> None:
        """Look at how the table has started, once after each start."""
        if hello is not self._greeted:
            self._greeted = hello
            self._lost_game = self._host.missing_game_warning(hello)
            if hello.boot not in ("power", "reset"):
                self._report(f"the table has restarted (cause: {hello.boot})", level="warning")

    def _heard_ms(self) -> int | None:
        """Return when the device was heard last."""
        return self.follower.heard_at if self.follower.heard_at is not None else self._heard_before

    def _holds_device_id(self, state: str) -> bool:
        """Return whether no other device may be let in with this one's id: it has shown that it is the one."""
        shown = self.follower.is_recognised or self.identity.has_proved(self.follower.hello)
        return state == FOLLOWING and shown


def _position_of(hello: Message, follower: Follower) -> LedgerPosition | None:
    """Return how far a table is by its hello; None if it is not one of the device that is followed."""
    if not is_valid_message(hello) or follower.hello is None:
        return None
    greeting = Hello(hello[1:])
    return LedgerPosition(greeting.ledger, greeting.last) if greeting.id == follower.hello.id else None
