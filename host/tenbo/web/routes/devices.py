"""The routes of devices: those without a table number, their numbers, ledgers, Wi-Fi, firmware and ports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.web.server.http_messages import HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import author_name, is_confirmed
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.device_numbering import DeviceNumbering
    from tenbo.hall.device_replacement import LedgerHandover
    from tenbo.hall.firmware_update import FirmwareRollout
    from tenbo.hall.table_views import TableViews
    from tenbo.hall.wifi_enrolment import WifiEnrolment
    from tenbo.web.auth.login import WifiNetwork


class DeviceRoutes:
    """What the desk does with devices."""

    def __init__(self, views: TableViews, numbering: DeviceNumbering, handover: LedgerHandover) -> None:
        self._views = views
        self._numbering = numbering
        self._handover = handover

    def unassigned_devices(self, _: HttpRequest) -> HttpResponse:
        """Return the ports whose device has no table number, or on which no device answers."""
        return json_response(self._views.unassigned_devices())

    def set_table_number(self, request: HttpRequest) -> HttpResponse:
        """Set the table number of a device: `device`, `table`; without a table its number is removed.

        A device that plays, or has results of another table, needs `yes`.
        """
        device, table_number = request.field("device", "text"), request.field("table", "int", None)
        if not is_confirmed(request):
            self._numbering.require_renumbering_confirmation(device, table_number)
        made = self._numbering.set_table_number(device, table_number, author_name(request))
        return json_response({"done": True}, records=[made])

    def restore_game(self, request: HttpRequest) -> HttpResponse:
        """Transfer a table's stored game to the spare `device`, with `why`; the old device no longer writes it.

        It may be the table's own device if its flash has lost the game. `ledger` names an earlier one of the table.
        """
        device, why = request.field("device", "text"), request.field("why", "text")
        number, named = request.int_param("table"), request.field("ledger", "text", "")
        return change_response(self._handover.restore_game(number, device, author_name(request), why, named))

    def reset_ledger(self, request: HttpRequest) -> HttpResponse:
        """Reset `device` to an empty ledger, so that it can serve as another table.

        If the device is a table already and its game would be given up, send `yes`.
        """
        device = request.field("device", "text")
        if not is_confirmed(request):
            self._handover.require_reset_confirmation(device)
        return json_response(self._handover.reset_ledger(device))


class WifiRoutes:
    """How a table without a cable finds this host."""

    def __init__(self, wifi: WifiEnrolment, network: WifiNetwork) -> None:
        self._wifi = wifi
        self._network = network

    def give_wifi(self, request: HttpRequest) -> HttpResponse:
        """Send the hall's Wi-Fi to a table on a cable: `name`, `password`, and the `address` of this host in it.

        Without a name it is the Wi-Fi of the settings, and without an address the gateway of that network. An empty
        name makes the table forget its Wi-Fi. The table restarts; while a hand is running the request is refused.
        """
        name = request.field("name", "text", None)
        if name is None and not self._network.name:
            message = sentence(
                "no_wifi_named",
                "the settings contain no Wi-Fi network: give its name (--wifi-name), or set wifi in the settings",
            )
            raise Malformed("missing_field", message, "name")
        password = self._network.password if name is None else request.field("password", "text", "")
        address = request.field("address", "text", "")
        self._wifi.give_wifi(
            request.int_param("table"),
            self._network.name if name is None else name,
            password,
            address,
            author_name(request),
        )
        return json_response({"done": True})


class FirmwareRoutes:
    """The bundled firmware, its update, and the ports that an update or another program needs."""

    def __init__(self, rollout: FirmwareRollout, fleet: DeviceRegistry) -> None:
        self._rollout = rollout
        self._fleet = fleet

    def status(self, _: HttpRequest) -> HttpResponse:
        """Return the bundled `firmware`, whether an update is `working`, and the state of each of `tables`.

        A `state` is waiting, to_prompt, writing (`done` of `of` files), restarting, back, done or failed; `why` says
        what went wrong and what to do. Each step is also published as a change.
        """
        return json_response(self._rollout.status())

    def update(self, request: HttpRequest) -> HttpResponse:
        """Update the firmware of `tables`, one after the other, as `tenbo flash` does; games and settings stay.

        Tables whose game is running need `yes`. Only one update runs at a time.
        """
        tables = request.field("tables", "counts")
        return json_response(self._rollout.begin(tables, author_name(request), yes=is_confirmed(request)))

    def release_port(self, request: HttpRequest) -> HttpResponse:
        """Release the port `port`, so that another program can use it; `again` takes it back afterwards."""
        port = request.field("port", "text")
        self._rollout.check_port_not_updating(port)
        if request.field("again", "bool", default=False):
            self._fleet.cancel_port_release(port)
        else:
            self._fleet.release_port(port)
        return json_response({"done": True})
