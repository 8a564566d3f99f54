"""The club as the replay of the desk's records: seasons, evenings, their games, and people with two numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tenbo.tournament.record_values import GameRef, RulebookRef
from tenbo.tournament.series.evening_attendance import EveningAttendance
from tenbo.validation.suggestions import with_nearest
from tenbo_core.errors import Refused
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tenbo.tournament.record_schema import DeskRecord

# The series of games that were played on no evening; it needs no record, and has this id and title.
DEFAULT_SERIES = -1
DEFAULT_TITLE = "Other games"
SEASON, EVENING = "season", "evening"

# What a person lets others see of the own page, without a record.
DEFAULT_SHARE = "members"


class RankingRules(NamedTuple):
    """The rules of a season's ranking.

    Players are ordered by `order`. A player with fewer than `least` games is listed below the ranked ones. Of each
    player the `best` games count in the total; 0 counts all.
    """

    order: str = "total"
    least: int = 0
    best: int = 0


class Series(NamedTuple):
    """A season or an evening: its id is the number of its record."""

    id: int
    title: str
    kind: str
    date: str
    until: str = ""
    parent: int | None = None
    rulebook: RulebookRef | None = None
    ranking: RankingRules = RankingRules()
    closed: bool = False


class GameChange(NamedTuple):
    """A later change of a game: its kind, author and reason, and the number of its record."""

    what: str
    by: str
    why: str
    n: int


class ClubGame(NamedTuple):
    """One game: its id is the number of its record. It has a ledger, or the scores of a sheet."""

    id: int
    series: int
    rulebook: RulebookRef
    date: str
    players: tuple[int, ...]
    table: int | None = None
    ref: GameRef | None = None
    scores: tuple[int, ...] = ()
    sticks: int = 0
    penalties: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    at: int | None = None
    voided: bool = False
    changes: tuple[GameChange, ...] = ()
    # Who had a seat in this game and has none now; its table may show these names still.
    left: tuple[int, ...] = ()


class Club:
    """Everything that was recorded of seasons, evenings and their games."""

    def __init__(self) -> None:
        self.series: dict[int, Series] = {}
        self.games: dict[int, ClubGame] = {}
        self.merged: dict[int, int] = {}
        self.shares: dict[int, str] = {}
        self.attendance = EveningAttendance()
        self._by_ref: dict[GameRef, int] = {}

    def copy(self) -> Club:
        """Return a copy, which later records change independently; values are replaced, never mutated."""
        other = Club.__new__(Club)
        for name, kept in vars(self).items():
            setattr(other, name, kept.copy())
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Club) and vars(self) == vars(other)

    # It changes with each record.
    __hash__ = None  # type: ignore[assignment]

    def apply(self, record: DeskRecord) -> None:
        """Apply a record, or raise why it is invalid; a refused record changes nothing."""
        self.EFFECTS[record.kind](self, record, **record.fields)

    # ---------------------------------------------------------------- series

    def _series(self, record: DeskRecord, title: str, kind: str, date: str, of: int | None = None, **more: Any) -> None:
        if of is not None:
            self.require_series(of)
        book = RulebookRef(more["rules"], more.get("book", "")) if "rules" in more else None
        ranking = RankingRules(more.get("order", "total"), more.get("least", 0), more.get("best", 0))
        number = record.n if of is None else of
        closed = of is not None and self.series[of].closed
        self.series[number] = Series(
            number, title, kind, date, more.get("until", ""), more.get("parent"), book, ranking, closed
        )

    def _close(self, _: DeskRecord, series: int) -> None:
        self.series[series] = self.require_series(series)._replace(closed=True)
        self.attendance.clear_all_seats(series)

    def _resume(self, _: DeskRecord, series: int) -> None:
        self.series[series] = self.require_series(series)._replace(closed=False)

    # ---------------------------------------------------------------- people of an evening

    def _attendance(self, record: DeskRecord, series: int, player: int, present: bool) -> None:
        self.require_series(series)
        self.attendance.set_present(series, player, record.n, is_present=present)

    def _sit(self, _: DeskRecord, series: int, table: int, players: list[int]) -> None:
        self.require_series(series)
        self.attendance.seat_players(series, table, players)

    # ---------------------------------------------------------------- games

    def _play(self, record: DeskRecord, rules: str, date: str, players: list[int], **more: Any) -> None:
        series = more.get("series", DEFAULT_SERIES)
        if series != DEFAULT_SERIES:
            self.require_series(series)
        ref = GameRef(more["ledger"], more.get("start", 0)) if "ledger" in more else None
        known = None if ref is None else self.game_of(ref)
        # A game that is void may be entered again, as one of another evening.
        if ref is not None and known is not None and not known.voided:
            message = sentence(
                "game_in_series_already", "this game has already been entered as game {game}", game=known.id
            )
            raise Refused("contradiction", message, "start")
        emptied = () if ref is None else self.attendance.players_who_left(series, more.get("table"))
        left = {*emptied, *(() if known is None else _left(known, players))} - {*players}
        self.games[record.n] = ClubGame(
            record.n, series, RulebookRef(rules, more.get("book", "")), date, tuple(players), more.get("table"), ref,
            tuple(more.get("scores", ())), more.get("sticks", 0), tuple(more.get("penalties", ())),
            tuple(more.get("chips", ())), more.get("at"),
            left=tuple(sorted(left)),
        )  # fmt: skip
        if ref is not None:
            self._by_ref[ref] = record.n
            self.attendance.clear_table(more.get("table"))
        self.attendance.mark_players_present(series, players, record.n)

    def _who(self, record: DeskRecord, game: int, players: list[int], why: str = "") -> None:
        known = self.require_game(game)
        changed = known._replace(players=tuple(players), left=_left(known, players))
        self.games[game] = _changed(changed, record, why)
        self.attendance.mark_players_present(known.series, players, record.n)

    def _rescore(
        self,
        record: DeskRecord,
        game: int,
        why: str,
        scores: list[int] | None = None,
        sticks: int = 0,
        penalties: list[int] | None = None,
        chips: list[int] | None = None,
    ) -> None:
        known = self.require_game(game)
        new = known if scores is None else known._replace(scores=tuple(scores), sticks=sticks)
        new = new._replace(
            penalties=known.penalties if penalties is None else tuple(penalties),
            chips=known.chips if chips is None else tuple(chips),
        )
        self.games[game] = _changed(new, record, why)

    def _void(self, record: DeskRecord, game: int, why: str) -> None:
        self.games[game] = _changed(self.require_game(game)._replace(voided=True), record, why)

    def release(self, ref: GameRef) -> None:
        """Remove a game that has become the result of a tournament's session."""
        number = self._by_ref.pop(ref, None)
        if number is not None:
            self.games[number] = self.games[number]._replace(voided=True)

    # ---------------------------------------------------------------- people

    def _merge(self, _: DeskRecord, player: int, into: int, why: str = "") -> None:  # noqa: ARG002 - for the log
        if self.person(into) == self.person(player):
            message = sentence(
                "merged_already", "players {player} and {into} are already the same person", player=player, into=into
            )
            raise Refused("contradiction", message, "into")
        self.merged[self.person(player)] = self.person(into)

    def _share(self, _: DeskRecord, player: int, shows: str) -> None:
        self.shares[player] = shows

    EFFECTS: ClassVar[Mapping[str, Callable[..., None]]] = {
        "series": _series, "close": _close, "resume": _resume, "attendance": _attendance, "sit": _sit,
        "play": _play, "who": _who, "rescore": _rescore, "void": _void, "merge": _merge, "share": _share,
    }  # fmt: skip

    # ---------------------------------------------------------------- queries

    @property
    def evening(self) -> Series | None:
        """Return the evening that is open, the last one if several are; None without one."""
        return self._last_open(EVENING)

    @property
    def season(self) -> Series | None:
        """Return the season that is open, else the last one; None without any."""
        seasons = [series for series in self.series.values() if series.kind == SEASON]
        return self._last_open(SEASON) or (seasons[-1] if seasons else None)

    def season_on(self, day: str) -> Series | None:
        """Return the last season that a day is in, or None."""
        seasons = [one for one in self.series.values() if one.kind == SEASON and one.date <= day]
        return next((one for one in reversed(seasons) if not one.until or day <= one.until), None)

    def series_on(self, day: str | None, today: str) -> Series | None:
        """Return where a game of a day belongs: to that day's evening, else to its season.

        Without a day it belongs to the open evening, else to the season of today.
        """
        evenings = [one for one in self.series.values() if one.kind == EVENING and one.date == day]
        # Of several evenings of a day the open one is meant, else the last.
        evenings.sort(key=lambda one: not one.closed)
        evening = (evenings[-1] if evenings else None) if day else self.evening
        return evening or self.season_on(day or today)

    def _last_open(self, kind: str) -> Series | None:
        found = [series for series in self.series.values() if series.kind == kind and not series.closed]
        return found[-1] if found else None

    def person(self, number: int) -> int:
        """Return the number under which a person counts, after all merges."""
        while number in self.merged:
            number = self.merged[number]
        return number

    def page_visibility(self, person: int) -> str:
        """Return who may see a person's page: self, members or everyone."""
        return self.shares.get(person, DEFAULT_SHARE)

    def numbers_of(self, person: int) -> list[int]:
        """Return every number of a person, the one that counts first."""
        return [person, *(other for other in self.merged if self.person(other) == person)]

    @property
    def ledgers(self) -> set[str]:
        """Return the ledgers in which games of the club are played."""
        return {ref.ledger for ref in self._by_ref}

    def game_of(self, ref: GameRef) -> ClubGame | None:
        """Return the club's game that is played in a ledger, or None."""
        number = self._by_ref.get(ref)
        return None if number is None else self.games[number]

    def rulebook_for(self, series: int | None, otherwise: RulebookRef) -> RulebookRef:
        """Return the rule book of a series: its own, its season's, or another one."""
        while series is not None and series in self.series:
            known = self.series[series]
            if known.rulebook is not None:
                return known.rulebook
            series = known.parent
        return otherwise

    def nested_series_ids(self, series: int) -> set[int]:
        """Return the ids of a series and of all series in it."""
        inside = {series}
        return inside | {one.id for one in self.series.values() if one.parent in inside}

    def games_in(self, series: int | None = None) -> list[ClubGame]:
        """Return the games that count in a series and in the series in it; without one, all games."""
        inside = None if series is None else self.nested_series_ids(series)
        return [game for game in self.games.values() if not game.voided and (inside is None or game.series in inside)]

    def game_counts(self) -> dict[int, int]:
        """Return how many games count in each series, with those of the series in it."""
        own: dict[int, int] = {}
        for game in self.games.values():
            if not game.voided:
                own[game.series] = own.get(game.series, 0) + 1
        return {number: sum(own.get(one, 0) for one in self.nested_series_ids(number)) for number in self.series}

    def require_evening(self) -> Series:
        """Return the open evening, or raise that none is open."""
        evening = self.evening
        if evening is None:
            message = sentence("no_evening_open", "no evening is open: open one first (tenbo season open)")
            raise Refused("not_allowed_now", message, "series")
        return evening

    def require_series(self, number: int) -> Series:
        """Return a series, or raise that there is none with this number."""
        if number not in self.series:
            raise Refused(
                "bad_field",
                sentence("unknown_series_number", "there is no series with the number {number}", number=number),
                "series",
            )
        return self.series[number]

    def require_game(self, number: int) -> ClubGame:
        """Return a game, or raise that there is none with this number."""
        if number not in self.games:
            message = sentence(
                "unknown_game_number",
                "there is no game {number}: see the list of games (tenbo season games)",
                number=number,
            )
            raise Refused("bad_field", message, "game")
        return self.games[number]

    def find_series(self, name: str) -> Series:
        """Return the series of a title, or an evening of a date; raise an error that suggests a title."""
        wanted = " ".join(name.split()).casefold()
        for series in reversed(self.series.values()):
            if series.title.casefold() == wanted:
                return series
        for series in reversed(self.series.values()):
            if series.kind == EVENING and series.date == wanted:
                return series
        titles = [*dict.fromkeys(series.title for series in self.series.values())]
        raise Refused("bad_field", unknown_series_message(name, titles), "series")


def unknown_series_message(name: str, titles: list[str]) -> str:
    """Return the message that there is no such series, with the nearest title or where all are listed."""
    unknown = sentence("unknown_series", "there is no series {name}", name=repr(name[:60]))
    suggested = with_nearest(unknown, name, titles)
    if suggested != unknown:
        return suggested
    return join_sentences([unknown, sentence("list_of_series", "see the list of series (tenbo season list)")])


def _left(game: ClubGame, players: Sequence[int]) -> tuple[int, ...]:
    """Return who had a seat in a game and is not among its new players."""
    return tuple(sorted({*game.left, *game.players} - {0, *players}))


def _changed(game: ClubGame, record: DeskRecord, why: str) -> ClubGame:
    change = GameChange(record.kind, record.by, why, record.n)
    return game._replace(changes=(*game.changes, change))
