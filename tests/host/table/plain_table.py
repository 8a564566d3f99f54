"""A second table, written plainly and apart from the core, to compare whole games with.

It knows what events do, not which are allowed: only events that the core has taken are given to
it. Everything is worked out from payments in hundreds and from the words of the books' switches.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenbo_core.rules import Rules


def base(rules: Rules, win: dict) -> int:
    """Return the basic points of a win."""
    if win.get("yakuman"):
        return 8000 * win["yakuman"]
    han, fu = win["han"], win.get("fu") or 0
    if rules.payment != "fu":
        return rules.payment[-1] if han > len(rules.payment) else rules.payment[han - 1]
    for least, limit in ((13, 8000 if rules.counted_limit == "yakuman" else 6000), (11, 6000), (8, 4000), (6, 3000)):
        if han >= least:
            return limit
    points = 2000 if han == 5 else fu * 2 ** (2 + han)
    if rules.kiriage and points == 1920:
        points = 2000
    return min(points, 2000)


class PlainTable:
    """Scores, pot and the course of a game."""

    def __init__(self, rules: Rules, start: dict) -> None:
        self.rules = rules
        self.players = 3 if rules.values["players"] == 3 else 4
        self.scores = list(start.get("scores") or [rules.start_points] * self.players)
        self.pot = start.get("sticks") or 0
        self.wind = "ESWN".index(start.get("round") or "E")
        self.deal = (start.get("hand") or 1) - 1
        self.honba = start.get("honba") or 0
        self.phase = "between"
        self.bets: list[int] = []
        self.left: int | None = None
        self.taken = 0
        self.later = [0] * self.players
        self.substitutes: dict[int, str] = {}
        self.out: set[int] = set()
        self.won: set[int] = set()

    # --- what happens ---

    def take(self, kind: str, values: dict) -> None:
        """Carry out one event."""
        getattr(self, f"on_{kind}", lambda **_: None)(
            **{name.replace("with", "along"): v for name, v in values.items()}
        )

    def on_hand(self, **_) -> None:
        self.phase = "playing"

    def on_riichi(self, seat: int) -> None:
        self.scores[seat] -= 1000
        self.pot += 1
        self.bets.append(seat)

    def on_riichi_void(self, seat: int) -> None:
        self.scores[seat] += 1000
        self.pot -= 1
        self.bets.remove(seat)

    def on_riichi_invalid(self, seat: int) -> None:
        self.on_riichi_void(seat)

    def on_win(self, wins: list[dict]) -> None:
        source = wins[0]["from"]
        queue = sorted(wins, key=lambda win: (win["seat"] - source - 1) % self.players)
        if self.rules.several_ron == "nearest":
            queue = queue[:1]
        for place, win in enumerate(queue):
            honba = self.honba if place == 0 or self.rules.honba_to == "every" else 0
            points = base(self.rules, win)
            if win.get("pao_other") is not None:
                self.pay(win["seat"], source, 8000, 0, win["pao_other"])
                points -= 8000
            fed, pao = points, win.get("pao")
            if pao is not None and self.rules.pao_share == "part":
                fed = 8000 * (win.get("pao_yakuman") or 1)
            self.pay(win["seat"], source, fed, honba * self.rules.honba_value, pao)
            self.pay(win["seat"], source, points - fed, 0, None)
        self.won |= {win["seat"] for win in queue}
        self.collect([win["seat"] for win in queue])
        dealer = self.deal in [win["seat"] for win in queue]
        self.close(stays=dealer, counter=dealer, may_stop=True)

    def up(self, points: int) -> int:
        """Round a payment up to hundreds; in a book without fu the units fit the sticks as they are."""
        return math.ceil(points / 100) * 100 if self.rules.payment == "fu" else points

    def pay(self, seat: int, source: int, points: int, counters: int, pao: int | None) -> None:
        shares = {other: 1 for other in range(self.players) if other != seat}
        if seat == self.deal:
            shares = dict.fromkeys(shares, 2)
        else:
            shares[self.deal] = 2
        due = {other: self.up(points * share) for other, share in shares.items()}
        if self.players == 3 and not self.rules.tsumo_loss:
            missing = self.up(points * (2 if seat == self.deal else 1))
            due = {other: amount + math.ceil(missing / 200) * 100 for other, amount in due.items()}
        if pao is None and source == seat:
            due = {other: amount + counters // len(due) for other, amount in due.items()}
        else:
            whole = sum(due.values()) if source == seat else self.up(points * (6 if seat == self.deal else 4))
            if pao is None or pao == source:
                due = {source: whole + counters}
            elif source == seat:
                due = {pao: whole + counters}
            else:
                due = {pao: whole // 2, source: whole // 2 + counters}
        for other, amount in due.items():
            self.scores[other] -= amount
            self.scores[seat] += amount

    def collect(self, winners: list[int]) -> None:
        if self.rules.sticks_to == "own_back":
            for seat in set(winners) & set(self.bets):
                self.scores[seat] += 1000
                self.pot -= 1
        self.scores[winners[0]] += 1000 * self.pot
        self.pot = 0

    def on_draw(self, tenpai: list[int], nagashi: list[int] | None = None) -> None:
        winners = sorted(nagashi or [], key=lambda seat: (seat - self.deal) % self.players)
        as_win = self.rules.nagashi == "win"
        for place, seat in enumerate(winners):
            honba = self.honba if as_win and (place == 0 or self.rules.honba_to == "every") else 0
            self.pay(seat, seat, 2000, honba * self.rules.honba_value, None)
        if winners and as_win:
            self.collect(winners)
            self.close(stays=self.deal in winners, counter=self.deal in winners, may_stop=True)
            return
        noten = self.players - len(tenpai)
        if not winners and tenpai and noten:
            for seat in range(self.players):
                gets = seat in tenpai
                self.scores[seat] += self.rules.noten_pool // len(tenpai) if gets else -self.rules.noten_pool // noten
        self.close(stays=self.deal in tenpai, counter=True, may_stop=True)

    def on_abort(self, **_) -> None:
        self.close(stays=True, counter=True, may_stop=False)

    def on_chombo(self, seats: list[int], along: str | None = None) -> None:
        if along == "win" and self.rules.chombo_with_win == "void":
            return
        for seat in seats:
            if self.rules.chombo == "after_uma":
                self.later[seat] -= self.rules.chombo_points
                continue
            for other in range(self.players):
                if other != seat:
                    amount = 4000 if self.deal in (seat, other) else 2000
                    if self.players == 3 and not self.rules.tsumo_loss:
                        amount += 2000 if self.deal == seat else 1000
                    self.scores[seat] -= amount
                    self.scores[other] += amount
        if along == "win":
            return
        self.on_redeal()

    def on_redeal(self, **_) -> None:
        for seat in self.bets:
            self.scores[seat] += 1000
            self.pot -= 1
        self.bets, self.phase = [], "between"
        if not self.rules.replay_after_signal:
            self.count()

    def on_penalty(self, seat: int, points: int, why: str | None = None, when: str | None = None) -> None:
        del why
        self.take_away(seat, -points, when or self.rules.late_applies)

    def on_late(self, seat: int, minutes: int) -> None:
        self.take_away(seat, minutes * self.rules.late_per_minute, self.rules.late_applies)

    def take_away(self, seat: int, amount: int, when: str) -> None:
        if when == "after_uma":
            self.later[seat] -= amount
        else:
            self.scores[seat] -= amount
            self.taken += amount

    def on_substitute(self, seat: int, since: str) -> None:
        self.substitutes[seat] = since

    def on_disqualify(self, seat: int, **_) -> None:
        self.out.add(seat)

    def on_signal(self) -> None:
        self.left = max(0, self.rules.hands_after_signal) + (self.phase == "playing")
        if self.left == 0:
            self.phase = "over"

    def on_end(self) -> None:
        self.phase, self.left = "over", 0

    # --- what follows a hand ---

    def count(self) -> None:
        if self.left:
            self.left -= 1
            if self.left == 0:
                self.phase = "over"

    def close(self, *, stays: bool, counter: bool, may_stop: bool) -> None:
        rules = self.rules
        self.bets, self.phase = [], "between"
        self.count()
        regular = self.players if rules.length == "east" else 2 * self.players
        number = self.players * self.wind + self.deal + 1
        enough = max(self.scores) >= (rules.extension_points or rules.target_points) or rules.extension == "none"
        if rules.bust and any(score < 0 for score in self.scores):
            self.phase = "over"
        elif number >= regular:
            leads = (
                min(range(self.players), key=lambda seat: (self.comes_last(seat), -self.scores[seat], seat))
                == self.deal
            )
            if not stays and (enough or number == regular + self.players):
                self.phase = "over"
            if stays and enough and may_stop and rules.agari_yame and leads:
                self.phase = "over"
        if self.phase == "over":
            self.left = 0
            return
        self.honba = self.honba + 1 if counter and rules.honba_value else 0
        if not stays:
            self.wind, self.deal = divmod(number, self.players)

    # --- the result ---

    def comes_last(self, seat: int) -> bool:
        return seat in self.out or self.substitutes.get(seat) == "now"

    def uma_of(self, scores: list[int]) -> list[int]:
        """Return the uma by place; a table has a row by how many scores are below the start."""
        uma = self.rules.uma
        if not isinstance(uma, dict):
            return list(uma)
        below = str(len([score for score in scores if score < self.rules.start_points]))
        return list(uma[below] if below in uma else uma["else"])

    def totals(self) -> list[int]:
        """Return the totals as if the game ended now."""
        rules = self.rules
        key = {seat: (not self.comes_last(seat), self.scores[seat]) for seat in range(self.players)}
        by_seat = rules.uma_ties == "seat"
        ranked = sorted(range(self.players), key=lambda seat: (not key[seat][0], -key[seat][1], seat))
        groups: list[list[int]] = []
        for seat in ranked:
            if groups and not by_seat and key[groups[-1][0]] == key[seat]:
                groups[-1].append(seat)
            else:
                groups.append([seat])
        first = groups[0]
        credited = [score - rules.target_points for score in self.scores]
        if rules.leftover_sticks == "first_share_down":
            for seat in first:
                credited[seat] += 10 * self.pot // len(first) * 100
        elif rules.leftover_sticks != "nobody":
            share(credited, 1000 * self.pot, first[:1] if rules.leftover_sticks == "first_seat" else first)
        totals = [score + later for score, later in zip(credited, self.later, strict=True)]
        for seat in set(range(self.players)) - self.won:
            totals[seat] -= rules.yakitori
        share(totals, rules.oka, first)
        uma = self.uma_of([score + rules.target_points for score in credited])
        for group in groups:
            playing = [seat for seat in group if self.substitutes.get(seat) != "now"]
            amounts, uma = uma[: len(playing)], uma[len(playing) :]
            if not playing:
                continue
            if rules.uma_ties == "better_place":
                for seat in playing:
                    totals[seat] += amounts[0]
            else:
                share(totals, sum(amounts), playing)
        for seat in self.substitutes:
            totals[seat] = rules.substitute_result
        return totals


def share(totals: list[int], amount: int, seats: list[int]) -> None:
    """Share an amount in hundreds, the rest to the first seat."""
    each = math.floor(amount / len(seats) / 100) * 100
    for seat in seats:
        totals[seat] += each
    totals[seats[0]] += amount - each * len(seats)
