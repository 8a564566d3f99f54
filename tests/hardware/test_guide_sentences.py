"""What MOUNTING takes from table and models, and sentences of the guides that do harm when they are turned round."""

from __future__ import annotations

import math
import re

import pytest

from workshop import box_dimensions, design, guide_reader, table_geometry
from workshop.checks import table_arm, table_plausibility


def page(name: str) -> str:
    """Return a page with its line breaks as spaces."""
    return " ".join(guide_reader.page(name).split())


def mounting():
    """Yield what MOUNTING says that follows from the table and from the models."""
    plan = table_geometry.load()
    seat, box = plan["things"]["seat box"], plan["things"]["table box"]
    scene = next(table_geometry.scenes(plan))
    unit = next(thing for thing in scene.things() if thing.name == "seat box")
    side = "left" if unit.middle[0] < 0 else "right"
    riichi = box_dimensions.seat_keys()["RIICHI"]
    far = max(
        min(math.dist(thing.at(*riichi), at) for at in scene.shoulders(thing.seat or 0))
        for scene in table_geometry.scenes(plan)
        for thing in scene.things()
        if thing.name == "seat box"
    )
    yield f"RIICHI is within {math.ceil(far / 10):g} cm of the shoulder"
    yield f"at each player's **{side}**, its {side} wall {seat['from_corner']} mm from the table's corner"
    shelf, beside, top = box["gap"]["shelf"], box["gap"]["side table"], box["top"]
    yield f"its near side {beside} mm from the corner of the table and its lid at most {top} mm above the top"
    yield f"its near side {shelf} mm from the corner and its lid {top} mm above the top"
    _, deep, front, back = box_dimensions.seat_box()
    yield f"the box is {front:.0f} mm high in front and {back:.0f} mm at the back"
    thin, thick = box_dimensions.model_row("clamp", "jaw")
    yield f"Two clamps hold it there, on tops of {thin:g} to {thick:g} mm: long ones"
    thin, thick = box_dimensions.model_row("shelf", "jaw")
    yield f"One for a table, for tops of {thin:g} to {thick:g} mm"
    least, most = box_dimensions.allowed_overhang("clamp")
    (short, _), clamp = box_dimensions.allowed_overhang("clamp", "over_short"), plan["things"]["seat box"]
    yield f"long ones where it stands {least:g} mm or more over the edge, short ones from {short:g} mm on"
    held = {}
    for rim in range(29, 100):
        held.setdefault(table_geometry.rim_position(clamp, rim)[2], []).append(rim)
    (long, rear, front, tape) = (held[kind] for kind in held)
    yield f"On a rim of {tape[0]} mm and more every key stands over the rim, and a strip of hook tape does"
    ranges = [f"{kind[0]} to {kind[-1]} mm" for kind in (long, rear, front)]
    yield "rims of {}, the short ones for {} by the rear holes and for {} by the front holes".format(*ranges)
    least_far, most_far, _ = table_plausibility.SETBACK
    yield f"The back wall stands {least_far} to {most_far} mm outside the felt on a rim of any width"
    yield f"its lid {table_arm.lid_depth(box):.0f} mm under the top of the table"
    yield f"for tops of up to {box_dimensions.model_figure('shelf', 'arm_top'):g} mm"
    yield from arm(box)
    felts = sorted(facts["felt"] for facts in plan["tables"].values())
    yield f"and is held, on felts of {felts[0]} to {felts[-1]} mm"
    (screen,) = [screen for name, screen in plan["screens"].items() if "11" in name]
    narrow = min(scene.free_middle(angled=True) for scene in table_geometry.scenes(plan) if not scene.panel)
    yield f"A tablet of {screen['long']} mm fits from a felt of {screen['felt']} mm on"
    yield f"with tiles of 28 mm on a felt of {felts[0]} mm it is {screen['long'] - narrow:.0f} mm too long"
    metres = {name: path["metres"] for name, path in plan["leads"]["paths"].items()}
    under, around, below = (metres[name] for name in ("under the top", "around the edge", "from under the middle"))
    yield f"Under the top {under:g} m do, around the edge with clips {around:g} m, from under the middle {below:g} m."
    yield f"Leads of {around:g} m fit every table here; coil what is left, and do not buy longer ones"
    yield f"longer ones ({around:g} m at most)"
    yield f"stands {least:g} to {most:g} mm over the edge with the long clamps, {short:g} to"
    assert least <= deep + 8 - 30 <= most
    yield f"goes {box_dimensions.model_figure('tongue', 'under_mat'):g} mm under it"
    yield f"It is made for a rim of {box_dimensions.model_figure('tongue', 'mat'):g} mm"


def arm(box):
    """Yield on which side the arm swings, and how much lead it takes along, from its model."""
    out, aside = table_arm.swung_box_middles(box)["out"]
    x, y = table_geometry.rotate_point((out, -aside), -135.0)
    yield "The arm is on the side of " + ("NORTH" if x < y else "EAST") + ", where no seat box stands"
    half = max(table_geometry.thing_dimensions(box)[:2]) / 2 + box_dimensions.PLUG_AND_BEND_MM
    far = max(math.hypot(abs(spot[0]) + half, spot[1]) for spot in table_arm.swung_box_middles(box).values())
    yield f"with a loop of {50 * math.ceil(far / 50)} mm to the box"


def safety():
    """Yield what a computer's port has to give."""
    yield f"Use a port that gives {design.load().source['sources']['VBUS']['limit_ma']} mA"


def bench():
    """Yield what is assumed of tables, tiles, tops and plugs."""
    plan = table_geometry.load()
    tables, tiles = plan["tables"].values(), plan["tiles"].values()
    felts, outers = ([one[side] for one in tables] for side in ("felt", "outer"))
    yield f"{min(felts)} to {max(felts)} mm; {min(outers)} to {max(outers)} mm"
    low, high = box_dimensions.model_row("clamp", "jaw")
    yield f"how thick the top is at its edge | 0; {low:g} to {high:g} mm"
    length, width, thickness = (
        " or ".join(f"{size:g}" for size in sorted({tile[side] for tile in tiles}))
        for side in ("length", "width", "thickness")
    )
    yield f"a tile: length, width, thickness | {length}, {width}, {thickness} mm"
    yield f"with the bend of its lead | {box_dimensions.plug_protrusion():.0f} mm"


def build():
    """Yield which part stays out."""
    parts = design.load().source["boards"]["centre"]["parts"]
    option = next(ref for ref, part in parts.items() if part.get("option") and ref.startswith("U"))
    yield f"{option} and C18 stay empty: the firmware does not use {option} yet"
    yield "D1, D4, D7, ring as printed"


def breadboard():
    """Yield which sections one seat leaves out: those of the other three."""
    seats = [
        number
        for number, seat in re.findall(r"^## (\d+)\. (\w+)$", guide_reader.page("BREADBOARD"), re.MULTILINE)
        if seat in {"South", "West", "North"}
    ]
    yield f"leave out sections {seats[0]} to {seats[-1]}"


def order():
    """Yield what the fuse's own line says of the part that is not to be taken."""
    check = design.load().source["stock"]["fuse"]["check"]
    assert check == "the /16: the plain one bears 6 V only"
    yield "the /16 bears a wrong supply, the plain one 6 V."


SENTENCES = {
    "SAFETY": (
        "cut the latch off at the seat's end",
        "If a glass falls over a box, pull the supply and USB first; open the box, dry it for a day, and go through",
        "**passive PoE injector** (24 or 48 V) destroys the seat and its limiter",
        "**Never feed the Pico's VBUS pin** from outside",
    ),
    "REPAIR": (
        "If the fault goes with the box, it is the box; if it stays at the seat, swap the leads; if it stays still, it "
        "is the centre board.",
        "V5_SENSE (the Pico's pin 31; TP7 lies under it)",
        "| dark on USB alone | V5 (TP4), VBUS (TP15) | U10, R14, Q2 |",
    ),
    "FRY": (
        "5 V lies on both wires of one pair, ground on both of another",
        "| **passive PoE injector (24 or 48 V) into a jack** | **limiter and seat are dead, the Pico perhaps** |",
        "| nothing here bears 24 V |",
        "| a supply of 12 V | dark while it is in, well afterwards |",
        "| a supply of 15 V or more | D1 and F1 get hot, D1 may be dead |",
        "| **display fed with 5 V, VCC and GND exchanged at the module** | **the display is dead** |",
    ),
    "MOUNTING": (
        "at one corner of the table, turned by 45 degrees",
        "Two strips of hook tape of 20 x 100 mm; ten minutes.",
        "Tie the lead to a clamp, 60 mm from the plug: a lead that is pulled then pulls the table.",
        "Two for each seat box, with a screw M6 x 60",
        "go on in the same steps, their spines outwards",
        "turn it by hand until nothing rocks",
        "turn the screw by hand until the box does not rock",
        "Pull at the box with 2 kg.",
    ),
    "TEST": ("## First power: limited, no Pico, no seats",),
    "REFEREE": ("1N4007 across each, ring to +",),
    "ORDER": ("not TPS2552, and no -1 behind the number.",),
    "BUILD": (
        "stop when it is snug**, about 0.3 Nm;",
        "two small resistors (0402 or 0603, marked with the interface's names)",
        "U3 (pin 1, the dot, at the mark), U2, Q1, Q2: they fit one way only.",
        "Steps 1 to 4 with the face lying on its outer side, on a cloth.",
        "Steps 1, 3 and 4 with the lid lying on its outer side, on a cloth.",
        "join them with short wires: 5 V, data, ground.",
    ),
    "BREADBOARD": (
        "Go by the words on the module, never by the place.",
        "Estimated time: 2 to 3 hours for four seats, 1 hour for one.",
        "it must say SSD1306. One with SH1106 stays dark or shows two columns too few.",
        "| the picture is shifted by two columns, a stripe at its edge | an SH1106 |",
    ),
}
FACTS = {
    "MOUNTING": mounting,
    "BENCH": bench,
    "BREADBOARD": breadboard,
    "BUILD": build,
    "ORDER": order,
    "SAFETY": safety,
}


@pytest.mark.parametrize("name", FACTS)
def test_a_page_says_what_tables_models_and_list_say(name: str) -> None:
    """Worked out from their figures, and on the page."""
    assert [fact for fact in FACTS[name]() if fact not in page(name)] == []


@pytest.mark.parametrize("name", SENTENCES)
def test_what_does_harm_when_it_is_turned_round_stands_as_it_was_meant(name: str) -> None:
    """Each was turned round once to see whether anything noticed, and nothing did."""
    assert [words for words in SENTENCES[name] if words not in page(name)] == []


def test_every_pull_down_of_the_referees_panel_goes_to_ground() -> None:
    """Three outputs, each with its own."""
    assert page("REFEREE").count("10 kohm from the pin to ground") == 3


def test_every_spanner_is_that_of_the_screws_of_the_clamps() -> None:
    """M6 has 10 mm across its flats, on each page that names the tool."""
    found = [size for name in ("ORDER", "MOUNTING") for size in re.findall(r"a (\d+) mm spanner", page(name))]
    assert len(found) == 3
    assert set(found) == {"10"}
