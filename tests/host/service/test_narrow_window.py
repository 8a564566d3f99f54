"""What the desk reads in a window of 80 columns: nothing is wider, nothing is left out, and a pipe has long lines."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from tenbo.cli.support.registry import NAMES
from tenbo.cli.support.startup_banner import addresses_text
from tenbo.cli.support.text_layout import wrap_text
from tenbo.cli.tables import table_line
from terminals import in_terminal

from .conftest import game_of, play

EXAMPLES = Path(__file__).parents[3] / "examples"

CALLED = ("Maximiliane-Theodora von Hohenlohe-Langenburg", "直子 幸田", "Zoë O'Brien, Jr.", "Bo Li")


def width(line):
    """Return how many columns a line takes, two for a letter of Japan."""
    return sum(2 if "\u3000" < letter < "\uff00" else 1 for letter in line)


@pytest.mark.thorough("every word of every command")
def test_every_word_is_in_a_window_of_eighty_columns(planned_service, run_cli, tmp_path):
    """Lines that a terminal breaks in the middle of a number are read wrongly; a pipe has them whole."""
    rows = [f"{number};{CALLED[number % 4]};{11990000 + number};NED" for number in range(1, 9)]
    (tmp_path / "people.csv").write_text("id;name;EMA number;country\n" + "\n".join(rows) + "\n", "utf-8")
    with planned_service(sessions=1) as (run, session):
        assert session("players", tmp_path / "people.csv", "--yes")[0] == 0
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
            play(run, table)
        session("penalty", 1, 1, "W", -8000, "--why", "the telephone rang, and rang again, and was answered at length")
        store = ("--store", str(run.store))
        for words in (("session", "show"), ("session", "games"), ("pace", "1"), ("pace",), ("pace", "--players")):
            whole = run_cli(*words, *store)[1]
            shown = in_terminal(*words, *store, columns=80)
            assert shown.status == 0
            lines = shown.text.splitlines()
            assert max(map(width, lines)) <= 80, words
            assert max(map(width, whole.splitlines())) > 80, words
            assert set(whole.split()) == set(shown.text.split()), words
        # Each part of a table that is cut begins with what its rows are about.
        assert [line.split()[0] for line in in_terminal("pace", "1", *store).text.splitlines()[:7] if line] == [
            "table", "1", "2", "table", "1", "2",
        ]  # fmt: skip
        assert in_terminal("session", "show", *store, columns=400).text == run_cli("session", "show", *store)[1]


PORTS = ("/dev/ttyACM0", "red /dev/serial/by-path/pci-0000:00:14.0-usb-0:1.2.4:1.0", "tcp [2001:db8:a:b:c:d:e:f]:65535")
NOW = {"round": "S", "hand": 4, "honba": 12, "sticks": 11, "phase": "playing", "scores": [-123_400, 130_000, 0, 500]}


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("columns", [None, 80])
def test_a_hall_of_tables_is_no_wider_than_a_page(port, columns):
    """In a pipe, too: what a table plays stands below its device, whatever carries it, and nothing is left out."""
    why = "silent, but its connection is open; what was played is safe there and comes later; its battery is at 17 %"
    table = {"table": 249, "state": "following", "device": "e66138528343a02f", "port": port, "signal": -81}
    shown = table_line({**table, "now": NOW, "calling": [1], "why": why}, columns)
    assert max(map(width, shown.splitlines())) <= 80
    for part in ("table 249", "e66138528343a02f", port, "S4 12/11", "-123,400", "130,000", "CALLS"):
        assert part in shown
    assert " ".join(shown.split()).endswith(why)


def test_a_link_is_never_broken(planned_service):
    """The desk's link, and that of a member, stand whole on a line of their own, which a program or a mouse copies."""
    with planned_service(sessions=1) as (run, _):
        run.hall.registration.register_players("name\nAnn Ash\n", yes=True)
        key = next(row["key"] for row in run.client.get("/v1/codes") if "key" in row)
        shown = in_terminal("codes", "--store", str(run.store), columns=40)
        assert f"{run.service.server.url}/join#{key}" in shown.text.splitlines()
        member = in_terminal("codes", "--player", "1", "--store", str(run.store), columns=40)
        assert run.client.get("/v1/people/1/link")["link"] in member.text.splitlines()
        banner = wrap_text(addresses_text(run.service), 40).splitlines()
        assert f"{run.service.server.url}/join#{key}" in banner
        # Another service may have the usual port.
        assert f"--listen 0.0.0.0:{run.service.server.server_address[1]}," in addresses_text(run.service)


# What is typed to see a table or a list; SERVICES and screens that draw themselves have tests of their own.
SEEN = {
    "tables": ["tables"],
    "results": [
        "results", "results --hidden", "results --session 1", "results --session 1 --table 2", "results --mers",
        "results --teams", "results --only country=NED",
    ],
    "session": ["session show", "session games"],
    "season": ["season", "season games"],
    "pace": ["pace", "pace 1", "pace --players"],
    "log": ["log", "log 1", "log --desk"],
    "clock": ["clock"],
    "codes": ["codes"],
    "view": ["view 1 0 --words"],
    "hand": ["hand 1 'E 123m456p78s22z 9s meld=pon:555z'"],
    "verify": ["verify"],
    "backup": ["backup {folder}/copy.db"],
    "doctor": ["doctor"],
    "seating": ["seating --players 16 --rounds 3 --steps 5", "seating --check {folder}/plan.txt"],
    "draw": ["draw open {folder}/draw.json --plan {folder}/plan.txt --people {folder}/people.csv"],
    "export": ["export standings.csv --out {folder}/standings.csv"],
    "print": ["print seats --out {folder}/seats.html"],
    "rules": ["rules", "rules show ema-2016", "rules diff ema-2016 wrc", "rules diff ema-2016 {folder}/club.toml"],
    "score": [
        "score 234567m345p678s9s --win 9s --ron --riichi --dora 3p", "score --yaku --rules austria",
        "score 345m22p12345678s --win 9s --tsumo --riichi --all-rules", "score 1m9m1p9p1s9s1234567z 1z tsumo",
    ],
    "waits": ["waits 34555p77z234m678s"],
    "sheet": ["sheet --why {folder}/game.jsonl", "sheet --why {folder}/game.jsonl {folder}/game.jsonl"],
    "replay": ["replay {folder}/game.jsonl"],
    "import": ["import --quiet {folder}/server-game.json"],
    "setup": ["setup host --name red --dry-run --root {folder}"],
    "audit": ["audit --quiet {folder}/archive.jsonl"],
}  # fmt: skip
# These draw a screen of their own, run until they are stopped, need another computer, or print for a program.
OTHERS = {
    "demo", "sim", "rehearse", "run", "desk", "standby", "restore", "panel", "flash", "pantheon", "completion", "man",
    "watch", "tablet",
}  # fmt: skip
WIDE = (
    "Maximiliane-Theodora von Hohenlohe-Langenburg",
    "直子 幸田小路武者小路勅使河原長宗我部伊集院大久保",
    "Zoë O'Brien, Jr.",
    "Bo Li",
)


@pytest.mark.thorough("every command in a terminal")
def test_no_command_is_wider_than_its_window(planned_service, run_cli, tmp_path, monkeypatch):
    """Names of Europe and Japan that are too long, points of six figures; a command that is added gets its rows."""
    assert NAMES - {*SEEN} == OTHERS
    monkeypatch.setenv("TENBO_STATE", str(tmp_path))
    for name in ("archive.jsonl", "club.toml", "server-game.json"):
        shutil.copy(EXAMPLES / name, tmp_path)
    game = (EXAMPLES / "game.jsonl").read_text("utf-8").splitlines()
    start = {**json.loads(game[0]), "names": [name[:30] for name in WIDE]}
    (tmp_path / "game.jsonl").write_text("\n".join([json.dumps(start), *game[1:]]) + "\n", "utf-8")
    rows = [
        f"{number};{WIDE[number % 4]} {number};{11990000 + number};NED;{WIDE[number % 3]}" for number in range(1, 9)
    ]
    (tmp_path / "people.csv").write_text("id;name;EMA number;country;team\n" + "\n".join(rows) + "\n", "utf-8")
    with planned_service(sessions=6) as (run, session):
        assert (
            session(
                "new", "The open tournament of the whole of Europe and of everywhere else, at Utrecht and at Delft"
            )[0]
            == 0
        )
        assert session("players", tmp_path / "people.csv", "--yes")[0] == 0
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
            play(run, table)
        for number in range(2, 6):
            for table in (1, 2):
                scores = ("130000", "-100000", "90000", "0")
                assert session("correct", number, table, *scores, "--why", "the sheet has it", "--yes")[0] == 0
        session("penalty", 1, 1, "W", -8000, "--why", "the telephone rang, and rang again, and was answered at length")
        for line in [line for lines in SEEN.values() for line in lines]:
            shown = in_terminal(*shlex.split(line.format(folder=tmp_path)), columns=80)
            wide = [row for row in shown.text.splitlines() if width(row) > 80 and not row.startswith("http://")]
            assert wide == [], line
            assert shown.status in (0, 1), (line, shown.text)
