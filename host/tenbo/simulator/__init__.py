"""The simulated table: the real firmware under MicroPython, with simulated parts and cables."""

from tenbo.simulator.table import TableDied, VirtualTable

__all__ = ["TableDied", "VirtualTable"]
