"""Moments at the table, each with the view that a seat has of it: what the screen tests draw.

The table here is a stand-in with just what a view reads.
"""

from device.outputs import views


class Rules:
    def __init__(self, uma_ties):
        self.uma_ties = uma_ties
        self.players = 4


class Table:
    """A table at the first hand; a scene changes what it is about."""

    def __init__(self, **changes):
        self.rules = Rules("share")
        self.round = 0
        self.hand = 1
        self.honba = 0
        self.sticks = 0
        self.riichi = []
        self.dead = []
        self.phase = "playing"
        self.scores = [30000] * 4
        self.hands_left = None
        self.disqualified = []
        self.substitutes = [""] * 4
        for name, value in changes.items():
            setattr(self, name, value)

    @property
    def accounts(self):
        return self.scores

    @property
    def dealer(self):
        return self.hand - 1


def _score(seat, clock="1:29:58", note="", **changes):
    return views.score_view(Table(**changes), seat, clock, note)


TAKE = ("take", "^", "`", "leave")
YES = ("yes", "", "", "no")

SCENES = (
    ("score_first_hand", _score(0)),
    ("score_south", _score(1, hand=1, scores=[32900, 27100, 30000, 30000])),
    ("score_riichi", _score(0, "0:41:07", hand=3, honba=2, sticks=1, riichi=[0], scores=[24000, 31200, 17900, 25900])),
    (
        "score_riichi_of_others",
        _score(1, "0:15:00", round=1, hand=2, sticks=2, riichi=[2, 0], scores=[41700, 8300, 37600, 10400]),
    ),
    ("score_below_zero", _score(1, "0:03:59", round=1, hand=4, honba=11, scores=[61700, -12300, 8600, 42000])),
    ("score_six_digits", _score(3, "0:20:10", round=1, hand=3, scores=[-1100, 900, 17000, 103200])),
    ("score_long_others", _score(2, "0:20:10", scores=[110000, -10100, 10000, -10300], honba=10, sticks=10)),
    ("score_dead_hand", _score(3, "1:02:11", hand=2, dead=[3, 1], scores=[25000, 25000, 24000, 26000])),
    ("score_referee_comes", _score(2, "1:12:33", "referee is coming")),
    ("score_referee_comes_de", _score(2, "1:12:33", "Schiedsrichter kommt")),
    ("score_refused", _score(1, "1:12:33", "not enough points for riichi", scores=[64000, 900, 30100, 25000])),
    ("score_short_note", _score(2, "1:12:33", "hold OK: dice", phase="between")),
    ("score_between", _score(3, "0:20:10", hand=2, honba=1, scores=[28000, 25100, 24000, 42900], phase="between")),
    ("score_nothing_left", _score(0, "0:00:00", round=1, hand=4, scores=[0, 40000, 40000, 40000])),
    ("question_few", views.choice_view("End the game?", ["no", "yes, end it"], 0, TAKE)),
    (
        "question_how",
        views.choice_view(
            "How did it end?", ["Tsumo", "Ron from South", "Ron from West", "Ron from North", "Draw"], 1, TAKE
        ),
    ),
    (
        "question_pick",
        views.message_view(
            "Who sits here?",
            ["1 Ann Ash", "2 Bö Box", "3 Wolfgang Wagner", "RIICHI others"],
            ("1", "2", "3", "leave"),
            "pick",
        ),
    ),
    ("question_last_of_many", views.choice_view("Value", ["1 han", "2 han", "3 han", "4 han", "Mangan"], 4, TAKE)),
    (
        "message_pay",
        views.with_amount(
            views.message_view("East ron", ["You pay 3900", "25000 > 21100"], YES, "preview", "8 s"),
            b"-3900",
            [],
            ["25000 > 21100"],
        ),
    ),
    (
        "message_pay_later",
        views.with_amount(
            views.message_view("Chombo: West", ["You pay 1000"], YES, "preview", "59 s"),
            b"-20000",
            [],
            ["25000 > 24000", "after the game -20000"],
        ),
    ),
    (
        "message_value",
        views.with_amount(
            views.message_view("Value", ["2 han 40 fu", "1300/2600 > 1400/2700"], TAKE, "value", "RIICHI fu"),
            b"1400/2700",
            ["2 han 40 fu"],
            ["1300/2600 > 1400/2700"],
        ),
    ),
    ("message_short", views.message_view("Draw", ["Tenpai"], ("", "", "", "leave"))),
    ("message_three_lines", views.message_view("Ahead of", ["> South\t+1200", "^ West\t-8300", "< North\t+27000"])),
    (
        "message_three_and_footer",
        views.message_view("Result", ["1st +35000", "2nd +5200", "4th -40200"], ("new game", "", "", "")),
    ),
    ("message_four_lines", views.message_view("Ledger", ["riichi\t-1000", "win\t+8300", "win\t-2000", "draw\t+1000"])),
    ("message_title_only", views.message_view("Draw?", [], ("tenpai", "nagashi", "", "noten"))),
    ("message_noted", views.with_note(views.message_view("Undo?", ["riichi of South"], YES), "agreed")),
    (
        "message_umlauts",
        views.message_view("Größe", ["Äpfel, Öl, Übung", "süß wie Jürgen"], ("weiter", "", "", "zurück")),
    ),
)


def letters():
    """Return a view for each line of the alphabet, so that every glyph is in a committed picture."""
    import display_text

    names = display_text.LETTERS
    lines = [names[start : start + 20] for start in range(0, len(names), 20)]
    return [("letters_%d" % page, lines[page * 4 : page * 4 + 4]) for page in range((len(lines) + 3) // 4)]
