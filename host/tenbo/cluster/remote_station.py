"""A table at another host: it is read and commanded like a local one, through that host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tenbo.client.remote_host_client import TAKE_OVER
from tenbo.devices.admission_errors import LedgerOwnerConflict
from tenbo.devices.follower import Follower, PlayerPick
from tenbo.devices.link import monotonic_ms
from tenbo.devices.pending_commands import PendingCommand
from tenbo.devices.port_discovery import USB, Port
from tenbo.devices.station import AWAY, FOLLOWING, NEW, REFUSED, Station, full_rules
from tenbo.runtime.worker import run_in_background
from tenbo.store.ledgers import StoredLedgers, stream_of
from tenbo.validation.core_sentence_codes import sentence_from_record, with_sentence_code
from tenbo_core import books, messages
from tenbo_core.errors import LinkFault, Refused, TenboError
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.cluster.clock_offset import ClockOffset
    from tenbo.devices.admission import AdmissionControl
    from tenbo.devices.station_callbacks import StationHost
    from tenbo.hall.event_publisher import EventPublisher
    from tenbo.store import EventStore
    from tenbo_core.events import Event
    from tenbo_core.table import Table

Json = dict[str, Any]

# A number that its host has not stored is sent again after this time.
NUMBER_AGAIN_MS = 5000


class HostTransport(Protocol):
    """The transport to a host: its HTTP API, or rows in the shared database."""

    def fetch_host_time(self) -> tuple[int, int]:
        """Return the host's time of day and its count of milliseconds."""

    def send_command(self, device: str, name: str, *fields: Any) -> Any:
        """Run a command of a device once.

        Return its answers, its last event, and the host's milliseconds before and after.
        """

    def set_table_number(self, device: str, table: int) -> None:
        """Have the host set the table number of a device."""

    def defer_command(self, device: str, name: str, *fields: Any) -> str | None:
        """Defer a command for a host that is cut off; return a message for the user, or None if that is impossible."""


class RemoteStation(Station):
    """One device at another host, as that host last reported it; its events are those that were replicated."""

    def __init__(
        self,
        host: str,
        view: Json,
        transport: HostTransport,
        time: ClockOffset,
        station_host: StationHost,
        admission: AdmissionControl,
        store: EventStore,
        publisher: EventPublisher,
    ) -> None:
        super().__init__(Port(f"{host} {view.get('port', '')}", str(view["device"])), station_host, admission)
        self.host = host
        self.device = str(view["device"])
        self.view: Json = {}
        self._is_cut_off = False
        self._viewed_ms: int | None = None
        self._store = store
        self._publisher = publisher
        self._transport = transport
        self._time = time
        self._news: list[tuple[Event, Table | None]] = []
        # The moment of each seat's last question that was taken, by its host's clock.
        self._picks_taken: dict[int, int] | None = None
        # When its number was last sent to its host, and whether that failed.
        self._numbered_ms: int | None = None
        self._is_number_owed = False

    # ---------------------------------------------------------------- reports of its host

    def update_view(self, view: Json, why: str = "") -> None:
        """Update the table's state from its host; `why` is a fault that is seen from here."""
        self._is_cut_off = False
        self.view, self._viewed_ms = view, monotonic_ms()
        self._damaged_lines = int(view.get("damaged_lines", 0))
        self._signal, self._battery = view.get("signal"), view.get("battery")
        # A table goes from cable to air and back, and dials from another port each time.
        port = f"{self.host} {view.get('port', '')}"
        self.port = self.port._replace(name=port, carrier=str(view.get("carrier", USB)))
        open_s = view.get("open_s")
        self._opened_ms = None if open_s is None else monotonic_ms() - 1000 * int(open_s)
        ledger, last = str(view.get("ledger", "")), int(view.get("last", -1))
        hello = self.follower.hello
        if ledger and (hello is None or hello.ledger != ledger or hello.firmware != view.get("firmware")):
            self._start_follower(ledger, last)
        self._update_calls(view)
        self._take_picks(view)
        self.follower.seats_away = set(view.get("seats_away", ()))
        hello = self.follower.hello
        if hello is not None and not why:
            try:
                self._host.claim_ledger(hello)
            except LedgerOwnerConflict as error:
                why = error.message
        state = view["state"] if not why else REFUSED
        if state == FOLLOWING and self._host.table_number_of(self.device) is None:
            state, why = (
                NEW,
                sentence(
                    "new_device_at_host",
                    "new device {device} at host {host}: assign it a table (tenbo tables --assign {device}=NUMBER)",
                    device=self.device,
                    host=self.host,
                ),
            )
        self._set_state(state, why or sentence_from_record(view, "why"))
        if view["state"] == NEW or self._is_number_owed:
            # The message was lost or the host was away; the desk would not enter the number a second time.
            self._number_again()
        self._report_news(self.follower)
        self._publish()

    def _update_calls(self, view: Json) -> None:
        """Update the calls of the referee; a call keeps the moment at which it was seen here first."""
        follower, calling = self.follower, set(view.get("calling", ()))
        for_s = {call["seat"]: call["for_s"] for call in view.get("calls", ())}
        for seat in calling - follower.calling:
            follower.called_ms[seat] = monotonic_ms() - 1000 * int(for_s.get(seat, 0))
        follower.calling = calling

    def _take_picks(self, view: Json) -> None:
        """Take what seats have asked of the desk since the last report."""
        asked = {int(one["seat"]): (PlayerPick(int(one["seat"]), int(one["player"])), int(one["asked_ms"]))
                 for one in view.get("picks", ())}  # fmt: skip
        known = self._picks_taken
        # What the first report has may be old; the seat asks again.
        news = [] if known is None else [pick for seat, (pick, ms) in asked.items() if known.get(seat) != ms]
        self._picks_taken = (known or {}) | {seat: ms for seat, (_, ms) in asked.items()}
        self.follower.picks += news

    def _start_follower(self, ledger: str, last: int) -> None:
        """Follow a ledger from the events that are stored."""
        memory = StoredLedgers(self._store)
        follower = Follower(self._buffer_remote_event, memory, load=full_rules)
        follower.faults, self._reported = self.follower.faults, len(self.follower.faults)
        view = self.view
        hello = [
            "hello",
            messages.PROTOCOL,
            self.device,
            str(view.get("firmware", "")),
            books.FINGERPRINT,
            ledger,
            last,
        ]
        self.follower = follower
        follower.handle_message([*hello, str(view.get("boot", ""))], monotonic_ms())
        known = memory.event(ledger, min(last, follower.last))
        if known is not None:
            # The host has verified the device.
            follower.handle_message(["event", *known], monotonic_ms())
        self._news = []

    def _buffer_remote_event(self, event: Event, table: Table | None) -> None:
        self._news.append((event, table))

    def apply_new_rows(self) -> None:
        """Apply the events that were replicated since the last time, and publish them."""
        hello = self.follower.hello
        if hello is None or self._store.head(stream_of(hello.ledger)).seq <= self.follower.last:
            return
        for plain in StoredLedgers(self._store).events_after(hello.ledger, self.follower.last):
            # The stored events are complete: a gap means that the device has dropped its oldest games.
            self.follower.handle_message(["oldest", plain[0]], monotonic_ms())
            self.follower.handle_message(["event", *plain], monotonic_ms())
        self._publish()
        if self._news:
            news, self._news = self._news, []
            self._publisher.assign_and_publish_events(self, news)

    def mark_cut_off(self, why: str) -> None:
        """Report that the host is cut off; the table goes on there with what it knows."""
        self._is_cut_off = True
        self._set_state(AWAY, why)

    # ---------------------------------------------------------------- commands through its host

    def _heard_ms(self) -> int | None:
        """Return when its host last heard the device, if that is known here."""
        seconds = self.view.get("heard_s")
        return self._viewed_ms - 1000 * seconds if isinstance(seconds, int) and self._viewed_ms is not None else None

    def _holds_device_id(self, state: str) -> bool:
        """Return whether its host has admitted the device, so that no other with the same id may connect."""
        return state == FOLLOWING

    def repeat_admission(self) -> None:
        """Have the host set the device's table number."""
        run_in_background(f"number {self.device}", self._bind_there, self._host.log)

    def _number_again(self) -> None:
        """Send the device's table number to the host if the desk has set it and the host does not have it."""
        numbered_ms = self._numbered_ms
        if numbered_ms is None or monotonic_ms() - numbered_ms >= NUMBER_AGAIN_MS:
            self._numbered_ms = monotonic_ms()
            self.repeat_admission()

    def _bind_there(self) -> None:
        self._numbered_ms = monotonic_ms()
        number = self._host.table_number_of(self.device)
        if number is None or number == self.view.get("table"):
            self._is_number_owed = False
            return
        try:
            self._transport.set_table_number(self.device, number)
            self._is_number_owed = False
        except TenboError as error:
            self._numbered_ms, self._is_number_owed = monotonic_ms(), True
            self._report(f"host {self.host} did not assign it table number {number}: {error.message}", level="warning")

    def begin_command(self, name: str, *fields: Any, states: tuple[str, ...] = (FOLLOWING,)) -> PendingCommand:
        """Send a command through the host without waiting."""
        now = self.snapshot
        if now.state not in states:
            if (
                now.state == AWAY
                and self._is_cut_off
                and (left := self._transport.defer_command(self.device, name, *fields))
            ):
                raise LinkFault("not_connected", join_sentences([now.why, left]), "table")
            raise LinkFault(
                "not_connected",
                now.why
                or sentence("table_not_there", "the table is not connected now: see the desk's devices (tenbo tables)"),
                "table",
            )
        request = PendingCommand([name, 0, *fields], monotonic_ms())
        run_in_background(f"remote command {self.device}", lambda: self._execute_remotely(request), self._host.log)
        return request

    def install_ledger(self, ledger: str, events: Sequence[list[Any]]) -> None:
        """Have the host give the device a ledger with some events, which the device continues."""
        now = self.snapshot
        if now.state == AWAY:
            raise LinkFault("not_connected", now.why, "device")
        try:
            self._transport.send_command(self.device, TAKE_OVER, ledger, list(events))
        except TenboError as error:
            raise Refused(error.code, self._said_there(error), "device") from None

    def _not_understood(self) -> str:
        """Return the sentence about an answer that no host of this version gives."""
        return sentence(
            "host_answers_nonsense",
            "the answer from host {host} is not understood: install the same version of Tenbo on that host "
            "and on this computer",
            host=self.host,
        )

    def _said_there(self, error: TenboError) -> str:
        """Return its host's refusal, with the host's name."""
        return sentence(
            "host_refuses", "host {host}: {message}", host=self.host, message=with_sentence_code(error.message)
        )

    def _execute_remotely(self, request: PendingCommand) -> None:
        name, _, *fields = request.message
        # Unless an answer arrives; a waiting caller is answered in any case.
        why: tuple[str, str, str] = ("bad_answer", "table", self._not_understood())
        try:
            answer = self._transport.send_command(self.device, str(name), *fields)
            request.answers = list(answer["answers"])
            request.ended = ["done", 0, answer["last"]]
        except TenboError as error:
            why = (error.code, error.at, self._said_there(error))
        except (KeyError, TypeError) as error:
            self._host.log.log_exception(error)
        finally:
            request.ended = request.ended or ["refused", 0, *why]
            request.over.set()

    def read_clock(self, _: Callable[[], int]) -> tuple[int, int, list[Any]]:
        """Read the device's clock: the host measures it locally, and its count is converted into ours."""
        now = self.snapshot
        if now.state != FOLLOWING:
            raise LinkFault("not_connected", now.why, "table")
        answer = self._transport.send_command(self.device, "ping")
        try:
            asked, answered = (
                self._time.to_our_clock(int(answer["asked_ms"])),
                self._time.to_our_clock(int(answer["answered_ms"])),
            )
            return asked, answered, list(answer["answers"])
        except (KeyError, TypeError, ValueError) as error:
            self._host.log.log_exception(error)
            raise LinkFault("bad_answer", self._not_understood(), "table") from None
