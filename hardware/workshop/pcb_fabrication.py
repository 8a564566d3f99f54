"""Makes what a board house is sent, with KiCad's own Python: `python3 pcb_fabrication.py STAGE BOARD TARGET`.

Stages: `check` runs the design rules, `floods` tells what the filled supplies cover, `fabricate` writes the files for
the board house, `fill` writes a board with its ground for KiCad's command line. `fabricate` is for KiCad 6, the others
name only what its versions up to 9 have in common. Nothing of the project is imported here.
"""

# mypy: ignore-errors
# KiCad's module has no types and is seen by the system's Python alone.

import json
import sys
from pathlib import Path

import pcbnew

FRONT, BACK = pcbnew.F_Cu, pcbnew.B_Cu


def fill_ground_plane(source):
    """Return a board with its ground, which the stored boards leave out."""
    board = pcbnew.LoadBoard(source)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    return board


def stage_fill(source, target):
    pcbnew.SaveBoard(target, fill_ground_plane(source))


def stage_check(source, target):
    board = fill_ground_plane(source)
    pcbnew.WriteDRCReport(board, target, pcbnew.EDA_UNITS_MILLIMETRES, True)


def stage_floods(source, target):
    """Write the filled pieces of every flood of the front but the ground's: net and corners."""
    board = fill_ground_plane(source)
    found = []
    for zone in board.Zones():
        priority = zone.GetAssignedPriority if hasattr(zone, "GetAssignedPriority") else zone.GetPriority
        if priority() == 0:
            continue
        covered = zone.GetFilledPolysList(FRONT)
        for index in range(covered.OutlineCount()):
            edge = covered.Outline(index)
            corners = [(edge.CPoint(n).x, edge.CPoint(n).y) for n in range(edge.PointCount())]
            found.append([zone.GetNetname(), [[pcbnew.ToMM(x), pcbnew.ToMM(y)] for x, y in corners]])
    Path(target).write_text(json.dumps(found))


def stage_fabricate(source, target):
    board = fill_ground_plane(source)
    plots = pcbnew.PLOT_CONTROLLER(board)
    options = plots.GetPlotOptions()
    options.SetOutputDirectory(target)
    options.SetUseGerberProtelExtensions(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)  # or every hole is a dot of 0.35 mm without copper
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
    {"check": stage_check, "fabricate": stage_fabricate, "floods": stage_floods, "fill": stage_fill}[stage](
        source, target
    )
