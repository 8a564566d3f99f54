"""What a seat's display shows, in words: a pure function of the table, the seat and the time.

`screens` draws a view, the link sends it to a host that asks. So a test, a blind player's host and the display
show the same.
"""

from tenbo_core.places import place_of
from tenbo_core.record import Record
from tenbo_core.seats import WIND_LETTERS, WIND_NAMES, wind_of
from tenbo_core.snapshot import VIEW
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import View, Words


class Other(Record):
    """One of the other three players, as this seat sees them: wind, points, riichi, dead hand."""

    FIELDS = ("wind", "score", "riichi", "dead")

    def __init__(self, wind: str, score: int, riichi: bool, dead: bool) -> None:
        self.wind = wind
        self.score = score
        self.riichi = riichi
        self.dead = dead


class ScoreView(Record):
    """The score screen of a seat: its points, the table and the other three.

    `right` is next in turn, `left` the one before; `note` stands in place of the bottom line, to show why a press
    was refused; `shift` moves the whole layout a little from hand to hand, against burn-in.
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
        "right",
        "across",
        "left",
        "note",
        "rank",
        "shift",
    )

    def __init__(self, table: Table, seat: int, clock: str, note: str) -> None:
        self.screen = "score"
        self.score = table.scores[seat]
        self.wind = WIND_LETTERS[wind_of(seat, table.dealer)]
        self.round = WIND_LETTERS[table.round] + str(table.hand)
        self.honba = table.honba
        self.sticks = table.sticks
        self.riichi = seat in table.riichi
        self.place = place_of(table, seat)
        self.clock = clock
        self.dead = seat in table.dead
        self.right = _other(table, (seat + 1) % 4)
        self.across = _other(table, (seat + 2) % 4)
        self.left = _other(table, (seat + 3) % 4)
        self.note = note
        # The place in words; `Displays` translates it for the seat.
        self.rank = ordinal(self.place)
        self.shift = (table.round * 4 + table.hand + table.honba) % 4

    @property
    def lines(self) -> "list[str]":
        """Return the small texts of the screen, from top to bottom, as they are read."""
        lines = [f"{self.rank}  {self.round}  {self.honba} honba  {self.sticks} riichi  {self.clock}"]
        if self.riichi:
            lines.append("riichi")
        if self.dead:
            lines.append("dead hand")
        if self.note:
            lines.append(self.note)
            return lines
        for side, other in (("left", self.left), ("across", self.across), ("right", self.right)):
            state = " riichi" if other.riichi else " dead hand" if other.dead else ""
            lines.append(f"{side} {other.wind} {other.score}{state}")
        return lines


class TextView(Record):
    """A title, some lines, and what the buttons do.

    `note` takes the place of the title, so that the footer stays readable; without a footer it stands there.

    In a question `chosen` is the line that OK would take; all others have -1. Of a longer list the
    four lines around the chosen one are shown. `corner` stands at the end of the first line.
    """

    FIELDS = ("screen", "title", "lines", "chosen", "footer", "note", "corner")

    def __init__(
        self,
        screen: str,
        title: str,
        lines: "list[str]",
        chosen: int,
        footer: str,
        note: str = "",
        corner: str = "",
    ) -> None:
        self.screen = screen
        self.title = title
        self.lines = lines
        self.chosen = chosen
        self.footer = footer
        self.note = note
        self.corner = corner


def score_view(table: Table, seat: int, clock_text: str, note: str = "") -> ScoreView:
    """Return the score screen of a seat."""
    return ScoreView(table, seat, clock_text, note)


def message(title: str, lines: "list[str]", footer: str = "", screen: str = "message", corner: str = "") -> TextView:
    """Return a screen without a choice.

    >>> words(message("Draw", ["Tenpai"], "wait for others"))
    ['message', 'Draw', 'Tenpai', 'wait for others']
    """
    return TextView(screen, title, lines, -1, footer, "", corner)


def question(title: str, options: "list[str]", chosen: int, footer: str, screen: str = "question") -> TextView:
    """Return a screen on which one of some lines is chosen.

    >>> words(question("How?", ["Tsumo", "Ron"], 1, "OK take"))
    ['question', 'How?', 'Tsumo', '> Ron', 'OK take']
    """
    return TextView(screen, title, options, chosen, footer)


def noted(view: TextView, note: str) -> TextView:
    """Return the same view with a note in place of its title, or of its last line when no button is offered there."""
    return TextView(view.screen, view.title, view.lines, view.chosen, view.footer, note, view.corner)


def shown_lines(view: TextView) -> "list[tuple[str, bool]]":
    """Return the lines that fit, of a question at most four, each with whether it is the chosen one.

    >>> shown_lines(question("", ["a", "b", "c", "d", "e"], 4, ""))
    [('b', False), ('c', False), ('d', False), ('e', True)]
    """
    if view.chosen < 0:
        return [(line, False) for line in view.lines]
    first = max(0, min(view.chosen - 1, len(view.lines) - 4))
    return [(view.lines[place], place == view.chosen) for place in range(first, min(first + 4, len(view.lines)))]


def words(view: "View") -> "list[object]":
    """Return a view as a flat list, first its screen's name.

    Of the score screen follow score, wind, round, honba, sticks, riichi, place and clock, then its
    lines; of the others the title or a note, the lines and the bottom line, and before it what stands in
    the corner. The chosen line of a question begins with "> ".
    """
    shown: "list[object]" = [view.screen]
    if isinstance(view, ScoreView):
        for name in VIEW[1:]:
            shown.append(getattr(view, name))
        shown.extend(view.lines)
    else:
        shown.append(view.note if view.note and view.footer else view.title)
        for line, chosen in shown_lines(view):
            shown.append(("> " + line if chosen else line).replace("\t", " "))
        if view.corner:
            shown.append(view.corner)
        shown.append(view.footer or view.note)
    return shown


def ordinal(place: int) -> str:
    """Return a place in English.

    >>> [ordinal(place) for place in (1, 2, 3, 4)]
    ['1st', '2nd', '3rd', '4th']
    """
    return ("1st", "2nd", "3rd", "4th")[place - 1]


def signed(points: int) -> str:
    """Return points with their sign."""
    return f"+{points}" if points > 0 else str(points)


def player_name(words: "Words", table: Table, seat: int, other: int) -> str:
    """Return what one seat calls another: the name, or the wind in the language of the seat."""
    return table.names[other] or words.say(seat, WIND_NAMES[wind_of(other, table.dealer)])


def _other(table: Table, seat: int) -> Other:
    wind = WIND_LETTERS[wind_of(seat, table.dealer)]
    return Other(wind, table.scores[seat], seat in table.riichi, seat in table.dead)
