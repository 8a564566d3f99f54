"""What a drill of a club uses: tables whose buttons are pressed, phones that tap, and the commands of the terminal."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "device")]

from players import READ_MS, Players  # noqa: E402 - the path first

from tenbo.client.local_service_client import LocalServiceClient  # noqa: E402
from tenbo.simulator.demo import hand_steps, is_asking_for_ok, random_hands  # noqa: E402
from tests.web.test_hands_in_browser import BrowserPlayers  # noqa: E402

# A poster asks for an address that a phone can reach; the code on it is what is used here.
PRINTED = "192.168.1.7:8484"
SETUP_HELD_MS, HANDS, PATIENCE_S, POLL_S, MOST_PRESSES, TABLET = 1300, 80, 60.0, 0.02, 70, 3
LEAST_PRESSES = 3
# Presses and taps until a person is seated, and seconds, each as often as it was measured.
FIGURES: dict[str, list[float]] = {}


class Club:
    """A service in a process of its own, and the terminal beside it."""

    def __init__(self, folder: Path) -> None:
        self.store, self._log = folder / "hall.db", folder / "log"
        with socket.create_server(("127.0.0.1", 0)) as bound:
            self.address = f"127.0.0.1:{bound.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self._process: subprocess.Popen[str] | None = None

    def run(self, ports: list[str]) -> None:
        """Start the service, and wait until it answers."""
        words = [word for port in ports for word in ("--port", port)]
        with self._log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*self._tenbo(), "run", "--no-search", "--number-new", "--listen", self.address, *words],
                stdout=log, stderr=log, env=self._environment(), text=True)  # fmt: skip
        wait_until(lambda: "answering at" in self._log.read_text("utf-8"))

    def end(self) -> None:
        """End the service."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def tenbo(self, *words: str) -> str:
        """Type a command, and return what it prints; a status other than 0 ends the drill."""
        done = subprocess.run([*self._tenbo(), *words], env=self._environment(), text=True, capture_output=True)  # noqa: PLW1510
        print(f"$ tenbo {' '.join(words)}", flush=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def get(self, path: str) -> Any:
        """Return what the service answers to a program."""
        return LocalServiceClient(self.store).get(path)

    def season(self, *words: str) -> dict[str, Any]:
        """Return the season as programs get it."""
        return json.loads(self.tenbo("season", *words, "--json"))

    def codes(self) -> dict[str, str]:
        """Return the addresses by which phones join, and tablets become tables."""
        made = self.store.parent / "codes.html"
        self.tenbo("print", "codes", "--out", str(made), "--address", PRINTED)
        tablets_page = made.with_name("tablets.html")
        self.tenbo("print", "tablets", "--tables", "3", "--out", str(tablets_page), "--address", PRINTED)
        rows = json.loads(self.tenbo("codes", "--json"))
        codes = {f"{row['role']} {row['table'] or ''}".strip(): row.get("key") or row["code"] for row in rows}
        tablets = re.findall(r"/tablet#([0-9a-z.]+)", tablets_page.read_text("utf-8"))
        return codes | {f"tablet {number}": code for number, code in enumerate(tablets, 1)}

    @staticmethod
    def _tenbo() -> list[str]:
        return [str(Path(sys.executable).with_name("tenbo"))]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "TENBO_STORE": str(self.store)}


class Table:
    """One table of the club, with buttons or in a browser, and the four people at it."""

    def __init__(self, club: Club, number: int, players: Players) -> None:
        self.club, self.number, self.players = club, number, players

    def lines(self, seat: int) -> list[str]:
        """Return what a seat's display says."""
        return self.players.view(seat)["lines"]

    def wait_for(self, seat: int, line: str) -> None:
        """Wait until a display says something."""
        wait_until(lambda: any(line in one for one in self.lines(seat)), lambda: self.lines(seat))

    def press(self, seat: int | str, button: str, ms: int = 60) -> None:
        """Press a button."""
        self.players.virtual.press(seat, button, ms)

    def sit_all(self, names: list[str]) -> None:
        """Say at each seat who sits there; one without a name says nothing."""
        for seat, name in enumerate(names):
            if name:
                self.sit(seat, name)

    def sit(self, seat: int, name: str, *, since_start: bool = False) -> None:
        """Say at a seat who sits there, from now on or since the start of the last game, too."""
        begun, presses = time.monotonic(), LEAST_PRESSES
        self.press(seat, "back")
        self.wait_for(seat, "> Who sits here?")
        self.press(seat, "ok")
        wait_until(lambda: self.players.view(seat)["screen"] == "pick", lambda: self.lines(seat))
        self.measure("s until the list", time.monotonic() - begun)
        presses += self.pick(seat, name)
        # A notice may follow at once, such as that the desk has shown the name.
        done = f"{name} sits here"
        wait_until(
            lambda: any(one in str(self.lines(seat)) for one in (done, "from now on", "desk: ")),
            lambda: self.lines(seat),
        )
        if "from now on" in str(self.lines(seat)):
            for button in ["down", "ok"] if since_start else ["ok"]:
                self.press(seat, button)
                presses += 1
            self.wait_for(seat, done)
        wait_until(lambda: name in self.seated(), self.seated)
        if presses > LEAST_PRESSES:
            print(f"{presses} presses: {name} at seat {seat} of table {self.number}", flush=True)
        self.measure("presses to sit", presses)
        self.measure("s to sit", time.monotonic() - begun)

    def pick(self, seat: int, name: str) -> int:
        """Press the key of a name, or look for it among the others; return how many presses more than one it took."""
        presses = 0
        while not self.chosen(seat):
            lines = self.lines(seat)
            keys = zip(("ok", "up", "down", "riichi"), lines[1:5], strict=False)
            known = [key for key, line in keys if line.partition(" ")[2] == name]
            self.press(seat, known[0] if known else "riichi")
            if known:
                return presses
            presses += 1
            assert presses < MOST_PRESSES, lines
            wait_until(lambda before=lines: self.lines(seat) != before, lambda: self.lines(seat))
        while self.chosen(seat) != name:
            self.press(seat, "down")
            presses += 1
            assert presses < MOST_PRESSES, self.lines(seat)
        self.press(seat, "ok")
        return presses

    def chosen(self, seat: int) -> str:
        """Return the line of a list on which a seat is."""
        return next((line[2:] for line in self.lines(seat) if line.startswith("> ")), "")

    def seated(self) -> list[str]:
        """Return who sits at the table as the club has it, two of one name with their numbers."""
        people = self.club.get(f"/v1/tables/{self.number}/seats")["players"]
        return [name for one in people for name in (one["name"], f"{one['name']} {one['player']}")]

    def measure(self, what: str, value: float) -> None:
        """Note a figure of this kind of table."""
        FIGURES.setdefault(f"{'tablet' if self.number == TABLET else 'buttons'}: {what}", []).append(value)

    def begin(self, seat: int, names: list[str]) -> None:
        """Begin a game at a seat, and wait until the table has its names."""
        begun, presses = time.monotonic(), 1
        self.press(seat, "back", SETUP_HELD_MS)
        for title in ("Set up", "Rule book", "Session"):
            self.wait_for(seat, title)
            self.press(seat, "ok")
            presses += 1
        wait_until(lambda: self.phase() == "between", lambda: self.lines(seat))
        # The table's time runs ahead while a key is held.
        self.measure("s from the fourth player to the game", time.monotonic() - begun + SETUP_HELD_MS / 1000)
        self.measure("presses to begin", presses)
        wait_until(lambda: self.names() == names, lambda: (self.names(), names))

    def phase(self) -> str:
        """Return how the table stands."""
        return self.players.state()["phase"] if self.players.is_running() else "over"

    def names(self) -> list[str]:
        """Return the names that the table has at its seats, from its own events."""
        own = next(one for one in self.club.get("/v1/tables") if one["table"] == self.number)
        return own.get("now", {}).get("names", [])

    def play(self, seed: int, hands: int = HANDS) -> list[int]:
        """Play a game to its end by pressing buttons, and return its scores as the table has them."""
        for hand in random_hands(hands, seed, 4):
            if self.phase() == "over":
                break
            for step in hand_steps(hand, 4):
                if step.is_answer and not is_asking_for_ok(self.players.view(step.seats[0])):
                    continue
                if step.presses[0].button == "riichi" and self.phase() != "playing":
                    continue
                for press in step.presses:
                    if press.button in ("ok", "back", "up"):
                        self.players.virtual.wait(READ_MS)
                    self.press(press.place, press.button)
        assert self.phase() == "over"
        return self.players.state()["scores"]


class Tablet(Table):
    """A table in a browser, whose page answers in its own time."""

    def play(self, seed: int, hands: int = HANDS) -> list[int]:
        """Play a game to its end by touch, and return its scores as the table has them.

        In each hand the player on the dealer's right declares riichi and wins: from the dealer, or by the seed from
        another one.
        """
        for hand in range(hands):
            if self.phase() == "over":
                break
            if self.phase() == "between":
                self.players.press("dice")
                self.players.wait_for("hand")
            winner = (hand + 1) % 4
            self.players.press(f"{winner} riichi")
            self.players.wait_for("riichi")
            self.players.press(f"{winner} ok, {winner} {('riichi', 'up')[(seed >> hand) & 1]}, {winner} ok")
            wait_until(lambda: any(self.players.view(seat)["screen"] == "preview" for seat in range(4)))
            [payer] = [seat for seat in range(4) if "ask" in (view := self.players.view(seat))
                       and view["ask"].get("from") == seat] or [(winner + 3) % 4]  # fmt: skip
            self.players.press(f"{payer} ok")
            wait_until(lambda: self.players.state()["event"] != "riichi", lambda: self.lines(0))
        assert self.phase() == "over", self.players.state()
        return self.players.state()["scores"]


class Phone:
    """The phone of a player who has scanned a table's code."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def sit(self, seat: int, name: str) -> None:
        """Tap a seat and a name."""
        taps = [self.page.locator(".sits .seats").first.locator("button").nth(seat),
                self.page.locator(".sits .chips").get_by_role("button", name=name)]  # fmt: skip
        for one in taps:
            one.tap()
        self.page.get_by_text(f"{name} sits here.").wait_for()
        FIGURES.setdefault("phone: taps to sit", []).append(len(taps))


def wait_until(condition: Callable[[], object], said: Callable[[], object] = str) -> None:
    """Wait until something is true."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < PATIENCE_S, f"waited in vain: {said()}"
        time.sleep(POLL_S)


__all__ = ["FIGURES", "BrowserPlayers", "Club", "Phone", "Players", "Table", "Tablet", "wait_until"]
