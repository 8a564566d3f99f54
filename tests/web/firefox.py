"""A Firefox of the system in a process of its own, driven by the WebDriver BiDi that it speaks itself."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess

from wsproto.events import Ping, TextMessage

from dialled_tables import dial

from .conftest import PATIENCE_MS, wait_until

PROGRAMS = ("firefox-esr", "firefox")
ABSENT = "there is no Firefox here to show a table to (apt-get install firefox-esr)"
LISTENS = re.compile(r"BiDi listening on (ws://\S+)")
# A box of the page's, in its own pixels.
MIDDLE = """
    (() => {{
        const {{ left, top, width, height }} = document.querySelector({}).getBoundingClientRect();
        return [Math.round(left + width / 2), Math.round(top + height / 2)];
    }})()
"""


def firefox():
    """Return the program, or None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Firefox:
    """One browser with one page; it keeps what it stores in a folder, and may be killed and started again."""

    def __init__(self, folder):
        self._folder = folder
        self._said = folder.with_suffix(".log")
        self._process = None
        # What its page has said of errors and warnings.
        self.complaints = []
        folder.mkdir()

    def start(self):
        """Start it, and open an empty page."""
        command = [firefox(), "--headless", "--no-remote", "--profile", self._folder, "--remote-debugging-port", "0"]
        with self._said.open("w") as said:
            self._process = subprocess.Popen(command, stdout=said, stderr=said, start_new_session=True)
        wait_until(lambda: LISTENS.search(self._said.read_text("utf-8")))
        address = LISTENS.search(self._said.read_text("utf-8"))[1]
        self._socket, self._connection = dial(f"{address}/session")
        self._socket.settimeout(PATIENCE_MS / 1000)
        self._number, self._text = 0, ""
        self._command("session.new", capabilities={})
        self._command("session.subscribe", events=["log.entryAdded"])
        self._page = self._command("browsingContext.create", type="tab")["context"]
        return self

    def _command(self, method, **parameters):
        """Carry out one command, and return its result."""
        self._number += 1
        text = json.dumps({"id": self._number, "method": method, "params": parameters})
        self._socket.sendall(self._connection.send(TextMessage(text)))
        while True:
            self._connection.receive_data(self._socket.recv(65536) or None)
            for event in self._connection.events():
                if isinstance(event, Ping):
                    self._socket.sendall(self._connection.send(event.response()))
                if not isinstance(event, TextMessage):
                    continue
                self._text += event.data
                if not event.message_finished:
                    continue
                answer, self._text = json.loads(self._text), ""
                if answer["type"] == "event" and answer["params"].get("level") in {"warn", "error"}:
                    self.complaints.append(answer["params"]["text"])
                if answer.get("id") == self._number:
                    assert answer["type"] == "success", answer
                    return answer["result"]

    def resize(self, width, height):
        """Show the page in a window of some size."""
        self._command("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def goto(self, address):
        """Open an address."""
        self._command("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression):
        """Return what an expression is in the page, when it has come if it is a promise."""
        source = f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))"
        asked = {"expression": source, "target": {"context": self._page}, "awaitPromise": True}
        answer = self._command("script.evaluate", **asked)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def wait_for(self, expression):
        """Wait until an expression is true in the page."""
        wait_until(lambda: self.evaluate(expression))

    def touch(self, selectors, ms):
        """Touch some elements at once, a finger each, for so long."""
        fingers = []
        for number, selector in enumerate(selectors):
            x, y = self.evaluate(MIDDLE.format(json.dumps(selector)))
            move = {"type": "pointerMove", "x": x, "y": y}
            steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pause", "duration": ms}]
            steps.append({"type": "pointerUp", "button": 0})
            finger = {"type": "pointer", "id": f"finger {number}", "parameters": {"pointerType": "touch"}}
            fingers.append({**finger, "actions": steps})
        self._command("input.performActions", context=self._page, actions=fingers)

    def kill(self):
        """Kill all of its processes at once, as a loss of power would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None
            self._socket.close()
