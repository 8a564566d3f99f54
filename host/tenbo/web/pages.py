"""The pages by their addresses: each is the same HTML shell in the reader's language and a module that draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

import tenbo_core
from tenbo.validation.languages import LANGUAGES
from tenbo.web import LIBRARY, LIBRARY_MISSING, STATIC
from tenbo.web.static_files import KINDS, StaticFiles
from tenbo.web.tablet_files import SERVICE_WORKER, WEB_MANIFEST, page_assets, service_worker_script, web_app_manifest

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

# The page that a club begins with.
CLUB = "/club"
LANGUAGE_COOKIE = "tenbo-language"


class Page(NamedTuple):
    """One page: its address, its root element, the module that defines the element, its title and its stylesheet.

    One with a shell of its own has no root element.
    """

    path: str
    element: str
    module: str
    title: str
    style: str = ""
    shell: str = "page.html"


PAGES = (
    Page("/", "tenbo-hall", "pages/hall.js", "Hall"),
    Page("/hall", "tenbo-hall", "pages/hall.js", "Hall"),
    Page("/table/{table:int}", "tenbo-table", "pages/table.js", "Table"),
    Page("/table/{table:int}/hand", "tenbo-table-hand", "pages/table-hand.js", "Enter a hand"),
    Page("/score", "tenbo-score", "pages/score.js", "Score a hand"),
    Page("/overlay/{table:int}", "tenbo-overlay", "pages/overlay.js", "Table"),
    Page("/wall", "tenbo-wall", "pages/wall.js", "Wall", "style/wall.css"),
    Page("/wall/{wall:int}", "tenbo-wall", "pages/wall.js", "Wall", "style/wall.css"),
    Page(CLUB, "tenbo-club", "pages/club.js", "Club", "style/club.css"),
    Page("/club/person/{player:int}", "tenbo-person", "pages/person.js", "Club", "style/club.css"),
    Page("/club/game/{game:int}", "tenbo-game", "pages/game.js", "Game", "style/club.css"),
    Page("/me", "tenbo-me", "pages/me.js", "My table", "style/me.css"),
    Page("/slips", "tenbo-slips", "pages/slips.js", "Slips", "style/slips.css"),
    Page("/desk", "tenbo-desk", "pages/desk.js", "Desk", "style/desk.css"),
    Page("/join", "tenbo-join", "pages/join.js", "Log in"),
)
# What a browser is shown at any other address.
MISSING = Page("", "tenbo-missing", "pages/missing.js", "There is no page at this address.")
# A whole table in the browser, which is no view of the hall.
TABLET = Page("/tablet", "", "pages/tablet.js", "Table", "style/tablet.css", "tablet.html")


def pages_app(is_club: Callable[[], bool]) -> Starlette:
    """Return the application that answers every address outside the API; a club does not begin with the hall."""
    shells = Environment(loader=PackageLoader("tenbo.web", "shells"), autoescape=select_autoescape())
    files = StaticFiles(STATIC)

    def answer(page: Page, request: Request, status: int = 200) -> Response:
        if not LIBRARY.exists():
            return PlainTextResponse(LIBRARY_MISSING, 503)
        values: dict[str, object] = {"page": page, "language": choose_language(request), "languages": LANGUAGES}
        values |= {"version": tenbo_core.VERSION, "base": "/", "is_club": is_club()}
        if page is TABLET:
            values |= {"base": f"{TABLET.path}/", "scope": TABLET.path}
        text = shells.get_template(page.shell).render(values)
        return HTMLResponse(text, status, headers={"cache-control": "no-cache", "vary": "cookie, accept-language"})

    def of(page: Page) -> Route:
        async def get(request: Request) -> Response:
            if page.path == "/" and is_club():
                # The store may become a tournament's: no browser keeps it.
                return RedirectResponse(CLUB, headers={"cache-control": "no-store"})
            return answer(page, request)

        return Route(page.path, get)

    async def static(request: Request) -> Response:
        return files.serve(request, request.path_params["name"])

    async def tablet(request: Request) -> Response:
        """Answer for the page's own folder: what it loads, and what makes it installable."""
        name = request.path_params["name"]
        if name == WEB_MANIFEST:
            return Response(web_app_manifest(f"..{TABLET.path}"), media_type="application/manifest+json")
        if name == SERVICE_WORKER:
            # A licence lies among them, which no page loads.
            loaded = {path: data for path, data in page_assets().items() if path.endswith(tuple(KINDS))}
            source = service_worker_script(loaded, f"..{TABLET.path}")
            # It lies in a folder below the page that it keeps.
            headers = {"service-worker-allowed": TABLET.path, "cache-control": "no-cache"}
            return Response(source, headers=headers, media_type="text/javascript")
        return files.serve(request, name.removeprefix("static/"))

    async def icon(request: Request) -> Response:
        return files.serve(request, "icon.svg")

    async def missing(request: Request, _: Exception) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return answer(MISSING, request, 404)
        message = "this page does not exist: the hall is at /hall"
        return JSONResponse({"error": {"code": "bad_field", "message": message, "at": "path"}}, 404)

    routes = [
        *map(of, (*PAGES, TABLET)),
        Route(TABLET.path + "/{name:path}", tablet),
        Route("/static/{name:path}", static),
        Route("/favicon.ico", icon),
    ]
    return Starlette(routes=routes, exception_handlers={404: missing})


def choose_language(request: Request) -> str:
    """Return the language that the reader has chosen here, or else the first supported one of the browser's list."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    for part in request.headers.get("accept-language", "").split(","):
        asked = part.partition(";")[0].strip()[:2].lower()
        if asked in LANGUAGES:
            return asked
    return "en"
