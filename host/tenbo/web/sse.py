"""Server-sent events: each change is encoded once per audience, sent to every client, and ended by our own flag."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING, Any

from tenbo.client.own_addresses import computer_prefix
from tenbo.web.auth.visibility import audience_of, can_see_hidden
from tenbo.web.server.connection_limits import encode_chunk
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tenbo.hall.change_log import ChangeBuffer, HallChange
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.web.auth.authentication import ClientAuthenticator, Visitor
    from tenbo.web.auth.visibility import Visibility
    from tenbo.web.server.connection_limits import Connection

# Clients get a message at least this often. A page that gets none shows the age of its data.
BEAT_S = 2.0
BEAT = b"event: beat\ndata: {}\n\n"
MISSED = b"id: %d\nevent: missed\ndata: {}\n\n"
# A browser that loses the connection reconnects after this time.
GREETING = b"retry: 1000\n" + BEAT
MOST_WATCHERS = 200
# Streams reserved for desk and referees, however many readers are connected.
FOR_REFEREES = 20
# Streams for the readers of one address. A page that is refused polls every few seconds instead.
MOST_OF_ADDRESS = 8
# Changes within this time of each other are sent as one chunk, for example all events of one press.
JOINED_S = 0.01
HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"connection", b"close")]


class EventStreamClient:
    """A client: its connection, the last change it has, its role, and whether it still may follow.

    Without a last change it begins with the next one. A number above the newest change is from a run whose clock was
    ahead: that client gets all stored changes.
    """

    def __init__(self, connection: Connection, last: int | None, visitor: Visitor, may: Callable[[], bool]) -> None:
        self.connection = connection
        self.last = last
        self.audience = audience_of(visitor)
        # The address under which a reader's streams are counted; desk, referees and this computer are not counted.
        self.address = (
            "" if can_see_hidden(self.audience) or connection.is_local else computer_prefix(connection.address)
        )
        self.is_allowed = may
        self.over = asyncio.Event()


class EventStreams:
    """The streams of all clients. One task of the event loop writes to all of them; any thread may make a change."""

    def __init__(
        self, changes: ChangeBuffer, visibility: Visibility, access: ClientAuthenticator, log: ServiceLog
    ) -> None:
        self._changes = changes
        self._visibility = visibility
        self._access = access
        self._log = log
        self._loop: asyncio.AbstractEventLoop | None = None
        self._followers: set[EventStreamClient] = set()
        self._woken = asyncio.Event()
        self._is_notified = False
        # When access was last checked, and the session version of that check.
        self._asked_at, self._asked_turns = 0.0, -1
        self.closing = False
        self._changes.add_listener(self._wake_writer)

    @property
    def client_count(self) -> int:
        """Return the number of clients."""
        return len(self._followers)

    def end(self) -> None:
        """End every stream."""
        self.closing = True
        self._is_notified = False
        self._wake_writer()

    def _wake_writer(self) -> None:
        """Wake the writer from any thread; several changes wake it once."""
        if self._loop is not None and not self._is_notified:
            self._is_notified = True
            # RuntimeError: the event loop has ended, and all streams with it.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._woken.set)

    # ---------------------------------------------------------------- the writer

    async def run_writer(self) -> None:
        """Send changes to all clients as they come, and a heartbeat when none has come, until the service ends."""
        self._loop = asyncio.get_running_loop()
        closing = False
        while not closing:
            news = await _wait_for_event(BEAT_S, self._woken)
            if news and not self.closing:
                await asyncio.sleep(JOINED_S)
            self._woken.clear()
            self._is_notified = False
            closing = self.closing
            try:
                self._close()
                self._send(b"" if news else BEAT)
            except Exception as error:  # noqa: BLE001 - an internal error ends these streams, and browsers reopen them
                self._log.log_exception(error, path="/v1/changes")
                self._release_clients()
        self._release_clients()

    def _release_clients(self) -> None:
        for follower in self._followers:
            follower.over.set()

    def _close(self) -> None:
        """Close the streams of clients whose session has ended or whose codes are no longer valid."""
        turns, now = self._access.session_version, time.monotonic()
        if turns == self._asked_turns and now - self._asked_at < BEAT_S:
            return
        self._asked_turns, self._asked_at = turns, now
        for follower in self._followers:
            if not follower.is_allowed():
                follower.over.set()

    def _send(self, besides: bytes) -> None:
        """Send all pending changes; a client that does not read now gets them later."""
        written: dict[tuple[int, Visitor], tuple[int, bytes, bytes]] = {}
        for follower in self._followers:
            if follower.over.is_set() or follower.last is None or not follower.connection.is_writable:
                continue
            key = follower.last, follower.audience
            if key not in written:
                last, text = self._encode_changes(*key)
                written[key] = last, text + besides, encode_chunk(text + besides)
            follower.last, data, piece = written[key]
            if data:
                follower.connection.write_chunk(data, piece)

    def _encode_changes(self, last: int, sight: Visitor) -> tuple[int, bytes]:
        """Return the number of the last change, and all changes after an earlier one as a visitor may see them.

        Who has a change of before the first one that is left is told that others are missing; 0 asks for what is left.
        """
        missed, text = self._changes.complete_after, b""
        if 0 < last < missed:
            last, text = missed, MISSED % missed
        news = self._changes.changes_after(last)
        text += b"".join(_text(self._visibility.redact_change(sight, change)) for change in news)
        return (news[-1].id if news else last), text

    # ---------------------------------------------------------------- one client

    def check_room(self, follower: EventStreamClient) -> None:
        """Raise an error if all streams, or those of the client's address, are in use."""
        most = MOST_WATCHERS - (0 if can_see_hidden(follower.audience) else FOR_REFEREES)
        of_address = sum(other.address == follower.address for other in self._followers) if follower.address else 0
        if self.client_count >= most or of_address >= MOST_OF_ADDRESS:
            raise Refused(
                "not_allowed_now", sentence("too_many_streams", "too many pages are open: close some"), "changes"
            )

    async def serve_client(
        self,
        follower: EventStreamClient,
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[Any], Awaitable[None]],
    ) -> None:
        """Send a client the changes as they come, until it disconnects or the service ends."""
        self.check_room(follower)
        if follower.last is None:
            follower.last = self._changes.last
        elif follower.last > self._changes.last:
            follower.last = -1
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": GREETING, "more_body": True})
        gone = asyncio.ensure_future(_await_disconnect(receive, follower.over))
        self._followers.add(follower)
        self._woken.set()
        try:
            if not self.closing:
                await follower.over.wait()
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._followers.discard(follower)


def _text(change: HallChange) -> bytes:
    return f"id: {change.id}\nevent: {change.kind}\ndata: {json.dumps(change.data)}\n\n".encode()


async def _await_disconnect(receive: Callable[[], Awaitable[Any]], over: asyncio.Event) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
    over.set()


async def _wait_for_event(seconds: float, event: asyncio.Event) -> bool:
    """Return whether an event came within some seconds."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
