"""The guides name what is there: pages, pictures, parts, values and pins."""

from __future__ import annotations

import re

import pytest

from workshop import board_layout_input, box_rendering, design, guide_reader, power, stl, trace
from workshop.design import HARDWARE
from workshop.kicad_text import rotate_kicad_point

# A Pico's pins: two rows of twenty, from pin 1 across to pin 40 and along to pin 20, in millimetres.
ROWS_MM, LENGTH_MM = 17.78, 48.26


@pytest.fixture(scope="module")
def table():
    return design.load()


def test_every_picture_and_page_a_guide_names_is_there():
    """A guide that points at nothing leaves its reader alone."""
    for page in (HARDWARE / "README.md", *(HARDWARE / "guides").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} names {target}"


def test_the_guides_name_the_parts_the_boards_have(table):
    """Every reference written in BUILD, TEST and REPAIR is a part of some board."""
    refs = {part.ref for part in table.parts.values()}
    for page in ("BUILD", "TEST", "REPAIR"):
        text = (HARDWARE / "guides" / f"{page}.md").read_text("utf-8")
        named = set(re.findall(r"\b(?:[RCDQJUF]\d{1,2})\b", text))
        assert named <= refs, (page, named - refs)


def test_what_the_bench_tells_to_look_at_is_there_and_is_on_the_way(table):
    """Every part that `tenbo doctor --bench` names exists, and those of a key are on that key's line."""
    text = (HARDWARE.parent / "host" / "tenbo" / "flash" / "bench_advice.py").read_text("utf-8")
    text += (HARDWARE.parent / "host" / "tenbo" / "flash" / "bench.py").read_text("utf-8")
    refs = {part.ref for part in table.parts.values()}
    named = set(re.findall(r"\b(?:[RCDQJFU]\d{1,2}|TP\d{1,2})\b", text))
    assert len(named) > 25
    assert named <= refs
    for key, words in re.findall(r'^    "(\w+)": "(J\d[^"]*)",$', text, re.MULTILINE):
        place = "centre" if key in ("TABLE", "UNDO") else "east"
        plug = re.search(r"(J\d)(?: wire (\d))?", words)
        line = set(trace.pins_reached_from(table, f"{place}/{plug[1]}.{plug[2] or 1}"))
        near = {pin.partition(".")[0] for pin in line}
        assert {f"{place}/{ref}" for ref in re.findall(r"[RC]\d+", words)} <= near, (key, words)
        assert any(part.label == key for name in near if (part := table.parts.get(name))), key


def test_every_test_point_a_guide_names_measures_what_it_says(table):
    """TEST and REPAIR write `V5_IN (TP2)`: that is the net under that point of the centre board or of a seat's."""
    points = {(part.board, part.ref): part.label for part in table.parts_of_kinds("POINT")}
    for page in ("TEST", "REPAIR"):
        text = (HARDWARE / "guides" / f"{page}.md").read_text("utf-8")
        named = re.findall(r"(\w+) \((TP\d+)\)", text)
        assert len(named) > 5
        for net, ref in named:
            assert net in {points.get(("centre", ref)), points.get(("seat", ref))}, (page, net, ref)


def test_the_guides_say_which_test_points_the_pico_covers(table):
    """A probe cannot reach them once the Pico is in; the pin that is met instead has the same net."""
    where = board_layout_input.part_positions(table, "centre")
    x, y, turn = where["U1"]
    covered = {}
    for point in (part for part in board_layout_input.parts_of(table, "centre") if part.kind.name == "POINT"):
        across, along = rotate_kicad_point(where[point.ref][0] - x, where[point.ref][1] - y, -turn)
        if 0 <= across <= ROWS_MM and 0 <= along <= LENGTH_MM:
            covered[point.ref] = point.label
    nets = board_layout_input.pad_nets(table, "centre")
    pins = {net: pad.partition(".")[2] for pad, net in nets.items() if pad.startswith("U1.")}
    words = " ".join((HARDWARE / "guides" / "TEST.md").read_text("utf-8").split())
    named = " and ".join(f"{net} ({ref})" for ref, net in covered.items())
    numbers = " and ".join(pins[net] for net in covered.values())
    assert f"{named} lie under the Pico: from here on meet them at its pins {numbers}." in words
    assert f"{' and '.join(covered)} get no probe" in words
    rows = guide_reader.measurement_rows(guide_reader.page("TEST"))
    early = [row for row in rows if row.heading.startswith("First") and row.number < 15]
    by_hand = [row.number for row in early if any(f"({ref})" in row.words for ref in covered)]
    assert f"step {' and '.join(map(str, by_hand))} is done by hand before it goes in" in words


def test_the_build_page_gives_every_resistor_its_value(table):
    """Resistors are listed by hand in BUILD; the description says what they are."""
    text = (HARDWARE / "guides" / "BUILD.md").read_text("utf-8")
    for board, section in (("centre", "## 7. Centre board"), ("seat", "## 4. Seat board")):
        words = text.partition(section)[2].partition("\n## ")[0].replace("\n", " ")
        told = dict(resistors(words))
        for part in board_layout_input.parts_of(table, board):
            if part.kind.name == "R":
                assert told.get(part.ref) == part.ohms, (board, part.ref)


def test_the_build_page_gives_every_capacitor_its_value(table):
    """`C5, C9: 10 nF` and the like, those with legs by their own line; what is an option stays out."""
    text = (HARDWARE / "guides" / "BUILD.md").read_text("utf-8")
    for board, heading in (("centre", "## 7. Centre board"), ("seat", "## 4. Seat board")):
        told = {}
        for group, number, unit in re.findall(
            r"((?:C\d+(?:-C\d+)?(?:, )?)+): (\d+) (nF|uF)", section(text, heading).replace("\n", " ")
        ):
            for first, last in re.findall(r"C(\d+)(?:-C(\d+))?", group):
                for index in range(int(first), int(last or first) + 1):
                    told[f"C{index}"] = f"{number}{unit[0]}"
        small = {
            part.ref: str(part.order["value"])
            for part in board_layout_input.parts_of(table, board)
            if part.kind.name == "C" and not part.facts.get("option")
        }
        big = {ref for ref in small if table.parts[f"{'east' if board == 'seat' else board}/{ref}"].order.get("polar")}
        assert told == {ref: value for ref, value in small.items() if ref not in big}, board
        assert all(re.search(rf"\b{ref}\b", section(text, heading)) for ref in big)


def test_the_currents_in_the_texts_are_those_that_are_computed(table):
    """README and FRY say what each limiter lets through; the fuse by its own entry."""
    readme = (HARDWARE / "README.md").read_text("utf-8")
    fry = (HARDWARE / "guides" / "FRY.md").read_text("utf-8")
    (least, _, most), (usb_least, _, usb_most), (seat_least, _, seat_most) = (
        [milliamps / 1000 for milliamps in power.limiter_currents(table, table.parts[f"centre/{ref}"])]
        for ref in ("U2", "U10", "U11")
    )
    assert f"U2 gives {least:.1f} to {most:.1f} A, U10 {usb_least:.2f} to {usb_most:.2f} A" in readme
    assert f"give each jack {seat_least:.1f} to {seat_most:.2f} A" in readme
    assert f"its limiter gives {seat_most:.2f} A and no more" in fry
    assert f"U2 gives {most:.1f} A and no more" in fry
    assert f"{usb_most:.2f} A at most from the port" in fry
    fuse = table.source["stock"]["fuse"]
    assert f"F1 ({fuse['limit_ma'] / 1000} A, opens from {fuse['trips_ma'] / 1000} A)" in readme


def test_the_safety_page_says_what_a_table_takes_from_usb(table):
    """No more than MicroPython declares for every board of its kind."""
    declared = table.source["sources"]["VBUS"]["declared_ma"]
    assert power.budget(table, "usb", "capped").rails["VBUS"].milliamps <= declared
    said = f"tells the computer that it takes {declared} mA, and a table without its own supply takes no more"
    assert said in " ".join(guide_reader.page("SAFETY").split())


def test_the_readme_says_why_the_limiters_fault_pins_stay_open(table):
    """Four seats, fewer spare pins: with a fourth spare pin, or a FAULT that is wired, the sentence has to change."""
    readme = " ".join((HARDWARE / "README.md").read_text("utf-8").split())
    spare = re.search(r"Spare: (GP\d+(?:, GP\d+)*)\.", readme)[1].split(", ")
    pico = table.parts["centre/U1"]
    gpios = [pin for pin in pico.kind.pins if pin.startswith("GP")]
    assert spare == [pin for pin in gpios if table.at(f"centre/U1.{pin}") is None]
    assert len(spare) == 3
    limiters = [part for part in table.parts_of_kinds("LIMITER") if part.ref in {"U11", "U12", "U13", "U14"}]
    assert len(limiters) == 4
    assert all(table.at(f"{part.name}.FAULT") is None for part in limiters)
    assert "four seats would need four pins, and the Pico has three spare" in readme


def test_the_mounting_page_gives_the_size_of_the_printed_box():
    """Outside of the body, and its height with the lid on."""
    body, lid = (stl.measure(box_rendering.BOXES / f"centre_box-{part}.stl") for part in ("body", "lid"))
    wide, deep, high = (round(b - a) for a, b in zip(body.low, body.high, strict=True))
    thick = 3  # of the lid's plate: the rest of it hangs into the box
    assert lid.high[2] > thick
    assert f"{wide} x {deep} x {high + thick} mm" in (HARDWARE / "guides" / "MOUNTING.md").read_text("utf-8")


# The pins of a Raspberry Pi's header by their GPIO.
HEADER = {17: 11, 27: 13, 22: 15, 23: 16}


def test_the_referees_panel_is_wired_as_its_program_reads_it():
    """The page, the drawing and the panel's own pins; a diode for each of the three loads."""
    page = (HARDWARE / "guides" / "REFEREE.md").read_text("utf-8")
    drawing = (HARDWARE / "guides" / "referee.svg").read_text("utf-8")
    panel = HARDWARE.parent / "host" / "tenbo" / "integrations" / "referee_panel"
    program = (panel / "panel_hardware.py").read_text("utf-8")
    for name, words in (("start", "start button"), ("siren", "siren"), ("beacon", "beacon"), ("call", "call lamp")):
        gpio = int(re.search(rf'"{name}": (\d+)', program)[1]) if f'"{name}": ' in program else 23
        assert re.search(rf"^\| {words}[^|]*\| GPIO {gpio} \(pin {HEADER[gpio]}\)", page, re.MULTILINE), name
        assert f"GPIO {gpio}, pin {HEADER[gpio]}" in drawing
        assert words == "start button" or f"{words} on GPIO {gpio}" in drawing.replace("Siren", "siren")
    assert drawing.count(">1N4007<") == 3
    ends = {(float(y) - 4, word) for y, word in re.findall(r'<text class="s" x="642" y="(\d+)">(\w+) \d<', drawing)}
    common = re.search(r'd="M725 90V342((?:M650 \d+H725)+)"', drawing)[1]
    assert {y for y, word in ends if word == "COM"} == {float(y) for y in re.findall(r"M650 (\d+)", common)}
    loads = re.search(r'd="((?:M650 \d+H\d+V\d+H830)+)"', drawing)[1]
    assert {y for y, word in ends if word == "NO"} == {float(y) for y in re.findall(r"M650 (\d+)", loads)}
    assert len(ends) == 6


@pytest.mark.parametrize(("heading", "model"), [("## 6. Seat box", "seat_box"), ("## 8. Centre box", "centre_box")])
def test_every_step_of_a_box_has_its_picture(heading, model):
    """A numbered step is followed by the model's view of that step, and the model has no view that no one is shown."""
    text = (HARDWARE / "guides" / "BUILD.md").read_text("utf-8")
    shown = []
    for number, step in re.findall(r"^(\d)\. ((?:.|\n(?!\d\. |!|\n))*)", section(text, heading), re.MULTILINE):
        shown.append(f"{model} step {number}")
        assert f"({box_rendering.file_name(f'../boxes/{model} step {number}')})" in step, step
    last = [name for name in box_rendering.PICTURES if name.startswith(f"{model} step")][-1]
    assert f"../boxes/{box_rendering.file_name(last)}" in section(text, "## 9. Test, then close")
    assert [*shown, last] == [name for name in box_rendering.PICTURES if name.startswith(f"{model} step")]


def test_the_build_page_counts_screws_as_they_are_ordered(table):
    """`four screws` and the like, in the sections of the boxes: what the description has for each of them."""
    text = (HARDWARE / "guides" / "BUILD.md").read_text("utf-8")
    numbers = {"two": 2, "four": 4}
    closing = section(text, "## 9. Test, then close")
    for heading, box, last in (("## 6. Seat box", "seat", "face"), ("## 8. Centre box", "centre", "lid")):
        told = [numbers[word] for word in re.findall(r"(two|four)\s+screws", section(text, heading))]
        held = table.source["screws"][box]
        assert sorted(told) == sorted(count for name, count in held.items() if name != last)
        assert re.search(rf"{last}\b[^*]*?\b(two|four) screws|(two|four) screws in the {last}", closing)
    assert "four screws in the lid" in closing
    assert "two screws. **Every screw" in closing
    assert (table.source["screws"]["centre"]["lid"], table.source["screws"]["seat"]["face"]) == (4, 2)


def section(text: str, heading: str) -> str:
    """Return a section of a page, without its heading."""
    return text.partition(heading)[2].partition("\n## ")[0]


def resistors(words: str):
    """Yield reference and ohms of every resistor named like `R1-R8 100` or `R6, R8: 1 kohm`."""
    pattern = r"((?:R\d+(?:-R\d+)?(?:, )?)+):? (\d+(?:\.\d+)?)(?: ?(k))?"
    for group, number, thousand in re.findall(pattern, words):
        ohms = float(number) * (1000 if thousand else 1)
        for first, last in re.findall(r"R(\d+)(?:-R(\d+))?", group):
            for index in range(int(first), int(last or first) + 1):
                yield f"R{index}", ohms
