"""Programs of this environment, run as someone at a prompt would run them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program of this environment, seeing only the packages of `path` besides the installed ones."""
    environment = {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1", "COLUMNS": "200"}
    return subprocess.run(
        [*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
