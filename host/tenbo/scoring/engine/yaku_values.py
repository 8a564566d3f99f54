"""The value of a set of yaku under one rule book: han, or a number of yakuman."""

from __future__ import annotations

from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.yaku import BIT, BY_NAME, YAKU
from tenbo_core.yaku_rows import yakuman_in_row

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo_core.rules import Rules

# A worth is one integer: han in the low byte, yakuman above.
HAN = 255
YAKUMAN_SHIFT = 8

# Yaku by name, each with its han or its number of yakuman.
Listed = tuple[tuple[str, int], ...]

RENHOU_HAN = 5
# Stands for a hand paid as renhou, without its other yaku.
RENHOU_ALONE = 1 << len(YAKU) + 8


def han_of(name: str, rules: Rules, *, is_open: bool) -> int:
    """Return the han of an ordinary yaku, 0 where the book does not allow it."""
    if name == "renhou":
        # Alone as a limit it is not added to other yaku, so it is no yaku here.
        return RENHOU_HAN if rules.renhou == "five_han" and not is_open else 0
    if is_open and (BY_NAME[name].closed_only or (name == "tanyao" and not rules.open_tanyao)):
        return 0
    return rules.yaku.get(name, (0, 0))[is_open]


def yakuman_of(name: str, rules: Rules, *, is_open: bool) -> int:
    """Return the number of yakuman of a yaku; 0 if it is no yakuman or the book does not allow it."""
    if name == "renhou":
        return 1 if rules.renhou == "yakuman" and not is_open else 0
    if not BY_NAME[name].yakuman or (is_open and BY_NAME[name].closed_only):
        return 0
    stated = yakuman_in_row(rules.yaku.get(name, (0, 0))[is_open])
    return 2 if stated == 1 and name in rules.double_yakuman else stated


class YakuValues:
    """The worth of every set of yaku, for closed or for open hands."""

    __slots__ = (
        "allowed",
        "han",
        "is_open",
        "listed",
        "lists",
        "pairs",
        "replaced",
        "stack",
        "worth",
        "yakuman",
        "yakuman_bits",
    )

    def __init__(self, rules: Rules, *, is_open: bool) -> None:
        self.is_open = is_open
        self.stack = rules.yakuman_stack
        self.yakuman = {
            BIT[yaku.name]: number for yaku in YAKU if (number := yakuman_of(yaku.name, rules, is_open=is_open))
        }
        self.han = {
            BIT[yaku.name]: number
            for yaku in YAKU
            if not yaku.yakuman and (number := han_of(yaku.name, rules, is_open=is_open))
        }
        self.pairs = {BIT[name]: (name, number) for name, number in self._allowed()}
        self.yakuman_bits = sum(self.yakuman)
        self.allowed = self.yakuman_bits | sum(self.han)
        self.replaced = [
            (BIT[yaku.name], sum(BIT[lower] for lower in yaku.instead_of)) for yaku in YAKU if yaku.instead_of
        ]
        self.worth: Memo[int] = Memo(self.worth_of, limit=4_000)
        self.listed: Memo[Listed] = Memo(self.counted_yaku_values, limit=6_000)
        # Equal lists are one object, so that what is asked for often stays near the processor.
        self.lists: Memo[Listed] = Memo(self._write, limit=2_000)

    def _allowed(self) -> Iterator[tuple[str, int]]:
        """Yield every yaku the book allows, in their order, with its han or its number of yakuman."""
        for yaku in YAKU:
            number = self.han.get(BIT[yaku.name]) or self.yakuman.get(BIT[yaku.name])
            if number:
                yield yaku.name, number

    @property
    def allows_pinfu(self) -> bool:
        """Return whether pinfu counts; only then does it save the fu of a self-draw."""
        return BIT["pinfu"] in self.han

    def counted_yaku(self, yaku_bits: int) -> int:
        """Return the yaku that count: allowed by the book and not replaced by a higher one.

        Beside a yakuman nothing else counts.
        """
        yaku_bits &= self.allowed
        for higher, lower in self.replaced:
            if yaku_bits & higher:
                yaku_bits &= ~lower
        yakuman = yaku_bits & self.yakuman_bits
        return yakuman or yaku_bits

    def worth_of(self, yaku_bits: int) -> int:
        """Return the worth of the yaku in a hand: han, or yakuman added up where the book stacks them."""
        kept = self.counted_yaku(yaku_bits)
        numbers = [number for _, number in self.lists[kept]]
        if kept & self.yakuman_bits:
            return (sum(numbers) if self.stack else max(numbers)) << YAKUMAN_SHIFT
        return sum(numbers)

    def _write(self, kept: int) -> Listed:
        pairs = []
        while kept:
            lowest = kept & -kept
            pairs.append(self.pairs[lowest])
            kept -= lowest
        return tuple(pairs)

    def counted_yaku_values(self, yaku_bits: int) -> Listed:
        """Return the yaku that count, by name, each with its han or its number of yakuman."""
        if yaku_bits & RENHOU_ALONE:
            return (("renhou", RENHOU_HAN),)
        kept = self.counted_yaku(yaku_bits)
        return self.lists[kept]
