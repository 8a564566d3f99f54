"""Presses until a person sits: a season of nine people at two tables, by who sits where.

    python benchmarks/seat_presses.py

Each evening two games run side by side. People sit where the page proposes; or the four whom it proposes draw the
winds; or the four of a table stay as long as they can, and draw the winds again; or anyone sits down anywhere. Where
the page proposes no one, four of those who do not play are drawn. Who stays at a seat presses nothing: not counted.
"""

from __future__ import annotations

import io
import random
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.store.ledgers import entry_of
from tenbo.tournament.series.next_games import evening_proposal
from tenbo_core.event_notation import event_of

if TYPE_CHECKING:
    from collections.abc import Sequence

PEOPLE, TABLES, EVENINGS, GAMES, SEED = 9, (1, 2), 12, 5, 7
AS_PROPOSED, WINDS_DRAWN, STAYING, ANYWHERE = "as proposed", "winds drawn", "staying", "anywhere"
# BACK, OK on the first line of the menu, and a key; each further page of three names is one press more.
LEAST, PAGE, LISTED_FROM = 3, 3, 9


def presses_to_name(place: int, people: int) -> int:
    """Return the presses to the name at a place of the list, with the guest behind so many people.

    >>> [presses_to_name(place, 9) for place in range(10)], presses_to_name(9, 12), presses_to_name(11, 12)
    ([3, 3, 3, 4, 4, 4, 5, 5, 5, 5], 6, 8)
    """
    names = people + 1
    if place < min(names, LISTED_FROM):
        return LEAST + place // PAGE
    if names == LISTED_FROM + 1:
        return LEAST + LISTED_FROM // PAGE - 1
    # A list moves by DOWN, or by UP from its other end.
    return LEAST + LISTED_FROM // PAGE + min(place - LISTED_FROM, names - place)


class Season:
    """A season whose people sit down at the tables' buttons."""

    def __init__(self, service: Service, seats_by: str) -> None:
        self._hall, self._seats_by = service.hall, seats_by
        self._repository = service.hall.repository
        self._chance = random.Random(SEED)
        self._lengths = dict.fromkeys(TABLES, 0)
        self.presses = Counter[int]()

    def play(self) -> None:
        """Play all evenings."""
        for table in TABLES:
            self._hall.numbering.set_table_number(f"{table:016x}", table)
        rows = "".join(f"{number},Person {number}\n" for number in range(1, PEOPLE + 1))
        self._hall.registration.register_players(f"id,name\n{rows}", yes=True)
        for week in range(EVENINGS):
            day = (date(2026, 9, 1) + timedelta(weeks=week)).isoformat()
            evening = self._hall.evenings.open_evening("desk", date=day).answer["series"]
            for player in self._chance.sample(range(1, PEOPLE + 1), PEOPLE):
                self._hall.season_import.record_attendance([player], "desk", present=True)
            self._play_evening(evening)
            self._hall.evenings.close_series("desk")

    def _play_evening(self, evening: int) -> None:
        running: dict[int, list[int]] = {}
        begun = 0
        while begun < GAMES or running:
            free = [table for table in TABLES if table not in running]
            if free and begun < GAMES:
                [table, *_] = free
                running[table] = self._begin(evening, table, {one for four in running.values() for one in four})
                begun += 1
                continue
            table = self._chance.choice([*running])
            self._append(table, "end")
            del running[table]

    def _begin(self, evening: int, table: int, busy: set[int]) -> list[int]:
        """Let four people sit down at a table and begin, and return them."""
        known = [game for game in self._repository.series.all_games(evening) if game.table == table]
        before = known[-1].players if known else [0] * 4
        players = self._choose(table, before, busy)
        for seat in self._chance.sample(range(4), 4):
            if before[seat] != players[seat]:
                listed = [player for player, _ in self._hall.table_seats.seat_candidates(table, seat)]
                self.presses[presses_to_name(listed.index(players[seat]), len(listed))] += 1
                self._hall.table_seats.sit_down(table, seat, players[seat], "table", moves=False)
        start = self._lengths[table]
        self._append(table, "start ema-2025", "hand", "win 0<1 2/30")
        fields = {"rules": "ema-2025", "date": "2026-09-01", "series": evening, "players": players,
                  "ledger": f"{table:016x}", "start": start, "table": table}  # fmt: skip
        self._hall.records.record_all("desk", [("play", fields)])
        return players

    def _choose(self, table: int, before: Sequence[int], busy: set[int]) -> list[int]:
        evening = self._repository.tournament.club.require_evening()
        games = evening_proposal(self._repository, evening).tables
        proposed = next((game.players for game in games if game.table == table), None)
        free = [player for player in range(1, PEOPLE + 1) if player not in busy]
        if self._seats_by == STAYING and 0 not in before and not busy & {*before}:
            return self._chance.sample(before, 4)
        if proposed is None or self._seats_by == ANYWHERE:
            return self._chance.sample(free, 4)
        return [*proposed] if self._seats_by == AS_PROPOSED else self._chance.sample(proposed, 4)

    def _append(self, table: int, *lines: str) -> None:
        first, ledger = self._lengths[table], f"{table:016x}"
        events = [entry_of(ledger, event_of(line, first + n)) for n, line in enumerate(lines)]
        self._repository.store.append(events)
        self._lengths[table] += len(lines)


def main() -> int:
    """Measure."""
    for seats_by in (AS_PROPOSED, WINDS_DRAWN, STAYING, ANYWHERE):
        with TemporaryDirectory() as folder:
            config = Config(Path(folder) / "hall.db", [], search=False, number_new=True, listen=("127.0.0.1", 0))
            with Service(config, ServiceLog(out=io.StringIO())) as service:
                season = Season(service, seats_by)
                season.play()
        total = season.presses.total()
        shares = "  ".join(f"{number} presses {100 * times / total:3.0f} %" for number, times in
                           sorted(season.presses.items()))  # fmt: skip
        print(f"{seats_by:<14}{total:4} people  {shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
