"""The manual of own rule books does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tenbo.rulebooks
from tenbo.cli.dispatch import main

README = Path(tenbo.rulebooks.__file__).with_name("README.md").read_text("utf-8")
BOOK = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)[0]
CONSOLE = re.findall(r"```console\n\$ tenbo (.*?)\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), CONSOLE, ids=[case[0] for case in CONSOLE])
def test_a_command_of_the_manual_prints_what_stands_there(tmp_path, monkeypatch, capsys, command, printed):
    """With the book of the manual, and the mistake it describes, in the folder."""
    (tmp_path / "club.toml").write_text(BOOK, "utf-8")
    (tmp_path / "mistake.toml").write_text(BOOK.replace("red_fives = 3", "red_fives = 4"), "utf-8")
    monkeypatch.chdir(tmp_path)
    main(command.split())
    shown = capsys.readouterr()
    assert printed == shown.out + shown.err


def test_the_manual_names_every_book():
    """Anyone who adds a book tells the reader."""
    for book_id in tenbo.rulebooks.ids():
        assert f"`{book_id}`" in README
