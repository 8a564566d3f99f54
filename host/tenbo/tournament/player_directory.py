"""Players: looked up by a word, and merged with those of a file; names are not in the chain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining, normalize

from tenbo.validation.countries import parse_country
from tenbo.validation.suggestions import with_nearest
from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo_core.errors import Malformed
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Player(NamedTuple):
    """A player: the number in the seating plan, names, EMA number and country if known, and the name that tables show.

    Rankings of some players use `club`, `team` and `newcomer` (yes, or empty).
    """

    id: int
    first: str
    last: str
    ema: str = ""
    country: str = ""
    shown: str = ""
    club: str = ""
    team: str = ""
    newcomer: str = ""

    @property
    def name(self) -> str:
        """Return the full name, first name first.

        >>> Player(1, "Ada", "Lovelace").name
        'Ada Lovelace'
        """
        return f"{self.first} {self.last}".strip()

    @property
    def display_name(self) -> str:
        """Return the name that tables show; their ledgers keep it for ever.

        >>> Player(1, "Ada", "Lovelace", shown="Ada L").display_name
        'Ada L'
        """
        return self.shown or self.name


def player_or_unknown(people: Mapping[int, Player], number: int) -> Player:
    """Return the player of a number, known or not."""
    return people.get(number) or Player(number, "", f"Player {number}" if number else "")


# The fields by which some players can be ranked.
PARTS = ("country", "club", "team", "newcomer")

NO = ("", "0", "no", "n", "false", "-")


# The most digits of a player's number, which is printed on sheets and seating plans.
MOST_DIGITS = 9

# So many names are suggested for an unknown one.
MOST_SUGGESTED = 3


# ---------------------------------------------------------------- look-up


def find_player_number(
    people: dict[int, Player], word: str, person: Callable[[int], int] = lambda number: number, at: str = "player"
) -> int:
    """Return the number of a player by number, whole name, or a whole word of the name that only one player has.

    The beginning of a name is no player: `Ann` is not Anna Berg. `person` returns the number under which a number
    counts: two numbers of one person have one name. `at` is the field of the word.

    >>> people = {7: Player(7, "Ada", "Lovelace"), 8: Player(8, "Alan", "Turing"), 9: Player(9, "Ada", "Lovelace")}
    >>> find_player_number(people, "turing"), find_player_number(people, "７")
    (8, 7)
    >>> find_player_number(people, "Turin")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: no registered player has the name 'Turin'; did you mean Alan Turing?
    >>> find_player_number(people, "Ada Lovelace", {7: 7, 8: 8, 9: 7}.__getitem__)
    7
    """
    wanted = " ".join(to_ascii_width(word).split()).casefold()
    if wanted.isascii() and wanted.isdigit() and len(wanted) <= MOST_DIGITS:
        return int(wanted)
    names = {number: " ".join(to_ascii_width(player.name).split()).casefold() for number, player in people.items()}
    named = [people[number] for number, name in names.items() if name == wanted]
    named = named or [people[number] for number, name in names.items() if wanted and f" {wanted} " in f" {name} "]
    if len(named) == 1:
        return named[0].id
    persons = {person(player.id) for player in named}
    if len(persons) == 1:
        return persons.pop()
    if not named:
        unknown = sentence("player_name_unknown", "no registered player has the name {name}", name=repr(word[:40]))
        raise Malformed("bad_field", _with_similar_names(unknown, wanted, people.values()), at)
    several = ", ".join(f"{player.id} {player.name}" for player in named[:5])
    raise Malformed(
        "contradiction",
        sentence(
            "name_is_ambiguous", "{word} could be {several}: give the number", word=repr(word[:40]), several=several
        ),
        at,
    )


def _with_similar_names(message: str, wanted: str, people: Iterable[Player]) -> str:
    """Return a sentence with the names of which a word begins as the unknown name does, else with the nearest one."""
    registered = [player.name for player in people]
    begun = dict.fromkeys(
        name for name in registered if wanted and f" {wanted}" in f" {to_ascii_width(name).casefold()}"
    )
    if not begun:
        return with_nearest(message, wanted, registered)
    near = ", ".join([*begun][:MOST_SUGGESTED])
    return join_sentences([message, sentence("meant_perhaps", "did you mean {near}?", near=near)])


def players_with_property(people: dict[int, Player], part: str) -> set[int]:
    """Return the numbers of the players with a property, for example `country=NED` or `newcomer`.

    >>> players_with_property({7: Player(7, "Ada", "Lovelace", country="GBR"), 8: Player(8, "Grace", "Hopper")},
    ... "country=uk")
    {7}
    """
    name, _, value = part.partition("=")
    name, value = name.strip().lower(), value.strip()
    if name not in PARTS or (not value and name != "newcomer"):
        message = sentence(
            "unknown_part_of_players",
            "{part} is not a group of players: use country=NED, club=NAME, team=NAME or newcomer",
            part=repr(part[:40]),
        )
        raise Malformed("bad_field", message, "only")
    if name == "country":
        value = parse_country(value)
    elif name == "newcomer":
        value = "" if value and value.casefold() in NO else "yes"
    chosen = {player.id for player in people.values() if getattr(player, name).casefold() == value.casefold()}
    if not chosen:
        known = ", ".join(sorted({getattr(player, name) for player in people.values()} - {""})) or "none"
        raise Malformed(
            "bad_field",
            sentence(
                "nobody_with_value",
                "no player is registered with {name} {value}; known values: {known}",
                name=name,
                value=repr(value),
                known=known,
            ),
            "only",
        )
    return chosen


# ---------------------------------------------------------------- merging a file with the registered players


class PlayerImportPlan(NamedTuple):
    """The changes of a file: new, changed and unchanged players, and the questions to confirm first."""

    new: list[Player]
    changed: list[Player]
    unchanged: list[Player]
    questions: list[str]

    @property
    def unchanged_count(self) -> int:
        """Return how many players are unchanged."""
        return len(self.unchanged)


def merge_players(
    known: dict[int, Player], rows: list[Player], used: Iterable[int] = (), *, splits_names: bool = True
) -> PlayerImportPlan:
    """Merge a file with the registered players: by number, else by EMA number, else as a new player.

    A row's position in the file never replaces a registered player, and a number with results (`used`) is not given to
    another. Names in one column (`splits_names` is false) leave a last name where it begins.

    >>> ada = Player(1, "Ada", "Lovelace", "11990001")
    >>> [player[:3] for player in merge_players({1: ada}, [Player(0, "Grace", "Hopper")]).new]
    [(2, 'Grace', 'Hopper')]
    """
    by_ema = {player.ema: player for player in known.values() if player.ema}
    taken = {*known, *(row.id for row in rows), *(used if known else ())}
    result = PlayerImportPlan([], [], [], [])
    for row in rows:
        ema_holder = by_ema.get(row.ema)
        if ema_holder is not None and row.id not in (0, ema_holder.id):
            message = sentence(
                "ema_number_taken",
                "EMA number {ema} belongs to player {id}, {name}, not to player {other_id}",
                ema=row.ema,
                id=ema_holder.id,
                name=ema_holder.name,
                other_id=row.id,
            )
            raise Malformed("contradiction", message, "file")
        old = known.get(row.id) if row.id else ema_holder or _exact_match(known, row, splits_names=splits_names)
        if old is None:
            number = row.id or next(free for free in range(1, len(taken) + 2) if free not in taken)
            taken.add(number)
            result.questions.extend(_namesakes(known.values(), result.new, row))
            result.new.append(row._replace(id=number))
            continue
        now = _merge_player(old, row if splits_names else _split_as(old, row))
        if now == old:
            result.unchanged.append(old)
            continue
        if old.name.casefold() != now.name.casefold() and not (
            old.ema and old.ema == row.ema and _share_a_name(old, now)
        ):
            result.questions.append(
                sentence(
                    "number_would_be_another",
                    "player number {number} is {name} and would become {other_name}",
                    number=old.id,
                    name=old.name,
                    other_name=now.name,
                )
            )
        elif old.ema and now.ema != old.ema:
            result.questions.append(
                sentence(
                    "ema_number_would_change",
                    "{name} has EMA number {ema}, which would change to {other_ema}",
                    name=old.name,
                    ema=old.ema,
                    other_ema=now.ema,
                )
            )
        result.changed.append(now)
    return result


def _share_a_name(old: Player, now: Player) -> bool:
    """Return whether two names have a word in common, for example after a marriage or a correction.

    >>> _share_a_name(Player(1, "Zoë", "Berg"), Player(1, "Zoe", "Ek"))
    True
    >>> _share_a_name(Player(1, "Ada", "Berg"), Player(1, "", "Zoe"))
    False
    """
    bare = ["".join(sign for sign in normalize("NFKD", one.name) if not combining(sign)) for one in (old, now)]
    one, other = (set(re.findall(r"[^\W\d_]+", name.casefold())) for name in bare)
    return bool(one & other)


def _exact_match(known: dict[int, Player], row: Player, *, splits_names: bool) -> Player | None:
    """Return the registered player with exactly these texts, for example if a file is read a second time."""
    rows = ((player, row if splits_names else _split_as(player, row)) for player in known.values())
    return next((player for player, same in rows if player == same._replace(id=player.id)), None)


def _split_as(old: Player, row: Player) -> Player:
    """Return a row whose last name begins where that of a registered player of the same name does.

    A last name of several words was not guessed: it stood before a comma.
    """
    is_guess = row.name == old.name and " " not in row.last
    return row._replace(first=old.first, last=old.last) if is_guess else row


def _merge_player(old: Player, row: Player) -> Player:
    """Return a registered player with the values of a file; missing ones stay unchanged."""
    given = {name: value for name, value in row._asdict().items() if value}
    if old.name.casefold() != row.name.casefold():
        given |= {"first": row.first, "last": row.last}
    return old._replace(**given)


def _namesakes(known: Iterable[Player], new: Iterable[Player], row: Player) -> list[str]:
    """Return questions about a new player who has the same name as another.

    A number that distinguishes the player from a registered one may be mistyped. Rows of one file were already compared
    by number.
    """
    name = row.name.casefold()
    others = [other for other in known if other.name.casefold() == name]
    others += [other for other in new if other.name.casefold() == name and not (other.ema and row.ema)]
    return [_namesake_question(row, other) for other in others]


def _namesake_question(row: Player, other: Player) -> str:
    if other.ema and row.ema:
        return sentence(
            "name_of_another_with_ema",
            "{name} has the same name as player {number}, who has EMA number {ema}, but would be registered "
            "as another person",
            name=row.name,
            number=other.id,
            ema=other.ema,
        )
    return sentence(
        "name_of_another",
        "{name} has the same name as player {number}, but would be registered as another person",
        name=row.name,
        number=other.id,
    )
