"""The login routes: the current login, login with a code, logout, and the codes that the desk gives out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import segno

from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext

# Characters with a meaning in a Wi-Fi QR code; there they are escaped with a backslash.
MEANT = re.compile(r'([\\;,":])')


def current_login(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return your login: the `role` reader, table, referee or desk, `by`, `table`, and the tournament's `title`.

    `role` is null if you may not read. `table` is set for a table's login alone.
    """
    visitor = request.visitor
    title = host.hall.repository.tournament.title if visitor.role is not None else ""
    return json_response({"role": visitor.role, "by": visitor.by, "table": visitor.table, "title": title})


def log_in(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Log in with a `code`, under the `name` by which your acts are recorded; the answer sets the session's cookie."""
    code, name = request.field("code", "text"), request.field("name", "name", "")
    identity, session = host.access.log_in(code, name, request.client)
    # A new login ends the earlier session of this browser in all its tabs.
    host.access.log_out(request.session)
    host.hall.log.write_line(f"{session.name} has joined as {session.role}", table=session.table)
    cookie = f"{host.access.cookie}={identity}; Path=/; HttpOnly; SameSite=Strict; Max-Age=345600"
    answer: dict[str, Any] = {"role": session.role, "table": session.table}
    return json_response(answer)._replace(headers=(("Set-Cookie", cookie),))


def log_out(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Log out: end your session."""
    host.access.log_out(request.session)
    cookie = f"{host.access.cookie}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"
    return json_response({"done": True})._replace(headers=(("Set-Cookie", cookie),))


def codes(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the login codes, one for each role and table, and the Wi-Fi that phones join first.

    With the Wi-Fi's password in the settings, `wifi_picture` is a QR code that joins it. `link` opens the login page
    under the host name of this request, with the code behind the #; `picture` is its QR code.
    """
    wifi = {"wifi": host.wifi, "wifi_picture": _wifi_qr_image(host)}
    return json_response([_with_qr_image(row, request.called_host) | wifi for row in host.access.codes()])


def renew_codes(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Make new codes; everyone who has logged in with the old ones is logged out."""
    host.access.renew_codes()
    # Clients that follow the changes in an old session learn of it by this change.
    host.hall.changes.publish("codes", {})
    host.hall.log.write_line(f"new codes to join by {request.visitor.by or 'desk'}; all sessions have ended")
    return codes(host, request)


def _with_qr_image(row: dict[str, object], called: str) -> dict[str, object]:
    """Return a code with its link and the link's QR code."""
    link = f"http://{called}/join#{row['code']}"
    picture = segno.make(link, micro=False).svg_data_uri(scale=4, border=4, light="white")
    return {**row, "link": link, "picture": picture}


def wifi_qr_text(host: ApiContext) -> str:
    """Return the text of the Wi-Fi QR code, or "" if name or password of the Wi-Fi is unknown."""
    if not host.wifi or not host.wifi_password:
        return ""
    name, password = (MEANT.sub(r"\\\1", text) for text in (host.wifi, host.wifi_password))
    return f"WIFI:T:WPA;S:{name};P:{password};;"


def _wifi_qr_image(host: ApiContext) -> str:
    """Return the Wi-Fi QR code as a picture."""
    code = wifi_qr_text(host)
    return str(segno.make(code, micro=False).svg_data_uri(scale=4, border=4, light="white")) if code else ""
