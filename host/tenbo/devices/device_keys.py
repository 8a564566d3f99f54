"""Device keys: which devices have proved theirs, which get a new one, and which must be verified by an event."""

from __future__ import annotations

import secrets
import threading
from typing import TYPE_CHECKING

from tenbo.store.device_keys import OFFERED, PROMISED, PROVED, DeviceKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.follower import Hello
    from tenbo.store import EventStore

# The length of a key in bytes.
LENGTH = 16
# The number of keys of a device that are kept until it has proved the newest.
MOST = 3


class DeviceKeys:
    """The keys in the store, cached in memory because they are read often.

    `hall_id` returns the id of this tournament, by which a device distinguishes the keys of several halls, and
    `unverified_message` the sentence that a device cannot prove its id, with the remedy.
    """

    def __init__(
        self, store: EventStore, hall_id: Callable[[], str], unverified_message: Callable[[Hello], str]
    ) -> None:
        self._store = store
        self.hall_id = hall_id
        self.unverified_message = unverified_message
        # Held from the check to the store.
        self._lock = threading.Lock()
        self._keys = store.device_keys()

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
        with self._lock:
            keys = [secrets.token_hex(LENGTH), *self._own(device)]
            if len(keys) > MOST:
                # The oldest is the one that the device has proved; the others may never have reached it.
                keys[MOST - 1 :] = keys[-1:]
            self._store_key(device, " ".join(keys), PROMISED)

    def mark_events_stored(self, device: str) -> None:
        """Record that events of a device are stored.

        It can be verified by them from now on, and needs no permission.
        """
        if not self.rekey_allowed(device):
            # Almost always; the lock is not needed to see it.
            return
        with self._lock:
            if self.rekey_allowed(device):
                self._store_key(device, self._keys[device].key, OFFERED)

    def pending_key(self, device: str) -> str:
        """Return the key that a device is to get; it is stored before it is sent."""
        with self._lock:
            if device not in self._keys:
                self._store_key(device, secrets.token_hex(LENGTH), OFFERED)
            return self._own(device)[0]

    def mark_confirmed(self, device: str, key: str) -> None:
        """Record that a device has proved that it has its key."""
        with self._lock:
            if self._own(device)[:1] == [key]:
                self._store_key(device, key, PROVED)

    def mark_unconfirmed(self, device: str, key: str) -> None:
        """Record that a device failed to store its key; it must be verified by a stored event."""
        with self._lock:
            if self._own(device)[:1] == [key]:
                self._store_key(device, self._keys[device].key, OFFERED)

    def _store_key(self, device: str, key: str, state: str) -> None:
        kept = DeviceKey(key, state)
        self._store.store_device_key(device, kept)
        self._keys[device] = kept
