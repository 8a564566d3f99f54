"""A network between a desk and a host that is slow, cuts connections, or is not there, as a test wants it."""

from __future__ import annotations

import contextlib
import random
import socket
import threading

CHUNK = 65536


class BadNetwork:
    """Forwards connections to a host; each piece waits for some chance time, and now and then a connection breaks."""

    def __init__(self, seed=1):
        self.target = None
        self.delay_s = (0.0, 0.0)
        # One piece in so many breaks its connection; 0 never.
        self.breaks = 0
        self._chance = random.Random(seed)
        self._cut = False
        self._open = set()
        self._lock = threading.Lock()
        self._wait = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = "{}:{}".format(*self._socket.getsockname())
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        """End, and break every connection."""
        self._wait.set()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self.cut()

    def cut(self):
        """Break every connection, and take no more."""
        self._cut = True
        with self._lock:
            ends, self._open = self._open, set()
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def mend(self):
        """Take connections again."""
        self._cut = False

    def _accept(self):
        while True:
            try:
                near, _ = self._socket.accept()
            except OSError:
                return
            try:
                far = None if self._cut else socket.create_connection(self.target)
            except OSError:
                far = None
            if far is None:
                near.close()
                continue
            with self._lock:
                self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(CHUNK):
                with self._lock:
                    waits = self._chance.uniform(*self.delay_s)
                    breaks = self.breaks and self._chance.randrange(self.breaks) == 0
                if waits:
                    self._wait.wait(waits)
                if breaks:
                    break
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        with self._lock:
            self._open -= {one, other}
