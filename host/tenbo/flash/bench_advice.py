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
    "supply low": "too low: supply, its plug, F1, or R19 and R20",
    "supply high": "too high: another supply",
    "vsys": "D4, TP5",
    "SDA": "SDA (TP4) is held low: a crushed lead, or solder between two legs of U1 or U3",
    "SCL": "SCL (TP5) is held low: a crushed lead, or solder between two legs of U1 or U3",
    "no seat": "no box answers: its lead, V5 (TP2) and 3V3 (TP3) in the box, {limiter}",
    "expander address": "A0 to A2 must be ground",
    "no expander": "U1 does not answer at {address}",
    "display address": "DC (wire 6) must be ground",
    "no display": "no display answers at {address}",
    "no display at all": ": J2 and its lead, RES (wire 7), the module's bridges to I2C",
    "interrupt low": "the interrupt wire is held low: pin 6 of the lead, R19, C10",
    "interrupt joined": "solder between two INT lines of the centre board",
    "interrupt dead": "the interrupt wire is dead: pin 6 of the lead, R19, {resistor}; it works without, slower",
    "picture": "another picture: upside down, it is mounted so; cut off, it is no SSD1309; dark, J2, or on a "
    "breadboard the link from GP13 to ground",
    "held": "its cap, or {parts}",
    "unheard": "the switch, {parts}",
    "buzzer": "Q1, R28, J9; a sounder with an oscillator inside",
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
    "supply low": "too low: another USB cable, or the two resistors at the Pico's pin 31",
    "supply high": "too high: the two resistors at the Pico's pin 31",
    "vsys": "another USB cable",
    "SDA": "SDA is held low: the wire at U1 pin 2, or one in a column beside it",
    "SCL": "SCL is held low: the wire at U1 pin 1, or one in a column beside it",
    "no seat": "no expander at 0x20 and no display at 0x3c: the rails, the wires at U1 pins 1 and 2",
    "expander address": "U1 pins 3 to 5 must be at ground",
    "no expander": "no expander answers at {address}: U1 pins 18 and 6 at 3.3 V, 9 at ground, its notch to the left",
    "display address": "move the bridge on the display, or take another one",
    "no display": "no display answers at {address}",
    "no display at all": ": its wires by the words on it, VCC, GND, SCL and SDA",
    "interrupt low": "the interrupt wire is held low: the wire at U1 pin 8",
    "interrupt joined": "two wires of U1 pins 8 are exchanged",
    "interrupt dead": "the interrupt wire is dead: the wire at U1 pin 8; it works without, slower",
    "picture": "another picture: dark though it answers, it is no SSD1306, or broken; moved by two columns, an SH1106",
    "held": "its legs one column beside, or {parts}",
    "unheard": "it is pressed in to its end, {parts}",
    "buzzer": "R5 at the Pico's pin 24; a sounder with an oscillator inside",
}


def parts_behind_key(key: str, *, breadboard: bool) -> str:
    """Return the parts between a key and the chip that reads it."""
    return (BREADBOARD_KEYS if breadboard else BOX_KEYS)[key]
