"""The firmware as it goes on a board, its modules compiled, is the same firmware."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from players import players

from tenbo.flash import compiled, firmware_files
from tenbo.virtual.interpreter import firmware

if TYPE_CHECKING:
    from pathlib import Path

HAND = "dice, 2 riichi, 1 ok, 1 down, 1 ok, 1 ok, 1 ok, 1 ok"
DRAWN = (8, 64)


def played(**options: Any) -> list[Any]:
    """Return what a table shows and says after each press of a hand."""
    seen: list[Any] = []
    with players(**options) as people:
        for press in HAND.split(","):
            people.press(press)
            people.virtual.wait(100)
            seen += [people.view(seat) for seat in range(4)]
            seen += [list(people.virtual.display(seat).rows[slice(*DRAWN)]) for seat in range(4)]
        seen.append({**people.state(), "id": ""})
        assert people.virtual.faults() == []
    return seen


def test_the_compiled_firmware_plays_a_hand_as_the_source_does(tmp_path: Path) -> None:
    """A flashed table has the compiled one; all other tests run the source."""
    for path, data in compiled(firmware_files(firmware())).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    assert played(firmware=tmp_path) == played()


def test_no_two_modules_would_have_one_name_in_a_report_of_a_fault() -> None:
    """Compiled, a module knows itself by the last word of its path."""
    paths = [PurePosixPath(path) for path in firmware_files(firmware())]
    names = Counter(path.stem if path.stem != "__init__" else path.parent.name for path in paths)
    assert [name for name, often in names.items() if often > 1] == []
