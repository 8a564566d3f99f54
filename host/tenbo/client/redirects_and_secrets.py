"""What requests to servers outside the hall have in common: no redirects, and secrets over https alone."""

from __future__ import annotations

import ipaddress
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from http.client import HTTPMessage
    from typing import IO


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follow no redirect: a token is meant for one server alone."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """Return None, so that the redirect is not followed."""


def is_on_local_network(host: str) -> bool:
    """Return whether a host is this computer, or on the local network.

    >>> [is_on_local_network(host) for host in ("127.0.0.1", "192.168.1.4", "mimir.local", "mimir.example.org")]
    [True, True, True, False]
    """
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".internal", ".lan", ".home.arpa"))
