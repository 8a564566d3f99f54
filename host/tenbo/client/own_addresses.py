"""Addresses: which belong to this computer, and under which names a browser may reach the service."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache

# What a service listens at to be reached at every address, and an address outside (RFC 5737, RFC 3849).
EVERYWHERE = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1"),  # noqa: S104 - it is compared, not bound
    "::": (socket.AF_INET6, "2001:db8::1"),
}


@lru_cache(maxsize=256)
def is_own_address(address: str) -> bool:
    """Return whether an address is this computer's own.

    >>> [is_own_address(address) for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.7")]
    [True, True, True, False]
    """
    here = ipaddress.ip_address(address.partition("%")[0])
    mapped = here.ipv4_mapped if isinstance(here, ipaddress.IPv6Address) else None
    return (mapped or here).is_loopback


def computer_prefix(address: str) -> str:
    """Return the part that the addresses of one computer share: with IPv6 a computer chooses the last half itself.

    >>> computer_prefix("192.168.1.7"), computer_prefix("2001:db8::7"), computer_prefix("2001:db8::8:1")
    ('192.168.1.7', '2001:db8::', '2001:db8::')
    """
    here = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(here, ipaddress.IPv4Address):
        return str(here)
    return str(here.ipv4_mapped or ipaddress.ip_network((here, 64), strict=False).network_address)


def is_reachable_from_network(host: str) -> bool:
    """Return whether listening at an address opens the service to other computers.

    >>> (is_reachable_from_network("127.0.0.1"), is_reachable_from_network("localhost"),
    ... is_reachable_from_network("0.0.0.0"), is_reachable_from_network("::"))
    (False, False, True, True)
    """
    try:
        return not is_own_address(host)
    except ValueError:
        return host != "localhost"


def reachable_host(host: str) -> str:
    """Return a name at which another computer reaches a service that listens at an address.

    One that listens everywhere is reached at the address that this computer has in its network, or else at its name.
    """
    if host not in EVERYWHERE:
        return host
    family, elsewhere = EVERYWHERE[host]
    try:
        # Connecting a datagram socket sends nothing: the system only chooses the address that it would send from.
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()


class OwnHostNames:
    """The names of this service, with and without the port.

    A page of another origin could point its own name at this service (DNS rebinding), and read and act as our browser.
    So a request must use a configured name, or the very address at which it arrived: no page of another origin has that
    as its name.
    """

    def __init__(self, own: str, port: int, given: tuple[str, ...] = ()) -> None:
        self._port = port
        self._given = given
        names = {bracketed_address(own), "127.0.0.1", "localhost", "[::1]", *given}
        self._names = names | {f"{name}:{port}" for name in names}

    def is_own_name(self, name: str, arrived_at: str) -> bool:
        """Return whether a request that arrived at an address may call us by a name.

        >>> OwnHostNames("0.0.0.0", 8484).is_own_name("192.168.1.7:8484", "192.168.1.7")
        True
        >>> OwnHostNames("0.0.0.0", 8484).is_own_name("192.168.1.8:8484", "192.168.1.7")
        False
        """
        address = bracketed_address(arrived_at.removeprefix("::ffff:") if "." in arrived_at else arrived_at)
        return name in self._names or name in (address, f"{address}:{self._port}")

    def is_own_origin(self, origin: str, called: str, behind_proxy: str = "") -> bool:
        """Return whether a page's origin is this service, given the name that its request used.

        Another port of this computer is another origin: a foreign program may listen there, and browsers send it our
        cookies. The service speaks HTTP: HTTPS is accepted only for a configured name, which a proxy serves. A proxy
        may say which of the two it speaks (`X-Forwarded-Proto`): then a page of the other one is another origin.

        >>> names = OwnHostNames("127.0.0.1", 8484, ("desk.local",))
        >>> names.is_own_origin("http://127.0.0.1:8484", "127.0.0.1:8484")
        True
        >>> names.is_own_origin("http://127.0.0.1", "127.0.0.1:8484")
        False
        >>> names.is_own_origin("https://127.0.0.1:8484", "127.0.0.1:8484")
        False
        >>> names.is_own_origin("https://desk.local", "desk.local")
        True
        >>> names.is_own_origin("http://desk.local", "desk.local", "https")
        False
        """
        scheme, _, place = origin.partition("://")
        spoken = (behind_proxy,) if behind_proxy else ("http", "https")
        return scheme in spoken and ((scheme == "http" and place == called) or place in self._given)


def bracketed_address(address: str) -> str:
    """Return an address as it is written in a URL.

    >>> bracketed_address("::1"), bracketed_address("127.0.0.1")
    ('[::1]', '127.0.0.1')
    """
    return f"[{address}]" if ":" in address else address
