"""Device keys: which devices have proved theirs, which get a new one, and which must be verified by an event.

A hall has one secret, from which the key of each device follows; the hosts of one desk share it, so that a table obeys
each of them. A device that has a key from before is known by it until it has proved the key that follows.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.device_keys import HALL, MADE, OFFERED, PROMISED, PROVED, SHARED, DeviceKey
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tenbo.devices.hello import Hello
    from tenbo.store import EventStore

# The length of a key and of a hall's secret in bytes.
LENGTH = 16
# The number of keys of a device that are kept until it has proved the newest.
MOST = 3
# How many later keys of a device are tried: another host of the hall may have renewed its key so often.
LATER = 32
# After so many keys of a device the first comes again.
GENERATIONS = 1024
# The longest id of a hall that a table keeps.
LONGEST_HALL = 64


class DeviceHallKey(NamedTuple):
    """The key that a device has for a hall."""

    hall: str
    key: str

    def __repr__(self) -> str:
        """Return the hall alone; a key must not appear in logs or error reports."""
        return f"DeviceHallKey({self.hall})"


class HallSecret(NamedTuple):
    """The id of a hall and its secret, which hosts of one desk share."""

    hall: str
    secret: str

    def __repr__(self) -> str:
        """Return the hall alone; a secret must not appear in logs or error reports."""
        return f"HallSecret({self.hall})"

    def key_of(self, device: str, generation: int = 0) -> DeviceHallKey:
        """Return the key of a device; a renewed key is of a later generation.

        >>> one = HallSecret("hall", "secret")
        >>> len({one.key_of("a").key, one.key_of("a", 1).key, one.key_of("b").key})
        3
        """
        text = f"{device} {generation}".encode()
        return DeviceHallKey(self.hall, hmac.new(self.secret.encode(), text, hashlib.sha256).hexdigest()[: 2 * LENGTH])

    def generation_of(self, device: str, key: DeviceHallKey) -> int:
        """Return the generation of a device's key, or -1 for a key that does not follow from the secret."""
        return next((one for one in range(GENERATIONS) if self.key_of(device, one) == key), -1)


class KnownKeys:
    """The keys in a store: what a host may be shown by a device, and what it shows to the device."""

    def __init__(self, rows: Mapping[str, DeviceKey], hall: str) -> None:
        row = rows.get(HALL)
        self.secret = None if row is None else HallSecret(*row.key.split(" "))
        # A store without a secret has keys of its own tournament alone.
        self.hall = hall if self.secret is None else self.secret.hall
        self._rows = rows

    def keys_of_device(self, device: str) -> list[DeviceHallKey]:
        """Return the keys of a device that are stored, newest first."""
        known = self._rows.get(device)
        return [] if known is None else [_parse(word, self.hall) for word in known.key.split()]

    def possible_keys(self, device: str) -> list[DeviceHallKey]:
        """Return every key that a device may have: its own, newest first, later and earlier ones, those of all others.

        Another host of the hall may have given it a later key. An earlier one may have reached it, though it was never
        proved. A copied flash has the key of another device.
        """
        others = [
            key for other in list(self._rows) if other not in (device, HALL) for key in self.keys_of_device(other)
        ]
        later, earlier = self.candidate_later_keys(device), self._earlier_keys(device)
        return list(dict.fromkeys([*self.keys_of_device(device), *later, *earlier, *others]))

    def candidate_later_keys(self, device: str) -> list[DeviceHallKey]:
        """Return the keys that other hosts of the hall may have given to a device after its newest one here."""
        first = self._next_generation(device)
        return [] if self.secret is None else [self.secret.key_of(device, first + number) for number in range(LATER)]

    def _earlier_keys(self, device: str) -> list[DeviceHallKey]:
        """Return the keys that a device was to be given before its newest one, until it has proved that.

        Not all of them are stored. Who shows an earlier key later is another device.
        """
        if self.secret is None or len(self.keys_of_device(device)) < 2:
            return []
        return [self.secret.key_of(device, generation) for generation in range(self._next_generation(device) - 1)[::-1]]

    def _next_generation(self, device: str) -> int:
        """Return the generation after that of a device's newest key."""
        own = self.keys_of_device(device)
        return self.secret.generation_of(device, own[0]) + 1 if self.secret is not None and own else 0


class DeviceKeys:
    """The keys in the store, cached in memory because they are read often.

    `hall_id` returns the id of this tournament, which is the hall's while no other host shares its secret, and
    `unverified_device_message` the sentence that a device cannot prove its id, with the remedy.
    """

    def __init__(
        self, store: EventStore, hall_id: Callable[[], str], unverified_device_message: Callable[[Hello], str]
    ) -> None:
        self._store = store
        self._own_hall_id = hall_id
        self.unverified_device_message = unverified_device_message
        # Held from the check to the store.
        self._lock = threading.RLock()
        self._keys = store.device_keys()
        if self._keys:
            # Keys of a Tenbo that made each of them by chance are kept until the device has the one that follows.
            self._hall_secret()

    def _known(self) -> KnownKeys:
        return KnownKeys(self._keys, "" if HALL in self._keys else self._own_hall_id())

    def hall_id(self) -> str:
        """Return the id of the hall, by which a device distinguishes the keys of several halls."""
        return self._known().hall

    def confirmed_key(self, device: str) -> str | None:
        """Return the newest key of a device that has proved to have it, or an earlier one; None for other devices."""
        known = self._keys.get(device)
        return self._known().keys_of_device(device)[0].key if known is not None and known.state == PROVED else None

    def has_proved_newest_key(self, device: str) -> bool:
        """Return whether a device has proved that it has its newest key."""
        known = self._keys.get(device)
        return known is not None and known.state == PROVED and " " not in known.key

    @property
    def has_any_key(self) -> bool:
        """Return whether there is a key that any device may have."""
        return bool(self._keys)

    def possible_keys(self, device: str) -> list[DeviceHallKey]:
        """Return every key that a device may have, the most probable first."""
        return self._known().possible_keys(device)

    def is_proof(self, device: str, key: DeviceHallKey) -> bool:
        """Return whether a key proves that a device is the one it says: the newest, a later one, or one it has proved.

        An earlier key is none while the desk has allowed a new one.
        """
        keys, row = self._known(), self._keys.get(device)
        own = keys.keys_of_device(device)
        is_proved = row is not None and row.state == PROVED
        return key in (own if is_proved else own[:1]) or key in keys.candidate_later_keys(device)

    def proving_keys(self, device: str) -> list[DeviceHallKey]:
        """Return the keys that prove a device that has proved one: to try each key in the hall takes too long."""
        keys = self._known()
        return [*keys.keys_of_device(device), *keys.candidate_later_keys(device)]

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
            secret, own = self._hall_secret(), self._known().keys_of_device(device)
            generation = secret.generation_of(device, own[0]) + 1 if own else 0
            self._store_keys(device, [secret.key_of(device, generation), *own], PROMISED)

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

    def pending_key(self, device: str) -> DeviceHallKey:
        """Return the key that a device is to get; it is stored before it is sent."""
        with self._lock:
            secret = self._hall_secret()
            if device not in self._keys:
                self._store_keys(device, [secret.key_of(device)], OFFERED)
            return self._known().keys_of_device(device)[0]

    def mark_confirmed(self, device: str, key: DeviceHallKey) -> None:
        """Record that a device has proved that it has its newest key, or a later one; an earlier one does not count."""
        with self._lock:
            self._hall_secret()
            keys = self._known()
            if key in (*keys.keys_of_device(device)[:1], *keys.candidate_later_keys(device)):
                self._store_keys(device, [key], PROVED)

    def mark_unconfirmed(self, device: str, key: DeviceHallKey) -> None:
        """Record that a device failed to store its key; without an earlier one a stored event must verify it."""
        with self._lock:
            known = self._keys.get(device)
            if known is not None and known.state != PROVED and self._known().keys_of_device(device)[0] == key:
                self._store_key(device, known.key, OFFERED)

    # ---------------------------------------------------------------- the hall's secret

    @property
    def secret(self) -> HallSecret | None:
        """Return the hall's secret, or None while this host has none."""
        return self._known().secret

    @property
    def is_secret_settled(self) -> bool:
        """Return whether the hall's secret is one that hosts share, or that tables of this host have."""
        known = self._keys.get(HALL)
        return known is not None and (
            known.state == SHARED or any(one.state == PROVED for one in list(self._keys.values()))
        )

    def get_or_create_secret(self) -> HallSecret:
        """Return the hall's secret for the other hosts of the desk; the first host makes it."""
        with self._lock:
            return self._hall_secret()

    def adopt_secret(self, shared: HallSecret, *, only_first: bool = False) -> HallSecret:
        """Take the secret that the hosts of the desk share, and return the one that counts.

        The keys that devices have are kept until each has proved the key that follows from the new secret. With
        `only_first` a secret that is settled stays.
        """
        words = (shared.hall, shared.secret)
        if not all(0 < len(word) <= LONGEST_HALL and word.isascii() and word.isalnum() for word in words):
            raise Malformed("bad_field", "hall and secret must be words of letters and digits", "secret")
        with self._lock:
            keys = self._known()
            if keys.secret is not None and only_first and self.is_secret_settled:
                return keys.secret
            if keys.secret != shared:
                self._change_secret(keys, shared, SHARED)
            elif self._keys[HALL].state != SHARED:
                self._store_key(HALL, " ".join(shared), SHARED)
        return shared

    def _hall_secret(self) -> HallSecret:
        """Return the hall's secret, and make one where there is none; the caller holds the lock."""
        keys = self._known()
        if keys.secret is not None:
            return keys.secret
        made = HallSecret(keys.hall or secrets.token_hex(4), secrets.token_hex(LENGTH))
        self._change_secret(keys, made, MADE)
        return made

    def _change_secret(self, keys: KnownKeys, secret: HallSecret, state: str) -> None:
        """Store a secret and the keys that follow from it; the caller holds the lock."""
        own = {device: keys.keys_of_device(device) for device in self._keys if device != HALL}
        self._store_key(HALL, " ".join(secret), state)
        for device, before in own.items():
            self._store_keys(device, [secret.key_of(device), *before], self._keys[device].state)

    def _store_keys(self, device: str, keys: list[DeviceHallKey], state: str) -> None:
        hall = self._known().hall
        words = list(dict.fromkeys(one.key if one.hall == hall else ":".join(one) for one in keys))
        if len(words) > MOST:
            # The oldest is the one that the device has proved; those between follow from the secret.
            words[MOST - 1 :] = words[-1:]
        self._store_key(device, " ".join(words), state)

    def _store_key(self, device: str, key: str, state: str) -> None:
        kept = DeviceKey(key, state)
        self._store.store_device_key(device, kept)
        # Replaced as a whole, because readers walk through it.
        self._keys = {**self._keys, device: kept}


def _parse(word: str, hall: str) -> DeviceHallKey:
    """Return a stored key; one of another hall than the present one has that hall before it."""
    other, _, key = word.rpartition(":")
    return DeviceHallKey(other or hall, key)
