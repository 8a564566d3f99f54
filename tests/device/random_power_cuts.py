"""Power cuts at random instants while games of many books are played on one flash, and what they have done."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from simulated_host import Host

from compiled_firmware import compiled_firmware
from tenbo.devices.follower import Follower
from tenbo.simulator.table import VirtualTable
from tenbo_core.books import BOOKS
from tenbo_core.table import OVER, PLAYING
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from tenbo.devices.follower import Message
    from tenbo_core.events import Event
    from tenbo_core.table import Table

# The clock of a running game may come back by so much earlier, and by no more than a start later.
LATE_MS, EARLY_MS = 2_000, 2_000
EVENTS_A_GAME = 14
GAMES_A_FLASH = 9
PATIENCE_MS = 300

WHILE_BETWEEN = ("hand", "hand", "hand", "name", "penalty", "undo")
WHILE_PLAYING = ("riichi", "riichi", "riichi_void", "win", "win", "draw", "dead_hand", "name", "undo", "penalty")


class Cuts(NamedTuple):
    """What so many cuts came to; the sentences say what should not have been."""

    cuts: int
    games: int
    events: int
    faults: list[str]


def cut_power(number: int, seed: int) -> Cuts:
    """Play and cut the power so many times, some flashes one after the other."""
    chance = random.Random(seed)
    cuts = games = events = 0
    faults: list[str] = []
    while cuts < number:
        with VirtualTable(firmware=compiled_firmware(), frozen=True, boot_ms=700) as virtual:
            play = Play(virtual, chance)
            while cuts < number and play.games <= GAMES_A_FLASH:
                play.cut_once()
                cuts += 1
            play.check_whole_flash()
            games, events = games + play.games, events + len(play.told)
            faults += play.faults
    return Cuts(cuts, games, events, faults)


class Play:
    """One flash and the games on it, and a host on the service port that hears what the table has recorded."""

    def __init__(self, virtual: VirtualTable, chance: random.Random) -> None:
        self.virtual = virtual
        self.chance = chance
        self.games = 0
        self.told: list[Message] = []
        self.faults: list[str] = []
        self._reader = MessageReader()
        self._follower = Follower(self._followed)
        self._answers: dict[int, Message] = {}
        self._number = 0
        self._in_game = 0
        self._greet()

    def _followed(self, event: Event, _table: Table | None) -> None:
        self.told.append(event.plain())
        self._in_game = 1 if event.kind == "start" else self._in_game + 1
        self.games += event.kind == "start"

    def cut_once(self) -> None:
        """Play on for some commands, lose power within one of them or some time after, and look what is left."""
        for _ in range(self.chance.randrange(4)):
            self._carry_out(self._next())
        if self.chance.random() < 0.3:
            self._hear(self.chance.randrange(40_000))
        command, last = self._next(), self._follower.last
        ms, at = self._clock(), self.virtual.device_time_us
        if self.chance.random() < 0.5:
            self.virtual.cut_power_after(self.chance.randrange(1, 8), torn=self.chance.random() < 0.5)
        else:
            self.virtual.cut_power_in(self.chance.randrange(60))
        done = self._carry_out(command)
        self._hear(self.chance.choice((0, 100, 16_000)))
        self.virtual.cut_power()
        stood = ms + (self.virtual.restarts[-1][0] - at) // 1000
        self.virtual.power_on()
        self._reader = MessageReader()
        self._greet()
        most = last + 1 + self._signals(last)
        if self._follower.rewound is not None or not last + done <= self._follower.last <= most:
            self.faults.append(f"{command}: event {self._follower.last} is the last, after {last} (done: {done})")
        now = self._clock()
        if self._phase() != OVER and not stood - LATE_MS <= now <= stood + EARLY_MS:
            self.faults.append(f"the clock stood at {stood} ms when the power went, and at {now} ms after it")

    def _signals(self, last: int) -> int:
        """Return how many time signals the table has recorded by itself since an event."""
        return sum(event[1] == "signal" for event in self.told[last + 1 :])

    def check_whole_flash(self) -> None:
        """Have a new host read everything, and hold it against what was told event by event."""
        events: list[Message] = []
        follower = Follower(lambda event, _table: events.append(event.plain()))
        host = Host(self.virtual, follower)
        while follower.last < self._follower.last:
            host.listen(500)
        host.link.close()
        if events != self.told or [event[0] for event in events] != list(range(len(events))):
            self.faults.append(f"{len(self.told)} events were told, other {len(events)} are on flash")
        if follower.replay_error or self._follower.fork is not None:
            self.faults.append(f"the ledger is damaged: {follower.replay_error} {self._follower.fork}")
        self.faults += self.virtual.faults()
        self.faults += [f"restarted by {why}" for _, why in self.virtual.restarts if why != "cut"]

    def _phase(self) -> str:
        return OVER if self._follower.table is None else self._follower.table.phase

    def _next(self) -> list[Any]:
        """Return a command that may be carried out now, or be refused."""
        chance = self.chance
        if self._phase() == OVER:
            return ["start", chance.choice(BOOKS)]
        if self._in_game >= EVENTS_A_GAME:
            return ["end"]
        if self._in_game == 1 and chance.random() < 0.7:
            return ["session", chance.choice((45, 90))]
        kind = chance.choice(WHILE_PLAYING if self._phase() == PLAYING else WHILE_BETWEEN)
        seat, other = chance.sample(range(4), 2)
        fields: dict[str, list[Any]] = {
            "riichi": [seat],
            "riichi_void": [seat],
            "dead_hand": [seat],
            "name": [seat, f"Player {chance.randrange(99)}"],
            "penalty": [seat, -1000, "a telephone that rang"],
            "win": [[[seat, other, chance.randrange(1, 5), 40]]],
            "draw": [sorted([seat, other])],
        }
        return [kind, *fields.get(kind, [])]

    # ------------------------------------------------------------ the line

    def _carry_out(self, command: list[Any]) -> bool:
        """Return a command and return whether the table said that it was done."""
        answer = self._ask("do", command[0], 4, *command[1:])
        if answer is not None and answer[0] == "done":
            self._hear(30)
        return answer is not None and answer[0] == "done"

    def _clock(self) -> int:
        """Return the milliseconds of the ledger's clock."""
        answer = self._ask("ping")
        assert answer is not None
        assert isinstance(answer[3], int)
        return answer[3]

    def _ask(self, *words: Any) -> Message | None:
        """Send a numbered command and return its answer; None when power went before."""
        self._number += 1
        number = self._number
        self.virtual.service.write(encode([words[0], number, *words[1:]]))
        wait_until = self.virtual.device_time_us + PATIENCE_MS * 1000
        while number not in self._answers and self.virtual.is_powered and self.virtual.device_time_us < wait_until:
            self._hear(5)
        return self._answers.pop(number, None)

    def _greet(self) -> None:
        """Ask who the table is and what was missed."""
        self._follower.hello = None
        self._say(self._follower.opening_messages(0))
        for _ in range(200):
            self._hear(10)
            if self._follower.hello is not None and self._follower.last >= self._follower.hello.last:
                return
        self.faults.append("the table does not say what it has")

    def _say(self, told: list[Message]) -> None:
        for message in told:
            self.virtual.service.write(encode(message))

    def _hear(self, ms: int) -> None:
        """Let time pass and take in what the table says."""
        wait_until = self.virtual.device_time_us + ms * 1000
        while True:
            for message in self._reader.read(self.virtual.read_service_output()):
                if message[0] in ("done", "refused", "pong") and isinstance(message[1], int):
                    self._answers[message[1]] = message
                else:
                    self._say(self._follower.handle_message(message, self.virtual.device_time_us // 1000))
            left = (wait_until - self.virtual.device_time_us) // 1000
            if left <= 0:
                return
            self._say(self._follower.due_messages(self.virtual.device_time_us // 1000))
            self.virtual.wait(min(left, 900))
