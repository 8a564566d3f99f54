"""Games as a server records them, written by hand: tenhou.net/6 as Python values, mjlog as elements."""

from __future__ import annotations

import json
from pathlib import Path

from tenbo.formats.logs.json_log import read as read_json
from tenbo.formats.logs.mjlog_reader import read as read_xml
from tenbo.game.replay import Replay
from tenbo.game.score_sheet_text import games_from_records

EXAMPLE = Path(__file__).parents[3] / "examples" / "server-game.json"
NOBODY = [[] for _ in range(12)]
RED = {16, 52, 88}
START = [25000] * 4


def example():
    """Return the example game as a value that a test may change."""
    return json.loads(EXAMPLE.read_text("utf-8"))


def of_hands(*hands, disp="般南喰赤", **more):
    """Return a game of hands."""
    return {"name": ["Anna", "Ben", "Carla", "Dai"], "rule": {"disp": disp, "aka": 1}, "log": list(hands), **more}


def results_only(where, scores, end):
    """Return a hand without tiles."""
    return [where, scores, [11], [], *NOBODY, end]


def ids(text):
    """Return tiles as mjlog numbers them, each another copy; 0 is a red five."""
    numbers, given = [], []
    for sign in text:
        if sign.isdigit():
            given.append(int(sign))
            continue
        suit = "mpsz".index(sign)
        for number in given:
            copies = [4 * (9 * suit + (number or 5) - 1) + copy for copy in range(4)]
            right = [copy for copy in copies if copy not in numbers and (copy in RED) == (number == 0)]
            numbers.append(right[0])
        given = []
    return numbers


def hai(text):
    """Return tiles as an attribute of mjlog."""
    return ",".join(map(str, ids(text)))


def mjlog(*elements, kind=9, names="Anna,Ben,%E5%8D%83,Dai"):
    """Return a game of elements."""
    people = " ".join(f'n{seat}="{name}"' for seat, name in enumerate(names.split(",")))
    body = "".join(elements)
    about = f'<SHUFFLE seed="x"/><GO type="{kind}" lobby="0"/><UN {people} dan="1,1,1,1"/>'
    return f'<mjloggm ver="2.3">{about}{body}</mjloggm>'


def init(kyoku=0, honba=0, sticks=0, ten="250,250,250,250"):
    """Return the beginning of a hand."""
    return f'<INIT seed="{kyoku},{honba},{sticks},2,4,0" ten="{ten}" oya="{kyoku % 4}"/><T5/><D5/>'


def agari(who, source, hand, win, ten, yaku, sc, **more):
    """Return a win; `hand` are the closed tiles with the one that won."""
    machi = ids(hand)[ids(hand).index(ids(win)[0])] if ids(win)[0] in ids(hand) else ids(win)[0]
    rest = "".join(f' {name}="{value}"' for name, value in more.items())
    return (
        f'<AGARI ba="0,0" hai="{hai(hand)}" machi="{machi}" ten="{ten}" {yaku} who="{who}" fromWho="{source}" '
        f'sc="{sc}"{rest}/>'
    )


def history_of(records):
    """Return the one game that records tell, as `tenbo sheet` reads them."""
    games, refusals = games_from_records(Replay(), [json.dumps(record).encode() for record in records])
    assert refusals == []
    return games[0]


def hands(*records, **more):
    """Return the hands of a record in JSON."""
    return read_json(json.dumps(of_hands(*records, **more))).hands


def played(end, seats, where=(0, 0, 0)):
    """Return a hand with the tiles of four seats."""
    return [[*where], START, [11], [24], *(part for seat in seats for part in seat), end]


def in_xml(*elements, before=""):
    """Return the hands of a record in XML."""
    return read_xml(mjlog(before, init(), *elements)).hands
