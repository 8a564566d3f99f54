"""A service over tables of paper, with its API on a free port."""

from __future__ import annotations

import io
import threading
from contextlib import contextmanager

import pytest

from paper_tables import PaperHall
from tenbo.api.client import Client
from tenbo.hall.service_log import ServiceLog
from tenbo.service.config import Config
from tenbo.service.service import Service

LOOKS = 1500
LOOK_S = 0.02


def until(condition):
    """Wait until something has become true."""
    waiting = threading.Event()
    for _ in range(LOOKS):
        if condition():
            return
        waiting.wait(LOOK_S)
    raise AssertionError("waited in vain")


class Running:
    """What a test of the service holds in its hands."""

    def __init__(self, service, paper, log):
        self.service = service
        self.hall = service.hall
        self.paper = paper
        self.log = log
        self.store = service.config.store
        self.client = Client(self.store)


@contextmanager
def serve(folder, paper, day=None):
    """Run a service over tables of paper until it follows all of them."""
    log = io.StringIO()
    config = Config(folder / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0))
    with Service(config, ServiceLog(out=log), day) as service:
        until(lambda: [one["state"] for one in service.hall.tables()] == ["following"] * len(paper.tables))
        yield Running(service, paper, log)


@pytest.fixture
def running(tmp_path):
    """Return a function that runs a service over some tables of paper."""

    @contextmanager
    def run(tables=1):
        with PaperHall(tmp_path, tables) as paper, serve(tmp_path, paper) as running:
            yield running

    return run
