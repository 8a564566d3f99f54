"""Tenbo: electronic point sticks for riichi mahjong, the host's side."""

from tenbo_core import VERSION

__version__ = VERSION

__all__ = ["__version__"]
