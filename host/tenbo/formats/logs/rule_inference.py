"""Infers the rule book of a recorded game from its recorded rules and from its course."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.formats.logs.recorded_game import value_of_one_yakuman
from tenbo.formats.logs.recorded_game_converter import RESULT, RecordedGameConverter
from tenbo.rulebooks import load
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.formats.logs.recorded_game import RecordedGame
    from tenbo.formats.logs.recorded_game_converter import ConversionResult

Changes = dict[str, Any]

BOOK = "tenhou"
BOOK_FOR_THREE = "tenhou-sanma"

# Why our book had ended a game that goes on in the record: what to change.
GOES_ON = {"bust": {"bust": False}, "agari_yame": {"agari_yame": False}}
# What may have ended a game that goes on by our book.
ENDS_BEFORE: tuple[Changes, ...] = ({"length": "east"}, {"extension": "none"}, {"length": "east", "extension": "none"})

# A rounded mangan, and the hands that are one only by rounding up.
ROUNDED_UP = {(4, 30): (8000, 12000), (3, 60): (8000, 12000)}


def convert_with_inferred_rules(game: RecordedGame, book: str = BOOK, own: Changes | None = None) -> ConversionResult:
    """Convert a recorded game by a book. The default book's switches are fitted to it; `own` changes are kept."""
    if game.players == 3 and book == BOOK:
        book = BOOK_FOR_THREE
    _check_players(game, book)
    given = dict(own or {})
    fixed = set(given)
    changes = {**_recorded_switches(game, book), **given}
    conversion = RecordedGameConverter(game, book, _effective_changes(book, changes)).convert()
    for _ in GOES_ON:
        change = GOES_ON.get(conversion.over_too_early) or _extend_game(book, changes, conversion.over_too_early)
        if fixed.intersection(change) or all(changes.get(name) == change[name] for name in change):
            break
        changes |= change
        conversion = RecordedGameConverter(game, book, _effective_changes(book, changes)).convert()
    for change in _other_payments(game, book):
        if conversion.differences and not fixed.intersection(change):
            other = RecordedGameConverter(game, book, _effective_changes(book, {**changes, **change})).convert()
            if _differing_hands(other) < _differing_hands(conversion):
                changes |= change
                conversion = other
    if conversion.ended_by_hand:
        conversion = _convert_shortened(game, book, changes, fixed) or conversion
    effective = _effective_changes(book, changes)
    notes = [
        f"scored under the rule book {book}" + (f" with {_rules_text(effective)}" if effective else ""),
        *conversion.notes,
    ]
    return conversion._replace(notes=notes)


def _check_players(game: RecordedGame, book: str) -> None:
    """Refuse a book for another number of players."""
    players = load(book).rules.players
    if players != game.players:
        message = sentence(
            "players_of_book_differ",
            "this game has {players} players, but rule book {book} is for {others}",
            players=game.players,
            book=book,
            others=players,
        )
        raise Refused("not_in_this_rule_book", message, "rules")


def _other_payments(game: RecordedGame, book: str) -> list[Changes]:
    """Return the switches that no record names, by which other servers pay this game's hands otherwise."""
    rules = load(book).rules
    changes: list[Changes] = []
    if game.players == 3 and any(win.seat == win.source for hand in game.hands for win in hand.wins):
        changes.append({"tsumo_loss": not rules.tsumo_loss})
    if any(len(hand.wins) > 1 and hand.honba for hand in game.hands):
        changes.append({"honba_to": "nearest" if rules.honba_to == "every" else "every"})
    return changes


def _differing_hands(conversion: ConversionResult) -> int:
    """Return how many differences are of hands. The uma are left out: they show nothing of the payments."""
    return sum(not text.startswith(RESULT) for text in conversion.differences)


def _extend_game(book: str, changes: Changes, why: str) -> Changes:
    """Return changes by which a game goes on after its last hand: a longer game, or another round below the target."""
    if why != "last_hand":
        return {}
    rules = load(book).rules
    length = changes.get("length", rules.length)
    return {"length": "hanchan"} if length == "east" else {"extension": "target"}


def _convert_shortened(game: RecordedGame, book: str, changes: Changes, fixed: set[str]) -> ConversionResult | None:
    """Convert the game by a book that ends it where the record ends, and change the switches accordingly."""
    for change in ENDS_BEFORE:
        if fixed.intersection(change):
            continue
        conversion = RecordedGameConverter(game, book, _effective_changes(book, {**changes, **change})).convert()
        if conversion.is_over and not conversion.ended_by_hand and not conversion.over_too_early:
            changes |= change
            return conversion
    return None


def _recorded_switches(game: RecordedGame, book: str) -> Changes:
    """Return the switches that the record shows, by its rule text or by its first scores and its wins."""
    first = game.hands[0]
    total = sum(first.scores) + 1000 * first.sticks
    if total % (100 * game.players) or total <= 0:
        message = sentence(
            "first_points_uneven",
            "the points at the start of the first hand add up to {total}, which cannot be divided equally "
            "among {players} players in whole hundreds",
            total=total,
            players=game.players,
        )
        raise Malformed("contradiction", message, "scores")
    changes: Changes = {**game.rules, "start_points": total // game.players}
    wins = [(hand, win) for hand in game.hands for win in hand.wins]
    doubled = set(load(book).rules.double_yakuman)
    for hand, win in wins:
        worth = win.worth
        if worth.points in ROUNDED_UP.get((worth.han, worth.fu or 0), ()):
            changes["kiriage"] = True
        is_open = win.declared is not None and any(
            not meld.startswith("ankan") for meld in win.declared.get("melds", [])
        )
        if is_open and any(name == "tanyao" for name, _ in worth.yaku):
            changes["open_tanyao"] = True
        if worth.points and worth.yakuman == 2 and len(worth.yaku) == 1:
            of_two, is_dealer = game.players == 3 and win.seat == win.source, win.seat == hand.number - 1
            if worth.points == 2 * value_of_one_yakuman(worth.points, is_dealer=is_dealer, shares_lost=of_two):
                doubled.add(worth.yaku[0][0])
    if doubled != set(load(book).rules.double_yakuman):
        changes["double_yakuman"] = sorted(doubled)
    return changes


def _effective_changes(book: str, changes: Changes) -> Changes:
    """Return the changes that do change the book."""
    rules = load(book).rules
    return {name: value for name, value in changes.items() if getattr(rules, name, None) != value}


def _rules_text(changes: Changes) -> str:
    return ", ".join(
        f"{name} {str(value).lower() if isinstance(value, bool) else value}" for name, value in changes.items()
    )
