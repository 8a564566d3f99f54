"""On a desk with a database: hosts that are known and asked by rows alone, wherever their computers are.

A host writes there what its tables tell and how they stand, and takes from there what it is to do. The desk reaches
none of them, and needs not.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from tenbo.hall.sessions import show_names_anew
from tenbo.hall.woken_thread import WokenThread
from tenbo.halls.copying import EMPTY
from tenbo.halls.far_host import CUT_OFF, MET, FarHost
from tenbo.halls.host_time import FIRST, compare
from tenbo.halls.pg_orders import DONE, Orders
from tenbo.halls.pg_presence import presences, taken_by
from tenbo.halls.pg_stations import told_of
from tenbo.halls.pg_watch import Watch
from tenbo.store.copies import name_of
from tenbo.tournament.desk import STREAM as DESK
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tenbo.hall.hall import Hall
    from tenbo.halls.collected import Collected
    from tenbo.halls.pg_orders import Left
    from tenbo.halls.pg_presence import Presence
    from tenbo.halls.pg_store import PgStore
    from tenbo.store import Head

# Hosts say every two seconds that they are there; they are looked at as often, and whenever one says something.
LOOK_S = 2.0
SILENT_S = 8
# What it says between two of these words goes up to so many times there and back: over a bad Wi-Fi that takes its time.
TURNS, SLOWEST_MS = 30, 600
# A host that was not here for so long is not waited for.
GONE_S = 12 * 3600
# What a person has wanted of a table is left for its host when that is cut off; the clock finds its way by itself.
LEFT = ("start", "end")


def is_silent(presence: Presence) -> bool:
    """Return whether a host has said nothing for longer than the network to it explains.

    >>> from tenbo.halls.pg_presence import Presence
    >>> [is_silent(Presence("red", seconds, 0, 3)) for seconds in (8, 9)]
    [False, True]
    >>> [is_silent(Presence("red", seconds, 0, round_trip_ms)) for seconds, round_trip_ms in ((16, 300), (27, 9000))]
    [False, True]
    """
    return presence.seconds > SILENT_S + TURNS * min(presence.round_trip_ms, SLOWEST_MS) // 1000


class RowsWay:
    """How one host is asked: by commands in the database."""

    def __init__(self, orders: Orders, host: str) -> None:
        self._orders, self.host = orders, host

    def ask(self, device: str, name: str, *fields: Any) -> dict[str, Any]:
        """Have a device do something, once."""
        return self._orders.ask(self.host, device, name, *fields)

    def number(self, device: str, table: int) -> None:
        """Have the host give a device its number."""
        self._orders.ask(self.host, device, "bind", table)

    def leave_order(self, device: str, name: str, *fields: Any) -> str:
        """Leave a command for the host; return until when it is done."""
        if name != "do" or fields[0] not in LEFT:
            return ""
        until = self._orders.leave(self.host, device, name, *fields)
        clock = time.strftime("%H:%M", time.localtime(until))
        return f"it is left for the host, which does it when it is back before {clock}"

    def time(self) -> tuple[int, int]:
        """Return the host's time of day and its count of milliseconds."""
        answer = self._orders.ask(self.host, "", "time")
        return int(answer["now_ms"]), int(answer["up_ms"])


class RowHost(FarHost):
    """One host that is known by its rows."""

    def __init__(self, hall: Hall, store: Collected, orders: Orders, name: str) -> None:
        self.way = RowsWay(orders, name)
        super().__init__(hall, store, "by the database", self.way, f"rows {name}")
        self.name = name
        self.left: list[Left] = []
        # How many of the desk's records it has still to take.
        self.behind = 0

    def picture(self) -> dict[str, Any]:
        """Return how things stand with the host, and what it was left to do."""
        left = [{"device": one.device, "table": self._hall.number_of(one.device), "what": one.fields[0],
                 "until": one.until, "state": one.state, "why": one.why} for one in self.left]  # fmt: skip
        return {**super().picture(), "behind": self.behind, "left": left}

    def withdraw(self) -> None:
        """Take its tables out: it is followed over the network."""
        self._hall.fleet.elsewhere.pop(self.key, None)


class RowHosts:
    """All hosts that write into the desk's database, but those that are followed over the network."""

    def __init__(
        self,
        hall: Hall,
        store: Collected,
        name: str,
        moment: Callable[[], tuple[int, int]],
        followed: Callable[[], set[str]],
    ) -> None:
        base: PgStore = store.base  # type: ignore[assignment]
        self._hall, self._store, self._base = hall, store, base
        self._moment, self._followed = moment, followed
        self.orders = Orders(base.url, name, hall.log)
        self.hosts: dict[str, RowHost] = {}
        # Games that were left and whose names are shown; tables whose host is back; what is being waited for.
        self._shown: set[int] = set()
        self._to_show: set[tuple[str, str]] = set()
        self._busy: set[str] = set()
        self._look_at = 0.0
        self._changed = threading.Event()
        self._watch = Watch(base.url, self._see, None, ("tenbo_station",))
        self._thread = WokenThread("rows", self._run)

    def start(self) -> None:
        """Begin to look."""
        self.orders.start()
        self._thread.start()
        self._watch.start()

    def close(self) -> None:
        """End."""
        self._thread.end()
        self._watch.close()
        self.orders.close()
        self._thread.close()

    def wake(self) -> None:
        """Look at once: a host has told something."""
        self._thread.wake()

    def take_back(self, host: str) -> int:
        """Take back what was left for a host and is not begun."""
        taken = self.orders.take_back(host)
        self._look_at = 0.0
        self.wake()
        return taken

    def _see(self) -> None:
        self._changed.set()
        self._thread.wake()

    def _run(self) -> None:
        while not self._thread.is_ending:
            try:
                self.look()
            except TenboError as error:
                for host in list(self.hosts.values()):
                    host.lose(error.message)
            except Exception as error:  # noqa: BLE001 - a mistake of ours at one look must not end all others
                self._hall.log.mistake(error)
                self._thread.rest(1)
            self._thread.wait(LOOK_S)

    def look(self) -> None:
        """Take what was told of all tables; now and then, see who is there and what became of what was left."""
        heads = self._base.heads()
        for host in self.hosts.values():
            host.take_rows()
            host.take_numbers(heads.get(name_of(host.name, DESK)))
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + LOOK_S
            self._look_whole(heads)
            self._changed.set()
        if self._changed.is_set():
            self._changed.clear()
            views = told_of(self._base.link)
            for host in self.hosts.values():
                if host.state == MET:
                    host.take_tables(views.get(host.name, []))

    def _look_whole(self, heads: Mapping[str, Head]) -> None:
        """See who is there, whose clocks are to be compared, and what was left for whom."""
        followed = self._followed()
        there = {one.host: one for one in presences(self._base) if one.seconds < GONE_S and one.host not in followed}
        for name in self.hosts.keys() - there.keys():
            self.hosts.pop(name).withdraw()
        left, taken = self.orders.left(), taken_by(self._base)
        end = heads.get(DESK, EMPTY).seq
        for name, presence in there.items():
            host = self.hosts.get(name) or self.hosts.setdefault(
                name, RowHost(self._hall, self._store, self.orders, name)
            )
            host.left = [one for one in left if one.host == name]
            host.behind = max(0, end - taken.get(name, -1))
            if is_silent(presence):
                host.lose(presence.why or "it does not write into the database")
                continue
            if host.state == CUT_OFF:
                self._to_show.update((host.name, device) for device in host.stations)
            host.meet()
            self._beside(f"compare {name}", self._compare, host)
            for one in host.left:
                if one.state == DONE and one.fields[0] == "start" and one.n not in self._shown:
                    self._beside(f"names {one.n}", self._show_begun, one)
            for device in [device for named, device in list(self._to_show) if named == name]:
                self._beside(f"names {device}", self._show_seated, name, device)

    def _beside(self, what: str, work: Callable[..., None], *about: Any) -> None:
        """Do what waits for a host beside everything else, once at a time."""
        if what in self._busy:
            return
        self._busy.add(what)

        def run() -> None:
            try:
                work(*about)
            except TenboError as error:
                if not self._thread.is_ending:
                    self._hall.log.line(error.message, level="warning")
            except Exception as error:  # noqa: BLE001 - a mistake of ours here must not be silent
                self._hall.log.mistake(error)
            finally:
                self._busy.discard(what)

        threading.Thread(target=run, name=what, daemon=True).start()

    def _compare(self, host: RowHost) -> None:
        compare(host.time, host.way.time, self._moment, 1 if host.time.known else FIRST)

    def _show_begun(self, left: Left) -> None:
        """Show who sits at a table whose host has begun the game that was left for it."""
        # What a start says after its rules: for which session and table it is.
        session, table = left.fields[-3:-1]
        if self._hall.place_now(table) == (session, table) and not show_names_anew(self._hall, table):
            self._shown.add(left.n)

    def _show_seated(self, host: str, device: str) -> None:
        """Show who sits at a table whose host was cut off: somebody may have changed places meanwhile."""
        number = self._hall.number_of(device)
        if number is None or not show_names_anew(self._hall, number):
            self._to_show.discard((host, device))
