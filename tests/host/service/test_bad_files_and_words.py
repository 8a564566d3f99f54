"""Any words, any file, a reader that stops: one plain sentence, no insides of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tenbo.cli.dispatch import main
from tenbo.cli.support.registry import COMMANDS

from .conftest import wait_until

pytestmark = pytest.mark.thorough("bad files on every command")

# With buffers as a terminal's user has them, no matter what the machine that tests is set to.
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
ENVIRONMENT.pop("PYTHONUNBUFFERED", None)
PEOPLE = "name;EMA number\nJürgen Müller;11000001\nZoë Ångström;11000002\nP Three;11000003\nP Four;11000004\n"
PLAN = "round;table;E;S;W;N\n1;1;1;2;3;4\n"


@pytest.fixture
def run_cli(capsys):
    """Return a function that runs a command and gives its status, what it prints and what it complains of."""

    def run(*words):
        capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:  # wrong usage
            status = end.code
        out = capsys.readouterr()
        assert "Traceback" not in out.err
        return status, out.out, out.err

    return run


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("before", ["", "\n", ";;\r\n\n"])
def test_files_of_a_spreadsheet_are_read_as_it_writes_them(running, run_cli, tmp_path, encoding, before):
    """Its CSV, its Unicode text, its CSV UTF-8, with an empty row above the head."""
    (tmp_path / "people.csv").write_bytes((before + PEOPLE).replace("\n", "\r\n").encode(encoding))
    (tmp_path / "plan.csv").write_bytes((before + PLAN).replace(";", ",").encode(encoding))
    with running() as run:
        store = ("--store", run.store)
        status, text, complaint = run_cli("session", "players", tmp_path / "people.csv", *store)
        assert (status, text) == (0, "4 players\n")
        assert ("Windows-1252" in complaint) == (encoding == "cp1252")
        assert [run.hall.repository.people()[number].name for number in (1, 2)] == ["Jürgen Müller", "Zoë Ångström"]
        assert run_cli("session", "plan", tmp_path / "plan.csv", *store)[0] == 0
        assert run.hall.repository.tournament.seats == {(1, 1): [1, 2, 3, 4]}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"\xff\xfen\x00a",
        b"\xff\xfe\x00",
        b"\x89PNG\r\n\x1a\n\0\0",
        b"name;EMA number\nAda;" + b"1" * 200_000,
        b'name;EMA number\n"Ada;11000001\n',
        b"name;EMA number\nAda;\xb2\xb2\xb2\xb2\xb2\xb2\xb2\xb2\n",
        "id;name\n²;Ada\n".encode(),
        "id;name\n٣;Ada\n".encode(),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(running, run_cli, tmp_path, data):
    """A picture, half a letter, a field of 200,000 characters, digits that are none."""
    (tmp_path / "file.csv").write_bytes(data)
    with running() as run:
        for part in ("players", "plan"):
            status, text, complaint = run_cli("session", part, tmp_path / "file.csv", "--store", run.store)
            assert (status, text) == (1, "")
            assert complaint.splitlines()[-1].startswith("tenbo session: ")
        for path in (tmp_path, tmp_path / "nothing.csv"):
            assert run_cli("session", "players", path, "--store", run.store)[0] == 2
        assert run.hall.repository.people() == {}


def test_words_that_are_no_numbers_are_refused(running, run_cli):
    """`²` is a digit for Python and a number for no one; a number of thirty digits is one for Python alone."""
    with running() as run:
        store = ("--store", run.store)
        assert run_cli("tables", "--assign", "e66=²", *store)[0] == 2
        assert run_cli("session", "seat", "1", "1", "1-2-3-²", *store)[0] == 1
        assert run_cli("tables", "--assign", f"e66={10**30}", *store)[0] == 1
        for words in (("log", "1", "--after", 10**30), ("results", "--session", 10**30), ("watch", 10**30)):
            assert run_cli(*words, *store)[0] == 2


def test_a_table_that_is_not_there_is_not_watched(running, run_cli):
    """It would be for ever."""
    with running() as run:
        status, _, complaint = run_cli("watch", 99, "--count", 1, "--store", run.store)
        assert (status, complaint) == (1, "tenbo watch: there is no table 99\n")


def test_folders_and_foreign_files_are_told(run_cli, tmp_path):
    """Where a store, a flash or a settings file was meant."""
    (tmp_path / "file").write_text("x" * 5000)
    assert run_cli("verify", tmp_path)[0] == 1
    assert run_cli("verify", tmp_path / "file")[0] == 1
    assert f"!!  {tmp_path} is a folder" in run_cli("doctor", "--store", tmp_path)[1]
    for place in (tmp_path / "file", "/proc"):
        status, text, _ = run_cli("sim", "--flash", place)
        assert status == 1
        assert "cannot hold a simulated flash" in text
    run = ("run", "--no-search", "--listen", "127.0.0.1:0")
    for place, ends in (("/proc/hall.db", 1), (tmp_path / "file" / "hall.db", 1), (tmp_path, 3)):
        status, _, complaint = run_cli(*run, "--store", place)
        assert (status, complaint.count("\n")) == (ends, 1)
    (tmp_path / "tenbo.toml").write_text('listen = "8484"\n', encoding="utf-8-sig")
    assert "listen must be an address" in run_cli(*run[:2], "--config", tmp_path / "tenbo.toml")[2]
    (tmp_path / "wide.toml").write_text('listen = "127.0.0.1:0"\n', "utf-16")
    assert "is not UTF-8: save the file as UTF-8" in run_cli(*run[:2], "--config", tmp_path / "wide.toml")[2]
    for listen in ("::1:8484", "[::1]:99999999999", "127.0.0.1:²", "[]:1", ":8484"):
        assert run_cli("run", "--no-search", "--listen", listen, "--store", tmp_path / "hall.db")[0] == 1


ANSWERS = [["view_field", "screen", ["score"]], ["view_field", "score", {"a": 1}], ["view_field", "line 0", 7]]


@pytest.mark.parametrize("wrong", ANSWERS)
def test_a_display_that_answers_nonsense_is_not_shown(running, run_cli, wrong):
    """A list where a word belongs; a piece of a picture that lies beside it."""
    with running() as run:
        run.paper.tables[0].display_fields = [["view_field", "screen", "score"], wrong]
        for form in ("--words", "--json"):
            status, text, complaint = run_cli("view", 1, 0, form, "--store", run.store)
            assert (status, text) == (1, "")
            assert "usable for the display" in complaint


@pytest.mark.parametrize("row", [[-5, "AAAA"], [1 << 29, "AAAA"], [126, "AAAA"], [0, "no base"], [0, ""]])
def test_a_picture_that_does_not_fit_is_not_shown(running, run_cli, row):
    """Each piece lies where pixels are."""
    with running() as run:
        run.paper.tables[0].display_fields = [["view_field", "screen", "score"], ["row", *row]]
        status, _, complaint = run_cli("view", 1, 0, "--store", run.store)
        assert status == 1
        assert "no display image" in complaint


@pytest.mark.parametrize("feels", [{"supply_mv": "x"}, {"starts": [1]}, {"starts": 7}, {"seats": None}, {"free": []}])
def test_health_that_is_none_is_left_out(running, run_cli, feels):
    """The doctor looks at what there is."""
    with running() as run:
        run.paper.tables[0].health_fields = {"loop_ms": 900, **feels}
        assert "its buttons were not read for 900 ms" in run_cli("doctor", "--store", run.store)[1]


def test_the_doctor_looks_at_a_named_port_beside_the_service(running, run_cli, tmp_path):
    """A port that the service does not know is looked at from here."""
    with running() as run:
        text = run_cli("doctor", "--port", tmp_path / "ttyX", "--store", run.store)[1]
        assert f"there is no port {tmp_path / 'ttyX'}" in text
        own = run_cli("doctor", "--port", run.paper.ports[0], "--store", run.store)[1]
        assert "in use" not in own


@pytest.mark.parametrize(
    ("words", "status", "printed"),
    [
        (["sim"], 0, "socket://127.0.0.1:"), (["demo", "--fast"], 0, "RIICHI"), (["rehearse"], 1, ""),
        (["rules", "list"], 0, "ema-2025"),
    ],
)  # fmt: skip
@pytest.mark.thorough("commands in processes of their own")
def test_a_system_without_pseudo_terminals_has_simulated_tables_at_a_port(words, status, printed):
    """Windows has none, and no `tty`. Only tables of paper need them, and a sentence says so."""
    code = (
        "import os, sys; sys.modules['tty'] = None; del os.openpty; "
        "from tenbo.cli.dispatch import main; sys.exit(main(sys.argv[1:]))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *words], env=ENVIRONMENT, capture_output=True, text=True, check=False, input=""
    )
    assert ended.returncode == status
    assert printed in ended.stdout
    assert len(ended.stderr.splitlines()) == (0 if status == 0 else 1)


@pytest.mark.thorough("every command in a process of its own")
def test_every_command_ends_in_silence_when_nobody_reads(planned_service):
    """`tenbo ... | head`: no complaint, and no failure that is none."""
    # Of a tournament without a table there is nothing to export.
    with planned_service() as (run, _):
        run.paper.tables[0].play("start", rules="ema-2016")
        wait_until(lambda: run.paper.tables[0].stored == 0)
        store = ["--store", str(run.store)]
        for words in (
            ["log", *store], ["log", "1", *store], ["log", "--desk", *store], ["tables", *store], ["clock", *store],
            ["results", *store], ["export", "tables.csv", *store], ["verify", *store], ["doctor", *store],
            ["rules", "list"], ["--help"], ["log", "--help"], ["run", "--example"],
        ):  # fmt: skip
            reader, writer = os.pipe()
            os.close(reader)
            ended = subprocess.run(
                [sys.executable, "-m", "tenbo", *words],
                stdout=writer,
                stderr=subprocess.PIPE,
                env=ENVIRONMENT,
                check=False,
            )
            os.close(writer)
            assert (words, ended.returncode, ended.stderr) == (words, 0, b"")


@pytest.mark.parametrize(
    "words",
    [["rules", "list"], ["--help"], ["run", "--example"], ["waits", "1112345678999m"]],
)
def test_a_full_disk_under_the_output_is_told(words):
    """One sentence, and a status that a script can see."""
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "tenbo", *words], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False
        )
    assert (ended.returncode, ended.stderr.count(b"\n")) == (1, 1)
    assert b"No space left" in ended.stderr


def test_every_command_explains_itself(run_cli):
    """Without a traceback on any of them."""
    for command in COMMANDS:
        status, text, _ = run_cli(command.name, "--help")
        assert (status, text.startswith(f"usage: tenbo {command.name}")) == (0, True)
