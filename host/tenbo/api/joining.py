"""The routes of joining: who am I, in with a code, out again, and the codes for the desk to give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.api.access import COOKIE
from tenbo.api.messages import HttpRequest, HttpResponse, of_json

if TYPE_CHECKING:
    from tenbo.api.host import Host


def me(host: Host, request: HttpRequest) -> HttpResponse:
    """Return as whom you have joined: `role` reader, table, referee or desk, null when you may not read; `table`."""
    visitor = request.visitor
    title = host.hall.tournament.title if visitor.role is not None else ""
    return of_json({"role": visitor.role, "by": visitor.by, "table": visitor.table, "title": title})


def join(host: Host, request: HttpRequest) -> HttpResponse:
    """Begin a session with a `code`, under the `name` by which your acts are recorded; the answer sets its cookie."""
    code, name = request.field("code", "text"), request.field("name", "name", "")
    identity, session = host.access.join(code, name, request.client)
    host.hall.log.line(f"{session.name} has joined as {session.role}", table=session.table)
    cookie = f"{COOKIE}={identity}; Path=/; HttpOnly; SameSite=Strict; Max-Age=345600"
    answer: dict[str, Any] = {"role": session.role, "table": session.table}
    return of_json(answer)._replace(headers=(("Set-Cookie", cookie),))


def leave(host: Host, request: HttpRequest) -> HttpResponse:
    """End your session."""
    host.access.leave(request.session)
    cookie = f"{COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"
    return of_json({"done": True})._replace(headers=(("Set-Cookie", cookie),))


def codes(host: Host, _: HttpRequest) -> HttpResponse:
    """Return the codes that others join with, one for each role and for each table."""
    return of_json(host.access.codes())


def renew_codes(host: Host, request: HttpRequest) -> HttpResponse:
    """Make new codes; everybody who has joined with the old ones is out."""
    host.access.renew()
    host.hall.log.line(f"new codes to join by {request.visitor.by or 'desk'}; all sessions have ended")
    return of_json(host.access.codes())
