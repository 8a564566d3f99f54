"""Shows the names of the open evening's players at the tables where they play, as soon as someone says who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.concurrency.worker import Worker
from tenbo.tournament.series.evening_people import running_games
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from tenbo.hall.change_log import ChangeBuffer, HallChange
    from tenbo.hall.log_writer import LogWriter
    from tenbo.hall.name_displays import NameDisplays
    from tenbo.tournament.repository import TournamentRepository

# The records after which a table may show other names than those of its players.
NAMING = ("play", "who", "takeback", "merge")


class ClubNames:
    """Sends the names in a thread of its own, because a table may take its time to answer."""

    def __init__(
        self, repository: TournamentRepository, names: NameDisplays, changes: ChangeBuffer, log: LogWriter
    ) -> None:
        self._repository = repository
        self._names = names
        self._changes = changes
        self._log = log
        self._seen = -1
        # The players of each game that its table shows, or has refused to show.
        self._shown: dict[int, list[int]] = {}
        self._thread = Worker("club names", self._run, log)

    def start(self) -> None:
        """Start; the tables show what has changed since the last time."""
        self._changes.add_listener(self._thread.notify)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._thread.close()

    def _run(self) -> None:
        while not self._thread.is_stopping:
            try:
                self._show_changed()
            except TenboError:
                # The follower of the tables reports that the store cannot be read.
                self._seen = -1
            except Exception as error:  # noqa: BLE001 - an internal error at one table must not end the others
                self._log.log_exception(error)
            self._thread.wait()

    def _show_changed(self) -> None:
        last = self._changes.last
        news = self._changes.changes_after(self._seen)
        missed = not news or news[0].id != self._seen + 1
        if last != self._seen and (missed or any(map(_may_change_names, news))):
            self._show_names()
        self._seen = last

    def _show_names(self) -> None:
        """Show the names of all running games whose players have changed."""
        evening = self._repository.tournament.club.evening
        games = [] if evening is None else running_games(self._repository, evening.id)
        for game in games:
            if self._thread.is_stopping:
                return
            if game.table is None or self._shown.get(game.id, [0] * len(game.players)) == game.players:
                continue
            try:
                refused = self._names.show_club_names(game)
            except TenboError:
                # It is tried again when the table has come back.
                continue
            self._shown[game.id] = game.players
            for message in refused:
                self._log.write_line(message, level="warning", table=game.table)


def _may_change_names(change: HallChange) -> bool:
    """Return whether a change may change the names at a table, or brings a table back."""
    return change.kind == "port" or (change.kind == "desk" and change.data["kind"] in NAMING)
