"""Requests to a service over HTTP: a base of the client of this computer's service and of that of another host."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from abc import ABC, abstractmethod
from functools import cache
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

from tenbo.client.redirects_and_secrets import NoRedirects, is_on_local_network
from tenbo.validation.core_sentence_codes import sentence_from_record
from tenbo.validation.strict_json import json_error_text
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import LinkFault, Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMEOUT_S = 10
# Requests that ask the seats take longer.
SEATS_TIMEOUT_S = 150
# Reasons why sending failed although it may have arrived.
SENT = (TimeoutError, ConnectionResetError, BrokenPipeError)
# The service accepts bodies up to this size; players and seats of the largest tournament need a tenth of it.
MOST_BODY = 1_000_000


class HttpClient(ABC):
    """Sends requests to one service and raises what it refuses."""

    def __init__(self, url: str) -> None:
        self.url = url

    def get(self, path: str) -> Any:
        """Send a GET request and return the JSON answer.

        >>> client.get("/v1/tables/1/events?most=1")[0]["kind"]
        'start'
        """
        return self._json(self.download(path))

    def download(self, path: str, timeout_s: float = TIMEOUT_S) -> bytes:
        """Download a file.

        >>> client.download("/v1/export/standings.csv")[:5]
        b'place'
        """
        return self._read(self._request(path), timeout_s)

    def post(self, path: str, timeout_s: float = TIMEOUT_S, /, **fields: Any) -> Any:
        """Send a POST request and return the JSON answer.

        >>> client.post("/v1/tables/1/blink")
        {'done': True}
        """
        given = {name: value for name, value in fields.items() if value is not None}
        try:
            body = json.dumps(given, allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise Malformed("bad_field", f"the request cannot be sent as JSON: {error}", "request") from None
        return self._json(self._read(self._request(path, body), timeout_s))

    def changes(self, after: int | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield changes as they happen, until the service ends.

        The kind "beat" says that the service is still there.

        >>> next(client.changes())
        ('beat', {})
        """
        return ((kind, data) for _, kind, data in self._numbered_changes(after))

    def _numbered_changes(self, after: int | None) -> Iterator[tuple[int, str, dict[str, Any]]]:
        """Yield number, kind and data of each change; a heartbeat has the number of the change before it."""
        path = "/v1/changes" + (f"?after={after}" if after is not None else "")
        with self._open(self._request(path), 60) as stream:
            if stream.headers.get_content_type() != "text/event-stream":
                raise self._bad_answer(f"it sends {stream.headers.get_content_type()}")
            kind, number = "", -1 if after is None else after
            while True:
                try:
                    raw: bytes = stream.readline()
                except (OSError, HTTPException, ValueError) as error:
                    raise self._unreachable(error) from None
                # A line without its end is one that was cut off.
                if not raw.endswith(b"\n"):
                    return
                line = raw.decode(errors="replace").rstrip("\n")
                if line.startswith("id: ") and line[4:].isdecimal():
                    number = int(line[4:])
                elif line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    yield number, kind, self._json(line[6:].encode())
                elif line.startswith(":"):
                    yield number, "beat", {}

    def _request(self, path: str, body: bytes | None = None) -> urllib.request.Request:
        if not isinstance(path, str) or not path.startswith("/"):
            raise Malformed("bad_field", f"a path must be text such as /v1/tables, not {quote_value(path)}", "path")
        headers = self._auth_headers()
        if body is not None:
            headers["Content-Type"] = "application/json"
        return urllib.request.Request(self.url + path, body, headers)  # noqa: S310 - our own address

    @abstractmethod
    def _auth_headers(self) -> dict[str, str]:
        """Return the headers that authenticate the client."""

    def _read(self, request: urllib.request.Request, timeout_s: float) -> bytes:
        with self._open(request, timeout_s) as answer:
            try:
                data: bytes = answer.read()
            except (OSError, HTTPException) as error:
                raise (self._unanswered() if request.data is not None else self._unreachable(error)) from None
        return data

    def _json(self, data: bytes) -> Any:
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise self._bad_answer(json_error_text(error)) from None

    def _bad_answer(self, why: object) -> LinkFault:
        """Return the error for an answer that no service of Tenbo sends, such as a page of a Wi-Fi's login."""
        message = sentence("no_host_of_ours", "{url} is not a Tenbo service ({error})", url=self.url, error=str(why))
        return LinkFault("bad_answer", message, "service")

    def _unreachable(self, error: Exception) -> LinkFault:
        reason = getattr(error, "reason", error)
        why = getattr(reason, "strerror", None) or reason
        message = sentence(
            "service_silent",
            "the service at {url} does not answer ({why}): check that it is running there (tenbo run)",
            url=self.url,
            why=str(why),
        )
        return LinkFault("no_answer", message, "service")

    def _open(self, request: urllib.request.Request, timeout_s: float) -> Any:
        if isinstance(request.data, bytes) and len(request.data) > MOST_BODY:
            message = f"the request is larger than the service accepts, {MOST_BODY} bytes: name the file that you mean"
            raise Malformed("bad_field", message, "file")
        try:
            is_direct = is_on_local_network(urllib.parse.urlsplit(self.url).hostname or "")
            return service_opener(is_direct=is_direct).open(request, timeout=timeout_s)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(error, is_act=request.data is not None) from None
        except (OSError, HTTPException, ValueError) as error:
            # What could not be sent comes as an error of the address; any other comes after it was sent.
            is_sent = not isinstance(error, urllib.error.URLError) or isinstance(error.reason, SENT)
            if request.data is not None and is_sent:
                raise self._unanswered() from None
            raise self._unreachable(error) from None

    def _refusal(self, error: urllib.error.HTTPError, *, is_act: bool) -> Refused | LinkFault:
        """Return the error of an answer: the service's own, or that of something on the way to it, such as a proxy."""
        try:
            record = json.loads(error.read(MOST_BODY))["error"]
            return Refused(str(record["code"]), sentence_from_record(record), str(record["at"]))
        except (ValueError, KeyError, TypeError, OSError, HTTPException):
            if error.code < 400:
                return self._bad_answer(f"it redirects to {error.headers.get('Location', '')}")
            if error.code < 500:
                return Refused("bad_field", _without_record(error.code), "")
            # What the proxy stands before ends, or begins again; what it was asked to do may be done.
            return self._unanswered() if is_act else LinkFault("no_answer", _without_record(error.code), "service")

    def _unanswered(self) -> LinkFault:
        """Return the error for an act that was sent and not answered: sending it again could do it twice."""
        message = sentence(
            "service_late",
            "the service at {url} has not answered in time but may still carry out the request: check "
            "whether it was done (tenbo session show, tenbo log) before you send it again",
            url=self.url,
        )
        return LinkFault("no_answer", message, "service")


@cache
def service_opener(*, is_direct: bool) -> urllib.request.OpenerDirector:
    """Return what opens requests: a token goes to no other address, and a service of the hall is not behind a proxy."""
    return urllib.request.build_opener(NoRedirects, *([urllib.request.ProxyHandler({})] if is_direct else []))


def _without_record(status: int) -> str:
    """Return the text of an error that is not the service's own, such as a proxy's."""
    return sentence("service_answered_status", "the service answered with HTTP status {status}", status=status)


def path_part(text: object) -> str:
    """Return a text, or a number, as one part of a path.

    >>> path_part("Ann/Ash")
    'Ann%2FAsh'
    """
    return urllib.parse.quote(str(text), safe="", errors="replace")


def with_query(path: str, **wishes: object) -> str:
    """Return a path with a query; parameters that are None are left out.

    >>> with_query("/v1/paper/codes.pdf", language="de", table=None)
    '/v1/paper/codes.pdf?language=de'
    """
    given = {name: value for name, value in wishes.items() if value is not None}
    return f"{path}?{urllib.parse.urlencode(given, errors='replace')}"
