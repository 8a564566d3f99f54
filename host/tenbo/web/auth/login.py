"""The login routes: the current login, login with a code, logout, and the codes that the desk gives out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

import segno

from tenbo.tournament.player_directory import find_player_number, player_or_unknown
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.public_address import shared_address
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.web.auth.authentication import ClientAuthenticator

# Characters with a meaning in a Wi-Fi QR code; there they are escaped with a backslash.
MEANT = re.compile(r'([\\;,":])')


class WifiNetwork(NamedTuple):
    """The Wi-Fi that phones must join before they can use a code."""

    name: str
    password: str

    @property
    def qr_text(self) -> str:
        """Return the text of the QR code that joins it, or "" if name or password is unknown."""
        if not self.name or not self.password:
            return ""
        name, password = (MEANT.sub(r"\\\1", text) for text in self)
        return f"WIFI:T:WPA;S:{name};P:{password};;"

    @property
    def qr_image(self) -> str:
        """Return the QR code as a picture."""
        code = self.qr_text
        return str(segno.make(code, micro=False).svg_data_uri(scale=4, border=4, light="white")) if code else ""


class LoginRoutes:
    """Logins, and the codes for them."""

    def __init__(
        self,
        repository: TournamentRepository,
        access: ClientAuthenticator,
        changes: ChangeBuffer,
        log: ServiceLog,
        wifi: WifiNetwork,
        listens_at: str,
    ) -> None:
        self._repository = repository
        self._access = access
        self._changes = changes
        self._log = log
        self._wifi = wifi
        self._listens_at = listens_at

    def current_login(self, request: HttpRequest) -> HttpResponse:
        """Return your login: the `role` reader, member, table, referee or desk, `by`, `table`, `player`, and `title`.

        `role` is null if you may not read. `table` is set for a table's login alone, and `player` for a member's own
        one. `title` is the tournament's.
        """
        visitor = request.visitor
        title = self._repository.tournament.title if visitor.role is not None else ""
        return json_response(
            {"role": visitor.role, "by": visitor.by, "table": visitor.table, "title": title, "player": visitor.player}
        )

    def log_in(self, request: HttpRequest) -> HttpResponse:
        """Log in with a `code`, under the `name` that signs your acts; the answer sets the session's cookie.

        With a person's own code the name may be left out: it is the registered one.
        """
        code, name = request.field("code", "text"), request.field("name", "name", "")
        people = self._repository.people
        identity, session = self._access.log_in(
            code, name, request.client, lambda player: player_or_unknown(people(), player).name
        )
        # A new login ends the earlier session of this browser in all its tabs.
        self._access.log_out(request.session)
        self._log.write_line(f"{session.name or 'someone'} has logged in as {session.role}", table=session.table)
        cookie = f"{self._access.cookie}={identity}; Path=/; HttpOnly; SameSite=Strict; Max-Age=345600"
        answer: dict[str, Any] = {"role": session.role, "table": session.table, "player": session.player}
        return json_response(answer)._replace(headers=(("Set-Cookie", cookie),))

    def log_out(self, request: HttpRequest) -> HttpResponse:
        """Log out: end your session."""
        self._access.log_out(request.session)
        cookie = f"{self._access.cookie}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"
        return json_response({"done": True})._replace(headers=(("Set-Cookie", cookie),))

    def codes(self, request: HttpRequest) -> HttpResponse:
        """Return the login codes, one for each role and table, and the Wi-Fi that phones join first.

        With the Wi-Fi's password in the settings, `wifi_picture` is a QR code that joins it. `link` opens the login
        page under the host name of this request, or from this computer under the address at which phones reach it,
        with the code behind the #; `picture` is its QR code.
        """
        wifi = {"wifi": self._wifi.name, "wifi_picture": self._wifi.qr_image}
        place = shared_address(request.called_host, self._listens_at)
        return json_response([_with_qr_image(row, f"{place}/join") | wifi for row in self._access.codes()])

    def member_link(self, request: HttpRequest) -> HttpResponse:
        """Return the code by which `player` logs in as a member with an own page, with its `link` and QR code.

        The link asks for no name, and from this computer has the address at which phones reach it.
        """
        people, person = self._repository.people(), self._repository.tournament.club.person
        number = person(find_player_number(people, unquote(request.path["player"]), person))
        if number not in people:
            message = sentence("unknown_player", "no player is registered with number {number}", number=number)
            raise Refused("bad_field", message, "player")
        row = {
            "player": number,
            "name": player_or_unknown(people, number).name,
            "code": self._access.member_code(number),
        }
        place = shared_address(request.called_host, self._listens_at)
        return json_response(_with_qr_image(row, f"{place}/join?own"))

    def renew_codes(self, request: HttpRequest) -> HttpResponse:
        """Make new codes; everyone who has logged in with the old ones is logged out."""
        self._access.renew_codes()
        # Clients that follow the changes in an old session learn of it by this change.
        self._changes.publish("codes", {})
        self._log.write_line(f"new login codes made by {request.visitor.by or 'desk'}; everyone is logged out")
        return self.codes(request)


def _with_qr_image(row: dict[str, object], page: str) -> dict[str, object]:
    """Return a code with its link to a login page, and the link's QR code."""
    link = f"http://{page}#{row['code']}"
    picture = segno.make(link, micro=False).svg_data_uri(scale=4, border=4, light="white")
    return {**row, "link": link, "picture": picture}
