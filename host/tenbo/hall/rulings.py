"""Rulings of referee and desk at a table: previewed first, and applied only if the effect is still the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.hall.change_result import ChangeResult
from tenbo.tournament.existence_checks import locked_result_error
from tenbo.tournament.record_replay import undone_rulings
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.event_notation import event_text
from tenbo_core.events import DESK, fields_of, make
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.hall.table_games import TableGames
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.events import Event
    from tenbo_core.ledger import Ledger
    from tenbo_core.table import Table

Json = dict[str, Any]


class RulingEffect(NamedTuple):
    """The effect of a ruling: the seats' points, and other changed fields as [before, after] by name."""

    deltas: list[int]
    changed: dict[str, list[Any]]


class Rulings:
    """The rulings of referee and desk."""

    def __init__(
        self, repository: TournamentRepository, records: RecordWriter, fleet: DeviceRegistry, games: TableGames
    ) -> None:
        self._repository = repository
        self._records = records
        self._fleet = fleet
        self._games = games

    def preview(self, number: int, event: Event) -> Json:
        """Return the effect of a ruling at a table, and the number of the last event that it is based on."""
        ledger = self._games.ledger_until(number)
        effect = _effect(ledger, event)
        return {"last": ledger.next - 1, "deltas": effect.deltas, "changed": effect.changed}

    def check_unchanged(self, number: int, event: Event, last: int) -> None:
        """Refuse a ruling that was previewed after event `last` if its effect would differ now.

        Events that do not change its effect, for example a riichi in the running hand, do not matter.
        """
        ledger = self._games.ledger_until(number)
        asked = self._games.ledger_until(number, last)
        later = [other for other in ledger.events if other.n > last]
        if asked.table is None:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "other_game_begun",
                    "table {number} has begun another game in the meantime: check the ruling again",
                    number=number,
                ),
                "last",
            )
        if later and _effect(asked, event) != _effect(ledger, event):
            message = sentence(
                "table_changed_since",
                "table {number} has changed since event {last} (latest event: {later}), so this ruling would "
                "have a different effect from the one shown: check the ruling again",
                number=number,
                last=last,
                later=event_text(later[-1]),
            )
            raise Refused("not_allowed_now", message, "last")

    def apply(self, number: int, event: Event, by: str = "") -> ChangeResult:
        """Have a table record a ruling, and return the event's number as `last`; with an author `by` it is recorded."""
        station = self._fleet.require_station(number)
        request = station.send_when_ready("do", event.kind, event.by, *event.plain()[4:])
        station.await_answers(request)
        n = int(str(request.ended[2])) if request.ended else station.snapshot.last
        made = [self._records.record("ruling", by, table=number, event=n, act=event_text(event))] if by else []
        return ChangeResult({"last": n}, made)

    def take_back(self, ruling: DeskRecord, why: str, by: str) -> ChangeResult:
        """Have the table take the event of a recorded ruling out of its game, however much was played since."""
        number, n = ruling.fields["table"], ruling.fields["event"]
        if ruling.n in undone_rulings(self._repository.desk.records):
            taken_back = sentence("record_taken_back", "record {number} has already been reverted", number=ruling.n)
            raise Refused("not_allowed_now", taken_back, "of")
        place = self._games.current_assignment(number)
        try:
            ledger = self._games.ledger_until(number)
            standing = {event.n for event in ledger.effective_events()}
            is_there = any(event.n == n and event_text(event) == ruling.fields["act"] for event in ledger.events)
            if not is_there or n not in standing:
                raise _out_of_reach(number)
            if place in self._repository.tournament.locked:
                assert place is not None
                raise locked_result_error(place, "of")
            return self.apply(number, make(0, "correct", DESK, 0, {"of": n, "events": [], "why": why}), by)
        except LinkFault:
            raise _out_of_reach(number) from None


def _out_of_reach(number: int) -> Refused:
    """Return why a table cannot take a ruling back, and what can be done instead."""
    message = sentence(
        "ruling_out_of_reach",
        "table {number} cannot take this back: it is not connected, has begun another game, or has taken it back "
        "already. Connect the table; or detach its game (tenbo session detach) and type the scores, "
        "and then record again what the table had recorded correctly",
        number=number,
    )
    return Refused("not_allowed_now", message, "of")


def _effect(ledger: Ledger, event: Event) -> RulingEffect:
    """Return the effect of an event at the end of a ledger."""
    before = ledger.table
    if before is None:
        raise Refused("not_allowed_now", sentence("no_game_yet", "there is no game yet"), "table")
    fields = {name: value for (name, _), value in zip(fields_of(event.kind), event.args, strict=True)}
    after = ledger.preview(make(ledger.next, event.kind, event.by, ledger.events[-1].at, fields))
    old, new = _table_fields(before), _table_fields(after)
    return RulingEffect(
        [after.scores[seat] - before.scores[seat] for seat in after.rules.seats],
        {name: [old[name], new[name]] for name in old if old[name] != new[name]},
    )


def _table_fields(table: Table) -> Json:
    """Return the fields of a table that a ruling may change besides the seats' points."""
    return {
        "hand": f"{WIND_LETTERS[table.round]}{table.hand}",
        "honba": table.honba,
        "sticks": table.sticks,
        "phase": table.phase,
        "penalties": table.penalty_points,
        "after_the_game": table.later,
        "dead": table.dead,
        "riichi": table.riichi,
        "disqualified": table.disqualified,
        "substitutes": table.substitutes,
    }
