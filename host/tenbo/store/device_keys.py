"""Keys that were given to devices: beside the chain, because what is in it is printed and announced.

Whoever has the store has the keys, as a backup must; the file is its owner's alone.
"""

from __future__ import annotations

from typing import NamedTuple

KEYS = (
    """CREATE TABLE device_key (
         device TEXT PRIMARY KEY, key TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID""",
)

# The desk has said which table the device is: it is given the key when it comes next.
PROMISED = "promised"
# It may be given to the device, which has to be known again by what it has recorded.
OFFERED = "offered"
# The device has shown that it has the key, and must show it whenever it comes.
KEPT = "kept"


class DeviceKey(NamedTuple):
    """The key of a device, and how far it is given; until it is kept, the keys before it stand behind a space."""

    key: str
    state: str

    def __repr__(self) -> str:
        """Return how far it is given; a key is in no log and no report of a mistake."""
        return f"DeviceKey({self.state})"
