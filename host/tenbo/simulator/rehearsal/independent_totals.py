"""Computes the results from the events at the tables, without the store and with arithmetic of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tenbo_core.rules import Rules

STICK = 1000


def totals_of(rules: Rules, points: Sequence[int], sticks: int) -> list[int]:
    """Return the totals of a game that ended with some points at the seats and sticks on the table.

    >>> from tenbo_core.books import load
    >>> totals_of(load("ema-2016"), [41000, 30000, 29000, 19000], 1)
    [27000, 5000, -6000, -26000]
    >>> totals_of(load("ema-2016"), [35000, 35000, 30000, 20000], 0)
    [15000, 15000, -5000, -25000]
    """
    order = sorted(range(rules.players), key=lambda seat: (-points[seat], seat))
    groups: list[list[int]] = []
    for seat in order:
        if groups and points[groups[-1][0]] == points[seat] and rules.uma_ties != "seat":
            groups[-1].append(seat)
        else:
            groups.append([seat])
    totals = [point - rules.target_points for point in points]
    first = groups[0][:1] if rules.leftover_sticks == "first_seat" else groups[0]
    if rules.leftover_sticks == "first_share_down":
        for seat in first:
            totals[seat] += sticks * STICK // len(first) // 100 * 100
    elif rules.leftover_sticks != "nobody":
        _share(totals, first, sticks * STICK)
    uma = rules.uma
    if isinstance(uma, dict):
        below = sum(total + rules.target_points < rules.start_points for total in totals)
        uma = uma.get(str(below), uma["else"])
    _share(totals, groups[0], rules.oka)
    place = 0
    for group in groups:
        amounts = list(uma[place : place + len(group)])
        if rules.uma_ties == "better_place":
            for seat in group:
                totals[seat] += amounts[0]
        else:
            _share(totals, group, sum(amounts))
        place += len(group)
    return totals


def _share(totals: list[int], seats: Sequence[int], amount: int) -> None:
    """Share an amount in hundreds; the rest goes to the first seat."""
    each = amount // len(seats) // 100 * 100
    for seat in seats:
        totals[seat] += each
    totals[seats[0]] += amount - each * len(seats)


def standings_of(tables: Sequence[tuple[Sequence[int], Sequence[int]]]) -> dict[int, tuple[int, int]]:
    """Return place and total of every player, from the players and totals of each table."""
    sums: dict[int, int] = {}
    for players, totals in tables:
        for player, total in zip(players, totals, strict=True):
            sums[player] = sums.get(player, 0) + total
    return {player: (1 + sum(other > total for other in sums.values()), total) for player, total in sums.items()}


def result_differences(
    record: Mapping[str, Any],
    tables: Mapping[tuple[int, int], tuple[Sequence[int], Sequence[int]]],
    ranked: Sequence[tuple[Sequence[int], Sequence[int]]] | None = None,
) -> list[str]:
    """Return where exported results differ from what was worked out, by session and table: players and totals.

    The standings are those of `ranked` if the totals belong to other players than those who sat there.
    """
    wrong = []
    sheets = {(sheet["session"], sheet["table"]): sheet for sheet in record["tables"]}
    for session, table in sorted(set(sheets) ^ set(tables)):
        wrong.append(f"session {session} table {table} is only in the export or only among the games played")
    for place, (players, totals) in sorted(tables.items()):
        sheet = sheets.get(place, {})
        for name, value in (("players", list(players)), ("totals", list(totals))):
            if sheet and sheet[name] != value:
                where = f"session {place[0]} table {place[1]}"
                wrong.append(f"{where}: the {name} are {sheet[name]}, but were {value} at the table")
    wanted = standings_of(list(tables.values()) if ranked is None else ranked)
    standings = {row["player"]: (row["place"], row["total"]) for row in record["standings"]}
    for player in sorted(set(wanted) | set(standings)):
        if wanted.get(player) != standings.get(player):
            wrong.append(f"player {player}: place and total are {standings.get(player)}, not {wanted.get(player)}")
    return wrong
