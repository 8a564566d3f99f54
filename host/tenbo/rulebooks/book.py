"""A rule book as a value: its switches, and the section that each comes from."""

from __future__ import annotations

from collections.abc import Mapping

from tenbo.rulebooks.rulebook_ids import YAKU, YAKUMAN
from tenbo.validation.named_tuple import NamedTuple
from tenbo.validation.suggestions import did_you_mean, quote_value
from tenbo_core.errors import Malformed
from tenbo_core.new_game import NEVER_BELOW_ZERO

TYPE_CHECKING = False

if TYPE_CHECKING:
    from tenbo_core.rules import Rules


class Citation(NamedTuple):
    """Where a value comes from: a section of the book, or the reason for it where the book is silent."""

    section: str = ""
    silent: str = ""

    def __str__(self) -> str:
        return self.section or f"silent: {self.silent}"


class BookFile(NamedTuple):
    """The source of a book: a file's name and text, and the id of the book that it extends, if any."""

    file: str
    text: str
    base: str


class Book:
    """One rule book; `tenbo.load_book` returns it.

    `id`, `title` and `edition` say which book it is. `rules` has the value
    of each switch as an attribute; read its lists only. `sections` has where
    each comes from: an entry for every switch but `yaku`, and `yaku.<name>`
    for every yaku. `lines` has the sections behind what is counted in a hand
    but is no switch: dora, ura, fu. `origin` is the file of the book.

    >>> import tenbo
    >>> book = tenbo.load_book("ema-2025")
    >>> book.id, book.title
    ('ema-2025', 'EMA Riichi 2025')
    >>> book.rules.start_points, str(book.sections["start_points"])
    (30000, '1')
    """

    def __init__(
        self,
        book_id: str,
        title: str,
        edition: str,
        rules: Rules,
        sections: Mapping[str, Citation],
        lines: Mapping[str, str],
        origin: BookFile,
    ) -> None:
        self.id = book_id
        self.title = title
        self.edition = edition
        self.rules = rules
        self.sections = sections
        self.lines = lines
        self.origin = origin

    def __repr__(self) -> str:
        return f"Book({self.id!r})"

    def citation(self, *names: str) -> Citation | None:
        """Return the section of the first of these switches or yaku that has one.

        If none has a section, it is the reason for the value of the first.
        None if the book knows none of the names.

        >>> import tenbo
        >>> book = tenbo.load_book("ema-2016")
        >>> str(book.citation("yaku.pinfu")), str(book.citation("fu"))
        ('4.2.1', '4.1.1')
        """
        for name in names:
            if not isinstance(name, str):
                message = f"give the name of a switch or yaku, not {quote_value(name)}"
                raise Malformed("bad_field", message, "names")
            if name in self.lines:
                return Citation(self.lines[name])
        cited = [self.sections[name] for name in names if name in self.sections]
        return next((citation for citation in cited if citation.section), cited[0] if cited else None)

    def with_changes(self, changes: Mapping[str, object]) -> Book:
        """Return the same book with some switches changed, as `set` does.

        A switch or yaku that does not exist raises `unknown_option`, a value
        that it cannot have `bad_field`.

        >>> import tenbo
        >>> book = tenbo.load_book("ema-2016")
        >>> changes = {"kiriage": True, "yaku": {"tanyao": [1, 0]}}
        >>> changed = book.with_changes(changes)
        >>> changed.rules.kiriage, book.rules.kiriage
        (True, False)
        >>> changed.rules.yaku["tanyao"]
        [1, 0]
        """
        if not changes:
            return self
        if not isinstance(changes, Mapping):
            raise Malformed("bad_field", f"changes must map switch names to values, not {quote_value(changes)}", "set")
        for name in changes:
            check_switch_name(name)
        rows = changes.get("yaku")
        if isinstance(rows, dict):
            for name in rows:
                check_yaku_name(name)
        check_uma_keys(changes.get("uma"))
        rules = self.rules.changed(dict(changes))
        if isinstance(rows, dict):
            for name in rows:
                check_yaku_row(name, rules.yaku[name])
        check_changed_amounts(rules)
        by_hand = Citation(silent="changed by `set`")
        sections = dict(self.sections)
        for name in changes:
            if name == "yaku":
                sections.update((f"yaku.{row}", by_hand) for row in rules.yaku if row in changes["yaku"])  # type: ignore[operator]
            else:
                sections[name] = by_hand
        return Book(self.id, self.title, self.edition, rules, sections, self.lines, self.origin)


def check_yaku_name(name: object) -> None:
    """Refuse a row for a yaku that does not exist.

    >>> check_yaku_name("tanyo")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: there is no yaku 'tanyo'; did you mean tanyao?
    """
    if name not in YAKU:
        raise Malformed("unknown_option", f"there is no yaku {name!r}{did_you_mean(name, YAKU)}", f"yaku.{name}")


# A higher value is a yakuman: the number of yakuman, or 13 han for each.
MOST_HAN, MOST_HAN_OF_YAKUMAN = 13, 39


def most_han(name: str) -> int:
    """Return how many han a book may give a yaku at most.

    >>> most_han("tanyao"), most_han("daisangen")
    (13, 39)
    """
    return MOST_HAN_OF_YAKUMAN if name in YAKUMAN else MOST_HAN


def check_yaku_row(name: str, pair: list[int]) -> None:
    """Refuse han that no yaku has.

    >>> check_yaku_row("tanyao", [1, 14])
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: tanyao must be worth 0 to 13 han, not 14
    """
    most = most_han(name)
    for han in pair:
        if not 0 <= han <= most:
            raise Malformed("bad_field", f"{name} must be worth 0 to {most} han, not {han}", f"yaku.{name}")


def check_switch_name(name: str) -> None:
    """Refuse a switch that does not exist.

    >>> check_switch_name("kiriagee")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: there is no rule switch 'kiriagee'; did you mean kiriage?
    """
    from tenbo_core.switches import KINDS  # noqa: PLC0415 - only where a book is changed

    if name not in KINDS:
        raise Malformed("unknown_option", f"there is no rule switch {name!r}{did_you_mean(name, KINDS)}", name)


def check_changed_amounts(rules: Rules) -> None:
    """Refuse changed amounts that cannot be intended; the table itself refuses those that it could not pay.

    >>> from tenbo.rulebooks import load
    >>> check_changed_amounts(load("ema-2016").rules.changed({"start_points": 0}))
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: start_points must be a positive multiple of 100, not 0
    """
    points, step = rules.start_points, rules.point_step
    if points <= 0 or points % step:
        raise Malformed(
            "bad_field", f"start_points must be a positive multiple of {step}, not {points}", "start_points"
        )
    if min(rules.warning_minutes, default=0) < 0:
        raise Malformed("bad_field", "warning_minutes are before the end: none can be below 0", "warning_minutes")
    for name in (*NEVER_BELOW_ZERO, "agree_seconds", "honba_value", "noten_pool", "chip_points", "yakitori"):
        if getattr(rules, name) < 0:
            raise Malformed("bad_field", f"{name} cannot be below 0", name)
    if not isinstance(rules.payment, str) and min(rules.payment) <= 0:
        raise Malformed("bad_field", "every unit of payment must be above 0", "payment")
    for names, most, unit in AMOUNT_LIMITS:
        for name in names:
            for number in _numbers(rules.values[name]):
                if isinstance(number, int) and abs(number) > most:
                    limit = f"at least {-most}" if number < 0 else f"at most {most}"
                    raise Malformed("bad_field", f"{name} must be {limit} {unit}, not {number}", name)
    _check_three_players(rules)
    check_uma(rules.uma)


def _check_three_players(rules: Rules) -> None:
    """Refuse what does not fit the number of players: three have no red five of characters, four set no north aside."""
    if rules.red_fives == (3 if rules.players == 3 else 2):
        usual = 2 if rules.players == 3 else 3
        raise Malformed(
            "bad_field",
            f"red_fives must be 0 or {usual} with {rules.players} players, not {rules.red_fives}",
            "red_fives",
        )
    for row in uma_rows(rules.uma).values():
        if len(row) != rules.players:
            number = "three" if rules.players == 3 else "four"
            raise Malformed("bad_field", f"uma must be a list of {number} integers, not {row}", "uma")
    for name in ("north_bonus", "tsumo_loss"):
        if rules.players == 4 and rules.values[name]:
            raise Malformed("bad_field", f"{name} is for three players, but this book is for four", name)


def _numbers(value: object) -> list[object]:
    """Return the numbers of a switch: itself, those of its list, or those of all rows of its table."""
    if isinstance(value, dict):
        return [number for row in value.values() for number in row]
    return value if isinstance(value, list) else [value]


# Upper limits of what is played for or waited: a number beyond one has a digit too many.
AMOUNT_LIMITS = (
    (("start_points", "target_points", "oka", "riichi_needs", "uma", "honba_value", "noten_pool", "chombo_points",
      "chip_points", "yakitori",
      "late_per_minute", "payment", "substitute_result", "substitute_uma"), 1_000_000, "points"),
    (("session_minutes", "signal_minutes", "warning_minutes", "late_limit"), 24 * 60, "minutes"),
    (("agree_seconds",), 3600, "seconds"),
)  # fmt: skip

# The least uma that is played for: smaller numbers are thousands, as score sheets have them.
LEAST_UMA = 100


def uma_rows(uma: list[int] | dict[str, list[int]]) -> dict[str, list[int]]:
    """Return the rows of an uma, each with its key; a plain uma is one row without a key.

    >>> uma_rows([15000, 5000, -5000, -15000])
    {'': [15000, 5000, -5000, -15000]}
    """
    return uma if isinstance(uma, dict) else {"": uma}


def check_uma_keys(uma: object) -> None:
    """Refuse a row of a table of uma that no number of players has.

    >>> check_uma_keys({"els": [0, 0, 0, 0]})
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: uma has no row 'els'; did you mean else?
    """
    from tenbo_core.switches import UMA_KEYS  # noqa: PLC0415 - only where a book is changed

    for key in uma if isinstance(uma, dict) else ():
        if key not in UMA_KEYS:
            near = (
                did_you_mean(key, UMA_KEYS)
                or "; its rows are 0 to 4 (the number of players below the start points) and else"
            )
            raise Malformed("unknown_option", f"uma has no row {key!r}{near}", "uma")


def check_uma(uma: list[int] | dict[str, list[int]]) -> None:
    """Refuse an uma that was meant otherwise: in thousands, or with points that come from nowhere.

    >>> check_uma([20, 10, -10, -20])
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: uma is in points, not in thousands: write [20000, 10000, -10000, -20000]
    >>> check_uma({"1": [8000, 3000, 1000, -11000], "else": [0, 0, 0, 0]})
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: uma 1 must add up to 0, not 1000; a bonus for first place is oka
    """
    for key, row in uma_rows(uma).items():
        _check_row(f"uma {key}".strip(), row)


def _check_row(name: str, uma: list[int]) -> None:
    if any(uma) and max(map(abs, uma)) < LEAST_UMA:
        meant = [1000 * points for points in uma]
        raise Malformed("bad_field", f"{name} is in points, not in thousands: write {meant}", "uma")
    if sum(uma):
        message = f"{name} must add up to 0, not {sum(uma)}; a bonus for first place is oka"
        raise Malformed("bad_field", message, "uma")
