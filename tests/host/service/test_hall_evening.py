"""An evening of commands with three tables, from their numbers to a signed sheet and the next session."""

from __future__ import annotations

import io
import shlex
import threading
from contextlib import ExitStack
from pathlib import Path
from shutil import copytree

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.devices.table_client import query_view
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator import VirtualTable

from .conftest import game_of, play, table_of, wait_until

EXAMPLES = Path(__file__).parents[3] / "examples"
BEGINNING = """\
tenbo tables
tenbo tables --assign e660000000000001=1 --assign e660000000000002=2 --assign e660000000000003=3
tenbo session new "Spring open" --rules ema-2016 --country NED --place Utrecht --date 22.03.2026
tenbo session players examples/players.csv
tenbo session plan examples/seating.txt
tenbo session begin 1
""".splitlines()
HAND = 'tenbo hand 1 "S<W 234567m345p678s9s 9s ippatsu dora=3p"'
CLOCK = """\
tenbo clock pause
tenbo clock resume
tenbo clock extra --minutes 5 --table 2
tenbo clock extra --minutes -10
""".splitlines()
PENALTY = 'tenbo session penalty 1 3 W -8000 --why "telephone" --by "the referee"'
CORRECT = 'tenbo session correct 1 1 32000 28000 35000 25000 --why "signed sheet" --by "the referee"'


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_an_evening_is_typed_to_a_signed_sheet(tmp_path, monkeypatch, capsys):
    """An organiser types it line by line on the evening before; a line that fails ends the trust in all of it."""
    monkeypatch.chdir(tmp_path)
    copytree(EXAMPLES, tmp_path / "examples")

    def walk(line, status=0):
        words = shlex.split(line)[1:]
        assert main([*words, "--store", str(tmp_path / "hall.db")]) == status, (line, capsys.readouterr())
        out = capsys.readouterr()
        return out.out + out.err

    with ExitStack() as stack:
        tables = [
            stack.enter_context(VirtualTable(firmware=compiled_firmware(), identity=f"e66000000000000{n}"))
            for n in (1, 2, 3)
        ]
        ports = [table.port for table in tables]
        config = Config(tmp_path / "hall.db", ports, search=False, listen=("127.0.0.1", 0))
        service = stack.enter_context(Service(config, ServiceLog(out=io.StringIO())))
        wait_until(lambda: [one["state"] for one in service.hall.tables.unassigned_devices()] == ["new"] * 3)
        for line in BEGINNING:
            walk(line)
        assert "waiting" in walk("tenbo clock start")
        wait_until(lambda: all(service.hall.games.state(number).session is not None for number in (1, 2, 3)))
        assert "start one with the dice" in walk(HAND, 1)
        tables[0].wait(15_000)
        tables[0].press("table", "dice")
        wait_until(lambda: service.hall.games.state(1).phase == "playing")
        assert "S (seat 1) has not pressed RIICHI" in walk(HAND, 1)
        tables[0].press(1, "riichi")
        wait_until(lambda: service.hall.games.state(1).riichi)
        assert "riichi 1, ippatsu 1" in walk(HAND)
        agreeing = threading.Thread(target=lambda: agree(service, tables[0]))
        agreeing.start()
        assert "agreed: recorded as event" in walk(HAND + " --propose")
        agreeing.join()
        wait_until(lambda: service.hall.games.state(1).scores == [30000, 35200, 24800, 30000])
        for line in CLOCK:
            walk(line)
        assert "provisional" in walk("tenbo results --session 1", 1)
        assert "-8,000 for Dai Evans, seat W of table 3 in session 1 (record " in walk(PENALTY)
        assert "table 1 is still playing session 1 (E2, 30,000 35,200 24,800 30,000)" in walk(CORRECT, 1)
        assert "table 1 in session 1: 32,000 28,000 35,000 25,000; " in walk(f"{CORRECT} --yes")
        walk("tenbo export sheets.txt", 1)


def test_a_session_is_ended_and_the_next_begun(tmp_path, monkeypatch, capsys, running):
    """Line by line: the late table, the end, the next session, a game that was begun by hand, and a test game."""
    monkeypatch.chdir(tmp_path)
    copytree(EXAMPLES, tmp_path / "examples")
    with running(3) as run:

        def walk(line, status=0):
            ended = main([*shlex.split(line)[1:], "--store", str(run.store)])
            out = capsys.readouterr()
            assert ended == status, (line, out)
            return out.out + out.err

        for line in BEGINNING[2:5]:
            walk(line)
        assert "tables 1, 2 have begun" in walk("tenbo session begin 1 --table 1 --table 2")
        assert "not finished" in walk("tenbo session end 1", 1)
        # Someone has begun a game at table 3 itself; it is no result until the desk says so.
        table = table_of(run, 3)
        table.play("start", rules="ema-2016")
        play(run, 3)
        assert "no result" in walk("tenbo session games")
        assert "is now the result of table 3 in session 1" in walk(
            'tenbo session attach 1 3 --why "begun before the host was up"'
        )
        assert "table 3 in session 1 no longer has a game (record " in walk(
            'tenbo session detach 1 3 --why "a test game"'
        )
        assert "table 3 has begun" in walk("tenbo session begin 1 --table 3")
        for number in (1, 2, 3):
            game_of(run, 1, number)
            play(run, number)
        assert walk("tenbo session end 1") == "session 1 has ended\n"
        assert "tables 1-3 have begun" in walk("tenbo session begin 2")
        assert walk("tenbo session games").count("begun for session 2") == 3


def agree(service, table):
    """Press OK at the two seats that the proposal concerns, as soon as they see it."""
    for seat in (1, 2):
        wait_until(lambda seat=seat: query_view(service.hall.fleet.require_station(1), seat)["screen"] == "preview")
        table.press(seat, "ok")
