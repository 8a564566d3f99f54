"""A real PostgreSQL server for tests: made for a while, in a folder of its own, as a user who may run one."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

PROGRAMS = Path("/usr/lib/postgresql/15/bin")
MISSING = f"PostgreSQL 15 is not installed: there is no {PROGRAMS}/initdb (apt-get install postgresql-15)"
# What the machine may take for a start at its worst.
PATIENCE_S = 300
USER = "postgres"


def is_there():
    """Return whether the server's programs are installed."""
    return (PROGRAMS / "initdb").exists()


def as_server(*words, **more):
    """Run a program of the server to its end, as a user who may: PostgreSQL refuses root."""
    done = subprocess.run(
        [*_prefix(), *map(str, words)], capture_output=True, text=True, timeout=PATIENCE_S, check=False, **more
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def _prefix():
    """Return what makes a program run as the server's user, where that is another one.

    A machine may have a /dev/null that only root opens: then one that everybody opens is laid over it, for the
    program alone.
    """
    if os.geteuid() != 0:
        return []
    words = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "env", "HOME=/tmp"]
    if Path("/dev/null").stat().st_mode & 0o006 == 0o006:
        return words
    null = Path(tempfile.gettempdir(), "tenbo-null")
    null.touch()
    null.chmod(0o666)
    return ["unshare", "-m", "sh", "-c", f'mount --bind {null} /dev/null && exec "$@"', "sh", *words]


def folder_for(what):
    """Return a new folder that belongs to the server's user."""
    folder = Path(tempfile.mkdtemp(prefix=f"tenbo-{what}-"))
    if os.geteuid() == 0:
        user = pwd.getpwnam(USER)
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def free_port():
    """Return a port that no one has, and that no connection is given as its own end: below the range of those.

    A server that is away would else find its port taken by someone who tries to reach it.
    """
    for port in random.sample(range(20_000, 30_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no free port")


class Postgres:
    """A server of its own: encrypted over the network, trusting its owner through the socket in its folder."""

    def __init__(self, folder=None):
        from tenbo.store.postgres.database_setup import RULES

        self.folder = folder or folder_for("pg")
        self.data = self.folder / "data"
        self.port = 0
        self.runs = False
        as_server(PROGRAMS / "initdb", "-D", self.data, "-U", USER, "--no-sync", "-E", "UTF8", "--locale=C")
        self.certify(self.data)
        (self.data / "pg_hba.conf").write_text("local all all trust\nlocal replication all trust\n" + RULES)
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write(
                f"unix_socket_directories = '{self.folder}'\nlisten_addresses = '127.0.0.1'\nssl = on\n"
                f"fsync = off\nshared_buffers = 32MB\nmax_connections = 60\n"
                "wal_keep_size = 64MB\n"
            )
        self.start()

    @classmethod
    def beside(cls, server, data, port):
        """Return a server that was made from another one, with the socket in the same folder, and that runs."""
        other = cls.__new__(cls)
        other.folder, other.data, other.port, other.runs = server.folder, data, port, True
        return other

    @staticmethod
    def certify(data):
        """Make a certificate that no one has signed."""
        as_server(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=tenbo",
            "-keyout", data / "server.key", "-out", data / "server.crt",
        )  # fmt: skip
        (data / "server.key").chmod(0o600)

    def start(self):
        """Start it, at the port that it had or at a free one."""
        for _ in range(20):
            port = self.port or free_port()
            try:
                self.pg_ctl("start", "-w", "-t", PATIENCE_S, "-l", self.folder / "log", "-o", f"-p {port}")
            except AssertionError:
                if self.port or "Address already in use" not in (self.folder / "log").read_text():
                    raise
            else:
                self.port, self.runs = port, True
                return
        raise AssertionError("no free port")

    def pg_ctl(self, act, *words):
        """Run pg_ctl on it."""
        # What it starts must not keep our pipes.
        with (self.folder / "pg_ctl").open("w+") as said:
            done = subprocess.run(
                [*_prefix(), str(PROGRAMS / "pg_ctl"), act, "-D", str(self.data), *map(str, words)],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=PATIENCE_S, check=False,
            )  # fmt: skip
        assert done.returncode == 0, (self.folder / "pg_ctl").read_text() + (self.folder / "log").read_text()

    def kill(self):
        """Kill it and everything that belongs to it, as a power cut would."""
        pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for victim in [pid, *map(int, children)]:
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        waiting = threading.Event()
        for victim in [pid, *map(int, children)]:
            while Path(f"/proc/{victim}/stat").exists() and "Z" not in _state(victim):
                waiting.wait(0.02)
        self.runs = False
        # Anyone who ought to bury the dead may be slow, and the next server takes what is not buried for alive.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        (self.folder / f".s.PGSQL.{self.port}.lock").unlink(missing_ok=True)

    def stop(self):
        """Stop it and remove everything."""
        with suppress(AssertionError):
            self.pg_ctl("stop", "-m", "immediate", "-t", PATIENCE_S)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database):
        """Return the address of a database for its owner, through the socket."""
        return f"postgresql://{USER}@/{database}?host={self.folder}&port={self.port}"

    def url_over_network(self, database, user, password):
        """Return the address that a host is given."""
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"


def _state(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"
