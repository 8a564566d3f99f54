"""The fleet: every table that is plugged in, found, followed, and asked for things."""

from tenbo.fleet.fleet import Fleet
from tenbo.fleet.station import Recorder, Station

__all__ = ["Fleet", "Recorder", "Station"]
