"""Builds the services of one hall: its tables, its tournament and its store, and the use cases that work on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenbo.devices.device_keys import DeviceKeys
from tenbo.devices.network_auth import NO_TABLE_KEYS
from tenbo.devices.station_callbacks import StationHost
from tenbo.devices.station_registry import DeviceRegistry
from tenbo.hall.change_log import ChangeBuffer
from tenbo.hall.club_game_entry import ClubGameEntry
from tenbo.hall.desk_command_executor import DeskCommandExecutor
from tenbo.hall.desk_record_writer import RecordWriter
from tenbo.hall.device_ledger_admission import LedgerAdmission
from tenbo.hall.device_numbering import DeviceNumbering
from tenbo.hall.device_replacement import LedgerHandover
from tenbo.hall.evening_name_displays import EveningNameDisplays
from tenbo.hall.evening_seats import EveningSeats
from tenbo.hall.evenings import Evenings
from tenbo.hall.event_publisher import EventPublisher
from tenbo.hall.event_recorder import EventRecorder
from tenbo.hall.firmware_update import FirmwareRollout
from tenbo.hall.game_assignment import GameAssigner
from tenbo.hall.game_session_index import GameSessionIndex
from tenbo.hall.imported_games import GameImport
from tenbo.hall.ledger_devices import unverified_device_message
from tenbo.hall.name_displays import NameDisplays
from tenbo.hall.player_choice_at_seat import SeatPickHandler
from tenbo.hall.player_registration import PlayerRegistrar
from tenbo.hall.referee_calls import RefereeCalls
from tenbo.hall.result_cache_warmer import ResultCacheWarmer
from tenbo.hall.rulings import Rulings
from tenbo.hall.score_import import ScoreImport
from tenbo.hall.seat_display_cache import DisplaySnapshots
from tenbo.hall.seat_lookup import PlayerSeatLookup
from tenbo.hall.seat_plan_search import SeatPlanner
from tenbo.hall.session_start_plan import SessionStartPlanner
from tenbo.hall.sessions import Sessions
from tenbo.hall.slip_entry import SlipEntry
from tenbo.hall.stored_game_attachment import GameAttacher
from tenbo.hall.stored_game_list import StoredGames
from tenbo.hall.table_games import TableGames
from tenbo.hall.table_numbers import TableNumbers
from tenbo.hall.table_starter import TableStarter
from tenbo.hall.table_views import TableViews
from tenbo.hall.timekeeper import Timekeeper
from tenbo.hall.waiting_games import WaitingGames
from tenbo.hall.wifi_enrolment import WifiEnrolment
from tenbo.hall.win_proposal import DeclaredWins
from tenbo.store.ledgers import StoredLedgers
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.record_log import first_tournament_id
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.series.season_view import SeasonViews

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.devices.network_auth import TableKeys
    from tenbo.devices.port_discovery import Port
    from tenbo.hall.monotonic_time import MonotonicWallClock
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store import EventStore


@dataclass(frozen=True)
class HallServices:
    """Everything that one process builds once; each part gets only the services that it uses.

    Stations, requests and the clock use them at the same time, so each is thread-safe.
    """

    log: ServiceLog
    changes: ChangeBuffer
    repository: TournamentRepository
    keys: DeviceKeys
    records: RecordWriter
    numbers: TableNumbers
    claims: LedgerAdmission
    assignment: GameAssigner
    publisher: EventPublisher
    station_host: StationHost
    fleet: DeviceRegistry
    games: TableGames
    tables: TableViews
    session_index: GameSessionIndex
    displays: DisplaySnapshots
    names: NameDisplays
    numbering: DeviceNumbering
    handover: LedgerHandover
    wifi: WifiEnrolment
    commands: DeskCommandExecutor
    firmware_rollout: FirmwareRollout
    timekeeper: Timekeeper
    result_cache_warmer: ResultCacheWarmer
    registration: PlayerRegistrar
    planning: SeatPlanner
    sessions: Sessions
    attachment: GameAttacher
    game_import: GameImport
    score_import: ScoreImport
    slips: SlipEntry
    rulings: Rulings
    wins: DeclaredWins
    calls: RefereeCalls
    stored_games: StoredGames
    players: PlayerSeatLookup
    evenings: Evenings
    seasons: SeasonViews
    season_import: ClubGameEntry
    table_seats: EveningSeats
    seat_picks: SeatPickHandler
    club_names: EveningNameDisplays


def build_hall(
    store: EventStore,
    log: ServiceLog,
    named: Sequence[str] = (),
    *,
    search: bool = True,
    number_new: bool = False,
    ports: Callable[[], list[Port]] | None = None,
    day: MonotonicWallClock | None = None,
    table_keys: Callable[[], TableKeys] = lambda: NO_TABLE_KEYS,
) -> HallServices:
    """Return the services over a store; no thread has been started."""
    changes, repository = ChangeBuffer(wall_clock_ms()), TournamentRepository(store)
    keys = DeviceKeys(
        store,
        lambda: first_tournament_id(store),
        lambda hello: unverified_device_message(repository.tournament, store, hello),
    )
    records = RecordWriter(repository, keys, changes, log)
    numbers = TableNumbers(repository, records, number_new=number_new)
    claims = LedgerAdmission(repository, records, keys)
    assignment = GameAssigner(repository, records, log)
    publisher = EventPublisher(numbers, assignment, changes, log)
    recorder = EventRecorder(store, claims, keys, publisher)
    waiting = WaitingGames(repository, records)
    evenings = Evenings(repository, records, waiting)
    table_seats = EveningSeats(repository, records, evenings, waiting)
    picks = SeatPickHandler(numbers.table_number_of, table_seats, log)
    station_host = StationHost(
        keys=keys,
        ledgers=StoredLedgers(store),
        table_number_of=numbers.table_number_of,
        assign_next_table=numbers.assign_next,
        check_owner=claims.check_owner,
        claim_ledger=claims.claim_ledger,
        proof_demand=claims.proof_demand,
        has_events=claims.has_events,
        missing_game_warning=claims.missing_game_warning,
        claim_table=numbers.claim,
        table_keys=table_keys,
        store_events=recorder.store_events,
        handle_pick=picks.handle_pick,
        report=publisher.report,
        log=log,
    )
    fleet = DeviceRegistry(station_host, named, search=search, ports=ports)
    games = TableGames(repository, fleet)
    names = NameDisplays(repository, fleet, games)
    timekeeper = Timekeeper(repository, records, fleet, log, day)
    planner = SessionStartPlanner(repository, games, assignment, timekeeper)
    starter = TableStarter(repository, fleet, assignment, names)
    handover = LedgerHandover(repository, records, fleet, games)
    seasons = SeasonViews(repository)
    registration = PlayerRegistrar(repository, records)
    assignment.assign_missed_games()
    return HallServices(
        log=log,
        changes=changes,
        repository=repository,
        keys=keys,
        records=records,
        numbers=numbers,
        claims=claims,
        assignment=assignment,
        publisher=publisher,
        station_host=station_host,
        fleet=fleet,
        games=games,
        tables=TableViews(repository, fleet, games),
        session_index=GameSessionIndex(repository),
        displays=DisplaySnapshots(),
        names=names,
        numbering=DeviceNumbering(repository, numbers, fleet, games),
        handover=handover,
        wifi=WifiEnrolment(fleet, log),
        commands=DeskCommandExecutor(fleet, handover, timekeeper.day.now_and_uptime),
        firmware_rollout=FirmwareRollout(fleet, games, keys, changes, log),
        timekeeper=timekeeper,
        result_cache_warmer=ResultCacheWarmer(repository, seasons, fleet, changes, log),
        registration=registration,
        planning=SeatPlanner(repository, log),
        sessions=Sessions(repository, records, planner, starter),
        attachment=GameAttacher(repository, records),
        game_import=GameImport(repository, records),
        score_import=ScoreImport(repository, records),
        slips=SlipEntry(repository, records),
        rulings=Rulings(repository, records, fleet, games),
        wins=DeclaredWins(fleet),
        calls=RefereeCalls(fleet, records, log),
        stored_games=StoredGames(repository),
        players=PlayerSeatLookup(repository, fleet, games),
        evenings=evenings,
        seasons=seasons,
        season_import=ClubGameEntry(repository, records, evenings, registration),
        table_seats=table_seats,
        seat_picks=picks,
        club_names=EveningNameDisplays(repository, names, changes, log),
    )
