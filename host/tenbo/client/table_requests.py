"""The requests about tables, their devices and their firmware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.client.http_client import path_part, with_query
from tenbo.client.json_requests import JsonRequests
from tenbo.validation.fields import as_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class TableRequests(JsonRequests):
    """What a program asks about tables and devices; `Client` sends it."""

    def tables(self) -> list[dict[str, Any]]:
        """Return every table with a number: its port, its state and its game.

        >>> [(row["table"], row["state"]) for row in client.tables()]
        [(1, 'following'), (2, 'following')]
        """
        return self._rows("/v1/tables")

    def table(self, table: int) -> dict[str, Any]:
        """Return one table.

        >>> client.table(1)["now"]["scores"]
        [24800, 35200, 30000, 30000]
        """
        return self._object(f"/v1/tables/{path_part(table)}")

    def events(
        self, table: int, *, after: int = -1, most: int | None = None, ledger: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the events of a table after a number.

        >>> [event["kind"] for event in client.events(1, after=4, most=2)]
        ['hand', 'riichi']
        """
        return self._rows(with_query(f"/v1/tables/{path_part(table)}/events", after=after, most=most, ledger=ledger))

    def game(self, table: int) -> dict[str, Any]:
        """Return the game that a table plays, hand by hand.

        >>> [hand["where"] for hand in client.game(1)["hands"]]
        ['E1-0', 'E2-0']
        """
        return self._object(f"/v1/tables/{path_part(table)}/game")

    def health(self, table: int) -> dict[str, Any]:
        """Return a table's health, and what to do about it.

        >>> client.health(1)["supply_mv"]
        5020
        """
        return self._object(f"/v1/tables/{path_part(table)}/health")

    def display(self, table: int, seat: int, *, old: int | None = None) -> dict[str, Any]:
        """Return what a seat's display shows.

        A picture up to `old` milliseconds old will do.

        >>> client.display(1, 0)["screen"]
        'score'
        """
        return self._object(with_query(f"/v1/tables/{path_part(table)}/display/{path_part(seat)}", old=old))

    def unassigned_devices(self) -> list[dict[str, Any]]:
        """Return the ports whose device has no number, or does not answer.

        >>> client.unassigned_devices()[0]["device"]
        'e660000000000002'
        """
        return self._rows("/v1/unassigned_devices")

    def assign_table(
        self, device: str, table: int | None, *, yes: bool = False, by: str | None = None
    ) -> dict[str, Any]:
        """Set the table number of a device; None removes it.

        >>> client.assign_table("e660000000000002", 3)
        {'done': True}
        >>> client.assign_table("e660000000000002", None)
        {'done': True}
        """
        return self._act("/v1/table_numbers", device=device, table=table, yes=yes, by=by)

    def tablet_link(self, table: int, *, address: str | None = None) -> dict[str, Any]:
        """Return the link that makes a tablet the device of a table.

        It comes with its QR code. `address` is the service's own, as the
        tablet reaches it.

        >>> link = client.tablet_link(3, address="192.168.1.7:8484")["link"]
        >>> link.partition("#")[0]
        'http://192.168.1.7:8484/tablet'
        """
        return self._object(with_query(f"/v1/tables/{path_part(table)}/tablet", address=address))

    def firmware(self) -> dict[str, Any]:
        """Return the bundled firmware, and the state of an update.

        >>> client.firmware()["working"]
        False
        """
        return self._object("/v1/firmware")

    def blink(self, table: int) -> dict[str, Any]:
        """Blink a table's marker.

        >>> client.blink(1)
        {'done': True}
        """
        return self._act(f"/v1/tables/{path_part(table)}/blink")

    def give_wifi(
        self, table: int, name: str | None = None, password: str | None = None, address: str | None = None
    ) -> dict[str, Any]:
        """Send a table on its cable a Wi-Fi and this host's address there.

        What is None is as the settings say.

        >>> client.give_wifi(1, "hall", "riichi-riichi", "192.168.8.2")
        {'done': True}
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

        >>> fields = {"seat": 2, "points": -1000}
        >>> client.send_event(1, "penalty", fields, preview=True)["last"]
        9
        """
        path = f"/v1/tables/{path_part(table)}/events"
        return self._act(path, event=event, fields=fields, preview=preview, last=last)

    def answer_call(self, table: int, seat: int | None = None, *, by: str | None = None) -> dict[str, Any]:
        """Answer a call for the referee, of one seat or of all that call.

        >>> client.answer_call(1, seat=2, by="Ada")["calls"][0]["answered"]
        'Ada'
        """
        return self._act(f"/v1/tables/{path_part(table)}/answer", seat=seat, by=by)

    def settle(self, table: int, wins: Sequence[Mapping[str, Any] | str], *, propose: bool = False) -> dict[str, Any]:
        """Score declared hands as a table stands.

        With `propose` show them at the seats and wait for agreement.

        >>> won = client.settle(1, ["S<E 234567m345p678s8s 8s"])
        >>> won["wins"][0]["han"]
        2
        """
        return self._act(f"/v1/tables/{path_part(table)}/settle", wins=as_list(wins), propose=propose)

    def release_port(self, port: str, *, again: bool = False) -> dict[str, Any]:
        """Release a port for another program; `again` takes it back.

        >>> client.release_port("/dev/ttyACM9")
        {'done': True}
        """
        return self._act("/v1/release", port=port, again=again)

    def restore_game(
        self, table: int, device: str, why: str, *, ledger: str | None = None, by: str | None = None
    ) -> dict[str, Any]:
        """Transfer a table's stored game to a spare device.

        It is the last one, or that of an earlier `ledger` of the table.

        >>> spare = "e660000000000002"
        >>> client.restore_game(1, spare, "its box is broken")["events"]
        10
        """
        return self._act(f"/v1/tables/{path_part(table)}/restore", device=device, why=why, ledger=ledger, by=by)

    def reset_ledger(self, device: str, *, yes: bool = False) -> dict[str, Any]:
        """Reset a device to an empty ledger.

        >>> client.reset_ledger("e660000000000000", yes=True)["device"]
        'e660000000000000'
        """
        return self._act("/v1/ledger_resets", device=device, yes=yes)

    def update_firmware(self, tables: Sequence[int], *, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        """Update the firmware of tables, one after the other.

        >>> client.update_firmware([2], yes=True)["working"]
        True
        """
        return self._act("/v1/firmware", tables=as_list(tables), yes=yes, by=by)
