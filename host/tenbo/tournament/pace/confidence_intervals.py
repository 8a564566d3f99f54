"""Statistics with confidence intervals: the fewer the values, the wider the interval."""

from __future__ import annotations

from functools import cache
from math import pi, sqrt, tan
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

# The printed intervals contain the true value with a probability of 95 %.
CHANCE = 0.05


@cache
def two_sided_quantile(chance: float = CHANCE) -> float:
    """Return how many standard errors chance exceeds with this probability, on both sides together.

    >>> round(two_sided_quantile(), 2), round(two_sided_quantile(0.05 / 64), 2)
    (1.96, 3.36)
    """
    return NormalDist().inv_cdf(1 - chance / 2)


class Share(NamedTuple):
    """A share: a count of a total."""

    n: int
    of: int

    @property
    def share(self) -> float | None:
        """Return the share, or None if the total is 0."""
        return self.n / self.of if self.of else None

    def interval(self, chance: float = CHANCE) -> tuple[float, float]:
        """Return Wilson's confidence interval of the share, which is valid for few hands and near 0 or 1, too.

        >>> [round(end, 3) for end in Share(3, 20).interval()], Share(0, 0).interval()
        ([0.052, 0.36], (0.0, 1.0))
        """
        if not self.of:
            return 0.0, 1.0
        z = two_sided_quantile(chance)
        part, weight = self.n / self.of, z * z / self.of
        middle = part + weight / 2
        half = z * sqrt((part * (1 - part) + weight / 4) / self.of)
        return max(0.0, (middle - half) / (1 + weight)), min(1.0, (middle + half) / (1 + weight))

    def record(self) -> dict[str, Any]:
        """Return the share as a JSON object."""
        low, high = self.interval()
        share = None if self.share is None else round(self.share, 4)
        return {"count": self.n, "of": self.of, "share": share, "low": round(low, 4), "high": round(high, 4)}


class Mean(NamedTuple):
    """The mean of some values and its standard error, which needs two values."""

    n: int
    mean: float
    error: float | None

    def interval(self, chance: float = CHANCE) -> tuple[float, float] | None:
        """Return the confidence interval of the mean by Student's quantile; None with fewer than two values."""
        if self.error is None:
            return None
        half = student_quantile(two_sided_quantile(chance), self.n - 1) * self.error
        return self.mean - half, self.mean + half

    def record(self) -> dict[str, Any]:
        """Return the mean as a JSON object, in integers."""
        low, high = self.interval() or (None, None)
        return {
            "n": self.n,
            "mean": round(self.mean) if self.n else None,
            "low": None if low is None else round(low),
            "high": None if high is None else round(high),
        }


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of values.

    >>> mean_of([300, 420]), mean_of([300]), mean_of([])
    (Mean(n=2, mean=360.0, error=60.0), Mean(n=1, mean=300.0, error=None), Mean(n=0, mean=0.0, error=None))
    """
    return mean_with_largest_deviation(len(values), sum(values) / len(values) if values else 0.0, deviation_of(values))


def mean_with_largest_deviation(n: int, mean: float, *deviations: float) -> Mean:
    """Return the mean of values with the largest of the given deviations, because few equal values prove nothing.

    >>> mean_with_largest_deviation(9, 300.0, 0.0, 60.0)
    Mean(n=9, mean=300.0, error=20.0)
    """
    return Mean(n, mean, max(deviations) / sqrt(n) if n > 1 else None)


def deviation_of(values: Sequence[float]) -> float:
    """Return the standard deviation of values; 0 for fewer than two."""
    n = len(values)
    if n < 2:
        return 0.0
    mean = sum(values) / n
    return sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))


@cache
def student_quantile(z: float, freedom: int) -> float:
    """Return Student's quantile for a normal quantile; the fewer the values, the larger it is.

    >>> [round(student_quantile(1.95996, freedom), 2) for freedom in (1, 2, 3, 10, 1000)]
    [12.71, 4.3, 3.18, 2.23, 1.96]
    """
    chance = NormalDist().cdf(z)
    if freedom == 1:
        return tan(pi * (chance - 0.5))
    if freedom == 2:
        return (2 * chance - 1) / sqrt(2 * chance * (1 - chance))
    # Cornish and Fisher's expansion.
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4
