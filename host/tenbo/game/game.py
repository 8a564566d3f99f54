"""A game at one table, for programs: takes events, and gives scores, standings and records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

from tenbo.game.act_fields import declared_fields, given_fields
from tenbo.game.event_parser import seat_number
from tenbo.game.game_state import GameState
from tenbo.game.replay import Replay, merged_rule_changes
from tenbo.rulebooks import named
from tenbo.validation.fields import as_list
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed
from tenbo_core.rules import DEFAULT_BOOK

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tenbo.rulebooks import Book
    from tenbo.scoring.hand import Hand
    from tenbo_core.rules import Rules


class Game(GameState):
    """One game under a rule book, from its start to its result.

    Seats are 0 to 3; seat 0 is East in the first hand. Wherever a seat is
    wanted, the wind that it has in the first hand will do: "E" is seat 0.
    Every act is answered with the record that `tenbo replay` would print:
    `deltas`, `scores`, `honba` and the rest.

    What is refused raises a `TenboError` and changes nothing:

    - `bad_field`, `bad_seat`, `missing_field` or `contradiction`: the
      arguments cannot be;
    - `not_allowed_now`: the table does not allow the act now;
    - `not_in_this_rule_book`: the book does not know it;
    - `not_enough_points`: a riichi without the points;
    - the codes of `tenbo.score`: a declared hand does not win.

    >>> import tenbo
    >>> game = tenbo.Game("ema-2016", names=["Anna", "Ben", "Carla", "Dai"])
    >>> _ = game.hand()
    >>> _ = game.riichi(2)
    >>> game.win(2, source=0, han=3, fu=40)["deltas"]
    [-5200, 0, 6200, 0]
    >>> game
    <Game ema-2016 E2-0 between hands: 24800 30000 35200 30000>
    """

    def __init__(
        self,
        book: str | Path | Book | Rules = DEFAULT_BOOK,
        *,
        names: Sequence[str] | None = None,
        changes: Mapping[str, object] | None = None,
        scores: Sequence[int] | None = None,
        round: str | None = None,
        hand: int | None = None,
        honba: int | None = None,
        sticks: int | None = None,
    ) -> None:
        """Begin a game; `scores` and the later arguments begin it in the middle.

        `book` is the id of a rule book, the file of an own one, a loaded
        book or its rules; `changes` sets switches by name. Records name no
        loaded book: they have the book that it changes, and what it changes
        in it. A book that does not exist raises `unknown_rules`, a switch
        that does not `unknown_option`.

        >>> import tenbo
        >>> scores = [31000, 29000, 33000, 26000]
        >>> tenbo.Game("wrc", scores=scores, round="S", hand=2, sticks=1)
        <Game wrc S2-0 between hands: 31000 29000 33000 26000>
        """
        self._lay_out(book)
        base, own = named(book)
        if changes is not None and not isinstance(changes, Mapping):
            raise Malformed("bad_field", f"changes must map switch names to values, not {quote_value(changes)}", "set")
        changes = merged_rule_changes(own, None if changes is None else dict(changes)) or None
        start = {"names": names, "set": changes, "scores": scores, "round": round, "hand": hand}
        start |= {"honba": honba, "sticks": sticks}
        self._apply({"event": "start", "rules": base, **given_fields(start)})

    def _lay_out(self, book: str | Path | Book | Rules) -> None:
        self._replay = Replay(book)
        self._events: list[dict[str, Any]] = []

    @classmethod
    def replay(cls, events: Iterable[Mapping[str, Any]], book: str | Path | Book | Rules = DEFAULT_BOOK) -> Self:
        """Return the game of some records.

        They are those of `events`, or of a file for `tenbo replay`. `book`
        is the rule book of a start without `rules`; only this one may be a
        file.

        >>> import tenbo
        >>> records = [{"event": "start"}, {"event": "hand"}]
        >>> records.append({"event": "riichi", "seat": 2})
        >>> tenbo.Game.replay(records).in_riichi
        [2]
        """
        if isinstance(events, (str, bytes, Mapping)) or not isinstance(events, Iterable):
            message = f"events must be records such as those of Game.events, not {quote_value(events)}"
            raise Malformed("bad_field", message, "events")
        game = cls.__new__(cls)
        game._lay_out(book)  # noqa: SLF001 - its own
        for record in events:
            game.apply_record(record)
        if not game.events:
            raise Malformed("missing_field", "there are no events; the first event of a game is its start", "events")
        return game

    def apply_record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out one record of `tenbo replay` and return its answer.

        Acts without a method are records, too.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand(), game.riichi(1)
        >>> game.apply_record({"event": "riichi_void", "seat": 1})["deltas"]
        [0, 1000, 0, 0]
        """
        if not isinstance(record, Mapping):
            raise Malformed(
                "bad_field", f"an event must be an object with its fields, not {quote_value(record)}", "event"
            )
        if self._events and record.get("event") == "start":
            raise Malformed("not_allowed_now", "this game has begun: make another Game for another start", "event")
        return self._apply(dict(record))

    def _apply(self, record: dict[str, Any]) -> dict[str, Any]:
        number = self._replay.n
        try:
            answer = self._replay.apply(record)
        except Exception:
            # A refused act leaves no trace, so that `events` can be replayed with the same numbers.
            self._replay.n = number
            raise
        self._events.append(deepcopy(record))
        return answer

    # ---------------------------------------------------------------- events

    def hand(self, dice: Sequence[int] | None = None) -> dict[str, Any]:
        """Begin a hand: the dice are thrown.

        >>> import tenbo
        >>> tenbo.Game().hand([3, 5])["phase"]
        'playing'
        """
        return self._act("hand", dice=dice)

    def riichi(self, seat: int | str) -> dict[str, Any]:
        """Declare riichi: the stake goes to the table.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> game.riichi(2)["deltas"], game.sticks
        ([0, 0, -1000, 0], 1)
        """
        return self._act("riichi", seat=seat)

    def win(
        self,
        seat: int | str,
        source: int | str | None = None,
        *,
        han: int | None = None,
        fu: int | None = None,
        yakuman: int | None = None,
        hand: Hand | None = None,
        pao: int | str | None = None,
        pao_other: int | str | None = None,
    ) -> dict[str, Any]:
        """Record a win: by ron from the seat `source`, by tsumo without one.

        Its worth is `han` and `fu`, a number of `yakuman`, or a declared
        `hand`, which is scored as the table stands: seat, round, counters
        and sticks are the table's. `pao` is the seat that is liable,
        `pao_other` a second one that is liable for the four kans.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> game.win(1, han=2, fu=30)["deltas"]
        [-1000, 2000, -500, -500]
        >>> _ = game.hand()
        >>> hand = tenbo.Hand("234567m345p678s8s", "8s", "ron")
        >>> game.win(1, source=3, hand=hand)["deltas"]
        [0, 2900, 0, -2900]
        """
        if source is not None and seat_number(source) == seat_number(seat):
            raise Malformed("bad_field", f"seat {seat} cannot win from itself: a tsumo has no source", "source")
        winner: dict[str, Any] = {"seat": seat, "from": source, "han": han, "fu": fu, "yakuman": yakuman, "pao": pao}
        winner["pao_other"] = pao_other
        if hand is not None:
            winner["declared"] = declared_fields(hand, source)
        return self.wins([given_fields(winner)])

    def wins(self, winners: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Record a win of several players.

        Each has `seat`, `from` and its worth as in the records.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> one = {"seat": 0, "from": 3, "han": 1, "fu": 40}
        >>> game.wins([one, {"seat": 2, "from": 3, "han": 5}])["deltas"]
        [2000, 0, 8000, -10000]
        """
        return self._act("win", wins=as_list(winners))

    def draw(self, tenpai: Iterable[int | str] = (), nagashi: Iterable[int | str] = ()) -> dict[str, Any]:
        """Record an exhaustive draw.

        It has the tenpai seats, and those with a nagashi mangan.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> game.draw(tenpai=[0, 2])["deltas"]
        [1500, -1500, 1500, -1500]
        """
        return self._act("draw", tenpai=as_list(tenpai), nagashi=as_list(nagashi) or None)

    def abort(self, kind: str) -> dict[str, Any]:
        """Record an abortive draw.

        Its kind is "nine_terminals", "four_winds", "four_kans",
        "four_riichi" or "triple_ron".

        >>> import tenbo
        >>> game = tenbo.Game("tenhou")
        >>> _ = game.hand()
        >>> game.abort("nine_terminals")["honba"]
        1
        """
        return self._apply({"event": "abort", "kind": kind})

    def redeal(self, why: str | None = None) -> dict[str, Any]:
        """Deal the hand again, no player being at fault; stakes return.

        >>> import tenbo
        >>> game = tenbo.Game("ema-2012")
        >>> _ = game.hand()
        >>> _ = game.riichi(2)
        >>> game.redeal("a wall fell")["scores"]
        [30000, 30000, 30000, 30000]
        """
        return self._act("redeal", why=why)

    def chombo(self, *seats: int | str, with_: str | None = None) -> dict[str, Any]:
        """Penalise one or several offenders.

        `with_` is "win" or "draw" when it coincides with one.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> _ = game.chombo(1)
        >>> game.standing().penalties
        [0, -20000, 0, 0]
        """
        return self._act("chombo", seats=list(seats), **{"with": with_})

    def dead_hand(self, seat: int | str) -> dict[str, Any]:
        """Declare a hand dead: it may not win any more.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> game.dead_hand(1)["phase"]
        'playing'
        """
        return self._act("dead_hand", seat=seat)

    def riichi_invalid(self, seat: int | str) -> dict[str, Any]:
        """Take an invalid riichi back: the stake returns and the hand is dead.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> _ = game.riichi(1)
        >>> game.riichi_invalid(1)["deltas"], game.in_riichi
        ([0, 1000, 0, 0], [])
        """
        return self._act("riichi_invalid", seat=seat)

    def penalty(self, seat: int | str, points: int, why: str | None = None, when: str | None = None) -> dict[str, Any]:
        """Take points away (`points` is negative), `when` "now" or "after_uma".

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> game.penalty(0, -8000, "telephone", when="now")["scores"]
        [22000, 30000, 30000, 30000]
        """
        return self._act("penalty", seat=seat, points=points, why=why, when=when)

    def late(self, seat: int | str, minutes: int) -> dict[str, Any]:
        """Record that a player came late.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.late(1, minutes=3)
        >>> game.standing().penalties
        [0, -3000, 0, 0]
        """
        return self._act("late", seat=seat, minutes=minutes)

    def substitute(self, seat: int | str, since: str = "now") -> dict[str, Any]:
        """Record that a substitute sits here since the "start", or since "now".

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.substitute(2)
        >>> game.standing().totals[2]
        -30000
        """
        return self._act("substitute", seat=seat, since=since)

    def signal(self) -> dict[str, Any]:
        """Sound the rule book's time signal.

        From then on the answers have `hands_left`.

        >>> import tenbo
        >>> tenbo.Game().signal()["hands_left"]
        1
        """
        return self._act("signal")

    def undo(self, to: int | None = None) -> dict[str, Any]:
        """Take back the last act, or with `to` every act after that one.

        The start is act 0.

        >>> import tenbo
        >>> game = tenbo.Game()
        >>> _ = game.hand()
        >>> _ = game.riichi(2)
        >>> game.undo()["scores"], game.undo(to=0)["phase"]
        ([30000, 30000, 30000, 30000], 'between')
        """
        return self._act("undo", to=to)

    def end(self) -> dict[str, Any]:
        """Stop the game by hand; `standing` is its result.

        >>> import tenbo
        >>> tenbo.Game().end()["phase"]
        'over'
        """
        return self._act("end")

    def _act(self, kind: str, **fields: object) -> dict[str, Any]:
        return self._apply({"event": kind, **given_fields(fields)})
