"""The types that the annotations of the device name; only the type checker reads this file.

A module of the device imports from here under `if False:`, which both compilers drop: a name in an annotation loads no
module and takes no memory.
"""

from collections.abc import Awaitable, Coroutine
from collections.abc import Callable as Callable
from collections.abc import Iterable as Iterable
from collections.abc import Iterator as Iterator
from typing import Any as Any
from typing import Protocol, TypeAlias

from machine import I2C as I2C
from machine import UART as UART
from machine import Pin as Pin
from rp2 import Flash as Flash

from device.app import App as App
from device.board import Board as Board
from device.board import Piezo as Piezo
from device.board import SeatBusPins as SeatBusPins
from device.flows.agreement import PlannedEvent as PlannedEvent
from device.flows.background import Background as Background
from device.flows.dialogue import Dialogue as Dialogue
from device.flows.idle_buttons import IdleButtonHandler as IdleButtonHandler
from device.host.host_commands import HostCommands as HostCommands
from device.host.host_notifier import HostNotifier as HostNotifier
from device.host.ledger_takeover import LedgerReceiver as LedgerReceiver
from device.host.link import HostLink as HostLink
from device.input.bus_power_cycle import StuckBusReset as StuckBusReset
from device.input.buttons import Buttons as Buttons
from device.outputs.brightness import Dimming as Dimming
from device.outputs.buzzer import Buzzer as Buzzer
from device.outputs.displays import Displays as Displays
from device.outputs.lights import Lights as Lights
from device.outputs.seat_display import SeatDisplay as SeatDisplay
from device.outputs.views import ScoreView as ScoreView
from device.outputs.views import TextView as TextView
from device.runtime.task_watchdog import TaskWatchdog as TaskWatchdog
from device.runtime.ticks import DeviceClock as DeviceClock
from device.storage.journal import Journal as Journal
from device.storage.ledger_writer import LedgerWriter as LedgerWriter
from device.storage.log_block import AppendBlock as AppendBlock
from device.storage.session_clock_log import SessionClockLog as SessionClockLog
from device.storage.settings import Settings as Settings
from device.text.display_frame import DisplayFrame as DisplayFrame
from device.text.language import SeatLanguages as SeatLanguages
from tenbo_core.clock import SecondCounter as SecondCounter
from tenbo_core.declared_win import Win as Win
from tenbo_core.events import Event as Event
from tenbo_core.required_wins import PlaceNeed as PlaceNeed
from tenbo_core.table import Table as Table

# What a function of `lazy_function_table.LAZY` is to the caller of its name.
AnyFunction: TypeAlias = Callable[..., Any]

# Of the first events of a game: the number of the first and how many, the checksum of its files up to their end, the
# place of that, and those of each page.
Known: TypeAlias = tuple[int, int, int, int, list[int]]
# The labels above OK, UP, DOWN and BACK.
Keys: TypeAlias = tuple[str, str, str, str]

View: TypeAlias = ScoreView | TextView

# The fields of a question that is not about an event, and the seats that it asks.
Question: TypeAlias = tuple[list[tuple[str, object]], list[int]]

# What a task calls in every turn of its loop: the watchdog sees that it is alive.
Beat: TypeAlias = Callable[[], None]
Task: TypeAlias = Callable[[Beat], Coroutine[Any, Any, None]]
Work: TypeAlias = Awaitable[None]
# Does the work of a task, and notes when it fails.
Guard: TypeAlias = Callable[[Work], Coroutine[Any, Any, None]]

# So many bytes that nobody can foretell.
Entropy: TypeAlias = Callable[[int], bytes]

# Called between two steps of which each may keep the processor for long.
Between: TypeAlias = Callable[[], None]

# Long work, of which each step takes a few milliseconds.
Job: TypeAlias = Iterator[object]

# Sends the colours of all pixels.
SendPixels: TypeAlias = Callable[[bytes | bytearray], None]

Events: TypeAlias = Iterator[Event]

# A message of the line after `messages.check`, and fields of an event: each value is of the kind its table says.
Message: TypeAlias = list[Any]
Fields: TypeAlias = dict[str, Any]

# A button event: the place, the button, and whether it was pressed, held, released or is stuck.
ButtonEvent: TypeAlias = tuple[int, int, int]
# Takes a button event beside the open dialogue, and returns whether it has.
Aside: TypeAlias = Callable[[int, int, int], bool]

# For a seat: the title of a question; and why it cannot say that it has won too, None if it can.
TextForSeat: TypeAlias = Callable[[int], str]
NoteForSeat: TypeAlias = Callable[[int], str | None]

# An entry of the menu behind BACK, and one of the set-up menu.
MenuEntry: TypeAlias = tuple[str, Callable[[Dialogue, LedgerWriter, int, str], Awaitable[str | None]], str]
SetupEntry: TypeAlias = tuple[str, Callable[[Dialogue, LedgerWriter, Settings, int], Awaitable[None]]]

class Port(Protocol):
    """A line to the outside: the USB port or the service UART."""

    # Whether only the other end can be on the line.
    is_cable: bool

    def read_byte(self) -> int: ...
    def write(self, line: bytes, /) -> int: ...

class Watchdog(Protocol):
    """What restarts the table unless it is fed."""

    def feed(self) -> None: ...
