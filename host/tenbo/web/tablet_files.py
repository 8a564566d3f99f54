"""The files of a table in a browser: what its page loads, its manifest, and the worker that keeps them."""

from __future__ import annotations

import hashlib
import json

from tenbo.web import STATIC
from tenbo.web.source_comments import without_comments

# What the page loads, below the folder of static files.
PARTS = (
    "pages/tablet.js",
    "style/tablet.css",
    "tablet/*.js",
    "words.js",
    "words/tablet-*.json",
    "micropython/*",
    "icon.svg",
    "winds.woff",
)
SERVICE_WORKER = "service-worker.js"
WEB_MANIFEST = "manifest.webmanifest"
MANIFEST = {
    "name": "Tenbo table",
    "short_name": "Tenbo",
    "display": "fullscreen",
    "background_color": "#0b1310",
    "theme_color": "#0b1310",
    "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def page_assets() -> dict[str, bytes]:
    """Return all that the page loads, by its path below the page's folder."""
    paths = sorted({path for part in PARTS for path in STATIC.glob(part) if path.is_file()})
    return {
        f"static/{path.relative_to(STATIC).as_posix()}": without_comments(path.name, path.read_bytes())
        for path in paths
    }


def web_app_manifest(page: str) -> bytes:
    """Return what makes a page, named as seen from the manifest's folder, installable."""
    return json.dumps({**MANIFEST, "start_url": page, "scope": page}, indent=1).encode()


def service_worker_script(files: dict[str, bytes], page: str) -> bytes:
    """Return the worker that keeps a page and its files: another one whenever any of them is another."""
    digest = hashlib.sha256(b"".join(path.encode() + data for path, data in sorted(files.items()))).hexdigest()[:16]
    head = f"const VERSION = {json.dumps(digest)};\nconst FILES = {json.dumps([page, *sorted(files)])};\n"
    return head.encode() + (STATIC / "tablet" / "offline" / SERVICE_WORKER).read_bytes()
