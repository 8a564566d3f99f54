"""The hall: fleet, store and tournament together. Every event passes `store_events` once and is safe afterwards."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from tenbo.devices.registry import DeviceRegistry
from tenbo.hall import game_assignment, ledger_ownership
from tenbo.hall.change_log import ChangeBuffer
from tenbo.hall.device_keys import DeviceKeys
from tenbo.hall.display_cache import DisplaySnapshots
from tenbo.hall.display_names import disambiguate, expand
from tenbo.hall.game_sessions import GameSessionIndex
from tenbo.hall.json_views import station_json, stored_event_json, table_json
from tenbo.hall.record_defaults import with_defaults
from tenbo.hall.seat_planning import SeatPlanner
from tenbo.store.ledgers import StoredLedgers, entry_of, stream_of
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.confirmation import confirmation_request
from tenbo.tournament.players import merge_players, read_players
from tenbo.tournament.record_log import stored_tournament_id
from tenbo.tournament.record_validator import RecordValidator
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.state import GameRef
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.events import ASKERS, DESK, Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tenbo.devices.follower import Hello
    from tenbo.devices.interfaces import StationHost
    from tenbo.devices.ports import Port
    from tenbo.devices.station import Station
    from tenbo.hall.service_log import ServiceLog
    from tenbo.store import EventStore
    from tenbo.tournament.players import Player, PlayerMergeResult
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import SessionTable
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table


NO_GAMES: Mapping[GameRef, Sequence[Event]] = {}

# Record numbers that a thread remembers.
MOST_MADE = 1000


class CreatedRecordNumbers(threading.local):
    """The numbers of the records that the current thread has made; each request runs in a thread of its own."""

    def __init__(self) -> None:
        self.numbers: deque[int] = deque(maxlen=MOST_MADE)


# Limit of automatic table numbers; a larger hall assigns its devices itself.
MOST_NUMBERED = 250


class Hall(TournamentRepository):
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
        super().__init__(store)
        self.log = log
        self.changes = ChangeBuffer(wall_clock_ms())
        self.number_new = number_new
        self.keys = DeviceKeys(store, lambda: self.tournament_id, self.table_number_of, self.has_game)
        self.planning = SeatPlanner(self, log)
        self.made = CreatedRecordNumbers()
        self._ledgers = StoredLedgers(store)
        self.registration_lock = threading.Lock()
        self.pictures = DisplaySnapshots()
        self.played_for = GameSessionIndex(self)
        # The cached view of each table's game, with its ledger and last event.
        self.game_view_cache: dict[int, tuple[tuple[str, int], dict[str, Any]]] = {}
        # The cached end or state of each stored game, with its last event.
        self.ended: dict[GameRef, tuple[object, dict[str, Any]]] = {}
        # Tables that were asked to start a session and whose start has not arrived yet.
        self.pending_starts: set[SessionTable] = set()
        self.start_lock = threading.Lock()
        recorder: StationHost = self
        self.fleet = DeviceRegistry(recorder, named, search=search, ports=ports)
        game_assignment.assign_missed_games(self)

    def start(self) -> None:
        """Start following tables."""
        self.fleet.start()

    def close(self) -> None:
        """Stop following tables."""
        self.fleet.close()

    @property
    def tournament_id(self) -> str:
        """Return the id of this tournament; a copy of its store has the same id, another store has not."""
        return stored_tournament_id(self.store)

    # ---------------------------------------------------------------- the interface for the fleet

    def stored_ledgers(self) -> StoredLedgers:
        """Return the reader of stored ledgers."""
        return self._ledgers

    def table_number_of(self, device: str) -> int | None:
        """Return the table number of a device, or None."""
        return self.tournament.numbers.get(device)

    def assign_next_table(self, hello: Hello) -> int | None:
        """Return the next free number for a new device, up to MOST_NUMBERED, if the host assigns numbers."""
        if not self.number_new or not hello.id:
            return None
        with self.registration_lock:
            numbers = self.tournament.numbers
            if hello.id not in numbers and len(numbers) < MOST_NUMBERED:
                number = next(free for free in range(1, MOST_NUMBERED + 1) if free not in set(numbers.values()))
                self.record("bind", "host", device=hello.id, table=number)
            return self.table_number_of(hello.id)

    def superseded_reason(self, hello: Hello) -> str:
        """Return why a device no longer writes its ledger, or ""."""
        return ledger_ownership.superseded_reason(self.tournament, hello)

    def ledger_conflict(self, hello: Hello) -> str:
        """Return why a device's ledger conflicts with another device's, or ""."""
        return ledger_ownership.ledger_conflict(self.tournament, hello)

    def claim_ledger(self, hello: Hello) -> str:
        """Record the device as the writer of its ledger, or return why it conflicts with another device."""
        with self.registration_lock:
            why = self.ledger_conflict(hello)
            known = self.tournament.devices.get(hello.ledger, hello.id) == hello.id
            if not why and known and ledger_ownership.current_ledger(self.tournament, hello.id) != hello.ledger:
                self.record("ledger", "host", ledger=hello.ledger, device=hello.id)
        return why

    def unverified_device_reason(self, hello: Hello) -> str:
        """Return why a device without a key has to present a stored event before it is followed.

        The text is empty if no event of it is stored, or if the desk has just assigned its table number.
        """
        if self.keys.rekey_allowed(hello.id):
            return ""
        owned = [ledger for ledger, device in self.tournament.devices.items() if device == hello.id]
        return self.keys.unverified_message(hello) if any(self.has_events(ledger) for ledger in owned) else ""

    def has_events(self, ledger: str) -> bool:
        """Return whether an event of a ledger is stored."""
        return self.store.head(stream_of(ledger)).seq >= 0

    def has_game(self, device: str) -> bool:
        """Return whether a game is stored that a device has written itself as its table."""
        return bool(ledger_ownership.games_of_device(self.tournament, self.store, device))

    def missing_game_reason(self, hello: Hello) -> str:
        """Return that a table started without its stored game, or ""."""
        return ledger_ownership.missing_game_reason(self.tournament, self.store, hello)

    def store_events(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Store events, then publish them."""
        hello = station.hello
        assert hello is not None
        why = self.claim_ledger(hello)
        if why:
            raise StorageFault("contradiction", why, "ledger")
        self.store.append([entry_of(hello.ledger, event) for event, _ in events])
        self.keys.mark_events_stored(hello.id)
        self.publish_events(station, events)

    def publish_events(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Publish stored events, and assign a game that starts to its session."""
        hello = station.hello
        assert hello is not None
        number = self.table_number_of(hello.id)
        for event, table in events:
            picture = stored_event_json(event)
            self.log.write_line(f"{picture['text']} by {ASKERS[event.by]}", table=number, event=event.n)
            now = table_json(table) if table is not None else None
            data = {"table": number, "ledger": hello.ledger, "event": picture, "now": now}
            self.changes.publish("event", data)
            if event.kind == "start":
                game_assignment.assign_game(self, number, hello.ledger, event)

    def report(self, station: Station, what: str, *, level: str = "info") -> None:
        """Log and publish what happened at a port."""
        hello = station.hello
        number = self.table_number_of(hello.id) if hello is not None else None
        self.log.write_line(what, level=level, table=number, port=station.port.name)
        self.changes.publish("port", {"table": number, "port": station.port.name, "state": station.state, "why": what})

    def log_exception(self, error: Exception, **about: object) -> None:
        """Log an internal error."""
        self.log.log_exception(error, **about)

    # ---------------------------------------------------------------- the tournament

    def record(self, kind: str, by: str, *, yes: bool = False, seen: int | None = None, **fields: Any) -> DeskRecord:
        """Make a record of the desk, log it and publish it."""
        return self.record_all(by, [(kind, fields)], yes=yes, seen=seen)[0]

    def record_all(
        self,
        by: str,
        acts: list[tuple[str, dict[str, Any]]],
        *,
        yes: bool = False,
        seen: int | None = None,
        desk: str = "",
        new: Sequence[Player] = (),
        games: Mapping[GameRef, Sequence[Event]] = NO_GAMES,
    ) -> list[DeskRecord]:
        """Make several records that belong together: all of them, or none.

        `yes` confirms questions; `seen` is the number of the last record that the author had seen, `desk` the author's
        terminal or browser. The players `new` are registered and the ledgers `games` are stored in the same
        transaction.
        """
        whole = [(kind, with_defaults(self, kind, fields)) for kind, fields in acts]
        elsewhere, added = self.desk.origins.other_terminals(desk), {player.id for player in new}
        people = {*self.people(), *added}

        def events_of(game: GameRef) -> Iterable[Event]:
            return games[game] if game in games else self.game_events(game)

        check = RecordValidator(events_of, yes=yes, seen=seen, people=people, elsewhere=elsewhere, new=added)
        entries = [entry_of(game.ledger, event) for game, events in games.items() for event in events]
        records = self.desk.record_all(by, whole, check, desk, entries=entries, players=new)
        self.made.numbers.extend(record.n for record in records)
        for record in records:
            self.log.write_line(f"{record.summary()} by {record.by}")
            self.changes.publish("desk", {"kind": record.kind, "by": record.by, "n": record.n, **record.fields})
            if record.kind == "bind" and "table" in record.fields:
                self.keys.allow_rekey(record.fields["device"])
        return records

    def set_table_number(self, device: str, table: int | None, by: str = "desk") -> None:
        """Set or remove a device's table number, and greet the device again."""
        # Not between the check and the record of `assign_next_table`, whose number would then count.
        with self.registration_lock:
            self.record("bind", by, device=device, table=table)
        for station in self.fleet.stations:
            if station.hello is not None and station.hello.id == device:
                station.request_hello()

    def current_assignment(self, table: int) -> SessionTable | None:
        """Return the session and table whose result the current game of a table is, or None."""
        return self._assignment_of(self.fleet.station_with_number(table))

    def _assignment_of(self, station: Station | None) -> SessionTable | None:
        if station is None or station.hello is None:
            return None
        start = self.store.last_of_kind(stream_of(station.hello.ledger), "start")
        return None if start is None else self.tournament.find_game_table(GameRef(station.hello.ledger, start.seq))

    def register_players(self, text: str, *, yes: bool = False) -> PlayerMergeResult:
        """Register the players of a file.

        They are merged with registered ones by number and EMA number, after a confirmation.
        """
        with self.registration_lock:
            joined = self._merge_players(text, yes=yes)
            self.store.store_players([*joined.new, *joined.changed])
        return joined

    def register_and_seat(
        self, text: str, by: str, session: int, why: str, *, yes: bool = False, seen: int | None = None, desk: str = ""
    ) -> tuple[PlayerMergeResult, DeskRecord]:
        """Register a file's single player and give the player seats from a session on: both, or neither."""
        with self.registration_lock:
            joined = self._merge_players(text, yes=yes)
            who = [*joined.new, *joined.changed, *joined.unchanged]
            if len(who) > 1:
                raise Malformed("bad_field", f"seats are found for one who comes, not for {len(who)}", "session")
            entry = {"session": session, "player": who[0].id, **({"why": why} if why else {})}
            new = [*joined.new, *joined.changed]
            return joined, self.record_all(by, [("enter", entry)], yes=yes, seen=seen, desk=desk, new=new)[0]

    def _merge_players(self, text: str, *, yes: bool) -> PlayerMergeResult:
        """Merge the players of a file with the registered ones; probable mistakes need a confirmation."""
        tournament = self.tournament
        used = {player for place in tournament.games for player in tournament.seats.get(place, [])}
        by_hand = {record.fields.get("instead", 0) for record in self.desk.records if record.kind == "withdraw"}
        used |= {*tournament.withdrawn, *tournament.unranked, *by_hand}
        joined = merge_players(self.people(), read_players(text), used)
        if joined.questions and not yes:
            raise confirmation_request("; ".join(joined.questions))
        return joined

    # ---------------------------------------------------------------- queries and commands

    def tables(self) -> list[dict[str, Any]]:
        """Return every table with a number, plugged in or not."""
        stations = self.fleet.stations_by_number()
        people = self.people()
        views = {number: self._table_view(number, station, people) for number, station in stations.items()}
        for device, number in self.tournament.numbers.items():
            if number not in views:
                views[number] = self._unplugged(number, device)
        return [views[number] for number in sorted(views)]

    def table(self, number: int) -> dict[str, Any]:
        """Return one table with a number as `tables` does, without the others."""
        station = self.fleet.station_with_number(number)
        if station is not None:
            return self._table_view(number, station, self.people())
        devices = [device for device, known in self.tournament.numbers.items() if known == number]
        if not devices:
            raise Refused("bad_field", f"there is no table {number}", "table")
        return self._unplugged(number, devices[0])

    def _unplugged(self, number: int, device: str) -> dict[str, Any]:
        return {"table": number, "device": device, "state": "unplugged", "why": self.fleet.release_reason(device)}

    def _table_view(self, number: int, station: Station, people: dict[int, Player]) -> dict[str, Any]:
        """Return a table's state, with full names and an own rule book that its game only abbreviates."""
        view = station_json(station, number)
        if "now" in view:
            place = self._assignment_of(station)
            view["now"]["book"] = self.tournament.rulebook_of(place[0]).id if place else view["now"]["rules"]
            view["in_full"] = expand(self.seated_names(place, people)) if place else {}
        return view

    def seated_names(self, place: SessionTable, people: dict[int, Player]) -> list[str]:
        """Return the names of the players seated at a table; "" for an empty seat."""
        seats = self.tournament.seats.get(place, [0] * 4)
        return [people[one].display_name if one in people else f"player {one}" if one else "" for one in seats]

    def unassigned_devices(self) -> list[dict[str, Any]]:
        """Return the ports whose device has no table number."""
        return [
            station_json(station, None) for station in self.fleet.stations if self.fleet.table_number(station) is None
        ]

    def table_state(self, number: int) -> Table:
        """Return the state of a table by number; raise an error if it has no game."""
        table = self.fleet.station_at(number).follower.table
        if table is None:
            raise Refused("not_allowed_now", f"no game has begun at table {number}", "table")
        return table

    def rules(self) -> Rules:
        """Return the tournament's rules."""
        return self.tournament.rulebook.load().rules

    def start_game(self, number: int, rules: str, names: list[str], minutes: int = 0) -> None:
        """Start a game at a table, with the players' names and, if given, the session's time."""
        self.fleet.ask(number, "do", "start", DESK, rules)
        for seat, name in enumerate(disambiguate(names)):
            if name:
                self.fleet.ask(number, "do", "name", DESK, seat, name)
        if minutes:
            self.fleet.ask(number, "do", "session", DESK, minutes)
