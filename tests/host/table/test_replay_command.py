"""`tenbo replay --jsonl`: lines in, one answer each, and a status for scripts."""

from __future__ import annotations

import io
import json

from tenbo.cli import main


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
