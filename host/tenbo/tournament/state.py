"""The tournament as the replay of the desk's records: tables, seats, sessions, changed results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from tenbo.tournament.existence_checks import locked_result_error
from tenbo.tournament.record_schema import require_all_kinds
from tenbo.tournament.record_values import (
    EnteredSlip,
    GameRef,
    LedgerHolder,
    RulebookRef,
    SessionTable,
    SheetAnnotation,
)
from tenbo.tournament.result_embargo import ResultEmbargo
from tenbo.tournament.series.club import Club
from tenbo.tournament.state_queries import TournamentQueries
from tenbo.tournament.wall_page_settings import make_wall_settings
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tenbo.tournament.record_schema import DeskRecord

# What belongs to one of the tournaments of a store; the rest is about the hall.
_OF_ONE_TOURNAMENT = (
    "title", "rulebook", "_session_rulebooks", "venue", "country", "date", "short", "days", "qualification", "session",
    "opened", "ended", "seats", "games", "notes", "locked", "withdrawn", "entered", "unranked", "attendance", "embargo",
    "slips", "clock", "origin_record",
)  # fmt: skip


class Tournament(TournamentQueries):
    """Everything that the desk has decided."""

    def __init__(self) -> None:
        super().__init__()
        # The other tournaments in the same store, by title. The numbers of this one's first record, and of the record
        # since which it is the one in play.
        self.others: dict[str, Tournament] = {}
        self.origin_record = self.since_record = 0

    def copy(self) -> Tournament:
        """Return a copy, which later records change independently.

        Every record replaces values and never mutates them, so a shallow copy suffices.
        """
        other = Tournament.__new__(Tournament)
        for name, kept in vars(self).items():
            setattr(other, name, kept.copy() if isinstance(kept, (dict, list, set, Club)) else kept)
        return other

    def apply(self, record: DeskRecord) -> None:
        """Apply a record, or raise why it is invalid; a refused record changes nothing."""
        self._EFFECTS[record.kind](self, record, **record.fields)

    # ---------------------------------------------------------------- tables and people

    def _bind(self, _: DeskRecord, device: str, table: int | None = None) -> None:
        if table is None:
            self.numbers.pop(device, None)
            return
        for other, number in self.numbers.items():
            if number == table and other != device:
                message = sentence(
                    "table_has_device",
                    "table {table} is already assigned to device {other}: unassign it first (tenbo tables "
                    "--unassign {other})",
                    table=table,
                    other=other,
                )
                raise Refused("not_allowed_now", message, "table")
        self.numbers[device] = table

    def _ledger(self, _: DeskRecord, ledger: str, device: str) -> None:
        # Moved to the end: the order of these records tells which ledger a device writes now.
        self.devices.pop(ledger, None)
        self.devices[ledger] = device

    def _tournament(
        self,
        record: DeskRecord,
        title: str,
        rules: str,
        book: str = "",
        another: bool = False,
        **facts: Any,
    ) -> None:
        if another and self.title not in ("", title):
            self._switch_to(title, record.n)
        rulebook = RulebookRef(rules, book)
        if self.title and rulebook != self.rulebook:
            self._session_rulebooks = {session: self.rulebook_of(session) for session in self.begun_sessions}
        self.rulebook, self.title = rulebook, title
        self.venue, self.country, self.date, self.short = (
            facts.get(name, "") for name in ("place", "country", "date", "short")
        )
        self.days, self.qualification = facts.get("days", 1), facts.get("qualification", False)

    def _switch_to(self, title: str, n: int) -> None:
        """Set the tournament aside, and continue an earlier one with this title or begin a new one.

        Devices, table numbers, leases, walls and the club stay what they are for the whole store.
        """
        before, others = self.copy(), self.others
        before.others = {}
        fresh = others.get(title) or Tournament()
        fresh.origin_record = fresh.origin_record if title in others else n
        for name in _OF_ONE_TOURNAMENT:
            setattr(self, name, getattr(fresh, name))
        self.others = {other: kept for other, kept in others.items() if other != title} | {before.title: before}
        self._newest, self.since_record = None, n

    # ---------------------------------------------------------------- seats

    def _seats(self, _: DeskRecord, session: int, table: int, players: list[int]) -> None:
        self.seats[session, table] = players

    def _plan(self, _: DeskRecord, tables: list[tuple[int, int, list[int]]]) -> None:
        planned = {session for session, _, _ in tables}
        self.seats = {place: players for place, players in self.seats.items() if place[0] not in planned}
        self.seats.update({(session, table): players for session, table, players in tables})

    def _swap(self, _: DeskRecord, session: int, players: list[int], why: str = "") -> None:  # noqa: ARG002 - for the log
        one, other = players
        self._reseat(session, {one: other, other: one}, until=session)

    def _out(self, _: DeskRecord, session: int, table: int, why: str = "") -> None:  # noqa: ARG002 - for the log
        self.seats.pop((session, table), None)

    def _withdraw(self, _: DeskRecord, session: int, player: int, why: str, instead: int = 0) -> None:  # noqa: ARG002 - log
        byes = [later for later in self.sessions if later >= session and not self.is_seated(player, later)]
        self.attendance = self.attendance.left(player, session, instead, byes)
        if self.withdrawn.get(instead, session + 1) <= session:
            del self.withdrawn[instead]
        self.withdrawn[player] = session
        if instead and not any(self.is_seated(instead, earlier) for earlier in self.sessions if earlier < session):
            self.entered[instead] = session
        self._reseat(session, {player: instead})

    def _strike(self, _: DeskRecord, player: int, why: str) -> None:
        self.unranked[player] = why

    def _enter(self, _: DeskRecord, session: int, player: int, why: str = "") -> None:  # noqa: ARG002 - for the log
        self.withdrawn.pop(player, None)
        self.entered[player] = session
        self.attendance = self.attendance.returned(player, session)
        for later in self.sessions:
            if later >= session and not self.is_seated(player, later):
                free = next((place for place in self.tables_with_empty_seats(later) if place not in self.locked), None)
                if free is not None:
                    players = list(self.seats[free])
                    players[players.index(0)] = player
                    self.seats[free] = players

    def _reseat(self, first: int, instead: dict[int, int], until: int | None = None) -> None:
        """Replace some players in their seats, from a session on; a locked result keeps its players."""
        for (session, table), players in self.seats.items():
            if session >= first and (until is None or session <= until) and (session, table) not in self.locked:
                self.seats[session, table] = [instead.get(player, player) for player in players]

    # ---------------------------------------------------------------- sessions and their games

    def _open(self, _: DeskRecord, session: int) -> None:
        self.session = session
        self.opened.add(session)
        self.ended.discard(session)

    def _end(self, _: DeskRecord, session: int) -> None:
        self.ended.add(session)

    def _game(self, _: DeskRecord, session: int, table: int, ledger: str, start: int, why: str = "") -> None:  # noqa: ARG002
        self._check_unlocked((session, table))
        self.games[session, table] = GameRef(ledger, start)
        self._newest = None
        self.club.release(GameRef(ledger, start))
        # The record that opened the session may be lost with a computer, while the tables still have its games.
        self.opened.add(session)
        self.session = max(self.session, session)

    def _detach(self, record: DeskRecord, session: int, table: int, why: str) -> None:
        self._check_unlocked((session, table))
        self._newest = None
        if self.games.pop((session, table), None) is None:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "table_without_game", "table {table} has no game in session {session}", table=table, session=session
                ),
                "table",
            )
        self._add_note(record, (session, table), why)

    # ---------------------------------------------------------------- results

    def _check_unlocked(self, place: SessionTable) -> None:
        if place in self.locked:
            raise locked_result_error(place, "table")

    def _add_note(self, record: DeskRecord, place: SessionTable, why: str, value: Any = None) -> None:
        """Add a note to the table's sheet."""
        note = SheetAnnotation(record.kind, record.by, why, value, record.n)
        self.notes[place] = [*self.notes.get(place, []), note]

    def _penalty(self, record: DeskRecord, session: int, table: int, seat: int, points: int, why: str) -> None:
        self._check_unlocked((session, table))
        self._add_note(record, (session, table), why, [seat, points])

    def _correct(
        self, record: DeskRecord, session: int, table: int, scores: list[int], why: str, sticks: int = 0
    ) -> None:
        self._check_unlocked((session, table))
        self._add_note(record, (session, table), why, [scores, sticks])

    def _chips(self, record: DeskRecord, session: int, table: int, chips: list[int], why: str = "") -> None:
        self._check_unlocked((session, table))
        self._add_note(record, (session, table), why, chips)

    def _substitute(self, record: DeskRecord, session: int, table: int, seat: int, since: str, why: str = "") -> None:
        self._check_unlocked((session, table))
        self._add_note(record, (session, table), why, [seat, since])

    def _lock(self, record: DeskRecord, session: int, table: int, last: int | None = None) -> None:
        self._check_unlocked((session, table))
        self.locked[session, table] = last
        self._add_note(record, (session, table), "")

    def _reopen(self, record: DeskRecord, session: int, table: int, why: str) -> None:
        if (session, table) not in self.locked:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "result_not_locked",
                    "the result of table {table} in session {session} is not locked",
                    table=table,
                    session=session,
                ),
                "table",
            )
        del self.locked[session, table]
        self._add_note(record, (session, table), why)

    def _hide(self, _: DeskRecord, session: int) -> None:
        self.embargo = ResultEmbargo(session)

    def _release(self, _: DeskRecord, at: int) -> None:
        if not self.embargo.hidden_from:
            raise Refused(
                "not_allowed_now",
                sentence("nothing_hidden", "no results are hidden: there is nothing to publish"),
                "session",
            )
        self.embargo = self.embargo._replace(released_at=at)

    def _slip(self, record: DeskRecord, session: int, table: int, scores: list[int], sticks: int = 0) -> None:
        self._check_unlocked((session, table))
        place = (session, table)
        self.slips[place] = {**self.slips.get(place, {}), record.by: EnteredSlip(scores, sticks, record.n)}

    def _wall(self, _: DeskRecord, wall: int, **wishes: Any) -> None:
        self.walls[wall] = make_wall_settings(wall, **wishes)

    # ---------------------------------------------------------------- clock and ledger leases

    def _clock(self, record: DeskRecord, act: str, **_: object) -> None:
        if act == "start":
            self.clock = []
        self.clock.append(record)

    def _pen(self, _: DeskRecord, ledger: str, epoch: int, to: str, why: str) -> None:  # noqa: ARG002 - for the log
        if epoch <= self.ledger_leases.get(ledger, LedgerHolder(0, "")).epoch:
            raise Refused(
                "contradiction",
                sentence(
                    "ledger_handed_over", "ledger {ledger} has already been handed over in this epoch", ledger=ledger
                ),
                "epoch",
            )
        self.ledger_leases[ledger] = LedgerHolder(epoch, to)

    def _believe(self, _: DeskRecord, ledger: str, host: str, why: str) -> None:  # noqa: ARG002 - for the log
        self.chosen_fork_sources[ledger] = host

    # ---------------------------------------------------------------- at the tables

    def _ruling(self, _: DeskRecord, table: int, event: int, act: str) -> None:
        """Change nothing: the event is in the table's own ledger, and this record names its author."""

    def _answer(self, _: DeskRecord, table: int, seat: int, waited: int) -> None:
        """Change nothing: the record has the author of the answer and the waiting time."""

    def _club(self, record: DeskRecord, **_: object) -> None:
        self.club.apply(record)

    _EFFECTS: ClassVar[Mapping[str, Callable[..., None]]] = {
        "bind": _bind, "ledger": _ledger, "tournament": _tournament, "seats": _seats, "plan": _plan,
        "swap": _swap, "out": _out, "withdraw": _withdraw, "strike": _strike, "enter": _enter, "open": _open,
        "end": _end, "game": _game, "detach": _detach, "penalty": _penalty, "correct": _correct,
        "chips": _chips,
        "substitute": _substitute, "lock": _lock, "reopen": _reopen, "hide": _hide, "release": _release,
        "slip": _slip, "wall": _wall, "clock": _clock, "pen": _pen, "believe": _believe,
        "ruling": _ruling, "answer": _answer, **dict.fromkeys(Club.EFFECTS, _club),
    }  # fmt: skip
    # A takeback is not applied: the records that are left are replayed without the reverted one.
    require_all_kinds([*_EFFECTS, "takeback"])
