"""The firmware as it goes on a board, its modules compiled, is the same firmware."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from chip_memory import all_names, room_for
from players import players

from compiled_firmware import compiled_firmware
from tenbo.flash import compile_files, firmware_files
from tenbo.flash.build.dead_code_stripper import strip_repr
from tenbo.flash.build.files import board_source
from tenbo.flash.build.mpy_compile import PROCESSORS, decode_mpy_version
from tenbo.flash.build.name_shortener import restore_names_in_report, shorten_names
from tenbo.simulator.interpreter_lookup import find_firmware_folder
from unix_port import micropython

HERE = Path(__file__).parent

HAND = "dice, 2 riichi, 1 ok, 1 down, 1 ok, 1 ok, 1 ok, 1 ok"
DRAWN = (8, 64)
# Not where the seconds of a question change.
LOOK_MS = 450


def played(**options: Any) -> list[Any]:
    """Return what a table shows and says after each press of a hand."""
    seen: list[Any] = []
    with players(**options) as people:
        # The two start and answer some milliseconds apart: both are looked at early in a second, however long it took.
        second = people.view(0)["clock"]
        while people.view(0)["clock"] == second:
            people.virtual.wait(5)
        begun_us = people.virtual.device_time_us
        for press in HAND.split(","):
            people.press(press)
            people.virtual.wait(LOOK_MS + (-(people.virtual.device_time_us - begun_us) // 1000) % 1000)
            seen += [people.view(seat) for seat in range(4)]
            seen += [list(people.virtual.display(seat).rows[slice(*DRAWN)]) for seat in range(4)]
        seen.append({**people.state(), "id": ""})
        assert people.virtual.faults() == []
    return seen


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_compiled_firmware_plays_a_hand_as_the_source_does() -> None:
    """A flashed table has the compiled one, as most tests do; `tenbo sim` and `tenbo demo` have the source."""
    assert played(firmware=compiled_firmware()) == played(firmware=find_firmware_folder())


@pytest.mark.parametrize("processor", ["", "x64"])
@pytest.mark.thorough("every screen, drawn twice")
def test_every_screen_is_the_same_in_native_code_and_without(processor: str, tmp_path: Path) -> None:
    """The lettering is compiled for each chip, or for none; what a simulated table shows, a real one shows."""
    written = decode_mpy_version(int(micropython("-c", "import sys; print(sys.implementation._mpy)").stdout))[1]
    assert written == "x64", "these tests know the instructions of no other computer yet"
    # Compiled together with what draws the scenes: it calls the firmware's functions by their names. What would make
    # a whole table, which needs a chip's parts, is left out.
    files = {path: data for path, data in firmware_files(find_firmware_folder()).items() if path != "device/stage1.py"}
    drawing = {
        f"{name}.py": board_source(f"{name}.py", (HERE / f"{name}.py").read_bytes())
        for name in ("draw", "display_text", "screen_views")
    }
    for path, data in compile_files({**files, **drawing}, processor).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    shutil.copytree(find_firmware_folder() / "fonts", tmp_path / "fonts")
    start = f"import sys\nsys.path.insert(1, {str(tmp_path / 'lib')!r})\nimport draw\ndraw.main()\n"
    (tmp_path / "start.py").write_text(start)
    drawn = [micropython(path) for path in (tmp_path / "start.py", HERE / "draw.py")]
    assert drawn[0].stdout == drawn[1].stdout
    assert "scene letters_1" in drawn[1].stdout


def test_the_lettering_is_compiled_for_the_pico_and_for_the_pico_2() -> None:
    """Native code that is left out by mistake would draw the same, only too slowly."""
    glyphs = {"device/blitter.py": firmware_files(find_firmware_folder())["device/blitter.py"]}
    sizes = {len(compile_files(glyphs, processor)["device/blitter.mpy"]) for processor in ("", *PROCESSORS.values())}
    assert len(sizes) == 1 + len(PROCESSORS)
    assert decode_mpy_version(4 << 10 | 3 << 8 | 6) == (6, "armv6m")
    assert decode_mpy_version(7 << 10 | 3 << 8 | 6) == (6, "armv7emsp")
    assert decode_mpy_version(9 << 10 | 6) == (6, "")


def test_the_whole_firmware_has_fewer_names_than_a_board_has_room_for_before_it_takes_much_more() -> None:
    """Names stay for ever, also those of modules that are gone; after a table of 1,260 comes one twice as long."""
    assert {"agree_seconds", "device.app", "tenbo_core.hand_value"} <= all_names()
    assert room_for(1260) == 1260
    # The switches of the rule books that the table never asks for are names as well.
    assert len(all_names()) + 24 <= 1260


def test_short_names_are_shared_by_modules_and_never_by_two_things_of_one_module_or_object() -> None:
    """Neither what a text asks for, nor an argument that is given by its name, nor what is not ours may change."""
    files = {
        "device/a.py": b"class A:\n    def __init__(self, first, second):\n        self._one = first\n"
        b"        self.seat = f'{second} {self._one}'\n",
        "device/b.py": b"from device.a import A\n\nclass B(A):\n    def _two(self, third, *, named):\n"
        b"        return getattr(self, '_three') + len(third) + getattr(self, 'seat')\n\n"
        b"def _three(seat, len):\n    return B(1, 2)._two(3, named=4)\n",
        "device/c.py": b"def _four(other):\n    return other\n",
        "words.bin": b"_one",
    }
    short = {path: data.decode() for path, data in shorten_names(files).items()}
    assert "self.seat = f'{_" in short["device/a.py"]
    assert "getattr(self, '_three') + len(" in short["device/b.py"]
    assert "named=4" in short["device/b.py"]
    assert short["words.bin"] == "_one"
    one = re.search(r"self\.(_\w)", short["device/a.py"])[1]
    two = re.search(r"def (_\w)\(self", short["device/b.py"])[1]
    assert one != two
    assert one in short["device/c.py"]
    assert [text.count("\n") for text in short.values()] == [data.count(b"\n") for data in files.values()]


def test_what_several_modules_ask_for_has_one_short_name_in_all_of_them(tmp_path: Path) -> None:
    """A function, a field and a constant, each under the same name wherever it is imported or asked for."""
    files = {
        "device/a.py": b"from micropython import const\nimport os\n\nWIDE = const(3)\n_HIGH = const(4)\n\n"
        b"class Case:\n    left: 'int'\n    def __init__(self):\n        self.deep = WIDE * _HIGH\n"
        b"        os.listdir()\n    def unlocked(self, size: 'Case') -> 'Case':\n        return self\n",
        "device/b.py": b"from device import a\nfrom device.a import WIDE, Case\n\ndef made():\n    case = Case()\n"
        b"    case.left = WIDE + a.WIDE + case.unlocked(1).deep\n    return case\n",
        "device/c.py": b"from device.b import made\n\ndef sum_of(x):\n    return made().left + x\n",
        "device/d.py": b"from device.c import sum_of\n\nfound = sum_of(2)\nassert found == 20\n",
    }
    short = {path: data.decode() for path, data in shorten_names(files).items()}
    assert not [word for word in ("class Case", "deep", "unlocked", "sum_of") if word in "".join(short.values())]
    # What is asked of the chip stays, and so do modules; a public constant begins as none that vanishes does.
    assert "os.listdir(" in short["device/a.py"]
    assert "_HIGH = const(4)" in short["device/a.py"]
    wide = re.search(r"(\w+) = const\(3\)", short["device/a.py"])[1]
    assert re.fullmatch(r"[a-zA-Z]+_", wide)
    assert f"a.{wide}" in short["device/b.py"]
    # A field that another module gives to an object is told from all names there are.
    left = re.search(r"\(\)\.(\w+) \+", short["device/c.py"])[1]
    assert f".{left} = " in short["device/b.py"]
    assert re.findall(rf"\b{left}\b", short["device/a.py"]) == [left]
    assert left not in short["device/d.py"]
    for path, text in short.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    start = tmp_path / "start.py"
    start.write_text(f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport device.d\nprint(dir(device.d))\n")
    done = micropython(start)
    assert done.stderr == ""
    (result,) = re.findall(r"(\w+) = ", short["device/d.py"])
    assert f"'{result}'" in done.stdout


@pytest.mark.thorough("the whole firmware compiled once more")
def test_a_report_of_a_fault_can_be_read_with_whole_names(tmp_path: Path) -> None:
    """What a board reports of a riichi that went wrong, by the names that its modules have there."""
    files = firmware_files(find_firmware_folder())
    wrong = files["device/dice_and_riichi.py"].replace(
        b"    keeper.record(", b"    raise ValueError(7)\n    keeper.record(", 1
    )
    assert b"ValueError(7)" in wrong
    for path, data in compile_files({**files, "device/dice_and_riichi.py": wrong}).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    with players(firmware=tmp_path) as people:
        people.press("dice, 2 riichi")
        # The hosts are told first, then it is printed, and the table starts again.
        people.virtual.wait(2000)
        reports = people.virtual.stderr()
    assert "in declare_riichi" not in reports
    # Functions of modules that are joined may have one short name, so a line may name some; the way to it says which.
    said = [line for line in restore_names_in_report(reports, files).splitlines() if line.startswith("  File")][-2:]
    for line, module, function in zip(
        said, ("idle_buttons", "dice_and_riichi"), ("_riichi", "declare_riichi"), strict=True
    ):
        assert {module, function} <= set(re.findall(r"\w+", line))
        assert line.count(" or ") <= 4


def test_a_board_gets_nothing_by_which_values_print_themselves() -> None:
    """No one looks at a value on a board; what a class has besides stays, on the lines where it was."""
    source = "class A:\n    def __repr__(self):\n        return (\n'A'\n)\n\n    def one(self):\n        1 / 0\n"
    needed = strip_repr(source)
    assert "__repr__" not in needed
    assert needed.count("\n") == source.count("\n")
    assert needed.index("def one") > 0
    # A class that has nothing else would be none.
    alone = "class B:\n    def __repr__(self):\n        return 'B'\n"
    assert strip_repr(alone) == alone
    assert not [path for path in compiled_firmware().rglob("*.mpy") if b"__repr__" in path.read_bytes()]


def test_bytes_stay_what_they_are_where_their_mark_or_what_is_in_them_is_also_a_name() -> None:
    """What is written on flash and sent to displays is in texts of bytes; their mark may be an argument's name."""
    module = b"def _add(b, rb, header):\n    b.__path__ = rb\n"
    module += b"    return [b.__path__, rb, header, b'header', rb'r', f'{b}{header}']\n"
    for source in (module, module.replace(b"'", b'"')):
        short = shorten_names({"device/a.py": source + b"add = _add\n"})["device/a.py"].decode()
        found: dict[str, Any] = {}
        test = type("Module", (), {})
        exec(short, found)
        assert found["add"](test, 2, 3) == [2, 2, 3, b"header", b"r", f"{test}3"]
        assert "(b," not in short


def test_no_two_modules_would_have_one_name_in_a_report_of_a_fault() -> None:
    """Compiled, a module knows itself by the last word of its path."""
    paths = [PurePosixPath(path) for path in firmware_files(find_firmware_folder())]
    names = Counter(path.stem if path.stem != "__init__" else path.parent.name for path in paths)
    assert [name for name, often in names.items() if often > 1] == []
