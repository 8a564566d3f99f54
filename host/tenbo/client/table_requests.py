"""The requests about tables, their devices and their firmware, for `tenbo.Client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.client.http_client import path_part, with_query
from tenbo.validation.fields import as_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class TableRequests:
    """What a program asks about tables and devices; `Client` sends it."""

    if TYPE_CHECKING:

        def _object(self, path: str) -> dict[str, Any]: ...

        def _rows(self, path: str) -> list[dict[str, Any]]: ...

        def _act(self, path: str, /, **fields: Any) -> dict[str, Any]: ...

    def tables(self) -> list[dict[str, Any]]:
        """Return every table with a number: its port, its state and its game."""
        return self._rows("/v1/tables")

    def table(self, table: int) -> dict[str, Any]:
        """Return one table."""
        return self._object(f"/v1/tables/{path_part(table)}")

    def events(
        self, table: int, *, after: int = -1, most: int | None = None, ledger: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the events of a table after a number."""
        return self._rows(with_query(f"/v1/tables/{path_part(table)}/events", after=after, most=most, ledger=ledger))

    def game(self, table: int) -> dict[str, Any]:
        """Return the game that a table plays, hand by hand."""
        return self._object(f"/v1/tables/{path_part(table)}/game")

    def health(self, table: int) -> dict[str, Any]:
        """Return a table's health, and what to do about it."""
        return self._object(f"/v1/tables/{path_part(table)}/health")

    def display(self, table: int, seat: int, *, old: int | None = None) -> dict[str, Any]:
        """Return what a seat's display shows.

        A picture up to `old` milliseconds old will do.
        """
        return self._object(with_query(f"/v1/tables/{path_part(table)}/display/{path_part(seat)}", old=old))

    def unassigned_devices(self) -> list[dict[str, Any]]:
        """Return the ports whose device has no number, or does not answer."""
        return self._rows("/v1/unassigned_devices")

    def assign_table(
        self, device: str, table: int | None, *, yes: bool = False, by: str | None = None
    ) -> dict[str, Any]:
        """Set the table number of a device; None removes it."""
        return self._act("/v1/table_numbers", device=device, table=table, yes=yes, by=by)

    def blink(self, table: int) -> dict[str, Any]:
        """Blink a table's marker."""
        return self._act(f"/v1/tables/{path_part(table)}/blink")

    def give_wifi(
        self, table: int, name: str | None = None, password: str | None = None, address: str | None = None
    ) -> dict[str, Any]:
        """Send a table on its cable a Wi-Fi and this host's address there.

        What is None is as the settings say.
        """
        return self._act(f"/v1/tables/{path_part(table)}/wifi", name=name, password=password, address=address)

    def send_event(
        self,
        table: int,
        event: str,
        fields: Mapping[str, Any] | None = None,
        *,
        preview: bool = False,
        last: int | None = None,
    ) -> dict[str, Any]:
        """Send a table an event in the name of the desk.

        With `preview` only say what it would change.
        """
        path = f"/v1/tables/{path_part(table)}/events"
        return self._act(path, event=event, fields=fields, preview=preview, last=last)

    def answer_call(self, table: int, seat: int | None = None, *, by: str | None = None) -> dict[str, Any]:
        """Answer a call for the referee, of one seat or of all that call."""
        return self._act(f"/v1/tables/{path_part(table)}/answer", seat=seat, by=by)

    def settle(self, table: int, wins: Sequence[Mapping[str, Any] | str], *, propose: bool = False) -> dict[str, Any]:
        """Score declared hands as a table stands.

        With `propose` show them at the seats and wait for agreement.
        """
        return self._act(f"/v1/tables/{path_part(table)}/settle", wins=as_list(wins), propose=propose)

    def restore_game(
        self, table: int, device: str, why: str, *, ledger: str | None = None, by: str | None = None
    ) -> dict[str, Any]:
        """Transfer a table's stored game to a spare device.

        It is the last one, or that of an earlier `ledger` of the table.
        """
        return self._act(f"/v1/tables/{path_part(table)}/restore", device=device, why=why, ledger=ledger, by=by)

    def reset_ledger(self, device: str, *, yes: bool = False) -> dict[str, Any]:
        """Reset a device to an empty ledger."""
        return self._act("/v1/ledger_resets", device=device, yes=yes)

    def release_port(self, port: str, *, again: bool = False) -> dict[str, Any]:
        """Release a port for another program; `again` takes it back."""
        return self._act("/v1/release", port=port, again=again)

    def firmware(self) -> dict[str, Any]:
        """Return the bundled firmware, and the state of an update."""
        return self._object("/v1/firmware")

    def update_firmware(self, tables: Sequence[int], *, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        """Update the firmware of tables, one after the other."""
        return self._act("/v1/firmware", tables=as_list(tables), yes=yes, by=by)
