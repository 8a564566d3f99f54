"""`tenbo hand`: score a declared hand as the table stands and propose it to the seats."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text
from tenbo.validation.points_text import points_text, signed_points_text
from tenbo_core.seats import WIND_LETTERS

if TYPE_CHECKING:
    import argparse

EPILOG = """\
HAND is one text for each winner: who won (and from whom), the closed tiles, the winning
tile, then anything special. A seat is a wind of this hand, or its number from 0 to 3;
`S<W` is South's ron on West's discard.

  tenbo hand 3 "S<W 234567m345p678s9s 9s"                      what it is worth, and the points that would move
  tenbo hand 3 "S<W 234567m345p678s9s 9s ippatsu dora=3p" --propose
  tenbo hand 3 "E 123m456p78s22z 9s meld=pon:555z"             a tsumo by East
  tenbo hand 3 "S<W 234567m345p678s9s 9s" "N<W 34m555p66s 2m meld=chi:345s,pon:777z"

Riichi, winds, counters and sticks are taken from the table. Words: ippatsu, double_riichi, open_riichi, rinshan,
chankan, last_tile, first_turn, dora=TILES, ura=TILES, meld=KIND:TILES, pao=SEAT. With --propose the seats show the win
and the players agree or refuse; only the event that the table then records changes the game.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument("table", type=int, metavar="TABLE", help="the table's number")
    parser.add_argument("hands", metavar="HAND", nargs="+", help="a winner and the declared hand")
    parser.add_argument("--propose", action="store_true", help="show the win at the seats, and wait for their answers")
    add_json_option(parser)
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Score a declared hand, and propose it."""
    from tenbo.cli.support.shared_options import service_client
    from tenbo.client.http_client import SEATS_TIMEOUT_S

    client = service_client(args)
    path = f"/v1/tables/{args.table}/settle"
    if args.json:
        answer = client.post(path, SEATS_TIMEOUT_S, wins=args.hands, propose=args.propose)
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        return 0 if answer.get("outcome", {"agreed": True})["agreed"] else 1
    settled = client.post(path, wins=args.hands)
    print_text(win_text(settled))
    if not args.propose:
        return 0
    print_text("shown at the seats ...\n")
    sys.stdout.flush()
    # The printed values are the ones that are proposed, even if a button was pressed meanwhile.
    answer = client.post(path, SEATS_TIMEOUT_S, fields=settled["fields"], last=settled["last"], propose=True)
    outcome = answer["outcome"]
    print_text(outcome_text(outcome) + "\n")
    return 0 if outcome["agreed"] else 1


def outcome_text(outcome: dict[str, Any]) -> str:
    """Return what the seats decided; the number of the recorded event is unknown if the table could not tell it.

    >>> outcome_text({"agreed": True, "last": 9}), outcome_text({"agreed": True, "last": None})
    ('agreed: recorded as event 9', 'agreed')
    """
    if not outcome["agreed"]:
        return f"not agreed: {outcome['why']}"
    return "agreed" if outcome.get("last") is None else f"agreed: recorded as event {outcome['last']}"


def win_text(settled: dict[str, Any]) -> str:
    """Return the values of hands and the points that they would move, as text."""
    from tenbo.scoring.hand_value_text import (
        BONUS_WORDS,
        FU_WORDS,
        WORDS_IGNORED,
        join_values,
        readable_name,
        worth_text,
    )

    # A player knows seats by their winds in this hand.
    first, seats = settled["hands"][0], range(len(settled["deltas"]))
    east = (first["seat"] - WIND_LETTERS.index(first["wind"])) % len(seats)
    winds = [WIND_LETTERS[(seat - east) % len(seats)] for seat in seats]
    lines = []
    for hand in settled["hands"]:
        how = "tsumo" if hand["from"] == hand["seat"] else f"ron from {winds[hand['from']]}"
        value = worth_text(hand["han"], hand["fu"], hand["limit"], hand["yakuman"], counted=hand.get("counted", False))
        lines.append(f"{hand['wind']}, {how}: {value}, {points_text(hand['value'])} points")
        lines.append(f"  yaku  {join_values(hand['yaku'])}")
        bonus = [(BONUS_WORDS[name], number) for name, number in hand["bonus"].items() if number]
        if bonus:
            lines.append(f"  bonus {join_values(bonus)}")
        if hand["fu_items"]:
            lines.append(f"  fu    {join_values((FU_WORDS[name], number) for name, number in hand['fu_items'])}")
        lines += [
            f"  {WORDS_IGNORED.get(name) or readable_name(name)}: not in this rule book"
            for name in hand.get("ignored", ())
        ]
    order = sorted(seats, key=lambda seat: WIND_LETTERS.index(winds[seat]))
    moves = "  ".join(f"{winds[seat]} {signed_points_text(settled['deltas'][seat])}" for seat in order)
    scores = "  ".join(f"{winds[seat]} {points_text(settled['scores'][seat])}" for seat in order)
    return "\n".join([*lines, f"moves   {moves}", f"scores  {scores}"]) + "\n"
