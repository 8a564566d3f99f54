"""Requests and responses as the routes see them, without sockets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.record_validator import is_revertible
from tenbo.validation.core_sentence_codes import with_sentence_code
from tenbo.validation.fields import read_field
from tenbo.web.auth.authentication import Visitor
from tenbo_core.errors import LinkFault, Malformed, StorageFault, TenboError
from tenbo_core.sentences import Sentence, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from tenbo.hall.change_result import ChangeResult
    from tenbo.tournament.record_schema import DeskRecord

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
# Upper bound for event numbers, table numbers and change numbers; a change number is a time in milliseconds.
LONGEST_NUMBER = 15
CSV = "text/csv; charset=utf-8"


class ClientDisconnected(Exception):
    """The client closed the connection before its response was ready."""


class HttpRequest(NamedTuple):
    """A request: the variable parts of the path, the query and the body."""

    path: dict[str, str]
    query: dict[str, str]
    body: dict[str, Any]
    visitor: Visitor = Visitor(None)
    # The client's address, and the session id of its cookie.
    client: str = ""
    session: str = ""
    # The host name in the request; it was checked to be one of this service's names.
    called_host: str = ""
    # Whether the client has disconnected meanwhile.
    is_gone: Callable[[], bool] = lambda: False

    def check_connected(self) -> None:
        """Raise ClientDisconnected if the client has disconnected, so that no work is done for it."""
        if self.is_gone():
            raise ClientDisconnected

    @property
    def is_desk(self) -> bool:
        """Return whether the request may see hidden results: it has the token or the session of a desk."""
        return self.visitor.role == "desk"

    def int_param(self, name: str, default: int | None = None) -> int:
        """Return a number from the path or the query."""
        text = self.path.get(name, self.query.get(name))
        if text is None and default is not None:
            return default
        digits = "" if text is None else text.removeprefix("-")
        if text is None or not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
            raise Malformed(
                "bad_field",
                sentence(
                    "number_too_long",
                    "{name} must be a number of at most {longest_number} digits",
                    name=name,
                    longest_number=LONGEST_NUMBER,
                ),
                name,
            )
        return int(text)

    def field(self, name: str, what: str, default: Any = ...) -> Any:
        """Return a field of the body; `what` is its kind."""
        return read_field(sentence("owner_body", "the body"), self.body, name, what, default)


class HttpResponse(NamedTuple):
    """A response."""

    body: bytes
    status: int = 200
    kind: str = JSON
    headers: tuple[tuple[str, str], ...] = ()


def json_response(value: object, status: int = 200, *, records: Sequence[DeskRecord] = ()) -> HttpResponse:
    """Return a value as JSON, and in headers which of the desk's records the request has made.

    Those that can be reverted are named again, the last one first, in the order in which they are taken back.
    """
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    made = [str(record.n) for record in records]
    undo = [str(record.n) for record in reversed(records) if is_revertible(record)]
    named = (("Tenbo-Records", " ".join(made)), ("Tenbo-Undo", " ".join(undo)))
    return HttpResponse(body, status, headers=tuple((name, numbers) for name, numbers in named if numbers))


def change_response(outcome: ChangeResult, more: dict[str, str] | None = None) -> HttpResponse:
    """Return the answer of a use case with what the route adds to it, and the numbers of its records."""
    return json_response({**outcome.answer, **(more or {})}, records=outcome.records)


# The sentences about what should be a number and is none, and about a field that a request does not have.
ABOUT_THE_REQUEST = ("number_too_long", "unknown_field")

# The kind of error decides the status: a malformed request, a fault of the table, a fault of the disk.
STATUS = {Malformed: 400, LinkFault: 503, StorageFault: 507}


def error_response(error: TenboError, path: Collection[str] = ()) -> HttpResponse:
    """Return an error as the JSON object that every error response has; `path` are the names in the route's path."""
    if _names_nothing(error, path):
        return _of_error(error, 404)
    return _of_error(error, STATUS.get(type(error), 409))


def _names_nothing(error: TenboError, path: Collection[str]) -> bool:
    """Return whether an error is that nothing has the number or the name in the path."""
    said: Any = error.message
    first = said.values["sentences"][0] if getattr(said, "code", "") == "in_turn" else said
    is_about_request = getattr(first, "code", "") in ABOUT_THE_REQUEST
    return error.at in path and error.code in ("bad_field", "bad_seat") and not is_about_request


def unrouted_error_response(message: str, at: str, status: int) -> HttpResponse:
    """Return the error response for a request that no route has handled."""
    return _of_error(TenboError("bad_field" if status < 500 else "our_mistake", message, at), status)


def _of_error(error: TenboError, status: int) -> HttpResponse:
    record: dict[str, object] = {"code": error.code, "message": error.message, "at": error.at}
    said = with_sentence_code(error.message)
    if isinstance(said, Sentence):
        record |= said.record()
    return json_response({"error": record}, status)
