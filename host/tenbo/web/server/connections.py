"""Connections of the server: so many at once, and a request arrives within its time or its connection is closed."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tenbo.client.addresses import is_here
from tenbo.web.server.http_messages import HttpResponse, problem_response
from tenbo.web.server.security_headers import SECURITY_HEADERS

if TYPE_CHECKING:
    import asyncio

# All connections together; one more replaces another, as `_least_missed` says.
MOST_CONNECTIONS = 256
# A browser opens six to one place; of an address with more than the browsers of a desk need, one is closed first.
MOST_OF_BROWSERS = 16
# A request must arrive within this time, however slowly its bytes come.
REQUEST_S = 15.0
# A client that takes nothing of what it is sent for so long has gone away.
STALLED_S = 30.0
# Line and headers of a request.
LONGEST_HEAD = 96 * 1024


class Connections:
    """Every open connection, and until when the ones that wait for a request may do so."""

    def __init__(self) -> None:
        # In the order in which they came.
        self.open: dict[Connection, None] = {}
        self.deadlines: dict[Connection, float] = {}

    def add(self, connection: Connection) -> None:
        """Take a connection in; when there are too many, one of the address that has the most is closed."""
        if len(self.open) >= MOST_CONNECTIONS:
            least = self._eviction_candidate(connection)
            least.abort()
            self.drop(least)
            if least is connection:
                return
        self.open[connection] = None
        self.start_deadline(connection)

    def _eviction_candidate(self, newcomer: Connection) -> Connection:
        """Return the connection to close for a newcomer: whoever opens many keeps nobody out but themselves.

        Of an address that has more than browsers need it is the one that has kept us waiting longest. A computer may
        have many addresses with few each: then it is whoever of all has done so. Where nobody does, it is the first of
        the address that has the most, or the newcomer. What this computer itself has open goes last.
        """
        others = [one for one in (newcomer, *self.open) if not one.is_local] or [newcomer, *self.open]
        crowd, most = Counter(one.address for one in others).most_common(1)[0]
        theirs = [one for one in others if one.address == crowd]
        for some in (theirs if most > MOST_OF_BROWSERS else others, others):
            if waiting := [one for one in some if one in self.deadlines]:
                return min(waiting, key=self.deadlines.__getitem__)
        return newcomer if newcomer in theirs else theirs[0]

    def start_deadline(self, connection: Connection) -> None:
        """Begin the time that a connection has for its next request."""
        if connection in self.open:
            self.deadlines[connection] = time.monotonic() + REQUEST_S

    def clear_deadline(self, connection: Connection) -> None:
        """Note that a request is complete."""
        self.deadlines.pop(connection, None)

    def drop(self, connection: Connection) -> None:
        """Forget a connection."""
        self.open.pop(connection, None)
        self.deadlines.pop(connection, None)

    def close_overdue(self) -> None:
        """Close the connections whose time is over, and those that take nothing of what they are sent."""
        now = time.monotonic()
        for connection in [connection for connection, until in self.deadlines.items() if until < now]:
            connection.abort()
        for connection in [connection for connection in self.open if connection.is_stalled(now)]:
            connection.abort()


class Connection(H11Protocol):
    """A connection of uvicorn's that is counted, and that answers in JSON what it cannot read."""

    # Set by the class that `bounded` makes.
    all: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection."""
        super().connection_made(transport)
        self._stalled_since: float | None = None
        self._left = 0
        self.address = self.client[0] if self.client else ""
        self.is_local = bool(self.address) and is_here(self.address)
        # What answers a request finds its connection here; only a stream looks.
        self.app_state = {**self.app_state, "connection": self}
        self.all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self.all.drop(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a request that is complete is no longer waited for."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete:
            self.all.clear_deadline(self)

    def on_response_complete(self) -> None:
        """Wait for the next request, or go on with one that came already."""
        self.all.start_deadline(self)
        super().on_response_complete()
        if not self.cycle.response_complete and not self.cycle.more_body:
            self.all.clear_deadline(self)

    def pause_writing(self) -> None:
        """Note since when the client takes nothing."""
        self._stalled_since, self._left = time.monotonic(), self.transport.get_write_buffer_size()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that the client takes what it is sent."""
        self._stalled_since = None
        super().resume_writing()

    def is_stalled(self, now: float) -> bool:
        """Return whether the client has taken nothing for too long."""
        if self._stalled_since is None:
            return False
        left = self.transport.get_write_buffer_size()
        if left < self._left:
            # It takes something: a copy of the whole hall on a weak Wi-Fi takes its time.
            self._stalled_since = now
        self._left = left
        return now - self._stalled_since > STALLED_S

    @property
    def is_writable(self) -> bool:
        """Return whether what is said now goes out, as far as can be known."""
        return self._stalled_since is None and not self.transport.is_closing()

    def write_chunk(self, data: bytes, piece: bytes) -> None:
        """Go on with an answer that has begun and has no end yet, at once and without waiting.

        `piece` is the same as `piece_of` makes it: whoever says it to many makes it once.
        """
        self.transport.write(data if self.conn.their_http_version == b"1.0" else piece)

    def abort(self) -> None:
        """Close the connection at once, with what was not sent."""
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer an unreadable request in JSON, like everything else."""
        answer: HttpResponse = problem_response(f"the request cannot be read: {msg}", "request", 400)
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
    r"""Return a piece of an answer whose length nobody knows yet, as HTTP/1.1 writes it.

    >>> encode_chunk(b"news")
    b'4\r\nnews\r\n'
    """
    return b"%x\r\n%b\r\n" % (len(data), data)


def bounded_connection(connections: Connections) -> type[Connection]:
    """Return the class of connections that are counted together."""
    return type("BoundedConnection", (Connection,), {"all": connections})
