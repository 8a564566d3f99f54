"""On a host: takes what the desk wants from its rows, carries it out and answers by rows.

What records something is claimed first, by a row that nobody else can have written: so it is done once, whoever is
killed when. A host that was killed between claiming and answering looks, when it is back, whether the table has
recorded it. A standby that takes the desk's place may know the command and neither claim nor answer: a host
remembers what it has carried out, and answers again.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.cluster.postgres.command_queue import RECORDED
from tenbo.cluster.postgres.connection import DatabaseConnection
from tenbo.cluster.postgres.listener import DatabaseListener
from tenbo.hall.worker import Worker
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.cluster.command_executor import CommandExecutor
    from tenbo.cluster.postgres.connection import Connection
    from tenbo.hall.service_log import ServiceLog

# Without a notice all commands are looked at this often; after a failure so soon again.
LOOK_S = 5.0
AGAIN_S = 1.0

# So many commands that were carried out are remembered: more than a host is given while one of them is valid.
REMEMBERED = 2000

_NEW = """SELECT n, key, device, name, fields, desk, until > clock_timestamp() FROM tenbo.command
    WHERE host = session_user AND n > %s
      AND NOT EXISTS (SELECT FROM tenbo.claim WHERE claim.n = command.n)
      AND NOT EXISTS (SELECT FROM tenbo.outcome WHERE outcome.n = command.n)
    ORDER BY n"""
_CLAIM = """INSERT INTO tenbo.claim (n, who, ledger, last)
    SELECT given.n, session_user, given.ledger, given.last
    FROM unnest(%s::bigint[], %s::text[], %s::bigint[]) AS given (n, ledger, last)
      JOIN tenbo.command ON command.n = given.n AND until > clock_timestamp()
    ON CONFLICT (n) DO NOTHING RETURNING n"""
_ANSWER = """INSERT INTO tenbo.outcome (n, who, done, answer)
    SELECT given.n, session_user, given.done, given.answer
    FROM unnest(%s::bigint[], %s::boolean[], %s::text[]) AS given (n, done, answer)
      JOIN tenbo.command ON command.n = given.n
    ON CONFLICT (n) DO NOTHING"""
_NEWEST = "SELECT coalesce(max(n), 0) FROM tenbo.command WHERE host = session_user"
_UNANSWERED = """SELECT command.n, key, device, name, fields, desk, ledger, last, until > clock_timestamp()
    FROM tenbo.command JOIN tenbo.claim USING (n)
    WHERE host = session_user AND claim.who = session_user
      AND NOT EXISTS (SELECT FROM tenbo.outcome WHERE outcome.n = command.n)
    ORDER BY command.n"""


class ReceivedCommand(NamedTuple):
    """A command as a host takes it."""

    n: int
    key: str
    device: str
    name: str
    fields: list[Any]
    desk: str


class CommandOutcome(NamedTuple):
    """What is answered to a command."""

    n: int
    done: bool
    answer: str


def refusal_outcome(n: int, error: TenboError) -> CommandOutcome:
    """Return why a command is not carried out."""
    return CommandOutcome(
        n, done=False, answer=json.dumps({"code": error.code, "message": error.message, "at": error.at})
    )


class CommandWorker:
    """Takes one desk's commands; those for one device are carried out one after another, the devices side by side."""

    def __init__(
        self,
        url: str,
        host: str,
        work: CommandExecutor,
        log: ServiceLog,
        heard: Callable[[str], None],
        fence: Callable[[Connection], None] | None = None,
    ) -> None:
        self._link = DatabaseConnection(url, fence)
        self._work = work
        self._log = log
        self._heard = heard
        # The newest command that was seen, and those that are carried out or not yet answered.
        self._seen = 0
        self._open: set[int] = set()
        self._queues: dict[str, deque[ReceivedCommand]] = {}
        # What came of commands that record something, by their keys, the newest last.
        self._carried: dict[str, CommandOutcome] = {}
        self._outcomes: list[CommandOutcome] = []
        self._whole_look_at = 0.0
        self._lock = threading.Lock()
        self._thread = Worker("carrying", self._run)
        self._watch = DatabaseListener(url, self._thread.notify, None, (f"tenbo_for_{host}",))

    def start(self) -> None:
        """Begin to listen."""
        self._watch.start()
        self._thread.start()

    def close(self) -> None:
        """End; what is being carried out is answered when this host is begun again."""
        self._thread.close()
        self._watch.close()
        self._link.close()

    def _run(self) -> None:
        while not self._thread.is_stopping:
            try:
                self._write_outcomes()
                self._poll_commands()
            except TenboError:
                # Whoever tells the database what is stored says that it does not answer.
                self._whole_look_at = 0.0
                self._thread.sleep(AGAIN_S)
                continue
            except Exception as error:  # noqa: BLE001 - a mistake of ours at one command must not end the others
                self._log.log_exception(error)
                self._thread.sleep(AGAIN_S)
            self._thread.wait(LOOK_S)

    # ---------------------------------------------------------------- taking

    def _poll_commands(self) -> None:
        """Take what is new; now and then look at everything, whatever was seen before."""
        whole = time.monotonic() >= self._whole_look_at
        after = 0 if whole else self._seen
        rows = self._link.run(lambda connection: connection.execute(_NEW, (after,)).fetchall())
        if whole:
            self._recover_unanswered()
        late: list[ReceivedCommand] = []
        wanted: list[ReceivedCommand] = []
        carried: list[CommandOutcome] = []
        for n, key, device, name, fields, desk, in_time in rows:
            self._heard(desk)
            self._seen = max(self._seen, n)
            if n in self._open:
                continue
            if key in self._carried:
                carried.append(self._carried[key]._replace(n=n))
            else:
                (wanted if in_time else late).append(ReceivedCommand(n, key, device, name, json.loads(fields), desk))
        self._rewrite_outcomes(carried)
        self._refuse(late, "this came too late: the host was cut off when it was wanted")
        newest = {_supersede_key(one): one.n for one in wanted}
        self._refuse([one for one in wanted if newest[_supersede_key(one)] != one.n], "a newer one has come after it")
        self._claim_commands([one for one in wanted if newest[_supersede_key(one)] == one.n])

    def _rewrite_outcomes(self, carried: list[CommandOutcome]) -> None:
        """Say once more what came of commands of which the database has lost the claim and the answer."""
        if not carried:
            return
        columns = [[one.n for one in carried], [""] * len(carried), [-1] * len(carried)]
        self._link.run(lambda connection: connection.execute(_CLAIM, columns).fetchall())
        for one in carried:
            self._queue_outcome(one)

    def _refuse(self, wanted: list[ReceivedCommand], why: str) -> None:
        with self._lock:
            self._open.update(one.n for one in wanted)
            self._outcomes += [
                CommandOutcome(
                    one.n, done=False, answer=json.dumps({"code": "not_allowed_now", "message": why, "at": "host"})
                )
                for one in wanted
            ]
        if wanted:
            self._thread.notify()

    def _claim_commands(self, wanted: list[ReceivedCommand]) -> None:
        """Claim what records something, and have all of it carried out."""
        recorded = [(one.n, *self._work.ledger_position(one.device)) for one in wanted if one.name in RECORDED]
        ours: set[int] = set()
        if recorded:
            columns = [list(column) for column in zip(*recorded, strict=True)]
            ours = {n for (n,) in self._link.run(lambda connection: connection.execute(_CLAIM, columns).fetchall())}
        for one in wanted:
            if one.name not in RECORDED or one.n in ours:
                self._queue(one)

    def _queue(self, one: ReceivedCommand) -> None:
        with self._lock:
            self._open.add(one.n)
            queue = self._queues.get(one.device)
            if queue is not None:
                queue.append(one)
                return
            self._queues[one.device] = deque([one])
        threading.Thread(target=self._run_queue, args=(one.device,), name=f"carry {one.device}", daemon=True).start()

    # ---------------------------------------------------------------- carrying out

    def _run_queue(self, device: str) -> None:
        """Carry out what is wanted of one device, in order, until nothing is."""
        while True:
            with self._lock:
                queue = self._queues[device]
                if not queue or self._thread.is_stopping:
                    del self._queues[device]
                    return
                one = queue.popleft()
            outcome = self._execute(one)
            self._cache_outcome(one, outcome)
            self._queue_outcome(outcome)

    def _cache_outcome(self, one: ReceivedCommand, outcome: CommandOutcome) -> None:
        """Keep what came of a command, so that it is not done again where the database has forgotten it."""
        if one.name not in RECORDED:
            return
        with self._lock:
            self._carried[one.key] = outcome
            while len(self._carried) > REMEMBERED:
                del self._carried[next(iter(self._carried))]

    def _execute(self, one: ReceivedCommand) -> CommandOutcome:
        try:
            answer = self._work.execute(one.device, one.name, one.fields, one.desk)
        except TenboError as error:
            return refusal_outcome(one.n, error)
        except Exception as error:  # noqa: BLE001 - whoever asks is told in any case
            self._log.log_exception(error)
            return refusal_outcome(
                one.n, TenboError("bad_answer", "a mistake in the host's program, see its log", "host")
            )
        return CommandOutcome(one.n, done=True, answer=json.dumps(answer))

    def _queue_outcome(self, outcome: CommandOutcome) -> None:
        with self._lock:
            self._open.add(outcome.n)
            self._outcomes.append(outcome)
        self._thread.notify()

    def _write_outcomes(self) -> None:
        """Write what has come out of commands; what cannot be written now is written later."""
        with self._lock:
            outcomes = list(self._outcomes)
        if not outcomes:
            return
        columns = [list(column) for column in zip(*outcomes, strict=True)]

        def work(connection: Connection) -> None:
            connection.execute(_ANSWER, columns)

        self._link.run(work)
        with self._lock:
            del self._outcomes[: len(outcomes)]
            self._open.difference_update(outcome.n for outcome in outcomes)

    # ---------------------------------------------------------------- begun before this host was killed

    def _recover_unanswered(self) -> None:
        """Answer what was claimed and never answered: it is recorded at the table, or still to be done, or too late.

        This host was killed between, or the database before it could say that the claim was written.
        """
        found, newest = self._link.run(_unanswered)
        # A database that was made anew counts from the beginning.
        self._seen = newest
        self._whole_look_at = time.monotonic() + LOOK_S
        for n, key, device, name, fields, desk, ledger, last, in_time in found:
            one = ReceivedCommand(n, key, device, name, json.loads(fields), desk)
            if n in self._open:
                continue
            if key in self._carried:
                self._queue_outcome(self._carried[key]._replace(n=n))
                continue
            try:
                known = self._work.recover_result(device, name, one.fields, ledger, last)
            except TenboError as error:
                self._queue_outcome(refusal_outcome(n, error))
                continue
            if known:
                self._queue_outcome(CommandOutcome(n, done=True, answer=json.dumps(known)))
            elif known is not None and in_time:
                self._queue(one)
            elif known is not None:
                self._refuse([one], "this was not done: the host was started again before it could be")


def _unanswered(connection: Connection) -> tuple[list[tuple[Any, ...]], int]:
    (newest,) = connection.execute(_NEWEST).fetchone() or (0,)
    return connection.execute(_UNANSWERED).fetchall(), newest


def _supersede_key(one: ReceivedCommand) -> tuple[object, ...]:
    """Return what a command is about: of two clocks for one table, or two names for one seat, the newer one counts."""
    if one.name == "clock":
        return (one.device, "clock")
    if one.name == "do" and one.fields[0] in ("name", "start"):
        return (one.device, *one.fields[0:1], *(one.fields[2:3] if one.fields[0] == "name" else ()))
    return (one.n,)
