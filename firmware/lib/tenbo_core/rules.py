"""A rule book as the code sees it: named switches.

Code never asks which book is played, only what a switch says. Where the values come from, and
the section of the book behind each, stands in the host's `books/*.toml`; the device's copy in
`tenbo_core/books` is generated from those files.
"""


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
        from tenbo_core.switches import check_switch

        values = dict(self.values)
        for name in changes:
            value = check_switch(name, changes[name])
            if name == "yaku":
                table = dict(values.get("yaku", {}))  # type: ignore[call-overload]
                table.update(value)
                value = table
            values[name] = value
        return Rules(self.book, values)
