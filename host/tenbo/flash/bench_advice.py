"""What the bench says of a fault, and which parts it tells to look at: in a table's boxes, and on breadboards."""

from __future__ import annotations

# The parts between a key and the expander: the plug with its wire, the resistor, the capacitor.
BOX_KEYS = {
    "RIICHI": "J3 wire 1, R12, C1",
    "OK": "J5 wire 1, R13, C2",
    "UP": "J5 wire 2, R14, C3",
    "DOWN": "J5 wire 3, R15, C4",
    "BACK": "J5 wire 4, R16, C5",
    "TABLE": "J7, R38, C6",
    "UNDO": "J8, R39, C7",
}
LIMITERS = ("U11", "U12", "U13", "U14")
BOXES = {
    "supply low": "too low: check the supply, its plug, F1, R19 and R20",
    "supply high": "too high: use another supply",
    "vsys": "check D4 and TP5",
    "SDA": "SDA (TP4) is held low: a crushed lead, or solder between two legs of U1 or U3",
    "SCL": "SCL (TP5) is held low: a crushed lead, or solder between two legs of U1 or U3",
    "no seat": "no box answers: check its lead, V5 (TP2) and 3V3 (TP3) in the box, and {limiter}",
    "expander address": "A0 to A2 must be connected to ground",
    "no expander": "U1 does not answer at {address}",
    "display address": "DC (wire 6) must be connected to ground",
    "no display": "no display answers at {address}",
    "no display at all": ": check J2 and its lead, RES (wire 7) and the module's I2C bridges",
    "interrupt low": "the interrupt wire is held low: check pin 6 of the lead, R19 and C10",
    "interrupt joined": "solder between two INT lines of the centre board",
    "interrupt dead": "the interrupt wire is dead: check pin 6 of the lead, R19 and {resistor}; the seat works "
    "without this wire, but slower",
    "picture": "wrong picture: if upside down, turn the display; if cut off, it is no SSD1309; if dark, check "
    "J2 or on a "
    "breadboard the link from GP13 to ground",
    "held": "check its cap, or {parts}",
    "unheard": "check the switch, {parts}",
    "buzzer": "check Q1, R28 and J9, and that the sounder has no oscillator inside",
}

# The wires of a button, by the expander's or the Pico's pin; the page guides/BREADBOARD.md shows them.
BREADBOARD_KEYS = {
    "RIICHI": "its wires to U1 pin 10 and to ground",
    "OK": "its wires to U1 pin 11 and to ground",
    "UP": "its wires to U1 pin 12 and to ground",
    "DOWN": "its wires to U1 pin 13 and to ground",
    "BACK": "its wires to U1 pin 14 and to ground",
    "TABLE": "its wires to the Pico's pins 19 and 23",
    "UNDO": "its wires to the Pico's pins 20 and 23",
}
BREADBOARDS = {
    "supply low": "too low: use another USB cable, or check the two resistors at the Pico's pin 31",
    "supply high": "too high: check the two resistors at the Pico's pin 31",
    "vsys": "use another USB cable",
    "SDA": "SDA is held low: check the wire at U1 pin 2 and those in the columns beside it",
    "SCL": "SCL is held low: check the wire at U1 pin 1 and those in the columns beside it",
    "no seat": "no expander at 0x20 and no display at 0x3c: check the rails and the wires at U1 pins 1 and 2",
    "expander address": "U1 pins 3 to 5 must be at ground",
    "no expander": "no expander answers at {address}: U1 must have pins 18 and 6 at 3.3 V, pin 9 at ground and "
    "its notch to the left",
    "display address": "move the bridge on the display, or use another display",
    "no display": "no display answers at {address}",
    "no display at all": ": check its wires against its labels VCC, GND, SCL and SDA",
    "interrupt low": "the interrupt wire is held low: check the wire at U1 pin 8",
    "interrupt joined": "the wires at pin 8 of two U1 chips are swapped",
    "interrupt dead": "the interrupt wire is dead: check the wire at U1 pin 8; the seat works without it, but slower",
    "picture": "wrong picture: if dark, the display is broken or no SSD1306; if shifted by two columns, it is "
    "an SH1106",
    "held": "check for legs one column off, or {parts}",
    "unheard": "check that it is pushed fully in, and {parts}",
    "buzzer": "check R5 at the Pico's pin 24, and that the sounder has no oscillator inside",
}


def parts_behind_key(key: str, *, breadboard: bool) -> str:
    """Return the parts between a key and the chip that reads it."""
    return (BREADBOARD_KEYS if breadboard else BOX_KEYS)[key]
