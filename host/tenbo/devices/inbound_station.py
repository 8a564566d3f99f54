"""The station of a table that has dialled: it ends with its connection, and the table dials again."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from tenbo.devices.admission_errors import TableNotAdmitted
from tenbo.devices.health import parse_health
from tenbo.devices.link import monotonic_ms
from tenbo.devices.local_station import LocalStation
from tenbo.devices.network_auth import NetworkAuthenticator
from tenbo.devices.port_discovery import WEBSOCKET
from tenbo.devices.station import AWAY, CLOSED, FOLLOWING, NEW, REFUSED, SILENT
from tenbo.runtime.worker import Backoff
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.accepted_link import AcceptedLink
    from tenbo.devices.admission import AdmissionControl
    from tenbo.devices.follower import Follower
    from tenbo.devices.hello import Hello
    from tenbo.devices.link import DeviceLink
    from tenbo.devices.pending_commands import PendingCommand
    from tenbo.devices.port_discovery import Port
    from tenbo.devices.rate_limits import TableConnectionLimiter
    from tenbo.devices.station_callbacks import StationHost

# A connection on which nothing has come for this long is no connection any more, and the network does not say so.
DEAD_MS = 10_000
# A connection loses no line, and a second hello would begin everything again: a table is asked again only where it has
# not done what it was asked, as one that is just starting, or wants to see our proof first.
ASK_AGAIN_MS, WHO_AGAIN_MS = 2000, 5000
# A table without a cable is asked so often for its signal and its battery, and first when its greeting is long over.
HEALTH_MS, FIRST_HEALTH_MS = 60_000, 5000
# The desk may have freed the table number that a new device waits for.
LOOK_AGAIN_MS = 3000
# What the table is told when a newer connection of it has come, and when there are too many.
REPLACED = "replaced"
TOO_MANY = "too_many"
# A device that was never followed says who it is, shows its key, and that it is there: so many bytes, and so many a
# second. One that says more is hung up on with this word, and shown at the desk for a minute.
STRANGER_BYTES, STRANGER_BYTES_PER_S = 16_384, 1024
FLOODS = "floods"
FLOOD_SHOWN_MS = 60_000

# Connections in the order in which they came.
_NUMBERS = count()


class InboundStation(LocalStation):
    """A connection of a table. Once it is over, its last state can still be read."""

    def __init__(
        self,
        port: Port,
        host: StationHost,
        admission: AdmissionControl,
        link: AcceptedLink,
        dials: TableConnectionLimiter,
    ) -> None:
        super().__init__(port, host, admission)
        self.number = next(_NUMBERS)
        self._accepted = link
        self._refusal: TableNotAdmitted | None = None
        self._looked = monotonic_ms()
        self._requests.ask_again_ms = ASK_AGAIN_MS
        # A full hall's network, or a busy computer, may take longer for each answer than a cable ever does: a table
        # whose pings were all given up would never get the session's time.
        self._requests.loses_nothing = True
        # The question for its health that is on its way, and when the next one is due.
        self._health: PendingCommand | None = None
        self._health_due_ms = monotonic_ms() + FIRST_HEALTH_MS
        self.is_over = False
        self._dials = dials
        self._was_followed = False
        self._flooded_ms: int | None = None

    @property
    def address(self) -> str:
        """Return the address from which it was dialled, without the port."""
        return self.port.name.rpartition(" ")[2].rpartition(":")[0]

    def has_flooded(self, now: int) -> bool:
        """Return whether it was hung up on lately for saying too much."""
        return self._flooded_ms is not None and now - self._flooded_ms < FLOOD_SHOWN_MS

    def replace_by(self, newer: LocalStation) -> None:
        """End this connection of a table for a newer one; raise that it is not newer."""
        if isinstance(newer, InboundStation) and newer.number < self.number:
            message = sentence("newer_connection", "has a newer connection ({port})", port=self.port.name)
            raise TableNotAdmitted(REPLACED, message)
        self._accepted.refuse(REPLACED)
        self.request_stop()

    def turn_away(self) -> None:
        """End this connection: there are too many."""
        self._accepted.refuse(TOO_MANY)
        self.request_stop()

    def _run(self) -> None:
        try:
            self._serve_link(self._accepted, Backoff())
            if self.snapshot.state not in (CLOSED, REFUSED, SILENT):
                over = sentence("connection_over", "its connection has ended; its scores are safe on the device")
                self._set_state(CLOSED, over if self._refusal is None else self._refusal.message)
        finally:
            self.is_over = True

    def _new_follower(self) -> Follower:
        follower = super()._new_follower()
        follower.who_again_ms = WHO_AGAIN_MS
        return follower

    def _make_identity(self) -> NetworkAuthenticator:
        by_poster = self.port.carrier == WEBSOCKET
        return NetworkAuthenticator(self._host.keys, self._requests, self._host.table_keys, by_poster=by_poster)

    def _admit(self, hello: Hello) -> None:
        try:
            super()._admit(hello)
        except TableNotAdmitted as error:
            self._refusal = error
            raise

    def _update_state(self, link: DeviceLink, follower: Follower, now: int, opened: int) -> None:
        super()._update_state(link, follower, now, opened)
        if self.snapshot.state == FOLLOWING and not self._was_followed:
            self._was_followed = True
            self._dials.release_connection(self.address)
        request = self._health
        if request is not None and request.over.is_set():
            self._requests.remove(request)
            self._health = None
            if request.ended is not None:
                health = parse_health(request.answers)
                self._signal, self._battery = health.get("signal"), health.get("battery")
        elif request is None and self.snapshot.state == FOLLOWING and now >= self._health_due_ms:
            self._health_due_ms = now + HEALTH_MS
            self._health = self._requests.add("health", (), now)
            link.send([self._health.message])

    def _is_finished(self, follower: Follower, now: int) -> bool:
        """Return whether the connection is to be given up."""
        if self._refusal is not None:
            self._accepted.refuse(self._refusal.word)
            return True
        if not self._was_followed and self._says_too_much(now):
            self._flooded_ms = now
            why = sentence(
                "stranger_floods", "disconnected: it sent more data than a table may send before proving its key"
            )
            self._set_state(REFUSED, why, level="warning")
            self._accepted.refuse(FLOODS)
            return True
        hello = follower.hello
        if hello is not None and self.snapshot.state == NEW and now - self._looked > LOOK_AGAIN_MS:
            self._looked = now
            # It has no more events than that: this only says that a host is here.
            self._accepted.send([["after", hello.last], *follower.reprocess_hello(now)])
        heard = follower.heard_at
        return self.snapshot.state == AWAY and heard is not None and now - heard > DEAD_MS

    def _says_too_much(self, now: int) -> bool:
        open_ms = 0 if self._opened_ms is None else now - self._opened_ms
        return self._bytes > STRANGER_BYTES + STRANGER_BYTES_PER_S * open_ms // 1000
