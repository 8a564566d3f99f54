"""Agreement: every seat sees in its language what an event costs or brings it, and the seats confirm or refuse it."""

import asyncio

from micropython import const

from device.flows.dialogue import GONE, MOVED, TIMEOUT_MS, Dialogue
from device.flows.question_text import agreement_lines, warn_if_unread
from device.input.buttons import BACK, OK, UP
from device.outputs import views
from device.runtime.lazy_modules import load
from device.storage.ledger_writer import LedgerWriter
from device.text import blitter
from tenbo_core import fold
from tenbo_core.errors import Refused
from tenbo_core.events import CENTRE
from tenbo_core.seats import SEATS, WIND_NAMES, wind_of
from tenbo_core.table import BETWEEN, PLAYING, Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Fields, Iterator, NoteForSeat, TextForSeat, TextView

# The events that end a hand regularly; all others stop it, or penalise a player.
PLAYED = ("win", "draw")

# The interval at which the seconds of a preview are counted down.
_SECOND_MS = const(1000)
_LINES = const(4)


def preload_texts(dialogue: Dialogue) -> "Iterator[None]":
    """Read what a preview says in every language, a text at a time, while the question before it is still open."""
    for text in ("tsumo", "ron", "You get {}", "You pay {}", "Nothing for you", "yes", "no"):
        for seat in SEATS:
            dialogue.displays.words.localize(seat, text)
            yield


def require_running_hand(keeper: LedgerWriter) -> Table:
    """Return the table while a hand is running, or raise that none is."""
    table = keeper.table
    if table is None or table.phase != PLAYING:
        brief = "hold OK: dice" if table is not None and table.phase == BETWEEN else "no game is running"
        raise Refused("not_allowed_now", f"no hand is running: {brief}", "event", brief)
    return table


def wind_name(table: Table, seat: int) -> str:
    """Return a seat's wind by its English name."""
    return WIND_NAMES[wind_of(seat, table.dealer, table.rules.players)]


def table_before(keeper: LedgerWriter, event: int) -> Table:
    """Return the table as it was before the last event, or raise that this event is not the last any more."""
    if keeper.last != event:
        raise Refused("not_allowed_now", "the game went on: ask the table to undo", "event", "too late: game went on")
    return keeper.ledger.preview(keeper.make_event("undo", CENTRE, {"to": event - 1}))


class PlannedEvent:
    """An event that is not recorded yet, and the points that it would move at the current table.

    `instead` is the number of the event that it would replace, or None.
    """

    def __init__(
        self, keeper: LedgerWriter, kind: str, by: int, fields: "Fields", instead: "int | None" = None
    ) -> None:
        self.kind = kind
        self.by = by
        self.fields = fields
        self.instead = instead
        self.recorded = False
        # A further line of the preview: a text and its values.
        self.detail: "tuple[Any, ...]" = ()
        # The seats that are asked now, until when in milliseconds, and why a seat cannot join; for a host that asks.
        self.asked_now: "list[int]" = []
        self.ends = 0
        self.why_no_ron: "NoteForSeat | None" = None
        self.compute(keeper)

    def compute(self, keeper: LedgerWriter) -> None:
        """Compute what the event would move now, or raise why it is not possible."""
        keeper.check_writable(self.kind)
        self.changes = keeper.changes
        self.scores = keeper.table.scores if keeper.table is not None else []
        before = self._before(keeper)
        self.event = event = keeper.make_event(self.kind, self.by, self.fields)
        after = keeper.ledger.preview(event) if self.instead is None else fold.apply(before, event)
        self.before = before
        self.rules = before.rules
        self.seconds = before.rules.agree_seconds
        self.moved = [after.scores[seat] - self.scores[seat] for seat in before.rules.seats]
        self.later = [after.later[seat] - before.later[seat] for seat in before.rules.seats]
        self.dead = before.dead
        self.newly_dead = [seat for seat in after.dead if seat not in before.dead]

    def _before(self, keeper: LedgerWriter) -> Table:
        """Return the table that the event would change, or raise that no hand is running where it needs one."""
        if self.instead is not None:
            return table_before(keeper, self.instead)
        # Corrections of the past, which a host may propose, need no running hand either.
        if keeper.table is None or fold.MOVES.get(self.kind, ("", ""))[1] == PLAYING:
            return require_running_hand(keeper)
        return keeper.table

    def record(self, keeper: LedgerWriter) -> None:
        """Record the event, after taking back what it replaces."""
        (keeper.record if self.instead is None else keeper.replace_last)(self.kind, self.by, self.fields)
        self.recorded = True

    def seats_to_ask(self, agreed: "list[int]") -> "list[int]":
        """Return the seats whose agreement is still needed, given those that have agreed.

        All seats that pay are asked. An event that penalises a player, stops a hand or costs no seat points
        needs one other seat as well, whichever it is: no player decides alone what happens to the table.
        """
        payers = [seat for seat in self.rules.seats if self.moved[seat] < 0]
        if self.has_other_consent(agreed) or (payers and self.kind in PLAYED):
            return [seat for seat in payers if seat not in agreed and (seat != self.by or self.kind == "draw")]
        return [seat for seat in self.rules.seats if seat != self.by]

    def has_other_consent(self, agreed: "list[int]") -> bool:
        """Return whether a seat other than the one that asks has agreed."""
        return any([seat != self.by for seat in agreed])

    def passes_unopposed(self, agreed: "list[int]") -> bool:
        """Return whether the event is recorded when its time is over and no seat has refused.

        An event that penalises a player or stops a hand needs the agreement of one other seat at least.
        """
        return self.seconds > 0 and (self.kind in PLAYED or self.has_other_consent(agreed))


async def make_plan(
    keeper: LedgerWriter, kind: str, by: int, fields: "Fields", instead: "int | None" = None
) -> PlannedEvent:
    """Load the modules that make an event's move, one at a time, and return the event's plan.

    Loading during the event would leave no room in the stack to read the buttons meanwhile.
    """
    module = fold.MOVES[kind][0] if kind in fold.MOVES else fold.RESIDENT
    if module != fold.RESIDENT:
        await load(module)
    return PlannedEvent(keeper, kind, by, fields, instead)


async def propose(
    dialogue: Dialogue,
    keeper: LedgerWriter,
    plan: PlannedEvent,
    title: "TextForSeat",
    why_no_ron: "NoteForSeat | None" = None,
) -> "int | None":
    """Show all seats what an event would move, and record it when those who are asked agree.

    `title` returns the title for each seat. `why_no_ron` returns for each seat why it cannot have won on the
    same discard, or None: if such a seat says that it has won too, its number is returned and nothing is recorded.
    """
    agreed: "list[int]" = []
    begun = asked_at = dialogue.now.ms()
    asker = last_asker(plan)
    made = dialogue.ready
    dialogue.ready = None
    dialogue.displays.asked = (plan, None, None)
    plan.why_no_ron = why_no_ron
    while True:
        if keeper.changes != plan.changes:
            made = None
            moved = plan.moved
            plan.compute(keeper)
            if plan.moved != moved:
                # No seat has read the changed amounts or agreed to them, whether by OK or by silence.
                agreed = []
                begun = asked_at = dialogue.now.ms()
                asker = CENTRE
        asked = _seats_asked(dialogue, plan, agreed)
        over = dialogue.now.since(begun)
        silent = plan.passes_unopposed(agreed)
        if not asked or (silent and over >= plan.seconds * 1000):
            plan.record(keeper)
            return None
        left = _timeout_ms(plan, agreed) - over
        plan.asked_now, plan.ends = asked, begun + over + left
        if left <= 0:
            dialogue.show_note_everywhere("not agreed: nothing changed")
            return None
        await _show(dialogue, plan, title, left, made)
        made = None
        press = await dialogue.next_press(min(left, (left - 1) % _SECOND_MS + 1), plan.changes)
        if press is GONE or press is MOVED:
            continue
        seat, button = press
        answers = button == BACK or (button == OK and seat in asked) or (button == UP and why_no_ron is not None)
        if answers and warn_if_unread(dialogue, asked_at, seat, asker):
            continue
        if seat in SEATS and button == BACK:
            dialogue.show_note_everywhere("not agreed: nothing changed")
            return None
        if button == OK and seat in asked:
            agreed += [seat] if seat in plan.seats_to_ask(agreed) else plan.seats_to_ask(agreed)
            dialogue.show_note_at(seat, "agreed")
        elif button == OK and seat in agreed:
            dialogue.show_note_at(seat, "already answered")
        elif button == UP and seat in SEATS and why_no_ron is not None:
            reason = why_no_ron(seat)
            if reason is None:
                return seat
            dialogue.show_note_at(seat, reason)
        else:
            dialogue.show_useless_button_note(seat, button)


def last_asker(plan: PlannedEvent) -> int:
    """Return the seat whose press has opened the question, and which has read it; at a draw all seats have answered."""
    if plan.kind == "win" and plan.by in SEATS:
        # The seat that joins a win takes a value last.
        return plan.event.args[0][-1].seat
    return CENTRE if plan.kind == "draw" else plan.by


async def _show(
    dialogue: Dialogue,
    plan: PlannedEvent,
    title: "TextForSeat",
    left: int,
    made: "tuple[PlannedEvent, list[int], list[TextView]] | None",
) -> None:
    """Show all seats a plan with the milliseconds that are left, from the prepared views if they are still valid."""
    asked = plan.asked_now
    # The seat that has pressed sees it first.
    for step in plan.rules.seats:
        seat = (plan.by + step) % plan.rules.players if plan.by in SEATS else step
        if made is not None and made[:2] == (plan, asked):
            dialogue.displays.show(seat, made[2][seat])
            continue
        dialogue.displays.show(seat, _picture(dialogue, plan, seat, title, asked, plan.why_no_ron, left))
        # The first is drawn while the next is put into words.
        await asyncio.sleep_ms(0)


def _timeout_ms(plan: PlannedEvent, agreed: "list[int]") -> int:
    """Return for how many milliseconds the seats are asked."""
    return plan.seconds * 1000 if plan.passes_unopposed(agreed) else TIMEOUT_MS


def _seats_asked(dialogue: Dialogue, plan: PlannedEvent, agreed: "list[int]") -> "list[int]":
    """Return the seats whose agreement is still needed; if all of these are away, the others answer for them."""
    asked = plan.seats_to_ask(agreed)
    if any([dialogue.ports[seat].here for seat in asked]):
        return asked
    return (
        [seat for seat in plan.rules.seats if seat != plan.by and dialogue.ports[seat].here] or asked if asked else []
    )


def prepare_views(
    dialogue: Dialogue, plan: PlannedEvent, title: "TextForSeat", why_no_ron: "NoteForSeat | None"
) -> "Iterator[None]":
    """Prepare the first views of a plan, a seat at a time."""
    asked = _seats_asked(dialogue, plan, [])
    pictures = []
    for seat in plan.rules.seats:
        view = _picture(dialogue, plan, seat, title, asked, why_no_ron, _timeout_ms(plan, []))
        pictures.append(view)
        yield
        # A sign that is no letter of the font is read from flash once: now, and not while the picture is drawn.
        for text in [view.title, view.corner] + view.below:
            blitter.width(text)
        yield
    dialogue.ready = plan, asked, pictures


def _picture(
    dialogue: Dialogue,
    plan: PlannedEvent,
    seat: int,
    title: "TextForSeat",
    asked: "list[int]",
    why_no_ron: "NoteForSeat | None",
    left: int,
) -> "TextView":
    """Return a seat's view of a plan, with the milliseconds that are left."""
    joins = why_no_ron is not None and why_no_ron(seat) is None
    return preview_view(
        dialogue, plan, seat, title(seat), asked, joins, dialogue.localize(seat, "{} s", (left + 999) // 1000)
    )


def preview_view(
    dialogue: Dialogue, plan: PlannedEvent, seat: int, title: str, asked: "list[int]", joins: bool, corner: str
) -> "TextView":
    """Return the question, the points that this seat pays or gets, now and after the game, and its possible answers."""
    mine, later = plan.moved[seat], plan.later[seat]
    lines = []
    below = []
    if mine or not (later or seat in plan.newly_dead):
        what = "You get {}" if mine > 0 else "You pay {}" if mine < 0 else "Nothing for you"
        lines.append(dialogue.localize(seat, what, abs(mine)))
        below.append(f"{plan.scores[seat]} > {plan.scores[seat] + mine}")
    below += agreement_lines(dialogue, plan, seat)
    if later:
        cost = f"{later:+d}"
        below.append(dialogue.localize(seat, "after the game {}", cost))
    if plan.detail:
        below.append(dialogue.localize(seat, *plan.detail))
    if seat in plan.newly_dead:
        below.append(dialogue.localize(seat, "dead hand until the end"))
    if seat not in asked:
        below.append(
            dialogue.localize(seat, "waits for {}", ", ".join([dialogue.seat_name(seat, other) for other in asked]))
        )
    # The number of lines that fit under an amount.
    below = below[:_LINES]
    keys = dialogue.key_labels(seat, "yes" if seat in asked else "", "ron" if joins else "", "", "no")
    view = views.message_view(title, lines + below, keys, "preview", corner)
    amount = mine or later
    return views.with_amount(view, b"%+d" % amount, [], below) if amount else view
