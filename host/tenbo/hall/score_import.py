"""Imports the scores of many tables from a file, in one transaction: seats, corrections and penalties as needed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tenbo.formats.score_files import read_scores
from tenbo.hall.change_result import ChangeResult
from tenbo.tournament.entered_score_units import required_points, scores_in_points
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.table_result import (
    BROKEN,
    COMPLETE,
    LOCKED,
    MISSING,
    apply_correction,
    table_before_correction,
    with_substitutes,
)
from tenbo.validation.points_text import signed_points_text
from tenbo_core.errors import Refused
from tenbo_core.results import GameResult
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import join_sentences, sentence
from tenbo_core.table import STAKE, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.formats.score_files import TableScores
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.rules import Rules

    Act = tuple[str, dict[str, Any]]


# The most riichi sticks that can be left: all players of a table in riichi in two hands without a winner.
MOST_LEFT = 8


class ScoreImport:
    """Imports scores for the desk."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter) -> None:
        self._repository = repository
        self._records = records

    def record_scores(
        self, text: str, by: str, why: str, *, yes: bool = False, seen: int | None = None, desk: str = ""
    ) -> ChangeResult:
        """Record the scores of a file, all of them or none; equal results are left unchanged."""
        tables = read_scores(text, self._repository.tournament.seat_count)
        with self._repository.desk.records_lock():
            return self._record_tables(tables, by, why, yes=yes, seen=seen, desk=desk)

    def _record_tables(
        self, tables: Iterable[TableScores], by: str, why: str, *, yes: bool, seen: int | None, desk: str
    ) -> ChangeResult:
        """Decide what the tables' scores change, and record it; no other record comes between."""
        acts: list[Act] = []
        lost: list[str] = []
        typed, same, waiting = [], 0, []
        for one in tables:
            own, loses = self._records_for(one, why)
            acts += own
            lost += loses
            if one.scores is None:
                waiting.append([one.session, one.table])
            elif any(kind != "seats" for kind, _ in own):
                typed.append([one.session, one.table])
            else:
                same += 1
        if lost and not yes:
            raise confirmation_request(join_sentences(lost))
        made = self._records.record_all(by, acts, yes=yes, seen=seen, desk=desk) if acts else []
        answer = {"n": made[-1].n if made else None, "typed": typed, "same": same, "waiting": waiting}
        return ChangeResult(answer, made)

    def _records_for(self, one: TableScores, why: str) -> tuple[list[Act], list[str]]:
        """Return the records that one table needs, and what they would overwrite."""
        acts = self._seats(one)
        if one.scores is None:
            return acts, []
        one = self._in_points(one)
        place: dict[str, Any] = {"session": one.session, "table": one.table}
        sheet = self._repository.results.sheet(*one.session_table)
        scores, sticks, penalties = self._reconcile_scores(one)
        lost: list[str] = []
        counts = sheet.state in (COMPLETE, LOCKED)
        if not counts or sheet.scores != GameResult(apply_correction(self._played(one), scores, sticks)).scores:
            typed: dict[str, Any] = {**place, "scores": scores, "why": why}
            acts.append(("correct", {**typed, "sticks": sticks} if sticks else typed))
            if sticks > len(scores):
                lost.append(
                    sentence(
                        "points_missing_as_sticks",
                        "{where}: {points} points are missing, as if {sticks} riichi sticks were left on the table",
                        where=_where(one),
                        points=sticks * STAKE,
                        sticks=sticks,
                    )
                )
            if sheet.state not in (MISSING, BROKEN):
                was, now = " ".join(map(str, sheet.scores)), " ".join(map(str, scores))
                lost.append(
                    sentence(
                        "result_would_change",
                        "table {table} in session {session} ({state}) has the scores {scores}, which would "
                        "become {other_scores}",
                        table=one.table,
                        session=one.session,
                        state=sheet.state,
                        scores=was,
                        other_scores=now,
                    )
                )
        # RiichiNomi's files always have the column: a book that counts no chips ignores it.
        counts_chips = self._rules_of(one).chip_points != 0
        if counts_chips and one.chips is not None and list(sheet.chips or [0] * len(sheet.players)) != one.chips:
            acts.append(("chips", {**place, "chips": one.chips, "why": why}))
        # A broken sheet lacks its game's numbers, but it has the desk's penalties.
        before = [played + added for played, added in zip(sheet.penalties, sheet.added, strict=True)]
        for seat, penalty in enumerate(penalties):
            points = penalty - before[seat]
            if points:
                acts.append(("penalty", {**place, "seat": seat, "points": points, "why": why}))
        return acts, lost

    def _seats(self, one: TableScores) -> list[Act]:
        """Return the record that seats the players of a file if the table is empty; seated players must be the same."""
        seated = self._repository.tournament.seats.get(one.session_table)
        if seated is None:
            return [("seats", {"session": one.session, "table": one.table, "players": one.players})]
        for seat in range(len(one.players)):
            if seated[seat] != one.players[seat]:
                seats = "-".join(map(str, one.players))
                message = sentence(
                    "file_seat_differs",
                    "table {table} in session {session}, player in seat {wind_letters}: {players} in the "
                    "file but {seated} at the desk: correct the file, or change the seats (tenbo session "
                    "seat {session} {table} {seats})",
                    table=one.table,
                    session=one.session,
                    players=one.players[seat] or "no player",
                    wind_letters=WIND_LETTERS[seat],
                    seated=seated[seat] or "no player",
                    seats=seats,
                )
                raise Refused("contradiction", message, "file")
        return []

    def _played(self, one: TableScores) -> Table:
        """Return the table whose scores are replaced: the one of its game, or a new one."""
        return table_before_correction(self._repository.tournament, one.session_table, self._repository.games.events_of)

    def _in_points(self, one: TableScores) -> TableScores:
        """Return a table with its scores in points; in hundreds, too, the sticks that are left may be missing."""
        played, scores = self._played(one), one.scores or []
        meant = (scores_in_points(played, scores, sticks) for sticks in range(MOST_LEFT + 1))
        return one._replace(scores=next((points for points in meant if points != scores), scores))

    def _rules_of(self, one: TableScores) -> Rules:
        return self._repository.tournament.rulebook_of(one.session).load().rules

    def _reconcile_scores(self, one: TableScores) -> tuple[list[int], int, list[int]]:
        """Return scores, remaining sticks and penalties; refuse scores that give other totals than the file's."""
        assert one.scores is not None
        played = self._played(one)
        chip_points = self._rules_of(one).chip_points
        chips = [chip_points * number for number in one.chips or [0] * len(one.players)]
        where = _where(one)
        missing = required_points(played) - sum(one.scores)
        scores, sticks = one.scores, missing // STAKE if missing > 0 and missing % STAKE == 0 else 0
        if one.totals is not None and (not missing or missing % STAKE):
            scores, sticks = self._before_sharing(played, one, chips)
        try:
            result = self._result(one, played, scores, sticks)
        except Refused as error:
            raise Refused(
                error.code,
                sentence(
                    "file_needs_correction",
                    "{where}: {message}: correct the file",
                    where=where,
                    message=error.message,
                ),
                error.at,
            ) from None
        totals = _totals(result, one, chips)
        totals_typed = totals if one.totals is None else one.totals
        for seat in range(len(totals)):
            if totals[seat] != totals_typed[seat]:
                message = sentence(
                    "file_total_differs",
                    "{where}: player {players} has a total of {said} in the file, but rule book {book} gives "
                    "{totals}: correct the file; if a substitute sat there, record this first (tenbo session "
                    "substitute {table} {seat} start --session {session}); or enter this table's scores by hand "
                    "(tenbo session correct {session} {table} ...)",
                    where=where,
                    players=one.players[seat],
                    said=signed_points_text(totals_typed[seat]),
                    totals=signed_points_text(totals[seat]),
                    book=played.rules.book,
                    session=one.session,
                    table=one.table,
                    seat=WIND_LETTERS[seat],
                )
                raise Refused("contradiction", message, "file")
        return scores, sticks, one.penalties

    def _result(self, one: TableScores, played: Table, scores: list[int], sticks: int) -> GameResult:
        """Return what scores give at a table; a substitute whom the desk has recorded has the book's result."""
        substitutes = self._repository.tournament.substitutes(one.session_table)
        return GameResult(with_substitutes(apply_correction(played, scores, sticks), substitutes))

    def _before_sharing(self, played: Table, one: TableScores, chips: list[int]) -> tuple[list[int], int]:
        """Return the scores and sticks that lead to a file's result, where a shared first place has shared the sticks.

        A stick that is shared by three leaves 100 points more to one of them, who would then rank higher.
        """
        scores_typed = one.scores or []
        seats = played.rules.seats
        for sticks in range(MOST_LEFT + 1):
            for first in range(2, len(seats) + 1):
                leaders = sorted(sorted(seats, key=lambda seat: -scores_typed[seat])[:first])
                low = (sum(scores_typed[seat] for seat in leaders) - sticks * STAKE) // first
                if played.rules.leftover_sticks == "first_share_down":
                    low = scores_typed[leaders[0]] - sticks * STAKE // first // 100 * 100
                scores = [low if seat in leaders else scores_typed[seat] for seat in seats]
                with suppress(Refused):
                    result = self._result(one, played, scores, sticks)
                    totals = _totals(result, one, chips)
                    if (result.scores, totals) == (scores_typed, one.totals):
                        return scores, sticks
        return scores_typed, 0


def _totals(result: GameResult, one: TableScores, chips: list[int]) -> list[int]:
    """Return the totals of a result with the file's penalties and the points of its chips."""
    return [
        result.totals[seat] - result.penalties[seat] + one.penalties[seat] + chips[seat] for seat in range(len(chips))
    ]


def _where(one: TableScores) -> str:
    return sentence("table_of_session", "table {table} in session {session}", table=one.table, session=one.session)
