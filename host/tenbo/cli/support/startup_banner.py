"""Where a running service is found: its pages, the desk's link, and a QR code with which phones log in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenbo.app.service import Service


def addresses_text(service: Service) -> str:
    """Return the addresses of the start page and the desk, and for phones a code where they reach this computer."""
    from tenbo.client.own_addresses import bracketed_address, is_reachable_from_network, reachable_host
    from tenbo.printing.qr_code import qr_text
    from tenbo.tournament.store_contents import CLUB, store_kind

    codes = service.access.codes()
    key = next(row["key"] for row in codes if "key" in row)
    url, host, port = service.server.url, service.config.listen[0], service.server.server_address[1]
    start = "club" if store_kind(service.hall.repository.tournament) == CLUB else "hall"
    # A link that a window would break has a line of its own, which is never broken.
    lines = [f"the {start}:  {url}/", "the desk, for you only:", f"{url}/join#{key}"]
    if is_reachable_from_network(host):
        reader = next(row["code"] for row in codes if row["role"] == "reader")
        link = f"http://{bracketed_address(reachable_host(host))}:{port}/join#{reader}"
        lines += [f"phones:    {link}", qr_text(link).rstrip("\n")]
    else:
        lines.append(
            f"phones:    cannot reach this address: add --listen 0.0.0.0:{port}, and set TENBO_PASSWORD (8 characters "
            "or more)"
        )
    return "\n".join([*lines, "Ctrl-C stops the service."]) + "\n"
