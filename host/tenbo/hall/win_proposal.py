"""Declared wins: parses a hand, scores it in the table's state, previews the payments and proposes it to the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.devices.station import full_rules
from tenbo.game.declared_hand_scoring import score_win
from tenbo.scoring.json_records import result_record
from tenbo.scoring.tile_parser import parse_tile
from tenbo.scoring.tiles import KIND, NAMES
from tenbo.scoring.typed_hand import parse_declared_hand
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core import fold
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.events import DESK, make
from tenbo_core.seats import SEATS, WIND_LETTERS, wind_of
from tenbo_core.sentences import join_sentences, sentence
from tenbo_core.table import PLAYING

if TYPE_CHECKING:
    from tenbo.devices.pending_commands import PendingCommand
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo_core.table import Table

Json = dict[str, Any]

NEEDS_RIICHI = ("riichi", "open_riichi", "ippatsu", "ura")


def parse_win(text: str, table: Table) -> Json:
    """Parse a win in words: the winner (and discarder), the tiles, the winning tile, and other conditions.

    The seat is a wind of this hand or a number, `S<W` a ron of South on West's discard, `S` alone a tsumo.

    >>> from tenbo_core.books import load
    >>> from tenbo_core.table import Table
    >>> parse_win("S<W 234567m345p678s9s 9s ippatsu dora=3p1z", Table(load("ema-2016")))["declared"]
    {'hand': '234567m345p678s9s', 'win': '9s', 'ippatsu': True, 'dora': ['3p', '1z']}
    """
    words = text.split()
    if len(words) < 3:
        message = sentence(
            "hand_notation",
            "give the winner (for a ron also the discarder), the tiles and the winning "
            'tile, such as "S<W 234567m345p678s9s 9s"',
        )
        raise Malformed("missing_field", message, "hand")
    who, _, source = words[0].partition("<")
    liable = [word.removeprefix("pao=") for word in words[3:] if word.startswith("pao=")]
    declared = parse_declared_hand([word for word in words[1:] if not word.startswith("pao=")], at_table=True)
    win: Json = {"seat": _parse_seat(who, table), "declared": declared}
    if source:
        win["from"] = _parse_seat(source, table)
    if liable:
        win["pao"] = _parse_seat(liable[-1], table)
    return win


def _parse_seat(word: str, table: Table) -> int:
    if word.upper() in tuple(WIND_LETTERS[: table.rules.players]):
        return (WIND_LETTERS.index(word.upper()) + table.dealer) % table.rules.players
    if word.isascii() and word.isdigit() and int(word) in table.rules.seats:
        return int(word)
    raise Malformed(
        "bad_seat",
        sentence(
            "unknown_seat_word",
            "{word} is not a seat at this table: write a wind (E, S, W or, with four players, N) or a number "
            "from 0 to 3 (0 to 2 with three players)",
            word=repr(word),
        ),
        "seat",
    )


class DeclaredWins:
    """The declared wins of all tables."""

    def __init__(self, fleet: DeviceRegistry) -> None:
        self._fleet = fleet

    def score(self, number: int, given: list[Json | str]) -> Json:
        """Return the score of declared wins at a table now and their payments, without changing anything.

        A win is an object, or a line of words.
        """
        # One snapshot: the event is numbered after the state in which the hands are scored.
        there = self._fleet.require_station(number).snapshot
        table = there.table
        if table is None:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "no_game_at_table",
                    "no game has begun at table {number}",
                    number=number,
                ),
                "table",
            )
        if table.phase != PLAYING:
            message = sentence(
                "no_hand_running_at_table",
                "no hand is in progress at table {number}: start one with the dice before you enter a win",
                number=number,
            )
            raise Refused("not_allowed_now", message, "table")
        if not given:
            raise Malformed("missing_field", sentence("no_hand_given", "no hand is given"), "wins")
        wins = [parse_win(win, table) if isinstance(win, str) else win for win in given]
        event_fields, hands = [], []
        for place, win in enumerate(wins):
            if not isinstance(win, dict) or not isinstance(win.get("declared"), dict):
                raise Malformed(
                    "missing_field",
                    sentence("declared_hand_missing", "each win must include its declared hand"),
                    f"wins[{place}].declared",
                )
            fields, result, not_counted = _score_win(table, win, f"wins[{place}]")
            event_fields.append(fields)
            wind = WIND_LETTERS[wind_of(fields["seat"], table.dealer, table.rules.players)]
            hands.append({"seat": fields["seat"], "wind": wind,
                          "from": fields["from"], **result_record(result),
                          **({"ignored": not_counted} if not_counted else {})})  # fmt: skip
        _check_tiles_won(wins, event_fields)
        event = make(there.last + 1, "win", DESK, 0, {"wins": event_fields})
        after = fold.apply(table, event, full_rules)
        return {
            "table": number,
            "hands": hands,
            "wins": event_fields,
            "deltas": [after.scores[seat] - table.scores[seat] for seat in table.rules.seats],
            "scores": after.scores,
            "moves": [
                {"from": move.source, "to": move.target, "points": move.points, "why": move.why} for move in after.moves
            ],
            "fields": event.plain()[4:],
            "last": there.last,
        }

    def propose(self, number: int, fields: list[Any], last: int) -> PendingCommand:
        """Propose a scored win at the seats, unless the table has moved on since its event `last`."""
        station = self._fleet.require_station(number)
        now = station.snapshot.last
        if now != last:
            message = sentence(
                "table_moved_on",
                "table {number} has moved on from event {last} to {now} since the hand was scored: score it again",
                number=number,
                last=last,
                now=now,
            )
            raise Refused("not_allowed_now", message, "last")
        return station.send_when_ready("propose", "win", DESK, *fields)

    def await_seat_confirmation(self, number: int, request: PendingCommand) -> Json:
        """Wait for the seats and return the outcome."""
        try:
            self._fleet.require_station(number).await_answers(request)
        except TenboError as error:
            return {"agreed": False, "why": error.message, **reason_code_and_values(error.message)}
        return {"agreed": True, "last": request.ended[2] if request.ended else None}


def _check_tiles_won(wins: list[Json], event_fields: list[Json]) -> None:
    """Refuse wins on one discard with different winning tiles, because a discard is a single tile."""
    first: int | None = None
    for place, (win, fields) in enumerate(zip(wins, event_fields, strict=True)):
        if fields["seat"] == fields["from"]:
            continue
        tile = KIND[parse_tile(win["declared"]["win"])]
        if first is None:
            first = tile
        elif tile != first:
            text = sentence(
                "winning_tiles_differ",
                "all winners on one discard must win on the same tile, not on {names} and {other_names}",
                names=NAMES[first],
                other_names=NAMES[tile],
            )
            raise Malformed("contradiction", text, f"wins[{place}].declared.win")


def _score_win(table: Table, win: Json, at: str) -> tuple[Json, Any, list[str]]:
    """Score a win; if it needs a riichi that was not declared, name the seat that has to press."""
    try:
        return score_win(table, win, at)
    except TenboError as error:
        seat = win.get("seat")
        if seat in SEATS and seat not in table.riichi and any(win["declared"].get(name) for name in NEEDS_RIICHI):
            wind = WIND_LETTERS[wind_of(seat, table.dealer, table.rules.players)]
            unpressed = sentence(
                "riichi_not_pressed", "{wind} (seat {seat}) has not pressed RIICHI at the table", wind=wind, seat=seat
            )
            error.message = join_sentences([error.message, unpressed])
        raise
