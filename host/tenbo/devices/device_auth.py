"""Mutual authentication of a device and this host: each proves to the other that it has the device's hall key.

An id can be read off any line and said by any device.  So each hello is followed by a text that was never said before,
and only a device with the key knows the digest of it.  The device has a text of its own: with the digest of both this
host proves itself, and the device obeys it until it says hello again.  A device without a key is given one once it may
be followed.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from tenbo.devices.admission_errors import NotAdmitted
from tenbo.devices.device_keys import DeviceHallKey
from tenbo.devices.hall_key_proof import HOST, NONCE, proof_digest, proved_key
from tenbo_core.line_seal import LineSeal
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.devices.follower import Message
    from tenbo.devices.hello import Hello
    from tenbo.devices.pending_commands import PendingCommand, PendingCommands

# A line may lose a proof and bring its end: then it is asked again after a moment, and so often before it is held
# against the device.
LOST_WAIT_MS, MOST_LOST = 400, 5

# A device whose seal is another one is asked to say hello again, and so long its answer is waited for.
HELLO_WAIT_MS = 2000

# A device in a running hand takes no key; it is offered again after so long.
RUNNING_HAND_WAIT_MS = 5000

WAITING: str = sentence("key_awaited", "has yet to show its key")


class DeviceAuthenticator:
    """Asks the device at one port for its proof, shows it ours, or gives it a key; no caller waits for the answers."""

    def __init__(self, keys: DeviceKeys, requests: PendingCommands) -> None:
        self._keys = keys
        self._requests = requests
        # The hello that must be proved, the one that is, and the one that failed; each hello needs a proof of its own.
        self._wanted: Hello | None = None
        self._proved: Hello | None = None
        self._failed: Hello | None = None
        self._why = WAITING
        # The hello whose proofs are over, with any result; and the one that has shown a key and is to be shown ours.
        self._introduced: Hello | None = None
        self._showing: Hello | None = None
        # The hello that has accepted our proof, and how often in a row it was refused.
        self._obeying: Hello | None = None
        self._unshown = 0
        # The hello that is to seal its line, and the seal of the session that it is asked for.
        self._sealing: Hello | None = None
        self.seal: LineSeal | None = None
        # The hello behind which there was no seal: it may have been changed on its way.
        self._doubted: Hello | None = None
        # The hello that was offered a key and has it or does not keep it, and that key; and the hello of a device that
        # claims to have it and must prove it.
        self._settled: Hello | None = None
        self._settled_key = DeviceHallKey("", "")
        self._no_offer_before = 0
        self._confirming: Hello | None = None
        # The hello of a device that has another hall's key and obeys that hall alone.
        self._elsewhere: Hello | None = None
        # The command that is on its way, about whom, and what takes the answer.
        self._request: PendingCommand | None = None
        self._asked: Hello | None = None
        self._hear: Callable[[PendingCommand, Hello], bool] = self._hear_proof
        # The key that the device has shown or was offered, and both texts of the last proof.
        self._key = DeviceHallKey("", "")
        self._nonce = self._own = ""
        # The hello that is asked for its proof, and for how many halls it was asked in vain.
        self._trying: Hello | None = None
        self._tried = 0
        self._lost = 0
        self._not_before = 0

    @property
    def table(self) -> int | None:
        """Return the table whose key the device has shown; over a cable there are only keys of devices."""
        return None

    @property
    def is_waiting(self) -> bool:
        """Return whether the device may still show its key: it has not failed to."""
        return self._wanted is not None and self._why == WAITING

    def has_proved(self, hello: Hello | None) -> bool:
        """Return whether the device that said this has shown its key since."""
        return hello is not None and hello is self._proved

    def may_obey_us(self, hello: Hello | None) -> bool:
        """Return whether the device that said this obeys us, or may do so after the next proof."""
        if hello is None or hello in (self._failed, self._elsewhere):
            return False
        return hello is self._obeying or (hello is not self._introduced and bool(self._halls(hello)))

    def belongs_to_other_hall(self, hello: Hello | None) -> bool:
        """Return whether the device that said this belongs to another hall."""
        return hello is not None and hello is self._elsewhere

    def prove_host_again(self) -> None:
        """Prove ourselves once more: the device has forgotten that we have, for it had not heard us for a while."""
        self._introduced = None

    def require_proof(self, hello: Hello) -> None:
        """Raise `NotAdmitted` for a device that has a key and has not shown it since this hello."""
        if hello is self._proved or not self._keys.confirmed_key(hello.id):
            self._wanted = None
            return
        if hello is not self._failed:
            self._wanted = hello
        raise NotAdmitted(self._why)

    def opening_messages(self, _: int) -> list[Message]:
        """Return what to say with the first words on a line, before the device has said hello."""
        return []

    def step(self, hello: Hello | None, followed: Hello | None, now_ms: int) -> tuple[list[Message], bool]:
        """Return what to say next to a device that has said hello, and whether that is to be taken once more.

        `followed` is the same when the device is followed, and may be given a key.
        """
        news = False
        if self._request is not None:
            if not self._request.over.is_set():
                return [], False
            request, self._request = self._request, None
            self._requests.remove(request)
            assert self._asked is not None
            news = self._hear(request, self._asked)
            if request.message[0] == "prove":
                self._delay_retry(request, now_ms)
            elif _is_hand_running(request):
                self._no_offer_before = now_ms + RUNNING_HAND_WAIT_MS
        return self._next(hello, followed, now_ms) if now_ms >= self._not_before else [], news

    def _delay_retry(self, request: PendingCommand, now_ms: int) -> None:
        """Wait a moment after a proof that was lost on its way."""
        if _is_lost(request):
            self._lost += 1
            self._not_before = now_ms + LOST_WAIT_MS
        else:
            self._lost = 0

    def _next(self, hello: Hello | None, followed: Hello | None, now_ms: int) -> list[Message]:
        """Return the next command, if there is one to say."""
        if hello is not None and hello is self._doubted:
            self._not_before = now_ms + HELLO_WAIT_MS
            return [["who"]]
        if hello is not None and hello is self._showing:
            return self._show_proof(hello, now_ms)
        if hello is not None and hello is self._sealing:
            return self._ask_for_seal(hello, self._handle_seal_answer, now_ms)
        if hello is not None and hello is not self._introduced and (halls := self._halls(hello)):
            if hello is not self._trying:
                self._trying, self._tried = hello, 0
            return self._ask_proof(hello, halls[min(self._tried, len(halls) - 1)], self._hear_proof, now_ms)
        return self._offer_key(followed, now_ms)

    def _show_proof(self, hello: Hello, now_ms: int) -> list[Message]:
        """Send the proof of this host."""
        shown = proof_digest(HOST, self._key.key, self._nonce, self._own)
        return self._open("host_proof", (shown,), hello, self._handle_proof_answer, now_ms)

    def _ask_for_seal(self, hello: Hello, hear: Callable[[PendingCommand, Hello], bool], now_ms: int) -> list[Message]:
        """Ask the device to seal its line; what this host says behind it has a seal."""
        self.seal = LineSeal(HOST, self._key.key, self._nonce, f"{self._own} {hello.id} {hello.ledger}")
        return self._open("seal", (), hello, hear, now_ms)

    def _offer_key(self, followed: Hello | None, now_ms: int) -> list[Message]:
        """Send a key to a device that is followed, and have the device prove it."""
        if followed is None or self._keys.has_proved_newest_key(followed.id):
            return []
        if followed is self._settled and self._settled_key == self._keys.pending_key(followed.id):
            return []
        if followed is self._confirming:
            return self._ask_proof(followed, self._key.hall, self._hear_confirmed, now_ms)
        if now_ms < self._no_offer_before:
            return []
        self._key = self._keys.pending_key(followed.id)
        return self._open("key", self._key, followed, self._handle_key_answer, now_ms)

    def _keys_of(self, hello: Hello) -> list[DeviceHallKey]:
        """Return every key that the device may show."""
        return self._keys.possible_keys(hello.id) if self._keys.has_any_key else []

    def _halls(self, hello: Hello) -> list[str]:
        """Return the halls whose key the device may have: the present one, and those that this host was of before."""
        return list(dict.fromkeys(one.hall for one in self._keys_of(hello)))

    def _ask_proof(
        self, hello: Hello, hall: str, hear: Callable[[PendingCommand, Hello], bool], now_ms: int
    ) -> list[Message]:
        self._nonce = secrets.token_hex(NONCE)
        return self._open("prove", (hall, self._nonce), hello, hear, now_ms)

    def _open(
        self,
        name: str,
        fields: tuple[str, ...],
        hello: Hello,
        hear: Callable[[PendingCommand, Hello], bool],
        now_ms: int,
    ) -> list[Message]:
        self._asked, self._hear = hello, hear
        self._request = self._requests.add(name, fields, now_ms)
        return [self._request.message]

    def _hear_proof(self, request: PendingCommand, hello: Hello) -> bool:
        """Handle the answer of a device that may have our key; it must have one if it has proved it before."""
        hall = str(request.message[2])
        keys = [one.key for one in self._keys_of(hello) if one.hall == hall]
        key, self._own = proved_key(request.answers, keys, self._nonce)
        if key:
            self._key, self._showing = DeviceHallKey(hall, key), hello
            return False
        if _is_lost(request) and self._lost < MOST_LOST:
            return False
        if not _is_silent(request) and self._tried < len(self._halls(hello)) - 1:
            self._tried += 1
            return False
        return self._fail_proof(request, hello)

    def _fail_proof(self, request: PendingCommand, hello: Hello) -> bool:
        """Take it that the device has shown no key of ours; return whether that is news."""
        if not _is_silent(request) or not self._keys.confirmed_key(hello.id):
            self._introduced = hello
        if not self._keys.confirmed_key(hello.id):
            # It has none yet.
            return False
        self._why = self._keys.unverified_device_message(hello)
        if not _is_silent(request) and hello is self._wanted:
            self._wanted, self._failed = None, hello
        return True

    def _handle_proof_answer(self, request: PendingCommand, hello: Hello) -> bool:
        """Take the answer of a device that was shown our proof; it has shown its own."""
        self._showing = None
        is_taken = request.ended is not None and request.ended[0] == "done"
        if not is_taken and self._unshown < MOST_LOST:
            # It has said hello between the two, and has forgotten its text: from the beginning.
            self._unshown += 1
            return False
        self._unshown = 0
        self._introduced = hello
        self._obeying = hello if is_taken else None
        self._sealing = hello if is_taken else None
        return self._recognise(hello)

    def _handle_seal_answer(self, request: PendingCommand, hello: Hello) -> bool:
        """Take the answer of a device that was asked to seal its line: it has a seal, and none has come without."""
        self._sealing = None
        if request.ended is None or request.ended[0] != "done":
            # From the beginning.
            self._introduced, self._doubted = None, hello
        return self._handle_sealed(hello)

    def _handle_sealed(self, _: Hello) -> bool:
        """Take it that the line is sealed; return whether that is news."""
        return False

    def _recognise(self, hello: Hello) -> bool:
        """Take it that the device has shown a key of ours; return whether that is news."""
        if not self._keys.is_proof(hello.id, self._key):
            # It has an earlier key, by which it obeys us, and is to be given the newest.
            return False
        is_news = hello is not self._proved
        self._proved = hello
        self._wanted, self._why = None, WAITING
        self._keys.mark_confirmed(hello.id, self._key)
        return is_news

    def _handle_key_answer(self, request: PendingCommand, hello: Hello) -> bool:
        """Handle the answer of a device that was given a key; it must prove the key afterwards."""
        if request.ended is not None and request.ended[0] == "done":
            # The device that was given a key has it.
            self._confirming = self._obeying = hello
        elif request.ended is not None and request.ended[2] == "not_proved" and self._obeying is hello:
            # The device has not heard us for a while and has forgotten our proof: from the beginning.
            self._obeying = self._introduced = None
        elif request.ended is not None and not _is_hand_running(request):
            self._settle(hello)
            self._elsewhere = hello if request.ended[2] == "not_proved" else None
            self._keys.mark_unconfirmed(hello.id, self._key)
        return False

    def _settle(self, hello: Hello) -> None:
        """Offer this key to the device no more before its next hello; another key may follow from another secret."""
        self._settled, self._settled_key = hello, self._key

    def _hear_confirmed(self, request: PendingCommand, hello: Hello) -> bool:
        """Take the answer of a device that says to have kept its key."""
        shown, _ = proved_key(request.answers, [self._key.key], self._nonce)
        if hello is not self._confirming or request.ended is None or (_is_lost(request) and self._lost < MOST_LOST):
            return False
        self._settle(hello)
        self._confirming = None
        if shown:
            # With another proof the line is sealed.
            self._proved, self._introduced = hello, None
            self._keys.mark_confirmed(hello.id, self._key)
        else:
            self._keys.mark_unconfirmed(hello.id, self._key)
        return False


def _is_silent(request: PendingCommand) -> bool:
    """Return whether it is unknown if a device has a key: its answer was lost, or is invalid."""
    return not any(answer[0] == "proof" for answer in request.answers) and (
        request.ended is None or request.ended[0] == "done"
    )


def _is_hand_running(request: PendingCommand) -> bool:
    """Return whether a device did not take a key because of a hand that is running there."""
    return request.ended is not None and request.message[0] == "key" and request.ended[2] == "not_allowed_now"


def _is_lost(request: PendingCommand) -> bool:
    """Return whether the end of an answer has come without the proof before it."""
    return request.ended is not None and _is_silent(request)
