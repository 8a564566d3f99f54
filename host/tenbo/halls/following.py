"""Follow another host: what it has stored is copied here, its tables are seen and asked, its clock is compared.

A host is followed by its address and the desk's code there. Whatever breaks off is begun again; what was copied is
gone on from, and a host that is met for the first time is copied from zero.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.api.addresses import beyond_here
from tenbo.api.far_client import FarClient
from tenbo.fleet.station import Backoff
from tenbo.hall.woken_thread import WokenThread
from tenbo.halls.copying import bring_over
from tenbo.halls.far_host import MET, FarHost
from tenbo.halls.host_time import FIRST, compare
from tenbo.tournament.desk import STREAM as DESK
from tenbo_core.errors import Malformed, Refused, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.hall.hall import Hall
    from tenbo.halls.collected import Collected

# How often a host is looked at when nothing is heard of changes, and how long changes are gathered before a look.
LOOK_S = 2.0


class Address(NamedTuple):
    """Where a host answers, and the desk's code there."""

    code: str
    place: str


def address_of(text: str) -> Address:
    """Read where a host answers, written as CODE@ADDRESS:PORT.

    >>> address_of("K7PQ2MXA@192.168.1.5:8484")
    Address(code='K7PQ2MXA', place='192.168.1.5:8484')
    """
    code, at, place = text.rpartition("@")
    name, _, port = place.rpartition(":")
    if not (at and code and name and port.isascii() and port.isdigit()):
        message = (
            f"follow takes CODE@ADDRESS:PORT, such as K7PQ2MXA@192.168.1.5:8484, not {text[:60]!r}; tenbo codes prints "
            "the desk's code at the host"
        )
        raise Malformed("bad_field", message, "follow")
    return Address(code, place)


def check_open_way(follow: Sequence[Address], *, unencrypted: bool) -> None:
    """Refuse to send a host's code over a network in the open unless it was said that this may be."""
    for one in follow:
        if beyond_here(one.place.rpartition(":")[0].strip("[]")) and not unencrypted:
            message = (
                f"{one.place} is another computer: its code and everything that is followed go there unencrypted. Say "
                "--unencrypted where the network is the hall's alone (unencrypted = true in the settings), or use a "
                "database, which encrypts (docs/halls.md)"
            )
            raise Refused("missing_field", message, "unencrypted")


class Following(FarHost):
    """One host, followed in threads of its own: one asks, one listens for changes and wakes it."""

    def __init__(
        self,
        hall: Hall,
        store: Collected,
        address: Address,
        desk: str,
        names: dict[str, str],
        moment: Callable[[], tuple[int, int]],
    ) -> None:
        self._client = FarClient(address.place, address.code, desk)
        super().__init__(hall, store, address.place, self._client)
        # The streams that it has told anew since we follow it: it was restored from an older copy.
        self.anew: list[str] = []
        self._names = names
        self._moment = moment
        # When the tables are looked at the next time, unless a port changes before.
        self._whole_look_at = 0.0
        self._ports_changed = threading.Event()
        self._asking = WokenThread(f"follow {address.place}", self._run)
        # It is woken when the host is met.
        self._listening = WokenThread(f"listen {address.place}", self._listen)

    def start(self) -> None:
        """Begin to follow."""
        self._asking.start()
        self._listening.start()

    def close(self) -> None:
        """End; what is copied stays."""
        self._listening.end()
        self._asking.close()

    def wake(self) -> None:
        """Look at once."""
        self._asking.wake()

    # ---------------------------------------------------------------- the threads

    def _listen(self) -> None:
        """Look whenever the host says that something has changed; without it the host is looked at now and then."""
        backoff = Backoff()
        self._listening.wait()
        while not self._listening.is_ending:
            try:
                for kind, _ in self._client.changes():
                    if self._listening.is_ending:
                        return
                    if kind not in ("beat", "event"):
                        self._ports_changed.set()
                    if kind != "beat":
                        self._asking.wake()
                    backoff.reset()
            except TenboError:
                pass
            self._listening.rest(backoff.next())

    def _run(self) -> None:
        backoff = Backoff()
        while not self._asking.is_ending:
            try:
                self.look()
                backoff.reset()
                self._asking.wait(LOOK_S)
            except TenboError as error:
                self.lose(error.message)
                self._asking.rest(backoff.next())
            except Exception as error:  # noqa: BLE001 - a mistake of ours at one host must not end the others
                self._hall.log.mistake(error, host=self.name)
                self.lose("a mistake in this program, see its log")
                self._asking.rest(backoff.next())

    def look(self) -> None:
        """Bring everything over that is new; now and then, and when a port has changed, see how the tables stand."""
        name, heads = self._client.told()
        self._meet(name)
        brought = bring_over(_Told(heads, self._client), self._store, name)
        self.take_rows()
        self.anew += brought.anew
        for stream in brought.anew:
            self._hall.log.line(f"host {name} tells {stream} anew: it was restored from an older copy", level="warning")
        self.take_numbers(heads.get(DESK))
        if self.state != MET or self._ports_changed.is_set() or time.monotonic() >= self._whole_look_at:
            self._look_whole()

    def _look_whole(self) -> None:
        """Compare the clocks, and see how the host's tables stand."""
        self._ports_changed.clear()
        compare(self.time, self._ask_time, self._moment, 1 if self.time.known else FIRST)
        self.take_tables([*self._client.get("/v1/tables"), *self._client.get("/v1/strangers")])
        self.meet()
        self._whole_look_at = time.monotonic() + LOOK_S

    def _ask_time(self) -> tuple[int, int]:
        answer = self._client.get("/v1/time")
        return int(answer["now_ms"]), int(answer["up_ms"])

    def _meet(self, name: str) -> None:
        """Take the name that the host says; two hosts of one name would be taken for one."""
        other = self._names.setdefault(name, self.place)
        if other != self.place:
            message = f"{self.place} and {other} both call themselves {name}: give one another name (tenbo run --name)"
            raise Refused("contradiction", message, "host")
        self.name = name
        self._listening.wake()


class _Told:
    """What a host has told that it has, so that it is not asked for it twice in one look."""

    def __init__(self, heads: dict[str, Any], client: FarClient) -> None:
        self._heads, self._client = heads, client
        self.rows = client.rows

    def heads(self) -> dict[str, Any]:
        """Return the end of every stream."""
        return self._heads
