"""The systemd units that start the service of a host, a desk or a standby at boot."""

from __future__ import annotations

import sys
from pathlib import Path

# The unit that each kind of machine starts.
UNITS = {"host": "tenbo.service", "desk": "tenbo-desk.service", "standby": "tenbo-standby.service"}


def unit_text(kind: str) -> str:
    """Return the text of a machine's unit; it starts this very program."""
    text = Path(__file__).with_name(UNITS[kind]).read_text("utf-8")
    return text.replace("@TENBO@", str(Path(sys.argv[0]).resolve()))
