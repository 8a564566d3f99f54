"""Tables of paper that dial a host: over a WebSocket as a tablet does, or over a plain connection."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Message, Request, TextMessage
from wsproto.utilities import RemoteProtocolError

from tenbo.simulator.fake_tables import FakeTable
from tenbo_core.wire import MessageReader


class Hangup(Exception):
    """The host has refused or ended the line; `status` is that of HTTP, `reason` its word."""

    def __init__(self, status=None, reason=""):
        super().__init__(status, reason)
        self.status = status
        self.reason = reason


def dial(url, headers=(), through=None, source=None):
    """Open a WebSocket to a service, `through` another address, from a `source`; return the socket and its protocol.

    Raise that it was refused.
    """
    place = urlsplit(url)
    sock = socket.create_connection(through or (place.hostname, place.port), source_address=source)
    connection = WSConnection(ConnectionType.CLIENT)
    sock.sendall(
        connection.send(Request(host=place.netloc, target=place.path or "/v1/line", extra_headers=list(headers)))
    )
    while True:
        data = sock.recv(4096)
        connection.receive_data(data or None)
        for event in connection.events():
            if isinstance(event, AcceptConnection):
                return sock, connection
            status = getattr(event, "status_code", None)
            sock.close()
            raise Hangup(status)


class DialledTable(FakeTable):
    """A table whose cable is a connection; it is put in again by `plug`."""

    # The word of the host's last farewell.
    farewell = None
    is_deaf = False
    # The address from which it dials, and any port; another one after it has roamed.
    source = None

    def __init__(self, path, device, address, *, carrier="websocket"):
        super().__init__(path, device)
        self.address = address
        self.carrier = carrier
        self.redials = 0
        self._connection = None

    def plug(self):
        """Dial."""
        with self.lock:
            if self.end is not None:
                return
            if self.carrier == "websocket":
                self._socket, self._connection = dial(self.address, source=self.source)
            else:
                self._socket, self._connection = (
                    socket.create_connection(self.address, source_address=self.source),
                    None,
                )
            self._socket.settimeout(0)
            self.end = self._socket.fileno()
            self.redials += 1
            self.proved = self._listened = False
            self._out.clear()
            self.reader = MessageReader()

    def pull(self):
        """Hang up."""
        with self.lock:
            if self.end is not None:
                self._socket.close()
                self.end = None

    def lose(self):
        """Lose the connection without a word, as a tablet that leaves the network; return it, so that it stays open."""
        with self.lock:
            lost, self.end = self._socket, None
            return lost

    def _receive(self, end):
        if self.is_deaf:
            return b""
        try:
            data = os.read(end, 4096)
        except BlockingIOError:
            # The first words may have come together with the answer to the dialling.
            return self._words()
        except OSError:
            data = b""
        if not data:
            self.pull()
            return b""
        if self._connection is None:
            return data
        self._connection.receive_data(data)
        return self._words()

    def _words(self):
        """Return what the host has said in whole messages."""
        if self._connection is None:
            return b""
        lines = []
        for event in self._connection.events():
            if isinstance(event, TextMessage):
                lines.append(event.data)
            elif isinstance(event, CloseConnection):
                self.farewell = event.reason
                self.pull()
        return "".join(lines).encode()

    def _transmit(self, end, data):
        if self._connection is None:
            return super()._transmit(end, data)
        whole = data[: data.rfind(b"\n") + 1]
        for line in whole.splitlines(keepends=True):
            with suppress(OSError, RemoteProtocolError):
                self._socket.sendall(self._connection.send(Message(line.decode())))
        return len(whole)
