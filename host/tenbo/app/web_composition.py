"""Builds the web server: hands each group of routes the services that it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.store_contents import CLUB, store_kind
from tenbo.web.auth.login import LoginRoutes, WifiNetwork
from tenbo.web.pages import pages_app
from tenbo.web.routes.attendance import AttendanceRoutes
from tenbo.web.routes.clock import ClockRoutes
from tenbo.web.routes.cluster import ClusterRoutes
from tenbo.web.routes.device_queries import DeviceQueryRoutes
from tenbo.web.routes.devices import DeviceRoutes, FirmwareRoutes, WifiRoutes
from tenbo.web.routes.downloads import DownloadRoutes
from tenbo.web.routes.personal_data import PersonalDataRoutes
from tenbo.web.routes.players import PlayerRoutes
from tenbo.web.routes.public import PublicRoutes, SlipRoutes
from tenbo.web.routes.record_creation import RecordRoutes
from tenbo.web.routes.results import ResultRoutes
from tenbo.web.routes.route_table import bind_routes
from tenbo.web.routes.rulings import RulingRoutes
from tenbo.web.routes.scoring import ScoringRoutes
from tenbo.web.routes.series import SeriesRoutes
from tenbo.web.routes.tables import TableRoutes
from tenbo.web.routes.tablets import TabletRoutes
from tenbo.web.routes.tournament import TournamentRoutes
from tenbo.web.routes.tournament_sessions import SessionRoutes
from tenbo.web.server.dial_in_server import DialInServer
from tenbo.web.server.server import Server
from tenbo.web.sse import EventStreams
from tenbo.web.table_cache import TableList

if TYPE_CHECKING:
    from tenbo.app.config import Config
    from tenbo.app.hall_services import HallServices
    from tenbo.cluster.host_registry import HostRegistry
    from tenbo.store import EventStore
    from tenbo.web.auth.authentication import ClientAuthenticator
    from tenbo.web.auth.visibility import Visibility
    from tenbo.web.server.desk_host_heartbeats import DeskHeartbeats


def build_server(
    config: Config,
    services: HallServices,
    own_store: EventStore,
    visibility: Visibility,
    access: ClientAuthenticator,
    desks: DeskHeartbeats,
    cluster: HostRegistry,
) -> Server:
    """Return the server; `own_store` has this host's own events without replicas."""
    repository, fleet, games, views = services.repository, services.fleet, services.games, services.tables
    changes, log, names = services.changes, services.log, services.names
    wifi = WifiNetwork(config.wifi, config.wifi_password)
    answers = bind_routes(
        TableRoutes(TableList(views, changes, visibility), views, games, repository.store, visibility),
        DeviceQueryRoutes(fleet, services.displays, games, visibility),
        DeviceRoutes(views, services.numbering, services.handover),
        WifiRoutes(services.wifi, wifi),
        FirmwareRoutes(services.firmware_rollout, fleet),
        ClockRoutes(services.timekeeper, desks),
        RulingRoutes(services.rulings, services.calls, services.wins),
        TournamentRoutes(repository, services.planning, config.name),
        RecordRoutes(repository, services.records, services.rulings, names),
        PlayerRoutes(repository, services.registration, names),
        SessionRoutes(services.sessions, services.attachment, services.game_import, services.score_import),
        ResultRoutes(repository, services.stored_games, visibility),
        PublicRoutes(repository, services.players, services.timekeeper),
        SlipRoutes(repository, services.slips),
        SeriesRoutes(repository, services.seasons, services.evenings, services.season_import, services.games),
        PersonalDataRoutes(repository, services.seasons, services.evenings, services.registration),
        AttendanceRoutes(repository, services.table_seats, services.season_import),
        ScoringRoutes(repository),
        DownloadRoutes(repository, own_store, access, wifi, config.listen[0]),
        TabletRoutes(access, wifi, config.listen[0]),
        LoginRoutes(repository, access, changes, log, wifi, config.listen[0]),
        ClusterRoutes(config.name, own_store, desks, cluster, services.commands, services.keys),
    )
    pages = pages_app(lambda: store_kind(repository.tournament) == CLUB)
    streams = EventStreams(changes, visibility, access, log)
    lines = DialInServer(fleet.accept, fleet.may_dial, config.listen_tables)
    return Server(config.listen, answers, streams, pages, access, log, lines, config.names)
