"""The host's list of languages, from the device's: neither can import the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.generate.generated_files import ROOT
from tools.generate.words import ORDER

if TYPE_CHECKING:
    from pathlib import Path

MADE = ROOT / "host/tenbo/validation/languages.py"
TEXT = '''"""The codes of the languages that pages and papers are written in.

Made by `python -m tools.generate language_list` from firmware/device/text/language.py; do not edit.
"""

LANGUAGES = ({codes})
'''


def files() -> dict[Path, bytes]:
    """Return the host's list."""
    codes = ", ".join(f'"{code}"' for code in ("en", *ORDER))
    return {MADE: TEXT.format(codes=codes).encode()}
