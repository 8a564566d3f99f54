"""A bare Debian in a folder, as a newcomer has one: Python, make, git, an ordinary user, and registries."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

PROGRAMS = "python3,python3-venv,make,git,ca-certificates"
USER, HOME = 1500, "home/newcomer"
# How this machine reaches registries: files, and the beginnings and ends of variables.
SETTINGS = ("etc/pip.conf", "etc/hosts", "etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
NPM_SETTINGS = Path("/etc/npmrc")
OF_THE_USER = (".npmrc", ".config/pip/pip.conf", ".pip/pip.conf")
BEGINNINGS, ENDS = ("PIP_", "NPM_CONFIG_"), ("_PROXY", "_CA_CERTS", "_CA_BUNDLE", "SSL_CERT_FILE")
ENTER = """
root=$1 user=$2; shift 2
mount --bind /dev "$root/dev" && mount -t proc proc "$root/proc" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm" &&
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" &&
exec chroot --userspec="$user:$user" "$root" "$@"
"""


class NotMade(Exception):
    """No bare Debian can be had here; the message says why."""


class BareDebian:
    """A system of this machine's own release, from the sources that its apt has."""

    def __init__(self, folder: Path) -> None:
        if os.geteuid():
            raise NotMade("only root can make a bare Debian and enter it")
        if shutil.which("debootstrap") is None:
            raise NotMade("debootstrap is not installed (apt-get install debootstrap)")
        self.folder = folder
        release, address = _source()
        words = ["debootstrap", "--variant=minbase", f"--include={PROGRAMS}", release, str(folder), address]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=1800)
        if done.returncode:
            raise NotMade(f"debootstrap could make no bare Debian: {(done.stdout + done.stderr).strip()[-200:]}")
        # A temporary folder is for its owner alone, and this one is another user's root.
        folder.chmod(0o755)
        self._furnish()

    def _furnish(self) -> None:
        home = self.folder / HOME
        for name in SETTINGS:
            self._copy(Path("/", name), self.folder / name)
        for name in OF_THE_USER:
            self._copy(Path.home() / name, home / name)
        home.mkdir(parents=True, exist_ok=True)
        # The npm that a wheel carries reads no settings of the system.
        if NPM_SETTINGS.exists():
            with (home / ".npmrc").open("a") as own:
                own.write("\n" + NPM_SETTINGS.read_text("utf-8"))
        with (self.folder / "etc/passwd").open("a") as people:
            people.write(f"newcomer:x:{USER}:{USER}::/{HOME}:/bin/sh\n")

    def _copy(self, source: Path, target: Path) -> None:
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)

    def clone(self, project: Path) -> None:
        """Clone a project into the newcomer's folder: what is committed of it."""
        home = self.folder / HOME
        words = ["git", "clone", "--quiet", "--no-hardlinks", str(project), str(home / "project")]
        subprocess.run(words, check=True, timeout=300)
        subprocess.run(["chown", "-R", f"{USER}:{USER}", str(home)], check=True, timeout=300)

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the project's folder, as someone who is not root and sees nothing else of this machine."""
        taken = {
            name: value
            for name, value in os.environ.items()
            if name.upper().startswith(BEGINNINGS) or name.upper().endswith(ENDS)
        }
        around = {**taken, "HOME": f"/{HOME}", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
        settings = [f"{name}={value}" for name, value in around.items()]
        inside = ["env", "-i", *settings, "sh", "-c", f"cd ~/project && {command}"]
        words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh"]
        return subprocess.run(
            [*words, str(self.folder), str(USER), *inside],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip


def _source() -> tuple[str, str]:
    """Return this machine's release of Debian, and the address from which its own apt takes it."""
    release = platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    words = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"]
    try:
        listed = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stdout
    except OSError:
        raise NotMade("there is no apt here, which knows where a Debian comes from") from None
    for line in listed.splitlines():
        address, *of = line.split()
        if of == [release, "main"]:
            return release, address
    raise NotMade(f"this machine's apt has no source of Debian {release}".rstrip())
