"""The table's state in the form of an answer: the points that an event moved, the state after it, a display's view."""

from tenbo_core.seats import WIND_LETTERS
from tenbo_core.table import Table

# The fields of a seat's score screen in an answer, in this order; its lines follow.
VIEW = ("screen", "score", "wind", "round", "honba", "sticks", "riichi", "place", "clock")

ANSWER = (
    "n",
    "event",
    "deltas",
    "scores",
    "sticks",
    "honba",
    "round",
    "hand",
    "dealer",
    "riichi",
    "phase",
    "hands_left",
    "why",
)


def answer_values(n: int, kind: str, before: "Table | None", after: Table) -> "list[object]":
    """Return the values of ANSWER in order; `before` is the table that the event found."""
    scores = after.scores
    old = scores if before is None or kind == "start" else before.scores
    return [
        n,
        kind,
        [scores[seat] - old[seat] for seat in after.rules.seats],
        scores,
        after.sticks,
        after.honba,
        WIND_LETTERS[after.round],
        after.hand,
        after.dealer,
        after.riichi[:],
        after.phase,
        after.hands_left,
        after.why,
    ]
