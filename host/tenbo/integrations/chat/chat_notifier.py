"""Posts each finished game of the club to one chat, in a thread of its own.

A message that does not arrive is sent again, with longer and longer waits, also after a restart. The games that ended
before the chat was named are not told. The address of a webhook is a secret: the log names its host alone.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tenbo.client.webhook_client import WebhookFailure, parse_webhook, post_message
from tenbo.integrations.chat.chat_outbox import ChatOutbox
from tenbo.integrations.chat.game_message import message_body
from tenbo.runtime.worker import Backoff, Worker
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from pathlib import Path

    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.repository import TournamentRepository

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
        log: ServiceLog,
        outbox: Path,
        *,
        with_names: bool = False,
    ) -> None:
        self._webhook = parse_webhook(address)
        self._repository, self._changes, self._log = repository, changes, log
        self._with_names = with_names
        # The file is of this address, which its name does not give away.
        address_hash = hashlib.sha256(self._webhook.url.encode()).hexdigest()[:8]
        self._outbox = ChatOutbox(outbox.with_name(f"{outbox.name}-{address_hash}"))
        self._why = ""
        self._thread = Worker("chat", self._run, log)

    def start(self) -> None:
        """Start; at the first start games that have ended already are not told."""
        self._outbox.start(game.id for game in self._repository.series.played())
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
        """Queue each game that has ended since; imported games are of no open evening."""
        club = self._repository.tournament.club
        evening, played = club.evening, {game.id: game for game in self._repository.series.played()}
        for number in self._outbox.claim_new_games(played):
            game = played[number].game
            if game is not None and (game.ref is not None or (evening is not None and game.series == evening.id)):
                self._outbox.add([number])
        self._save()

    def _save(self) -> None:
        self._outbox.save(game.id for game in self._repository.tournament.club.games_in())

    def _message(self, number: int) -> dict[str, object] | None:
        """Return the message about a game as it counts now; None if it does not count any more."""
        game = next((game for game in self._repository.series.played() if game.id == number), None)
        if game is None:
            return None
        names = None
        if self._with_names:
            people = self._repository.people()
            names = {player: people[player].name for player in game.players if player in people}
        return message_body(self._webhook.form, game, names)

    def _send_waiting(self, backoff: Backoff) -> float:
        """Send the queued messages; return how long to wait before the next try, 0 if all are sent."""
        while self._outbox.waiting and not self._thread.is_stopping:
            message = self._message(self._outbox.waiting[0])
            try:
                if message is not None:
                    post_message(self._webhook, message)
            except WebhookFailure as failure:
                self._report(str(failure))
                if not failure.is_final:
                    return max(backoff.next(), failure.wait_s)
            else:
                if self._why:
                    self._log.write_line(f"chat: {self._webhook} answers again")
                self._why = ""
            del self._outbox.waiting[0]
            self._save()
            backoff.reset()
        return 0.0

    def _report(self, why: str) -> None:
        if why != self._why:
            self._log.write_line(f"chat: {self._webhook} {why}. Everything else continues", level="warning")
        self._why = why
