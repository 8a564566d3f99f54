"""One winner of a hand: the winning seat, the discarder, and the hand's value."""

from tenbo_core.value_object import ValueObject


class Win(ValueObject):
    """One winner: `source` is the discarder, or the winner of a self-drawn win.

    A limit hand of the special patterns says its multiple in `yakuman`, every other hand its `han`
    and `fu`; `pao` is the liable seat, or None, and `pao_yakuman` for how many of several yakuman that
    seat is liable (0: as the book has it, see `wins`). `pao_other` is a second liable seat, for one yakuman.
    """

    FIELDS = ("seat", "source", "han", "fu", "yakuman", "pao", "pao_yakuman", "pao_other")

    def __init__(
        self,
        seat: int,
        source: int,
        han: int = 0,
        fu: int = 0,
        yakuman: int = 0,
        pao: "int | None" = None,
        pao_yakuman: int = 0,
        pao_other: "int | None" = None,
    ) -> None:
        self.seat = seat
        self.source = source
        self.han = han
        self.fu = fu
        self.yakuman = yakuman
        self.pao = pao
        self.pao_yakuman = pao_yakuman
        self.pao_other = pao_other

    @property
    def by_tsumo(self) -> bool:
        """Return whether the winner drew the winning tile."""
        return self.seat == self.source

    def plain(self) -> "list[object]":
        """Return the fields in order, without empty ones at the end: most wins have no yakuman."""
        values = self.as_list()
        if self.pao_other is not None:
            return values
        values.pop()
        if not self.pao_yakuman:
            values.pop()
        if self.pao is None:
            # A liable seat 0 is no empty field, a yakuman of 0 is one.
            while len(values) > 3 and not values[-1]:
                values.pop()
        return values
