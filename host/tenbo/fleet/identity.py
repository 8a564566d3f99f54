"""Whether the device at a port is the one whose id it says: it shows the key that this hall has given it.

An id can be read off any line and said by any device.  So each hello is followed by a text that was never said before,
and only a device with the key knows the digest of it.  A device without a key is given one once it may be followed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.line.follow import Hello, Message
    from tenbo.line.requests import Request, Requests

# Bytes of a nonce.
NONCE = 16
# A line may lose a proof and bring its end: then it is asked again after a moment, and so often before it is held
# against the device.
LOST_WAIT_MS, MOST_LOST = 400, 5

WAITING = "has still to show its key"


class Keys(Protocol):
    """What the host knows of the keys of devices."""

    def hall(self) -> str:
        """Return by which word a device tells this hall's key from those of others."""

    def kept_by(self, device: str) -> str:
        """Return the key that a device has shown to have; an empty text when it has shown none."""

    def to_give(self, device: str) -> str:
        """Return the key that a device is to be given."""

    def is_kept(self, device: str, key: str) -> None:
        """Keep that a device has shown the key that it was given."""

    def is_not_kept(self, device: str, key: str) -> None:
        """Keep that a device does not keep the key that it was given, as older firmware does not."""

    def unknown(self, hello: Hello) -> str:
        """Return in a sentence that a device cannot show that it is the one whose id it says, and what helps."""


class Identity:
    """Asks the device at one port for its proof, or gives it a key, with commands that nobody waits for."""

    def __init__(self, keys: Keys, requests: Requests) -> None:
        self._keys = keys
        self._requests = requests
        # Who must prove it, who has, and who could not; each hello is proved anew.
        self._wanted: Hello | None = None
        self._proved: Hello | None = None
        self._failed: Hello | None = None
        self._why = WAITING
        # Who was offered a key, and has it or does not keep it; and who says to have it and must show it now.
        self._settled: Hello | None = None
        self._confirming: Hello | None = None
        # The command that is on its way, about whom, and what takes the answer.
        self._request: Request | None = None
        self._asked: Hello | None = None
        self._hear: Callable[[Request, Hello], bool] = self._hear_proof
        self._key = self._nonce = ""
        self._lost = 0
        self._not_before = 0

    @property
    def is_waiting(self) -> bool:
        """Return whether the device may still show its key: it has not failed to."""
        return self._wanted is not None and self._why == WAITING

    def has_proved(self, hello: Hello | None) -> bool:
        """Return whether the device that said this has shown its key since."""
        return hello is not None and hello is self._proved

    def why_not(self, hello: Hello) -> str:
        """Return why this device is not let in yet; an empty text once it has shown its key, or when it has none."""
        if hello is self._proved or not self._keys.kept_by(hello.id):
            self._wanted = None
            return ""
        if hello is not self._failed:
            self._wanted = hello
        return self._why

    def step(self, followed: Hello | None, now_ms: int) -> tuple[list[Message], bool]:
        """Return what to say next, and whether the hello is to be taken once more.

        `followed` is what the device has said when it is followed, and may be given a key.
        """
        news = False
        if self._request is not None:
            if not self._request.over.is_set():
                return [], False
            request, self._request = self._request, None
            self._requests.close(request)
            assert self._asked is not None
            news = self._hear(request, self._asked)
            if request.message[0] == "prove":
                self._note_lost(request, now_ms)
        return self._next(followed, now_ms) if now_ms >= self._not_before else [], news

    def _note_lost(self, request: Request, now_ms: int) -> None:
        """Wait a moment after a proof that was lost on its way."""
        if request.ended is not None and self._shown(request) is None:
            self._lost += 1
            self._not_before = now_ms + LOST_WAIT_MS
        else:
            self._lost = 0

    def _next(self, followed: Hello | None, now_ms: int) -> list[Message]:
        """Return the next command, if there is one to say."""
        if self._wanted is not None:
            self._key, self._nonce = self._keys.kept_by(self._wanted.id), secrets.token_hex(NONCE)
            return self._open("prove", self._nonce, self._wanted, self._hear_proof, now_ms)
        if followed is None or followed is self._settled or self._keys.kept_by(followed.id):
            return []
        if followed is self._confirming:
            self._nonce = secrets.token_hex(NONCE)
            return self._open("prove", self._nonce, followed, self._hear_confirmed, now_ms)
        self._key = self._keys.to_give(followed.id)
        return self._open("key", self._key, followed, self._hear_given, now_ms)

    def _open(
        self, name: str, what: str, hello: Hello, hear: Callable[[Request, Hello], bool], now_ms: int
    ) -> list[Message]:
        self._asked, self._hear = hello, hear
        self._request = self._requests.open(name, (self._keys.hall(), what), now_ms)
        return [self._request.message]

    def _hear_proof(self, request: Request, hello: Hello) -> bool:
        """Take the answer of a device that must show its key."""
        shown = self._shown(request)
        if shown:
            if hello is not self._wanted:
                # It has said hello again since, and is asked again.
                return False
            self._wanted, self._proved, self._why = None, hello, WAITING
            return True
        if shown is None and request.ended is not None and self._lost < MOST_LOST:
            return False
        self._why = self._keys.unknown(hello)
        if shown is not None and hello is self._wanted:
            self._wanted, self._failed = None, hello
        return True

    def _hear_given(self, request: Request, hello: Hello) -> bool:
        """Take the answer of a device that was given a key; what it says is not enough, it has to show it."""
        if request.ended is not None and request.ended[0] == "done":
            self._confirming = hello
        elif request.ended is not None:
            self._settled = hello
            self._keys.is_not_kept(hello.id, self._key)
        return False

    def _hear_confirmed(self, request: Request, hello: Hello) -> bool:
        """Take the answer of a device that says to have kept its key."""
        shown = self._shown(request)
        if hello is not self._confirming or request.ended is None or (shown is None and self._lost < MOST_LOST):
            return False
        self._settled, self._confirming = hello, None
        if shown:
            self._proved = hello
            self._keys.is_kept(hello.id, self._key)
        else:
            self._keys.is_not_kept(hello.id, self._key)
        return False

    def _shown(self, request: Request) -> bool | None:
        """Return whether an answer has the digest that only the key and this nonce make; None when none came."""
        told = [str(answer[2]) for answer in request.answers if answer[0] == "proof"]
        if not told and (request.ended is None or request.ended[0] == "done"):
            return None
        expected = digest(self._key, self._nonce)
        return bool(self._key) and any(
            hmac.compare_digest(answer.encode("utf-8", "replace"), expected) for answer in told
        )


def digest(key: str, nonce: str) -> bytes:
    """Return what a device with a key answers to a nonce, in hex.

    >>> digest("key", "nonce")[:16]
    b'70b679792b5c61aa'
    """
    return hmac.new(key.encode(), nonce.encode(), hashlib.sha256).hexdigest().encode()
