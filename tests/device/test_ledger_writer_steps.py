"""The owner of the ledger: what it writes and refuses, what it remembers, and which events it gives a host."""

from __future__ import annotations

import pytest
from dialogue_driver import in_hand

from device.storage import ledger_writer as module
from device.storage.journal import TRANSFERRED_AWAY
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.compact_event_list import CompactEventList
from tenbo_core.errors import Refused, StorageFault
from tenbo_core.events import DESK

PLAYED_WIN = {"wins": [{"seat": 1, "from": 0, "han": 1, "fu": 30}]}
OTHER_WIN = {"wins": [{"seat": 1, "from": 0, "han": 2, "fu": 30}]}


def kinds(table):
    """Return the kinds of all events of the running game."""
    return [event.kind for event in table.keeper.ledger.events]


def numbered(told):
    """Return the number of a line that a host was given, None when there was none."""
    return None if told is None else told[0]


# ---------------------------------------------------------------- writing


def test_a_table_without_a_game_is_before_its_first_event(conversing):
    """Everything about the last event says so."""
    keeper = conversing().keeper
    assert (keeper.table, keeper.last, keeper.oldest, keeper.changes) == (None, -1, 0, 0)
    assert (keeper.last_kind, keeper.last_at, keeper.began, keeper.seconds, keeper.checkpoint) == ("", 0, 0, 0, -1)
    assert (keeper.history, keeper.answer, keeper.given) == ([], None, False)
    assert not keeper.needs_checkpoint()
    assert keeper.line_after(-1) is None
    assert keeper.first_sendable_after(-1) == 0


def test_each_event_is_checked_then_told_promptly_then_written_then_in_force(conversing):
    """Anyone who pressed sees it before the flash is slow; what is refused is neither told nor written."""
    table = in_hand(conversing)
    keeper, order = table.keeper, []
    write = keeper.journal.write
    keeper.journal.write = lambda event: (order.append(f"writes {event.kind}"), write(event))[1]
    keeper.journal.poll_buttons = lambda: order.append("pauses")
    keeper.on_change = lambda: order.append(f"changed {keeper.changes} {keeper.last_kind}")
    keeper.seconds = 77
    after = keeper.record("riichi", 1, {"seat": 1}, lambda: order.append(f"prompt {keeper.last_kind}"))
    assert order[:2] == ["prompt hand", "writes riichi"]
    assert (order[2], order[-1]) == ("pauses", "changed 3 riichi")
    assert (after.riichi, keeper.table is after, keeper.last, keeper.last_at) == ([1], True, 2, 77)
    order.clear()
    with pytest.raises(Refused):
        keeper.record("riichi", 1, {"seat": 1}, lambda: order.append("prompt"))
    assert (order, keeper.last, keeper.changes) == ([], 2, 3)


def test_what_the_flash_does_not_take_is_not_in_force(conversing):
    """The table stands as before, and says nothing of it."""
    table = in_hand(conversing)

    def fail(_event):
        raise StorageFault("cannot_write", "no", "journal")

    table.keeper.journal.write = fail
    with pytest.raises(StorageFault):
        table.do("riichi", 1, seat=1)
    assert (table.last, table.table.riichi, table.keeper.changes, table.keeper.last) == ("hand", [], 2, 1)


def test_while_another_device_keeps_the_game_nothing_is_written(conversing):
    """Not even a new game; when it is given back, everything is."""
    table = in_hand(conversing)
    table.keeper.given = True
    for kind, fields in (("riichi", {"seat": 1}), ("start", {"rules": "wrc"}), ("end", {})):
        with pytest.raises(Refused) as refused:
            table.do(kind, **fields)
        assert (refused.value.brief, refused.value.at) == ("see the desk", "ledger")
    table.keeper.given = False
    table.do("riichi", 1, seat=1)
    assert table.last == "riichi"


@pytest.mark.parametrize(
    ("before", "may"), [("none", True), ("start", True), ("hand", False), ("draw", True), ("end", True)]
)
def test_a_new_game_begins_at_any_moment_but_amid_a_hand(conversing, before, may):
    """A hand that runs has points in it."""
    table = conversing("" if before == "none" else "ema-2016")
    for kind in {"hand": ["hand"], "draw": ["hand", "draw"], "end": ["end"]}.get(before, []):
        table.do(kind, **({"tenpai": []} if kind == "draw" else {}))
    table.keeper.seconds = 90
    if may:
        table.do("start", rules="wrc")
        assert (kinds(table), table.keeper.began, table.keeper.history) == (["start"], 90, [])
    else:
        with pytest.raises(Refused) as refused:
            table.do("start", rules="wrc")
        assert refused.value.brief == "a hand is running"


def test_a_game_has_six_hundred_events_and_after_them_only_its_end(conversing):
    """Memory must not fill; the signal and the end always count, and a new game begins again."""
    table = in_hand(conversing)
    for number in range(597):
        table.do("name", seat=0, name=str(number % 10))
    assert len(table.keeper.ledger.events) == 599
    with pytest.raises(Refused, match="this game has 600 events"):
        table.keeper.replace_last("name", 0, {"seat": 0, "name": "x"})
    table.do("name", seat=0, name="x")
    for kind, fields in (("name", {"seat": 0, "name": "y"}), ("undo", {}), ("riichi", {"seat": 1})):
        with pytest.raises(Refused) as refused:
            table.do(kind, **fields)
        assert (refused.value.brief, refused.value.at) == ("end this game", "ledger")
    table.do("end")
    assert (table.last, len(table.keeper.ledger.events)) == ("end", 601)
    table.do("start", rules="ema-2016")
    assert (table.keeper.ledger.first, table.keeper.last, kinds(table)) == (601, 601, ["start"])


def test_the_last_two_of_six_hundred_events_may_be_an_undo_and_what_takes_its_place(conversing):
    """One less room, and neither is written."""
    table = in_hand(conversing)
    for number in range(596):
        table.do("name", seat=0, name=str(number % 10))
    assert len(table.keeper.ledger.events) == 598
    table.keeper.replace_last("name", DESK, {"seat": 0, "name": "x"})
    assert (len(table.keeper.ledger.events), table.table.names[0]) == (600, "x")


def test_a_game_keeps_its_events_as_lines_and_lets_the_buttons_be_read(conversing):
    """Those of long ago are on flash; what is folded again takes a while."""
    table = in_hand(conversing)
    ledger = table.keeper.ledger
    assert isinstance(ledger.events, CompactEventList)
    scans = []
    table.keeper.journal.poll_buttons = lambda: scans.append(1)
    table.do("end")
    table.do("start", rules="ema-2016")
    for _ in range(2):
        table.do("name", seat=0, name="x")
    scans.clear()
    assert len(table.keeper.ledger.effective_events()) == 3
    assert len(scans) == 3


def test_what_replaces_an_event_stands_behind_its_undoing(conversing):
    """Which says why; the next start puts the old one back if the power went between."""
    table = in_hand(conversing)
    table.do("win", 1, **PLAYED_WIN)
    table.keeper.replace_last("win", 1, OTHER_WIN)
    undo = table.keeper.ledger.events[3]
    assert (kinds(table), undo.field("to"), undo.field("why"), undo.by) == (
        ["start", "hand", "win", "undo", "win"], 1, "replaced", 1)  # fmt: skip
    assert table.table.scores == [28000, 32000, 30000, 30000]


def test_a_request_over_the_line_is_an_event_of_this_second(conversing):
    """Its fields come in order."""
    table = in_hand(conversing)
    table.keeper.seconds = 42
    after = table.keeper.record_request("riichi", 2, [2])
    event = table.keeper.ledger.events[-1]
    assert (event.n, event.kind, event.by, event.at, event.args, after.riichi) == (2, "riichi", 2, 42, [2], [2])


def test_only_the_desk_takes_back_what_it_has_ruled(conversing):
    """Checked before anything is written."""
    table = in_hand(conversing)
    table.do("penalty", DESK, seat=2, points=-8000, when="now")
    with pytest.raises(Refused, match="only the desk"):
        table.do("undo", 1)
    assert table.last == "penalty"
    table.do("undo", DESK)
    assert table.last == "undo"


# ---------------------------------------------------------------- what is remembered


def test_the_last_sixteen_events_that_moved_points_are_remembered(conversing):
    """For a seat's own ledger; what moved nothing is not among them, and a new game has none."""
    table = conversing("ema-2016")
    for number in range(18):
        table.do("hand")
        table.do("name", seat=0, name="x")
        table.do("draw", tenpai=[0, 1][: 1 + number % 2])
    assert len(table.keeper.history) == 16
    one, two = [3000, -1000, -1000, -1000], [1500, 1500, -1500, -1500]
    assert table.keeper.history == [("draw", one), ("draw", two)] * 8
    table.do("end")
    table.do("start", rules="ema-2016")
    assert table.keeper.history == []


def test_a_checkpoint_is_due_after_four_events(conversing):
    """Counted from the last one, or from before the first event of the game."""
    table = conversing("ema-2016")
    for number, due in enumerate((False, False, False, True, True), 1):
        assert (number, table.keeper.needs_checkpoint()) == (number, due)
        table.do("name", seat=0, name="x")
    table.keeper.checkpoint = table.keeper.last - 3
    assert not table.keeper.needs_checkpoint()
    table.do("start", rules="ema-2016")
    assert table.keeper.checkpoint == table.keeper.last - 1


# ---------------------------------------------------------------- what a host is given


class Older:
    """Games that are on flash and not in memory: the lines of each, by the number of its first event."""

    def __init__(self, games):
        self.kept = games
        self.read = []

    def games(self):
        return sorted(self.kept)

    def lines(self, first):
        self.read.append(first)
        yield from self.kept[first]


@pytest.fixture
def table(conversing):
    """Return a table in its fourth game, which begins with event 10; the second lacks its end, the third is short."""
    table = conversing()
    keeper = table.keeper
    keeper.ledger.next = 10
    table.do("start", rules="ema-2016")
    table.do("hand")
    older = Older({0: [b"0", b"1", b"2"], 4: [b"4", b"5"], 8: [b"8", b"9"], 10: []})
    keeper.journal.games = older.games
    keeper.journal.read_lines = older.lines
    table.older = older
    return table


GIVEN_LINES = [(-2, 0), (-1, 0), (0, 1), (1, 2), (2, 4), (3, 4), (4, 5), (5, 8), (6, 8), (7, 8), (8, 9), (9, 10),
               (10, 11), (11, None), (50, None)]  # fmt: skip


@pytest.mark.parametrize(("after", "number"), GIVEN_LINES)
def test_a_host_is_given_the_next_event_that_is_still_here(table, after, number):
    """From flash or from memory; what is gone is passed over."""
    told = table.keeper.line_after(after)
    assert numbered(told) == number
    if number is not None and number < 10:
        assert told[1] == str(number).encode()
    elif number is not None:
        assert told[1] == table.keeper.journal.lines[number - 10]


@pytest.mark.parametrize(("after", "oldest"), [(-1, 0), (1, 0), (2, 4), (3, 0), (5, 8), (9, 0), (10, 0), (11, 0)])
def test_the_oldest_event_is_named_or_where_a_gap_ends(table, after, oldest):
    """So a host does not wait for what never comes."""
    assert table.keeper.first_sendable_after(after) == oldest
    assert table.keeper.oldest == 0


def test_a_host_that_asks_for_one_after_another_is_read_on_to(table):
    """A game is opened for its first event and after its last one, and again for anyone who begins elsewhere."""
    told = -1
    seen = []
    while (following := table.keeper.line_after(told)) is not None:
        told = following[0]
        seen.append(told)
    assert seen == [0, 1, 2, 4, 5, 8, 9, 10, 11]
    assert table.older.read == [0, 0, 4, 4, 8]
    assert numbered(table.keeper.line_after(0)) == 1
    assert table.older.read == [0, 0, 4, 4, 8, 0]


def test_where_no_game_is_on_flash_the_oldest_is_the_running_one(conversing):
    """Of a flash that was cleared under it."""
    table = conversing()
    table.keeper.ledger.next = 10
    table.do("start", rules="ema-2016")
    assert (table.keeper.oldest, numbered(table.keeper.line_after(3)), table.keeper.first_sendable_after(3)) == (
        10,
        10,
        10,
    )


# ---------------------------------------------------------------- a start


def test_a_ledger_that_was_given_away_is_asked_about_at_a_start(conversing, monkeypatch):
    """The file says that it was; whether it still holds is looked into."""
    asked = []
    monkeypatch.setattr(module, "call_and_unload", lambda name, *args: asked.append((name, *args)) or True)
    journal = conversing().keeper.journal
    assert LedgerWriter(journal, None).given is False
    with open(TRANSFERRED_AWAY, "w"):
        pass
    assert LedgerWriter(journal, None).given is True
    assert asked == [("is_ledger_given", "aa")]


@pytest.mark.parametrize(
    ("kind", "why", "put_back"), [("undo", "replaced", True), ("undo", "x", False), ("win", "", False)]
)
def test_what_was_to_be_replaced_is_put_back_when_the_power_went_between(conversing, monkeypatch, kind, why, put_back):
    """Only after an undo that says so; a start without games resumes none."""
    table = in_hand(conversing)
    table.do("win", 1, **PLAYED_WIN)
    if kind == "undo":
        table.do("undo", 1, to=1, why=why)
    called = []

    def once(name, keeper, *_):
        called.append(name)
        if name == "resume_game":
            keeper.ledger, keeper.last_kind, keeper.last_at = table.keeper.ledger, table.keeper.last_kind, 55

    monkeypatch.setattr(module, "call_and_unload", once)
    monkeypatch.setattr(module.os, "listdir", lambda *folder: ["000000.log"] if folder else [])
    keeper = LedgerWriter(table.keeper.journal, None)
    assert called == ["resume_game"] + ["put_back"] * put_back
    assert keeper.seconds == 55
