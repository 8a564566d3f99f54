"""The library given what it does not take: every public function answers with an error of its own."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tenbo

TANYAO = {"tiles": "234567m345p678s8s", "win": "8s", "by": "ron"}
BOOK = tenbo.load_book("wrc")
# What a program hands over by mistake: other types, texts that nearly fit, and what other functions return.
SCALARS = [
    None, True, False, -1, 0, 3, 5, 10**20, 1.5, float("nan"), b"\xff", object, object(), Path("no.toml"), "", "E", "x",
    "1m", "pon 555z", "ron", "chi", "ema-2016", "no.toml", "\0.toml", "[", "\ud800", tenbo.Hand(**TANYAO), BOOK,
    BOOK.rules, tenbo.Meld.parse("555z"), tenbo.Liability("W"), {"seat": 1}, {"hand": 5}, {"path": 1},
    {"event": "start"}, {5: 5},
]  # fmt: skip
junk = st.recursive(
    st.sampled_from(SCALARS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["seat", "event", "wins", 1]), inner),
    max_leaves=4,
)
# A result is made by `Game.standing` from a table, which a program never holds.
FUNCTIONS = sorted({*tenbo.__all__} - {"__version__", "TenboError", "GameResult", "Result", "Change", "Book"})


def methods_of(made: object) -> list[str]:
    """Return the public methods of a value."""
    return [name for name in dir(made) if not name.startswith("_") and callable(getattr(made, name))]


def begun() -> tenbo.Game:
    """Return a game with a hand in play."""
    game = tenbo.Game(names=["Anna", "Ben", "Carla", "Dai"])
    game.hand()
    return game


# Nothing listens at this port: what a client would send is refused before, or finds no service.
MADE = {
    "Game": begun,
    "Book": lambda: BOOK,
    "Hand": lambda: tenbo.Hand(**TANYAO),
    "Meld": lambda: tenbo.Meld.parse("555z"),
    "Client": lambda: tenbo.Client("127.0.0.1:1", "token"),
}
METHODS = [(name, method) for name, make in MADE.items() for method in methods_of(make())]


def call_with(function, values) -> None:
    """Call a function with junk for all that it must have, and by chance for what it may have."""
    positional, named = [], {}
    for parameter in inspect.signature(function).parameters.values():
        needed = parameter.default is parameter.empty
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += values.draw(st.lists(junk, max_size=2))
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD) and needed:
            positional.append(values.draw(junk))
        elif parameter.kind is not parameter.VAR_KEYWORD and (needed or values.draw(st.booleans())):
            named[parameter.name] = values.draw(junk)
    # What is only read when it is asked for is asked for.
    answer = function(*positional, **named)
    if inspect.isgenerator(answer):
        list(answer)


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(values=st.data())
def test_a_function_given_what_it_does_not_take_raises_its_own_error(name, values) -> None:
    """A path with a zero byte, a meld of kind 5 and an address that is a list raised errors of Python."""
    try:
        call_with(getattr(tenbo, name), values)
    except tenbo.TenboError as refused:
        assert refused.code
        assert refused.message


@pytest.mark.parametrize(("name", "method"), METHODS, ids=[".".join(row) for row in METHODS])
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(values=st.data())
def test_a_method_given_what_it_does_not_take_raises_its_own_error(name, method, values) -> None:
    """And a game stays as it was."""
    made = MADE[name]()
    before = made.events if name == "Game" else None
    try:
        call_with(getattr(made, method), values)
    except tenbo.TenboError as refused:
        assert refused.code
        assert before is None or made.events == before


@pytest.mark.parametrize(
    ("field", "value"),
    [*[(field, value) for field in ("honba", "sticks") for value in (-1, 100_000)], ("north", -1), ("north", 5)],
)
def test_a_number_that_no_table_has_is_refused_when_the_hand_is_made(field, value) -> None:
    """Only scoring refused it, far from the line that was wrong."""
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Hand(**TANYAO, **{field: value})
    assert (refused.value.code, refused.value.at, refused.value.message.code) == (
        "bad_field", field, "counter_too_large" if value == 100_000 else "value_impossible"
    )  # fmt: skip


def test_a_hand_with_norths_is_refused_by_a_book_without_them_and_not_before() -> None:
    """A hand does not know the book by which it will be scored."""
    hand = tenbo.Hand("345p678s234567p9s", "9s", "ron", riichi=1, north=2)
    assert tenbo.score(hand, "tenhou-sanma").bonus.north == 2
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.score(hand, "ema-2025")
    assert (refused.value.code, refused.value.at) == ("not_in_this_rule_book", "north")


@pytest.mark.parametrize("source", [0, "E"])
def test_a_winner_is_not_his_own_discarder_however_the_seat_is_written(source) -> None:
    """By its wind it was taken for a tsumo."""
    with pytest.raises(tenbo.TenboError) as refused:
        begun().win(0, source, han=3, fu=40)
    assert (refused.value.code, refused.value.at) == ("bad_field", "source")


def test_wherever_a_seat_is_wanted_its_first_wind_will_do() -> None:
    """As in the records."""
    by_wind, by_number = begun(), begun()
    by_wind.riichi("W")
    by_number.riichi(2)
    by_wind.win("W", "E", han=3, fu=40)
    by_number.win(2, 0, han=3, fu=40)
    assert by_wind.scores == by_number.scores
    assert by_wind.standing() == by_number.standing()


@pytest.mark.parametrize("given", [5, None, [], True, b"wrc", object()])
def test_what_names_no_rule_book_is_refused_as_a_wrong_field(given) -> None:
    """It was looked for under the name '5'."""
    for take in (tenbo.load_book, tenbo.Game, lambda book: tenbo.score(tenbo.Hand(**TANYAO), book)):
        with pytest.raises(tenbo.TenboError) as refused:
            take(given)
        assert (refused.value.code, refused.value.at) == ("bad_field", "rules")


def test_a_loaded_book_and_its_rules_are_loaded_as_they_are() -> None:
    """Wherever a book is wanted, it may be loaded already."""
    changed = BOOK.with_changes({"kiriage": False, "bust": True})
    assert tenbo.load_book(changed) is changed
    assert tenbo.load_book(changed.rules).rules.values == changed.rules.values
