"""Requests whose answers are JSON, by the type of the answer: what the parts of `tenbo.Client` send."""

from __future__ import annotations

from typing import Any

from tenbo.client.http_client import SEATS_TIMEOUT_S, HttpClient


class JsonRequests(HttpClient):
    """Sends the requests of the parts of `tenbo.Client`."""

    def _object(self, path: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.get(path)
        return answer

    def _rows(self, path: str) -> list[dict[str, Any]]:
        answer: list[dict[str, Any]] = self.get(path)
        return answer

    def _act(self, path: str, /, **fields: Any) -> dict[str, Any]:
        """Send an act; what is false or not given is left out, as each route has it then."""
        given = {name: value for name, value in fields.items() if value is not None and value is not False}
        answer: dict[str, Any] = self.post(path, SEATS_TIMEOUT_S, **given)
        return answer
