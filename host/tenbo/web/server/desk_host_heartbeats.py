"""Heartbeats of the desks that follow this host, and the warning when a desk is silent."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from tenbo.runtime.worker import Worker
from tenbo.web.server.idempotency import IdempotencyCache
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.runtime.service_log import ServiceLog

# A desk sends a request at least every two seconds.
SILENT_S = 10.0
POLL_S = 1.0
# A desk that has been silent for this long is forgotten.
GONE_S = 12 * 3600.0


class _Heard(NamedTuple):
    at: float
    is_away: bool


class DeskHeartbeats:
    """The last heartbeat of every desk, by name. A host that is cut off goes on with what it knows and warns."""

    def __init__(self, log: ServiceLog, now: Callable[[], float] = time.monotonic) -> None:
        self.idempotency = IdempotencyCache()
        self._log = log
        self._now = now
        self._heard: dict[str, _Heard] = {}
        self._lock = threading.Lock()
        self._thread = Worker("desk heartbeats", self._run, log)

    def close(self) -> None:
        """Stop the check."""
        self._thread.close()

    def record_heartbeat(self, name: str) -> None:
        """Record that a desk has sent a request."""
        with self._lock:
            known = self._heard.get(name)
            self._heard[name] = _Heard(self._now(), is_away=False)
            if known is None and not self._thread.is_started:
                self._thread.start()
        if known is None or known.is_away:
            self._log.write_line(f"the desk {name} follows this host" + (" again" if known is not None else ""))

    def check(self) -> None:
        """Report each silent desk once."""
        now, silent = self._now(), []
        with self._lock:
            for name, (at, is_away) in list(self._heard.items()):
                if now - at > GONE_S:
                    del self._heard[name]
                elif now - at > SILENT_S and not is_away:
                    self._heard[name] = _Heard(at, is_away=True)
                    silent.append(name)
        for name in silent:
            self._log.write_line(
                f"the desk {name} no longer sends anything: this host continues with the data that it has",
                level="warning",
            )

    @property
    def has_following_desk(self) -> bool:
        """Return whether a desk follows this host now."""
        with self._lock:
            return any(self._now() - heard.at <= SILENT_S for heard in self._heard.values())

    @property
    def silence_warning(self) -> str | None:
        """Return a warning that a desk is silent, or None when all are heard or no desk follows this host."""
        with self._lock:
            away = {name: int(self._now() - heard.at) for name, heard in self._heard.items() if heard.is_away}
        if not away:
            return None
        name, silent_s = max(away.items(), key=lambda one: one[1])
        return sentence(
            "desk_not_heard",
            "the desk {name} has not been heard from for {seconds} s: this host carries on with what it knows, "
            "and its tables keep time on their own",
            name=name,
            seconds=silent_s,
        )

    def _run(self) -> None:
        while not self._thread.sleep(POLL_S):
            self.check()
