"""The fleet: every table that is plugged in, found, followed, and asked for things."""

from tenbo.fleet.asked_of_host import Recorder
from tenbo.fleet.fleet import Fleet
from tenbo.fleet.station import Station

__all__ = ["Fleet", "Recorder", "Station"]
