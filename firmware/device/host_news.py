"""What hosts and seats are sent without asking: boxes that come and go, calls, the heartbeat; what a host books."""

from micropython import const

from device.lazy_modules import load
from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Buzzer, Dialogue, HostCommands, Link, Message
    from device.seat_port import SeatPort

# A host that is refused again and again is told of so often.
_STRANGER_MS = const(10_000)


class HostNews:
    """Sends the hosts on all links what they do not ask for; `look` polls for what nobody signals."""

    def __init__(
        self,
        links: "list[Link]",
        ports: "tuple[SeatPort, ...]",
        dialogue: "Dialogue",
        commands: "HostCommands",
        buzzer: "Buzzer",
    ) -> None:
        self._commands = commands
        self._buzzer = buzzer
        self._in_hall = dialogue.displays.keeper.in_hall
        # How many commands of strangers the seats know of, and when they were told.
        self._strangers = 0
        self._told_at: "int | None" = None
        self._links = links
        self._ports = ports
        self._dialogue = dialogue
        self._here = [True] * 4
        self._calling: "list[int]" = []

    def say(self, *message: object) -> None:
        """Send a message to every host."""
        for link in self._links:
            link.say(*message)

    def conclude(self, number: int, answers: "list[Message]") -> None:
        """Send the outcome of a command that the seats were asked about to the host that gave it."""
        for link in self._links:
            link.conclude(number, answers)

    def heartbeat(self) -> None:
        """Send every host the number of the last event."""
        for link in self._links:
            link.heartbeat()

    def look(self) -> None:
        """Report seat boxes that were pulled or came back, and calls for the referee that began or ended."""
        for seat in SEATS:
            if self._ports[seat].here != self._here[seat]:
                self._tell_seat(seat)
        if self._dialogue.calling != self._calling:
            self._tell_calls()
        if self._dialogue.displays.keeper.in_hall != self._in_hall:
            self._tell_freedom()

    async def tell_seats(self) -> None:
        """Show the seats what hosts have recorded, and that a stranger was refused."""
        commands, dialogue = self._commands, self._dialogue
        while commands.booked:
            tell = await load("tell_booked")
            tell(dialogue, *commands.booked.pop(0))
            self._buzzer.play("desk")
        if commands.strangers != self._strangers:
            if self._told_at is None or dialogue.now.since(self._told_at) > _STRANGER_MS:
                self._told_at = dialogue.now.ms()
                dialogue.tell_all("unknown host refused")
                self._buzzer.play("refused")
            self._strangers = commands.strangers

    def _tell_freedom(self) -> None:
        """Greet hosts that this table has been freed for: one of them may give it the key of its hall."""
        self._in_hall = not self._in_hall
        if not self._in_hall:
            for link in self._links:
                link.hello()

    def _tell_seat(self, seat: int) -> None:
        self._here[seat] = not self._here[seat]
        self.say("seat", seat, self._here[seat])

    def _tell_calls(self) -> None:
        before, self._calling = self._calling, self._dialogue.calling[:]
        waited = self._dialogue.called_for_s()
        for seat in SEATS:
            calls = seat in self._calling
            if calls != (seat in before):
                self.say("call", seat, calls, 0 if calls else waited)
