"""The routes of members: what others see of them, their personal data as a file, and the removal of their name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.player_directory import find_player_number
from tenbo.tournament.series.person_page import personal_data
from tenbo.tournament.series.season_view import ALL_GAMES
from tenbo.web.auth.person_page_access import check_own_page
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import author_name, is_confirmed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.hall.evenings import Evenings
    from tenbo.hall.player_registration import PlayerRegistrar
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.season_view import SeasonViews


class PersonalDataRoutes:
    """What a person does with the own page, and the desk with every page."""

    def __init__(
        self, repository: TournamentRepository, seasons: SeasonViews, evenings: Evenings, registration: PlayerRegistrar
    ) -> None:
        self._repository = repository
        self._seasons = seasons
        self._evenings = evenings
        self._registration = registration

    def data(self, request: HttpRequest) -> HttpResponse:
        """Return all personal data that is stored about one person: names, results, hands, attendance, as JSON."""
        number = self._own_number(request, unquote(request.path["player"]))
        return json_response(personal_data(self._repository, self._seasons.find(ALL_GAMES), number))

    def share_page(self, request: HttpRequest) -> HttpResponse:
        """Set who may see the hands and opponents of `player`: `shows` is self, members or everyone."""
        shows = request.field("shows", "word self members everyone")
        number = self._own_number(request, request.field("player", "line"))
        return change_response(self._evenings.share_page(number, shows, author_name(request)))

    def erase_name(self, request: HttpRequest) -> HttpResponse:
        """Remove the name of `player` permanently, under all numbers; results keep the number. It asks for `yes`."""
        number = self._own_number(request, request.field("player", "line"))
        if not is_confirmed(request):
            raise confirmation_request(
                sentence("name_is_erased", "the name would be removed permanently; the results keep the "
                                           "number {number}",
                         number=number)
            )  # fmt: skip
        self._registration.forget_player(number)
        return json_response({"player": number})

    def _own_number(self, request: HttpRequest, who: str) -> int:
        """Return the number of a person; only this person and the desk go on."""
        club = self._repository.tournament.club
        number = find_player_number(self._repository.people(), who, club.person)
        check_own_page(club, number, request.visitor)
        return number
