"""The values that decide results, written down a second time from the books themselves.

Each line has the section where the value was read. Where the book is silent, the section is the
one that leaves it open, or of the book it refers to.
"""

from __future__ import annotations

import pytest

from tenbo.rulebooks import ids, load

FOUR_ABORTS = ["nine_terminals", "four_winds", "four_kans", "four_riichi"]
BIG_HANDS = ["daisangen", "daisuushii"]

# switch: (value, where it was read), by book.
VALUES = {
    "ema-2025": {
        "red_fives": (0, "1"),
        "start_points": (30000, "1"),
        "open_tanyao": (True, "4.1.4"),
        "length": ("hanchan", "3.1"),
        "extension": ("none", "3.5"),
        "agari_yame": (False, "3.5"),
        "bust": (False, "4.1.4"),
        "riichi_needs": (0, "4.1.4, 5.6"),
        "kiriage": (True, "4.1.2, 4.1.3"),
        "double_wind_pair_fu": (2, "4.1.1"),
        "counted_limit": ("sanbaiman", "4.1.2"),
        "yakuman_stack": (False, "4.2"),
        "double_yakuman": ([], "4.2"),
        "renhou": ("mangan", "4.2"),
        "several_ron": ("all", "3.3.1"),
        "triple_ron": ("all", "3.4.3"),
        "sticks_to": ("own_back", "3.3.10"),
        "honba_to": ("every", "4.1"),
        "honba_value": (300, "3.4.4"),
        "noten_pool": (3000, "3.4.2"),
        "nagashi": ("none", "not found"),
        "abortive": ([], "not found"),
        "pao": (BIG_HANDS, "3.3.7"),
        "pao_counts": ("open", "4.2.6"),
        "uma": ([15000, 5000, -5000, -15000], "3.7"),
        "uma_ties": ("share", "3.7.1"),
        "leftover_sticks": ("first_share_down", "3.7.1"),
        "chombo": ("after_uma", "3.4.6"),
        "chombo_points": (20000, "3.4.6"),
        "redeal": (True, "EMA 2016 5.2"),
        "substitute_result": (-30000, "EMA 2016 5.8"),
        "hands_after_signal": (1, "EMA 2016 5.9"),
    },
    "ema-2012": {
        "red_fives": (3, "Übersicht: in jeder Farbe eine rote Fünf"),
        "start_points": (30000, "Ersatzspieler: 0 Score -30000 Uma"),
        "uma": ([30000, 10000, -10000, -30000], "Schlussbonus/-malus (Uma)"),
        "uma_ties": ("share", "Schlussbonus/-malus (Uma): aufgeteilt"),
        "leftover_sticks": ("first_share", "Riichi: ggf. zu gleichen Teilen"),
        "bust": (False, "Übersicht names no such end"),
        "honba_value": (300, "Wiederholungsspiele und -marker"),
        "two_han_from": (5, "Wiederholungsspiele und -marker"),
        "several_ron": ("all", "Übersicht: Rufvorrang"),
        "sticks_to": ("own_back", "Riichi"),
        "honba_to": ("every", "Wertung / Auszahlung: an alle Gewinner"),
        "nagashi": ("win", "Fünf Siegpunkte: inkl. Wiederholungsmarkern und Riichi-Einsätzen"),
        "abortive": (FOUR_ABORTS, "Vorzeitiges Unentschieden"),
        "open_tanyao": (False, "Ein Siegpunkt: verdeckte Hand"),
        "kiriage": (False, "table: 4 Fan 30 is 7700"),
        "yakuman_stack": (False, "Limit-Spiele"),
        "counted_limit": ("yakuman", "Limit-Spiele: 13+"),
        "double_yakuman": (["daisuushii"], "Doppeltes Limit"),
        "renhou": ("yakuman", "Limithände"),
        "double_wind_pair_fu": (4, "Spiele mit 1-4 Fan"),
        "pao": (BIG_HANDS, "Wertung / Auszahlung: Ausnahme"),
        "chombo": ("reverse_mangan", "Strafen"),
        "chombo_with_win": ("void", "silent; EMA 2016 3.4.6"),
        "late_per_minute": (1000, "Verspätung im Turnier"),
        "late_limit": (10, "Verspätung im Turnier"),
        "late_applies": ("now", "Strafen: sofort"),
        "substitute_result": (-30000, "Ersatzspieler im Turnier"),
        "substitute_uma": (-30000, "Ersatzspieler im Turnier"),
        "session_minutes": (90, "Übersicht: meist 90 Min."),
        "signal_minutes": (15, "Übersicht"),
        "hands_after_signal": (1, "Übersicht: noch ein weiteres Spiel"),
        "replay_after_signal": (True, "Strafen: gilt als nicht gespielt"),
        "pao_counts": ("open", "Wertung / Auszahlung"),
        "pao_share": ("whole", "Wertung / Auszahlung"),
        "redeal": (True, "Aufdecken von Ziegeln"),
    },
    "hambaiman-ema": {
        "red_fives": (0, "not in EMA tournaments"),
        "uma": ([15000, 5000, -5000, -15000], "EMA tournaments"),
        "agari_yame": (False, "Agari Yame: not in EMA tournaments"),
        "extension": ("none", "never in EMA tournaments"),
        "several_ron": ("all", "generally possible"),
        "sticks_to": ("own_back", "always in EMA tournaments"),
        "nagashi": ("none", "not in EMA tournaments"),
        "abortive": ([], "not in EMA tournaments"),
        "counted_limit": ("sanbaiman", "only in some games"),
        "renhou": ("mangan", "EMA tournaments"),
        "double_wind_pair_fu": (4, "Doppelwind +4"),
        "pao": (BIG_HANDS, "four kans not in EMA tournaments"),
        "chombo": ("after_uma", "Turniere: Gesamtpunktabzug nach der Schlussabrechnung"),
        "chombo_points": (20000, "EMA 2016 3.4.6"),
        "pao_counts": ("open", "auf den Tisch ausgelegt"),
        "pao_share": ("whole", "den Gesamtbetrag"),
        "redeal": (False, "names none"),
    },
    "hambaiman-casual": {
        "red_fives": (3, "in vielen Spielen"),
        "start_points": (25000, "25000 oder 30000"),
        "target_points": (25000, "no extension"),
        "bust": (False, "in manchen Spielen weiter gespielt"),
        "riichi_needs": (0, "1000 only where the game ends below 0"),
        "several_ron": ("all", "generally possible"),
        "triple_ron": ("all", "an abort in some games"),
        "nagashi": ("draw", "Unentschieden: lediglich den Betrag für die Mangan-Hand"),
        "abortive": (FOUR_ABORTS, "in vielen Spielen"),
        "kiriage": (False, "in einigen Spielen"),
        "counted_limit": ("yakuman", "in einigen Spielen"),
        "chombo": ("reverse_mangan", "in Nichtturnierspielen"),
        "hands_after_signal": (-1, "no time signal"),
        "pao_counts": ("open", "auf den Tisch ausgelegt"),
        "pao_share": ("whole", "den Gesamtbetrag"),
        "redeal": (False, "names none"),
    },
    "alarm": {
        "red_fives": (0, "1.3"),
        "start_points": (30000, "1.4"),
        "point_step": (250, "1.4"),
        "uma": ([0, 0, 0, 0], "3"),
        "leftover_sticks": ("nobody", "4.1.4"),
        "agari_yame": (False, "3.6.5 a"),
        "honba_value": (0, "3.6.4"),
        "several_ron": ("nearest", "3.6.1"),
        "nagashi": ("none", "4.1"),
        "abortive": ([], "3.6"),
        "yakuman_stack": (False, "4.1"),
        "double_yakuman": ([], "4.1"),
        "renhou": ("five_han", "4.1.4"),
        "payment": ([250, 500, 1000, 2000, 2000, 3000, 3000, 4000, 4000, 4000, 6000], "4"),
        "pao": (BIG_HANDS, "5.3"),
        "chombo": ("reverse_mangan", "6 b"),
        "chombo_with_win": ("pays", "6 b"),
        "late_per_minute": (0, "6"),
        "signal_minutes": (0, "3.6.5 b"),
        "hands_after_signal": (0, "3.6.5 b"),
        "replay_after_signal": (False, "3.6.5"),
        "pao_counts": ("any_kan", "5.3: alle Arten eines Kang"),
        "pao_share": ("whole", "5.3"),
        "redeal": (True, "6.3"),
    },
    "austria": {
        "red_fives": (3, "1.1"),
        "start_points": (25000, "1.4"),
        "bust": (True, "3.8"),
        "riichi_needs": (1000, "3.8"),
        "uma": ([0, 0, 0, 0], "3.8"),
        "uma_ties": ("better_place", "3.8"),
        "leftover_sticks": ("first_seat", "3.8"),
        "honba_value": (300, "3.6.5"),
        "two_han_from": (5, "3.6.5.1"),
        "several_ron": ("nearest", "3.6.1.2"),
        "nagashi": ("win", "4.2.4"),
        "abortive": (FOUR_ABORTS, "3.6.3"),
        "open_tanyao": (True, "4.2.1"),
        "yakuman_stack": (True, "4.2"),
        "counted_limit": ("yakuman", "table on page 25"),
        "double_yakuman": (["kokushi_13", "chuuren_9", "suuankou_tanki", "daisuushii"], "4.2.5"),
        "renhou": ("yakuman", "4.2.5"),
        "double_wind_pair_fu": (4, "4.1.1"),
        "chombo": ("reverse_mangan", "5.1"),
        "chombo_with_win": ("void", "5.1"),
        "hands_after_signal": (-1, "silent"),
        "pao_counts": ("open", "4.2.5"),
        "pao_share": ("whole", "4.2.5: den gesamten Betrag"),
        "redeal": (False, "5.1 names none"),
    },
    "ema-2016": {
        "red_fives": (0, "1.3"),
        "start_points": (30000, "1.4"),
        "extension": ("none", "3.5"),
        "agari_yame": (False, "3.6"),
        "bust": (False, "4.1"),
        "uma": ([15000, 5000, -5000, -15000], "3.6.1"),
        "uma_ties": ("share", "3.6.1"),
        "leftover_sticks": ("first_share", "3.6"),
        "honba_value": (300, "3.4.10"),
        "two_han_from": (0, "foreword"),
        "several_ron": ("all", "3.3.1"),
        "sticks_to": ("own_back", "4.1"),
        "honba_to": ("every", "4.1"),
        "noten_pool": (3000, "3.4.2"),
        "nagashi": ("none", "4.2.6"),
        "abortive": ([], "3.4.3"),
        "open_tanyao": (True, "4.2.1"),
        "kiriage": (False, "foreword"),
        "yakuman_stack": (False, "4.2"),
        "counted_limit": ("sanbaiman", "foreword"),
        "double_yakuman": ([], "foreword"),
        "renhou": ("mangan", "4.2.4"),
        "double_wind_pair_fu": (4, "4.1.1"),
        "pao": (BIG_HANDS, "3.3.9"),
        "chombo": ("after_uma", "3.4.6"),
        "chombo_points": (20000, "3.4.6"),
        "chombo_with_win": ("void", "3.4.6"),
        "late_per_minute": (1000, "6.7"),
        "late_limit": (10, "6.7"),
        "late_applies": ("after_uma", "6.7"),
        "substitute_result": (-30000, "5.8"),
        "substitute_uma": (-15000, "5.8"),
        "session_minutes": (90, "5.9"),
        "signal_minutes": (15, "5.9"),
        "hands_after_signal": (1, "5.9"),
        "replay_after_signal": (True, "5.9"),
        "pao_counts": ("open", "3.3.9"),
        "pao_share": ("whole", "3.3.9"),
        "redeal": (True, "5.2"),
    },
    "tenhou": {
        "start_points": (25000, "manual"),
        "target_points": (30000, "manual"),
        "oka": (20000, "manual"),
        "uma": ([20000, 10000, -10000, -20000], "manual"),
        "extension": ("target", "manual"),
        "agari_yame": (True, "manual"),
        "bust": (True, "manual"),
        "triple_ron": ("abort", "manual"),
        "sticks_to": ("nearest", "manual"),
        "honba_to": ("nearest", "manual"),
        "yakuman_stack": (True, "manual"),
        "double_yakuman": ([], "manual"),
        "renhou": ("none", "manual"),
        "double_wind_pair_fu": (4, "manual"),
        "pao_counts": ("any_kan", "silent: programs checked against records"),
        "pao_share": ("part", "silent"),
        "redeal": (False, "silent"),
    },
    "tenhou-sanma": {
        "players": (3, "manual: three players"),
        "red_fives": (2, "manual: one in circles and one in bamboo"),
        "north_bonus": (True, "manual: three players"),
        "start_points": (35000, "manual: three players"),
        "target_points": (35000, "manual: three players"),
        "extension_points": (40000, "manual: three players"),
        "uma": ([15000, 0, -15000], "manual: three players"),
        "tsumo_loss": (True, "manual: three players"),
        "honba_value": (200, "silent"),
        "noten_pool": (2000, "manual: three players"),
        "abortive": (["nine_terminals", "four_kans"], "manual: three players"),
    },
    "sanma-club": {
        "players": (3, "silent"),
        "tsumo_loss": (False, "silent"),
        "oka": (15000, "silent"),
        "target_points": (40000, "silent"),
        "extension": ("none", "silent"),
        "uma": ([20000, 0, -20000], "silent"),
    },
    "wrc": {
        "red_fives": (0, "3.3"),
        "kiriage": (True, "6.1"),
        "counted_limit": ("sanbaiman", "6.1"),
        "yakuman_stack": (True, "change of 2022"),
        "double_yakuman": ([], "6.5.6"),
        "double_wind_pair_fu": (2, "6.3"),
        "several_ron": ("nearest", "5.7.6"),
        "renhou": ("mangan", "6.5.4"),
        "leftover_sticks": ("nobody", "foreword of EMA 2016: a difference"),
        "pao_counts": ("open", "silent"),
        "pao_share": ("whole", "silent"),
        "redeal": (False, "silent"),
    },
    "wrc-2025": {
        "red_fives": (0, "abstract"),
        "kiriage": (True, "13.4"),
        "counted_limit": ("yakuman", "11.2"),
        "yakuman_stack": (True, "9.1"),
        "double_yakuman": ([], "abstract"),
        "double_wind_pair_fu": (2, "11.3"),
        "several_ron": ("nearest", "summaries"),
        "renhou": ("mangan", "11.5.4"),
        "leftover_sticks": ("nobody", "summaries"),
        "pao": ([*BIG_HANDS, "suukantsu"], "9.1.1"),
        "pao_counts": ("any_kan", "silent"),
        "pao_share": ("whole", "silent"),
    },
    "m-league": {
        "uma": ([30000, 10000, -10000, -30000], "6-2: 50 with the oka"),
        "oka": (20000, "6-2"),
        "red_fives": (3, "1-2"),
        "several_ron": ("nearest", "5-1"),
        "abortive": ([], "3-2"),
        "bust": (False, "3-2"),
        "kiriage": (True, "6-6"),
        "counted_limit": ("sanbaiman", "6-6"),
        "double_wind_pair_fu": (2, "6-3"),
        "nagashi": ("none", "chapter 9"),
        "pao": ([*BIG_HANDS, "suukantsu"], "8-1"),
        "pao_counts": ("any_kan", "silent"),
        "pao_share": ("whole", "silent"),
        "redeal": (False, "silent"),
    },
    "jpml-a": {
        "red_fives": (0, "silent"),
        "ura_dora": (False, "public rule lists"),
        "start_points": (30000, "Pantheon"),
        "uma": (
            {
                "3": [12000, -1000, -3000, -8000],
                "1": [8000, 3000, 1000, -12000],
                "else": [8000, 4000, -4000, -8000],
            },
            "Pantheon",
        ),
        "uma_ties": ("share", "Pantheon: equalized"),
        "leftover_sticks": ("nobody", "Pantheon"),
        "several_ron": ("nearest", "Pantheon"),
        "abortive": (FOUR_ABORTS, "Pantheon"),
        "agari_yame": (False, "Pantheon"),
        "kiriage": (False, "Pantheon"),
        "counted_limit": ("sanbaiman", "Pantheon"),
        "yakuman_stack": (False, "Pantheon"),
        "renhou": ("mangan", "rules of 2012"),
        "double_wind_pair_fu": (2, "silent"),
        "pao": ([*BIG_HANDS, "suukantsu"], "Pantheon"),
        "pao_counts": ("any_kan", "silent"),
        "chombo": ("after_uma", "Pantheon"),
        "chombo_points": (20000, "Pantheon"),
        "substitute_uma": (-15000, "Pantheon"),
    },
    "rrc": {
        "red_fives": (3, "basic rules: dora"),
        "start_points": (30000, "Pantheon"),
        "uma": ([15000, 5000, -5000, -15000], "Pantheon"),
        "uma_ties": ("share", "Pantheon: equalized"),
        "leftover_sticks": ("first_share", "basic rules: final score"),
        "several_ron": ("all", "Pantheon"),
        "sticks_to": ("own_back", "basic rules: riichi"),
        "abortive": (FOUR_ABORTS, "requirements: every one but three rons"),
        "nagashi": ("none", "Pantheon"),
        "kiriage": (False, "basic rules: table"),
        "counted_limit": ("yakuman", "Pantheon"),
        "yakuman_stack": (True, "Pantheon"),
        "double_yakuman": (["kokushi_13", "chuuren_9", "suuankou_tanki"], "Pantheon"),
        "double_wind_pair_fu": (4, "basic rules: fu of pairs"),
        "renhou": ("five_han", "basic rules: 5 han"),
        "sorted_in": (True, "tournament rules"),
        "pao": (BIG_HANDS, "Pantheon"),
        "pao_counts": ("any_kan", "basic rules: declared sets"),
        "pao_share": ("part", "Pantheon, issue 744"),
        "chombo": ("after_uma", "Pantheon"),
        "chombo_points": (20000, "Pantheon"),
        "late_per_minute": (1000, "referees: lateness"),
        "substitute_result": (-30000, "referees: replacement"),
        "substitute_uma": (-15000, "Pantheon"),
        "hands_after_signal": (1, "Pantheon"),
    },
}

CASES = [(book, name, value, where) for book, table in VALUES.items() for name, (value, where) in table.items()]


@pytest.mark.parametrize(("book", "name", "value", "where"), CASES, ids=[f"{case[0]}-{case[1]}" for case in CASES])
def test_a_value_is_what_its_book_says(book, name, value, where):
    """`where` is the place in the book, for anyone who sees this fail."""
    assert load(book).rules.values[name] == value, where


def test_no_book_is_left_out():
    """Every book has values checked."""
    assert set(ids()) == set(VALUES)


# Han closed/open, `-` where not allowed; columns: 2012, hambaiman-ema, alarm, austria, 2016.
HAN = """
riichi           1/- 1/- 1/- 1/- 1/-
ippatsu          1/- 1/- 1/- 1/- 1/-
double_riichi    2/- 2/- 2/- 2/- 2/-
open_riichi      -/- -/- -/- 1/- -/-
menzen_tsumo     1/- 1/- 1/- 1/- 1/-
pinfu            1/- 1/- 1/- 1/- 1/-
iipeikou         1/- 1/- 1/- 1/- 1/-
tanyao           1/1 1/1 1/1 1/1 1/1
sanshoku_doujun  2/1 2/1 1/1 2/1 2/1
ittsu            2/1 2/1 1/1 2/1 2/1
haku             1/1 1/1 1/1 1/1 1/1
seat_wind        1/1 1/1 1/1 1/1 1/1
round_wind       1/1 1/1 1/1 1/1 1/1
chanta           2/1 2/1 1/1 2/1 2/1
rinshan          1/1 1/1 1/1 1/1 1/1
chankan          1/1 1/1 1/1 1/1 1/1
haitei           1/1 1/1 1/1 1/1 1/1
houtei           1/1 1/1 1/1 1/1 1/1
chiitoitsu       2/- 2/- 2/- 2/- 2/-
sanshoku_doukou  2/2 2/2 2/2 2/2 2/2
sanankou         2/2 2/2 2/2 2/2 2/2
sankantsu        2/2 2/2 2/2 2/2 2/2
toitoi           2/2 2/2 2/2 2/2 2/2
honitsu          3/2 3/2 2/2 3/2 3/2
shousangen       2/2 2/2 2/2 2/2 2/2
honroutou        2/2 2/2 2/2 2/2 2/2
junchan          3/2 3/2 2/2 3/2 3/2
ryanpeikou       3/- 3/- 3/- 3/- 3/-
chinitsu         6/5 6/5 5/5 6/5 6/5
nagashi_mangan   5/- -/- -/- 5/- -/-
renhou           1/- 5/- 5/- 1/- 5/-
"""


@pytest.mark.parametrize("line", HAN.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_yaku_has_the_han_of_the_books(line):
    """The table a player would draw to compare the books; yakuman stand as 1."""
    name, *cells = line.split()
    books = ("ema-2012", "hambaiman-ema", "alarm", "austria", "ema-2016")
    wanted = {
        book: [0 if part == "-" else int(part) for part in cell.split("/")]
        for book, cell in zip(books, cells, strict=True)
    }
    assert wanted == {book: load(book).rules.yaku[name] for book in books}
