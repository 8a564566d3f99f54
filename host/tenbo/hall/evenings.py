"""The club's evenings at the desk: opened and closed, games entered by hand and corrected, people put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.change_result import ChangeResult
from tenbo.hall.record_defaults import with_defaults
from tenbo.hall.table_started_games import local_date
from tenbo.tournament.player_directory import find_player_number
from tenbo.tournament.series.club import EVENING, SEASON
from tenbo.tournament.series.evening_attendees import running_games
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.hall.waiting_games import WaitingGames
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.club import Club, Series

    Fields = dict[str, Any]


class Evenings:
    """The club's seasons, evenings and games. Each act is one record, or several that belong together."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter, waiting: WaitingGames) -> None:
        self._repository = repository
        self._records = records
        self._waiting = waiting

    @property
    def _club(self) -> Club:
        return self._repository.tournament.club

    # ---------------------------------------------------------------- seasons and evenings

    def open_season(self, title: str, by: str, **fields: Any) -> ChangeResult:
        """Begin a season; its evenings are those of its days: from now on, those of no season, and the open one."""
        with self._repository.desk.records_lock():
            season = self._make("series", by, {"date": local_date(), **fields, "title": title, "kind": SEASON})
            club, number = self._club, season.answer["n"]
            own = [one for one in club.series.values() if one.kind == EVENING
                   and club.season_on(one.date) == club.series[number]]  # fmt: skip
            joining = [one for one in own if one.parent is None or one == club.evening]
            acts = [("series", _fields_of(one) | {"parent": number}) for one in joining]
            made = self._records.record_all(by, acts) if acts else []
        return ChangeResult({**season.answer, "evenings": [one.title for one in joining]}, [*season.records, *made])

    def open_evening(self, by: str, title: str = "", date: str = "", **fields: Any) -> ChangeResult:
        """Open an evening, by default of today; it belongs to the open season. An open evening is closed before.

        Two people may open it at once: an evening of this day without a hand is the one that is meant. A game that
        waits at a table for its first hand joins it.
        """
        with self._repository.desk.records_lock():
            day, club = date or local_date(), self._club
            season, before = club.season_on(day), club.evening
            if before is not None and before.date == day and not (title or fields or self._has_games(before)):
                return ChangeResult({"series": before.id, "title": before.title, "date": day,
                                "season": season and season.title})  # fmt: skip
            known = {series.title.casefold() for series in club.series.values()}
            names = (day, *(f"{day} ({number})" for number in range(2, 1000)))
            name = title or next(one for one in names if one.casefold() not in known)
            fields = {"title": name, "kind": EVENING, "date": day, **fields}
            if season is not None and "parent" not in fields:
                fields["parent"] = season.id
            acts: list[tuple[str, Fields]] = [] if before is None else [("close", {"series": before.id})]
            made = self._records.record_all(by, [*acts, ("series", fields)])
            self._waiting.join_evening(by)
        return ChangeResult({"series": made[-1].n, "title": name, "date": day, "season": season and season.title}, made)

    def edit_series(self, name: str, by: str, **changes: Any) -> ChangeResult:
        """Change what is named of a season or an evening; the rest stays."""
        with self._repository.desk.records_lock():
            fields = _fields_of(self._club.find_series(name))
            fields |= {field: value for field, value in changes.items() if value is not None}
            return self._make("series", by, fields)

    def close_series(self, by: str, name: str = "") -> ChangeResult:
        """Close an evening or a season; without a name the open evening. A game without a hand leaves the evening.

        The answer has the `tables` whose game continues.
        """
        with self._repository.desk.records_lock():
            series, leaving = self._series_or_evening(name), []
            if series.kind == EVENING and not series.closed:
                leaving = self._waiting.acts_of_leaving(series)
            made = self._records.record_all(by, [("close", {"series": series.id}), *leaving])
            running = running_games(self._repository, series.id) if series.kind == EVENING else []
        tables = sorted(game.table for game in running if game.table is not None)
        return _with_series(ChangeResult({"n": made[0].n, **made[0].fields, "tables": tables}, made), series)

    def reopen_series(self, name: str, by: str) -> ChangeResult:
        """Open a closed evening or season again; a game that waits at a table joins the evening."""
        with self._repository.desk.records_lock():
            series = self._club.find_series(name)
            outcome = self._make("resume", by, {"series": series.id})
            self._waiting.join_evening(by)
        return _with_series(outcome, series)

    def _has_games(self, evening: Series) -> bool:
        """Return whether an evening has a game other than those that wait for their first hand."""
        return len(self._club.games_in(evening.id)) > len(self._waiting.waiting_in(evening.id))

    def _series_or_evening(self, name: str) -> Series:
        return self._club.find_series(name) if name else self._club.require_evening()

    # ---------------------------------------------------------------- games

    def paper_game_fields(self, given: Fields) -> Fields:
        """Return the fields of the record of a game on paper, its scores in points; its `series` is named by its title.

        By default it belongs to the evening or season of its date, and without a date to the open evening.
        """
        club, tournament, fields = self._club, self._repository.tournament, dict(given)
        series = fields.pop("series", None)
        within = club.find_series(series) if series else club.series_on(fields.get("date"), local_date())
        number = None if within is None else within.id
        if "date" not in fields:
            fields["date"] = within.date if within is not None and within.kind == EVENING else local_date()
        if number is not None:
            fields["series"] = number
        if "rules" not in fields:
            book = club.rulebook_for(number, tournament.rulebook)
            fields |= {"rules": book.id, **({"book": book.text} if book.text else {})}
        return with_defaults(self._repository, "play", fields)

    def correct_game(self, game: int, why: str, by: str, **fields: Any) -> ChangeResult:
        """Replace the scores or the chips of a game; season and rating follow, and both stay in the log."""
        before = self._repository.series.result(game)
        outcome = self._make("rescore", by, {"game": game, "why": why, **fields})
        return outcome._replace(answer={**outcome.answer, "replaces": before.scores})

    def set_players(self, game: int, players: Sequence[str | int], by: str, why: str = "") -> ChangeResult:
        """Say who plays or has played a game, seat by seat; 0 is a guest without a name."""
        return self._make("who", by, {"game": game, "players": self.numbers_of(players), "why": why or None})

    def void_game(self, game: int, why: str, by: str) -> ChangeResult:
        """Let a game count no more."""
        return self._make("void", by, {"game": game, "why": why})

    # ---------------------------------------------------------------- people

    def merge_people(self, player: str | int, into: str | int, by: str, why: str = "") -> ChangeResult:
        """Let two numbers be one person: all games count for the second."""
        one, other = self.numbers_of([player, into])
        return self._make("merge", by, {"player": one, "into": other, "why": why or None})

    def share_page(self, player: str | int, shows: str, by: str) -> ChangeResult:
        """Say who may see a person's page: the person alone, members, or everyone."""
        return self._make("share", by, {"player": self.numbers_of([player])[0], "shows": shows})

    def numbers_of(self, players: Sequence[str | int]) -> list[int]:
        """Return the numbers of players who are given by number or name."""
        people = self._repository.people()
        return [self._number(people, player) for player in players]

    def _number(self, people: dict[int, Any], player: str | int) -> int:
        if isinstance(player, int) and not isinstance(player, bool):
            return player
        if not isinstance(player, str):
            raise Malformed(
                "bad_field", sentence("player_is_no_name", "a player must be a number or a name"), "players"
            )
        if player.strip().casefold() in ("", "0", "guest"):
            return 0
        return find_player_number(people, player, self._repository.tournament.club.person)

    def _make(self, kind: str, by: str, fields: Fields, *, yes: bool = False) -> ChangeResult:
        given = {name: value for name, value in fields.items() if value is not None}
        made = self._records.record_all(by, [(kind, given)], yes=yes)[0]
        return ChangeResult({"n": made.n, **made.fields}, [made])


def _fields_of(series: Series) -> Fields:
    """Return the fields of a record that changes nothing of a series."""
    fields: Fields = {"of": series.id, "title": series.title, "kind": series.kind, "date": series.date}
    fields |= {"until": series.until or None, "parent": series.parent, **series.ranking._asdict()}
    if series.rulebook is not None:
        fields |= {"rules": series.rulebook.id, "book": series.rulebook.text or None}
    return {name: value for name, value in fields.items() if value is not None}


def _with_series(outcome: ChangeResult, series: Series) -> ChangeResult:
    """Return the result with an answer that names an evening or a season."""
    return outcome._replace(answer={**outcome.answer, "title": series.title, "kind": series.kind})
