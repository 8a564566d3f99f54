"""Let pytest find the device's modules, and leave to MicroPython what needs its modules."""

import os
import sys

import pytest

HERE = __file__.rsplit("/", 1)[0]
sys.path[:0] = [HERE, HERE + "/cpython", HERE + "/../../firmware"]

# `test_on_micropython.py` runs these; CPython has no framebuf and no vfs, and its asyncio no milliseconds.
# `emulator.py` is a program of its own, which needs the emulator.
collect_ignore = [
    "cpython",
    "draw.py",
    "emulator.py",
    "probe",
    "screen_views.py",
    "test_buzzer.py",
    "test_checkpoints.py",
    "test_drawing.py",
    "test_journal.py",
    "test_journal_pages.py",
    "test_journal_recovery.py",
    "test_journal_repair.py",
    "test_seat_display.py",
    "test_line_buffer.py",
    "test_text_fits.py",
    "test_settings.py",
]
# `make chip` runs this one, for anyone who has an image.
if not os.environ.get("PICO_UF2"):
    collect_ignore.append("test_rp2040.py")


@pytest.fixture
def probe():
    """Yield a running probe."""
    from firmware_probe import Probe

    made = Probe()
    with made.table:
        yield made


@pytest.fixture(
    params=[0, pytest.param(2, marks=pytest.mark.thorough("the same in a later game of the flash"))],
    ids=["first game", "third game"],
)
def earlier(request):
    """Return how many games were played on the same flash before: what holds in the first must hold in a later one."""
    return request.param


@pytest.fixture
def conversing(tmp_path, monkeypatch):
    """Yield what makes a table in this process, without glass and flash, for its dialogues."""
    from dialogue_driver import DialogueDriver, prepare_process

    prepare_process(tmp_path, monkeypatch)
    made = []

    def make(rules=""):
        made.append(DialogueDriver(rules))
        return made[-1]

    yield make
    for table in made:
        table.close()
