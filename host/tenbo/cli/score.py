"""`tenbo score`: score a declared hand and explain the result."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text
from tenbo.validation.languages import LANGUAGES

if TYPE_CHECKING:
    import argparse

EPILOG = """\
examples:
  tenbo score 234567m345p678s9s --win 9s --ron --riichi
  tenbo score 123m456p78s22z --win 9s --ron --melds "pon 555z" --seat W --dora 3p
  tenbo score 345m22p12345678s --win 9s --tsumo --riichi --rules austria --honba 2
  tenbo score 345m22p12345678s --win 9s --tsumo --riichi --all-rules
  tenbo score --yaku --rules austria --language fr
  tenbo score --jsonl < examples/hands.jsonl

HAND is the closed tiles, without the winning tile or with it as the last; melds follow in brackets, or go in --melds:
555z, chi 123m, x99xp (a closed kan). HAND can also be one text with everything, in the words of `tenbo hand` and with
ron, tsumo, riichi, seat=W, round=E, honba=N, sticks=N:
  tenbo score "123m456p78s22z 9s ron meld=pon:555z seat=W dora=3p"

Tiles: 1-9 with m, p or s; 0 is a red five; 1z-7z or E S W N P F C are the honours.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import wind_letter
    from tenbo.cli.support.shared_options import add_json_option, add_rules_option

    parser.add_argument(
        "hand", nargs="*", metavar="HAND", help="the closed tiles; without --win the last one is the winning tile"
    )
    parser.add_argument("--win", metavar="TILE", help="the winning tile")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--ron", action="store_true", help="won on another player's tile")
    how.add_argument("--tsumo", action="store_true", help="won by self-draw")
    parser.add_argument(
        "--melds",
        action="append",
        default=[],
        metavar="LIST",
        help='melds, separated by commas: "pon 555z, ankan 1111m"',
    )
    parser.add_argument(
        "--seat", type=wind_letter, default="S", metavar="WIND", help="the winner's seat wind, E S W N (default: S)"
    )
    parser.add_argument("--round", type=wind_letter, default="E", metavar="WIND", help="the round wind (default: E)")
    luck = parser.add_argument_group("how it was won")
    luck.add_argument("--riichi", action="count", default=0, help="riichi; give it twice for double riichi")
    for name, meaning in (
        ("ippatsu", "within the uninterrupted turn after riichi"),
        ("open-riichi", "riichi with the hand shown"),
        ("sorted-in", "the drawn winning tile was sorted into the hand"),
        ("rinshan", "on the replacement tile after the winner's own kan"),
        ("chankan", "on a tile added to a pon"),
        ("last-tile", "on the last tile of the wall or the last discard"),
        ("first-turn", "in the first uninterrupted turn (tenhou, chiihou, renhou)"),
    ):
        luck.add_argument(f"--{name}", action="store_true", help=meaning)
    for name, meaning in (("dora", "the dora indicators, such as 3p1z"), ("ura", "the ura-dora indicators")):
        luck.add_argument(f"--{name}", action="append", default=[], metavar="TILES", help=meaning)
    luck.add_argument("--north", type=int, default=0, metavar="N", help="norths set aside (three players)")
    luck.add_argument("--honba", type=int, default=0, metavar="N", help="counters on the table")
    luck.add_argument("--sticks", type=int, default=0, metavar="N", help="riichi sticks the winner takes")
    luck.add_argument(
        "--liable", type=wind_letter, metavar="WIND", help="the wind of the player liable for the yakuman (pao)"
    )
    luck.add_argument(
        "--from",
        dest="discarder",
        type=wind_letter,
        metavar="WIND",
        help="with --liable: the wind of the player who discarded the winning tile",
    )
    books = parser.add_argument_group("rules")
    add_rules_option(books)
    books.add_argument(
        "--set", action="append", default=[], metavar="SWITCH=VALUE", help="change one switch of the book"
    )
    books.add_argument("--all-rules", action="store_true", help="score the hand under every book, side by side")
    books.add_argument(
        "--yaku", action="store_true", help="list the book's yaku with their names, values and conditions"
    )
    books.add_argument(
        "--language",
        choices=LANGUAGES,
        metavar="CODE",
        help="with --yaku: the language in which the names are explained (%(choices)s)",
    )
    add_json_option(parser, "print the hand's value as one JSON object")
    parser.add_argument(
        "--jsonl", action="store_true", help="read records from standard input and answer each with one line"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tenbo.cli.support.exit_status import WrongUsage

    if args.jsonl:
        return _answer_records(args)
    _refuse_unused_options(args)
    if args.yaku:
        return _list_yaku(args.rules, args.language)
    # Blanks need no quotes.
    args.hand = " ".join(args.hand) or None
    written = _typed_hand(args.hand)
    if args.hand is None:
        raise WrongUsage("write a hand, such as 234567m345p678s99s --ron, or --jsonl to read records")
    missing = _missing(args, written)
    if missing:
        raise WrongUsage(f"missing: {' and '.join(missing)}; for example {_for_example(args, written)}")
    from tenbo.rulebooks import ids, load
    from tenbo.scoring.explain import compare_books, explain
    from tenbo.scoring.json_records import book_of_record, hand_of_record

    record = hand_record(args, written)
    if args.json:
        from tenbo.game.jsonl_answers import encode_json
        from tenbo.scoring.json_records import answer_score

        sys.stdout.write(encode_json(answer_score(record, args.rules)) + "\n")
        return 0
    hand = hand_of_record(record)
    if args.all_rules:
        print_text(compare_books(hand, [load(name) for name in ids()]))
    else:
        print_text(explain(hand, book_of_record(record, args.rules)))
    return 0


def _refuse_unused_options(args: argparse.Namespace) -> None:
    """Refuse options that would be dropped without a word."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.parser import given_arguments

    given = given_arguments(args, add_arguments)
    beside = [name for name in given if name not in ("--yaku", "--rules", "--language")]
    if args.yaku and beside:
        raise WrongUsage(f"--yaku lists the yaku of a book: leave {', '.join(beside)} out")
    if args.language and not args.yaku:
        raise WrongUsage("--language is for the list of yaku: add --yaku")
    one_book = [name for name in ("--rules", "--set", "--json") if name in given]
    if args.all_rules and one_book:
        raise WrongUsage(f"--all-rules scores the hand by every book, unchanged: leave {', '.join(one_book)} out")
    if args.discarder and not args.liable:
        raise WrongUsage("--from gives the discarder if a player is liable: name the liable player with --liable")


def _list_yaku(book: str, language: str | None) -> int:
    from tenbo.rulebooks import load
    from tenbo.scoring.explain import yaku_list

    print_text(yaku_list(load(book), language))
    return 0


def _answer_records(args: argparse.Namespace) -> int:
    from functools import partial

    from tenbo.cli.support.shared_options import answer_records
    from tenbo.rulebooks import load
    from tenbo.scoring.json_records import answer_score

    load(args.rules)  # an unknown book is reported once, and not for every record
    return answer_records(args, add_arguments, partial(answer_score, default=args.rules))


def _typed_hand(hand: str | None) -> dict[str, Any]:
    """Return the record of a HAND in words, as in `tenbo hand`. It is empty if the HAND is tiles alone."""
    from tenbo.scoring.typed_hand import bare_tiles_text, extract_melds, parse_circumstances

    closed, melds = extract_melds(hand or "")
    words = closed.split()
    for number in range(len(words), 0, -1):
        tiles = bare_tiles_text(words[:number])
        if tiles is not None:
            circumstances = parse_circumstances(words[number:])
            melds += circumstances.get("melds", [])
            return {"hand": tiles, **circumstances, **({"melds": melds} if melds else {})}
    return {}


def _missing(args: argparse.Namespace, written: dict[str, Any]) -> list[str]:
    """Return the words without which a hand has no value: its winning tile, and how it was won."""
    from tenbo.scoring.tile_parser import parse_tiles

    missing = []
    # Three tiles for each set and two for the pair: one more or less, and the winning tile is among them or not.
    if args.win is None and "win" not in written and len(parse_tiles(written.get("hand", args.hand), "hand")) % 3 == 1:
        missing.append("--win TILE")
    if not (args.ron or args.tsumo or "by" in written):
        missing.append("--ron or --tsumo")
    return missing


def _for_example(args: argparse.Namespace, written: dict[str, Any]) -> str:
    """Return an example command line: the input, with the missing parts added."""
    # Blanks need no quotes; what a shell would take for its own does.
    hand = shlex.quote(args.hand) if set(args.hand) & set("()[]{}<>&;|*?$#!`'\"") else args.hand
    words = [f"tenbo score {hand}", *(f"--melds {shlex.quote(meld)}" for meld in args.melds)]
    if "win" not in written:
        words.append(f"--win {shlex.quote(args.win or '9s')}")
    if "by" not in written:
        words.append("--tsumo" if args.tsumo else "--ron")
    return " ".join(words)


def hand_record(args: argparse.Namespace, written: dict[str, Any]) -> dict[str, Any]:
    """Return the command line as a record: its options, overridden by the words in HAND."""
    from tenbo.scoring.json_records import parse_indicators, parse_rule_switches
    from tenbo.scoring.melds import meld_texts

    melds = meld_texts(",".join(args.melds)) + written.get("melds", [])
    hand, win = _split_winning_tile(written.get("hand", args.hand), written.get("win", args.win), len(melds))
    record: dict[str, Any] = {
        "hand": hand,
        "win": win,
        "by": "ron" if args.ron else "tsumo",
        "melds": melds,
        "dora": parse_indicators(" ".join(args.dora)),
        "ura": parse_indicators(" ".join(args.ura), "ura"),
        "set": parse_rule_switches(args.set),
    }
    for name in ("seat", "round", "riichi", "open_riichi", "ippatsu", "sorted_in", "rinshan", "chankan"):
        record[name] = getattr(args, name)
    for name in ("last_tile", "first_turn", "north", "honba", "sticks"):
        record[name] = getattr(args, name)
    if args.liable:
        record["pao"] = {"seat_wind": args.liable} | ({"from": args.discarder} if args.discarder else {})
    _refuse_conflicting_options(args, record, written)
    return {**record, **written, "hand": hand, "win": win, "melds": melds}


def _refuse_conflicting_options(args: argparse.Namespace, record: dict[str, Any], written: dict[str, Any]) -> None:
    """Refuse a contradiction between HAND and an option: one of the two would be dropped silently."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.parser import given_arguments
    from tenbo.scoring.tile_parser import parse_tile

    given = given_arguments(args, add_arguments)
    for name in [name for name in written if name not in ("hand", "melds", "pao")]:
        option = f"--{record['by']}" if name == "by" else f"--{name.replace('_', '-')}"
        typed, other = record[name], written[name]
        if name == "win" and args.win is not None:
            typed, other = parse_tile(args.win), parse_tile(other)
        if option in given and typed != other:
            raise WrongUsage(f"{option} contradicts HAND: leave the option out, or correct HAND")


def _split_winning_tile(hand: str, win: str | None, melds: int) -> tuple[str, str]:
    """Return the closed tiles and the winning one, which may stand in the hand: as the last tile if it is not named."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import count_text
    from tenbo.scoring.melds import closed_tiles_text, meld_count_phrase
    from tenbo.scoring.tile_parser import parse_tile, parse_tiles
    from tenbo.scoring.tiles import NAMES, tile_text

    tiles = parse_tiles(hand, "hand")
    is_whole = len(tiles) == 14 - 3 * melds
    if win is None:
        if not is_whole:
            needed = 13 - 3 * melds
            raise WrongUsage(
                f"HAND has {count_text(len(tiles), 'tile')}: it needs {closed_tiles_text(needed)} besides "
                f"{meld_count_phrase(melds)}the winning tile, which is given with --win or as the last tile of HAND"
            )
        return tile_text(tiles[:-1]), NAMES[tiles[-1]]
    if is_whole and parse_tile(win) in tiles:
        tiles.remove(parse_tile(win))
        return tile_text(tiles), win
    return hand, win
