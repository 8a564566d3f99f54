"""The meaning of every switch and its values, in the words of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenbo_core.rules import Rules

# The switches by subject, in the order of a rule book's file.
CHAPTERS = (
    ("The game", "red_fives"),
    ("The end and the result", "agari_yame"),
    ("Counters, wins and draws", "honba_value"),
    ("What a hand is worth", "ura_dora"),
    ("Penalties and substitutes", "redeal"),
    ("The clock", "session_minutes"),
)

# For switches with words or yes and no: each value's meaning.
CHOICES: dict[str, dict[object, str]] = {
    "players": {4: "four players", 3: "three players, without the tiles 2m to 8m and without chi"},
    "red_fives": {
        0: "no red fives",
        2: "one red five in circles and one in bamboo, each a dora",
        3: "one red five in each suit, each a dora",
    },
    "north_bonus": {True: "a north that is set aside is a dora", False: "norths are not set aside"},
    "length": {"east": "an East round", "hanchan": "an East and a South round"},
    "extension": {
        "none": "the game ends after its last round",
        "target": "the game is extended by up to one round, until someone has enough points",
    },
    "agari_yame": {
        True: "a leading dealer ends the game in the last hand",
        False: "the game continues while the dealer keeps the deal",
    },
    "bust": {True: "a score below 0 ends the game", False: "play continues below 0"},
    "uma_ties": {
        "share": "tied players share the uma of their places",
        "better_place": "tied players all get the better place",
        "seat": "of tied players, the one nearer to the first East is placed higher",
    },
    "leftover_sticks": {
        "first_share": "sticks left at the end go to first place, shared if tied",
        "first_share_down": "sticks left at the end go to first place; if tied, they are shared and rounded "
        "down to 100",
        "first_seat": "sticks left at the end go to first place; if tied, to the player nearest to the first East",
        "nobody": "sticks left at the end stay on the table",
    },
    "tsumo_loss": {
        True: "the share that a fourth player would pay for a tsumo is lost",
        False: "with three players, the two who pay for a tsumo share what a fourth would pay",
    },
    "several_ron": {
        "all": "every player who can win on a discard wins",
        "nearest": "only the nearest player wins on a discard (head bump)",
    },
    "triple_ron": {"all": "three winners do not abort the hand", "abort": "three winners abort the hand"},
    "sticks_to": {
        "own_back": "each winner takes back their own stick; the nearest takes the others",
        "nearest": "the nearest winner takes all sticks",
    },
    "honba_to": {"every": "every winner is paid the counters", "nearest": "the nearest winner is paid the counters"},
    "nagashi": {
        "none": "no nagashi mangan",
        "win": "nagashi mangan is a win, with counters and sticks",
        "draw": "nagashi mangan replaces the noten payment; the hand is a draw",
    },
    "ura_dora": {True: "a riichi hand also has ura-dora", False: "no ura-dora"},
    "open_tanyao": {True: "tanyao also with an open hand", False: "tanyao with a closed hand only"},
    "kiriage": {True: "4 han 30 fu and 3 han 60 fu are mangan", False: "4 han 30 fu and 3 han 60 fu are not mangan"},
    "yakuman_stack": {True: "several yakuman in one hand add up", False: "only the highest yakuman counts"},
    "counted_limit": {"yakuman": "13 counted han pay a yakuman", "sanbaiman": "counted han never pay a yakuman"},
    "renhou": {
        "none": "renhou is no yaku",
        "mangan": "renhou is a mangan; nothing is added",
        "five_han": "renhou is 5 han and adds to the rest",
        "yakuman": "renhou is a yakuman",
    },
    "double_wind_pair_fu": {
        2: "fu for a pair that is both seat and round wind",
        4: "fu for a pair that is both seat and round wind",
    },
    "pao_counts": {
        "open": "the player who feeds the last of the called sets is liable",
        "any_kan": "the player who feeds the last of the sets is liable; closed kans are sets, too",
    },
    "pao_share": {
        "whole": "liability covers the whole hand",
        "part": "liability covers only the fed yakuman; the rest is paid as usual",
    },
    "redeal": {
        True: "a hand in which no player is at fault can be dealt again, without payment",
        False: "a hand is dealt again only after a chombo",
    },
    "sorted_in": {
        True: "a drawn winning tile sorted into the hand gives no pinfu and no fu for the wait",
        False: "a drawn winning tile sorted into the hand changes nothing",
    },
    "chombo": {
        "reverse_mangan": "the offender pays the others a mangan",
        "after_uma": "points for a chombo are deducted after the uma",
    },
    "chombo_with_win": {
        "void": "another player's win voids the chombo",
        "pays": "the chombo is paid in addition to another player's win",
    },
    "late_applies": {
        "now": "points for lateness are deducted at once",
        "after_uma": "points for lateness are deducted after the uma",
    },
    "hands_after_signal": {
        -1: "no time signal",
        0: "at the signal only the running hand is finished",
        1: "after the signal the running hand is finished and one more is played",
    },
    "declare_in_turn": {
        True: "tenpai or noten is declared in turn from East",
        False: "tenpai and noten are declared in any order",
    },
    "replay_after_signal": {
        True: "a hand stopped after the signal is played again",
        False: "a hand stopped after the signal is not played again",
    },
}

# For the other switches: what is meant where the value is 0 or empty, and what otherwise.
AMOUNTS: dict[str, tuple[str, str]] = {
    "start_points": ("points at the start", "points at the start"),
    "target_points": ("the score that counts as breaking even", "the score that counts as breaking even"),
    "oka": ("no bonus for first place", "bonus for first place"),
    "extension_points": ("an extension ends when someone has target_points", "an extension ends when someone has this"),
    "point_step": ("every payment is a multiple of this", "every payment is a multiple of this"),
    "riichi_needs": ("riichi may take a score below 0", "points needed to declare riichi"),
    "uma": ("added by place", "added by place"),
    "chip_points": ("no chips", "points that a chip adds to the total"),
    "yakitori": ("no yakitori", "points deducted after the uma from a player who has won no hand"),
    "honba_value": ("no counters", "points a counter adds to a win"),
    "two_han_from": ("one han always suffices", "counters from which a win needs two han from yaku"),
    "agree_seconds": ("payers must agree by hand", "seconds after which an entry that no seat refuses is accepted"),
    "noten_pool": ("no noten payment", "points the noten players pay together"),
    "abortive": ("no abortive draws", "draws that abort a hand"),
    "double_yakuman": ("nothing counts as two yakuman", "hands that count as two yakuman"),
    "pao": ("no player is liable", "yakuman that make the feeder liable"),
    "chombo_points": ("no points besides the payment", "points a chombo costs"),
    "late_per_minute": ("nothing is deducted for lateness", "points deducted for each minute of lateness"),
    "late_limit": ("no minutes of lateness can be recorded", "minutes until a substitute takes over"),
    "substitute_result": ("substitutes cannot be recorded", "total of a player replaced by a substitute"),
    "substitute_uma": ("no uma for a substitute", "uma of a player replaced by a substitute"),
    "session_minutes": ("no timed session", "length of a session in minutes"),
    "signal_minutes": ("no signal before the end", "minutes before the end at which the signal sounds"),
    "warning_minutes": ("no warnings", "minutes before the end at which the seats are warned"),
}

_UMA_TABLE = "added by place, depending on how many players are below the start points"
_FU = "payment by han and fu"
_UNITS = "what a player other than East pays for a tsumo, for 1, 2, 3 ... han"


def switch_meaning(rules: Rules, name: str) -> str:
    """Return the meaning of a switch's value as text.

    >>> from tenbo.rulebooks import load
    >>> switch_meaning(load("ema-2016").rules, "hands_after_signal")
    'after the signal the running hand is finished and one more is played'
    """
    value = rules.values[name]
    if name == "uma" and isinstance(value, dict):
        return _UMA_TABLE
    if name == "payment":
        return _FU if value == "fu" else _UNITS
    if name in CHOICES:
        return CHOICES[name][value]
    return AMOUNTS[name][1 if value else 0]


def value_text(value: object) -> str:
    """Return a value as a person writes it.

    >>> value_text([15000, 5000, -5000, -15000]), value_text(False), value_text([])
    ('15000 5000 -5000 -15000', 'no', '-')
    >>> value_text({"3": [12000, -1000, -3000, -8000], "else": [8000, 4000, -4000, -8000]})
    '3: 12000 -1000 -3000 -8000; else: 8000 4000 -4000 -8000'
    """
    if isinstance(value, dict):
        return "; ".join([f"{key}: {value_text(value[key])}" for key in value])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join([str(item) for item in value]) or "-"
    return str(value)
