"""What of a page is laid out badly: text that is cut off, lies over other text, or leaves the screen or its cell.

A browser measures it, so that an author of a sentence in one language hears of a button that is too narrow for it.
Names, of people and of books, may end in dots, because a name may have any length; everything else is read whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

FAULTS = Path(__file__).with_suffix(".js").read_text("utf-8")


def badly_laid_out(page: Any) -> list[str]:
    """Return a sentence for each text of a page that is not read whole, and for each button that is too small."""
    faults: list[str] = page.evaluate(FAULTS)
    return faults
