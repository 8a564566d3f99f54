"""Random games for tests, the same on both interpreters: legal events and others, in every book.

    micropython tests/core/random_games.py 1000

plays so many games of every book, checks all that must hold after each event, and prints how many
events that were.  CPython plays tens of thousands in minutes.
"""

import sys

from tenbo_core.books import BOOKS, load
from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of, event_text
from tenbo_core.events import from_plain, make
from tenbo_core.ledger import Ledger
from tenbo_core.ranking import is_forced_last
from tenbo_core.results import GameResult
from tenbo_core.seats import SEATS
from tenbo_core.table import BETWEEN, OVER
from tenbo_core.table_notation import table_of, table_text
from tenbo_core.wire import MessageReader, encode

FU = (20, 25, 30, 30, 30, 40, 40, 50, 60, 70, 110, 33)
UMA_TABLE = {
    "3": [12000, -1000, -3000, -8000], "1": [8000, 3000, 1000, -12000], "else": [8000, 4000, -4000, -8000],
}  # fmt: skip
UMA_FOR_FOUR = ([20000, 10000, -10000, -20000], [15100, 5000, -5000, -15100], UMA_TABLE)

# What a club might change in a book.
CHANGES = (
    ("length", ("east", "hanchan")),
    ("extension", ("target", "none")),
    ("target_points", (25000, 30000, 32000)),
    ("oka", (0, 10000)),
    ("agari_yame", (True, False)),
    ("bust", (True, False)),
    ("riichi_needs", (0, 1000)),
    ("extension_points", (0, 40000)),
    ("yakitori", (0, 12000)),
    ("uma_ties", ("share", "better_place", "seat")),
    ("leftover_sticks", ("first_share", "first_share_down", "first_seat", "nobody")),
    ("two_han_from", (0, 2)),
    ("several_ron", ("all", "nearest")),
    ("triple_ron", ("all", "abort")),
    ("sticks_to", ("own_back", "nearest")),
    ("honba_to", ("every", "nearest")),
    ("nagashi", ("none", "win", "draw")),
    ("abortive", ([], ["four_winds"], ["nine_terminals", "four_kans"])),
    ("kiriage", (True, False)),
    ("yakuman_stack", (True, False)),
    ("counted_limit", ("yakuman", "sanbaiman")),
    ("pao_share", ("whole", "part")),
    ("redeal", (True, False)),
    ("chombo", ("reverse_mangan", "after_uma")),
    ("chombo_with_win", ("void", "pays")),
    ("late_per_minute", (1000, 500)),
    ("late_applies", ("now", "after_uma")),
    ("substitute_result", (-30000, -20000)),
    ("hands_after_signal", (0, 1)),
    ("replay_after_signal", (True, False)),
)

KINDS = ("nine_terminals", "four_winds", "four_kans", "four_riichi", "triple_ron")


class Dice:
    """Random numbers that are the same everywhere."""

    def __init__(self, seed):
        self.state = seed * 2654435761 % 4294967296 + 1

    def below(self, most):
        """Return a number from 0 to most - 1."""
        self.state = (self.state * 1664525 + 1013904223) % 4294967296
        return (self.state >> 8) % most

    def one_of(self, things):
        """Return one of some things."""
        return things[self.below(len(things))]

    def some(self, things):
        """Return any of some things, in their order."""
        return [thing for thing in things if self.below(2)]


def random_start(dice, book):
    """Return a start: of a new game, or in the middle."""
    values = {"rules": book}
    rules = load(book)
    if dice.below(3) == 0:
        chosen = [dice.one_of(CHANGES) for _ in range(1 + dice.below(2))]
        names = sorted({name for name, _ in chosen})
        values["set"] = [[name, dice.one_of(dict(chosen)[name])] for name in names]
        if dice.below(4) == 0:
            values["set"].append(["uma", [15100, 0, -15100] if rules.players == 3 else dice.one_of(UMA_FOR_FOUR)])
    rounds = "E" if ["length", "east"] in values.get("set", []) else "ES"
    if dice.below(2):
        sticks = dice.below(3)
        step = 1000
        move = [0] + [step * dice.below(12) for _ in range(rules.players - 1)] + [1000 * sticks]
        scores = [rules.start_points + move[seat] - move[seat + 1] for seat in rules.seats]
        hand = 1 + dice.below(rules.players)
        values.update({"scores": scores, "sticks": sticks, "round": dice.one_of(rounds), "hand": hand})
        if rules.honba_value:
            values["honba"] = dice.below(7)
    return "start", values


def random_event(dice, table):
    """Return an event that a table might see next; most are possible, some are not."""
    if table.phase == OVER:
        return dice.one_of((("undo", {}), ("disqualify", {"seat": dice.below(4)}), ("hand", {})))
    if dice.below(25) == 0:
        return random_trouble(dice)
    if table.phase == BETWEEN:
        return "hand", {"dice": [1 + dice.below(6), 1 + dice.below(6)]}
    turn = dice.below(12)
    if turn < 5:
        return "riichi", {"seat": dice.below(4)}
    if turn < 9:
        return "win", {"wins": random_wins(dice, table)}
    if turn < 11:
        return random_draw(dice, table)
    return dice.one_of(
        (
            ("abort", {"kind": dice.one_of(KINDS)}),
            ("chombo", {"seats": dice.some(SEATS), "with": dice.one_of((None, "win", "draw"))}),
            ("dead_hand", {"seat": dice.below(4)}),
            ("riichi_void", {"seat": dice.below(4)}),
            ("riichi_invalid", {"seat": dice.below(4)}),
            ("redeal", {"why": dice.one_of((None, "a wall fell"))}),
        )
    )


def random_trouble(dice):
    """Return an event that interrupts the game."""
    seat = dice.below(4)
    return dice.one_of(
        (
            ("penalty", {"seat": seat, "points": -1000 * dice.below(9), "why": 'he said "no"\\', "when": None}),
            ("penalty", {"seat": seat, "points": -1000, "when": dice.one_of(("now", "after_uma"))}),
            ("late", {"seat": seat, "minutes": dice.below(13)}),
            ("substitute", {"seat": seat, "since": "start"}),
            ("substitute", {"seat": seat, "since": "now"}),
            ("disqualify", {"seat": seat, "why": "cheating"}),
            ("name", {"seat": seat, "name": "Zoë"}),
            ("signal", {}),
            ("session", {"minutes": 60}),
            ("pause", {"why": "fire alarm"}),
            ("resume", {}),
            ("extra", {"minutes": 5}),
            ("undo", {"why": "wrong seat"}),
            ("undo", {"to": dice.below(40)}),
            ("end", {}),
        )
    )


def random_wins(dice, table):
    """Return the winners of a hand."""
    source = dice.below(4)
    seats = [seat for seat in SEATS if seat != source and dice.below(3) == 0] or [dice.below(4)]
    found = []
    for seat in seats:
        one = {"seat": seat, "from": source}
        if dice.below(12) == 0:
            one["yakuman"] = 1 + dice.below(2)
            if dice.below(2):
                one["pao"] = dice.below(4)
                if table.rules.pao_share == "part" and dice.below(2):
                    one["pao_yakuman"] = 1 + dice.below(2)
                elif dice.below(2):
                    one["pao_other"] = dice.below(4)
        else:
            one["han"] = 1 + dice.below(5 if dice.below(4) else 14)
            if table.rules.counts_fu and (one["han"] < 5 or dice.below(2)):
                one["fu"] = dice.one_of(FU)
        found.append(one)
    return found


def random_draw(dice, table):
    """Return an exhaustive draw in which riichi hands are tenpai."""
    tenpai = [seat for seat in SEATS if seat not in table.dead and (seat in table.riichi or dice.below(2))]
    nagashi = dice.some(SEATS) if dice.below(5) == 0 else None
    return "draw", {"tenpai": tenpai, "nagashi": nagashi}


def random_repair(dice, ledger):
    """Return a correction of the past."""
    of = dice.below(ledger.next)
    if dice.below(3) == 0:
        return "swap", {"seats": [0, 1 + dice.below(3)], "of": of}
    kind, values = random_event(dice, ledger.table)
    try:
        plain = make(0, kind, 4, 0, values).plain()
    except TenboError:
        return "correct", {"of": of, "events": []}
    return "correct", {"of": of, "events": [plain[1:2] + plain[4:]], "why": "misread"}


def play(dice, book, witness):
    """Play one game, calling `witness(ledger, event, before)` after each event; give how many there were."""
    ledger = Ledger()
    ledger.append(make(0, "start", 4, 0, random_start(dice, book)[1]))
    for _ in range(400):
        kind, values = random_event(dice, ledger.table)
        if dice.below(40) == 0:
            kind, values = random_repair(dice, ledger)
        before = ledger.table
        kept = state(before)
        try:
            event = make(ledger.next, kind, dice.below(7), 60 * ledger.next, values)
            ledger.append(event)
        except TenboError as error:
            assert error.code, kind
            assert error.message, kind
            assert state(ledger.table) == kept, "a refused %s changed the table" % kind
            continue
        assert state(before) == kept, "%s changed the table it came from" % kind
        witness(ledger, event, before)
        if ledger.table.phase == OVER and dice.below(3):
            break
    return len(ledger.events)


OWN = ("rules", "phase", "round", "hand", "honba", "riichi", "dead", "accounts", "later", "substitutes", "names",
       "disqualified", "hands_left", "why", "won", "session")  # fmt: skip


def state(table):
    """Return everything that a table holds, except how it got there."""
    return [repr(getattr(table, name)) for name in OWN]


def check_points(ledger, event, before):
    """See every point on one of the six accounts, and what left one arrive at another."""
    table = ledger.table
    assert table.adds_up
    if event.kind in ("undo", "correct", "swap"):
        return
    accounts = before.accounts[:]
    for move in table.moves:
        assert move.points > 0, move
        accounts[move.source] -= move.points
        accounts[move.target] += move.points
    assert accounts == table.accounts, event


def check_written(ledger, event, before):
    """Read an event back the same from its plain list, from its line of text and from the wire."""
    del before
    assert from_plain(event.plain()) == event, event
    assert event_of(event_text(event), event.n, event.by, event.at) == event, event_text(event)
    line = encode(["event"] + event.plain())
    assert from_plain(MessageReader().read(line)[0][1:]) == event
    table = table_of(table_text(ledger.table))
    table.names = ledger.table.names
    assert state(table)[1:] == state(ledger.table)[1:], table_text(table)
    assert table.rules.values == ledger.table.rules.values


def check_result(ledger, event, before):
    """Places, uma, oka and totals are what the scores and the book make of them."""
    table = ledger.table
    rules = table.rules
    if event.kind == "win" and rules.yakitori:
        paid = [move.target for move in table.moves if move.why in ("ron", "tsumo", "pao")]
        assert table.won == sorted(set(before.won + paid))
    result = GameResult(table)
    for seat in rules.seats:
        better = [other for other in rules.seats if result.places[other] < result.places[seat]]
        assert len(better) + 1 == result.places[seat] or rules.uma_ties == "seat"
        for other in rules.seats:
            if table.scores[other] > table.scores[seat] and not is_forced_last(table, other):
                assert result.places[other] < result.places[seat]
    assert sum(result.oka) == rules.oka
    credited = sum(result.scores) - sum(table.scores)
    left_over = 0 if rules.leftover_sticks == "nobody" else 1000 * table.sticks
    if rules.leftover_sticks == "first_share_down":
        leaders = result.places.count(1)
        left_over = 1000 * table.sticks // leaders // 100 * 100 * leaders
    assert credited == left_over
    if any(table.substitutes):
        return
    if rules.uma_ties != "better_place" or len(set(result.places)) == rules.players:
        below = len([score for score in result.scores if score < rules.start_points])
        uma = rules.uma.get(str(below), rules.uma["else"]) if isinstance(rules.uma, dict) else rules.uma
        assert sorted(result.uma) == sorted(uma) or len(set(result.places)) < rules.players
        assert sum(result.uma) == sum(uma)
    left = rules.oka - rules.players * (rules.target_points - rules.start_points) + sum(result.uma)
    for seat in rules.seats:
        taken = table.later[seat] - result.penalties[seat]
        assert taken == (0 if seat in table.won else rules.yakitori)
    assert sum(result.totals) == left + sum(result.penalties) - table.penalty_points - (1000 * table.sticks - credited)


def check_undo(ledger, event, before):
    """Undo leads back to the table before, no matter what the event was."""
    if event.kind in ("undo", "start"):
        return
    back = Ledger()
    for old in ledger.events:
        back.append(old)
    back.append(make(back.next, "undo", 4, event.at, {}))
    assert state(back.table) == state(before), event


def check_replay(ledger, event, before):
    """Anyone who reads the journal from its first line comes to the same table."""
    del event, before
    again = Ledger()
    for old in ledger.events:
        again.append(from_plain(old.plain()))
    assert state(again.table) == state(ledger.table)
    folded = None
    from tenbo_core.fold import apply

    for old in ledger.effective_events():
        folded = apply(folded, old)
    assert state(folded) == state(ledger.table)


CHEAP = (check_points, check_written, check_result)
DEAR = (check_undo, check_replay)


def main(games):
    """Play games of every book and print how many events were checked."""
    events = 0
    for book in BOOKS:
        for seed in range(games):
            dice = Dice(seed)

            def witness(ledger, event, before, dice=dice):
                for check in CHEAP:
                    check(ledger, event, before)
                if dice.below(20) == 0:
                    for check in DEAR:
                        check(ledger, event, before)

            events += play(dice, book, witness)
        print("%s: %d games" % (book, games))
    print("%d events hold" % events)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
