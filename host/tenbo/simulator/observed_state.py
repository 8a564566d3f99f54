"""The observable outputs of a simulated table: displays, lamps, round marker, tone."""

from __future__ import annotations

from collections import deque
from typing import Any

from tenbo.simulator.display_controller_specs import SSD1309, ControllerSpec
from tenbo.simulator.ssd1309 import SimulatedDisplay

SEATS = range(4)
PIXELS = 12
LOG_LENGTH = 200_000

Happening = tuple[int, str, tuple[str, ...]]


class ObservedState:
    """The observable state of the table, built from the lines of its parts.

    `log` holds what happened in order: (microseconds since the table was made, kind, details).
    `faults` are sentences about what a real table would suffer from.
    """

    def __init__(self, controller: ControllerSpec = SSD1309) -> None:
        self.began = 0  # the moment of the running start, in the log's microseconds
        self.log: deque[Happening] = deque(maxlen=LOG_LENGTH)
        self.faults: list[str] = []
        self.service: bytearray = bytearray()
        self.erased = 0
        self.programmed = 0
        self.formatted = 0
        self.registers = [""] * 4
        self._wired = [SimulatedDisplay(controller) for _ in SEATS]
        self._lamps: set[tuple[int, str]] = set()
        self._marker = [[0, 0, 0] for _ in range(PIXELS)]
        self._tone = 0
        self._parts = ""
        self._erased_before = 0
        self._programmed_before = 0

    def display(self, seat: int) -> SimulatedDisplay:
        """Return the display at a seat."""
        return self._wired[seat]

    def lamps(self) -> dict[str, Any]:
        """Return riichi lamps, lights in the RIICHI buttons, the marker's colours and the tone in hertz."""
        return {
            "riichi": [(seat, "LAMP") in self._lamps for seat in SEATS],
            "lights": [(seat, "BUTTON_LIGHT") in self._lamps for seat in SEATS],
            "marker": [list(colour) for colour in self._marker],
            "tone": self._tone or None,
        }

    def record_start(self, moment: int) -> None:
        """Note a start of the firmware: its clock and its counts begin again, its tone has stopped."""
        self.began = moment
        self._erased_before = self.erased
        self._programmed_before = self.programmed
        self._parts = ""
        self._tone = 0

    def record_power_loss(self) -> None:
        """Note that the power has gone."""
        for seat in SEATS:
            self._cut_supply(seat)
        self._marker = [[0, 0, 0] for _ in range(PIXELS)]
        self._tone = 0

    def handle_line(self, words: list[str]) -> None:
        """Apply one line of the parts."""
        kind, moment, details = words[0], int(words[1]), tuple(words[2:])
        if kind == "registers":
            self.registers[int(details[0])] = details[1]
            return
        if kind == "part":
            self._parts += details[1]
            return
        if kind == "display":
            data = bytes.fromhex(self._parts + details[1])
            self._parts = ""
            self._wired[int(details[0])].receive(data)
            details = (details[0], str(len(data)))
        elif kind == "uart":
            self.service += bytes.fromhex(details[0])
        elif kind == "fault":
            self.faults.append(" ".join(details))
        else:
            self._apply_part_line(kind, details)
        self.log.append((self.began + moment, kind, details))

    def _apply_part_line(self, kind: str, details: tuple[str, ...]) -> None:
        if kind == "lamp":
            lamp = (int(details[0]), details[1])
            if details[2] == "1":
                self._lamps.add(lamp)
            else:
                self._lamps.discard(lamp)
        elif kind == "reset":
            self._wired[int(details[0])].set_reset_line(high=details[1] == "1")
        elif kind == "supply":
            if details[1] == "1":
                self._wired[int(details[0])].set_supply(on=True)
            else:
                self._cut_supply(int(details[0]))
        elif kind == "pixels":
            self._set_marker(bytes.fromhex(details[0].strip("-")))
        elif kind == "tone":
            self._tone = int(details[0])
        elif kind == "flash":
            self.erased = self._erased_before + int(details[0])
            self.programmed = self._programmed_before + int(details[1])
        elif kind == "formatted":
            self.formatted += 1

    def _cut_supply(self, seat: int) -> None:
        self._wired[seat].set_supply(on=False)
        self._lamps = {lamp for lamp in self._lamps if lamp[0] != seat}
        self.registers[seat] = ""

    def _set_marker(self, data: bytes) -> None:
        """Colour the chain: each pixel keeps the first three bytes, green first, and passes on the rest."""
        for place in range(min(len(data) // 3, PIXELS)):
            green, red, blue = data[3 * place : 3 * place + 3]
            self._marker[place] = [red, green, blue]
