"""The routes of joining: who am I, in with a code, out again, and the codes for the desk to give."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import segno

from tenbo.api.messages import HttpRequest, HttpResponse, of_json

if TYPE_CHECKING:
    from tenbo.api.host import Host

# What means something in the code of a Wi-Fi stands behind a backslash there.
MEANT = re.compile(r'([\\;,":])')


def me(host: Host, request: HttpRequest) -> HttpResponse:
    """Return as whom you have joined: `role` reader, table, referee or desk, null when you may not read; `table`."""
    visitor = request.visitor
    title = host.hall.tournament.title if visitor.role is not None else ""
    return of_json({"role": visitor.role, "by": visitor.by, "table": visitor.table, "title": title})


def join(host: Host, request: HttpRequest) -> HttpResponse:
    """Begin a session with a `code`, under the `name` by which your acts are recorded; the answer sets its cookie."""
    code, name = request.field("code", "text"), request.field("name", "name", "")
    identity, session = host.access.join(code, name, request.client)
    # Whoever joins as somebody else is no longer who they were, in any tab.
    host.access.leave(request.session)
    host.hall.log.line(f"{session.name} has joined as {session.role}", table=session.table)
    cookie = f"{host.access.cookie}={identity}; Path=/; HttpOnly; SameSite=Strict; Max-Age=345600"
    answer: dict[str, Any] = {"role": session.role, "table": session.table}
    return of_json(answer)._replace(headers=(("Set-Cookie", cookie),))


def leave(host: Host, request: HttpRequest) -> HttpResponse:
    """End your session."""
    host.access.leave(request.session)
    cookie = f"{host.access.cookie}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"
    return of_json({"done": True})._replace(headers=(("Set-Cookie", cookie),))


def codes(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the codes that others join with, one for each role and table, and the Wi-Fi that phones are in first.

    With its password in the settings, `wifi_picture` is the code by which a phone's camera joins it.
    `link` leads to the page to join by the name with which you have called us, with the code behind the #; `picture`
    is the same for a phone's camera.
    """
    wifi = {"wifi": host.wifi, "wifi_picture": _wifi_picture(host)}
    return of_json([_pictured(row, request.called) | wifi for row in host.access.codes()])


def renew_codes(host: Host, request: HttpRequest) -> HttpResponse:
    """Make new codes; everybody who has joined with the old ones is out."""
    host.access.renew()
    # Whoever follows the changes with an old session learns of it by this one.
    host.hall.changes.publish("codes", {})
    host.hall.log.line(f"new codes to join by {request.visitor.by or 'desk'}; all sessions have ended")
    return codes(host, request)


def _pictured(row: dict[str, object], called: str) -> dict[str, object]:
    """Return a code with its link, and the link as a picture."""
    link = f"http://{called}/join#{row['code']}"
    picture = segno.make(link, micro=False).svg_data_uri(scale=4, border=4, light="white")
    return {**row, "link": link, "picture": picture}


def wifi_code(host: Host) -> str:
    """Return the text of the code by which a phone joins the Wi-Fi; nothing where it is not known whole."""
    if not host.wifi or not host.wifi_password:
        return ""
    name, password = (MEANT.sub(r"\\\1", text) for text in (host.wifi, host.wifi_password))
    return f"WIFI:T:WPA;S:{name};P:{password};;"


def _wifi_picture(host: Host) -> str:
    """Return the same as a picture."""
    code = wifi_code(host)
    return str(segno.make(code, micro=False).svg_data_uri(scale=4, border=4, light="white")) if code else ""
