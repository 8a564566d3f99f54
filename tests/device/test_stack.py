"""No command, press or load takes more of the stack than a Pico has of it: 8 KB for Python, C and interrupts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from players import Players, broken_firmware, players
from stack import BOUND, GAME, MEASURING, RECORDED, chain_of, deepest, depths_of, prepare, recorded_from, told
from test_memory import DIALOGUES, carry_out, who_sits_here

from tenbo.flash import compile_files, firmware_files
from tenbo.simulator.interpreter_lookup import find_firmware_folder
from tenbo_core import events, messages
from tenbo_core.errors import Refused
from tenbo_core.wire import encode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Players]:
    """Yield a table whose stack is measured, in the third game of its flash."""
    planted = broken_firmware(tmp_path_factory.mktemp("stack") / "firmware", MEASURING)
    with players(firmware=planted, earlier=2) as measured:
        for seat, language in enumerate(("Deutsch", "日本語", "Nederlands", "Deutsch")):
            measured.set_up(seat, "My language", language)
        yield measured


@pytest.mark.thorough("simulated tables play for seconds")
def test_no_event_that_the_desk_records_takes_more_of_the_stack_than_there_is(people: Players) -> None:
    """Nor a start of any book, a correction of any event, and what takes them back."""
    first = prepare(people)
    kinds = {"start", "end", *[command[0] for command in GAME]}
    kinds.update(command[0] for commands in RECORDED for command in commands)
    assert kinds == set(events.EVENTS)
    found = depths_of(people, recorded_from(first))
    rules = ("austria", "tenhou", "ema-2012")
    starts = tuple(("do", "start", 4, book, [["red_fives", 3], ["length", "east"]]) for book in rules)
    for start in starts:
        found.update(depths_of(people, (("do", "end", 4), start, ("do", "hand", 4))))
    assert max(found.values()) <= BOUND, {what: deep for what, deep in found.items() if deep > BOUND}


@pytest.mark.thorough("simulated tables play for seconds")
def test_no_message_of_a_host_takes_more_of_the_stack_than_there_is(people: Players) -> None:
    """Questions, proposals, a ledger that is handed over, and all events of older games."""
    first = prepare(people)
    asked: tuple[tuple[Any, ...], ...] = (
        *(("view", seat) for seat in range(4)),
        *(("pixels", 0, 1), ("state",), ("health",), ("prove", "hall", "word"), ("key", "hall", "secret")),
        *(
            ("clock", 1, 0),
            ("names", 1, 1, 0, 7, "Ann"),
            ("picked", 1, ""),
            ("wifi", "hall", "secret", "10.0.0.1"),
            ("host_proof", "digest"),
            ("blink",),
            ("note", 2),
            ("propose", "win", 4, [[0, 1, 4, 30]]),
            ("restore", "bbbb"),
        ),
        *(("write_permission", False), ("view", 1), ("write_permission", True), ("restore", "cccc.1")),
    )
    found = depths_of(people, asked)
    people.press("0 ok, 1 ok, 2 ok, 3 ok")
    people.virtual.wait(5000)
    people.asker.ask("do", "end", 4)
    ledger = [("start", "tenhou"), *GAME[:12], ("correct", 3, [["win", [[0, 1, 3, 30]]]])]
    handed = [("ledger_event", n, kind, 4, 0, *fields) for n, (kind, *fields) in enumerate(ledger)]
    found.update(depths_of(people, (("restore", "bbbb"), *handed)))
    for line in (["who"], ["after", -1], ["after", first - 3], ["stored", 3], ["ping", 5]):
        people.virtual.service.write(encode(list(line)))
        people.virtual.wait(8000)
        found[repr(line)] = deepest(people.virtual)
    names = {name for name, speaker, *_ in messages.message_rows() if speaker == "host"}
    seen = {command[0] for command in (*asked, *handed)} | {"do", "who", "after", "stored", "ping"}
    # A seal is asked for only after a proof, which a table without a hall cannot give (test_sealed_lines).
    assert names - seen == {"repl", "ledger_commit", "seal"}
    people.asker.ask("ledger_commit", len(handed) - 1)
    people.virtual.wait(5000)
    # The second is that of the start after it, when many modules of the source are loaded in the middle of others.
    found["commit"] = told(people.virtual)[0]
    deepest(people.virtual)
    assert max(found.values()) <= BOUND, {what: deep for what, deep in found.items() if deep > BOUND}


def test_no_press_takes_more_of_the_stack_than_there_is(people: Players) -> None:
    """Every dialogue as far as it loads something, and what ends it, while a host asks for everything."""
    found = {}
    prepare(people)
    for script, leave in DIALOGUES:
        for press in (*script.split(", "), *leave.split(", ")):
            carry_out(people, press)
            people.virtual.wait(300)
            found[f"{script}: {press}"] = deepest(people.virtual)
        people.virtual.wait(4500)
    people.asker.ask("do", "end", 4)
    people.virtual.wait(1500)
    for step in who_sits_here(people):
        found[step] = max(deepest(people.virtual), found.get(step, 0))
    assert max(found.values()) <= BOUND, {what: deep for what, deep in found.items() if deep > BOUND}


# Bytes by which the same commands go more or less deep, by the moment of a scan; seats at rest are scanned seldom.
SPREAD = 2000


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_deepest_chain_of_functions_is_told_by_name(tmp_path: Path) -> None:
    """A number alone says nothing about what to change."""
    with players(firmware=broken_firmware(tmp_path / "firmware", MEASURING)) as people:
        first = prepare(people)
        commands = recorded_from(first)[:12]
        deep = max(depths_of(people, commands).values())
    with players(firmware=broken_firmware(tmp_path / "again", MEASURING)) as people:
        assert prepare(people) == first
        # The scans of the buttons, which are deepest, do not fall on quite the same moments again.
        chain = chain_of(people, commands, deep - SPREAD)
    assert chain[:3] == ["main", "run", "run_until_complete"]
    assert len(chain) > 6


@pytest.mark.thorough("the whole firmware compiled once more")
def test_a_start_takes_no_more_of_the_stack_than_there_is(tmp_path: Path) -> None:
    """Compiled, as a board has it, for there the modules of a start are joined; with a checkpoint and without one."""
    files = {**firmware_files(find_firmware_folder()), "planted.py": MEASURING.encode()}
    for path, data in compile_files(files).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    *before, last = (tmp_path / "main.py").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "main.py").write_text("".join([*before, '__import__("planted")\n', last]), "utf-8")
    with players(firmware=tmp_path) as people:
        found = [deepest(people.virtual)]
        prepare(people)
        for rest_ms in (5000, 0):
            people.press("0 riichi, undo, 0 ok, 1 ok, 2 ok, 3 ok")
            people.virtual.wait(rest_ms)
            people.virtual.cut_power()
            people.virtual.power_on()
            people.virtual.wait(5000)
            found.append(deepest(people.virtual))
        assert people.state()["phase"] == "playing"
    assert max(found) <= BOUND, found


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_command_for_which_the_stack_has_no_room_is_refused_with_a_code_of_its_own(tmp_path: Path) -> None:
    """And nothing is recorded of it: the next one has its number."""
    full = """
from tenbo_core import fold
apply = fold.apply
def deep(table, event, load):
    if event.kind == "penalty":
        return deep(table, event, load)
    return apply(table, event, load)
fold.apply = deep
"""
    with players(firmware=broken_firmware(tmp_path / "firmware", full)) as people:
        people.asker.ask("do", "hand", 4)
        with pytest.raises(Refused) as refused:
            people.asker.ask("do", "penalty", 4, 1, -1000)
        assert refused.value.code == "stack_full"
        people.asker.ask("do", "riichi", 4, 1)
        assert (people.state()["n"], people.state()["event"]) == (2, "riichi")
        assert [why for _, why in people.virtual.restarts] == []


@pytest.mark.thorough("simulated tables play for seconds")
def test_an_event_that_is_on_flash_is_in_force_however_what_follows_ends(tmp_path: Path) -> None:
    """The table starts again and has it, rather than say that nothing was recorded and give its number twice."""
    failing = """
import os
from device.storage.ledger_writer import LedgerWriter
accept = LedgerWriter.commit_stored_event
def deep(self, event, table, line):
    if event.kind == "penalty" and "failed" not in os.listdir():
        open("failed", "w").close()
        raise RuntimeError("maximum recursion depth exceeded")
    accept(self, event, table, line)
LedgerWriter.commit_stored_event = deep
"""
    with players(firmware=broken_firmware(tmp_path / "firmware", failing)) as people:
        people.asker.ask("do", "hand", 4)
        people.virtual.service.write(encode(["do", 5000, "penalty", 4, 1, -1000]))
        people.virtual.wait(4000)
        assert len(people.virtual.restarts) == 1
        assert (people.state()["n"], people.state()["event"], people.state()["scores"][1]) == (2, "penalty", 30_000)
