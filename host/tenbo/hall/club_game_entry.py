"""Games that are typed or read from a file, with the registration of people who are new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.formats.csv_rows import write_csv
from tenbo.formats.player_files import read_players
from tenbo.formats.season_files import read_games
from tenbo.hall.change_result import ChangeResult
from tenbo.hall.table_started_games import check_players_free
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.player_directory import find_player_number, merge_players, player_or_unknown
from tenbo.tournament.table_result import PLAYING
from tenbo.validation.suggestions import nearest_word
from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo_core.errors import Malformed
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.hall.evenings import Evenings
    from tenbo.hall.player_registration import PlayerRegistrar
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.repository import TournamentRepository

    # Who is meant by a name in a file: a number or another name.
    Names = Mapping[str, str]

# A new name that is as near to a registered one is probably a slip.
NEAR = 0.85
# In a preview a person is suggested already for a name as near as this.
MAYBE_NEAR = 0.6
SHOWN_ROWS = 20


class ClubGameEntry:
    """Enters games with people by name. Thread-safe."""

    def __init__(
        self, repository: TournamentRepository, records: RecordWriter, evenings: Evenings, registration: PlayerRegistrar
    ) -> None:
        self._repository = repository
        self._records = records
        self._evenings = evenings
        self._registration = registration

    def import_games(
        self, text: str, by: str, *, series: str | None = None, names: Names | None = None, yes: bool = False
    ) -> ChangeResult:
        """Enter all games of a file, or none; people of new names are registered, but for those in `names`.

        A file has whole names: `Max` may be someone else than Maximiliana, and is asked about.
        """
        return self._enter(_games_of(text, series, names), by, register=True, whole=True, yes=yes)

    def preview_games(
        self, text: str, by: str, *, series: str | None = None, names: Names | None = None
    ) -> dict[str, Any]:
        """Return what `import_games` would enter, with the nearest known people of new names; nothing is written."""
        games = _games_of(text, series, names)
        with self._registration.people_lock(), self._repository.desk.records_lock():
            new = self._new_people(_all_players(games), register=True, whole=True, yes=True)
            acts = self._acts(games, new)
            self._records.check_all(by, acts, new)
            people = self._repository.people()
            club = self._repository.tournament.club
        stored = {_sheet(game.date, game.players, game.scores) for game in club.games_in() if game.scores}
        days = sorted(fields["date"] for _, fields in acts)
        by_name = {player.name: player.id for player in people.values()}
        near = {player.id: _nearest_name(player.name, [*by_name], MAYBE_NEAR) for player in new}
        names_of = {player.id: player.name for player in (*people.values(), *new)}
        return {
            "games": len(acts), "first": days[0], "last": days[-1],
            "doubles": sum(_sheet(one["date"], one["players"], one["scores"]) in stored for _, one in acts),
            "new": [
                {"name": player.name, "near": near[player.id], "player": by_name.get(near[player.id] or "")}
                for player in new
            ],
            "rows": [
                {"date": one["date"], "players": [names_of.get(player, "") for player in one["players"]],
                 "scores": one["scores"]}
                for _, one in acts[:SHOWN_ROWS]
            ],
        }  # fmt: skip

    def enter_games(
        self, games: Sequence[dict[str, Any]], by: str, *, register: bool = False, yes: bool = False
    ) -> ChangeResult:
        """Enter games with `players` by number or name; with `register` people of new names get a number."""
        return self._enter(games, by, register=register, yes=yes)

    def _enter(
        self, games: Sequence[dict[str, Any]], by: str, *, register: bool, whole: bool = False, yes: bool = False
    ) -> ChangeResult:
        with self._registration.people_lock(), self._repository.desk.records_lock():
            new = self._new_people(_all_players(games), register=register, whole=whole, yes=yes)
            acts = self._acts(games, new)
            made = self._records.record_all(by, acts, yes=yes, new=new)
        names = [[player.id, player.name] for player in new]
        return ChangeResult({"n": made[-1].n, "games": [record.n for record in made], "new": names}, made)

    def _acts(self, games: Sequence[dict[str, Any]], new: Sequence[Player]) -> list[tuple[str, dict[str, Any]]]:
        """Return the records of games with people by number or name."""
        acts = []
        for game in games:
            try:
                numbered = {**game, "players": self._numbers(game["players"], new)}
                acts.append(("play", self._evenings.paper_game_fields(numbered)))
            except Malformed as error:
                raise _at_line(game, error) from None
        for _, fields in acts:
            fields.pop("line", None)
        return acts

    def register_and_set_players(self, game: int, players: Sequence[str | int], by: str, why: str = "") -> ChangeResult:
        """Say who plays or has played a game, seat by seat; a new name is registered."""
        with self._registration.people_lock(), self._repository.desk.records_lock():
            new = self._new_people(players, register=True, yes=False)
            fields: dict[str, Any] = {"game": game, "players": self._numbers(players, new)}
            known = self._repository.series.result(game)
            if known.state == PLAYING:
                check_players_free(self._repository, {*fields["players"]} - {*known.players}, known.table)
            made = self._records.record_all(by, [("who", {**fields, **({"why": why} if why else {})})], new=new)
        return ChangeResult({"n": made[0].n, **fields, "new": [[player.id, player.name] for player in new]}, made)

    def record_attendance(
        self, players: Sequence[str | int], by: str, *, present: bool, register: bool = True, yes: bool = False
    ) -> ChangeResult:
        """Record that people are present at the open evening, or have left; the answer has their `names`.

        Who is present and new is registered, unless `register` is false. A guest without a name is no one who waits.
        """
        with self._registration.people_lock(), self._repository.desk.records_lock():
            club = self._repository.tournament.club
            evening = club.require_evening()
            new = self._new_people(players, register=register and present, yes=yes)
            numbers = [*dict.fromkeys(map(club.person, self._numbers(players, new)))]
            if 0 in numbers:
                message = sentence("guest_has_no_name", "whoever arrives needs a name: register the guest by name, or "
                                   "leave the guest a seat without a name at the table")  # fmt: skip
                raise Malformed("bad_field", message, "players")
            there = {*map(club.person, club.attendance.present_in(evening.id))}
            acts: list[tuple[str, dict[str, Any]]] = [
                ("attendance", {"series": evening.id, "player": number, "present": present})
                for number in numbers if (number in there) != present
            ]  # fmt: skip
            made = self._records.record_all(by, acts, yes=yes, new=new) if acts else []
            people = self._repository.people()
        names = [player_or_unknown(people, number).name for number in numbers]
        registered = [[player.id, player.name] for player in new]
        return ChangeResult({"players": numbers, "names": names, "new": registered}, made)

    def _numbers(self, players: Iterable[str | int], new: Sequence[Player]) -> list[int]:
        named = {player.name.casefold(): player.id for player in new}
        return [
            named[key] if isinstance(one, str) and (key := " ".join(one.split()).casefold()) in named
            else self._evenings.numbers_of([one])[0]
            for one in players
        ]  # fmt: skip

    def _new_people(
        self, players: Iterable[str | int], *, register: bool, whole: bool = False, yes: bool
    ) -> list[Player]:
        """Return the people of new names; a name that is nearly another one needs a confirmation.

        Of `whole` names a part is a new one.
        """
        if not register:
            return []
        people = self._repository.people()
        unknown: dict[str, str] = {}
        for one in players:
            if isinstance(one, str) and not _is_known(people, one, whole=whole):
                unknown.setdefault(" ".join(one.split()).casefold(), " ".join(one.split()))
        if not unknown:
            return []
        known = [player.name for player in people.values()]
        slips: list[str] = [
            sentence("name_nearly_known", "{name} is new but similar to {near}", name=repr(name), near=near)
            for name in unknown.values()
            if (near := _nearest_name(name, known, NEAR))
        ]
        if slips and not yes:
            raise confirmation_request(join_sentences(slips))
        rows = read_players(write_csv([["name", ""], *([name, ""] for name in unknown.values())]))
        return merge_players(people, rows, self._used_numbers()).new

    def _used_numbers(self) -> set[int]:
        club = self._repository.tournament.club
        seated = {player for players in self._repository.tournament.seats.values() for player in players}
        return seated | {player for game in club.games.values() for player in game.players}


def _games_of(text: str, series: str | None, names: Names | None) -> list[dict[str, Any]]:
    """Return the games of a file; `names` says who is meant by some of its names."""
    meant = {" ".join(name.split()).casefold(): who for name, who in (names or {}).items()}
    return [
        {
            **({} if series is None else {"series": series}),
            **game,
            "players": [meant.get(" ".join(one.split()).casefold(), one) for one in game["players"]],
        }
        for game in read_games(text)
    ]


def _sheet(date: str, players: Sequence[int], scores: Sequence[int]) -> tuple[object, ...]:
    """Return what makes two games on paper the same one."""
    return (date, *sorted(zip(players, scores, strict=True)))


def _all_players(games: Iterable[dict[str, Any]]) -> list[str | int]:
    return [one for game in games for one in game["players"]]


def _nearest_name(name: str, known: Sequence[str], near: float) -> str:
    """Return the registered name that is probably meant: the only one of which a word begins so, else the nearest one.

    >>> _nearest_name("El", ["Eve Elm", "Stephen Stone"], 0.9), _nearest_name("Evv Elm", ["Eve Elm"], 0.85)
    ('Eve Elm', 'Eve Elm')
    """
    parts = {one for one in known if any(word.startswith(name.casefold()) for word in one.casefold().split())}
    return parts.pop() if len(parts) == 1 else nearest_word(name, known, near)


def _is_known(people: dict[int, Player], name: str, *, whole: bool = False) -> bool:
    """Return whether a word is a guest, a number, or a registered name, even if several people have it.

    Without `whole` a whole word of a name is one, too.
    """
    wanted = " ".join(to_ascii_width(name).split()).casefold()
    if wanted in ("", "0", "guest"):
        return True
    if whole and not wanted.isdigit():
        return any(to_ascii_width(player.name).casefold() == wanted for player in people.values())
    try:
        find_player_number(people, name)
    except Malformed as error:
        return error.code == "contradiction"
    return True


def _at_line(game: dict[str, Any], error: Malformed) -> Malformed:
    line = game.get("line")
    if line is None:
        return error
    message = sentence("in_line", "line {line}: {message}", line=line, message=error.message)
    return Malformed(error.code, message, error.at)
