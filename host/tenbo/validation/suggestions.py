"""What a refusal says of a wrong value: its beginning, and the nearest known word, if any is near."""

from __future__ import annotations

from tenbo_core.errors import Malformed
from tenbo_core.field_checks import json_text
from tenbo_core.sentences import join_sentences, sentence

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

# How near a word must be to be meant: `form` is near enough to `from`, `seat` not to `at`.
_NEAR = 0.7

# So many of the nearest words are compared by their beginnings.
_COMPARED = 8

# Longer words are shown by their beginning.
_QUOTED_LETTERS = 60


def quote_value(value: object) -> str:
    """Return a wrong value as a sentence repeats it: no more than its beginning, and not in Python's words.

    >>> quote_value(True), quote_value([None, 1]), quote_value("East")
    ('true', '[null, 1]', "'East'")
    """
    text = json_text(value)
    return text if len(text) <= _QUOTED_LETTERS else text[:_QUOTED_LETTERS] + "..."


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word: the nearest known one, if any is near.

    >>> did_you_mean("riichii", ("riichi", "ippatsu")), did_you_mean("xyz", ("riichi", "ippatsu"))
    ('; did you mean riichi?', '')
    """
    near = nearest_word(str(word), known)
    return f"; did you mean {near}?" if near else ""


def nearest_word(word: str, known: Iterable[str], near: float = _NEAR) -> str:
    """Return the nearest known word, if any is near; of equally near ones that which begins as the word does.

    >>> nearest_word("eys", ("yes", "seen"), 0.65), nearest_word("players", ("yes", "seen"), 0.65)
    ('yes', '')
    >>> nearest_word("Anm", ("Dan", "Ann", "Can"), 0.6)
    'Ann'
    """
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 - only for a mistake
    from itertools import takewhile  # noqa: PLC0415 - same

    # EMA-2016 means ema-2016.
    spelt = {name.lower(): name for name in known}
    wanted = word[:_QUOTED_LETTERS].lower()
    found = get_close_matches(wanted, list(spelt), n=_COMPARED, cutoff=near)

    def rank(name: str) -> tuple[float, int]:
        return SequenceMatcher(None, name, wanted).ratio(), len(
            [*takewhile(lambda pair: pair[0] == pair[1], zip(name, wanted, strict=False))]
        )

    return spelt[max(found, key=rank)] if found else ""


def suggest_or_list(word: object, known: Collection[str]) -> str:
    """Return the end of a sentence about an unknown word: the nearest known one, or all of them.

    >>> suggest_or_list("xyz", ("riichi", "ippatsu"))
    '; use one of: riichi, ippatsu'
    """
    return (
        did_you_mean(word, known) or f"; {'the only one is' if len(known) == 1 else 'use one of:'} {', '.join(known)}"
    )


def with_nearest(message: str, word: object, known: Iterable[str]) -> str:
    """Return a sentence about an unknown word with the nearest known one behind it, if any is near.

    >>> with_nearest("there is no riichii", "riichii", ("riichi", "ippatsu"))
    'there is no riichii; did you mean riichi?'
    """
    near = nearest_word(str(word), known)
    return join_sentences([message, sentence("meant_perhaps", "did you mean {near}?", near=near)]) if near else message


def with_known(message: str, word: object, known: Collection[str]) -> str:
    """Return a sentence about an unknown word with the nearest known one behind it, or with all of them."""
    suggested = with_nearest(message, word, known)
    return suggested if suggested != message else join_sentences([message, known_words_text(known)])


def known_words_text(known: Collection[str]) -> str:
    """Return a sentence that lists the known words.

    >>> known_words_text(("riichi", "ippatsu"))
    'use one of: riichi, ippatsu'
    """
    listed = ", ".join(known)
    if len(known) == 1:
        return sentence("known_is", "the only one is {known}", known=listed)
    return sentence("known_are", "use one of: {known}", known=listed)


def refuse_unknown_fields(record: Iterable[str], known: Collection[str], at: str = "") -> None:
    """Refuse the first field that is not among the known ones; `at` stands before its name.

    >>> refuse_unknown_fields({"seat": 1, "pointz": -1000}, ("seat", "points"))
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: field 'pointz' is not recognised; did you mean points?
    """
    for name in record:
        if name not in known:
            # A program may hand over keys that are no text.
            shown = str(name)[:_QUOTED_LETTERS]
            unknown = sentence("unknown_field", "field {name} is not recognised", name=repr(shown))
            raise Malformed("bad_field", with_nearest(unknown, name, known), at + shown)
