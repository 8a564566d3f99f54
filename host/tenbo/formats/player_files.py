"""Registration files: players read from columns of many names and written again, and whom each should not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.formats.csv_rows import read_csv, refuse_misspelt_columns, write_csv
from tenbo.tournament.player_directory import MOST_DIGITS, NO, Player
from tenbo.tournament.seating.separation import Relations
from tenbo.validation.countries import NAMES, parse_country
from tenbo.validation.fields import LONGEST_NAME
from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

# Columns by their names in registration files, in all languages of the displays.
COLUMNS = {
    "id": ("id", "number", "no", "player id", "local id", "nr", "nummer", "番号", "numéro", "numero", "número",
           "numer", "номер", "№", "编号", "号码", "번호"),
    "first": ("first", "first_name", "first name", "firstname", "given name", "player's first name", "vorname",
              "voornaam", "名", "prénom", "prenom", "imię", "名字"),
    "last": ("last", "last_name", "last name", "lastname", "surname", "player's last name", "nachname", "achternaam",
             "姓", "nom de famille", "cognome", "apellido", "apellidos", "nazwisko", "фамилия", "姓氏", "성"),
    "name": ("name", "player", "player name", "naam", "名前", "氏名", "nom", "joueur", "nome", "giocatore", "nombre",
             "jugador", "imię i nazwisko", "gracz", "имя", "имя и фамилия", "игрок", "姓名", "选手", "이름",
             "성명", "선수"),
    "ema": ("ema", "ema_number", "ema number", "ema id", "ema no", "ema nr", "ema-number", "ema-nummer", "ema-nr",
            "ema nummer", "numéro ema", "numero ema", "número ema", "numer ema", "номер ema", "ema编号", "ema 编号",
            "ema 번호"),
    "country": ("country", "land", "国", "pays", "paese", "país", "pais", "kraj", "страна", "国家", "国家/地区",
                "국가"),
    "shown": ("shown", "display name", "display", "nickname"),
    "club": ("club", "affiliation", "verein", "vereniging", "klub", "клуб", "俱乐部", "클럽", "소속"),
    "team": ("team", "team name", "équipe", "squadra", "equipo", "drużyna", "команда", "团队", "팀"),
    "newcomer": ("newcomer", "first tournament", "beginner"),
}  # fmt: skip
# Columns that only the seating plan uses.
ELSEWHERE = ("apart",)
KNOWN = [name for names in (*COLUMNS.values(), ELSEWHERE) for name in names]
# Columns with the whole name, or the first where the last has one of its own.
FIRST_BESIDE_LAST = ("nome", "nombre", "имя", "이름")
# Suffixes of a last name that follow a comma and are no first name.
ADDITIONS = ("jr", "sr", "ii", "iii", "iv")

# Where what is wrong with a whole file is told.
FILE = "file"


def read_players(text: str) -> list[Player]:
    r"""Read players from CSV with a header; a player without a number in the file has number 0.

    >>> read_players("name;EMA number;country;club\nAda Lovelace;11990001;UK;Ockham\n")[0][1:6]
    ('Ada', 'Lovelace', '11990001', 'GBR', '')
    """
    rows = read_csv(text)
    named = (*COLUMNS["name"], *COLUMNS["first"], *COLUMNS["last"])
    if rows and not any(name in rows[0][1] for name in named):
        head = ", ".join(rows[0][1])[:60]
        message = sentence(
            "name_column_missing",
            "there is no name column: the first line must name the columns, such as id;name;country, not {head}",
            head=repr(head),
        )
        raise Malformed("missing_field", message, FILE)
    if rows:
        refuse_misspelt_columns(rows[0][1], KNOWN)
    players = [_player_of_row(fields, line, is_alone=len(rows) == 1) for line, fields in rows]
    if not players:
        raise Malformed(
            "missing_field",
            sentence("players_file_empty", "the file names no players: its first line must name the columns"),
            FILE,
        )
    _check_once([str(player.id) for player in players if player.id], "the number")
    _check_once([player.ema for player in players if player.ema], "the EMA number")
    return players


def splits_names(text: str) -> bool:
    r"""Return whether a file says where a last name begins; in one column it is guessed.

    >>> splits_names("id,first,last\n6,Noor,van Dijk\n"), splits_names("id,name\n6,Noor van Dijk\n")
    (True, False)
    """
    rows = read_csv(text)
    return bool(rows) and any(name in rows[0][1] for name in (*COLUMNS["first"], *COLUMNS["last"]))


def _check_once(numbers: list[str], what: str) -> None:
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise Malformed(
            "contradiction",
            sentence("players_share_value", "two players have {what} {twice}", what=what, twice=twice),
            FILE,
        )


def _player_of_row(fields: dict[str, str], line: int, *, is_alone: bool) -> Player:
    """Return the player of a row; what is wrong is told with its line, or at its field where one is registered."""
    try:
        return _player(fields, line)
    except Malformed as error:
        if is_alone or error.at == FILE:
            raise
        message = sentence("line_of_file", "line {line}: {message}", line=line, message=error.message)
        raise Malformed(error.code, message, FILE) from None


def _player(fields: dict[str, str], line: int) -> Player:
    cells = {key: next((fields[name] for name in names if fields.get(name)), "") for key, names in COLUMNS.items()}
    # A French list has the last name in "nom" where it has the first name in "prénom".
    # An Italian list has the first name in "nome" where it has the last name in "cognome"; others in a word of theirs.
    first = cells["first"] or (next(filter(None, map(fields.get, FIRST_BESIDE_LAST)), "") if cells["last"] else "")
    last = cells["last"] or (fields.get("nom", "") if cells["first"] else "")
    if not (first or last):
        first, last = _split_name(cells["name"])
    if not (first or last):
        raise Malformed("missing_field", sentence("line_without_name", "line {line} has no name", line=line), FILE)
    number = to_ascii_width(cells["id"])
    if number and not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS):
        message = sentence(
            "player_number_digits",
            "line {line}: a player's number must be at most {most_digits} digits from 0 to 9, not {number}",
            line=line,
            most_digits=MOST_DIGITS,
            number=repr(number[:40]),
        )
        raise Malformed("bad_field", message, FILE)
    if number and not int(number):
        raise Malformed(
            "bad_field",
            sentence("line_player_zero", "line {line}: 0 means an empty seat; player numbers start at 1", line=line),
            FILE,
        )
    ema = to_ascii_width(cells["ema"]).strip("-")
    # The federation's files mark a guest like this.
    ema = "" if ema in ("0", "1") else ema
    if ema and not (ema.isascii() and ema.isdigit() and len(ema) == 8):
        raise Malformed(
            "bad_field",
            sentence("ema_number_digits", "an EMA number has eight digits, not {ema}", ema=repr(ema[:40])),
            "ema",
        )
    country = cells["country"].partition(":")[0].strip()
    # Where a player has no club, RiichiNomi's file has the country for it.
    if not country and fields.get("affiliation") in NAMES:
        country, cells["club"] = cells["club"], ""
    if country:
        country = parse_country(country)
    words = (first, last, cells["shown"], cells["club"], cells["team"])
    first, last, shown, club, team = (_in_one_line(word) for word in words)
    _check_texts({"name": f"{first} {last}".strip(), "shown": shown, "club": club, "team": team})
    newcomer = "" if cells["newcomer"].casefold() in NO else "yes"
    return Player(int(number or 0), first, last, ema, country, shown, club, team, newcomer)


def _check_texts(texts: dict[str, str]) -> None:
    """Refuse texts that are too long for lists, and a number in place of a name."""
    for what, text in texts.items():
        if len(text) > LONGEST_NAME:
            message = sentence(
                "line_text_too_long",
                "{what} must be one line of 1 to {longest_name} characters; it is too long and begins with {text}",
                what=what,
                longest_name=LONGEST_NAME,
                text=repr(text[:40]),
            )
            raise Malformed("bad_field", message, what)
    if texts["name"].replace(" ", "").isdecimal():
        message = sentence(
            "number_in_place_of_name",
            "{name} is a number, not a name: enter a name, or a registered player's number in the digits 0 to 9",
            name=repr(texts["name"][:40]),
        )
        raise Malformed("bad_field", message, "name")


def _in_one_line(cell: str) -> str:
    r"""Return a cell's text with line breaks replaced by blanks, and without invisible characters.

    >>> _in_one_line("Ada\nLovelace")
    'Ada Lovelace'
    """
    return "".join(letter for letter in " ".join(cell.split()) if letter.isprintable())


def _split_name(name: str) -> tuple[str, str]:
    """Split a name into first and last name; lists of members have the last name first, with a comma.

    >>> _split_name("Ada King Lovelace"), _split_name("Lovelace, Ada King"), _split_name("Sammy Davis, Jr.")
    (('Ada King', 'Lovelace'), ('Ada King', 'Lovelace'), ('Sammy', 'Davis, Jr.'))
    """
    last, comma, first = (part.strip() for part in name.rpartition(","))
    if comma and last and first and first.casefold().rstrip(".") not in ADDITIONS:
        return first, last
    if comma and last and first:
        before, _, last = last.rpartition(" ")
        return before, f"{last}, {first}"
    first, _, last = name.rpartition(" ")
    return first, last


def players_csv(people: dict[int, Player]) -> str:
    """Write all players with all fields, in the format that `read_players` reads."""
    head = ("id", "first name", "last name", "EMA number", "country", "shown", "club", "team", "newcomer")
    return write_csv([head, *(player for _, player in sorted(people.items()))])


def read_relations(text: str) -> dict[int, Relations]:
    r"""Return the relations of each player in a players' file, from the columns club, country and apart.

    >>> read_relations("id;name;club;apart\n3;Ada L;Ockham;4 5\n4;Ben B;;\n")[3]
    Relations(club='ockham', country='', apart=(4, 5))
    """
    ties = {}
    for at, (player, (line, cells)) in enumerate(zip(read_players(text), read_csv(text), strict=True), 1):
        words = cells.get("apart", "").replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS for word in words):
            message = sentence(
                "apart_numbers",
                "line {line}: the apart column must be a list of player numbers, such as 7 12",
                line=line,
            )
            raise Malformed("bad_field", message, FILE)
        ties[player.id or at] = Relations(
            player.club.casefold(), player.country, tuple(sorted({int(word) for word in words}))
        )
    return ties


def ignored_columns(head: Iterable[str]) -> list[str]:
    """Return the columns of a header that are ignored here.

    >>> ignored_columns(["name", "land", "e-mail", ""])
    ['e-mail']
    """
    return [name for name in head if name and name not in KNOWN]


def ignored_columns_in(text: str) -> list[str]:
    """Return the columns of a file's text that are ignored here."""
    return [name[:40] for _, fields in read_csv(text)[:1] for name in ignored_columns(fields)]
