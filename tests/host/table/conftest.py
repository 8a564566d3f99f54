"""What all imports of a server's games share."""

from __future__ import annotations

import json

import pytest

from tenbo.cli.dispatch import main


@pytest.fixture
def imported(tmp_path, capsys):
    """Return a function that imports a game and returns status, records and what is said."""

    def run(game, *words):
        if isinstance(game, dict):
            game = json.dumps(game, ensure_ascii=False)
        path = tmp_path / "game.log"
        path.write_bytes(game if isinstance(game, bytes) else game.encode())
        status = main(["import", str(path), *words])
        out = capsys.readouterr()
        return status, [json.loads(line) for line in out.out.splitlines()], out.err.replace(f"{path}: ", "")

    return run
