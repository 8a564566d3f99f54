"""The client of a Pantheon server: one request after another, with Twirp's JSON over HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException
from typing import Any, NamedTuple

from tenbo.client.redirects_and_secrets import NoRedirects, is_on_local_network
from tenbo_core.errors import LinkFault, Malformed, Refused

SERVICE = "/v2/common.Mimir/"
TIMEOUT_S = 20
MOST_BYTES = 16 << 20


class PantheonLogin(NamedTuple):
    """The login: a person's number on the server, and the token that the person's page shows."""

    person: int
    token: str


class PantheonClient:
    """Calls the methods of a server for one event."""

    def __init__(self, url: str, event_id: int, login: PantheonLogin | None = None) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Malformed("bad_field", f"{url[:80]!r} is not an address such as https://mimir.example.org", "url")
        if login is not None and parts.scheme == "http" and not is_on_local_network(parts.hostname):
            raise Refused("no_permission", f"a token is sent only over https, not to {url[:80]!r}", "url")
        self._url = url.rstrip("/")
        self._headers = {"Content-Type": "application/json", "X-Current-Event-Id": str(event_id)}
        if login is not None:
            self._headers |= {"X-Auth-Token": login.token, "X-Current-Person-Id": str(login.person)}
        self._opener = urllib.request.build_opener(NoRedirects)

    def call(self, method: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the server's answer; raise an error if it refuses."""
        body = json.dumps(fields, ensure_ascii=False).encode()
        request = urllib.request.Request(self._url + SERVICE + method, body, self._headers)  # noqa: S310 - http(s), seen to
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                data = answer.read(MOST_BYTES + 1)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(method, error) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            why = getattr(reason, "strerror", None) or reason
            message = (
                f"the Pantheon at {self._url} does not answer ({why}): everything sent before this request has arrived"
            )
            raise LinkFault("no_answer", message, "url") from None
        try:
            record = json.loads(data)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict) or len(data) > MOST_BYTES:
            raise Refused(
                "bad_json", f"{self._url} did not answer {method} with a JSON object: is this a Pantheon server?", "url"
            )
        return record

    def _refusal(self, method: str, error: urllib.error.HTTPError) -> Refused:
        """Return the refusal of a server in the server's words."""
        try:
            record = json.loads(error.read(MOST_BYTES))
            message = str(record["msg"])
        except (ValueError, KeyError, TypeError, OSError, HTTPException, RecursionError):
            message = f"status {error.code}"
        if error.code in (401, 403):
            return Refused("no_permission", f"the Pantheon refused {method}: {message[:200]}", "url")
        return Refused("not_allowed_now", f"the Pantheon refused {method}: {message[:200]}", "url")
