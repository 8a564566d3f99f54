"""Pages of the store's file that are zeroes, and a file that was cut: one sentence with the remedy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.store.old_stores import old_store
from host.store.store_content import entries
from tenbo.cli.dispatch import main
from tenbo.store import VERSION, SqliteStore
from tenbo_core.errors import StorageFault

PAGE = 4096
TENBO = Path(sys.executable).with_name("tenbo")
COMMANDS = (
    ["results"], ["log", "1"], ["session", "show"], ["export", "hands.csv", "--provisional"], ["pace"],
    ["print", "standings", "--out", "standings.pdf"],
)  # fmt: skip


@pytest.fixture
def damaged(path):
    """Return a store of which every page but the first few is zeroes: the disk has lost them."""
    old_store(path, VERSION)
    with SqliteStore(path) as store:
        store.append(entries(4000, "table/zz"))
    with path.open("r+b") as file:
        for place in range(12, path.stat().st_size // PAGE):
            file.seek(place * PAGE)
            file.write(bytes(PAGE))
        # The roots of all tables but the first pages' own.
        for place in range(2, 12):
            file.seek(place * PAGE)
            file.write(bytes(PAGE))
    return path


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_damaged_page_is_one_sentence_with_what_to_do(damaged, tmp_path, monkeypatch, capsys, words):
    """No one at a desk reads a traceback."""
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--store", str(damaged)]) == 1
    said = capsys.readouterr().err
    assert "is damaged: keep it, restore the last backup" in said
    assert len(said.splitlines()) == 1


@pytest.mark.thorough("seconds of a processor")
def test_the_service_ends_with_a_status_after_which_systemd_does_not_begin_it_again(damaged):
    """A damaged store does not become whole by beginning again each second."""
    done = subprocess.run(
        [TENBO, "run", "--store", str(damaged), "--no-search", "--listen", "127.0.0.1:0"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "is damaged: keep it, restore the last backup" in done.stderr
    for command in ("run", "desk"):
        unit = subprocess.run([TENBO, command, "--unit"], capture_output=True, text=True, check=True).stdout
        assert f"RestartPreventExitStatus={done.returncode}\n" in unit


@pytest.mark.parametrize("part", [0.5, 0.95])
def test_a_file_that_is_cut_while_it_is_in_use_takes_nothing_more(path, part):
    """What is acknowledged then would be gone at the next start."""
    with SqliteStore(path) as store:
        store.append(entries(3000))
        store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.append(entries(1, first=3000))
        os.truncate(path, int(path.stat().st_size * part))
        with pytest.raises(StorageFault) as fault:
            store.append(entries(1, first=3001))
        assert fault.value.code in ("file_replaced", "damaged")
        with pytest.raises(StorageFault):
            store.append(entries(1, first=3001))
