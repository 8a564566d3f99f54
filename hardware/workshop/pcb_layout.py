"""Lays a board out with KiCad 6's own Python: `python3 pcb_layout.py STAGE TASK.json TARGET`.

Stages: `pads` tells where every pad lies, `board` writes the board with its tracks and its ground. Nothing of the
project is imported here but what prints.
"""

# mypy: ignore-errors
# KiCad's module has no types and is seen by the system's Python alone.

import json
import sys
from pathlib import Path

import pcbnew
from pcb_silkscreen import BACK, FRONT, MM, point, tidy_print

LIBRARY = Path("/usr/share/kicad/footprints")
FRONT_PRINT = pcbnew.F_SilkS


def draw_pico_footprint(board, names):
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
            made = draw_pico_footprint(board, task["pico"])
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


def draw_board_edge(board, task):
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


def print_board_texts(board, task):
    """Write on the board what a builder must read."""
    for text, x, y, size in task["words"]:
        item = pcbnew.PCB_TEXT(board)
        item.SetText(text)
        item.SetPosition(point(x, y))
        item.SetTextSize(pcbnew.wxSize(MM(size), MM(size)))
        item.SetTextThickness(MM(size * 0.15))
        item.SetLayer(pcbnew.F_SilkS)
        board.Add(item)


def add_tracks_and_vias(board, task, nets):
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


def set_design_rules(board):
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
    pcbnew.KIID.SeedGenerator(1)  # every item has the number of its turn, so that the same board is the same file
    board = pcbnew.NewBoard(target)
    set_design_rules(board)
    title = board.GetTitleBlock()
    title.SetTitle(task["title"])
    title.SetRevision(task["revision"])
    title.SetComment(0, "Designed, computed and simulated; not yet built.")
    title.SetComment(1, f"fingerprint {task['fingerprint']}")
    nets = place(board, task)
    draw_board_edge(board, task)
    print_board_texts(board, task)
    tidy_print(board, task)
    board.BuildConnectivity()
    add_tracks_and_vias(board, task, nets)
    pcbnew.SaveBoard(target, board)


if __name__ == "__main__":
    stage, source, target = sys.argv[1:4]
    {"pads": stage_pads, "board": stage_board}[stage](json.loads(Path(source).read_text()), target)
