"""The PostgreSQL programs that a standby needs: where they are installed, and as which user they run."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo_core.errors import Refused, StorageFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Debian keeps the server programs outside the PATH, in a folder for each version.
DEBIAN = Path("/usr/lib/postgresql")
# PostgreSQL refuses to run as root; its package creates this user.
USER = "postgres"


def program_path(name: str) -> str:
    """Return the path of a PostgreSQL program, of the newest version first."""
    versions = sorted(
        DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3].partition(".")[0]), reverse=True
    )
    path = str(versions[0]) if versions else shutil.which(name)
    if path is None:
        raise Refused("not_installed", f"{name} is not installed: apt-get install postgresql", "database")
    return path


def run_program(name: str, *words: object, environment: Mapping[str, str] | None = None) -> str:
    """Run a PostgreSQL program to its end and return its output; a failure raises its error output."""
    # A server that is started keeps the pipe open, so the output goes into a file.
    with tempfile.TemporaryFile("w+") as output_file:
        done = subprocess.run(
            [program_path(name), *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=output_file,
            stderr=subprocess.STDOUT,
            check=False,
            cwd="/",
            env={**os.environ, **({"HOME": "/"} if is_root() else {}), **(environment or {})},
            user=USER if is_root() else None,
            group=USER if is_root() else None,
            extra_groups=[] if is_root() else None,
        )
        output_file.seek(0)
        text = output_file.read()
    if done.returncode:
        raise StorageFault("cannot_write", f"{name} failed: {' '.join(text.split())[-400:]}", "database")
    return text


def is_root() -> bool:
    """Return whether the process is root, as which no server runs."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def chown_to_postgres(path: Path) -> None:
    """Change the owner of a folder or file to the server's user if we are root."""
    if is_root():
        shutil.chown(path, USER, USER)


@contextmanager
def become_postgres_user() -> Iterator[None]:
    """Become the server's user for a while if we are root: its socket authenticates clients by their user."""
    if not is_root():
        yield
        return
    import pwd  # noqa: PLC0415 - not on every system, and needed by root only

    try:
        user = pwd.getpwnam(USER)
    except KeyError:
        message = f"there is no user {USER} on this computer: apt-get install postgresql"
        raise Refused("not_installed", message, "database") from None
    os.setegid(user.pw_gid)
    os.seteuid(user.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
