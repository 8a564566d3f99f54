"""Every command and every record that a document or a help text shows: it is understood, and what runs alone runs."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from tenbo.cli import main
from tenbo.commands.man import parser_parts
from tenbo.commands.table import COMMANDS, command_of
from tenbo.game.jsonl import parse_line
from tenbo.game.replay import Replay
from tenbo_core.events import EVENTS

ROOT = Path(__file__).parents[2]
# Every page but the changelog, which tells of what was, too.
FOLDERS = ("docs", "deploy", "firmware", "hardware", "host")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES += sorted(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))
# What needs no service and no table, and is answered at once.
ALONE = ("audit", "completion", "help", "import", "man", "replay", "rules", "score", "sheet", "waits")


def shown_in(text: str) -> list[str]:
    """Return the commands that stand on lines of their own, without what is said beside them."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("  ")]
    alone = [command for line in lines for command in re.split(r"\s&&\s", line)]
    return [re.split(r"\s{2,}|\s#\s", line)[0] for line in alone if line.startswith("tenbo ")]


def every_example() -> list[tuple[str, str]]:
    """Return every command shown, with the place where it stands."""
    examples = [(page.name, line) for page in PAGES for line in shown_in(page.read_text("utf-8"))]
    for command in COMMANDS:
        examples += [(f"tenbo {command.name} --help", line) for line in shown_in(command.parser().epilog or "")]
    return list(dict.fromkeys(examples))


EXAMPLES = every_example()


def is_alone(line: str) -> bool:
    """Return whether a command that is shown needs nothing but the files of the examples."""
    return line.split()[1] in ALONE and "|" not in line and "--session" not in line


def words_of(line: str) -> list[str]:
    """Return the words of a command line up to where its output or input goes elsewhere."""
    words = shlex.split(line)[1:]
    return words[: next((at for at, word in enumerate(words) if word in ("<", ">", "|")), len(words))]


@pytest.mark.parametrize(("place", "line"), EXAMPLES)
def test_every_command_that_is_shown_is_one_that_the_program_takes(place, line):
    """A page that is wrong in one word is worse than none."""
    name, *words = words_of(line)
    if not name.startswith("-"):
        assert command_of(words[0] if name == "help" else name).parser().parse_words(words) is not None, place


def options_of(name: str) -> set[str]:
    """Return all options of a command and of its parts."""
    parsers = [parser for _, parser in parser_parts(command_of(name).parser())]
    return {option for parser in parsers for action in parser.arguments() for option in action.option_strings}


def named_in(text: str) -> list[str]:
    """Return the commands that stand in running text, between backticks, some of them in part only."""
    return [" ".join(words.split()) for words in re.findall(r"`tenbo\s+([^`]+)`", text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_and_option_that_a_text_names_is_there(page):
    """A sentence may name a command without all of its words, but none that nobody has."""
    for said in named_in(page.read_text("utf-8")):
        name, *words = said.split()
        if re.fullmatch(r"[a-z]+", name):
            options = {*options_of(name), "--help"}
            assert [word for word in words if word.startswith("--") and word not in options] == [], said


@pytest.mark.parametrize("line", sorted({line for _, line in EXAMPLES if is_alone(line)}))
def test_every_command_that_is_shown_and_needs_no_table_runs_as_it_stands(line, monkeypatch, capsys):
    """In a clone, with the files of its examples."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["tenbo"])
    source = re.search(r"< (\S+)", line)
    if source:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(source[1]).read_bytes())))
    assert main(words_of(line)) == 0
    told = capsys.readouterr()
    assert told.out + told.err
    assert not [row for row in told.out.splitlines() if row.startswith('{"') and '"error":' in row]


@pytest.mark.parametrize("name", ["players.csv", "seating.txt", "club.toml", "game.jsonl", "first-hand.sim"])
def test_the_files_of_the_examples_are_shown_where_they_are_of_use(name):
    assert any(f"examples/{name}" in line for _, line in EXAMPLES)


def test_every_event_has_a_record_that_runs_on_its_page():
    """In games as they stand there, none of them refused."""
    kinds = set()
    for block in re.findall(r"```jsonl\n(.*?)```", (ROOT / "docs/records.md").read_text("utf-8"), re.DOTALL):
        game = Replay("ema-2016")
        for line in block.splitlines():
            record = parse_line(line.encode())
            assert "error" not in game.answer(record), line
            kinds.add(record["event"])
    assert kinds == set(EVENTS)
