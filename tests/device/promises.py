"""What a table promises on its chip, and the table of figures that says which promises are kept.

The benchmark that counts instructions and the emulated chip print the same one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

EVENTS = 121
# What does not come at all: the table has started again, or showed nothing.
NEVER = float("inf")


class Promise(NamedTuple):
    """What was promised for one half and for nearly all, in a unit; `least` when more is better."""

    name: str
    half: float
    most: float
    unit: str = "ms"
    least: bool = False

    def is_kept(self, half: float, most: float) -> bool:
        """Return whether figures keep it.

        >>> RIICHI.is_kept(80, 140), RIICHI.is_kept(80, 160), FREE.is_kept(99_000, 99_000)
        (True, False, False)
        """
        if self.least:
            return half >= self.half and most >= self.most
        return half <= self.half and most <= self.most


class Taken(NamedTuple):
    """One measured thing: how much, and where the time went meanwhile, in milliseconds by share."""

    amount: float
    shares: dict[str, float]


OWN = Promise("press to own lamp and tone", 15, 40)
OWN_PICTURE = Promise("press to own display's last pixel", 60, 100)
RIICHI = Promise("riichi to the last pixel of four displays", 90, 150)
WIN = Promise("win preview at all four", 200, 300)
MENU = Promise("menu step", 60, 120)
NEED = Promise("what I need, hold to picture", 300, 300)
NEED_OF_ALL = Promise("the same at two and four seats", 1200, 1200)
GAP = Promise("longest gap between two scans", 30, 50)
IDLE = Promise("idle share at rest", 0.7, 0.7, "", least=True)
BOOT = Promise("boot, an empty table", 1500, 1500)
BOOT_LONG = Promise(f"boot, {EVENTS} events", 2000, 2000)
FREE = Promise("free in a hand, four languages", 100_000, 100_000, "B", least=True)
FREE_WORST = Promise("free at the worst moment", 80_000, 80_000, "B", least=True)
PIECE = Promise("smallest largest piece", 24_576, 24_576, "B", least=True)
HOST = Promise("events to a host", 200, 200, "a second", least=True)
STACK = Promise("deepest stack, in bytes of the simulation's", 14_000, 14_000, "B")
PROMISES = (
    OWN, OWN_PICTURE, RIICHI, WIN, MENU, NEED, NEED_OF_ALL, GAP, IDLE, BOOT, BOOT_LONG, FREE, FREE_WORST, PIECE, HOST,
    STACK,
)  # fmt: skip


def halves(promise: Promise, taken: Sequence[Taken]) -> tuple[Taken, Taken]:
    """Return the middle one of some measured things, and the one that 99 of 100 are as good as."""
    some = sorted(taken, key=lambda one: one.amount, reverse=promise.least)
    return some[len(some) // 2], some[min(len(some) - 1, len(some) * 99 // 100)]


def broken(found: Mapping[str, Sequence[Taken]]) -> list[str]:
    """Return the names of the promises that what was measured does not keep."""
    names = []
    for promise in PROMISES:
        if some := found.get(promise.name):
            half, most = halves(promise, some)
            if not promise.is_kept(half.amount, most.amount):
                names.append(promise.name)
    return names


def report(found: Mapping[str, Sequence[Taken]]) -> Iterator[str]:
    """Yield a line for each promise about which something was measured."""
    yield f"{'':44}{'p50':>9}{'p99':>9}  {'promised':<20}{'':6}  where the time of the half went, ms"
    for promise in PROMISES:
        some = found.get(promise.name)
        if not some:
            continue
        half, most = halves(promise, some)
        well = promise.is_kept(half.amount, most.amount)
        shares = ", ".join(f"{name} {amount:.0f}" for name, amount in half.shares.items() if amount >= 1)
        limit = f"{promise.half:g} / {promise.most:g} {promise.unit}"
        figures = (
            f"{half.amount:>9.4g} {most.amount:>8.4g}"
            if most.amount < EXACT
            else f"{half.amount:>9.0f} {most.amount:>8.0f}"
        )
        yield f"{promise.name:<44}{figures}  {limit:<20}{'kept' if well else 'BROKEN':6}  {shares} ({len(some)})"


# Figures from here on are bytes.
EXACT = 10_000
