"""Requests to a service as any program could send them."""

from __future__ import annotations

import http.client
import json


def ask(running, method, path, body=b"", **headers):
    """Send a request as any program could; give status and body."""
    connection = http.client.HTTPConnection(*running.service.server.server_address[:2], timeout=300)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, given)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def token(running) -> str:
    """Return the header that our own programs send."""
    return f"Bearer {running.service.access.token}"
