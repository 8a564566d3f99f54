"""Serves a table in a browser alone: the same files as its folder has, without a hall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from tenbo.client.own_addresses import bracketed_address, reachable_host
from tenbo.web.server.dial_in_server import bind_socket, listen_fault
from tenbo.web.server.security_headers import COMPILING_CSP, SECURITY_HEADERS
from tenbo.web.static_files import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

    from starlette.requests import Request

INDEX = "index.html"
PAGE = "text/html; charset=utf-8"
MANIFEST = "application/manifest+json"


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self._ready()


def serve_files(address: tuple[str, int], files: dict[str, bytes], ready: Callable[[str], None]) -> None:
    """Serve the files until the program is told to end; `ready` gets the address once they are there."""
    try:
        bound = bind_socket(address)
    except OSError as error:
        raise listen_fault(address, error) from None
    config = uvicorn.Config(files_app(files), log_level="warning", ws="none", lifespan="off")
    url = f"http://{bracketed_address(reachable_host(address[0]))}:{bound.getsockname()[1]}/"
    _Server(config, lambda: ready(url)).run([bound])


def files_app(files: dict[str, bytes]) -> Starlette:
    """Return the application that answers with the files by their paths."""
    headers = {name.decode(): value.decode() for name, value in SECURITY_HEADERS}
    headers |= {"content-security-policy": COMPILING_CSP, "cache-control": "no-cache"}

    async def answer(request: Request) -> Response:
        name = request.path_params["name"] or INDEX
        if name not in files:
            return Response("there is no such file", 404, headers)
        ending = name[name.rfind(".") :]
        kind = {".html": PAGE, ".webmanifest": MANIFEST}.get(ending) or KINDS.get(ending, "text/plain")
        return Response(files[name], headers={**headers, "content-type": kind})

    return Starlette(routes=[Route("/{name:path}", answer)])
