"""Looks for what holds the parts behind a seat box's face: lips over the display, tongues under the back wall."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workshop import box_dimensions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design
    from workshop.opening_checks import PrintView

INSIDE_MM = 1.0  # of a lip, from where it begins to be over the display
DEEP_MM = 1.5  # that a tongue stands behind the face


def find(view: PrintView, design: Design, text: str) -> Iterator[str]:
    """Look at the face from outside, y from its upper edge: two lips over the display, two tongues behind."""
    size = design.source["mechanics"]["panel"]
    slant, thick = (box_dimensions.model_figure("seat_box", name) for name in ("slant", "face_thick"))
    across, up = box_dimensions.model_position("panel_at")
    (aside,) = re.findall(r"^lip_at = \[panel_at\[0\] - ([\d.]+),", text, re.MULTILINE)
    edge = up + (size["module"][1] + 0.6) / 2 - INSIDE_MM - slant
    for x in (across - float(aside), across + float(aside)):
        spans = view.around([(x, edge)]).spans(x, edge)
        if len(spans) < 2 or spans[0][1] > -thick - size["thick"] + 0.5:
            yield f"a lip over the display: none at {x:.1f} {edge:.1f}"
    ((left, right),) = re.findall(r"^tongue_at = \[(\d+), wide - (\d+)\];", text, re.MULTILINE)
    for x in (float(left), box_dimensions.model_figure("seat_box", "wide") - float(right)):
        spans = view.around([(x, 76.5 - slant)]).spans(x, 76.5 - slant)
        if not spans or spans[0][0] > -thick - DEEP_MM:
            yield f"a tongue under the back wall: none at {x:.1f} {76.5 - slant:.1f}"
