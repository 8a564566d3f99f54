"""Limits of the server's connections: how many are open at once, and how long a request may take to arrive."""

from __future__ import annotations

import time
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tenbo.client.own_addresses import is_own_address
from tenbo.web.server.http_messages import HttpResponse, unrouted_error_response
from tenbo.web.server.security_headers import SECURITY_HEADERS

if TYPE_CHECKING:
    import asyncio

# All connections together. When one more arrives, `_eviction_candidate` says which is closed.
MOST_CONNECTIONS = 256
# A browser opens six connections to one origin. An address with more than the browsers of a desk need is evicted first.
MOST_OF_BROWSERS = 16
# A request must arrive completely within this time.
REQUEST_S = 15.0
# A client that reads nothing for this long is disconnected.
STALLED_S = 30.0
# Where a table's line begins as a WebSocket.
LINE_PATH = "/v1/line"
# The request line and the headers of a request.
LONGEST_HEAD = 96 * 1024


class Connections:
    """All open connections, and the deadlines of those that wait for a request."""

    def __init__(self) -> None:
        # In the order of arrival.
        self.open: dict[Connection, None] = {}
        self.deadlines: dict[Connection, float] = {}

    def add(self, connection: Connection) -> None:
        """Add a connection; when there are too many, another one is evicted or this one is refused."""
        if len(self.open) >= MOST_CONNECTIONS:
            least = self._eviction_candidate(connection)
            least.abort()
            self.drop(least)
            if least is connection:
                return
        self.open[connection] = None
        self.start_deadline(connection)

    def _eviction_candidate(self, newcomer: Connection) -> Connection:
        """Pick the connection to evict for a new one.

        Prefer the address with the most open connections if it has more than browsers need, and there the connection
        that has waited longest for a request. Otherwise take the one of all that has waited longest, because one
        computer may have many addresses. If none waits, take the new connection if it is of the address with the most,
        else the first of that address. Connections of this computer go last.
        """
        others = [one for one in (newcomer, *self.open) if not one.is_local] or [newcomer, *self.open]
        crowd, most = Counter(one.address for one in others).most_common(1)[0]
        theirs = [one for one in others if one.address == crowd]
        for some in (theirs if most > MOST_OF_BROWSERS else others, others):
            if waiting := [one for one in some if one in self.deadlines]:
                return min(waiting, key=self.deadlines.__getitem__)
        return newcomer if newcomer in theirs else theirs[0]

    def start_deadline(self, connection: Connection) -> None:
        """Start the deadline of a connection's next request."""
        if connection in self.open:
            self.deadlines[connection] = time.monotonic() + REQUEST_S

    def clear_deadline(self, connection: Connection) -> None:
        """Clear the deadline: the request is complete."""
        self.deadlines.pop(connection, None)

    def drop(self, connection: Connection) -> None:
        """Remove a connection."""
        self.open.pop(connection, None)
        self.deadlines.pop(connection, None)

    def close_overdue(self) -> None:
        """Close connections that have missed their deadline, and clients that read nothing."""
        now = time.monotonic()
        for connection in [connection for connection, until in self.deadlines.items() if until < now]:
            connection.abort()
        for connection in [connection for connection in self.open if connection.is_stalled(now)]:
            connection.abort()


class Connection(H11Protocol):
    """A connection of uvicorn that is counted and that answers unreadable requests in JSON."""

    # Set by the class that `limited_connection_class` makes.
    all: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection."""
        super().connection_made(transport)
        self._stalled_since: float | None = None
        self._left = 0
        self._is_lost = False
        self.address = self.client[0] if self.client else ""
        self.is_local = bool(self.address) and is_own_address(self.address)
        # A stream finds its connection here.
        self.app_state = {**self.app_state, "connection": self}
        self.all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the count."""
        self._is_lost = True
        self.all.drop(self)
        super().connection_lost(exc)

    def is_lost(self) -> bool:
        """Return whether the client has gone; any thread may ask."""
        return self._is_lost

    def data_received(self, data: bytes) -> None:
        """Read data; a complete request has no deadline."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete:
            self.all.clear_deadline(self)

    def _should_upgrade_to_ws(self) -> bool:
        return self.scope["path"] == LINE_PATH and find_spec("wsproto") is not None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection to the line of a table, which is counted there and has no requests."""
        # Loaded with the first table that comes by the network.
        self.ws_protocol_class = import_module("uvicorn.protocols.websockets.wsproto_impl").WSProtocol
        self.all.drop(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request, or go on with one that has already arrived."""
        self.all.start_deadline(self)
        super().on_response_complete()
        if not self.cycle.response_complete and not self.cycle.more_body:
            self.all.clear_deadline(self)

    def pause_writing(self) -> None:
        """Record since when the client reads nothing."""
        self._stalled_since, self._left = time.monotonic(), self.transport.get_write_buffer_size()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Record that the client reads again."""
        self._stalled_since = None
        super().resume_writing()

    def is_stalled(self, now: float) -> bool:
        """Return whether the client has read nothing for too long."""
        if self._stalled_since is None:
            return False
        left = self.transport.get_write_buffer_size()
        if left < self._left:
            # The client reads slowly: a copy of the whole hall takes a while over a weak Wi-Fi.
            self._stalled_since = now
        self._left = left
        return now - self._stalled_since > STALLED_S

    @property
    def is_writable(self) -> bool:
        """Return whether data that is written now is sent at once, as far as this can be known."""
        return self._stalled_since is None and not self.transport.is_closing()

    def write_chunk(self, data: bytes, piece: bytes) -> None:
        """Send the next chunk of an open-ended response at once, without waiting.

        `piece` is `data` as `encode_chunk` encodes it, so that one encoding serves many clients.
        """
        self.transport.write(data if self.conn.their_http_version == b"1.0" else piece)

    def abort(self) -> None:
        """Close the connection at once and drop unsent data."""
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer an unreadable request in JSON, like every other error."""
        answer: HttpResponse = unrouted_error_response(f"the request cannot be read: {msg}", "request", 400)
        headers = [
            (b"content-type", answer.kind.encode()),
            (b"content-length", str(len(answer.body)).encode()),
            (b"connection", b"close"),
            *SECURITY_HEADERS,
        ]
        events: list[Any] = [h11.Response(status_code=400, headers=headers), h11.Data(data=answer.body)]
        for event in [*events, h11.EndOfMessage()]:
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def encode_chunk(data: bytes) -> bytes:
    r"""Return a chunk of a response of unknown length in HTTP/1.1's chunked encoding.

    >>> encode_chunk(b"news")
    b'4\r\nnews\r\n'
    """
    return b"%x\r\n%b\r\n" % (len(data), data)


def limited_connection_class(connections: Connections) -> type[Connection]:
    """Return a connection class whose connections are counted together."""
    return type("BoundedConnection", (Connection,), {"all": connections})
