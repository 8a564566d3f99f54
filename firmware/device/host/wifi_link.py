"""The link of a table without a cable: over Wi-Fi while no host of its hall is on USB."""

from micropython import const

from device.host.link import HostLink
from device.host.wifi_port import WifiPort
from tenbo_core.seats import SEATS
from tenbo_core.wire import MessageReader

if False:  # for the type checker alone, and gone when compiled
    from device.parts import App

# The seats are told after this time without a host, and then every half minute.
_ALONE_MS, _AGAIN_MS = const(120_000), const(30_000)
# Each time for so long: over when the next one comes.
_NOTE_MS = const(29_000)


def add_link(app: "App", name: str, password: str, address: "tuple[str, int]") -> None:
    """Add a link to a table over its hall's Wi-Fi, beside USB port and service UART."""
    port = WifiPort(name, password, address, app.now, app.board.entropy)
    app.links.append(WifiLink(port, app))
    app.host_commands.figures.append(("signal", port.signal))


class WifiLink(HostLink):
    """The connection to a host and the host behind it."""

    port: WifiPort

    def __init__(self, port: WifiPort, app: "App") -> None:
        HostLink.__init__(self, port, app.host_commands, app.keeper, app.now)
        self._links, self._displays = app.links, app.displays
        self._connection = 0
        # When the seats were told last, and how many half minutes there was no host then.
        self._told_at, self._alone = app.now.ms(), 0

    def run_once(self) -> bool:
        """Read and write a little, and return whether there may be more; dial or hang up before, if it is due."""
        port = self.port
        port.step(self._is_wanted(), _ALONE_MS if self.heard_at is None else self.now.since(self.heard_at))
        if port.connection != self._connection:
            self._begin()
        busy = HostLink.run_once(self)
        self._flush()
        self._tell_alone()
        return busy

    def carry_out(self) -> None:
        """Carry out a command, and send its answer: the table may restart by it."""
        HostLink.carry_out(self)
        self._flush()

    def _flush(self) -> None:
        """Send what was written, to a host that is there."""
        if self.host_here:
            self.port.flush()

    def _is_wanted(self) -> bool:
        """Return whether to be connected: a host of the hall on USB comes first, once all is said to the other."""
        usb = self._links[0]
        return not (usb.proved and usb.host_here) or bool(self.waiting or self._queue or self._rest)

    def _begin(self) -> None:
        """Forget the host of the last connection: another one may be at the end of this one."""
        self._connection = self.port.connection
        unsealed = self.reader.unsealed
        self.reader = MessageReader()
        self.reader.unsealed = unsealed
        self.challenge = self.session = self.heard_at = None
        self.proved = False
        self._queue = []
        self._rest = b""

    def _tell_alone(self) -> None:
        """Tell the seats when no host has been here for minutes: they play on, and the desk does not see it."""
        now = self.now
        for link in self._links:
            if link.host_here:
                self._told_at, self._alone = now.ms(), 0
                return
        if now.since(self._told_at) < (_AGAIN_MS if self._alone else _ALONE_MS):
            return
        self._told_at = now.ms()
        self._alone += 1 if self._alone else _ALONE_MS // _AGAIN_MS
        displays = self._displays
        for seat in SEATS:
            if displays.shows_score(seat) and not displays.note_of(seat):
                text = displays.words.localize(seat, "no host for {} min", self._alone // 2)
                displays.show_note(seat, text, _NOTE_MS)
