"""Fake tables: the protocol and a real ledger behind a pseudo terminal, without firmware; hundreds fit a computer.

One thread serves all of them. A rehearsal, a test or a benchmark plays events at a table and maltreats its cable.
"""

from __future__ import annotations

import os
import secrets
import selectors
import threading
import time
from typing import TYPE_CHECKING, Self

from tenbo.devices.hall_key_proof import HOST, TABLE, proof_digest
from tenbo.runtime.worker import Worker
from tenbo_core import VERSION, books, clock, events, messages
from tenbo_core.errors import Refused, TenboError
from tenbo_core.events import CENTRE, make
from tenbo_core.ledger import Ledger
from tenbo_core.line_seal import LineSeal
from tenbo_core.state_answer import ANSWER, answer_values
from tenbo_core.table import BETWEEN, OVER
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence
    from pathlib import Path

HEARTBEAT_S = 1.0
ROOM = 1 << 16
# What a table of a hall does for a host alone that has proved itself.
GUARDED = (
    "do", "propose", "note", "names", "picked", "clock", "key", "wifi", "restore", "ledger_event", "ledger_commit",
    "write_permission", "repl",
)  # fmt: skip


def _ticks() -> int:
    return time.monotonic_ns() // 1_000_000


class FakeTable:
    """One table: its ledger is never lost, its cable can be pulled, its line can be noisy."""

    def __init__(self, path: Path, device: str, ledger: str = "") -> None:
        self.path = path
        self.device = device
        self.id = ledger or device[-8:]
        self.ledger = Ledger()
        self.all: list[events.Event] = []
        self.stored = -1
        self.fingerprint = books.FINGERPRINT
        self.protocol = messages.PROTOCOL
        self.noise: Callable[[bytes], bytes] | None = None
        self.received: list[list[object]] = []
        self.health_fields: dict[str, object] = {
            "supply_mv": 5020,
            "free": 71_000,
            "seats": [True] * 4,
            "starts": [3, 0, 1],
        }
        # A deaf table says its heartbeat and answers nothing; `pong` are other fields than the right ones.
        self.ignores_commands = False
        self.pong: list[object] | None = None
        # The texts and pixels of its displays: messages without their number.
        self.display_fields: list[list[object]] = []
        # The keys that halls have given it; its flash is never lost.
        self.keys: dict[str, str] = {}
        # Whether the host has proved itself by one of them; the key and both texts of the last `prove`, and the same of
        # the proof that the host has shown, until the line is sealed.
        self.proved = False
        self._challenge = ("", "", "")
        self._session: tuple[str, str, str] | None = None
        # When each seat that calls the referee has called.
        self._called: dict[int, int] = {}
        # What hosts have told single seats: that a referee is coming, who may sit there, who does.
        self.seat_answers: list[list[object]] = []
        # How far its ledger's clock was moved, and when it was switched on.
        self.clock_offset_ms = 0
        self._born = _ticks()
        self.lock = threading.RLock()
        self.reader = MessageReader()
        self.end: int | None = None
        self._sent = -1
        self._listened = False
        self._out = bytearray()
        self._answers: dict[object, list[list[object]]] = {}
        self._beat = 0.0

    # ---------------------------------------------------------------- cable

    def plug(self) -> None:
        """Put the cable in."""
        import tty  # noqa: PLC0415 - Windows has none, and imports this module all the same

        with self.lock:
            if self.end is None:
                self.end, far = os.openpty()
                tty.setraw(far)
                os.set_blocking(self.end, False)
                self.path.unlink(missing_ok=True)
                self.path.symlink_to(os.ttyname(far))
                # Held until the host has opened it: a port that no process has open reads as pulled.
                self._far = far

    def pull(self) -> None:
        """Pull the cable."""
        with self.lock:
            if self.end is not None:
                os.close(self.end)
                os.close(self._far)
                self.end = None
                self.proved = False
                self._out.clear()
                self.path.unlink(missing_ok=True)
                self.reader = MessageReader()

    def forget_hall_keys(self) -> None:
        """Forget the keys of all halls, as four seats may have a table do, and say hello."""
        with self.lock:
            self.keys.clear()
            self._greet()

    # ---------------------------------------------------------------- events

    def ledger_clock_ms(self) -> int:
        """Return the milliseconds of the ledger's clock."""
        return _ticks() - self._born + self.clock_offset_ms

    def cut_power(self) -> None:
        """Lose the power for some time: the ledger's clock goes on where it stood, the counter begins at zero."""
        with self.lock:
            self.clock_offset_ms, self._born = self.ledger_clock_ms(), _ticks()

    def session_left_ms(self) -> int:
        """Return how much is left of the session."""
        table = self.ledger.table
        assert table is not None
        session = clock.session_of(table)
        until = self.ledger_clock_ms() if session.stopped is None else 1000 * session.stopped
        return 1000 * (session.start + session.length + session.paused) - until

    def play(self, kind: str, by: int = CENTRE, **values: object) -> events.Event:
        """Record an event as the table would."""
        with self.lock:
            event = make(self.ledger.next, kind, by, self.ledger_clock_ms() // 1000, values)
            if kind == "start" and self.ledger.events:
                fresh = Ledger(event.n)
                fresh.append(event)
                self.ledger = fresh
            else:
                self.ledger.append(event)
            self.all.append(event)
            return event

    def play_random_event(self, chance: random.Random) -> events.Event:
        """Record some event that is possible now."""
        table = self.ledger.table
        if table is None or table.phase == OVER:
            return self.play("start", rules="ema-2016")
        if table.phase == BETWEEN:
            return self.play("hand", dice=[chance.randrange(1, 7), chance.randrange(1, 7)])
        players = table.rules.players
        seat = chance.randrange(players)
        if chance.random() < 0.4 and seat not in table.riichi:
            return self.play("riichi", by=seat, seat=seat)
        if chance.random() < 0.3:
            others = [one for one in range(players) if one in table.riichi or chance.random() < 0.4]
            return self.play("draw", tenpai=others)
        source = chance.randrange(players)
        han, fu = chance.choice(((1, 30), (2, 30), (3, 40), (4, 30), (5, 0)))
        return self.play("win", by=seat, wins=[{"seat": seat, "from": source, "han": han, "fu": fu}])

    def call_referee(self, seat: int, *, begins: bool = True) -> None:
        """Have a seat call the referee, or take its call back."""
        with self.lock:
            if begins:
                self._called[seat] = _ticks()
            else:
                self._called.pop(seat, None)
            self._send_call(seat)

    def pick_player(self, seat: int, player: int = -1) -> None:
        """Have a seat ask for the list of people, or pick a player of it."""
        with self.lock:
            self._send("pick", seat, player)

    def _send_call(self, seat: int) -> None:
        calls = seat in self._called
        self._send("call", seat, calls, (_ticks() - self._called[seat]) // 1000 if calls else 0)

    def _tell_standing(self) -> None:
        """Send of each seat whether its box is there and whether it calls, as behind every hello."""
        for seat in range(4):
            self._send("seat", seat, True)  # noqa: FBT003 - a field of the message
            self._send_call(seat)

    # ---------------------------------------------------------------- the line

    def serve(self, now: float) -> None:
        """Read the host's messages and write the events that it does not have."""
        with self.lock:
            if self.end is None:
                return
            data = self._receive(self.end)
            self.reader.unsealed = ("who", "prove", "seal")
            # Line by line: what comes behind the demand for a seal has one already.
            for line in (self.noise(data) if self.noise and data else data).splitlines(keepends=True):
                for message in self.reader.read(line):
                    self._handle(message)
                if self.reader.stale:
                    self.reader.stale = False
                    self._greet()
            if self._listened and now - self._beat > HEARTBEAT_S:
                self._beat = now
                self._send("upto", self._sent)
            self._write()

    def _write(self) -> None:
        while self._listened and len(self._out) < ROOM and self._sent < self.ledger.next - 1:
            event = self.all[max(0, self._sent + 1 - self.all[0].n)]
            self._sent = event.n
            self._send("event", *event.plain())
        while self._out and self.end is not None:
            written = self._transmit(self.end, bytes(self._out[:2048]))
            if not written:
                break
            del self._out[:written]

    def _receive(self, end: int) -> bytes:
        """Return what has come."""
        try:
            return os.read(end, 4096)
        except OSError:
            return b""

    def _transmit(self, end: int, data: bytes) -> int:
        """Send some bytes; return how many were taken."""
        try:
            return os.write(end, data)
        except OSError:
            return 0

    def _send(self, *message: object) -> None:
        line = encode(list(message))
        if self.reader.seal is not None:
            line = self.reader.seal.close(line)
        self._out += self.noise(line) if self.noise else line

    def _handle(self, message: list[object]) -> None:
        try:
            messages.check(message)
        except TenboError:
            return
        self._listened = True
        self.received.append(message)
        name = message[0]
        if name == "who":
            self._greet()
        elif name == "after":
            self._sent = int(str(message[1]))
            self._send("oldest", self.all[0].n if self.all else 0)
        elif name == "stored":
            self.stored = int(str(message[1]))
        elif self.ignores_commands:
            return
        elif name == "ping":
            with self.lock:
                right = [(_ticks() - self._born) % (1 << 30), self.ledger_clock_ms()]
            self._send("pong", message[1], *(right if self.pong is None else self.pong))
        else:
            self._command(message)

    def _greet(self) -> None:
        last = self.ledger.next - 1
        self.proved = False
        self._challenge, self._session, self.reader.seal = ("", "", ""), None, None
        self._send("hello", self.protocol, self.device, VERSION, self.fingerprint, self.id, last, "power")
        self._tell_standing()

    def _command(self, message: list[object]) -> None:
        number = message[1]
        if number not in self._answers:
            try:
                self._answers[number] = self._execute(message)
            except TenboError as error:
                refusal = [["refused", number, error.code, error.at[:12], error.message[:50]]]
                if error.code == "not_proved":
                    self._send(*refusal[0])
                    return
                self._answers[number] = refusal
        for line in self._answers[number]:
            self._send(*line)

    def _execute(self, message: list[object]) -> list[list[object]]:
        number = message[1]
        answers: list[list[object]] = []
        if self.keys and not self.proved and message[0] in GUARDED:
            raise Refused("not_proved", "this table belongs to a hall", str(message[0]))
        if message[0] in ("do", "propose"):
            plain = [self.ledger.next, message[2], message[3], 0, *message[4:]]
            event = events.from_plain(plain)
            names = [name for name, _ in events.fields_of(event.kind)]
            self.play(event.kind, event.by, **dict(zip(names, event.args, strict=True)))
        elif message[0] == "state" and self.ledger.table is not None:
            given = answer_values(self.ledger.next - 1, self.ledger.events[-1].kind, None, self.ledger.table)
            answers = [["state_field", number, key, value] for key, value in zip(ANSWER, given, strict=True)]
        elif message[0] in ("names", "picked", "note"):
            self.seat_answers.append([message[0], *message[2:]])
        elif message[0] == "key":
            self.keys[str(message[2])] = str(message[3])
            self.proved = True
        elif message[0] == "seal":
            self._seal_line()
        elif message[0] == "prove":
            self.reader.seal = self._session = None
            key, own = self.keys.get(str(message[2]), ""), secrets.token_hex(8)
            self._challenge = (key, str(message[3]), own)
            answers = [["proof", number, own, proof_digest(TABLE, *self._challenge) if key else ""]]
        elif message[0] == "host_proof":
            self._admit_host(message[2])
        elif message[0] == "clock":
            ahead = self.session_left_ms() - int(str(message[2])) + _ticks() - self._born - int(str(message[3]))
            if ahead < -10_000:
                raise Refused("contradiction", "the table's clock is far ahead of the hall's", "left")
            self.clock_offset_ms += ahead
        elif message[0] in ("view", "pixels"):
            wanted = {"view": "view_field", "pixels": "row"}[str(message[0])]
            answers = [[name, number, *fields] for name, *fields in self.display_fields if name == wanted]
        elif message[0] == "health":
            answers = [["health_field", number, key, value] for key, value in self.health_fields.items()]
        return [*answers, ["done", number, self.ledger.next - 1]]

    def _admit_host(self, digest: object) -> None:
        """Take the proof of the host, or refuse it; each challenge is good for one."""
        challenge, self._challenge = self._challenge, ("", "", "")
        if not challenge[0] or digest != proof_digest(HOST, *challenge):
            raise Refused("not_proved", "this is no proof of the hall's key", "digest")
        self._session, self.proved = challenge, True

    def _seal_line(self) -> None:
        """Seal the line of a host that has shown its proof since the last hello."""
        session, self._session = self._session, None
        if session is None:
            raise Refused("not_proved", "show the proof of the hall's key first", "seal")
        key, nonce, own = session
        self.reader.seal = LineSeal(TABLE, key, nonce, f"{own} {self.device} {self.id}")
        self._tell_standing()


class FakeTables:
    """Many tables of paper and the one thread that serves them; use it in a `with` statement."""

    def __init__(self, folder: Path, count: int, others: Sequence[FakeTable] = ()) -> None:
        self.tables = [FakeTable(folder / f"port{place:03d}", f"e66000{place:010x}") for place in range(count)]
        self.tables += others
        self._worker = Worker("fake tables", self._run)

    def __enter__(self) -> Self:
        for table in self.tables:
            table.plug()
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()
        for table in self.tables:
            table.pull()

    @property
    def ports(self) -> list[str]:
        """Return the names of all ports."""
        return [str(table.path) for table in self.tables]

    def _run(self) -> None:
        while not self._worker.is_stopping:
            with selectors.DefaultSelector() as ready:
                by_end = {}
                for table in self.tables:
                    end = table.end
                    if end is not None:
                        try:
                            ready.register(end, selectors.EVENT_READ)
                        except (OSError, ValueError):
                            continue
                        by_end[end] = table
                ready.select(0.004)
            now = time.monotonic()
            for table in self.tables:
                table.serve(now)


def noisy_channel(chance: random.Random, rate: float) -> Callable[[bytes], bytes]:
    """Return a line that flips, loses or doubles its bytes at this rate."""

    def damage(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            fate = chance.random()
            if fate < rate / 3:
                out.append(byte ^ 1 << chance.randrange(8))
            elif fate < 2 * rate / 3:
                continue
            elif fate < rate:
                out += bytes((byte, byte))
            else:
                out.append(byte)
        return bytes(out)

    return damage
