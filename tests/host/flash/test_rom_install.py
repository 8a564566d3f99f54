"""Where a board's MicroPython has a ROM file system, the firmware is put into it and runs from there."""

from __future__ import annotations

from contextlib import closing, suppress

import pytest

from folder_board import NEW, OLD, OWN, FolderBoard
from rom_partition import RomPartition
from tenbo.flash import compile_files, firmware_files, install, restore_previous
from tenbo.flash.build.rom_image import build_image, read_image
from tenbo.flash.file_install import PREVIOUS
from tenbo.simulator.interpreter_lookup import find_firmware_folder
from tenbo_core.errors import StorageFault

MAIN = {"main.py": NEW["main.py"]}
IN_ROM = {path: data for path, data in NEW.items() if path != "main.py"}
NEWER_IN_ROM = {"device/app.py": b"newer app\n" * 900}
NEWER = {"main.py": b"newer main\n", **NEWER_IN_ROM}
PROGRAM = b"""
from device.language import SeatLanguages
words = SeatLanguages()
words.set_language(0, "de")
print(words.localize(0, "taken back"))
from tenbo_core import books, ledger
print(ledger.__file__, books.load("tenhou").red_fives)
"""


class RomBoard(FolderBoard):
    """A board with a ROM partition."""

    def __init__(self, folder, rom):
        super().__init__(folder)
        self.rom = rom

    def exec(self, command: str) -> bytes:
        """Run a program that finds the partition."""
        return super().exec(self.rom.program + command)


@pytest.fixture(params=[True, False], ids=["blocks", "memory"])
def board(request, tmp_path):
    """Yield an empty board with a ROM of either kind."""
    (tmp_path / "flash").mkdir()
    with closing(RomBoard(tmp_path / "flash", RomPartition(tmp_path / "rom", blocks=request.param))) as board:
        yield board


def files(board):
    """Return what is on the board without what is kept aside."""
    return {path: data for path, data in board.files().items() if not path.startswith(PREVIOUS + "/")}


@pytest.mark.thorough("seconds of a processor")
def test_the_modules_go_into_the_rom_and_leave_the_files(board):
    """A module among the files would be found first."""
    board.put({**OLD, **OWN})
    assert install(board, NEW) == len(NEW)
    assert files(board) == {**MAIN, **OWN}
    assert read_image(board.rom.content) == IN_ROM
    assert install(board, NEW) == 0
    board.put({"device/ghost.py": b"boo"})
    assert install(board, NEW) == len(NEW)
    assert files(board) == {**MAIN, **OWN}


def test_the_way_back_leads_to_files_and_to_an_older_rom(board):
    """The new firmware did not say hello."""
    board.put(OLD)
    install(board, NEW)
    restore_previous(board)
    assert files(board) == OLD
    install(board, NEW)
    install(board, NEWER)
    assert read_image(board.rom.content) == NEWER_IN_ROM
    restore_previous(board)
    assert files(board) == MAIN
    assert read_image(board.rom.content) == IN_ROM


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("operations", [1, 6, 9, 12])
def test_an_interrupted_update_is_mended_by_the_next(board, operations):
    """Wherever the cable was pulled, what starts is a whole firmware."""
    install(board, NEW)
    board.fails_after = operations
    with suppress(OSError):
        install(board, NEWER)
    board.fails_after = None
    main = board.files().get("main.py")
    if main is not None:
        assert read_image(board.rom.content) == (IN_ROM if main == NEW["main.py"] else NEWER_IN_ROM)
    install(board, NEWER)
    assert files(board) == {"main.py": NEWER["main.py"]}
    assert read_image(board.rom.content) == NEWER_IN_ROM


def test_a_rom_that_is_too_small_is_left_alone(tmp_path):
    """The firmware is then a folder of files as anywhere else."""
    (tmp_path / "flash").mkdir()
    with closing(RomBoard(tmp_path / "flash", RomPartition(tmp_path / "rom", blocks=True, size=4096))) as board:
        assert install(board, NEWER) == len(NEWER)
        assert files(board) == NEWER
        assert set(board.rom.content) == {0xFF}


def test_an_image_that_is_none_or_cut_short_is_refused():
    whole = build_image(NEW)
    assert read_image(whole + b"\xff" * 9) == NEW
    for image in (b"\xff" * 40, whole[:-2]):
        with pytest.raises(StorageFault):
            read_image(image)


@pytest.mark.thorough("the whole firmware written into a ROM")
def test_the_whole_firmware_is_imported_from_the_rom(board):
    """MicroPython itself mounts the image; the words of the languages are found beside the modules."""
    # Compiled beside the others, for only a module among them knows by which names they go.
    # Without what makes a whole table, whose modules are joined and need a chip's parts. So the modules take more room
    # than joined ones, and the words of a language are left out for it.
    files_and_program = {**firmware_files(find_firmware_folder()), "device/asked.py": PROGRAM}
    del files_and_program["device/stage1.py"], files_and_program["device/words.zh.bin"]
    install(board, compile_files(files_and_program))
    assert set(files(board)) == {"main.py"}
    assert board.rom.run("import device.asked", board.folder).split("\n")[:2] == [
        "zurückgenommen",
        "/rom/lib/tenbo_core/ledger.mpy 3",
    ]
