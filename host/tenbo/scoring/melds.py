"""Melds: open groups beside the hand, and closed kans."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from operator import index

from tenbo.scoring.tile_parser import NO_LISTS, parse_tiles, tiles_from_input
from tenbo.scoring.tiles import KIND, KINDS, pack, tile_text
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

CHI, PON, KAN, KAKAN, ANKAN = range(5)
MELD_WORDS = ("chi", "pon", "kan", "kakan", "ankan")
KAN_KINDS = (KAN, KAKAN, ANKAN)
# Other names that players use.
KIND_OF_WORD = {word: kind for kind, word in enumerate(MELD_WORDS)}
KIND_OF_WORD |= {"chii": CHI, "chow": CHI, "pung": PON, "pong": PON, "kong": KAN, "kang": KAN}
KIND_OF_WORD |= {"minkan": KAN, "daiminkan": KAN, "shouminkan": KAKAN, "shominkan": KAKAN}
KIND_OF_WORD |= {"치": CHI, "퐁": PON, "깡": KAN, "대명깡": KAN, "가깡": KAKAN, "안깡": ANKAN}
# The same in more words than one, and in kana.
KIND_BY_NAME = KIND_OF_WORD | {
    f"{how} {kan}": kind
    for kan in ("kan", "kong")
    for how, kind in (("closed", ANKAN), ("concealed", ANKAN), ("open", KAN), ("called", KAN), ("added", KAKAN))
}
KIND_BY_NAME |= {"チー": CHI, "ポン": PON, "カン": KAN, "明槓": KAN, "大明槓": KAN, "加槓": KAKAN, "暗槓": ANKAN}
LONGEST_FIRST = sorted(KIND_BY_NAME, key=len, reverse=True)
# Of a closed kan two tiles lie face down: x55xz or 5xx5z. A called tile lies across: 5'55z.
FACE_DOWN = "xX#\u25a0\U0001f02b"
ACROSS = "'\u2019"

# What may be wrong with a number of closed tiles.
WITH_WINNING_TILE = ": leave the winning tile out"
WITH_MELDS = ": leave the tiles of the melds out"
WITHOUT_MELDS = ": enter the melds, too, such as pon 555z"


class Meld:
    """One meld: its kind and its tiles.

    `kan` is called, `kakan` an extended pon, `ankan` closed; for fu and yaku
    the first two are alike. The kind is one of these words or its number, 0
    to 4 from chi on. What is no meld raises `bad_meld`, what is no tile
    `bad_tile`.

    >>> import tenbo
    >>> meld = tenbo.Meld.parse("pon 555z")
    >>> meld.is_open, meld.is_kan, str(meld)
    (True, False, 'pon 555z')
    >>> tenbo.Meld("pon", "555z") == meld
    True
    """

    # `code` is the same for melds that count the same: kind and lowest tile.

    __slots__ = {
        "code": "Internal: it may change with any release.",
        "is_open": "Whether the meld opens the hand: every one but a closed kan.",
        "kind": "The kind as a number: 0 chi, 1 pon, 2 kan, 3 kakan, 4 ankan.",
        "packed": "Internal: it may change with any release.",
        "tiles": "The tiles as numbers.",
    }

    kind: int
    tiles: tuple[int, ...]

    def __init__(self, kind: int | str, tiles: str | Iterable[str | int]) -> None:
        word = kind if isinstance(kind, str) else _word_of(kind)
        read = _parse(f"{word} {tile_text(tiles_from_input(tiles, 'melds'))}", "melds")
        self._fill(read.kind, read.tiles)

    def _fill(self, kind: int, tiles: tuple[int, ...]) -> None:
        """Take a kind and tiles that were checked."""
        self.kind = kind
        self.tiles = tiles
        # Only a closed kan does not open the hand.
        self.is_open = kind != ANKAN
        self.packed = pack(tiles)
        self.code = kind * KINDS + min(KIND[tile] for tile in tiles)

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Parse a meld from its text, for example `pon 555z`.

        >>> import tenbo
        >>> tenbo.Meld.parse("pon 555z").is_open
        True
        """
        return parse_meld(text)

    @property
    def is_kan(self) -> bool:
        """Return whether the meld is a kan of any sort.

        >>> import tenbo
        >>> tenbo.Meld.parse("kan 9999s").is_kan
        True
        """
        return self.kind in KAN_KINDS

    @property
    def first(self) -> int:
        """Return the kind of its lowest tile."""
        return self.code % KINDS

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and (self.kind, self.packed) == (other.kind, other.packed)

    def __hash__(self) -> int:
        return hash((self.kind, self.packed))

    def __str__(self) -> str:
        return f"{MELD_WORDS[self.kind]} {tile_text(self.tiles)}"

    def __dir__(self) -> list[str]:
        """List what is stable."""
        return ["is_kan", "is_open", "kind", "parse", "tiles"]

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


_known: dict[str, Meld] = {}
_MOST_KNOWN = 4096


def parse_meld(text: str, at: str = "melds") -> Meld:
    """Parse one meld, for example `chi 234p`, `pon 555z`, `kan 9999s`, `kakan 3333p` or `ankan 1111z`.

    Three tiles need no word; pung, pong, chow, kong and their kind are understood too.

    >>> parse_meld("pon 0p55p").is_open, parse_meld("ankan EEEE").is_open
    (True, False)
    >>> str(parse_meld("555z")), str(parse_meld("chow p234"))
    ('pon 555z', 'chi 234p')
    """
    meld = _known.get(text) if isinstance(text, str) else None
    if meld is None:
        meld = _parse(text, at)
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[text] = meld
    return meld


def parse_melds(melds: object, at: str = "melds") -> tuple[Meld, ...]:
    """Return melds that are given as one text, as a list of texts, or as melds.

    >>> parse_melds("pon 555z, chi 234p") == parse_melds(["pon 555z", Meld.parse("chi 234p")])
    True
    """
    if isinstance(melds, str):
        melds = meld_texts(melds)
    elif melds.__class__ is not list and (not isinstance(melds, Iterable) or isinstance(melds, NO_LISTS)):
        raise Malformed("bad_meld", f"{at} takes melds such as 'pon 555z', not {quote_value(melds)}", at)
    return tuple([meld if isinstance(meld, Meld) else parse_meld(meld, at) for meld in melds])


def _parse(text: object, at: str) -> Meld:
    if not isinstance(text, str):
        raise Malformed("bad_meld", f"a meld must be a text such as 'pon 555z', not {quote_value(text)}", at)
    kind, rest = _word_in(text.strip(" \t\n[](){}"))
    kind, rest = _read_marks(kind, rest)
    tiles = sorted(_tiles_alone(text, rest, at) if kind is None else parse_tiles(rest, at), key=lambda tile: KIND[tile])
    kinds = [KIND[tile] for tile in tiles]
    if kind is None:
        kind = _kind_by_tiles(text, kinds, at)
    if kind == CHI:
        _check_run(text, kinds, at)
    else:
        needed = 4 if kind in KAN_KINDS else 3
        if len(tiles) == 1 or (_count_of(FACE_DOWN, text) and len(tiles) == 2 and len(set(kinds)) == 1):
            # `pon P` names all of them, and so do the two of a closed kan that are seen.
            tiles, kinds = tiles + kinds[:1] * (needed - len(tiles)), kinds[:1] * needed
        if len(kinds) != needed or len(set(kinds)) != 1:
            raise Malformed(
                "bad_meld",
                sentence(
                    "meld_tiles_differ", "{text} must be {needed} identical tiles", text=repr(text), needed=needed
                ),
                at,
            )
    meld = Meld.__new__(Meld)
    meld._fill(kind, tuple(tiles))  # noqa: SLF001 - its own
    return meld


def _word_of(kind: object) -> str:
    """Return the word of a kind's number, as `Meld.kind` has it.

    >>> _word_of(1)
    'pon'
    """
    with suppress(TypeError):
        number = index(kind)  # type: ignore[arg-type]
        if 0 <= number < len(MELD_WORDS) and not isinstance(kind, bool):
            return MELD_WORDS[number]
    words = ", ".join(MELD_WORDS)
    raise Malformed("bad_meld", f"the kind of a meld must be one of {words}, not {quote_value(kind)}", "melds")


def _word_in(text: str) -> tuple[int | None, str]:
    """Return the kind that a meld's word names, before its tiles or behind them, and its tiles.

    >>> _word_in("pon 555z"), _word_in("555zpon"), _word_in("555z")
    ((1, '555z'), (1, '555z'), (None, '555z'))
    """
    word, _, rest = text.partition(" ")
    if word in KIND_OF_WORD:
        return KIND_OF_WORD[word], rest.strip(" :=")
    text = " ".join(text.split())
    small = text.lower()
    for word in LONGEST_FIRST:
        if small.startswith(word):
            return KIND_BY_NAME[word], text[len(word) :].strip(" :=")
        if small.endswith(word):
            return KIND_BY_NAME[word], text[: -len(word)].strip(" :=")
    return None, text


def _read_marks(kind: int | None, text: str) -> tuple[int | None, str]:
    """Return what the marks of tiles that lie face down or across say, and the tiles without them.

    >>> _read_marks(None, "x55xz"), _read_marks(None, "5'555p"), _read_marks(None, "5'55p")
    ((4, '55z'), (2, '5555p'), (None, '555p'))
    """
    down, across = _count_of(FACE_DOWN, text), _count_of(ACROSS, text)
    if kind is None and down == 2:
        kind = ANKAN
    seen = _without(ACROSS, text)
    if kind is None and across and _count_of("0123456789", seen) == 4:
        kind = KAKAN if across == 2 else KAN
    return kind, _without(FACE_DOWN, seen) if down == 2 else seen


def _count_of(signs: str, text: str) -> int:
    return sum(map(text.count, signs))


def _without(signs: str, text: str) -> str:
    return text.translate(dict.fromkeys(map(ord, signs)))


def meld_texts(text: str) -> list[str]:
    """Return the melds of a list, each as a text: with commas or other signs between them, blanks, or nothing.

    >>> (meld_texts("pon 555z, chi 123m"), meld_texts("555z 123p"),
    ... meld_texts("[555z][123p]"), meld_texts("555z123p"))
    (['pon 555z', 'chi 123m'], ['555z', '123p'], ['555z', '123p'], ['555z', '123p'])
    >>> meld_texts("pon 555z chi 123p"), meld_texts("closed kan 5555z"), meld_texts("white white white")
    (['pon 555z', 'chi 123p'], ['closed kan 5555z'], ['white white white'])
    """
    import re  # noqa: PLC0415 - a first score has its melds one by one

    pieces = [piece.strip() for piece in re.split(r"[,;/|+&\[\](){}\n]", text)]
    return [meld for piece in pieces if piece for meld in _split_at_blanks(piece)]


def _split_at_blanks(piece: str) -> list[str]:
    """Return one meld unchanged, or several that only blanks part, or nothing."""
    import re  # noqa: PLC0415 - as above

    names = "|".join(map(re.escape, LONGEST_FIRST))
    ways = [piece], re.findall(rf"(?:(?:{names})\s*)?\S+", piece, re.IGNORECASE), re.findall(r"[0-9xX']+[mpsz]", piece)
    whole = "".join(piece.split())
    return next(
        (melds for melds in ways if "".join("".join(melds).split()) == whole and all(map(is_meld_text, melds))), [piece]
    )


def is_meld_text(text: str) -> bool:
    """Return whether a text is a meld, if only one of which it must still be said what kan it is."""
    try:
        parse_meld(text)
    except Malformed as error:
        return getattr(error.message, "code", "") == "kan_kind_missing"
    return True


def _tiles_alone(text: str, tiles: str, at: str) -> list[int]:
    """Read a meld that is named by its tiles alone."""
    try:
        return parse_tiles(tiles, at)
    except Malformed:
        raise Malformed(
            "bad_meld",
            sentence("meld_word_missing", "{text} must begin with chi, pon, kan, kakan or ankan", text=repr(text)),
            at,
        ) from None


def _kind_by_tiles(text: str, kinds: list[int], at: str) -> int:
    """Return what three tiles are; of four it depends on who saw them, and one alone is named by a word only."""
    if len(kinds) < 2:
        raise Malformed(
            "bad_meld",
            sentence("meld_word_missing", "{text} must begin with chi, pon, kan, kakan or ankan", text=repr(text)),
            at,
        )
    if len(kinds) == 4 and len(set(kinds)) == 1:
        message = sentence(
            "kan_kind_missing",
            "specify whether {text} is a called kan (kan), an added kan (kakan) or a closed kan (ankan)",
            text=repr(text),
        )
        raise Malformed("bad_meld", message, at)
    return PON if len(set(kinds)) == 1 else CHI


def _check_run(text: str, kinds: list[int], at: str) -> None:
    """Refuse a chi that is not three tiles in a row of one suit."""
    low = kinds[0] if kinds else 0
    if kinds != [low, low + 1, low + 2] or low % 9 > 6 or low >= 27:
        raise Malformed(
            "bad_meld",
            sentence("chi_tiles_not_in_row", "{text} must be three consecutive tiles of one suit", text=repr(text)),
            at,
        )


def meld_count_phrase(melds: int) -> str:
    """Return what a hand has beside its closed tiles, for a sentence about their number.

    >>> meld_count_phrase(0), meld_count_phrase(1), meld_count_phrase(2)
    ('', '1 meld and ', '2 melds and ')
    """
    return f"{melds} {'meld' if melds == 1 else 'melds'} and " if melds else ""


def closed_tiles_text(number: int) -> str:
    """Return a number of closed tiles as text; beside four melds it is one.

    >>> closed_tiles_text(1), closed_tiles_text(13)
    ('1 closed tile', '13 closed tiles')
    """
    from tenbo.validation.plural_rules import english_plural  # noqa: PLC0415 - only for a sentence about a wrong hand

    return english_plural(number, "{} closed tile", "{} closed tiles")


def tile_count_hint(tiles: int, melds: int) -> str:
    """Return a hint about a wrong number of closed tiles, if its cause can be guessed.

    >>> tile_count_hint(14, 0), tile_count_hint(13, 1), tile_count_hint(12, 0)
    (': leave the winning tile out', ': leave the tiles of the melds out', '')
    >>> tile_count_hint(14, 1), tile_count_hint(15, 1)
    (': leave the tiles of the melds out', '')
    """
    more = tiles - (13 - 3 * melds)
    if more == 1:
        return WITH_WINNING_TILE
    if 1 < more <= 3 * melds + 1 and more % 3 != 2:
        return WITH_MELDS
    if more in (-3, -6, -9, -12):
        return WITHOUT_MELDS
    return ""
