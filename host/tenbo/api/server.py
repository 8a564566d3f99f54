"""The server: HTTP on this computer, a thread for each client, changes as a stream of server-sent events."""

from __future__ import annotations

import hmac
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from tenbo import __version__
from tenbo.api.messages import Request, Response, of_error, of_json
from tenbo.api.routes import find
from tenbo_core.errors import Malformed, Refused, TenboError

if TYPE_CHECKING:
    from tenbo.service.service import Service

MOST_BODY = 1_000_000
# A watcher hears from us at least this often, so that a dead connection is noticed.
BEAT_S = 10.0
MOST_WATCHERS = 200
SOCKET_S = 30


class Server(ThreadingHTTPServer):
    """Answers for a service. Reading is free; acting needs the token."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], service: Service, token: str, hosts: tuple[str, ...] = ()) -> None:
        super().__init__(address, Handler)
        self.service = service
        self.token = token
        host, port = self.server_address[:2]
        names = {str(host), "127.0.0.1", "localhost", "[::1]", *hosts}
        # A page that somebody opens elsewhere may point its own name at us: only these names are ours.
        self.names = names | {f"{name}:{port}" for name in names}
        self.watchers = threading.Semaphore(MOST_WATCHERS)

    @property
    def url(self) -> str:
        """Give the address that a client uses."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that goes away is no fault of ours."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = f"tenbo/{__version__}"
    sys_version = ""
    timeout = SOCKET_S

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Keep requests out of the log: it is for what happens at the tables."""

    def do_GET(self) -> None:
        """Answer a question."""
        self._answer("GET")

    def do_POST(self) -> None:
        """Do what is asked for, if the token is right."""
        self._answer("POST")

    def _answer(self, method: str) -> None:
        try:
            body = self._body()
            if self.headers.get("Host", "") not in self.server.names:
                raise Refused("not_allowed_now", "this name is not one of ours: use 127.0.0.1", "Host")
            parts = urlsplit(self.path)
            query = dict(parse_qsl(parts.query))
            if method == "GET" and parts.path == "/v1/changes":
                self._stream(query)
                return
            found = find(method, parts.path)
            if found is None:
                self._send(
                    of_json({"error": {"code": "bad_field", "message": "there is no such page", "at": "path"}}, 404)
                )
                return
            route, varying = found
            if route.acts:
                self._check_token()
            self._send(route.answer(self.server.service, Request(varying, query, self._fields(body))))
        except PermissionError as error:
            self._send(of_json({"error": {"code": "not_allowed_now", "message": str(error), "at": "token"}}, 401))
        except TenboError as error:
            self._send(of_error(error))
        except (ValueError, RecursionError) as error:
            self._send(of_error(Malformed("bad_field", f"the request cannot be read: {error}", "request")))

    def _check_token(self) -> None:
        """Let only our own programs act: the token, JSON, and no page of another place."""
        given = self.headers.get("Authorization", "")
        if not hmac.compare_digest(given.encode(), f"Bearer {self.server.token}".encode()):
            raise PermissionError("acting needs the token that stands beside the store")
        origin = self.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc not in self.server.names:
            raise PermissionError("a page of another place may not act here")
        if self.headers.get_content_type() != "application/json":
            raise Malformed("bad_field", "send the body as application/json", "Content-Type")

    def _body(self) -> bytes:
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 <= length <= MOST_BODY:
            self.close_connection = True
            raise Malformed("bad_field", f"a body has at most {MOST_BODY} bytes", "body")
        return self.rfile.read(length) if length else b""

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

    def _send(self, response: Response) -> None:
        self.send_response(response.status)
        self.send_header("Content-Type", response.kind)
        self.send_header("Content-Length", str(len(response.body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(response.body)

    def _stream(self, query: dict[str, str]) -> None:
        """Send changes for ever, from the one after `Last-Event-ID` or from now on."""
        if not self.server.watchers.acquire(blocking=False):
            raise Refused("not_allowed_now", "too many watch already: close some", "changes")
        try:
            changes = self.server.service.hall.changes
            given = self.headers.get("Last-Event-ID") or query.get("after")
            last = int(given) if given is not None else changes.last
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            self.wfile.write(b": tenbo\n\n")
            for found in changes.follow(last, BEAT_S):
                lines = [f"id: {one.id}\nevent: {one.kind}\ndata: {json.dumps(one.data)}\n\n" for one in found]
                self.wfile.write("".join(lines or [": here\n\n"]).encode())
                if self.server.service.closing.is_set():
                    return
        except OSError:
            self.close_connection = True
        finally:
            self.server.watchers.release()
