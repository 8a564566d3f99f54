"""A season of 2,000 games and 200 people: the rating from nothing, and each answer that a page asks for.

    python benchmarks/season.py

The games are on paper; the figures are of one processor, without HTTP.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.store import SqliteStore
from tenbo.tournament.players import Player
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.series.club_page import club_page
from tenbo.tournament.series.person_page import person_page
from tenbo.tournament.series.season_table import rating_courses
from tenbo.tournament.series.season_view import SeasonViews, season_record

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES, PEOPLE, EVENINGS, SEED = 2000, 200, 50, 1
TABLE_POINTS = 120_000


def timed(what: str, work: Callable[[], object]) -> None:
    """Print how long something takes."""
    begun = time.perf_counter()
    work()
    print(f"{what:<44}{1000 * (time.perf_counter() - begun):9.1f} ms")


def season(repository: TournamentRepository) -> None:
    """Record the games of all evenings."""
    chance = random.Random(SEED)
    acts = []
    for number in range(GAMES):
        week = number * EVENINGS // GAMES
        scores = [15_000 + 100 * chance.randrange(300) for _ in range(3)]
        scores.append(TABLE_POINTS - sum(scores))
        day = f"2026-{1 + week // 5:02d}-{1 + 5 * (week % 5):02d}"
        players = chance.sample(range(1, PEOPLE + 1), 4)
        acts.append(("play", {"rules": "ema-2025", "date": day, "players": players, "scores": scores}))
    repository.desk.record_all("benchmark", acts)


def main() -> None:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "hall.db") as store:
        store.store_players([Player(number, f"Person {number}", "") for number in range(1, PEOPLE + 1)])
        season(TournamentRepository(store))
        repository = TournamentRepository(store)
        views = SeasonViews(repository)
        timed("first view of all: all results, rating", views.find)
        timed("first view after a start", SeasonViews(TournamentRepository(store)).find)
        view = views.find()
        timed("rating from nothing", lambda: rating_courses(view.games))
        timed("table and games as JSON", lambda: json.dumps(season_record(views.find(), repository)))
        timed("club page", lambda: json.dumps(club_page(repository, views, views.find())))
        timed("person's page", lambda: json.dumps(person_page(repository, views.find(), 7, sees_personal=True)))
        last = {**repository.desk.records[-1].fields, "date": "2026-12-31"}
        repository.desk.record("play", "benchmark", **last)
        timed("view after one more game", views.find)
        repository.desk.record("rescore", "benchmark", game=0, scores=[30_000] * 4, why="sheet")
        timed("view after the first game was corrected", views.find)


if __name__ == "__main__":
    main()
