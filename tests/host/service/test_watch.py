"""`tenbo watch`: a line for each event into a pipe, and all tables in a terminal."""

from __future__ import annotations

import sys
import threading

from terminals import plain

from .conftest import wait_until


def test_watch_prints_a_line_for_each_event(running, run_cli):
    """Into a pipe goes what happens, as it happens."""
    with running(1) as run:

        def play() -> None:
            wait_until(lambda: run.service.server.streams.client_count > 0)
            run.paper.tables[0].play("start", rules="ema-2016")
            run.paper.tables[0].play("hand")

        player = threading.Thread(target=play)
        player.start()
        status, text = run_cli("watch", "--lines", "--count", 2, "--store", run.store)
        player.join()
        assert status == 0
        assert [line.split()[:4] for line in text.splitlines()] == [
            ["table", "1", "0", "start"], ["table", "1", "1", "hand"],
        ]  # fmt: skip


def test_watch_draws_the_tables_in_a_terminal(running, run_cli, monkeypatch):
    """All tables with their scores, one table with its last events."""
    with running(2) as run:
        for table in run.paper.tables:
            table.play("start", rules="ema-2016")
        wait_until(lambda: all(table.stored == 0 for table in run.paper.tables))
        monkeypatch.setattr(sys.stdout.__class__, "isatty", lambda _: True, raising=False)

        def play() -> None:
            wait_until(lambda: run.service.server.streams.client_count > 0)
            run.paper.tables[0].play("hand")

        player = threading.Thread(target=play)
        player.start()
        number = run.hall.numbers.table_number_of(run.paper.tables[0].device)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "80")
        status, text = run_cli("watch", number, "--count", 1, "--store", run.store)
        player.join()
        assert status == 0
        last = plain(text.split("\x1b[H")[-1]).splitlines()
        assert last[0] == "the clock is not running"
        # All four scores, on a terminal of 80 columns.
        assert last[2] == f"table {number}    E1 0/0 playing    30,000 30,000 30,000 30,000"
        assert last[-1].split() == ["1", "hand"]
