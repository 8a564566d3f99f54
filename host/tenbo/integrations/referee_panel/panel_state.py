"""The state of the panel: a function of the hall's clock, the calls and the state before."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.clock import FINISHED, PAUSED, RUNNING, WAITING

if TYPE_CHECKING:
    from tenbo.tournament.hall_clock import HallClock

# How long the siren sounds (ms): the button, the start, the rule book's signal, the end of the session.
BUTTON_MS, START_MS, SIGNAL_MS, END_MS = 1000, 2000, 3000, 4000
# Upper limit for every sound.
LONGEST_MS = 5000

OFF, ON, BLINK = "off", "on", "blink"


class PanelState(NamedTuple):
    """The panel's outputs: the beacon, how long the siren sounds from now on, and the tables that call."""

    beacon: str = OFF
    siren_ms: int = 0
    calls: frozenset[int] = frozenset()


class RefereePanelState:
    """Derives the panel's state from the clock; each signal sounds once.

    A session that was running when the panel started is shown without a sound.

    >>> from tenbo.tournament.hall_clock import HallClock, MINUTE
    >>> watch = RefereePanelState()
    >>> clock = HallClock(start=10_000, length=90 * MINUTE)
    >>> [watch.next_state(clock, now, frozenset()).siren_ms for now in (0, 10_000, 10_100)]
    [0, 2000, 0]
    """

    def __init__(self) -> None:
        self._stage: str | None = None
        self._signalled = True

    def next_state(self, clock: HallClock | None, now: int, calls: frozenset[int]) -> PanelState:
        """Return the panel's outputs now."""
        stage = FINISHED if clock is None else clock.stage(now)
        signalled = clock is None or (stage in (RUNNING, FINISHED) and clock.until_signal(now) == 0)
        before, self._stage = self._stage, stage
        was, self._signalled = self._signalled, signalled
        siren = 0
        if before is not None:
            if before == WAITING and stage == RUNNING:
                siren = START_MS
            elif before == RUNNING and stage == FINISHED and clock is not None and not clock.over:
                siren = END_MS
            elif signalled and not was and stage == RUNNING:
                siren = SIGNAL_MS
        return PanelState(self._beacon(stage, signalled=signalled), siren, calls)

    @staticmethod
    def _beacon(stage: str, *, signalled: bool) -> str:
        if stage in (WAITING, PAUSED):
            return BLINK
        if stage == RUNNING:
            return BLINK if signalled else ON
        return OFF
