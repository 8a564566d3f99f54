"""A view as text, for the host's question and for tests; loaded on demand."""

from device.outputs.views import MOVES, NO_KEYS, ScoreView, shown_lines
from tenbo_core.state_answer import VIEW

if False:  # for the type checker alone, and gone when compiled
    from device.parts import View

# Above which key a label stands, in the order in which the keys lie under the display.
_KEYS = ("OK", "UP", "DOWN", "BACK")


def view_fields(view: "View") -> "list[object]":
    """Return a view as a flat list, first its screen's name.

    Of the score screen follow score, wind, round, honba, sticks, riichi, place and clock, then its
    lines; of the others the title or a note, the lines and what the keys do, and before that what stands in
    the corner. The chosen line of a question begins with "> ".

    >>> from device.outputs.views import message_view, choice_view
    >>> view_fields(message_view("Draw", ["Tenpai"], ("", "", "", "leave")))
    ['message', 'Draw', 'Tenpai', 'BACK leave']
    >>> view_fields(choice_view("How?", ["Tsumo", "Ron"], 1, ("take", "^", "`", "")))
    ['question', 'How?', 'Tsumo', '> Ron', 'OK take']
    """
    shown: "list[object]" = [view.screen]
    if isinstance(view, ScoreView):
        for name in VIEW[1:]:
            shown.append(getattr(view, name))
        shown.extend(score_screen_texts(view))
    else:
        has_keys = view.keys != NO_KEYS
        shown.append(view.note if view.note and has_keys else view.title)
        for line, chosen in shown_lines(view):
            shown.append(("> " + line if chosen else line).replace("\t", " "))
        if view.corner:
            shown.append(view.corner)
        labels = [f"{key} {label}" for key, label in zip(_KEYS, view.keys) if label and label not in MOVES]
        shown.append("  ".join(labels) if has_keys else view.note)
    return shown


def score_screen_texts(view: ScoreView) -> "list[str]":
    """Return the small texts of the screen, from top to bottom, as they are read."""
    lines = [f"{view.rank}  {view.round}  {view.honba} honba  {view.sticks} riichi  {view.clock}"]
    if view.riichi:
        lines.append("riichi")
    if view.dead:
        lines.append("dead hand")
    if view.note:
        lines.append(view.note)
        return lines
    for side, other in (("left", view.left), ("across", view.across), ("right", view.right)):
        if not other.wind:
            continue
        state = " riichi" if other.riichi else " dead hand" if other.dead else ""
        lines.append(f"{side} {other.wind} {other.score}{state}")
    return lines
