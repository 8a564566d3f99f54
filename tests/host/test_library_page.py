"""The page of the library and Python's help: they have all that a program may use, under the names that it uses."""

from __future__ import annotations

import inspect
import pydoc
import re
from pathlib import Path

import pytest

import tenbo
from host.service.test_client import BELOW, CALLS, Recorded
from tenbo.web.routes.route_table import find_route

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text("utf-8")
HAND = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1)
MADE = {
    "Hand": HAND,
    "Result": tenbo.score(HAND),
    "Book": tenbo.load_book("wrc"),
    "Game": tenbo.Game(),
    "Client": tenbo.Client("127.0.0.1:1"),
}
PARTS = {
    "Hand": "Score a hand",
    "Result": "Score a hand",
    "Book": "Choose and change a rule book",
    "Game": "Keep the score of a game",
    "Client": "Talk to a running hall",
}


def rows_of(part: str) -> list[list[str]]:
    """Return the cells of the tables of a part of the page."""
    text = PAGE.partition(f"\n## {part}\n")[2].partition("\n## ")[0]
    return [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| `")]


@pytest.mark.parametrize("name", MADE)
def test_each_public_name_stands_in_a_table_of_the_page(name) -> None:
    """Who programs with it should not have to try `dir` to learn what there is."""
    cells = [cell for row in rows_of(PARTS[name]) for cell in re.findall(r"`([\w.]+)", row[0])]
    known = {cell.rpartition(".")[2] for cell in cells} | ({*BELOW, "url"} if name == "Client" else set())
    assert [public for public in dir(MADE[name]) if not public.startswith("_") and public not in known] == []


def test_each_method_of_the_client_sends_the_request_that_stands_beside_it() -> None:
    """A row that was copied and not changed sends a reader to another route."""
    rows = {re.match(r" ?`(\w+)", row[0])[1]: row[1].strip(" `|") for row in rows_of(PARTS["Client"])}
    for name, request in rows.items():
        if name != "follow":
            client = Recorded()
            getattr(client, name)(*CALLS.get(name, ()))
            method, path = client.sent[-1]
            assert request == f"{method} {find_route(method, path.partition('?')[0])[0].path}", name


@pytest.mark.parametrize("name", ["Book", "Game", "Client"])
def test_the_arguments_of_a_method_are_those_of_the_page(name) -> None:
    """An argument may be left out of the page's row, but none stands there that the method does not have."""
    for row in rows_of(PARTS[name]):
        for method, arguments in re.findall(r"`(?:Game\.)?(\w+)\(([^)]*)\)`", row[0]):
            taken = inspect.signature(getattr(getattr(tenbo, name), method)).parameters
            assert {one.strip("*=") for one in arguments.split(", ") if one} <= {*taken}, method


@pytest.mark.parametrize("name", ["Book", "Game", "Hand", "Meld", "Result"])
def test_each_method_and_property_shows_in_help_how_it_is_used(name) -> None:
    """With an example, which another test types."""
    of = getattr(tenbo, name)
    made = {**MADE, "Meld": tenbo.Meld.parse("555z")}[name]
    public = [part for part in dir(made) if not part.startswith("_")]
    made = [
        part for part in public if inspect.isroutine(found := getattr(of, part, None)) or isinstance(found, property)
    ]
    assert made
    assert [part for part in made if ">>> import tenbo" not in getattr(of, part).__doc__] == []


@pytest.mark.parametrize("name", sorted({*tenbo.__all__} - {"__version__"}))
def test_the_sentences_of_help_fit_a_terminal_of_80_columns(name) -> None:
    """A wider one breaks in the middle of a word, and its rest begins left of the frame."""
    lines = pydoc.plain(pydoc.render_doc(getattr(tenbo, name))).splitlines()[2:]
    # Python writes each signature in one line, and the bases of a class.
    written = [line for line in lines if not re.search(r"\w\(.*\)( -> .+)?( from \S+)?$", line) or ">>>" in line]
    assert [line for line in written if len(line) > 80] == []


@pytest.mark.parametrize("name", sorted({*tenbo.__all__} - {"__version__"}))
def test_help_names_what_a_reader_can_use(name) -> None:
    """`help(tenbo.Client)` was of a class `ApiClient` whose methods gave a `Record`, and a field was an alias."""
    text = pydoc.plain(pydoc.render_doc(getattr(tenbo, name)))
    assert [word for word in ("ApiClient", "'Record'", "ForwardRef", "Alias for field") if word in text] == []
    if inspect.isclass(getattr(tenbo, name)):
        assert f"class {name} " in text
