"""The fleet: every table that is plugged in, found, followed, and asked for things."""

from tenbo.fleet.fleet import Fleet
from tenbo.fleet.station import Keeper, Station

__all__ = ["Fleet", "Keeper", "Station"]
