"""The keys of devices; they are outside the chain, because the chain is printed and announced.

Access to the store is access to the keys, as a backup requires; only the owner may read the file.
"""

from __future__ import annotations

from typing import NamedTuple

KEYS = (
    """CREATE TABLE device_key (
         device TEXT PRIMARY KEY, key TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID""",
)

# The row of the hall's id and secret, from which the keys of its devices follow; and whether this host has made them
# for itself, or shares them with the other hosts of a desk.
HALL = "hall"
MADE, SHARED = "made", "shared"
# The desk has set the device's table: it gets the key when it connects next.
PROMISED = "promised"
# The key may be sent to the device, which must be verified by an event that it has recorded.
OFFERED = "offered"
# The device has proved that it has the key, and must prove it at each connection.
PROVED = "kept"


class DeviceKey(NamedTuple):
    """The key of a device and its state; until it is confirmed, earlier keys follow after a space.

    A key of another hall than the present one has that hall's id and a colon before it.
    """

    key: str
    state: str

    def __repr__(self) -> str:
        """Return the state alone; a key must not appear in logs or error reports."""
        return f"DeviceKey({self.state})"
