"""Settle a declared hand: read it, score it as the table stands, show what it moves, propose it to the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.game.declared import scored
from tenbo.scoring.records import result_record
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.events import DESK, make
from tenbo_core.seats import SEATS, WIND_LETTERS, wind_of
from tenbo_core.table import PLAYING

if TYPE_CHECKING:
    from tenbo.hall.hall import Hall
    from tenbo.line.requests import Request
    from tenbo_core.table import Table

Record = dict[str, Any]

FLAGS = ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn", "open_riichi", "sorted_in")
NEEDS_RIICHI = ("riichi", "open_riichi", "ippatsu", "ura")
# What somebody may want to say although the table knows it.
TABLES_OWN = ("riichi", "honba", "sticks", "seat", "round")


def win_of(text: str, table: Table) -> Record:
    """Read a win in words: who (and from whom), the tiles, the winning tile, and what else there was.

    The seat is a wind of this hand or a number, `S<W` a ron of South on West's discard, `S` alone a tsumo.

    >>> from tenbo_core.books import load
    >>> from tenbo_core.table import Table
    >>> win_of("S<W 234567m345p678s9s 9s ippatsu dora=3p1z", Table(load("ema-2016")))["declared"]
    {'hand': '234567m345p678s9s', 'win': '9s', 'ippatsu': True, 'dora': ['3p', '1z']}
    """
    words = text.split()
    if len(words) < 3:
        message = 'say who, the tiles and the winning tile, such as "S<W 234567m345p678s9s 9s"'
        raise Malformed("missing_field", message, "hand")
    who, _, source = words[0].partition("<")
    declared: Record = {"hand": words[1], "win": words[2]}
    win: Record = {"seat": _seat(who, table), "declared": declared}
    if source:
        win["from"] = _seat(source, table)
    for word in words[3:]:
        name, _, value = word.partition("=")
        if name in FLAGS and not value:
            declared[name] = True
        elif name == "double_riichi" and not value:
            declared["riichi"] = 2
        elif name in ("dora", "ura") and value:
            declared[name] = _tiles(value)
        elif name == "meld" and value:
            declared.setdefault("melds", []).append(value.replace(":", " "))
        elif name == "pao" and value:
            win["pao"] = _seat(value, table)
        else:
            known = ", ".join([*FLAGS, "double_riichi", "dora=TILES", "ura=TILES", "meld=pon:555z", "pao=SEAT"])
            own = "; riichi, winds, counters and sticks are the table's own" if name in TABLES_OWN else ""
            raise Malformed("bad_field", f"{word!r} says nothing here{own}; there are {known}", "hand")
    return win


def _seat(word: str, table: Table) -> int:
    if word.upper() in tuple(WIND_LETTERS):
        return (WIND_LETTERS.index(word.upper()) + table.dealer) % 4
    if word.isascii() and word.isdigit() and int(word) in SEATS:
        return int(word)
    raise Malformed("bad_seat", f"{word!r} is no seat: write a wind, E S W N, or a number from 0 to 3", "seat")


def _tiles(text: str) -> list[str]:
    from tenbo.scoring.records import indicators_in  # noqa: PLC0415 - needed only here

    return list(indicators_in(text))


def settle(hall: Hall, number: int, wins: list[Record]) -> Record:
    """Return what declared wins are worth at a table now, and what they would move, without changing anything."""
    table = hall.table_now(number)
    if table.phase != PLAYING:
        message = f"no hand is running at table {number}: a win needs one, which the dice begin"
        raise Refused("not_allowed_now", message, "table")
    if not wins:
        raise Malformed("missing_field", "no hand is given", "wins")
    given, hands = [], []
    for place, win in enumerate(wins):
        if not isinstance(win, dict) or not isinstance(win.get("declared"), dict):
            raise Malformed("missing_field", "a win needs its declared hand", f"wins[{place}].declared")
        fields, result = _scored(table, win, f"wins[{place}]")
        given.append(fields)
        hands.append({"seat": fields["seat"], "wind": WIND_LETTERS[wind_of(fields["seat"], table.dealer)],
                      "from": fields["from"], **result_record(result)})  # fmt: skip
    ledger = hall.fleet.at(number).follower.ledger
    event = make(ledger.next, "win", DESK, 0, {"wins": given})
    after = ledger.preview(event)
    return {
        "table": number,
        "hands": hands,
        "wins": given,
        "deltas": [after.scores[seat] - table.scores[seat] for seat in SEATS],
        "scores": after.scores,
        "fields": event.plain()[4:],
    }


def _scored(table: Table, win: Record, at: str) -> tuple[Record, Any]:
    """Score a win; where it wants a riichi that nobody has declared, say who has to press."""
    try:
        return scored(table, win, at)
    except TenboError as error:
        seat = win.get("seat")
        if seat in SEATS and seat not in table.riichi and any(win["declared"].get(name) for name in NEEDS_RIICHI):
            wind = WIND_LETTERS[wind_of(seat, table.dealer)]
            error.message += f"; {wind} (seat {seat}) has not pressed RIICHI at the table"
        raise


def propose(hall: Hall, number: int, settled: Record) -> Request:
    """Show a settled win at the seats; the answer comes when they have agreed or not."""
    return hall.fleet.at(number).begin("propose", "win", DESK, *settled["fields"])


def outcome(hall: Hall, number: int, request: Request) -> Record:
    """Wait for the seats and give how it ended."""
    try:
        hall.fleet.at(number).finish(request)
    except TenboError as error:
        return {"agreed": False, "why": error.message}
    return {"agreed": True, "last": request.ended[2] if request.ended else None}
