"""On the desk: the commands to hosts, written as rows; each host answers with a row.

Commands of the same moment are written together. The caller waits for the host's answer. A command that is not started
in time is cancelled, so that nothing runs that no caller waits for. A command that is deferred for a host that is cut
off stays valid until it expires.
"""

from __future__ import annotations

import json
import secrets
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.client.remote_host_client import PATIENT, TAKE_OVER
from tenbo.runtime.worker import Worker
from tenbo.store.postgres.connection import DatabaseConnection
from tenbo.store.postgres.listener import DatabaseListener
from tenbo.validation.core_sentence_codes import sentence_from_record
from tenbo_core.errors import LinkFault, Refused, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store.postgres.connection import Connection

# A host that is not cut off answers within this time; commands that ask the seats take longer.
ANSWER_S = 10.0
SEATS_ANSWER_S = 130.0
# A deferred command expires after this time, because players do not expect a game to begin later.
LEFT_S = 600
# Commands that record something. Each is claimed before it starts, so that it runs once.
RECORDED = ("do", "propose", "bind", TAKE_OVER)
# After an error of the database the answers are read again after this time.
AGAIN_S = 1.0
# Commands that record nothing are deleted after FORGOTTEN_S; the search for them runs every FORGET_EVERY.
FORGOTTEN_S, FORGET_EVERY = 60, 300
# How long a deferred command is listed.
DEFERRED_LISTED_S = 3600

WAITING, BEGUN, DONE, REFUSED = "waiting", "begun", "done", "refused"

_WRITE = """INSERT INTO tenbo.command (key, host, device, name, fields, desk, is_left, until)
    SELECT key, host, device, name, fields, desk, is_left, clock_timestamp() + for_s * interval '1 second'
    FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::boolean[], %s::float[])
      WITH ORDINALITY AS wanted (key, host, device, name, fields, desk, is_left, for_s, place) ORDER BY place
    ON CONFLICT (key) DO NOTHING"""
_LEFT = f"""SELECT command.n, command.host, device, name, fields, extract(epoch FROM until)::bigint,
      until > clock_timestamp(), claim.who, outcome.done, coalesce(outcome.answer, '')
    FROM tenbo.command LEFT JOIN tenbo.claim USING (n) LEFT JOIN tenbo.outcome USING (n)
    WHERE is_left AND written > clock_timestamp() - interval '{DEFERRED_LISTED_S} seconds'
    ORDER BY command.n"""  # noqa: S608 - our own words


class QueuedCommand(NamedTuple):
    """A command for one host: its device, or "" for the host itself, and for how many seconds it is valid."""

    key: str
    host: str
    device: str
    name: str
    fields: str
    desk: str
    is_deferred: bool
    for_s: float


class DeferredCommand(NamedTuple):
    """A deferred command of a host that was cut off, and its state."""

    n: int
    host: str
    device: str
    name: str
    fields: list[Any]
    until: int
    state: str
    why: str


class _PendingCommand:
    """A command whose caller waits."""

    def __init__(self, command: QueuedCommand) -> None:
        self.command = command
        self.n = -1
        self.over = threading.Event()
        self.done = False
        self.answer: dict[str, Any] = {}
        self.fault: TenboError | None = None


class CommandQueue:
    """All commands of one desk: one thread writes them and reads the answers, of which another one hears."""

    def __init__(self, url: str, desk: str, log: ServiceLog) -> None:
        self.desk = desk
        self._link = DatabaseConnection(url)
        self._log = log
        self._lock = threading.Lock()
        self._wanted: list[_PendingCommand] = []
        self._asked: dict[int, _PendingCommand] = {}
        self._written = 0
        self._thread = Worker("command queue", self._run, log)
        self._watch = DatabaseListener(url, self._thread.notify, log, ("tenbo_outcome",))

    def start(self) -> None:
        """Start the threads."""
        self._watch.start()
        self._thread.start()

    def close(self) -> None:
        """Stop; waiting callers get an error."""
        self._thread.close()
        self._watch.close()
        with self._lock:
            waiting = [*self._wanted, *self._asked.values()]
        for asked in waiting:
            asked.fault = asked.fault or LinkFault(
                "no_answer", sentence("service_is_ending", "this service is shutting down"), "service"
            )
            asked.over.set()
        self._link.close()

    # ---------------------------------------------------------------- commands

    def send_command(self, host: str, device: str, name: str, *fields: Any) -> dict[str, Any]:
        """Have a host run a command and return its answer; raise its refusal, or an error if it does not answer."""
        patience_s = SEATS_ANSWER_S if name in PATIENT else ANSWER_S
        asked = _PendingCommand(self._command(host, device, name, fields, patience_s))
        with self._lock:
            self._wanted.append(asked)
        self._thread.notify()
        if not asked.over.wait(patience_s):
            self._cancel_command(asked)
        with self._lock:
            self._asked.pop(asked.n, None)
        if asked.fault is not None:
            raise asked.fault
        if not asked.done:
            words = asked.answer
            raise Refused(str(words.get("code", "no_answer")), sentence_from_record(words), str(words.get("at", "")))
        return asked.answer

    def defer_command(self, host: str, device: str, name: str, *fields: Any) -> int:
        """Defer a command for a host that is cut off; return until when (seconds since 1970) it is valid."""
        command = self._command(host, device, name, fields, LEFT_S, is_left=True)
        self._link.run(lambda connection: _write(connection, [command]))
        query = "SELECT extract(epoch FROM until)::bigint FROM tenbo.command WHERE key = %s"
        found = self._link.run(lambda connection: connection.execute(query, (command.key,)).fetchone())
        return int(found[0]) if found else 0

    def deferred_commands(self) -> list[DeferredCommand]:
        """Return the deferred commands of the last hour with their states."""
        found = self._link.run(lambda connection: connection.execute(_LEFT).fetchall())
        return [
            DeferredCommand(n, host, device, name, json.loads(fields), until, *_state(in_time, who, done, answer))
            for n, host, device, name, fields, until, in_time, who, done, answer in found
        ]

    def cancel_deferred(self, host: str) -> int:
        """Cancel the deferred commands of a host that are not started; return how many they are."""
        statement = """INSERT INTO tenbo.claim (n, who) SELECT n, '' FROM tenbo.command
            WHERE host = %s AND is_left AND until > clock_timestamp() ON CONFLICT (n) DO NOTHING"""
        return self._link.run(lambda connection: connection.execute(statement, (host,)).rowcount)

    def _command(
        self, host: str, device: str, name: str, fields: Sequence[Any], for_s: float, *, is_left: bool = False
    ) -> QueuedCommand:
        return QueuedCommand(secrets.token_hex(12), host, device, name, json.dumps(fields), self.desk, is_left, for_s)

    # ---------------------------------------------------------------- threads

    def _run(self) -> None:
        failed = False
        while not self._thread.is_stopping:
            self._thread.wait(AGAIN_S if failed else None)
            failed = True
            try:
                self._write_wanted()
                self._poll_answers()
                failed = False
            except TenboError as error:
                # Another part reports that the database does not answer.
                if error.code != "no_answer":
                    self._log.write_line(error.message, level="warning")
            except Exception as error:  # noqa: BLE001 - an internal error at one command must not end the others
                self._log.log_exception(error)

    def _write_wanted(self) -> None:
        """Write the commands that callers wait for, and sometimes delete old ones."""
        with self._lock:
            wanted, self._wanted = self._wanted, []
        if not wanted or self._thread.is_stopping:
            return
        commands = [asked.command for asked in wanted]
        try:
            numbers = self._link.run(lambda connection: _write(connection, commands))
        except TenboError as fault:
            for asked in wanted:
                asked.fault = _uncertain_fault(asked.command, fault)
                asked.over.set()
            return
        with self._lock:
            for asked in wanted:
                asked.n = numbers[asked.command.key]
                self._asked[asked.n] = asked
        self._written += len(wanted)
        if self._written >= FORGET_EVERY:
            self._written = 0
            self._link.run(_forget)

    def _poll_answers(self) -> None:
        """Read the hosts' answers and pass them to the waiting callers."""
        with self._lock:
            waiting = list(self._asked)
        if not waiting:
            return
        query = "SELECT n, done, answer FROM tenbo.outcome WHERE n = ANY(%s)"
        found = self._link.run(lambda connection: connection.execute(query, (waiting,)).fetchall())
        for n, done, answer in found:
            with self._lock:
                asked = self._asked.pop(n, None)
            if asked is not None:
                asked.done, asked.answer = done, json.loads(answer)
                asked.over.set()

    def _cancel_command(self, asked: _PendingCommand) -> None:
        """Cancel a command; report an unknown outcome if the host has already started it."""
        host = asked.command.host
        with self._lock:
            was_written = asked not in self._wanted
            if not was_written:
                self._wanted.remove(asked)
        asked.fault = LinkFault(
            "no_answer",
            sentence(
                "host_declined", "host {host} did not accept this command in time: the command was cancelled", host=host
            ),
            "service",
        )
        is_recorded = asked.command.name in RECORDED
        if not was_written:
            return
        if asked.n < 0:
            if is_recorded:
                message = sentence(
                    "database_is_slow", "the database is slow: check the log to see whether this was done (tenbo log)"
                )
                asked.fault = LinkFault("no_answer", message, "service")
            return
        statement = "INSERT INTO tenbo.claim (n, who) VALUES (%s, '') ON CONFLICT (n) DO NOTHING"
        try:
            if is_recorded and self._link.run(lambda connection: connection.execute(statement, (asked.n,)).rowcount):
                return
            self._poll_answers()
        except TenboError as fault:
            asked.fault = _uncertain_fault(asked.command, fault)
            return
        if asked.over.is_set():
            asked.fault = None
        elif is_recorded:
            message = sentence(
                "host_began_without_outcome",
                "host {host} has started the command but has not reported the result: check the log to see "
                "whether it was carried out (tenbo log)",
                host=host,
            )
            asked.fault = LinkFault("no_answer", message, "service")


def _uncertain_fault(command: QueuedCommand, fault: TenboError) -> TenboError:
    """Return an error; if the database failed during the command, add that the command may run all the same."""
    if fault.code != "no_answer" or command.name not in RECORDED:
        return fault
    message = sentence(
        "host_may_have_begun",
        "host {host} may have started the command: check the log to see whether it was carried out (tenbo log); "
        "{message}",
        message=fault.message,
        host=command.host,
    )
    return LinkFault(fault.code, message, fault.at)


def _write(connection: Connection, commands: Sequence[QueuedCommand]) -> dict[str, int]:
    """Write commands, idempotently, and return the number of each."""
    columns = [list(column) for column in zip(*commands, strict=True)]
    query = "SELECT key, n FROM tenbo.command WHERE key = ANY(%s)"
    with connection.transaction():
        connection.execute(_WRITE, columns)
        return dict(connection.execute(query, (columns[0],)).fetchall())


def _forget(connection: Connection) -> None:
    """Delete old commands that recorded nothing; clocks are probed all day long."""
    statement = """DELETE FROM tenbo.command
        WHERE until < clock_timestamp() - %s * interval '1 second' AND name <> ALL(%s)"""
    connection.execute(statement, (FORGOTTEN_S, list(RECORDED)))


def _state(in_time: bool, who: str | None, done: bool | None, answer: str) -> tuple[str, str]:
    """Return the state of a command, and the reason of a refusal."""
    if done is not None:
        return (DONE, "") if done else (REFUSED, sentence_from_record(json.loads(answer)))
    if who == "":
        return REFUSED, sentence("taken_back_at_desk", "cancelled at the desk")
    if who is not None:
        return BEGUN, ""
    if in_time:
        return WAITING, ""
    return REFUSED, sentence("wanted_too_long", "the command expired before the host was back")
