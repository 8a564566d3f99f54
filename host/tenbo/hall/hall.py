"""The hall: fleet, store and desk put together. Every event goes through `keep`, once, and is safe after it."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from tenbo.fleet import Fleet, Station
from tenbo.hall import ownership, whose_result
from tenbo.hall.change_feed import Changes
from tenbo.hall.completing import completed
from tenbo.hall.json_views import of_event, of_station, of_table
from tenbo.hall.keys import DeviceKeys
from tenbo.hall.naming import in_full, told_apart
from tenbo.hall.pictures import Pictures
from tenbo.hall.planning import Planning
from tenbo.hall.played_for import PlayedFor
from tenbo.store.ledgers import StoredLedgers, entry_of, stream_of
from tenbo.store.log import wall_clock_ms
from tenbo.tournament.asking import question
from tenbo.tournament.checks import Check
from tenbo.tournament.desk import token_of
from tenbo.tournament.people import merged, read_players
from tenbo.tournament.state import GameAt
from tenbo.tournament.stored import StoredTournament
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.events import ASKERS, DESK, Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tenbo.fleet import Recorder
    from tenbo.hall.service_log import ServiceLog
    from tenbo.line.follow import Hello
    from tenbo.line.ports import Port
    from tenbo.store import EventStore
    from tenbo.tournament.people import Merged, Player
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import Place
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table


NO_GAMES: Mapping[GameAt, Sequence[Event]] = {}

# The numbers of its last records that a thread keeps.
MOST_MADE = 1000


class Made(threading.local):
    """The numbers of the records that the thread at work has made; each request is worked on by a thread of its own."""

    def __init__(self) -> None:
        self.numbers: deque[int] = deque(maxlen=MOST_MADE)


# Tables that are numbered by themselves; a hall with more says itself which device is which.
MOST_NUMBERED = 250


class Hall(StoredTournament):
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
        self.changes = Changes(wall_clock_ms())
        self.number_new = number_new
        self.keys = DeviceKeys(store, lambda: self.token, self.number_of, self.has_game)
        self.planning = Planning(self)
        self.made = Made()
        self._ledgers = StoredLedgers(store)
        self._deciding = threading.Lock()
        self.pictures = Pictures()
        self.played_for = PlayedFor(self)
        # The game of each table as it was told last, and up to which event of which ledger.
        self.told: dict[int, tuple[tuple[str, int], dict[str, Any]]] = {}
        # How each stored game has ended or stands, up to which event of it.
        self.ended: dict[GameAt, tuple[object, dict[str, Any]]] = {}
        # Tables of sessions that have been told to begin and whose start has not come yet.
        self.begun: set[Place] = set()
        self.beginning = threading.Lock()
        recorder: Recorder = self
        self.fleet = Fleet(recorder, named, search=search, ports=ports)
        whose_result.note_missed(self)

    def start(self) -> None:
        """Start following tables."""
        self.fleet.start()

    def close(self) -> None:
        """Stop following tables."""
        self.fleet.close()

    @property
    def token(self) -> str:
        """Return what tells this tournament from others: a copy of its store has it too, another store has not."""
        return token_of(self.store)

    # ---------------------------------------------------------------- what the fleet needs

    def memory(self) -> StoredLedgers:
        """Return what is stored of ledgers."""
        return self._ledgers

    def number_of(self, device: str) -> int | None:
        """Return the table number of a device, or None."""
        return self.tournament.numbers.get(device)

    def number_newcomer(self, hello: Hello) -> int | None:
        """Return the next free number for a new device, where the host was told to give them; they have an end."""
        if not self.number_new or not hello.id:
            return None
        with self._deciding:
            numbers = self.tournament.numbers
            if hello.id not in numbers and len(numbers) < MOST_NUMBERED:
                number = next(free for free in range(1, MOST_NUMBERED + 1) if free not in set(numbers.values()))
                self.record("bind", "host", device=hello.id, table=number)
            return self.number_of(hello.id)

    def lost_pen(self, hello: Hello) -> str:
        """Return why a device no longer writes its ledger; an empty text when it does."""
        return ownership.lost_pen(self.tournament, hello)

    def claims_another(self, hello: Hello) -> str:
        """Return that a device says the ledger of another one; an empty text when it does not."""
        return ownership.claims_another(self.tournament, hello)

    def take_ledger(self, hello: Hello) -> str:
        """Keep whose ledger this is from now on, or return that it is another device's."""
        with self._deciding:
            why = self.claims_another(hello)
            known = self.tournament.devices.get(hello.ledger, hello.id) == hello.id
            if not why and known and ownership.writes_now(self.tournament, hello.id) != hello.ledger:
                self.record("ledger", "host", ledger=hello.ledger, device=hello.id)
        return why

    def unless_shown(self, hello: Hello) -> str:
        """Return why a device without a key is not followed unless it shows an event that is stored of it.

        An empty text when nothing is, or when the desk has just said which table it is.
        """
        if self.keys.is_promised(hello.id):
            return ""
        owned = [ledger for ledger, device in self.tournament.devices.items() if device == hello.id]
        return self.keys.unknown(hello) if any(self.stores(ledger) for ledger in owned) else ""

    def stores(self, ledger: str) -> bool:
        """Return whether an event of a ledger is stored."""
        return self.store.head(stream_of(ledger)).seq >= 0

    def has_game(self, device: str) -> bool:
        """Return whether a game of its table is stored that a device has written itself."""
        return bool(ownership.own_games(self.tournament, self.store, device))

    def lost_game(self, hello: Hello) -> str:
        """Return that a table started without its stored game; an empty text when it has it."""
        return ownership.lost_game(self.tournament, self.store, hello)

    def keep(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Store events, then tell everybody."""
        hello = station.hello
        assert hello is not None
        why = self.take_ledger(hello)
        if why:
            raise StorageFault("contradiction", why, "ledger")
        self.store.append([entry_of(hello.ledger, event) for event, _ in events])
        self.keys.has_told(hello.id)
        self.spread(station, events)

    def spread(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Tell everybody of events that are stored, and take a game that begins as the one it was begun for."""
        hello = station.hello
        assert hello is not None
        number = self.number_of(hello.id)
        for event, table in events:
            picture = of_event(event)
            self.log.line(f"{picture['text']} by {ASKERS[event.by]}", table=number, event=event.n)
            now = of_table(table) if table is not None else None
            data = {"table": number, "ledger": hello.ledger, "event": picture, "now": now}
            self.changes.publish("event", data)
            if event.kind == "start":
                whose_result.note(self, number, hello.ledger, event)

    def tell(self, station: Station, what: str, *, level: str = "info") -> None:
        """Log what has happened at a port and tell everybody."""
        hello = station.hello
        number = self.number_of(hello.id) if hello is not None else None
        self.log.line(what, level=level, table=number, port=station.port.name)
        self.changes.publish("port", {"table": number, "port": station.port.name, "state": station.state, "why": what})

    def mistake(self, error: Exception) -> None:
        """Log that something went wrong that is no fault of a table's."""
        self.log.mistake(error)

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
        games: Mapping[GameAt, Sequence[Event]] = NO_GAMES,
    ) -> list[DeskRecord]:
        """Record several decisions that belong together: all of them, or none.

        `yes` answers what is asked first; `seen` is the number of the last record that whoever decides had seen,
        `desk` the terminal or browser where it is typed. The players `new` are registered and the whole ledgers `games`
        are stored in the same transaction.
        """
        whole = [(kind, completed(self, kind, fields)) for kind, fields in acts]
        elsewhere, added = self.desk.desks.beside(desk), {player.id for player in new}
        people = {*self.people(), *added}

        def events_of(game: GameAt) -> Iterable[Event]:
            return games[game] if game in games else self.games(game)

        check = Check(events_of, yes=yes, seen=seen, people=people, elsewhere=elsewhere, new=added)
        entries = [entry_of(game.ledger, event) for game, events in games.items() for event in events]
        records = self.desk.record_all(by, whole, check, desk, entries=entries, players=new)
        self.made.numbers.extend(record.n for record in records)
        for record in records:
            self.log.line(f"{record.in_words()} by {record.by}")
            self.changes.publish("desk", {"kind": record.kind, "by": record.by, "n": record.n, **record.fields})
            if record.kind == "bind" and "table" in record.fields:
                self.keys.promise(record.fields["device"])
        return records

    def bind(self, device: str, table: int | None, by: str = "desk") -> None:
        """Set or remove a device's table number, and greet the device again."""
        self.record("bind", by, device=device, table=table)
        for station in self.fleet.stations:
            if station.hello is not None and station.hello.id == device:
                station.look_again()

    def place_now(self, table: int) -> Place | None:
        """Return the session and table whose result the game at a table now is, or None."""
        return self._place_of(self.fleet.with_number(table))

    def _place_of(self, station: Station | None) -> Place | None:
        if station is None or station.hello is None:
            return None
        start = self.store.last_of_kind(stream_of(station.hello.ledger), "start")
        return None if start is None else self.tournament.place_of(GameAt(station.hello.ledger, start.seq))

    def register(self, text: str, *, yes: bool = False) -> Merged:
        """Register the players of a file: joined with who is registered by number and EMA number, or asked about."""
        with self._deciding:
            joined = self._joined(text, yes=yes)
            self.store.keep_players([*joined.new, *joined.changed])
        return joined

    def enter(
        self, text: str, by: str, session: int, why: str, *, yes: bool = False, seen: int | None = None, desk: str = ""
    ) -> tuple[Merged, DeskRecord]:
        """Register the one of a file of one and find seats from a session on: both, or neither."""
        with self._deciding:
            joined = self._joined(text, yes=yes)
            who = [*joined.new, *joined.changed, *joined.known]
            if len(who) > 1:
                raise Malformed("bad_field", f"seats are found for one who comes, not for {len(who)}", "session")
            entry = {"session": session, "player": who[0].id, **({"why": why} if why else {})}
            new = [*joined.new, *joined.changed]
            return joined, self.record_all(by, [("enter", entry)], yes=yes, seen=seen, desk=desk, new=new)[0]

    def _joined(self, text: str, *, yes: bool) -> Merged:
        """Join the players of a file with who is registered; what looks like a slip is asked about."""
        tournament = self.tournament
        used = {player for place in tournament.games for player in tournament.seats.get(place, [])}
        by_hand = {record.fields.get("instead", 0) for record in self.desk.records if record.kind == "withdraw"}
        used |= {*tournament.withdrawn, *tournament.struck, *by_hand}
        joined = merged(self.people(), read_players(text), used)
        if joined.questions and not yes:
            raise question("; ".join(joined.questions))
        return joined

    # ---------------------------------------------------------------- looking and acting

    def tables(self) -> list[dict[str, Any]]:
        """Return every table with a number, plugged in or not."""
        stations = self.fleet.numbered()
        people = self.people()
        views = {number: self._view_of(number, station, people) for number, station in stations.items()}
        for device, number in self.tournament.numbers.items():
            if number not in views:
                views[number] = self._unplugged(number, device)
        return [views[number] for number in sorted(views)]

    def table(self, number: int) -> dict[str, Any]:
        """Return one table with a number as `tables` does, made of that table alone."""
        station = self.fleet.with_number(number)
        if station is not None:
            return self._view_of(number, station, self.people())
        devices = [device for device, known in self.tournament.numbers.items() if known == number]
        if not devices:
            raise Refused("bad_field", f"there is no table {number}", "table")
        return self._unplugged(number, devices[0])

    def _unplugged(self, number: int, device: str) -> dict[str, Any]:
        return {"table": number, "device": device, "state": "unplugged", "why": self.fleet.why_released(device)}

    def _view_of(self, number: int, station: Station, people: dict[int, Player]) -> dict[str, Any]:
        """Return a table's state; what its game says shortly is told beside it: names, and a club's own book."""
        view = of_station(station, number)
        if "now" in view:
            place = self._place_of(station)
            view["now"]["book"] = self.tournament.rulebook_of(place[0]).id if place else view["now"]["rules"]
            view["in_full"] = in_full(self.seated(place, people)) if place else {}
        return view

    def seated(self, place: Place, people: dict[int, Player]) -> list[str]:
        """Return the names of who is seated somewhere; an empty text for a seat without anybody."""
        seats = self.tournament.seats.get(place, [0] * 4)
        return [people[one].at_table if one in people else f"player {one}" if one else "" for one in seats]

    def strangers(self) -> list[dict[str, Any]]:
        """Return the ports whose table has no number."""
        return [of_station(station, None) for station in self.fleet.stations if self.fleet.number(station) is None]

    def table_now(self, number: int) -> Table:
        """Return the table as it stands at a number, or say that no game has begun there."""
        table = self.fleet.at(number).follower.table
        if table is None:
            raise Refused("not_allowed_now", f"no game has begun at table {number}", "table")
        return table

    def rules(self) -> Rules:
        """Return the tournament's rules."""
        return self.tournament.rulebook.load().rules

    def start_game(self, number: int, rules: str, names: list[str], minutes: int = 0) -> None:
        """Have a table begin a game, with names at its seats and the session's time where one is given."""
        self.fleet.ask(number, "do", "start", DESK, rules)
        for seat, name in enumerate(told_apart(names)):
            if name:
                self.fleet.ask(number, "do", "name", DESK, seat, name)
        if minutes:
            self.fleet.ask(number, "do", "session", DESK, minutes)
