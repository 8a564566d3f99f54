"""The simulated table: the real firmware under MicroPython, its parts and its cables in this process."""

from tenbo.simulator.table import TableDied, VirtualTable

__all__ = ["TableDied", "VirtualTable"]
