"""What the rules ask about a reading, as one integer whose fields add up.

Every group of a reading brings a feature word; the sum over the groups is the *shape* of the
reading. Fields are wide enough never to overflow into the next one.
"""

from __future__ import annotations

# Field and width in bits. `half_fu` comes first: above it a shape is free of fu.
FIELDS = (
    ("half_fu", 8),  # fu of groups, pair and wait, in units of 2
    ("runs", 3),
    ("triplets", 3),  # kans are triplets too
    ("concealed", 3),  # triplets nobody else's tile completed
    ("kans", 3),
    ("pairs", 3),
    ("simples", 3),  # groups without terminal and honour
    ("twins", 2),  # pairs of equal runs
    ("nine_gates", 1),
    ("pure_gates", 1),
    ("pair_wait", 1),
    # Only honours have these.
    ("honours", 3),
    ("winds", 3),  # triplets of winds
    ("wind_pair", 1),
    ("dragon_pair", 1),
    ("haku", 1),
    ("hatsu", 1),
    ("chun", 1),
    ("seat_wind", 1),
    ("round_wind", 1),
    ("stray", 1),  # honours that are no groups
)

SHIFT: dict[str, int] = {}
_offset = 0
for _name, _width in FIELDS:
    SHIFT[_name] = _offset
    _offset += _width

# A suit of numbers uses the fields below those of honours; what is packed beside them begins there.
SUIT_FEATURE_BITS = SHIFT["honours"]
SUIT_FEATURES = (1 << SUIT_FEATURE_BITS) - 1

FU_BITS = 8
HALF_FU = (1 << FU_BITS) - 1


def features(**counts: int) -> int:
    """Give the feature word with these fields set.

    >>> word = features(runs=1, simples=1) + features(runs=1)
    >>> Shape(word >> FU_BITS).runs, Shape(word >> FU_BITS).simples
    (2, 1)
    """
    word = 0
    for name, number in counts.items():
        word += number << SHIFT[name]
    return word


class Shape:
    """The fields of a shape by name, fu left out; what the rules read."""

    __slots__ = tuple(name for name, _ in FIELDS[1:])

    runs: int
    triplets: int
    concealed: int
    kans: int
    pairs: int
    simples: int
    honours: int
    twins: int
    winds: int
    wind_pair: int
    dragon_pair: int
    haku: int
    hatsu: int
    chun: int
    seat_wind: int
    round_wind: int
    nine_gates: int
    pure_gates: int
    pair_wait: int
    stray: int

    def __init__(self, word: int) -> None:
        for put, shift, mask in _PUT:
            put(self, word >> shift & mask)

    @property
    def groups(self) -> int:
        """Give the number of groups: five, or seven pairs."""
        return self.runs + self.triplets + self.pairs

    @property
    def dragons(self) -> int:
        """Give the number of dragon triplets."""
        return self.haku + self.hatsu + self.chun

    @property
    def is_complete(self) -> bool:
        """Say whether the groups make a hand: four sets and a pair, or seven pairs."""
        sets = self.runs + self.triplets
        return not self.stray and ((sets == 4 and self.pairs == 1) or (sets == 0 and self.pairs == 7))


# How each field is put into a shape: its slot, its place in the word without fu, its width.
_PUT = tuple((getattr(Shape, name).__set__, SHIFT[name] - FU_BITS, (1 << width) - 1) for name, width in FIELDS[1:])
