"""Register addresses that differ between a Pico (RP2040) and a Pico 2 (RP2350); the pins are the same."""

import os

IS_RP2350 = "RP2350" in os.uname().machine

# Why the chip was reset by its watchdog.
WATCHDOG_REASON = 0x400D8008 if IS_RP2350 else 0x40058008

# The edges that the chip has seen at eight pins, four bits a pin, and so on for the next eight.
EDGES = 0x40028230 if IS_RP2350 else 0x400140F0
