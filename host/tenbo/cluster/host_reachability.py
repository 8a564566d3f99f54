"""Reports when other hosts become reachable or are cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.validation.core_sentence_codes import reason_code_and_values

if TYPE_CHECKING:
    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.hall.game_assignment import GameAssigner
    from tenbo.runtime.service_log import ServiceLog


class HostReachabilityReporter:
    """Writes to the log and to the clients; games that were missed meanwhile are assigned."""

    def __init__(self, assignment: GameAssigner, changes: ChangeBuffer, log: ServiceLog) -> None:
        self._assignment = assignment
        self._changes = changes
        self._log = log

    def report_state(self, name: str, place: str, state: str, why: str, *, reachable: bool) -> None:
        """Report the new state of a host at a place; the name is empty before the host is first reached."""
        text = f"{state}: {why}" if why else state
        self._log.write_line(f"host {name or place} {text}", level="info" if reachable else "warning")
        self._changes.publish(
            "host", {"host": name, "place": place, "state": state, "why": why, **reason_code_and_values(why)}
        )
        if reachable:
            self._assignment.assign_missed_games()
