"""All hosts that one desk follows: begun and ended together, and what is known and doubted of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.halls.databases import by_rows
from tenbo.halls.doubts import Doubt, in_store, of_hosts
from tenbo.halls.far_host import MET
from tenbo.halls.following import Following
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.hall.hall import Hall
    from tenbo.halls.collected import Collected
    from tenbo.halls.far_host import FarHost
    from tenbo.halls.following import Address


class ManyHosts:
    """The hosts by their addresses; without any there is nothing to follow, and the store alone may hold doubts."""

    def __init__(
        self,
        hall: Hall,
        store: Collected,
        follow: Sequence[Address],
        name: str,
        moment: Callable[[], tuple[int, int]],
    ) -> None:
        self._hall, self._store = hall, store
        # A host that calls itself as this one does would be taken for it.
        names = {name: "this computer"}
        self.followed = [Following(hall, store, address, name, names, moment) for address in follow]
        self.rows = by_rows(hall, store, name, moment, self._followed_now)
        store.met_clocks = self._clocks_now

    def _followed_now(self) -> set[str]:
        return {host.name for host in self.followed if host.state == MET}

    def _clocks_now(self) -> dict[str, int]:
        return {host.name: host.time.wall_ms for host in self.known if host.time.known}

    @property
    def known(self) -> list[FarHost]:
        """Return every host that is known, whichever way."""
        by_rows = {} if self.rows is None else self.rows.hosts
        rows = [by_rows[name] for name in sorted(by_rows)]
        return [*(host for host in self.followed if host.name not in by_rows), *rows]

    def start(self) -> None:
        """Begin to follow."""
        if self.rows is not None:
            self.rows.start()
        for host in self.followed:
            host.start()

    def close(self) -> None:
        """End following."""
        for host in self.followed:
            host.close()
        if self.rows is not None:
            self.rows.close()

    def wake(self) -> None:
        """Look at all of them at once: something has been stored of one."""
        if self.rows is not None:
            self.rows.wake()
        for host in self.followed:
            host.wake()

    def hosts(self) -> list[dict[str, Any]]:
        """Return how things stand with each host that is followed."""
        return [host.picture() for host in self.known]

    def believe(self, ledger: str, host: str, why: str, by: str) -> None:
        """Record whose telling of a ledger counts; only of one that is told in two ways."""
        forks = {fork.ledger: fork for fork in self._store.forks()}
        if ledger not in forks:
            known = ", ".join(sorted(forks)) or "none"
            raise Refused("bad_field", f"ledger {ledger} is not told in two ways; there are: {known}", "ledger")
        tellers = sorted(forks[ledger].tellers)
        if host not in tellers:
            raise Refused("bad_field", f"{host} has not told ledger {ledger}: it is {' or '.join(tellers)}", "host")
        self._hall.record("believe", by, ledger=ledger, host=host, why=why)
        self.wake()

    def take_back(self, host: str) -> int:
        """Take back what was left for a host that is cut off and has not begun it; return how much that was."""
        if self.rows is None or host not in self.rows.hosts:
            known = ", ".join(sorted(self.rows.hosts)) if self.rows is not None else ""
            raise Refused("bad_field", f"nothing can be left for host {host[:40]}; for: {known or 'none'}", "host")
        taken = self.rows.take_back(host)
        self._hall.log.line(f"{taken} commands for host {host} were taken back")
        return taken

    def doubts(self) -> list[dict[str, Any]]:
        """Return what does not agree, what is serious first."""
        found: list[Doubt] = [*of_hosts(self.known), *in_store(self._store, self._hall.tournament)]
        return [doubt._asdict() for doubt in sorted(found, key=lambda doubt: not doubt.serious)]
