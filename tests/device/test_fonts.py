"""The device's fonts are what their drawings say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"


def maker() -> ModuleType:
    """Load the script that makes the fonts."""
    spec = importlib.util.spec_from_file_location("make_fonts", FIRMWARE / "fonts" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_fonts_are_made_from_their_drawings() -> None:
    """Anyone who changes a letter changes its drawing, then runs `python firmware/fonts/make.py`."""
    made = maker().modules(str(FIRMWARE / "fonts"))
    # Those of signs go into the files of the words.
    signs = list((FIRMWARE / "fonts").glob("signs.*.txt"))
    assert len(made) + len(signs) == len(list((FIRMWARE / "fonts").glob("*.txt")))
    for name, text in made:
        assert (FIRMWARE / "device/text" / name).read_text("utf-8") == text, f"{name} is not what its drawing says"


def test_a_drawing_that_is_no_rectangle_is_refused(tmp_path: Path) -> None:
    """A row that is one dot short would shear the letter."""
    drawing = tmp_path / "bent.txt"
    drawing.write_text("glyph A\n##\n#\n" + "..\n" * 6)
    with pytest.raises(ValueError, match="glyph 'A' is no rectangle"):
        maker().read_drawing(str(drawing))
