"""Whole files of Mahjong Soul's games as converters write them: words in several languages, four or three players."""

from __future__ import annotations

import json

import pytest

from tenbo.formats.logs.yaku_names import yaku_name

# Chinese of the mainland and of Taiwan, Japanese, English, Korean: what the server's own list of yaku has.
YAKU = {
    "menzen_tsumo": "门前清自摸和|門前清自摸和|門前清自摸和|Fully Concealed Hand|멘젠쯔모",
    "riichi": "立直|立直|立直|Riichi|리치",
    "double_riichi": "两立直|兩立直|ダブル立直|Double Riichi|더블 리치",
    "ippatsu": "一发|一發|一発|Ippatsu|일발",
    "chankan": "枪杠|槍槓|槍槓|Robbing a Kan|창깡",
    "rinshan": "岭上开花|嶺上開花|嶺上開花|After a Kan|영상개화",
    "haitei": "海底摸月|海底摸月|海底摸月|Under the Sea|해저로월",
    "houtei": "河底捞鱼|河底撈魚|河底撈魚|Under the River|하저로어",
    "haku": "役牌 白|役牌 白|役牌 白|White Dragon|역패 백",
    "hatsu": "役牌 发|役牌 發|役牌 發|Green Dragon|역패 발",
    "chun": "役牌 中|役牌 中|役牌 中|Red Dragon|역패 중",
    "seat_wind": "役牌:门风牌|役牌：門風牌|役牌:自風牌|Seat Wind|역패: 자풍패",
    "round_wind": "役牌:场风牌|役牌：場風牌|役牌:場風牌|Prevalent Wind|역패: 장풍패",
    "pinfu": "平和|平和|平和|Pinfu|핑후",
    "tanyao": "断幺九|斷么九|断幺九|All Simples|탕야오",
    "iipeikou": "一杯口|一盃口|一盃口|Pure Double Sequence|이페코",
    "ryanpeikou": "二杯口|二盃口|二盃口|Twice Pure Double Sequence|량페코",
    "chanta": "混全带幺九|混全帶么九|混全帯幺九|Half Outside Hand|찬타",
    "junchan": "纯全带幺九|純全帶么九|純全帯幺九|Fully Outside Hand|준찬타",
    "ittsu": "一气通贯|一氣通貫|一気通貫|Pure Straight|일기통관",
    "sanshoku_doujun": "三色同顺|三色同順|三色同順|Mixed Triple Sequence|삼색동순",
    "toitoi": "对对和|對對和|対々和|All Triplets|또이또이",
    "chiitoitsu": "七对子|七對子|七対子|Seven Pairs|치또이쯔",
    "dora": "宝牌|寶牌|ドラ|Dora|도라",
    "red": "红宝牌|紅寶牌|赤ドラ|Red Five|적도라",
    "ura": "里宝牌|裡寶牌|裏ドラ|Ura Dora|뒷도라",
    "north": "拔北宝牌|拔北寶牌|抜きドラ|Kita|북도라",
    "ryuuiisou": "绿一色|綠一色|緑一色|All Green|녹일색",
    "kokushi": "国士无双|國士無雙|国士無双|Thirteen Orphans|국사무쌍",
    "kokushi_13": "国士无双十三面|國士無雙十三面|国士無双十三面待ち|Thirteen-wait Thirteen Orphans|국사무쌍 13면 대기",
    "chuuren_9": "纯正九莲宝灯|純正九蓮寶燈|純正九蓮宝燈|True Nine Gates|순정구련보등",
    "suuankou_tanki": "四暗刻单骑|四暗刻單騎|四暗刻単騎|Single-wait Four Concealed Triplets|스안커 단기",
}
LANGUAGES = ("zh-CN", "zh-TW", "ja", "en", "ko")
# A limit, the end of a drawn hand, an abort, fu and han.
WORDS = {
    "ja": ("跳満", "役満", "流局", "九種九牌", "符", "飜", "玉の間東喰赤"),
    "en": ("Haneman ", "Yakuman ", "Exhaustive Draw", "Nine Terminal Abortion", "Fu", "Han", "Jade Room East"),
}
ORPHANS, LOOSE = "19m19p19s1234567z", "147m258p369s1234z"


def tiles(text: str) -> list[int]:
    """Return tiles as the numbers of tenhou.net/6."""
    numbers, ranks = [], ""
    for sign in text:
        if sign.isdigit():
            ranks += sign
        else:
            suit = "mpsz".index(sign) + 1
            numbers += [10 * suit + int(rank) if rank != "0" else 50 + suit for rank in ranks]
            ranks = ""
    return numbers


class File:
    """A file as a converter writes it: four lists of a seat, also where three play."""

    def __init__(self, language: str, players: int, *, shows_fu: bool = False) -> None:
        self.language, self.players, self.shows_fu, self.log = language, players, shows_fu, []
        self.words = WORDS.get(language, WORDS["ja"])

    def padded(self, numbers):
        return [*numbers, *[0] * (4 - self.players)]

    def hand(self, where, scores, dora, seats, end):
        lists = [part for seat in [*seats, *[([], [], [])] * (4 - self.players)] for part in seat]
        self.log.append([where, self.padded(scores), tiles(dora), [], *lists, end])

    def won(self, moved, seat, source, yaku, fu, points, limit=""):
        han = sum(yaku.values())
        worth = f"{fu}{self.words[4]}{han}{self.words[5]}"
        text = f"{worth if self.shows_fu or not limit else ''}{limit}{points}"
        unit = {True: "役満", False: "飜"}[limit == self.words[1]]
        column = LANGUAGES.index(self.language)
        named = [f"{YAKU[name].split('|')[column]}({han if unit == '飜' else ''}{unit})" for name, han in yaku.items()]
        return [self.padded(moved), [seat, source, seat, text, *named]]

    def written(self, final, aka):
        names = ["Anna", "Ben", "Carla", "Dai"][: self.players]
        return json.dumps({
            "ver": "2.3", "ref": "231129-0b2f", "log": self.log, "ratingc": f"PF{self.players}", "lobby": 0,
            "rule": {"disp": "3" * (self.players == 3) + self.words[6], "aka53": 1, "aka52": 1, "aka51": aka},
            "sc": [*final, *[0] * (8 - len(final))], "name": [*names, *[""] * (4 - self.players)],
            "title": [f"{self.words[6]}: 12345", "11/29/2023, 10:22:33 PM"],
        }, ensure_ascii=False)  # fmt: skip


def of_four(language: str, *, shows_fu: bool) -> str:
    """Return a game: a dealer's tsumo, a ron, a draw, a tsumo with an added kan, an abort, two rons with a counter."""
    file = File(language, 4, shows_fu=shows_fu)
    haneman, yakuman, drawn, nine, *_ = file.words
    file.hand([0, 0, 0], [25000] * 4, "1m", [
        (tiles("234567m34567p88s"), tiles("1z5p"), ["r60"]), (tiles(ORPHANS), tiles("3s"), [60]),
        (tiles("111m222p999s456s1z"), tiles("7z"), [60]), (tiles("345m999p111s22z66z"), tiles("7z"), [60]),
    ], ["和了", *file.won([19000, -6000, -6000, -6000], 0, 0, {
        "double_riichi": 2, "ippatsu": 1, "menzen_tsumo": 1, "pinfu": 1, "tanyao": 1, "dora": 1,
    }, 20, "6000点∀", haneman)])  # fmt: skip
    file.hand([0, 1, 0], [43000, 19000, 19000, 19000], "9m", [
        (tiles("123m123p123s4z6z7z9m"), tiles("5z6s"), [60, 60]), (tiles("55z234m456p99s78s1z"), ["p454545"], [41]),
        (tiles(ORPHANS), tiles("2z"), [60]), (tiles("345m999p111s22z66z"), tiles("7z"), [60]),
    ], ["和了", *file.won([-1300, 1300, 0, 0], 1, 0, {"haku": 1}, 30, "1000点")])  # fmt: skip
    file.hand([1, 0, 0], [41700, 20300, 19000, 19000], "1z", [
        (tiles("111222333m4567p"), [], []), (tiles("111222333s4567p"), tiles("1z"), [60]),
        (tiles(ORPHANS), [], []), (tiles(LOOSE), [], []),
    ], [drawn, [1500, 1500, -1500, -1500]])  # fmt: skip
    file.hand([1, 1, 0], [43200, 21800, 17500, 17500], "12z", [
        (tiles(ORPHANS), tiles("9s"), [60]), (tiles(LOOSE), tiles("7s"), [60]), (tiles(LOOSE), tiles("7z"), [60]),
        (tiles("77z2m340p678p456s9m"), ["p474747", 47, 12], [19, "k47474747"]),
    ], ["和了", *file.won([-1400, -2700, -1400, 5500], 3, 3, {
        "chun": 1, "rinshan": 1, "red": 1,
    }, 40, "1300-2600点")])  # fmt: skip
    nines = (tiles("19m19p19s1234z234p"), tiles("5z"), [])
    loose = (tiles(LOOSE), [], [])
    file.hand([2, 0, 0], [41800, 19100, 16100, 23000], "1z", [loose, loose, nines, loose], [nine])
    file.hand([2, 1, 0], [41800, 19100, 16100, 23000], "4z", [
        (tiles(LOOSE), tiles("7z"), [60]), (tiles("19m19p19s123456z1z"), [], []),
        (tiles(LOOSE), tiles("8s"), [60]), (tiles("1122m5588p3366s7z"), [], []),
    ], ["和了", *file.won([-32300, 32300, 0, 0], 1, 0, {"kokushi": 1}, 30, "32000点", yakuman),
        *file.won([-1900, 0, 0, 1900], 3, 0, {"chiitoitsu": 2}, 25, "1600点")])  # fmt: skip
    return file.written([7600, -32.4, 51400, 41.4, 16100, -13.9, 24900, 4.9], 1)


def of_three(language: str, *, loses: bool) -> str:
    """Return a game: a tsumo with a north set aside, the dealer's, a draw; a fourth player's share is lost or paid."""
    file = File(language, 3)
    other = "19m147p258s1234z1p"
    half, small = (0, 0) if loses else (1500, 300)
    scores = [35000, 35000, 35000]
    ready = "123456p78s99s55z"
    file.hand([0, 0, 0], scores, "1p", [
        (tiles(other), tiles("66z"), [60, 60]), (tiles(f"{ready}4z"), tiles("5z6z6s"), ["f44", "r60"]),
        (tiles(other), tiles("7z"), [60]),
    ], ["和了", *file.won([-6000 - half, 10000 + 2 * half, -3000 - half], 1, 1, {
        "riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "haku": 1, "dora": 1, "north": 1,
    }, 30, "3000-6000点", file.words[0])])  # fmt: skip
    scores = [29000 - half, 44000 + 2 * half, 32000 - half]
    file.hand([1, 0, 0], scores, "9m", [
        (tiles(other), tiles("7z"), [60]), (tiles(f"{ready}1z"), [29, "p454545", 36], [60, 41]),
        (tiles(other), tiles("5z"), [60]),
    ], ["和了", *file.won([-500 - small, 1000 + 2 * small, -500 - small], 1, 1, {"haku": 1}, 30,
                        f"{500 + small}点∀")])  # fmt: skip
    scores = [scores[0] - 500 - small, scores[1] + 1000 + 2 * small, scores[2] - 500 - small]
    file.hand([1, 1, 0], scores, "9m", [
        (tiles(other), tiles("7z"), [60]), (tiles(f"{ready}1z"), [], []), (tiles("123456p78s99s555z"), [], []),
    ], [file.words[2], file.padded([-1000, -1000, 2000])])  # fmt: skip
    scores = [scores[0] - 1000, scores[1] - 1000, scores[2] + 2000]
    return file.written([part for score in scores for part in (score, (score - 35000) / 1000)], 0)


@pytest.mark.parametrize("name", YAKU)
def test_a_yaku_has_a_name_in_each_language_of_the_server(name: str) -> None:
    """A converter asks for one of them; of a yaku that is not known the han count, and the hand is a difference."""
    assert [yaku_name(word) for word in YAKU[name].split("|")] == [name] * len(LANGUAGES)


@pytest.mark.parametrize("shows_fu", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_of_four_differs_in_the_uma_of_the_site_alone(imported, language: str, *, shows_fu: bool) -> None:
    """Each of two winners is paid the counters there, which no word of the file says."""
    status, records, said = imported(of_four(language, shows_fu=shows_fu).encode())
    assert status == 1
    assert "6 hands, 5 wins scored again: 1 difference" in said
    assert "result: the record's totals are -32,400 +41,400 -13,900 +4,900" in said
    assert records[0]["set"] == {"length": "east", "honba_to": "every"}


@pytest.mark.parametrize("loses", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_of_three_is_paid_as_its_points_show(imported, language: str, *, loses: bool) -> None:
    """A text such as 3000-6000 is the same where the fourth player's 3000 are shared by two."""
    status, records, said = imported(of_three(language, loses=loses).encode())
    assert status == 1
    assert "3 hands, 2 wins scored again: 1 difference" in said
    assert "result: the record's totals" in said
    assert records[0]["rules"] == "tenhou-sanma"
    assert records[0].get("set", {}).get("tsumo_loss", True) is loses


def test_two_yakuman_of_three_players_by_tsumo_are_two(imported) -> None:
    """Their 48,000 are not one and a half of the 32,000 that four players pay."""
    file = File("ja", 3)
    file.hand([0, 0, 0], [35000] * 3, "9p", [
        (tiles("19m147p258s1234z1p"), tiles("6s"), [60]), (tiles(ORPHANS), tiles("9s1m"), [60]),
        (tiles("19m147p258s1234z1p"), tiles("7s"), [60]),
    ], ["和了", *file.won([-32000, 48000, -16000], 1, 1, {"kokushi_13": 1}, 30, "16000-32000点", "役満")])  # fmt: skip
    status, records, said = imported(file.written([3000, -32, 83000, 48, 19000, -16], 0).encode())
    assert (status, "1 win scored again" in said, "the record says" in said) == (1, True, False)
    assert records[0]["set"]["double_yakuman"] == ["kokushi_13"]
