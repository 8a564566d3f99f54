"""What the four displays say, by the names of its fields: the page draws it in larger figures than the pixels allow."""

import json

from device.flows.win_value_choices import possible_values
from device.host.host_queries import may_begin_hand
from tenbo_core.ranking import place_of
from tenbo_core.seats import SEATS, WIND_LETTERS
from tenbo_core.start_and_riichi import riichi_refusal
from tenbo_core.table import BETWEEN


def as_text(app: "object") -> str:
    """Return the views of the seats, the table, and what is asked, as JSON."""
    displays, keeper = app.displays, app.keeper
    table = keeper.table
    plan, question, entering = displays.asked
    said = {"seats": [_view(displays.view(seat)) for seat in SEATS], "entering": entering}
    idle = table is not None and displays.asked == (None, None, None)
    said["may_riichi"] = [idle and riichi_refusal(table, seat) is None for seat in SEATS]
    said["wants_dice"] = idle and table.phase == BETWEEN and may_begin_hand(table, keeper.seconds)
    if table is not None:
        said["table"] = _table(table)
    if plan is not None:
        said["plan"] = _plan(plan, keeper, displays)
    elif entering is not None and said["seats"][entering]["screen"] == "value":
        said["value_keys"] = _value_keys(app, entering)
    elif question is not None:
        said["question"] = dict(question[0])
        said["question"]["seats"] = question[1]
    return json.dumps(said)


def _view(view: "object") -> "dict[str, object]":
    if view.screen == "score":
        return {"screen": "score", "clock": view.clock, "note": view.note}
    return {
        "screen": view.screen,
        "title": view.title,
        "lines": view.lines,
        "chosen": view.chosen,
        "keys": view.keys,
        "note": view.note,
        "corner": view.corner,
        "amount": view.amount.decode(),
        "above": view.above,
        "below": view.below,
    }


def _value_keys(app: "object", seat: int) -> "dict[str, object]":
    """Return from whom a seat wins, and what its keys lead to from the value chosen: the next fu, more or fewer han."""
    source, least, at, fu = app.dialogue.chosen_value
    values = possible_values(app.keeper.table.rules, source == seat, least)
    count, fus = len(values), values[at].fu
    led = [values[(at + step) % count] for step in (1, -1)]
    up, down = [
        {"han": value.han, "yakuman": value.yakuman, "name": app.displays.words.localize(seat, value.name)}
        for value in led
    ]
    return {"from": source, "fu": fus[(fu + 1) % len(fus)] if len(fus) > 1 else None, "up": up, "down": down}


def _table(table: "object") -> "dict[str, object]":
    return {
        "names": table.names,
        "scores": table.scores,
        "places": [place_of(table, seat) for seat in table.rules.seats],
        "dealer": table.dealer,
        "round": WIND_LETTERS[table.round],
        "hand": table.hand,
        "honba": table.honba,
        "sticks": table.sticks,
        "riichi": table.riichi,
        "dead": table.dead,
        "phase": table.phase,
        "hands_left": table.hands_left,
    }


def _plan(plan: "object", keeper: "object", displays: "object") -> "dict[str, object]":
    after = keeper.ledger.preview(plan.event) if plan.instead is None else None
    said = {
        "kind": plan.kind,
        "by": plan.by,
        "moved": plan.moved,
        "later": plan.later,
        "scores": plan.scores,
        "asked": plan.asked_now,
        "joins": [plan.why_no_ron is not None and plan.why_no_ron(seat) is None for seat in SEATS],
        "seconds": max(0, plan.ends - displays.now.ms() + 999) // 1000,
        "of": plan.seconds,
        "passes": plan.passes_unopposed([]),
        "honba": plan.before.honba,
        "honba_value": plan.rules.honba_value,
        "sticks": plan.before.sticks,
    }
    if after is not None:
        said["places"] = [place_of(after, seat) for seat in after.rules.seats]
    if plan.kind == "win":
        said["wins"] = [_win(win) for win in plan.event.args[0]]
    elif plan.kind == "draw":
        said["tenpai"] = plan.event.args[0]
    return said


def _win(win: "object") -> "dict[str, object]":
    return {"seat": win.seat, "from": win.source, "han": win.han, "fu": win.fu, "yakuman": win.yakuman}
