"""Every step of BUILD and every measurement of TEST has its picture, made from the boards, of what is said."""

from __future__ import annotations

import math
import re
import struct
import zlib

import pytest

from hardware.fault_injection import fresh
from workshop import (
    board_layout_input,
    board_view,
    box_rendering,
    build_pictures,
    build_pipeline,
    design,
    guide_reader,
    kicad_text,
    meter_pictures,
    picture_stamp,
)
from workshop.board_build import board_file_path
from workshop.design import HARDWARE

FOLDER = guide_reader.GUIDES / "pictures"


@pytest.fixture(scope="module")
def table():
    return design.load()


@pytest.fixture(scope="module")
def drawn(table):
    return {path.name: text for path, text in build_pipeline.guide_drawings(table).items()}


def test_the_pictures_are_those_that_would_be_made_now_and_no_others(drawn):
    """From the stored boards, the description and the guide's own words, byte by byte."""
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == drawn


def test_every_step_of_soldering_is_followed_by_its_picture(drawn):
    """Displays, Pico, and each numbered step at the three boards; no picture is shown twice or nowhere."""
    text = guide_reader.page("BUILD")
    for heading, name in (
        ("## 2. The displays: from SPI to I2C", "display"),
        ("## 3. The Pico, alone on the desk", "pico"),
    ):
        assert f"(pictures/build-{name}.svg)" in guide_reader.section(text, heading)
    for board, heading in build_pictures.BOARDS.items():
        section = guide_reader.section(text, heading)
        numbers = list(guide_reader.steps(text, heading))
        assert re.findall(rf"\(pictures/build-{board}-(\d+)\.svg\)", section) == [str(number) for number in numbers]
        for number in numbers:
            assert re.search(rf"^{number}\. (?:(?!^\d+\. )[^\0])*?build-{board}-{number}\.svg", section, re.MULTILINE)
    shown = re.findall(r"\(pictures/(build-[\w-]+\.svg)\)", text)
    assert sorted(shown) == sorted(name for name in drawn if name.startswith("build-"))


@pytest.mark.parametrize("board", ["seat", "centre", "keys"])
def test_every_part_of_a_board_goes_in_at_one_step_and_is_filled_in_its_picture(table, drawn, board):
    """Nothing is left over when the steps are done, and the legend beside it tells the part's own value."""
    parts = {part.ref: part for part in board_layout_input.parts_of(table, board) if not part.order.get("bare")}
    first: dict[str, int] = {}
    for number, mentioned in build_pictures.parts_by_step(table, board).items():
        for ref in mentioned:
            first.setdefault(ref, number)
    assert first.keys() >= parts.keys()
    for ref, part in parts.items():
        picture = drawn[f"build-{board}-{first[ref]}.svg"]
        written = " ".join(re.findall(r">([^<]*)</text>", picture))
        assert len(re.findall(rf"\b{ref}\b", written)) == 2, (ref, "once on the part, once in the legend")
        if part.kind.name == "R":
            words = part.order["name"].split("resistor ")[1].split(" 1 %")[0]
            assert f">{words}</text>" in picture, (ref, words)


def test_the_picture_of_the_sockets_fills_both_rows_of_the_pico(drawn):
    """They have no reference, and are soldered in the step of the jacks."""
    steps = guide_reader.steps(guide_reader.page("BUILD"), "## 7. Centre board")
    (number,) = [number for number, words in steps.items() if "sockets for the Pico" in words]
    picture = drawn[f"build-centre-{number}.svg"]
    assert picture.count(f'fill="{build_pictures.SOCKETS}"') == 3, "two rows, and one square of the legend"
    assert "sockets of 20 ways" in picture


def test_every_measurement_has_its_picture_in_its_own_row(drawn):
    """Steps 1 to 24 are done with a meter, 35 and 36 with a meter and a wire; the others with eyes and a command."""
    text = guide_reader.page("TEST")
    numbers = [row.number for row in guide_reader.measurement_rows(text) if meter_pictures.is_drawn(row)]
    assert numbers == [*range(1, 28), 33, 34, 35, 36]
    assert sorted(name for name in drawn if name.startswith("test-")) == sorted(f"test-{n}.svg" for n in numbers)
    for number in numbers:
        assert re.search(rf"^\| {number} \| .*\(pictures/test-{number}\.svg\) \|$", text, re.MULTILINE)


def test_the_pictures_of_the_models_are_of_todays_models(tmp_path):
    """Each carries a word of the model, the sizes and the camera it was made from; a changed model leaves it behind."""
    for name in box_rendering.PICTURES:
        assert box_rendering.is_current(name), name
    old = tmp_path / "seat_box-prints.png"
    old.write_bytes((box_rendering.BOXES / old.name).read_bytes())
    assert box_rendering.is_current("seat_box prints", tmp_path)
    picture_stamp.stamp(old, "0123456789abcdef")
    assert picture_stamp.was_made_from(old, "0123456789abcdef")
    assert not box_rendering.is_current("seat_box prints", tmp_path)
    assert not box_rendering.is_current("seat_box open", tmp_path), "a picture that is not there"


def repainted(raw):
    """Return a picture with one byte of it painted otherwise, its checksum with it, its word as it was."""
    at = raw.index(b"IDAT")
    (size,) = struct.unpack_from(">I", raw, at - 4)
    painted = bytearray(zlib.decompress(raw[at + 4 : at + 4 + size]))
    painted[len(painted) // 2] ^= 0x55
    body = b"IDAT" + zlib.compress(bytes(painted))
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return raw[: at - 4] + chunk + raw[at + 4 + size + 4 :]


SPOILED = {
    "painted otherwise": repainted,
    "cut off": lambda raw: raw[: len(raw) // 2],
    "with more behind it": lambda raw: raw + b"more",
    "without its word": lambda raw: raw.replace(b"Source", b"Author"),
    "no picture": lambda raw: b"PNG",
    "empty": lambda raw: b"",
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_picture_that_was_changed_after_it_was_made_is_noticed(how, tmp_path):
    """Its word is one of its own bytes too: a picture that keeps the word of its model is not current by that."""
    path = tmp_path / "seat_box-prints.png"
    path.write_bytes(SPOILED[how]((box_rendering.BOXES / path.name).read_bytes()))
    assert not box_rendering.is_current("seat_box prints", tmp_path)


def test_every_picture_of_a_model_is_of_one_that_is_drawn():
    """A picture that no model makes would stay for good, whatever it shows."""
    there = {path.name for path in box_rendering.BOXES.glob("*.png")}
    assert there == {box_rendering.file_name(name) for name in box_rendering.PICTURES}


@pytest.mark.parametrize("sheet", ["centre", "seat"])
def test_a_drawing_of_the_leads_is_as_it_was_made_from_its_sheet(sheet):
    """Two words that change places are the same words: the drawing has a word of itself and of its sheet."""
    path = HARDWARE / "wiring" / f"harness-{sheet}.svg"
    drawing, source = path.read_text("utf-8"), path.with_suffix(".yml").read_text("utf-8")
    assert drawing == picture_stamp.stamp_svg(drawing, source)
    exchanged = drawing.replace(">GND<", "><").replace(">V5<", ">GND<").replace("><", ">V5<")
    for changed in (exchanged, drawing.replace("</svg>", "")):
        assert changed != picture_stamp.stamp_svg(changed, source)
    assert drawing != picture_stamp.stamp_svg(drawing, source + "\n")


@pytest.mark.parametrize("board", ["centre", "seat", "keys"])
def test_the_dot_of_pin_1_is_not_over_the_name_of_its_part(table, board):
    """Letters of a name are 0.68 of its size wide; a dot over the first one makes U2 another part."""
    met = 0
    for spot in board_view.read_board_view(table, board).spots.values():
        drawn = "".join(board_view.draw_filled_part(spot, "#fff"))
        dot = re.search(r'class="one" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn)
        if not dot:
            continue
        name = re.search(rf'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"([^>]*)>{spot.part.ref}<', drawn)
        size = float(name[3])
        x, y = float(name[1]), float(name[2]) - 0.36 * size
        half = (0.3 * size * len(spot.part.ref), 0.36 * size)
        half = half[::-1] if "rotate" in name[4] else half
        near = [max(abs(float(dot[axis + 1]) - middle) - half[axis], 0) for axis, middle in enumerate((x, y))]
        assert math.hypot(*near) >= float(dot[3]) - 0.05, spot.part.ref
        assert spot.left <= x - half[0] + 0.3, spot.part.ref
        assert y + half[1] <= spot.low, spot.part.ref
        met += 1
    assert met == {"centre": 30, "seat": 9, "keys": 1}[board]


def along(path):
    """Return places along a bent wire of a picture."""
    corners = [tuple(map(float, pair.split())) for pair in re.findall(r"[-\d.]+ [-\d.]+", path)]
    for at in range(41):
        b = at / 40
        weights = ((1 - b) ** 3, 3 * b * (1 - b) ** 2, 3 * b * b * (1 - b), b**3)
        yield tuple(sum(w * spot[axis] for w, spot in zip(weights, corners, strict=True)) for axis in (0, 1))


def test_no_wire_to_a_pad_is_over_a_pad_that_another_probe_meets(drawn):
    """A black lead over a red ring is read as that pad measured to ground."""
    met = 0
    for name in (name for name in drawn if name.startswith("test-")):
        ring = r'<circle cx="([\d.]+)" cy="([\d.]+)" r="1\.3"'
        rings = [tuple(map(float, spot)) for spot in re.findall(ring, drawn[name])]
        for path in re.findall(r'<path d="(M[^"]+C[^"]+)" fill="none" stroke="#(?:e02020|111)"', drawn[name]):
            wire = list(along(path))
            own = min(rings, key=lambda spot: math.dist(spot, wire[-1]))
            for other in (spot for spot in rings if spot != own and math.dist(spot, wire[0]) > 1):
                assert min(math.dist(other, spot) for spot in wire) > 1.3, (name, other)
                met += 1
    assert met > 50


def test_every_drawing_of_the_guides_can_be_made_smaller():
    """Without a view box a page that is narrower cuts it off."""
    for path in [*HARDWARE.glob("*/*.svg"), *HARDWARE.glob("guides/pictures/*.svg")]:
        assert re.search(r"<svg[^>]*viewBox=", path.read_text("utf-8")), path.name


def test_another_size_leaves_every_picture_of_its_models_behind(tmp_path, monkeypatch):
    """The sizes come from the description: a screw that is longer is in every picture."""
    for path in box_rendering.BOXES.iterdir():
        if path.suffix in {".scad", ".png"}:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    sizes = (tmp_path / "parts.scad").read_text("utf-8")
    (tmp_path / "parts.scad").write_text(sizes.replace("screw_long = 8;", "screw_long = 9;"))
    monkeypatch.setattr("workshop.box_rendering.BOXES", tmp_path)
    assert not any(box_rendering.is_current(name, tmp_path) for name in box_rendering.PICTURES)


def nets_at(board):
    """Return the nets of a stored board by the places of their pads."""
    sheet = kicad_text.parse(board_file_path(board).read_text("utf-8"))
    return {spot: net for _, net, spot in kicad_text.pad_places(sheet)}


def test_the_probes_touch_the_nets_that_the_row_names(drawn):
    """The middle of every ring is a pad of the stored board, and its net is the one that is written in TEST."""
    copper = {board: nets_at(board) for board in ("centre", "seat")}
    met = 0
    for row in guide_reader.measurement_rows(guide_reader.page("TEST")):
        picture = drawn.get(f"test-{row.number}.svg", "")
        rings = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="1\.3" [^>]*stroke="(#\w+)"', picture)
        board = "seat" if "seat board" in row.words or row.number in (23, 24) else "centre"
        for x, y, colour in rings:
            net = copper[board][round(float(x), 2), round(float(y), 2)]
            met += 1
            told = row.words.replace("EAST_5V to NORTH_5V", "EAST_5V SOUTH_5V WEST_5V NORTH_5V")
            told = told.replace("watching TP3", "V5_SAFE")
            told += " GND" if colour == meter_pictures.BLACK else ""
            assert re.search(rf"\b{net}\b", told), (row, net)
    assert met > 40


@pytest.mark.parametrize(
    ("number", "supply", "computer", "pico", "seat"),
    [
        (1, "", False, False, ""),
        (9, "bench supply 5.0 V, 0.3 A", False, False, ""),
        (14, "bench supply 5.0 to 7 V, 0.3 A", False, False, ""),
        (15, "bench supply 5.0 V, 0.3 A", False, True, ""),
        (20, "bench supply 5.0 V, 0.3 A", True, True, ""),
        (21, "", True, True, ""),
        (22, "table's own supply", False, True, "one seat at EAST"),
        (25, "table's own supply", True, True, "one seat at EAST"),
        (26, "table's own supply", True, True, "one seat at SOUTH"),
        (27, "table's own supply", True, True, "four seats"),
        (34, "table's own supply", False, True, "four seats"),
        (35, "", True, True, "four seats"),
    ],
)
def test_a_picture_shows_what_is_plugged_in(drawn, number, supply, computer, pico, seat):
    """No supply while ohms are measured, no Pico before its row, the computer where USB is said."""
    (row,) = [row for row in guide_reader.measurement_rows(guide_reader.page("TEST")) if row.number == number]
    now = meter_pictures.plugged_in_parts(row)
    assert (now.supply, now.computer, now.pico, now.seat) == (supply, computer, pico, seat)
    words = " ".join(re.findall(r">([^<]*)</text>", drawn[f"test-{number}.svg"]))
    assert ("computer, USB" in words) == computer
    assert (supply in words) if supply else ("supply 5.0" not in words and "own supply" not in words)
    assert ("nothing is plugged in" in words) == (not supply and not computer)
    assert drawn[f"test-{number}.svg"].count("#7ec8ff") == {"": 0, "four seats": 4}.get(seat, 1)


def test_a_part_that_changes_makes_its_picture_stale(drawn):
    """With another resistor on the board, another point under the probe, the committed pictures are no longer made."""
    source = fresh()
    source["boards"]["centre"]["parts"]["R13"]["stock"] = "r-66k5"
    source["boards"]["centre"]["parts"]["TP4"]["label"] = "V5_SAFE"
    made = {path.name: text for path, text in build_pipeline.guide_drawings(design.build(source)).items()}
    assert made["build-centre-3.svg"] != drawn["build-centre-3.svg"]
    assert made["test-11.svg"] != drawn["test-11.svg"]
    assert made["build-seat-2.svg"] == drawn["build-seat-2.svg"]
