"""`tenbo replay --jsonl`: lines in, one answer each, and a status for scripts."""

from __future__ import annotations

import io
import json

from tenbo.cli.dispatch import main


def run_lines(monkeypatch, capsys, *lines, arguments=("--jsonl",)):
    """Run the command on raw lines; return its status and its answers."""
    stdin = io.TextIOWrapper(io.BytesIO(b"".join(line + b"\n" for line in lines)))
    monkeypatch.setattr("sys.stdin", stdin)
    status = main(["replay", *arguments])
    return status, capsys.readouterr().out


def test_every_line_is_answered_even_what_is_no_record(monkeypatch, capsys):
    """A program that reads answers by counting must never be left waiting."""
    wrong = (b"", b"{", b"[1]", b'"x"', b"\xff", b"NaN", b'{"event":"hand","id":"\\ud800"}', b'{"id":1e999}')
    lines = (b'{"event":"start"}', *wrong, b'{"event":"hand","id":"h"}')
    status, out = run_lines(monkeypatch, capsys, *lines)
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [answer.get("error", {}).get("code") for answer in found] == [None, *["bad_json"] * len(wrong), None]
    assert [answer["n"] for answer in found] == list(range(len(lines)))
    assert found[-1]["id"] == "h"


def test_status_is_0_when_nothing_was_refused(monkeypatch, capsys):
    """Scripts test the exit status."""
    assert run_lines(monkeypatch, capsys, b'{"event":"start"}', b'{"event":"hand"}')[0] == 0


def test_an_unknown_book_on_the_command_line_is_wrong_usage(monkeypatch, capsys):
    """2, before any record is read."""
    assert run_lines(monkeypatch, capsys, arguments=("--jsonl", "--rules", "ema-2015")) == (2, "")


def test_a_missing_file_is_wrong_usage(monkeypatch, capsys, tmp_path):
    """2, with a sentence on stderr."""
    assert run_lines(monkeypatch, capsys, arguments=("--jsonl", str(tmp_path / "none.jsonl"))) == (2, "")


def test_a_book_of_ones_own_counts_where_a_start_names_none(monkeypatch, capsys, tmp_path):
    """--rules FILE.toml."""
    path = tmp_path / "club.toml"
    path.write_text('id = "club"\nextends = "ema-2016"\nstart_points = 20000\ntarget_points = 20000\n', "utf-8")
    _, out = run_lines(monkeypatch, capsys, b'{"event":"start"}', arguments=("--jsonl", "--rules", str(path)))
    assert json.loads(out)["scores"] == [20000] * 4


def sheet(capsys, tmp_path, *lines, arguments=()):
    """Return the status of a sheet of records in a file, what is printed, and what is said of it."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    status = main(["replay", str(path), *arguments])
    return status, *capsys.readouterr()


def test_a_sheet_is_printed_and_what_was_refused_is_said_beside_it(capsys, tmp_path):
    """A wrong record costs itself; records without a start are no game."""
    start, wrong = {"event": "start", "rules": "tenhou"}, {"event": "riichi", "seat": 9}
    status, out, said = sheet(capsys, tmp_path, start, {"event": "hand"})
    assert (status, out.splitlines()[0], said) == (0, "Tenhou, ranked hanchan with red fives (tenhou)", "")
    status, out, said = sheet(capsys, tmp_path, start, {"event": "hand"}, wrong)
    assert (status, out.splitlines()[0]) == (1, "Tenhou, ranked hanchan with red fives (tenhou)")
    assert said == "tenbo replay: line 3 was not recorded: seat: a seat must be 0 to 3, not 9\n"
    status, out, said = sheet(capsys, tmp_path, {"event": "hand"})
    assert (status, out) == (1, "")
    assert said.startswith("tenbo replay: there is no game in these records: the first event must be a start\n")


def test_a_sheet_is_told_by_a_book_of_ones_own_that_the_command_names_and_no_record(capsys, tmp_path):
    """A record may come from anyone: it opens no files."""
    path = tmp_path / "club.toml"
    path.write_text(
        'id = "club"\nextends = "ema-2016"\ntitle = "Our club"\nstart_points = 20000\ntarget_points = 20000\n', "utf-8"
    )
    status, out, _ = sheet(capsys, tmp_path, {"event": "start"}, arguments=("--rules", str(path)))
    assert (status, out.splitlines()[0]) == (0, "Our club (club)")
    status, out, said = sheet(capsys, tmp_path, {"event": "start", "rules": str(path)})
    assert (status, out) == (1, "")
    assert "line 1 was not recorded" in said
