"""Secrets that no other user of the computer reads, a file that is there whole, and names that say who it is."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import threading
from pathlib import Path

import pytest

from tenbo.cli.support.secret_options import load_settings, read_addresses, read_secret_option
from tenbo.client.local_service_client import endpoint_file, write_endpoint

from .role_browser import Browser, code_of, logged_in_browser

ADDRESS = "postgresql://red:secret@desk,standby/tenbo"


def test_a_secret_is_taken_from_a_file_or_from_standard_input(tmp_path, monkeypatch, capsys):
    """Neither is in the list of processes."""
    (tmp_path / "desk.txt").write_text(ADDRESS + "\n")
    assert read_secret_option("--desk", f"@{tmp_path / 'desk.txt'}") == ADDRESS
    monkeypatch.setattr("sys.stdin", io.StringIO(ADDRESS + "\nmore\n"))
    assert read_addresses("--desk", ["-"]) == [ADDRESS]
    assert read_addresses("--desk", None) is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("given", "is_secret"),
    [
        (ADDRESS, True),
        ("K7PQ2MXA@192.168.1.5:8484", True),
        ("postgresql:///tenbo", False),
        ("postgresql://red@desk/tenbo", False),
        ("postgresql://red:PASSWORD@desk", True),
    ],
)
def test_a_secret_on_the_command_line_is_taken_with_a_warning(capsys, given, is_secret):
    """Programs of before go on; the secret itself is not said again."""
    assert read_secret_option("--desk", given) == given
    said = capsys.readouterr().err
    assert ("every user of this computer can read the value of --desk" in said) is is_secret
    assert given not in said


@contextlib.contextmanager
def open_folder(mode=0o755):
    """Yield a folder of which the parents are open to every user, as the tests' own are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(mode)
        yield Path(name)


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ('password = "east wind"', "password"),
        ('desk = ["postgresql://red:secret@desk/tenbo"]', "desk"),
        ('chat = ["https://discord.com/api/webhooks/1/x"]', "chat"),
        ('database = "postgresql:///tenbo"', ""),
        ("number_new = true", ""),
    ],
)
def test_settings_with_a_secret_that_every_user_can_read_are_said_so(capsys, setting, named):
    """In one sentence with the remedy; not where the file, its group or its folder keeps the others out."""
    with open_folder() as folder:
        file = folder / "tenbo.toml"
        file.write_text(setting)
        for mode, folder_mode, warned in ((0o644, 0o755, named), (0o640, 0o755, ""), (0o644, 0o700, "")):
            file.chmod(mode)
            folder.chmod(folder_mode)
            load_settings(file)
            said = capsys.readouterr().err
            assert said.count("\n") == bool(warned)
            assert f"chmod 600 {file.resolve()}" in said if warned else not said
            assert warned in said
            assert "secret" not in said


def test_a_file_of_a_secret_that_every_user_can_read_is_said_so(capsys):
    with open_folder() as folder:
        (folder / "desk.txt").write_text(ADDRESS)
        (folder / "desk.txt").chmod(0o644)
        assert read_secret_option("--desk", f"@{folder / 'desk.txt'}") == ADDRESS
        assert f"chmod 600 {(folder / 'desk.txt').resolve()}" in capsys.readouterr().err


def test_a_file_with_codes_or_people_is_its_owner_s_alone(running, run_cli, tmp_path):
    """Also over an older one that was open; results are for everybody, and stay so."""
    with running(0) as run:
        store = ("--store", run.service.config.store)
        assert run_cli("session", "enter", "Ann", *store)[0] == 0
        for words in (
            ("print", "codes", "--address", "192.168.1.7:8484", "--out", tmp_path / "codes.html"),
            ("print", "tablets", "--address", "192.168.1.7:8484", "--tables", 2, "--out", tmp_path / "tablets.html"),
            ("export", "players.csv", "--out", tmp_path / "players.csv"),
        ):
            words[-1].write_text("old")
            words[-1].chmod(0o644)
            assert run_cli(*words, *store)[0] == 0
            assert words[-1].stat().st_mode & 0o777 == 0o600
        run_cli("export", "results.json", "--out", tmp_path / "results.json", *store)
        assert (tmp_path / "results.json").stat().st_mode & 0o004


def test_a_command_takes_its_secret_unseen(run_cli, tmp_path):
    """And what is no address is said as before."""
    (tmp_path / "desk.txt").write_text("http://desk\n")
    status, text = run_cli("standby", "--from", f"@{tmp_path / 'desk.txt'}", "--data", tmp_path / "data")
    assert (status, "database must be an address such as" in text) == (1, True)
    status, text = run_cli("run", "--desk", f"@{tmp_path / 'none.txt'}", "--no-search")
    assert (status, "there is no file" in text) == (2, True)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_the_file_by_which_commands_find_the_service_is_there_whole_at_every_moment(tmp_path):
    """A command at the moment of a start finds the old service or the new one, and no half of either."""
    store, over, found = tmp_path / "hall.db", threading.Event(), []
    write_endpoint(store, "http://127.0.0.1:1", "token")

    def read():
        while not over.is_set():
            found.append(json.loads(endpoint_file(store).read_text())["token"])

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(300):
        write_endpoint(store, "http://127.0.0.1:1", "token")
    over.set()
    reader.join()
    assert set(found) == {"token"}
    assert endpoint_file(store).stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["hall.db.api"]


@pytest.mark.parametrize("name", ["Ada (desk)", "Ada (Referee) ", "Ada\uff08desk\uff09", "(table)"])
def test_nobody_signs_with_a_role_that_is_not_theirs(running, name):
    """In the record it would stand as `Ada (desk) (referee)`."""
    with running(0) as run:
        browser = Browser(run)
        assert browser.join(code_of(run, "referee"), name) == 409
        assert browser.join(code_of(run, "referee"), "Ada (the second)") == 200


def test_a_page_of_another_scheme_is_of_another_place(running):
    """What answers HTTPS at our name and port is not this service."""
    with running(0) as run:
        referee = logged_in_browser(run, "referee")
        ours = referee.origin
        fields = {"act": "start", "minutes": 5}
        assert referee.ask("POST", "/v1/clock", fields, Origin=ours.replace("http://", "https://"))[0] in (401, 403)
        assert referee.ask("POST", "/v1/clock", fields, Origin=ours)[0] == 200


@pytest.mark.parametrize("told", ["https", "wss", "HTTPS, http"])
def test_a_page_of_the_scheme_that_a_proxy_does_not_speak_is_of_another_place(running, told):
    """Whoever answers in the open under the name of a proxy that encrypts is not this service."""
    with running(0, names=("desk.example",)) as run:
        referee = logged_in_browser(run, "referee")

        def is_allowed(origin: str, **headers: str) -> bool:
            fields = {"act": "start", "minutes": 5}
            return referee.ask("POST", "/v1/clock", fields, Origin=origin, **headers)[0] not in (401, 403)

        assert not is_allowed("http://desk.example", X_Forwarded_Proto=told)
        assert is_allowed("https://desk.example", X_Forwarded_Proto=told)
        assert not is_allowed("https://desk.example", X_Forwarded_Proto="http")
        assert is_allowed("https://desk.example")
