"""The examples in the docstrings of the client run as they stand, one after the other, in one hall."""

from __future__ import annotations

import doctest
import io
import tomllib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import tenbo
from programs import ROOT
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client import api_client, http_client, result_requests, series_requests, table_requests, tournament_requests
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables

from .api_examples import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

# In this order: what changes a table for good comes last.
MODULES = (api_client, http_client, tournament_requests, result_requests, series_requests, table_requests)


@contextmanager
def hall(folder: Path) -> Iterator[tenbo.Client]:
    """Run a service with a tournament of two tables and a spare device; the second hand is in play at table 1."""
    with FakeTables(folder, 3) as paper:
        config = Config(folder / "hall.db", paper.ports, search=False, listen=("127.0.0.1", 0))
        with Service(config._replace(name="host"), ServiceLog(out=io.StringIO())) as service:
            client = tenbo.Client(service.server.url, service.access.token)
            run = Scenario(service)
            run.wait_until(lambda: all("device" in row for row in client.unassigned_devices()))
            run.wait_until(lambda: len(client.unassigned_devices()) == 3)
            run.tables = sorted(paper.tables, key=lambda table: table.device)[:2]
            for number, table in enumerate(run.tables, 1):
                client.assign_table(table.device, number)
            run.wait_until(lambda: [row["state"] for row in client.tables()] == ["following"] * 2)
            run.prepare()
            client.open_series("season", title="Winter 2026", date="2026-10-01")
            client.begin_session(1, [1])
            run.stored(0)
            run.play(0, "hand", dice=[3, 4])
            run.play(0, "riichi", by=1, seat=1)
            run.play(0, "win", by=1, wins=[{"seat": 1, "from": 0, "han": 3, "fu": 40}])
            run.play(0, "hand", dice=[3, 4])
            run.tables[0].call_referee(2)
            run.wait_until(lambda: client.table(1)["calls"])
            yield client


def examples_of(module: ModuleType) -> list[doctest.DocTest]:
    """Return the examples of a module in the order in which they stand there."""
    found = doctest.DocTestFinder().find(module)
    return sorted((test for test in found if test.examples), key=lambda test: test.lineno or 0)


def test_each_method_of_the_client_shows_an_example_that_runs(tmp_path) -> None:
    """`help(client.settle)` did not show what a win looks like, and nobody could try the words of a docstring."""
    ran, failed = set(), []
    with hall(tmp_path) as client:
        for test in (test for module in MODULES for test in examples_of(module)):
            test.globs |= {"client": client, "tenbo": tenbo}
            doctest.DocTestRunner(verbose=False).run(test, out=failed.append, clear_globs=False)
            ran.add(test.name.rpartition(".")[2])
    assert "".join(failed) == ""
    public = {name for name in dir(tenbo.Client) if not name.startswith("_")}
    assert public - ran == set()


def test_the_examples_of_the_client_run_in_this_file_alone() -> None:
    """A module that is left out of both would show what no one has tried."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]["addopts"]
    left = [option.partition("=")[2] for option in options if option.startswith("--ignore")]
    assert {file for pattern in left for file in ROOT.glob(pattern)} - {
        ROOT / "host/tenbo/client/json_requests.py"
    } == {Path(str(module.__file__)) for module in MODULES}
