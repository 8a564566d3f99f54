"""The state of a game, to be read: the points and what lies on the table, whose turn it is, the result."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tenbo_core.results import GameResult
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.game.replay import Replay
    from tenbo_core.table import Table


class GameState:
    """What a program reads of a game; the acts of `Game` change it."""

    _replay: Replay
    _events: list[dict[str, Any]]

    @property
    def table(self) -> Table:
        """Return the current table; read it, do not change it.

        >>> import tenbo
        >>> tenbo.Game("wrc").table.rules.target_points
        30000
        """
        table = self._replay.ledger.table
        assert table is not None
        return table

    @property
    def events(self) -> list[dict[str, Any]]:
        """Return the records of all that happened, undone acts too.

        `Game.replay` takes them.

        >>> import tenbo
        >>> game = tenbo.Game("wrc")
        >>> _ = game.hand([3, 5])
        >>> game.events[1]
        {'event': 'hand', 'dice': [3, 5]}
        >>> tenbo.Game.replay(game.events) == game
        True
        """
        return deepcopy(self._events)

    @property
    def names(self) -> list[str]:
        """Return the players' names by seat; empty where none was given.

        They are those of the start and of `name` records.

        >>> import tenbo
        >>> tenbo.Game(names=["Anna", "Ben", "Carla", "Dai"]).names[2]
        'Carla'
        """
        names = list(self._replay.names)
        for event in self._replay.ledger.effective_events():
            if event.kind == "name":
                names[event.field("seat")] = event.field("name")
        return names

    @property
    def book(self) -> str:
        """Return the id of the rule book.

        >>> import tenbo
        >>> tenbo.Game().book
        'ema-2025'
        """
        return self.table.rules.book

    @property
    def scores(self) -> list[int]:
        """Return the points by seat.

        >>> import tenbo
        >>> tenbo.Game("tenhou").scores
        [25000, 25000, 25000, 25000]
        """
        return self.table.scores

    @property
    def sticks(self) -> int:
        """Return the number of riichi sticks on the table.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand(), game.riichi(0), game.riichi(1)
        >>> game.sticks
        2
        """
        return self.table.sticks

    @property
    def honba(self) -> int:
        """Return the number of counters on the table.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand(), game.draw(tenpai=[0])
        >>> game.honba
        1
        """
        return self.table.honba

    @property
    def round(self) -> str:
        """Return the wind of the round: E, S, W or N.

        >>> import tenbo
        >>> tenbo.Game(round="S").round
        'S'
        """
        return WIND_LETTERS[self.table.round]

    @property
    def hand_number_in_round(self) -> int:
        """Return the number of the hand in its round, from 1.

        >>> import tenbo
        >>> tenbo.Game(round="S", hand=3).hand_number_in_round
        3
        """
        return self.table.hand

    @property
    def dealer(self) -> int:
        """Return the seat that is East now.

        >>> import tenbo
        >>> tenbo.Game(hand=3).dealer
        2
        """
        return self.table.dealer

    @property
    def in_riichi(self) -> list[int]:
        """Return the seats that have declared riichi in this hand.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand(), game.riichi("W")
        >>> game.in_riichi
        [2]
        """
        return list(self.table.riichi)

    @property
    def phase(self) -> str:
        """Return where the game is: `between` hands, `playing` one, or `over`.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> before = game.phase
        >>> _ = game.hand()
        >>> before, game.phase
        ('between', 'playing')
        """
        return self.table.phase

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.end()
        >>> game.is_over
        True
        """
        return self.table.phase == OVER

    def standing(self) -> GameResult:
        """Return places, uma, oka and totals.

        They are the result, or what it would be if the game ended now.

        >>> import tenbo
        >>> game = tenbo.Game("wrc", scores=[36000, 24000, 33000, 27000])
        >>> game.standing().totals
        [21000, -21000, 8000, -8000]
        """
        return GameResult(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and self._events == other._events

    __hash__ = None  # type: ignore[assignment]  # a game changes while it is played

    def __copy__(self) -> GameState:
        """Return another game with the same events, which goes on by itself."""
        return deepcopy(self)

    def __repr__(self) -> str:
        table = self.table
        now = {"between": "between hands", "playing": "playing", "over": "over"}[table.phase]
        where = f"{self.round}{table.hand}-{table.honba}"
        return f"<Game {self.book} {where} {now}: {' '.join(map(str, table.scores))}>"
