"""Writes the two files the firmware takes from the hardware: its pins, and the wiring of the simulated table.

The pins come from the pin map, because that is what the firmware believes. The wiring comes from the nets,
because that is what the copper does. Where the two differ, the simulated table stays dark as the real one would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workshop import breadboard, trace

if TYPE_CHECKING:
    from workshop.design import Design

SEATS = ("east", "south", "west", "north")
KEYS = ("RIICHI", "OK", "UP", "DOWN", "BACK")
NOTICE = "Generated from hardware/device.yaml by `make hardware`; do not edit."


def pins(design: Design) -> str:
    """Write firmware/device/pins.py."""
    gp = {name: entry["gp"] for name, entry in design.source["pins"].items()}
    expander = {name: int(pin[2:]) for name, pin in design.source["expander"].items()}
    seats = [_seat_pins(design, seat.upper()) for seat in SEATS]
    chips = {
        part.kind.name: trace.bus_address(design, part)
        for part in design.parts.values()
        if part.place == "east" and "address" in part.kind.facts
    }
    (pixels,) = design.parts_of_kinds("PIXELS")
    (fram,) = design.parts_of_kinds("FRAM")
    lines = [
        f'"""{NOTICE}',
        "",
        "What each pin is for. Only the board module reads this.",
        '"""',
        "",
        "# One I2C pair a seat, in turn order from the box marked EAST: block, SDA, SCL.",
        f"SEATS = ({', '.join(map(str, seats))})",
        "# The interrupt wire of each seat's expander, None where its lead has none.",
        f"INTERRUPTS = ({', '.join(str(gp.get(f'{seat.upper()}_INT')) for seat in SEATS)})",
        "",
        "# In every seat box: the display and the expander with its eight pins.",
        f"DISPLAY_ADDRESS = {_hex(chips['SSD1309'])}",
        f"EXPANDER_ADDRESS = {_hex(chips['MCP23008'])}",
        "BUTTONS = {" + ", ".join(f'"{key}": {expander[key]}' for key in KEYS) + "}",
        f"LAMP = {expander['LAMP']}",
        f"BUTTON_LIGHT = {expander['BUTTON_LIGHT']}",
        f"DISPLAY_RESET = {expander['DISPLAY_RESET']}",
        "",
        "# In the centre box.",
        f"TABLE_BUTTON = {gp['TABLE']}",
        f"UNDO_BUTTON = {gp['UNDO']}",
        f"PIXELS = {gp['PIXELS']}",
        f"PIXEL_COUNT = {pixels.facts['count']}",
        f"BUZZER = {gp['BUZZER']}",
        f"SEAT_POWER = {gp['SEAT_PWR_EN']}",
        f"V5_SENSE = {gp['V5_SENSE']}",
        f"LIGHT = {gp['LIGHT']}",
        f"FRAM = ({_block(design, 'FRAM_SDA')}, {gp['FRAM_SDA']}, {gp['FRAM_SCL']})",
        f"FRAM_ADDRESS = {_hex(trace.bus_address(design, fram))}",
        f"UART = ({gp['UART_TX']}, {gp['UART_RX']})",
        "",
        "# Low where the parts are on a breadboard.",
        f"BREADBOARD = {int(breadboard.load()['strap'][2:])}",
    ]
    return "\n".join(lines) + "\n"


def _seat_pins(design: Design, seat: str) -> tuple[int, int, int]:
    gp = {name: entry["gp"] for name, entry in design.source["pins"].items()}
    return _block(design, f"{seat}_SDA"), gp[f"{seat}_SDA"], gp[f"{seat}_SCL"]


def _block(design: Design, signal: str) -> int:
    """Read the I2C block from a function such as `I2C1 SDA`."""
    return int(design.source["pins"][signal]["function"][3])


def _hex(number: int) -> str:
    return f"0x{number:02X}"


def wiring(design: Design) -> str:
    """Write firmware/parts/wiring.py."""
    lines = [
        f'"""{NOTICE}',
        "",
        "How the simulated table is wired: what every part really reaches by the nets and cables, not what the pin",
        "map says. None is a part that reaches nothing.",
        '"""',
        "",
        "SEATS = (",
        *(line for seat in SEATS for line in _seat_lines(seat_wiring(design, seat))),
        ")",
        "",
        *(f"{name} = {_text(value)}" for name, value in centre_wiring(design).items()),
    ]
    return "\n".join(lines) + "\n"


def breadboard_wiring() -> str:
    """Write firmware/parts/breadboard_wiring.py."""
    source = breadboard.load()
    copper = breadboard.Copper(source)
    lines = [
        f'"""{NOTICE.replace("device", "breadboard")}',
        "",
        "How the simulated table is wired on breadboards: what every part really reaches by holes and wires.",
        '"""',
        "",
        "SEATS = (",
        *(line for seat in source["seats"] for line in _seat_lines(breadboard.seat_wiring(copper, seat))),
        ")",
        "",
        *(f"{name} = {_text(value)}" for name, value in breadboard.centre_wiring(copper).items()),
    ]
    return "\n".join(lines) + "\n"


def _seat_lines(seat: dict[str, Any]) -> list[str]:
    lines = ["    {"]
    for name, value in seat.items():
        if isinstance(value, tuple):
            lines += [f'        "{name}": (', *(f"            {_text(item)}," for item in value), "        ),"]
        else:
            lines.append(f'        "{name}": {_text(value)},')
    return [*lines, "    },"]


def _text(value: object, name: object = "") -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {_text(item, key)}" for key, item in value.items()) + "}"
    if isinstance(value, str):
        return f'"{value}"'
    return _hex(int(str(value))) if name == "address" else str(value)


def seat_wiring(design: Design, seat: str) -> dict[str, Any]:
    """Find out how one seat box is wired, from the chips outwards to the Pico."""
    parts = [part for part in design.parts.values() if part.place == seat]
    chips = []
    for part in parts:
        if "address" in part.kind.facts:
            chip = {"part": part.kind.name, "address": trace.bus_address(design, part)}
            chip |= {
                line.lower(): trace.reached_gpio_number(design, f"{part.name}.{line}", "PICO")
                for line in ("SDA", "SCL")
            }
            if "RES" in part.kind.pins:
                chip["reset"] = trace.reached_gpio_number(design, f"{part.name}.RES", "MCP23008")
            chips.append(chip)
    keys = {
        part.label: _key(design, part.name, "MCP23008") for part in parts if part.kind.name in {"SWITCH", "LIT_SWITCH"}
    }
    lamps = {}
    for part in parts:
        if part.kind.name in {"LED", "LIT_SWITCH"}:
            base = trace.driving_transistor_base(design, f"{part.name}.K")
            name = part.label if part.kind.name == "LED" else "BUTTON_LIGHT"
            lamps[name] = trace.reached_gpio_number(design, base, "MCP23008") if base else None
    return {
        "name": seat.capitalize(),
        "chips": tuple(sorted(chips, key=lambda chip: str(chip["part"]))),
        "interrupt": next(
            trace.reached_gpio_number(design, f"{part.name}.INT", "PICO") for part in parts if "INT" in part.kind.pins
        ),
        "keys": {key: keys[key]["pin"] if key in keys else None for key in KEYS},
        "pressed": {key: keys[key]["pressed"] if key in keys else None for key in KEYS},
        "lamps": lamps,
        "lit": 1,
    }


def _key(design: Design, part: str, chip: str) -> dict[str, int | None]:
    """Find the port one side of a switch reaches; pressed gives the level of the other side."""
    for near, far in (("1", "2"), ("2", "1")):
        number = trace.reached_gpio_number(design, f"{part}.{near}", chip)
        if number is not None:
            return {"pin": number, "pressed": 0 if trace.has_pin_kind(design, f"{part}.{far}", "gnd") else 1}
    return {"pin": None, "pressed": None}


def centre_wiring(design: Design) -> dict[str, Any]:
    """Find out how the parts in the centre box are wired."""
    (pixels,) = design.parts_of_kinds("PIXELS")
    (piezo,) = design.parts_of_kinds("PIEZO")
    (fram,) = design.parts_of_kinds("FRAM")
    base = trace.driving_transistor_base(design, f"{piezo.name}.2") or trace.driving_transistor_base(
        design, f"{piezo.name}.1"
    )
    keys = {part.label: part for part in design.parts_of_kinds("SWITCH") if part.place == "lid"}
    upper, lower = design.parts["centre/R19"], design.parts["centre/R20"]
    return {
        "BUTTONS": {name: _key(design, part.name, "PICO") for name, part in keys.items()},
        "PIXELS": {"pin": _pixel_pin(design, pixels.name), "count": pixels.facts["count"]},
        "BUZZER": {"pin": trace.reached_gpio_number(design, base, "PICO") if base else None},
        "SEAT_POWER": {"pin": _switch_pin(design), "on": 1, "at_reset": 1},
        "V5_SENSE": {
            "pin": trace.reached_gpio_number(design, "centre/R20.1", "PICO"),
            "ohms": (int(upper.ohms or 0), int(lower.ohms or 0)),
        },
        "LIGHT": {"pin": trace.reached_gpio_number(design, "lid/Q1.E", "PICO")},
        "FRAM": {"address": trace.bus_address(design, fram)}
        | {line.lower(): trace.reached_gpio_number(design, f"{fram.name}.{line}", "PICO") for line in ("SDA", "SCL")},
        "TIED": {},
        "UART": {
            "tx": trace.reached_gpio_number(design, "centre/J11.1", "PICO"),
            "rx": trace.reached_gpio_number(design, "centre/J11.2", "PICO"),
        },
    }


def _switch_pin(design: Design) -> int | None:
    """Return the port that switches the 5 V of all four seats, None when they are not switched together."""
    switched = {feed["through"] for feed in design.source["feeds"] if "lead" in feed}
    ports = {trace.reached_gpio_number(design, f"centre/{name}.EN", "PICO") for name in switched}
    return ports.pop() if len(ports) == 1 else None


def _pixel_pin(design: Design, pixels: str) -> int | None:
    """Follow the pixel line back through the level shifter."""
    for pin in trace.pins_reached_from(design, f"{pixels}.DIN"):
        part, _, name = pin.partition(".")
        if part in design.parts and design.parts[part].kind.name == "SHIFTER" and name == "Y":
            return trace.reached_gpio_number(design, f"{part}.A", "PICO")
    return None
