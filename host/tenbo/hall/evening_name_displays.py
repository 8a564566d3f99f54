"""Shows the names of the open evening's players at the tables where they play, as soon as someone says who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.change_listener import ChangeListener
from tenbo.tournament.series.evening_attendees import running_games
from tenbo_core.errors import TenboError
from tenbo_core.events import CENTRE

if TYPE_CHECKING:
    from tenbo.hall.change_log import ChangeBuffer, HallChange
    from tenbo.hall.name_displays import NameDisplays
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.repository import TournamentRepository

# The records after which a table may show other names than those of its players.
NAMING = ("play", "who", "takeback", "merge")
# A table that begins a game says by itself which names it keeps, one by one.
KEPT_NAME = {"kind": "name", "by": CENTRE}


class EveningNameDisplays:
    """Sends the names in a thread of its own, because a table may take its time to answer."""

    def __init__(
        self, repository: TournamentRepository, names: NameDisplays, changes: ChangeBuffer, log: ServiceLog
    ) -> None:
        self._repository = repository
        self._names = names
        self._log = log
        # The players of each game that its table shows, or has refused to show, with the names that it had before.
        self._shown: dict[int, tuple[list[int], list[str]]] = {}
        # The name shall be there as soon as its player looks up.
        self._worker = ChangeListener("club names", changes, log, _may_change_names, self._show_names, gather_s=0)

    def start(self) -> None:
        """Start; the tables show what has changed since the last time."""
        self._worker.start()

    def close(self) -> None:
        """Stop."""
        self._worker.close()

    def _show_names(self) -> None:
        """Show the names of all running games whose players have changed."""
        evening = self._repository.tournament.club.evening
        games = [] if evening is None else running_games(self._repository, evening.id)
        for game in games:
            if self._worker.is_stopping:
                return
            if game.table is None:
                continue
            shown = (game.players, self._names.names_at(game.table))
            is_without_names = not any(game.players) and not (game.game and game.game.left)
            if is_without_names or self._shown.get(game.id) == shown:
                continue
            try:
                refused = self._names.show_club_names(game)
            except TenboError:
                # It is tried again when the table has come back.
                continue
            self._shown[game.id] = shown
            for message in refused:
                self._log.write_line(message, level="warning", table=game.table)


def _may_change_names(change: HallChange) -> bool:
    """Return whether a change may change the names at a table, or brings a table back."""
    if change.kind == "event":
        return bool(KEPT_NAME.items() <= change.data["event"].items())
    return change.kind == "port" or (change.kind == "desk" and change.data["kind"] in NAMING)
