"""The game that each table plays: its state now, its stored events and its session, and the view for its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.game.game_report import build_game_report
from tenbo.game.hand_history import history_of
from tenbo.store.ledgers import iter_game_events, stream_of
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo_core.errors import Refused
from tenbo_core.ledger import Ledger
from tenbo_core.sentences import sentence
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.devices.station import Station
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.devices.station_snapshot import StationSnapshot
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.table import Table

Json = dict[str, Any]

NO_NAMES = ("", "", "", "")
# What the page of a game that is over shows of its report.
CLUB_VIEW = ("title", "start", "over", "hands", "repairs")


class TableGames:
    """The games by table number. A view is made once after each event for all viewers."""

    def __init__(self, repository: TournamentRepository, fleet: DeviceRegistry) -> None:
        self._repository = repository
        self._fleet = fleet
        self._views = VersionedCache[Json]()
        self._club_views = VersionedCache[Json]()

    # ---------------------------------------------------------------- as the device reports it

    def state(self, number: int) -> Table:
        """Return the state of a table; raise an error if it has no game."""
        table = self._fleet.require_station(number).snapshot.table
        if table is None:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "no_game_at_table",
                    "no game has begun at table {number}",
                    number=number,
                ),
                "table",
            )
        return table

    def running_game(self, number: int) -> Table | None:
        """Return the state of a table if its game is unfinished and hands were played, or None."""
        station = self._fleet.station_with_number(number)
        return None if station is None else _running_game(station.snapshot)

    def running_game_of_device(self, device: str) -> Table | None:
        """Return the state of the unfinished game that a device plays under its table number, or None."""
        number = self._repository.tournament.numbers.get(device)
        station = None if number is None else self._fleet.station_with_number(number)
        if station is None:
            return None
        there = station.snapshot
        return _running_game(there) if there.hello is not None and there.hello.id == device else None

    def current_assignment(self, number: int) -> SessionTable | None:
        """Return the session and table whose result the current game of a table is, or None."""
        return self.assignment_at_station(self._fleet.station_with_number(number))

    def assignment_at_station(self, station: Station | None) -> SessionTable | None:
        """Return the session and table whose result the current game at a station is, or None."""
        hello = None if station is None else station.snapshot.hello
        newest = None if hello is None else self._newest_in(hello.ledger)
        return None if newest is None else self._repository.tournament.find_game_table(newest)

    # ---------------------------------------------------------------- as it is stored

    def newest_game(self, number: int) -> GameRef | None:
        """Return the game that a table plays or has played last, plugged in or not; None before its first."""
        station = self._fleet.station_with_number(number)
        hello = None if station is None else station.snapshot.hello
        if hello is not None:
            return self._newest_in(hello.ledger)
        return self._newest_in(self._last_ledger(number))

    def newest_game_of_view(self, view: Json) -> GameRef | None:
        """Return the newest game of a table whose view is known."""
        return self._newest_in(view.get("ledger") or self._last_ledger(view["table"]))

    def ledger_until(self, number: int, last: int | None = None) -> Ledger:
        """Return the stored game that a table plays, up to an event if one is given."""
        return self._load_ledger(self._stored_game(number), last)

    def view(self, number: int) -> Json:
        """Return the view of the game that a table plays.

        A ledger only grows, so a cached view is valid until the ledger has another event, or the desk chooses another
        host's version of it.
        """
        game = self._stored_game(number)
        last = self._repository.store.head(stream_of(game.ledger)).seq

        def compute() -> Json:
            game_report = build_game_report(history_of(self._load_ledger(game), NO_NAMES))
            return {"ledger": game.ledger, "last": last, **game_report}

        chosen = self._repository.tournament.chosen_fork_sources.get(game.ledger)
        return self._views.get(number, (game.ledger, last, chosen), compute)

    def view_of_club_game(self, number: int) -> Json | None:
        """Return the view of a game of the club, without the names that its table showed; None for a sheet of paper."""
        tournament = self._repository.tournament
        game = tournament.club.require_game(number).ref
        if game is None:
            return None
        version = (game, self._repository.games.game_revision(game), tournament.chosen_fork_sources.get(game.ledger))

        def compute() -> Json:
            game_report = build_game_report(history_of(self._load_ledger(game), NO_NAMES))
            for hand in game_report["hands"]:
                # A name that was erased is not told again.
                hand["acts"] = [act for act in hand["acts"] if act["kind"] != "name"]
            return {name: game_report[name] for name in CLUB_VIEW}

        return self._club_views.get(number, version, compute)

    def _load_ledger(self, game: GameRef, last: int | None = None) -> Ledger:
        kept = Ledger(game.start)
        for event in iter_game_events(self._repository.store, game.ledger, game.start):
            if last is None or event.n <= last:
                kept.append(event)
        return kept

    def _stored_game(self, number: int) -> GameRef:
        newest = self.newest_game(number)
        if newest is None:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "no_game_at_table",
                    "no game has begun at table {number}",
                    number=number,
                ),
                "table",
            )
        return newest

    def _newest_in(self, ledger: str) -> GameRef | None:
        start = self._repository.store.last_of_kind(stream_of(ledger), "start") if ledger else None
        return None if start is None else GameRef(ledger, start.seq)

    def _last_ledger(self, number: int) -> str:
        """Return the ledger of the last device of a table, or ""."""
        owned = [
            ledger for ledger, table in self._repository.tournament.table_number_by_ledger.items() if table == number
        ]
        return owned[-1] if owned else ""


def _running_game(there: StationSnapshot) -> Table | None:
    """Return the state of an unfinished game of which hands were played, or None."""
    now = there.table
    return now if now is not None and now.phase != OVER and there.has_hands else None
