"""The browser sessions and the secret of the codes, in a file beside the store that only its owner may read."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import threading
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

# In ascending order of roles. A session ends after this long without use, and after LONGEST_S in any case.
IDLE_S = {"reader": 24 * 3600, "member": 24 * 3600, "table": 24 * 3600, "referee": 8 * 3600, "desk": 8 * 3600}
LONGEST_S = 4 * 24 * 3600
MOST_SESSIONS = 1000


class BrowserSession(NamedTuple):
    """A session: role, name, the table of a table's session, its start and last use, and a member's own number."""

    role: str
    name: str
    table: int | None
    since: int
    used: int
    player: int | None = None

    def is_expired(self, now: float) -> bool:
        """Return whether the session has ended."""
        return now - self.used > IDLE_S[self.role] or now - self.since > LONGEST_S


class SessionStore:
    """Sessions by the hash of their id, so that the file gives no access to them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        # The number of logins and logouts.
        self.session_version = 0
        self.secret, self._sessions = _read(path)
        if not self.secret:
            self.renew_secret()

    def find(self, identity: str, now: float) -> BrowserSession | None:
        """Return the live session of an id, and record its use."""
        if not identity:
            return None
        with self._lock:
            session = self._sessions.get(_hash(identity))
            if session is None:
                return None
            if session.is_expired(now):
                del self._sessions[_hash(identity)]
                return None
            session = self._sessions[_hash(identity)] = session._replace(used=int(now))
        return session

    def begin(self, session: BrowserSession) -> str:
        """Store a new session and return its id.

        When there are too many, the least recently used of the least role ends.
        """
        identity = secrets.token_urlsafe(32)
        with self._lock:
            self._sessions = {key: one for key, one in self._sessions.items() if not one.is_expired(session.since)}
            while len(self._sessions) >= MOST_SESSIONS:
                del self._sessions[min(self._sessions, key=self._eviction_order)]
            self._sessions[_hash(identity)] = session
            self._write()
        return identity

    def _eviction_order(self, key: str) -> tuple[int, int]:
        """Return the sort key of eviction: readers' sessions go first, so they cannot end a desk's."""
        session = self._sessions[key]
        return [*IDLE_S].index(session.role), session.used

    def end(self, identity: str) -> None:
        """End a session."""
        with self._lock:
            if self._sessions.pop(_hash(identity), None) is not None:
                self._write()

    def renew_secret(self) -> None:
        """Make a new secret and end every session."""
        with self._lock:
            self.secret, self._sessions = secrets.token_hex(32), {}
            self._write()

    def _write(self) -> None:
        """Write the file, readable by its owner only. Without the file the sessions last until the service ends."""
        self.session_version += 1
        new = self._path.with_name(self._path.name + ".new")
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                json.dump({"secret": self.secret, "sessions": self._sessions}, file)
            new.replace(self._path)


def _hash(identity: str) -> str:
    return hashlib.sha256(identity.encode()).hexdigest()


def _read(path: Path) -> tuple[str, dict[str, BrowserSession]]:
    """Return the stored sessions; an unreadable file counts as empty."""
    try:
        kept = json.loads(path.read_text("utf-8"))
        sessions = {str(key): BrowserSession(*row) for key, row in kept["sessions"].items()}
        return str(kept["secret"]), {key: one for key, one in sessions.items() if one.role in IDLE_S}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "", {}
