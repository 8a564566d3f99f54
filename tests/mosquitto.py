"""A real Mosquitto for tests, and someone who reads there."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from postgres import free_port

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
MISSING = "Mosquitto is not installed (apt-get install mosquitto)"
# `red` may write its own topics, `mute` nothing, `reader` is Home Assistant.
MAY = """\
user red
topic write tenbo/red/#
topic write homeassistant/sensor/#
topic read homeassistant/status
user reader
topic readwrite #
user mute
topic read homeassistant/status
"""


class Broker:
    """A broker with three users, whose passwords are their names, that keeps nothing when it ends."""

    def __init__(self, folder: Path, *, tls: bool = False) -> None:
        self.folder, self.port = folder, 0
        people, may = folder / "people", folder / "may"
        people.touch(mode=0o600)
        for name in ("red", "reader", "mute"):
            tool = str(Path(str(PROGRAM)).parents[1] / "bin" / "mosquitto_passwd")
            subprocess.run([tool, "-b", str(people), name, name], check=True, capture_output=True)
        may.touch(mode=0o600)
        may.write_text(MAY)
        self.conf = f"allow_anonymous false\npassword_file {people}\nacl_file {may}\n"
        if tls:
            certify(folder)
            self.conf += f"certfile {folder / 'cert'}\nkeyfile {folder / 'key'}\n"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, at the port that it had or at a free one; it has forgotten everything."""
        conf, waiting = self.folder / "conf", threading.Event()
        while self.process is None:
            port = self.port or free_port()
            conf.write_text(f"user root\nlistener {port} 127.0.0.1\n{self.conf}")
            with (self.folder / "log").open("ab") as log:
                self.process = subprocess.Popen([str(PROGRAM), "-c", str(conf)], stdout=log, stderr=log)
            while self.process.poll() is None and not answers(port):
                waiting.wait(0.02)
            if self.process.returncode is not None:
                assert not self.port, (self.folder / "log").read_text()
                self.process = None
        self.port = port

    def kill(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def url(self, user: str, password: str = "") -> str:
        """Return the address that a host is given."""
        return f"mqtt://{user}:{password or user}@127.0.0.1:{self.port}"


def answers(port: int) -> bool:
    """Return whether someone answers at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except OSError:
        return False
    return True


def certify(folder: Path) -> None:
    """Make a certificate of its own authority."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key", "-out", folder / "cert"],
        check=True, capture_output=True,
    )  # fmt: skip


class Reader:
    """What a reader at the broker has heard: the last message of each topic, and all of them in order."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.last: dict[str, str] = {}
        self.all: list[tuple[str, str]] = []


@contextmanager
def reading(broker: Broker):
    """Read everything at a broker, by a user that may."""
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set("reader", "reader")
    client.reconnect_delay_set(1, 1)
    reader, lock = Reader(client), threading.Lock()

    def hear(_, __, message):
        with lock:
            reader.last[message.topic] = message.payload.decode()
            reader.all.append((message.topic, message.payload.decode()))

    subscribed = threading.Event()
    client.on_connect = lambda *_: client.subscribe("#", qos=1)
    client.on_subscribe = lambda *_: subscribed.set()
    client.on_message = hear
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    assert subscribed.wait(120)
    yield reader
    client.disconnect()
    client.loop_stop()
