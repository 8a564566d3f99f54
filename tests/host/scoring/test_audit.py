"""`tenbo audit` holds recorded results against ours."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from host.scoring.test_commands import GOOD, feed
from tenbo.cli.dispatch import main

if TYPE_CHECKING:
    from pathlib import Path


def archive(path: Path, *records: dict[str, Any]) -> str:
    lines = "".join(json.dumps(record) + "\n" for record in records).encode()
    path.write_bytes(gzip.compress(lines) if path.suffix == ".gz" else lines)
    return str(path)


def test_an_audit_prints_what_differs_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain and packed archives alike; the sum goes to standard error."""
    agrees = {**GOOD, "expect": {"han": 1, "fu": 40, "value": 1300, "yaku": {"riichi": 1}}}
    differs = {**GOOD, "id": 8, "expect": {"han": 2, "value": 1300}}
    refused = {**GOOD, "riichi": 0, "expect": {"error": "no_yaku"}}
    silent = {**GOOD, "id": 9}
    plain = archive(tmp_path / "plain.jsonl", agrees, differs, refused, silent)
    packed = archive(tmp_path / "packed.jsonl.gz", agrees)
    assert main(["audit", plain, packed]) == 1
    captured = capsys.readouterr()
    first, second = (json.loads(line) for line in captured.out.splitlines())
    assert (8, {"han": 2}, {"han": 1}) == (first["id"], first["expected"], first["scored"])
    assert f"{plain}:2" == first["at"]
    assert second["error"]["code"] == "missing_field"
    assert captured.err == "5 hands, 2 disagreements\n"
    assert main(["audit", packed]) == 0
    assert capsys.readouterr().err == "1 hand, 0 disagreements\n"
    assert main(["audit", str(tmp_path / "nothing.jsonl")]) == 2
    assert main(["audit", packed, "--rules", "nowhere"]) == 2
    feed(monkeypatch, agrees)
    assert main(["audit", "-", "--quiet"]) == 0
