"""Messages that all hosts get unasked: seat boxes that come and go, calls for the referee, the heartbeat."""

from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from device.input.seat_box_driver import SeatBox
    from device.parts import Dialogue, HostLink, Message


class HostNotifier:
    """Sends the hosts on all links the unasked messages; `report_seat_changes` polls what has no signal."""

    def __init__(self, links: "list[HostLink]", ports: "tuple[SeatBox, ...]", dialogue: "Dialogue") -> None:
        self.links = links
        self._ports = ports
        self._dialogue = dialogue
        self._here = [True] * 4
        self._calling: "list[int]" = []
        for link in links:
            link.standing = self.standing

    def send(self, *message: object) -> None:
        """Send a message to every host."""
        for link in self.links:
            link.send(*message)

    def send_outcome(self, number: int, answers: "list[Message]") -> None:
        """Send the outcome of a command that the seats were asked about to the host that gave it."""
        for link in self.links:
            link.send_outcome(number, answers)

    def greet(self) -> None:
        """Say hello to every host: this table was freed from its hall, and one of them may give it another key."""
        for link in self.links:
            link.hello()

    def heartbeat(self) -> None:
        """Send every host the number of the last event."""
        for link in self.links:
            link.heartbeat()

    def standing(self) -> "list[Message]":
        """Return of each seat whether its box is there, and whether it calls the referee and for how long."""
        messages: "list[Message]" = []
        for seat in SEATS:
            calls = seat in self._dialogue.calling
            messages.append(["seat", seat, self._ports[seat].here])
            messages.append(["call", seat, calls, self._dialogue.referee_call_age_s(seat) if calls else 0])
        return messages

    def report_seat_changes(self) -> None:
        """Tell every host what stands when a seat box was pulled or came back, or a call began or ended."""
        changed = self._dialogue.calling != self._calling
        for seat in SEATS:
            if self._ports[seat].here != self._here[seat]:
                self._here[seat] = not self._here[seat]
                changed = True
        if changed:
            self._calling = self._dialogue.calling[:]
            for link in self.links:
                link.send_seat_states()
