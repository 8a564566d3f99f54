"""The sealed lines that PROTOCOL.md shows, computed by a program that shares no code with host or table."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "firmware/PROTOCOL.md"
LINE = re.compile(r"^    (\[.*\])\*([0-9a-f]{8})([0-9a-f]{16})$", re.MULTILINE)
DIGEST = re.compile(r"^    ([0-9a-f]{64})$", re.MULTILINE)
SESSION = re.compile(r"With the key `(\w+)`, the texts `(\w+)` and `(\w+)`, the device `(\w+)` and the ledger `(\w+)`")


def code(key: bytes, text: str) -> bytes:
    """Return the HMAC-SHA-256 of a text by Python's own library."""
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def test_another_program_computes_the_sealed_lines_of_the_page() -> None:
    """First a table's line, then those of a host: its Wi-Fi in one line, and one whose texts are longer."""
    page = PAGE.read_text()
    key, nonce, own, device, ledger = re.search(SESSION, page).groups()
    lines = LINE.findall(page)
    sides = ["table", *["host"] * (len(lines) - 1)]
    for place, (side, (body, counter, shown)) in enumerate(zip(sides, lines, strict=True)):
        of_side = code(key.encode(), f"seal {side} {nonce} {own} {device} {ledger}")
        assert int(counter, 16) == max(place, 1)
        assert code(of_side, counter + body)[:8].hex() == shown, body
    _, said, wifi, *parts = [json.loads(body) for body, _, _ in lines]
    assert (said[0], wifi[:3]) == ("upto", ["wifi", 7, "hall"])
    whole = json.loads("".join(text for _, _, _, text in parts))
    assert (whole[2], len(whole[3])) == ("Verein Köln", 63)
    proofs = [code(key.encode(), f"{side} {nonce} {own}").hex() for side in ("table", "host")]
    assert DIGEST.findall(page) == proofs
