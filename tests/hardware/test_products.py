"""What is generated from the description is current, and follows the description."""

from __future__ import annotations

import ast
import contextlib
import csv
import io
import re
import runpy
import shutil

import pytest

from hardware.fault_injection import fresh, move, needs
from workshop import (
    board_layout_input,
    cli,
    collisions,
    design,
    display_legibility,
    firmware_export,
    generated_files,
    order,
    power,
    schematic_picture,
    spice,
    trace,
)
from workshop.box_rendering import BOXES, PRINTS, file_name, is_current, openscad_sizes, render
from workshop.checks import bus
from workshop.stl import measure


@pytest.fixture(scope="module")
def table():
    return design.load()


@pytest.mark.thorough("drawings and simulated circuits for seconds")
def test_every_generated_text_is_current(table):
    """A committed file that the description would not make again is a lie in waiting."""
    assert [str(path) for path in generated_files.stale(table)] == []


@pytest.mark.thorough("drawings and simulated circuits for seconds")
def test_the_same_description_makes_the_same_bytes(table):
    """Reading the file twice changes nothing, so a difference always means a change."""
    assert generated_files.generated_texts(table) == generated_files.generated_texts(design.load())


def test_a_stale_file_is_found(table, monkeypatch):
    """The comparison compares: a firmware made from other pins is named."""
    source = fresh()
    source["pins"]["TABLE"]["gp"], source["pins"]["UNDO"]["gp"] = 15, 14
    stale = [path.name for path in generated_files.stale(design.build(source))]
    assert "pins.py" in stale
    assert "wiring.py" not in stale, "the nets have not moved, only the belief"


def test_the_firmware_and_the_simulation_agree_on_every_pin():
    """What the firmware believes and what the simulated copper does is the same table."""
    pins = runpy.run_path(str(generated_files.ROOT / "firmware/device/pins.py"))
    wiring = runpy.run_path(str(generated_files.ROOT / "firmware/parts/wiring.py"))
    assert [(block, sda) for block, sda, _ in pins["SEATS"]] == [(sda >> 1 & 1, sda) for _, sda, _ in pins["SEATS"]]
    for seat, (_, sda, scl) in zip(wiring["SEATS"], pins["SEATS"], strict=True):
        assert {(chip["sda"], chip["scl"]) for chip in seat["chips"]} == {(sda, scl)}
        assert seat["keys"] == pins["BUTTONS"]
        assert seat["lamps"] == {"LAMP": pins["LAMP"], "BUTTON_LIGHT": pins["BUTTON_LIGHT"]}
        assert {chip["address"] for chip in seat["chips"]} == {pins["DISPLAY_ADDRESS"], pins["EXPANDER_ADDRESS"]}
    assert wiring["BUTTONS"]["TABLE"]["pin"] == pins["TABLE_BUTTON"]
    assert wiring["BUTTONS"]["UNDO"]["pin"] == pins["UNDO_BUTTON"]
    assert wiring["PIXELS"] == {"pin": pins["PIXELS"], "count": pins["PIXEL_COUNT"]}


def test_a_wire_moved_in_the_description_moves_in_the_simulation():
    """The simulated table follows the copper, not the pin map."""
    source = fresh()
    move(source, "centre", "U1.GP4", "EAST_SDA", None)
    source["boards"]["centre"]["nets"]["EAST_SDA"].append("U1.GP20")
    chips = firmware_export.seat_wiring(design.build(source), "east")["chips"]
    assert [(chip["sda"], chip["scl"]) for chip in chips] == [(20, 5), (20, 5)]


def test_a_cut_wire_reaches_nothing_in_the_simulation():
    """A lead without its SDA wire leaves both chips of the seat dark, and only of that seat."""
    source = fresh()
    source["cables"]["EAST lead"] = source["cables"]["EAST lead"] | {"wires": {n: n for n in range(2, 9)}}
    table = design.build(source)
    assert [chip["sda"] for chip in firmware_export.seat_wiring(table, "east")["chips"]] == [None, None]
    assert [chip["sda"] for chip in firmware_export.seat_wiring(table, "south")["chips"]] == [6, 6]


def test_an_address_pin_tied_high_moves_the_chip_in_the_simulation():
    """The address comes from what the address pins are tied to."""
    source = fresh()
    move(source, "seat", "U1.A0", "GND", "3V3")
    table = design.build(source)
    assert trace.bus_address(table, table.parts["west/U1"]) == 0x21


@pytest.mark.parametrize("board", ["centre", "seat"])
def test_the_schematic_shows_every_part_once_in_the_block_it_works_in(table, board):
    """References, the order of the blocks, and beside every open wire or pin the name of its net."""
    text = schematic_picture.draw(table, board)
    words = re.findall(r"<text[^>]*>([^<]*)</text>", text)
    heads = [word.split()[0] for word in re.findall(r'class="(?:ref|does)"[^>]*>([A-Z]+\d+)\b', text)]
    shown = schematic_picture.schematic_parts_by_name(table, board)
    assert sorted(heads) == sorted(part.ref for part in shown.values())
    blocks = re.findall(r'class="block"[^>]*>([^<]*)<', text)
    assert blocks == [*table.source["drawings"][board], "Also on the board"]
    nets = set(board_layout_input.pad_nets(table, board).values()) - {"GND"}
    assert nets <= set(words)


def test_the_order_adds_up(table):
    """Quantities are counted from the boards, the sum is the sum of the lines, options stay out."""
    rows = list(csv.DictReader(io.StringIO(order.order_csv(table))))
    lines, total = rows[:-1], rows[-1]
    cost = sum(float(row["eur"]) for row in lines if not row["option"])
    assert float(total["eur"]) == pytest.approx(cost)
    assert {row["quantity"] for row in lines if "OLED" in row["name"]} == {"4"}
    assert {row["quantity"] for row in lines if row["name"].startswith("tactile")} == {"16"}


def test_the_rise_time_follows_the_formula(table):
    """0.8473 x pull-up x capacitance, worked out here by hand for East's data line."""
    line = bus.add_up_line(table, "EAST_SDA")
    pico, protection, jacks, lead, inside, expander, display = 15, 2 * 3.5, 2 * 2, 2.0 * 52, 0.2 * 60, 10, 20
    picofarads = pico + protection + jacks + lead + inside + expander + display
    assert line.picofarads == pytest.approx(picofarads)
    assert line.rise_ns == pytest.approx(0.8473 * 1.8 * picofarads)


def test_the_budget_adds_up_at_every_rail(table):
    """What leaves a source is what the loads draw, with the Pico's own converter between VSYS and 3V3."""
    for source, name in (("supply", "V5_SOCKET"), ("usb", "VBUS")):
        made = power.budget(table, source, "capped")
        fed = {name, *(feed["to"] for feed in power.used_feeds(table, source))}
        direct = sum(load.milliamps for load in made.loads if load.rail != "3V3" and load.rail in fed)
        own = sum(load.milliamps for load in made.loads if load.rail == "3V3")
        assert made.rails[name].milliamps == pytest.approx(direct + own * 3.3 / (4.5 * 0.85))


def test_usb_alone_carries_the_table_only_with_the_caps(table):
    """With no caps a 500 mA port would be asked for more; the limiter before it gives at most what is allowed."""
    capped = power.budget(table, "usb", "capped").rails["VBUS"].milliamps
    free = power.budget(table, "usb", "wrong").rails["VBUS"].milliamps
    assert capped < 0.9 * 500 < free
    _, _, most = power.limiter_currents(table, table.parts["centre/U10"])
    (pico,) = table.parts_of_kinds("PICO")
    assert most + pico.order["draw_ma"]["wrong"] <= 500


def test_with_both_supplies_the_computer_feeds_the_pico_alone(table):
    """While the supply is there, what comes from USB is the Pico's own current by its own diode."""
    made = power.budget(table, "both", "capped")
    assert made.rails["VBUS"].milliamps == pytest.approx(made.rails["VSYS"].milliamps, abs=1)
    assert made.rails["VBUS"].milliamps < 60
    assert made.rails["V5_SOCKET"].milliamps > 500


def test_a_limiter_gives_what_its_maker_tabulates(table):
    """Three rows of the maker's table of 1 % resistors: least, usual and greatest milliamperes."""
    for ohms, row in (
        (133_000, (173.7, 201.5, 233.9)),
        (66_500, (351.2, 396.7, 448.7)),
        (19_600, (1215.1, 1308.5, 1414.9)),
    ):
        source = fresh()
        source["stock"]["r-19k6"]["value"] = ohms
        built = design.build(source)
        assert power.limiter_currents(built, built.parts["centre/U2"]) == pytest.approx(row, rel=0.003)


def test_every_seat_and_the_pixels_keep_their_volts_in_every_state_within_the_caps(table):
    """At the weakest source the seats' regulators have 0.4 V over 3.3 V, the pixels 3.7 V, the Pico 1.8 V."""
    for source in ("supply", "usb", "both"):
        for state in ("typical", "capped"):
            rails = power.budget(table, source, state).rails
            for seat in power.SEAT_RAILS:
                assert rails[seat].volts[0] > 3.3 + 0.4, (source, state, seat)
            assert rails["V5"].volts[0] > 4.5, (source, state)
            assert rails["VSYS"].volts[0] > 3.0, (source, state)


@needs("ngspice")
@pytest.mark.thorough("circuits simulated by ngspice")
def test_every_simulated_circuit_measures_what_is_expected():
    """Rise time, ringing, coupling, the divider, the hold-up time and the reset lie in their spans."""
    assert spice.failed_measurements(spice.simulate()) == []


@needs("ngspice")
@pytest.mark.thorough("circuits simulated by ngspice")
def test_a_missing_pull_up_is_seen_by_the_simulation(table, tmp_path):
    """The decks are filled from the description: a wrong part in it is a wrong measurement."""
    source = fresh()
    source["boards"]["seat"]["parts"]["R17"]["stock"] = "r-10k"
    for name, deck in generated_files.spice_decks.decks(design.build(source)).items():
        (tmp_path / f"{name}.cir").write_text(deck)
    said = spice.failed_measurements(spice.simulate(tmp_path))
    assert any(line.startswith("seat-line: rise time with a 0.6 m lead") for line in said), said


@needs("openscad")
@pytest.mark.parametrize(
    ("size", "words"),
    [
        ("panel_module = [95, 39.5]", "display fits between the walls"),
        ("riichi_key_under = 15", "RIICHI does not touch the floor"),
        ("tilt_degrees = 35", "leans 20 to 30 degrees"),
        ("key_pitch = 13", "keys wide enough"),
        ("key_pitch = 15.1", "under its quarter of the display"),
        ("screw_long = 9", "the floor is closed under the board's screws"),
        ("screws_seat = 14", "as many screws as are ordered"),
        ("lamp_keeper_apart = 34", "the lamp's keeper clears the display"),
    ],
)
def test_a_part_that_does_not_fit_stops_the_model(tmp_path, size, words, monkeypatch):
    """The fit checks are in the model: with a bigger part there is no print."""
    for model in ("seat_box.scad", "fixings.scad"):
        shutil.copy(BOXES / model, tmp_path)
    name = size.partition(" ")[0]
    lines = [
        f"{size};" if line.startswith(name + " ") else line for line in (BOXES / "parts.scad").read_text().splitlines()
    ]
    (tmp_path / "parts.scad").write_text("\n".join(lines))
    monkeypatch.setattr("workshop.box_rendering.BOXES", tmp_path)
    assert words in render("seat_box", "body", tmp_path / "body.stl")


@pytest.mark.parametrize("model", collisions.CUTS)
def test_every_cut_of_the_boxes_was_made_of_todays_models_and_left_nothing(model):
    """The chain cuts walls, boards, parts, plugs and screws with each other and keeps a word of what it has cut."""
    assert collisions.is_current(model)


@pytest.fixture
def spoiled(tmp_path, monkeypatch):
    """Return a copy of the models for the programs to work on, and a way to change a line of it."""
    for path in BOXES.iterdir():
        if path.suffix in {".scad", ".md", ".stl"}:
            shutil.copy(path, tmp_path)
    monkeypatch.setattr("workshop.box_rendering.BOXES", tmp_path)

    def change(name, before, after):
        text = (tmp_path / name).read_text("utf-8")
        assert before in text
        (tmp_path / name).write_text(text.replace(before, after))

    return change


@pytest.mark.parametrize(
    ("name", "before", "after", "stale"),
    [
        ("seat_box.scad", "low = 14;", "low = 15;", {"seat_box"}),
        ("seat_box-cuts.scad", "seat_board(up = 60);", "", {"seat_box"}),
        ("centre_box.scad", "clear = 4.6;", "clear = 4.5;", {"centre_box"}),
        ("fixings.scad", "bar = 2.4;", "bar = 2.5;", {"seat_box", "centre_box"}),
        ("parts.scad", "screw_long = 8;", "screw_long = 9;", {"seat_box", "centre_box"}),
        ("cuts.md", "| centre_box screws |", "| centre_box nails |", {"centre_box"}),
        ("cuts.md", "hangs behind the face | 0 mm3", "hangs behind the face | 3.5 mm3", {"seat_box"}),
    ],
)
def test_a_cut_of_another_model_is_made_again(spoiled, name, before, after, stale):
    """A wall, a size or a cut that changes, and a cut that is missing or left something: its box is cut again."""
    spoiled(name, before, after)
    assert {model for model in collisions.CUTS if not collisions.is_current(model)} == stale


def test_a_print_of_another_model_or_with_other_triangles_is_noticed(spoiled, tmp_path):
    """The head of a print has a word of its model and its triangles: neither changes alone."""
    path = tmp_path / file_name("seat_box face")
    path.write_bytes(path.read_bytes()[:-50] + bytes(50))
    spoiled("centre_box.scad", "lid_thick = 3.0;", "lid_thick = 3.2;")
    assert [name for name in PRINTS if not is_current(name, tmp_path)] == [
        name for name in PRINTS if name == "seat_box face" or name.startswith("centre_box")
    ]


@needs("openscad")
@pytest.mark.parametrize(
    ("model", "cut", "changes", "least"),
    [
        # The UNDO button over the Pico in a lower box.
        ("centre_box", "parts", [("undo = centre + [-19, 16]", "undo = centre + [-19, -16]"), ("= 36;", "= 30;")], 100),
        # Holes of the boards that a screw does not pass.
        ("seat_box", "screws", [("screw_core = 2.4;", "screw_core = 3.3;")], 0.5),
        # A post that the key strip meets while the face swings in, and clears when it is closed.
        ("seat_box", "body", [("post_up = 2.15;", "post_up = 2.5;")], 0.01),
    ],
)
@pytest.mark.thorough("boxes cut by OpenSCAD")
def test_a_part_that_is_in_the_way_is_measured(spoiled, tmp_path, model, cut, changes, least):
    """What the two solids share is what is returned, under the name of its cut and of no other."""
    for before, after in changes:
        spoiled("parts.scad" if before.startswith("screw") else f"{model}.scad", before, after)
    found = collisions.overlaps(model, tmp_path, f"cut {cut}")
    assert isinstance(found, dict)
    assert found.pop(cut) > least
    assert set(found.values()) == {0.0}


def test_one_source_has_the_holes_of_boards_and_boxes(table):
    """What the models are given about a board is what the board is laid out with."""
    told = openscad_sizes(table)
    for board in ("centre", "seat", "keys"):
        task = board_layout_input.kicad_layout_input(table, board)
        wide, high = task["size"]
        assert f"pcb_{board} = {[wide, high]};" in told
        assert f"pcb_{board}_holes = {[[x, round(high - y, 4)] for x, y in task['holes']]};" in told


@pytest.mark.thorough("drawings and simulated circuits for seconds")
@pytest.mark.parametrize("name", PRINTS)
def test_a_committed_print_is_one_closed_solid_on_its_bed(name):
    """No edge of the mesh is open, and the print starts at height 0."""
    solid = measure(BOXES / file_name(name))
    assert solid.open_edges == 0
    assert solid.low[2] == pytest.approx(0, abs=0.01)
    assert solid.volume > (500 if "keeper" in name or "cap" in name else 10_000)


@pytest.mark.thorough("drawings and simulated circuits for seconds")
def test_a_missing_program_is_said_and_in_the_build_is_an_error(monkeypatch, capsys):
    """Without the tools the chain goes on and says what it left out; the build machine asks for all of them."""
    monkeypatch.setattr("workshop.build_pipeline.find", lambda _: None)
    assert cli.main(["--check"]) == 0
    said = capsys.readouterr().out
    assert "NOT RUN: circuit simulation (needs ngspice)" in said
    assert cli.main(["--check", "--require-tools"]) == 1


def constants(module: str) -> dict[str, object]:
    """Read the literal constants of a module of the firmware without running it on a Pico."""
    (path,) = (generated_files.ROOT / "firmware" / "device").rglob(f"{module}.py")
    tree = ast.parse(path.read_text("utf-8"))
    found: dict[str, object] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            with contextlib.suppress(ValueError, NameError, TypeError):
                found[node.targets[0].id] = eval(ast.unparse(node.value), {"__builtins__": {}}, dict(found))
    return found


def test_the_firmware_keeps_the_caps_of_the_budget(table):
    """The budget counts on a brightness; these are the firmware's own numbers for it."""
    caps, dimming, marker = table.source["caps"], constants("brightness"), constants("round_marker")
    assert max(contrast for _, contrast in dimming["LEVELS"]) <= caps["supply"]["contrast"]
    assert dimming["WEAK_CONTRAST"] <= caps["usb"]["contrast"]
    most = re.search(
        r"_MOST_CONTRAST = const\((\w+)\)",
        (generated_files.ROOT / "firmware/device/outputs/seat_display.py").read_text("utf-8"),
    )
    assert int(most[1], 0) <= caps["supply"]["contrast"]
    glow = re.search(r"_MOST_GLOW = (\d+) \*", (generated_files.ROOT / "firmware/device/board.py").read_text("utf-8"))
    assert 100 * int(glow[1]) / (3 * 255) <= caps["usb"]["pixel_percent"]
    # At most: both ends of the wind's cell, of the other three while it signals, and the dealer's middle.
    together = 2 * sum(marker["WIND"]) + 6 * sum(marker["SIGNAL"]) + sum(marker["DEALER"])
    assert together <= int(glow[1]) * 12, "the board sends it"
    assert 100 * together / (12 * 3 * 255) <= caps["usb"]["pixel_percent"] <= caps["supply"]["pixel_percent"]


def test_the_self_test_all_white_is_fed_by_usb_alone(table):
    """Before the supply is known, four white displays and every lamp draw less than the computer's limiter gives."""
    text = (generated_files.ROOT / "firmware/device/outputs/seat_display.py").read_text("utf-8")
    first = int(re.search(r"_FIRST_CONTRAST = const\((\w+)\)", text)[1], 0)
    source = fresh()
    source["caps"]["usb"] = {"contrast": first, "lit_percent": 100, "pixel_percent": 0}
    white = power.budget(design.build(source), "usb", "capped")
    assert white.rails["V5"].milliamps < white.rails["V5"].limit
    assert white.rails["VBUS"].milliamps <= table.source["sources"]["VBUS"]["declared_ma"]
    assert 100 * first / table.source["caps"]["supply"]["contrast"] <= table.source["caps"]["supply"]["lit_percent"]


def test_usb_alone_reads_as_weak_and_the_weakest_supply_does_not(table):
    """The firmware's threshold lies between the lowest supply and what a leaking transistor leaves on USB."""
    weak = constants("brightness")["WEAK_MV"]
    lowest = power.budget(table, "supply", "capped").rails["V5_SOCKET"].volts[0]
    leaking = 1000 * 0.1e-3 * (table.parts["centre/R21"].ohms or 0)  # mV: 0.1 mA back through Q3 and U2
    assert leaking < weak < 1000 * lowest


def test_the_own_score_is_read_at_a_glance_and_the_others_with_comfort(table):
    """60 arc minutes at 50 cm for the own score, 20 for the other three."""
    own, others = (display_legibility.digit_height_mm(table, font) for font in ("font_big", "font_medium"))
    assert display_legibility.arc_minutes(own, 500) > display_legibility.FLOOR
    assert display_legibility.arc_minutes(others, 500) > display_legibility.COMFORTABLE
