"""Runs a rehearsal: starts every session, plays it through its faults and ends it, by the commands of the desk."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING, NamedTuple

from tenbo.runtime.worker import run_later
from tenbo.simulator.rehearsal.fault_schedule import CABLE, HOST, LASTS, PlannedFault
from tenbo.simulator.rehearsal.host_process import wait_until
from tenbo.simulator.rehearsal.roster import plan_text, players_csv, rotation_seats
from tenbo.store import SqliteStore
from tenbo.store.ledgers import DESK_STREAM, stream_of
from tenbo.validation.plural_rules import english_plural

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tenbo.simulator.rehearsal.desk import DrillDesk
    from tenbo.simulator.rehearsal.drill_tables import DrillTable
    from tenbo.simulator.rehearsal.host_process import HostProcess

# The most attempts to begin a session, if the host is killed or a table is missing.
MOST_BEGINNINGS = 5
# The events that the host may be behind before the tables wait for it, and the longest wait.
BEHIND, BEHIND_S = 12, 0.05
# The time from the command to begin a session until the host is killed.
KILLED_AFTER_S = 0.3
PENALTY = -8000


class RehearsalConfig(NamedTuple):
    """The settings of a rehearsal: sessions, faults, seed, hands in a game, rule book, clock, players of a table."""

    sessions: int
    accidents: list[PlannedFault]
    seed: str
    hands: int
    rules: str
    clock: bool
    players: int = 4


class Drill:
    """One rehearsal: its faults are in `problems`, the seating in `seats`, the desk's penalties in `penalties`."""

    def __init__(
        self,
        course: RehearsalConfig,
        tables: list[DrillTable],
        host: HostProcess,
        desk: DrillDesk,
        show: Callable[[str], None],
    ) -> None:
        self.course = course
        self.tables = {table.number: table for table in tables}
        self.problems: list[str] = []
        self.kills = 0
        self.seats = rotation_seats(len(tables), course.sessions, course.players)
        self.penalties: dict[tuple[int, int], list[int]] = {}
        # From which session on a player is away, and for whom each reserve plays.
        self.left: dict[int, int] = {}
        self.reserves: dict[int, int] = {}
        # What a missed session counts by the book that was played; 0 where it says nothing.
        self.missed = 0
        self._host = host
        self._desk = desk
        self._show = show
        self._chance = random.Random(f"{course.seed} accidents")
        # The last acknowledged event by stream: the store must have it after any fault.
        self._acknowledged: dict[str, int] = {}

    def play(self, folder: Path) -> None:
        """Play the whole tournament; the files of players and plan are put into a folder."""
        players, plan = folder / "players.csv", folder / "plan.txt"
        substitute = sum(map(len, self.seats.values())) // self.course.sessions + 1
        players.write_text(players_csv(substitute), "utf-8")
        plan.write_text(plan_text(self.seats), "utf-8")
        self._run_or_fail(
            "session", "new", "Rehearsal", "--rules", self.course.rules, "--country", "NED", "--date", "01.01.2027"
        )
        self._run_or_fail("session", "players", players)
        self._run_or_fail("session", "plan", plan, "--yes")
        binds = [word for table in self.tables.values() for word in ("--assign", f"{table.device}={table.number}")]
        self._run_or_fail("tables", *binds)
        wait_until(lambda: self._host.follows_all(self.tables), "the host to follow all tables")
        for session in range(1, self.course.sessions + 1):
            self._show(f"session {session}")
            self._change_players(session, substitute)
            self._session(session)

    # ---------------------------------------------------------------- actions of the desk

    def _run_or_fail(self, *words: object) -> None:
        """Run a command of the desk that has to succeed; the desk's record of it is acknowledged then."""
        answer = self._desk.run(*words)
        if answer.status:
            self.problems.append(f"tenbo {' '.join(map(str, words))} was refused: {answer.text.strip()}")
        self._record_desk_head()

    def _record_desk_head(self) -> None:
        with SqliteStore(self._host.store, readonly=True) as store:
            self._acknowledged[DESK_STREAM] = store.head(DESK_STREAM).seq

    def _change_players(self, session: int, substitute: int) -> None:
        """Change players as in a real tournament: two sit at each other's seats, later one leaves and another comes."""
        if session == 2:
            one, other = self.seats[session, 1][0], self.seats[session, len(self.tables)][2]
            if one != other:
                self._run_or_fail("session", "swap", session, one, other, "--why", "the wrong seat")
                self._reseat({one: other, other: one}, session, session)
        if session == 3:
            gone = self.seats[session, 1][1]
            self._run_or_fail("session", "withdraw", gone, "--from", session, "--instead", substitute, "--why", "ill")
            self._reseat({gone: substitute}, session, self.course.sessions)
            self.left[gone], self.reserves[substitute] = session, gone

    def _reseat(self, instead: dict[int, int], first: int, last: int) -> None:
        for (session, table), players in self.seats.items():
            if first <= session <= last:
                self.seats[session, table] = [instead.get(player, player) for player in players]

    def _finish_session(self, session: int) -> None:
        """Have a referee's penalty recorded, end the session and show how the tournament stands."""
        table = self._chance.choice(sorted(self.tables))
        seats = len(self.seats[session, table])
        seat = self._chance.randrange(seats)
        why = ("--why", "telephone", "--by", "referee Ada")
        self._run_or_fail("session", "penalty", session, table, "ESWN"[seat], PENALTY, *why)
        self.penalties.setdefault((session, table), [0] * seats)[seat] += PENALTY
        self._run_or_fail("session", "end", session)
        self._desk.run("results")

    # ---------------------------------------------------------------- a session

    def _session(self, session: int) -> None:
        coming = [accident for accident in self.course.accidents if accident.session == session]
        for table in self.tables.values():
            table.set_expected_session(session)
        self._begin(session, [accident for accident in coming if not accident.percent])
        if self.course.clock:
            self._run_or_fail("clock", "start")
            wait_until(self._clock_runs, "the start signal")
        self._play(session, [accident for accident in coming if accident.percent])
        wait_until(self._all_stored, "everything to be stored")
        self._record_stored()
        events = sum(table.last() + 1 for table in self.tables.values())
        self._show(f"  100 %  every table has played its game: {events} events so far, all of them stored")
        self._finish_session(session)

    def _begin(self, session: int, at_once: list[PlannedFault]) -> None:
        """Begin a session, again where something goes wrong while it begins, as an organiser does."""
        for accident in at_once:
            if accident.kind != HOST:
                self._inject_fault(accident)
        killer = None
        if any(accident.kind == HOST for accident in at_once):
            self._show("    0 %  the host is killed while the session begins (kill -9)")
            killer = run_later("host killer", KILLED_AFTER_S * self._chance.random(), self._kill)
        self._desk.run("session", "begin", session)
        if killer is not None:
            killer.join()
            self._check_acknowledged()
        self._repair_faults(at_once)
        for _ in range(MOST_BEGINNINGS):
            if all(table.has_begun() for table in self.tables.values()):
                break
            self._desk.run("session", "begin", session)
        else:
            self.problems.append(f"session {session} could not be begun at all tables")
        self._record_desk_head()

    def _clock_runs(self) -> bool:
        return bool(self._host.client.get("/v1/clock")["stage"] == "running")

    def _play(self, session: int, coming: list[PlannedFault]) -> None:
        """Let all tables play to the end, in turn, while accidents come and go."""
        chances = {number: random.Random(f"{self.course.seed} {session} {number}") for number in self.tables}
        order = random.Random(f"{self.course.seed} {session} order")
        going: list[PlannedFault] = []
        progress = dict.fromkeys(self.tables, 0.0)
        while min(progress.values()) < 1:
            able = [number for number, table in self.tables.items() if progress[number] < 1 and not table.off]
            for number in order.sample(able, len(able)):
                table = self.tables[number]
                if not table.off and progress[number] < 1:
                    table.step(chances[number], self.course.hands)
                    progress[number] = table.progress(self.course.hands)
            percent = round(100 * sum(progress.values()) / len(progress))
            for accident in [one for one in coming if one.percent <= percent]:
                coming.remove(accident)
                self._inject_fault(accident, percent)
                going.append(accident)
            over = [one for one in going if percent >= min(98, one.percent + LASTS) or not able]
            if over:
                going = [one for one in going if one not in over]
                self._repair_faults(over, percent)
            self._wait_for_host()
        # Faults that were planned after the end of the play are injected now, so that none is left out.
        for accident in coming:
            self._inject_fault(accident, 100)
        self._repair_faults([*going, *coming], 100)

    def _wait_for_host(self) -> None:
        """Let the host store what has been played, as it does at the speed of people."""
        waiting = threading.Event()
        for _ in range(10):
            if not self._host.is_running or all(
                table.last_acknowledged() < 0
                or table.off
                or table.is_unplugged
                or table.last() - table.last_acknowledged() <= BEHIND
                for table in self.tables.values()
            ):
                return
            waiting.wait(BEHIND_S / 10)

    def _all_stored(self) -> bool:
        """Return whether the store has every table's last event."""
        with SqliteStore(self._host.store, readonly=True) as store:
            heads = {stream: store.head(stream).seq for stream in store.streams()}
        ledgers = self._ledgers()
        return all(
            heads.get(stream_of(ledgers.get(table.device, "")), -1) >= table.last() for table in self.tables.values()
        )

    def _ledgers(self) -> dict[str, str]:
        """Return the ledger of each device as the host sees it."""
        return {str(table["device"]): str(table.get("ledger", "")) for table in self._host.client.get("/v1/tables")}

    # ---------------------------------------------------------------- accidents

    def _inject_fault(self, accident: PlannedFault, percent: int = 0) -> None:
        if accident.kind == HOST:
            self._show(f"  {percent:>3} %  the host is killed (kill -9); the tables play on")
            self._kill()
            self._check_acknowledged()
            self._desk.run("tables")
            return
        self._show(f"  {percent:>3} %  {accident.description()}")
        table = self.tables[accident.table]
        if accident.kind == CABLE:
            table.unplug_host()
        else:
            table.cut_power()
        if self._host.is_running:
            wait_until(lambda: not self._host.follows_all([table.number]), "the host to notice the fault")
            self._show_table(table.number)

    def _show_table(self, number: int) -> None:
        """Show a table as the desk sees it."""
        lines = self._desk.run_quietly("tables").text.splitlines()
        own = [line.split(maxsplit=4) for line in lines if line.split()[:2] == ["table", str(number)]]
        for words in own:
            self._show(f"         the desk sees: {' '.join(words[:3])}")

    def _kill(self) -> None:
        self.kills += self._host.is_running
        for table in self.tables.values():
            self._record_acknowledged(table)
        self._host.kill()
        for table in self.tables.values():
            self._record_acknowledged(table)

    def _record_acknowledged(self, table: DrillTable) -> None:
        stream = stream_of(table.ledger())
        self._acknowledged[stream] = max(self._acknowledged.get(stream, -1), table.last_acknowledged())

    def _record_stored(self) -> None:
        """Record the store's current events, which it must have from now on."""
        with SqliteStore(self._host.store, readonly=True) as store:
            for stream in store.streams():
                self._acknowledged[stream] = max(self._acknowledged.get(stream, -1), store.head(stream).seq)

    def _check_acknowledged(self) -> None:
        """See whether the store of a killed host has everything that it had acknowledged."""
        with SqliteStore(self._host.store, readonly=True) as store:
            for stream, least in self._acknowledged.items():
                head = store.head(stream).seq
                if least > head:
                    self.problems.append(f"{stream}: event {least} was acknowledged, but the last one stored is {head}")

    def _repair_faults(self, over: list[PlannedFault], percent: int = 0) -> None:
        """Restore the cables, the power and the host after faults."""
        for accident in over:
            if accident.kind != HOST:
                table = self.tables[accident.table]
                (table.plug_host if accident.kind == CABLE else table.restore_power)()
                self._show(f"  {percent:>3} %  table {accident.table}: its {accident.kind} is back")
        if any(accident.kind == HOST for accident in over) and not self._host.is_running:
            self._host.start()
            there = self._connected_tables()
            wait_until(lambda: self._host.follows_all(there), "the host to follow the tables again")
            tables = english_plural(len(there), "{} table", "{} tables")
            self._show(f"  {percent:>3} %  the host is running again and follows {tables}")
            return
        if self._host.is_running:
            there = self._connected_tables()
            wait_until(lambda: self._host.follows_all(there), "the host to follow the tables again")

    def _connected_tables(self) -> list[int]:
        return [number for number, table in self.tables.items() if not table.off and not table.is_unplugged]
