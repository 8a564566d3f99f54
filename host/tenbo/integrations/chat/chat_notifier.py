"""Posts each finished game of the club to one chat, in a thread of its own.

A message that does not arrive is sent again, with longer and longer waits. The games that ended before the service
started are not told. The address of a webhook is a secret: the log names its host alone.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from tenbo.client.webhook_client import WebhookFailure, parse_webhook, post_message
from tenbo.concurrency.backoff import Backoff
from tenbo.concurrency.worker import Worker
from tenbo.integrations.chat.game_message import message_body
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.hall.log_writer import LogWriter
    from tenbo.tournament.repository import TournamentRepository

# The last messages are kept while a chat does not answer.
MOST_WAITING = 50
LONGEST_WAIT_S = 300.0
# At shutdown the service waits for an unresponsive chat at most this long.
LEAVE_S = 1.0


class ChatNotifier:
    """Follows the games of a club for one chat."""

    def __init__(
        self,
        address: str,
        repository: TournamentRepository,
        changes: ChangeBuffer,
        log: LogWriter,
        *,
        with_names: bool = False,
    ) -> None:
        self._webhook = parse_webhook(address)
        self._repository, self._changes, self._log = repository, changes, log
        self._with_names = with_names
        self._told: set[int] = set()
        self._waiting: deque[dict[str, object]] = deque(maxlen=MOST_WAITING)
        self._why = ""
        self._thread = Worker("chat", self._run, log)

    def start(self) -> None:
        """Start; games that have ended already are not told."""
        self._told = {game.id for game in self._repository.series.played()}
        self._changes.add_listener(self._thread.notify)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._thread.close(LEAVE_S)

    def _run(self) -> None:
        backoff = Backoff(LONGEST_WAIT_S)
        while not self._thread.is_stopping:
            try:
                self._queue_finished_games()
                wait_s = self._send_waiting(backoff)
            except TenboError:
                # The follower of the tables reports that the store cannot be read.
                wait_s = backoff.next()
            except Exception as error:  # noqa: BLE001 - an internal error at one game must not end the others
                self._log.log_exception(error)
                wait_s = backoff.next()
            if wait_s:
                self._thread.sleep(wait_s)
            else:
                self._thread.wait()

    def _queue_finished_games(self) -> None:
        """Queue a message for each game that has ended since; imported games are of no open evening."""
        evening = self._repository.tournament.club.evening
        for game in self._repository.series.played():
            if game.id in self._told or game.game is None:
                continue
            self._told.add(game.id)
            if game.game.ref is not None or (evening is not None and game.game.series == evening.id):
                names = None
                if self._with_names:
                    people = self._repository.people()
                    names = {player: people[player].name for player in game.players if player in people}
                self._waiting.append(message_body(self._webhook.form, game, names))

    def _send_waiting(self, backoff: Backoff) -> float:
        """Send the queued messages; return how long to wait before the next try, 0 if all are sent."""
        while self._waiting and not self._thread.is_stopping:
            try:
                post_message(self._webhook, self._waiting[0])
            except WebhookFailure as failure:
                self._report(str(failure))
                if not failure.is_final:
                    return max(backoff.next(), failure.wait_s)
            else:
                if self._why:
                    self._log.write_line(f"chat: {self._webhook} answers again")
                self._why = ""
            self._waiting.popleft()
            backoff.reset()
        return 0.0

    def _report(self, why: str) -> None:
        if why != self._why:
            self._log.write_line(f"chat: {self._webhook} {why}. Nothing else waits for it", level="warning")
        self._why = why
