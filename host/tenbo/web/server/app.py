"""The ASGI application: checks the client and the host name, then calls the API route or serves the page."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from tenbo.client.http_client import MOST_BODY
from tenbo.validation.strict_json import json_error_text, parse_strict
from tenbo.web.auth.authentication import AccessDenied, session_id_from_cookie
from tenbo.web.auth.visibility import can_see_hidden
from tenbo.web.routes.route_fields import query_of, refuse_unknown_body_fields
from tenbo.web.routes.route_table import METHODS, allowed_methods, find_route
from tenbo.web.server.connection_limits import LINE_PATH
from tenbo.web.server.dial_in_server import refuse_websocket, websocket_required_response
from tenbo.web.server.http_messages import (
    ClientDisconnected,
    HttpRequest,
    HttpResponse,
    error_response,
    unrouted_error_response,
)
from tenbo.web.server.idempotency import IdempotencyCache
from tenbo.web.server.request_lanes import RETRY_AFTER_S, RequestLanes
from tenbo.web.server.security_headers import security_headers
from tenbo.web.sse import EventStreamClient
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tenbo.client.own_addresses import OwnHostNames
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.web.auth.authentication import ClientAuthenticator, Visitor
    from tenbo.web.routes.route_table import Answers, Route
    from tenbo.web.server.dial_in_server import DialInServer
    from tenbo.web.sse import EventStreams

LONGEST_PATH = 8_000
# The body of a refused request is read up to this size, and waited for this long.
MOST_DISCARDED, DISCARD_S = 65_536, 0.5
LONGEST_KEY = 80
# The header of the refusal of a request for which there is no thread.
RETRY_LATER = (("Retry-After", str(RETRY_AFTER_S)),)


class WebApp:
    """The ASGI application of the API and the pages."""

    def __init__(
        self,
        answers: Answers,
        streams: EventStreams,
        pages: ASGIApp,
        access: ClientAuthenticator,
        names: OwnHostNames,
        log: ServiceLog,
        lines: DialInServer,
    ) -> None:
        self._answers = answers
        self._streams = streams
        self._pages = pages
        self._access = access
        self._names = names
        self._log = log
        self._idempotency = IdempotencyCache()
        self._lines = lines
        self.lanes = RequestLanes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "websocket":
            await self._open_line(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        request, send = Request(scope, receive), _with_headers(send, scope["path"])
        try:
            self._check_name(request)
            if scope["path"] == "/v1/changes" and request.method in ("GET", "HEAD"):
                await self._follow(request, receive, send)
                return
            if scope["path"] == LINE_PATH:
                await _send_answer(websocket_required_response(), request, scope, receive, send, read=False)
                return
            if scope["path"] != "/v1" and not scope["path"].startswith("/v1/"):
                await self._pages(scope, receive, send)
                return
            answer, read = await self._response(request)
        except (ClientDisconnect, ClientDisconnected):
            return
        except Exception as error:  # noqa: BLE001 - an internal error is logged and answered, and ends nothing
            answer, read = self._error_answer(error, request), False
        await _send_answer(answer, request, scope, receive, send, read=read)

    async def _open_line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open the line of a table, for which its key is the only right it needs; pages of other origins may not."""
        try:
            connection = HTTPConnection(scope)
            self._check_name(connection)
            origin = connection.headers.get("origin")
            if origin is not None and not self._is_own_origin(origin, connection):
                raise AccessDenied("a page from another site may not open a table connection to this service", 403)
        except (AccessDenied, Refused) as error:
            status = error.status if isinstance(error, AccessDenied) else 403
            await refuse_websocket(unrouted_error_response(str(error), "Origin", status), send)
            return
        try:
            await self._lines.serve_websocket(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - an internal error ends one line, and is logged
            self._log.log_exception(error, path=LINE_PATH)

    def _error_answer(self, error: Exception, request: Request) -> HttpResponse:
        """Return an error as a response; an internal error is also logged."""
        if isinstance(error, AccessDenied):
            return unrouted_error_response(error.message, "token", error.status)._replace(
                headers=self._auth_challenge(error, request)
            )
        if isinstance(error, TenboError):
            match = find_route("GET" if request.method == "HEAD" else request.method, request.url.path)
            answer = error_response(error, () if match is None else match[1])
            return answer._replace(headers=RETRY_LATER) if error.code == "too_busy" else answer
        if isinstance(error, (ValueError, RecursionError)):
            return error_response(Malformed("bad_field", f"the request cannot be read: {error}", "request"))
        self._log.log_exception(error, path=request.url.path)
        return unrouted_error_response(
            sentence("internal_error", "internal error: see the log of the service (tenbo run), and report it"),
            "service",
            500,
        )

    @staticmethod
    def _auth_challenge(error: AccessDenied, request: Request) -> tuple[tuple[str, str], ...]:
        """Return the header that makes a browser ask for the password; requests of our own pages get none."""
        if error.status != HTTPStatus.UNAUTHORIZED or request.headers.get("sec-fetch-mode") in ("cors", "same-origin"):
            return ()
        return (("WWW-Authenticate", 'Basic realm="tenbo", charset="UTF-8"'),)

    # ---------------------------------------------------------------- who may what

    def _check_name(self, request: HTTPConnection) -> None:
        if not self._names.is_own_name(request.headers.get("host", ""), _arrived_at(request)):
            message = sentence(
                "foreign_host_name",
                "this service does not have this host name: use 127.0.0.1, or add the host name to names in "
                "the settings",
            )
            raise Refused("no_permission", message, "Host")
        # Only browsers send this header, with every request that another origin's page makes.
        if request.headers.get("sec-fetch-site") in ("cross-site", "same-site") and (
            request.headers.get("sec-fetch-mode") != "navigate"
        ):
            raise AccessDenied("a page from another site may not send requests to this service", 403)

    def _is_own_origin(self, origin: str, request: HTTPConnection) -> bool:
        # Some proxies name the scheme of a WebSocket; the first of several proxies is the one that the browser reaches.
        proxied = request.headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
        scheme = {"ws": "http", "wss": "https"}.get(proxied, proxied)
        return self._names.is_own_origin(origin, request.headers["host"], scheme)

    def _check_acting(self, request: Request, route: Route, visitor: Visitor, varying: dict[str, str]) -> None:
        """Check the role of a request that acts, its origin and its content type."""
        visitor.require_role(route.required_role, varying.get("table"))
        if route.method != "POST":
            return
        origin = request.headers.get("origin")
        if origin is None and visitor.by_cookie:
            raise AccessDenied(
                "a page that changes something must say which site it is from: the header Origin is missing", 403
            )
        if origin is not None and not self._is_own_origin(origin, request):
            raise AccessDenied("a page from another site may not change anything in this service")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Malformed("bad_field", "send the body as application/json", "Content-Type")

    # ---------------------------------------------------------------- answering

    async def _response(self, request: Request) -> tuple[HttpResponse, bool]:
        """Return the response of the matching route, and whether the body was read.

        Only clients that may act have it read.
        """
        path, method = request.scope["path"], request.method
        if len(path) > LONGEST_PATH:
            return unrouted_error_response(f"an address can have at most {LONGEST_PATH} bytes", "path", 414), False
        if method not in METHODS and not allowed_methods(path):
            return unrouted_error_response(f"there is no method {method}", "method", 501), False
        match = find_route("GET" if method == "HEAD" else method, path)
        visitor = self._access.authenticate(request.headers, _client(request))
        if match is None:
            visitor.require_role("reader")
            return _not_found(path, method), False
        route, varying = match
        self._check_acting(request, route, visitor, varying)
        body = await _body(request)
        query = query_of(request.query_params.multi_items(), route.answer.__name__)
        client, session = _client(request), session_id_from_cookie(request.headers, self._access.cookie)
        connection, called = request.scope["state"]["connection"], request.headers["host"]
        # A waiting request does not start when its client has gone, and a running query is aborted.
        fields = _fields(body)
        if method == "POST":
            refuse_unknown_body_fields(fields, route.answer.__name__)
        asked = HttpRequest(varying, query, fields, visitor, client, session, called, connection.is_lost)
        lane = self.lanes.lane(waits=route.waits)
        is_reader = route.required_role is not None and not can_see_hidden(visitor)
        answer = partial(self._answers[route.answer], asked)
        if route.method == "POST" and (key := request.headers.get("idempotency-key")):
            # Of one client alone: a guessed key tells no other client what was answered.
            scope = "\n".join((session or client, str(visitor.role), path, key[:LONGEST_KEY]))
            answer = partial(self._idempotency.run_once, scope, answer)
        return await lane.run(answer, asked.check_connected, is_reader=is_reader), True

    async def _follow(self, request: Request, receive: Receive, send: Send) -> None:
        """Stream the changes after `Last-Event-ID`, or from now on; `HEAD` says whether there is room."""
        visitor = self._access.authenticate(request.headers, _client(request))
        visitor.require_role("reader")
        query = query_of(request.query_params.multi_items(), "changes")
        given = request.headers.get("last-event-id") or query.get("after")
        last = None if given is None else HttpRequest({}, {"after": given}, {}).int_param("after")

        def may() -> bool:
            # The session may have ended meanwhile, or its codes may have been renewed.
            try:
                return self._access.authenticate(request.headers, _client(request)) == visitor
            except AccessDenied:
                return False

        follower = EventStreamClient(request.scope["state"]["connection"], last, visitor, may)
        if request.method == "HEAD":
            self._streams.check_room(follower)
            await Response(media_type="text/event-stream")(request.scope, receive, send)
            return
        await self._streams.serve_client(follower, receive, send)


def _not_found(path: str, method: str) -> HttpResponse:
    """Return an error that lists the methods of a page, or that the page does not exist."""
    allowed = allowed_methods(path)
    if not allowed:
        return unrouted_error_response(
            sentence("unknown_page", "this page does not exist: see the API page"), "path", 404
        )
    headers = (("Allow", ", ".join(allowed)),)
    if method == "OPTIONS":
        return HttpResponse(b"", 204, headers=headers)
    text = f"{method} is not allowed at this address; allowed: {' and '.join(allowed)}"
    return unrouted_error_response(text, "method", 405)._replace(headers=headers)


async def _body(request: Request) -> bytes:
    """Return the body; its announced length is checked before it is read."""
    if "transfer-encoding" in request.headers:
        raise Malformed("bad_field", "send the body with its Content-Length", "Transfer-Encoding")
    if int(request.headers.get("content-length") or "0") > MOST_BODY:
        raise Malformed(
            "bad_field",
            sentence("body_too_long", "a request body can have at most {most_body} bytes", most_body=MOST_BODY),
            "Content-Length",
        )
    return await request.body()


async def _discard_body(request: Request) -> None:
    """Read the short body of a refused request.

    What arrives after a connection is closed resets it, and the client would lose the answer, too.
    """
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) <= MOST_DISCARDED and "transfer-encoding" not in request.headers:
        with contextlib.suppress(TimeoutError, ClientDisconnect):
            await asyncio.wait_for(request.body(), DISCARD_S)


def _fields(body: bytes) -> dict[str, Any]:
    if not body:
        return {}
    try:
        fields = parse_strict(body)
    except (ValueError, RecursionError) as error:
        raise Malformed("bad_json", f"the body is {json_error_text(error)}", "body") from None
    if not isinstance(fields, dict):
        raise Malformed("bad_json", "the body is not a JSON object", "body")
    return fields


async def _send_answer(
    answer: HttpResponse, request: Request, scope: Scope, receive: Receive, send: Send, *, read: bool
) -> None:
    """Send a response."""
    if not read:
        await _discard_body(request)
    headers = {"cache-control": "no-store", **dict(answer.headers)}
    if answer.status != HTTPStatus.NO_CONTENT:
        headers["content-type"] = answer.kind
    # An unread body would be read as the next request.
    if not read and ("content-length" in request.headers or "transfer-encoding" in request.headers):
        headers["connection"] = "close"
    response = Response(answer.body, answer.status, headers)
    await response(scope, receive, send)


def _with_headers(send: Send, path: str) -> Callable[[Message], Awaitable[None]]:
    """Return a send function that adds the security headers to every response."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *security_headers(path)]}
        await send(message)

    return sent


def _client(request: Request) -> str:
    """Return the client address; a client without one counts as remote."""
    return request.client.host if request.client else "0.0.0.0"  # noqa: S104 - not an address to bind here


def _arrived_at(request: HTTPConnection) -> str:
    """Return the address of this computer at which a request arrived."""
    return (request.scope.get("server") or ("",))[0]
