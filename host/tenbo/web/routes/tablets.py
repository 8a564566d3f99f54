"""The route of what makes a tablet or phone the device of a table, as a picture for its camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

import segno

from tenbo.printing.posters import tablet_link
from tenbo.web.auth.authentication import MOST_TABLES
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.public_address import public_address
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.web.auth.authentication import ClientAuthenticator
    from tenbo.web.auth.login import WifiNetwork


class TabletRoutes:
    """What a tablet opens to be a table's device."""

    def __init__(self, access: ClientAuthenticator, wifi: WifiNetwork, listens_at: str) -> None:
        self._access = access
        self._wifi = wifi
        self._listens_at = listens_at

    def tablet_link(self, request: HttpRequest) -> HttpResponse:
        """Return the `link` that makes a tablet or phone the device of a table, and its QR code as `picture`.

        The link has the `address` at which tablets reach this computer: the host name of this request, or, if that is
        a loopback address, the one that this computer has in its network. `wifi` and `wifi_picture` are as for the
        codes. The link contains the table's key.
        """
        table = request.int_param("table")
        check_table_numbers([table], "table")
        link = tablet_link(public_address(request, self._listens_at), self._access.tablet_credential(table))
        picture = segno.make(link, micro=False).svg_data_uri(scale=4, border=4, light="white")
        wifi = {"wifi": self._wifi.name, "wifi_picture": self._wifi.qr_image}
        return json_response({"table": table, "link": link, "picture": picture} | wifi)


def check_table_numbers(numbers: Iterable[int], at: str) -> None:
    """Raise Malformed if a number is none that a table can have."""
    if any(not 1 <= number <= MOST_TABLES for number in numbers):
        raise Malformed(
            "bad_field",
            sentence("table_count_range", "table numbers must be 1 to {most_tables}", most_tables=MOST_TABLES),
            at,
        )
