"""Generated from hardware/device.yaml by `make hardware`; do not edit.

How the simulated table is wired: what every part really reaches by the nets and cables, not what the pin
map says. None is a part that reaches nothing.
"""

SEATS = (
    {
        "name": "East",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 4, "scl": 5},
            {"part": "SSD1309", "address": 0x3C, "sda": 4, "scl": 5, "reset": 7},
        ),
        "interrupt": 19,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {"BUTTON_LIGHT": 6, "LAMP": 5},
        "lit": 1,
    },
    {
        "name": "South",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 6, "scl": 7},
            {"part": "SSD1309", "address": 0x3C, "sda": 6, "scl": 7, "reset": 7},
        ),
        "interrupt": 20,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {"BUTTON_LIGHT": 6, "LAMP": 5},
        "lit": 1,
    },
    {
        "name": "West",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 8, "scl": 9},
            {"part": "SSD1309", "address": 0x3C, "sda": 8, "scl": 9, "reset": 7},
        ),
        "interrupt": 21,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {"BUTTON_LIGHT": 6, "LAMP": 5},
        "lit": 1,
    },
    {
        "name": "North",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 10, "scl": 11},
            {"part": "SSD1309", "address": 0x3C, "sda": 10, "scl": 11, "reset": 7},
        ),
        "interrupt": 22,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {"BUTTON_LIGHT": 6, "LAMP": 5},
        "lit": 1,
    },
)

BUTTONS = {"TABLE": {"pin": 14, "pressed": 0}, "UNDO": {"pin": 15, "pressed": 0}}
PIXELS = {"pin": 16, "count": 12}
BUZZER = {"pin": 18}
SEAT_POWER = {"pin": 12, "on": 1, "at_reset": 1}
V5_SENSE = {"pin": 26, "ohms": (100000, 100000)}
LIGHT = {"pin": 27}
FRAM = {"address": 0x50, "sda": 2, "scl": 3}
TIED = {}
UART = {"tx": 0, "rx": 1}
