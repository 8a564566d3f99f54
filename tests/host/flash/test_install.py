"""Flashing replaces the firmware as a whole or not at all; what runs on the board runs here on real MicroPython."""

from __future__ import annotations

from contextlib import closing, suppress

import pytest

from folder_board import NEW, OLD, OWN, FolderBoard
from tenbo.flash import firmware_files, install, restore_previous
from tenbo.flash.file_install import PREVIOUS, STAGED
from tenbo.simulator.interpreter_lookup import find_firmware_folder
from tenbo_core.errors import Refused, StorageFault


@pytest.fixture
def board(tmp_path):
    """Yield an empty board."""
    with closing(FolderBoard(tmp_path)) as board:
        yield board


def installed(board):
    """Return what is on the board without what is kept aside."""
    return {path: data for path, data in board.files().items() if not path.startswith(PREVIOUS + "/")}


def test_an_empty_board_gets_everything(board):
    """It came up at its prompt because its flash was lost."""
    assert install(board, NEW) == len(NEW)
    assert board.files() == NEW


def test_an_update_replaces_the_firmware_and_leaves_the_rest(board):
    """Games, ledger and settings are the table's own; modules of the old firmware do not stay behind."""
    board.put({**OLD, **OWN})
    seen = []
    install(board, NEW, lambda done, all_of: seen.append((done, all_of)))
    assert installed(board) == {**NEW, **OWN}
    assert seen[-1] == (3, 3)


def test_nothing_is_written_when_nothing_is_to_do(board):
    """Flash wears, and a hall has many tables."""
    board.put(NEW)
    assert install(board, NEW) == 0
    assert board.files() == NEW


def test_a_left_over_module_is_a_reason_to_install(board):
    """It would be imported."""
    board.put({**NEW, "device/ghost.py": b"boo"})
    assert install(board, NEW) == 3
    assert installed(board) == NEW


def test_the_way_back_brings_the_old_firmware(board):
    """The new one did not say hello."""
    board.put({**OLD, **OWN})
    install(board, NEW)
    restore_previous(board)
    assert board.files() == {**OLD, **OWN}
    with pytest.raises(Refused, match="keeps no earlier firmware"):
        restore_previous(board)


def test_a_file_that_arrives_damaged_stops_before_the_switch(board):
    """Every file is read back and compared by its hash."""
    board.put({**OLD, **OWN})
    board.damages = "rules.py"
    with pytest.raises(StorageFault, match=r"lib/tenbo_core/rules.py did not arrive as it was sent"):
        install(board, NEW)
    assert {path: data for path, data in board.files().items() if not path.startswith(STAGED)} == {**OLD, **OWN}


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("operations", range(1, 14))
def test_an_interrupted_update_is_mended_by_the_next(board, operations):
    """Wherever the cable was pulled: the old firmware, the new one, or a prompt that the next run helps."""
    board.put({**OLD, **OWN})
    board.fails_after = operations
    with suppress(OSError):
        install(board, NEW)
    whole = {path: data for path, data in installed(board).items() if not path.startswith((STAGED, *OWN))}
    assert whole in (OLD, NEW, {}) or "main.py" not in whole
    board.fails_after = None
    install(board, NEW)
    assert installed(board) == {**NEW, **OWN}


def test_a_board_without_room_says_how_much_it_needs(board):
    """Before anything is written."""
    board.put(OLD)
    board.free = 10_000
    with pytest.raises(StorageFault, match="has 9 KB free but needs 12"):
        install(board, NEW)
    assert board.files() == OLD


def test_the_real_firmware_is_complete():
    """What runs at a table is what is copied: no tests, no drawings, no simulation."""
    files = firmware_files(find_firmware_folder())
    some = {"main.py", "device/app.py", "device/win.py", "lib/tenbo_core/fold.py", "device/words.de.bin"}
    assert some <= set(files)
    assert not [path for path in files if path.startswith(("parts", "sim", "page", "fonts", "languages"))]
    assert {path.rpartition(".")[2] for path in files} == {"py", "bin"}
