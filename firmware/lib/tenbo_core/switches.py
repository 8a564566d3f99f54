"""The switches that a rule book may set: the allowed values of each, and their checks."""

from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_int, json_text

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

# Every switch with the values it takes: "int", "bool", "ints" (any number of them),
# "words" (any of those listed), words to choose one of, "payment" ("fu" or units by han), "yaku", and "uma" (an
# integer for each place, or a table of them by how many players are below the start points).
SWITCHES = (
    ("players", "4|3"),
    ("red_fives", "0|2|3"),
    ("north_bonus", "bool"),
    ("start_points", "int"),
    ("target_points", "int"),
    ("oka", "int"),
    ("point_step", "100|250"),
    ("length", "east|hanchan"),
    ("extension", "none|target"),
    ("extension_points", "int"),
    ("agari_yame", "bool"),
    ("bust", "bool"),
    ("riichi_needs", "int"),
    ("uma", "uma"),
    ("uma_ties", "share|better_place|seat"),
    ("leftover_sticks", "first_share|first_share_down|first_seat|nobody"),
    ("chip_points", "int"),
    ("yakitori", "int"),
    ("tsumo_loss", "bool"),
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
    ("ura_dora", "bool"),
    ("open_tanyao", "bool"),
    ("kiriage", "bool"),
    ("yakuman_stack", "bool"),
    ("counted_limit", "yakuman|sanbaiman"),
    ("double_yakuman", "words kokushi_13 chuuren_9 suuankou_tanki daisuushii"),
    ("renhou", "none|mangan|five_han|yakuman"),
    ("double_wind_pair_fu", "2|4"),
    ("sorted_in", "bool"),
    ("payment", "payment"),
    ("yaku", "yaku"),
    ("pao", "words daisangen daisuushii suukantsu"),
    ("pao_counts", "open|any_kan"),
    ("pao_share", "whole|part"),
    ("redeal", "bool"),
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

# The keys of a table of uma: how many players are below the start points, or the row for all other numbers.
UMA_KEYS = ("0", "1", "2", "3", "4", "else")


def check_switch(name: str, value: object) -> "Any":
    """Return the value of a switch in its plain form, or raise what it should have been.

    >>> check_switch("uma", [15000, 5000, -5000, -15000])
    [15000, 5000, -5000, -15000]
    """
    if name not in KINDS:
        raise Malformed("unknown_option", f"there is no rule switch {name!r}", name)
    kind = KINDS[name]
    allowed = _allowed(kind)
    if not _fits(kind, allowed, value):
        if kind == "uma" and isinstance(value, dict):
            text = "a table of uma has rows of three or four integers, by players below, and else"
            raise Malformed("bad_field", text, name)
        raise Malformed("bad_field", f"{name} must be {_wanted(kind, allowed)}, not {json_text(value)}", name)
    return list(value) if isinstance(value, tuple) else value


def _allowed(kind: str) -> "list[str]":
    """Return the words a switch of this kind takes, if it takes words."""
    if kind.startswith("words"):
        return kind.split(" ")[1:]
    return kind.split("|") if "|" in kind else []


def _are_ints(value: "Any") -> bool:
    return isinstance(value, (list, tuple)) and all([is_int(item) for item in value])


def _are_by_place(value: "Any") -> bool:
    return _are_ints(value) and len(value) in (3, 4)


def _fits(kind: str, allowed: "list[str]", value: "Any") -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "int":
        return is_int(value)
    if kind == "ints":
        return _are_ints(value)
    if kind == "uma":
        if isinstance(value, dict):
            rows = value.values()
            return (
                "else" in value
                and all([key in UMA_KEYS for key in value])
                and all([_are_by_place(row) for row in rows])
            )
        return _are_by_place(value)
    if kind == "payment":
        return value == "fu" or (_are_ints(value) and len(value) > 0)
    if kind == "yaku":
        return isinstance(value, dict) and all([_are_ints(pair) and len(pair) == 2 for pair in value.values()])
    if kind.startswith("words"):
        return isinstance(value, (list, tuple)) and all([word in allowed for word in value])
    if isinstance(value, bool):
        return False
    return str(value) in allowed and isinstance(value, int) == allowed[0].lstrip("-").isdigit()


def _wanted(kind: str, allowed: "list[str]") -> str:
    """Return a description of the values that a switch of this kind takes."""
    if kind == "yaku":
        return "a table of yaku = [han closed, han open]"
    if kind == "payment":
        return '"fu" or a list of units by han'
    if kind.startswith("words"):
        return "a list of " + ", ".join(allowed)
    if allowed:
        return "one of " + ", ".join(allowed)
    names = {"int": "an integer", "bool": "true or false", "ints": "a list of integers"}
    return names.get(kind, "a list of three or four integers")
