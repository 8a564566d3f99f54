"""The features of a reading that the rules ask for, as one integer whose fields add up.

Every group of a reading brings a feature word; the sum over the groups is the *shape* of the
reading. Fields are wide enough never to overflow into the next one.
"""

from __future__ import annotations

# Field and width in bits. `half_fu` comes first: above it a shape is free of fu.
GROUP_FIELDS = (
    ("half_fu", 8),  # fu of groups, pair and wait, in units of 2
    ("runs", 3),
    ("triplets", 3),  # kans are triplets too
    ("concealed", 3),  # triplets that no other player's tile completed
    ("kans", 3),
    ("pairs", 3),
    ("simples", 3),  # groups without terminal and honour
    ("twins", 2),  # pairs of equal runs
    ("nine_gates", 1),
    ("pure_gates", 1),
    ("pair_wait", 1),
)
# What only honours have; it stands above all others, so that it can be looked at by itself.
HONOUR_FIELDS = (
    ("honours", 3),  # groups of honours
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
FIELDS = GROUP_FIELDS + HONOUR_FIELDS

SHIFT: dict[str, int] = {}
_offset = 0
for _name, _width in FIELDS:
    SHIFT[_name] = _offset
    _offset += _width

# A suit of numbers uses the fields below those of honours; what is packed beside them begins there.
GROUP_BITS = SHIFT["honours"]
GROUP_MASK = (1 << GROUP_BITS) - 1

FU_BITS = 8
HALF_FU = (1 << FU_BITS) - 1


def pack_features(**counts: int) -> int:
    """Return the feature word with these fields set.

    >>> word = pack_features(runs=1, simples=1) + pack_features(runs=1)
    >>> ShapeFields(word >> FU_BITS).runs, ShapeFields(word >> FU_BITS).simples
    (2, 1)
    """
    word = 0
    for name, number in counts.items():
        word += number << SHIFT[name]
    return word


class ShapeFields:
    """The fields about groups by name, fu left out."""

    __slots__ = tuple(name for name, _ in GROUP_FIELDS[1:])

    runs: int
    triplets: int
    concealed: int
    kans: int
    pairs: int
    simples: int
    twins: int
    nine_gates: int
    pure_gates: int
    pair_wait: int

    def __init__(self, word: int) -> None:
        for name, width in GROUP_FIELDS[1:]:
            setattr(self, name, word >> SHIFT[name] - FU_BITS & (1 << width) - 1)

    @property
    def groups(self) -> int:
        """Return the number of groups: five, or seven pairs."""
        return self.runs + self.triplets + self.pairs

    @property
    def is_complete(self) -> bool:
        """Return whether the groups make a hand: four sets and a pair, or seven pairs."""
        sets = self.runs + self.triplets
        return (sets == 4 and self.pairs == 1) or (sets == 0 and self.pairs == 7)


class HonourFields:
    """The fields about honours by name."""

    __slots__ = tuple(name for name, _ in HONOUR_FIELDS)

    honours: int
    winds: int
    wind_pair: int
    dragon_pair: int
    haku: int
    hatsu: int
    chun: int
    seat_wind: int
    round_wind: int
    stray: int

    def __init__(self, word: int) -> None:
        for name, width in HONOUR_FIELDS:
            setattr(self, name, word >> SHIFT[name] - GROUP_BITS & (1 << width) - 1)

    @property
    def dragons(self) -> int:
        """Return the number of dragon triplets."""
        return self.haku + self.hatsu + self.chun
