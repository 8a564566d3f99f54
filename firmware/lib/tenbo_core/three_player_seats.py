"""The seats of a game of three players: an event that names a fourth is refused."""

from tenbo_core.errors import Malformed
from tenbo_core.events import Event, fields_of

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any


def refuse_fourth_seat(event: Event) -> None:
    """Refuse an event that names seat 3."""
    for (name, kind), value in zip(fields_of(event.kind), event.args):
        if kind[:4] == "seat":
            _check(name, value if isinstance(value, list) else [value])
        elif kind == "wins":
            for place, win in enumerate(value):
                for field, called in (("seat", "seat"), ("source", "from"), ("pao", "pao"), ("pao_other", "pao_other")):
                    _check(f"{name}[{place}].{called}", [getattr(win, field)])


def _check(name: str, seats: "list[Any]") -> None:
    for seat in seats:
        if seat is not None and seat > 2:
            raise Malformed("bad_seat", f"{name}: a seat must be 0 to 2, not {seat}", name)
