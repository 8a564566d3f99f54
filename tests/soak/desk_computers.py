"""The desk's two computers in a drill: one with the database on a small disk and the desk, and the standby."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

from drill import execute_statement, fill, is_writable, small_disk, wait
from networks import DESK, STANDBY

import postgres
from tenbo.store.postgres.database_setup import create_host_role, create_standby_role, create_tables

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from networks import Network

# How long a disk stays full where no one notices, and how long a computer may take for a start.
FULL_S, START_S = 15, 300
# RestartSec of our units.
RESTART_S = 1


class RestartedCommand:
    """A command of ours, begun again whenever it has ended, as its unit of systemd does, and what it has said."""

    def __init__(
        self, log: Path, *words: object, network: str = "", environment: Mapping[str, str] | None = None
    ) -> None:
        inside = ["ip", "netns", "exec", f"tenbo-{network}"] if network else []
        self._words = [*inside, *command(*words)]
        self._environment = surroundings() | dict(environment or {})
        self._log = log
        self._over, self._beginning = threading.Event(), threading.Lock()
        self._begin()
        threading.Thread(target=self._keep, daemon=True).start()

    def _keep(self) -> None:
        while True:
            self._process.wait()
            self._over.wait(RESTART_S)
            with self._beginning:
                if self._over.is_set():
                    return
                self._begin()

    def _begin(self) -> None:
        with self._log.open("ab") as out:
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                env=self._environment,
            )  # fmt: skip

    def kill(self) -> None:
        """Kill it at once; it is begun again soon."""
        self._process.kill()

    def end(self) -> None:
        """Kill it for good."""
        with self._beginning:
            self._over.set()
        self._process.kill()
        self._process.wait()

    def said(self) -> str:
        """Return what it has said."""
        return self._log.read_text("utf-8", "replace")


def command(*words: object) -> list[str]:
    """Return how a command of ours is started."""
    return [sys.executable, "-m", "tenbo", *map(str, words)]


def surroundings() -> dict[str, str]:
    """Return the environment of a command of ours."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path[:2])}


class DeskComputers:
    """The database, the desk that runs above it, and a second computer that takes their place."""

    def __init__(self, folder: Path, network: Network, chance: random.Random, *, small: bool, standby: bool) -> None:
        self._network, self._chance, self._folder = network, chance, folder
        self._disk = postgres.folder_for("disk")
        self.has_small_disk = small and small_disk(self._disk)
        self.server = postgres.Postgres(self._disk) if self.has_small_disk else postgres.Postgres()
        execute_statement(self.server, "CREATE DATABASE tenbo")
        for setting in ("listen_addresses = '*'", "max_wal_size = '96MB'"):
            execute_statement(self.server, f"ALTER SYSTEM SET {setting}")
        self.server.pg_ctl("stop", "-m", "fast")
        self.server.start()
        create_tables(self.server.url("tenbo"))
        self.second: postgres.Postgres | None = None
        self._second_folder = postgres.folder_for("standby")
        if standby:
            self._make_standby()
        self._promoted = False
        self._begin_desk("desk")

    def _make_standby(self) -> None:
        data, port = self._second_folder / "data", postgres.free_port()
        password = create_standby_role(self.server.url("tenbo"))
        self._say(
            "standby", "--from", f"postgresql://tenbo_standby:{password}@{DESK}:{self.server.port}",
            "--data", data, "--port", port,
        )  # fmt: skip
        self.second = postgres.Postgres.beside(self.server, data, port)

    def _say(self, *words: object) -> None:
        done = subprocess.run(
            command(*words), env=surroundings(), capture_output=True, text=True, timeout=START_S, check=False
        )
        if done.returncode:
            sys.exit(f"tenbo {words[0]}: {done.stdout}{done.stderr}")

    def _begin_desk(self, name: str) -> None:
        home = self._folder / name
        home.mkdir()
        self.store = home / "hall.db"
        words = ("desk", "--name", "desk", "--database", self.database_url, "--listen", "127.0.0.1:0")
        self.desk = RestartedCommand(home / "log", *words, "--store", self.store)

    @property
    def active_server(self) -> postgres.Postgres:
        """Return the server that is written to."""
        return self.second if self._promoted and self.second is not None else self.server

    @property
    def database_url(self) -> str:
        """Return the database's address on its own computer."""
        return str(self.active_server.url("tenbo"))

    @property
    def database_addresses(self) -> list[str]:
        """Return where hosts find the database: at the desk's computer, and at the standby."""
        second = [] if self.second is None else [f"{STANDBY}:{self.second.port}"]
        return [f"{DESK}:{self.server.port}", *second]

    def address_for(self, host: str, places: list[str]) -> str:
        """Return the address that a host is given, with both computers as they are reached from there."""
        return f"postgresql://{host}:{create_host_role(self.database_url, host)}@{','.join(places)}/tenbo"

    # ---------------------------------------------------------------- what befalls them

    def kill_database(self) -> None:
        """Kill the database, and start it a little later."""
        self.active_server.kill()
        time.sleep(self._chance.uniform(0, 1.5))
        self.active_server.start()

    def kill_desk(self) -> None:
        """Kill the desk, which is begun again."""
        self.desk.kill()

    def full_disk(self, all_refused: Callable[[], bool]) -> None:
        """Fill the disk of the database until the hosts are refused, then make room."""
        ballast = fill(self.server.folder)
        refused = wait(all_refused, FULL_S, 0.2)
        ballast.unlink()
        died = not is_writable(self.database_url)
        if died:
            self.active_server.kill()
            self.active_server.start()
        who = "every host was refused" if refused else "some host had nothing to tell"
        print(f"          full disk: {who}; the server {'had died of it' if died else 'lived on'}", flush=True)

    def fail_over(self) -> None:
        """Lose the desk's computer with all that is on it, promote the standby, and begin the desk there."""
        assert self.second is not None
        self.desk.end()
        self.server.kill()
        self._network.lose_desk()
        self._say("standby", "--promote", "--data", self.second.data)
        self._promoted = True
        self._begin_desk("second-desk")

    def end(self) -> None:
        """Kill everything, and remove what lies on disks."""
        self.desk.end()
        for server in (self.server, self.second):
            if server is not None:
                server.stop()
        for folder in (self._disk, self._second_folder):
            shutil.rmtree(folder, ignore_errors=True)
