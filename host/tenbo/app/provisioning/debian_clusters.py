"""The PostgreSQL clusters that Debian manages: lists them, finds unused ones, and starts and stops them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from tenbo.store.postgres.connection import connection_parameters
from tenbo_core.errors import Refused, StorageFault

# The folder of Debian's settings for each of its servers.
SETTINGS = Path("/etc/postgresql")
# Databases that a user made have a number from here on.
FIRST_OF_SOMEBODY = 16384


class DebianCluster(NamedTuple):
    """A server that Debian keeps, which has its own commands to start it."""

    version: str
    name: str
    port: str
    status: str
    data: Path


def installed_clusters() -> list[DebianCluster]:
    """Return the servers that Debian keeps here; nothing on other systems."""
    words = shutil.which("pg_lsclusters")
    if words is None:
        return []
    output = subprocess.run([words, "--no-header"], capture_output=True, text=True, check=False).stdout
    rows = (line.split() for line in output.splitlines())
    return [DebianCluster(row[0], row[1], row[2], row[3], Path(row[5])) for row in rows if len(row) > 5]


def is_unused_cluster(cluster: DebianCluster) -> bool:
    """Return whether a server has no user's database: it came with its package and is unused."""
    base = cluster.data / "base"
    return base.is_dir() and all(int(one.name) < FIRST_OF_SOMEBODY for one in base.iterdir() if one.name.isdigit())


def run_pg_ctlcluster(cluster: DebianCluster, act: str) -> None:
    """Start or stop a server by Debian's own command, which knows about systemd."""
    words = ["pg_ctlcluster", cluster.version, cluster.name, act]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/")
    if done.returncode:
        message = f"{' '.join(words)} failed: {' '.join((done.stderr or done.stdout).split())[-300:]}"
        raise StorageFault("cannot_write", message, "database")


def conflicting_clusters(address: str) -> list[DebianCluster]:
    """Return the unused servers of Debian's package that would start at the standby's address.

    A server that is in use is refused: its data must stay.
    """
    port = str(connection_parameters(address).get("port") or 5432)
    found = []
    for cluster in installed_clusters():
        if cluster.port != port or is_disabled(cluster):
            continue
        if not is_unused_cluster(cluster):
            message = (
                f"PostgreSQL {cluster.version}/{cluster.name} on this computer has databases of its own and listens on "
                f"port {port}, which the standby needs: move them, or give that server another port (postgresql.conf)"
            )
            raise Refused("already_exists", message, "from")
        found.append(cluster)
    return found


def stop_and_disable(cluster: DebianCluster) -> None:
    """Stop an unused server, and let it start by hand only."""
    if not cluster.status.startswith("down"):
        run_pg_ctlcluster(cluster, "stop")
    _start_file(cluster).write_text("manual\n")


def is_disabled(cluster: DebianCluster) -> bool:
    """Return whether a server is stopped and does not start with the computer."""
    file = _start_file(cluster)
    text = file.read_text("utf-8") if file.exists() else "auto"
    words = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return cluster.status.startswith("down") and words in (["manual"], ["disabled"])


def _start_file(cluster: DebianCluster) -> Path:
    return SETTINGS / cluster.version / cluster.name / "start.conf"
