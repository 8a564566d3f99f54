"""The shared core: the rules of a riichi table, the same on the Pico and on the host."""

VERSION = "1.0.0"
