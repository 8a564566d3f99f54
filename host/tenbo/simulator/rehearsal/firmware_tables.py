"""The tables of a rehearsal that run the real firmware on simulated parts; their buttons are pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.devices import table_client
from tenbo.devices.follower import Follower
from tenbo.devices.serial_link import SerialLink
from tenbo.simulator import VirtualTable, demo
from tenbo.simulator.rehearsal.drill_tables import DrillTable, fraction_played
from tenbo.simulator.rehearsal.host_process import wait_until
from tenbo_core.errors import TenboError
from tenbo_core.events import CENTRE
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.table import BETWEEN, OVER, PLAYING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from contextlib import ExitStack

    from tenbo_core.events import Event

# Numbers of commands that no other asker on the same line has used.
FIRST_NUMBER = 5000
# A hand that a loss of power has interrupted is tried again; a game in which that does not help is ended.
MOST_SCRIPTS = 4


class FirmwareDrillTable:
    """A table with the real firmware on simulated parts; its buttons are pressed."""

    def __init__(self, number: int, virtual: VirtualTable, device: str) -> None:
        self.number = number
        self.device = device
        self.off = self.is_unplugged = False
        self._virtual = virtual
        self._asker = table_client.TableClient(virtual.service, FIRST_NUMBER)
        self._steps: Iterator[None] | None = None
        self._ledger = ""
        self._progress = 0.0
        self._hands = self._scripts = 0

    @property
    def port(self) -> str:
        """Return the port that a host opens."""
        return self._virtual.port

    def set_expected_session(self, session: int) -> None:  # noqa: ARG002 - its game before is over, so that one that runs is the next
        """Expect the game of a session."""
        self._steps = None
        self._hands = self._scripts = 0
        self._progress = 0.0

    def has_begun(self) -> bool:
        """Return whether the game of the session has begun."""
        try:
            return table_client.query_state(self._asker).get("phase") in (BETWEEN, PLAYING)
        except TenboError:
            return False

    def progress(self, hands: int) -> float:
        """Return the played fraction of its game, from 0 to 1; it is ended after `hands` hands."""
        if self.off:
            return self._progress
        state = table_client.query_state(self._asker)
        round_, hand = WIND_LETTERS.index(str(state["round"])), _number(state["hand"])
        self._progress = 1.0 if state["phase"] == OVER else fraction_played(round_, hand, self._hands - 1, hands)
        return self._progress

    def step(self, chance: random.Random, hands: int) -> None:
        """Press the next button of a player."""
        if self._steps is None or next(self._steps, self) is self:
            self._steps = self._hand(chance, hands)
            next(self._steps, None)

    def _hand(self, chance: random.Random, hands: int) -> Iterator[None]:
        """Play the next hand, or go on with the one that runs after a loss of power; yield after each step."""
        state = table_client.query_state(self._asker)
        phase, players = state["phase"], len(list(state["scores"]))
        self._scripts += 1
        if phase == OVER:
            return
        if (phase == BETWEEN and self._hands >= hands) or self._scripts > MOST_SCRIPTS * hands:
            self._asker.ask("do", "end", CENTRE)
            return
        self._hands += phase == BETWEEN
        if phase == PLAYING:
            for seat in range(players):
                self._virtual.press(seat, "back")
        (hand,) = demo.random_hands(1, chance.randrange(1 << 30), players)
        for step in demo.hand_steps(hand, players):
            if self._can(step, goes_on=phase == PLAYING):
                demo.press_keys(self._virtual, step)
                yield

    def _phase(self) -> object:
        return table_client.query_state(self._asker)["phase"]

    def _can(self, step: demo.DemoStep, *, goes_on: bool) -> bool:
        """Return whether a step is possible now: dice only between hands, an answer only if it is asked for."""
        now = self._phase()
        if step.presses == (demo.ButtonPress("table", "dice"),):
            return now == BETWEEN
        if goes_on and len(step.presses) == 1 and step.presses[0].button == "riichi":
            return False
        return now == PLAYING and (
            not step.is_answer or demo.is_asking_for_ok(table_client.query_view(self._asker, step.seats[0]))
        )

    def unplug_host(self) -> None:
        """Pull the host's cable."""
        self.is_unplugged = True
        self._virtual.set_usb_connected(on=False)

    def plug_host(self) -> None:
        """Put the host's cable back."""
        self.is_unplugged = False
        self._virtual.set_usb_connected(on=True)

    def cut_power(self) -> None:
        """Take the power away."""
        self.off = True
        self._steps = None
        self._virtual.cut_power()

    def restore_power(self) -> None:
        """Put the power back."""
        self._virtual.power_on()
        self._asker = table_client.TableClient(self._virtual.service, None)
        self.off = False

    def last_acknowledged(self) -> int:
        """Return -1: only the table itself knows the host's acknowledgements."""
        return -1

    def last(self) -> int:
        """Return the number of its last event."""
        return _number(table_client.query_state(self._asker)["n"])

    def events(self) -> list[Event]:
        """Return all events of the table, queried again over its cable, which no host may have open."""
        stored: list[Event] = []
        follower = Follower(lambda event, _: stored.append(event))
        last, link = self.last(), SerialLink(self.port)
        try:
            link.send(follower.opening_messages(0))

            def has_all() -> bool:
                for message in link.read():
                    link.send(follower.handle_message(message, 0))
                return bool(stored) and stored[-1].n >= last

            wait_until(has_all, f"table {self.number} to send its ledger")
        finally:
            link.close()
        self._ledger = follower.hello.ledger if follower.hello else ""
        return stored

    def ledger(self) -> str:
        """Return the id of its ledger, once its events were asked for."""
        return self._ledger


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def create_firmware_tables(stack: ExitStack, count: int) -> list[DrillTable]:
    """Return a number of tables with the real firmware, which exist until the stack is closed."""
    tables: list[DrillTable] = []
    for number in range(1, count + 1):
        device = f"e66001{number:010x}"
        virtual = stack.enter_context(VirtualTable(identity=device, seed=f"rehearsal {number}"))
        tables.append(FirmwareDrillTable(number, virtual, device))
    return tables
