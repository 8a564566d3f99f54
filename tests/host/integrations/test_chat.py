"""A club's chat is told each finished game once, and nothing personal unless it is wanted."""

from __future__ import annotations

import io
import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from host.service.conftest import wait_until
from tenbo.app.hall_services import build_hall
from tenbo.client.webhook_client import parse_webhook
from tenbo.integrations.chat.chat_notifier import ChatNotifier
from tenbo.integrations.chat.game_message import message_body
from tenbo.runtime.service_log import ServiceLog
from tenbo.runtime.worker import run_in_background
from tenbo.store import SqliteStore
from tenbo.tournament.series.series_games import SeriesGame
from tenbo_core.errors import Malformed

GAME = SeriesGame(1, "2026-12-08", "", [7, 0, 8, 9], "complete", [32000, 28000, 35000, 25000],
                  [7000, -7000, 20000, -20000], [2, 3, 1, 4], 2, 0)  # fmt: skip


def test_a_message_names_seats_and_only_with_the_setting_people() -> None:
    """A name can neither call everyone nor look like a link."""
    assert message_body("slack", GAME, None)["text"].splitlines()[:3] == [
        "Table 2, 2026-12-08: the game has ended.", "1st West: 35,000 (+20,000)",
        "2nd East: 32,000 (+7,000)"]  # fmt: skip
    names = {7: "@everyone *", 8: "<Cat>"}
    body = message_body("discord", GAME, names)
    assert body["allowed_mentions"] == {"parse": []}
    assert "2nd \\@everyone \\*: 32,000" in body["content"]
    assert message_body("slack", GAME, names)["text"].splitlines()[1:] == [
        "1st &lt;Cat&gt;: 35,000 (+20,000)", "2nd @everyone *: 32,000 (+7,000)", "3rd Guest: 28,000 (-7,000)",
        "4th Player 9: 25,000 (-20,000)"]  # fmt: skip


@pytest.mark.parametrize("address", ["http://example.org/x", "ftp://discord.com/x", "discord.com/x", "https://[1/x"])
def test_an_address_that_would_give_the_secret_away_is_refused_and_not_named(address) -> None:
    """The address is a password: over the internet it goes encrypted, and no message has it."""
    with pytest.raises(Malformed) as error:
        parse_webhook(address)
    assert error.value.at == "chat"
    assert address not in error.value.message


@pytest.fixture
def chat():
    """Yield a chat's server with the bodies that came: it fails twice, and then takes everything."""
    came: list[tuple[str, dict]] = []
    statuses = [503, 429]

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            came.append((self.path, body))
            self.send_response(statuses.pop(0) if statuses else 204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = run_in_background("chat server", server.serve_forever)
        yield f"discord+http://127.0.0.1:{server.server_address[1]}/secret", came
        server.shutdown()
        thread.join(60)


@pytest.mark.thorough("seconds of a processor")
def test_a_game_is_told_once_it_arrives_and_an_old_one_never(tmp_path, chat) -> None:
    """Twice the chat is out of order: the message is sent again, and the log does not name the address."""
    address, came = chat
    out = io.StringIO()
    with SqliteStore(tmp_path / "hall.db") as store:
        hall = build_hall(store, ServiceLog(out=out), search=False)
        players, scores = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot"], [32000, 28000, 35000, 25000]
        hall.evenings.open_evening("desk")
        hall.season_import.enter_games([{"players": players, "scores": scores}], "desk", register=True)
        notifier = ChatNotifier(address, hall.repository, hall.changes, ServiceLog(out=out), tmp_path / "hall.db.chat",
                                with_names=True)  # fmt: skip
        notifier.start()
        try:
            old = {"players": [1, 2, 3, 4], "scores": scores, "date": "2020-01-01"}
            hall.season_import.enter_games([old], "desk")
            hall.season_import.enter_games([{"players": [4, 3, 2, 1], "scores": scores}], "desk")
            wait_until(lambda: len(came) == 3)
        finally:
            notifier.close()
        assert {path for path, _ in came} == {"/secret"}
        assert came[0] == came[2]
        assert "1st Ben Box: 35,000" in came[2][1]["content"]
        assert "secret" not in out.getvalue()
        assert "127.0.0.1 answers with status 503" in out.getvalue()


def test_what_a_chat_has_not_taken_is_told_after_a_restart_once(tmp_path, chat) -> None:
    """The host ends while the chat is out of order: the game arrives later, with its correction, and none twice."""
    address, came = chat
    with SqliteStore(tmp_path / "hall.db") as store:
        hall = build_hall(store, ServiceLog(out=io.StringIO()), search=False)
        players, scores = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot"], [32000, 28000, 35000, 25000]
        hall.evenings.open_evening("desk")
        hall.season_import.enter_games([{"players": players, "scores": scores}], "desk", register=True)

        @contextmanager
        def notifier():
            made = ChatNotifier(
                address, hall.repository, hall.changes, ServiceLog(out=io.StringIO()), tmp_path / "hall.db.chat"
            )
            made.start()
            try:
                yield
            finally:
                made.close()

        with notifier():
            hall.season_import.enter_games([{"players": [4, 3, 2, 1], "scores": scores}], "desk")
            wait_until(lambda: came)
        number = hall.repository.series.played()[-1].id
        hall.evenings.correct_game(number, "sheet", "desk", scores=[30000, 30000, 35000, 25000])
        hall.evenings.close_series("desk")
        with notifier():
            wait_until(lambda: len(came) == 3)
        assert "30,000" in came[2][1]["content"]
        # What was told is told no more; what ends while no service runs is told.
        hall.evenings.open_evening("desk")
        hall.season_import.enter_games([{"players": [1, 2, 3, 4], "scores": [20000, 40000, 35000, 25000]}], "desk")
        with notifier():
            wait_until(lambda: len(came) == 4)
        assert "40,000" in came[3][1]["content"]
        [kept] = tmp_path.glob("hall.db.chat-*")
        assert "secret" not in kept.name + kept.read_text()
