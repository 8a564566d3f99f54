"""The tournament as the fold of the desk's records: tables, seats, sessions, results that were changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from tenbo.tournament.records import Record

# A table in a session.
Place = tuple[int, int]


class GameAt(NamedTuple):
    """Where a game is found: its ledger and the number of its start."""

    ledger: str
    start: int


class Note(NamedTuple):
    """A penalty or a change: what, who and why, as it appears on the sheet."""

    what: str
    by: str
    why: str
    value: Any


class Pen(NamedTuple):
    """Who writes a ledger: the epoch, and the device that took it over, or `desk`."""

    epoch: int
    to: str


class Tournament:
    """Everything the desk has decided."""

    def __init__(self) -> None:
        self.title = ""
        self.rules = "ema-2016"
        self.place = self.country = self.date = ""
        self.session = 0
        self.numbers: dict[str, int] = {}
        self.devices: dict[str, str] = {}
        self.seats: dict[Place, list[int]] = {}
        self.games: dict[Place, GameAt] = {}
        self.notes: dict[Place, list[Note]] = {}
        self.locked: dict[Place, int | None] = {}
        self.clock: list[Record] = []
        self.pens: dict[str, Pen] = {}

    def apply(self, record: Record) -> None:
        """Take a record, or say why it is not possible now; a refused one changes nothing."""
        act = getattr(self, f"_{record.kind}")
        act(record, **record.fields)

    # ---------------------------------------------------------------- tables and people

    def _bind(self, _: Record, device: str, table: int | None = None) -> None:
        if table is None:
            self.numbers.pop(device, None)
            return
        for other, number in self.numbers.items():
            if number == table and other != device:
                message = f"table {table} is device {other}: free it first (tenbo tables --free {other})"
                raise Refused("not_allowed_now", message, "table")
        self.numbers[device] = table

    def _ledger(self, _: Record, ledger: str, device: str) -> None:
        self.devices[ledger] = device

    def _tournament(
        self, _: Record, title: str, rules: str, place: str = "", country: str = "", date: str = ""
    ) -> None:
        self.title, self.rules, self.place, self.country, self.date = title, rules, place, country, date

    def _seats(self, _: Record, session: int, table: int, players: list[int]) -> None:
        self._check_open((session, table))
        if len(set(players)) != 4:
            raise Refused("contradiction", f"table {table}: a player sits there twice", "players")
        for (other_session, other), seated in self.seats.items():
            twice = set(seated) & set(players)
            if other_session == session and other != table and twice:
                message = f"player {min(twice)} sits at table {other} in session {session} already"
                raise Refused("contradiction", message, "players")
        self.seats[session, table] = players

    def _open(self, _: Record, session: int) -> None:
        self.session = session

    def _game(self, _: Record, session: int, table: int, ledger: str, start: int) -> None:
        self._check_open((session, table))
        self.games[session, table] = GameAt(ledger, start)

    # ---------------------------------------------------------------- results

    def _check_open(self, place: Place) -> None:
        if place in self.locked:
            message = f"the result of table {place[1]} in session {place[0]} is locked: reopen it first, with a reason"
            raise Refused("not_allowed_now", message, "table")

    def _penalty(self, record: Record, session: int, table: int, seat: int, points: int, why: str) -> None:
        self._check_open((session, table))
        note = Note("penalty", record.by, why, [seat, points])
        self.notes.setdefault((session, table), []).append(note)

    def _correct(self, record: Record, session: int, table: int, scores: list[int], why: str, sticks: int = 0) -> None:
        self._check_open((session, table))
        note = Note("correct", record.by, why, [scores, sticks])
        self.notes.setdefault((session, table), []).append(note)

    def _lock(self, record: Record, session: int, table: int, last: int | None = None) -> None:
        self._check_open((session, table))
        self.locked[session, table] = last
        self.notes.setdefault((session, table), []).append(Note("lock", record.by, "", None))

    def _reopen(self, record: Record, session: int, table: int, why: str) -> None:
        if (session, table) not in self.locked:
            raise Refused("not_allowed_now", f"the result of table {table} in session {session} is not locked", "table")
        del self.locked[session, table]
        self.notes.setdefault((session, table), []).append(Note("reopen", record.by, why, None))

    # ---------------------------------------------------------------- clock and pens

    def _clock(self, record: Record, act: str, **_: object) -> None:
        if act == "start":
            self.clock = []
        self.clock.append(record)

    def _pen(self, _: Record, ledger: str, epoch: int, to: str, why: str) -> None:  # noqa: ARG002 - for the log
        if epoch <= self.pens.get(ledger, Pen(0, "")).epoch:
            raise Refused("contradiction", f"ledger {ledger} was handed over in this epoch already", "epoch")
        self.pens[ledger] = Pen(epoch, to)

    # ---------------------------------------------------------------- questions

    def tables_of(self, session: int) -> list[int]:
        """Give the tables that have seats or a game in a session."""
        return sorted({table for one, table in [*self.seats, *self.games] if one == session})

    @property
    def ledgers(self) -> dict[str, int]:
        """Give the table number of each ledger whose device has one."""
        return {ledger: self.numbers[device] for ledger, device in self.devices.items() if device in self.numbers}

    @property
    def sessions(self) -> list[int]:
        """Give the sessions that have seats or games."""
        return sorted({session for session, _ in [*self.seats, *self.games]})
