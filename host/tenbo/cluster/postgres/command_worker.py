"""On a host: takes the desk's commands from rows, executes them and answers with rows.

A command that records something is claimed first, by a row with a unique key, so it runs once even if a host or the
desk is killed. A host that was killed between claim and answer checks after its restart whether the table has recorded
it. A standby that takes over from the desk may have the command without claim or answer. So a host remembers the
outcomes of its commands, and writes them again.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.cluster.postgres.desk_command_queue import RECORDED
from tenbo.runtime.worker import Worker, run_in_background
from tenbo.store.postgres.connection import DatabaseConnection
from tenbo.store.postgres.listener import DatabaseListener
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.errors import Refused, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.cluster.command_executor import CommandExecutor
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store.postgres.connection import Connection

# All commands are checked this often without a notification; after a failure again after AGAIN_S.
POLL_S = 5.0
AGAIN_S = 1.0

# Remembered outcomes: more than a host receives while one command is valid.
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
    """A command as a host reads it."""

    n: int
    key: str
    device: str
    name: str
    fields: list[Any]
    desk: str


class CommandOutcome(NamedTuple):
    """The outcome of a command."""

    n: int
    done: bool
    answer: str


def _record(error: TenboError) -> dict[str, Any]:
    """Return an error with the code of its sentence, which the desk says in its reader's language."""
    return {"code": error.code, "message": error.message, "at": error.at, **reason_code_and_values(error.message)}


def refusal_outcome(n: int, error: TenboError) -> CommandOutcome:
    """Return the outcome of a command that is refused."""
    return CommandOutcome(n, done=False, answer=json.dumps(_record(error)))


class CommandWorker:
    """Executes one desk's commands: those for one device one after another, the devices in parallel."""

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
        # The number of the newest command that was read, and the commands that run or are unanswered.
        self._seen = 0
        self._open: set[int] = set()
        self._queues: dict[str, deque[ReceivedCommand]] = {}
        # The outcomes of commands that record something, by their keys, newest last.
        self._carried: dict[str, CommandOutcome] = {}
        self._outcomes: list[CommandOutcome] = []
        self._full_poll_at = 0.0
        # The last error in the log; an error that lasts is logged once.
        self._reported = ""
        self._lock = threading.Lock()
        self._thread = Worker("command worker", self._run, log)
        self._watch = DatabaseListener(url, self._thread.notify, log, (f"tenbo_for_{host}",))

    def start(self) -> None:
        """Start the worker."""
        self._watch.start()
        self._thread.start()

    def close(self) -> None:
        """Stop; a running command is answered after the next start of this host."""
        self._thread.close()
        self._watch.close()
        self._link.close()

    def _run(self) -> None:
        while not self._thread.is_stopping:
            try:
                self._write_outcomes()
                self._poll_commands()
            except TenboError as error:
                # The uploader reports that the database does not answer.
                if error.code != "no_answer" and error.message != self._reported:
                    self._reported = error.message
                    self._log.write_line(error.message, level="warning")
                self._full_poll_at = 0.0
                self._thread.sleep(AGAIN_S)
                continue
            except Exception as error:  # noqa: BLE001 - an internal error at one command must not end the others
                self._log.log_exception(error)
                self._thread.sleep(AGAIN_S)
            self._thread.wait(POLL_S)

    # ---------------------------------------------------------------- reading commands

    def _poll_commands(self) -> None:
        """Read new commands; at intervals read all, including those that were read before."""
        whole = time.monotonic() >= self._full_poll_at
        if whole:
            # First: a command that comes between the two queries is newer than what it takes for seen.
            self._recover_unanswered()
        after = 0 if whole else self._seen
        rows = self._link.run(lambda connection: connection.execute(_NEW, (after,)).fetchall())
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
        why = sentence("wanted_while_cut_off", "this command expired while the host was cut off")
        self._refuse(late, why)
        newest = {_supersede_key(one): one.n for one in wanted}
        why = sentence("newer_command_came", "a newer command has replaced this one")
        self._refuse([one for one in wanted if newest[_supersede_key(one)] != one.n], why)
        self._claim_commands([one for one in wanted if newest[_supersede_key(one)] == one.n])

    def _rewrite_outcomes(self, carried: list[CommandOutcome]) -> None:
        """Write the outcomes again of commands whose claim and answer the database has lost."""
        if not carried:
            return
        columns = [[one.n for one in carried], [""] * len(carried), [-1] * len(carried)]
        self._link.run(lambda connection: connection.execute(_CLAIM, columns).fetchall())
        for one in carried:
            self._queue_outcome(one)

    def _refuse(self, wanted: list[ReceivedCommand], why: str) -> None:
        with self._lock:
            self._open.update(one.n for one in wanted)
            self._outcomes += [refusal_outcome(one.n, Refused("not_allowed_now", why, "host")) for one in wanted]
        if wanted:
            self._thread.notify()

    def _claim_commands(self, wanted: list[ReceivedCommand]) -> None:
        """Claim the commands that record something, and queue all."""
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
        run_in_background(f"command {one.device}", lambda: self._run_queue(one.device), self._log)

    # ---------------------------------------------------------------- execution

    def _run_queue(self, device: str) -> None:
        """Execute the commands of one device in order until none is left."""
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
        """Cache a command's outcome, so that it does not run again if the database has lost it."""
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
        except Exception as error:  # noqa: BLE001 - the command is answered in any case
            self._log.log_exception(error)
            why = sentence("host_mistake", "internal error on the host: see the host's log")
            return refusal_outcome(one.n, TenboError("bad_answer", why, "host"))
        return CommandOutcome(one.n, done=True, answer=json.dumps(answer))

    def _queue_outcome(self, outcome: CommandOutcome) -> None:
        with self._lock:
            self._open.add(outcome.n)
            self._outcomes.append(outcome)
        self._thread.notify()

    def _write_outcomes(self) -> None:
        """Write the outcomes to the database; after a failure they are written later."""
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

    # ---------------------------------------------------------------- recovery

    def _recover_unanswered(self) -> None:
        """Answer commands that were claimed and never answered: they are recorded, run now, or refused as too late.

        This host was killed in between, or the database was before it could acknowledge the claim.
        """
        found, newest = self._link.run(_unanswered)
        # A database that was created again counts from the beginning.
        self._seen = newest
        self._full_poll_at = time.monotonic() + POLL_S
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
                why = sentence(
                    "host_restarted_before_act",
                    "the host restarted and the command expired before it was carried out: send the command again",
                )
                self._refuse([one], why)


def _unanswered(connection: Connection) -> tuple[list[tuple[Any, ...]], int]:
    (newest,) = connection.execute(_NEWEST).fetchone() or (0,)
    return connection.execute(_UNANSWERED).fetchall(), newest


def _supersede_key(one: ReceivedCommand) -> tuple[object, ...]:
    """Return the key of what a command sets.

    Of two clocks for one table, or two names for one seat, the newer one counts.
    """
    if one.name == "clock":
        return (one.device, "clock")
    if one.name == "do" and one.fields[0] in ("name", "start"):
        return (one.device, *one.fields[0:1], *(one.fields[2:3] if one.fields[0] == "name" else ()))
    return (one.n,)
