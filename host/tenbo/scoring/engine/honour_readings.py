"""Honours: the one way to see them as triplets and a pair, and what that is worth under some winds."""

from __future__ import annotations

from tenbo.scoring import fu
from tenbo.scoring.engine.reading_features import pack_features
from tenbo.scoring.tiles import DRAGONS, EAST, GREEN, RED, WHITE, WINDS


class Winds:
    """The winds that give yaku and fu to this player now, and the fu of a pair that is both."""

    __slots__ = ("double_fu", "round", "seat")

    def __init__(self, seat: int, round_: int, double_fu: int) -> None:
        self.seat = seat
        self.round = round_
        self.double_fu = double_fu


def features_of_honours(kind: int, winds: Winds, *, concealed: bool, kan: bool = False) -> int:
    """Return the features of a triplet or kan of honours."""
    return pack_features(
        triplets=1,
        concealed=concealed,
        kans=kan,
        honours=1,
        half_fu=fu.of_triplet(kind, concealed=concealed, kan=kan) // 2,
        winds=kind in WINDS,
        haku=kind == WHITE,
        hatsu=kind == GREEN,
        chun=kind == RED,
        seat_wind=kind == EAST + winds.seat,
        round_wind=kind == EAST + winds.round,
    )


def _pair(kind: int, winds: Winds) -> int:
    return pack_features(
        pairs=1,
        honours=1,
        half_fu=fu.of_pair(kind, winds.seat, winds.round, winds.double_fu) // 2,
        wind_pair=kind in WINDS,
        dragon_pair=kind in DRAGONS,
    )


class HonourFeatureTable:
    """The features of every group of honours under some winds, by the place of the honour (0-6)."""

    __slots__ = ("closed", "open", "pairs")

    def __init__(self, winds: Winds) -> None:
        kinds = range(EAST, EAST + 7)
        self.closed = [features_of_honours(kind, winds, concealed=True) for kind in kinds]
        self.open = [features_of_honours(kind, winds, concealed=False) for kind in kinds]
        self.pairs = [_pair(kind, winds) for kind in kinds]


STRAY = pack_features(stray=1)
PAIR_WAIT = pack_features(pair_wait=1, half_fu=fu.WAIT // 2)

# The code of honours: their bits, above them the place of the one that was won plus one (0: none), and
# whether it came by ron.
WON_SHIFT = 21
RON_SHIFT = 24


def winning_honour_code(place: int, *, ron: bool) -> int:
    """Return the term that a won honour adds to the code of the honours."""
    return place + 1 << WON_SHIFT | ron << RON_SHIFT


def read_honours(code: int, words: HonourFeatureTable) -> int:
    """Return the features of the only way to read the honours; STRAY if they cannot be read."""
    won = (code >> WON_SHIFT & 7) - 1
    word = pairs = 0
    for place in range(7):
        held = code >> 3 * place & 7
        if held == 3:
            word += words.open[place] if place == won and code >> RON_SHIFT else words.closed[place]
        elif held == 2:
            pairs += 1
            word += words.pairs[place]
            if place == won:
                word += PAIR_WAIT
        elif held:
            return STRAY
    return word if pairs <= 1 else STRAY
