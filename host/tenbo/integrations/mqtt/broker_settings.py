"""The broker's address and our login: mqtt://USER:PASSWORD@ADDRESS:PORT, or mqtts:// for TLS."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from tenbo_core.errors import Malformed

PORTS = {"mqtt": 1883, "mqtts": 8883}
HOW = "mqtt must be mqtt://USER:PASSWORD@ADDRESS:PORT, or mqtts:// for TLS, with ?ca=FILE for your own CA certificate"


class BrokerSettings(NamedTuple):
    """A broker; with TLS its certificate is verified by `ca` or by this computer's trust store."""

    address: str
    port: int
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""

    def __str__(self) -> str:
        """Return the address without the password, for the log."""
        return f"{self.address}:{self.port}"


def parse_broker_url(text: str) -> BrokerSettings:
    """Parse the address of a broker.

    >>> parse_broker_url("mqtt://red:secret@192.168.1.2")
    BrokerSettings(address='192.168.1.2', port=1883, user='red', password='secret', tls=False, ca='')
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _url_error("the given address cannot be read") from None
    if parts.scheme not in PORTS:
        raise _url_error(f"it begins with {parts.scheme + '://' if '://' in text else 'neither'}")
    if not parts.hostname or parts.path.strip("/") or parts.fragment:
        raise _url_error("a computer's address must follow //, and nothing may follow the port")
    words = dict(parse_qsl(parts.query, keep_blank_values=True))
    if set(words) - {"ca"}:
        raise _url_error(f"it has the unknown option {min(set(words) - {'ca'})!r}")
    tls, ca = parts.scheme == "mqtts", words.get("ca", "")
    if ca and not tls:
        raise _url_error("?ca needs TLS: use mqtts://")
    if ca and not Path(ca).is_file():
        raise Malformed("bad_field", f"mqtt: there is no file {ca} with a CA certificate", "mqtt")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return BrokerSettings(parts.hostname, PORTS[parts.scheme] if port is None else port, user, password, tls, ca)


def _url_error(why: str) -> Malformed:
    return Malformed("bad_field", f"{HOW}; {why}", "mqtt")
