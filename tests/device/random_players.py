"""Players by chance: whole games by buttons with cuts, pulled boxes and hosts, and what must hold after every action.

An action is a line as `tenbo sim` takes it; those that begin with `host` or `cut_after` are for this player alone.
The same actions lead to the same table, so a list of them is the report of a fault.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from players import Players
from simulated_host import UsbStream, Witness

from compiled_firmware import compiled_firmware
from tenbo.devices import table_client
from tenbo.simulator.table import VirtualTable
from tenbo_core.books import BOOKS
from tenbo_core.errors import Refused, TenboError
from tenbo_core.wire import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.devices.table_client import ByteStream

BUTTONS = ("riichi", "ok", "up", "down", "back")
# A display that shows anything has more pixels than this; the pattern of the self-test is another matter.
LEAST_LIT = 40
UNLIKE_OTHERS = ("pixels",)
# Chance undoes as much as it does: a game of so many events is ended by the desk.
LONGEST_GAME = 24
# What a seat presses when it is asked; the last words of a line are likelier the oftener they stand there.
PRESSES = {
    "how": ("ok", "up", "down", "riichi", "back"),
    "value": ("ok", "ok", "ok", "up", "up", "down", "riichi", "back"),
    "question": ("ok", "ok", "down", "down", "up", "back"),
    "preview": ("ok", "ok", "ok", "ok", "ok", "ok", "back"),
    "tenpai": ("ok", "back"),
    "undo": ("ok", "ok", "back"),
    "name": ("ok", "down", "up", "riichi", "back"),
    "final": ("back 1200", "down", "up", "ok 1200"),
}
# For a running hand.
TURNS = ("riichi", "riichi", "riichi", "riichi 1200", "ok", "ok", "ok", "back", "back", "back 1200", "up", "down")
PROPOSALS = (
    ("win", 4, [[0, 1, 3, 30]]),
    ("win", 4, [[2, 2, 2, 30]]),
    ("draw", 4, [0, 1]),
    ("penalty", 5, 3, -2000, "late"),
)
ORDERS = (
    ("penalty", 5, 1, -1000, 'said "no" twice'),
    ("name", 4, 2, "Zoë"),
    ("session", 4, 15),
    ("pause", 4, "fire alarm"),
    ("resume", 4),
    ("extra", 4, 5),
    ("late", 5, 0, 3),
    ("undo", 4),
    ("signal", 4),
    ("substitute", 5, 3, "now"),
)


class Broken(AssertionError):
    """Something that must always hold did not; `promise` names it."""

    def __init__(self, promise: str, details: object) -> None:
        super().__init__(f"{promise}: {details}")
        self.promise = promise


def promise(holds: bool, words: str, details: object = "") -> None:
    """See that something holds."""
    if not holds:
        raise Broken(words, details)


class Played(Players):
    """A table to which actions are done; after each of them everything that must hold is looked at."""

    def __init__(self, virtual: VirtualTable) -> None:
        super().__init__(virtual)
        self.witness = Witness(virtual)
        self.asker = table_client.TableClient(
            self.witness, first=100_000, clock=lambda: virtual.device_time_us / 1_000_000
        )
        self.usb_port = UsbStream(virtual)
        self.plugged = [True] * 4
        self.cable = True
        self.views: list[dict[str, Any]] = []
        self.known: dict[str, Any] | None = None
        self._number = 0
        self._power_was_lost = False
        self._seen: list[object] = [None] * 4

    def do(self, action: str) -> None:
        """Carry out one action, and look at what has come of it."""
        words = action.split()
        with_power = self.virtual.is_powered
        restarts = len(self.virtual.restarts)
        try:
            if with_power or words[0] not in ("press", "host", "cut_after"):
                getattr(self, "_" + words[0])(*words[1:])
            if self.virtual.is_powered:
                self._look()
        except (Broken, TenboError):
            # A cut that was still to come may come while someone looks; what is wrong stays wrong after it.
            if self.virtual.is_powered:
                raise
        ends = self.virtual.restarts[restarts:]
        if self.virtual.is_powered:
            promise(not ends, "no restart", ends)
        else:
            promise([why for _, why in ends] in ([], ["cut"]), "no restart", ends)
            self._power_was_lost = True
            self.views = []
            self._seen = [None] * 4

    # ------------------------------------------------------------ actions

    def _press(self, place: str, button: str, ms: str = "60") -> None:
        self.virtual.press("table" if place == "table" else int(place), button, int(ms))

    def _wait(self, ms: str) -> None:
        self.virtual.wait(int(ms))

    def _cut(self) -> None:
        self.virtual.cut_power()

    def _cut_after(self, operations: str, torn: str) -> None:
        """Take the power at a write to the flash that is still to come."""
        self.virtual.cut_power_after(int(operations), torn=torn == "torn")

    def _power(self) -> None:
        self.virtual.power_on()

    def _unplug(self, seat: str) -> None:
        self.virtual.unplug_seat(int(seat))
        self.plugged[int(seat)] = False

    def _plug(self, seat: str) -> None:
        self.virtual.plug_seat(int(seat))
        self.plugged[int(seat)] = True

    def _usb(self, state: str) -> None:
        self.cable = state == "on"
        self.virtual.set_usb_connected(on=self.cable)

    def _host(self, what: str, number: str = "0", line: str = "service") -> None:
        """Have a host on either line follow for a moment, ask for everything, order something or propose something."""
        self._number += 1
        stream = self.usb_port if line == "usb" else self.witness
        if what == "follows":
            if self.cable or line != "usb":
                self._follow_anew(stream if line == "usb" else None)
        elif what == "asks":
            stream.write(encode(["after", -1]))
        elif what == "orders":
            kind, *fields = ORDERS[int(number)]
            stream.write(encode(["do", self._number, kind, *fields]))
        elif what == "proposes":
            kind, *fields = PROPOSALS[int(number)]
            stream.write(encode(["propose", self._number, kind, *fields]))
        elif what == "ends":
            stream.write(encode(["do", self._number, "end", 4]))
        elif what == "begins":
            stream.write(encode(["do", self._number, "start", 4, number]))

    def _follow_anew(self, stream: ByteStream | None) -> None:
        """Take all events there are as a host that is new here, and hold them against what was told before."""
        new = Witness(self.virtual, stream)
        new.write(encode(["who"]) + encode(["after", -1]))
        last = self.witness.follower.last
        for count in range(400):
            if new.follower.last >= last:
                break
            if count % 40 == 39:
                new.write(encode(["after", new.follower.last]))
            new.read(50)
        promise(new.follower.last >= last, "a new host is told every event", (new.follower.last, last))
        differs = [n for n in range(last + 1) if new.answers.get(n) != self.witness.answers.get(n)]
        promise(not differs, "a new host is told the same events", differs[:5])

    # ------------------------------------------------------------ what must hold

    def _look(self) -> None:
        device = self._fetch()
        if device is not None:
            device = self._compare(device)
        for seat in range(4):
            # What a display says in words is asked for when its pixels or the table have changed.
            seen = self.virtual.display(seat), device and device["n"], self.plugged[seat]
            if seen != self._seen[seat]:
                self._seen[seat] = seen
                self.views[seat : seat + 1] = [self.view(seat)]
                self._compare_view(seat, device)
        promise(self.virtual.faults() == [], "nothing that a real table would suffer from", self.virtual.faults()[-1:])

    def _fetch(self) -> dict[str, Any] | None:
        """Return how the table stands; None before the first game."""
        try:
            return self.state()
        except Refused as error:
            promise(self.known is None, "the game is still there", error)
            return None

    def _compare(self, device: dict[str, Any]) -> dict[str, Any]:
        """Hold the table against what was known and against the host's fold, and return how it stands."""
        witness, before = self.witness, self.known
        for count in range(60):
            if witness.follower.last >= device["n"]:
                break
            if count % 15 == 0:  # what was on the line when the power went
                witness.write(encode(["after", witness.follower.last]))
            witness.read(50)
        if witness.follower.last > device["n"]:  # a time signal, which came after the answer
            device = self.state()
        promise(witness.follower.fork is None, "an event never changes", witness.follower.fork)
        promise(
            witness.follower.last == device["n"], "host and table count alike", (witness.follower.last, device["n"])
        )
        told = witness.answers[device["n"]]
        if self._power_was_lost:  # what the last event moved is not worth remembering
            told, device = {**told, "deltas": None}, {**device, "deltas": None}
        promise(device == told, "the host's fold is the table", (device, told))
        table = witness.follower.table
        promise(table is not None and table.adds_up, "the points add up", device)
        if before is not None:
            promise(device["n"] >= before["n"], "no event is lost", (before["n"], device["n"]))
            if device["n"] == before["n"]:
                same = all(device[key] == before[key] for key in before if key not in ("deltas", "hands_left"))
                promise(same, "nothing changes without an event", (before, device))
            else:
                self._power_was_lost = False
        self.known = device
        return device

    def _compare_view(self, seat: int, device: dict[str, Any] | None) -> None:
        """Hold what a display says against the table, and see that it shows something."""
        view = self.views[seat]
        # The fourth seat of a game of three is dark.
        if device is not None and seat < len(device["scores"]):
            shown = {key: view[key] for key in ("score", "honba", "sticks", "riichi")}
            stands = {
                "score": device["scores"][seat],
                "honba": device["honba"],
                "sticks": device["sticks"],
                "riichi": seat in device["riichi"],
            }
            promise(shown == stands, "a display says how the table stands", (seat, shown, stands))
        if self.plugged[seat] and view["screen"] not in UNLIKE_OTHERS:
            lit = self.virtual.display(seat).count_lit()
            if lit <= LEAST_LIT:  # a box that was put back a moment ago is being drawn
                self.virtual.wait(1500)
                lit = self.virtual.display(seat).count_lit()
            is_out = view["screen"] == "dark"
            promise(lit == 0 if is_out else lit > LEAST_LIT, "a display is never blank", (seat, view["screen"], lit))


def actions(played: Played, seed: int, number: int) -> Iterator[str]:
    """Return so many actions as a table's players, its cables, its power and its hosts might do them."""
    chance = random.Random(seed)
    began = 0
    for _ in range(number):
        if not played.virtual.is_powered:
            yield "power"
            continue
        known = played.known
        if known is not None and known["event"] == "start":
            began = known["n"]
        if known is None or known["phase"] == "over":
            if chance.random() < 0.1:
                yield f"host begins {chance.choice(BOOKS)}"
                continue
        elif known["n"] - began > LONGEST_GAME:
            began = known["n"]
            yield "host ends"
            continue
        turn = chance.random()
        if turn < 0.82:
            yield _sensible(played, chance)
        elif turn < 0.91:
            place = chance.choice(("0", "1", "2", "3", "table"))
            button = chance.choice(("dice", "undo") if place == "table" else BUTTONS)
            yield f"press {place} {button}" + chance.choice(("", "", " 1200"))
        else:
            yield _trouble(played, chance)


def _sensible(played: Played, chance: random.Random) -> str:
    """Return what someone would do who looks at the displays."""
    asked = [(seat, view["screen"]) for seat, view in enumerate(played.views) if view["screen"] in PRESSES]
    if asked:
        seat, screen = chance.choice(asked)
        return f"press {seat} {chance.choice(PRESSES[screen])}"
    if played.known is None or played.known["phase"] == "over":
        return f"press {chance.randrange(4)} back 1200"
    if played.known["phase"] == "between":
        return chance.choice(("press table dice",) * 6 + ("press table undo", f"press {chance.randrange(4)} back 1200"))
    if chance.random() < 0.08:
        return "press table undo"
    return f"press {chance.randrange(4)} {chance.choice(TURNS)}"


def _trouble(played: Played, chance: random.Random) -> str:
    """Return something that no player wants."""
    seat = chance.randrange(4)
    away = [seat for seat in range(4) if not played.plugged[seat]]
    kinds = ["wait", "wait", "box", "box", "cable", "cut", "torn", "follow", "ask", "order", "order", "propose"]
    kind = chance.choice(kinds)
    if kind == "wait":
        return f"wait {chance.choice((20, 300, 4500, 9000, 61_000))}"
    if kind == "box":
        return f"plug {away[0]}" if away and chance.random() < 0.8 else f"unplug {seat}"
    if kind == "cable":
        return "usb off" if played.cable and chance.random() < 0.5 else "usb on"
    if kind == "cut":
        return "cut"
    if kind == "torn":
        return f"cut_after {chance.randrange(1, 12)} {chance.choice(('torn', 'whole'))}"
    line = chance.choice(("service", "usb"))
    if kind == "order":
        return f"host orders {chance.randrange(len(ORDERS))} {line}"
    if kind == "propose":
        return f"host proposes {chance.randrange(len(PROPOSALS))} {line}"
    return f"host {kind}s 0 {line}"


class Story:
    """What was done at a table, and what was broken in the end."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.broken = ""
        self.details = ""
        self.events = 0
        self.games = 0


def play(chosen: list[str] | int, seed: int = 0, **options: Any) -> Story:
    """Do a list of actions, or so many by chance, until they are done or something breaks."""
    story = Story()
    with VirtualTable(
        **{"firmware": compiled_firmware(), "frozen": True, "seed": f"chance {seed}", **options}
    ) as virtual:
        played = Played(virtual)
        try:
            for action in actions(played, seed, chosen) if isinstance(chosen, int) else chosen:
                story.done.append(action)
                played.do(action)
        except Broken as broken:
            story.broken, story.details = broken.promise, str(broken)
        except TenboError as error:
            story.broken = "the table answers"
            story.details = f"{error.code} {error.message} {virtual.restarts[-3:]} {virtual.stderr()[-500:]}"
        finally:
            played.usb_port.close()
        story.events = played.witness.follower.last + 1
        story.games = played.witness.kinds.count("start")
    return story
