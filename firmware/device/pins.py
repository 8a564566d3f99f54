"""Generated from hardware/device.yaml by `make hardware`; do not edit.

What each pin is for. Only the board module reads this.
"""

# One I2C pair a seat, in turn order from the box marked EAST: block, SDA, SCL.
SEATS = ((0, 4, 5), (1, 6, 7), (0, 8, 9), (1, 10, 11))
# The interrupt wire of each seat's expander, None where its lead has none.
INTERRUPTS = (19, 20, 21, 22)

# In every seat box: the display and the expander with its eight pins.
DISPLAY_ADDRESS = 0x3C
EXPANDER_ADDRESS = 0x20
BUTTONS = {"RIICHI": 0, "OK": 1, "UP": 2, "DOWN": 3, "BACK": 4}
LAMP = 5
BUTTON_LIGHT = 6
DISPLAY_RESET = 7

# In the centre box.
TABLE_BUTTON = 14
UNDO_BUTTON = 15
PIXELS = 16
PIXEL_COUNT = 12
BUZZER = 18
SEAT_POWER = 12
V5_SENSE = 26
LIGHT = 27
FRAM = (1, 2, 3)
FRAM_ADDRESS = 0x50
UART = (0, 1)

# Low where the parts are on a breadboard.
BREADBOARD = 13
