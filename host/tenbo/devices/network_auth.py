"""Authentication of a device that has dialled: without a key of this hall nothing of it is taken.

Its key is the one on the poster of a table, or the one that it was given over a cable. Over a network no key is given.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from tenbo.devices.admission_errors import NotAdmitted, TableNotAdmitted
from tenbo.devices.device_auth import WAITING, DeviceAuthenticator
from tenbo.devices.device_keys import DeviceHallKey
from tenbo.devices.hall_key_proof import NONCE
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.devices.follower import Message
    from tenbo.devices.hello import Hello
    from tenbo.devices.pending_commands import PendingCommand, PendingCommands


class NetworkAuthenticator(DeviceAuthenticator):
    """Asks the device at one connection for its proof, and shows it ours."""

    def __init__(
        self, keys: DeviceKeys, requests: PendingCommands, table_keys: Callable[[], TableKeys], *, by_poster: bool
    ) -> None:
        super().__init__(keys, requests)
        self._table_keys = table_keys
        # Whether its key is probably the one of a poster; and the question for its proof that went before its hello.
        self._by_poster = by_poster
        self._early: PendingCommand | None = None
        self._shown = DeviceHallKey("", "")

    @property
    def table(self) -> int | None:
        """Return the table of the key that the device has shown, or None for a key of its own."""
        keys = self._table_keys()
        return keys.tables.get(self._shown.key) if self._shown.hall == keys.hall else None

    def opening_messages(self, now_ms: int) -> list[Message]:
        """Ask for the proof of the key that it probably has, for a round trip may take a second."""
        hall = self._table_keys().hall if self._by_poster else self._keys.hall_id()
        if not hall:
            return []
        self._early = self._requests.add("prove", (hall, secrets.token_hex(NONCE)), now_ms)
        return [self._early.message]

    def require_proof(self, hello: Hello) -> None:
        """Raise `NotAdmitted` for a device that has not shown its key since this hello."""
        if hello is self._failed or (hello is self._proved and self._shown not in self._keys_of(hello)):
            raise TableNotAdmitted("not_proved", self._missing_key_message(hello))
        if hello is not self._proved:
            self._wanted = hello
            raise NotAdmitted(WAITING)
        self._wanted = None

    def _missing_key_message(self, hello: Hello) -> str:
        if self._keys.confirmed_key(hello.id) is not None:
            return self._keys.unverified_device_message(hello)
        if not self._by_poster:
            return sentence(
                "cable_key_missing",
                "does not show a current key of this hall: connect it by cable once, and it gets one",
            )
        return sentence(
            "table_code_missing",
            "has no current table code of this hall: open the address on a table's poster (tenbo print tablets)",
        )

    def _keys_of(self, hello: Hello) -> list[DeviceHallKey]:
        # A device that has a key of its own is known by nothing else.
        if self._keys.confirmed_key(hello.id) is not None:
            return self._keys.proving_keys(hello.id)
        keys = self._table_keys()
        return [DeviceHallKey(keys.hall, key) for key in keys.tables]

    def _ask_proof(
        self, hello: Hello, hall: str, hear: Callable[[PendingCommand, Hello], bool], now_ms: int
    ) -> list[Message]:
        early, self._early = self._early, None
        if early is None:
            return super()._ask_proof(hello, hall, hear, now_ms)
        if early.message[2] != hall or (early.over.is_set() and early.ended is None):
            # Said again later it would end the session.
            self._requests.remove(early)
            return super()._ask_proof(hello, hall, hear, now_ms)
        early.begun = now_ms
        self._asked, self._hear, self._request, self._nonce = hello, hear, early, str(early.message[3])
        return []

    def _offer_key(self, _: Hello | None, __: int) -> list[Message]:
        return []

    def _fail_proof(self, _: PendingCommand, hello: Hello) -> bool:
        self._introduced = self._failed = hello
        return True

    def _show_proof(self, hello: Hello, now_ms: int) -> list[Message]:
        # Both at once, for a connection loses none and a round trip may take a second: the answer to the second tells
        # what became of the first, whose own answer has no seal and is not read any more.
        say = super()._show_proof(hello, now_ms)
        if self._request is not None:
            self._requests.remove(self._request)
        return [*say, *self._ask_for_seal(hello, self._handle_shown, now_ms)]

    def _handle_shown(self, request: PendingCommand, hello: Hello) -> bool:
        """Take the answer to proof and seal; without one it begins with another hello, or has failed too often."""
        self._handle_proof_answer(request, hello)
        self._sealing = None
        if self._obeying is hello:
            return self._handle_sealed(hello)
        if self._introduced is hello:
            self._failed = hello
            return True
        self._doubted = hello
        return False

    def _recognise(self, _: Hello) -> bool:
        # Until the line is sealed others may speak on it.
        return False

    def _handle_sealed(self, hello: Hello) -> bool:
        is_news = hello is not self._proved and self._introduced is hello
        if is_news:
            self._proved, self._shown = hello, self._key
        return is_news


class TableKeys(NamedTuple):
    """The name under which a device keeps such a key, and the table of each key. New codes have a new name."""

    hall: str
    tables: Mapping[str, int]


NO_TABLE_KEYS = TableKeys("", {})
