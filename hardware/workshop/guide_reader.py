"""Reads the guides: their numbered steps, their rows of measurements, and the parts and points that each names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator

GUIDES = HARDWARE / "guides"
PART = re.compile(r"\b([RCDQJUFS]|TP)(\d{1,2})(?:-(?:\1)?(\d{1,2}))?\b")


class TestStep(NamedTuple):
    """One row of TEST: its number, what to do, what must be, and under which heading it stands."""

    number: int
    words: str
    wanted: str
    heading: str


def page(name: str) -> str:
    """Return a guide as it is written."""
    return (GUIDES / f"{name}.md").read_text("utf-8")


def section(text: str, heading: str) -> str:
    """Return a section of a page, without its heading."""
    return text.partition(f"{heading}\n")[2].partition("\n## ")[0]


def steps(text: str, heading: str) -> dict[int, str]:
    r"""Return the numbered steps of a section, each as one line.

    >>> steps("## A\n\n1. J3 in,\n   flat.\n2. On.\n\nDone.\n", "## A")
    {1: 'J3 in, flat.', 2: 'On.'}
    """
    found = re.findall(r"^(\d+)\. ((?:.|\n(?!\d+\. |\n))*)", section(text, heading), re.MULTILINE)
    return {int(number): re.sub(r"\s*!\[.*?\]\(.*?\)", "", " ".join(words.split())) for number, words in found}


def named_part_refs(words: str) -> list[str]:
    """Return the parts that a text names, those between the ends of a span among them.

    >>> named_part_refs("U2, U10-U12: read. R13 in R14's place; TP11-TP13.")
    ['U2', 'U10', 'U11', 'U12', 'R13', 'R14', 'TP11', 'TP12', 'TP13']
    """
    named = [
        f"{kind}{number}"
        for kind, first, last in PART.findall(words)
        for number in range(int(first), int(last or first) + 1)
    ]
    return list(dict.fromkeys(named))


def measurement_rows(text: str) -> Iterator[TestStep]:
    """Yield every measurement of TEST, in order; what stands between two tables is part of the heading."""
    heading = ""
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif "Put in the Pico" in line:
            heading += "; the Pico is in"
        found = re.match(r"\| (\d+) \| (.*?) \| (.*?) \|", line)
        if found and not heading.startswith("The bench sheet"):
            yield TestStep(int(found[1]), found[2].replace("**", ""), found[3].replace("**", ""), heading)
