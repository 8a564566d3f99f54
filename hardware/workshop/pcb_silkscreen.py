"""What is printed on a board: every reference and value beside its own part, where it covers nothing.

A part of `pcb_layout.py`, which the system's Python runs.
"""

# mypy: ignore-errors
# KiCad's module has no types and is seen by the system's Python alone.

import math

import pcbnew

MM = pcbnew.FromMM
FRONT, BACK = pcbnew.F_Cu, pcbnew.B_Cu


def point(x, y):
    return pcbnew.wxPoint(MM(x), MM(y))


def footprint_silkscreen(made):
    """Return the lines and texts a footprint prints, without its reference."""
    return [item for item in made.GraphicalItems() if item.GetLayer() in (pcbnew.F_SilkS, pcbnew.B_SilkS)]


def tidy_print(board, task):
    """Take away printing beyond the edge, and put every reference where it covers nothing."""
    wide, high = task["size"]
    inside = pcbnew.EDA_RECT(point(0.3, 0.3), pcbnew.wxSize(MM(wide - 0.6), MM(high - 0.6)))
    taken = [item.GetBoundingBox() for item in board.GetDrawings() if item.GetClass() == "PTEXT"]
    every = [pad for made in board.GetFootprints() for pad in made.Pads()]
    for made in board.GetFootprints():
        pads = [pad.GetBoundingBox() for pad in made.Pads()]
        side = FRONT if made.GetLayer() == FRONT else BACK
        open_copper = [pad.GetBoundingBox() for pad in every if pad.IsOnLayer(side)]
        for item in footprint_silkscreen(made):
            line = item.GetClass() == "MGRAPHIC" and item.GetShape() == pcbnew.SHAPE_T_SEGMENT
            crossing = line and any(item.GetBoundingBox().Intersects(pad) for pad in open_copper)
            if crossing or not inside.Contains(item.GetBoundingBox()):
                made.Remove(item)
            elif item.GetClass() == "MTEXT" and len(item.GetShownText()) < 3:
                made.Remove(
                    item
                )  # the K of diodes and the + of capacitors lie under their neighbours; the shape says it too
            else:
                taken += covering_boxes(item)
        taken += pads
    rooms = {made.GetReference(): pad_bounds(made) for made in board.GetFootprints() if is_label_competitor(made)}
    late = []
    for made in board.GetFootprints():
        if made.Reference().IsVisible() and not fit_text(made, made.Reference(), inside, taken, rooms):
            late.append(made)
    for made in late:
        made.Reference().SetTextSize(pcbnew.wxSize(MM(0.8), MM(0.8)))
        made.Reference().SetTextThickness(MM(0.12))
        if not (
            fit_text(made, made.Reference(), inside, taken, rooms) or fit_text(made, made.Reference(), inside, taken)
        ):
            print("no room for the reference of", made.GetReference())
    for made in board.GetFootprints():
        text = made.Value()
        if text.IsVisible() and not fit_text(made, text, inside, taken, rooms):
            text.SetVisible(False)  # the value is a help; the reference is what the guides name
            if not made.Reference().IsVisible():
                print("no room for the words of", made.GetReference())


def is_label_competitor(made):
    """Return whether a word could be taken for this part's: the Pico covers what lies under it, a mark has none."""
    return made.Pads() and not str(made.GetFPID().GetLibItemName()).startswith(("Pico", "Fiducial"))


def pad_bounds(made):
    """Return the box round the middles of a part's pads: left, top, right, low."""
    spots_ = [pad.GetPosition() for pad in made.Pads()]
    xs, ys = [spot.x for spot in spots_], [spot.y for spot in spots_]
    return min(xs), min(ys), max(xs), max(ys)


def is_nearest_own_part(made, middle, rooms):
    """Return whether a word at this place is nearer to its own part than to every other."""

    def far(box):
        left, top, right, low = box
        return math.hypot(max(left - middle.x, 0, middle.x - right), max(top - middle.y, 0, middle.y - low))

    own = far(pad_bounds(made)) + MM(0.05)
    return all(own < far(box) for ref, box in rooms.items() if ref != made.GetReference())


def fit_text(made, text, inside, taken, rooms=None):
    """Put a text where it covers nothing, with `rooms` beside its own part alone; return whether there was room."""
    for place_ in reference_positions(made):
        text.SetPosition(place_)
        text.SetKeepUpright(True)
        box = text.GetBoundingBox()
        box.Inflate(MM(0.1))
        clear = inside.Contains(box) and not any(box.Intersects(other) for other in taken)
        if clear and (rooms is None or is_nearest_own_part(made, box.Centre(), rooms)):
            taken.append(box)
            return True
    return False


def covering_boxes(item):
    """Return boxes that cover a printed item closely: a circle as its rim."""
    if getattr(item, "GetShape", None) and item.GetClass() == "MGRAPHIC" and item.GetShape() == pcbnew.SHAPE_T_CIRCLE:
        middle, radius = item.GetCenter(), item.GetRadius()
        found = []
        for step in range(24):
            x = middle.x + int(radius * math.cos(step * math.pi / 12))
            y = middle.y + int(radius * math.sin(step * math.pi / 12))
            found.append(
                pcbnew.EDA_RECT(
                    pcbnew.wxPoint(x - radius // 8, y - radius // 8), pcbnew.wxSize(radius // 4, radius // 4)
                )
            )
        return found
    return [item.GetBoundingBox()]


def reference_positions(made):
    """Return places for a reference, the best first: on the body, then around the part."""
    body = made.GetBoundingBox(False, False)
    middle = body.Centre()
    found = [middle]
    for ring in (0, 0.25, 0.5):
        wide, high = body.GetWidth() // 2 + MM(1.2 + ring), body.GetHeight() // 2 + MM(0.8 + ring)
        for step in range(16):
            slide = MM(0.4) * step
            for sign in (1, -1):
                along, across = middle.x + sign * slide, middle.y + sign * slide
                found += [pcbnew.wxPoint(along, middle.y - high), pcbnew.wxPoint(along, middle.y + high)]
                found += [pcbnew.wxPoint(middle.x - wide, across), pcbnew.wxPoint(middle.x + wide, across)]
                found += [pcbnew.wxPoint(along, middle.y), pcbnew.wxPoint(middle.x, across)]
    return found
