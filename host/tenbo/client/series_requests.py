"""The requests about seasons, evenings and the games of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.client.http_client import SEATS_TIMEOUT_S, path_part, with_query
from tenbo.client.json_requests import JsonRequests
from tenbo.validation.fields import as_list

if TYPE_CHECKING:
    from collections.abc import Sequence


class SeriesRequests(JsonRequests):
    """What a program asks about series of games; `Client` sends it."""

    def open_series(self, kind: str = "evening", *, by: str | None = None, **fields: Any) -> dict[str, Any]:
        """Open an evening, or with the kind "season" a season.

        Its fields are `title`, `date`, `until`, `rules`, `order`, `least`
        and `best`.

        >>> client.open_series(date="2026-11-24", by="Ada")["season"]
        'Winter 2026'
        """
        return self._act("/v1/series", kind=kind, by=by, **fields)

    def record_attendance(
        self, players: Sequence[int | str], *, present: bool = True, yes: bool = False, by: str | None = None
    ) -> dict[str, Any]:
        """Record who has come to the open evening.

        With `present=False` they have left. New names get a number.

        >>> client.record_attendance(["Eva Elm", "Kit Kane"], by="Ada")["names"]
        ['Eva Elm', 'Kit Kane']
        """
        given = {"players": as_list(players), "present": present, "yes": yes, **({} if by is None else {"by": by})}
        answer: dict[str, Any] = self.post("/v1/attendance", SEATS_TIMEOUT_S, **given)
        return answer

    def sit_down(
        self,
        table: int,
        seat: int,
        player: int | str,
        *,
        game: int | None = None,
        replaces: int | None = None,
        by: str | None = None,
    ) -> dict[str, Any]:
        """Seat a person at a table of the open evening; 0 frees the seat.

        With `replaces`, the player whom the seat showed, it is refused if
        someone else has taken the seat meanwhile.

        >>> client.sit_down(2, 0, "Eva Elm")
        {'table': 2, 'seat': 0, 'player': 5}
        """
        fields = {"seat": seat, "player": str(player), "game": game, "replaces": replaces, "by": by}
        return self._act(f"/v1/tables/{path_part(table)}/seats", **fields)

    def table_seats(self, table: int) -> dict[str, Any]:
        """Return who sits at a table this evening, and who may sit there.

        >>> client.table_seats(2)["players"][0]
        {'player': 5, 'name': 'Eva Elm'}
        """
        return self._object(f"/v1/tables/{path_part(table)}/seats")

    def enter_game(
        self,
        players: Sequence[int | str],
        scores: Sequence[int],
        *,
        register: bool = False,
        yes: bool = False,
        by: str | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """Enter a game on paper.

        It has players by number or name, East first, and their scores.

        >>> scores = [32000, 28000, 35000, 25000]
        >>> client.enter_game(["Eva Elm", 6, 7, 8], scores, by="Ada")["new"]
        []
        """
        given = {"players": as_list(players), "scores": as_list(scores), "register": register, "yes": yes, "by": by}
        return self._act("/v1/series_games", **given, **more)

    def preview_games(self, text: str, series: str | None = None) -> dict[str, Any]:
        r"""Return what `import_games` would enter; nothing is written.

        >>> text = "date,east,south,west,north,"
        >>> text += "east score,south score,west score,north score\n"
        >>> text += "2026-11-24,5,6,7,8,30000,30000,30000,30000\n"
        >>> client.preview_games(text)["games"]
        1
        """
        return self._act("/v1/series_games/import", text=text, series=series, preview=True)

    def import_games(
        self, text: str, series: str | None = None, *, yes: bool = False, by: str | None = None
    ) -> dict[str, Any]:
        r"""Import the games of a CSV text, all or none.

        >>> text = "date,east,south,west,north,"
        >>> text += "east score,south score,west score,north score\n"
        >>> text += "2026-11-24,5,6,7,8,30000,30000,30000,30000\n"
        >>> client.import_games(text, by="Ada")["new"]
        []
        """
        return self._act("/v1/series_games/import", text=text, series=series, yes=yes, by=by)

    def series(self) -> dict[str, Any]:
        """Return the seasons and evenings.

        With them come the titles that a series may be named by.

        >>> client.series()["titles"]
        ['Winter 2026', '2026-11-24', 'Spring open']
        """
        return self._object("/v1/series")

    def season(self, series: str | None = None) -> dict[str, Any]:
        """Return the games and the standings of a series.

        They have the form of `tenbo season --json`.

        >>> client.season()["standings"][0]["name"]
        'Gus Gum'
        """
        return self._object(with_query("/v1/season", series=series))

    def club(self, series: str | None = None) -> dict[str, Any]:
        """Return the open evening, the records of a series and the calendar.

        >>> client.club()["evening"]["title"]
        '2026-11-24'
        """
        return self._object(with_query("/v1/club", series=series))

    def person(self, player: int | str, series: str | None = None) -> dict[str, Any]:
        """Return the results of a person, by number or name, in a series.

        >>> client.person("Eva Elm")["row"]["total"]
        7000
        """
        return self._object(with_query(f"/v1/people/{path_part(player)}", series=series))

    def series_game(self, game: int) -> dict[str, Any]:
        """Return one game of the club by its number.

        >>> game = client.season()["games"][0]["id"]
        >>> client.series_game(game)["scores"]
        [32000, 28000, 35000, 25000]
        """
        return self._object(f"/v1/series_games/{path_part(game)}")

    def change_game(self, game: int, why: str, *, by: str | None = None, **change: Any) -> dict[str, Any]:
        """Change a game by its number: its `scores`, its `players`, or `void`.

        >>> game = client.season()["games"][0]["id"]
        >>> scores = [32000, 28000, 34000, 26000]
        >>> client.change_game(game, "read again", scores=scores)["n"] > game
        True
        """
        return self._act(f"/v1/series_games/{path_part(game)}", why=why, by=by, **change)

    def share_page(self, player: int | str, shows: str, *, by: str | None = None) -> dict[str, Any]:
        """Set who may see the page of a person: `self`, `members` or `everyone`.

        >>> client.share_page("Eva Elm", "everyone", by="Ada")["shows"]
        'everyone'
        """
        return self._act("/v1/people/share", player=str(player), shows=shows, by=by)

    def member_link(self, player: int | str) -> dict[str, Any]:
        """Return the link by which a person logs in as a member with an own page.

        >>> client.member_link("Eva Elm")["name"]
        'Eva Elm'
        """
        return self._object(f"/v1/people/{path_part(player)}/link")

    def person_data(self, player: int | str) -> dict[str, Any]:
        """Return everything personal that is stored of a person.

        >>> client.person_data("Eva Elm")["numbers"]
        [5]
        """
        return self._object(f"/v1/people/{path_part(player)}/data")

    def merge_people(
        self, player: int | str, into: int | str, why: str = "", *, by: str | None = None
    ) -> dict[str, Any]:
        """Count the games of one number for another: both are one person.

        >>> client.merge_people("Kit Kane", "Ida Ink", by="Ada")["into"]
        8
        """
        return self._act("/v1/people/merge", player=str(player), into=str(into), why=why, by=by)

    def edit_series(
        self, series: str | None = None, *, closed: bool | None = None, by: str | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Change a season or an evening, by its title.

        `closed=True` closes it, `closed=False` opens it again.

        >>> client.edit_series("2026-11-24", closed=True)["kind"]
        'evening'
        """
        given = {"series": series, "closed": closed, "by": by, **fields}
        given = {name: value for name, value in given.items() if value is not None}
        answer: dict[str, Any] = self.post("/v1/series/change", SEATS_TIMEOUT_S, **given)
        return answer

    def erase_name(self, player: int | str, *, yes: bool = False) -> dict[str, Any]:
        """Remove the name of a person for good; results keep the number.

        >>> client.erase_name("Gus Gum", yes=True)
        {'player': 7}
        """
        return self._act("/v1/people/erase", player=str(player), yes=yes)
