"""The games of the series with their results: from ledgers and from sheets, in the order in which they ended."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.store.ledgers import DESK_STREAM, stream_of
from tenbo.tournament.game_replay_cache import game_steps
from tenbo.tournament.pace.game_timing import format_hand_timings, game_timing, parse_hand_timings
from tenbo.tournament.result_cache import CACHED_STATES
from tenbo.tournament.series.game_highlights import game_highlights
from tenbo.tournament.stored_game_events import CLOSED
from tenbo.tournament.table_result import (
    BROKEN,
    COMPLETE,
    GIVEN_UP,
    LOCKED,
    MISSING,
    PLAYING,
    TableResult,
    apply_correction,
    sheet_with_scores,
    table_without_game,
)
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo_core.errors import TenboError
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenbo.store import EventStore
    from tenbo.tournament.pace.game_timing import HandTiming
    from tenbo.tournament.record_log import TournamentLog
    from tenbo.tournament.record_values import GameRef
    from tenbo.tournament.request_compute_budget import ComputeBudget
    from tenbo.tournament.result_cache import ResultCache
    from tenbo.tournament.series.club import ClubGame
    from tenbo.tournament.series.game_highlights import GameHighlights
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.stored_game_events import StoredGameEvents
    from tenbo_core.events import Event
    from tenbo_core.table import Table

    HandsPlayed = tuple[list[HandTiming], GameHighlights]

# Results of the club's games, and their hands, are cached under these numbers of sessions, which no tournament has.
NO_SESSION, HANDS_SESSION = 0, -1
# What is stored of a game's result; people, date and table come from the desk's records.
STORED_FIELDS = ("rules", "state", "scores", "totals", "places", "ended_ms", "why")
# The state of a game whose result is not computed yet.
COMPUTING = "computing"


class SeriesGame(NamedTuple):
    """One game with its result; every list is by seat, and player 0 is a guest without a name."""

    id: int
    date: str
    rules: str
    players: list[int]
    state: str
    scores: list[int]
    totals: list[int]
    places: list[int]
    table: int | None
    ended_ms: int
    game: ClubGame | None = None
    why: str = ""
    # It changes with every event of the game's ledger.
    revision: int = -1
    # Of a tournament's game: since when a substitute has sat in each seat; empty without a substitute.
    substitutes: Sequence[str] = ()

    @property
    def counts(self) -> bool:
        """Return whether the game is finished, so that its result counts."""
        return self.state in (COMPLETE, LOCKED)


class SeriesGames:
    """The games of a store, each computed once for what was recorded of it. Thread-safe."""

    def __init__(self, store: EventStore, log: TournamentLog, games: StoredGameEvents, stored: ResultCache) -> None:
        self._store = store
        self._log = log
        self._games = games
        self._stored = stored
        self._results = VersionedCache[SeriesGame]()
        self._hands = VersionedCache["HandsPlayed | None"]()
        self._lists = VersionedCache[list[SeriesGame]]()

    # ---------------------------------------------------------------- one game

    def result(self, number: int) -> SeriesGame:
        """Return one game, with its people after all merges."""
        return self._result(self._log.tournament, self._log.tournament.club.require_game(number))

    def _result(
        self, tournament: Tournament, game: ClubGame, revision: int | None = None, budget: ComputeBudget | None = None
    ) -> SeriesGame:
        if revision is None:
            revision = self._games.game_revision(game.ref)
        club = tournament.club
        chosen = tournament.chosen_fork_sources.get(game.ref.ledger) if game.ref is not None else None
        players = [*map(club.person, game.players)] if club.merged else [*game.players]
        # A game that no record has changed is the same object, which is compared at once.
        version = (game, revision, chosen, players)
        known = self._results.find(game.id, version)
        if known is not None:
            return known
        if budget is not None and not budget.spend():
            nothing = [0] * len(players)
            return SeriesGame(
                game.id, game.date, game.rulebook.id, players, COMPUTING, nothing, nothing, nothing, game.table, 0, game
            )
        return self._results.put(game.id, version, self._compute(game, revision, chosen, players))

    def _compute(self, game: ClubGame, revision: int, chosen: str | None, players: list[int]) -> SeriesGame:
        """Return the stored result of a finished game, or compute it and have it stored."""
        version: tuple[object, ...] = (
            game.rulebook, game.ref, game.scores, game.sticks, game.penalties, game.at, revision, chosen,
            *([game.chips] if game.chips else []),
        )  # fmt: skip
        place = (NO_SESSION, game.id)
        stored = self._stored.find_text(place, version)
        fields = None if stored is None else _decode(stored)
        if fields is None:
            sheet, last, end = self._compute_sheet(game)
            ended_ms = self._ended_ms(game, end)
            fields = [sheet.rules, sheet.state, sheet.scores, sheet.totals, sheet.places, ended_ms, sheet.why]
            if sheet.state in CACHED_STATES:
                # What a sheet of paper says follows from its record alone.
                stream, end = (
                    (DESK_STREAM, game.id) if game.ref is None or last < 0 else (stream_of(game.ref.ledger), last)
                )
                self._stored.queue_text(place, version, stream, end, json.dumps(fields))
        rules, state, scores, totals, places, ended_ms, why = fields
        return SeriesGame(
            game.id, game.date, rules, players, state, scores, totals, places, game.table, ended_ms, game, why, revision
        )

    def _compute_sheet(self, game: ClubGame) -> tuple[TableResult, int, int]:
        """Return the sheet of a game, the number of the last event in it, and that of the event that ended it."""
        empty = _empty_sheet(game)
        last = end = -1
        try:
            final = None
            if game.ref is not None:
                # Scores that were typed count even if the ledger cannot be read.
                with suppress(*([TenboError] if game.scores else [])):
                    final, last, end = _replay(self._games.events_of(game.ref))
            if game.scores:
                final = apply_correction(
                    final or table_without_game(game.rulebook.load().rules), list(game.scores), game.sticks
                )
                if game.penalties:
                    final.later = list(game.penalties)
            if final is None:
                return empty, -1, -1
            sheet = sheet_with_scores(empty, final, game.rulebook, locked=False)
        except (TenboError, ValueError) as error:
            return empty._replace(state=BROKEN, why=str(error)), -1, -1
        if sheet.state == PLAYING and game.ref is not None and self._games.game_revision(game.ref) == CLOSED:
            sheet = sheet._replace(state=GIVEN_UP)
        return sheet, last, end

    def _ended_ms(self, game: ClubGame, end: int) -> int:
        """Return when a game ended: as recorded, or when the event that ended it or its record was stored."""
        if game.at is not None:
            return game.at
        row = None if game.ref is None or end < 0 else self._store.row(stream_of(game.ref.ledger), end)
        row = row or self._store.row(DESK_STREAM, game.id)
        return 0 if row is None else row.ts_ms

    def hands(self, game: SeriesGame, budget: ComputeBudget | None = None) -> list[HandTiming] | None:
        """Return the hands of a game that has a ledger, those with an end that counts.

        None for a sheet, or for a game that the budget leaves out.
        """
        played = self._play(game, budget)
        return None if played is None else played[0]

    def highlights(self, game: SeriesGame, budget: ComputeBudget | None = None) -> GameHighlights | None:
        """Return what was remarkable in a game that has a ledger; None for a sheet, or beyond the budget."""
        played = self._play(game, budget)
        return None if played is None else played[1]

    def _play(self, game: SeriesGame, budget: ComputeBudget | None) -> HandsPlayed | None:
        if game.game is None or game.game.ref is None:
            return None
        ref = game.game.ref
        version = (ref, game.revision, self._log.tournament.chosen_fork_sources.get(ref.ledger))
        known = self._hands.find(game.id, version)
        if known is not None or (budget is not None and not budget.spend()):
            return known
        return self._hands.put(game.id, version, self._compute_hands(game.id, ref, version))

    def _compute_hands(self, number: int, ref: GameRef, version: object) -> HandsPlayed | None:
        """Return the stored hands of a game that is over, or compute them and have them stored."""
        stored = self._stored.find_text((HANDS_SESSION, number), version)
        hands = None if stored is None else parse_hand_timings(stored)
        if hands is None:
            timing = None
            with suppress(TenboError, ValueError):
                timing = game_timing(self._games.events_of(ref))
            if timing is None:
                return None
            hands = timing.finished
            if timing.is_over:
                stream = stream_of(ref.ledger)
                self._stored.queue_text(
                    (HANDS_SESSION, number), version, stream, timing.last.n, format_hand_timings(hands)
                )
        return hands, game_highlights(hands)

    def flush(self) -> None:
        """Store what was computed for the cache."""
        self._stored.flush()

    # ---------------------------------------------------------------- many games

    def all_games(self, series: int | None = None, budget: ComputeBudget | None = None) -> list[SeriesGame]:
        """Return all games of a series that were not declared void, in the order in which they ended.

        A game that the budget leaves out has the state `computing`.
        """
        records, tournament = self._log.snapshot
        club, heads = tournament.club, self._store.heads()
        ends = {ledger: heads[stream_of(ledger)].seq for ledger in club.ledgers if stream_of(ledger) in heads}
        version = (records[-1].n if records else -1, ends)
        found = self._lists.find(series, version)
        if found is None:
            newest = {game.ref.ledger: game.id for game in club.games.values() if game.ref is not None}
            found = []
            # The newest games come first, because a budget leaves out the others.
            for game in reversed(club.games_in(series)):
                known = -1
                if game.ref is not None:
                    known = ends.get(game.ref.ledger, -1) if newest[game.ref.ledger] == game.id else CLOSED
                found.append(self._result(tournament, game, known, budget))
            self._stored.flush()
            found.sort(key=lambda game: (game.date, game.ended_ms, game.id))
            if budget is None or not budget.left:
                self._lists.put(series, version, found)
        return list(found)

    def played(self, series: int | None = None) -> list[SeriesGame]:
        """Return the games of a series that count, in the order in which they ended."""
        return [game for game in self.all_games(series) if game.counts]

    def unfinished(self, series: int | None = None) -> list[SeriesGame]:
        """Return the games of a series that do not count: still playing, given up, or broken."""
        return [game for game in self.all_games(series) if not game.counts]


def tournament_games(sheets: Iterable[TableResult], dates: dict[int, str]) -> list[SeriesGame]:
    """Return the results of a tournament's sessions as games, by session and table; `dates` are those of sessions.

    A substitute's game counts for no player in a season: the player whom the standings rank by it was away (EMA
    2016, 5.8).
    """
    return [
        SeriesGame(
            index, dates.get(sheet.session, ""), sheet.rules, _players_who_played(sheet), sheet.state, sheet.scores,
            sheet.totals, sheet.places, sheet.table, 0, substitutes=sheet.substitutes,
        )
        for index, sheet in enumerate(sheets)
    ]  # fmt: skip


def _players_who_played(sheet: TableResult) -> list[int]:
    """Return the players of a game by seat; a substitute is player 0, as a guest is."""
    if not sheet.substitutes:
        return [*sheet.players]
    return [0 if since else player for player, since in zip(sheet.players, sheet.substitutes, strict=True)]


def _replay(events: Iterable[Event]) -> tuple[Table | None, int, int]:
    """Return the table after a game, the numbers of its last event and of the one that ended it.

    What follows the end, as the names of the next players, leaves the game where it stands among the others. A game
    that plays on ends with its last event.
    """
    table, last, end = None, -1, -1
    for step in game_steps(events):
        table, last = step.after, step.event.n
        if table.phase != OVER or step.before is None or step.before.phase != OVER:
            end = last
    return table, last, end


def _decode(text: str) -> list[Any] | None:
    """Return the stored fields of a result, or None if another program has stored something else."""
    try:
        fields = json.loads(text)
    except (RecursionError, ValueError):
        return None
    return fields if isinstance(fields, list) and len(fields) == len(STORED_FIELDS) else None


def _empty_sheet(game: ClubGame) -> TableResult:
    """Return the sheet of a game without a result."""
    nothing = [0] * len(game.players)
    return TableResult(
        NO_SESSION, game.id, list(game.players), MISSING, game.rulebook.id, nothing, nothing, nothing, nothing,
        nothing, nothing, nothing, 0, [], [], chips=game.chips,
    )  # fmt: skip
