"""The wins that a seat needs, as text for players."""

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.required_wins import PlaceNeed


def need_text(need: "PlaceNeed") -> str:
    """Return a need in players' words.

    >>> from tenbo_core.required_wins import PlaceNeed
    >>> from tenbo_core.declared_win import Win
    >>> need_text(PlaceNeed(1, 3, [Win(1, 3, 2, 60), Win(1, 3, 3, 30)], shared=False))
    'place 1 by ron from seat 3: 2 han 60 fu or 3 han 30 fu'
    """
    how = "tsumo"
    if need.values and not need.values[0].by_tsumo:
        how = f"ron from seat {need.source}"
    if not need.values:
        return f"place {need.place} by no win of this kind"
    ways = []
    for win in need.values:
        if win.yakuman:
            ways.append("a yakuman" if win.yakuman == 1 else f"{win.yakuman} yakuman")
        else:
            ways.append(f"{win.han} han {win.fu} fu" if win.fu else f"{win.han} han")
    shared = " (shared)" if need.shared else ""
    return f"place {need.place}{shared} by {how}: " + " or ".join(ways)
