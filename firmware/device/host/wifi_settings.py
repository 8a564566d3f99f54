"""The Wi-Fi of the hall: kept on flash as a host has given it over the cable, and refused where no radio can use it."""

import asyncio
import json
import os

from micropython import const

from tenbo_core.errors import Malformed, Refused
from tenbo_core.table import PLAYING

if False:  # for the type checker alone, and gone when compiled
    from device.parts import App, HostCommands

FILE = "wifi"
# Where a host listens, if the address does not say.
_PORT = const(8485)
# What WPA2 takes, in bytes: the length of a network's name, and of a password.
_LONGEST_NAME = const(32)
_SHORTEST, _LONGEST = const(8), const(63)
# Before it is sent, what was said before has to be.
_ANSWERED_MS = const(500)
# No saving of power: it delays each line by tenths of a second.
_AWAKE = const(0xA11140)


def check_radio() -> None:
    """Raise why this board cannot join a Wi-Fi."""
    try:
        import network  # type: ignore[import-not-found] # the stubs are those of a board without a radio
    except ImportError:
        raise Refused("no_radio", "this board has no radio: a table without a cable needs a Pico 2 W", "wifi")
    del network
    if "RP2350" not in os.uname().machine:
        text = "a Pico W has too little memory for its radio: a table without a cable needs a Pico 2 W"
        raise Refused("no_radio", text, "wifi")


def start_radio(app: "App | None") -> None:
    """Switch the radio on, and once there are links give the table one over it; not on a board that cannot use it.

    To switch it on takes most of a second, so that is done before the buttons are read.
    """
    name, password, address = read()
    try:
        check_radio()
    except Refused:
        return
    if app is None:
        import network

        radio = network.WLAN(network.STA_IF)
        radio.active(True)
        radio.config(pm=_AWAKE)
    else:
        from device.host.wifi_link import add_link

        add_link(app, name, password, parse_address(address))


def save(commands: "HostCommands", name: str, password: str, address: str) -> None:
    """Put the Wi-Fi on flash, the new file whole or the old one, and restart with it; an empty name forgets it."""
    table = commands.keeper.table
    if name:
        check_radio()
    if not 0 <= len(name.encode()) <= _LONGEST_NAME:
        raise Malformed("bad_field", "the name of a Wi-Fi has at most 32 letters", "name")
    if password and not (_SHORTEST <= len(password) <= _LONGEST and all([31 < ord(one) < 127 for one in password])):
        raise Malformed("bad_field", "the password of a Wi-Fi has 8 to 63 letters of ASCII", "password")
    parse_address(address)
    if [name, password, address] == read():
        return
    if table is not None and table.phase == PLAYING:
        raise Refused("not_allowed_now", "a hand is running: give the Wi-Fi between two hands", "wifi")
    if not name:
        forget()
    else:
        try:
            with open(FILE + ".new", "w") as file:
                json.dump([name, password, address], file)
            os.rename(FILE + ".new", FILE)
        except OSError:
            raise Refused("no_space", "the flash has no room for the Wi-Fi", "wifi")
    asyncio.create_task(_restart_soon(commands))


async def _restart_soon(commands: "HostCommands") -> None:
    """Restart when the answer is on its way; events of presses until then are on flash."""
    await asyncio.sleep_ms(_ANSWERED_MS)
    commands.restarting = True


def read() -> "list[str]":
    """Return name, password and address as they are on flash; empty texts without a file, or with a damaged one."""
    try:
        with open(FILE) as file:
            stored = json.loads(file.read(1000))
        parse_address(stored[2])
    except (OSError, ValueError, TypeError, IndexError, KeyError, Malformed):
        return ["", "", ""]
    return stored if len(stored) == 3 and all([isinstance(word, str) for word in stored]) else ["", "", ""]


def forget() -> None:
    """Remove the Wi-Fi from flash, if there is one."""
    try:
        os.remove(FILE)
    except OSError:
        pass


def parse_address(text: str) -> "tuple[str, int]":
    """Return the address of a host and its port; empty for the gateway. Looking up a name would stop the table.

    >>> parse_address("192.168.8.2"), parse_address("192.168.8.2:99"), parse_address("")
    (('192.168.8.2', 8485), ('192.168.8.2', 99), ('', 8485))
    """
    host, _, port = text.partition(":")
    parts = host.split(".")
    if (host and (len(parts) != 4 or not all([_is_number(part, 255) for part in parts]))) or (
        (port or ":" in text) and not _is_number(port, 65_535)
    ):
        raise Malformed("bad_field", "the address is numeric, such as 192.168.8.2 or 192.168.8.2:8485", "address")
    return host, int(port) if port else _PORT


def _is_number(text: str, most: int) -> bool:
    """Return whether a text is a plain number."""
    return 0 < len(text) <= 5 and all(["0" <= one <= "9" for one in text]) and int(text) <= most
