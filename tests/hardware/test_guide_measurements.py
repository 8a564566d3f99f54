"""What TEST and BUILD tell a meter to show, its tools and its screws, worked out again from the description."""

from __future__ import annotations

import re

import pytest

from workshop import box_dimensions, box_rendering, design, guide_reader, meter_pictures, power, table_geometry
from workshop.checks.ordered_goods import INSTEAD, prints_per_table
from workshop.design import HARDWARE

# Less is a bridge of solder, more an honest part: a threshold between them tells one from the other.
SHORT_OHMS, LEAST_PART_OHMS = 300, 1000
OHMS = re.compile(r"over ([\d.]+) (k?)ohm")


@pytest.fixture(scope="module")
def table():
    return design.load()


def page(name: str) -> str:
    """Return a page with its line breaks as spaces."""
    return " ".join(guide_reader.page(name).split())


def row(number: int) -> str:
    """Return what a row of TEST asks for."""
    (found,) = [row.wanted for row in guide_reader.measurement_rows(guide_reader.page("TEST")) if row.number == number]
    return found


def number_in(words: str, pattern: str) -> float:
    """Return the number that a pattern finds."""
    found = re.search(pattern, words)
    assert found, (words, pattern)
    return float(found[1])


def named(table, start: str) -> dict:
    """Return a line of the list by how its name begins."""
    return next(entry for entry in table.source["extras"] if entry["name"].startswith(start))


@pytest.mark.parametrize("name", ["TEST", "BUILD", "BREADBOARD"])
def test_a_short_is_told_from_an_honest_part(name):
    """Every `over so many ohm` of a page lies between what solder makes and the least part that is there."""
    found = [float(number) * (1000 if kilo else 1) for number, kilo in OHMS.findall(page(name))]
    assert found
    assert all(SHORT_OHMS <= ohms <= LEAST_PART_OHMS for ohms in found), found


def test_the_ohms_are_asked_of_what_could_be_shorted():
    """Rows 2 to 4, 6 and 7 each have a threshold."""
    assert all(OHMS.search(row(number)) for number in (2, 3, 4, 6, 7))


def test_what_lies_in_the_way_drops_no_more_than_the_rows_allow(table):
    """Steps 10, 11 and 17: fuse, transistor and limiters at the current of step 8, of which a tenth is not enough."""
    amperes = number_in(row(8), r"under (\d+) mA") / 1000
    stock = table.source["stock"]
    drops = [sum(stock[name]["drop"][0] + stock[name]["drop"][1] * amperes for name in names) for names in DROPS]
    for number, drop in zip((10, 11, 17), drops, strict=True):
        allowed = number_in(row(number), r"within ([\d.]+) V")
        assert drop < allowed <= 0.1, (number, drop, allowed)
    assert 1 < number_in(row(12), r"\+-(\d+) %") < 5


DROPS = (("pmos",), ("limiter",), ("limiter",))


def test_what_is_off_shows_no_more_than_leaks_and_what_is_on_is_over_the_reset(table):
    """Steps 13 and 21 ask for less than a tenth of the supply, 16 and 18 for more than what holds the Pico in reset."""
    usual = table.source["sources"]["V5_SOCKET"]["volts"][1]
    assert 0 < number_in(row(13), r"under ([\d.]+) V") < usual / 10
    assert 0 < number_in(row(21), r"under ([\d.]+) V") < usual / 10
    trips = max(table.source["stock"]["supervisor"]["trips_at"])
    pico = next(feed["volts"] for feed in table.source["feeds"] if feed["to"] == "3V3")
    for number in (16, 18):
        assert trips <= number_in(row(number), r"over ([\d.]+) V") < pico


def test_a_computer_alone_makes_the_volts_that_step_21_asks_for(table):
    """From what the weakest port leaves at the rail to the most that a port may give."""
    low, high = (float(number) for number in re.search(r"([\d.]+) to ([\d.]+) V;", row(21)).groups())
    rail = power.budget(table, "usb", "capped").rails["V5"].volts
    assert low < min(rail) < low + 0.5
    assert max(rail) - 0.2 < high <= table.source["sources"]["VBUS"]["volts"][2]


def test_the_resistor_of_the_first_power_makes_a_short_harmless_and_bears_it(table):
    """At the current of the bench supply it takes what the page says; a short leaves it cooler than it is rated."""
    first = re.search(r"the ([\d.]+) ohm ([\d.]+) W resistor \(at ([\d.]+) A it takes ([\d.]+) V", page("TEST"))
    ohms, watts, amperes, volts = map(float, first.groups())
    assert ohms * amperes == pytest.approx(volts)
    assert amperes == number_in(page("TEST"), r"5\.0 V and ([\d.]+) A")
    most = table.source["sources"]["V5_SOCKET"]["volts"][2]
    assert most**2 / ohms <= 0.6 * watts
    assert most / ohms < table.source["stock"]["fuse"]["limit_ma"] / 1000
    assert f"the {ohms:g} ohm {watts:g} W resistor of the list" in page("ORDER")
    assert named(table, "resistor 10 ohm")["name"].startswith(f"resistor {ohms:g} ohm {watts:g} W")


def dark_milliamps(table, *, pico: bool) -> float:
    """Return what the centre board takes from its socket with nothing plugged into J6 to J10 and no seat."""
    typical = [load for load in power.loads(table, "supply", "typical") if load.rail in {"V5", "V5_SAFE"}]
    chips = sum(load.milliamps for load in typical if "limiter" in load.what or "buffer" in load.what)
    volts = table.source["sources"]["V5_SOCKET"]["volts"][2]
    ohms = {ref: table.parts[f"centre/{ref}"].ohms for ref in ("R19", "R20", "R21", "R40")}
    resistors = 1000 * volts * (1 / ohms["R21"] + 1 / ohms["R40"] + 1 / (ohms["R19"] + ohms["R20"]))
    return chips + resistors + pico * table.source["stock"]["pico"]["draw_ma"]["capped"]


def test_the_first_currents_are_those_of_a_board_without_its_marker(table):
    """Dark pixels alone take more than step 8 allows: J6 to J10 wait until the seats come, in BUILD too."""
    pixels = table.parts["lid/LED1"].facts["count"] * table.source["stock"]["pixels"]["pixel_ma"]["idle"]
    allowed = number_in(row(8), r"under (\d+) mA")
    assert dark_milliamps(table, pico=False) < 0.8 * allowed < pixels
    assert dark_milliamps(table, pico=True) < 0.8 * number_in(row(19), r"under (\d+) mA")
    assert "**J6 to J10 stay unplugged until step 22**" in page("TEST")
    assert "Plug in J6 to J10" in page("TEST").partition("## Seats, one by one")[2].partition("| 22 |")[0]
    assert "J6 to J10 wait, as the Pico does, until [TEST](TEST.md) says so" in page("BUILD")
    drawn = meter_pictures.pictures(table)
    rows = guide_reader.measurement_rows(guide_reader.page("TEST"))
    told = {row.number for row in rows if meter_pictures.INSIDE_OUT in drawn.get(f"test-{row.number}.svg", "")}
    assert set(range(8, 20)) <= told
    assert max(told) < 22


def test_every_step_that_counts_at_a_usb_lead_has_a_meter_and_every_bare_end_a_lead(table):
    """The meter is a tool of the list, and so is the second lead that meets the first without a bench supply."""
    meter = named(table, "USB power meter")
    counted = re.search(r"a USB power meter with USB-A and USB-C for steps (\d+), (\d+) and (\d+)", page("TEST"))
    assert "steps {}, {} and {} of TEST".format(*counted.groups()) in meter["check"]
    assert "meter" in row(35)
    assert "**USB power meter with USB-A and USB-C**" in page("ORDER")
    assert named(table, "USB-A lead with two bare ends")["option"]
    assert "USB-A with bare ends" in page("TEST")


def test_what_test_asks_for_is_among_the_tools():
    """The lead of the first power, and whoever measures has a meter."""
    assert "USB-C lead with bare ends" in page("TEST")
    assert "the USB-C lead with bare ends for the first power is on the list" in page("ORDER")
    assert any(entry["name"] == "USB-C lead with two bare ends" for entry in design.load().source["extras"])
    assert "**multimeter**" in page("ORDER")


# What BUILD and MOUNTING take that is on no line of the list: how they say it, and how ORDER does.
AT_HAND = {"glue": "glue", "card": "card", "felt on": "felt", "10 mm spanner": "10 mm spanner", "tie": "cable ties"}


@pytest.mark.parametrize("word", AT_HAND)
def test_what_is_taken_in_passing_is_among_the_tools(word):
    """A step that asks for what nobody said to have ready is a step that waits for a shop."""
    taken, tools = page("BUILD") + page("MOUNTING"), page("ORDER").partition("## Tools")[2]
    assert re.search(rf"\b{word}\b", taken, re.IGNORECASE)
    assert AT_HAND[word] in tools
    assert "hook tape" in tools
    assert "clips" in tools


def test_the_loudness_of_the_bench_sheet_is_that_of_the_referees_page():
    """One sound, one distance, one figure."""
    told = number_in(page("REFEREE"), r"is (\d+) dB at 60 cm")
    assert number_in(page("TEST"), r"buzzer at 0\.6 m \| (\d+) dB") == told


def test_the_keyswitch_that_does_not_fit_is_named_as_in_the_list(table):
    """Kinds that are sold under the same name."""
    _, _, kinds = table.source["stock"]["riichi-key"]["check"].partition("; ")
    assert kinds.startswith("not a low-profile")
    assert kinds in page("ORDER")


def test_screws_nuts_and_what_they_hold_are_those_of_the_list(table):
    """MOUNTING and BUILD name M6 and M4 with their lengths as they are ordered; tops as the clamps take them."""
    mounting, build = page("MOUNTING"), page("BUILD")
    for start in ("clamp screw", "floor screw"):
        thread, long = re.search(r"(M\d)x(\d+)", named(table, start)["name"]).groups()
        lengths = re.findall(rf"{thread} x (\d+)", mounting)
        assert lengths
        assert set(lengths) == {long}
        assert set(re.findall(r"An (M\d) nut", build)) == {"M4"}
    for model in ("clamp", "shelf"):
        text = box_rendering.BOXES.joinpath(f"{model}.scad").read_text("utf-8")
        low, high = re.search(r"^jaw = \[(\d+), (\d+)\];", text, re.MULTILINE).groups()
        assert set(re.findall(r"tops of (\d+) to (\d+) mm", mounting)) == {(low, high)}
    assert f"The jack lies {box_dimensions.model_figure('seat_box', 'recessed'):g} mm behind" in mounting
    assert f"stands out about {box_dimensions.plug_protrusion():g} mm" in mounting


def test_the_hours_of_printing_are_the_sum_of_the_rows():
    """Each row's hours times its pieces, without what goes in place of something else."""
    share = {"half": 0.5, "a quarter": 0.25}
    line = r"^\| `boxes/(\w+-\w+)\.stl` \| (\d+) \| .* \| (?:about )?(\d+|half|a quarter)\b"
    rows = re.findall(line, guide_reader.page("BUILD"), re.MULTILINE)
    assert len(rows) == len(box_rendering.PRINTS)
    hours = 0.0
    for file, pieces, told in rows:
        name = file.replace("-", " ")
        assert int(pieces) == prints_per_table(name)
        if name not in INSTEAD:
            hours += int(pieces) * share.get(told, float(told) if told.isdigit() else 0)
    assert number_in(page("BUILD"), r"Printing takes about (\d+) hours") == pytest.approx(hours, abs=0.5)


def test_the_hours_of_work_add_up_and_say_that_they_are_guesses():
    """Both columns of the table at the head of BUILD."""
    lines = re.findall(r"^\| ([^|]+) \| \**([\d.]+)\** \| \**([\d.]+)\** \|$", guide_reader.page("BUILD"), re.MULTILINE)
    *work, (name, *together) = [(name, float(one), float(other)) for name, one, other in lines]
    assert name == "**together**"
    assert [sum(column) for column in list(zip(*work, strict=True))[1:]] == together
    assert "**Hours are guesses**" in guide_reader.page("BUILD")


@pytest.mark.parametrize(
    ("name", "row"),
    [("ORDER", "order, unpack, count"), ("TEST", "TEST"), ("MOUNTING", "clamps, shelf, leads under the")],
)
def test_a_page_begins_with_the_hours_that_build_counts_for_it(name, row):
    """Who reads one page alone knows how long an evening it will be."""
    hours = number_in(page("BUILD"), rf"\| {row}[^|]*\| (\d+) \|")
    assert number_in(page(name).partition("## ")[0], r"Estimated time: (\d+) hours") == hours
    assert "ools" in page(name).partition("## ")[0]


def test_the_memory_of_each_pico_is_what_the_page_about_memory_measured():
    """In thousands of bytes, as what is promised is; the device is changed more often than what to buy, by a little."""
    memory = " ".join((HARDWARE.parent / "docs" / "dev" / "memory.md").read_text("utf-8").split())
    less = number_in(memory, r"Version 1\.29 leaves ([\d.]+) KB less")
    order = page("ORDER")
    figures = [
        re.search(rf"\| {start}[^|]*\|[^|]*\|[^|]*\| (\d+) \| (\d+) \|", order).groups()
        for start in ("Pico H", "the same with 1\\.29", "Pico 2 W")
    ]
    told = [float(number) for pair in figures for number in pair]
    promised = [float(number) for number in re.search(r"(\d+) KB in a hand and (\d+) KB at the worst", order).groups()]
    rows = (
        r"\| in a hand \| ([\d,]+) bytes \| ([\d,]+) \|",
        r"\| at the worst moment: [^|]*\| ([\d,]+) bytes \| ([\d,]+) \|",
    )
    (hand, hand_promised), (worst, worst_promised) = (
        [float(number.replace(",", "")) / 1000 for number in re.search(row, memory).groups()] for row in rows
    )
    assert promised == [hand_promised, worst_promised]
    by_radio = re.search(
        r"Free in a hand: .* and ([\d,]+) with 1\.29, .*; at a win preview ([\d,]+) of", memory
    ).groups()
    radio = [float(number.replace(",", "")) / 1000 for number in by_radio]
    assert told == [pytest.approx(value, abs=3) for value in (hand, worst, hand - less, worst - less, *radio)]
    more = number_in(memory, r"A Pico 2 has ([\d]+) KB more")
    assert "| over 300 | over 300 |" in order
    assert worst + more > 300


def test_the_rails_of_a_breadboard_carry_what_the_pico_makes(table):
    """A meter between them shows 3.3 V; 5 V would be those of the wrong pin."""
    pico = next(feed["volts"] for feed in table.source["feeds"] if feed["to"] == "3V3")
    low, high = map(
        float, re.search(r"the meter shows ([\d.]+) to ([\d.]+) V between the rails", page("BREADBOARD")).groups()
    )
    assert 0.95 * pico < low < pico < high < 1.05 * pico


def test_lengths_and_reaches_of_the_pages_are_those_that_are_checked(table):
    """The longest lead, what it has to spare, an arm and an eye, and what MicroPython declares."""
    plan = table_geometry.load()
    metres = table.source["cable_kinds"]["patch"]["metres"]
    assert f"lead longer than {metres:g} m?" in page("REPAIR")
    assert f"| under {metres:g} m |" in page("BENCH")
    assert f"with {plan['leads']['spare']} mm to spare" in page("MOUNTING")
    people = plan["people"]
    assert f"| under {people['reach']} mm |" in page("BENCH")
    assert f"| {people['eye']['up']} mm; {people['eye']['behind']} mm |" in page("BENCH")
    assert "tells the computer that it takes 250 mA" in page("SAFETY")
