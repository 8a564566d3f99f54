"""The demonstration: scripted players press the buttons of a simulated table, and the host follows it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.devices import table_client
from tenbo.devices.follower import Follower
from tenbo.devices.link import monotonic_ms, read_and_answer
from tenbo.devices.serial_link import SerialLink
from tenbo.validation.points_text import points_text
from tenbo_core import books
from tenbo_core.events import CENTRE
from tenbo_core.state_answer import ANSWER, answer_values
from tenbo_core.table import PLAYING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenbo.simulator.table import VirtualTable
    from tenbo_core.events import Event
    from tenbo_core.table import Table

RON, TSUMO, DRAW = "ron", "tsumo", "draw"
NAMES = ["Anna", "Ben", "Carla", "Dai"]

# Where the value list begins, and what a press of the source buttons means, counted in turn order.
USUAL_HAN = 3
SOURCE_BUTTON = {1: "down", 2: "up", 3: "riichi"}
SOURCE_SIDE = {1: "the right", 2: "across", 3: "the left"}
# The host has seen an event when it has come over the line: in a few milliseconds, on a busy machine in seconds.
PATIENCE_MS = 30_000
# The shortest time to read a question; the table takes no answer before.
READ_MS = 500


class ButtonPress(NamedTuple):
    """One press of a button: a seat or the centre ("table"), and the button's name."""

    place: int | str
    button: str


class ScriptedHand(NamedTuple):
    """The script of one hand: the riichi seats, its end, and its han (5 is a mangan)."""

    riichi: tuple[int, ...] = ()
    end: str = TSUMO
    winner: int = 0
    source: int = 0
    han: int = 3
    other_fu: int = 0
    tenpai: tuple[int, ...] = ()


SCRIPT = (
    ScriptedHand(riichi=(2,), end=RON, winner=2, source=0, han=3, other_fu=1),
    ScriptedHand(end=TSUMO, winner=1, han=2),
    ScriptedHand(riichi=(3, 0), end=DRAW, tenpai=(1,)),
    ScriptedHand(riichi=(1,), end=RON, winner=3, source=1, han=5),
    ScriptedHand(end=RON, winner=0, source=2, han=1, other_fu=2),
    ScriptedHand(riichi=(0, 2), end=TSUMO, winner=2, han=4),
)


# Three players, without seat 3.
SCRIPT_OF_THREE = (
    ScriptedHand(riichi=(2,), end=RON, winner=2, source=0, han=3, other_fu=1),
    ScriptedHand(end=TSUMO, winner=1, han=2),
    ScriptedHand(riichi=(0,), end=DRAW, tenpai=(1,)),
    ScriptedHand(riichi=(1,), end=RON, winner=0, source=1, han=5),
    ScriptedHand(riichi=(0, 2), end=TSUMO, winner=2, han=4),
)


def random_hands(hands: int, seed: int, players: int) -> list[ScriptedHand]:
    """Return hands made up by chance, the same ones for the same seed."""
    chance = random.Random(seed)
    lines = []
    for _ in range(hands):
        end = chance.choices((RON, TSUMO, DRAW), (6, 3, 2))[0]
        winner = chance.randrange(players)
        lines.append(
            ScriptedHand(
                riichi=tuple(seat for seat in range(players) if chance.random() < 0.25),
                end=end,
                winner=winner,
                source=(winner + chance.randrange(1, players)) % players if end == RON else winner,
                han=chance.choices((1, 2, 3, 4, 5), (20, 22, 15, 8, 13))[0],
                other_fu=chance.choices((0, 1, 2), (7, 2, 1))[0],
                tenpai=tuple(seat for seat in range(players) if chance.random() < 0.4),
            )
        )
    return lines


class DemoStep(NamedTuple):
    """One step of the demo: its text, its presses, and the seats that it concerns most, the first first."""

    caption: str
    presses: tuple[ButtonPress, ...]
    seats: tuple[int, ...]
    # Whether this seat is only asked to agree: it presses when its display offers it.
    is_answer: bool = False


def hand_steps(hand: ScriptedHand, players: int) -> Iterator[DemoStep]:
    """Yield the players' actions in a hand as steps, after each of which the table is stable."""
    winner, source = hand.winner, hand.source
    concerned = (winner,) if winner == source else (winner, source)
    yield DemoStep("The dice are thrown: a hand begins.", (ButtonPress("table", "dice"),), hand.riichi[:1] or concerned)
    for seat in hand.riichi:
        caption = f"{NAMES[seat]} presses RIICHI: 1,000 points lie on the table."
        yield DemoStep(caption, (ButtonPress(seat, "riichi"),), (seat, *concerned))
    if hand.end == DRAW:
        yield from _draw(hand, players)
        return
    name = NAMES[winner]
    side = (source - winner) % 4
    button = "ok" if hand.end == TSUMO else SOURCE_BUTTON[side]
    how = (
        "twice: tsumo."
        if hand.end == TSUMO
        else f"and {button.upper()}: ron from {SOURCE_SIDE[side]}, on {NAMES[source]}'s tile."
    )
    yield DemoStep(f"{name} presses OK {how}", (ButtonPress(winner, "ok"), ButtonPress(winner, button)), concerned)
    more = hand.han - USUAL_HAN
    value = [ButtonPress(winner, "up" if more > 0 else "down")] * abs(more)
    fu = [ButtonPress(winner, "riichi")] * (hand.other_fu if hand.han < 5 else 0)
    caption = f"{name} sets the value and presses OK: every seat sees what it pays or gets."
    yield DemoStep(caption, (*value, *fu, ButtonPress(winner, "ok")), concerned[::-1])
    yield from _answers("agrees: OK.", concerned, players)


def _draw(hand: ScriptedHand, players: int) -> Iterator[DemoStep]:
    """Yield the steps of a draw, which seat `winner` declares at the table."""
    seat = hand.winner
    yield DemoStep(
        f"The hand has no winner: {NAMES[seat]} presses BACK and chooses Draw.",
        (ButtonPress(seat, "back"), ButtonPress(seat, "ok")),
        (seat,),
    )
    for other in range(players):
        if other not in hand.riichi:
            button, word = ("ok", "tenpai") if other in hand.tenpai else ("back", "noten")
            yield DemoStep(f"{NAMES[other]} says {word}: {button.upper()}.", (ButtonPress(other, button),), (other,))
    yield from _answers("agrees: OK.", (), players)


def _answers(words: str, concerned: tuple[int, ...], players: int) -> Iterator[DemoStep]:
    """Yield an answer of every seat: each asked seat presses OK."""
    for seat in range(players):
        yield DemoStep(f"{NAMES[seat]} {words}", (ButtonPress(seat, "ok"),), (seat, *concerned), is_answer=True)


def is_asking_for_ok(view: dict[str, Any]) -> bool:
    """Return whether a display asks its seat to agree."""
    return view["screen"] == "preview" and any(line.startswith("OK ") for line in view["lines"])


class DeviceHostMismatch(Exception):
    """Device and host have different histories; the message names the first difference."""


class DemoTable:
    """A simulated table, the host that follows it over the serial line, and the comparison of both."""

    def __init__(self, virtual: VirtualTable, show: Callable[[DemoTable], None]) -> None:
        self.virtual = virtual
        self.events: list[Event] = []
        self.compared = 0
        self.step = DemoStep("", (), (0,))
        self._show = show
        self._before: Table | None = None
        self._answers: dict[int, dict[str, Any]] = {}
        self.follower = Follower(self._on_event)
        self._link = SerialLink(virtual.port)
        self._asker = table_client.TableClient(virtual.service, clock=lambda: virtual.device_time_us / 1_000_000)
        self._link.send(self.follower.opening_messages(monotonic_ms()))

    def _on_event(self, event: Event, after: Table | None) -> None:
        assert after is not None  # the start is never undone here
        self.events.append(event)
        given = answer_values(event.n, event.kind, self._before, after)
        self._answers[event.n] = dict(zip(ANSWER, given, strict=True))
        self._before = after

    def begin(self, rules: str, changes: table_client.Changes = ()) -> None:
        """Have a game begun at the table, with names at its seats."""
        players = books.load(rules).changed(dict(changes)).players
        table_client.begin_game(self._asker, rules, NAMES[:players], CENTRE, changes)
        self.catch_up()

    def play(self, hand: ScriptedHand) -> None:
        """Play a hand by pressing buttons."""
        for step in hand_steps(hand, self.table.rules.players):
            if step.is_answer and not self._is_asked(step.seats[0]):
                continue
            if self.table.phase != PLAYING and any(press.button == "riichi" for press in step.presses[:1]):
                continue
            press_keys(self.virtual, step)
            self.step = step
            self.catch_up()
            self._show(self)

    def _is_asked(self, seat: int) -> bool:
        """Return whether a seat is asked to agree: an OK at rest would begin another win."""
        return is_asking_for_ok(self.view(seat))

    def view(self, seat: int) -> dict[str, Any]:
        """Query a seat's display at the table."""
        return table_client.query_view(self._asker, seat)

    @property
    def table(self) -> Table:
        """Return the table as the host knows it."""
        table = self.follower.table
        if table is None:
            raise DeviceHostMismatch("the host knows of no game")
        return table

    def catch_up(self) -> None:
        """Read until the host has every event of the table, and compare how both say it stands."""
        device = table_client.query_state(self._asker)
        begun = monotonic_ms()
        while self.follower.last < device["n"]:
            if monotonic_ms() - begun > PATIENCE_MS:
                raise DeviceHostMismatch(f"the host has {self.follower.last}, the device {device['n']} events")
            self.virtual.wait(5)
            read_and_answer(self._link, self.follower)
        host = self._answers[self.follower.last]
        for name, value in device.items():
            if host[name] != value:
                raise DeviceHostMismatch(f"event {device['n']}, {name}: the device says {value}, the host {host[name]}")
        self.compared = len(self.events)

    def compare_ledgers(self) -> None:
        """Fetch the whole ledger from the device once more and compare it with the host's, event by event."""
        second = Follower()
        self._link.send([["after", -1]])
        begun = monotonic_ms()
        while second.last < self.follower.last:
            if monotonic_ms() - begun > PATIENCE_MS:
                raise DeviceHostMismatch(f"the device sent {second.last + 1} of {self.follower.last + 1} events again")
            self.virtual.wait(5)
            for message in self._link.read():
                second.handle_message(message, monotonic_ms())
        if [event.plain() for event in second.ledger.events] != [event.plain() for event in self.events]:
            raise DeviceHostMismatch("the device's ledger is not the one the host has followed")

    def close(self) -> None:
        """Close the port."""
        self._link.close()


def press_keys(virtual: VirtualTable, step: DemoStep) -> None:
    """Press the keys of a step; an answer to another seat comes after the time to read its question."""
    before = None
    for press in step.presses:
        if press.place != before and press.button in ("ok", "back", "up"):
            virtual.wait(READ_MS)
        virtual.press(press.place, press.button)
        before = press.place


def play_demo(stage: DemoTable, rules: str, hands: list[ScriptedHand], changes: table_client.Changes = ()) -> str:
    """Play the demonstration and return its last line; raise where device and host disagree."""
    stage.begin(rules, changes)
    for hand in hands:
        if stage.table.phase == "over":
            break
        stage.play(hand)
    stage.compare_ledgers()
    scores = stage.table.scores
    pot = stage.table.accounts[4]
    return (
        f"Device and host agree on all {stage.compared} events and on every point: "
        f"{' + '.join(map(points_text, scores))} + {points_text(pot)} on the table = {points_text(sum(scores) + pot)}."
    )
