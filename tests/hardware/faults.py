"""Mistakes to plant in the description: for each the check that must find it, how to plant it, what it must say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.fault_injection import move

if TYPE_CHECKING:
    from collections.abc import Callable


def nets(source: dict[str, Any], board: str) -> dict[str, list[str]]:
    return source["boards"][board]["nets"]


def swap(source: dict[str, Any], board: str, one: tuple[str, str], two: tuple[str, str]) -> None:
    """Exchange two pins between their nets."""
    move(source, board, one[1], one[0], two[0])
    move(source, board, two[1], two[0], one[0])


def second_display(source: dict[str, Any]) -> None:
    """Put another display at the same address on the same pair."""
    source["boards"]["seat"]["parts"]["DS9"] = {"stock": "panel"}
    for net, pin in (("GND", "GND"), ("GND", "DC"), ("3V3", "VCC"), ("SDA", "SDA"), ("SCL", "SCL"), ("3V3", "RES")):
        nets(source, "seat")[net].append(f"DS9.{pin}")


def other_expander(source: dict[str, Any]) -> None:
    """Add a chip whose addresses lie where the display's is."""
    source["stock"]["pcf"] = source["stock"]["expander"] | {"type": "PCF8574A", "mpn": "PCF8574AN"}
    source["boards"]["seat"]["parts"]["U9"] = {"stock": "pcf"}
    for net, pin in (
        ("GND", "VSS"),
        ("GND", "A0"),
        ("GND", "A1"),
        ("GND", "A2"),
        ("3V3", "VDD"),
        ("SDA", "SDA"),
        ("SCL", "SCL"),
    ):
        nets(source, "seat")[net].append(f"U9.{pin}")


def cable(source: dict[str, Any], name: str, **changes: object) -> None:
    source["cables"][name] = source["cables"][name] | changes


def kind_of(source: dict[str, Any], kind: str, pin: str, words: str) -> None:
    source["types"][kind]["pins"][pin] = words


def button_on_gp7(source: dict[str, Any]) -> None:
    swap(source, "seat", ("BACK", "U1.GP4"), ("DISPLAY_RESET", "U1.GP7"))


FAULTS: dict[str, tuple[str, Callable[[dict[str, Any]], object], str]] = {
    "a pin that does not exist": ("names", lambda s: nets(s, "seat")["SDA"].append("U1.SDB"), r"no pin east/U1\.SDB"),
    "a pin on two nets": (
        "names",
        lambda s: nets(s, "centre")["UNDO"].append("J7.1"),
        r"centre/J7\.1: is listed 2 times",
    ),
    "a cable to a part that does not exist": ("names", lambda s: cable(s, "TABLE", to="lid/S7"), r"no part lid/S7"),
    "a cable wire left out": ("cables", lambda s: s["cables"]["pixels"]["wires"].pop(3), r"LED1\.GND has no wire"),
    "a crossed patch lead": (
        "cables",
        lambda s: cable(s, "EAST lead", wires={1: 3, 3: 1, 2: 2, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}),
        "straight",
    ),
    "two wires on one pin": (
        "cables",
        lambda s: cable(s, "light", wires={1: "C", 2: "C"}),
        r"2 wires end at lid/Q1\.C",
    ),
    "two cables on one jack": (
        "cables",
        lambda s: cable(s, "SOUTH lead", **{"from": "centre/J1"}),
        r"centre/J1: 2 cables",
    ),
    "a jack pin with a wire but no net": (
        "cables",
        lambda s: move(s, "centre", "J3.6", "WEST_INT_LINE", None),
        r"J3\.6 has a wire but is on no net",
    ),
    "a button without a cable": ("cables", lambda s: s["cables"].pop("UNDO"), r"no cable ends here"),
    "a resistor leg in the air": (
        "open pins",
        lambda s: move(s, "seat", "R10.1", "V5", None),
        r"east/R10\.1: is not connected",
    ),
    "a ground pin off the ground": (
        "open pins",
        lambda s: move(s, "seat", "U1.VSS", "GND", "3V3"),
        r"U1\.VSS: is a ground pin",
    ),
    "a net with a single part": (
        "open pins",
        lambda s: nets(s, "centre").update(SPARE=["U1.GP28"]),
        r"SPARE: only one part",
    ),
    "two outputs together": (
        "drivers",
        lambda s: move(s, "centre", "U11.OUT", "EAST_5V", "SOUTH_5V"),
        r"U11\.OUT and centre/U12\.OUT both drive it|U12\.OUT and centre/U11\.OUT both drive it",
    ),
    "a supply shorted to ground": ("drivers", lambda s: nets(s, "centre")["GND"].append("U2.OUT"), "shorted to ground"),
    "an input nobody drives": (
        "drivers",
        lambda s: move(s, "seat", "U1.RESET", "3V3", "FLOAT") or move(s, "seat", "C1.2", "GND", "FLOAT"),
        r"U1\.RESET: is an input nobody drives",
    ),
    "a chip without supply": (
        "drivers",
        lambda s: move(s, "seat", "U1.VDD", "3V3", "LAMP_HIGH"),
        r"U1\.VDD: is a supply pin without a supply",
    ),
    "a lead that grounds a lamp": (
        "drivers",
        lambda s: move(s, "seat", "J1.2", "GND", "LAMP_LOW"),
        "joins east/GND and east/LAMP_LOW",
    ),
    "two nets joined by a cable": (
        "drivers",
        lambda s: cable(s, "UNDO", to="lid/S1") or cable(s, "TABLE", to="lid/S1"),
        "joins centre/TABLE_KEY and centre/UNDO_KEY",
    ),
    "a diode the wrong way round": (
        "orientation",
        lambda s: swap(s, "centre", ("V5", "D4.A"), ("VSYS", "D4.K")),
        r"centre/D4\.A: must be on V5",
    ),
    "an electrolytic reversed": (
        "orientation",
        lambda s: swap(s, "centre", ("V_HOLD", "C1.1"), ("GND", "C1.2")),
        r"centre/C1: the positive leg",
    ),
    "a lamp reversed": ("orientation", lambda s: cable(s, "WEST lamp", wires={1: "K", 2: "A"}), r"west/H1: the anode"),
    "an emitter on the wrong net": (
        "orientation",
        lambda s: swap(s, "seat", ("GND", "Q1.E"), ("LAMP_LOW", "Q1.C")),
        r"Q1: the emitter",
    ),
    "a chip without capacitor": (
        "supply capacitors",
        lambda s: move(s, "seat", "C7.1", "3V3", "V5"),
        r"U1: no capacitor of its own within 11 mm at VDD",
    ),
    "a pin used twice": (
        "pin functions",
        lambda s: s["pins"]["UNDO"].update(gp=14),
        r"GP14: is used for TABLE and UNDO",
    ),
    "SDA on a pin that cannot be SDA": (
        "pin functions",
        lambda s: s["pins"]["EAST_SDA"].update(gp=13),
        r"GP13 cannot be I2C0 SDA",
    ),
    "the wrong I2C block": (
        "pin functions",
        lambda s: s["pins"]["SOUTH_SDA"].update(function="I2C0 SDA"),
        r"GP6 cannot be I2C0 SDA",
    ),
    "a pin that is not on the header": (
        "pin functions",
        lambda s: s["pins"]["BUZZER"].update(gp=23),
        "not on the Pico's header",
    ),
    "an analogue input on a digital pin": (
        "pin functions",
        lambda s: s["pins"]["LIGHT"].update(gp=22),
        "GP22 cannot be ADC",
    ),
    "two tones on one PWM slice": (
        "pin functions",
        lambda s: s["pins"]["PIXELS"].update(gp=19, function="PWM"),
        "PWM slice 1: is shared",
    ),
    "a pin map that differs from the nets": (
        "pin map",
        lambda s: s["pins"]["TABLE"].update(gp=13),
        r"GP14: is None in the pin map but on net TABLE",
    ),
    "a wire moved to another pin": (
        "pin map",
        lambda s: move(s, "centre", "U1.GP18", "BUZZER", None) or nets(s, "centre")["BUZZER"].append("U1.GP17"),
        r"GP17: is None in the pin map but on net BUZZER",
    ),
    "two seat leads exchanged": (
        "wiring",
        lambda s: cable(s, "EAST lead", to="west/J1") or cable(s, "WEST lead", to="east/J1"),
        r"east MCP23008: SDA goes to GP8",
    ),
    "two buttons exchanged": (
        "wiring",
        lambda s: swap(s, "keys", ("KEY_UP", "S3.1"), ("KEY_DOWN", "S4.1")),
        r"north UP: the firmware uses GP2, the copper goes to GP3",
    ),
    "lamp and light exchanged": (
        "wiring",
        lambda s: swap(s, "seat", ("LAMP_LOW", "Q1.C"), ("LIGHT_LOW", "Q2.C")),
        r"east LAMP: the firmware uses GP5",
    ),
    "a display without reset line": (
        "wiring",
        lambda s: move(s, "seat", "J2.7", "DISPLAY_RESET", "3V3"),
        r"SSD1309: reset goes to no pin",
    ),
    "a button that pulls up": (
        "wiring",
        lambda s: move(s, "centre", "J8.2", "GND", "3V3"),
        "UNDO: a pressed button must connect the line to ground",
    ),
    "the divider's middle on another net": (
        "wiring",
        lambda s: swap(s, "centre", ("V5_SENSE", "U1.GP26"), ("LIGHT", "U1.GP27")),
        r"V5_SENSE: the firmware uses GP26",
    ),
    "a button on the expander's GP7": ("expander outputs", button_on_gp7, r"U1\.GP7: may only be an output"),
    "the firmware reads the expander's GP7": (
        "expander outputs",
        lambda s: s["expander"].update(BACK="GP7"),
        "BACK: GP7",
    ),
    "two displays at one address": ("addresses", second_display, "has the address 0x3c"),
    "a chip that can take the display's address": ("addresses", other_expander, "choose another chip"),
    "SDA and SCL swapped": ("bus lines", lambda s: swap(s, "seat", ("SDA", "J1.1"), ("SCL", "J1.3")), "swapped"),
    "SCL not connected": (
        "bus lines",
        lambda s: move(s, "seat", "J2.4", "SCL", None),
        r"DS1: SDA or SCL does not reach",
    ),
    "lines of two seats mixed": (
        "bus lines",
        lambda s: swap(s, "centre", ("EAST_SDA", "R1.1"), ("WEST_SDA", "R5.1")),
        "no pair",
    ),
    "a missing pull-up": (
        "pull-ups",
        lambda s: s["boards"]["seat"]["parts"]["R17"].pop("role"),
        "WEST_SDA: has no pull-up",
    ),
    "a pull-up too strong": (
        "pull-ups",
        lambda s: s["boards"]["seat"]["parts"]["R17"].update(stock="r-330"),
        "under the least",
    ),
    "a pull-up on the Pico's supply": (
        "pull-ups",
        lambda s: (
            s["boards"]["centre"]["parts"].update(R99={"stock": "r-2k2", "role": "pull-up"})
            or nets(s, "centre")["3V3"].append("R99.1")
            or nets(s, "centre")["EAST_SDA_LINE"].append("R99.2")
        ),
        "must hang on the rail",
    ),
    "no damping": (
        "pull-ups",
        lambda s: s["boards"]["centre"]["parts"]["R2"].update(stock="r-330"),
        "EAST_SCL: needs 68 to 150 ohm",
    ),
}
