"""Requests and responses, as the routes see them: no sockets here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.validation.fields import read_field
from tenbo.web.auth.access import Visitor
from tenbo_core.errors import LinkFault, Malformed, StorageFault, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
# Numbers of events, tables and changes, which are milliseconds, have no more digits.
LONGEST_NUMBER = 15
CSV = "text/csv; charset=utf-8"


class AskerGone(Exception):
    """The connection was closed before the answer was made."""


class HttpRequest(NamedTuple):
    """What somebody asks for: the parts of the path that vary, the query and the body."""

    path: dict[str, str]
    query: dict[str, str]
    body: dict[str, Any]
    visitor: Visitor = Visitor(None)
    # The address of whoever asks, and the id of the session in the cookie.
    client: str = ""
    session: str = ""
    # The name by which the request has called us; it is one of ours.
    called_host: str = ""
    # Whether the asker has gone away meanwhile.
    is_gone: Callable[[], bool] = lambda: False

    def check_asked(self) -> None:
        """End what is worked out for a reader who has gone away and would never have the answer."""
        if self.is_gone():
            raise AskerGone

    @property
    def is_desk(self) -> bool:
        """Return whether the desk asks, which may see what is hidden: our own programs, by the token, or a session."""
        return self.visitor.role == "desk"

    def int_param(self, name: str, default: int | None = None) -> int:
        """Return a number of the path or the query."""
        text = self.path.get(name, self.query.get(name))
        if text is None and default is not None:
            return default
        digits = "" if text is None else text.removeprefix("-")
        if text is None or not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
            raise Malformed("bad_field", f"{name} must be a number of at most {LONGEST_NUMBER} digits", name)
        return int(text)

    def field(self, name: str, what: str, default: Any = ...) -> Any:
        """Return a field of the body, of the kind `what`."""
        return read_field("the body", self.body, name, what, default)


class HttpResponse(NamedTuple):
    """What is answered."""

    body: bytes
    status: int = 200
    kind: str = JSON
    headers: tuple[tuple[str, str], ...] = ()


def json_response(value: object, status: int = 200) -> HttpResponse:
    """Return a value as JSON."""
    return HttpResponse(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n", status)


# Whose fault it is decides the status: the request's form, what is not possible now, the table, the disk.
STATUS = {Malformed: 400, LinkFault: 503, StorageFault: 507}


def error_response(error: TenboError) -> HttpResponse:
    """Return an error as the object that all our answers have."""
    return _of_error(error, STATUS.get(type(error), 409))


def problem_response(message: str, at: str, status: int) -> HttpResponse:
    """Return what is wrong with a request before any route has seen it."""
    return _of_error(TenboError("bad_field" if status < 500 else "our_mistake", message, at), status)


def _of_error(error: TenboError, status: int) -> HttpResponse:
    return json_response({"error": {"code": error.code, "message": error.message, "at": error.at}}, status)
