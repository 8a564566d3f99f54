"""What the displays show, as pictures that a reviewer can read: `screens/*.txt`.

The scenes are drawn by the real MicroPython. After a change that is meant, record them again and
look at the difference: `python tests/device/test_screens.py --record`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PICTURES = HERE / "screens"
sys.path.insert(0, str(HERE.parent))

from unix_port import micropython  # noqa: E402

# Two rows of pixels make one row of text, so that a picture has its true shape.
HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def drawn() -> dict[str, str]:
    """Draw all scenes and give the text of each picture: the view in words, then the pixels."""
    done = micropython(HERE / "draw.py")
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    pictures = {}
    for scene in done.stdout.split("scene ")[1:]:
        name, words, *rows = scene.splitlines()
        assert len(rows) == 64
        pairs = zip(rows[::2], rows[1::2], strict=True)
        text = ["".join(HALVES[up + low] for up, low in zip(*pair, strict=True)).rstrip() for pair in pairs]
        pictures[name] = "\n".join([words, "-" * 128, *text, "-" * 128]) + "\n"
    return pictures


@pytest.fixture(scope="module")
def pictures() -> dict[str, str]:
    """Draw once for all tests."""
    return drawn()


def test_every_screen_looks_as_recorded(pictures: dict[str, str]) -> None:
    """Players learn where to look: a screen changes only on purpose."""
    for name, picture in pictures.items():
        recorded = PICTURES / f"{name}.txt"
        assert recorded.exists(), f"{name} was never recorded: python tests/device/test_screens.py --record"
        assert recorded.read_text("utf-8") == picture, f"{name} looks different now"


def test_no_recorded_picture_is_left_without_its_scene(pictures: dict[str, str]) -> None:
    """A picture of a screen that is gone would mislead the reader."""
    assert sorted(path.stem for path in PICTURES.glob("*.txt")) == sorted(pictures)


def record() -> None:
    """Write all pictures again, and remove those without a scene."""
    pictures = drawn()
    for old in PICTURES.glob("*.txt"):
        old.unlink()
    for name, picture in pictures.items():
        (PICTURES / f"{name}.txt").write_text(picture, "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--record"]:
        sys.exit("usage: python tests/device/test_screens.py --record")
    record()
