"""Builds what a release consists of into dist/, after looking whether this commit can be one: `make release`.

    tenbo-VERSION-py3-none-any.whl   the wheel for every system
    tenbo-VERSION.tar.gz             the sources
    tenbo-VERSION-device.zip         the device's files, as sources and compiled for a Pico
    SHA256SUMS                       checksums of all of them

It changes nothing else: the tag is set by hand.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICO = "armv6m"
# Files in an archive have the same time in each build of a version.
MOMENT = (2020, 1, 1, 0, 0, 0)
PAGES = ("lit-html/lit-html.js", "micropython/firmware.img")


class NotReadyError(Exception):
    """Something of the release is missing."""


def check_changelog(text: str, version: str) -> None:
    r"""Refuse a changelog without a section for the version, or with lines that belong to none.

    >>> check_changelog("## Unreleased\n\n### Added\n\n## 1.0.0 - 2026-11-27\n\n- All.\n", "1.0.0")
    >>> check_changelog("## Unreleased\n\n- More.\n\n## 1.0.0 - 2026-11-27\n", "1.0.0")
    Traceback (most recent call last):
    tools.release.NotReadyError: CHANGELOG.md has lines under Unreleased: move them to 1.0.0
    """
    sections = dict(re.findall(r"^## (\S+).*?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    if not re.search(rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$", text, re.MULTILINE):
        message = f"CHANGELOG.md has no section '## {version} - YEAR-MONTH-DAY'"
        raise NotReadyError(message)
    if re.search(r"^- ", sections.get("Unreleased", ""), re.MULTILINE):
        message = f"CHANGELOG.md has lines under Unreleased: move them to {version}"
        raise NotReadyError(message)


def check_page_packages(folder: Path) -> None:
    """Refuse to build without what the pages draw with."""
    missing = [name for name in PAGES if not (folder / name).is_file()]
    if missing:
        message = f"the pages lack {', '.join(missing)}: run make web"
        raise NotReadyError(message)


def check_tree() -> None:
    """Refuse a tree with changes that no commit has."""
    if run_git("status", "--porcelain"):
        message = "the tree has changes that are not committed: a release is built from a commit"
        raise NotReadyError(message)


def run_git(*words: str) -> str:
    """Return what git says."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    return done.stdout.strip()


def write_device_archives(place: Path) -> None:
    """Write the device's files: as they lie in the tree, and compiled as `tenbo flash` puts them on a Pico."""
    from tenbo.flash import compile_files, firmware_files  # noqa: PLC0415 - after the checks

    files = firmware_files(ROOT / "firmware")
    compiled = compile_files(files, PICO)
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, contents in (("source", files), (PICO, compiled)):
            for path, data in sorted(contents.items()):
                archive.writestr(zipfile.ZipInfo(f"{place.stem}/{folder}/{path}", MOMENT), data, zipfile.ZIP_DEFLATED)


def checksums(folder: Path) -> str:
    """Return a line for each file, as `sha256sum --check` reads them."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def main() -> int:
    """Build everything, or say what is missing."""
    import tenbo_core  # noqa: PLC0415 - read from the tree

    version, folder = tenbo_core.VERSION, ROOT / "dist"
    try:
        check_changelog((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
        check_page_packages(ROOT / "host/tenbo/web/static")
        if "--any-tree" not in sys.argv:
            check_tree()
    except NotReadyError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    write_device_archives(folder / f"tenbo-{version}-device.zip")
    sums = checksums(folder)
    (folder / "SHA256SUMS").write_text(sums, "utf-8")
    sys.stdout.write(sums)
    sys.stdout.write(
        f"\nTo publish it: git tag -a v{version} -m 'Tenbo {version}' {run_git('rev-parse', '--short', 'HEAD')}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
