"""The standings that follow from what the hosts themselves have stored, beside those that the desk shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drill import wait

from tenbo.cli.support.shared_options import open_store
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.store import SqliteStore
from tenbo.store.ledgers import PREFIX, event_of, iter_game_events
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.standings import standings
from tenbo.tournament.table_result import all_sheets
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tenbo_core.events import Event


def differences(desk: Path, hosts: Iterable[Path], patience_s: float) -> tuple[str, list[str]]:
    """Return a line about the standings, and each player whom the desk shows otherwise than the hosts' own ledgers.

    The desk works out a game soon after it ends; it is given that time.
    """
    own: dict[int, int] = {}
    shown: dict[int, int] = {}
    stores = list(hosts)

    def agrees() -> bool:
        nonlocal own, shown
        try:
            shown = _shown(desk)
            own = own or _own(desk, stores)
        except TenboError:
            return False
        return shown == own

    agreed = wait(agrees, patience_s / 5, 0.5)
    line = f"standings of {len(own)} players, {sum(map(bool, own.values()))} of them with points, "
    wrong = [
        f"player {player}: {shown.get(player)} at the desk, {own.get(player)} by the hosts' ledgers"
        for player in sorted(own.keys() | shown.keys())
        if own.get(player) != shown.get(player)
    ]
    return line + ("as the hosts' own ledgers say" if agreed else f"{len(wrong)} of them otherwise"), wrong


def _shown(desk: Path) -> dict[int, int]:
    record: dict[str, Any] = LocalServiceClient(desk).get("/v1/standings")
    return {row["player"]: row["total"] for row in record["standings"]}


def _own(desk: Path, hosts: list[Path]) -> dict[int, int]:
    """Return everybody's total by the hosts' ledgers: who was seated where is the desk's, the games are the hosts'."""
    games: dict[tuple[int, int], GameRef] = {}
    told: dict[GameRef, list[Event]] = {}
    for path in hosts:
        with SqliteStore(path, readonly=True) as store:
            for row in store.rows_of_kind("start"):
                start, game = event_of(row), GameRef(row.stream.removeprefix(PREFIX), row.seq)
                session, table = start.field("session"), start.field("table")
                if isinstance(session, int) and isinstance(table, int):
                    place = (session, table)
                    if place not in games or games[place].start < game.start:
                        games[place] = game
                    told[game] = list(iter_game_events(store, game.ledger, game.start))
    with open_store(desk) as store:
        tournament = TournamentRepository(store).tournament
        tournament.games = games
        sheets = all_sheets(tournament, lambda game: told[game])
        return {one.player: one.total for one in standings(sheets, tournament.unranked)}
