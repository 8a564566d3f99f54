"""The context of a request: the author, the last record the author has seen, and whether a question was confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.formats.text_codec import bytes_of_base64, decode_file, refuse_replacement_characters
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from tenbo.web.server.http_messages import HttpRequest


def author_name(request: HttpRequest) -> str:
    """Return the author: the name of the session, or else the one-line name `by`, which cannot be the service's own."""
    if request.visitor.by:
        return request.visitor.by
    by: str = request.field("by", "name", "desk")
    if by.strip().lower() == "host":
        raise Malformed(
            "bad_field",
            "the name host is reserved for the service's own records: give the name of the person who decides",
            "by",
        )
    return by.strip()


def uploaded_file_text(request: HttpRequest) -> tuple[str, dict[str, str]]:
    """Return the text of a file, and for the answer `read_as`, the older encoding in which it was read, if any.

    The file is `text`, or `file`, its bytes in Base64, in the encoding in which they were saved.
    """
    if "file" in request.body:
        text, older = decode_file(bytes_of_base64(request.field("file", "text")))
        return text, {"read_as": older} if older else {}
    text = request.field("text", "text")
    refuse_replacement_characters(text)
    return text, {}


def terminal_id(request: HttpRequest) -> str:
    """Return the client's terminal id, or "" if it sent none."""
    terminal: str = request.field("terminal", "line", "")
    return request.session if request.visitor.by_cookie else terminal


def last_seen_record(request: HttpRequest) -> int | None:
    """Return the number of the last record that the author had seen, or None if the request does not say it."""
    seen: int | None = request.field("seen", "int", None)
    return seen


def author_context(request: HttpRequest) -> dict[str, Any]:
    """Return what the author has confirmed, which records the author has seen, and at which terminal the author is."""
    return {**confirmation_and_seen(request), "desk": terminal_id(request)}


def confirmation_and_seen(request: HttpRequest) -> dict[str, Any]:
    """Return what the author has confirmed, and which records the author has seen."""
    return {"yes": is_confirmed(request), "seen": last_seen_record(request)}


def page_size(request: HttpRequest, usual: int, longest: int) -> int:
    """Return how many entries a page of a list has: `most`, or the usual number."""
    return max(0, min(request.int_param("most", usual), longest))


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the request confirms the question that was asked before."""
    yes: bool = request.field("yes", "bool", default=False)
    return yes
