"""Scores a declared hand inside a win by the table's state, and replaces it by han and fu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.scoring.evaluate import score
from tenbo.scoring.hand_field_values import wind_number
from tenbo.scoring.ignored_declarations import ignored_declarations
from tenbo.scoring.json_records import FIELDS_OF_PAO, hand_of_record, parse_two_liable
from tenbo.scoring.liable_payments import check_two_liable, liable_yakuman_count
from tenbo.validation.error_paths import errors_within
from tenbo.validation.suggestions import quote_value, refuse_unknown_fields
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import require_seat
from tenbo_core.seats import WIND_LETTERS, wind_of
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.scoring.result import Result
    from tenbo_core.table import Table

Record = dict[str, Any]


def with_scored_hands(table: Table, win: Any, at: str) -> Any:
    """Return a win with its declared hand replaced by its value at this table.

    Seat, round, `by` and riichi may be left out of the declaration; what is said must be so.
    Counters and sticks are always the table's.

    >>> from tenbo_core.books import load
    >>> from tenbo_core.table import Table
    >>> from tenbo.rulebooks import load
    >>> hand = {"hand": "234567m345p678s9s", "win": "9s"}
    >>> with_scored_hands(Table(load("ema-2016").rules), {"seat": 1, "declared": hand}, "wins[0]")
    {'seat': 1, 'from': 1, 'han': 1, 'fu': 30}
    """
    if not isinstance(win, dict) or win.get("declared") is None:
        return win
    return score_win(table, win, at)[0]


def score_win(table: Table, win: Record, at: str) -> tuple[Record, Result, list[str]]:
    """Return the win with its hand scored, the result, and the declarations that the book ignored."""
    declared = win["declared"]
    if not isinstance(declared, dict):
        raise Malformed("bad_field", "declared must be an object with the hand", f"{at}.declared")
    if win.get("seat") is None:
        raise Malformed("missing_field", f"{at} needs the field seat", f"{at}.seat")
    for name in ("han", "fu", "yakuman"):
        if win.get(name):
            text = f"give the declared hand or its {name}, not both"
            raise Malformed("contradiction", text, f"{at}.{name}")
    seat = require_seat(f"{at}.seat", win["seat"])
    source = seat if win.get("from") is None else require_seat(f"{at}.from", win["from"])
    pao = None if win.get("pao") is None else require_seat(f"{at}.pao", win["pao"])
    check_three_player_seats(table, {"seat": seat, "from": source, "pao": pao}, at)
    with errors_within(f"{at}.declared"):
        hand, liable = _complete_declaration(table, declared, seat, source, pao)
        other = _other_liable(table, declared, win, at)
        read = hand_of_record(hand)
        result = score(read, table.rules)
    given: Record = {"seat": seat, "from": source, **_win_value(result)}
    if liable is not None:
        given["pao"] = liable
        if other is not None:
            check_two_liable(read, result, table.rules, f"{at}.pao")
            given["pao_other"] = other
        if table.rules.pao_share == "part":
            given["pao_yakuman"] = liable_yakuman_count(read, result, table.rules)
    return given, result, ignored_declarations(read, table.rules)


def check_three_player_seats(table: Table, seats: dict[str, int | None], at: str) -> None:
    """Refuse the fourth seat where three play."""
    for name, seat in seats.items():
        if seat is not None and seat >= table.rules.players:
            raise Malformed(
                "bad_seat",
                sentence(
                    "seat_of_three_declared",
                    "{owner}.{name}: a seat must be 0 to 2, not {seat}",
                    owner=at,
                    name=name,
                    seat=seat,
                ),
                f"{at}.{name}",
            )


def _other_liable(table: Table, declared: Record, win: Record, at: str) -> int | None:
    """Return the seat that is liable for the four kans beside another liable one, as the hand or the win says."""
    other = None if win.get("pao_other") is None else require_seat(f"{at}.pao_other", win["pao_other"])
    if isinstance(declared.get("pao"), list):
        wind = wind_number(parse_two_liable(declared["pao"], "seat_wind", "pao")[1]["seat_wind"], "pao.seat_wind")
        named = _seat_of_wind(table, wind, "pao.seat_wind")
        if other not in (None, named):
            raise Malformed(
                "contradiction",
                sentence(
                    "liable_seats_differ",
                    "seat {other} is named as liable in the win, but seat {named} in the hand",
                    other=other,
                    named=named,
                ),
                "pao",
            )
        return named
    return other


def _seat_of_wind(table: Table, wind: int, at: str) -> int:
    if wind >= table.rules.players:
        raise Malformed("bad_seat", sentence("north_of_four_players", "there is no North with three players"), at)
    return (wind + table.dealer) % table.rules.players


def _complete_declaration(
    table: Table, declared: Record, seat: int, source: int, pao: int | None
) -> tuple[Record, int | None]:
    """Return the declaration completed by the table's state, and the liable seat."""
    wind = WIND_LETTERS[wind_of(seat, table.dealer, table.rules.players)]
    by = "tsumo" if seat == source else "ron"
    hand = dict(declared)
    for name, here in (("rules", table.rules.book), ("seat", wind), ("round", WIND_LETTERS[table.round]), ("by", by)):
        stated = hand.pop(name, None)
        if name in ("seat", "round") and isinstance(stated, str):
            stated = stated.upper()
        if stated is not None and stated != here:
            typed = stated if isinstance(stated, str) else quote_value(stated)
            raise Malformed(
                "contradiction",
                sentence(
                    "differs_from_table",
                    "the field {name} must be {here} for this win, not {typed}",
                    name=name,
                    here=here,
                    typed=typed,
                ),
                name,
            )
        if name != "rules":
            hand[name] = here
    if hand.pop("set", None):
        raise Malformed(
            "contradiction", "a declared hand cannot change the rules: they are set at the start of the game", "set"
        )
    _set_riichi(table, hand, seat)
    hand["honba"], hand["sticks"] = table.honba, table.sticks
    liable = _liable_seat(table, hand, seat, source, pao)
    return hand, liable


def _set_riichi(table: Table, hand: Record, seat: int) -> None:
    in_riichi = seat in table.riichi
    stated = hand.get("riichi")
    if stated is None:
        hand["riichi"] = 1 if in_riichi else 0
    elif isinstance(stated, int) and bool(stated) != in_riichi:
        text = (
            sentence("seat_is_in_riichi_here", "this player has declared riichi at the table")
            if in_riichi
            else sentence("seat_is_not_in_riichi_here", "this player has not declared riichi at the table")
        )
        raise Malformed("contradiction", text, "riichi")


def _liable_seat(table: Table, hand: Record, seat: int, source: int, pao: int | None) -> int | None:
    """Return the liable seat; raise if the declaration and the win name different ones."""
    stated = hand.pop("pao", None)
    if isinstance(stated, list):
        stated = {
            name: value for name, value in parse_two_liable(stated, "seat_wind", "pao")[0].items() if name != "yaku"
        }
    if stated is not None:
        if not isinstance(stated, dict) or stated.get("seat_wind") is None:
            raise Malformed("bad_field", "pao must be an object with seat_wind, one of E, S, W, N", "pao")
        refuse_unknown_fields(stated, FIELDS_OF_PAO, "pao.")
        named = _seat_of_wind(table, wind_number(stated["seat_wind"], "pao.seat_wind"), "pao.seat_wind")
        if pao is not None and pao != named:
            raise Malformed(
                "contradiction",
                sentence(
                    "liable_wind_differs",
                    "seat {pao} is named as liable in the win, but seat wind {seat_wind} in the hand",
                    pao=pao,
                    seat_wind=stated["seat_wind"],
                ),
                "pao",
            )
        pao = named
    if pao is None:
        return None
    if pao == seat:
        raise Malformed(
            "contradiction",
            sentence("winner_liable_for_own_hand", "winners cannot be liable for their own hand"),
            "pao",
        )
    hand["pao"] = {"seat_wind": WIND_LETTERS[wind_of(pao, table.dealer, table.rules.players)]}
    if seat != source:
        discarder = WIND_LETTERS[wind_of(source, table.dealer, table.rules.players)]
        from_ = None if stated is None else stated.get("from")
        if from_ is not None and WIND_LETTERS[wind_number(from_, "pao.from")] != discarder:
            raise Malformed(
                "contradiction",
                sentence("discarder_differs", "the discarder is {discarder} at this table", discarder=discarder),
                "pao.from",
            )
        hand["pao"]["from"] = discarder
    return pao


def _win_value(result: Result) -> Record:
    """Return the value of a scored hand as the fields of a win."""
    if result.yakuman and not result.is_counted:
        return {"yakuman": result.yakuman}
    return {"han": result.han, "fu": result.fu} if result.fu else {"han": result.han}
