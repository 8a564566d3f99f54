"""The server: HTTP on this computer, a thread for each client, changes as a stream of server-sent events."""

from __future__ import annotations

import hmac
import ipaddress
import json
import socket
import socketserver
import sys
import threading
import time
from base64 import b64decode
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import tenbo_core
from tenbo.api.messages import HttpRequest, HttpResponse, of_error, of_trouble
from tenbo.api.routes import find, methods_at
from tenbo_core.errors import Malformed, Refused, TenboError

if TYPE_CHECKING:
    from tenbo.api.host import Host

MOST_BODY = 1_000_000
# A follower of changes is sent something at least this often, so that a dead connection is noticed.
BEAT_S = 10.0
MOST_WATCHERS = 200
# All connections together; one more replaces the one that has kept us waiting longest.
MOST_CONNECTIONS = 256
SOCKET_S = 30
# A request must arrive within this time, however slowly its bytes come.
REQUEST_S = 15.0


class Denied(Exception):
    """The client lacks permission; the message says what is missing."""


class Server(ThreadingHTTPServer):
    """Answers for a service. Reading is free on this computer and needs the password from others; acting the token."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(
        self,
        address: tuple[str, int],
        host: Host,
        token: str,
        hosts: tuple[str, ...] = (),
        password: str = "",
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        # Connections whose request has not arrived yet, and their deadlines.
        self._deadlines: dict[Any, float] = {}
        self._connections: set[Any] = set()
        self._counting = threading.RLock()
        super().__init__(address, Handler)
        self.host = host
        # Set when the service ends, so that whoever follows the changes learns it at once.
        self.closing = threading.Event()
        self.token = token
        self.password = password
        own, port = str(self.server_address[0]), self.server_address[1]
        names = {f"[{own}]" if ":" in own else own, "127.0.0.1", "localhost", "[::1]", *hosts}
        # A page that somebody opens elsewhere may point its own name at us: only these names are ours.
        self.names = names | {f"{name}:{port}" for name in names}
        self.watchers = threading.Semaphore(MOST_WATCHERS)

    def server_bind(self) -> None:
        """Take the address, without asking the network for our name: there may be none in a hall."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    @property
    def url(self) -> str:
        """Return the address that a client on this computer uses."""
        host, port = str(self.server_address[0]), self.server_address[1]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not an address to bind here
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    # ---------------------------------------------------------------- connections are bounded

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start answering a client; when there are too many, the slowest connection is closed."""
        with self._counting:
            if len(self._connections) >= MOST_CONNECTIONS:
                if not self._deadlines:
                    self.shutdown_request(request)
                    return
                slowest = min(self._deadlines, key=self._deadlines.__getitem__)
                del self._deadlines[slowest]
                _cut(slowest)
            self._connections.add(request)
            self._deadlines[request] = time.monotonic() + REQUEST_S
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection and forget it."""
        with self._counting:
            self._connections.discard(request)
            self._deadlines.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Close connections whose request takes too long; the server calls this twenty times a second."""
        now = time.monotonic()
        with self._counting:
            for request in [request for request, until in self._deadlines.items() if until < now]:
                _cut(request)

    def awaits(self, request: Any, seconds: float | None) -> None:
        """Set the time limit for a connection's next request; None: the request has arrived."""
        with self._counting:
            if seconds is None:
                self._deadlines.pop(request, None)
            elif request in self._connections:
                self._deadlines[request] = time.monotonic() + seconds

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - of the base class
        """Log a mistake of ours; a client that goes away is not one."""
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):
            self.host.hall.log.mistake(error)


def _cut(request: Any) -> None:
    """Shut a connection down; the thread that reads from it then closes it."""
    try:
        request.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = f"tenbo/{tenbo_core.VERSION}"
    sys_version = ""
    timeout = SOCKET_S

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Keep requests out of the log: it is for what happens at the tables."""

    def handle_one_request(self) -> None:
        """Wait for a request within the time limit, and answer it."""
        self.server.awaits(self.connection, REQUEST_S)
        super().handle_one_request()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Answer an unreadable request in JSON, like everything else."""
        self.close_connection = True
        text = message or HTTPStatus(code).phrase
        self._send(of_trouble(f"the request cannot be read: {text}", "request", code))

    def do_GET(self) -> None:
        """Answer any request."""
        self._answer()

    do_HEAD = do_POST = do_OPTIONS = do_GET  # noqa: N815 - the base class finds methods by these names
    do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815 - the same

    def _answer(self) -> None:
        # A body that nobody has read would be taken for the next request.
        self._asked_to_close = self.close_connection
        if "Content-Length" in self.headers or "Transfer-Encoding" in self.headers:
            self.close_connection = True
        try:
            parts = urlsplit(self.path)
            self._check_name()
            self._check_reader()
            if self.command in ("GET", "HEAD") and parts.path == "/v1/changes":
                self._stream(dict(parse_qsl(parts.query)))
                return
            self._send(self._response(parts.path, dict(parse_qsl(parts.query))))
        except Denied as error:
            self._send(of_trouble(str(error), "token", 401))
        except TenboError as error:
            self._send(of_error(error))
        except (ValueError, RecursionError) as error:
            self._send(of_error(Malformed("bad_field", f"the request cannot be read: {error}", "request")))
        except OSError:
            self.close_connection = True
        except Exception as error:  # noqa: BLE001 - a mistake of ours is told to both sides, and ends nothing
            self.server.host.hall.log.mistake(error, path=self.path)
            self.close_connection = True
            self._send(of_trouble("a mistake in this program: see the log of tenbo run, and report it", "service", 500))

    def _response(self, path: str, query: dict[str, str]) -> HttpResponse:
        """Return the answer of the route that is meant; a body is read only of who may act."""
        match = find("GET" if self.command == "HEAD" else self.command, path)
        if match is None:
            allowed = methods_at(path)
            if not allowed:
                return of_trouble("there is no such page: see the page of the API", "path", 404)
            headers = (("Allow", ", ".join(allowed)),)
            if self.command == "OPTIONS":
                return HttpResponse(b"", 204, headers=headers)
            text = f"{self.command} is not for this page: it takes {' and '.join(allowed)}"
            return of_trouble(text, "method", 405)._replace(headers=headers)
        route, varying = match
        if route.acts:
            self._check_token()
        body = self._body()
        return route.answer(self.server.host, HttpRequest(varying, query, self._fields(body), desk=self._is_desk()))

    # ---------------------------------------------------------------- who may what

    def _check_name(self) -> None:
        if self.headers.get("Host", "") not in self.server.names:
            message = "this name is not one of ours: use 127.0.0.1, or give the name with names in the settings"
            raise Refused("no_permission", message, "Host")

    def _check_reader(self) -> None:
        """Let programs of this computer read freely, others with the password or the token."""
        if _is_here(str(self.client_address[0])):
            return
        kind, _, given = self.headers.get("Authorization", "").partition(" ")
        if kind == "Bearer" and _same(given, self.server.token):
            return
        if kind == "Basic" and self.server.password:
            try:
                password = b64decode(given).decode().partition(":")[2]
            except ValueError:
                password = ""
            if _same(password, self.server.password):
                return
        raise Denied("from another computer the service answers only with its password")

    def _is_desk(self) -> bool:
        return _same(self.headers.get("Authorization", ""), f"Bearer {self.server.token}")

    def _check_token(self) -> None:
        """Let only our own programs act: the token, JSON, and no page of another place."""
        if not self._is_desk():
            raise Denied("acting needs the token that stands beside the store")
        origin = self.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc not in self.server.names:
            raise Denied("a page of another place may not act here")
        if self.headers.get_content_type() != "application/json":
            raise Malformed("bad_field", "send the body as application/json", "Content-Type")

    # ---------------------------------------------------------------- bytes

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding"):
            raise Malformed("bad_field", "send the body with its Content-Length", "Transfer-Encoding")
        text = self.headers.get("Content-Length") or "0"
        if not (text.isascii() and text.isdigit() and len(text) < 12) or int(text) > MOST_BODY:
            raise Malformed("bad_field", f"a body has at most {MOST_BODY} bytes", "Content-Length")
        body = self.rfile.read(int(text))
        if len(body) < int(text):
            raise Malformed("bad_json", "the body ended too early", "body")
        self.close_connection = self._asked_to_close
        self.server.awaits(self.connection, None)
        return body

    @staticmethod
    def _fields(body: bytes) -> dict[str, Any]:
        if not body:
            return {}
        try:
            fields = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise Malformed("bad_json", f"the body is not JSON: {error}", "body") from None
        if not isinstance(fields, dict):
            raise Malformed("bad_json", "the body is not a JSON object", "body")
        return fields

    def _send(self, response: HttpResponse) -> None:
        try:
            self.send_response(response.status)
            self.send_header("Content-Type", response.kind)
            self.send_header("Content-Length", str(len(response.body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            if response.status == HTTPStatus.UNAUTHORIZED:
                self.send_header("WWW-Authenticate", 'Basic realm="tenbo", charset="UTF-8"')
            for name, value in response.headers:
                self.send_header(name, value)
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(response.body)
        except OSError:
            self.close_connection = True

    def _stream(self, query: dict[str, str]) -> None:
        """Send changes until the client goes away, from the one after `Last-Event-ID` or from now on."""
        changes = self.server.host.hall.changes
        given = self.headers.get("Last-Event-ID") or query.get("after")
        last = changes.last if given is None else HttpRequest({}, {"after": given}, {}).number("after")
        if not self.server.watchers.acquire(blocking=False):
            raise Refused("not_allowed_now", "too many watch already: close some", "changes")
        try:
            self.close_connection = True
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.send_header("Connection", "close")
            self.end_headers()
            if self.command == "HEAD":
                return
            self.server.awaits(self.connection, None)
            self.wfile.write(b": tenbo\n\n")
            for news in changes.follow(last, BEAT_S):
                lines = [
                    f"id: {change.id}\nevent: {change.kind}\ndata: {json.dumps(change.data)}\n\n" for change in news
                ]
                self.wfile.write("".join(lines or [": here\n\n"]).encode())
                if self.server.closing.is_set():
                    return
        except OSError:
            self.close_connection = True
        finally:
            self.server.watchers.release()


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())


def _is_here(address: str) -> bool:
    """Return whether an address is this computer's own.

    >>> _is_here("127.0.0.1"), _is_here("::1"), _is_here("::ffff:127.0.0.1"), _is_here("192.168.1.7")
    (True, True, True, False)
    """
    here = ipaddress.ip_address(address.partition("%")[0])
    mapped = here.ipv4_mapped if isinstance(here, ipaddress.IPv6Address) else None
    return (mapped or here).is_loopback


def beyond_here(host: str) -> bool:
    """Return whether listening at an address opens the service to other computers.

    >>> beyond_here("127.0.0.1"), beyond_here("localhost"), beyond_here("0.0.0.0"), beyond_here("::")
    (False, False, True, True)
    """
    try:
        return not _is_here(host)
    except ValueError:
        return host != "localhost"
