"""The hands of the rule books, each with its section: `tests/vectors/hands` and `tests/vectors/waits`."""

from __future__ import annotations

import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import tenbo.scoring.engine
from tenbo.scoring.json_records import answer_score, answer_waits, parse_rule_switches
from tenbo.scoring.yaku import BIT
from tenbo_core.errors import TenboError

VECTORS = Path(__file__).parents[2] / "vectors"
FLAGS = ("open_riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn", "sorted_in")


def cases() -> list[Any]:
    found = []
    for path in sorted((VECTORS / "hands").glob("*.txt")):
        book = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("book "):
                book = line.removeprefix("book ")
            elif line.startswith("case "):
                lines: dict[str, str] = {}
                found.append(pytest.param(book, lines, id=f"{book} {line.removeprefix('case ')}"))
            elif line.startswith("  "):
                name, _, rest = line.strip().partition(" ")
                lines[name] = rest.strip()
    return found


def record_of(book: str, lines: dict[str, str], *, east: bool) -> dict[str, Any]:
    hand, by, win, *flags = lines["hand"].split()
    record: dict[str, Any] = {"rules": book, "hand": hand, "by": by, "win": win}
    record["seat"] = "E" if east else lines.get("seat", "S")
    for flag in flags:
        if flag in FLAGS:
            record[flag] = True
        else:
            record["riichi"] = {"riichi": 1, "double_riichi": 2}[flag]
    for name in ("melds", "dora", "ura"):
        if name in lines:
            record[name] = [part.strip() for part in lines[name].split(",")]
    if "set" in lines:
        record["set"] = parse_rule_switches(lines["set"].split())
    if "honba" in lines:
        record["honba"] = int(lines["honba"])
    if "pao" in lines:
        liable, _, discarder = lines["pao"].partition(" from ")
        record["pao"] = {"seat_wind": liable} | ({"from": discarder} if discarder else {})
    return record


def pay_of(text: str, record: dict[str, Any]) -> dict[str, int]:
    if "liable" in text:
        return {word: int(points) for word, points in (part.split() for part in text.split(", "))}
    if record["by"] == "ron":
        return {"discarder": int(text)}
    if record["seat"] == "E":
        return {"each": int(text)}
    other, east = text.split(" / ")
    return {"east": int(east), "other": int(other)}


@pytest.mark.parametrize(("book", "lines"), cases())
def test_a_hand_scores_as_its_book_says(book: str, lines: dict[str, str]) -> None:
    """Yaku, bonus, han, fu, limit and payments, for East and for another winner where both are given."""
    if "refused" in lines:
        with pytest.raises(TenboError) as refused:
            answer_score(record_of(book, lines, east=False))
        assert lines["refused"] == refused.value.code
        return
    checked = 0
    for role in ("east", "other"):
        if role not in lines:
            continue
        record = record_of(book, lines, east=role == "east")
        answer = answer_score(record)
        assert pay_of(lines[role], record) == answer["pay"]
        if role == "other" or lines.get("seat") == "E" or "other" not in lines:
            assert sorted(lines["yaku"].split(", ")) == sorted(f"{name} {han}" for name, han in answer["yaku"])
        assert [int(number) for number in lines.get("bonus", "0 0 0").split()] == list(answer["bonus"].values())
        check_worth(lines["worth"].split(), answer)
        checked += 1
    assert checked


def check_worth(words: list[str], answer: dict[str, Any]) -> None:
    if words[1] == "yakuman":
        assert (int(words[0]), "yakuman", 0, 0) == (answer["yakuman"], answer["limit"], answer["han"], answer["fu"])
        return
    assert int(words[0]) == answer["han"]
    if "fu" in words:
        assert int(words[2]) == answer["fu"]
    limit = words[-1] if words[-1] not in ("han", "fu") else None
    assert limit == answer["limit"]


def waits() -> list[Any]:
    found = []
    for path in sorted((VECTORS / "waits").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                hand, _, tiles = line.partition(":")
                found.append(pytest.param(hand.strip(), tiles.split(), id=hand.strip()))
    return found


@pytest.mark.parametrize(("hand", "tiles"), waits())
def test_a_hand_waits_as_its_book_says(hand: str, tiles: list[str]) -> None:
    """The waits printed beside the books' pictures of furiten and riichi."""
    closed, _, melds = hand.partition(" (")
    record = {"hand": closed, "melds": [meld for meld in melds.removesuffix(")").split(", ") if meld]}
    assert {"tenpai": bool(tiles), "waits": tiles} == answer_waits(record)


def test_every_yaku_has_a_hand_of_a_book() -> None:
    """A yaku without a case could be wrong, or never found, and no one would notice."""
    shown = {words.split()[0] for case in cases() for words in case.values[1].get("yaku", "").split(", ") if words}
    assert sorted(set(BIT) - shown - {"nagashi_mangan"}) == []
    assert "nagashi_mangan" in dict(answer_score({"nagashi": True, "rules": "austria", "seat": "S"})["yaku"])


def test_the_map_of_the_room_names_every_module() -> None:
    """A map that leaves rooms out, or shows one that is gone, is worse than none."""
    for package in (tenbo.scoring, tenbo.scoring.engine):
        there = {module.name for module in pkgutil.iter_modules(package.__path__)}
        rows = re.findall(r"^    ([a-z_, ]+?)(?:  |$)", package.__doc__ or "", re.MULTILINE)
        assert {name for row in rows for name in row.split(", ") if name.strip()} == there
