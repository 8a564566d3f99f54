"""Shell completion: the words, and the lines that each shell is given, run by that shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tenbo.cli.dispatch import main
from terminals import typed_into

pytestmark = pytest.mark.thorough("three shells")

SHELLS = ("bash", "zsh", "fish")
# What is typed, up to the key that completes, and what stands there then.
LINES = [
    ("tenbo vie", "view"),
    ("tenbo session rev", "session revert"),
    ("tenbo rules show al", "rules show alarm"),
    ("tenbo score --rules tenh", "score --rules tenhou"),
    ("tenbo score --rii", "score --riichi"),
    ("tenbo replay ga", "replay game.jsonl"),
    ("tenbo rules show my", "rules show my book.toml"),
]


@pytest.mark.parametrize(
    ("typed", "endings"),
    [
        ("se", ["setup", "seating", "session", "season"]),
        ("--h", ["--help"]),
        ("--v", ["--version"]),
        ("help wat", ["watch"]),
        ("help --v", []),
        ("rules show al", ["alarm"]),
        ("score --rules tenh", ["tenhou", "tenhou-sanma"]),
        ("score HAND --ri", ["--riichi", "--rinshan"]),
        ("session penalty 1 3 ", ["E", "S", "W", "N"]),
        ("clock --table 3 pa", ["pause"]),
        ("session pen", ["penalty"]),
        ("session bow ", []),
        ("bow ", []),
    ],
)
def test_every_shell_completes_from_the_table_of_commands(capsys, typed, endings):
    answers = set()
    for shell in SHELLS:
        assert main(["completion", shell, f"--words={typed.replace(' ', chr(9))}"]) == 0
        answers.add(capsys.readouterr().out)
    kind, *rows = answers.pop().splitlines()
    assert not answers
    assert kind in ("words", "files")
    assert [row.partition("\t")[0] for row in rows] == endings


@pytest.fixture
def home(tmp_path):
    """Return the environment of a person with a `tenbo` that completes, and otherwise repeats what it was told."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "tenbo"
    program.write_text(
        f'#!/bin/sh\n[ "$1" = completion ] && exec "{sys.executable}" -m tenbo "$@"\necho "told: $*."\n', "utf-8"
    )
    program.chmod(0o755)
    for name in ("game.jsonl", "my book.toml"):
        (tmp_path / name).touch()
    return {
        "HOME": str(tmp_path),
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }


def installed(shell: str):
    """Return a mark for what only that shell can show; a machine that tests a change has every one of them."""
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not installed (apt-get install {shell})")


@pytest.mark.parametrize("shell", [pytest.param(shell, marks=installed(shell)) for shell in ("bash", "zsh")])
def test_a_word_is_completed_where_it_is_typed(tmp_path, home, shell):
    """With the lines that the help tells, in a terminal: the tab key, then return."""
    (tmp_path / ".bashrc").write_text('eval "$(tenbo completion bash)"\n', "utf-8")
    (tmp_path / ".zshrc").write_text('autoload -U compinit; compinit -u\neval "$(tenbo completion zsh)"\n', "utf-8")
    typed = "".join(f"{line}\t\n" for line, _ in LINES)
    shown = typed_into([shell, "-i"], f"{typed}exit\n", cwd=tmp_path, env=home)
    told = [row.partition("told: ")[2] for row in shown.text.splitlines() if row.startswith("told: ")]
    assert told == [f"{words}." for _, words in LINES], shown.text


@installed("fish")
def test_fish_completes_words_and_files(tmp_path, home):
    """With the file that the help tells to write, asked as fish asks it at its own prompt."""
    folder = tmp_path / ".config" / "fish" / "completions"
    folder.mkdir(parents=True)
    asked = "; ".join(f"complete -C '{line}'" for line, _ in LINES)
    ran = subprocess.run(
        ["fish", "-c", f"tenbo completion fish > {folder}/tenbo.fish; {asked}; complete -C 'tenbo view 3 '"],
        cwd=tmp_path,
        env=home,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    words = [row.partition("\t")[0] for row in ran.stdout.splitlines()]
    assert words == [
        "view",
        "revert",
        "alarm",
        "tenhou",
        "tenhou-sanma",
        "--riichi",
        "game.jsonl",
        "my book.toml",
        "E",
        "S",
        "W",
        "N",
    ]
