"""The figures of TEST, FRY, REPAIR and the pages beside them, worked out again: what a meter shows, what is borne."""

from __future__ import annotations

import math
import re

import pytest

from workshop import board_layout_input, box_dimensions, box_rendering, design, guide_reader, power, stl
from workshop.design import HARDWARE
from workshop.firmware_export import SEATS

HOST = HARDWARE.parent / "host" / "tenbo"
# A Raspberry Pi's header: where 5 V and ground are.
PI_5V, PI_GROUND = {2, 4}, {6, 9, 14, 20, 25, 30, 34, 39}


@pytest.fixture(scope="module")
def table():
    return design.load()


def page(name: str) -> str:
    """Return a page with its line breaks as spaces."""
    return " ".join(guide_reader.page(name).split())


def wanted(number: int) -> list[float]:
    """Return the numbers that a row of TEST asks for."""
    (row,) = [row for row in guide_reader.measurement_rows(guide_reader.page("TEST")) if row.number == number]
    return [float(found) for found in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", row.wanted)]


def span(page_words: str, start: str) -> tuple[float, float]:
    """Return `2.4 to 2.65` behind some words."""
    found = re.search(re.escape(start) + r"\D*?([\d.]+) to ([\d.]+)", page_words)
    return float(found[1]), float(found[2])


def ohms(table, ref: str) -> float:
    """Return a resistor of the centre board."""
    return table.parts[f"centre/{ref}"].ohms


def measured(words: str) -> float:
    """Return what a simulation measured."""
    results = (HARDWARE / "spice" / "results.md").read_text("utf-8")
    return float(re.search(rf"\| {re.escape(words)} \| (-?[\d.]+) ", results)[1])


def around(low: float, right: float, high: float, most: float) -> None:
    """See that a span holds the right figure and little more: no more than so many times from end to end."""
    assert low < right < high, (low, right, high)
    assert high / low <= most, (low, high)


def test_the_ohms_of_the_first_step_are_those_of_the_board(table):
    """The bleeder beside the divider and the base resistors of Q2 and Q4."""
    others = ((ohms(table, "R20") + ohms(table, "R19")), ohms(table, "R40") + ohms(table, "R41"))
    kohm = 1 / (1 / ohms(table, "R21") + sum(1 / other for other in others)) / 1000
    low, high = wanted(1)[:2]
    around(low, kohm, high, 2)


def test_the_volts_of_the_test_page_are_what_the_parts_make(table):
    """3.3 V of the Pico and of a seat, half the supply at the divider, and where D2 begins to shut Q3."""
    pico = {feed["to"]: feed["volts"] for feed in table.source["feeds"] if "volts" in feed}
    around(wanted(15)[0], pico["3V3"], wanted(15)[1], 1.1)
    around(wanted(23)[0], pico["east/3V3"], wanted(23)[1], 1.05)
    around(wanted(24)[0], pico["east/3V3"], wanted(24)[1], 1.1)
    assert ohms(table, "R19") == ohms(table, "R20")
    assert "| half of step 9," in guide_reader.page("TEST")
    low, high = span(page("TEST"), "TP3 follows to")
    breaks = table.source["stock"]["zener"]["breaks_at"]
    assert table.source["sources"]["V5_SOCKET"]["volts"][2] < low < breaks[0] + 0.6
    assert breaks[1] + 0.5 < high < table.kinds["LIMITER"].facts["volts"]["IN"][1]
    least, _, most = table.source["sources"]["V5_SOCKET"]["volts"]
    low, high = span(page("REPAIR"), "lies under it) must be")
    assert least / 2 * 0.97 < low < least / 2 < most / 2 < high < most / 2 * 1.03
    assert f"V5_IN (TP2): {least} to {most} V?" in page("REPAIR")
    assert f"V5_IN (TP2) under load: {least} V or more?" in page("REPAIR")
    begins, _ = span(page("TEST"), "TP3 follows to")
    assert f"more than {begins:g} V at TP2: the supply is wrong" in page("REPAIR")
    assert f"SEAT_PWR_EN (TP9): over {wanted(18)[0]:g} V?" in page("REPAIR")


def test_the_currents_of_the_test_page_are_those_of_the_budget(table):
    """A Pico alone; a computer beside the supply; a computer alone, which its limiter holds."""
    draws = table.source["stock"]["pico"]["draw_ma"]
    assert draws["capped"] < wanted(19)[0] <= 2 * draws["capped"]
    beside = power.budget(table, "both", "capped").rails["VBUS"].milliamps
    assert beside < wanted(20)[0] <= 1.5 * beside
    (amperes,) = [number for number in wanted(35) if number < 1]
    assert 1000 * amperes == table.source["sources"]["VBUS"]["declared_ma"]
    assert power.budget(table, "usb", "capped").rails["VBUS"].milliamps < 1000 * amperes


def test_the_wire_of_the_short_joins_a_seats_supply_and_ground(table):
    """Step 36 joins two points on the front of the board, where a wire reaches them: 5 V of a seat, and ground."""
    joined = re.search(r"join \w+ \((TP\d+)\) to \w+ \((TP\d+)\)", guide_reader.page("TEST")).groups()
    nets = board_layout_input.pad_nets(table, "centre")
    assert {nets[f"{point}.1"] for point in joined} == {"EAST_5V", "GND"}
    assert not set(joined) & set(table.source["layout"]["centre"].get("back", ()))


def test_the_supply_is_raised_no_further_than_its_fuse_and_the_table_bear(table):
    """Step 14 goes beyond the voltage that shuts Q3, and stays below what the fuse and all behind it survive."""
    raised = float(re.search(r"raise it slowly to ([\d.]+) V", page("TEST"))[1])
    _, shut = span(page("TEST"), "TP3 follows to")
    survives = table.source["sources"]["V5_SOCKET"]["survives"]
    assert shut < raised < min(survives, table.source["stock"]["fuse"]["volts"])


def test_the_first_current_is_that_of_a_board_without_its_pico(table):
    """Step 8: the bleeder and the divider alone, before anything that plays is in."""
    resting = 1000 * table.source["sources"]["V5_SOCKET"]["volts"][2] / ohms(table, "R21")
    assert resting < wanted(8)[0] <= 5 * resting


def test_a_seat_that_is_plugged_in_draws_what_the_budget_says(table):
    """Step 22: no less than a seat at its brightest, which is not yet lit, and not so much that a fault passes."""
    seat = power.budget(table, "supply", "capped").rails["EAST_5V"].milliamps
    assert seat < 1000 * wanted(22)[0] <= 1.5 * seat


def test_the_keyswitch_that_is_asked_for_is_the_one_that_the_box_is_made_for(table):
    """ORDER's millimetres over and under the plate are the model's, which leave room over the floor."""
    size, order = table.source["mechanics"]["riichi-key"], page("ORDER")
    assert f"{size['over']:g} mm over its plate and {size['under']:g} mm under it" in order
    low, sunk, wall = (box_dimensions.model_figure("seat_box", name) for name in ("low", "sunk", "wall"))
    tilt = math.radians(table.source["mechanics"]["tilt_degrees"])
    _, up = box_dimensions.model_position("riichi_at")
    end = low + (up - 6) * math.sin(tilt) - (sunk + size["under"]) * math.cos(tilt)
    assert end > wall + 1


def test_both_pages_ask_for_the_same_drill():
    """ORDER has the tool for what BUILD cleans with it."""
    drills = [re.search(r"([\d.]+) mm drill", page(name))[1] for name in ("ORDER", "BUILD")]
    assert drills[0] == drills[1]


def test_what_can_be_fried_says_what_the_simulations_measured(table):
    """Milliamperes into pins, milliseconds, volts that are borne, and the parts that see to it."""
    fry = page("FRY")
    series, interrupt = ohms(table, "R1"), ohms(table, "R33")
    into_the_pico = measured("5 V on a data line: what the Pico's pin has to take")
    assert f"{series:g} ohm ({interrupt / 1000:g} kohm for the interrupt): {into_the_pico:.0f} mA into" in fry
    charge = math.ceil(measured("until the 5 V rail stands on USB"))
    assert f"U10 charges the rest within {charge} ms" in fry
    at_a_key = measured("8 kV on a key: what the chip's pin has to take")
    key, line = table.parts["east/C1"].order["value"], table.parts["east/R12"].ohms
    assert f"{key.removesuffix('n')} nF and {line / 1000:g} kohm: {at_a_key:.0f} mA into the chip at 8 kV" in fry
    assert f"{table.source['stock']['fuse']['volts']} V is F1's limit" in fry
    assert f"{str(table.parts['centre/C2'].order['value']).removesuffix('u')} uF on the rail" in fry
    assert "| **Pico turned round** | **the Pico is dead** |" in fry
    assert "Turned round it is dead." in page("BUILD")


# A row of REPAIR by its beginning, and the nets of which the parts in its other columns are.
ROWS = {
    "one display dark": "DISPLAY_RESET",
    "one seat dark": "EAST_5V SOUTH_5V WEST_5V NORTH_5V V5 3V3",
    "all seats dark": "SEAT_PWR_EN V5 V5_LIMIT",
    "one button dead": "KEY_OK",
    "riichi lamp dark": "LAMP_HIGH LAMP_LOW LAMP_BASE",
    "marker dark": "PIXELS PIXELS_5V PIXELS_OUT",
    '"weak supply"': "V5_SENSE V5_SOCKET",
    "all dark with": "V5_IN V5_SAFE GATE TOO_HIGH",
    "restarts by itself": "V5_IN RUN",
    "dark on USB": "V5 VBUS USB_LIMIT USB_EN",
    "all dead": "V5_IN V5_SOCKET",
}


@pytest.mark.parametrize("start", ROWS)
def test_what_the_repair_page_tells_to_look_at_is_on_the_way(table, start):
    """Each part that a row names lies on a net that can be at fault for what is seen."""
    (row,) = [line for line in guide_reader.page("REPAIR").splitlines() if line.startswith(f"| {start}")]
    nets = ROWS[start].split()
    near = {
        pin.partition("/")[2].partition(".")[0]
        for net, pins in table.nets.items()
        if net.partition("/")[2] in nets
        for pin in pins
    }
    assert set(guide_reader.named_part_refs(row)) <= near


def test_the_reset_of_the_display_is_the_wire_that_repair_names(table):
    """`RES (wire 7)`: the wire of the display's lead that ends there."""
    (number,) = [
        near for cable in table.cables if cable.name == "EAST display" for near, far in cable.wires if far == "RES"
    ]
    assert f"RES (wire {number})" in page("REPAIR")


def test_the_pages_about_supplies_and_places_agree_with_the_description(table):
    """Volts, amperes and watts of a supply; the lean of a face, the holes of a floor, the length of a lead."""
    usual = table.source["sources"]["V5_SOCKET"]["volts"][1]
    amperes = re.search(rf"\*\*The supply\.\*\* {usual:.0f} V, USB-C, ([\d.]+) A or more", page("SAFETY"))
    _, _, most = power.limiter_currents(table, table.parts["centre/U2"])
    assert float(amperes[1]) > most / 1000
    assert f"limited to {most / 1000 * usual:.0f} W behind U2" in page("RULES")
    mounting = page("MOUNTING")
    assert f"The face leans {table.source['mechanics']['tilt_degrees']} degrees" in mounting
    metres = table.source["cable_kinds"]["patch"]["metres"]
    assert f"({metres:g} m at most)" in mounting
    assert f"Leads of {metres:g} m fit every table" in mounting
    model = (box_rendering.BOXES / "seat_box.scad").read_text("utf-8")
    across = re.search(r"for \(x = holes_x, y = hole_y\) .*\n.*cylinder\(d = ([\d.]+), h = wall", model)
    assert f"Four {int(float(across[1]))} mm holes in the floor" in mounting
    readme = " ".join((HARDWARE / "README.md").read_text("utf-8").split())
    assert f"a USB port never gives more than {table.source['sources']['VBUS']['limit_ma']} mA" in readme


@pytest.mark.thorough("drawings and simulated circuits for seconds")
def test_the_printer_that_is_asked_for_takes_every_print():
    """ORDER names a bed: the largest print fits on it, one way or the other."""
    bed = [float(side) for side in re.search(r"printer that takes (\d+) x (\d+) mm", page("ORDER")).groups()]
    for name in box_rendering.PRINTS:
        solid = stl.measure(box_rendering.BOXES / box_rendering.file_name(name))
        sides = sorted(b - a for a, b in zip(solid.low[:2], solid.high[:2], strict=True))
        assert all(side <= room for side, room in zip(sides, sorted(bed), strict=True)), name


def test_the_prices_are_of_the_month_that_the_description_names():
    """The list and the page that explains it say the same month."""
    source = (HARDWARE / "device.yaml").read_text("utf-8")
    month = re.search(r"asked of nobody in (\w+ \d{4})", source)[1]
    assert f"**Prices are estimates of {month}" in page("ORDER")
    assert "SSD1309, not SSD1306" in page("ORDER")


def test_the_referees_panel_is_fed_and_switched_as_its_program_expects():
    """Grounds and 5 V of the header, outputs that are high when something sounds, decibels by distance."""
    text = page("REFEREE")
    grounds = [int(pin) for pin in re.findall(r"ground \(pin (\d+)\)", text)]
    assert len(grounds) == 2
    assert set(grounds) <= PI_GROUND
    assert {int(pin) for pin in re.findall(r"5 V \(pin (\d+)\)", text)} <= PI_5V
    assert "**high = on**" in text
    assert "**active high**" in text
    assert "active_high=False" not in (HOST / "integrations" / "referee_panel" / "panel_hardware.py").read_text("utf-8")
    assert f"100 dB at 1 m is {100 - 20 * math.log10(20):.0f} dB at 20 m" in text
    assert f"80 dB at 10 cm, is {80 - 20 * math.log10(6):.0f} dB at 60 cm" in text


def test_the_lids_letters_the_jacks_and_the_guide_go_round_in_turn_order(table):
    """East in front, South at East's right, then West and North: lid, board, BUILD and the firmware's seats."""
    model = (box_rendering.BOXES / "centre_box.scad").read_text("utf-8")
    winds = re.findall(r'\["([ESWN])", (\d+)\]', re.search(r"winds = \[(.*)\];", model)[1])
    assert [(letter, int(turn)) for letter, turn in winds] == [
        (seat[0].upper(), 90 * number) for number, seat in enumerate(SEATS)
    ]
    where = board_layout_input.part_positions(table, "centre")
    wide, high = (side * board_layout_input.STEP for side in table.source["layout"]["centre"]["size"])
    for number, seat in enumerate(SEATS):
        (jack,) = [p.ref for p in table.parts_of_kinds("JACK") if p.place == "centre" and p.label == seat.upper()]
        x, y, _ = where[jack]
        turn = math.degrees(math.atan2(x - wide / 2, y - high / 2))
        assert abs((turn - 90 * number + 180) % 360 - 180) < 40, (jack, turn)
    assert "East, at East's right South, then West, North" in page("BUILD")


def test_the_boxes_words_stand_at_what_they_name(table):
    """The keys' words in the order of the keys, TABLE and UNDO at their buttons, and what the jacks are not."""
    seat, centre = ((box_rendering.BOXES / f"{box}_box.scad").read_text("utf-8") for box in ("seat", "centre"))
    places = board_layout_input.part_positions(table, "keys")
    row = sorted((ref for ref in places if ref.startswith("S")), key=lambda ref: places[ref][0])
    labels = [table.parts[f"east/{ref}"].label for ref in row]
    assert re.search(r"text\(\[(.*?)\]\[i\]", seat)[1].replace('"', "").split(", ") == labels
    assert re.search(r"riichi_at\[0\], riichi_at\[1\] - 18\.6\]\)\s+text\(\"RIICHI\"", seat)
    assert 'text("NOT ETHERNET"' in seat
    assert '["NOT", 11.5], ["ETHERNET", 4.5]' in centre
    assert re.search(r'translate\(\[undo\[0\][^\n]*text\("UNDO"', centre)
    assert re.search(r'translate\(\[centre\[0\], centre\[1\] \+ 18\]\) text\("TABLE"', centre)
    assert re.search(r'translate\(\[supply_x,[^\n]*text\("5 V"', centre)
    assert re.search(r'translate\(\[usb_x \+ 6\.5,[^\n]*text\("USB"', centre)
    assert "keys_at[0] - 1.5 * key_pitch - key_cap / 2 - 3.2" in seat, "the dimple lies beside OK"


def test_how_loud_a_siren_is_follows_from_the_distance():
    """Ten times as far is 20 dB less."""
    near, far, metres = re.search(r"(\d+) dB at 1 m is (\d+) dB at (\d+) m", page("REFEREE")).groups()
    assert int(far) == round(int(near) - 20 * math.log10(int(metres)))
