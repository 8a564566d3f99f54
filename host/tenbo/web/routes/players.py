"""The routes of people: their registration, with seats if they come late, and the removal of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.formats.player_files import ignored_columns_in
from tenbo.web.routes.record_creation import player_seats
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import author_context, author_name, is_confirmed, uploaded_file_text

if TYPE_CHECKING:
    from tenbo.hall.name_displays import NameDisplays
    from tenbo.hall.player_registration import PlayerRegistrar
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository


class PlayerRoutes:
    """What the desk does with people."""

    def __init__(self, repository: TournamentRepository, registration: PlayerRegistrar, names: NameDisplays) -> None:
        self._repository = repository
        self._registration = registration
        self._names = names

    def register_players(self, request: HttpRequest) -> HttpResponse:
        """Register players: `text` is CSV with a header row, merged with registered players; `yes` confirms questions.

        Or `file`, the same in Base64, in UTF-8 or in an older encoding that can be recognised with certainty.

        With `session` the text has one player, who gets the first empty seats from that session on. Without an empty
        seat the player is not registered either. Then `why`, `by`, `seen` and `terminal` are as with a record, and the
        answer has `n` and `seats`. `unread` are the columns of the file that were ignored, and `read_as` is the older
        encoding in which it was read.
        """
        (text, read_as), session = uploaded_file_text(request), request.field("session", "int", None)
        found: dict[str, Any] = {}
        records: list[DeskRecord] = []
        if session is None:
            merged = self._registration.register_players(text, yes=is_confirmed(request))
        else:
            answers = author_context(request)
            by, why = author_name(request), request.field("why", "line", "")
            before = self._repository.tournament
            merged, made = self._registration.register_and_seat(text, by, session, why, **answers)
            self._names.show_reseated_names(before)
            records, found = (
                [made],
                {"n": made.n, "seats": player_seats(self._repository.tournament, made.fields["player"], session)},
            )
        changed = [[player.id, player.name] for player in merged.changed]
        new = [[player.id, player.name] for player in merged.new]
        total = merged.unchanged_count + len(changed) + len(new)
        answer = {
            "players": total,
            "new": new,
            "changed": changed,
            "same": merged.unchanged_count,
            "unread": ignored_columns_in(text),
            **read_as,
            **found,
        }
        known = [[player.id, player.name] for player in merged.unchanged]
        return json_response({**answer, "known": known}, records=records)

    def forget_player(self, request: HttpRequest) -> HttpResponse:
        """Remove the name of player `number`; names that tables have shown stay in their ledgers."""
        number = request.field("player", "int")
        return json_response({"player": number, "shown": self._registration.forget_player(number).display_name})
