"""`tenbo waits`: list the tiles that complete a hand."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
examples:
  tenbo waits 34555p77z234m678s
  tenbo waits 3456s --melds "pon 555z, chi 123m, ankan 9999p"
  tenbo waits 99m234678p345s11z --rules tenhou-sanma
  tenbo waits --jsonl < examples/waits.jsonl

A tile of which the player holds all four is not a wait.
Tiles: 1-9 with m, p or s; 0 is a red five; 1z-7z or E S W N P F C are the honours.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_rules_option

    parser.add_argument("hand", nargs="*", metavar="HAND", help="the closed tiles: 13, minus 3 for each meld")
    parser.add_argument(
        "--melds", action="append", default=[], metavar="LIST", help='melds, separated by commas: "pon 555z, chi 123m"'
    )
    add_rules_option(parser, "the rule book, which sets the number of players")
    add_json_option(parser, "print the answer as one JSON object")
    parser.add_argument(
        "--jsonl", action="store_true", help="read records from standard input and answer each with one line"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.scoring.json_records import answer_waits
    from tenbo.scoring.melds import meld_texts
    from tenbo.scoring.typed_hand import bare_tiles_text, extract_melds

    if args.jsonl:
        from tenbo.cli.support.shared_options import answer_records

        return answer_records(args, add_arguments, lambda record: answer_waits(record, args.rules))
    if not args.hand:
        raise WrongUsage("give a hand, or --jsonl to read records")
    hand, laid = extract_melds(" ".join(args.hand))
    melds = meld_texts(",".join(args.melds)) + laid
    written = bare_tiles_text(hand.split()) or hand
    answer = answer_waits({"hand": written, "melds": melds}, args.rules)
    if args.json:
        from tenbo.game.jsonl_answers import encode_json

        sys.stdout.write(encode_json(answer) + "\n")
        return 0
    tiles = answer["waits"]
    print_text(f"waits for {' '.join(tiles)}\n" if tiles else f"not tenpai{_but_for(written, melds)}\n")
    return 0


def _but_for(hand: str, melds: list[str]) -> str:
    """Return which tiles would complete the hand if the player had not all four of them, in words."""
    from tenbo.scoring.melds import parse_meld
    from tenbo.scoring.tenpai import exhausted_waits
    from tenbo.scoring.tile_parser import parse_tiles
    from tenbo.scoring.tiles import NAMES

    kinds = exhausted_waits(parse_tiles(hand), [parse_meld(meld) for meld in melds])
    names = " and ".join(NAMES[kind] for kind in kinds)
    return f": it would need a fifth {names}, and there are only four of each tile" if kinds else ""
