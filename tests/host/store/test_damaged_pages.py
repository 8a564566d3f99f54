"""Pages of the store's file that are zeroes, and a file that was cut: one sentence with the remedy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.store.old_stores import old_store
from host.store.store_content import entries, meddle
from tenbo.cli.dispatch import main
from tenbo.cli.support.exit_status import StoreUnusable
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
    assert "is damaged: keep it and restore the last backup" in said
    assert len(said.splitlines()) == 1


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("filled", [b"\0", b"\xff", b"\x0d"], ids=["zeroes", "ones", "leaves"])
def test_each_page_that_is_lost_alone_is_found_and_ends_no_command_but_in_words(path, capsys, filled):
    """The damage may be anywhere: in the roots, an index, the people, the desk's records, a game."""
    old_store(path, VERSION)
    with SqliteStore(path) as store:
        store.append(entries(300, "table/zz"))
    sound = path.read_bytes()
    for place in range(len(sound) // PAGE):
        path.write_bytes(sound[: place * PAGE] + filled * PAGE + sound[(place + 1) * PAGE :])
        assert main(["verify", str(path)]) == 1, place
        assert "Traceback" not in "".join(capsys.readouterr())
        for words in (["results"], ["session", "show"], ["log", "--desk"]):
            assert main([*words, "--store", str(path)]) in (0, 1), (place, words)
            said = capsys.readouterr().err
            assert "Traceback" not in said
            assert len(said.splitlines()) <= 1, (place, words, said)


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("change", "said"),
    [("", "is damaged: keep it and restore the last"), ("UPDATE event SET body = '{'", "event 0 of desk cannot")],
    ids=["pages", "record"],
)
def test_the_service_ends_with_a_status_after_which_systemd_does_not_begin_it_again(request, path, change, said):
    """A damaged store does not become whole by beginning again each second."""
    if change:
        old_store(path, VERSION)
        meddle(path, f"{change} WHERE stream = 'desk'")
    else:
        request.getfixturevalue("damaged")
    done = subprocess.run(
        [TENBO, "run", "--store", str(path), "--no-search", "--listen", "127.0.0.1:0"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert said in done.stderr
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


@pytest.mark.parametrize("words", ["CREATE TABLE player", "CREATE INDEX start_of_game", "BEFORE DELETE ON event"])
@pytest.mark.parametrize("command", [["results"], ["verify"], ["backup", "copy.db"]], ids=lambda words: words[0])
def test_a_byte_of_the_schema_that_is_no_letter_any_more_is_one_sentence(
    path, tmp_path, monkeypatch, capsys, command, words
):
    """The database's own message quotes the byte, of which Python can make no text."""
    monkeypatch.chdir(tmp_path)
    with SqliteStore(path) as store:
        store.append(entries(3))
    data = path.read_bytes()
    place = data.index(words.encode()) + 4
    path.write_bytes(data[:place] + b"\xdd" + data[place + 1 :])
    assert main([*command, "--store", str(path)]) == 1
    told = "".join(capsys.readouterr())
    assert "damaged" in told
    with pytest.raises(StorageFault) as fault:
        SqliteStore(path)
    assert fault.value.code in StoreUnusable.CODES


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE head SET stream = CAST(stream AS BLOB)",
        "UPDATE event SET body = CAST(body AS BLOB)",
        "UPDATE event SET kind = x'00'",
    ],
)
def test_a_value_whose_type_is_damaged_is_one_sentence(path, capsys, statement):
    """The byte before a value says whether it is text."""
    old_store(path, VERSION)
    meddle(path, statement)
    assert main(["results", "--store", str(path)]) == 1
    assert "is damaged: keep it and restore the last backup" in capsys.readouterr().err


@pytest.mark.parametrize("change", ["kind = 'plam'", "body = '[]'", "body = '{'"])
def test_a_damaged_record_of_the_desk_is_named(path, capsys, change):
    old_store(path, VERSION)
    meddle(path, f"UPDATE event SET {change} WHERE stream = 'desk'")
    commands = (["results"], ["log", "--desk", "--json"]) if change == "body = '{'" else (["results"],)
    for command in commands:
        assert main([*command, "--store", str(path)]) == 1
        assert "event 0 of desk cannot be read: check the store (tenbo verify)" in capsys.readouterr().err
