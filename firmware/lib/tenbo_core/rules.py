"""A rule book as a set of named switches.

Code never asks which book is played, only for the value of a switch. Where the values come from, and
the section of the book behind each, stands in the host's `books/*.toml`; the device's copy in
`tenbo_core/books` is generated from those files.
"""

from tenbo_core.seats import SEATS

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

# The rule book of a game that names none.
DEFAULT_BOOK = "ema-2025"
# By this one plays a start that names none: such starts were recorded while it was the default.
UNNAMED_BOOK = "ema-2016"


class Rules:
    """The switches of one rule book, as attributes.

    `values` must name every switch the side at hand knows; the device leaves `yaku` out, because
    declared hands are scored on the host.
    """

    players: int
    red_fives: int
    north_bonus: bool
    start_points: int
    target_points: int
    oka: int
    point_step: int
    length: str
    extension: str
    extension_points: int
    agari_yame: bool
    bust: bool
    riichi_needs: int
    uma: "list[int] | dict[str, list[int]]"
    uma_ties: str
    leftover_sticks: str
    chip_points: int
    yakitori: int
    tsumo_loss: bool
    honba_value: int
    two_han_from: int
    several_ron: str
    triple_ron: str
    sticks_to: str
    honba_to: str
    noten_pool: int
    declare_in_turn: bool
    agree_seconds: int
    nagashi: str
    abortive: "list[str]"
    ura_dora: bool
    open_tanyao: bool
    kiriage: bool
    yakuman_stack: bool
    counted_limit: str
    double_yakuman: "list[str]"
    renhou: str
    double_wind_pair_fu: int
    sorted_in: bool
    payment: "str | list[int]"
    yaku: "dict[str, list[int]]"
    pao: "list[str]"
    pao_counts: str
    pao_share: str
    redeal: bool
    chombo: str
    chombo_points: int
    chombo_with_win: str
    late_per_minute: int
    late_limit: int
    late_applies: str
    substitute_result: int
    substitute_uma: int
    session_minutes: int
    signal_minutes: int
    hands_after_signal: int
    replay_after_signal: bool
    warning_minutes: "list[int]"

    def __init__(self, book: str, values: "dict[str, Any]") -> None:
        self.book = book
        self.values = values
        for name in values:
            setattr(self, name, values[name])

    def __repr__(self) -> str:
        return f"Rules({self.book!r})"

    @property
    def seats(self) -> "tuple[int, ...]":
        """Return the seats that are played at: the first three where three play."""
        return SEATS if self.players == 4 else SEATS[:3]

    @property
    def counts_fu(self) -> bool:
        """Return whether payments depend on fu, or on a list of units by han."""
        return self.payment == "fu"

    @property
    def has_counters(self) -> bool:
        """Return whether the book has honba counters at all."""
        return self.honba_value > 0

    @property
    def has_signal(self) -> bool:
        """Return whether the book has a time signal."""
        return self.hands_after_signal >= 0 or self.session_minutes > 0 or self.signal_minutes > 0

    def changed(self, changes: "dict[str, Any]") -> "Rules":
        """Return the same book with some switches changed, each name and value checked."""
        if not changes:
            return self
        from tenbo_core.switches import check_switch

        values = dict(self.values)
        for name in changes:
            value = check_switch(name, changes[name])
            if name == "yaku":
                table = dict(values.get("yaku", {}))
                table.update(value)
                value = table
            values[name] = value
        return Rules(self.book, values)
