"""Device keys: which devices have proved theirs, which get a new one, and which must be verified by an event."""

from __future__ import annotations

import secrets
import threading
from typing import TYPE_CHECKING

from tenbo.hall.ledger_ownership import games_of_device
from tenbo.store.device_keys import OFFERED, PROMISED, PROVED, DeviceKey
from tenbo.tournament.record_log import stored_tournament_id

if TYPE_CHECKING:
    from tenbo.devices.follower import Hello
    from tenbo.tournament.repository import TournamentRepository

# The length of a key in bytes.
LENGTH = 16
# The number of keys of a device that are kept until it has proved the newest.
MOST = 3


class DeviceKeys:
    """The keys in the store, cached in memory because they are read often."""

    def __init__(self, repository: TournamentRepository) -> None:
        self._repository = repository
        self._lock = threading.Lock()
        self._keys = repository.store.device_keys()

    def hall_id(self) -> str:
        """Return the id of this tournament, by which a device distinguishes the keys of several halls."""
        return stored_tournament_id(self._repository.store)

    def confirmed_key(self, device: str) -> str | None:
        """Return the key that a device has proved to have, or None."""
        known = self._keys.get(device)
        return known.key if known is not None and known.state == PROVED else None

    def possible_keys(self, device: str) -> list[str]:
        """Return every key that a device may have: its own, newest first, and those of all others.

        A copied flash has the key of another device.
        """
        return [*self._own(device), *[key for other in list(self._keys) if other != device for key in self._own(other)]]

    def _own(self, device: str) -> list[str]:
        known = self._keys.get(device)
        return [] if known is None else known.key.split()

    def rekey_allowed(self, device: str) -> bool:
        """Return whether the desk has allowed a new key for the next device with this id."""
        known = self._keys.get(device)
        return known is not None and known.state == PROMISED

    def allow_rekey(self, device: str) -> None:
        """Have a device get a new key when it connects next.

        Its earlier key is no proof of the device any more. But if it is the same device, it still accepts commands with
        that key.
        """
        keys = [secrets.token_hex(LENGTH), *self._own(device)]
        if len(keys) > MOST:
            # The oldest is the one that the device has proved; the others may never have reached it.
            keys[MOST - 1 :] = keys[-1:]
        self._store_key(device, " ".join(keys), PROMISED)

    def mark_events_stored(self, device: str) -> None:
        """Record that events of a device are stored.

        It can be verified by them from now on, and needs no permission.
        """
        if self.rekey_allowed(device):
            self._store_key(device, self._keys[device].key, OFFERED)

    def pending_key(self, device: str) -> str:
        """Return the key that a device is to get; it is stored before it is sent."""
        if device not in self._keys:
            self._store_key(device, secrets.token_hex(LENGTH), OFFERED)
        return self._own(device)[0]

    def mark_confirmed(self, device: str, key: str) -> None:
        """Record that a device has proved that it has its key."""
        if self.pending_key(device) == key:
            self._store_key(device, key, PROVED)

    def mark_unconfirmed(self, device: str, key: str) -> None:
        """Record that a device failed to store its key; it must be verified by a stored event."""
        if self.pending_key(device) == key:
            self._store_key(device, self._keys[device].key, OFFERED)

    def _store_key(self, device: str, key: str, state: str) -> None:
        with self._lock:
            kept = DeviceKey(key, state)
            self._repository.store.store_device_key(device, kept)
            self._keys[device] = kept

    def unverified_message(self, hello: Hello) -> str:
        """Return a sentence that a device cannot prove its id, with the remedy."""
        tournament = self._repository.tournament
        number = tournament.numbers.get(hello.id)
        if games_of_device(tournament, self._repository.store, hello.id):
            return (
                f"says that it is table {number}, device {hello.id}, but cannot show it: it is another device, or its "
                "flash was formatted. If the board was formatted or replaced, restore its game under Spares "
                f"(tenbo restore {number} --to {hello.id}), or number it as table {number} anew and let it go on as it "
                f"is (tenbo tables --assign {hello.id}={number})"
            )
        return (
            f"says that it is table {number}, device {hello.id}, but cannot show it: it is another device, or its "
            "flash was formatted. If the board was formatted or replaced, "
            f"number it as table {number} anew (tenbo tables --assign {hello.id}={number})"
        )
