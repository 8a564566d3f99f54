"""Hosts with tables of paper, and a desk that follows them over the real network of this computer."""

from __future__ import annotations

import io
import threading
from contextlib import ExitStack, contextmanager

import pytest

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTable, FakeTables

LOOKS, LOOK_S = 6000, 0.02


def wait_until(condition):
    """Wait until something has become true."""
    waiting = threading.Event()
    for _ in range(LOOKS):
        if condition():
            return
        waiting.wait(LOOK_S)
    raise AssertionError("waited in vain")


class RunningHost:
    """A computer of the hall: its service, which may end and begin again, and the tables that are plugged in there."""

    def __init__(self, folder, name, paper=None, follow=(), **words):
        self.folder, self.name, self.paper = folder, name, paper
        folder.mkdir(exist_ok=True)
        # A cable more than there are tables, for one that is carried here.
        self.spare = folder / "spare"
        ports = [*paper.ports, str(self.spare)] if paper is not None else []
        self.config = Config(
            folder / "hall.db", ports, search=False, number_new=False, listen=("127.0.0.1", 0), name=name, **words
        )._replace(follow=tuple(follow))
        self.service = None

    def begin(self):
        """Begin the service, at the address that it had."""
        self.log = io.StringIO()
        self.service = Service(self.config, ServiceLog(out=self.log))
        self.service.__enter__()
        self.config = self.config._replace(listen=self.service.server.server_address)
        return self

    def end(self):
        """End the service."""
        if self.service is not None:
            self.service.__exit__()
            self.service = None

    @property
    def hall(self):
        """Return its hall."""
        return self.service.hall

    @property
    def client(self):
        """Return our own program's way in."""
        return LocalServiceClient(self.config.store)

    @property
    def code(self):
        """Return the desk's code at this host."""
        return next(row["code"] for row in self.service.access.codes() if row["role"] == "desk")

    @property
    def followed_as(self):
        """Return what a desk is told to follow this host."""
        return "{}@{}:{}".format(self.code, *self.config.listen)

    def states(self):
        """Return how its tables stand, by number."""
        return {table["table"]: table["state"] for table in self.hall.tables.tables()}


class ManyPlaces:
    """The computers of a hall, by name."""

    def __init__(self, folder, stack):
        self.folder, self.stack = folder, stack

    def host(self, name, tables, first, **words):
        """Return a host with some tables, numbered from `first` on."""
        folder = self.folder / name
        folder.mkdir()
        papers = [FakeTable(folder / f"port{n}", f"e66{n:013x}") for n in range(first, first + tables)]
        paper = self.stack.enter_context(FakeTables(folder, 0, papers))
        place = RunningHost(folder, name, paper, **words)
        self.stack.callback(place.end)
        place.begin()
        for number, table in enumerate(paper.tables, first):
            place.hall.numbering.set_table_number(table.device, number)
        # Before the seal a table is greeted once more.
        wait_until(lambda: all(table.reader.seal is not None for table in paper.tables))
        wait_until(lambda: list(place.states().values()) == ["following"] * tables)
        return place

    def desk(self, *hosts, name="desk"):
        """Return a desk that follows some hosts, each as itself or by an address of its own."""
        follow = [host if isinstance(host, str) else host.followed_as for host in hosts]
        place = RunningHost(self.folder / f"desk {name}", name, follow=follow)
        self.stack.callback(place.end)
        return place.begin()


@contextmanager
def places_in(folder):
    """Yield a hall of many computers, as patient as a busy machine asks for."""
    with ExitStack() as stack:
        patient = stack.enter_context(pytest.MonkeyPatch.context())
        patient.setattr("tenbo.devices.follower.SILENCE_MS", 300_000)
        patient.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 300_000)
        patient.setattr("tenbo.devices.pending_commands.PING_GIVE_UP_MS", 300_000)
        yield ManyPlaces(folder, stack)
