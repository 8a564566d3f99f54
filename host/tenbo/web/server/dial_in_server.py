"""The lines of tables that dial: a WebSocket beside the pages, or a plain connection at an address of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tenbo.devices.accepted_link import AcceptedLink
from tenbo.devices.port_discovery import TCP, WEBSOCKET, Port
from tenbo.web.server.http_messages import HttpResponse, unrouted_error_response
from tenbo_core.errors import LinkFault

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Receive, Scope, Send

    Accept = Callable[[Port, AcceptedLink], None]

BACKLOG = 64
# What the system keeps of a WebSocket. All that has come is read at once, and the event loop does nothing else until it
# is taken apart: a flood of small frames took it a tenth of a second at a time.
RECEIVE_BUFFER = 16_384
# The most bytes of one message; a line has far less.
MOST_MESSAGE = 4096
# The code with which a line is closed; the reason is a word for the table.
CLOSED_BY_US = 4000
# How long a farewell may take.
FAREWELL_S = 1
# So long the next plain connection waits after one that is refused, and the answer to a refused WebSocket.
REST_S, ANSWER_S = 0.005, 0.25


class DialInServer:
    """Hands each line that is opened to the registry, and carries its bytes until one side hangs up."""

    def __init__(self, accept: Accept, may_dial: Callable[[str], bool], address: tuple[str, int] | None = None) -> None:
        self._accept, self._may_dial = accept, may_dial
        self._socket = None if address is None else bind_socket(address)
        self._accepting: asyncio.Task[None] | None = None
        self._serving: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> tuple[str, int] | None:
        """Return where tables dial by plain connections, or None."""
        return None if self._socket is None else self._socket.getsockname()[:2]

    async def listen(self) -> None:
        """Accept plain connections from now on, if there is an address for them."""
        if self._socket is not None:
            self._socket.settimeout(0)
            self._accepting = asyncio.create_task(self._accept_all(self._socket))

    def close(self) -> None:
        """Accept no more plain connections."""
        if self._accepting is not None:
            self._accepting.cancel()
        if self._socket is not None:
            self._socket.close()

    async def _accept_all(self, bound: socket.socket) -> None:
        """Accept one connection after the other. A computer that floods waits, and delays no other."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, client = await loop.sock_accept(bound)
            except OSError:
                # It was gone again, or there are too many open files.
                await asyncio.sleep(REST_S)
                continue
            if not self._may_dial(client[0]):
                accepted.close()
                await asyncio.sleep(REST_S)
                continue
            task = asyncio.create_task(self._open(accepted))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    async def _open(self, accepted: socket.socket) -> None:
        with contextlib.suppress(OSError):
            await self._serve_connection(*await asyncio.open_connection(sock=accepted))

    async def serve_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry a line over a WebSocket, in messages of one line each."""
        client = scope.get("client") or ("", 0)
        if not self._may_dial(client[0]):
            await asyncio.sleep(ANSWER_S)
            await refuse_websocket(
                unrouted_error_response("too many connections were opened from this address", "line", 429), send
            )
            return
        await receive()
        sock = scope["state"]["connection"].transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        await send({"type": "websocket.accept"})

        async def read() -> bytes:
            message = await receive()
            if message["type"] != "websocket.receive":
                return b""
            line: bytes = message.get("bytes") or (message.get("text") or "").encode()
            return line if line.endswith(b"\n") else line + b"\n"

        async def write(data: bytes) -> None:
            for line in data.splitlines(keepends=True):
                await send({"type": "websocket.send", "text": line.decode("ascii")})

        async def hang_up(word: str) -> None:
            await send({"type": "websocket.close", "code": CLOSED_BY_US, "reason": word})

        try:
            await self._carry(Port(_name(WEBSOCKET, client), carrier=WEBSOCKET), read, write, hang_up)
        finally:
            # A side that does not answer the farewell is left.
            scope["state"]["connection"].transport.abort()

    async def _serve_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry a line over a plain connection."""

        async def read() -> bytes:
            return await reader.read(MOST_MESSAGE)

        async def write(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        async def hang_up(_: str) -> None:
            writer.close()

        client = writer.get_extra_info("peername") or ("", 0)
        try:
            await self._carry(Port(_name(TCP, client), carrier=TCP), read, write, hang_up)
        finally:
            writer.transport.abort()

    async def _carry(
        self,
        port: Port,
        read: Callable[[], Awaitable[bytes]],
        write: Callable[[bytes], Awaitable[None]],
        hang_up: Callable[[str], Awaitable[None]],
    ) -> None:
        """Carry bytes both ways between a connection and the station of its link."""
        loop = asyncio.get_running_loop()
        outbox: asyncio.Queue[bytes] = asyncio.Queue()
        has_room, over = asyncio.Event(), loop.create_future()

        def called(function: Callable[..., object], *given: object) -> None:
            # RuntimeError: the event loop has ended before the station.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(function, *given)

        def end(word: str) -> None:
            if not over.done():
                over.set_result(word)

        link = AcceptedLink(
            port.name,
            lambda data: called(outbox.put_nowait, data),
            lambda word: called(end, word),
            lambda: called(has_room.set),
        )

        async def receive_all() -> None:
            while data := await read():
                if not link.feed(data):
                    has_room.clear()
                    await has_room.wait()

        async def send_all() -> None:
            while True:
                data = await outbox.get()
                await write(data)
                link.mark_sent(len(data))

        self._accept(port, link)
        carrying = [asyncio.ensure_future(receive_all()), asyncio.ensure_future(send_all())]
        try:
            await asyncio.wait([*carrying, over], return_when=asyncio.FIRST_COMPLETED)
            if over.done():
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(hang_up(over.result()), FAREWELL_S)
        finally:
            link.mark_ended("the other side has hung up")
            for task in carrying:
                task.cancel()
            # The station learns from the end of the line that a connection broke; the errors say no more.
            await asyncio.gather(*carrying, return_exceptions=True)


def websocket_required_response() -> HttpResponse:
    """Return the answer to a request at the line's address that does not open one."""
    if find_spec("wsproto") is None:
        return unrouted_error_response(
            "tables on the network need wsproto: install Tenbo with the extra hall", "line", 501
        )
    answer = unrouted_error_response("this address is for table connections: open a WebSocket", "line", 426)
    return answer._replace(headers=(("Upgrade", "websocket"), ("Connection", "Upgrade")))


async def refuse_websocket(answer: HttpResponse, send: Send) -> None:
    """Refuse to open a line, with a body that says why."""
    headers: list[Any] = [(b"content-type", answer.kind.encode()), (b"content-length", b"%d" % len(answer.body))]
    await send({"type": "websocket.http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.body})


def _name(carrier: str, client: tuple[str, int]) -> str:
    """Return the name of a connection as a port.

    >>> _name("tcp", ("192.168.1.7", 50412))
    'tcp 192.168.1.7:50412'
    """
    return f"{carrier} {client[0]}:{client[1]}"


def listen_fault(address: tuple[str, int], error: OSError) -> LinkFault:
    """Return the error for an address at which no server can listen."""
    host, port = address
    message = f"cannot listen on {host}:{port} ({error.strerror}): name another port with --listen"
    return LinkFault("cannot_listen", message, "listen")


def bind_socket(address: tuple[str, int]) -> socket.socket:
    """Bind an address; clients that connect from now on wait until the server starts."""
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
    except OSError:
        bound.close()
        raise
    return bound
