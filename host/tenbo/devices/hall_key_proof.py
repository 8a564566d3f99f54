"""The proofs of a table and of its host: each proves that it has their hall's key, without sending the key."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenbo.devices.device_keys import DeviceHallKey
    from tenbo.devices.follower import Message
    from tenbo.devices.table_client import CommandChannel

TABLE, HOST = "table", "host"
# Bytes of a text that was never said before.
NONCE = 16


def proof_digest(side: str, key: str, nonce: str, own: str) -> str:
    """Return the answer of one side to the host's nonce and the table's own.

    >>> proof_digest("table", "key", "nonce", "own")[:16]
    '3e5b0969966ca4b4'
    """
    return hmac.new(key.encode(), f"{side} {nonce} {own}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def proved_key(answers: Iterable[Message], keys: Iterable[str], nonce: str) -> tuple[str, str]:
    """Return which of some keys the answers to `prove` show, and the table's own text; both empty for none."""
    # A question that was said twice is answered twice, and the table goes by its last text.
    proofs = [(str(answer[2]), str(answer[3])) for answer in answers if answer[0] == "proof"][::-1]
    for key in keys:
        for own, shown in proofs:
            expected = proof_digest(TABLE, key, nonce, own).encode()
            if hmac.compare_digest(shown.encode("utf-8", "replace"), expected):
                return key, own
    return "", ""


def authenticate_with_table(table: CommandChannel, keys: Sequence[DeviceHallKey]) -> bool:
    """Show a table that this host has a key of it, if it shows one of these; return whether it does."""
    for hall in dict.fromkeys(one.hall for one in keys):
        nonce = secrets.token_hex(NONCE)
        key, own = proved_key(table.ask("prove", hall, nonce), [one.key for one in keys if one.hall == hall], nonce)
        if key:
            table.ask("host_proof", proof_digest(HOST, key, nonce, own))
            return True
    return False
