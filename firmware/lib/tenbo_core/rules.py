"""A rule book as the code sees it: named switches, checked one by one.

Code never asks which book is played, only what a switch says. Where the values come from, and
the section of the book behind each, stands in the host's `books/*.toml`; the device's copy in
`tenbo_core/books` is generated from those files.
"""

from tenbo_core.errors import Malformed

# Every switch with the values it takes: "int", "bool", "ints" (any number of them), "four ints",
# "words" (any of those listed), words to choose one of, "payment" ("fu" or units by han) and "yaku".
SWITCHES = (
    ("red_fives", "0|3"),
    ("start_points", "int"),
    ("target_points", "int"),
    ("oka", "int"),
    ("point_step", "100|250"),
    ("length", "east|hanchan"),
    ("extension", "none|target"),
    ("agari_yame", "bool"),
    ("bust", "bool"),
    ("riichi_needs", "int"),
    ("uma", "four ints"),
    ("uma_ties", "share|better_place|seat"),
    ("leftover_sticks", "first_share|first_seat|nobody"),
    ("honba_value", "int"),
    ("two_han_from", "int"),
    ("several_ron", "all|nearest"),
    ("triple_ron", "all|abort"),
    ("sticks_to", "own_back|nearest"),
    ("honba_to", "every|nearest"),
    ("noten_pool", "int"),
    ("declare_in_turn", "bool"),
    ("agree_seconds", "int"),
    ("nagashi", "none|win|draw"),
    ("abortive", "words nine_terminals four_winds four_kans four_riichi triple_ron"),
    ("open_tanyao", "bool"),
    ("kiriage", "bool"),
    ("yakuman_stack", "bool"),
    ("counted_limit", "yakuman|sanbaiman"),
    ("double_yakuman", "words kokushi_13 chuuren_9 suuankou_tanki daisuushii"),
    ("renhou", "none|mangan|five_han|yakuman"),
    ("double_wind_pair_fu", "2|4"),
    ("payment", "payment"),
    ("yaku", "yaku"),
    ("pao", "words daisangen daisuushii suukantsu"),
    ("chombo", "reverse_mangan|after_uma"),
    ("chombo_points", "int"),
    ("chombo_with_win", "void|pays"),
    ("late_per_minute", "int"),
    ("late_limit", "int"),
    ("late_applies", "now|after_uma"),
    ("substitute_result", "int"),
    ("substitute_uma", "int"),
    ("session_minutes", "int"),
    ("signal_minutes", "int"),
    ("hands_after_signal", "-1|0|1"),
    ("replay_after_signal", "bool"),
    ("warning_minutes", "ints"),
)

KINDS = dict(SWITCHES)


class Rules:
    """The switches of one rule book, as attributes.

    `values` must name every switch the side at hand knows; the device leaves `yaku` out, because
    declared hands are scored on the host.
    """

    def __init__(self, book: str, values: "dict[str, object]") -> None:
        self.book = book
        self.red_fives: int
        self.start_points: int
        self.target_points: int
        self.oka: int
        self.point_step: int
        self.length: str
        self.extension: str
        self.agari_yame: bool
        self.bust: bool
        self.riichi_needs: int
        self.uma: "list[int]"
        self.uma_ties: str
        self.leftover_sticks: str
        self.honba_value: int
        self.two_han_from: int
        self.several_ron: str
        self.triple_ron: str
        self.sticks_to: str
        self.honba_to: str
        self.noten_pool: int
        self.declare_in_turn: bool
        self.agree_seconds: int
        self.nagashi: str
        self.abortive: "list[str]"
        self.open_tanyao: bool
        self.kiriage: bool
        self.yakuman_stack: bool
        self.counted_limit: str
        self.double_yakuman: "list[str]"
        self.renhou: str
        self.double_wind_pair_fu: int
        self.payment: "str | list[int]"
        self.yaku: "dict[str, list[int]]"
        self.pao: "list[str]"
        self.chombo: str
        self.chombo_points: int
        self.chombo_with_win: str
        self.late_per_minute: int
        self.late_limit: int
        self.late_applies: str
        self.substitute_result: int
        self.substitute_uma: int
        self.session_minutes: int
        self.signal_minutes: int
        self.hands_after_signal: int
        self.replay_after_signal: bool
        self.warning_minutes: "list[int]"
        self.values = values
        for name in values:
            setattr(self, name, values[name])

    def __repr__(self) -> str:
        return f"Rules({self.book!r})"

    @property
    def counts_fu(self) -> bool:
        """Say whether payments depend on fu, or on a list of units by han."""
        return self.payment == "fu"

    @property
    def has_counters(self) -> bool:
        """Say whether the book has honba counters at all."""
        return self.honba_value > 0

    @property
    def has_signal(self) -> bool:
        """Say whether the book has a time signal."""
        return self.hands_after_signal >= 0 or self.session_minutes > 0 or self.signal_minutes > 0

    def changed(self, changes: "dict[str, object]") -> "Rules":
        """Give the same book with some switches changed, each name and value checked."""
        if not changes:
            return self
        values = dict(self.values)
        for name in changes:
            value = check_switch(name, changes[name])
            if name == "yaku":
                table = dict(values.get("yaku", {}))  # type: ignore[call-overload]
                table.update(value)
                value = table
            values[name] = value
        return Rules(self.book, values)


def check_switch(name: str, value: object) -> object:
    """Give the value of a switch in its plain form, or say what it should have been.

    >>> check_switch("uma", [15000, 5000, -5000, -15000])
    [15000, 5000, -5000, -15000]
    """
    if name not in KINDS:
        raise Malformed("unknown_option", f"there is no rule switch {name!r}", name)
    kind = KINDS[name]
    allowed = _allowed(kind)
    if not _fits(kind, allowed, value):
        raise Malformed("bad_field", f"{name} must be {_wanted(kind, allowed)}, not {value!r}", name)
    if isinstance(value, tuple):
        return list(value)
    return value


def _allowed(kind: str) -> "list[str]":
    """Give the words a switch of this kind takes, if it takes words."""
    if kind.startswith("words"):
        return kind.split(" ")[1:]
    return kind.split("|") if "|" in kind else []


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_ints(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all([_is_int(item) for item in value])


def _fits(kind: str, allowed: "list[str]", value: object) -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "int":
        return _is_int(value)
    if kind == "ints":
        return _are_ints(value)
    if kind == "four ints":
        return _are_ints(value) and len(value) == 4  # type: ignore[arg-type]
    if kind == "payment":
        return value == "fu" or (_are_ints(value) and len(value) > 0)  # type: ignore[arg-type]
    if kind == "yaku":
        return isinstance(value, dict) and all([_are_ints(pair) and len(pair) == 2 for pair in value.values()])
    if kind.startswith("words"):
        return isinstance(value, (list, tuple)) and all([word in allowed for word in value])
    if isinstance(value, bool):
        return False
    return str(value) in allowed and isinstance(value, int) == allowed[0].lstrip("-").isdigit()


def _wanted(kind: str, allowed: "list[str]") -> str:
    """Say in words what a switch of this kind takes."""
    if kind == "yaku":
        return "a table of yaku = [han closed, han open]"
    if kind == "payment":
        return '"fu" or a list of units by han'
    if kind.startswith("words"):
        return "a list of " + ", ".join(allowed)
    if allowed:
        return "one of " + ", ".join(allowed)
    names = {"int": "an integer", "bool": "true or false", "ints": "a list of integers"}
    return names.get(kind, "a list of four integers")
