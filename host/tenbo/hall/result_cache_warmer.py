"""Computes results in advance: all of them at the start, then each when its game ends or the desk changes it.

The first page of a club is computed before the service answers, as far as that is quick. A desk above a large hall has
ten thousand games. The cached results of finished games are read at the start. A new result is computed while the
players get up, so that requests for standings wait for neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.change_listener import ChangeListener
from tenbo.store.ledgers import stream_of
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.request_compute_budget import ComputeBudget
from tenbo.tournament.series.club_page import club_page
from tenbo_core.errors import TenboError
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.change_log import ChangeBuffer, HallChange
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.season_view import SeasonViews

# Processor time: the cached results of 2,000 games take half of it.
START_MS = 200


class ResultCacheWarmer:
    """Computes one hall's results in a thread of its own."""

    def __init__(
        self,
        repository: TournamentRepository,
        seasons: SeasonViews,
        fleet: DeviceRegistry,
        changes: ChangeBuffer,
        log: ServiceLog,
    ) -> None:
        self._repository = repository
        self._seasons = seasons
        self._fleet = fleet
        self._log = log
        self._worker = ChangeListener("result cache", changes, log, _may_change_results, self._compute_results)

    def compute_first_page(self) -> None:
        """Compute what the first page of a club shows: called before the service answers, it keeps no page waiting."""
        if not self._repository.tournament.club.series:
            return
        budget = ComputeBudget(START_MS)
        try:
            club_page(self._repository, self._seasons, self._seasons.find(budget=budget), budget)
        except TenboError:
            # The follower of the tables reports that the store cannot be read; the page is computed on request.
            return
        except Exception as error:  # noqa: BLE001 - an internal error at one page must not keep the tables waiting
            self._log.log_exception(error)

    def start(self) -> None:
        """Start with the stored games."""
        self._worker.start()

    def close(self) -> None:
        """Stop; other results are computed on request."""
        self._worker.close()

    def _compute_results(self) -> None:
        """Compute the results that may have changed since the last run."""
        self._repository.results.compute_ahead(self._finished_tables())
        if self._repository.tournament.club.games:
            for _ in self._seasons.compute_ahead():
                if self._worker.is_stopping:
                    return

    def _finished_tables(self) -> Iterator[SessionTable]:
        """Yield the tables whose game is over, until a stop request.

        Results of running games change with each event.
        """
        running = set(self._running_games())
        for place, game in list(self._repository.tournament.games.items()):
            if self._worker.is_stopping:
                return
            if game not in running:
                yield place

    def _running_games(self) -> Iterator[GameRef]:
        for station in self._fleet.stations:
            there = station.snapshot
            if there.hello is None or there.table is None or there.table.phase == OVER:
                continue
            start = self._repository.store.last_of_kind(stream_of(there.hello.ledger), "start")
            if start is not None:
                yield GameRef(there.hello.ledger, start.seq)


def _may_change_results(change: HallChange) -> bool:
    """Return whether a change may change a result, except that of a running game."""
    if change.kind != "event":
        return change.kind == "desk"
    now = change.data["now"]
    return change.data["event"]["kind"] == "start" or (now is not None and now["phase"] == OVER)
