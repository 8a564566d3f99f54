"""A table in a browser as a folder of static files: any web server can serve it, and it plays offline from there."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, select_autoescape

from tenbo.web import STATIC
from tenbo.web.pages import TABLET
from tenbo.web.server.security_headers import COMPILING_CSP, ONLY_AS_HEADER
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from pathlib import Path

# What the page loads, below the folder of static files.
PARTS = (
    "pages/tablet.js",
    "style/tablet.css",
    "tablet/*.js",
    "words.js",
    "words/*.json",
    "micropython/*",
    "icon.svg",
    "winds.woff",
)
# Without these there is no table.
NEEDED = ("micropython/micropython.mjs", "micropython/micropython.wasm", "micropython/firmware.img")
MANIFEST = {
    "name": "Tenbo table",
    "short_name": "Tenbo",
    "start_url": ".",
    "display": "fullscreen",
    "background_color": "#0b1310",
    "theme_color": "#0b1310",
    "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def site_files() -> dict[str, bytes]:
    """Return each file of the folder by its path; raise what is missing."""
    for name in NEEDED:
        if not (STATIC / name).exists():
            message = "this Tenbo was installed without the table for browsers: run make web in the clone"
            raise StorageFault("no_file", message, name)
    shells = Environment(loader=PackageLoader("tenbo.web", "shells"), autoescape=select_autoescape())
    policy = COMPILING_CSP.replace(ONLY_AS_HEADER, "")
    page = shells.get_template(TABLET.shell).render(page=TABLET, language="", base="", policy=policy)
    files = {f"static/{path.relative_to(STATIC).as_posix()}": path.read_bytes() for path in _paths()}
    files["index.html"] = page.encode()
    files["manifest.webmanifest"] = json.dumps(MANIFEST, indent=1).encode()
    files["service-worker.js"] = _service_worker(files)
    return files


def write_site(folder: Path) -> int:
    """Write the files into a folder, and return how many they are."""
    files = site_files()
    try:
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
    except OSError as error:
        raise StorageFault("cannot_write", f"{folder} cannot be written: {error.strerror}", "out") from None
    return len(files)


def _paths() -> list[Path]:
    return sorted({path for part in PARTS for path in STATIC.glob(part) if path.is_file()})


def _service_worker(files: dict[str, bytes]) -> bytes:
    """Return the worker that keeps the files: another one whenever any of them is another."""
    digest = hashlib.sha256(b"".join(path.encode() + data for path, data in sorted(files.items()))).hexdigest()[:16]
    head = f"const VERSION = {json.dumps(digest)};\nconst FILES = {json.dumps(['./', *sorted(files)])};\n"
    return head.encode() + (STATIC / "tablet" / "offline" / "service-worker.js").read_bytes()
