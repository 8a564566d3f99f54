"""Messages that all hosts get unasked: seat boxes that come and go, calls for the referee, the heartbeat."""

from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Dialogue, HostLink, Message
    from device.seat_box import SeatBox


class HostNotifier:
    """Sends the hosts on all links the unasked messages; `report_changes` polls for changes that have no signal."""

    def __init__(self, links: "list[HostLink]", ports: "tuple[SeatBox, ...]", dialogue: "Dialogue") -> None:
        self._links = links
        self._ports = ports
        self._dialogue = dialogue
        self._here = [True] * 4
        self._calling: "list[int]" = []

    def send(self, *message: object) -> None:
        """Send a message to every host."""
        for link in self._links:
            link.send(*message)

    def send_outcome(self, number: int, answers: "list[Message]") -> None:
        """Send the outcome of a command that the seats were asked about to the host that gave it."""
        for link in self._links:
            link.send_outcome(number, answers)

    def greet(self) -> None:
        """Say hello to every host: this table was freed from its hall, and one of them may give it another key."""
        for link in self._links:
            link.hello()

    def heartbeat(self) -> None:
        """Send every host the number of the last event."""
        for link in self._links:
            link.heartbeat()

    def report_changes(self) -> None:
        """Report seat boxes that were pulled or came back, and calls for the referee that began or ended."""
        for seat in SEATS:
            if self._ports[seat].here != self._here[seat]:
                self._send_seat(seat)
        if self._dialogue.calling != self._calling:
            self._send_calls()

    def _send_seat(self, seat: int) -> None:
        self._here[seat] = not self._here[seat]
        self.send("seat", seat, self._here[seat])

    def _send_calls(self) -> None:
        before, self._calling = self._calling, self._dialogue.calling[:]
        waited = self._dialogue.call_age_s()
        for seat in SEATS:
            calls = seat in self._calling
            if calls != (seat in before):
                self.send("call", seat, calls, 0 if calls else waited)
