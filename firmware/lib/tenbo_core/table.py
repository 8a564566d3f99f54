"""The state of one game: scores, counters, dealer, riichi sticks.

A table is what folding a game's events yields.  Points never appear or vanish: six accounts,
the seats, the sticks on the table and the penalties taken away, and every event moves points
between them. Of three players the account of seat 3 stays empty.
"""

from tenbo_core.rules import Rules
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.value_object import ValueObject

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.clock import Session
    from tenbo_core.kinds import Any

BETWEEN = "between"
PLAYING = "playing"
OVER = "over"

# The accounts beside the four seats.
POT = 4
PENALTY_POINTS = 5
ACCOUNT_NAMES = ("seat 0", "seat 1", "seat 2", "seat 3", "the table", "penalties")

STAKE = 1000


class Transfer(ValueObject):
    """Points that moved from one account to another, and why."""

    FIELDS = ("source", "target", "points", "why")

    def __init__(self, source: int, target: int, points: int, why: str) -> None:
        self.source = source
        self.target = target
        self.points = points
        self.why = why


class Table:
    """A game at one moment. `moves` are the transfers of the event that led here.

    Only `accounts` and `moves` are a table's own; its other lists may be shared with the tables
    before and after it, so code that changes one puts a new list in its place.
    """

    def __init__(self, rules: Rules, before: "Table | None" = None) -> None:
        self.rules = rules
        self.moves: "list[Transfer]" = []
        if before is not None:
            self._follow(before)
            return
        self.phase = BETWEEN
        self.round = 0
        self.hand = 1
        self.honba = 0
        # One empty list serves for all; `won` is kept where the book takes points from who has won no hand (yakitori).
        self.riichi: "list[int]" = []
        self.dead = self.disqualified = self.won = self.riichi
        players = rules.players
        self.accounts = [rules.start_points] * players + [0] * (6 - players)
        self.later = [0] * players
        self.substitutes = [""] * players
        self.names = [""] * players
        self.hands_left: "int | None" = None
        self.why: "str | None" = None
        self.session: "Session | None" = None

    def _follow(self, before: "Table") -> None:
        """Copy the state of another table."""
        self.phase = before.phase
        self.round = before.round
        self.hand = before.hand
        self.honba = before.honba
        self.riichi = before.riichi
        self.dead = before.dead
        self.accounts = before.accounts[:]
        self.later = before.later
        self.substitutes = before.substitutes
        self.names = before.names
        self.disqualified = before.disqualified
        self.won = before.won
        self.hands_left = before.hands_left
        self.why = before.why
        self.session = before.session

    def __repr__(self) -> str:
        hand = f"{WIND_LETTERS[self.round]}{self.hand} {self.phase}, honba {self.honba}, sticks {self.sticks}"
        return f"<Table {self.rules.book} {hand}, scores {self.scores}>"

    def copy(self) -> "Table":
        """Return a table that can be changed without touching this one; its list of moves is empty."""
        return Table(self.rules, self)

    @property
    def dealer(self) -> int:
        """Return the seat that is East now."""
        return self.hand - 1

    @property
    def scores(self) -> "list[int]":
        """Return the points of the seats."""
        return self.accounts[: self.rules.players]

    @property
    def sticks(self) -> int:
        """Return the number of riichi sticks on the table."""
        return self.accounts[POT] // STAKE

    @property
    def penalty_points(self) -> int:
        """Return the points that penalties have taken away so far."""
        return self.accounts[PENALTY_POINTS]

    def move(self, source: int, target: int, points: int, why: str) -> None:
        """Move points between two accounts and keep the reason."""
        if points:
            self.accounts[source] -= points
            self.accounts[target] += points
            self.moves.append(Transfer(source, target, points, why))

    @property
    def adds_up(self) -> bool:
        """Return whether all points are accounted for."""
        return sum(self.accounts) == self.rules.players * self.rules.start_points

    @property
    def last_regular_round(self) -> int:
        """Return the last regular round: East in an East-only game, else South."""
        return 0 if self.rules.length == "east" else 1

    @property
    def may_end_after_hand(self) -> bool:
        """Return whether the game may end with this hand: the last regular one, or any later one."""
        last = self.last_regular_round
        return self.round > last or (self.round == last and self.hand == self.rules.players)


def with_value(values: "list[Any]", seat: int, value: "object") -> "list[Any]":
    """Return a list by seats with one seat's value replaced.

    >>> with_value(["A", "", "", ""], 2, "C")
    ['A', '', 'C', '']
    """
    return values[:seat] + [value] + values[seat + 1 :]
