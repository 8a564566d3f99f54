"""What a request says of whoever asks: who decides, what they have seen, whether they have said yes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from tenbo.web.server.http_messages import HttpRequest


def author_name(request: HttpRequest) -> str:
    """Return who decides: who has joined, or else a short name in one line that is not the service's own."""
    if request.visitor.by:
        return request.visitor.by
    by: str = request.field("by", "name", "desk")
    if by.strip().lower() == "host":
        raise Malformed("bad_field", "host is how the service signs its own records: say who decides", "by")
    return by.strip()


def terminal_id(request: HttpRequest) -> str:
    """Return what tells the asker's terminal or browser from others of the same name; nothing where nobody says it."""
    terminal: str = request.field("terminal", "line", "")
    return request.session if request.visitor.by_cookie else terminal


def last_seen_record(request: HttpRequest) -> int | None:
    """Return the number of the desk's last record that was seen when this was decided, where that is said."""
    seen: int | None = request.field("seen", "int", None)
    return seen


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the question that stood in the way was answered with yes."""
    yes: bool = request.field("yes", "bool", default=False)
    return yes
