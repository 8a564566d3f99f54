"""The fleet: every table that is plugged in, found, followed, and asked for things."""

from tenbo.fleet.fleet import Fleet, Hall
from tenbo.fleet.station import Station

__all__ = ["Fleet", "Hall", "Station"]
