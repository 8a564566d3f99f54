"""Networks of our own: one of the desk's two computers, and one for each host, joined to it by a cable.

The whole drill runs in namespaces of its own (networks, mounts, processes): what it lays out and starts is gone with
it, and two drills do not see each other.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Self

DESK, STANDBY = "10.88.0.1", "10.88.0.2"
BRIDGE = "tenbo0"
NAMES = Path("/run/netns")
# What a full hall does to a Wi-Fi.
BAD = ("delay", "30ms", "20ms", "loss", "2%")
INSIDE = "TENBO_DRILL_INSIDE"


def alone() -> None:
    """Begin this program again in namespaces of its own, which end with it."""
    if INSIDE in os.environ:
        return
    program = shutil.which("unshare") or sys.exit("there is no unshare here: apt-get install util-linux")
    spaces = ("--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private")
    os.environ[INSIDE] = "1"
    os.execv(program, [program, *spaces, sys.executable, *sys.argv])


def ip(*words: object) -> None:
    """Change a network, or end with what forbids it."""
    program = shutil.which("ip") or sys.exit("there is no ip here: apt-get install iproute2")
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"this kernel or user makes no networks (ip {' '.join(map(str, words))}: {done.stderr.strip()})")


class Network:
    """The desk's network, and one of its own for each host, joined by a cable that can be pulled."""

    def __init__(self, hosts: list[str]) -> None:
        self._hosts = hosts
        self.is_bad = False

    def __enter__(self) -> Self:
        NAMES.mkdir(exist_ok=True)
        subprocess.run([shutil.which("mount") or "mount", "-t", "tmpfs", "tmpfs", str(NAMES)], check=True)
        ip("link", "set", "lo", "up")
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("addr", "add", f"{STANDBY}/24", "dev", BRIDGE)
        ip("addr", "add", f"{DESK}/32", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for place, host in enumerate(self._hosts):
            near, far = f"tn{place}", f"tf{place}"
            ip("netns", "add", f"tenbo-{host}")
            ip("link", "add", near, "type", "veth", "peer", "name", far)
            ip("link", "set", far, "netns", f"tenbo-{host}")
            ip("link", "set", near, "master", BRIDGE, "up")
            ip("-n", f"tenbo-{host}", "addr", "add", f"10.88.0.{place + 10}/24", "dev", far)
            ip("-n", f"tenbo-{host}", "link", "set", far, "up")
            ip("-n", f"tenbo-{host}", "link", "set", "lo", "up")
        return self

    def __exit__(self, *_: object) -> None:
        """Leave everything to the end of the namespaces."""

    def worsen(self) -> None:
        """Make every host's network bad, where the kernel can."""
        program = shutil.which("tc")
        words = [("qdisc", "add", "dev", f"tn{place}", "root", "netem", *BAD) for place in range(len(self._hosts))]
        self.is_bad = program is not None and all(
            subprocess.run([program, *one], capture_output=True, check=False).returncode == 0 for one in words
        )

    def cut(self, host: str) -> None:
        """Take a host's network down."""
        ip("link", "set", f"tn{self._hosts.index(host)}", "down")

    def join(self, host: str) -> None:
        """Bring a host's network up again."""
        ip("link", "set", f"tn{self._hosts.index(host)}", "up")

    def lose_desk(self) -> None:
        """Take the desk's computer off the network: no one there says even that no one is there."""
        ip("addr", "del", f"{DESK}/32", "dev", BRIDGE)
