"""The routes of joining: who am I, in with a code, out again, and the codes for the desk to give."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import segno

from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext

# What means something in the code of a Wi-Fi stands behind a backslash there.
MEANT = re.compile(r'([\\;,":])')


def current_login(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return as whom you have joined: `role` reader, table, referee or desk, null when you may not read; `table`."""
    visitor = request.visitor
    title = host.hall.tournament.title if visitor.role is not None else ""
    return json_response({"role": visitor.role, "by": visitor.by, "table": visitor.table, "title": title})


def log_in(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Begin a session with a `code`, under the `name` by which your acts are recorded; the answer sets its cookie."""
    code, name = request.field("code", "text"), request.field("name", "name", "")
    identity, session = host.access.log_in(code, name, request.client)
    # Whoever joins as somebody else is no longer who they were, in any tab.
    host.access.log_out(request.session)
    host.hall.log.write_line(f"{session.name} has joined as {session.role}", table=session.table)
    cookie = f"{host.access.cookie}={identity}; Path=/; HttpOnly; SameSite=Strict; Max-Age=345600"
    answer: dict[str, Any] = {"role": session.role, "table": session.table}
    return json_response(answer)._replace(headers=(("Set-Cookie", cookie),))


def log_out(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """End your session."""
    host.access.log_out(request.session)
    cookie = f"{host.access.cookie}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"
    return json_response({"done": True})._replace(headers=(("Set-Cookie", cookie),))


def codes(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the codes that others join with, one for each role and table, and the Wi-Fi that phones are in first.

    With its password in the settings, `wifi_picture` is the code by which a phone's camera joins it.
    `link` leads to the page to join by the name with which you have called us, with the code behind the #; `picture`
    is the same for a phone's camera.
    """
    wifi = {"wifi": host.wifi, "wifi_picture": _wifi_qr_image(host)}
    return json_response([_with_qr_image(row, request.called_host) | wifi for row in host.access.codes()])


def renew_codes(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Make new codes; everybody who has joined with the old ones is out."""
    host.access.renew_codes()
    # Whoever follows the changes with an old session learns of it by this one.
    host.hall.changes.publish("codes", {})
    host.hall.log.write_line(f"new codes to join by {request.visitor.by or 'desk'}; all sessions have ended")
    return codes(host, request)


def _with_qr_image(row: dict[str, object], called: str) -> dict[str, object]:
    """Return a code with its link, and the link as a picture."""
    link = f"http://{called}/join#{row['code']}"
    picture = segno.make(link, micro=False).svg_data_uri(scale=4, border=4, light="white")
    return {**row, "link": link, "picture": picture}


def wifi_qr_text(host: ApiContext) -> str:
    """Return the text of the code by which a phone joins the Wi-Fi; nothing where it is not known whole."""
    if not host.wifi or not host.wifi_password:
        return ""
    name, password = (MEANT.sub(r"\\\1", text) for text in (host.wifi, host.wifi_password))
    return f"WIFI:T:WPA;S:{name};P:{password};;"


def _wifi_qr_image(host: ApiContext) -> str:
    """Return the same as a picture."""
    code = wifi_qr_text(host)
    return str(segno.make(code, micro=False).svg_data_uri(scale=4, border=4, light="white")) if code else ""
