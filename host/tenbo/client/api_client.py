"""The client of a running service for programs: a method for each route, and the changes as they happen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tenbo.client.change import Change
from tenbo.client.result_requests import ResultRequests
from tenbo.client.series_requests import SeriesRequests
from tenbo.client.table_requests import TableRequests
from tenbo.client.tournament_requests import TournamentRequests
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from urllib.parse import SplitResult


def _place(address: object) -> SplitResult | None:
    """Return the parts of an address that names a computer, and a port by a number if any; None of any other."""
    if not isinstance(address, str) or re.search(r"[\s\x00-\x1f\x7f]", address):
        return None
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        is_place = bool(parts.hostname) and parts.port != 0 and parts.scheme in ("http", "https")
        # A name before the computer, or a page behind it, would be left out.
        is_place = is_place and "@" not in parts.netloc and f"{parts.path}{parts.query}{parts.fragment}" in ("", "/")
    except ValueError:
        return None
    return parts if is_place else None


class Client(TournamentRequests, ResultRequests, SeriesRequests, TableRequests):
    """A running service (`tenbo run`), by its address.

    Each method sends one request; docs/library.md says which, and
    docs/api.md shows an answer to each. Answers are dicts and lists.

    Reading needs no token on the service's own computer. A method that
    changes something needs the `token`, which stands in the file beside the
    store, and takes `by`, who decides. What the service refuses is raised as
    a `TenboError` with the code, the sentence and the field of its answer; a
    service that does not answer has the code `no_answer`.

    In the examples of the methods `client` is a client with the token, and
    its hall has two tables.

    >>> import tenbo
    >>> tenbo.Client("127.0.0.1:8484")
    <Client http://127.0.0.1:8484>
    """

    def __init__(self, address: str, token: str | None = "") -> None:
        parts = _place(address)
        if parts is None:
            message = f"a service's address must look like 127.0.0.1:8484, not {quote_value(address)}"
            raise Malformed("bad_field", message, "address")
        # A header carries it.
        token = "" if token is None else token
        if not isinstance(token, str) or not re.fullmatch(r"[!-~]*", token):
            message = "a token must be one word, as in the .api file beside the store"
            raise Malformed("bad_field", message, "token")
        super().__init__(f"{parts.scheme}://{parts.netloc}")
        self._token = token

    def _auth_headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"} if self._token else {}

    def __repr__(self) -> str:
        return f"<Client {self.url}>"

    def follow(self, after: int | None = None) -> Iterator[Change]:
        """Yield each `Change` as it happens, until the service ends.

        Those after number `after` come first. A lost connection raises
        `no_answer`: call it again with the `number` of the last change. If
        the service no longer has all changes since then, because it was
        started again, the first one is of the kind "missed".

        >>> change = next(client.follow(after=0))
        >>> change.kind, change.data["state"]
        ('port', 'greeting')
        """
        for number, kind, data in self._numbered_changes(after):
            if kind == "end":
                return
            if kind != "beat":
                yield Change(number, kind, data)
        raise self._unreachable(ConnectionError("the connection was lost"))

    def info(self) -> dict[str, Any]:
        """Return the versions of Tenbo and the API, and what is played.

        That is the host, the tournament's title and its session.

        >>> client.info()["title"]
        'Spring open'
        """
        return self._object("/v1")
