"""Finds the MicroPython and the firmware folder that a simulated table runs."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from tenbo.flash.build.files import find_firmware_folder
from tenbo_core.errors import LinkFault

ABSENT = (
    "there is no MicroPython on this machine: in the clone install it with "
    f"`{sys.executable} -m pip install '.[sim]'`, or, where that has no wheel, put a `micropython` of your system "
    "(Debian: `apt install micropython`) or of your own build "
    "on the PATH"
)


def find_micropython() -> Path:
    """Return the MicroPython beside this Python, or the one on the PATH."""
    beside = Path(sys.executable).with_name("micropython")
    if beside.exists():
        return beside
    program = shutil.which("micropython")
    if program is None:
        raise LinkFault("not_installed", ABSENT, "micropython")
    return Path(program)


def micropython_command() -> list[str]:
    """Return how MicroPython is started, before its own arguments.

    The program of the wheel is a Python that becomes a MicroPython. One that looks for nothing installed besides does
    so in half the time.
    """
    program = find_micropython()
    module = find_spec("micropython_unix") if program.parent == Path(sys.executable).parent else None
    if module is None or module.origin is None:
        return [str(program)]
    place = f"import sys; sys.path.append({str(Path(module.origin).parent)!r})"
    becoming = f"{place}; import micropython_unix as unix; sys.exit(unix.main())"
    return [sys.executable, "-I", "-S", "-c", becoming]


def firmware_folder() -> Path:
    """Return the folder of the modules that simulated tables run: ours, or the one that TENBO_FIRMWARE names."""
    named = os.environ.get("TENBO_FIRMWARE")
    return Path(named) if named else find_firmware_folder()
