"""The guide for a hall, walked with three simulated tables: what it promises, happens."""

from __future__ import annotations

import io
import shlex
import threading
from contextlib import ExitStack
from shutil import copytree

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.devices.client import query_view
from tenbo.hall.service_log import ServiceLog
from tenbo.simulator import VirtualTable

from .conftest import game_of, play, table_of, wait_until
from .test_guide import GUIDE, LINES


def of_the_guide(first, last):
    """Return the guide's own commands from one to another."""
    begin = next(place for place, line in enumerate(LINES) if line.startswith(first))
    end = next(place for place, line in enumerate(LINES) if place >= begin and line.startswith(last))
    return LINES[begin : end + 1]


def test_the_guide_is_walked_to_a_signed_sheet(tmp_path, monkeypatch, capsys):
    """An organiser types it line by line on the evening before; a line that fails ends the trust in all of it."""
    monkeypatch.chdir(tmp_path)
    copytree(GUIDE.parents[1] / "examples", tmp_path / "examples")

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
        for line in of_the_guide("tenbo tables", "tenbo session begin 1"):
            walk(line)
        assert "waiting" in walk("tenbo clock start")
        wait_until(lambda: all(service.hall.games.state(number).session is not None for number in (1, 2, 3)))
        hand = next(line for line in LINES if line.startswith("tenbo hand"))
        assert "which the dice begin" in walk(hand, 1)
        tables[0].wait(15_000)
        tables[0].press("table", "dice")
        wait_until(lambda: service.hall.games.state(1).phase == "playing")
        assert "S (seat 1) has not pressed RIICHI" in walk(hand, 1)
        tables[0].press(1, "riichi")
        wait_until(lambda: service.hall.games.state(1).riichi)
        assert "riichi 1, ippatsu 1" in walk(hand)
        agreeing = threading.Thread(target=lambda: agree(service, tables[0]))
        agreeing.start()
        assert "agreed: it is event" in walk(hand + " --propose")
        agreeing.join()
        wait_until(lambda: service.hall.games.state(1).scores == [30000, 35200, 24800, 30000])
        for line in of_the_guide("tenbo clock pause", "tenbo clock extra --minutes -10"):
            walk(line)
        assert "provisional" in walk("tenbo results --session 1", 1)
        penalty, correct = of_the_guide("tenbo session penalty", "tenbo session correct")
        assert "recorded" in walk(penalty)
        assert "table 1 still plays session 1 (E2, 30000 35200 24800 30000)" in walk(correct, 1)
        assert "recorded" in walk(f"{correct} --yes")
        walk("tenbo export sheets.txt", 1)


def test_a_club_without_devices_comes_from_paper_to_standings(tmp_path, monkeypatch, capsys, running):
    """The section of the guide, word for word: four scores for each table, one of them with a stick that no one won."""
    monkeypatch.chdir(tmp_path)
    copytree(GUIDE.parents[1] / "examples", tmp_path / "examples")
    first = LINES.index("tenbo run --no-search") + 1
    lines = LINES[
        first : 1 + next(at for at, line in enumerate(LINES) if line.startswith("tenbo export") and at > first)
    ]
    assert [line.split()[1] for line in lines[-3:]] == ["session", "results", "export"]
    with running(0) as run:
        for line in lines:
            status = main([*shlex.split(line)[1:], "--store", str(run.store)])
            told = capsys.readouterr()
            # Two sessions are still to come: the standings and the file say that they are provisional.
            assert status == (1 if line.split()[1] in ("results", "export") else 0), (line, told)
            if line == "tenbo results":
                assert "3 of 9 tables finished" in told.out
                assert "every point is accounted for" in told.out
    assert (tmp_path / "club-evening.csv").read_text().count("\n") == 13


def test_a_session_is_ended_and_the_next_begun_as_the_guide_says(tmp_path, monkeypatch, capsys, running):
    """Line by line: the late table, the end, the next session, a game that was begun by hand, and a test game."""
    monkeypatch.chdir(tmp_path)
    copytree(GUIDE.parents[1] / "examples", tmp_path / "examples")
    section = GUIDE.read_text("utf-8").partition("## Ending a session")[2].partition("\n## ")[0]
    late, end, after, games, attach, detach = [
        line.strip() for line in section.splitlines() if line.startswith("    tenbo ")
    ]
    with running(3) as run:

        def walk(line, status=0):
            ended = main([*shlex.split(line)[1:], "--store", str(run.store)])
            out = capsys.readouterr()
            assert ended == status, (line, out)
            return out.out + out.err

        for line in of_the_guide("tenbo session new", "tenbo session plan"):
            walk(line)
        assert "tables 1, 2 have begun" in walk("tenbo session begin 1 --table 1 --table 2")
        assert "not finished" in walk(end, 1)
        # Someone has begun a game at table 3 itself; it is no result until the desk says so.
        table = table_of(run, 3)
        table.play("start", rules="ema-2016")
        play(run, 3)
        assert "no result" in walk(games)
        assert "is table 3's of session 1" in walk(attach)
        assert "recorded as number" in walk(detach)
        assert "table 3 has begun" in walk(late)
        for number in (1, 2, 3):
            game_of(run, 1, number)
            play(run, number)
        assert walk(end) == "session 1 has ended\n"
        assert "tables 1-3 have begun" in walk(after)
        assert walk(games).count("begun for session 2") == 3


def agree(service, table):
    """Press OK at the two seats that the proposal concerns, as soon as they see it."""
    for seat in (1, 2):
        wait_until(lambda seat=seat: query_view(service.hall.fleet.station_at(1), seat)["screen"] == "preview")
        table.press(seat, "ok")
