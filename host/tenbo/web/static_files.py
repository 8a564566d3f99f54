"""The static files of the pages: cached in memory, compressed once, with an ETag of their content."""

from __future__ import annotations

import gzip
import hashlib
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import Response

from tenbo.web.source_comments import without_comments

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".wasm": "application/wasm",
    ".img": "application/octet-stream",
    ".bin": "application/octet-stream",
    ".ico": "image/x-icon",
}
PACKED = (".js", ".mjs", ".css", ".svg", ".json", ".wasm", ".img", ".bin")


class CachedFile(NamedTuple):
    """A file as it was read."""

    written_ns: int
    body: bytes
    packed: bytes | None
    tag: str


class StaticFiles:
    """All files below a folder with an ending that pages need. No path outside the folder is ever opened."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, CachedFile] = {}
        self._names = self._list_files()

    def serve(self, request: Request, name: str) -> Response:
        """Return a file, or that the browser's copy is current."""
        if name not in self._names:
            # The file may be new. A name is served only if it is in the list of existing files.
            self._names = self._list_files()
        path = self._names.get(name)
        if path is None:
            return Response("there is no such file", 404, media_type="text/plain")
        held = self._read(name, path)
        headers = {"cache-control": "no-cache", "etag": held.tag, "vary": "accept-encoding"}
        if held.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        headers["content-type"] = KINDS[path.suffix]
        if held.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(held.packed, headers={**headers, "content-encoding": "gzip"})
        return Response(held.body, headers=headers)

    def _list_files(self) -> dict[str, Path]:
        files = [path for path in self._folder.rglob("*") if path.suffix in KINDS and path.is_file()]
        return {path.relative_to(self._folder).as_posix(): path for path in files}

    def _read(self, name: str, path: Path) -> CachedFile:
        """Return a file; it is read again when it has changed."""
        held, written_ns = self._held.get(name), path.stat().st_mtime_ns
        if held is None or held.written_ns != written_ns:
            body = without_comments(name, path.read_bytes())
            packed = gzip.compress(body, 9, mtime=0) if path.suffix in PACKED else None
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            held = self._held[name] = CachedFile(written_ns, body, packed, tag)
        return held
