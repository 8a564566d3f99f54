"""Scripted players at a simulated table in real time, pressing buttons as people do, hand after hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.simulator.demo import READ_MS, ButtonPress, DemoStep, hand_steps, is_asking_for_ok, random_hands
from tenbo_core.table import OVER, PLAYING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.simulator.table import VirtualTable

# A button is held so long of the table's own time, and the next one pressed so long after; longer means another thing.
PRESS_US = 70_000
BETWEEN_US = 120_000
POLL_S = 0.01
# A game has fewer hands than this, with any random results.
HANDS = 60


class ScriptedPlayers:
    """One table's players. They look at the table through the host, as everybody does, and never touch its time."""

    def __init__(
        self,
        table: VirtualTable,
        view: Callable[[int], dict[str, Any]],
        phase: Callable[[], str],
        wait: Callable[[float], bool],
        pause_s: float,
    ) -> None:
        """Keep the ways to look: `view` of a seat, `phase` of the game, and `wait`, which returns whether to end."""
        self._table = table
        self._view = view
        self._phase = phase
        self._wait = wait
        self._pause_s = pause_s

    def play(self, seed: int, players: int = 4) -> bool:
        """Play a game to its end; return whether there was time for it."""
        for hand in random_hands(HANDS, seed, players):
            if self._phase() == OVER:
                return True
            for step in hand_steps(hand, players):
                if not self._play_step(step):
                    return False
        return True

    def _play_step(self, step: DemoStep) -> bool:
        """Take one step of a hand, where it is possible now; return whether there is time to go on."""
        first = step.presses[0]
        if step.is_answer and not is_asking_for_ok(self._view(step.seats[0])):
            return True
        if first.button == "riichi" and self._phase() != PLAYING:
            return True
        return all(map(self._press, step.presses)) and not self._wait(self._pause_s)

    def _press(self, press: ButtonPress) -> bool:
        # Who answers another seat has read its question before.
        if press.button in ("ok", "back", "up") and not self._wait_table_time(READ_MS * 1000):
            return False
        self._table.hold(press.place, press.button)
        there_is_time = self._wait_table_time(PRESS_US)
        self._table.release(press.place, press.button)
        return there_is_time and self._wait_table_time(BETWEEN_US)

    def _wait_table_time(self, us: int) -> bool:
        """Let so much of the table's time pass, which follows the clock on the wall; return whether to go on."""
        until = self._table.device_time_us + us
        while self._table.device_time_us < until:
            if self._wait(POLL_S):
                return False
        return True
