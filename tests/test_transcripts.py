"""The documents for users: every command of a page is typed, and prints what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from terminals import in_terminal
from transcripts import PAGES, blocks_of, matches, run_page

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.thorough("halls of their own, with simulated tables and the service")
@pytest.mark.parametrize("name", PAGES)
def test_every_command_of_a_page_prints_what_the_page_shows(name, tmp_path):
    """`python tests/transcripts.py --write` writes what they print now."""
    text = (DOCS / f"{name}.md").read_text("utf-8")
    results = [one for block in run_page(text, tmp_path) for one in block]
    assert results
    assert [(one.step.command, one.printed) for one in results if not one.is_shown] == []


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a"], ["a", "b"], False),
        (["a", "...", "d"], ["a", "b", "c", "d"], True),
        (["a", "...", "d"], ["a", "b"], False),
        (["1:30:00 left"], ["1:29:58 left"], True),
        (["total 20"], ["total 21"], False),
        (["/tmp/tenbo-a1/usb"], ["/tmp/tenbo-b2/usb"], True),
        (["device e660000000000001"], ["device e660000000000002"], False),
    ],
)
def test_only_what_differs_by_itself_may_differ(shown, printed, expected):
    """Moments and ports may; points and names may not."""
    assert matches(shown, printed) is expected


def test_a_block_that_readers_do_not_see_is_typed_too():
    """A comment around it may say how; inside a list it is indented."""
    text = "1. Type it.\n\n   <!-- background\n   ```console\n   $ tenbo run\n   ```\n   -->\n"
    [block] = blocks_of(text)
    assert (block.how, [step.command for step in block.steps]) == ("background", ["tenbo run"])


def test_a_page_without_output_is_noticed():
    """A command whose output was forgotten fails."""
    [block] = blocks_of("```console\n$ tenbo rules\n```\n")
    assert not matches(block.steps[0].shown, ["alarm"])


def test_simulated_tables_print_the_line_that_the_first_evening_has_for_the_host():
    """A reader copies the line of the terminal, not the one of the page: both leave real tables alone."""
    shown = " ".join(in_terminal("sim", "--tables", "2", typed="quit\n", columns=200).text.split())
    [line] = re.findall(r"tenbo run( --no-search)?( --port \S+){2}", shown)
    page = (DOCS / "first-evening.md").read_text("utf-8")
    assert (line[0], "$ tenbo run --no-search --port PORT1 --port PORT2" in page) == (" --no-search", True)
