"""Names as tables show them: they must fit a seat's display and a line of the serial protocol."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tenbo.tournament.player_directory import player_or_unknown
from tenbo_core.wire import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.state import Tournament

LONGEST_NAME, LONGEST_ON_LINE = 16, 56


def abbreviate(name: str) -> str:
    """Return the part of a name that fits a table's display and a line of the protocol.

    >>> abbreviate("Wolfgang Amadeus Mozart"), len(abbreviate("\u6771" * 30))
    ('Wolfgang Amadeus', 8)
    """
    short = name[:LONGEST_NAME]
    while not _fits(short):
        short = short[:-1]
    return short.strip()


def disambiguate(names: Sequence[str]) -> list[str]:
    """Abbreviate the names of one table; names that would become equal keep their ends, too.

    >>> disambiguate(["Maximiliana Wolkenstein", "Ada", "Maximiliana Wolkenbruch", ""])
    ['Maximil.kenstein', 'Ada', 'Maximil.kenbruch', '']
    """
    short = [abbreviate(name) for name in names]
    return [_both_ends(name) if short.count(one) > 1 else one for name, one in zip(names, short, strict=True)]


def shown_forms(name: str) -> set[str]:
    """Return how a table may show a name, in lower case.

    >>> sorted(shown_forms("Maximiliana Wolf"))
    ['maximiliana wolf']
    >>> sorted(shown_forms("Maximiliana Wolkenstein"))
    ['maximil.kenstein', 'maximiliana wolk', 'maximiliana wolkenstein']
    """
    return {one.casefold() for one in (name, abbreviate(name), _both_ends(name))}


def distinct_names(people: Mapping[int, Player], person: Callable[[int], int]) -> dict[int, str]:
    """Return the names of all people after all merges, with the number where two people have the same name.

    >>> from tenbo.tournament.player_directory import Player
    >>> known = {7: Player(7, "Max", ""), 8: Player(8, "Max", ""), 9: Player(9, "Ada", ""), 10: Player(10, "Ada", "")}
    >>> distinct_names(known, lambda number: {10: 9}.get(number, number))
    {7: 'Max 7', 8: 'Max 8', 9: 'Ada'}
    """
    names = {number: one.display_name for number, one in people.items() if person(number) == number}
    count = Counter(name.casefold() for name in names.values())
    return {number: name if count[name.casefold()] == 1 else _with_number(name, number)
            for number, name in names.items()}  # fmt: skip


def expand(names: Sequence[str]) -> dict[str, str]:
    """Return the full names of one table by their abbreviations, for names that are abbreviated.

    >>> expand(["Wolfgang Amadeus Mozart", "Ada", "", ""])
    {'Wolfgang Amadeus': 'Wolfgang Amadeus Mozart'}
    """
    return {short: name for short, name in zip(disambiguate(names), names, strict=True) if short != name}


def seated_names(tournament: Tournament, place: SessionTable, people: Mapping[int, Player]) -> list[str]:
    """Return the names of the players seated at a table; "" for an empty seat."""
    seats = tournament.seated_players(place)
    return [player_or_unknown(people, one).display_name for one in seats]


def _with_number(name: str, number: int) -> str:
    end = f" {number}"
    return f"{abbreviate(name)[: LONGEST_NAME - len(end)].strip()}{end}"


def _both_ends(name: str) -> str:
    short, letters = name, LONGEST_NAME
    while len(short) > LONGEST_NAME or not _fits(short):
        head = (letters - 1) // 2
        short = f"{name[:head]}.{name[head + 1 - letters :]}"
        letters -= 1
    return short


def _fits(name: str) -> bool:
    return len(to_json([name])) <= LONGEST_ON_LINE
