"""Lists of players as spreadsheets of other countries save them: read rightly, or refused; never other letters."""

from __future__ import annotations

import base64
import random

import pytest

from tenbo.formats.player_files import read_players
from tenbo.formats.text_codec import NAMES, decode_file
from tenbo_core.errors import Malformed, TenboError

LISTS = {
    "cp1251": ("Иванов Пётр", "Сидорова Анна", "Кузнецов Илья", "Щербакова Юлия", "Ян Ли", "ООО Клуб «Тэнпай»",
               "Ёлкин Лев", "Петренко Андрій", "Яценко Їван", "ПЕТРОВ Иван", "Дом № 5"),
    "koi8_r": ("Иванов Пётр", "Сидорова Анна", "Кузнецов Илья", "Щербакова Юлия", "Ян Ли"),
    "cp1252": ("Jörg Müller", "André", "Thérèse Hélène", "Ångström Øyvind", "O’Brien", "Nuñez José", "Émile ZOLA",
               "Strauß", "d’Été", "Æsa", "MacÉwan"),
    "cp1250": ("Wałęsa Lech", "Dąbrowski Paweł", "Świątek Iga", "Kamiński", "Dvořák Jiří", "Łukasz", "Petrović"),
    "cp932": ("山田太郎", "佐藤花子", "鈴木一郎", "田中", "高橋", "渡辺", "井上", "小林", "ヤマダ", "さとう"),
    "gbk": ("张伟", "王芳", "李娜", "刘洋", "陈静", "杨帆", "赵磊", "黄强", "周杰", "吴敏"),
    "cp949": ("김민수", "이영희", "박지성", "최유리", "정우성", "강감찬", "조용필", "윤아", "장동건", "임꺽정"),
}  # fmt: skip


@pytest.mark.parametrize("encoding", LISTS)
def test_no_list_of_any_length_is_read_as_other_letters(encoding):
    """Short lists may be refused, where nothing tells one encoding from another; long ones are read."""
    draw = random.Random(38)
    for length in (1, 2, 3, 5, len(LISTS[encoding])):
        for _ in range(60):
            text = "id,name\n" + "\n".join(draw.sample(LISTS[encoding], length))
            try:
                assert decode_file(text.encode(encoding)) == (text, NAMES[encoding])
            except Malformed as refused:
                assert length < 5, text
                assert refused.message.code == "file_encoding_unclear"
                assert NAMES[encoding] in refused.message.values["encodings"]


@pytest.mark.parametrize("data", [b"\xff\xfea", b"name\n\x80\x81\xfe\xff\n"])
def test_what_no_program_of_these_writes_is_refused(data):
    with pytest.raises(Malformed) as refused:
        decode_file(data)
    assert refused.value.message.code == "file_letters_unreadable"


def test_players_of_such_a_file_are_registered_with_their_names(running, run_cli, tmp_path):
    """At the command line, which says how it was read, and at the route that the desk's page uses."""
    with running() as run:
        for number, (encoding, names) in enumerate(LISTS.items()):
            rows = [f"{20 * number + at},{name}" for at, name in enumerate(names, 1)]
            data = ("id,name\n" + "\n".join(rows) + "\n").encode(encoding)
            (tmp_path / "people.csv").write_bytes(data)
            status, said = run_cli("session", "players", tmp_path / "people.csv", "--store", run.store, "--yes")
            assert (status, NAMES[encoding] in said) == (0, True)
            packed = base64.b64encode(data).decode()
            answer = run.client.post("/v1/players", file=packed, yes=True)
            assert (answer["same"], answer["read_as"]) == (len(names), NAMES[encoding])
            people = run.hall.repository.people()
            assert [people[20 * number + at].name for at in range(1, len(names) + 1)] == list(names)
            assert "read_as" not in run.client.post("/v1/players", text=data.decode(encoding), yes=True)
        known = run.hall.repository.people()
        for given in (
            {"file": base64.b64encode("id,name\n500,김수\n".encode("cp949")).decode()},
            {"text": "id,name\n501,J\ufffdrg\n"},
        ):
            with pytest.raises(TenboError) as refused:
                run.client.post("/v1/players", yes=True, **given)
            assert refused.value.code == "bad_field"
        assert run.hall.repository.people() == known


def test_columns_named_in_these_languages_are_read_with_the_names():
    """As a club of that country heads its list."""
    for encoding, head, name in (("cp1251", "имя", "Иванов Пётр"), ("cp932", "氏名", "山田太郎")):
        text, _ = decode_file(f"{head}\n{name}\n".encode(encoding))
        (player,) = read_players(text)
        assert player.name == name
