"""Starts the games of a session at its tables, in parallel, so that one that hangs does not delay the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.rulebooks import as_start_fields
from tenbo.tournament.record_log import current_tournament_id
from tenbo_core.errors import TenboError
from tenbo_core.events import DESK

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.game_assignment import GameAssigner
    from tenbo.hall.name_displays import NameDisplays
    from tenbo.hall.session_start_plan import SessionStartPlan
    from tenbo.tournament.repository import TournamentRepository

# The fields of a start between the rules and its session: a new game leaves them empty.
FROM_THE_BEGINNING = (None,) * 5


class TableStarter:
    """Sends the start of a session's games to the tables."""

    def __init__(
        self,
        repository: TournamentRepository,
        fleet: DeviceRegistry,
        assignment: GameAssigner,
        names: NameDisplays,
    ) -> None:
        self._repository = repository
        self._fleet = fleet
        self._assignment = assignment
        self._names = names

    def expect_starts(self, session: int, plan: SessionStartPlan) -> None:
        """Count the planned tables as begun from now on, before they are asked."""
        self._assignment.expect_starts([(session, table) for table in plan.tables])

    def cancel_expected_starts(self, session: int, plan: SessionStartPlan) -> None:
        """Count the planned tables as begun no longer, because an error came before they were asked."""
        for table in plan.tables:
            self._assignment.cancel_expected_start((session, table))

    def start_tables(self, session: int, plan: SessionStartPlan) -> tuple[list[int], dict[str, str]]:
        """Start the planned tables and show the names there; return those that have begun, and the errors by table."""
        rules, changes = as_start_fields(self._repository.tournament.rulebook_of(session).load())
        self._fleet.run_commands([(table, ("do", "end", DESK)) for table in plan.ending])
        start = ("do", "start", DESK, rules, changes or None, *FROM_THE_BEGINNING, session)
        tournament_id = current_tournament_id(self._repository.store, self._repository.tournament)
        answers = self._fleet.run_commands([(table, (*start, table, tournament_id)) for table in plan.tables])
        begun, refused = [], dict[str, str]()
        for table in plan.tables:
            answer = answers[table]
            if isinstance(answer, TenboError):
                refused[str(table)] = answer.message
                self._assignment.cancel_expected_start((session, table))
            else:
                begun.append(table)
        # A host that was killed during a session's start may have started games without showing names.
        unnamed = [table for table in plan.already_begun if self._names.lacks_names(session, table)]
        return begun, refused | self._names.show_names(session, [*begun, *unnamed])
