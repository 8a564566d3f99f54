"""A tournament of two days by the commands alone: people come and go, sit wrongly, the host dies; nothing may be lost.

python tests/soak/two_days.py                        16 tables, 64 players, three sessions a day
python tests/soak/two_days.py --tables 4 --hands 2 --steps 2000

The tables are of paper, the host and every command are real. Meanwhile three players withdraw, one comes late, one
comes back, two sit at each other's seats, a referee is mistaken, a result is locked and reopened, the host is killed in
the middle of a session and once over night, and the last session is kept for the ceremony. What must be refused, or
asked about first, is tried as well. In the end every event, the chain of the store and the results are compared with
what was played. The last line is `nothing was lost`; where it is not, the exit status is 1.
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib")]

from tenbo.cli.rehearse import print_flushed, run_command  # noqa: E402
from tenbo.formats.plan_files import read_plan  # noqa: E402
from tenbo.simulator.rehearsal.desk import DrillDesk  # noqa: E402
from tenbo.simulator.rehearsal.drill_tables import create_fake_tables  # noqa: E402
from tenbo.simulator.rehearsal.fault_schedule import HOST, PlannedFault  # noqa: E402
from tenbo.simulator.rehearsal.host_process import HostProcess, wait_until  # noqa: E402
from tenbo.simulator.rehearsal.rehearsal_run import PENALTY, Drill, RehearsalConfig  # noqa: E402
from tenbo.simulator.rehearsal.roster import players_csv  # noqa: E402
from tenbo.simulator.rehearsal.verification import verify_rehearsal  # noqa: E402
from tenbo.store import SqliteStore  # noqa: E402

if TYPE_CHECKING:
    from tenbo.simulator.rehearsal.drill_tables import DrillTable

SESSIONS, FIRST_OF_DAY_TWO = 6, 4
REFEREE = ("--by", "referee Ada")
SHEET = (31000, 30000, 30000, 29000)


class TwoDays(Drill):
    """The two days: what the desk does before and after each session, and where everybody sits because of it."""

    def prepare(self, folder: Path, steps: int) -> None:
        """Register everybody, and one in reserve, make the seats, and say which device is which table."""
        self.reserve = 4 * len(self.tables) + 1
        rows = players_csv(self.reserve).splitlines()
        everybody, seated, plan = folder / "players.csv", folder / "seated.csv", folder / "seating.txt"
        everybody.write_text("\n".join(rows) + "\n", "utf-8")
        seated.write_text("\n".join(rows[:-1]) + "\n", "utf-8")
        about = ("--rules", self.course.rules, "--place", "Utrecht", "--country", "NED", "--date", "21-22.03.2026")
        self._run_or_fail("session", "new", "Two days", *about)
        self._run_or_fail("session", "players", everybody)
        answer = run_command(["seating", "--people", str(seated), "--rounds", str(SESSIONS), "--steps", str(steps),
                       "--out", str(plan)])  # fmt: skip
        print_flushed(f"  seating: {answer[1].splitlines()[-1] if answer[1] else ''}")
        self._run_or_fail("session", "plan", plan)
        self.seats = {place: list(players) for place, players in read_plan(plan.read_text("utf-8")).items()}
        binds = [word for table in self.tables.values() for word in ("--assign", f"{table.device}={table.number}")]
        self._run_or_fail("tables", *binds)
        wait_until(lambda: self._host.follows_all(self.tables), "the host to follow all tables")
        self._refused("three letters such as NED", "session", "edit", "--country", "Holland")

    def play_on(self) -> None:
        """Play all sessions."""
        for session in range(1, SESSIONS + 1):
            print_flushed(f"day {1 + (session >= FIRST_OF_DAY_TWO)}, session {session}")
            if session == FIRST_OF_DAY_TWO:
                self._over_night()
            self._change_players(session, self.reserve)
            self._session(session)

    def _refused(self, *words: object) -> None:
        """Run a command that has to be refused, or to ask first, and to leave no record; its first word is why."""
        sentence, *command = words
        with SqliteStore(self._host.store, readonly=True) as store:
            before = store.head("desk").seq
        answer = self._desk.run(*command)
        with SqliteStore(self._host.store, readonly=True) as store:
            after = store.head("desk").seq
        if not answer.status or str(sentence) not in answer.text or before != after:
            self.problems.append(f"tenbo {' '.join(map(str, command))} was to be refused: {answer.text.strip()}")

    def _over_night(self) -> None:
        """Kill the host that someone has forgotten to end, and begin the morning with another one."""
        self._kill()
        self._check_acknowledged()
        self._host.start()
        wait_until(lambda: self._host.follows_all(self.tables), "the host to follow all tables")

    def _change_players(self, session: int, substitute: int) -> None:
        first, last = (session, 1), (session, len(self.tables))
        if session == 2:
            # Ill in the first break: someone of the house has the seats from now on.
            gone = self.seats[first][1]
            self._run_or_fail("session", "withdraw", gone, "--from", 2, "--instead", substitute, "--why", "ill")
            self._reseat({gone: substitute}, 2, SESSIONS)
            self.left[gone], self.reserves[substitute] = 2, gone
            self._refused("is withdrawn from session 2 on", "session", "seat", 2, 1, f"{gone}-0-0-0", "--yes")
        elif session == 3:
            # Goes home; who comes late has the seats, and who had gone wants them, too.
            gone = self.seats[last][2]
            self._run_or_fail("session", "withdraw", gone, "--from", 3, "--why", "has to go home")
            self._run_or_fail("session", "add", "Ink, Ida", "--from", 3, "--country", "NED", "--ema", 11999999)
            self._reseat({gone: substitute + 1}, 3, SESSIONS)
            self.left[gone] = 3
            self._refused("has no empty seat", "session", "add", gone, "--from", 3)
        elif session == FIRST_OF_DAY_TWO:
            # Does not come in the morning, and then does.
            late = self.seats[first][3]
            self._run_or_fail("session", "withdraw", late, "--from", session, "--why", "is not there")
            self._run_or_fail("session", "add", late, "--from", session, "--why", "was in the train")
        elif session == SESSIONS:
            self._run_or_fail("session", "hide", SESSIONS)

    def _begin(self, session: int, at_once: list[PlannedFault]) -> None:
        super()._begin(session, at_once)
        if session == 1 and len(self.tables) > 1:
            # Two have sat down at each other's table, which is seen when both games run.
            one, other = self.seats[1, 1][0], self.seats[1, 2][3]
            self._run_or_fail("session", "swap", 1, one, other, "--why", "the wrong seat")
            self._reseat({one: other, other: one}, 1, 1)
            self._refused("have already swapped seats in session 1", "session", "swap", 1, other, one)
        if session > 1:
            self._refused("it would go to players", "session", "seat", 1, 1, f"{self.reserve}-0-0-0")

    def _finish_session(self, session: int) -> None:
        super()._finish_session(session)
        if session == 1:
            self._refused("no one would sit at", "session", "revert", self._number_of("plan"), "--why", "a slip")
            # A referee is mistaken, and says so.
            self._run_or_fail("session", "penalty", 1, 1, "E", PENALTY, "--why", "a mistake", *REFEREE)
            self._run_or_fail("session", "revert", self._number_of("penalty"), "--why", "was somebody else", *REFEREE)
            self._run_or_fail("session", "lock", 1, 1, *REFEREE)
            one, other = self.seats[1, 1][:2]
            self._refused("is locked: unlock it first", "session", "swap", 1, one, other)
            self._refused("is locked: unlock it first", "session", "correct", 1, 1, *SHEET, "--why", "another sheet")
            self._run_or_fail("session", "reopen", 1, 1, "--why", "a protest", *REFEREE)
        if session == SESSIONS:
            self._ceremony()

    def _number_of(self, kind: str) -> int:
        with SqliteStore(self._host.store, readonly=True) as store:
            return [row.seq for row in store.rows("desk") if row.kind == kind][-1]

    def _ceremony(self) -> None:
        """Sign all results, keep the last session until the ceremony, and hand the file in after it."""
        for session, table in sorted(self.seats):
            if self._desk.run_quietly("session", "lock", session, table, *REFEREE).status:
                self.problems.append(f"table {table} of session {session} could not be locked")
        answer = self._desk.run("export", "ema.csv")
        if f"session {SESSIONS}: hidden" not in answer.text or not answer.status:
            self.problems.append("the federation's file was written while a session was hidden")
        self._run_or_fail("session", "publish")
        answer = self._desk.run_quietly("export", "ema.csv")
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        # One has come late, and the reserve is in no list.
        if answer.status or len(rows) != self.reserve or {row["NbDays"] for row in rows} != {"2"}:
            self.problems.append(f"the federation's file has {len(rows)} players: {answer.text[:200]}")
        self._record_desk_head()


def main() -> int:
    """Play the two days; return 0 when nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--hands", type=int, default=12, help="hands after which a game is ended")
    parser.add_argument("--steps", type=int, default=20_000, help="steps of the search for seats")
    parser.add_argument("--seed", default="two days")
    args = parser.parse_args()
    with ExitStack() as stack:
        folder, ports = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
        tables: list[DrillTable] = create_fake_tables(stack, ports, args.tables, random.Random(args.seed))
        host = stack.enter_context(HostProcess(folder / "hall.db", [table.port for table in tables]))
        desk = DrillDesk(str(host.store), run_command, print_flushed)
        course = RehearsalConfig(SESSIONS, [PlannedFault(2, 40, HOST)], args.seed, args.hands, "ema-2016", clock=False)
        days = TwoDays(course, tables, host, desk, print_flushed)
        days.prepare(folder, args.steps)
        days.play_on()
        host.end()
        with SqliteStore(host.store, readonly=True) as store:
            return 0 if verify_rehearsal(days, store, desk, print_flushed) else 1


if __name__ == "__main__":
    sys.exit(main())
