"""What the help of every command says: a file for each in `golden/help`, and no line is wider than a terminal."""

from __future__ import annotations

import re

import pytest

from golden_files import check_golden
from tenbo.cli.dispatch import main
from tenbo.cli.man import subcommand_parsers
from tenbo.cli.support.registry import COMMANDS
from tenbo.cli.support.session_subcommands import GROUPS

WIDTH = 80


@pytest.fixture
def run_cli(capsys, monkeypatch):
    """Run a command and return its status and what it printed; no window tells its width."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*words):
        try:
            status = main(list(words))
        except SystemExit as ended:
            status = ended.code or 0
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def help_of(run_cli, command: str) -> str:
    """Return the help of a command, and of each of its parts."""
    texts = []
    for part, _ in subcommand_parsers(COMMANDS_BY_NAME[command].parser()):
        status, text, _ = run_cli(command, *([part] if part else []), "--help")
        assert status == 0
        texts.append(text)
    return "\n".join(texts)


def in_one_line(text: str) -> str:
    """Return a help with each usage in one line: where it is broken differs between Pythons."""
    usage = re.compile(r"^usage: .*?$(?=\n\n)", re.MULTILINE | re.DOTALL)
    return usage.sub(lambda found: " ".join(found[0].split()), text)


COMMANDS_BY_NAME = {command.name: command for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS_BY_NAME)
def test_the_help_of_a_command_says_what_its_file_says_in_80_columns(run_cli, request, command):
    """Written to a file or a pipe; the window of a terminal has its own width."""
    text = help_of(run_cli, command)
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []
    # What is no example is not headed as one.
    assert "Examples: " not in text
    check_golden(f"help/{command}.txt", in_one_line(text), write=request.config.getoption("--golden"))


def test_the_list_of_all_commands_fits_80_columns(run_cli, request):
    text = run_cli("--help")[1]
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []
    check_golden("help/tenbo.txt", text, write=request.config.getoption("--golden"))


def test_the_parts_of_a_session_stand_in_groups(run_cli):
    """Two dozen in one list are read by no one."""
    text = run_cli("session", "--help")[1]
    places = [text.index(f"{title}:\n") for title in GROUPS]
    assert places == sorted(places)
    assert max(map(len, GROUPS.values())) <= 8
    assert all(f"\n  {part} " in text for parts in GROUPS.values() for part in parts)
