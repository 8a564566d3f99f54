"""The draw of seats: hashes first, secrets later, and anyone who doubts it works everything out again."""

from __future__ import annotations

import hashlib
import io
import json
from itertools import combinations

import pytest

from tenbo.cli.dispatch import main
from tenbo.formats.plan_files import read_plan
from tenbo.tournament.seating.verifiable_draw import check_secret_length, commitment_hash, new_draw
from tenbo_core.errors import Malformed, Refused

SECRETS = {"Ada": "the red dragon", "Ben": "four winds, no bonus", "table 3": "3 5 2 6 1 1 4 2"}


@pytest.fixture
def draw(capsys, monkeypatch, tmp_path):
    """Return a function that runs the command on the draw of this test, a secret being typed where one is given."""
    monkeypatch.chdir(tmp_path)

    def run(part, *words, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed + "\n"))
        capsys.readouterr()
        status = main(["draw", part, "draw.json", *map(str, words)])
        out = capsys.readouterr()
        return status, out.out + out.err

    assert main(["seating", "--players", "16", "--rounds", "5", "--steps", "2000", "--json"]) == 0
    (tmp_path / "plan.json").write_text(capsys.readouterr().out)
    return run


def drawn(draw, *words):
    """Go through a whole draw and return the digest of the wall."""
    assert draw("open", "--plan", "plan.json", *words)[0] == 0
    for name, secret in SECRETS.items():
        digest = hashlib.sha256(f"{name}:{secret}".encode()).hexdigest()
        given = (name, digest.upper()) if name == "Ben" else (name,)
        assert draw("commit", *given, typed=secret) == (0, f"{name}  {digest}\n")
    status, text = draw("close")
    assert status == 0
    for name in reversed(SECRETS):
        assert draw("reveal", name, typed=SECRETS[name])[0] == 0
    return text.splitlines()[-1].split()[0]


def test_the_seats_follow_from_the_secrets_and_a_second_program_finds_the_same(draw, tmp_path):
    """Written from the help text alone: a seed of digest and secrets, and players in the order of their hashes."""
    digest = drawn(draw)
    status, text = draw("result", "--out", "seating.txt")
    assert (status, text) == (0, "wrote seating.txt: import it with tenbo session plan seating.txt\n")
    plan = json.loads((tmp_path / "plan.json").read_text())["rounds"]
    seed = hashlib.sha256("\n".join([digest, *SECRETS.values()]).encode()).hexdigest()
    order = sorted(range(1, 17), key=lambda player: hashlib.sha256(f"{seed}:{player}".encode()).hexdigest())
    assert order != list(range(1, 17))
    expected = {
        (session, table): [order[number - 1] for number in four]
        for session, tables in enumerate(plan, 1)
        for table, four in enumerate(tables, 1)
    }
    assert read_plan((tmp_path / "seating.txt").read_text()) == expected
    status, text = draw("check", "--plan", "seating.txt")
    assert status == 0
    assert text.startswith(digest)
    assert text.endswith("; seating.txt follows from the secrets\n")


def test_whoever_changes_anything_afterwards_is_found_out(draw, tmp_path):
    """A seat in the plan, a secret, a hash, a player: each gives another digest, or does not fit its hash."""
    digest = drawn(draw)
    draw("result", "--out", "seating.txt")
    text = (tmp_path / "seating.txt").read_text()
    swapped = text.splitlines()
    swapped[0], swapped[1] = swapped[1], swapped[0]
    (tmp_path / "swapped.txt").write_text("\n".join(swapped) + "\n")
    assert draw("check", "--plan", "swapped.txt")[0] == 1
    record = json.loads((tmp_path / "draw.json").read_text())
    record["rounds"][0][0].reverse()
    (tmp_path / "draw.json").write_text(json.dumps(record))
    assert not draw("check")[1].startswith(digest)
    record["secrets"]["Ada"] = "another secret"
    (tmp_path / "draw.json").write_text(json.dumps(record))
    assert "this secret does not match the recorded hash of Ada" in draw("check")[1]


def test_nobody_tells_too_early_or_alone_or_twice(draw):
    """Each step in its order; nothing is changed by what is refused."""
    assert draw("open", "--plan", "plan.json")[0] == 0
    assert "exists already" in draw("open", "--plan", "plan.json")[1]
    assert "a single player could choose the seats" in draw("close")[1]
    assert "a secret needs at least 8 characters" in draw("commit", "Ada", typed="short")[1]
    assert "a hash must be 64 digits" in draw("commit", "Ada", "5f70")[1]
    assert draw("commit", "Ada", typed=SECRETS["Ada"])[0] == 0
    assert "a hash of Ada is already recorded" in draw("commit", "Ada", typed="another secret")[1]
    assert "the list is not closed" in draw("reveal", "Ada", typed=SECRETS["Ada"])[1]
    assert draw("commit", "Ben", typed=SECRETS["Ben"])[0] == 0
    assert "secrets not revealed yet: Ada, Ben" in draw("result")[1]
    assert draw("close")[0] == 0
    assert (
        "the list of hashes is closed: no more hashes can be added"
        in draw("commit", "Cleo", typed="too late for her")[1]
    )
    assert "no hash of 'Cleo' is recorded; the recorded names: Ada, Ben" in draw("reveal", "Cleo", typed="x")[1]
    assert "this secret does not match" in draw("reveal", "Ada", typed="the green dragon")[1]
    assert draw("reveal", "Ada", typed=SECRETS["Ada"]) == (0, "still to reveal: Ben\n")
    assert draw("result")[0] == 1
    assert draw("reveal", "Ben", typed=SECRETS["Ben"])[0] == 0
    assert draw("result")[0] == 0


def test_clubs_countries_and_wishes_keep_players_apart_as_far_as_the_plan_allows(draw, tmp_path):
    """The exchanges follow from the draw: two computers find the same, and no further exchange would be better."""
    rows = [f"{100 + n};Ann P{n};{'UDAK'[n // 4]};{'' if n else '115 107'}" for n in range(16)]
    (tmp_path / "people.csv").write_text("\n".join(["id;name;club;apart", *rows]) + "\n")
    plan = json.loads((tmp_path / "plan.json").read_text())
    plan["rounds"] = plan["rounds"][:3]
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    drawn(draw, "--people", "people.csv")
    status, text = draw("result", "--out", "seating.txt")
    assert status == 0
    assert "meetings within a club" in text
    seats = read_plan((tmp_path / "seating.txt").read_text())
    assert sorted({player for four in seats.values() for player in four}) == list(range(100, 116))

    def cost(rename):
        clubs = wishes = 0
        for four in seats.values():
            for one, other in combinations([rename.get(player, player) for player in four], 2):
                clubs += (one - 100) // 4 == (other - 100) // 4
                wishes += {one, other} in ({100, 115}, {100, 107})
        return clubs, wishes

    best = cost({})
    assert f"within a club: {best[0]}, within a country: 0, against a wish: {best[1]}" in text
    assert all(cost({one: other, other: one}) >= best for one, other in combinations(range(100, 116), 2))
    before = (tmp_path / "seating.txt").read_text()
    assert draw("result")[1] == before
    assert draw("check", "--plan", "seating.txt")[0] == 0


def test_one_alone_closes_no_list():
    """Nor no one; two are enough."""
    plan = new_draw([[[1, 2, 3, 4]]], [7, 5, 8, 6], {})
    assert plan.players == [5, 6, 7, 8]
    one = plan.with_commitment("Ada", commitment_hash("Ada", "the red dragon"))
    two = one.with_commitment("Ben", commitment_hash("Ben", "four winds, no bonus"))
    for few, number in ((plan, 0), (one, 1)):
        with pytest.raises(Refused, match=f"^recorded hashes: {number}; at least 2 are needed"):
            few.close()
    assert two.close().closed
    for name in ("", " ", "a\nb", 7):
        with pytest.raises(Malformed, match=r"^name must be"):
            plan.with_commitment(name, commitment_hash("Ada", "the red dragon"))
    for wrong in ("a" * 63, "a" * 65, "A" * 64, "g" + "a" * 63):
        with pytest.raises(Malformed, match="a hash must be 64 digits from 0 to f"):
            one.with_commitment("Ben", wrong)


@pytest.mark.parametrize(
    ("rounds", "players", "sentence"),
    [
        (
            [[[1, 2, 3, 5]]],
            [1, 2, 3, 4],
            ("a plan to be drawn must have the player numbers 1 to 4 without gaps, and no empty seats"),
        ),
        (
            [[[1, 2, 3, 0]]],
            [1, 2, 3],
            ("a plan to be drawn must have the player numbers 1 to 3 without gaps, and no empty seats"),
        ),
        ([[[1, 2, 3, 4]]], [1, 2, 3], "the plan is for 4 players, but the number of players given is 3"),
        ([[[1, 2, 3, 4]]], [1, 2, 3, 3], "the plan is for 4 players, but the number of players given is 4"),
        (
            [[[1, 2, 3, 4]]],
            [1, 2, 3, 4, 5],
            ("the plan is for 4 players, but the number of players given is 5"),
        ),
    ],
)
def test_a_draw_is_of_a_whole_plan_for_as_many_players(rounds, players, sentence):
    """Each with a number of their own."""
    with pytest.raises(Malformed, match=sentence):
        new_draw(rounds, players, {})


def test_a_secret_has_eight_letters_at_least():
    """Blanks around it count for nothing."""
    check_secret_length("12345678")
    for secret in ("1234567", " 1234567 ", ""):
        with pytest.raises(Malformed, match="a secret needs at least 8 characters"):
            check_secret_length(secret)


def test_a_draw_needs_a_plan_of_its_players(draw, tmp_path):
    """And a file that is none is said to be none."""
    (tmp_path / "people.csv").write_text("name\nAnn One\nBen Two\n")
    assert (
        "the plan is for 16 players, but the number of players given is 2"
        in draw("open", "--plan", "plan.json", "--people", "people.csv")[1]
    )
    (tmp_path / "gap.txt").write_text("1-2-3-5\n")
    assert "a plan to be drawn must have the player numbers 1 to 4" in draw("open", "--plan", "gap.txt")[1]
    for apart in ("Ben", "-1", "1" * 10, "9" * 5_000):
        (tmp_path / "wish.csv").write_text(f"name;apart\nAnn One;{apart}\n")
        said = draw("open", "--plan", "plan.json", "--people", "wish.csv")[1]
        assert "line 2: the apart column must be a list of player numbers" in said
    for text in ("{}", "[]", "{", '{"rounds": [[[1,2,3,4]]], "players": "x"}'):
        (tmp_path / "draw.json").write_text(text)
        assert "the file was not made by tenbo draw" in draw("close")[1] or "no list of rounds" in draw("close")[1]
