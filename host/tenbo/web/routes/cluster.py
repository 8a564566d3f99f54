"""The routes for the desk of a larger hall: this host's stored events, its clock, and commands to its devices."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tenbo.devices.device_keys import HallSecret
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import author_name, page_size

if TYPE_CHECKING:
    from tenbo.cluster.host_registry import HostRegistry
    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.hall.desk_command_executor import DeskCommandExecutor
    from tenbo.store import EventStore
    from tenbo.web.server.desk_host_heartbeats import DeskHeartbeats

PAGE = 500
LONGEST_PAGE = 5000


class ClusterRoutes:
    """This host, called `name`, and the hosts that it follows as a desk."""

    def __init__(
        self,
        name: str,
        own_store: EventStore,
        desks: DeskHeartbeats,
        cluster: HostRegistry,
        commands: DeskCommandExecutor,
        keys: DeviceKeys,
    ) -> None:
        self._name = name
        self._own_store = own_store
        self._desks = desks
        self._cluster = cluster
        self._commands = commands
        self._keys = keys

    def events(self, request: HttpRequest) -> HttpResponse:
        """Return the stored events of this host, for a desk that replicates them.

        Without `stream` the answer is the last number and hash of every stream. With it, it is at most `most` rows
        after number `after`: number, time, kind, body, the hash of the previous row and its own. `desk` is the name of
        the desk.
        """
        if desk := request.query.get("desk", ""):
            self._desks.record_heartbeat(desk[:40])
        after, most = request.int_param("after", -1), max(1, page_size(request, PAGE, LONGEST_PAGE))
        stream = request.query.get("stream")
        if stream is None:
            heads = {name: [head.seq, head.hash.hex()] for name, head in self._own_store.heads().items()}
            return json_response({"host": self._name, "streams": heads})
        rows = islice(self._own_store.rows(stream, after), most)
        return json_response([[row.seq, row.ts_ms, row.kind, row.body, row.prev.hex(), row.hash.hex()] for row in rows])

    def share_secret(self, request: HttpRequest) -> HttpResponse:
        """Adopt the `secret` of the hall `hall`, from which its tables' keys are derived, or return this host's.

        Without `secret` the answer has this host's secret. All hosts of one desk share it, so that a table can be moved
        to another host.
        """
        hall, secret = request.field("hall", "text", ""), request.field("secret", "text", "")
        if not secret:
            own = self._keys.get_or_create_secret()
            return json_response({"hall": own.hall, "secret": own.secret})
        return json_response({"hall": self._keys.adopt_secret(HallSecret(hall, secret)).hall})

    def hosts(self, request: HttpRequest) -> HttpResponse:
        """Return the followed hosts, and for desk and referee the conflicts between them, each with its remedy."""
        doubts = self._cluster.conflicts() if request.visitor.role in ("desk", "referee") else []
        return json_response({"hosts": self._cluster.host_statuses(), "doubts": doubts})

    def choose_version(self, request: HttpRequest) -> HttpResponse:
        """Choose the version of a forked `ledger`: `host` is a host's name or here, and `why` the reason."""
        ledger, host, why = request.field("ledger", "line"), request.field("host", "line"), request.field("why", "line")
        made = self._cluster.choose_version(ledger, host, why, author_name(request))
        return json_response({"done": True}, records=[made])

    def cancel_deferred(self, request: HttpRequest) -> HttpResponse:
        """Cancel the deferred commands of a `host` that is cut off and has not begun them; return their number."""
        return json_response({"taken_back": self._cluster.cancel_deferred(request.field("host", "line"))})

    def run_device_command(self, request: HttpRequest) -> HttpResponse:
        """Run a command of a `device`: a message's `name` and `fields`; repeated under one `id` it runs once.

        The answers come with this host's count of milliseconds before and after.
        """
        device, name = request.field("device", "text"), request.field("name", "text")
        fields, key = request.field("fields", "list"), request.field("id", "text")
        return self._desks.idempotency.run_once(
            key, lambda: change_response(self._commands.execute(device, name, fields))
        )
