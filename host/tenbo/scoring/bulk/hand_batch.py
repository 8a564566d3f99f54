"""An archive: many declared hands as arrays, and a part of it packed for scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tenbo.scoring.bulk.lookup_arrays import HONOUR_WEIGHTS, NO_MELD, NO_TILE, RED_SHIFT, SUIT_WEIGHTS, MeldArrays
from tenbo.scoring.tiles import GREEN_KINDS, KIND, KINDS, WEST, dora_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tenbo_core.rules import Rules

    Ints = NDArray[np.int64]

IS_GREEN = np.array([kind in GREEN_KINDS for kind in KIND] + [True], dtype=np.bool_)
DORA = np.array([dora_of(tile) for tile in range(NO_TILE)], dtype=np.uint8)
# Of characters there are 1m and 9m where three play.
DORA_OF_THREE = DORA.copy()
DORA_OF_THREE[0] = 8
KINDS_OF = np.array([*KIND, NO_TILE], dtype=np.uint8)
# The number of tiles of each kind in a meld: three in a row, or three or four alike.
IN_MELD: NDArray[np.uint8] = np.zeros((NO_MELD + 1, KINDS), dtype=np.uint8)
for _code in range(NO_MELD):
    _sort, _kind = divmod(_code, KINDS)
    if _sort == 0:
        IN_MELD[_code, _kind : _kind + 3] = 1
    else:
        IN_MELD[_code, _kind] = 3 if _sort == 1 else 4
GREEN_MELDS = ~(IN_MELD[:, [kind for kind in range(KINDS) if kind not in GREEN_KINDS]] > 0).any(axis=1)
IN_MELD = IN_MELD.ravel()


class HandBatch:
    """Many declared hands as arrays, one column each; fill them directly or hand by hand with `set_hand`.

    `tiles` are the closed tiles with the winning one among them (NO_TILE where there are fewer than 14),
    `melds` the codes of `Meld` (NO_MELD for none), `red_in_melds` the red fives in them, `winds` four times
    the seat wind plus the round wind, `situation` the bits of riichi, ippatsu and the like, `norths` how many were set
    aside where three play.
    """

    def __init__(self, size: int) -> None:
        self.tiles = np.full((14, size), NO_TILE, dtype=np.uint8)
        self.melds = np.full((4, size), NO_MELD, dtype=np.uint8)
        self.red_in_melds = np.zeros(size, dtype=np.uint8)
        self.win = np.zeros(size, dtype=np.uint8)
        self.tsumo = np.zeros(size, dtype=np.bool_)
        self.winds = np.full(size, 4, dtype=np.uint8)
        self.situation = np.zeros(size, dtype=np.int64)
        self.dora = np.full((5, size), NO_TILE, dtype=np.uint8)
        self.ura = np.full((5, size), NO_TILE, dtype=np.uint8)
        self.honba = np.zeros(size, dtype=np.int32)
        self.norths = np.zeros(size, dtype=np.uint8)

    def __len__(self) -> int:
        return len(self.win)

    def set_hand(  # noqa: PLR0913  (a declared hand is what it is)
        self,
        at: int,
        *,
        closed: Sequence[int],
        win: int,
        melds: Sequence[int] = (),
        red_in_melds: int = 0,
        tsumo: bool = False,
        seat: int = 1,
        round_: int = 0,
        situation: int = 0,
        dora: Sequence[int] = (),
        ura: Sequence[int] = (),
        honba: int = 0,
        norths: int = 0,
    ) -> None:
        """Write one hand into its column."""
        self.tiles[: len(closed), at] = closed
        self.tiles[len(closed), at] = win
        self.melds[: len(melds), at] = melds
        self.red_in_melds[at] = red_in_melds
        self.win[at] = win
        self.tsumo[at] = tsumo
        self.winds[at] = 4 * seat + round_
        self.situation[at] = situation
        self.dora[: len(dora), at] = dora
        self.ura[: len(ura), at] = ura
        self.honba[at] = honba
        self.norths[at] = norths


class PackedHands:
    """A packed chunk of an archive: base-5 numbers, the features of the melds, and the bonus."""

    def __init__(self, archive: HandBatch, part: slice, melds: MeldArrays, rules: Rules) -> None:
        tiles = archive.tiles[:, part]
        self.win = archive.win[part]
        self.tsumo = archive.tsumo[part]
        self.situation = archive.situation[part]
        self.winds = archive.winds[part].astype(np.int32)
        self.honba = archive.honba[part].astype(np.int64)
        number = len(self.win)
        self.suits = np.zeros(number, dtype=np.int64)
        self.honours = np.zeros(number, dtype=np.int64)
        for row in tiles:
            self.suits += np.take(SUIT_WEIGHTS, row)
            self.honours += np.take(HONOUR_WEIGHTS, row)
        self.kinds = np.take(KINDS_OF, tiles)
        self.melds = archive.melds[:, part]
        self.is_melded = self.melds[0] != NO_MELD
        self.features = np.zeros(number, dtype=np.int64)
        self.places = np.zeros(number, dtype=np.int64)
        self.is_open = np.zeros(number, dtype=np.bool_)
        self._meld(melds)
        self.dora = DORA_OF_THREE if rules.players == 3 else DORA
        self.norths = archive.norths[part].astype(np.int64)
        turned_up = [archive.dora[:, part]] + ([archive.ura[:, part]] if rules.ura_dora else [])
        self.bonus = np.zeros(number, dtype=np.int64)
        for indicators in turned_up:
            self.bonus += self._dora(indicators)
        if rules.players == 3:
            self.bonus += self._norths(*turned_up)
        if rules.red_fives:
            self.bonus += (self.honours >> RED_SHIFT) + archive.red_in_melds[part]

    def _meld(self, melds: MeldArrays) -> None:
        """Add the features of each meld; most hands have none or one."""
        at = np.nonzero(self.is_melded)[0]
        for column in self.melds:
            codes = column[at]
            there = codes != NO_MELD
            at, codes = at[there], codes[there].astype(np.int64)
            if not at.size:
                break
            self.features[at] += np.take(melds.words, self.winds[at] * NO_MELD + codes)
            self.places[at] |= np.take(melds.places, codes)
            self.is_open[at] |= np.take(melds.is_open, codes)

    def green_mask(self, at: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which of these hands have green tiles only."""
        green: NDArray[np.bool_] = np.all(np.take(IS_GREEN, self.kinds[:, at]), axis=0)
        for column in self.melds:
            green &= np.take(GREEN_MELDS, column[at])
        return green

    def _norths(self, *indicators: NDArray[np.uint8]) -> Ints:
        """Count the norths set aside: each is a bonus, and dora besides for each indicator that is a West."""
        each = 1 + sum((tiles == WEST).sum(axis=0, dtype=np.int64) for tiles in indicators)
        bonus: Ints = self.norths * each
        return bonus

    def _dora(self, indicators: NDArray[np.uint8]) -> Ints:
        """Count the tiles that the indicators make dora."""
        bonus = np.zeros(len(self.win), dtype=np.int64)
        everywhere = np.arange(len(self.win))
        for column in indicators:
            at = np.nonzero(column != NO_TILE)[0]
            if not at.size:
                continue
            whole = at.size == everywhere.size
            dora = np.take(self.dora, column if whole else column[at])
            kinds = self.kinds if whole else self.kinds[:, at]
            held = (kinds == dora).sum(axis=0, dtype=np.uint8).astype(np.int64)
            melded = np.nonzero(self.is_melded[at])[0]
            for meld in self.melds[:, at[melded]]:
                held[melded] += np.take(IN_MELD, meld.astype(np.int64) * KINDS + dora[melded])
            bonus[at] += held
        return bonus
