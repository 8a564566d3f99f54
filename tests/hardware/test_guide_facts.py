"""What the guides say of wires, sizes, numbers and volts is worked out again from the description and must be there."""

from __future__ import annotations

import math
import re

import pytest

from hardware.fault_injection import fresh
from workshop import (
    assembly_files,
    board_layout_input,
    box_dimensions,
    box_rendering,
    breadboard,
    design,
    display_legibility,
    guide_reader,
    power,
    stl,
)
from workshop.checks import bus
from workshop.checks.ordered_goods import PICO_ROW, prints_per_table
from workshop.checks.part_placement import JACK_OVER
from workshop.design import HARDWARE

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


@pytest.fixture(scope="module")
def table():
    return design.load()


def page(name: str) -> str:
    """Return a page of the guides, or the README, with its line breaks as spaces."""
    text = (HARDWARE / "README.md").read_text("utf-8") if name == "README" else guide_reader.page(name)
    return " ".join(text.split())


def wire(table, cable: str, pin: str) -> str:
    """Return the wire of a cable that ends at a pin of what hangs on it."""
    ((near, _),) = [wire for one in table.cables if one.name == cable for wire in one.wires if wire[1] == pin]
    return near


def plug(table, cable: str) -> str:
    """Return the plug that a cable starts from."""
    return next(one.start.partition("/")[2] for one in table.cables if one.name == cable)


def chips(table, kind: str, board: str = "centre") -> list[str]:
    """Return the references of a kind on a board."""
    return [part.ref for part in table.parts_of_kinds(kind) if part.place == board]


def jack(table, net: str) -> list[str]:
    """Return the pins of East's jack on a net."""
    return [pin.partition(".")[2] for pin in table.nets[f"centre/{net}"] if pin.startswith("centre/J1.")]


def build_facts(table):
    """Yield what BUILD says of wires, plugs, pads and sizes."""
    size, stock = table.source["mechanics"], table.source["stock"]
    for print_ in box_rendering.PRINTS:
        yield f"| `boxes/{print_.replace(' ', '-')}.stl` | {prints_per_table(print_)} |"
    core = size["screw"]["core"]
    yield f"Clean the screw holes with a {core + 0.1:g} mm drill turned by hand: they are to stay {core + 0.2:g} mm"
    lamp, riichi = "EAST lamp", "EAST button"
    yield f"leg + (long) to wire {wire(table, lamp, 'A')}, - to wire {wire(table, lamp, 'K')} of a 2-way lead"
    yield f"{wire(table, riichi, '1')} and {wire(table, riichi, '2')} to the switch (normally open)"
    yield f"**{wire(table, riichi, 'A')} to the light's +, {wire(table, riichi, 'K')} to its -**"
    order = sorted(table.kinds["SSD1309"].pins, key=lambda pin: int(wire(table, "EAST display", pin)))
    yield f"the order printed beside {plug(table, 'EAST display')}: {' '.join(order)}, where the module says DIN"
    yield "DIN for SDA and CLK for SCL"
    fed = power.budget(table, "supply", "capped").rails["east/3V3"].volts[1]
    yield f"**The module is fed with {fed:g} V**, never 5 V"
    setup = re.search(r"DISPLAY_SETUP = \((.*?)\n\)", firmware_page("seat_box_driver"), re.DOTALL)[1]
    edge = {r'b"\xa1\xc8"': "upper", r'b"\xa0\xc0"': "lower"}[re.search(r'b"\\xa[01]\\xc[08]"', setup)[0]]
    yield f"Display behind its window, its pins at the {edge} edge"
    yield f"{table.source['bus']['module_ohms'] / 1000:g} kohm or more is fine"
    yield from firmware_files()
    pixels = {name: wire(table, "pixels", pin) for name, pin in (("5 V", "VDD"), ("DIN", "DIN"), ("ground", "GND"))}
    yield f"{', '.join(f'{number} {name}' for name, number in pixels.items())}, for {plug(table, 'pixels')}."
    yield f"**collector to wire {wire(table, 'light', 'C')}** of the lead for {plug(table, 'light')}"
    yield f"2-way leads for {plug(table, 'TABLE')} and {plug(table, 'UNDO')}"
    yield f"its lead for {plug(table, 'buzzer')}"
    yield f"straight on from them the back wall is {box_dimensions.distance_to_back_wall():.0f} mm away"
    button, lamp_plug, keys = (plug(table, f"EAST {name}") for name in ("button", "lamp", "keys"))
    display = plug(table, "EAST display")
    yield f"Plug {button} (RIICHI), {lamp_plug} (LAMP), {keys} (KEYS), and the display's lead on {display}"
    yield f"the jack stands {JACK_OVER['seat']:.1f} mm over the left edge"
    assert size["usb-c"]["over_edge"] == 0
    yield f"four jacks {JACK_OVER['centre']:.1f} mm over four edges, J5 level with the edge"
    holes = {name: int(size[f"{name}-key"]["hole"]) for name in ("table", "undo")}
    yield f"TABLE ({holes['table']} mm) and UNDO ({holes['undo']} mm)"
    count = table.parts["lid/LED1"].facts["count"]
    yield f"four pieces of {NUMBERS[count // 4]} pixels"
    limiters, arrays = chips(table, "LIMITER"), chips(table, "ESD")
    yield f"{limiters[0]}, {limiters[1]}-{limiters[-1]} (limiters) and {arrays[0]}-{arrays[-1]} (static) look alike"
    (pmos,), (pnp,) = chips(table, "PMOS"), chips(table, "PNP")
    yield f"{pmos} ({stock['pmos']['mpn']}) and {pnp} ({stock['pnp']['value']}) look like Q1"
    labels = {part.label: part.ref for part in table.parts_of_kinds("POINT") if part.place == "east"}
    yield (
        f"Ohms between {labels['V5']} and {labels['GND']} (V5 and GND), and between {labels['3V3']} and "
        f"{labels['GND']} (3V3 and GND)"
    )
    yield f"{code(10_000, 3)} or {code(10_000, 4)} is 10 kohm, {code(1_000, 3)} or {code(1_000, 4)} is 1 kohm"
    face, clip = (box_dimensions.model_figure("seat_box", name) for name in ("face_thick", "clip_thick"))
    yield f"stand out {size['key']['cap_top'] - face - size['panel']['thick'] + 0.2 - clip:.1f} mm"
    yield "Lower the board straight down"
    yield f"ring as printed, at the closed end of the lines ({under_the_pico(table)} lies under the Pico)"
    (plus,) = {pin.partition(".")[2] for pin in table.nets["centre/V_HOLD"] if pin.startswith("centre/C1.")}
    assert plus == "1", "KiCad's first pad is the square one"
    yield "C1, C2 with + in the square pad"
    (first,) = [pin for pin in table.nets["east/KEY_OK"] if pin.startswith("east/J6.")]
    yield f"wire {first.partition('.')[2]} (OK) in the square one"
    yield "**in the order E S W N, arrows running on**"
    yield f"An assembly house has done steps 1 to {by_machine(table, 'seat', '4. Seat board')} if you sent it"
    yield f"An assembly house has done steps 1 to {by_machine(table, 'centre', '7. Centre board')}. By hand"
    yield "U1, its dot at the mark of pin 1, the longer line."
    yield "**read the print**, the dot at the mark of pin 1, the longer line."
    ways = {
        name: len(table.parts[f"east/{plug(table, f'EAST {name}')}"].kind.pins) for name in ("keys", "button", "lamp")
    }
    yield f"are {NUMBERS[ways['keys']]} holes: solder the bare ends of a {ways['keys']}-way lead into them"
    yield f"Solder a {ways['button']}-way lead"
    yield f"of a {ways['lamp']}-way lead, heat-shrink both"
    yield f"A {len(table.kinds['PIXELS'].pins)}-way lead from the first pixel"
    yield f"the two {PICO_ROW}-way sockets for the Pico"
    yield f"From inside an M4 x {box_dimensions.model_figure('shelf', 'small_long'):g} into each of the two holes"
    yield "0.2 mm layers, 3 walls, 20 % infill, **no support**"
    (ohms,) = re.findall(r"V5 \(TP2\) and 3V3 \(TP3\) to GND \(TP1\) \| over (\d+) ohm", guide_reader.page("TEST"))
    yield f"(3V3 and GND): over {ohms} ohm each"


def by_machine(table, board: str, heading: str) -> int:
    """Return the last step that has small parts which no earlier one had, before the first with parts of legs."""
    parts = {part.ref: part for part in board_layout_input.parts_of(table, board) if not part.order.get("bare")}
    small = {part.ref for part in assembly_files.machine_placed_parts(table, board)}
    small |= {ref for ref, part in parts.items() if part.facts.get("option")}
    last, seen = 0, set()
    for number, words in sorted(guide_reader.steps(guide_reader.page("BUILD"), f"## {heading}").items()):
        named = set(guide_reader.named_part_refs(words)) & set(parts)
        if named - small:
            break
        if named - seen:
            last = number
        seen |= named
    return last


def firmware_page(name: str) -> str:
    """Return a module of the firmware as it is written."""
    (path,) = (HARDWARE.parent / "firmware" / "device").rglob(f"{name}.py")
    return path.read_text("utf-8")


def micropython() -> str:
    """Return the version of MicroPython that the tests run, as a page names it."""
    pinned = re.search(r"micropython-unix==(\d+\.\d+)\.", (HARDWARE.parent / "pyproject.toml").read_text("utf-8"))
    return pinned[1]


def firmware_files():
    """Yield which file of MicroPython a board gets, by which name it begins with."""
    yield f"for a Pico 2 `RPI_PICO2-....uf2`, {micropython()} or newer"
    yield f"for a Pico `RPI_PICO-....uf2` of {micropython()} alone ([why](ORDER.md#which-pico))"


def code(ohms: int, digits: int) -> str:
    """Return what is printed on a chip resistor: its first digits, then how many zeros follow."""
    text = str(ohms)
    return text[: digits - 1] + str(len(text) - digits + 1)


def under_the_pico(table) -> str:
    """Return the diode that the Pico covers."""
    where = board_layout_input.part_positions(table, "centre")
    x, y, _ = where["U1"]
    diodes = [part.ref for part in board_layout_input.parts_of(table, "centre") if part.kind.name == "DIODE"]
    (found,) = [ref for ref in diodes if 0 <= x - where[ref][0] <= 17.78 and 0 <= y - where[ref][1] <= 48.26]
    return found


def measure_facts(table):
    """Yield what TEST says that follows from the description and from the simulations."""
    told = (HARDWARE / "spice" / "results.md").read_text("utf-8")
    rise = [re.search(rf"rise time with a {lead} m lead \| (\d+) ns", told)[1] for lead in ("0.6", "2")]
    yield f"{rise[0]}, {rise[1]} ns; +0.2 V"
    panel, stock = table.source["mechanics"]["panel"], table.source["stock"]["panel"]
    (wide, high), (lit_wide, lit_high) = panel["module"], panel["active"]
    sides, ends = (wide - lit_wide) / 2, (high - lit_high) / 2
    yield f"| {sides:.1f}, {sides:.1f}, {ends:.1f}, {ends:.1f} |"
    typical = table.source["caps"]["typical"]
    play = stock["idle_ma"] + stock["lit_ma"] * typical["contrast"] / 255 * typical["lit_percent"] / 100
    yield f"{typical['lit_percent']} % lit, contrast {typical['contrast']}; 100 % lit, contrast 255"
    yield f"| {play:.0f} mA; {stock['idle_ma'] + stock['lit_ma']} mA; - |"
    last = [part.ref for part in table.parts_of_kinds("POINT") if part.place == "centre"][-1]
    yield f"under TP1 to {last}, and a Pico"
    yield "a bench supply set to **5.0 V and 0.3 A**"
    vsys, sense = (table.kinds["PICO"].pins[name].numbers[0] for name in ("VSYS", "GP26"))
    yield f"VSYS (TP5) and V5_SENSE (TP7) lie under the Pico: from here on meet them at its pins {vsys} and {sense}."
    yield f"supply out, USB stays: V5 (TP4); V5_SENSE at the Pico's pin {sense} |"
    yield "| 10 | V5_SAFE (TP3) | within 0.05 V of step 9: Q3 lets it in |"
    yield "| 11 | V5 (TP4) | within 0.05 V of step 10 |"
    yield "then falls under 1 V; back to 5.0 V and it returns"
    wires = len(next(cable for cable in table.cables if cable.kind == "patch").wires)
    yield f"pin n to pin n, no neighbour | {wires} of {wires} |"
    metres = table.source["cable_kinds"]["patch"]["metres"]
    yield f"rise time and undershoot on a scope, lead of 0.6 and {metres:g} m"


def order_facts(table):
    """Yield what ORDER says to look for: the numbers of the parts, as they are in the list."""
    stock, size = table.source["stock"], table.source["mechanics"]
    module = " x ".join(f"{side:g}" for side in size["panel"]["module"])
    pins = [{"SDA": "DIN", "SCL": "CLK"}.get(pin, pin) for pin in table.kinds["SSD1309"].pins]
    yield f"seven pins {' '.join(pins)}, {module} mm"
    yield f"2. **{stock['expander']['mpn']}**."
    yield f"3. **{stock['shifter']['mpn'].removesuffix('DBVR')}**."
    yield f"4. **{stock['limiter']['mpn']}**: not TPS2552"
    yield f"5. **{stock['fuse']['mpn'].removesuffix('-2')}**: the /16"
    esd, tvs, zener = (stock[name]["mpn"] for name in ("esd", "tvs", "zener"))
    yield f"7. **{esd}**, four lines; **{tvs}**, not CA; **{zener}**, B and not C."
    yield f'| {stock["panel"]["name"].split()[0]}", **SSD1309**, seven pins'
    displays = len(table.parts_of_kinds("SSD1309"))
    prints = [stl.measure(box_rendering.BOXES / box_rendering.file_name(name)) for name in box_rendering.PRINTS]
    sides = [sorted((made.high[axis] - made.low[axis] for axis in (0, 1)), reverse=True) for made in prints]
    bed = [max(side) for side in zip(*sides, strict=True)]
    yield f"a 3D printer that takes {10 * math.ceil(bed[0] / 10):g} x {10 * math.ceil(bed[1] / 10):g} mm"
    yield f"do not understand the Pico's {fed_by_pico(table):g} V."
    yield f"| 1 | {displays} displays ({displays + 1} with a spare) |"
    keys = [int(size[f"{key}-key"]["hole"]) for key in ("table", "undo")]
    yield f"four keyswitches of the MX kind, four LEDs of 3 mm, {keys[0]} mm and {keys[1]} mm button"
    patch = table.source["cable_kinds"]["patch"]
    leads = sum(cable.kind == "patch" for cable in table.cables)
    yield f"{NUMBERS[leads]} straight Cat5e leads {patch['metres']:g} m"
    yield f"{patch['gauge']} AWG or thicker"
    yield f"{table.source['sources']['V5_SOCKET']['volts'][1]:g} V supply"


def fed_by_pico(table) -> float:
    """Return the volts that the Pico makes."""
    (volts,) = [feed["volts"] for feed in table.source["feeds"] if feed["to"] == "3V3"]
    return volts


def readme_facts(table):
    """Yield what the README says of the lead, the buttons, the bus and the power."""
    stock, source = table.source["stock"], table.source
    assert (jack(table, "EAST_SDA_LINE"), jack(table, "EAST_SCL_LINE")) == (["1"], ["3"])
    assert (jack(table, "EAST_INT_LINE"), jack(table, "GND")) == (["6"], ["2", "7", "8"])
    fives = " and ".join(jack(table, "EAST_5V"))
    yield f"Pins 1 and 2 data and ground, 3 and 6 clock and interrupt, {fives} both 5 V, 7 and 8 both ground"
    key, series = table.parts["east/C1"].order["value"], table.parts["east/R12"].order["value"]
    yield f"{key.removesuffix('n')} nF at the button, {series.removesuffix('k')} kohm to the chip"
    yield f"the displays to a contrast of {source['caps']['usb']['contrast']}"
    yield f"the pixels of the marker to {source['caps']['usb']['pixel_percent']} % of full white on average"
    yield f"has told the computer, {source['sources']['VBUS']['declared_ma']} mA"
    yield f"rise time = {bus.LN_RISE} x pull-up x capacitance"
    yield f"{display_legibility.FLOOR}' is what we ask of the own score at 50 cm"
    yield f"The face leans {source['mechanics']['tilt_degrees']} degrees"
    yield f"{breadboard.load()['strap']} is open in a table and at ground on a [breadboard]"
    longer = {**source["cable_kinds"]["patch"], "metres": 3.0}
    slow = design.build({**source, "cable_kinds": {**source["cable_kinds"], "patch": longer}})
    assert bus.add_up_line(slow, "EAST_SDA").rise_ns > source["bus"]["rise_ns"]
    yield f"Leads of up to {source['cable_kinds']['patch']['metres']:g} m work; 3 m are too slow"
    yield f"stays dark and whole up to {source['sources']['V5_SOCKET']['survives']} V"
    pull_up, metres = stock["r-1k8"]["value"].replace("k", "."), source["cable_kinds"]["patch"]["metres"]
    yield f"with {pull_up} kohm and a lead of {metres:g} m"
    rise = 0.8473e-3 * (table.parts["east/R17"].ohms or 0) * bus.add_up_line(table, "EAST_SDA").picofarads
    yield f"a lead of {metres:g} m it is about {round(rise, -1):.0f} ns"
    yield f"{stock['lamp']['forward_volts']} V - 0.1 V) / {stock['r-330']['value']} ohm"
    assert stock["lamp"]["forward_volts"] == stock["riichi-key"]["forward_volts"]
    pixel, panel = stock["pixels"]["pixel_ma"], stock["panel"]
    yield f"pixel = {pixel['idle']} mA + {pixel['full']} mA x brightness"
    yield f"display = {panel['idle_ma']} mA + {panel['lit_ma']} mA x contrast / 255"
    labels = [table.parts[f"east/{ref}"].label for ref in ("S2", "S3", "S4", "S5")]
    yield f"a large RIICHI button with light, riichi lamp, {', '.join(labels)}"
    yield f"from about {volts_of_refusal(table):.0f} V on D2 conducts"


def volts_of_refusal(table) -> float:
    """Return the supply at which D2 and the base of Q4 conduct."""
    low, high = table.source["stock"]["zener"]["breaks_at"]
    return (low + high) / 2 + 0.6


FACTS = {"BUILD": build_facts, "TEST": measure_facts, "ORDER": order_facts, "README": readme_facts}


@pytest.mark.parametrize("name", FACTS)
def test_a_guide_says_what_the_description_says(table, name):
    """Every sentence that follows from the description stands on the page, with today's wires and numbers."""
    text = page(name)
    assert [fact for fact in FACTS[name](table) if fact not in text] == []


SPOILED = {
    "two wires of the lamp exchanged": ("BUILD", lambda s: s["cables"]["EAST lamp"].update(wires={1: "K", 2: "A"})),
    "the light sensor the other way round": ("BUILD", lambda s: s["cables"]["light"].update(wires={1: "E", 2: "C"})),
    "two plugs exchanged": ("BUILD", lambda s: s["cables"]["TABLE"].update({"from": "centre/J8"})),
    "a module with pull-ups of 470 ohm": ("BUILD", lambda s: s["bus"].update(module_ohms=470)),
    "a marker of sixteen pixels": ("BUILD", lambda s: s["boards"]["lid"]["parts"]["LED1"].update(count=16)),
    "a thicker screw": ("BUILD", lambda s: s["mechanics"]["screw"].update(core=3.2)),
    "a larger display": ("TEST", lambda s: s["mechanics"]["panel"].update(module=[71.5, 39.5])),
    "a hungrier display": ("TEST", lambda s: s["stock"]["panel"].update(lit_ma=294)),
    "another fuse": ("ORDER", lambda s: s["stock"]["fuse"].update(mpn="MF-MSMF110-2")),
    "thinner leads": ("ORDER", lambda s: s["cable_kinds"]["patch"].update(gauge=28)),
    "another lamp's resistor": ("README", lambda s: s["stock"]["r-330"].update(value=220)),
    "a darker display on USB": ("README", lambda s: s["caps"]["usb"].update(contrast=40)),
    "a zener of nine volts": ("README", lambda s: s["stock"]["zener"].update(breaks_at=[8.9, 9.3])),
}


@pytest.mark.parametrize("change", SPOILED)
def test_a_page_that_was_not_changed_with_the_description_is_noticed(change):
    """What is changed in the description alone leaves a sentence in a guide that is no longer true."""
    name, spoil = SPOILED[change]
    source = fresh()
    spoil(source)
    text = page(name)
    assert [fact for fact in FACTS[name](design.build(source)) if fact not in text] != []


def test_the_drawing_of_which_way_round_agrees_with_the_boards(table):
    """The Pico's USB end lies beside J5, an electrolytic's stripe is its minus, a diode's ring its cathode."""
    drawing = (guide_reader.GUIDES / "polarity.svg").read_text("utf-8")
    where = board_layout_input.part_positions(table, "centre")
    usb_end = (where["U1"][0] - 8.9, where["U1"][1])
    near = min(
        (ref for ref in where if ref.startswith("J")),
        key=lambda ref: abs(where[ref][0] - usb_end[0]) + abs(where[ref][1] - usb_end[1]),
    )
    assert f"PICO USB END, beside {near}" in drawing
    assert "stripe is -" in drawing
    assert "long leg + in the square pad" in drawing
    assert "closed end of the print" in drawing
    assert "long leg: + of the LED, flat side -;" in drawing
    assert "dot is pin 1" in drawing
    assert "turned round it is dead" in drawing


def test_the_breadboard_asks_for_the_same_micropython():
    """Both pages for a new Pico name the version that the tests run."""
    assert [words for words in firmware_files() if words not in page("BREADBOARD")] == []
    order = page("ORDER")
    assert f"| {micropython()} or newer: `RPI_PICO2-....uf2` |" in order
    assert f"| **{micropython()} alone**: `RPI_PICO-....uf2` |" in order


def test_the_repair_page_tells_a_dead_lead_from_a_dead_seat(table):
    """No 5 V at the centre's point: what lies before it, on the centre board; 5 V there: what lies behind the lead."""
    asked = r"5 V at the centre's test point of that seat\? No: (.*?)\. Yes: (.*?) \|"
    before, behind = re.search(asked, page("REPAIR")).groups()
    assert {f"centre/{ref}" for ref in guide_reader.named_part_refs(before)} == {
        part.name for part in table.parts_of_kinds("LIMITER") if table.at(f"{part.name}.OUT").name.endswith("_5V")
    }
    assert behind == f"{chips(table, 'REGULATOR', 'east')[0]} of the seat"


def test_only_twelve_volts_feed_horn_and_beacon_and_a_supply_up_to_what_the_board_survives():
    """REFEREE and SAFETY agree with each other, FRY and SAFETY with the description."""
    survives = design.load().source["sources"]["V5_SOCKET"]["survives"]
    assert f"A supply of up to {survives} V makes the table dark" in page("SAFETY")
    assert "The horn, beacon and relay** run from 12 V of a listed supply with a 1 A fuse" in page("SAFETY")
    assert "**12 V only**, from a listed supply" in page("REFEREE")
    assert f"up to {survives} V for as long as you like" in page("FRY")
