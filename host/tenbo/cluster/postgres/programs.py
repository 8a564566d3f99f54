"""The programs of PostgreSQL that a standby needs, found where the system has them and started as a user who may."""

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

# Debian keeps the server's programs off the PATH, a folder for each version.
DEBIAN = Path("/usr/lib/postgresql")
# PostgreSQL does not run as root; this user comes with its package.
USER = "postgres"


def program_path(name: str) -> str:
    """Return the path of a program of PostgreSQL, that of the newest version first."""
    versions = sorted(
        DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3].partition(".")[0]), reverse=True
    )
    path = str(versions[0]) if versions else shutil.which(name)
    if path is None:
        raise Refused("not_installed", f"{name} is not here: apt-get install postgresql", "database")
    return path


def run_program(name: str, *words: object, environment: Mapping[str, str] | None = None) -> str:
    """Run a program of PostgreSQL to its end and return what it says; what it complains about is the sentence."""
    # A server that is started must not keep our pipe, so what it says goes into a file.
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run(
            [program_path(name), *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            check=False,
            cwd="/",
            env={**os.environ, **({"HOME": "/"} if is_root() else {}), **(environment or {})},
            user=USER if is_root() else None,
            group=USER if is_root() else None,
            extra_groups=[] if is_root() else None,
        )
        said.seek(0)
        text = said.read()
    if done.returncode:
        raise StorageFault("cannot_write", f"{name} failed: {' '.join(text.split())[-400:]}", "database")
    return text


def is_root() -> bool:
    """Return whether we are root, as whom no server runs."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def chown_to_postgres(path: Path) -> None:
    """Have a folder or file belong to the server's user, where that is another one."""
    if is_root():
        shutil.chown(path, USER, USER)


@contextmanager
def as_postgres_user() -> Iterator[None]:
    """Be the server's user for a while, where we are root: its socket asks who comes, and lets its own user in."""
    if not is_root():
        yield
        return
    import pwd  # noqa: PLC0415 - not on every system, and root only where it is

    try:
        user = pwd.getpwnam(USER)
    except KeyError:
        message = f"there is no user {USER} here: apt-get install postgresql"
        raise Refused("not_installed", message, "database") from None
    os.setegid(user.pw_gid)
    os.seteuid(user.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
