"""A bad Wi-Fi between a host and the desk, in a process of its own: for a kernel that cannot make a network bad itself.

    python tests/soak/bad_wifi.py 1 20001=10.88.0.1:5432 20002=10.88.0.2:5432

The seed, and for each server at which port of 127.0.0.1 it is reached through this Wi-Fi: every piece is 50 to 400 ms
late each way, one in a hundred stalls for seconds with all behind it, and one in four hundred breaks its connection.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "host")]

from cluster.bad_network import BadNetwork  # noqa: E402

from postgres import free_port  # noqa: E402

LATE_S, STALLS, BREAKS = (0.05, 0.4), 100, 400


def worsen(network: BadNetwork) -> None:
    """Make a network as bad as a Wi-Fi in a full hall."""
    network.delay_s, network.stalls, network.breaks = LATE_S, STALLS, BREAKS


class Wifi:
    """The Wi-Fi of one host in a drill, and where the host finds through it what lies at some places."""

    def __init__(self, log: Path, host: str, places: list[str], seed: int) -> None:
        ports = [free_port() for _ in places]
        self.places = [f"127.0.0.1:{port}" for port in ports]
        words = [f"{port}={place}" for port, place in zip(ports, places, strict=True)]
        self._said = log.open("wb")
        self._process = subprocess.Popen(
            [shutil.which("ip") or "ip", "netns", "exec", f"tenbo-{host}", sys.executable, __file__, str(seed), *words],
            stdin=subprocess.DEVNULL, stdout=self._said, stderr=self._said,
        )  # fmt: skip

    def end(self) -> None:
        """Carry nothing any more."""
        self._process.kill()
        self._process.wait()
        self._said.close()


def main() -> None:
    """Carry everything until killed."""
    for number, word in enumerate(sys.argv[2:]):
        port, _, server = word.partition("=")
        host, _, there = server.rpartition(":")
        network = BadNetwork(seed=int(sys.argv[1]) + number, port=int(port))
        network.target = (host, int(there))
        worsen(network)
    print("carrying", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
