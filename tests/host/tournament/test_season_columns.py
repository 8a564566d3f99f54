"""A club's old results as its country writes them: columns in ten languages, points, minus signs and dates."""

from __future__ import annotations

import pytest

from tenbo.formats.season_files import read_games
from tenbo_core.errors import Malformed

ROWS = {
    "de": "Spiel;Datum;Name;Punkte\n1;12.11.2025;Ann;32.000\n1;12.11.2025;Bob;28.000\n1;12.11.2025;Cat;−1.200\n"
          "1;12.11.2025;Dan;61.200\n",
    "nl": "Partij;Datum;Speler;Punten\n1;12-11-2025;Ann;32.000\n1;12-11-2025;Bob;28.000\n1;13-11-2025;Cat;-1.200\n"
          "1;12-11-2025;Dan;61.200\n",
    "fr": "Partie;Date;Joueur;Points\n1;12/11/2025;Ann;32\u202f000\n"
          "1;12/11/2025;Bob;28 000\n1;12/11/2025;Cat;–1\xa0200\n"
          "1;12/11/2025;Dan;61 200\n2;30/11/2025;Ann;30 000\n2;30/11/2025;Bob;30 000\n2;30/11/2025;Cat;30 000\n"
          "2;30/11/2025;Dan;30 000\n",
    "it": "Partita;Data;Giocatore;Punteggio\n1;12.11.2025;Ann;32.000\n"
          "1;12.11.2025;Bob;28.000\n1;12.11.2025;Cat;-1.200\n"
          "1;12.11.2025;Dan;61.200\n",
    "es": "Partida;Fecha;Jugador;Puntuación\n1;12.11.2025;Ann;32.000,00\n1;12.11.2025;Bob;28.000,00\n"
          "1;12.11.2025;Cat;-1.200,00\n1;12.11.2025;Dan;61.200,00\n",
    "pl": "Gra;Data;Gracz;Punkty\n1;12.11.2025;Ann;32 000\n1;12.11.2025;Bob;28 000\n1;12.11.2025;Cat;-1 200\n"
          "1;12.11.2025;Dan;61 200\n",
    "ru": "Игра;Дата;Игрок;Очки\n1;12.11.2025;Ann;32 000\n1;12.11.2025;Bob;28 000\n1;12.11.2025;Cat;−1 200\n"
          "1;12.11.2025;Dan;61 200\n",
    "ja": "対局,日付,名前,点数\n1,2025年11月12日,Ann,３２０００\n1,2025/11/12,Bob,28000\n1,2025/11/12,Cat,▲1200\n"
          "1,2025/11/12,Dan,61200\n",
    "ko": "경기,날짜,이름,점수\n1,2025. 11. 12.,Ann,32000\n1,2025-11-12,Bob,28000\n1,2025-11-12,Cat,-1200\n"
          "1,2025-11-12,Dan,61200\n",
    "zh": "对局,日期,姓名,得分\n1,2025年11月12日,Ann,32000\n1,2025/11/12,Bob,28000\n1,2025/11/12,Cat,-1200\n"
          "1,2025/11/12,Dan,61200\n",
}  # fmt: skip


@pytest.mark.parametrize("language", ROWS)
def test_a_row_for_each_seat_is_read_in_every_language(language):
    """The date is that of the game's first row."""
    game = read_games(ROWS[language])[0]
    assert (game["date"], game["players"]) == ("2025-11-12", ["Ann", "Bob", "Cat", "Dan"])
    assert game["scores"] == [32_000, 28_000, -1200, 61_200]


@pytest.mark.parametrize("head", [
    "Datum;Ost;Punkte Ost;Süd;Punkte Süd;West;Punkte West;Nord;Punkte Nord",
    "Datum;Spieler 1;Punkte 1;Spieler 2;Punkte 2;Spieler 3;Punkte 3;Spieler 4;Punkte 4",
    "Datum;Oost;Oost punten;Zuid;Zuid punten;West;West punten;Noord;Noord punten",
    "Date;Est;Points Est;Sud;Points Sud;Ouest;Points Ouest;Nord;Points Nord",
    "Data;Est;Punti Est;Sud;Punti Sud;Ovest;Punti Ovest;Nord;Punti Nord",
    "Fecha;Este;Puntos Este;Sur;Puntos Sur;Oeste;Puntos Oeste;Norte;Puntos Norte",
    "Data;Wschód;Punkty Wschód;Południe;Punkty Południe;Zachód;Punkty Zachód;Północ;Punkty Północ",
    "Дата;Восток;Очки Восток;Юг;Очки Юг;Запад;Очки Запад;Север;Очки Север",
    "日付;東家;東家点数;南家;南家点数;西家;西家点数;北家;北家点数",
    "날짜;동;동점수;남;남점수;서;서점수;북;북점수",
    "日期;东;东得分;南;南得分;西;西得分;北;北得分",
])  # fmt: skip
def test_a_row_for_each_game_is_read_in_every_language(head):
    """The winds and the words for points are those of the language."""
    [game] = read_games(f"{head}\n2025-11-12;Ann;32,0;Bob;28,0;Cat;-1,2;Dan;61,2\n")
    assert (game["players"], game["scores"]) == (["Ann", "Bob", "Cat", "Dan"], [32_000, 28_000, -1200, 61_200])


@pytest.mark.parametrize(("head", "near"), [("Datumm", "datum"), ("Punktte", "punkte"), ("Abbend", "abend")])
def test_a_misspelt_column_of_another_language_is_asked_about(head, near):
    """As one in English is."""
    with pytest.raises(Malformed) as error:
        read_games(f"Spiel;Spieler;{head}\n1;Ann;2\n")
    assert f"did you mean {near}?" in error.value.message


def test_a_date_with_slashes_is_read_as_the_others_of_its_file_tell():
    """Where none tells whether the day or the month is first, none is guessed."""
    head = "date;east;east score;south;south score;west;west score;north;north score\n"
    row = ";Ann;30000;Bob;30000;Cat;30000;Dan;30000\n"
    days = [game["date"] for game in read_games(f"{head}5/11/2025{row}13/11/2025{row}")]
    months = [game["date"] for game in read_games(f"{head}11/5/2025{row}11/13/2025{row}")]
    assert days == months == ["2025-11-05", "2025-11-13"]
    with pytest.raises(Malformed) as error:
        read_games(f"{head}5/11/2025{row}")
    assert error.value.at == "date"


@pytest.mark.parametrize("score", ["25 00", "2.50", "25,00,0", "many", "1e5", "--5"])
def test_what_is_no_number_of_points_is_refused_with_its_line(score):
    """None is guessed."""
    with pytest.raises(Malformed) as error:
        read_games(f"game;player;score\n1;Ann;{score}\n")
    assert error.value.message.code == "line_not_points"
    assert (error.value.code, error.value.at) == ("bad_field", "score")
    assert "line 2" in error.value.message


@pytest.mark.parametrize("column", ["table", "sticks", "chips"])
def test_a_column_that_holds_no_points_asks_for_a_number(column):
    """A table's number is none of points, nor are riichi sticks and chips."""
    with pytest.raises(Malformed) as error:
        read_games(f"game;player;score;{column}\n1;Ann;25000;many\n")
    assert (error.value.code, error.value.at) == ("bad_field", column)
    assert (error.value.message.code, error.value.message.values["name"]) == ("line_not_a_number", column)
