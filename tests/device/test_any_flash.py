"""A flash may hold anything: the table starts, says what is wrong until a key is pressed, and loses no file."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from flash_files import files_on, line, plant, with_line, with_more
from players import Players, broken_firmware, filled_firmware, players

from rings import mostly_thorough

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

DAMAGED = "journal damaged: tell the desk"
MENDED = "journal mended: nothing lost"
VERSION = "game of another version"
EMPTIED = "flash unreadable: erased"


@pytest.fixture(scope="module")
def image() -> bytes:
    """Return a flash with one game of six events: a name, a hand, a riichi, a win and another hand."""
    with players() as people:
        people.asker.ask("do", "name", 4, 3, "Fin")
        people.press("dice, 1 riichi")
        people.asker.ask("do", "win", 4, [[1, 2, 3, 30]])
        people.press("dice")
        people.virtual.wait(3000)
        people.virtual.cut_power()
        return people.virtual.flash_image


def start_on(people: Players, flash: bytes) -> list[str]:
    """Start a table on a flash, and return what seat 0 says ten seconds later."""
    people.virtual.cut_power()
    people.virtual.load_flash(flash)
    people.virtual.power_on()
    people.virtual.wait(10_000)
    assert [why for _, why in people.virtual.restarts if why != "cut"] == []
    assert all(people.virtual.display(seat).count_lit() for seat in range(4))
    lines: list[str] = people.view(0)["lines"]
    return lines


@pytest.fixture
def people() -> Iterator[Players]:
    """Yield a table without a game."""
    with players(begin=False, boot_ms=700) as made:
        yield made


def newer_game(image: bytes, *changes: list[object]) -> bytes:
    """Return a flash with a newer game whose start changes switches of its book."""
    start = line("event", 900, "start", 4, 0, "ema-2016", list(changes))
    return plant(image, {"games/000900.log": start})


RIICHI = [line("event", n, "riichi", 2, 99, 2) for n in (6, 7)]
# Changes of a flash that another firmware may have made, with the last event that this one can take.
OTHER_VERSIONS: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    "an unknown book": (lambda image: with_line(image, 0, b"ema-2016", b"ema-2030"), -1),
    "a riichi that is refused": (lambda image: with_more(image, *RIICHI), 6),
    "odd fu": (lambda image: with_more(image, line("event", 6, "win", 2, 99, [[2, 1, 3, 33]])), 5),
    "a newer game with an unknown switch": (lambda image: newer_game(image, ["new", 1]), 5),
    "a newer game with a wrong switch": (lambda image: newer_game(image, ["uma", [1, 2]]), 5),
}


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(
    "change",
    mostly_thorough(OTHER_VERSIONS, "more changes", inner=["an unknown book", "a newer game with an unknown switch"]),
)
def test_a_game_of_another_version_is_put_aside_and_said_until_a_key_is_pressed(
    image: bytes, people: Players, change: str
) -> None:
    """What this firmware can take of it goes on, the files stay for the desk, and the table can be played at."""
    make, last = OTHER_VERSIONS[change]
    said = start_on(people, make(image))
    assert VERSION in said
    people.press("0 down")
    people.virtual.wait(200)
    assert VERSION not in people.view(0)["lines"]
    assert people.health()["events"] == last
    assert [name for name in files_on(people.virtual.flash_image) if ".bad" in name]
    people.virtual.cut_power()
    people.virtual.power_on()
    people.virtual.wait(1000)
    assert VERSION not in people.view(0)["lines"]
    people.begin("wrc") if last < 0 else people.press("0 riichi")
    assert people.health()["events"] == last + 1


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("over", [False, True])
def test_an_older_game_of_another_version_does_no_harm(people: Players, over: bool) -> None:
    people.begin("ema-2016")
    people.press("dice")
    people.asker.ask("do", "end", 4)
    if not over:
        people.begin("wrc")
    people.virtual.wait(3000)
    said = start_on(people, with_line(people.virtual.flash_image, 0, b"ema-2016", b"ema-2030"))
    assert (VERSION in said) is over


def foreign_files() -> dict[str, dict[str, bytes]]:
    """Return files that this firmware has not written."""
    noise = random.Random(5).randbytes(500)
    return {
        "an id that is no text": {"ledger.id": noise},
        "an id of a whole block": {"ledger.id": b"\xff" * 4096},
        "an id that is too long": {"ledger.id": b"x" * 300},
        "a game without a number": {"games/abc.log": b"junk\n", "games/abc.new": b"junk\n", "games/x": noise},
        "folders with the names of games": {
            "games/000003.log/": b"", "games/000003.log/x": noise, "games/000000.1/": b"", "games/000009.new/": b"",
        },
        "a ledger that is no text": {"ledger.new": noise, "ledger.given": noise, "hall.keys": noise},
        "folders with the names of files": {
            "clock.new/": b"", "ledger.new/": b"", "fault.log/": b"", "prompt/": b"", "prompt/x": noise,
        },
        "faults that are no text": {"fault.log": noise},
        "a checkpoint of this firmware's making": {"checkpoint": noise},
        "settings that are a folder": {"settings.json/": b"", "settings.json/x": noise},
        "other games": {"games.x": noise, "games.0/": b"", "games.0/000000.log/": b"", "games.0/000000.log/x": noise},
    }  # fmt: skip


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(
    "name",
    mostly_thorough(foreign_files(), "more files", inner=["a game without a number", "settings that are a folder"]),
)
def test_a_table_starts_whatever_files_lie_on_its_flash(image: bytes, people: Players, name: str) -> None:
    """Its game goes on, and none of them is gone."""
    files = foreign_files()[name]
    start_on(people, plant(image, files))
    assert people.state()["n"] == 5
    people.press("0 riichi")
    assert people.state()["riichi"] == [0]
    people.virtual.cut_power()
    kept = files_on(people.virtual.flash_image)
    for path in files:
        wanted = path.rstrip("/").rpartition("/")[2]
        assert [other for other in kept if wanted in other], path


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_file_with_the_name_of_the_games_folder_is_put_aside(people: Players) -> None:
    start_on(people, plant(b"\xff" * 352 * 4096, {"games": b"junk"}))
    people.begin()
    people.virtual.cut_power()
    assert {"games.bad", "games/000000.log"} <= set(files_on(people.virtual.flash_image))


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("free", mostly_thorough([1, 2, 3], "more blocks"))
def test_a_first_start_on_a_full_flash_says_that_nothing_can_be_written(tmp_path: Path, free: int) -> None:
    """There may not even be room for the folder of the games."""
    firmware = filled_firmware(tmp_path / "firmware", blocks=free)
    with players(begin=False, boot_ms=60_000, firmware=firmware) as people:
        people.virtual.wait(10_000)
        assert [why for _, why in people.virtual.restarts] == []
        assert people.virtual.display(0).count_lit()
        if "journal: cannot write" not in people.view(0)["lines"]:
            people.ask_until_refused("do", "start", 4, "ema-2016")


def foreign_flashes() -> dict[str, bytes]:
    """Return flashes that the firmware cannot mount."""
    return {
        "zeros": bytes(352 * 4096),
        "noise": random.Random(7).randbytes(352 * 4096),
        "another file system": (b"\xeb<\x90MSDOS5.0" + bytes(4085)) * 3 + b"\xff" * (349 * 4096),
    }


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("name", foreign_flashes())
def test_a_flash_that_could_not_be_read_is_not_all_well(people: Players, name: str) -> None:
    assert EMPTIED in start_on(people, foreign_flashes()[name])
    people.press("0 ok")
    people.virtual.wait(200)
    assert EMPTIED not in people.view(0)["lines"]


def test_a_flash_without_its_superblocks_is_not_all_well(image: bytes, people: Players) -> None:
    assert EMPTIED in start_on(people, bytes(256) + image[256:4096] + bytes(256) + image[4352:])


def test_a_blank_flash_is_all_well(people: Players) -> None:
    assert start_on(people, b"")[0] == "Tenbo"


@pytest.mark.parametrize("seed", mostly_thorough(range(6), "more bits by chance"))
def test_a_flipped_bit_of_the_journal_costs_no_event(image: bytes, people: Players, seed: int) -> None:
    """One bit of a line is put right by its checksum, wherever it is; the game goes on under the same id."""
    chance = random.Random(seed)
    begin = image.index(b'["event",0,')
    end = begin + image[begin:].index(b"\xff")
    place = chance.randrange(begin, end)
    flipped = bytearray(image)
    flipped[place] ^= 1 << chance.randrange(8)
    said = start_on(people, bytes(flipped))
    people.press("0 down")
    assert people.state()["n"] == 5, place - begin
    assert DAMAGED not in said
    people.virtual.cut_power()
    people.virtual.power_on()
    people.virtual.wait(1000)
    assert people.state()["n"] == 5
    assert people.health()["journal_damage"] == 0


PAGE = 256


@pytest.mark.thorough("a start for each page")
@pytest.mark.parametrize("filled", [b"\0", b"\xff"])
def test_no_page_of_the_flash_takes_an_event_with_it_in_silence(image: bytes, people: Players, filled: bytes) -> None:
    """Neither one of the journal nor one of the folder that names its files.

    Numbers of events that are gone are given again, so it is another ledger then.
    """
    for at in range(0, len(image), PAGE):
        if image[at : at + PAGE].strip(b"\xff"):
            said = start_on(people, image[:at] + filled * PAGE + image[at + PAGE :])
            hello = people.asker.identify(2000)
            assert hello is not None
            if hello.last == 5:
                assert people.state()["n"] == 5, at
                continue
            assert {DAMAGED, EMPTIED} & set(said), (at, said)
            assert hello.ledger.encode() not in image, at
            people.virtual.cut_power()
            people.virtual.power_on()
            people.virtual.wait(1000)
            assert DAMAGED not in people.view(0)["lines"]


@pytest.mark.thorough("a start for each page")
@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize("filled", [b"\0", b"\xff"])
def test_no_page_takes_a_game_that_has_just_begun_in_silence(people: Players, filled: bytes, before: bool) -> None:
    """It has no checkpoint yet; but the clock has counted its seconds. Neither the first game nor one after another."""
    if before:
        people.begin("wrc")
        people.press("dice, 1 riichi, 2 riichi, 3 riichi")
        people.virtual.wait(3000)
        people.asker.ask("do", "end", 4)
    people.begin("ema-2016")
    people.press("dice")
    people.virtual.wait(3000)
    last = people.health()["events"]
    people.virtual.cut_power()
    image = people.virtual.flash_image
    for at in range(0, len(image), PAGE):
        if image[at : at + PAGE].strip(b"\xff"):
            said = start_on(people, image[:at] + filled * PAGE + image[at + PAGE :])
            hello = people.asker.identify(2000)
            assert hello is not None
            if hello.last == last:
                continue
            assert {DAMAGED, EMPTIED} & set(said), (at, said)
            assert hello.ledger.encode() not in image, at
            people.press("0 ok")
            people.virtual.cut_power()
            people.virtual.power_on()
            people.virtual.wait(1000)
            assert DAMAGED not in people.view(0)["lines"]


# One bit of the first line with a riichi comes out wrong when it is programmed; or every line's.
WORN = """
import flash as F
programmed = F.Flash.writeblocks
left = [{times}]
def worn(self, block, buffer, offset=None):
    at = bytes(buffer).find(b'"riichi",1')
    if at >= 0 and left[0] and offset is not None and b'"riichi",1' not in self.before(block, offset, len(buffer)):
        left[0] -= 1
        buffer = bytearray(buffer)
        buffer[at + 1] = 0
    return programmed(self, block, buffer, offset)
def before(self, block, offset, size):
    here = bytearray(size)
    self.readblocks(block, here, offset)
    return bytes(here)
F.Flash.writeblocks = worn
F.Flash.before = before
"""


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_line_that_does_not_read_back_is_written_again(tmp_path: Path) -> None:
    firmware = broken_firmware(tmp_path / "firmware", WORN.format(times=1))
    with players(firmware=firmware, boot_ms=1500) as people:
        people.press("dice, 1 riichi, 2 riichi")
        assert people.state()["riichi"] == [1, 2]
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(1000)
        assert people.state()["riichi"] == [1, 2]
        assert people.health()["journal_damage"] == 0


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_line_that_never_reads_back_is_refused(tmp_path: Path) -> None:
    firmware = broken_firmware(tmp_path / "firmware", WORN.format(times=9))
    with players(firmware=firmware, boot_ms=1500) as people:
        people.press("dice, 1 riichi")
        assert people.state()["event"] == "hand"
        assert "journal: cannot write" in people.view(1)["lines"]
        people.press("2 riichi")
        assert people.state()["riichi"] == [2]
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(1000)
        assert people.state()["riichi"] == [2]
