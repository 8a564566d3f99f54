"""Standings over all sessions: totals, ranks with ties, and the proof that all points add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.game.overall_standings import SessionResult, Standing, rank_players
from tenbo.tournament.table_result import COMPLETE, LOCKED, MISSING
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.sentences import join_sentences, plural_sentence, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult


class BalanceProof(NamedTuple):
    """The sums over all finished tables; they are equal, or `wrong` names the tables with a difference."""

    tables: int
    totals: int
    expected: int
    wrong: list[tuple[int, int]]

    @property
    def is_balanced(self) -> bool:
        """Return whether all points add up."""
        return not self.wrong and self.totals == self.expected


class UncountedTables(NamedTuple):
    """The state of the results: the tables that do not count yet, as (session, table, state, why)."""

    unfinished: list[tuple[int, int, str, str]]
    tables: int
    # Sessions whose unreleased results are left out.
    hidden: tuple[int, ...] = ()
    # If results are locked when their sheets are signed: the tables whose results are not locked, but count.
    unsigned: tuple[tuple[int, int], ...] = ()

    @property
    def is_final(self) -> bool:
        """Return whether every planned table has a result."""
        return not self.unfinished and self.tables > 0 and not self.hidden

    def unfinished_lines(self) -> list[str]:
        """Return the unfinished tables, grouped by equal states, and the reasons of broken sheets."""
        return [*(f"provisional: {reason}" for reason in self.unfinished_reasons()), *self.faults]

    def unfinished_reasons(self, translate: Callable[..., str] = str.format) -> list[str]:
        """Return why results are not final, in the language of `translate`: which tables are not finished."""
        if self.is_final:
            return []
        lines = [] if self.tables or self.hidden else [translate("there is no result yet")]
        lines += [translate("session {}: hidden until it is released", session) for session in self.hidden]
        alike: dict[str, list[int]] = {}
        for session in sorted({session for session, _, _, _ in self.unfinished}):
            own = [(session, table, state) for one, table, state, _ in self.unfinished if one == session]
            alike.setdefault(table_states_text(own, translate), []).append(session)
        for words, sessions in alike.items():
            text = "sessions {}: {}" if len(sessions) > 1 else "session {}: {}"
            lines.append(translate(text, format_ranges(sessions), words))
        return lines

    @property
    def faults(self) -> list[str]:
        """Return the reasons of the sheets that cannot be computed, with their remedies."""
        return [] if self.is_final else [why for _, _, _, why in self.unfinished if why]

    def unlocked_lines(self, hint: str = "") -> list[str]:
        """Return the unlocked results if others are locked, grouped by equal tables.

        `hint` tells a reader at a terminal what to do.
        """
        by_session: dict[int, list[int]] = {}
        for session, table in self.unsigned:
            by_session.setdefault(session, []).append(table)
        alike: dict[str, list[int]] = {}
        for session, tables in by_session.items():
            alike.setdefault(f"table{'s' * (len(tables) > 1)} {format_ranges(tables)}", []).append(session)
        return [
            f"not signed: session{'s' * (len(sessions) > 1)} {format_ranges(sessions)}: {tables}{hint}"
            for tables, sessions in alike.items()
        ]

    def record(self) -> dict[str, Any]:
        """Return the state as a JSON object."""
        names = ("session", "table", "state", "why")
        return {
            "provisional": not self.is_final,
            "hidden": list(self.hidden),
            "unfinished": [
                dict(zip(names, place, strict=True)) | reason_code_and_values(place[-1]) for place in self.unfinished
            ],
            "unsigned": [dict(zip(names[:2], place, strict=True)) for place in self.unsigned],
        }


def table_states_text(places: Iterable[tuple[int, int, str]], translate: Callable[..., str] = str.format) -> str:
    """Return the tables of one session by state, as a sentence.

    >>> table_states_text([(1, 3, "playing"), (1, 4, "missing"), (1, 7, "missing")])
    'table 3 is playing, tables 4, 7 have no result'
    """
    return ", ".join(_tables_in_state_text(state, tables, translate) for state, tables in _by_state(places).items())


def _tables_in_state_text(state: str, tables: list[int], translate: Callable[..., str]) -> str:
    numbers = format_ranges(tables)
    if state == MISSING:
        return translate("tables {} have no result" if len(tables) > 1 else "table {} has no result", numbers)
    return translate("tables {} are {}" if len(tables) > 1 else "table {} is {}", numbers, translate(state))


def table_states_sentence(places: Iterable[tuple[int, int, str]]) -> str:
    """Return the same as sentences that carry their codes, for a refusal.

    >>> table_states_sentence([(1, 3, "playing"), (1, 4, "missing"), (1, 7, "missing")])
    'table 3 (playing); tables 4, 7 (missing)'
    """
    return join_sentences(
        [
            plural_sentence(
                "tables_in_state",
                len(tables),
                "table {tables} ({state})",
                "tables {tables} ({state})",
                tables=format_ranges(tables),
                state=state,
            )
            for state, tables in _by_state(places).items()
        ]
    )


def _by_state(places: Iterable[tuple[int, int, str]]) -> dict[str, list[int]]:
    by_state: dict[str, list[int]] = {}
    for _, table, state in places:
        by_state.setdefault(state, []).append(table)
    return by_state


def format_ranges(numbers: list[int]) -> str:
    """Return sorted numbers as text; three or more in a row become a range.

    >>> format_ranges([1, 2, 5, 6, 7, 8, 10])
    '1, 2, 5-8, 10'
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in rows)


def finished_sheets(sheets: list[TableResult]) -> list[TableResult]:
    """Return the results that count: complete or locked ones."""
    return [sheet for sheet in sheets if sheet.state in (COMPLETE, LOCKED)]


def result_state(sheets: list[TableResult], hidden: Iterable[int] = ()) -> UncountedTables:
    """Return the state of the results.

    An unseated table gives its points to no player, and some sessions may be hidden.
    """
    unfinished = []
    signs = any(sheet.state == LOCKED for sheet in sheets)
    unsigned = [(sheet.session, sheet.table) for sheet in sheets if signs and sheet.state == COMPLETE]
    for sheet in sheets:
        if sheet.state not in (COMPLETE, LOCKED):
            unfinished.append((sheet.session, sheet.table, sheet.state, sheet.why))
        elif not any(sheet.players):
            why = sentence(
                "sheet_without_players",
                "no players are seated at table {table} in session {session}: seat the players (tenbo session plan or "
                "seat)",
                table=sheet.table,
                session=sheet.session,
            )
            unfinished.append((sheet.session, sheet.table, "without players", why))
    return UncountedTables(unfinished, len(sheets) - len(unfinished), tuple(hidden), tuple(unsigned))


def standings(
    sheets: list[TableResult], tournament: Tournament, only: Container[int] | None = None
) -> list[Standing[int]]:
    """Rank the players over all finished tables, or only some of them among themselves.

    A player who has left gets the result of a substitute for each missed session, and a reserve is not ranked for it.
    Players who are struck from the list because of illness are not ranked (EMA 2012, "Verwirken einer Partie"; EMA
    2016, 5.8).
    """
    results = _seat_results(sheets, tournament)
    return rank_players(result for result in results if only is None or result.player in only)


def team_standings(sheets: list[TableResult], people: dict[int, Player], tournament: Tournament) -> list[Standing[str]]:
    """Rank the teams: the results of their players in each session are added up."""
    teams = {number: player.team for number, player in people.items() if player.team}
    return rank_players(
        SessionResult(teams[result.player], result.session, result.total, result.place)
        for result in (_seat_results(sheets, tournament) if teams else ())
        if result.player in teams
    )


def _seat_results(sheets: list[TableResult], tournament: Tournament) -> Iterator[SessionResult[int]]:
    """Yield each ranked player's results from finished tables and from missed sessions."""
    for sheet in finished_sheets(sheets):
        for seat, player in enumerate(sheet.credited_players):
            if player and player not in tournament.unranked:
                total, place = sheet.totals[seat], sheet.places[seat]
                yield SessionResult(player, sheet.session, total, place, seat in sheet.disqualified)
    yield from missed_sessions(sheets, tournament)


def missed_sessions(sheets: list[TableResult], tournament: Tournament) -> Iterator[SessionResult[int]]:
    """Yield what each session counts that a ranked player has missed; it is in the total of no table."""
    there: dict[int, set[int]] = {}
    for sheet in finished_sheets(sheets):
        there.setdefault(sheet.session, set()).update(sheet.credited_players)
    for session, players in there.items():
        for player in tournament.attendance.missing(session):
            if player not in players and player not in tournament.unranked and tournament.has_substitute_rule(session):
                yield SessionResult(
                    player, session, tournament.substitute_result(session), tournament.seat_count(session)
                )


def unranked_totals(sheets: list[TableResult], tournament: Tournament) -> dict[int, int]:
    """Return what each player who is not ranked has of the tables' totals; it is in no standings."""
    totals: dict[int, int] = {}
    for sheet in finished_sheets(sheets):
        for player, total in zip(sheet.credited_players, sheet.totals, strict=True):
            if player in tournament.unranked:
                totals[player] = totals.get(player, 0) + total
    return totals


def prove_balance(sheets: list[TableResult]) -> BalanceProof:
    """Prove that the totals of all finished tables are those that the rule books require."""
    done = finished_sheets(sheets)
    wrong = [(sheet.session, sheet.table) for sheet in done if not sheet.adds_up]
    return BalanceProof(
        len(done), sum(sum(sheet.totals) for sheet in done), sum(sheet.expected for sheet in done), wrong
    )
