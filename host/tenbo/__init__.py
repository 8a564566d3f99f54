"""Tenbo: electronic point sticks for riichi mahjong, the host's side."""

from tenbo_core import VERSION as __version__

__all__ = ["__version__"]
