"""`tenbo setup`: a system in a folder, with systemd's own systemctl, and this one with a systemctl that writes down."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tenbo.app import config
from tenbo.app.provisioning import computer_setup
from tenbo_core.errors import Malformed
from terminals import in_terminal

PROGRAM = Path(sys.executable).with_name("tenbo")
pytestmark = pytest.mark.skipif(
    shutil.which("systemctl") is None, reason="systemd is not installed (apt-get install systemd)"
)
FORBIDDEN = subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode != 0
# Writes down what it is told, and does what is looked for later.
SYSTEMCTL = """\
#!/bin/sh
echo "$*" >> "$SAID"
[ "$1" != is-active ] || exit "${ACTIVE:-0}"
wants=/etc/systemd/system/multi-user.target.wants
if [ "$1" = enable ]; then mkdir -p $wants; ln -s ../$2 $wants/$2; fi
"""


@pytest.fixture
def image(tmp_path):
    """Return the folder of a system with nothing but its groups."""
    (tmp_path / "image/etc").mkdir(parents=True)
    (tmp_path / "image/etc/group").write_text("root:x:0:\ndialout:x:23:\n")
    return tmp_path / "image"


def setup(*words):
    """Run the command, no one being there to ask, and return its status and what it says."""
    command = [PROGRAM, "setup", *map(str, words)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def everything(folder):
    """Return every file in a folder with what stands in it and when it was written."""
    return {path: (path.read_text(), path.lstat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_host_is_set_up_once_and_a_second_time_changes_nothing(image, tmp_path):
    """The settings, with a password that only the unit's group may read, the rule, the unit, and its start."""
    secret = tmp_path / "desk.txt"
    secret.write_text("postgresql://red:secret@desk,standby/tenbo\n")
    words = ("host", "--name", "red", "--desk", f"@{secret}", "--root", image)
    before = everything(image)
    status, dry = setup(*words, "--dry-run")
    assert (status, everything(image)) == (0, before)
    status, said = setup(*words)
    assert status == 0
    assert len(said.splitlines()) == len(dry.splitlines()) == 4
    settings = image / "etc/tenbo.toml"
    read = config.load_config(settings)
    assert (read.name, read.listen, read.log) == ("red", ("0.0.0.0", 8484), "journal")
    assert read.desk == ("postgresql://red:secret@desk,standby/tenbo",)
    assert len(read.password) >= 12
    assert (settings.stat().st_mode & 0o777, settings.stat().st_gid) == (0o640, 23)
    assert (image / "etc/systemd/system/multi-user.target.wants/tenbo.service").is_symlink()
    assert str(PROGRAM.resolve()) in (image / "etc/systemd/system/tenbo.service").read_text()
    done = everything(image)
    status, said = setup(*words)
    assert (status, [line.split()[0] for line in said.splitlines()]) == (0, ["ok"] * 4)
    assert everything(image) == done


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_at_a_terminal_it_is_said_and_asked_before_anything_is_done(image):
    """A try on the own laptop makes no service of it; a script has no person to ask, and says --yes."""
    words = ("setup", "host", "--name", "red", "--root", str(image))
    before = everything(image)
    asked = in_terminal(*words, typed="no\n", columns=300)
    assert (asked.status, everything(image)) == (1, before)
    assert f"This makes the system in {image} a host:" in " ".join(asked.text.split())
    assert "write " in asked.text
    assert "nothing was changed" in asked.text
    done = in_terminal(*words, typed="yes\n", columns=300)
    assert (done.status, done.text.count("done ")) == (0, 4)
    again = in_terminal(*words, columns=300)
    assert (again.status, again.text.count("ok "), "Type yes" in again.text) == (0, 4, False)
    (image / "etc/tenbo.toml").unlink()
    unasked = in_terminal(*words, "--yes", columns=300)
    assert (unasked.status, unasked.text.count("done "), "Type yes" in unasked.text) == (0, 1, False)


def test_settings_of_somebody_are_agreed_with_or_left_alone(image):
    """What is in the file was meant; nothing of the rest is done before that is settled."""
    (image / "etc/tenbo.toml").write_text('name = "red"\nwifi = "Club"\n')
    before = everything(image)
    status, said = setup("host", "--name", "blue", "--root", image)
    assert (status, everything(image)) == (1, before)
    assert 'exists and has name = "red", not "blue": edit the file, or leave --name out' in said
    (image / "etc/tenbo.toml").write_text('wifi = "Club"\n')
    assert "exists and has no name: edit the file" in setup("host", "--name", "blue", "--root", image)[1]
    (image / "etc/tenbo.toml").write_text('name = "red"\nwifi = "Club"\n')
    assert setup("host", "--name", "red", "--root", image)[0] == 0
    assert (image / "etc/tenbo.toml").read_text() == 'name = "red"\nwifi = "Club"\n'
    (image / "etc/tenbo.toml").write_text('desk = ["postgresql://red:secret@desk/tenbo"]\n')
    (image / "desk.txt").write_text("postgresql://red:newer-secret@desk/tenbo\n")
    status, said = setup("host", "--desk", f"@{image / 'desk.txt'}", "--root", image)
    assert (status, "exists and has another address for desk: edit the file" in said) == (1, True), said
    assert "secret" not in said


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("host", "--listen", "here"), "listen must be an address"),
        (("host", "--name", "Red Hall"), "name"),
        (("desk", "--follow", "192.168.1.5"), "follow must be CODE@ADDRESS:PORT"),
        (("desk", "--follow", "K7PQ2MXA@192.168.1.5:8484"), "go there unencrypted. Use --unencrypted if"),
        (("host", "--desk", "-"), "--desk: the address is empty"),
        (("standby", "--from", "-"), "--from: the address is empty"),
        (("host", "--desk", "desk"), "database must be an address such as postgresql://"),
        (("host", "--desk", "postgresql://red@desk/tenbo"), "give the host's name and password as"),
        (("host", "--desk", "postgresql://red:PASSWORD@desk/tenbo"), "give the host's name and password as"),
        (("desk", "--desk", "postgresql://desk/tenbo"), "a desk takes no --desk"),
        (("standby", "--name", "second"), "a standby takes no --name"),
    ],
)
def test_a_bad_word_is_refused_before_anything_is_written(image, words, says):
    """A machine half set up would start with the wrong half."""
    before = everything(image)
    status, said = setup(*words, "--root", image)
    assert status
    assert says in said
    assert everything(image) == before


@pytest.mark.parametrize("who", ["tenbo_standby:PASSWORD", "tenbo_standby", "red:abcdefghijk"])
def test_an_address_with_which_no_standby_comes_in_is_refused_before_a_server_is_stopped(tmp_path, monkeypatch, who):
    """The example's own word for a password, none, or a host's: the empty server was put aside for nothing."""
    monkeypatch.setattr(computer_setup, "STANDBY", tmp_path)
    with pytest.raises(Malformed, match="a standby logs in as tenbo_standby, with the password that"):
        computer_setup.setup_steps("standby", Path("/"), {"from": f"postgresql://{who}@desk"})


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_computer_is_host_or_desk_and_either_may_be_the_standby(image):
    """Host and desk answer at the same address; a host that follows others is both."""
    assert (
        setup("desk", "--name", "desk", "--follow", "K7PQ2MXA@192.168.1.5:8484", "--unencrypted", "--root", image)[0]
        == 0
    )
    assert "unencrypted = true" in (image / "etc/tenbo.toml").read_text()
    status, said = setup("host", "--root", image)
    assert status == 1
    assert "set up as a desk already" in said
    assert setup("standby", "--root", image)[0] == 0
    wants = image / "etc/systemd/system/multi-user.target.wants"
    assert {path.name for path in wants.iterdir()} == {"tenbo-desk.service", "tenbo-standby.service"}


@pytest.fixture
def here(image, tmp_path):
    """Return a function that runs the command as if the image's /etc were this computer's, and what systemctl heard."""
    if FORBIDDEN:
        pytest.skip("this system lets nobody lay another /etc over its own (unshare -m)")
    programs, heard = tmp_path / "programs", tmp_path / "heard"
    programs.mkdir()
    (programs / "systemctl").write_text(SYSTEMCTL)
    (programs / "systemctl").chmod(0o755)
    if Path("/etc/ld.so.cache").exists():
        shutil.copy("/etc/ld.so.cache", image / "etc")

    (image / "lib").mkdir()

    def run(words, active=0):
        settings = f"PATH={programs}:$PATH SAID={heard} ACTIVE={active} HOME={image} XDG_DATA_HOME={image}/data"
        script = (
            f"mount --bind {image}/etc /etc && mount --bind {image}/lib /var/lib && unset TENBO_STATE STATE_DIRECTORY "
            f"&& {settings} exec {PROGRAM} {words}"
        )
        done = subprocess.run(
            ["unshare", "-m", "sh", "-c", script], check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    return run, heard


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_on_the_computer_itself_the_service_is_started_and_asked_about_the_second_time(here):
    """What runs is not started again: the tables would be without their host for a moment."""
    run, heard = here
    for _ in range(2):
        assert "tenbo.service runs" in run("setup host --name red")
    assert heard.read_text().splitlines() == [
        "daemon-reload", "enable tenbo.service", "restart tenbo.service", "is-active --quiet tenbo.service",
    ]  # fmt: skip


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_root_s_commands_ask_the_service_of_such_a_computer(here, image):
    """Who has set a desk up types tenbo tables next, and not where a service keeps its store."""
    run, _ = here
    assert "no service is running for /var/lib/tenbo" not in run("tables")
    assert "tenbo-desk.service runs" in run("setup desk --name desk --follow K7PQ2MXA@127.0.0.1:8484")
    (image / "lib/tenbo").mkdir()
    assert "no service is running for /var/lib/tenbo/hall.db" in run("tables")
    assert "no service is running for /elsewhere/hall.db" in run("tables --store /elsewhere/hall.db")


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_doctor_misses_no_board_at_a_desk(here):
    """Boards are plugged in at the hosts: a desk without one has nothing to do."""
    run, _ = here
    assert "!!  no board was found: plug one in" in run("doctor")
    run("setup desk --name desk --follow K7PQ2MXA@127.0.0.1:8484")
    assert "ok  no board was found: boards belong to the hosts" in run("doctor")


@pytest.mark.thorough("computers that are wrong in many ways")
def test_doctor_sees_what_is_wrong_with_such_a_computer(here, image, tmp_path):
    """Each time with what to do about it, and nothing where a computer was not set up."""
    run, _ = here
    look = f"doctor --store {tmp_path / 'hall.db'}"
    assert "tenbo.service" not in run(look)
    run("setup host --name red")
    said = run(look)
    assert "ok  tenbo.service starts with the computer and is running" in said
    assert "ok  only the service and root can read /etc/tenbo.toml" in said
    assert "!!  tenbo.service is not running: journalctl" in run(look, active=3)
    (image / "etc/tenbo.toml").chmod(0o600)
    (image / "etc/systemd/system/multi-user.target.wants/tenbo.service").unlink()
    said = run(look)
    assert "!!  tenbo.service does not start with the computer: run tenbo setup host" in said
    assert "!!  the service may not read /etc/tenbo.toml: chgrp dialout" in said
    (image / "etc/tenbo.toml").chmod(0o644)
    unit = image / "etc/systemd/system/tenbo.service"
    unit.write_text(unit.read_text().replace("ExecStart=/", "ExecStart=/gone/"))
    said = run(look)
    assert "which does not exist or cannot be run: run tenbo setup host" in said
    assert "!!  every user can read the password" in said
