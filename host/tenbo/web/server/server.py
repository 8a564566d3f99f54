"""The HTTP server: uvicorn in a thread of its own, on a socket that is bound before the service starts."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING

import uvicorn

from tenbo.client.own_addresses import OwnHostNames, bracketed_address
from tenbo.runtime.worker import Worker
from tenbo.web.auth.authentication import COOKIE
from tenbo.web.server.app import WebApp
from tenbo.web.server.connection_limits import LONGEST_HEAD, Connections, limited_connection_class
from tenbo.web.server.dial_in_server import BACKLOG, MOST_MESSAGE, bind_socket

if TYPE_CHECKING:
    import socket

    from starlette.types import ASGIApp

    from tenbo.runtime.service_log import ServiceLog
    from tenbo.web.auth.authentication import ClientAuthenticator
    from tenbo.web.routes.route_table import Answers
    from tenbo.web.server.dial_in_server import DialInServer
    from tenbo.web.sse import EventStreams

# An idle connection stays open for this long.
IDLE_S = 30
POLL_S = 0.25
# At shutdown, running responses have this long to finish.
GRACE_S = 1
LAST_TURNS = 8
# Turns of the event loop from a socket that is accepted to its connection.
ACCEPT_TURNS = 3


class Uvicorn(uvicorn.Server):
    """Uvicorn's server with a stop request instead of polling ten times a second.

    Uvicorn's own shutdown sleeps 0.1 s three times, which hundreds of tests would pay for.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._stop_requested = asyncio.Event()

    def request_stop(self) -> None:
        """Request the stop; called in the event loop."""
        self.should_exit = True
        self._stop_requested.set()

    async def main_loop(self) -> None:
        """Serve until the stop; the Date header is renewed each second."""
        while not self.should_exit:
            await self.on_tick(0)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop_requested.wait(), 1)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more requests and give running ones a moment to finish."""
        await self._stop_accepting()
        for server in self.servers:
            server.close()
        for bound in sockets or ():
            bound.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        if self.server_state.tasks:
            _, late = await asyncio.wait(list(self.server_state.tasks), timeout=GRACE_S)
            for task in late:
                task.cancel()

    async def _stop_accepting(self) -> None:
        """Accept nothing more, and let what was accepted become connections.

        A closed server of asyncio drops a connection that was accepted in the turn before, and leaves its socket open.
        """
        loop = asyncio.get_running_loop()
        for server in self.servers:
            for listening in server.sockets:
                # Windows has no readers: what it accepts is a connection at once.
                with contextlib.suppress(NotImplementedError):
                    loop.remove_reader(listening.fileno())
        for _ in range(ACCEPT_TURNS):
            await asyncio.sleep(0)


class Server:
    """The HTTP server of a service, from `start` to `close`."""

    def __init__(
        self,
        address: tuple[str, int],
        answers: Answers,
        streams: EventStreams,
        pages: ASGIApp,
        access: ClientAuthenticator,
        log: ServiceLog,
        lines: DialInServer,
        names: tuple[str, ...] = (),
    ) -> None:
        self._socket = bind_socket(address)
        self.lines = lines
        self.server_address = self._socket.getsockname()[:2]
        own, port = self.server_address
        access.cookie = f"{COOKIE}-{port}"
        self.streams = streams
        self.connections = Connections()
        self.app = WebApp(answers, streams, pages, access, OwnHostNames(own, port, names), log, lines)
        config = uvicorn.Config(
            self.app,
            http=limited_connection_class(self.connections),
            h11_max_incomplete_event_size=LONGEST_HEAD,
            # A connection finds the WebSocket's code by itself when one is asked for.
            ws="none",
            ws_max_size=MOST_MESSAGE,
            # A line has a heartbeat of its own.
            ws_ping_interval=None,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=IDLE_S,
            backlog=BACKLOG,
        )
        self._server = Uvicorn(config)
        self._ready = threading.Event()
        self._thread = Worker("web", lambda: asyncio.run(self._serve()), log)

    @property
    def url(self) -> str:
        """Return the URL for clients on this computer."""
        host, port = self.server_address
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not an address to bind here
        return f"http://{bracketed_address(host)}:{port}"

    def start(self) -> None:
        """Start serving."""
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """End every stream, finish running requests and release the address."""
        self.streams.end()
        if self._thread.is_started:
            # RuntimeError: the event loop has ended by itself.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._server.request_stop)
            self._thread.close()
        self.app.lanes.close()
        self._socket.close()
        self.lines.close()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        writing = asyncio.ensure_future(self.streams.run_writer())
        self._ready.set()
        looking = asyncio.ensure_future(self._watch_connections())
        await self.lines.listen()
        try:
            await self._server.serve([self._socket])
        finally:
            looking.cancel()
            writing.cancel()
            # A socket that was accepted a moment ago becomes a connection only after some turns of the event loop; a
            # table's line is counted by uvicorn alone, and one that reads nothing more is never sent its last words.
            for _ in range(LAST_TURNS):
                for connection in {*self.connections.open, *self._server.server_state.connections}:
                    connection.transport.abort()
                await asyncio.sleep(0)

    async def _watch_connections(self) -> None:
        """Check the connections four times a second."""
        while True:
            await asyncio.sleep(POLL_S)
            self.connections.close_overdue()
