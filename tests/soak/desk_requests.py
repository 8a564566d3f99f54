"""What a desk wants of the tables in a drill, one thing after another, and whether each was done once."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.client.local_service_client import LocalServiceClient
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tenbo.simulator.fake_tables import FakeTable

# The desk wants something so often, and waits for an answer so long; a session takes longer to begin.
WISH_EVERY_S, WISH_S, SESSION_S = 0.7, 20, 120
# No one has taken what is answered so, nor will anyone later.
NOT_DONE = ("did not accept this command in time", "(Connection refused): is tenbo run", "no service is running for")
# No one knows yet what comes of what is answered so.
NOT_KNOWN = (
    "does not answer",
    "has started this",
    "may have started",
    "is slow",
    "the command is waiting",
    "is shutting down",
    "do not show all names",
    "no reply",
)


class DeskRequest(NamedTuple):
    """What the desk wanted of a table, the number that it is known again by, and what it was told came of it."""

    mark: int
    done: bool | None
    said: str


def outcome_of_error(error: TenboError) -> bool | None:
    """Return that something was not done, or None where its refusal leaves that open."""
    if any(words in error.message for words in NOT_DONE):
        return False
    return None if error.code == "no_answer" or any(words in error.message for words in NOT_KNOWN) else False


def most_said(sentences: Iterable[str]) -> list[str]:
    """Return each kind of sentence and how often it was said, no matter what its numbers."""
    kinds = Counter(re.sub(r"\d+", "N", text) for text in sentences if text)
    return [f"{times:5}  {text}" for text, times in kinds.most_common()]


class RequestingDesk:
    """A desk that wants penalties and clocks of a table of chance; `store` says which desk it is by now."""

    def __init__(self, store: Callable[[], Path], seed: int, tables: int) -> None:
        self._store, self._tables = store, tables
        self._chance = random.Random(f"{seed} wishes")
        self.wanted: list[DeskRequest] = []
        self.clocks: list[str] = []

    def make_wishes(self, over: threading.Event) -> None:
        """Want things until the time is over."""
        for mark in itertools.count(1):
            if over.wait(self._chance.uniform(0, 2 * WISH_EVERY_S)):
                return
            if self._chance.random() < 0.2:
                act = self._chance.choice(("start", "extra", "pause", "resume"))
                minutes = {"start": 60, "extra": 1}.get(act)
                self.clocks.append(self._ask("/v1/clock", act=act, minutes=minutes)[1])
                continue
            place = f"/v1/tables/{self._chance.randint(1, self._tables)}/events"
            fields = {"seat": self._chance.randrange(4), "points": -100, "why": f"wish {mark}", "when": "after_uma"}
            self.wanted.append(DeskRequest(mark, *self._ask(place, event="penalty", fields=fields)))

    def _ask(self, place: str, **fields: Any) -> tuple[bool | None, str]:
        """Return whether it was done, None where no one can say, and the sentence."""
        try:
            LocalServiceClient(self._store()).post(place, WISH_S, **fields)
        except TenboError as error:
            return outcome_of_error(error), error.message
        return True, ""

    def broken_wishes(self, tables: Iterable[FakeTable]) -> tuple[str, list[str]]:
        """Return what came of the wishes in a line, and each that was recorded otherwise than it was told."""
        recorded = Counter(
            str(event.field("why")) for table in tables for event in list(table.all) if event.kind == "penalty"
        )
        wrong = []
        for one in self.wanted:
            times = recorded[f"wish {one.mark}"]
            if times > 1 or (one.done is not None and times != one.done) or not (one.done or one.said):
                wrong.append(f"wish {one.mark}: recorded {times} times, told {one.done} {one.said}")
        done, refused, open_ = [sum(one.done is done for one in self.wanted) for done in (True, False, None)]
        line = f"{len(self.wanted)} penalties wanted: {done} done, {refused} refused with a sentence, {open_} left open"
        return f"{line}; {len(self.clocks)} clocks, {sum(map(bool, self.clocks))} refused", wrong


class SessionStarter:
    """A desk that begins one session after another at instants of chance, and again where some table did not."""

    def __init__(self, store: Callable[[], Path], seed: int, tables: list[FakeTable], count: int) -> None:
        self._store, self._paper, self.count = store, tables, count
        self._chance = random.Random(f"{seed} sessions")
        # Of each session and table, what the desk was told each time that it asked for it.
        self.told: dict[tuple[int, int], list[bool | None]] = {}
        self.silent: list[str] = []
        self.said: list[str] = []
        self.asked = 0

    def plan(self) -> None:
        """Register everybody and seat them, each session with other neighbours."""
        number = len(self._paper)
        people = "".join(f"{n},First{n},Last{n},,AUT\n" for n in range(1, 4 * number + 1))
        rounds = (
            "".join(
                "-".join(str(4 * ((table - shift * seat) % number) + seat + 1) for seat in range(4)) + "\n"
                for table in range(number)
            )
            for shift in range(self.count)
        )
        client = LocalServiceClient(self._store())
        client.post("/v1/players", SESSION_S, text="number,first,last,ema,country\n" + people)
        client.post("/v1/plan", SESSION_S, text="\n".join(rounds), yes=True)

    def begin_sessions(self, over: threading.Event, seconds: float) -> None:
        """Begin every session, at some instant of its part of the time."""
        part = seconds / (self.count + 0.5)
        for session in range(1, self.count + 1):
            early = self._chance.uniform(0, 0.5)
            if over.wait(early * part):
                return
            self.end_games()
            for _ in range(5):
                if self._begin(session) or over.wait(2):
                    break
            if over.wait((1 - early) * part):
                return

    def end_games(self) -> None:
        """Have the players end what they play, where a game can be ended."""
        for table in self._paper:
            with table.lock:
                try:
                    table.play("end")
                except (TenboError, AssertionError):
                    continue

    def _begin(self, session: int) -> bool:
        """Ask for a session, and return whether every table has begun it."""
        self.asked += 1
        places = range(1, len(self._paper) + 1)
        try:
            answer = LocalServiceClient(self._store()).post(f"/v1/sessions/{session}/begin", SESSION_S, yes=True)
        except TenboError as error:
            done = outcome_of_error(error)
            self.said.append(error.message)
            self._note(session, dict.fromkeys(places, done))
            if not error.message:
                self.silent.append(f"session {session}: refused without a sentence")
            return False
        refused = {int(table): text for table, text in answer["refused"].items()}
        self.silent += [f"session {session}, table {table}: no sentence" for table, text in refused.items() if not text]
        self.said += refused.values()
        begun = dict.fromkeys(answer["begun"], True)
        for table, text in refused.items():
            if table not in begun:
                begun[table] = outcome_of_error(TenboError("refused", text, ""))
        self._note(session, begun)
        return not refused

    def _note(self, session: int, tables: dict[int, bool | None]) -> None:
        for table, done in tables.items():
            self.told.setdefault((session, table), []).append(done)

    def broken_starts(self) -> tuple[str, list[str]]:
        """Return what came of the sessions in a line, and each table whose starts are not those that were told."""
        starts = Counter(
            (event.field("session"), place)
            for place, table in enumerate(self._paper, 1)
            for event in list(table.all)
            if event.kind == "start" and event.field("session")
        )
        wrong = list(self.silent)
        for place, answers in sorted(self.told.items()):
            least, most = answers.count(True), len(answers) - answers.count(False)
            if not least <= starts[place] <= most:
                wrong.append(f"session {place[0]} at table {place[1]}: {starts[place]} starts, told {answers}")
        wrong += [f"session {place[0]} at table {place[1]}: nobody asked" for place in starts.keys() - self.told.keys()]
        flat = [done for answers in self.told.values() for done in answers]
        done, refused, open_ = flat.count(True), flat.count(False), flat.count(None)
        line = f"{self.asked} times a session was begun: {done} games, {refused} refused, {open_} left open"
        return f"{line}; {starts.total()} games of sessions at the tables", wrong
