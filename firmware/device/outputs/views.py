"""The view of a seat's display as texts: a pure function of the table, the seat and the time.

`screens` draws a view, the link sends it to a host that asks. So a test, a blind player's host and the display
show the same.
"""

from micropython import const

from tenbo_core.ranking import place_of
from tenbo_core.seats import WIND_LETTERS, WIND_NAMES, wind_of
from tenbo_core.table import BETWEEN, Table
from tenbo_core.value_object import ValueObject

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Dialogue, Keys, SeatLanguages


class OpponentState(ValueObject):
    """One of the players as the others see them: wind, points, riichi, dead hand.

    `shown` is all that the score screen shows of it.
    """

    FIELDS = ("wind", "score", "riichi", "dead")

    def __init__(self, wind: str, score: int, riichi: bool, dead: bool) -> None:
        self.wind = wind
        self.score = score
        self.riichi = riichi
        self.dead = dead
        self.shown = (score if wind else None, riichi, dead)


class ScoreView(ValueObject):
    """The score screen of a seat: its points, the table and the others.

    `right` is next in turn, `left` the one before, as they sit: of three players one of these has no wind and shows
    no score; `note` stands in place of the bottom line, to show why a press was refused; with `dice` a held OK throws
    them; `shift` moves the whole layout a little from hand to hand, against burn-in.
    """

    FIELDS = (
        "screen",
        "score",
        "wind",
        "round",
        "honba",
        "sticks",
        "riichi",
        "place",
        "clock",
        "dead",
        "dice",
        "right",
        "across",
        "left",
        "note",
        "rank",
        "shift",
    )

    def __init__(self, table: Table, seat: int, players: "list[OpponentState]", clock: str, note: str) -> None:
        self.screen = "score"
        self.place = self._hand = -1
        self.update(table, seat, players, clock, note)

    def update(self, table: Table, seat: int, players: "list[OpponentState]", clock: str, note: str) -> None:
        """Take in how the table stands now: a display shows the same view again and again, for a new one takes long."""
        own = players[seat]
        self.score = own.score
        self.wind = own.wind
        hand = table.round * 4 + table.hand
        if hand != self._hand:
            self._hand = hand
            self.round = WIND_LETTERS[table.round] + str(table.hand)
        self.honba = table.honba
        self.sticks = table.sticks
        self.riichi = own.riichi
        self.place = place_of(table, seat)
        self.clock = clock
        self.dead = own.dead
        self.dice = table.phase == BETWEEN
        self.right = players[(seat + 1) % 4]
        self.across = players[(seat + 2) % 4]
        self.left = players[(seat + 3) % 4]
        self.note = note
        # The place in words; `Displays` translates it for the seat.
        self.rank = ordinal(self.place)
        self.shift = (hand + table.honba) % 4


NO_KEYS = ("", "", "", "")
# Labels that are arrows alone: they move, or what they stand for is in the lines.
MOVES = ("^", "`", ">")

# The number of lines of a list that are shown.
_LIST_LINES = const(4)


class TextView(ValueObject):
    """A title, some lines, and a label for each key that does something.

    `note` takes the place of the title; without labels it stands in theirs. In a question `chosen` is the line
    that OK would take; all others have -1. Of a longer list the lines around the chosen one are shown. `corner`
    stands at the end of the first line. With an `amount` the display shows that as large as it fits, with the lines
    `above` and `below` it in place of `lines`, which say the same in words.
    """

    FIELDS = ("screen", "title", "lines", "chosen", "keys", "note", "corner", "amount", "above", "below")

    def __init__(self, screen: str, title: str, lines: "list[str]", chosen: int, keys: "Keys", corner: str) -> None:
        self.screen = screen
        self.title = title
        self.lines = lines
        self.chosen = chosen
        self.keys = keys
        self.note = ""
        self.corner = corner
        self.amount = b""
        self.above: "list[str]" = []
        self.below: "list[str]" = []


def score_view_players(table: Table) -> "list[OpponentState]":
    """Return the four players as any seat sees them; of three players the last has no wind."""
    dealer, scores, number = table.dealer, table.scores, table.rules.players
    players = [
        OpponentState(
            WIND_LETTERS[wind_of(seat, dealer, number)], scores[seat], seat in table.riichi, seat in table.dead
        )
        for seat in range(number)
    ]
    return players if number == 4 else players + [OpponentState("", 0, False, False)]


def score_view(
    table: Table, seat: int, clock_text: str, note: str = "", players: "list[OpponentState] | None" = None
) -> ScoreView:
    """Return the score screen of a seat. For several of one table all get the same `score_view_players`."""
    return ScoreView(table, seat, players or score_view_players(table), clock_text, note)


def message_view(
    title: str, lines: "list[str]", keys: "Keys" = NO_KEYS, screen: str = "message", corner: str = ""
) -> TextView:
    """Return a screen without a choice.

    >>> message_view("Draw", ["Tenpai"]).lines
    ['Tenpai']
    """
    return TextView(screen, title, lines, -1, keys, corner)


def with_amount(view: TextView, amount: bytes, above: "list[str]", below: "list[str]") -> TextView:
    """Return a view that shows an amount in place of its lines, with other lines above and below it."""
    view.amount, view.above, view.below = amount, above, below
    return view


def choice_view(title: str, options: "list[str]", chosen: int, keys: "Keys", screen: str = "question") -> TextView:
    """Return a screen on which one of some lines is chosen.

    >>> choice_view("How?", ["Tsumo", "Ron"], 1, NO_KEYS).chosen
    1
    """
    corner = f"{chosen + 1}/{len(options)}" if len(options) > _LIST_LINES else ""
    return TextView(screen, title, options, chosen, keys, corner)


def with_note(view: TextView, note: str) -> TextView:
    """Return the same view with a note in place of its title, or of its last line when no key has a label."""
    copy = TextView(view.screen, view.title, view.lines, view.chosen, view.keys, view.corner)
    copy.note = note
    return with_amount(copy, view.amount, view.above, view.below)


def shown_lines(view: TextView) -> "list[tuple[str, bool]]":
    """Return the lines that fit, of a question at most four, each with whether it is the chosen one.

    >>> shown_lines(choice_view("", ["a", "b", "c", "d", "e", "f"], 5, ("", "", "", "")))
    [('c', False), ('d', False), ('e', False), ('f', True)]
    """
    if view.chosen < 0:
        return [(line, False) for line in view.lines]
    first = max(0, min(view.chosen - 1, len(view.lines) - _LIST_LINES))
    last = min(first + _LIST_LINES, len(view.lines))
    return [(view.lines[place], place == view.chosen) for place in range(first, last)]


def ordinal(place: int) -> str:
    """Return a place in English.

    >>> [ordinal(place) for place in (1, 2, 3, 4)]
    ['1st', '2nd', '3rd', '4th']
    """
    return ("1st", "2nd", "3rd", "4th")[place - 1]


def value_text(words: "SeatLanguages | Dialogue", seat: int, han: int, fu: int, yakuman: int = 0) -> str:
    """Return a hand's value in the language of a seat; without fu where they do not count."""
    if yakuman:
        return words.localize(seat, "Yakuman") if yakuman == 1 else words.localize(seat, "{}x Yakuman", yakuman)
    return words.localize(seat, "{} han {} fu", han, fu) if fu else words.localize(seat, "{} han", han)


def signed_text(points: int) -> str:
    """Return points with their sign."""
    return f"+{points}" if points > 0 else str(points)


def arrow(seat: int, other: int) -> str:
    """Return in which direction one seat sees another: the next in turn at the right, then across, then left."""
    return ("", ">", "^", "<")[(other - seat) % 4]


def player_name(words: "SeatLanguages", table: Table, seat: int, other: int) -> str:
    """Return a seat's name for another seat: the player's name, or the wind in the language of the seat."""
    return table.names[other] or words.localize(seat, WIND_NAMES[wind_of(other, table.dealer, table.rules.players)])
