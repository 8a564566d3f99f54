"""`network` of a Pico 2 W, which joins a network as its chip does: late, not at all, or in name only."""

import os

import air
import clock

if not os.radio:
    raise ImportError("no module named 'network'")

STA_IF = 0
# What `status` says, as the chip's driver numbers it.
DOWN, JOINING, NO_ADDRESS, UP, FAILED, NO_NETWORK, BAD_PASSWORD = 0, 1, 2, 3, -1, -2, -3

# Assumed and not measured: the radio's firmware is loaded at first, a command takes some milliseconds, a scan with the
# handshake and DHCP some seconds, and a lost network is noticed late.
_LOAD_US = 700_000
_COMMAND_US = 2_000
_CONNECT_US = 15_000
_JOIN_US = 2_500_000
_NOTICED_US = 8_000_000


class WLAN:
    """The one radio."""

    _is_active = False
    _joining_from = -1
    _is_joined = False
    _lost_at = -1

    def __new__(cls, interface: int = STA_IF) -> "WLAN":  # noqa: ARG004, PYI034 - MicroPython has no Self
        """Return the same radio each time, as a board does."""
        return _radio

    def active(self, on: "bool | None" = None) -> bool:
        """Switch the radio on, or return whether it is."""
        if on and not self._is_active:
            clock.simulate_busy_time(_LOAD_US)
            self._is_active = True
        return self._is_active

    def config(self, **settings: object) -> None:
        """Set what the simulation has no use for."""

    def connect(self, name: str, password: str) -> None:
        """Begin to join a network."""
        clock.simulate_busy_time(_CONNECT_US)
        if not self._is_active:
            raise OSError(5)
        self._is_joined = False
        self._wanted = (name, password)
        self._joining_from = clock.now

    def disconnect(self) -> None:
        """Leave the network."""
        clock.simulate_busy_time(_COMMAND_US)
        self._is_joined = False
        self._joining_from = -1

    def status(self, what: str = "") -> int:
        """Return how far it is, or the strength of the signal."""
        if what == "rssi":
            clock.simulate_busy_time(_COMMAND_US)
            return air.signal
        if self.isconnected():
            return UP
        if self._joining_from < 0:
            return DOWN
        if clock.now - self._joining_from < _JOIN_US:
            return JOINING
        if not air.is_up or self._wanted[0] != air.name:
            return NO_NETWORK
        return BAD_PASSWORD

    def isconnected(self) -> bool:
        """Return whether it has an address; of a network that is gone it says so for a while."""
        if self._is_joined and not air.is_up:
            if self._lost_at < 0:
                self._lost_at = clock.now
            self._is_joined = clock.now - self._lost_at < _NOTICED_US
            if not self._is_joined:
                self._joining_from = -1
        elif self._joining_from >= 0 and clock.now - self._joining_from >= _JOIN_US:
            self._is_joined = self._is_joined or (air.is_up and self._wanted == (air.name, air.password))
            self._lost_at = -1
        return self._is_joined

    def ifconfig(self) -> "tuple[str, str, str, str]":
        """Return address, mask, gateway and name server."""
        return ("192.168.8.20", "255.255.255.0", air.gateway, air.gateway)


_radio = object.__new__(WLAN)
