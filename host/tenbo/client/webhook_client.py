"""Posts to a chat's webhook: Discord's, or Slack's and those that take the same body."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException
from typing import NamedTuple

from tenbo.client.redirects_and_secrets import NoRedirects, is_on_local_network
from tenbo_core.errors import Malformed

DISCORD, SLACK = "discord", "slack"
TIMEOUT_S = 10
# A server that asks for more patience than this is tried again nevertheless.
MOST_PATIENCE_S = 120.0


class WebhookTarget(NamedTuple):
    """The address of a chat's webhook, which is a secret, and the form of the body that it takes."""

    url: str
    form: str

    def __str__(self) -> str:
        """Return the host alone, for the log."""
        return urllib.parse.urlsplit(self.url).hostname or "?"


class WebhookFailure(Exception):
    """A message has not arrived; `is_final` if it never will, and `wait_s` as the server asks."""

    def __init__(self, why: str, *, is_final: bool = False, wait_s: float = 0.0) -> None:
        super().__init__(why)
        self.is_final = is_final
        self.wait_s = wait_s


def parse_webhook(text: str) -> WebhookTarget:
    """Return a webhook by its address; discord+https:// or slack+https:// says the form where the host does not.

    >>> parse_webhook("https://discord.com/api/webhooks/1/abc").form, parse_webhook("https://hooks.slack.com/x").form
    ('discord', 'slack')
    >>> parse_webhook("discord+http://127.0.0.1:9/x")
    WebhookTarget(url='http://127.0.0.1:9/x', form='discord')
    """
    given, plus, rest = text.partition("+")
    form = given if plus and given in (DISCORD, SLACK) else ""
    url = rest if form else text
    try:
        parts = urllib.parse.urlsplit(url)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        host = None
    if host is None or parts.scheme not in ("http", "https"):
        message = "chat must be the address of a webhook, such as https://discord.com/api/webhooks/..."
        raise Malformed("bad_field", message, "chat")
    if parts.scheme == "http" and not is_on_local_network(host):
        raise Malformed("bad_field", f"chat: the webhook's address at {host} is a secret: give it with https", "chat")
    return WebhookTarget(url, form or (DISCORD if "discord" in host else SLACK))


def post_message(webhook: WebhookTarget, body: dict[str, object]) -> None:
    """Post a message, or raise WebhookFailure; no text of it names the address."""
    data = json.dumps(body, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "tenbo"}
    request = urllib.request.Request(webhook.url, data, headers)  # noqa: S310 - http(s), seen to
    try:
        with urllib.request.build_opener(NoRedirects).open(request, timeout=TIMEOUT_S):
            return
    except urllib.error.HTTPError as error:
        with error:
            again = error.code in (408, 425, 429) or error.code >= 500
            why = f"answers with status {error.code}"
            raise WebhookFailure(why, is_final=not again, wait_s=_wait_of(error)) from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise WebhookFailure(
            f"does not answer ({getattr(reason, 'strerror', None) or type(reason).__name__})"
        ) from None


def _wait_of(error: urllib.error.HTTPError) -> float:
    """Return how long the server asks to wait."""
    try:
        return max(0.0, min(float(error.headers.get("Retry-After", "0")), MOST_PATIENCE_S))
    except ValueError:
        return 0.0
