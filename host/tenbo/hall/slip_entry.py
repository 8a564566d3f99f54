"""Paper slips entered by hand: the first counts, a second person's is compared, the desk decides on a difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.change_result import ChangeResult
from tenbo.tournament.edit_conflicts import FROM_SLIP
from tenbo.tournament.entered_score_units import required_points, scores_in_points
from tenbo.tournament.existence_checks import check_session_exists
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.table_result import (
    BROKEN,
    COMPLETE,
    GIVEN_UP,
    LOCKED,
    MISSING,
    apply_correction,
    table_before_correction,
    with_substitutes,
)
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.errors import Refused
from tenbo_core.results import GameResult
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.record_values import EnteredSlip, SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.table import Table

# So many riichi sticks are left at most when a game ends: more points are missing because a score is wrong.
MOST_LEFTOVER_STICKS = 8
# The reason of a record that reverts a slip.
UNDO = "undo"
# The states of a slip: not entered, entered by one person, by two with the same or other numbers, decided by the desk.
MISSING_SLIP, ENTERED_ONCE, CONFIRMED, CONFLICT, DECIDED = "missing", "once", "agreed", "differs", "settled"


class SlipEntry:
    """The slips of all tables."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter) -> None:
        self._repository = repository
        self._records = records

    def enter(
        self, place: SessionTable, by: str, scores: list[int], sticks: int, *, yes: bool = False, desk: str = ""
    ) -> ChangeResult:
        """Enter a slip; it becomes the result if there is none, or if all entered slips agree on it.

        If the same name has entered other numbers at another terminal than `desk`, a confirmation is needed: two people
        need two names.
        """
        session, table = place
        if place not in self._repository.tournament.seats:
            message = sentence(
                "no_seats_at_table",
                "no players are seated at table {table} in session {session}: check the session and the "
                "table on the slip",
                table=table,
                session=session,
            )
            raise Refused("bad_field", message, "table")
        if sticks > MOST_LEFTOVER_STICKS:
            message = sentence(
                "too_many_leftover_sticks",
                "a slip has at most {most} leftover riichi sticks, not {sticks}: check the scores; if they are right, "
                "the desk must correct the result",
                most=MOST_LEFTOVER_STICKS,
                sticks=sticks,
            )
            raise Refused("contradiction", message, "sticks")
        fields: dict[str, Any] = {"session": session, "table": table}
        if sticks:
            fields["sticks"] = sticks
        acts: list[tuple[str, dict[str, Any]]] = [("slip", fields)]
        with self._repository.desk.records_lock():
            # Scores that no game can end with are refused before anything is stored.
            played = self._played(place)
            fields["scores"] = scores = scores_in_points(played, scores, sticks)
            _result(played, scores, sticks)
            if self._becomes_result(place, by, scores, sticks):
                acts.append(("correct", {**fields, "why": FROM_SLIP}))
            made = self._records.record_all(by, acts, yes=yes, desk=desk)
        return ChangeResult(self._row(place, played), made)

    def revert(self, numbers: list[int], by: str) -> ChangeResult:
        """Revert records that entering a slip has made, in this order: the author's slip, and the result it gave."""
        acts = [("takeback", {"of": number, "why": UNDO}) for number in numbers]
        with self._repository.desk.records_lock():
            records = {record.n: record for record in self._repository.desk.records}
            for number in numbers:
                record = records.get(number)
                is_slip = record is not None and (record.kind == "slip" or record.fields.get("why") == FROM_SLIP)
                if record is None or not is_slip or record.by != by:
                    message = sentence(
                        "not_your_slip", "record {number} is not a slip entered under this name", number=number
                    )
                    raise Refused("no_permission", message, "records")
            made = self._records.record_all(by, acts)
        return ChangeResult({"made": [record.n for record in made]}, made)

    def rows(self, session: int) -> list[dict[str, Any]]:
        """Return the state of the slip of every table in a session."""
        tournament = self._repository.tournament
        check_session_exists(tournament, session)
        places = [(session, table) for table in tournament.tables_in_session(session)]
        return [self._row(place, self._played(place)) for place in places]

    def _becomes_result(self, place: SessionTable, by: str, scores: list[int], sticks: int) -> bool:
        """Return whether a slip counts: there is no result, or all slips agree on another one than a slip has given."""
        tournament = self._repository.tournament
        others = [slip for name, slip in tournament.slips.get(place, {}).items() if name != by]
        corrections = [note for note in tournament.notes.get(place, []) if note.what == "correct"]
        of_slips = bool(corrections) and corrections[-1].why == FROM_SLIP and corrections[-1].value != [scores, sticks]
        same = all((slip.scores, slip.sticks) == (scores, sticks) for slip in others)
        return self._repository.results.sheet(*place).state in (MISSING, BROKEN, GIVEN_UP) or (of_slips and same)

    def _row(self, place: SessionTable, table: Table) -> dict[str, Any]:
        """Return a table's players, the entered slips with their authors, the valid result, and the slip's state.

        `table` is the game whose result a slip replaces.
        """
        people, sheet = self._repository.people(), self._repository.results.sheet(*place)
        slips = self._repository.tournament.slips.get(place, {})
        counts = list(sheet.scores) if sheet.state in (COMPLETE, LOCKED) else None
        comes_to = {by: _slip_result(table, slip) for by, slip in slips.items()}
        return {
            "session": place[0],
            "table": place[1],
            "players": [{"player": player, "name": player_or_unknown(people, player).name} for player in sheet.players],
            "state": self._state(place, comes_to, counts),
            "sheet": sheet.state,
            "why": sheet.why,
            **reason_code_and_values(sheet.why),
            "scores": counts,
            "sum": required_points(table),
            "slips": [
                {"by": by, "scores": one.scores, "sticks": one.sticks, "comes_to": comes_to[by]}
                for by, one in slips.items()
            ],
        }

    def _state(self, place: SessionTable, comes_to: dict[str, list[int] | None], counts: list[int] | None) -> str:
        tournament = self._repository.tournament
        # A result that counts only because of a slip is no decision of the desk.
        corrections = [note for note in tournament.notes.get(place, []) if note.what == "correct"]
        decided = max((note.n for note in corrections if note.why != FROM_SLIP), default=-1)
        if not comes_to:
            return MISSING_SLIP if counts is None or decided < 0 else DECIDED
        later = [by for by, slip in tournament.slips[place].items() if slip.n > decided]
        # The desk's decision may no longer add up, for example after a penalty.
        if not later and counts is not None:
            return DECIDED
        if counts is None or any(comes_to[by] != counts for by in later):
            # A lock of the result is a decision, too.
            return DECIDED if place in tournament.locked else CONFLICT
        return CONFIRMED if sum(one == counts for one in comes_to.values()) > 1 else ENTERED_ONCE

    def _played(self, place: SessionTable) -> Table:
        """Return the table whose scores a slip replaces; a substitute may get no leftover sticks (EMA 2016, 5.8)."""
        tournament = self._repository.tournament
        played = table_before_correction(tournament, place, self._repository.games.events_of)
        return with_substitutes(played, tournament.substitutes(place))


def _slip_result(table: Table, slip: EnteredSlip) -> list[int] | None:
    """Return the scores of a slip; None if it no longer adds up, for example after a later penalty."""
    try:
        return _result(table, slip.scores, slip.sticks)
    except Refused:
        return None


def _result(table: Table, scores: list[int], sticks: int) -> list[int]:
    """Return the scores of a slip with the remaining riichi sticks assigned by the rule book."""
    return list(GameResult(apply_correction(table, scores, sticks)).scores)
