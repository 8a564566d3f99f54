"""Decodes the melds of mjlog: one number each, whose bits give the tiles and the seat they were called from."""

from __future__ import annotations

from tenbo.formats.logs.tiles import ALL, COPIES, join_tiles, sort_tiles, tile_from_136
from tenbo_core.errors import Malformed

_FROM, _CHI, _PON, _KAKAN, _NORTH = 0x3, 0x4, 0x8, 0x10, 0x20


def meld_text(code: int, *, red: bool) -> str:
    """Return a meld in the words of `tenbo score`.

    >>> meld_text(43051, red=True), meld_text(48234, red=True)
    ('pon 2z2z2z', 'pon 5z5z5z')
    """
    kind, tiles = _read(code)
    if not all(0 <= tile < ALL for tile in tiles):
        raise Malformed("bad_meld", f"{code} is no meld", "m")
    return f"{kind} {join_tiles(sort_tiles(tile_from_136(tile, red=red) for tile in tiles))}"


def _read(code: int) -> tuple[str, list[int]]:
    """Return the kind of a meld and its tiles."""
    if code & _CHI:
        # Seven runs begin in each suit; two bits for each tile are its copy.
        suit, first = divmod(code // 1024 // 3, 7)
        if suit == 3:
            raise Malformed("bad_meld", f"{code} is no meld: honours make no run", "m")
        return "chi", [COPIES * (9 * suit + first + place) + (code >> (3 + 2 * place) & 3) for place in range(3)]
    if code & (_PON | _KAKAN):
        left_over = code >> 5 & 3
        four = [COPIES * (code // 512 // 3) + copy for copy in range(COPIES)]
        return ("pon", four[:left_over] + four[left_over + 1 :]) if code & _PON else ("kakan", four)
    if code & _NORTH:
        raise Malformed("bad_meld", "a North was set aside, as three players do", "m")
    four = [COPIES * (code // 256 // COPIES) + copy for copy in range(COPIES)]
    return ("kan" if code & _FROM else "ankan"), four
