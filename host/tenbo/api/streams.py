"""Changes as server-sent events: any number of followers, woken by the change itself, and ended by our own flag."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tenbo.hall.change_feed import Change, Changes

# A follower of changes is sent something at least this often: a page says how old its numbers are when it is not.
BEAT_S = 2.0
BEAT = b"event: beat\ndata: {}\n\n"
# A browser that loses us comes again after so long.
GREETING = b"retry: 1000\n" + BEAT
MOST_WATCHERS = 200
# Changes whose text is kept, because every follower is sent the same.
KEPT = 100


class Streams:
    """Everybody who follows the changes; they wait in the server's loop, whatever thread makes a change."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[asyncio.Event] = set()
        self._texts: dict[tuple[int, bool], bytes] = {}
        self.watchers = 0
        self.closing = False
        changes.call(self._news)

    def run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Keep the loop in which the followers wait."""
        self._loop = loop

    def end(self) -> None:
        """End every stream."""
        self.closing = True
        self._news()

    def _news(self) -> None:
        """Wake the followers from whatever thread made the change."""
        if self._loop is not None:
            # RuntimeError: the loop has ended, and with it everybody who followed.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for woken in self._waiting:
            woken.set()

    # ---------------------------------------------------------------- one follower

    async def follow(
        self,
        last: int | None,
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[Any], Awaitable[None]],
        shown: Callable[[Change], Change | None],
    ) -> None:
        """Send the changes after `last` as they come, until the follower goes away or the service ends.

        Each is sent as `shown` gives it: some see less than others; None ends the stream of who may follow no more.

        None begins with the next change. A number above the last one comes from a run whose clock was ahead of ours:
        that follower gets all that is kept.
        """
        if self.watchers >= MOST_WATCHERS:
            raise Refused("not_allowed_now", "too many watch already: close some", "changes")
        if last is None or last > self._changes.last:
            last = self._changes.last if last is None else -1
        woken, self.watchers = asyncio.Event(), self.watchers + 1
        self._waiting.add(woken)
        gone = asyncio.ensure_future(_gone(receive, woken))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await _say(send, GREETING)
            while not gone.done():
                woken.clear()
                news = self._changes.after(last)
                if news:
                    last = news[-1].id
                    seen = [change for one in news if (change := shown(one)) is not None]
                    await _say(send, b"".join(map(self._text, seen)))
                    if len(seen) < len(news):
                        break
                elif self.closing:
                    break
                elif not await _within(BEAT_S, woken):
                    await _say(send, BEAT)
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._waiting.discard(woken)
            self.watchers -= 1

    def _text(self, change: Change) -> bytes:
        """Return a change as it is sent; it is written once for all who see the same."""
        key = (change.id, "hidden" in change.data)
        text = self._texts.get(key)
        if text is None:
            text = f"id: {change.id}\nevent: {change.kind}\ndata: {json.dumps(change.data)}\n\n".encode()
            self._texts[key] = text
            while len(self._texts) > KEPT:
                del self._texts[next(iter(self._texts))]
        return text


HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"connection", b"close")]


async def _say(send: Callable[[Any], Awaitable[None]], text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


async def _gone(receive: Callable[[], Awaitable[Any]], woken: asyncio.Event) -> None:
    """Wait until the follower has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    woken.set()


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Return whether an event came within some seconds."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
