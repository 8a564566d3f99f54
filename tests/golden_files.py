"""Wording stands in files of its own: `pytest --golden` writes them again, and a reader looks at the difference."""

from __future__ import annotations

from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def check_golden(name: str, text: str, *, write: bool) -> None:
    """See that a text is what its file has, or write it."""
    path = GOLDEN / name
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, f"{path.name} differs: look, then pytest --golden"
