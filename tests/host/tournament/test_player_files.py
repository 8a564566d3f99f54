"""What registration forms and spreadsheets bring, cell by cell; and who is meant by a number, a name or a part."""

from __future__ import annotations

import re

import pytest

from tenbo.formats.csv_rows import read_csv, write_csv
from tenbo.formats.player_files import ignored_columns, players_csv, read_players, splits_names
from tenbo.formats.score_files import riichinomi_players_csv
from tenbo.tournament.player_directory import Player, find_player_number, merge_players, players_with_property
from tenbo.validation.countries import parse_country
from tenbo_core.errors import Malformed


def test_a_country_has_the_three_letters_that_sport_uses():
    """Two letters, three of the other kind, small ones; letters of no country are refused with those that are meant."""
    for text in ("nl", "NLD", " ned "):
        assert parse_country(text) == "NED"
    assert [parse_country(text) for text in ("ad", "AND", "ZA", "ZAF", "RSA", "dnk", "uk", "BRN")] == [
        "AND", "AND", "RSA", "RSA", "RSA", "DEN", "GBR", "BRN",
    ]  # fmt: skip
    for text in ("N", "NETH", "N1D", "ÄÖÜ", "", "xyz"):
        with pytest.raises(Malformed, match="three letters such as NED"):
            parse_country(text)
    for text, meant in (("NEL", "NED"), ("Germny", "GER"), ("Holland", "NED"), ("ENG", "GBR"), ("SWI", "SUI")):
        with pytest.raises(Malformed, match=rf"not '{text}'; did you mean .*{meant} \("):
            parse_country(text)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("xqz", "no country has 'xqz'"),
        ("x1q", "not 'x1q'"),
        ("xqzx", "not 'xqzx'"),
        ("xq", "not 'xq'"),
        # What is longer is told, and compared, by its first forty letters.
        ("x" * 41, f"not '{'x' * 40}'"),
        ("United Arab Emirat" + "q" * 42, "did you mean UAE (United Arab Emirates)?"),
        ("Saint Kitts and Ne" + "q" * 42, f"not 'Saint Kitts and Ne{'q' * 22}'"),
    ],
)
def test_letters_of_no_country_are_told_as_they_are(text, end):
    """Three letters could be a country's; what has another length or digits in it is none anyway."""
    with pytest.raises(Malformed) as refused:
        parse_country(text)
    assert refused.value.message.endswith(end)


def test_the_rows_of_a_spreadsheet_keep_their_line_numbers():
    """No matter what separates them, and with empty lines before, between and after."""
    for text in ("a;b\n1;2\n", "A\tB\r\n1\t2\r\n", '"a","b"\r1,2', "\ufeffa,b\n 1 , 2 \n"):
        assert read_csv(text) == [(2, {"a": "1", "b": "2"})]
    assert read_csv("a,b;c,d\n1,2,3\n") == [(2, {"a": "1", "b;c": "2", "d": "3"})]
    assert read_csv("\n;;\na;b\n\n;\n1;2;\n4\n") == [(6, {"a": "1", "b": "2"}), (7, {"a": "4"})]
    assert read_csv("") == read_csv("\n;\n") == read_csv("a;b\n") == []
    with pytest.raises(Malformed, match="line 3 is not CSV"):
        read_csv('\na;b\n"1"x;2\n')
    for text in ("\na;b; A\n", "\nb;a;c;a\n", "\na;;a;;\n1;2;3\n"):
        with pytest.raises(Malformed, match="line 2: two columns are named 'a': give each column its own name"):
            read_csv(text)
    assert read_csv("a;;;b\n1;;;2\n") == [(2, {"a": "1", "": "", "b": "2"})]
    with pytest.raises(
        Malformed,
        match="line 2 has 4 cells but the header has 3: put quotes around any cell that contains the separator",
    ):
        read_csv("id,name,affiliation\n7,O'Brien, Jr.,Ockham\n")


@pytest.mark.parametrize(
    "name", ["=1+1", "'=1", "''=1", "'t Hooft", "-", "  @x".strip(), 'Ada "Ace" L', "O'Brien, Jr.", "渡辺"]
)
def test_a_cell_that_was_made_harmless_is_read_as_it_was(name):
    """Our own files are read again; an apostrophe that belongs to a name stays."""
    assert read_csv(write_csv([["name", "n"], [name, -1]])) == [(2, {"name": name, "n": "-1"})]


def test_the_file_for_riichinomi_is_read_again_as_it_was_written():
    """Of a player without a club it has the country, which is no club."""
    people = {
        1: Player(1, "Ann", "Ash", "", "NED", "", "", "", ""),
        2: Player(2, "Ben", "Box", "", "", "", "Kiel", "", ""),
    }
    assert read_players(riichinomi_players_csv(people)) == [*people.values()]


def test_a_registration_is_read_by_its_columns():
    """A first and a last name, or one name whose last word is the last name; what cannot be printed is left out."""
    text = "No,First name,Surname,Nickname,EMA ID,Country\n999999999,Ada,Lovelace,Ada L,-11990001-,nl: Delft\n"
    assert read_players(text) == [Player(999_999_999, "Ada", "Lovelace", "11990001", "NED", "Ada L")]
    assert read_players("name\nAda King Lovelace\n") == [Player(0, "Ada King", "Lovelace")]
    assert read_players("id;name;ema\n７;Plato;１１９９０００１\n") == [Player(7, "", "Plato", "11990001")]
    assert read_players("name\nPlato\n") == [Player(0, "", "Plato")]
    assert read_players("first;last;name\nAda;;x y\n;Hopper;x y\n") == [Player(0, "Ada", ""), Player(0, "", "Hopper")]
    assert read_players("name\nA\u202eda X\n")[0].name == "Ada X"
    for number in ("1000000000", "-1", "²", "1.5"):
        with pytest.raises(Malformed, match="line 2: a player's number must be at most 9 digits from 0 to 9, not"):
            read_players(f"id;name\n{number};Ada\n")
    for number in ("1199000", "119900011", "1199000x", "²²²²²²²²"):
        with pytest.raises(Malformed, match="line 3: an EMA number has eight digits"):
            read_players(f"name;ema\nBo;-\nAda;{number}\n")


@pytest.mark.parametrize(
    ("column", "meant"),
    [("countri", "country"), ("countryy", "country"), ("EMA numbbr", "ema number"), ("newcommer", "newcomer"),
     ("nickname?", "nickname"), ("Nachnahme", "nachname")],
)  # fmt: skip
def test_a_column_that_is_mistyped_is_told(column, meant):
    """All countries, or all that tells a newcomer, would be lost without a word."""
    said = f"column '{column.lower()}' is not recognised; did you mean {meant}? "
    with pytest.raises(Malformed, match=re.escape(said)):
        read_players(f"name;{column}\nAda Lovelace;x\n")


@pytest.mark.parametrize(
    "column", ["email", "EMA member", "e-mail", "phone number", "city", "date", "member since", "remarks", "fee"]
)
def test_a_column_that_is_for_others_may_be_there(column):
    """A registration file has more than we need."""
    assert read_players(f"name;{column}\nAda;x\n") == [Player(0, "", "Ada")]
    assert ignored_columns(["name", column.lower()]) == [column.lower()]


def test_columns_may_be_in_the_languages_of_the_displays():
    """As a club's own list has them."""
    right = [Player(7, "Ada", "Berg", "11990001", "NED", club="Ockham")]
    assert read_players("Nr;Vorname;Nachname;EMA-Nummer;Land;Verein\n7;Ada;Berg;11990001;NED;Ockham\n") == right
    assert read_players("Nr;Voornaam;Achternaam;EMA-nr;Land;Vereniging\n7;Ada;Berg;11990001;NED;Ockham\n") == right
    assert read_players("番号,名,姓,EMA ID,国,club\n7,Ada,Berg,11990001,NED,Ockham\n") == right
    assert read_players("Numer;Imię;Nazwisko;Numer EMA;Kraj;Klub\n7;Ada;Berg;11990001;NED;Ockham\n") == right
    assert read_players("Numéro;Prénom;Nom;Numéro EMA;Pays;Club\n7;Ada;Berg;11990001;NED;Ockham\n") == right
    assert read_players("Numero;Nome;Cognome;Numero EMA;Paese;Club\n7;Ada;Berg;11990001;NED;Ockham\n") == right
    assert read_players("Número;Nombre;Apellidos;Número EMA;País;Club\n7;Ada;Berg;11990001;NED;Ockham\n") == right
    assert read_players("Номер;Имя;Фамилия;Номер EMA;Страна;Клуб\n7;Ada;Berg;11990001;NED;Ockham\n") == right
    assert read_players("번호,이름,성,EMA 번호,국가,소속\n7,Ada,Berg,11990001,NED,Ockham\n") == right
    assert read_players("Имя\nАда Берг\n") == [Player(0, "Ада", "Берг")]
    assert read_players("Nom\nAda Berg\n") == [Player(0, "Ada", "Berg")]
    assert read_players("성명\n김민준\n") == read_players("이름\n김민준\n") == [Player(0, "", "김민준")]
    assert read_players("氏名\n渡辺\n") == [Player(0, "", "渡辺")]


@pytest.mark.parametrize(
    ("row", "what"),
    [("x" * 61 + ";;;", "name"), ("Ada;" + "x" * 61 + ";;", "club"), ("Ada;;" + "x" * 61 + ";", "team"),
     ("Ada;;;" + "x" * 61, "shown")],
)  # fmt: skip
def test_a_text_is_no_longer_than_a_list_can_show(row, what):
    """A whole paragraph that slipped into a cell would stand on every wall."""
    head = "name;club;team;shown\n"
    assert read_players(head + row.replace("x" * 61, "x" * 60) + "\n")
    with pytest.raises(
        Malformed, match=f"{what} must be one line of 1 to 60 characters; it is too long and begins with 'xxx"
    ):
        read_players(head + row + "\n")


@pytest.mark.parametrize("name", ["13", "１３", "٣", "1 3"])
def test_a_number_is_no_name(name):
    """Someone's number would be registered as someone new."""
    with pytest.raises(Malformed, match=f"'{name}' is a number, not a name"):
        read_players(f"name\n{name}\n")


def test_a_file_joins_who_is_registered_by_number_then_by_ema_number_then_in_the_same_words():
    """No one is replaced without a question; what the file leaves out stays as it is."""
    ada = Player(1, "Ada", "Lovelace", "11990001", "GBR", "Ada L")
    bob = Player(2, "Bob", "Low")
    known = {1: ada, 2: bob}

    def join(*rows, used=()):
        found = merge_players(known, list(rows), used)
        return found.new, found.changed, found.unchanged_count, found.questions

    assert join(Player(0, "Ada", "Lovelace", "11990001"), Player(0, "Bob", "Low"), Player(2, "Bob", "Low")) == (
        [],
        [],
        3,
        [],
    )
    assert join(Player(0, "Ada", "King", "11990001")) == ([], [ada._replace(last="King")], 0, [])
    assert join(Player(2, "BOB", "low", country="NED")) == ([], [Player(2, "BOB", "low", country="NED")], 0, [])
    assert join(Player(2, "Zoe", "Low")) == (
        [],
        [Player(2, "Zoe", "Low")],
        0,
        ["player number 2 is Bob Low and would become Zoe Low"],
    )
    assert join(Player(0, "ÁDA", "Ek", "11990001")) == ([], [ada._replace(first="ÁDA", last="Ek")], 0, [])
    assert join(Player(1, "", "Plato", "11990001")) == (
        [],
        [ada._replace(first="", last="Plato")],
        0,
        ["player number 1 is Ada Lovelace and would become Plato"],
    )
    question = "Ada Lovelace has EMA number 11990001, which would change to 11990009"
    assert join(Player(1, "Ada", "Lovelace", "11990009")) == ([], [ada._replace(ema="11990009")], 0, [question])
    assert join(Player(2, "Bob", "Low", "11990002")) == ([], [bob._replace(ema="11990002")], 0, [])
    assert join(Player(0, "Bob", "Low", country="NED")) == (
        [Player(3, "Bob", "Low", country="NED")], [], 0, [("Bob Low has the same name as player 2, but would "
                                                           "be registered as another person")],
    )  # fmt: skip
    question = (
        "Ada Lovelace has the same name as player 1, who has EMA number 11990001, but would be registered "
        "as another person"
    )
    assert join(Player(0, "Ada", "Lovelace", "11990009"))[3] == [question]
    assert join(Player(0, "C", "C", "11990007"), Player(0, "C", "C", "11990008"))[3] == []
    assert [one.id for one in join(Player(0, "C", "C"), Player(4, "D", "D"), Player(0, "E", "E"), used=(3, 5))[0]] == [
        6,
        4,
        7,
    ]
    assert join(Player(0, "C", "C"), Player(0, "c", "C"))[3] == [
        ("c C has the same name as player 3, but would be registered as another person")
    ]
    assert merge_players({}, [Player(0, "C", "C")], used=(1, 2)).new == [Player(1, "C", "C")]
    with pytest.raises(Malformed, match="EMA number 11990001 belongs to player 1, Ada Lovelace, not to player 2"):
        join(Player(2, "Ada", "Lovelace", "11990001"))


def test_a_file_with_names_in_one_column_leaves_a_last_name_where_it_begins():
    """Another program's list says Noor van Dijk, which is guessed as Noor van, Dijk: the federation has van Dijk."""
    noor = Player(6, "Noor", "van Dijk", "04010006", "NED")
    for text in ("id,name\n6,Noor van Dijk\n", "name,EMA number,country\nNoor van Dijk,04010006,NED\n"):
        found = merge_players({6: noor}, read_players(text), splits_names=splits_names(text))
        assert (found.new, found.changed, found.questions) == ([], [], [])
    guessed = noor._replace(first="Noor van", last="Dijk")
    for text in ('id,name\n6,"van Dijk, Noor"\n', "id,first,last\n6,Noor,van Dijk\n"):
        found = merge_players({6: guessed}, read_players(text), splits_names=splits_names(text))
        assert found.changed == [noor]
    text = "id,first,last\n6,Noor van,Dijk\n"
    assert merge_players({6: noor}, read_players(text), splits_names=splits_names(text)).changed == [guessed]


# ---------------------------------------------------------------- who is meant

PEOPLE = {
    7: Player(7, "Ada", "Lovelace", "11990001", "GBR", "Ada L", "Ockham", "Red", "yes"),
    8: Player(8, "Ada", "Love", country="NED", club="ockham"),
    9: Player(9, "Grace", "Hopper", team="Red"),
    10: Player(10, "", "Adalbert", newcomer="yes"),
    11: Player(11, "Ada", "Byron"), 12: Player(12, "Ada", "King"), 13: Player(13, "Ada", "Gordon"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("7", 7), (" 77 ", 77), ("999999999", 999_999_999), ("ada love", 8), ("  ADA   Love ", 8), ("lovelace", 7),
        ("HOPPER", 9), ("adalbert", 10), ("king", 12),
    ],
)  # fmt: skip
def test_somebody_is_meant_by_a_number_a_whole_name_or_a_word_of_it_that_only_one_has(word, number):
    """The whole name of one may be the beginning of another's."""
    assert find_player_number(PEOPLE, word) == number


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        (
            "ada",
            "'ada' could be 7 Ada Lovelace, 8 Ada Love, 11 Ada Byron, 12 Ada King, 13 Ada Gordon: give the number",
        ),
        ("lov", "no registered player has the name 'lov'; did you mean Ada Lovelace, Ada Love?"),
        ("a k", "no registered player has the name 'a k'"),
        ("Grace Hoper", "no registered player has the name 'Grace Hoper'; did you mean Grace Hopper?"),
        ("1000000000", "no registered player has the name '1000000000'"),
        ("²", "no registered player has the name '²'"),
        ("", "no registered player has the name ''"),
        ("  ", "no registered player has the name '  '"),
        ("y" * 41, f"no registered player has the name '{'y' * 40}'"),
    ],
)
def test_who_is_not_meant_by_one_name_alone_is_asked_for(word, sentence):
    """Five of those who may be meant are named, or whose name is spelt nearly so."""
    with pytest.raises(Malformed) as refused:
        find_player_number(PEOPLE, word)
    assert (refused.value.message, refused.value.at) == (sentence, "player")


@pytest.mark.parametrize(
    ("part", "numbers"),
    [
        ("country=GBR", {7}), ("Country = uk", {7}), ("club=OCKHAM", {7, 8}), ("team=red", {7, 9}),
        ("newcomer", {7, 10}), ("newcomer=yes", {7, 10}), ("newcomer=1", {7, 10}), ("newcomer=no", {8, 9, 11, 12, 13}),
        ("newcomer = -", {8, 9, 11, 12, 13}), ("newcomer=FALSE", {8, 9, 11, 12, 13}), ("newcomer=", {7, 10}),
    ],
)  # fmt: skip
def test_a_part_of_the_players_has_something_in_common(part, numbers):
    """In any letters."""
    assert players_with_property(PEOPLE, part) == numbers


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (
            "shown=Ada L",
            "'shown=Ada L' is not a group of players: use country=NED, club=NAME, team=NAME or newcomer",
        ),
        ("club", "'club' is not a group of players: use country=NED, club=NAME, team=NAME or newcomer"),
        ("club= ", "'club= ' is not a group of players: use country=NED, club=NAME, team=NAME or newcomer"),
        ("", "'' is not a group of players: use country=NED, club=NAME, team=NAME or newcomer"),
        ("club=Red", "no player is registered with club 'Red'; known values: Ockham, ockham"),
        ("team=Blue", "no player is registered with team 'Blue'; known values: Red"),
        ("country=GER", "no player is registered with country 'GER'; known values: GBR, NED"),
        ("country=XQZ", "a country code must be three letters such as NED; no country has 'XQZ'"),
    ],
)
def test_a_part_that_nobody_is_of_is_refused_with_those_that_there_are(part, sentence):
    """So that a slip of the finger is no empty ranking."""
    with pytest.raises(Malformed) as refused:
        players_with_property(PEOPLE, part)
    assert refused.value.message == sentence
    with pytest.raises(Malformed, match=r"no player is registered with newcomer 'yes'; known values: none$"):
        players_with_property({8: PEOPLE[8]}, "newcomer")


def test_everybody_is_written_as_they_are_read():
    """By number, with all that is known."""
    text = players_csv({9: PEOPLE[9], 7: PEOPLE[7], 10: PEOPLE[10]})
    assert text.splitlines() == [
        "id,first name,last name,EMA number,country,shown,club,team,newcomer",
        "7,Ada,Lovelace,11990001,GBR,Ada L,Ockham,Red,yes",
        "9,Grace,Hopper,,,,,Red,",
        "10,,Adalbert,,,,,,yes",
    ]
    assert read_players(text) == [PEOPLE[7], PEOPLE[9], PEOPLE[10]]


def test_a_file_without_a_name_or_with_a_number_twice_is_refused():
    """With what its first line names, as far as sixty letters."""
    columns = [f"column {n}" for n in range(10)]
    told = ", ".join(columns)[:60]
    with pytest.raises(Malformed, match=f"such as id;name;country, not '{told}'$"):
        read_players(";".join(columns) + "\n" + ";".join("x" * 10) + "\n")
    for text, sentence in (
        ("id;name\n7;Ada\n07;Bo\n", "two players have the number 7"),
        ("ema;name\n11990001;Ada\n-11990001;Bo\n", "two players have the EMA number 11990001"),
        ("id;name\n0;Ada\n", "line 2: 0 means an empty seat; player numbers start at 1"),
        ("id;name\n1;Ada\n2;\n", "line 3 has no name"),
        (
            "name;country\nAda;GER\nBo;XQZ: Town\n",
            "line 3: a country code must be three letters such as NED; no .* 'XQZ'",
        ),
        ("name\n", "the file names no players: its first line must name the columns"),
        ("", "the file names no players: its first line must name the columns"),
    ):
        with pytest.raises(Malformed, match=sentence):
            read_players(text)
    assert len(read_players("id;ema;name\n;;Ada\n;;Bo\n")) == 2
    newcomers = ["yes", "x", "no", "N", "0", "-", "False", ""]
    rows = read_players("name;newcomer\n" + "".join(f"P;{word}\n" for word in newcomers))
    assert [row.newcomer for row in rows] == ["yes", "yes"] + [""] * 6


def test_a_last_name_with_an_addition_keeps_it():
    """What stands behind its comma is a first name but for junior and the like."""
    names = {
        "Davis, Jr., Sammy": ("Sammy", "Davis, Jr."), "Sammy Davis, Jr": ("Sammy", "Davis, Jr"),
        "Sammy Davis, III": ("Sammy", "Davis, III"), "Davis, Jra": ("Jra", "Davis"),
        "Plato": ("", "Plato"), "Davis, Sr.": ("", "Davis, Sr."),
    }  # fmt: skip
    rows = read_players("name\n" + "".join(f'"{name}"\n' for name in names))
    assert {name: row[1:3] for name, row in zip(names, rows, strict=True)} == names
