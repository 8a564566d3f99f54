"""The hall: fleet, store and tournament together, and the use cases that work on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.devices.interfaces import StationHost
from tenbo.devices.registry import DeviceRegistry
from tenbo.hall.change_log import ChangeBuffer
from tenbo.hall.device_keys import DeviceKeys
from tenbo.hall.device_numbering import DeviceNumbering
from tenbo.hall.display_cache import DisplaySnapshots
from tenbo.hall.event_publisher import EventPublisher
from tenbo.hall.event_recorder import EventRecorder
from tenbo.hall.game_assignment import GameAssignment
from tenbo.hall.game_attachment import GameAttachment
from tenbo.hall.game_sessions import GameSessionIndex
from tenbo.hall.imported_games import GameImport
from tenbo.hall.ledger_claims import LedgerClaims
from tenbo.hall.ledger_takeover import Handover
from tenbo.hall.name_displays import NameDisplays
from tenbo.hall.record_writer import RecordWriter
from tenbo.hall.referee_calls import RefereeCalls
from tenbo.hall.registration import Registration
from tenbo.hall.rulings import Rulings
from tenbo.hall.score_import import ScoreImport
from tenbo.hall.seat_lookup import PlayerLookup
from tenbo.hall.seat_planning import SeatPlanner
from tenbo.hall.session_plan import SessionPlanner
from tenbo.hall.sessions import Sessions
from tenbo.hall.slips import Slips
from tenbo.hall.stored_games import StoredGames
from tenbo.hall.table_games import TableGames
from tenbo.hall.table_numbers import TableNumbers
from tenbo.hall.table_starter import TableStarter
from tenbo.hall.table_views import TableViews
from tenbo.hall.win_proposal import DeclaredWins
from tenbo.store.ledgers import StoredLedgers
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.repository import TournamentRepository

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.devices.ports import Port
    from tenbo.hall.service_log import ServiceLog
    from tenbo.store import EventStore


class Hall:
    """All tables of a host. Thread-safe: stations, the API and the clock use it at the same time."""

    def __init__(
        self,
        store: EventStore,
        log: ServiceLog,
        named: Sequence[str] = (),
        *,
        search: bool = True,
        number_new: bool = False,
        ports: Callable[[], list[Port]] | None = None,
    ) -> None:
        self.log = log
        self.changes = ChangeBuffer(wall_clock_ms())
        self.repository = repository = TournamentRepository(store)
        self.keys = DeviceKeys(repository)
        self.records = RecordWriter(repository, self.keys, self.changes, log)
        self.numbers = TableNumbers(repository, self.records, number_new=number_new)
        self.claims = LedgerClaims(repository, self.records, self.keys)
        self.assignment = GameAssignment(repository, self.records, log)
        self.publisher = EventPublisher(self.numbers, self.assignment, self.changes, log)
        self.recorder = EventRecorder(store, self.claims, self.keys, self.publisher)
        self.station_host = StationHost(
            keys=self.keys,
            ledgers=StoredLedgers(store),
            table_number_of=self.numbers.table_number_of,
            assign_next_table=self.numbers.assign_next,
            superseded_reason=self.claims.superseded_reason,
            claim_ledger=self.claims.claim_ledger,
            ledger_conflict=self.claims.ledger_conflict,
            unverified_device_reason=self.claims.unverified_device_reason,
            has_events=self.claims.has_events,
            missing_game_reason=self.claims.missing_game_reason,
            store_events=self.recorder.store_events,
            report=self.publisher.report,
            log=log,
        )
        self.fleet = fleet = DeviceRegistry(self.station_host, named, search=search, ports=ports)
        self.games = games = TableGames(repository, fleet)
        self.tables = TableViews(repository, fleet, games)
        self.session_index = GameSessionIndex(repository)
        self.names = NameDisplays(repository, fleet, games)
        self.sessions = Sessions(
            repository,
            self.records,
            SessionPlanner(repository, games, self.assignment),
            TableStarter(repository, fleet, self.assignment, self.names),
        )
        self.numbering = DeviceNumbering(repository, self.numbers, fleet, games)
        self.registration = Registration(repository, self.records)
        self.attachment = GameAttachment(repository, self.records)
        self.game_import = GameImport(repository, self.records)
        self.score_import = ScoreImport(repository, self.records)
        self.slips = Slips(repository, self.records)
        self.rulings = Rulings(repository, self.records, fleet, games)
        self.wins = DeclaredWins(fleet, games)
        self.calls = RefereeCalls(fleet, self.records, log)
        self.handover = Handover(repository, self.records, fleet, games)
        self.stored_games = StoredGames(repository)
        self.players = PlayerLookup(repository, fleet, games)
        self.planning = SeatPlanner(repository, log)
        self.displays = DisplaySnapshots()
        self.assignment.assign_missed_games()
