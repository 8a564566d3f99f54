"""The hall: fleet, store and desk put together. Every event goes through `keep`, once, and is safe after it."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from tenbo.devices import DeviceRegistry, Station
from tenbo.hall import game_assignment, ownership
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
from tenbo.tournament.people import merge_players, read_players
from tenbo.tournament.record_log import token_of
from tenbo.tournament.record_validator import RecordValidator
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.state import GameRef
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.events import ASKERS, DESK, Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tenbo.devices import StationHost
    from tenbo.devices.follower import Hello
    from tenbo.devices.ports import Port
    from tenbo.hall.service_log import ServiceLog
    from tenbo.store import EventStore
    from tenbo.tournament.people import Merged, Player
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import SessionTable
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table


NO_GAMES: Mapping[GameRef, Sequence[Event]] = {}

# The numbers of its last records that a thread keeps.
MOST_MADE = 1000


class Made(threading.local):
    """The numbers of the records that the thread at work has made; each request is worked on by a thread of its own."""

    def __init__(self) -> None:
        self.numbers: deque[int] = deque(maxlen=MOST_MADE)


# Tables that are numbered by themselves; a hall with more says itself which device is which.
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
        self.planning = SeatPlanner(self)
        self.made = Made()
        self._ledgers = StoredLedgers(store)
        self.registration_lock = threading.Lock()
        self.pictures = DisplaySnapshots()
        self.played_for = GameSessionIndex(self)
        # The game of each table as it was told last, and up to which event of which ledger.
        self.game_view_cache: dict[int, tuple[tuple[str, int], dict[str, Any]]] = {}
        # How each stored game has ended or stands, up to which event of it.
        self.ended: dict[GameRef, tuple[object, dict[str, Any]]] = {}
        # Tables of sessions that have been told to begin and whose start has not come yet.
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
        """Return what tells this tournament from others: a copy of its store has it too, another store has not."""
        return token_of(self.store)

    # ---------------------------------------------------------------- what the fleet needs

    def stored_ledgers(self) -> StoredLedgers:
        """Return what is stored of ledgers."""
        return self._ledgers

    def table_number_of(self, device: str) -> int | None:
        """Return the table number of a device, or None."""
        return self.tournament.numbers.get(device)

    def assign_next_table(self, hello: Hello) -> int | None:
        """Return the next free number for a new device, where the host was told to give them; they have an end."""
        if not self.number_new or not hello.id:
            return None
        with self.registration_lock:
            numbers = self.tournament.numbers
            if hello.id not in numbers and len(numbers) < MOST_NUMBERED:
                number = next(free for free in range(1, MOST_NUMBERED + 1) if free not in set(numbers.values()))
                self.record("bind", "host", device=hello.id, table=number)
            return self.table_number_of(hello.id)

    def superseded_reason(self, hello: Hello) -> str:
        """Return why a device no longer writes its ledger; an empty text when it does."""
        return ownership.superseded_reason(self.tournament, hello)

    def ledger_conflict(self, hello: Hello) -> str:
        """Return that a device says the ledger of another one; an empty text when it does not."""
        return ownership.ledger_conflict(self.tournament, hello)

    def claim_ledger(self, hello: Hello) -> str:
        """Keep whose ledger this is from now on, or return that it is another device's."""
        with self.registration_lock:
            why = self.ledger_conflict(hello)
            known = self.tournament.devices.get(hello.ledger, hello.id) == hello.id
            if not why and known and ownership.current_ledger(self.tournament, hello.id) != hello.ledger:
                self.record("ledger", "host", ledger=hello.ledger, device=hello.id)
        return why

    def unverified_device_reason(self, hello: Hello) -> str:
        """Return why a device without a key is not followed unless it shows an event that is stored of it.

        An empty text when nothing is, or when the desk has just said which table it is.
        """
        if self.keys.rekey_allowed(hello.id):
            return ""
        owned = [ledger for ledger, device in self.tournament.devices.items() if device == hello.id]
        return self.keys.unverified_message(hello) if any(self.has_events(ledger) for ledger in owned) else ""

    def has_events(self, ledger: str) -> bool:
        """Return whether an event of a ledger is stored."""
        return self.store.head(stream_of(ledger)).seq >= 0

    def has_game(self, device: str) -> bool:
        """Return whether a game of its table is stored that a device has written itself."""
        return bool(ownership.games_of_device(self.tournament, self.store, device))

    def missing_game_reason(self, hello: Hello) -> str:
        """Return that a table started without its stored game; an empty text when it has it."""
        return ownership.missing_game_reason(self.tournament, self.store, hello)

    def store_events(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Store events, then tell everybody."""
        hello = station.hello
        assert hello is not None
        why = self.claim_ledger(hello)
        if why:
            raise StorageFault("contradiction", why, "ledger")
        self.store.append([entry_of(hello.ledger, event) for event, _ in events])
        self.keys.mark_events_stored(hello.id)
        self.publish_events(station, events)

    def publish_events(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Tell everybody of events that are stored, and take a game that begins as the one it was begun for."""
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
        """Log what has happened at a port and tell everybody."""
        hello = station.hello
        number = self.table_number_of(hello.id) if hello is not None else None
        self.log.write_line(what, level=level, table=number, port=station.port.name)
        self.changes.publish("port", {"table": number, "port": station.port.name, "state": station.state, "why": what})

    def log_exception(self, error: Exception) -> None:
        """Log that something went wrong that is no fault of a table's."""
        self.log.log_exception(error)

    # ---------------------------------------------------------------- the desk

    def record(self, kind: str, by: str, *, yes: bool = False, seen: int | None = None, **fields: Any) -> DeskRecord:
        """Record what the desk decides, log it and tell everybody."""
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
        """Record several decisions that belong together: all of them, or none.

        `yes` answers what is asked first; `seen` is the number of the last record that whoever decides had seen,
        `desk` the terminal or browser where it is typed. The players `new` are registered and the whole ledgers `games`
        are stored in the same transaction.
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
        self.record("bind", by, device=device, table=table)
        for station in self.fleet.stations:
            if station.hello is not None and station.hello.id == device:
                station.request_hello()

    def current_assignment(self, table: int) -> SessionTable | None:
        """Return the session and table whose result the game at a table now is, or None."""
        return self._place_of(self.fleet.with_number(table))

    def _place_of(self, station: Station | None) -> SessionTable | None:
        if station is None or station.hello is None:
            return None
        start = self.store.last_of_kind(stream_of(station.hello.ledger), "start")
        return None if start is None else self.tournament.find_game_table(GameRef(station.hello.ledger, start.seq))

    def register_players(self, text: str, *, yes: bool = False) -> Merged:
        """Register the players of a file: joined with who is registered by number and EMA number, or asked about."""
        with self.registration_lock:
            joined = self._merge_players(text, yes=yes)
            self.store.store_players([*joined.new, *joined.changed])
        return joined

    def register_and_seat(
        self, text: str, by: str, session: int, why: str, *, yes: bool = False, seen: int | None = None, desk: str = ""
    ) -> tuple[Merged, DeskRecord]:
        """Register the one of a file of one and find seats from a session on: both, or neither."""
        with self.registration_lock:
            joined = self._merge_players(text, yes=yes)
            who = [*joined.new, *joined.changed, *joined.unchanged]
            if len(who) > 1:
                raise Malformed("bad_field", f"seats are found for one who comes, not for {len(who)}", "session")
            entry = {"session": session, "player": who[0].id, **({"why": why} if why else {})}
            new = [*joined.new, *joined.changed]
            return joined, self.record_all(by, [("enter", entry)], yes=yes, seen=seen, desk=desk, new=new)[0]

    def _merge_players(self, text: str, *, yes: bool) -> Merged:
        """Join the players of a file with who is registered; what looks like a slip is asked about."""
        tournament = self.tournament
        used = {player for place in tournament.games for player in tournament.seats.get(place, [])}
        by_hand = {record.fields.get("instead", 0) for record in self.desk.records if record.kind == "withdraw"}
        used |= {*tournament.withdrawn, *tournament.unranked, *by_hand}
        joined = merge_players(self.people(), read_players(text), used)
        if joined.questions and not yes:
            raise confirmation_request("; ".join(joined.questions))
        return joined

    # ---------------------------------------------------------------- looking and acting

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
        """Return one table with a number as `tables` does, made of that table alone."""
        station = self.fleet.with_number(number)
        if station is not None:
            return self._table_view(number, station, self.people())
        devices = [device for device, known in self.tournament.numbers.items() if known == number]
        if not devices:
            raise Refused("bad_field", f"there is no table {number}", "table")
        return self._unplugged(number, devices[0])

    def _unplugged(self, number: int, device: str) -> dict[str, Any]:
        return {"table": number, "device": device, "state": "unplugged", "why": self.fleet.release_reason(device)}

    def _table_view(self, number: int, station: Station, people: dict[int, Player]) -> dict[str, Any]:
        """Return a table's state; what its game says shortly is told beside it: names, and a club's own book."""
        view = station_json(station, number)
        if "now" in view:
            place = self._place_of(station)
            view["now"]["book"] = self.tournament.rulebook_of(place[0]).id if place else view["now"]["rules"]
            view["in_full"] = expand(self.seated_names(place, people)) if place else {}
        return view

    def seated_names(self, place: SessionTable, people: dict[int, Player]) -> list[str]:
        """Return the names of who is seated somewhere; an empty text for a seat without anybody."""
        seats = self.tournament.seats.get(place, [0] * 4)
        return [people[one].display_name if one in people else f"player {one}" if one else "" for one in seats]

    def unassigned_devices(self) -> list[dict[str, Any]]:
        """Return the ports whose table has no number."""
        return [
            station_json(station, None) for station in self.fleet.stations if self.fleet.table_number(station) is None
        ]

    def table_state(self, number: int) -> Table:
        """Return the table as it stands at a number, or say that no game has begun there."""
        table = self.fleet.station_at(number).follower.table
        if table is None:
            raise Refused("not_allowed_now", f"no game has begun at table {number}", "table")
        return table

    def rules(self) -> Rules:
        """Return the tournament's rules."""
        return self.tournament.rulebook.load().rules

    def start_game(self, number: int, rules: str, names: list[str], minutes: int = 0) -> None:
        """Have a table begin a game, with names at its seats and the session's time where one is given."""
        self.fleet.ask(number, "do", "start", DESK, rules)
        for seat, name in enumerate(disambiguate(names)):
            if name:
                self.fleet.ask(number, "do", "name", DESK, seat, name)
        if minutes:
            self.fleet.ask(number, "do", "session", DESK, minutes)
