"""The address at which phones and tablets reach this service: the given one, that of the request, or our own."""

from __future__ import annotations

import ipaddress
import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tenbo.client.own_addresses import bracketed_address, is_reachable_from_network, reachable_host
from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.web.server.http_messages import HttpRequest

# Where a service listens that is told nothing else.
DEFAULT_PORT = 8484

# A host name or an address, in brackets if it is IPv6, and a port.
ADDRESS = re.compile(r"(?:[A-Za-z0-9.-]{1,100}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")


def public_address(request: HttpRequest, listens_at: str) -> str:
    """Return the `address` of a request, else the one it was sent to, or this computer's in the network it listens at.

    An address that leads phones to themselves is refused, and none is made up.
    """
    if "address" not in request.query and not _is_public(request.called_host):
        return _own_address(request.called_host, listens_at)
    place = to_ascii_width(request.query.get("address", request.called_host))
    if not ADDRESS.fullmatch(place):
        message = sentence(
            "not_an_address", "an address must look like 192.168.1.7:8484, not {place}", place=repr(place[:60])
        )
        raise Malformed("bad_field", message, "address")
    if not _is_public(place):
        raise _unreachable(place)
    return place


def shared_address(called: str, listens_at: str) -> str:
    """Return the address for a link that another device opens: the called one, unless only this computer reaches it."""
    if _is_public(called):
        return called
    with suppress(Refused):
        return _own_address(called, listens_at)
    return called


def _own_address(called: str, listens_at: str) -> str:
    """Return this computer's address with the port that was called, if the service listens beyond this computer."""
    port = urlsplit(f"//{called}").port
    if not is_reachable_from_network(listens_at):
        message = sentence(
            "listens_here_alone",
            "phones cannot reach {place}: start the service with --listen 0.0.0.0:{port} and a password "
            "(TENBO_PASSWORD)",
            place=called,
            # Without a port the address was called through a proxy.
            port=port or DEFAULT_PORT,
        )
        raise Refused("not_allowed_now", message, "address")
    host = reachable_host(listens_at)
    try:
        ipaddress.ip_address(host)
    except ValueError:
        # Without a way out of its network the computer knows its name alone, which phones may not know.
        raise _unreachable(called) from None
    return bracketed_address(host) + (f":{port}" if port else "")


def _unreachable(place: str) -> Refused:
    message = sentence(
        "phones_cannot_reach",
        "phones cannot reach {place}: give this computer's address on the network, such as 192.168.1.7:8484",
        place=place,
    )
    return Refused("not_allowed_now", message, "address")


def _is_public(place: str) -> bool:
    return is_reachable_from_network(urlsplit(f"//{place}").hostname or "")
