"""A network between a desk and a host that is slow, stalls, cuts connections, or is not there, as a test wants it."""

from __future__ import annotations

import contextlib
import queue
import random
import socket
import threading
import time

CHUNK = 65536
# Who does not answer for so long is not there.
CONNECT_S = 10
# As the programs themselves notice it that are joined here (host/tenbo/store/postgres/connection.py).
GONE = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}


class BadNetwork:
    """Forwards connections to a host; each piece is some chance time on its way, and now and then one stalls or breaks.

    Many pieces are on their way at once, and none overtakes another. The host sees from where each was connected.
    """

    def __init__(self, seed=1, port=0):
        self.target = None
        self.delay_s = (0.0, 0.0)
        # One piece in so many breaks its connection; 0 never.
        self.breaks = 0
        # One piece in so many waits so long, and all behind it with it, as where much is sent again; 0 never.
        self.stalls = 0
        self.stall_s = (1.0, 4.0)
        self._chance = random.Random(seed)
        self._cut = False
        self._open = set()
        self._lock = threading.Lock()
        self._wait = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", port))
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
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near):
        try:
            source = (near.getpeername()[0], 0)
            far = None if self._cut else socket.create_connection(self.target, CONNECT_S, source_address=source)
        except OSError:
            far = None
        if far is None:
            near.close()
            return
        far.settimeout(None)
        # Anyone who is behind us can notice only by us that the other end has gone without a word.
        far.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in GONE.items():
            far.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        with self._lock:
            self._open |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one, other):
        """Take what comes, until it breaks; another thread delivers it when its time has come."""
        under_way = queue.SimpleQueue()
        threading.Thread(target=self._deliver, args=(under_way, one, other), daemon=True).start()
        due = 0.0
        with contextlib.suppress(OSError):
            while data := one.recv(CHUNK):
                with self._lock:
                    stalls = self.stalls and self._chance.randrange(self.stalls) == 0
                    waits = self._chance.uniform(*(self.stall_s if stalls else self.delay_s))
                    breaks = self.breaks and self._chance.randrange(self.breaks) == 0
                due = max(due, time.monotonic() + waits)
                under_way.put((due, b"" if breaks else data))
                if breaks:
                    return
        under_way.put((due, b""))

    def _deliver(self, under_way, one, other):
        """Send each piece when it is due; an empty one ends both connections."""
        with contextlib.suppress(OSError):
            while True:
                due, data = under_way.get()
                self._wait.wait(max(0.0, due - time.monotonic()))
                if not data:
                    break
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        with self._lock:
            self._open -= {one, other}
