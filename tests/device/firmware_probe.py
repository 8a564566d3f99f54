"""A simulated table whose firmware is a probe: it evaluates what it is sent, so that its parts can be asked."""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.simulator import VirtualTable

if TYPE_CHECKING:
    pass

PROBE = Path(__file__).parent / "probe"


class Probe:
    """A simulated table whose firmware evaluates what it is sent."""

    def __init__(self, **settings: Any) -> None:
        self.table = VirtualTable(frozen=True, firmware=PROBE, boot_ms=250, **settings)

    def send(self, line: str) -> None:
        self.table.send_order(f"uart {line.encode().hex()}0a")

    def ask(self, line: str) -> Any:
        self.send(line)
        answer = b""
        while not answer.endswith(b"\n"):
            part = self.table.service.read(20_000)
            assert part, f"no answer to {line}: {self.table.stderr()}"
            answer += part
        text = answer.decode().strip()
        try:
            return literal_eval(text)
        except (SyntaxError, ValueError):
            return text  # an object without a literal

    def run(self, program: str) -> None:
        """Carry out several lines."""
        self.ask(f"exec({program!r})")
