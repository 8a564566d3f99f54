"""Generated from hardware/breadboard.yaml by `make hardware`; do not edit.

How the simulated table is wired on breadboards: what every part really reaches by holes and wires.
"""

SEATS = (
    {
        "name": "East",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 4, "scl": 5},
            {"part": "SSD1306", "address": 0x3C, "sda": 4, "scl": 5},
        ),
        "interrupt": 19,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {},
        "lit": 1,
    },
    {
        "name": "South",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 6, "scl": 7},
            {"part": "SSD1306", "address": 0x3C, "sda": 6, "scl": 7},
        ),
        "interrupt": 20,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {},
        "lit": 1,
    },
    {
        "name": "West",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 8, "scl": 9},
            {"part": "SSD1306", "address": 0x3C, "sda": 8, "scl": 9},
        ),
        "interrupt": 21,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {},
        "lit": 1,
    },
    {
        "name": "North",
        "chips": (
            {"part": "MCP23008", "address": 0x20, "sda": 10, "scl": 11},
            {"part": "SSD1306", "address": 0x3C, "sda": 10, "scl": 11},
        ),
        "interrupt": 22,
        "keys": {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4},
        "pressed": {"RIICHI": 0, "OK": 0, "UP": 0, "DOWN": 0, "BACK": 0},
        "lamps": {},
        "lit": 1,
    },
)

BUTTONS = {"TABLE": {"pin": 14, "pressed": 0}, "UNDO": {"pin": 15, "pressed": 0}}
PIXELS = {"pin": None, "count": 12}
BUZZER = {"pin": 18}
SEAT_POWER = {"pin": None, "on": 1, "at_reset": 1}
V5_SENSE = {"pin": 26, "ohms": (10000, 10000)}
LIGHT = {"pin": 27}
TIED = {13: 0}
