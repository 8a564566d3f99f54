"""The real MicroPython on this computer, for tests that need what only it has."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tenbo.virtual import interpreter

ROOT = Path(__file__).parents[1]


def micropython(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run MicroPython from the root of the project, in the heap that a Pico has, with the device's modules."""
    path = "firmware:firmware/lib:tests:tests/device:.frozen"
    return subprocess.run(
        [interpreter.micropython(), "-X", "heapsize=192wK", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
