"""The serial line to one table: an open port, which one thread reads and any thread writes."""

from __future__ import annotations

import errno
import os
import select
import time

import serial

from tenbo.devices.link import MOST_BYTES, READ_TIMEOUT_S, WRITE_TIMEOUT_S, DeviceLink
from tenbo_core.errors import LinkFault
from tenbo_core.sentences import sentence

# USB serial has no baud rate; pyserial wants a number.
BAUD = 115200


class SerialLink(DeviceLink):
    """An open port."""

    def __init__(self, port: str) -> None:
        super().__init__(port)
        try:
            self._serial = serial.serial_for_url(
                port, BAUD, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except (serial.SerialException, OSError, ValueError) as error:
            raise port_open_fault(port, error) from error
        self._closed = False
        # pyserial waits with select, which knows no file above number 1023: a hall has more.
        # For what is no port of the system it waits by itself: socket://, where there are no pseudo terminals.
        own = hasattr(select, "poll") and isinstance(self._serial, serial.Serial)
        self._fd: int | None = self._serial.fileno() if own else None
        # The poll object: waits for bytes to read, and for the bell that another thread rings.
        self._news = None if self._fd is None else _make_poll(self._fd, self._serial.pipe_abort_read_r)

    def _receive(self, timeout_s: float) -> bytes:
        try:
            if self._fd is None or self._news is None:
                return self._read_some()
            return self._poll_some(self._fd, self._news, timeout_s)
        except (serial.SerialException, OSError, TypeError) as error:
            # TypeError: pyserial reads from a port that another thread has closed.
            raise LinkFault(
                "line_broken", sentence("port_gone", "{port} is gone: {error}", port=self.port, error=error), "port"
            ) from error

    def _read_some(self) -> bytes:
        data: bytes = self._serial.read(1)
        if data:
            data += self._serial.read(min(self._serial.in_waiting, MOST_BYTES))
        return data

    def wake(self) -> None:
        """Have the thread that reads return at once; called from another one."""
        with self._sending:
            if not self._closed and hasattr(self._serial, "cancel_read"):
                self._serial.cancel_read()

    def _poll_some(self, fd: int, news: select.poll, timeout_s: float) -> bytes:
        ready = dict(news.poll(1000 * timeout_s))
        bell = self._serial.pipe_abort_read_r
        if bell in ready:
            os.read(bell, 1000)
        if not _is_ready(ready.get(fd, 0), select.POLLIN):
            return b""
        try:
            data = os.read(fd, MOST_BYTES)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.EIO, "the cable was pulled")
        return data

    def _transmit(self, data: bytes) -> None:
        try:
            # The number of a closed file may belong to another one by now.
            if self._closed:
                raise OSError(errno.EBADF, "it was closed")
            if self._fd is None:
                self._serial.write(data)
            else:
                _write_all(self._fd, data)
        except (serial.SerialException, OSError, TypeError) as error:
            raise LinkFault(
                "line_broken", sentence("port_gone", "{port} is gone: {error}", port=self.port, error=error), "port"
            ) from error

    def close(self) -> None:
        """Close the port."""
        with self._sending:
            self._closed = True
            carrier = getattr(self._serial, "_socket", None)
            self._serial.close()
            if carrier is not None:
                # pyserial leaves the socket of socket:// open where its other end is gone.
                carrier.close()


def _make_poll(fd: int, bell: int | None) -> select.poll:
    """Return a poll object that waits until a file can be read or the bell is rung."""
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    if bell is not None:
        poll.register(bell, select.POLLIN)
    return poll


def _is_ready(ready: int, wanted: int) -> bool:
    """Return whether a file can be read or written, as a poll has said; a port that is gone raises."""
    if ready and not ready & wanted:
        raise OSError(errno.EIO, "the cable was pulled")
    return bool(ready)


def _write_all(fd: int, data: bytes) -> None:
    deadline = time.monotonic() + WRITE_TIMEOUT_S
    while data:
        try:
            data = data[os.write(fd, data) :]
        except BlockingIOError:
            # A line takes nearly all at once, so it is waited for only when it does not.
            poll = select.poll()
            poll.register(fd, select.POLLOUT)
            ready = dict(poll.poll(1000 * max(0.0, deadline - time.monotonic())))
            if not _is_ready(ready.get(fd, 0), select.POLLOUT):
                raise OSError(errno.ETIMEDOUT, "it no longer accepts data") from None


def port_open_fault(port: str, error: BaseException) -> LinkFault:
    """Return why a port could not be opened, as one sentence with the remedy.

    >>> fault = port_open_fault("COM3", OSError(errno.ENOENT, "no such file"))
    >>> fault.code, fault.message
    ('no_port', 'there is no port COM3: plug the table in, or name another port')
    """
    number = getattr(error, "errno", None)
    text = str(error)
    if (
        "exclusively lock" in text
        or number in (errno.EBUSY, errno.EAGAIN)
        or ("PermissionError" in text and "COM" in text)
    ):
        advice = sentence(
            "port_in_use",
            "{port} is in use: close the program that is using it (another tenbo run, a terminal, mpremote, Thonny)",
            port=port,
        )
        return LinkFault("port_busy", advice, "port")
    if number in (errno.EACCES, errno.EPERM):
        advice = sentence(
            "port_forbidden",
            "you do not have permission to use {port}: see which permission is missing (tenbo doctor)",
            port=port,
        )
        return LinkFault("no_permission", advice, "port")
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "FileNotFoundError" in text:
        return LinkFault(
            "no_port",
            sentence("no_such_port", "there is no port {port}: plug the table in, or name another port", port=port),
            "port",
        )
    if number == errno.EISDIR:
        text = "it is a folder"
    elif number == errno.ENOTTY or "ioctl" in text:
        text = "it is a file"
    return LinkFault(
        "no_port",
        sentence(
            "port_not_opened", "{port} cannot be opened ({text}): check that it is a serial port", port=port, text=text
        ),
        "port",
    )
