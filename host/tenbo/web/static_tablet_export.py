"""A table in a browser as a folder of static files: any web server can serve it, and it plays offline from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, select_autoescape

from tenbo.validation.languages import LANGUAGES
from tenbo.web import STATIC
from tenbo.web.pages import TABLET
from tenbo.web.server.security_headers import COMPILING_CSP, ONLY_AS_HEADER
from tenbo.web.tablet_files import SERVICE_WORKER, WEB_MANIFEST, page_assets, service_worker_script, web_app_manifest
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from pathlib import Path

# The page, as seen from its folder.
PAGE = "./"
# Without these there is no table.
NEEDED = ("micropython/micropython.mjs", "micropython/micropython.wasm", "micropython/firmware.img")


def site_files() -> dict[str, bytes]:
    """Return each file of the folder by its path; raise what is missing."""
    for name in NEEDED:
        if not (STATIC / name).exists():
            message = "this Tenbo was installed without the table for browsers: run make web in the clone"
            raise StorageFault("no_file", message, name)
    shells = Environment(loader=PackageLoader("tenbo.web", "shells"), autoescape=select_autoescape())
    policy = COMPILING_CSP.replace(ONLY_AS_HEADER, "")
    page = shells.get_template(TABLET.shell).render(
        page=TABLET, language="", languages=LANGUAGES, base="", policy=policy, scope=PAGE
    )
    files = page_assets()
    files["index.html"] = page.encode()
    files[WEB_MANIFEST] = web_app_manifest(PAGE)
    files[SERVICE_WORKER] = service_worker_script(files, PAGE)
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
