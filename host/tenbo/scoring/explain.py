"""Explains a result as text: every yaku, every fu, the formula, the payments, and the section of each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tenbo.scoring.engine.payment_tables import payment_tables_of
from tenbo.scoring.evaluate import score
from tenbo.scoring.hand_field_values import ORDINARY
from tenbo.scoring.hand_value_text import (
    BONUS_SECTIONS,
    BONUS_WORDS,
    FU_WORDS,
    WORDS_IGNORED,
    is_yakuman,
    join_values,
    readable_name,
    yaku_value_text,
)
from tenbo.scoring.ignored_declarations import deciding_switch, ignored_declarations
from tenbo.scoring.laid_out_groups import fu_items_of
from tenbo.scoring.result import limit_name
from tenbo.scoring.tiles import NAMES, tile_text
from tenbo.scoring.yaku import BIT, BY_NAME, YAKU
from tenbo.scoring.yaku_name_translations import NAMED, yaku_meanings
from tenbo.validation.points_text import points_text
from tenbo_core.errors import Refused, TenboError
from tenbo_core.hand_value import MANGAN, half_north_share, payment_text, round_up
from tenbo_core.seats import WIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tenbo.rulebooks import Book
    from tenbo.scoring.engine.yaku_values import YakuValues
    from tenbo.scoring.hand import Hand
    from tenbo.scoring.result import Result
    from tenbo.scoring.yaku import Yaku
    from tenbo_core.hand_value import Payment

MOMENT_TEXTS = {
    ORDINARY: "",
    "rinshan": "on a replacement tile",
    "chankan": "robbing a kan",
    "last_tile": "on the last tile",
    "first_turn": "in the first turn",
}

# The declarations that a book without them refuses to score.
HAND_ONLY = ("open_riichi", "sorted_in")

_LABEL, _NUMBER = 46, 10


class ExplanationLine(NamedTuple):
    """One line of an explanation: the item, its value, and its section."""

    label: str
    number: object
    section: str = ""

    @property
    def width(self) -> int:
        """Return the columns of the label; kanji take two."""
        return len(self.label) + sum(ord(sign) > 0x2E7F for sign in self.label)

    def text(self, width: int) -> str:
        """Return the line with its number after `width` columns."""
        number = _number_text(self.number)
        return f"  {self.label}{' ' * (width - self.width)}{number:>{_NUMBER}}   {self.section}".rstrip()


def first_cited_section(book: Book, *names: str) -> str:
    """Return the section behind the first of these that the book has a section for.

    >>> from tenbo.rulebooks import load
    >>> first_cited_section(load("ema-2016"), "yaku.pinfu"), first_cited_section(load("ema-2016"), "fu")
    ('4.2.1', '4.1.1')
    """
    citation = book.citation(*names)
    if citation is None:
        return ""
    return citation.section or f"(book silent: {citation.silent})"


def explain(hand: Hand, book: Book) -> str:
    """Return the whole explanation of a hand under one book.

    >>> from tenbo.rulebooks import load
    >>> from tenbo.scoring import TSUMO, Hand
    >>> print(explain(Hand("111222333p99m78s", "9s", TSUMO, honba=1), load("ema-2016")).splitlines()[-2])
    Announced: 3,000/6,000, with counters 3,100/6,100
    """
    try:
        result = score(hand, book.rules)
    except Refused as error:
        if error.at not in HAND_ONLY:
            raise
        section = book.citation(deciding_switch(error.at))
        raise Refused(error.code, f"{error.message} [{section}]", error.at) from None
    lines = [
        *_head(hand, book, result),
        *_yaku(result, book),
        *_ignored_lines(hand, book),
        *_fu(result, book),
        *_points(hand, result, book),
    ]
    # Wide enough for the longest name, so that all numbers stand below each other.
    width = max(_LABEL, *(line.width for line in lines if isinstance(line, ExplanationLine)))
    return "\n".join(line.text(width) if isinstance(line, ExplanationLine) else line for line in lines)


def _head(hand: Hand, book: Book, result: Result) -> Iterator[str]:
    how = ["double riichi" if hand.riichi == 2 else "riichi"] if hand.riichi else []
    how += [word for word in (MOMENT_TEXTS[hand.moment],) if word]
    yield f"{book.title} ({book.edition})"
    yield f"{'  '.join(result.reading)}   won with {NAMES[hand.win]} by {hand.by}{''.join(', ' + word for word in how)}"
    yield f"{WIND_NAMES[hand.seat]} in the {WIND_NAMES[hand.round]} round" + _indicators(hand)
    yield ""


def _indicators(hand: Hand) -> str:
    parts = ""
    if hand.dora:
        parts += f", indicators {tile_text(hand.dora)}"
    if hand.ura:
        parts += f", ura-dora indicators {tile_text(hand.ura)}"
    if hand.north:
        parts += f", {_count_text(hand.north, 'north')} set aside"
    return parts


def _yaku(result: Result, book: Book) -> Iterator[ExplanationLine | str]:
    as_yakuman = is_yakuman(result.limit, result.is_counted)
    for name, number in result.yaku:
        yaku = BY_NAME[name]
        worth = yaku_value_text(number, as_yakuman=as_yakuman)
        names = ("renhou", "yaku.renhou") if name == "renhou" else (f"yaku.{name}",)
        yield ExplanationLine(
            f"{readable_name(name)} {yaku.kanji} ({yaku.english})", worth, first_cited_section(book, *names)
        )
    for name, number in result.bonus._asdict().items():
        if number:
            section = first_cited_section(book, *BONUS_SECTIONS.get(name, (name,)))
            yield ExplanationLine(BONUS_WORDS[name], yaku_value_text(number), section)
    if not as_yakuman:
        yield ExplanationLine("in all", yaku_value_text(result.han))
    elif len(result.yaku) > 1:
        yield ExplanationLine(
            "paid in all", yaku_value_text(result.yakuman, as_yakuman=True), first_cited_section(book, "yakuman_stack")
        )


def _ignored_lines(hand: Hand, book: Book) -> Iterator[str]:
    """Yield the declarations that do not count, with the book's section."""
    for name in ignored_declarations(hand, book.rules):
        words = WORDS_IGNORED.get(name) or readable_name(name)
        yield f"  {words}: not in this book [{book.citation(deciding_switch(name))}]"


def _fu(result: Result, book: Book) -> Iterator[ExplanationLine | str]:
    if not result.fu:
        return
    yield ""
    section = first_cited_section(book, "fu", "payment")
    total = 0
    for (name, number), group in fu_items_of(result, result.groups):
        words = f"{FU_WORDS[name]} {group.text}" if group else FU_WORDS[name]
        total += number
        yield ExplanationLine(words, f"{number} fu", section)
    rounded = "" if total == result.fu else f" ({total} rounded up)"
    yield ExplanationLine(f"in all{rounded}", f"{result.fu} fu")


# --- points ------------------------------------------------------------------------------------


def _points(hand: Hand, result: Result, book: Book) -> Iterator[ExplanationLine | str]:
    yield ""
    yield from _formula(result, book)
    yield from _payers(hand, result, book)
    if result.honba and book.rules.honba_value and not result.is_liable:
        yield f"Announced: {_pays_text(_without_counters(result))}, with counters {_pays_text(result.pay)}"
    sticks = f", including {_count_text(result.sticks, 'riichi stick')}" if result.sticks else ""
    yield f"The winner gets {points_text(result.gain)}{sticks}.\n"


def _count_text(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _formula(result: Result, book: Book) -> Iterator[ExplanationLine | str]:
    """Return how han and fu become the unit, which everything else is a multiple of."""
    rules = book.rules
    unit = result.unit
    if is_yakuman(result.limit, result.is_counted):
        many = f"{result.yakuman} yakuman, " if result.yakuman > 1 else "yakuman, "
        yield ExplanationLine(
            f"{many}unit", unit, first_cited_section(book, "double_yakuman" if result.yakuman > 1 else "payment")
        )
    elif not rules.counts_fu:
        yield ExplanationLine(f"unit for {result.han} han", unit, first_cited_section(book, "payment"))
    elif result.han >= 5:
        switch = "counted_limit" if result.han >= 13 else "payment"
        yield ExplanationLine(f"{result.limit} for {result.han} han, unit", unit, first_cited_section(book, switch))
    else:
        exact = result.fu << result.han + 2
        formula = f"{result.fu} fu x 2^(2+{result.han})"
        if unit == exact:
            yield ExplanationLine(f"{formula}, unit", unit, first_cited_section(book, "payment"))
        else:
            why = "kiriage" if exact < MANGAN else "payment"
            yield ExplanationLine(
                f"{formula} = {points_text(exact)}, {limit_name(unit)}, unit", unit, first_cited_section(book, why)
            )


def _pays_counters(hand: Hand, pay: Payment) -> bool:
    """Return whether the first liable player pays the counters: by tsumo, or as the discarder."""
    pao = hand.pao
    return not pay.discarder and (pao is None or hand.is_tsumo or pao.discarder == pao.liable)


def _payers(hand: Hand, result: Result, book: Book) -> Iterator[ExplanationLine | str]:
    pay, unit, rules = result.pay, result.unit, book.rules
    counters = result.honba * book.rules.honba_value
    ron = 6 if hand.seat == 0 else 4
    if pay.liable:
        # The counters fall to the discarder where there is one beside the liable player.
        both = bool(pay.discarder)
        yield ExplanationLine(
            "the liable player pays",
            pay.liable - counters * _pays_counters(hand, pay),
            first_cited_section(book, "pao"),
        )
        if other := getattr(pay, "liable_other", 0):
            yield ExplanationLine("the player liable for the four kans pays", other, first_cited_section(book, "pao"))
        if both:
            yield ExplanationLine("the discarder pays", pay.discarder - counters, first_cited_section(book, "pao"))
        for name, who in (
            ("each", "each of the others pays"),
            ("east", "East pays"),
            ("other", "each other player pays"),
        ):
            if getattr(pay, name):
                yield ExplanationLine(f"of the rest, {who}", getattr(pay, name), first_cited_section(book, "pao_share"))
    elif pay.discarder:
        yield ExplanationLine(
            f"the discarder pays {_times(ron, unit)}", round_up(ron * unit), first_cited_section(book, "payment")
        )
    elif pay.each:
        yield ExplanationLine(f"each pays {_times(2, unit)}", round_up(2 * unit), first_cited_section(book, "payment"))
    else:
        yield ExplanationLine(f"East pays {_times(2, unit)}", round_up(2 * unit), first_cited_section(book, "payment"))
        others = "the others pay {} each" if rules.players == 4 else "the other player pays {}"
        yield ExplanationLine(others.format(_times(1, unit)), round_up(unit), first_cited_section(book, "payment"))
    if rules.players == 3 and not rules.tsumo_loss and not pay.liable and not pay.discarder:
        share = half_north_share(rules, round_up(2 * unit if pay.each else unit))
        yield ExplanationLine(
            "half of a fourth player's share, from each", share, first_cited_section(book, "tsumo_loss")
        )
    if counters:
        shared = not pay.liable and not pay.discarder
        words = _count_text(result.honba, "counter") + (", from each" if shared else "")
        yield ExplanationLine(
            words, counters // (rules.players - 1) if shared else counters, first_cited_section(book, "honba_value")
        )


def _times(factor: int, unit: int) -> str:
    product = f"{factor} x {points_text(unit)}" if factor > 1 else points_text(unit)
    rounded = round_up(factor * unit)
    return product if rounded == factor * unit else f"{product} rounded up"


def _pays_text(payment: Payment) -> str:
    """Return a payment as it is called, with its thousands apart."""
    return re.sub(r"\d+", lambda found: points_text(int(found[0])), payment_text(payment))


def _number_text(number: object) -> str:
    return points_text(number) if isinstance(number, int) else str(number)


def _without_counters(result: Result) -> Payment:
    # The payments depend on the word alone, not on whether the hand is open.
    _, _, outcomes, _, _ = result.scorer.closed[result.tsumo]
    return outcomes[result.word][2]


# --- side by side ------------------------------------------------------------------------------


def compare_books(hand: Hand, books: Iterable[Book]) -> str:
    """Return the hand under several books, one a line, with the yaku that each counts."""
    lines = [f"{'':<18}{'han':>4}{'fu':>5}  {'limit':<10} {'pays':<16} yaku"]
    for book in books:
        try:
            result = score(hand, book.rules)
        except TenboError as reason:
            lines.append(f"{book.id:<18}{'':>4}{'':>5}  {'-':<10} {'-':<16} {reason.message}")
            continue
        worth = f"{result.yakuman}x" if is_yakuman(result.limit, result.is_counted) else str(result.han)
        bonus = [(name, number) for name, number in result.bonus._asdict().items() if number]
        yaku = join_values([*result.yaku, *bonus], between=" ")
        limit = result.limit or ""
        pays = _pays_text(result.pay)
        lines.append(f"{book.id:<18}{worth:>4}{result.fu or '':>5}  {limit:<10} {pays:<16} {yaku}")
    return "\n".join(lines) + "\n"


# --- the list of yaku --------------------------------------------------------------------------


def yaku_list(book: Book, language: str | None = None) -> str:
    """Return every yaku with its names, what it asks for, its worth in a book, and the section.

    With a language its names are the kanji and what they mean in that language alone.

    >>> from tenbo.rulebooks import load
    >>> for line in yaku_list(load("alarm")).splitlines()[32:34]:
    ...     print(line.strip())
    tanyao  断幺九  all simples / nur mittlere Ziegel / alleen middenstenen / que des tuiles ordinaires
    1 / 1   no terminals and no honours   [4.1.3]
    """
    worth = payment_tables_of(book.rules)
    lines = [f"{book.title}: han with a closed / with an open hand"]
    for yaku in YAKU:
        bit = BIT[yaku.name]
        values = [_worth_in(side, bit) for side in (worth.closed, worth.open)]
        if yaku.name == "nagashi_mangan":
            values = ["5" if book.rules.nagashi != "none" else "-", "-"]
        if yaku.name == "renhou" and worth.renhou_alone:
            values = ["mangan", "-"]
        section = first_cited_section(book, "renhou" if yaku.name == "renhou" else f"yaku.{yaku.name}")
        lines.append("")
        lines.append("  ".join([yaku.name, yaku.kanji, *_meanings(yaku, language)]))
        lines.append(f"  {values[0]} / {values[1]}   {yaku.asks}   [{section}]")
    return "\n".join(lines) + "\n"


def _meanings(yaku: Yaku, language: str | None) -> list[str]:
    """Return what the name of a yaku means; a reader of Japanese reads its kanji."""
    if language in ("en", "ja"):
        return [yaku.english] if language == "en" else []
    if language:
        return [yaku_meanings(language)[yaku.name]]
    return [" / ".join([yaku.english, *(yaku_meanings(other)[yaku.name] for other in NAMED.values())])]


def _worth_in(values: YakuValues, bit: int) -> str:
    """Return the value of a yaku: its han, its number of yakuman, or - if it is not allowed."""
    if bit in values.yakuman:
        number = values.yakuman[bit]
        return "yakuman" if number == 1 else f"{number} yakuman"
    return str(values.han.get(bit, "-"))
