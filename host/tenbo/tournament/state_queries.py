"""The state of a tournament, and what is asked about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.tournament.attendance import Attendance
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

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.wall_page_settings import WallPageSettings


class TournamentQueries:
    """What the records add up to, and what is asked about it; `Tournament` replays them."""

    def __init__(self) -> None:
        self.title = ""
        self.rulebook = RulebookRef()
        # Sessions that had begun before the tournament changed its rule book keep theirs.
        self._session_rulebooks: dict[int, RulebookRef] = {}
        self.venue = self.country = self.date = self.short = ""
        self.days = 1
        self.qualification = False
        self.session = 0
        self.opened: set[int] = set()
        self.ended: set[int] = set()
        self.numbers: dict[str, int] = {}
        self.devices: dict[str, str] = {}
        self.seats: dict[SessionTable, list[int]] = {}
        self.games: dict[SessionTable, GameRef] = {}
        # The start of the newest of those games in each ledger; None until it is needed.
        self._newest: dict[str, int] | None = None
        self.notes: dict[SessionTable, list[SheetAnnotation]] = {}
        self.locked: dict[SessionTable, int | None] = {}
        # From which session on a player has left, or plays who came later; and the unranked players with the reasons.
        self.withdrawn: dict[int, int] = {}
        self.entered: dict[int, int] = {}
        self.unranked: dict[int, str] = {}
        self.attendance = Attendance()
        self.embargo = ResultEmbargo()
        # The entered slips of each table, each person's last one; and the settings of each wall.
        self.slips: dict[SessionTable, dict[str, EnteredSlip]] = {}
        self.walls: dict[int, WallPageSettings] = {}
        self.clock: list[DeskRecord] = []
        self.ledger_leases: dict[str, LedgerHolder] = {}
        # The source that counts for each forked ledger.
        self.chosen_fork_sources: dict[str, str] = {}
        self.club = Club()

    @property
    def facts(self) -> dict[str, Any]:
        """Return the facts of the tournament, by the fields of its record."""
        texts = {"title": self.title, "rules": self.rulebook.id, "book": self.rulebook.text, "place": self.venue}
        texts |= {"country": self.country, "date": self.date, "short": self.short}
        known = {name: text for name, text in texts.items() if text}
        return {**known, "days": self.days, "qualification": self.qualification}

    @property
    def rules(self) -> str:
        """Return the id of the tournament's rule book."""
        return self.rulebook.id

    def rulebook_of(self, session: int) -> RulebookRef:
        """Return the rule book of a session: the tournament's when the session began."""
        return self._session_rulebooks.get(session, self.rulebook)

    def seat_count(self, session: int) -> int:
        """Return how many play at a table in a session, by its rule book."""
        return self.rulebook_of(session).load().rules.players

    def seated_players(self, place: SessionTable) -> list[int]:
        """Return the players of a table, East first; 0 is an empty seat."""
        return self.seats.get(place) or [0] * self.seat_count(place[0])

    @property
    def begun_sessions(self) -> set[int]:
        """Return the sessions that have begun at the tables, or have an entered result."""
        typed = {session for (session, _), notes in self.notes.items() if any(note.what == "correct" for note in notes)}
        return self.opened | typed | {session for session, _ in self.games}

    def find_game_table(self, game: GameRef) -> SessionTable | None:
        """Return the session and table whose result a game is, or None."""
        return next((place for place, known in self.games.items() if known == game), None)

    def has_started_other_session(self, place: SessionTable) -> bool:
        """Return whether a table has started another session's game after the game of this session."""
        game = self.games.get(place)
        if self._newest is None:
            newest: dict[str, int] = {}
            for ledger, start in self.games.values():
                newest[ledger] = max(start, newest.get(ledger, start))
            self._newest = newest
        return game is not None and self._newest[game.ledger] > game.start

    def is_seated(self, player: int, session: int) -> bool:
        """Return whether a player has a seat in a session."""
        return any(one == session and player in players for (one, _), players in self.seats.items())

    def has_substitute_rule(self, session: int) -> bool:
        """Return whether the rule book of a session has a result for a substitute."""
        return self.substitute_result(session) != 0

    def substitute_result(self, session: int) -> int:
        """Return the score of a missed or replaced session; 0 if the rule book does not say."""
        return self.rulebook_of(session).load().rules.substitute_result

    def credited_players(self, place: SessionTable) -> list[int]:
        """Return for whom each seat's result counts: for the replaced player if a reserve plays (EMA 2016, 5.8)."""
        players = self.seated_players(place)
        if not self.attendance.reserves or not self.has_substitute_rule(place[0]):
            return players
        return [self.attendance.credited_player(player, place[0]) for player in players]

    def substitutes(self, place: SessionTable) -> dict[int, str]:
        """Return the seats of a table where a substitute plays, since the "start" or since "now"."""
        players, counts_for = self.seated_players(place), self.credited_players(place)
        found = {seat: "start" for seat, player in enumerate(players) if player != counts_for[seat]}
        return found | {note.value[0]: note.value[1] for note in self.notes.get(place, []) if note.what == "substitute"}

    def tables_with_empty_seats(self, session: int) -> list[SessionTable]:
        """Return the tables of a session with an empty seat."""
        return sorted(place for place, players in self.seats.items() if place[0] == session and 0 in players)

    def unseated_players(self, session: int, people: Iterable[int] = ()) -> list[int]:
        """Return the registered or seated players of the tournament without a seat in a session.

        A player who came later, such as a reserve, has none to miss before the own first session.
        """
        everybody = {*people, *(player for players in self.seats.values() for player in players)} - {0, *self.unranked}
        seated = {player for (one, _), players in self.seats.items() if one == session for player in players}
        return sorted(
            player
            for player in everybody - seated
            if self.entered.get(player, session) <= session < self.withdrawn.get(player, session + 1)
        )

    @property
    def all_session_tables(self) -> list[SessionTable]:
        """Return every session and table with seats or a game, in order."""
        return sorted({*self.seats, *self.games})

    def tables_in_session(self, session: int) -> list[int]:
        """Return the tables of a session with seats or a game."""
        return sorted({table for one, table in [*self.seats, *self.games] if one == session})

    @property
    def table_number_by_ledger(self) -> dict[str, int]:
        """Return the table number of each ledger whose device has one."""
        return {ledger: self.numbers[device] for ledger, device in self.devices.items() if device in self.numbers}

    @property
    def sessions(self) -> list[int]:
        """Return the sessions with seats or games."""
        return sorted({session for session, _ in [*self.seats, *self.games]})
