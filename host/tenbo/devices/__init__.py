"""The devices: ports found, tables followed, authenticated and commanded over their serial lines."""

from tenbo.devices.interfaces import StationHost
from tenbo.devices.registry import DeviceRegistry
from tenbo.devices.station import Station

__all__ = ["DeviceRegistry", "Station", "StationHost"]
