"""The part of the board work that needs KiCad's own Python: `python3 pcb_stage.py STAGE TASK.json TARGET`.

Stages: `pads` tells where every pad lies, `board` writes the board with its tracks and ground, `check` runs the
design rules, `floods` tells what the filled supplies cover and `fabricate` writes the files for the board house.
Nothing of the project is imported here.
"""

# mypy: ignore-errors
# KiCad's module has no types and is seen by the system's Python alone.

import json
import math
import sys
from pathlib import Path

import pcbnew

LIBRARY = Path("/usr/share/kicad/footprints")
MM = pcbnew.FromMM
FRONT, BACK = pcbnew.F_Cu, pcbnew.B_Cu
FRONT_PRINT = pcbnew.F_SilkS


def point(x, y):
    return pcbnew.wxPoint(MM(x), MM(y))


def pico(board, names):
    """Draw the Pico's footprint: two rows of twenty, 17.78 mm apart, pin 1 first."""
    made = pcbnew.FOOTPRINT(board)
    for number in range(1, 41):
        x, y = (0, 2.54 * (number - 1)) if number <= 20 else (17.78, 2.54 * (40 - number))
        pad = pcbnew.PAD(made)
        pad.SetNumber(str(number))
        pad.SetShape(pcbnew.PAD_SHAPE_RECT if number == 1 else pcbnew.PAD_SHAPE_CIRCLE)
        pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
        pad.SetLayerSet(pad.PTHMask())
        pad.SetSize(pcbnew.wxSize(MM(1.7), MM(1.7)))
        pad.SetDrillSize(pcbnew.wxSize(MM(1.0), MM(1.0)))
        pad.SetPos0(point(x, y))
        pad.SetPosition(point(x, y))
        pad.SetPinFunction(names[str(number)])
        made.Add(pad)
    for start, end in (
        ((-1.6, -1.4), (19.4, -1.4)),
        ((19.4, -1.4), (19.4, 49.7)),
        ((19.4, 49.7), (-1.6, 49.7)),
        ((-1.6, 49.7), (-1.6, -1.4)),
    ):
        line = pcbnew.FP_SHAPE(made)
        line.SetStart0(point(*start))
        line.SetEnd0(point(*end))
        line.SetStart(point(*start))
        line.SetEnd(point(*end))
        line.SetWidth(MM(0.15))
        line.SetLayer(pcbnew.F_SilkS)
        made.Add(line)
    made.Reference().SetPosition(point(8.9, 22))
    made.Value().SetPosition(point(8.9, 26))
    made.SetFPID(pcbnew.LIB_ID("Tenbo", "Pico"))
    return made


def place(board, task):
    """Put every part on the board and give its pads their nets."""
    nets = {}
    for name in sorted(set(task["nets"].values())):
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    for part in task["parts"]:
        library, name = part["footprint"].split(":")
        if library == "Tenbo":
            made = pico(board, task["pico"])
        else:
            made = pcbnew.FootprintLoad(str(LIBRARY / f"{library}.pretty"), name)
            made.SetFPID(pcbnew.LIB_ID(library, name))
        made.SetReference(part["ref"])
        made.SetValue(part["value"])
        x, y, turn = part["at"]
        made.SetPosition(point(x, y))
        made.SetOrientationDegrees(turn)
        made.Reference().SetTextSize(pcbnew.wxSize(MM(0.9), MM(0.9)))
        made.Reference().SetTextThickness(MM(0.14))
        made.Value().SetTextSize(pcbnew.wxSize(MM(0.8), MM(0.8)))
        made.Value().SetTextThickness(MM(0.12))
        made.Value().SetVisible(part["shows"] != "ref")
        made.Value().SetLayer(FRONT_PRINT)
        made.Reference().SetVisible(part["shows"] != "value")
        for pad in made.Pads():
            net = task["nets"].get(f"{part['ref']}.{pad.GetNumber()}")
            if net:
                pad.SetNet(nets[net])
        board.Add(made)
        if part.get("back"):
            made.Flip(made.GetPosition(), True)
    return nets


def printed(made):
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
        for item in printed(made):
            line = item.GetClass() == "MGRAPHIC" and item.GetShape() == pcbnew.SHAPE_T_SEGMENT
            crossing = line and any(item.GetBoundingBox().Intersects(pad) for pad in open_copper)
            if crossing or not inside.Contains(item.GetBoundingBox()):
                made.Remove(item)
            elif item.GetClass() == "MTEXT" and len(item.GetShownText()) < 3:
                made.Remove(
                    item
                )  # the K of diodes and the + of capacitors lie under their neighbours; the shape says it too
            else:
                taken += pieces(item)
        taken += pads
    rooms = {made.GetReference(): room(made) for made in board.GetFootprints() if rivals(made)}
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


def rivals(made):
    """Return whether a word could be taken for this part's: the Pico covers what lies under it, a mark has none."""
    return made.Pads() and not str(made.GetFPID().GetLibItemName()).startswith(("Pico", "Fiducial"))


def room(made):
    """Return the box round the middles of a part's pads: left, top, right, low."""
    spots_ = [pad.GetPosition() for pad in made.Pads()]
    xs, ys = [spot.x for spot in spots_], [spot.y for spot in spots_]
    return min(xs), min(ys), max(xs), max(ys)


def beside_its_own(made, middle, rooms):
    """Return whether a word at this place is nearer to its own part than to every other."""

    def far(box):
        left, top, right, low = box
        return math.hypot(max(left - middle.x, 0, middle.x - right), max(top - middle.y, 0, middle.y - low))

    own = far(room(made)) + MM(0.05)
    return all(own < far(box) for ref, box in rooms.items() if ref != made.GetReference())


def fit_text(made, text, inside, taken, rooms=None):
    """Put a text where it covers nothing, with `rooms` beside its own part alone; return whether there was room."""
    for place_ in spots(made):
        text.SetPosition(place_)
        text.SetKeepUpright(True)
        box = text.GetBoundingBox()
        box.Inflate(MM(0.1))
        clear = inside.Contains(box) and not any(box.Intersects(other) for other in taken)
        if clear and (rooms is None or beside_its_own(made, box.Centre(), rooms)):
            taken.append(box)
            return True
    return False


def pieces(item):
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


def spots(made):
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


def outline(board, task):
    wide, high = task["size"]
    corners = [(0, 0), (wide, 0), (wide, high), (0, high)]
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        line = pcbnew.PCB_SHAPE(board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetLayer(pcbnew.Edge_Cuts)
        line.SetStart(point(*start))
        line.SetEnd(point(*end))
        line.SetWidth(MM(0.1))
        board.Add(line)
    for number, (x, y) in enumerate(task["holes"], 1):
        hole = pcbnew.FootprintLoad(str(LIBRARY / "MountingHole.pretty"), "MountingHole_3.2mm_M3")
        hole.SetReference(f"H{number}")
        hole.Reference().SetVisible(False)
        hole.Value().SetVisible(False)
        hole.SetPosition(point(x, y))
        board.Add(hole)


def words(board, task):
    """Write on the board what a builder must read."""
    for text, x, y, size in task["words"]:
        item = pcbnew.PCB_TEXT(board)
        item.SetText(text)
        item.SetPosition(point(x, y))
        item.SetTextSize(pcbnew.wxSize(MM(size), MM(size)))
        item.SetTextThickness(MM(size * 0.15))
        item.SetLayer(pcbnew.F_SilkS)
        board.Add(item)


def copper(board, task, nets):
    for net, layer, start, end, width in task["tracks"]:
        track = pcbnew.PCB_TRACK(board)
        track.SetStart(point(*start))
        track.SetEnd(point(*end))
        track.SetWidth(MM(width))
        track.SetLayer(BACK if layer else FRONT)
        track.SetNet(nets[net])
        board.Add(track)
    for net, x, y in task["vias"]:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(point(x, y))
        via.SetWidth(MM(0.8))
        via.SetDrill(MM(0.4))
        via.SetNet(nets[net])
        board.Add(via)
    flood(board, task, nets)


def flood(board, task, nets):
    """Fill both layers with the ground, and parts of the front with a supply."""
    wide, high = task["size"]
    whole = ((0.5, 0.5), (wide - 0.5, 0.5), (wide - 0.5, high - 0.5), (0.5, high - 0.5))
    areas = [(FRONT, task["flood"], whole, 0), (BACK, task["flood"], whole, 0)]
    areas += [(FRONT, net, corners, 1) for net, corners in task["zones"]]
    for layer, net, corners, priority in areas:
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(nets[net])
        zone.SetPriority(priority)
        zone.SetLocalClearance(MM(0.3))
        zone.SetMinThickness(MM(0.25))
        zone.SetThermalReliefGap(MM(0.35))
        zone.SetThermalReliefSpokeWidth(MM(0.5))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        edge = pcbnew.wxPoint_Vector()
        for x, y in corners:
            edge.append(point(x, y))
        zone.AddPolygon(edge)
        board.Add(zone)


def rules(board):
    settings = board.GetDesignSettings()
    settings.m_TrackMinWidth = MM(0.25)
    settings.m_MinClearance = MM(0.2)
    settings.m_ViasMinSize = MM(0.6)
    settings.m_CopperEdgeClearance = MM(0.3)
    settings.m_HoleToHoleMin = MM(0.25)
    default = settings.GetNetClasses().GetDefault()
    default.SetClearance(MM(0.2))
    default.SetTrackWidth(MM(0.3))


def stage_pads(task, target):
    board = pcbnew.BOARD()
    place(board, task)
    found = []
    seen = {}
    for made in board.GetFootprints():
        for pad in made.Pads():
            box = pad.GetBoundingBox()
            layers = [index for index, layer in enumerate((FRONT, BACK)) if pad.IsOnLayer(layer)]
            here = pad.GetPosition()
            name = f"{made.GetReference()}.{pad.GetNumber()}"
            seen[name] = seen.get(name, 0) + 1
            found.append(
                [
                    f"{name}#{seen[name]}",
                    pad.GetNetname(),
                    pcbnew.ToMM(here.x),
                    pcbnew.ToMM(here.y),
                    pcbnew.ToMM(box.GetWidth()),
                    pcbnew.ToMM(box.GetHeight()),
                    layers,
                    pcbnew.ToMM(pad.GetDrillSize().x),
                ]
            )
    Path(target).write_text(json.dumps(found))


def stage_board(task, target):
    board = pcbnew.NewBoard(target)
    rules(board)
    title = board.GetTitleBlock()
    title.SetTitle(task["title"])
    title.SetRevision(task["revision"])
    title.SetComment(0, "Designed, computed and simulated; not yet built.")
    title.SetComment(1, f"fingerprint {task['fingerprint']}")
    nets = place(board, task)
    outline(board, task)
    words(board, task)
    tidy_print(board, task)
    board.BuildConnectivity()
    copper(board, task, nets)
    pcbnew.SaveBoard(target, board)


def stage_check(source, target):
    board = pcbnew.LoadBoard(source)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.WriteDRCReport(board, target, pcbnew.EDA_UNITS_MILLIMETRES, True)


def stage_floods(source, target):
    """Write the filled pieces of every flood of the front but the ground's: net and corners."""
    board = pcbnew.LoadBoard(source)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    found = []
    for zone in board.Zones():
        if zone.GetPriority() == 0:
            continue
        filled = zone.GetFilledPolysList(FRONT)
        for index in range(filled.OutlineCount()):
            edge = filled.Outline(index)
            corners = [(edge.CPoint(n).x, edge.CPoint(n).y) for n in range(edge.PointCount())]
            found.append([zone.GetNetname(), [[pcbnew.ToMM(x), pcbnew.ToMM(y)] for x, y in corners]])
    Path(target).write_text(json.dumps(found))


def stage_fabricate(source, target):
    board = pcbnew.LoadBoard(source)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    plots = pcbnew.PLOT_CONTROLLER(board)
    options = plots.GetPlotOptions()
    options.SetOutputDirectory(target)
    options.SetUseGerberProtelExtensions(True)
    options.SetSubtractMaskFromSilk(True)
    layers = [
        ("F_Cu", FRONT),
        ("B_Cu", BACK),
        ("F_Mask", pcbnew.F_Mask),
        ("B_Mask", pcbnew.B_Mask),
        ("F_Paste", pcbnew.F_Paste),
        ("F_Silkscreen", pcbnew.F_SilkS),
        ("B_Silkscreen", pcbnew.B_SilkS),
        ("Edge_Cuts", pcbnew.Edge_Cuts),
    ]
    for name, layer in layers:
        plots.SetLayer(layer)
        plots.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        plots.PlotLayer()
    plots.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(target, True, False)


if __name__ == "__main__":
    stage, source, target = sys.argv[1:4]
    if stage in ("pads", "board"):
        {"pads": stage_pads, "board": stage_board}[stage](json.loads(Path(source).read_text()), target)
    else:
        {"check": stage_check, "fabricate": stage_fabricate, "floods": stage_floods}[stage](source, target)
